"""Every op, internal ones included, with arguments that do not go together: none may touch memory beside its arrays.

A sample of the spec, made large enough for compiled loops, gets one or two arguments of other lengths, with an index
out of range, or otherwise wrong. Any error is an answer, and so is a result; but all arrays lie beside pages that may
not be touched (`fence`), so that an access out of bounds is the end of the process, which the driver reports. First and
second derivatives are asked for as well.
"""

from __future__ import annotations

import resource
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from derivata.autograd.gradchecks import DERIVATA
from derivata.testing.op_call import Call, Op

from ..fence import fenced
from ..finding import Finding
from ..thread_bits import bits, call_of, case_of, cases, grown, threads

ENOUGH = 2_000
"""Elements: compiled loops take over before."""
MANY = 70_000
"""Elements: some loops take over before that only where there are slices to copy."""
LONG = {"combinations", "_combination_places"}
"""Ops of which a number says how much there is to do."""
TIMES = 4
WRONG = (-1, 0, 1, 2, 3, 5, 63)
FAR = (2**40, -(2**63), 2**63 - 1)
ROOM = 2**30
"""Bytes: arguments of different lengths may broadcast to what fills the machine, and takes minutes."""


def attempt(seed: int) -> Finding | None:
    """Call one op with arguments that do not go together, a few times; there is nothing to return but to be alive."""
    random = np.random.default_rng(seed)
    group = random.integers(3)
    name = _names()[group][random.integers(len(_names()[group]))]
    enough = MANY if group == 2 and random.integers(2) else ENOUGH
    dtype = ("float64", "float32")[random.integers(2)]
    some = threads(1 + int(random.integers(2)))  # there are loops for several alone
    with _at_most(ROOM), fenced(behind=bool(random.integers(4))), some, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        samples = Op(case_of(name), DERIVATA).samples()
        call = _large(name, dtype, int(random.integers(len(samples))), enough)
        for _ in range(TIMES):
            _survive(call, random)
    return None


@contextmanager
def _at_most(size: int) -> Iterator[None]:
    """Let the process have so many bytes more than it has: what needs more is a MemoryError."""
    limit, highest = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + size, highest))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (limit, highest))


@cache
def _names() -> tuple[list[str], list[str], list[str]]:
    """Return all names, those of internal ops, which check less, and of these the ones with places."""
    there = [case for case in cases() if case.op not in LONG]
    internal = [case for case in there if case.op.startswith("_") or "_backward" in case.op]
    placed = [case for case in internal if any(_has_places(sample) for sample in case.samples)]
    return [case.op for case in there], [case.op for case in internal], [case.op for case in placed]


def _has_places(sample: Any) -> bool:
    """Tell whether an array of integers is among the arguments: places in others, mostly."""
    parts = [part for value in sample.values() for part in (value if isinstance(value, list) else [value])]
    return any(hasattr(part, "keys") and "int" in str(part.get("dtype")) for part in parts)


def _survive(call: Call, random: np.random.Generator) -> None:
    for _ in range(1 + random.integers(2)):
        call = _spoiled(call, random)
    print(_described(call), file=sys.stderr, flush=True)  # the last words, if it must be
    with suppress(Exception):  # an answer
        bits(call)


@cache
def _large(name: str, dtype: str, number: int, enough: int) -> Call:
    """Return a sample of an op, made large if it can be, or else the next one that can be."""
    print(f"{name}, made large", file=sys.stderr, flush=True)
    op = Op(case_of(name), DERIVATA)
    for k in range(len(op.samples())):
        another = (number + k) % len(op.samples())
        factors = grown(op, another, dtype, enough)
        if factors is not None:
            return call_of(name, another, factors, dtype)
    return op.call(op.samples()[number], dtype)


def _spoiled(call: Call, random: np.random.Generator) -> Call:
    """Return the call with one other argument."""
    names = [name for name, value in call.values.items() for _ in range(_ways(value))]
    if not names:
        return call
    name = names[random.integers(len(names))]
    return replace(call, values={**call.values, name: _other(call.values[name], random)})


def _ways(value: Any) -> int:
    """Return how often an argument is chosen: arrays more often than numbers, and never what has no other value."""
    if isinstance(value, np.ndarray):
        return 4
    return 2 if isinstance(value, (list, tuple)) and value else int(isinstance(value, int))


def _other(value: Any, random: np.random.Generator) -> Any:
    if isinstance(value, np.ndarray):
        if value.dtype.kind in "iu" and value.size and random.integers(2):
            return _other_numbers(value, random)
        return _other_shape(value, random)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return int(
            (value + random.choice([-1, 1]), -value, 2 * value, random.choice(WRONG))[random.integers(4)]
        )
    if isinstance(value, (list, tuple)) and value:
        k, kind = int(random.integers(len(value))), random.integers(8)
        if kind == 0:
            return value[:k] + value[k + 1 :]
        if kind == 1:
            return value[:k] + value[k : k + 1] + value[k:]
        return value[:k] + type(value)([_other(value[k], random)]) + value[k + 1 :]
    return value


def _other_numbers(array: Any, random: np.random.Generator) -> Any:
    """Return integers of which one, or all, name a place that is not there."""
    changed = array.copy()
    size = max(int(array.max(initial=0)), 1)
    far = random.choice([-1, -size, -size - 2, size + 1, 2 * size, 20 * size])
    place = slice(None) if random.integers(4) == 0 else random.integers(array.size)
    with np.errstate(all="ignore"):
        number = FAR[random.integers(len(FAR))] if random.integers(4) == 0 else int(far)
        changed.reshape(-1)[place] = np.array(int(number) % 2**64, np.uint64).astype(array.dtype)
    return changed


def _other_shape(array: Any, random: np.random.Generator) -> Any:
    """Return the array with a dimension more or less, or of another length or order."""
    if not array.ndim:
        return array[None]
    axis, kind = int(random.integers(array.ndim)), random.integers(8)
    if kind == 0:
        return array[None]
    if kind == 1:
        return array.take(0, axis) if array.shape[axis] else array.reshape(-1)
    if kind == 2:
        return np.repeat(array, 2, axis)
    if kind == 3:
        return np.concatenate([array, array.take([0], axis)], axis) if array.shape[axis] else array
    if kind == 4:
        return array.take(range(int(random.integers(array.shape[axis] + 1))), axis)
    if kind == 5:
        return array.reshape(-1)
    if kind == 6:
        return np.ascontiguousarray(array.swapaxes(axis, -1))
    return array.take(range(array.shape[axis] - 1), axis) if array.shape[axis] else array


def _described(call: Call) -> str:
    """Return the arguments, of arrays the shapes and what they range over."""

    def text(value: Any) -> str:
        if isinstance(value, np.ndarray):
            ends = f" {value.min()} to {value.max()}" if value.size and value.dtype.kind in "iu" else ""
            return f"<{value.dtype} {list(value.shape)}{ends}>"
        if isinstance(value, list):
            return f"[{', '.join(map(text, value))}]"
        return repr(value)

    return f"{call.op.case.op}({', '.join(f'{name}={text(value)}' for name, value in call.values.items())})"

"""Whether an op computes the same bits on any number of threads: its samples in the spec, made large.

A length is one number wherever it occurs among the shapes of a sample, so that shapes go on fitting together when some
lengths are multiplied; the op itself says which may be.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from typing import Any

import numpy as np

import derivata as dv
from derivata.arrays.jit.threads import pool
from derivata.autograd.gradchecks import DERIVATA
from derivata.generated.checks import CASES
from derivata.testing.cases import OpCase
from derivata.testing.drawing import shape_of
from derivata.testing.op_call import Call, Op

Factors = dict[int, int]
Bits = list[tuple[str, Any]]

ENOUGH = 200_000  # elements, of which several threads compute parts
LONG = 0.03  # seconds of a call that is not made longer
BY_CHANCE = {"empty", "empty_like", "new_empty", "empty_strided", "new_empty_strided"}
"""Ops whose results are whatever is in memory."""

LESS = {
    **dict.fromkeys(("pdist", "cdist", "cdist_backward", "_cdist_slopes", "_cdist_change"), 64),
    **dict.fromkeys(("_square_of_pairs", "_above_diagonal", "_lstsq_tangent"), 64),
    **dict.fromkeys(("_det", "matrix_exp", "_matrix_exp_derivative", "_matrix_power_derivative"), 16),
    **dict.fromkeys(("conv2d.padding", "conv3d.padding", "conv_transpose3d", "betainc", "stdtr"), 16),
}
"""Ops whose derivatives need gigabytes, or minutes, for what others need megabytes: parts of ENOUGH are enough."""


def cases() -> list[OpCase]:
    """Return what the spec says of the ops that can be tried."""
    return [case for case in CASES if case.op.partition(".")[0] not in BY_CHANCE]


@cache
def case_of(name: str) -> OpCase:
    """Return the case of an op."""
    (case,) = (case for case in CASES if case.op == name)
    return case


def call_of(name: str, number: int, factors: Mapping[int, int], dtype: str) -> Call:
    """Return the call of a sample whose lengths are multiplied."""
    op = Op(case_of(name), DERIVATA)
    return op.call(_enlarged(op, op.samples()[number], factors), dtype)


def _enlarged(op: Op, sample: Mapping[str, Any], factors: Mapping[int, int]) -> dict[str, Any]:
    def larger(spec: Any) -> Any:
        if spec is None:
            return None
        shape = tuple(length * factors.get(length, 1) for length in shape_of(spec))
        if not isinstance(spec, Mapping):
            return shape
        values = spec.get("values")
        return {**spec, "shape": shape, **({} if values is None else {"values": np.resize(values, shape)})}

    kinds = {name: op.case.kind(name) for name in sample}
    return {
        name: [larger(spec) for spec in value]
        if kinds[name] == "Tensor[]" and value is not None
        else larger(value)
        if kinds[name] == "Tensor"
        else tuple(length * factors.get(length, 1) for length in value)
        if kinds[name] == "int[]" and name.endswith("shape")
        else value
        for name, value in sample.items()
    }


def large_calls(case: OpCase, dtype: str, enough: int = ENOUGH) -> Iterator[tuple[int, Factors]]:
    """Yield the samples of an op that can be made large, and by what."""
    op = Op(case, DERIVATA)
    for number in range(len(op.samples())):
        factors = grown(op, number, dtype, enough)
        if factors is not None:
            yield number, factors


def grown(op: Op, number: int, dtype: str, enough: int) -> Factors | None:
    """Return the factors for all lengths, or for the one that can grow most, which make a sample large."""
    specs = [
        value if op.case.kind(name) == "Tensor[]" else [value]
        for name, value in op.samples()[number].items()
        if value is not None and op.case.kind(name) in ("Tensor", "Tensor[]")
    ]
    enough //= LESS.get(op.case.op, 1)
    lengths = sorted({length for spec in chain(*specs) for length in shape_of(spec) if length > 1})
    best: tuple[int, Factors | None] = 0, None
    for chosen in (lengths, *([length] for length in lengths if len(lengths) > 1)):
        factors, size = dict.fromkeys(chosen, 1), 1
        while chosen and size < enough:
            larger = {length: 2 * factor for length, factor in factors.items()}
            start = time.perf_counter()
            try:
                call = call_of(op.case.op, number, larger, dtype)
                outputs = call.outputs(*call.leaves())
            except Exception:  # lengths that the op has no use for: that is how it says so
                break
            factors, before = larger, size
            size = max(np.size(value) for value in (*call.arrays(), *map(DERIVATA.array, outputs), 0))
            if size > best[0]:
                best = size, factors
            if time.perf_counter() - start > LONG or size <= before:
                break
        if best[0] >= enough:
            break
    return best[1]


@contextmanager
def threads(count: int) -> Iterator[None]:
    """Let our own loops, BLAS not, use so many threads, for whatever is large enough, from the first call on."""
    before = pool.POOL.size, pool.WAKE, pool.PATIENT
    pool.POOL.resize(count)
    pool.WAKE = pool.PATIENT = 0
    try:
        yield
    finally:
        pool.WAKE, pool.PATIENT = before[1:]
        pool.POOL.resize(before[0])


def bits(call: Call) -> Bits:
    """Return outputs, first and second derivatives, by name."""
    dv.manual_seed(0)
    leaves = call.leaves()
    found: Bits = []
    with np.errstate(all="ignore"):
        outputs = call.outputs(*leaves)
        found += [(f"output {k}", DERIVATA.array(output)) for k, output in enumerate(outputs)]
        first = _gradients(call.op.differentiable(outputs), leaves)
        found += [(f"gradient {k}", value.detach().numpy()) for k, value in enumerate(first)]
        second = _gradients(first, leaves)
        found += [(f"second derivative {k}", value.detach().numpy()) for k, value in enumerate(second)]
    return [(name, np.array(array)) for name, array in found]


def _gradients(outputs: Sequence[Any], leaves: Sequence[Any]) -> list[Any]:
    """Return gradients of the sum of the outputs, multiplied by numbers that all differ; none where there are none."""
    outputs = [output for output in outputs if output.requires_grad]
    if not outputs or not leaves:
        return []
    random = np.random.default_rng(0)
    weights = [dv.tensor(random.uniform(0.5, 1.5, output.shape).astype(output.dtype)) for output in outputs]
    try:
        gradients = dv.autograd.grad(outputs, leaves, weights, create_graph=True, allow_unused=True)
    except NotImplementedError:
        return []
    return [gradient for gradient in gradients if gradient is not None and gradient.__class__ is dv.Tensor]


def differences(one: Bits, other: Bits) -> list[str]:
    """Return what is not the same, to the last bit."""
    assert [name for name, _ in one] == [name for name, _ in other]
    return [
        name
        for (name, x), (_, y) in zip(one, other, strict=True)
        if x.dtype != y.dtype or x.shape != y.shape or x.tobytes() != y.tobytes()
    ]


def replay(name: str, number: int, factors: Mapping[int, int], dtype: str, counts: Sequence[int]) -> None:
    """Raise AssertionError if a call's bits depend on the number of threads."""
    call = call_of(name, number, factors, dtype)
    with threads(counts[0]):
        wanted = bits(call)
    for count in counts[1:]:
        with threads(count):
            found = differences(wanted, bits(call))
        assert not found, f"{name} {call.label}: not the same on {counts[0]} and {count} threads: {found}"

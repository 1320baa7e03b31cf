"""The calls that array functions are proven with: the samples, and cases that samples leave out."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays.random import get_state
from ..autograd.checker.probes import random_like
from ..autograd.gradchecks import DERIVATA
from ..codegen.schema import Argument
from ..codegen.spec import Op
from ..testing.derivative_checks import differentiable_calls
from ..testing.drawing import DEFAULT_DOMAIN
from ..testing.op_call import Call
from ..testing.op_call import Op as LoadedOp
from .pack import Pack

__all__ = ["complex_calls", "mixed_calls", "mixes", "redrawn_calls", "unsaid_calls", "works", "zero_calls"]

Array = NDArray[Any]


def complex_calls(pack: Pack, op: Op) -> Iterator[Call]:
    """Yield calls at complex points for samples that state real ones, by `values`, or by `dtype` for all arrays."""
    loaded = LoadedOp(pack.case(op), DERIVATA)
    if not pack.case(op).complex:
        return
    for call in loaded.calls(np.complex128):
        kinds = {array.dtype.kind for array in call.arrays()}
        changed = [
            p
            for p in call.places
            if not _is_complex(call.array(p)) and (call.array(p).dtype.kind == "c" or kinds == {"f"})
        ]
        if changed:
            yield _with(call, {place: _complexified(call.array(place)) for place in changed})


def _is_complex(array: Array) -> bool:
    return array.dtype.kind == "c" and (not array.size or bool(np.any(array.imag)))


def _complexified(array: Array) -> Array:
    (imaginary,) = random_like("imaginary part", [array.real.astype(np.float64)])
    return np.asarray(array.real + 0.5j * imaginary)


def redrawn_calls(pack: Pack, op: Op) -> Iterator[Call]:
    """Yield calls with other numbers: a coincidence, such as an order that is its own inverse, does not come twice."""
    loaded = LoadedOp(pack.case(op), DERIVATA)
    again = LoadedOp(replace(loaded.case, op=f"{loaded.case.op} again", complex=False), DERIVATA)
    for call in differentiable_calls(again):
        yield replace(call, op=loaded)


def mixed_calls(pack: Pack, op: Op) -> Iterator[Call]:
    """Yield calls of a public op with each argument alone complex, which it may refuse."""
    if pack.case(op).complex and op.public:
        for call in LoadedOp(pack.case(op), DERIVATA).calls(np.complex128):
            if len(call.places) > 1 and all(_is_complex(array) for array in call.arrays()):
                for one in call.places:
                    yield _with(call, {p: call.array(p).real.copy() for p in call.places if p != one})


def _real_calls(pack: Pack, op: Op) -> Iterator[Call]:
    loaded = LoadedOp(pack.case(op), DERIVATA)
    for call in differentiable_calls(LoadedOp(replace(loaded.case, complex=False), loaded.library)):
        yield replace(call, op=loaded)


def unsaid_calls(pack: Pack, op: Op) -> Iterator[tuple[Call, str]]:
    """Yield calls with a value that no sample has, and that value: another truth value or number, None."""
    for call in _real_calls(pack, op):
        for argument in op.signature.arguments:
            name, found = argument.name, _unsaid(op, argument, call.values)
            if found is not _NOTHING:
                yield replace(call, values={**call.values, name: found}), f"{name}={found}"


_NOTHING = object()


def _unsaid(op: Op, argument: Argument, values: Mapping[str, Any]) -> Any:
    """Return a value for an argument that no sample gives it, if there is a usual one."""
    name, kind = argument.name, argument.type
    default: Any = ast.literal_eval(argument.default) if argument.default is not None else _NOTHING
    said = [case.get(name, default) for case in op.samples.cases]
    if kind.is_list:
        return _NOTHING
    if kind.base == "bool" and not kind.optional:
        return next((flag for flag in (False, True) if flag not in said), _NOTHING)
    if argument.is_tensor and kind.optional and isinstance(values.get(name), np.ndarray):
        return _NOTHING if None in said else None
    if kind.base in ("int", "float", "Scalar") and type(default) in (int, float) and set(said) == {default}:
        return default + 1 if isinstance(default, int) else 1.25 * default + 0.125
    return _NOTHING


def zero_calls(pack: Pack, op: Op) -> Iterator[tuple[Call, int]]:
    """Yield calls with a zero as the first number of an argument whose numbers have both signs, and its index."""
    for call in _real_calls(pack, op):
        for argument, place in enumerate(call.places):
            array = call.array(place)
            low, high = call.op.case.domain.get(place[0], DEFAULT_DOMAIN)
            if array.size > 1 and low < 0 < high and array.min() < 0 < array.max():
                changed = array.copy()
                changed.flat[0] = 0.0
                yield _with(call, {place: changed}), argument


def _with(call: Call, arrays: Mapping[tuple[str, int | None], Array]) -> Call:
    """Return a call with other arrays at some of its places."""
    values = dict(call.values)
    for (name, index), array in arrays.items():
        if index is None:
            values[name] = array
        else:
            values[name] = [*values[name][:index], array, *values[name][index + 1 :]]
    return replace(call, values=values)


def mixes(call: Call) -> bool:
    """Tell whether neither an op nor the ops of its formulas refuse arguments of different dtypes."""
    try:
        with np.errstate(all="ignore"):
            outputs = call(*(leaves := call.leaves()))
            seeds = [DERIVATA.tensor(seed) for seed in random_like("covector", call.op.arrays(outputs))]
            DERIVATA.grad(outputs, leaves, seeds, allow_unused=True)
    except (TypeError, RuntimeError):  # said to the user there, and by name
        return False
    return True


def works(call: Call) -> bool:
    """Tell whether the op accepts these arguments and returns finite numbers, the same in every run."""
    chance = get_state()
    try:
        with np.errstate(all="ignore"):
            outputs, again = (call.op.arrays(call(*call.leaves())) for _ in range(2))
    except Exception:  # it need not: nobody has said so
        return False
    return bool(outputs and get_state() == chance) and all(
        a.dtype.kind in "fc" and bool(np.isfinite(a).all()) and np.array_equal(a, b)
        for a, b in zip(outputs, again, strict=True)
    )

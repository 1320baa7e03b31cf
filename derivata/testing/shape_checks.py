"""Checks of shapes and memory layouts: every one has a simpler call that must give the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.probes import random_like
from .op_call import Call, Op
from .results import Results, agree, explained, results
from .view_checks import view_is_possible

__all__ = ["check_broadcasting", "check_non_contiguous", "check_zero_dim_and_empty"]

Array = NDArray[Any]


def check_broadcasting(op: Op) -> None:
    """Check that arguments of different shapes count as expanded ones, and that gradients are summed."""
    for shapes in ([(2, 1), (3,)], [(3,), (2, 1)], [(), (2, 3)], [(2, 3), ()], [(1, 1), (2, 3)]):
        call = op.call(op.with_shapes(op.samples()[0], shapes))
        with explained(op.case.op, "broadcasting", call.label):
            got, wanted = results(call), results(_expanded(call))
            sums = [_sum_to(g, a.shape) for g, a in zip(wanted.gradients, call.arrays(), strict=True)]
            agree(call, "differs from that of expanded arguments", got, Results(wanted.outputs, sums))


def _expanded(call: Call) -> Call:
    shape = np.broadcast_shapes(*[v.shape for v in call.values.values() if isinstance(v, np.ndarray)])

    def expand(array: Array) -> Array:
        return np.broadcast_to(array, shape).copy()

    return call.mapped(expand, "expanded")


def _sum_to(array: Array, shape: tuple[int, ...]) -> Array:
    lead = tuple(range(array.ndim - len(shape)))
    summed = array.sum(axis=lead) if lead else array
    axes = tuple(k for k, size in enumerate(shape) if size == 1 and summed.shape[k] != 1)
    return np.asarray(summed.sum(axis=axes, keepdims=True))


def check_zero_dim_and_empty(op: Op) -> None:
    """Check that no dimensions count as one element, and that an empty tensor gives empty results."""
    for sample in op.samples():
        call = op.call(op.with_shapes(sample, [()]))
        with explained(op.case.op, "zero dimensions", call.label):
            one = call.mapped(lambda array: array.reshape(1), "with one dimension")
            wanted = results(one, _reshaped(call, (1,)))
            got = results(call, _reshaped(call, ()))
            agree(call, "of zero dimensions", got, _each(wanted, lambda array: array.reshape(())))
        empty = op.call(op.with_shapes(sample, [(0, 3)]))
        with explained(op.case.op, "empty", empty.label):
            found = results(empty)
            shapes = {array.shape for array in found.outputs + found.gradients}
            if shapes != {(0, 3)}:
                raise AssertionError(f"expected outputs and gradients of shape (0, 3), got {sorted(shapes)}")


def _reshaped(call: Call, shape: tuple[int, ...]) -> list[Array]:
    outputs = call.op.arrays(call(*call.leaves()))
    return [covector.reshape(shape) for covector in random_like("covector", outputs)]


def _each(found: Results, change: Callable[[Array], Array]) -> Results:
    return Results([change(a) for a in found.outputs], [change(a) for a in found.gradients])


def check_non_contiguous(op: Op) -> None:
    """Check that the layout of arguments and of incoming gradients in memory changes no number."""
    for call in op.calls():
        wanted = results(call)
        for label, change in LAYOUTS.items():
            with explained(op.case.op, "non-contiguous", f"{label} arguments, {call.label}"):
                changed = call.mapped(change, label)
                if not _is_refused(changed, wanted.outputs):
                    agree(call, "differs from that of contiguous arguments", results(changed), wanted)
        with explained(op.case.op, "non-contiguous", f"expanded gradient, {call.label}"):
            outputs = op.arrays(call(*call.leaves()))
            ones = [np.ones_like(output) for output in outputs]
            expanded = [np.broadcast_to(np.ones((), o.dtype), o.shape) for o in outputs]
            agree(call, "for an expanded incoming gradient", results(call, expanded), results(call, ones))


def _is_refused(call: Call, wanted: list[Array]) -> bool:
    """Tell whether a view op rightly refuses a memory layout in which there is no view of the wanted values."""
    if not call.op.case.view:
        return False
    try:
        call.outputs(*call.leaves())
    except RuntimeError:
        argument = call.values[call.op.case.arguments[0][0]]
        return not all(view_is_possible(argument, output) for output in wanted)
    return False


def _every_second(array: Array) -> Array:
    """Return the same numbers with others between them."""
    if array.ndim == 0:
        return array
    wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
    wide[..., ::2] = array
    return wide[..., ::2]


def _columns_first(array: Array) -> Array:
    return np.asfortranarray(array) if array.ndim > 1 else array


LAYOUTS: dict[str, Callable[[Array], Array]] = {
    "every second": _every_second,
    "columns first": _columns_first,
}

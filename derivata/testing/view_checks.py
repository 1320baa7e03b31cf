"""Checks of ops that return views: they share memory where that is possible, and writes are seen where they do."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.probes import random_like
from .op_call import Call, Op
from .results import Results, agree, explained

__all__ = ["check_view", "view_is_possible"]

Array = NDArray[Any]

FACTOR = 3.0
"""What the check multiplies a view by."""


def check_view(op: Op) -> None:
    """Check that the result shares memory with its argument, and what a write to the result does."""
    for call in op.calls():
        with explained(op.case.op, "view", call.label):
            _, base = _argument(call)
            for index, output in enumerate(_called(call, base)):
                _check_memory(call, op.library.array(base), op.library.array(output))
                _check_write(call, index)


def _argument(call: Call) -> tuple[Any, Any]:
    """Return a leaf, which requires grad if it can, and a tensor computed from it that may be written."""
    array = call.values[call.op.case.arguments[0][0]]
    leaf = call.op.library.tensor(array.copy())
    if array.dtype.kind in "fc":
        leaf.requires_grad_()
    return leaf, call.target(leaf)


def _called(call: Call, base: Any) -> tuple[Any, ...]:
    """Call the op on a given first argument, the others being constants."""
    constants = [call.op.library.tensor(array) for array in call.arrays()]

    def function(_: Any, *args: Any, **kwargs: Any) -> Any:
        return call.op.function(base, *args, **kwargs)

    return call.outputs(*constants, function=function)


def _check_memory(call: Call, base: Array, output: Array) -> None:
    shares = np.shares_memory(output, base)
    if output.size and not shares and not _is_copy_by_request(call) and view_is_possible(base, output):
        raise AssertionError(
            "expected a view, which shares memory with the argument, because the elements of the result lie there at "
            "regular distances; the result is a copy"
        )


def _is_copy_by_request(call: Call) -> bool:
    """Tell whether the call asks for a copy: `copy=True`, or an index with lists, which copies by definition."""
    indices = [value for name, value in call.values.items() if call.op.case.kind(name) == "index"]
    parts = [part for index in indices for part in (index if isinstance(index, tuple) else (index,))]
    return call.values.get("copy") is True or any(isinstance(part, list) for part in parts)


def view_is_possible(argument: Array, output: Array) -> bool:
    """Tell whether the elements of an output, found by their values, lie in the argument at regular distances."""
    numbers, places = np.unique(argument, return_index=True)
    if output.dtype != argument.dtype or numbers.size < argument.size or not np.isin(output, numbers).all():
        return False
    found = _addresses(argument).reshape(-1)[places[np.searchsorted(numbers, output)]]
    if not found.size:
        return True
    origin = found.reshape(-1)[0]
    neighbours = [
        np.take(found, min(1, size - 1), axis).reshape(-1)[0] for axis, size in enumerate(found.shape)
    ]
    steps = np.array([neighbour - origin for neighbour in neighbours], np.int64)
    return bool((found == origin + np.tensordot(steps, np.indices(found.shape), 1)).all())


def _addresses(array: Array) -> Array:
    """Return where in memory each element begins."""
    addresses = np.full(array.shape, array.__array_interface__["data"][0])
    for axis, (size, stride) in enumerate(zip(array.shape, array.strides, strict=True)):
        addresses += (np.arange(size) * stride).reshape(-1, *[1] * (array.ndim - axis - 1))
    return addresses


def _numbers(array: Array) -> Array:
    """Return a real view of an array, with both parts of complex numbers: a view may be of one part only."""
    return array[..., None].view(array.real.dtype) if array.dtype.kind == "c" else array


def _check_write(call: Call, index: int) -> None:
    """Multiply one output in place, and compare values and gradients of the argument with what they have to be."""
    library = call.op.library
    leaf, base = _argument(call)
    outputs = _called(call, base)
    output = outputs[index]
    array, memory = library.array(output), library.array(base)
    if array.dtype.kind not in "fc" or not array.size:
        return
    recorded, places = output.requires_grad, _addresses(_numbers(array))
    together = recorded and sum([other.grad_fn is output.grad_fn for other in outputs]) > 1
    if together or np.unique(places).size < places.size:
        _check_refused(output)
        return
    before, version = _numbers(memory.copy()), base._version
    output.mul_(FACTOR)
    covered = np.isin(_addresses(_numbers(memory)), places)
    if covered.any() != (base._version > version):
        raise AssertionError(
            f"expected the version of the argument to rise with a write to its memory, and only then; it was {version} "
            f"and is {base._version}"
        )
    wanted = Results([np.where(covered, FACTOR * before, before)], [])
    agree(call, "(the argument) after a write to the result", Results([_numbers(memory)], []), wanted)
    if base.requires_grad:
        (covector,) = random_like("covector", [memory])
        (grad,) = library.vjp([base], [leaf], [covector])
        expected = _numbers(covector)
        wanted = Results([np.where(covered, FACTOR * expected, expected) if recorded else expected], [])
        got = Results([_numbers(library.array(grad))], [])
        agree(call, "(the gradient) after a write to the result", got, wanted)


def _check_refused(output: Any) -> None:
    try:
        output.mul_(FACTOR)
    except RuntimeError:
        return
    raise AssertionError(
        "expected a write to raise RuntimeError, because the tensor is one of several views or its elements share "
        "memory; it did not"
    )

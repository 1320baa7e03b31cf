"""Checks of the other ways to the same numbers: array functions, in-place forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.probes import random_like
from .op_call import Call, Op
from .results import Results, agree, explained, results

__all__ = ["check_fused", "check_inplace", "check_not_recorded"]

Array = NDArray[Any]


def check_fused(op: Op) -> None:
    """Check that the array function gives what the composite gives, which runs where something is recorded."""
    for dtype in (np.float64, np.complex128) if op.case.complex else (np.float64,):
        for call in op.calls(dtype):
            with explained(op.case.op, "array function against composite", call.label):
                composite = op.arrays(call.outputs(*call.leaves()))
                constants = [op.library.tensor(array) for array in call.arrays()]
                got = op.arrays(call.outputs(*constants))
                agree(call, "of the array function", Results(got, []), Results(composite, []))


def check_not_recorded(op: Op) -> None:
    """Check that outputs without a gradient do not require grad, even if all arguments do."""
    tensors = [name for name, _ in op.case.arguments if op.case.kind(name).startswith("Tensor")]
    everything = Op(replace(op.case, differentiable=tuple(tensors)), op.library)
    for call in everything.calls():
        with explained(op.case.op, "not recorded", call.label):
            outputs = call.outputs(*call.leaves())
            flags = op.case.outputs * len(outputs) if op.case.returns_list else op.case.outputs
            for index, (output, flag) in enumerate(zip(outputs, flags, strict=True)):
                if output.requires_grad and not flag:
                    raise AssertionError(
                        f"expected output {index} not to require grad, because it has no gradient"
                    )


def check_inplace(op: Op) -> None:
    """Check that the in-place form writes the result, counts the write, and has the same gradients."""
    if op.case.written:
        _check_written(op)
        return
    calls = [call for call in op.calls() if op.case.view or _keeps_shape(call)]
    if not calls:
        raise AssertionError(
            f"{op.case.op}: in-place: expected a sample whose result has the shape of self, got none"
        )
    for call in calls:
        with explained(op.case.op, "in-place", call.label):
            _check_same_as_function(call)
            if call.places and call.places[0][0] == op.case.arguments[0][0]:
                _check_leaf_is_refused(call, op.inplace)


def _keeps_shape(call: Call) -> bool:
    first = call.values[call.op.case.arguments[0][0]]
    return bool(call.op.arrays(call.outputs(*call.leaves()))[0].shape == first.shape)


def _check_same_as_function(call: Call) -> None:
    leaves, written = call.leaves(), []

    def function(target: Any, *args: Any, **kwargs: Any) -> Any:
        clone = target.clone()
        written.append(clone)
        return _watched(call.op.inplace, clone, *args, **kwargs)

    outputs = call.op.differentiable(call.outputs(*leaves, function=function))
    values = call.op.arrays(written[:1])
    wanted = results(call)
    if not leaves or not outputs:
        agree(call, "in place", Results(values, []), Results(_written(wanted.outputs, values), []))
        return
    covectors = random_like("covector", call.op.arrays(outputs))
    library = call.op.library
    grads = library.arrays(library.vjp(outputs, leaves, covectors), call.arrays())
    agree(call, "in place", Results(values, grads), wanted)


def _written(outputs: list[Array], values: list[Array]) -> list[Array]:
    """Return what a write leaves of outputs: truth values become the numbers 0 and 1 of the tensor's dtype."""
    pairs = zip(outputs, values, strict=True)
    return [output.astype(value.dtype) if output.dtype.kind == "b" else output for output, value in pairs]


def _check_written(op: Op) -> None:
    """Check an op that writes into its first argument and has no other form."""
    for call in op.calls():
        with explained(op.case.op, "in-place", call.label):

            def function(target: Any, *args: Any, call: Call = call, **kwargs: Any) -> Any:
                return _watched(call.op.function, call.target(target), *args, **kwargs)

            call.outputs(*call.leaves(), function=function)
            if any(name == op.case.written for name, _ in call.places):
                _check_leaf_is_refused(call, op.function)


def _watched(function: Callable[..., Any], target: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a function that writes into a tensor; raise unless it returns the tensor and counts the write."""
    version = target._version
    result = function(target, *args, **kwargs)
    if result is not target:
        raise AssertionError("expected the in-place form to return the tensor itself, got another object")
    if target._version <= version:
        raise AssertionError("expected the write to raise the version of the tensor, which stayed as it was")
    return result


def _check_leaf_is_refused(call: Call, function: Callable[..., Any]) -> None:
    try:
        call.outputs(*call.leaves(), function=function)
    except RuntimeError:
        return
    raise AssertionError("expected the write of a leaf that requires grad to raise RuntimeError; it did not")

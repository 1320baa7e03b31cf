"""Checks of derivatives: against finite differences, against each other, and against stated values."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.check import check, check_second
from ..autograd.checker.finite_difference import product, size_of
from ..autograd.checker.options import Options
from ..autograd.checker.probes import random_like
from .op_call import Call, Op
from .results import Results, agree, explained, gradients, results

__all__ = [
    "check_double_backward",
    "check_forward_mode",
    "check_gradients",
    "check_kinks",
    "check_single_precision",
    "check_undefined_gradients",
    "differentiable_calls",
    "is_narrow",
]

Array = NDArray[Any]

FEW = 64
"""Real coordinates up to which every element is compared with its own difference; beyond, random sums are."""

ALLOWED_OF_HALF = 0.03
"""The relative difference that the rounding of float16 explains."""


def check_gradients(op: Op) -> None:
    """Check that gradients equal central differences, unless they are surrogates."""
    true = tuple([name for name in op.case.differentiable if name not in op.case.surrogate])
    for call in differentiable_calls(Op(replace(op.case, differentiable=true), op.library)):
        with explained(op.case.op, "gradients", call.label):
            options = Options(atol=1e-6, rtol=1e-4, check_grad_dtypes=True, fast_mode=_is_large(call))
            check(op.library, _with_names(call), tuple(call.leaves()), _fitting(call, options))


def check_double_backward(op: Op) -> None:
    """Check that gradients of gradients equal central differences of gradients."""
    for call in twice_differentiable_calls(op):
        with explained(op.case.op, "double backward", call.label):
            options = _fitting(call, Options(fast_mode=_is_large(call), check_undefined_grad=False))
            with warnings.catch_warnings():  # the options are made for differences of float32 numbers
                warnings.simplefilter("ignore", UserWarning)
                check_second(op.library, _with_names(call), tuple(call.leaves()), None, options)


def check_forward_mode(op: Op) -> None:
    """Check that the product of covector, Jacobian and tangent is the same in forward and reverse mode."""
    for call in differentiable_calls(op):
        with explained(op.case.op, "forward mode", call.label):
            leaves = call.leaves()
            outputs = call(*leaves)
            tangents = random_like("tangent", call.arrays())
            covectors = random_like("covector", op.arrays(outputs))
            forward = product(covectors, op.library.jvp(call, call.leaves(), tangents))
            reverse = product(tangents, gradients(call, outputs, leaves, covectors))
            allowed = ALLOWED_OF_HALF if _is_half(call) else 1e-4 if is_narrow(call) else 1e-9
            if not abs(forward - reverse) <= allowed * (1 + abs(reverse)):
                raise AssertionError(
                    "expected the covector times the tangents of the outputs to be the gradients times the "
                    "tangents "
                    f"of the arguments, got {forward:.12g} in forward and {reverse:.12g} in reverse mode; "
                    "does `result:` "
                    "say the same as the formulas of the arguments?"
                )


def check_undefined_gradients(op: Op) -> None:
    """Check that an output that got no gradient counts as one that got zeros."""
    for call in differentiable_calls(op):
        leaves = call.leaves()
        outputs = call(*leaves)
        covectors = random_like("covector", op.arrays(outputs))
        for index in range(len(outputs)):
            with explained(
                op.case.op, "undefined gradients", f"a gradient of output {index} alone, {call.label}"
            ):
                zeros = [c if k == index else np.zeros_like(c) for k, c in enumerate(covectors)]
                alone = gradients(call, [outputs[index]], leaves, [covectors[index]])
                full = gradients(call, outputs, leaves, zeros)
                agree(call, "differs from the one with zeros", Results([], alone), Results([], full))


def check_kinks(op: Op) -> None:
    """Check that the gradients at kinks are those that the spec states."""
    for kink in op.case.kinks:
        for shape in ((), (3,)):
            call = op.call({name: _repeated(op, name, value, shape) for name, value in kink["at"].items()})
            with explained(op.case.op, "kinks", f"{dict(kink['at'])}, shape {shape}"):
                with np.errstate(all="ignore"):  # a stated gradient may be infinite
                    ones = [np.ones_like(output) for output in op.arrays(call(*call.leaves()))]
                    got = results(call, ones).gradients
                stated = [
                    np.full(shape, kink.get(name, grad))
                    for (name, _), grad in zip(call.places, got, strict=True)
                ]
                agree(call, "is not as stated", Results([], got), Results([], stated), 1e-14, 1e-14)


def _repeated(op: Op, name: str, value: Any, shape: tuple[int, ...]) -> Any:
    return {"shape": shape, "values": np.full(shape, value)} if name in op.case.tensors else value


def check_single_precision(op: Op) -> None:
    """Check that gradients in single precision have that dtype, and agree with those in double precision."""
    for dtype in (np.float32, np.complex64) if op.case.complex else (np.float32,):
        for call in op.calls(dtype):
            with explained(op.case.op, "single precision", call.label):
                covectors = random_like("covector", op.arrays(call(*call.leaves())))
                single = results(call, covectors).gradients
                double = results(call.mapped(_widened, ""), [_widened(c) for c in covectors]).gradients
                got = Results([], [_widened(gradient) for gradient in single])
                agree(call, "is far from that of float64", got, Results([], double), 1e-3, 1e-4)


def _widened(array: Array) -> Array:
    """Return an array in double precision if it is in single precision."""
    return (
        array.astype(np.result_type(array, np.float64))
        if array.dtype in (np.float32, np.complex64)
        else array
    )


def differentiable_calls(op: Op) -> Iterator[Call]:
    """Yield the calls with double precision arguments that have gradients."""
    for dtype in (np.float64, np.complex128) if op.case.complex else (np.float64,):
        for call in op.calls(dtype):
            if call.places:
                yield call


def twice_differentiable_calls(op: Op) -> Iterator[Call]:
    """Yield these calls, recorded by the arguments in which the gradients have derivatives."""
    twice = tuple([name for name in op.case.differentiable if name not in op.case.once])
    return differentiable_calls(Op(replace(op.case, differentiable=twice), op.library))


def _is_large(call: Call) -> bool:
    return sum(size_of(array) for array in call.arrays()) > FEW


def is_narrow(call: Call) -> bool:
    """Tell whether a call returns single or half precision for double precision arguments."""
    return _returns(call, np.float32, np.complex64, np.float16)


def _is_half(call: Call) -> bool:
    return _returns(call, np.float16)


def _returns(call: Call, *dtypes: type[np.generic]) -> bool:
    return any(output.dtype in dtypes for output in call.op.arrays(call(*call.leaves())))


def _fitting(call: Call, options: Options) -> Options:
    """Return options with steps that are large enough for the rounding of what the call returns."""
    if _is_half(call):
        return replace(options, eps=2.0**-3, atol=ALLOWED_OF_HALF, rtol=ALLOWED_OF_HALF)
    return replace(options, eps=2.0**-8, atol=1e-3, rtol=1e-3) if is_narrow(call) else options


def _with_names(call: Call) -> Callable[..., Any]:
    """Return the call as a function with parameters of the arguments' names, which gradcheck reports."""

    def function(*leaves: Any) -> tuple[Any, ...]:
        return call(*leaves)

    kind = inspect.Parameter.POSITIONAL_ONLY
    names = [name if index is None else f"{name}_{index}" for name, index in call.places]
    signature = inspect.Signature([inspect.Parameter(name, kind) for name in names])
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function

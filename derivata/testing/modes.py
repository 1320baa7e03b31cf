"""Which modes of differentiation an op has, found by running it on its samples."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..autograd.checker.library import Library
from ..autograd.checker.probes import random_like
from ..autograd.gradchecks import DERIVATA
from .cases import OpCase
from .op_call import Call, Op

__all__ = ["YES", "Modes", "modes_of"]

YES = "yes"
_REASON = re.compile(r"is not implemented: (.*)|has not been implemented yet \((.*?)\)", re.DOTALL)


@dataclass(frozen=True)
class Modes:
    """What an op can do: `YES`, or the reason why it cannot.

    Attributes
    ----------
    reverse, double, forward : str
        Gradients, gradients of gradients, and tangents.
    complex : str
        Complex arguments: their results, and their gradients if real arguments have some.
    missing : mapping
        Argument -> why its gradient is missing, though that of others may be there.
    """

    reverse: str
    double: str
    forward: str
    complex: str
    missing: Mapping[str, str]


def modes_of(case: OpCase, library: Library = DERIVATA) -> Modes:
    """Return the modes of an op; every mode is tried with every sample.

    Examples
    --------
    >>> from derivata.testing import OpCase
    >>> from derivata.testing.modes import modes_of
    >>> case = OpCase("floor", "derivata.floor", (("self", "Tensor"),), differentiable=("self",), elementwise=True)
    >>> modes_of(case)
    Modes(reverse='yes', double='yes', forward='yes', complex='real numbers only', missing={})
    """
    op = Op(case, library)
    calls = list(op.calls())
    missing = dict(_missing(op))
    differentiated = [call for call in calls if call.places]
    if not case.is_differentiable or not differentiated:
        reason = _kind_of_results(op, calls)
        return Modes(reason, reason, reason, _complex(op, _values), missing)
    return Modes(
        _tried(differentiated, _reverse),
        _tried(differentiated, _double),
        _tried(differentiated, _forward),
        _complex(op, _reverse),
        missing,
    )


def _missing(op: Op) -> Iterator[tuple[str, str]]:
    """Yield the arguments whose gradient is not implemented, with the reason."""
    for name in op.case.tensors:
        if name not in op.case.differentiable and any(op.case.outputs):
            alone = Op(replace(op.case, differentiable=(name,)), op.library)
            for call in alone.calls():
                try:
                    _gradient(call)
                except NotImplementedError as error:
                    yield name, _reason(error)
                    break


def _gradient(call: Call) -> None:
    """Compute the gradients of the outputs that require grad."""
    leaves = call.leaves()
    outputs = [output for output in call(*leaves) if output.requires_grad]
    if leaves and outputs:
        call.op.library.grad(outputs, leaves, [output.detach() for output in outputs], allow_unused=True)


def _reason(error: Exception) -> str:
    """Return what the spec says in `not_implemented(...)`."""
    found = _REASON.search(str(error))
    return next(filter(None, found.groups())) if found else str(error)


def _tried(calls: list[Call], mode: Callable[[Call], object]) -> str:
    """Return `YES` if a mode works with all calls, else what the error says."""
    try:
        for call in calls:
            mode(call)
    except (NotImplementedError, RuntimeError, TypeError, ValueError) as error:
        return _reason(error)
    return YES


def _kind_of_results(op: Op, calls: list[Call]) -> str:
    """Return why there is nothing to differentiate."""
    kinds = {array.dtype.kind for call in calls for array in op.arrays(_values(call))}
    if kinds == {"b"}:
        return "result is boolean"
    return "result is an integer" if kinds <= set("biu") else "result is constant"


def _values(call: Call) -> tuple[Any, ...]:
    return call.outputs(*[call.op.library.tensor(array.copy()) for array in call.arrays()])


def _reverse(call: Call, create_graph: bool = False) -> tuple[list[Any], list[Any]]:
    """Return leaves and the gradients that reach them."""
    leaves = call.leaves()
    outputs = [output for output in call(*leaves) if output.requires_grad]
    if not outputs:
        raise RuntimeError("no output requires grad")
    drawn = random_like("covector", call.op.arrays(outputs))
    covectors = [call.op.library.tensor(covector).requires_grad_() for covector in drawn]
    found = call.op.library.grad(outputs, leaves, covectors, create_graph=create_graph, allow_unused=True)
    return [*leaves, *covectors], [grad for grad in found if grad is not None]


def _double(call: Call) -> None:
    """Differentiate the gradients in leaves and incoming gradients, in which they are linear at least."""
    leaves, found = _reverse(call, create_graph=True)
    weights = random_like("second", call.op.arrays([grad.detach() for grad in found]))
    call.op.library.vjp_of_recorded(
        found, leaves, weights
    )  # a gradient that is zero everywhere has no history


def _forward(call: Call) -> None:
    call.op.library.jvp(call, call.leaves(), random_like("tangent", call.arrays()))


def _complex(op: Op, mode: Callable[[Call], object]) -> str:
    """Return `YES` if a mode works with complex numbers, or why not."""
    calls = list(_complex_calls(op))
    if not calls:
        return "no floating-point argument"
    return YES if _tried(calls, mode) == YES else "real numbers only"


def _complex_calls(op: Op) -> Iterator[Call]:
    for call in op.calls(np.complex128):
        if any(array.dtype.kind == "c" for array in _arrays(call)):
            yield call


def _arrays(call: Call) -> Iterator[Any]:
    for value in call.values.values():
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, list):
            yield from [item for item in value if isinstance(item, np.ndarray)]

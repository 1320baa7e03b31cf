"""Values and gradients of a call, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.probes import random_like
from .closeness import assert_close
from .op_call import Call

__all__ = ["Results", "agree", "explained", "gradients", "results"]

Array = NDArray[Any]


@dataclass(frozen=True)
class Results:
    """What a call gives: its outputs, and a gradient for every differentiated array."""

    outputs: list[Array]
    gradients: list[Array]

    @property
    def arrays(self) -> list[Array]:
        """The outputs, then the gradients."""
        return [*self.outputs, *self.gradients]


def results(call: Call, covectors: Sequence[Array] | None = None) -> Results:
    """Call the op and its backward, with random gradients of the outputs unless some are given."""
    leaves = call.leaves()
    outputs = call.outputs(*leaves)
    arrays = call.op.arrays(outputs)
    if not leaves or not (differentiable := call.op.differentiable(outputs)):
        return Results(arrays, [])
    if covectors is None:
        covectors = random_like("covector", call.op.arrays(differentiable))
    return Results(arrays, gradients(call, differentiable, leaves, covectors))


def gradients(
    call: Call, outputs: Sequence[Any], leaves: Sequence[Any], covectors: Sequence[Array]
) -> list[Array]:
    """Return the gradients of the leaves; zeros where none arrives."""
    for index, output in enumerate(outputs):
        if not output.requires_grad:
            raise AssertionError(
                f"expected output {index} to require grad, because an argument does; it does not"
            )
    library = call.op.library
    found = library.vjp(outputs, leaves, covectors, retain_graph=True)
    arrays = []
    for leaf, grad in zip(leaves, found, strict=True):
        wanted = library.array(leaf)
        array = np.zeros_like(wanted) if grad is None else library.array(grad)
        if array.shape != wanted.shape or array.dtype != wanted.dtype:
            raise AssertionError(
                f"expected a gradient of shape {wanted.shape} and dtype {wanted.dtype}, as the argument "
                "has, got "
                f"shape {array.shape} and dtype {array.dtype}"
            )
        arrays.append(array)
    return arrays


def agree(
    call: Call, what: str, got: Results, wanted: Results, rtol: float = 1e-9, atol: float = 1e-11
) -> None:
    """Raise unless outputs, and gradients if there are any, are equal up to rounding."""
    for number, (a, e) in enumerate(zip(got.outputs, wanted.outputs, strict=True)):
        _same(f"output {number} {what}", a, e, rtol, atol)
    places = call.places if got.gradients or wanted.gradients else []
    for (name, index), a, e in zip(places, got.gradients, wanted.gradients, strict=True):
        _same(f"gradient of {name}{'' if index is None else f'[{index}]'} {what}", a, e, rtol, atol)


def _same(what: str, actual: Array, expected: Array, rtol: float, atol: float) -> None:
    try:
        assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=True)
    except AssertionError as error:
        raise AssertionError(f"{what}: {error}") from None


@contextmanager
def explained(op: str, check: str, label: str) -> Iterator[None]:
    """Turn whatever goes wrong into an AssertionError that names op, check and sample."""
    try:
        yield
    except Exception as error:
        kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
        raise AssertionError(f"{op}: {check}: with {label}: {kind}{error}") from error

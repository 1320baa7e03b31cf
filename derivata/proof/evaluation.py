"""Values and gradients of a loaded op at many points at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.gradchecks import DERIVATA
from ..testing import OpCase
from ..testing.op_call import Call, Op
from ..testing.results import gradients

__all__ = ["Evaluation", "arrays_of", "jvp"]

Array = NDArray[Any]


def arrays_of(points: Sequence[Mapping[str, Any]], names: Sequence[str]) -> dict[str, Array]:
    """Return an array per tensor argument, with an element per point."""
    return {name: np.array([point[name] for point in points]) for name in names}


class Evaluation:
    """An elementwise op at points: an array of them per tensor argument.

    Parameters
    ----------
    case : OpCase
        The op.
    tensors : mapping
        The arrays.
    static : mapping
        The other arguments.
    """

    def __init__(self, case: OpCase, tensors: Mapping[str, Array], static: Mapping[str, Any]) -> None:
        dtypes = {name: np.dtype(str(static[name])) for name in static if case.kind(name) == "dtype"}
        self.call = Call(Op(case, DERIVATA), {**static, **dtypes, **tensors}, "")
        with np.errstate(all="ignore"):
            self.leaves = self.call.leaves()
            self.outputs = self.call.outputs(*self.leaves)
        self.result: Array = DERIVATA.array(self.outputs[0])

    @property
    def names(self) -> list[str]:
        """The arguments with gradients."""
        return [name for name, _ in self.call.places]

    def gradients(self, seed: complex) -> dict[str, Array]:
        """Return the gradient of every argument, for the same incoming gradient at all points."""
        covector = np.full(self.result.shape, seed, self.result.dtype)
        with np.errstate(all="ignore"):
            found = gradients(self.call, self.call.op.differentiable(self.outputs), self.leaves, [covector])
        return dict(zip(self.names, found, strict=True))

    def tangents(self, name: str, direction: complex) -> Array:
        """Return the tangent of the result, for the same tangent of one argument at all points."""
        argument = self.names.index(name)
        array = self.call.arrays()[argument]
        return jvp(self.call, argument, np.full(array.shape, direction, array.dtype))[0]


def jvp(call: Call, argument: int, direction: Array) -> list[Array]:
    """Return the tangents of the outputs for a tangent of one argument; zeros where there is none."""
    tangents = [direction if k == argument else None for k in range(len(call.places))]
    with np.errstate(all="ignore"):
        return DERIVATA.jvp(call, call.leaves(), tangents)

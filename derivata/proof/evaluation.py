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

__all__ = ["Evaluation", "arrays_of"]

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
        forward_ad = DERIVATA.forward_ad
        with np.errstate(all="ignore"), forward_ad.dual_level():
            leaves = [leaf.detach() for leaf in self.call.leaves()]
            index = self.names.index(name)
            array = self.call.arrays()[index]
            tangent = DERIVATA.tensor(np.full(array.shape, direction, array.dtype))
            leaves[index] = forward_ad.make_dual(leaves[index], tangent)
            output = self.call(*leaves)[0]
            found = forward_ad.unpack_dual(output).tangent
            return np.zeros_like(self.result) if found is None else DERIVATA.array(found).copy()

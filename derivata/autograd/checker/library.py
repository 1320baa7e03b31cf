"""The tensor library whose derivatives are checked, and its derivatives in terms of arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Library"]

Array = NDArray[Any]
Vectors = Sequence[Array | None]


@dataclass(frozen=True)
class Library:
    """The few functions that a check needs from a tensor library; the tests put another library in its place."""

    tensor_class: type
    array: Callable[[Any], Array]  # the memory of a tensor itself
    tensor: Callable[[Array], Any]
    grad: Callable[..., Any]
    forward_ad: Any  # the module with dual_level, make_dual and unpack_dual
    gradients_of_none: Callable[..., Any] | None = None  # of a library whose `grad` calls nothing with None

    def arrays(self, tensors: Sequence[Any], like: Sequence[Array]) -> list[Array]:
        """Return copies of derivatives, with zeros in place of None."""
        return [
            np.zeros_like(zeros) if tensor is None else self.array(tensor).copy()
            for tensor, zeros in zip(tensors, like, strict=True)
        ]

    def vjp(
        self, outputs: Sequence[Any], inputs: Sequence[Any], covectors: Sequence[Array], **options: Any
    ) -> list[Any]:
        """Return the gradient of each input, None where there is none; the options are those of `grad`."""
        seeds = [self.tensor(covector) for covector in covectors]
        return list(self.grad(list(outputs), list(inputs), seeds, allow_unused=True, **options))

    def vjp_of_recorded(
        self, outputs: Sequence[Any], inputs: Sequence[Any], covectors: Sequence[Array], **options: Any
    ) -> list[Any]:
        """Do the same for outputs of which some are constant: they are None, or do not require grad."""
        pairs = [
            (output, covector)
            for output, covector in zip(outputs, covectors, strict=True)
            if output is not None and output.requires_grad
        ]
        if not pairs:
            return [None] * len(inputs)
        recorded, seeds = zip(*pairs, strict=True)
        return self.vjp(recorded, inputs, seeds, **options)

    def duals(self, inputs: Sequence[Any], tangents: Vectors) -> list[Any]:
        """Return the inputs with copies of these tangents, inside of an open dual level."""
        return [
            value if tangent is None else self.forward_ad.make_dual(value, self.tensor(tangent.copy()))
            for value, tangent in zip(inputs, tangents, strict=True)
        ]

    def tangents(self, outputs: Sequence[Any]) -> list[Any]:
        """Return the tangent of each output, None where there is none."""
        return [None if output is None else self.forward_ad.unpack_dual(output).tangent for output in outputs]

    def jvp(self, func: Callable[..., Any], inputs: Sequence[Any], tangents: Vectors) -> list[Array]:
        """Return the tangent of each output of a function, in a dual level of its own; no graph is recorded."""
        with self.forward_ad.dual_level():
            outputs = func(*self.duals([value.detach() for value in inputs], tangents))
            return self.arrays(self.tangents(outputs), [self.array(output) for output in outputs])

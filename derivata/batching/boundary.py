"""Conversion between per-sample tensors, which a function sees, and tensors of all samples, which are differentiated.

A transform inside of `vmap` differentiates by tensors of all samples: no sample depends on another, so the gradient
of the sum over samples is that of each. What is the same for all samples is repeated first, so that each has its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..generated import ops
from ..runtime.modes.batching import batch_levels
from ..runtime.tensors.tensor import Tensor
from .finding import is_batched

if TYPE_CHECKING:
    from .level import Level


class Samples:
    """The open levels, and the conversion of tensors through all of them."""

    def __init__(self) -> None:
        self._levels: tuple[Level, ...] = batch_levels()

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of samples of the levels, the outermost first."""
        return tuple([level.size for level in self._levels])

    def whole(self, tensor: Any) -> Any:
        """Return a plain tensor of all samples of all levels, those of the outermost in front; None stays None."""
        if tensor is None:
            return None
        for level in reversed(self._levels):
            if is_batched(tensor, level):
                tensor = tensor.batch.whole
            elif isinstance(tensor, Tensor):
                tensor = ops.expand(tensor, (level.size, *tensor.shape))
        return tensor

    def wholes(self, tensors: Iterable[Any]) -> list[Any]:
        """Do so for several tensors."""
        return [self.whole(tensor) for tensor in tensors] if self._levels else list(tensors)

    def one(self, tensor: Any) -> Any:
        """Return the per-sample tensor that a function sees."""
        for level in self._levels if tensor is not None else ():
            tensor = level.batched(tensor)
        return tensor

    def ones(self, tensors: Sequence[Any]) -> list[Any]:
        """Do so for several tensors."""
        return [self.one(tensor) for tensor in tensors] if self._levels else list(tensors)

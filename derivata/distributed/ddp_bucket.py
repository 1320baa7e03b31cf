"""What a communication hook of DistributedDataParallel is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class GradBucket:
    """The gradients of some parameters, in one flat tensor.

    Parameters
    ----------
    index : int
        Its number, in the order in which buckets are reduced.
    buffer : Tensor
        The memory, with one dimension.
    gradients, parameters : list of Tensor
        The parts that are the gradients, and what they are the gradients of.
    last : bool
        Whether no bucket comes after it in this pass.
    numbers : list of int
        The places of the parameters among those of the model that require grad.
    """

    def __init__(
        self,
        index: int,
        buffer: Tensor,
        gradients: list[Tensor],
        parameters: list[Tensor],
        last: bool,
        numbers: list[int],
    ) -> None:
        self._index, self._buffer, self._last = index, buffer, last
        self._gradients, self._parameters, self._numbers = gradients, parameters, numbers

    def index(self) -> int:
        """Return the number of the bucket."""
        return self._index

    def buffer(self) -> Tensor:
        """Return the memory, as a tensor with one dimension; its elements may be overwritten."""
        return self._buffer

    def gradients(self) -> list[Tensor]:
        """Return the gradients, which are parts of the memory."""
        return self._gradients

    def parameters(self) -> list[Tensor]:
        """Return the parameters."""
        return self._parameters

    def numbers(self) -> list[int]:
        """Return the places of the parameters among those of the model that require grad, which never change."""
        return self._numbers

    def is_last(self) -> bool:
        """Tell whether this is the last bucket of the pass."""
        return self._last

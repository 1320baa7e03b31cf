"""Several dimensions made one, and one made several."""

from __future__ import annotations

from typing import Any

from ...runtime.tensors.tensor import Tensor
from ..module import Module


class Flatten(Module):
    """Make one dimension of several adjacent ones.

    Parameters
    ----------
    start_dim, end_dim : int
        First and last of them; negative values count from the end.

    Examples
    --------
    >>> nn.Flatten()(dv.ones(5, 3, 2, 2)).shape
    (5, 12)
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        """Flatten the dimensions; a view where strides allow."""
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        """Return the dimensions."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Make several dimensions of one: the inverse of `Flatten`.

    Parameters
    ----------
    dim : int
        The dimension.
    unflattened_size : tuple or list of ints
        What it becomes; one of the sizes may be -1.

    Examples
    --------
    >>> nn.Unflatten(1, (2, 5, 5))(dv.ones(3, 50)).shape
    (3, 2, 5, 5)
    """

    def __init__(self, dim: Any, unflattened_size: Any) -> None:
        super().__init__()
        sizes_are_ints = isinstance(unflattened_size, tuple | list) and all(
            isinstance(size, int) for size in unflattened_size
        )
        if not isinstance(dim, int) or not sizes_are_ints:
            raise TypeError(
                f"Unflatten: expected dim as an int and unflattened_size as a tuple of ints, got {dim!r} and "
                f"{unflattened_size!r}; dimensions have no names"
            )
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input: Tensor) -> Tensor:
        """Return a view with the other shape."""
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"

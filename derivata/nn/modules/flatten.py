"""Several dimensions made one, and one made several."""

from __future__ import annotations

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

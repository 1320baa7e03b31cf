"""Distances and similarities of pairs of vectors, as modules."""

from __future__ import annotations

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module


class PairwiseDistance(Module):
    """The distance between the vectors in the last dimension of two tensors.

    Parameters
    ----------
    p : float
        The order of the norm.
    eps : float
        Added to the differences.
    keepdim : bool
        Keep the last dimension, with length 1.

    Examples
    --------
    >>> nn.PairwiseDistance(eps=0.0)(dv.zeros(1, 2), dv.tensor([[3.0, 4.0]]))
    tensor([5.])
    """

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Return the distances of two tensors that broadcast."""
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"p={self.norm}, eps={self.eps}, keepdim={self.keepdim}"


class CosineSimilarity(Module):
    """The cosine of the angle between vectors along a dimension.

    Parameters
    ----------
    dim : int
        The dimension of the vectors.
    eps : float
        The least length that is divided by.

    Examples
    --------
    >>> nn.CosineSimilarity()(dv.ones(1, 2), dv.tensor([[0.0, 2.0]]))
    tensor([0.7071])
    """

    def __init__(self, dim: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Return the cosines for two tensors that broadcast."""
        return F.cosine_similarity(x1, x2, self.dim, self.eps)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"dim={self.dim}, eps={self.eps}"

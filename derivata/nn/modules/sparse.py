"""Layers that look values up."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter, empty, overwrite


class Embedding(Module):
    """A table of learned vectors, looked up by integers.

    Parameters
    ----------
    num_embeddings : int
        Rows of the table.
    embedding_dim : int
        Size of a vector.
    padding_idx : int, optional
        A row that starts as zeros and gets no gradient; negative values count from the end.
    max_norm : float, optional
        Vectors that are looked up and whose norm is larger are scaled to it, in the table itself.
    norm_type : float
        The order of that norm.
    scale_grad_by_freq : bool
        Divide the gradient of a vector by the number of times that it is looked up.
    sparse : bool
        Give the table sparse gradients: only of the rows that were looked up. `optim.SGD` and `optim.SparseAdam` take
        them.
    dtype : dtype, optional
        dtype of the table; the default dtype if not given.

    Attributes
    ----------
    weight : Parameter
        The table, of shape ``(num_embeddings, embedding_dim)``, drawn from the standard normal distribution.

    Examples
    --------
    >>> nn.Embedding(10, 3)(dv.tensor([[1, 2, 4, 5], [4, 3, 2, 9]])).shape
    (2, 4, 3)
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        *,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            raise ValueError(
                f"Embedding: expected padding_idx in [-{num_embeddings}, {num_embeddings}), got "
                f"{padding_idx}; it names a row of the table"
            )
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        self.max_norm, self.norm_type, self.scale_grad_by_freq = max_norm, norm_type, scale_grad_by_freq
        self.sparse = sparse
        self.weight = Parameter(empty((num_embeddings, embedding_dim), dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            overwrite(self.weight, 0, self.padding_idx)

    def forward(self, input: Tensor) -> Tensor:
        """Look up every integer of the input."""
        options = self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse
        return F.embedding(input, self.weight, self.padding_idx, *options)

    def extra_repr(self) -> str:
        """Return the arguments."""
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        sparse = ", sparse=True" if self.sparse else ""
        return f"{self.num_embeddings}, {self.embedding_dim}{padding}{sparse}"

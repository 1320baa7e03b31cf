"""Layers that look values up."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter
from ..values import empty, overwrite


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
    device : "cpu", optional
        The processor; there is no other.
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

    max_norm: float | None
    norm_type: float
    scale_grad_by_freq: bool

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Tensor | None = None,
        _freeze: bool = False,
        device: Any = None,
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
        self.padding_idx: int | None = None if padding_idx is None else padding_idx % num_embeddings
        self.max_norm, self.norm_type, self.scale_grad_by_freq = max_norm, norm_type, scale_grad_by_freq
        self.sparse = sparse
        self.weight: Parameter = Parameter(given_table(self, _weight, dtype, device), not _freeze)
        if _weight is None:
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

    @classmethod
    def from_pretrained(
        cls,
        embeddings: Tensor,
        freeze: bool = True,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
    ) -> Self:
        """Return a module whose table is a matrix that is there already.

        Parameters
        ----------
        embeddings : Tensor
            The table, of shape ``(num_embeddings, embedding_dim)``, which is shared.
        freeze : bool
            Whether it stays what it is in training.
        padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse
            As of the class.

        Examples
        --------
        >>> table = dv.tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> nn.Embedding.from_pretrained(table)(dv.tensor([1])).tolist()
        [[3.0, 4.0]]
        """
        check_table("Embedding", embeddings)
        rows, width = embeddings.shape
        options = padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse
        return cls(rows, width, *options, _weight=embeddings, _freeze=freeze)


def check_table(module: str, embeddings: Tensor) -> None:
    """Raise for a table that is no matrix."""
    if embeddings.ndim != 2:
        raise ValueError(
            f"{module}.from_pretrained: expected a table of 2 dimensions, got shape {embeddings.shape}"
        )


def given_table(module: Any, weight: Tensor | None, dtype: np.dtype[Any] | None, device: Any) -> Tensor:
    """Return the table that was given, or an uninitialised one."""
    shape = module.num_embeddings, module.embedding_dim
    if weight is None:
        return empty(shape, dtype, device)
    if weight.shape != shape:
        raise ValueError(f"{type(module).__name__}: expected a _weight of shape {shape}, got {weight.shape}")
    return weight

"""A table of vectors of which bags are reduced."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import init
from ..embedding_bag import embedding_bag
from ..module import Module
from ..parameter import Parameter
from ..values import overwrite
from .sparse import check_table, given_table


class EmbeddingBag(Module):
    """A table of learned vectors of which sums, means or maxima are looked up: see `nn.functional.embedding_bag`.

    Parameters
    ----------
    num_embeddings, embedding_dim : int
        Rows of the table, and the size of a vector.
    max_norm, norm_type, scale_grad_by_freq
        As of `Embedding`.
    mode : {"sum", "mean", "max"}
        What is made of the vectors of a bag.
    sparse : bool
        Give the table sparse gradients.
    include_last_offset : bool
        Whether offsets end with the number of indices.
    padding_idx : int, optional
        An index that does not count; its row starts as zeros.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the table; the default dtype if not given.

    Examples
    --------
    >>> nn.EmbeddingBag(10, 3, mode="sum")(dv.tensor([1, 2, 4, 5]), dv.tensor([0, 3])).shape
    (2, 3)
    """

    num_embeddings: int
    embedding_dim: int
    max_norm: float | None
    norm_type: float
    scale_grad_by_freq: bool
    mode: str
    sparse: bool
    include_last_offset: bool

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        _weight: Tensor | None = None,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.max_norm, self.norm_type, self.scale_grad_by_freq = max_norm, norm_type, scale_grad_by_freq
        self.mode, self.sparse, self.include_last_offset = mode, sparse, include_last_offset
        self.padding_idx: int | None = None if padding_idx is None else padding_idx % num_embeddings
        self.weight: Parameter = Parameter(given_table(self, _weight, dtype, device))
        if _weight is None:
            self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the table from the standard normal distribution."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            overwrite(self.weight, 0, self.padding_idx)

    @classmethod
    def from_pretrained(
        cls,
        embeddings: Tensor,
        freeze: bool = True,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
    ) -> Self:
        """Return a module whose table is a matrix that is there already.

        Parameters
        ----------
        embeddings : Tensor
            The table, of shape ``(num_embeddings, embedding_dim)``, which is shared.
        freeze : bool
            Whether it stays what it is in training.
        max_norm, norm_type, scale_grad_by_freq, mode, sparse, include_last_offset, padding_idx
            As of the class.

        Examples
        --------
        >>> table = dv.tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> nn.EmbeddingBag.from_pretrained(table)(dv.tensor([[0, 1]])).tolist()
        [[2.0, 3.0]]
        """
        check_table("EmbeddingBag", embeddings)
        rows, width = embeddings.shape
        options = max_norm, norm_type, scale_grad_by_freq, mode, sparse
        made = cls(rows, width, *options, embeddings, include_last_offset, padding_idx)
        made.weight.requires_grad_(not freeze)
        return made

    def forward(
        self, input: Tensor, offsets: Tensor | None = None, per_sample_weights: Tensor | None = None
    ) -> Tensor:
        """Look up bags of vectors."""
        return embedding_bag(
            input,
            self.weight,
            offsets,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            mode=self.mode,
            sparse=self.sparse,
            per_sample_weights=per_sample_weights,
            include_last_offset=self.include_last_offset,
            padding_idx=self.padding_idx,
        )

    def extra_repr(self) -> str:
        """Return the sizes and what differs from the defaults."""
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}, mode={self.mode!r}{padding}"

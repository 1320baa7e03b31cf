"""Looking up rows of a table, with the gradient of the table dense or sparse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..autograd.custom.function import Function
from ..generated.ops import _embedding_select
from ..generated.ops import embedding as dense_embedding
from ..runtime.tensors.tensor import Tensor
from ..support.promotion import operand
from .embedding_options import divide_by_frequency, shorten_rows

if TYPE_CHECKING:
    from ..sparse.tensor import SparseTensor

TensorLike = Any  # Tensor, ndarray or number


def embedding(
    input: TensorLike,
    weight: TensorLike,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """Return the rows of the table `weight` that the indices `input` name.

    Parameters
    ----------
    input : Tensor
        Integers, of any shape.
    weight : Tensor
        The table, of shape (num_embeddings, embedding_dim).
    padding_idx : int, optional
        A row that gets no gradient; negative values count from the end.
    max_norm : float, optional
        Rows that are looked up and whose norm is larger are scaled to this norm, in the table itself.
    norm_type : float
        The order of that norm.
    scale_grad_by_freq : bool
        Divide the gradient of a row by the number of times that it is looked up.
    sparse : bool
        Give the table a sparse gradient: a row for each index, instead of the whole table. `optim.SGD` and
        `optim.SparseAdam` take it.

    Returns
    -------
    Tensor
        Of shape ``(*input.shape, embedding_dim)``.

    Raises
    ------
    IndexError
        If an index names no row.
    RuntimeError
        If the indices are no integers, or the table is no matrix.

    Examples
    --------
    >>> table = dv.zeros(1000, 2, requires_grad=True)
    >>> nn.functional.embedding(dv.tensor([3, 5]), table, sparse=True).sum().backward()
    >>> table.grad
    tensor(indices=tensor([[3, 5]]),
           values=tensor([[1., 1.],
                          [1., 1.]]),
           size=(1000, 2), nnz=2, layout=derivata.sparse_coo)
    """
    if not sparse and max_norm is None and not scale_grad_by_freq:
        return dense_embedding(weight, input, padding_idx)
    indices, table = operand("embedding", "input", input), operand("embedding", "weight", weight)
    if max_norm is not None:
        shorten_rows(table, indices, max_norm, norm_type)
    look_up: Any = Embedding.apply if sparse else _dense
    rows: Tensor = look_up(indices, table, padding_idx)
    return divide_by_frequency(rows, indices) if scale_grad_by_freq else rows


def _dense(indices: Tensor, table: Tensor, padding_idx: int | None) -> Tensor:
    return dense_embedding(table, indices, padding_idx)


class Embedding(Function):
    """The lookup whose backward gives the table a sparse gradient, uncoalesced."""

    @staticmethod
    def forward(ctx: Any, input: Tensor, weight: Tensor, padding_idx: int | None) -> Tensor:
        """Look up."""
        result = dense_embedding(weight, input, padding_idx)
        ctx.save_for_backward(input)
        ctx.save_for_forward(input)
        ctx.shape, ctx.padding_idx = weight.shape, padding_idx
        return result

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[None, SparseTensor, None]:
        """Store the gradient of each row that was looked up, except for the padding."""
        from ..sparse.tensor import sparse_rows

        rows, width = ctx.shape
        (indices,) = ctx.saved_tensors
        numbers = indices.detach().numpy().reshape(-1)
        values = grad.reshape(numbers.size, width)
        if ctx.padding_idx is not None:
            (kept,) = (numbers != ctx.padding_idx % rows).nonzero()
            numbers, values = numbers[kept], values[kept]
        return None, sparse_rows(numbers, values, ctx.shape), None

    @staticmethod
    def jvp(ctx: Any, input_t: None, weight_t: Tensor, padding_idx_t: None) -> Tensor:
        """Look up in the tangent of the table."""
        (indices,) = ctx.saved_tensors
        return _embedding_select(weight_t, indices, ctx.padding_idx)

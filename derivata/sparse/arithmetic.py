"""Arithmetic of sparse tensors: sums with sparse and dense ones, products with numbers."""

from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from ..arrays.indexing.rows import add_rows
from ..runtime.graph.node import Array
from ..runtime.graph.tensor_base import wrap
from ..runtime.graph.versions import bump
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import NUMBERS
from ..support.promotion import operand, result_dtype
from .rows import gathered, joined, traced

if TYPE_CHECKING:
    from .tensor import SparseTensor


class Arithmetic:
    """The operators of a sparse tensor; a mixin of SparseTensor."""

    __slots__ = ()

    def add(self, other: Any, *, alpha: complex = 1) -> Tensor:
        """Return the sum: sparse with a sparse tensor, dense with a dense one of the same shape."""
        return added(cast("SparseTensor", self), other, alpha)

    def sub(self, other: Any, *, alpha: complex = 1) -> Tensor:
        """Return the difference."""
        return added(cast("SparseTensor", self), other, -alpha)

    def mul(self, other: Any) -> "SparseTensor":
        """Return the product with a number, or element by element with a dense tensor of the same shape."""
        tensor = cast("SparseTensor", self)
        return tensor.with_values(tensor._value * _factor(tensor, "mul", other))

    def div(self, other: Any) -> "SparseTensor":
        """Return the quotient by a number."""
        tensor = cast("SparseTensor", self)
        if isinstance(other, Tensor | np.ndarray) and other.shape:
            raise RuntimeError(
                f"div: a sparse tensor can only be divided by a number, got a divisor of shape {other.shape}"
            )
        return tensor.with_values(tensor._value / _factor(tensor, "div", other))

    def neg(self) -> "SparseTensor":
        """Return the negative."""
        tensor = cast("SparseTensor", self)
        return tensor.with_values(-tensor._value)

    def mm(self, mat2: Any) -> Tensor:
        """Return the product with a dense matrix or vector; see `derivata.sparse.mm`."""
        from .products import mm

        return mm(cast("SparseTensor", self), mat2)

    def matmul(self, other: Any) -> Tensor:
        """Return the product with a dense matrix or vector, as `@` does."""
        return self.mm(other)

    def mv(self, vec: Any) -> Tensor:
        """Return the product with a dense vector."""
        return self.mm(vec)

    def add_(self, other: Any, *, alpha: complex = 1) -> Self:
        """Add a sparse tensor in place: this object, with the values of both."""
        return self._replace("add_", self.add(other, alpha=alpha))

    def sub_(self, other: Any, *, alpha: complex = 1) -> Self:
        """Subtract a sparse tensor in place."""
        return self._replace("sub_", self.sub(other, alpha=alpha))

    def mul_(self, other: Any) -> Self:
        """Multiply in place."""
        return self._replace("mul_", self.mul(other))

    def div_(self, other: Any) -> Self:
        """Divide in place by a number."""
        return self._replace("div_", self.div(other))

    def zero_(self) -> Self:
        """Drop all stored values."""
        tensor = cast("SparseTensor", self)
        return self._replace(
            "zero_", tensor.with_parts(tensor._index[:, :0], tensor._value.detach()[:0], True)
        )

    def added_to(self, array: Array) -> Array:
        """Add this tensor to an array in place; return the array."""
        return dense_sum(array, cast("SparseTensor", self))

    def added_to_waiting(self, waiting: "Array | Tensor") -> "Array | Tensor":
        """Return the sum of a gradient that waits and this one: sparse if both are."""
        if isinstance(waiting, Tensor):
            return waiting + cast("SparseTensor", self)
        return self.added_to(np.array(waiting))

    def taken_over(self) -> "SparseTensor":
        """Return this gradient for a leaf to keep: a copy, unless nobody else refers to it."""
        return cast("SparseTensor", self).clone()

    def beside_dense(self, op: str) -> Tensor:
        """Return this tensor as the second operand of an op with a dense first one: dense for sums."""
        tensor = cast("SparseTensor", self)
        return tensor.to_dense() if op in ("add", "sub") else tensor

    def _replace(self, op: str, result: Tensor) -> Self:
        """Replace indices and values by those of a result; the memory of the old ones does not change."""
        tensor = cast("SparseTensor", self)
        if not result.is_sparse or result.dtype != tensor.dtype:
            kind = "a sparse" if result.is_sparse else "a dense"
            raise RuntimeError(
                f"{op}: the result, {kind} tensor of {result.dtype}, cannot be stored in a sparse tensor of "
                f"{tensor.dtype}; use the op without the underscore"
            )
        replacement = cast("SparseTensor", result)
        bump(tensor)
        tensor._index, tensor._value = replacement._index, replacement._value
        tensor._coalesced = replacement._coalesced
        return self

    __add__ = add
    __radd__ = add
    __sub__ = sub
    __mul__ = mul
    __rmul__ = mul
    __truediv__ = div
    __neg__ = neg
    __matmul__ = mm
    __iadd__ = add_
    __isub__ = sub_
    __imul__ = mul_
    __itruediv__ = div_

    def __rsub__(self, other: Any) -> Tensor:
        return self.neg().add(other)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Serve ``array + sparse`` and its like by the operator."""
        own = _UFUNCS.get(ufunc.__name__) if method == "__call__" and not options else None
        if own is None:
            raise TypeError(
                f"np.{ufunc.__name__}: is not defined for a sparse tensor; call .to_dense() first"
            )
        if inputs[0] is self:
            return getattr(self, own[0])(*inputs[1:])
        return getattr(self, own[1])(inputs[0])


_UFUNCS = {
    "add": ("__add__", "__radd__"),
    "subtract": ("__sub__", "__rsub__"),
    "multiply": ("__mul__", "__rmul__"),
    "divide": ("__truediv__", "__rtruediv__"),
    "negative": ("__neg__", ""),
}


def added(tensor: "SparseTensor", other: Any, alpha: complex) -> Tensor:
    """Return ``tensor + alpha * other``."""
    if isinstance(other, NUMBERS):
        raise RuntimeError(
            "add: add(sparse, dense) is not supported for a number, because every element would change; use "
            ".to_dense() first"
        )
    other = operand("add", "other", other)
    if other.shape != tensor.shape:
        raise RuntimeError(
            f"add: expected sizes of 'self' and 'other' to match, but {tensor.shape} != {other.shape}; sparse tensors "
            "are not broadcast"
        )
    if alpha != 1:
        other = other * alpha
    if other.is_sparse:
        return sparse_sum(tensor, other)
    if traced(tensor._value, other):
        return cast(Tensor, other + tensor.to_dense())
    dtype = result_dtype([tensor, other])
    return wrap(dense_sum(other._array.astype(dtype, order="C"), tensor))


def sparse_sum(first: "SparseTensor", second: "SparseTensor") -> "SparseTensor":
    """Return the sum of two sparse tensors: the values of both, or coalesced ones merged."""
    if first.sparse_dim() != second.sparse_dim():
        raise RuntimeError(
            f"add: expected tensors with the same number of sparse dimensions, got {first.sparse_dim()} and "
            f"{second.sparse_dim()}; convert one with .to_sparse({first.sparse_dim()})"
        )
    dtype = result_dtype([first, second])
    first, second = first.to(dtype), second.to(dtype)
    index = wrap(np.concatenate((first._index._array, second._index._array), axis=1))
    total = first.with_parts(index, joined(first._value, second._value), False)
    merged = first._coalesced and second._coalesced
    return total.coalesce() if merged or index.shape[1] * first.dense_numel() > first.numel() else total


def dense_sum(array: Array, tensor: "SparseTensor") -> Array:
    """Add a sparse tensor to an array in place; return the array."""
    table = _as_table(array, tensor)
    if table is not None:
        add_rows(table, tensor.row_numbers(), tensor._value._array)
    else:
        unique = tensor.coalesce()
        array[tuple(unique._index._array)] += unique._value._array
    return array


def _as_table(array: Array, tensor: "SparseTensor") -> Array | None:
    """Return the array as rows in the same memory, None where its strides do not allow it."""
    if not array.flags.c_contiguous or tensor._value.dtype != array.dtype:
        return None
    rows = 1
    for size in array.shape[: tensor.sparse_dim()]:
        rows *= size
    return array.reshape(rows, tensor.dense_numel())


def _factor(tensor: "SparseTensor", op: str, other: Any) -> Any:
    """Return what the stored values are to be multiplied with: a number, or the elements of a dense tensor there."""
    if isinstance(other, NUMBERS):
        return other
    other = operand(op, "other", other)
    if other.is_sparse:
        raise NotImplementedError(f"{op}: two sparse tensors: Could not run; make one dense with .to_dense()")
    if not other.shape:
        return other
    if other.shape != tensor.shape:
        raise RuntimeError(
            f"{op}: expected a number or a tensor of shape {tensor.shape}, got shape {other.shape}; sparse tensors "
            "are not broadcast"
        )
    return gathered(other, tensor.row_numbers(), tensor.sparse_dim())

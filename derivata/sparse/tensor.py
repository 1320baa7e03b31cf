"""The sparse tensor: indices of the rows that are stored, and their values."""

from math import prod
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ..arrays.dtypes import as_dtype
from ..arrays.indexing.rows import row_indices, row_numbers
from ..arrays.shapes.memory_formats import check_memory_format
from ..runtime.graph.node import Array, Node
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.devices import dtype_of_to
from ..support.joint_signature import with_forms_of_to
from ..tensor_methods.layouts import Layout
from .arithmetic import Arithmetic
from .rows import scattered

if TYPE_CHECKING:
    pass


class DenseOnly(NotImplementedError):
    """Error for dense memory asked of a sparse tensor; it names the function, which it finds in its traceback."""

    def __str__(self) -> str:
        names = [frame.f_code.co_name for frame, _ in walk_tb(self.__traceback__)][
            :-1
        ]  # the last is the property
        caller = next((name for name in reversed(names) if not name.startswith("<")), "numpy")
        return (
            f"{caller}: expected a dense tensor, got a sparse one of shape {self.args[0]}: Could not run '{caller}' "
            "with arguments from the 'SparseCPU' backend; use Tensor.to_dense() first, sparse.mm for products, or its "
            "values()"
        )


class SparseTensor(Arithmetic, Tensor):
    """A tensor in coordinate format, of which only some elements, rows or blocks are stored.

    `sparse_coo_tensor` and `Tensor.to_sparse` make them, and so does the backward of an embedding with ``sparse=True``.
    The values are an ordinary tensor, so what is computed from a sparse tensor has the history of its values.

    Attributes
    ----------
    shape : tuple of int
        The sizes of the sparse dimensions, then those of the dense ones.
    dtype : numpy.dtype
    is_sparse : bool
        True.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.sparse_coo_tensor([[0, 2]], [1.0, 5.0], (4,))
    >>> x.to_dense()
    tensor([1., 0., 5., 0.])
    """

    # _edge stays None: a gradient flows through the values.
    __slots__ = ("_coalesced", "_index", "_value")

    _index: Tensor  # int64, of shape (sparse_dim, nnz)
    _value: Tensor  # of shape (nnz, *dense sizes)
    _coalesced: bool

    is_sparse: ClassVar[bool] = True

    @property
    def _array(self) -> Array:  # type: ignore[override]
        """Refuse: the caller needs dense memory."""
        raise DenseOnly(self.shape)

    @property
    def layout(self) -> Layout:
        """The memory layout: ``derivata.sparse_coo``."""
        return Layout.SPARSE_COO

    @property  # type: ignore[misc]
    def requires_grad(self) -> bool:  # type: ignore[override]
        """Whether the values have a history."""
        return self._value.requires_grad

    @property
    def grad_fn(self) -> Node | None:
        """The node that computed the values."""
        return self._value.grad_fn

    @property
    def is_leaf(self) -> bool:
        """Whether no gradient flows through this tensor: a sparse tensor is never a leaf that requires grad."""
        return not self.requires_grad

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Refuse: the values are what can require grad."""
        if requires_grad != self.requires_grad:
            raise RuntimeError(
                "requires_grad_: a sparse tensor cannot be a leaf that requires grad; make it with "
                "sparse_coo_tensor from values that require grad"
            )
        return self

    def backward(
        self,
        gradient: Any = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        inputs: Any = None,
    ) -> None:
        """Compute gradients as `Tensor.backward` does, from the dense form."""
        self.to_dense().backward(gradient, retain_graph, create_graph, inputs)

    @property  # type: ignore[misc]
    def data(self) -> "SparseTensor":  # type: ignore[override]
        """The same memory without history."""
        return self.detach()

    @property
    def base(self) -> Array:
        """The array whose memory this is, as of a NumPy view: it tells the engine not to write here."""
        return self._value._array

    def sparse_dim(self) -> int:
        """Return the number of dimensions that indices are stored for."""
        return self._index.shape[0]

    def dense_dim(self) -> int:
        """Return the number of dimensions of a stored value."""
        return len(self._value.shape) - 1

    def _nnz(self) -> int:
        return self._index.shape[1]

    def dense_numel(self) -> int:
        """Return the number of elements of a stored value."""
        return prod(self._value.shape[1:])

    def numel(self) -> int:
        """Return the number of elements, stored or not."""
        return prod(self.shape)

    def _indices(self) -> Tensor:
        return self._index

    def _values(self) -> Tensor:
        return self._value

    def indices(self) -> Tensor:
        """Return the indices of a coalesced tensor, a column for each stored value."""
        return self._checked("indices")._index

    def values(self) -> Tensor:
        """Return the stored values of a coalesced tensor."""
        return self._checked("values")._value

    def _checked(self, what: str) -> Self:
        if not self._coalesced:
            raise RuntimeError(
                f"{what}: Cannot get {what} on an uncoalesced tensor, please call .coalesce() first; _{what}() gives "
                "them as they are"
            )
        return self

    def is_coalesced(self) -> bool:
        """Tell whether the indices are known to be sorted and without repeats."""
        return self._coalesced

    def row_numbers(self) -> Array:
        """Return the row-major number of each stored value among all that the sparse dimensions have."""
        return row_numbers(self._index._array, self.shape[: self.sparse_dim()])

    def coalesce(self) -> "SparseTensor":
        """Return the tensor with sorted indices and the values of repeated ones summed; itself if it is so already."""
        if self._coalesced:
            return self
        numbers, places = np.unique(self.row_numbers(), return_inverse=True)
        value = scattered(self._value, places, (numbers.size, *self._value.shape[1:]), 1)
        indices = row_indices(numbers, self.shape[: self.sparse_dim()])
        return sparse(wrap(indices), value, self.shape, True)

    def to_dense(self) -> Tensor:
        """Return the tensor with all its elements, differentiable by the values."""
        return scattered(self._value, self.row_numbers(), self.shape, self.sparse_dim())

    def to_sparse(self, sparse_dim: int | None = None) -> "SparseTensor":
        """Return the tensor itself, or with another number of sparse dimensions."""
        if sparse_dim is None or sparse_dim == self.sparse_dim():
            return self
        return self.to_dense().to_sparse(sparse_dim)

    def with_values(self, value: Tensor) -> "SparseTensor":
        """Return a tensor with the same indices and other values."""
        return sparse(self._index, value, self.shape, self._coalesced)

    def detach(self) -> "SparseTensor":
        """Return a tensor without history on the same memory."""
        return self.with_values(self._value.detach())

    def clone(self, *, memory_format: str | None = None) -> "SparseTensor":
        """Return a copy of indices and values, differentiable by the values."""
        check_memory_format(memory_format)
        return sparse(self._index.clone(), self._value.clone(), self.shape, self._coalesced)

    @with_forms_of_to
    def to(self, *args: Any, **options: Any) -> "SparseTensor":
        """Return the tensor with values of another dtype; see `Tensor.to`."""
        dtype, _, copy = dtype_of_to(args, options)
        dtype = self.dtype if dtype is None else as_dtype(dtype)
        if not copy and dtype == self.dtype:
            return self
        index = self._index.clone() if copy else self._index
        return sparse(index, self._value.to(dtype, copy=copy), self.shape, self._coalesced)

    def with_parts(self, index: Tensor, value: Tensor, coalesced: bool) -> "SparseTensor":
        """Return a tensor of this shape on other indices and values."""
        return sparse(index, value, self.shape, coalesced)

    if TYPE_CHECKING:  # set by `scipy`

        def to_scipy(self, format: str = "coo") -> Any:
            """Return a SciPy sparse array."""

        @staticmethod
        def from_scipy(matrix: Any) -> "SparseTensor":
            """Return a SciPy sparse matrix or array as a sparse tensor."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        if self.requires_grad:
            raise RuntimeError("pickle: only leaf tensors can be pickled; use .detach() first")
        return restore, (self._index._array, self._value._array, self.shape, self._coalesced)

    def __copy__(self) -> Self:
        return self.with_values(self._value)  # type: ignore[return-value]

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        if self.requires_grad:
            raise RuntimeError("deepcopy: only leaf tensors can be copied deeply; use .detach().clone()")
        copy = memo[id(self)] = self.clone()
        return copy  # type: ignore[return-value]

    def __repr__(self) -> str:
        from .text import sparse_text

        return sparse_text(self)


def sparse(index: Tensor, value: Tensor, shape: tuple[int, ...], coalesced: bool) -> SparseTensor:
    """Return a sparse tensor on valid indices and values, without checking them."""
    tensor = object.__new__(SparseTensor)
    tensor._index = index
    tensor._value = value
    tensor._coalesced = coalesced
    tensor._shape = shape
    tensor._dtype = value.dtype
    tensor._edge = None
    tensor._counter = 0
    tensor._extra = None
    return tensor


def sparse_rows(numbers: Array, value: Tensor, shape: tuple[int, ...]) -> SparseTensor:
    """Return a sparse tensor of rows by their numbers, which are copied."""
    return sparse(wrap(np.array(numbers[None], np.int64)), value, shape, False)


def restore(indices: Array, values: Array, shape: tuple[int, ...], coalesced: bool) -> SparseTensor:
    """Return the sparse tensor that was pickled (pickles name this function)."""
    return sparse(wrap(indices), wrap(values), shape, coalesced)

"""Products of SciPy's sparse matrices, which are constants, with tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import numpy as np

from ...autograd import Function
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..library import library


def matmul(a: Any, b: Any) -> Tensor:
    """Return the product of a sparse matrix of SciPy's and a tensor, in either order: what ``a @ b`` is.

    Parameters
    ----------
    a, b : scipy.sparse array or matrix of any format, and tensor
        One of them is sparse, and a constant; the tensor has one or two dimensions.

    Returns
    -------
    tensor
        With derivatives by the tensor, reverse and forward, of every order.

    Raises
    ------
    TypeError
        If not exactly one is a tensor and the other one sparse.
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import derivata as dv, scipy.sparse
    >>> a = scipy.sparse.csr_array([[0.0, 2.0], [1.0, 0.0]])
    >>> x = dv.tensor([1.0, 3.0], dtype=dv.float64, requires_grad=True)
    >>> dv.scipy.sparse.matmul(a, x)
    tensor([6., 1.], dtype=float64, grad_fn=<_ProductBackward>)
    >>> dv.autograd.grad((x @ a).sum(), x)[0].tolist()  # importing derivata.scipy.sparse gave both sides the operator
    [2.0, 1.0]
    """
    issparse = library("sparse", "matmul").issparse
    if issparse(a) and isinstance(b, Tensor):
        return _product(a, b)
    if issparse(b) and isinstance(a, Tensor):
        return _product(b.T, a.mT).mT if a.ndim == 2 else _product(b.T, a)
    raise TypeError(
        f"matmul: expected a sparse matrix of SciPy's and a Tensor, got {type(a).__name__} and {type(b).__name__}; "
        "use derivata.matmul for tensors"
    )


def _product(matrix: Any, x: Tensor) -> Tensor:
    if matrix.ndim != 2 or x.ndim not in (1, 2) or matrix.shape[1] != x.shape[0]:
        raise ValueError(
            f"matmul: expected a sparse matrix of shape (m, n) and a tensor of n rows, got {matrix.shape} and "
            f"{x.shape}; transpose one of them"
        )
    found = _Product.apply(matrix, x.to(np.result_type(matrix.dtype, x.dtype)))
    assert isinstance(found, Tensor)
    return found


class _Product(Function):
    """A constant matrix times rows."""

    generate_vmap_rule = True

    @staticmethod
    def forward(matrix: Any, x: Tensor) -> Tensor:
        return wrap(np.asarray(matrix @ x._array))

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.matrix = inputs[0]

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        return None, _Product.apply(ctx.matrix.conj().T, grad)

    @staticmethod
    def jvp(ctx: Any, _: Any, change: Tensor) -> Any:
        return _Product.apply(ctx.matrix, change)


def _with_tensors(operator: Callable[..., Any], sparse_first: bool, issparse: Callable[..., bool]) -> Any:
    """Return an operator of a class that takes the other one as well."""

    @wraps(operator)
    def product(self: Any, other: Any) -> Any:
        if isinstance(other, Tensor) if issparse(self) else issparse(other):
            return matmul(self, other) if sparse_first else matmul(other, self)
        return operator(self, other)

    return product


def install() -> None:
    """Give SciPy's sparse classes, and Tensor, operators that know each other: SciPy has no protocol for it.

    ``A @ x`` would ask for the array of `x`, which a tensor with history refuses, before `x` is asked for its operator.
    """
    sparse = library("sparse", "derivata.scipy.sparse")
    for owner, name in [*_operators(sparse), (Tensor, "__matmul__"), (Tensor, "__rmatmul__")]:
        setattr(owner, name, _with_tensors(getattr(owner, name), name[2] != "r", sparse.issparse))


def _operators(sparse: Any) -> Iterator[tuple[type, str]]:
    """Yield each class of SciPy's that defines a product of matrices: `*` is one of the older classes."""
    kinds = [getattr(sparse, f"{form}_{kind}") for form in _FORMATS for kind in ("array", "matrix")]
    for owner in dict.fromkeys(base for kind in kinds for base in kind.__mro__):
        old = owner is sparse.spmatrix
        for name in ("__matmul__", "__rmatmul__", *(("__mul__", "__rmul__") if old else ())):
            if name in vars(owner):
                yield owner, name


_FORMATS = ("bsr", "coo", "csc", "csr", "dia", "dok", "lil")

install()

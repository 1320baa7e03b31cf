"""Functions whose results depend on flags: distinct elements, nonzero ones, histograms, factors. Methods too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..generated import ops as _ops
from ..runtime.modes.batching import any_batched
from ..runtime.tensors.tensor import Tensor
from ..support.memory_access import into_several
from ..support.samples import by_sample

__all__ = ["histogram", "lu", "nonzero", "nonzero_static", "unique", "unique_consecutive"]

TensorLike = Any  # Tensor, ndarray or number
Chosen = Any  # a Tensor or a tuple of them, by the flags


def unique(
    input: TensorLike,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Chosen:
    """Return the distinct elements, or the distinct slices along `dim`, in order.

    Parameters
    ----------
    input : Tensor
        Of a real dtype. Every NaN is distinct.
    sorted : bool
        Accepted as in PyTorch: the result is in order anyway.
    return_inverse : bool
        Also return where each element of `input` is in the result.
    return_counts : bool
        Also return how often each element of the result occurs.
    dim : int, optional
        The dimension whose slices are compared; without it the flattened elements are.

    Returns
    -------
    Tensor or tuple of Tensors
        The distinct elements; then, if asked for, the int64 inverse, of the shape of `input` or, with `dim`, one
        number for each slice; then the int64 counts.

    Raises
    ------
    RuntimeError
        If `dim` is given and another dimension has length 0.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.unique(dv.tensor([3, 1, 3]), return_counts=True)
    (tensor([1, 3]), tensor([1, 2]))
    """
    return _chosen(_ops._unique(input, dim, return_inverse), return_inverse, return_counts)


def unique_consecutive(
    input: TensorLike, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Chosen:
    """Return the first of each run of equal elements, or of equal slices along `dim`.

    Parameters
    ----------
    input : Tensor
        Of any dtype. Every NaN is distinct.
    return_inverse : bool
        Also return in which run each element of `input` is.
    return_counts : bool
        Also return how long each run is.
    dim : int, optional
        The dimension whose slices are compared; without it the flattened elements are.

    Returns
    -------
    Tensor or tuple of Tensors
        As those of `unique`.

    Raises
    ------
    RuntimeError
        If `dim` is given and another dimension has length 0.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.unique_consecutive(dv.tensor([1, 1, 2, 1]), return_counts=True)
    (tensor([1, 2, 1]), tensor([2, 1, 1]))
    """
    return _chosen(_ops._unique_consecutive(input, dim), return_inverse, return_counts)


def nonzero(input: TensorLike, *, out: Tensor | None = None, as_tuple: bool = False) -> Chosen:
    """Return the indices of the elements that are not zero.

    Parameters
    ----------
    input : Tensor
        Of any dtype.
    out : Tensor, optional
        What the indices are written into.
    as_tuple : bool
        Return a tensor for each dimension, by which `input` can be indexed; of a 0-d tensor, as if it had one.

    Returns
    -------
    Tensor or tuple of Tensors
        int64: a row of indices for each element, or a tuple of the columns.

    Raises
    ------
    TypeError
        If `out` is given together with `as_tuple`.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([[0, 5], [7, 0]])
    >>> dv.nonzero(x)
    tensor([[0, 1],
            [1, 0]])
    >>> x[dv.nonzero(x, as_tuple=True)]
    tensor([5, 7])
    """
    if not as_tuple:
        return _ops.argwhere(input, out=out)
    if out is not None:
        raise TypeError("nonzero: out must be None with as_tuple=True, whose result is no single tensor")
    rows = _ops.argwhere(input.reshape(-1) if not input.ndim else input)
    return tuple(_ops.unbind(rows, 1))


def nonzero_static(input: TensorLike, *, size: int, fill_value: int = -1) -> Tensor:
    """Return the indices of the elements that are not zero, in a fixed number of rows.

    Parameters
    ----------
    input : Tensor
        Of any dtype.
    size : int
        The number of rows: further elements are left out.
    fill_value : int
        What the rows hold that no element is left for.

    Returns
    -------
    Tensor
        int64, of shape ``(size, input.ndim)``.

    Raises
    ------
    RuntimeError
        If the size is negative.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.nonzero_static(dv.tensor([0, 5, 7]), size=3)
    tensor([[ 1],
            [ 2],
            [-1]])
    """
    if size < 0:
        raise RuntimeError(f"nonzero_static: 'size' must be an non-negative integer, got {size}")
    if any_batched(input):
        return by_sample("nonzero_static", nonzero_static, input, size=size, fill_value=fill_value)  # type: ignore[no-any-return]
    rows = _ops.argwhere(input)[:size]
    filling = rows.new_full((size - rows.shape[0], rows.shape[1]), fill_value)
    return _ops.cat([rows, filling], 0)


def histogram(
    input: TensorLike,
    bins: int | Tensor,
    *,
    range: Sequence[float] | None = None,
    weight: Tensor | None = None,
    density: bool = False,
    out: Sequence[Tensor] | None = None,
) -> Any:
    """Return the number of elements between neighbouring edges, and the edges.

    Parameters
    ----------
    input : Tensor
        Of a floating-point dtype and any shape. What lies outside the edges, and NaN, is not counted.
    bins : int or Tensor
        The number of equal intervals, or their edges in order. The last interval contains its upper edge.
    range : pair of floats, optional
        The outer edges for a number of intervals; without it the smallest and the largest element.
    weight : Tensor, optional
        What each element counts, of the shape and dtype of `input`. It gets no gradient.
    density : bool
        Divide by the total and by the lengths of the intervals, so that the integral is 1.
    out : pair of Tensors, optional
        What the numbers and the edges are written into.

    Returns
    -------
    HistogramOutput
        The tensors `hist` and `bin_edges`, in the dtype of `input`.

    Raises
    ------
    RuntimeError
        If there are no intervals, the range is not finite or the shapes or dtypes do not fit.
    TypeError
        If `range` is given with edges, or `input` is not of a floating-point dtype.

    Examples
    --------
    >>> import derivata as dv
    >>> hist, edges = dv.histogram(dv.tensor([1.0, 2.0, 1.0]), 2)
    >>> hist, edges
    (tensor([2., 1.]), tensor([1. , 1.5, 2. ]))
    """
    if out is not None:
        results = into_several(
            "histogram", out, histogram, input, bins, range=range, weight=weight, density=density
        )
        return _ops.HistogramOutput(*results)
    if isinstance(bins, int):
        return _ops._histogram(input, bins, range, weight, density)
    if range is not None:
        raise TypeError(
            "histogram: range must be None when bins is a tensor of edges, which has a range itself"
        )
    return _ops._histogram_edges(input, bins, weight, density)


def lu(
    A: TensorLike, pivot: bool = True, get_infos: bool = False, *, out: Sequence[Tensor] | None = None
) -> Any:
    """Return L and U in one matrix, and the rows that each row was exchanged with; see linalg.lu_factor.

    Parameters
    ----------
    A : Tensor
        A matrix, or a stack of them.
    pivot : bool
        Exchange rows; there is no other way.
    get_infos : bool
        Also return for each matrix the number of its first pivot that is 0, or 0, instead of raising an error.
    out : two or three Tensors, optional
        What the results are written into.

    Returns
    -------
    tuple of two or three Tensors

    Raises
    ------
    LinAlgError
        If a matrix has no inverse, unless `get_infos` is true.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.lu(dv.tensor([[1.0, 2.0], [4.0, 4.0]]))
    (tensor([[4.  , 4.  ],
            [0.25, 1.  ]]), tensor([2, 2], dtype=int32))
    """
    if out is not None:
        return tuple(into_several("lu", out, lu, A, pivot, get_infos))
    if get_infos:
        return _ops.lu_factor_ex(A, pivot=pivot)
    return tuple(_ops.lu_factor(A, pivot=pivot))


def install() -> None:
    """Give Tensor the methods of these names."""
    for name in __all__:
        setattr(Tensor, name, globals()[name])


def _chosen(outputs: Any, return_inverse: bool, return_counts: bool) -> Chosen:
    distinct, inverse, counts = outputs
    chosen = (distinct,) + (inverse,) * return_inverse + (counts,) * return_counts
    return chosen if len(chosen) > 1 else distinct

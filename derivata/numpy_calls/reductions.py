"""Sums, means, extrema and products of tensors as NumPy takes them: `axis`, `keepdims`, `initial`, `where`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.numpy_arguments import mask, promoted, tensor
from .arrays_of import array_of


def sum(
    a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, initial: Any = 0, where: Any = True
) -> Any:
    """Sum over axes of the elements where `where` is true, plus `initial`."""
    result = reduced(ops.sum, _chosen(a, where, 0), axis, keepdims, dtype=dtype)
    return result if _is_number(initial, 0) else result + initial


def prod(
    a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, initial: Any = 1, where: Any = True
) -> Any:
    """Product over axes, one axis after the other."""
    result = _cast(_chosen(a, where, 1), dtype)
    if axis is None:
        axis = tuple(range(result.ndim))
    for one in _positive(axis, result.ndim):
        result = ops.prod(result, one, True)
    if not keepdims:
        result = ops.squeeze(result, _positive(axis, result.ndim)) if result.ndim else result
    return result if _is_number(initial, 1) else result * initial


def mean(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, where: Any = True) -> Any:
    """Mean over axes of the elements where `where` is true."""
    if where is True:
        return reduced(ops.mean, tensor(a), axis, keepdims, dtype=dtype)
    return sum(a, axis, dtype, keepdims, where=where) / _count(a, axis, keepdims, where)


def var(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    ddof: Any = 0,
    keepdims: bool = False,
    where: Any = True,
    correction: Any = 0,
) -> Any:
    """Variance over axes: NumPy's, which divides by the number of elements minus `ddof`."""
    free = correction if correction else ddof
    if where is True:
        return reduced(ops.var, _cast(a, dtype), axis, keepdims, correction=free)
    a = _cast(a, dtype)
    distance = ops.abs(a - mean(a, axis, keepdims=True, where=where))
    return sum(distance * distance, axis, None, keepdims, where=where) / (
        _count(a, axis, keepdims, where) - free
    )


def std(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    ddof: Any = 0,
    keepdims: bool = False,
    where: Any = True,
    correction: Any = 0,
) -> Any:
    """Standard deviation over axes: NumPy's, which divides by the number of elements minus `ddof`."""
    free = correction if correction else ddof
    if where is True:
        return reduced(ops.std, _cast(a, dtype), axis, keepdims, correction=free)
    return ops.sqrt(var(a, axis, dtype, free, keepdims, where))


def max(a: Any, axis: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
    """Maximum over axes; equal ones share the gradient."""
    return _extremum("max", ops.amax, ops.maximum, a, axis, keepdims, initial, where)


def min(a: Any, axis: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
    """Minimum over axes; equal ones share the gradient."""
    return _extremum("min", ops.amin, ops.minimum, a, axis, keepdims, initial, where)


def amax(a: Any, axis: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
    """Maximum over axes; equal ones share the gradient."""
    return max(a, axis, keepdims, initial, where)


def amin(a: Any, axis: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
    """Minimum over axes; equal ones share the gradient."""
    return min(a, axis, keepdims, initial, where)


def ptp(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Maximum minus minimum over axes."""
    return max(a, axis, keepdims) - min(a, axis, keepdims)


def average(
    a: Any, axis: Any = None, weights: Any = None, returned: bool = False, keepdims: bool = False
) -> Any:
    """Mean over axes with weights, and their sum if it is asked for."""
    a = tensor(a)
    if weights is None:
        result = mean(a, axis, keepdims=keepdims)
        total: Any = tensor(np.asarray(a.numel() / result.numel(), a.dtype))
    else:
        a, weights = promoted(a, weights)
        if weights.shape != a.shape:
            weights = _along(weights, axis, a)
        total = sum(weights, axis, keepdims=keepdims)
        result = sum(a * weights, axis, keepdims=keepdims) / total
    return (result, ops.expand(total, result.shape)) if returned else result


def _along(weights: Tensor, axis: Any, a: Tensor) -> Tensor:
    """Return weights of some axes in the shape of all."""
    if axis is None:
        raise TypeError(
            f"np.average: axis must be given where a has shape {a.shape} and weights {weights.shape}"
        )
    axes = _positive(axis, a.ndim)
    order = np.argsort(axes)
    sizes = [a.shape[axis] if axis in axes else 1 for axis in range(a.ndim)]
    if weights.shape != tuple([a.shape[axis] for axis in axes]):
        raise ValueError(
            "np.average: expected weights of the shape of a along axis, "
            f"{tuple([a.shape[axis] for axis in axes])}, got {weights.shape}"
        )
    placed = weights.permute(*[int(place) for place in order]) if len(axes) > 1 else weights
    return ops.expand(placed.reshape(sizes), a.shape)


def _extremum(
    name: str,
    function: Callable[..., Any],
    pair: Callable[..., Any],
    a: Any,
    axis: Any,
    keepdims: bool,
    initial: Any,
    where: Any,
) -> Any:
    if where is not True and initial is None:
        raise ValueError(f"np.{name}: expected initial beside where, got none: there may be no element")
    a = tensor(a)
    if a.dtype.kind == "c" and where is True and initial is None:
        return reduced(_of_complex(getattr(np, name)), a, axis, keepdims)
    result = reduced(function, a if where is True else ops.where(mask(where), a, initial), axis, keepdims)
    return result if initial is None else pair(result, initial)


def _of_complex(find: Callable[..., Any]) -> Callable[..., Any]:
    """Return an extremum of complex numbers, which NumPy orders by their real parts first."""

    def extremum(a: Tensor, dim: Any, keepdim: bool = False) -> Any:
        chosen = a.eq(tensor(find(array_of(a), axis=dim, keepdims=True)))
        total, count = ops.sum(ops.where(chosen, a, 0), dim, keepdim), ops.sum(chosen, dim, keepdim)
        return total if bool((count == 1).all()) else total / count

    return extremum


def reduced(function: Callable[..., Any], a: Tensor, axis: Any, keepdims: bool, **options: Any) -> Any:
    """Call an op that reduces over dimensions; over none of them it reduces nothing, as NumPy's functions do."""
    if axis is None:
        return function(a, dim=tuple(range(a.ndim)) if a.ndim else None, keepdim=bool(keepdims), **options)
    axes = _positive(axis, a.ndim)
    if axes:
        return function(a, dim=axes, keepdim=bool(keepdims), **options)
    shape = a.shape
    return function(a.reshape(*shape, 1), dim=(len(shape),), **options)


def _positive(axis: Any, ndim: int) -> tuple[int, ...]:
    """Return axes as a tuple, counted from the front."""
    axes = tuple(axis) if isinstance(axis, tuple | list) else (axis,)
    counted = np.arange(ndim)
    for one in axes:
        if not -ndim <= one < ndim:
            raise np.exceptions.AxisError(one, ndim)
    return tuple([int(counted[one]) for one in axes])


def _chosen(a: Any, where: Any, other: Any) -> Tensor:
    """Return a tensor with a number where the mask is false."""
    a = tensor(a)
    return a if where is True else ops.where(mask(where), a, other)


def _count(a: Any, axis: Any, keepdims: bool, where: Any) -> Any:
    mask = np.broadcast_to(array_of(where).astype(bool), tensor(a).shape)
    return np.sum(mask, axis, keepdims=keepdims).astype(tensor(a).dtype)


def _cast(a: Any, dtype: Any) -> Tensor:
    return tensor(a) if dtype is None else tensor(a).to(np.dtype(dtype))


def _is_number(value: Any, number: int) -> bool:
    return isinstance(value, int | float) and value == number

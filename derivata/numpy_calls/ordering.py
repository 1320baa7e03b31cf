"""Sorted elements, and sets of them: which element is where has no derivative, the elements have theirs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..generated import ops
from ..runtime.graph.node import Array
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.numpy_arguments import flattened, promoted, tensor
from .arrays_of import array_of, rearranged


def sort(a: Any, axis: Any = -1, kind: Any = None, stable: Any = None) -> Any:
    """Elements in ascending order along an axis."""
    a, axis = flattened(tensor(a), axis)
    return ops.sort(a, axis, False, True)[0]


def partition(a: Any, kth: Any, axis: Any = -1) -> Any:
    """Elements partitioned so that those at `kth` are where sorting would put them."""
    a, axis = flattened(tensor(a), axis)
    order = np.argpartition(array_of(a), kth, axis)
    return rearranged([a], lambda places: np.take_along_axis(places, order, axis))


def sort_complex(a: Any) -> Any:
    """Elements in order, as complex numbers."""
    a = tensor(a)
    order = np.argsort(array_of(a), axis=-1)
    found = rearranged([a], lambda places: np.take_along_axis(places, order, -1))
    return found if a.dtype.kind == "c" else found.to(np.result_type(a.dtype, np.complex64))


def unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: Any = None,
    equal_nan: bool = True,
) -> Any:
    """Different elements in order, each with the gradient of the first of its kind."""
    ar = tensor(ar)
    _, index, inverse, counts = np.unique(array_of(ar), True, True, True, axis, equal_nan=equal_nan)
    row, axis = flattened(ar, axis)
    values = ops.index_select(row, axis, wrap(index))
    wanted = ((return_index, index), (return_inverse, inverse), (return_counts, counts))
    more = [one for asked, one in wanted if asked]
    return (values, *more) if more else values


def unique_values(x: Any) -> Any:
    """Different elements in order."""
    return unique(x, equal_nan=False)


def union1d(ar1: Any, ar2: Any) -> Any:
    """Elements of one array or the other."""
    ar1, ar2 = promoted(ar1, ar2)
    return unique(ops.cat([ar1.reshape(-1), ar2.reshape(-1)]))


def intersect1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """Elements of both arrays; the gradient is the first one's."""
    ar1, ar2 = promoted(ar1, ar2)
    return _found(np.intersect1d(array_of(ar1), array_of(ar2), assume_unique), ar1)


def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """Elements of the first array that the second lacks."""
    ar1, ar2 = promoted(ar1, ar2)
    return _found(np.setdiff1d(array_of(ar1), array_of(ar2), assume_unique), ar1)


def setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """Elements of one array that the other lacks."""
    ar1, ar2 = promoted(ar1, ar2)
    return _found(np.setxor1d(array_of(ar1), array_of(ar2), assume_unique), ar1, ar2)


def _found(values: Array, *tensors: Tensor) -> Any:
    """Return the first elements of tensors that have these values."""
    pool = ops.cat([one.reshape(-1) for one in tensors])
    order = np.argsort(array_of(pool), kind="stable")
    return ops.take(pool, wrap(order[np.searchsorted(array_of(pool)[order], values)]))

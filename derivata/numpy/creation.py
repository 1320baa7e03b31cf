"""Arrays made of traced ones: where NumPy would ask each for its number."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from ..numpy_calls.arrays_of import rearranged
from ..support.numpy_arguments import tensor, tensors
from .traced import TracedArray, tensors_in, traced


def holds_traced(value: Any) -> bool:
    """Whether a value is a traced array, or a nested list with one in it."""
    if type(value) is TracedArray:
        return True
    return type(value) in (list, tuple) and any(map(holds_traced, value))


def array(object: Any, dtype: Any = None, *, ndmin: int = 0, **options: Any) -> Any:
    """Return an array of a value, `numpy.array`'s; traced if it has traced arrays in it, in lists as well.

    Parameters
    ----------
    object : array, number or nested lists of these
    dtype : dtype, optional
    ndmin : int
        The smallest number of dimensions.
    **options
        NumPy's others, which say nothing about numbers.

    Raises
    ------
    ValueError
        If arrays in a list differ in their shapes.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import jacobian
    >>> jacobian(lambda x: np.array([x, [x[0], 1.0]]))(np.array([3.0, 4.0]))[1]
    array([[1., 0.],
           [0., 0.]])
    """
    if not holds_traced(object):
        return np.array(object, dtype, ndmin=ndmin, **options)
    made = _joined(object)
    if dtype is not None:
        made = made.astype(dtype)
    missing = ndmin - np.ndim(made)
    return made[(None,) * missing] if missing > 0 else made


def _joined(value: Any) -> Any:
    return np.stack([_joined(part) for part in value]) if type(value) in (list, tuple) else value


def asarray(a: Any, dtype: Any = None, **options: Any) -> Any:
    """Return an array of a value, itself if it is one, `numpy.asarray`'s; traced if it has traced arrays in it.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import grad
    >>> grad(lambda x: np.asarray([x, 2.0]).prod())(3.0)
    np.float64(2.0)
    """
    return array(a, dtype) if holds_traced(a) else np.asarray(a, dtype, **options)


def full(shape: Any, fill_value: Any, dtype: Any = None, **options: Any) -> Any:
    """Return an array of one value, `numpy.full`'s; traced if the value is.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import grad
    >>> grad(lambda x: np.full(3, x).sum())(3.0)
    np.float64(3.0)
    """
    if type(fill_value) is not TracedArray:
        return np.full(shape, fill_value, dtype, **options)
    return np.broadcast_to(fill_value if dtype is None else fill_value.astype(dtype), shape)


def _is_list_of_traced(value: Any) -> bool:
    return type(value) in (list, tuple) and holds_traced(value)


def of_lists(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of NumPy that takes lists with traced arrays in them for arrays."""

    @wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        given = [array(value) if _is_list_of_traced(value) else value for value in arguments]
        return function(*given, **options)

    return call


def joining(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of NumPy that takes a sequence of arrays, some of them lists with traced ones."""

    @wraps(function)
    def call(parts: Any, *arguments: Any, **options: Any) -> Any:
        if type(parts) in (list, tuple):
            parts = [array(part) if _is_list_of_traced(part) else part for part in parts]
        return function(parts, *arguments, **options)

    return call


def make_diagonal(D: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return matrices with the last axis of an array as their diagonals: HIPS autograd's.

    Raises
    ------
    NotImplementedError
        If the matrices are not to be in the last two axes, ``axis1=-1, axis2=-2``, with no `offset`.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> np.make_diagonal(np.array([1.0, 2.0]), axis1=-1, axis2=-2)
    array([[1., 0.],
           [0., 2.]])
    """
    if (offset, axis1, axis2) != (0, -1, -2):
        raise NotImplementedError(
            f"make_diagonal: expected offset=0, axis1=-1 and axis2=-2, got {offset}, {axis1} and {axis2}; use np.diag, "
            "or np.moveaxis on the result"
        )
    return D[..., None] * np.eye(np.shape(D)[-1])


class Rows:
    """What stands in ``np.r_[...]`` and ``np.c_[...]``, with traced arrays among it."""

    def __init__(self, joining: Any) -> None:
        self._joining = joining

    def __getitem__(self, key: Any) -> Any:
        parts = key if isinstance(key, tuple) else (key,)
        if not any(map(holds_traced, parts)):
            return self._joining[key]
        values = [None if isinstance(part, str) else self._array(part) for part in parts]
        given = tensors([tensors_in(value) for value in values if value is not None])

        def move(*places: Any) -> Any:
            rest = iter(places)
            return self._joining[
                tuple([part if isinstance(part, str) else _place(next(rest)) for part in parts])
            ]

        return traced(rearranged([tensor(one) for one in given], move))

    def _array(self, part: Any) -> Any:
        return np.r_[part] if isinstance(part, slice) else array(part)


def _place(places: Any) -> Any:
    return int(places) if not places.ndim else places

"""Nested containers of arrays as one vector, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...func.containers import flatten as _leaves
from ...numpy.traced import TracedArray


def flatten(value: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Return all numbers of a nested container as a vector, and the function that puts a vector back into its form.

    Parameters
    ----------
    value : nested lists, tuples and dicts of arrays and numbers
        Dicts are taken in the order of their sorted keys.

    Returns
    -------
    vector : ndarray
        Traced, if there is a traced array in the container.
    unflatten : callable
        Takes a vector, traced or not.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips.misc.flatten import flatten
    >>> vector, unflatten = flatten({"b": 1.0, "a": [np.array([2.0, 3.0])]})
    >>> vector
    array([2., 3., 1.])
    >>> unflatten(2 * vector)
    {'a': [array([4., 6.])], 'b': np.float64(2.0)}
    """
    leaves, structure = _leaves(_sorted(value))
    shapes = [np.shape(leaf) for leaf in leaves]
    real = [not _is_complex(leaf) for leaf in leaves]
    vector = np.concatenate([np.ravel(leaf) for leaf in leaves]) if leaves else np.zeros(0)

    def unflatten(vector: Any) -> Any:
        return structure.unflatten(list(_parts(vector, shapes, real)))

    return vector, unflatten


def flatten_func(
    func: Callable[..., Any], example: Any
) -> tuple[Callable[..., Any], Callable[[Any], Any], Any]:
    """Return a function of containers as one of vectors, what undoes it, and an example of its argument as a vector.

    Examples
    --------
    >>> from derivata.hips.misc.flatten import flatten_func
    >>> double, unflatten, start = flatten_func(lambda x: [2 * part for part in x], [1.0, 2.0])
    >>> double(start)
    array([2., 4.])
    """
    vector, unflatten = flatten(example)
    return lambda x, *rest: flatten(func(unflatten(x), *rest))[0], unflatten, vector


def _parts(vector: Any, shapes: list[tuple[int, ...]], real: list[bool]) -> Iterator[Any]:
    start = 0
    for shape, is_real in zip(shapes, real, strict=True):
        size = int(np.prod(shape))
        part = vector[start : start + size].reshape(shape)
        part = part if type(part) is TracedArray else part[()]
        yield np.real(part) if is_real and _is_complex(part) else part
        start += size


def _is_complex(value: Any) -> bool:
    return getattr(value, "dtype", np.result_type(type(value))).kind == "c"


def _sorted(value: Any) -> Any:
    if type(value) is dict:
        return {key: _sorted(value[key]) for key in sorted(value)}
    if type(value) in (list, tuple):
        return type(value)([_sorted(part) for part in value])
    return value

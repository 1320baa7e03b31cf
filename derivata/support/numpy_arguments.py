"""Conversion of the arguments of NumPy's functions, which may be arrays, lists or numbers, to tensors."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from .plain_arrays import plain_array


def tensor(value: Any) -> Tensor:
    """Return a tensor as it is, anything else as NumPy would make an array of it."""
    if isinstance(value, Tensor):
        return value
    return wrap(plain_array("numpy", np.asarray(value)))


def mask(value: Any) -> Tensor:
    """Return truth values: whether each element is not zero."""
    made = tensor(value)
    return made if made.dtype.kind == "b" else made.ne(0)


def tensors(values: Iterable[Any]) -> list[Tensor]:
    """Return tensors for what is joined, in the dtype that NumPy gives to the result."""
    return list(promoted(*values))


def promoted(*values: Any) -> tuple[Tensor, ...]:
    """Return operands of a product in the dtype that NumPy gives to the result; Python's numbers have no say in it."""
    made = [value if _is_number(value) else tensor(value) for value in values]
    dtype = np.result_type(*[one.dtype if isinstance(one, Tensor) else one for one in made])
    return tuple([_in_dtype(one, dtype) for one in made])


def _in_dtype(value: Any, dtype: np.dtype[Any]) -> Tensor:
    """Return a tensor or a number in a dtype; NumPy refuses an integer that the dtype does not hold."""
    if not isinstance(value, Tensor):
        return wrap(np.asarray(value, dtype))
    return value if value.dtype == dtype else value.to(dtype)


def _is_number(value: Any) -> bool:
    return type(value) in (bool, int, float, complex)


def flattened(values: Tensor, axis: Any) -> tuple[Tensor, Any]:
    """Return a tensor and a dimension of it: for None, which means all elements in a row, of that row."""
    return (values, axis) if axis is not None else (values.reshape(-1), 0)

"""Functions that make tensors from data, from numbers and at random. Names and defaults are PyTorch's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .runtime.dtypes import DType, get_default_dtype, int64, promote_dtypes, scalar_dtype
from .runtime.random import Generator, default_generator
from .runtime.tensor import Tensor, wrap

__all__ = [
    "arange",
    "as_tensor",
    "empty",
    "empty_like",
    "eye",
    "from_numpy",
    "full",
    "full_like",
    "is_tensor",
    "linspace",
    "logspace",
    "normal",
    "ones",
    "ones_like",
    "rand",
    "rand_like",
    "randint",
    "randint_like",
    "randn",
    "randn_like",
    "randperm",
    "scalar_tensor",
    "tensor",
    "zeros",
    "zeros_like",
]

Array = NDArray[Any]
DTypeLike = Any  # whatever numpy.dtype() accepts


def is_tensor(value: object) -> bool:
    """Tell whether a value is a Tensor."""
    return isinstance(value, Tensor)


def tensor(data: Any, *, dtype: DTypeLike = None, requires_grad: bool = False) -> Tensor:
    """Return a new leaf with a copy of the data.

    Parameters
    ----------
    data : number, nested sequence, array or Tensor
        Arrays and tensors keep their dtype; Python floats get the default dtype.
    dtype : dtype, optional
    requires_grad : bool

    Examples
    --------
    >>> import derivata as dv
    >>> dv.tensor([[1.0, 2.0], [3.0, 4.0]])
    tensor([[1., 2.],
            [3., 4.]])
    """
    return _leaf(np.array(_to_array("tensor", data, dtype), copy=True), requires_grad)


def as_tensor(data: Any, dtype: DTypeLike = None) -> Tensor:
    """Return the data as a tensor, sharing memory where that is possible; a Tensor keeps its history.

    Examples
    --------
    >>> import numpy as np, derivata as dv
    >>> array = np.zeros(2)
    >>> dv.as_tensor(array).add_(1)
    tensor([1., 1.], dtype=float64)
    >>> array
    array([1., 1.])
    """
    if isinstance(data, Tensor):
        return data if dtype is None or np.dtype(dtype) == data.dtype else data.to(dtype)
    return wrap(_to_array("as_tensor", data, dtype))


def from_numpy(array: Array) -> Tensor:
    """Return a tensor on the memory of an array.

    Raises
    ------
    TypeError
        If the argument is no ndarray, or its dtype is not numeric.
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"from_numpy: expected an np.ndarray, got {type(array).__name__}; use derivata.tensor(data)")
    return wrap(_numeric("from_numpy", np.asarray(array)))


def scalar_tensor(value: complex, *, dtype: DTypeLike = None, requires_grad: bool = False) -> Tensor:
    """Return a 0-d tensor."""
    return _leaf(np.array(value, _dtype(dtype)), requires_grad)


def zeros(*size: Any, dtype: DTypeLike = None, requires_grad: bool = False) -> Tensor:
    """Return a tensor of zeros: ``zeros(2, 3)`` or ``zeros((2, 3))``."""
    return _leaf(np.zeros(_shape("zeros", size), _dtype(dtype)), requires_grad)


def ones(*size: Any, dtype: DTypeLike = None, requires_grad: bool = False) -> Tensor:
    """Return a tensor of ones: ``ones(2, 3)`` or ``ones((2, 3))``."""
    return _leaf(np.ones(_shape("ones", size), _dtype(dtype)), requires_grad)


def empty(*size: Any, dtype: DTypeLike = None, requires_grad: bool = False) -> Tensor:
    """Return a tensor with whatever was in memory."""
    return _leaf(np.empty(_shape("empty", size), _dtype(dtype)), requires_grad)


def full(
    size: int | Sequence[int], fill_value: complex, *, dtype: DTypeLike = None, requires_grad: bool = False
) -> Tensor:
    """Return a tensor filled with a number, of the number's dtype unless one is given."""
    kind = scalar_dtype(fill_value) if dtype is None else np.dtype(dtype)
    return _leaf(np.full(_shape("full", (size,)), fill_value, kind), requires_grad)


def zeros_like(input: Tensor, *, dtype: DTypeLike = None, requires_grad: bool = False) -> Tensor:
    """Return zeros of the shape, dtype and memory layout of a tensor."""
    return _leaf(np.zeros_like(_array("zeros_like", input), _like(dtype)), requires_grad)


def ones_like(input: Tensor, *, dtype: DTypeLike = None, requires_grad: bool = False) -> Tensor:
    """Return ones of the shape, dtype and memory layout of a tensor."""
    return _leaf(np.ones_like(_array("ones_like", input), _like(dtype)), requires_grad)


def empty_like(input: Tensor, *, dtype: DTypeLike = None, requires_grad: bool = False) -> Tensor:
    """Return whatever was in memory, in the shape, dtype and memory layout of a tensor."""
    return _leaf(np.empty_like(_array("empty_like", input), _like(dtype)), requires_grad)


def full_like(
    input: Tensor, fill_value: complex, *, dtype: DTypeLike = None, requires_grad: bool = False
) -> Tensor:
    """Return a tensor filled with a number, of the shape, dtype and memory layout of a tensor."""
    return _leaf(np.full_like(_array("full_like", input), fill_value, _like(dtype)), requires_grad)


def arange(
    start: float, end: float | None = None, step: float = 1, *, dtype: DTypeLike = None, requires_grad: bool = False
) -> Tensor:
    """Return numbers from `start` (included; 0 if only one bound is given) to `end` (excluded).

    Integers if all arguments are, else of the default dtype.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.arange(1, 7, 2)
    tensor([1, 3, 5])
    """
    if end is None:
        start, end = 0, start
    if step == 0:
        raise RuntimeError("arange: expected a step other than 0, got 0")
    if (end - start) * step < 0:
        raise RuntimeError(f"arange: expected bounds in the direction of step {step}, got {start} and {end}")
    if dtype is None:
        dtype = int64 if all(isinstance(v, int | np.integer) for v in (start, end, step)) else get_default_dtype()
    return _leaf(np.arange(start, end, step).astype(dtype), requires_grad)


def linspace(
    start: float, end: float, steps: int, *, dtype: DTypeLike = None, requires_grad: bool = False
) -> Tensor:
    """Return `steps` evenly spaced numbers from `start` to `end`, both included."""
    return _leaf(np.linspace(start, end, steps).astype(_dtype(dtype)), requires_grad)


def logspace(
    start: float, end: float, steps: int, base: float = 10.0, *, dtype: DTypeLike = None, requires_grad: bool = False
) -> Tensor:
    """Return powers of `base` with evenly spaced exponents from `start` to `end`, both included."""
    return _leaf(np.logspace(start, end, steps, base=base).astype(_dtype(dtype)), requires_grad)


def eye(n: int, m: int | None = None, *, dtype: DTypeLike = None, requires_grad: bool = False) -> Tensor:
    """Return a matrix with ones on the diagonal."""
    return _leaf(np.eye(n, m, dtype=_dtype(dtype)), requires_grad)


def rand(
    *size: Any, generator: Generator | None = None, dtype: DTypeLike = None, requires_grad: bool = False
) -> Tensor:
    """Return random numbers, uniform in [0, 1)."""
    source = generator or default_generator
    return _leaf(source.random(_shape("rand", size), _dtype(dtype)), requires_grad)


def randn(
    *size: Any, generator: Generator | None = None, dtype: DTypeLike = None, requires_grad: bool = False
) -> Tensor:
    """Return random numbers from the standard normal distribution."""
    source = generator or default_generator
    return _leaf(source.normal(_shape("randn", size), _dtype(dtype)), requires_grad)


def normal(
    mean: float, std: float, size: int | Sequence[int], *, generator: Generator | None = None, dtype: DTypeLike = None
) -> Tensor:
    """Return random numbers from a normal distribution."""
    numbers = (generator or default_generator).normal(_shape("normal", (size,)), _dtype(dtype))
    return wrap(np.asarray(numbers * std + mean, _dtype(dtype)))


def randint(
    low: int,
    high: int | None = None,
    size: int | Sequence[int] | None = None,
    *,
    generator: Generator | None = None,
    dtype: DTypeLike = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return random integers from `low` (included; 0 if left out) to `high` (excluded): ``randint(10, (2, 3))``."""
    if size is None:
        if high is None or isinstance(high, int):
            raise TypeError("randint: argument 'size' is missing; write randint(high, size) or randint(low, high, size)")
        low, high, size = 0, low, high
    if high is None or not low < high:
        raise RuntimeError(f"randint: expected low < high, got low={low} and high={high}")
    source = generator or default_generator
    kind = int64 if dtype is None else np.dtype(dtype)
    return _leaf(source.integers(low, high, _shape("randint", (size,))).astype(kind, copy=False), requires_grad)


def randperm(n: int, *, generator: Generator | None = None) -> Tensor:
    """Return the integers from 0 to n - 1 in random order."""
    return wrap((generator or default_generator).permutation(n))


def rand_like(input: Tensor, *, dtype: DTypeLike = None, requires_grad: bool = False) -> Tensor:
    """Return random numbers, uniform in [0, 1), of the shape and dtype of a tensor."""
    return rand(input.shape, dtype=dtype or input.dtype, requires_grad=requires_grad)


def randn_like(input: Tensor, *, dtype: DTypeLike = None, requires_grad: bool = False) -> Tensor:
    """Return random numbers from the standard normal distribution, of the shape and dtype of a tensor."""
    return randn(input.shape, dtype=dtype or input.dtype, requires_grad=requires_grad)


def randint_like(input: Tensor, low: int, high: int | None = None, *, dtype: DTypeLike = None) -> Tensor:
    """Return random integers of the shape and dtype of a tensor."""
    bounds = (0, low) if high is None else (low, high)
    return randint(*bounds, input.shape, dtype=dtype or input.dtype)


def _leaf(array: Array, requires_grad: bool) -> Tensor:
    leaf = wrap(array)
    return leaf.requires_grad_() if requires_grad else leaf


def _dtype(dtype: DTypeLike) -> DType:
    return get_default_dtype() if dtype is None else np.dtype(dtype)


def _like(dtype: DTypeLike) -> DType | None:
    return None if dtype is None else np.dtype(dtype)


def _array(function: str, value: Any) -> Array:
    if not isinstance(value, Tensor):
        raise TypeError(f"{function}: argument 'input' must be Tensor, not {type(value).__name__}")
    return value._array


def _shape(function: str, size: tuple[Any, ...]) -> tuple[int, ...]:
    """Accept sizes as separate ints or as one sequence."""
    try:
        if len(size) == 1 and not hasattr(size[0], "__index__"):
            size = tuple(size[0])
        shape = tuple([int(n.__index__()) for n in size])
    except (AttributeError, TypeError):
        raise TypeError(f"{function}: expected a size as ints or one sequence of ints, got {size!r}") from None
    if any(n < 0 for n in shape):
        raise RuntimeError(f"{function}: expected sizes of at least 0, got {shape}")
    return shape


def _to_array(function: str, data: Any, dtype: DTypeLike) -> Array:
    if isinstance(data, Tensor):
        array = data._array
    elif isinstance(data, np.ndarray | np.generic):
        array = _numeric(function, np.asarray(data))
    else:
        return _from_python(function, data, dtype)
    return array if dtype is None else array.astype(np.dtype(dtype), copy=False)


def _from_python(function: str, data: Any, dtype: DTypeLike) -> Array:
    """Read nested sequences: Python numbers by category, arrays and tensors inside by their own dtype."""
    leaves = list(_leaves(data))
    kind: DType | None = None
    for leaf in leaves:
        own = leaf.dtype if isinstance(leaf, Tensor | np.ndarray | np.generic) else _scalar(function, leaf)
        kind = own if kind is None else promote_dtypes(kind, own)
    try:
        return np.array(_plain(data), kind or get_default_dtype() if dtype is None else np.dtype(dtype))
    except ValueError as error:
        raise ValueError(
            f"{function}: expected nested sequences of equal lengths, got ragged ones ({error})"
        ) from None


def _leaves(data: Any) -> Any:
    if isinstance(data, list | tuple | range):
        for item in data:
            yield from _leaves(item)
    else:
        yield data


def _plain(data: Any) -> Any:
    if isinstance(data, list | tuple | range):
        return [_plain(item) for item in data]
    return data._array if isinstance(data, Tensor) else data


def _scalar(function: str, value: Any) -> DType:
    if not isinstance(value, bool | int | float | complex):
        raise TypeError(f"{function}: expected numbers, arrays or nested sequences of them, got {type(value).__name__}")
    return scalar_dtype(value)


def _numeric(function: str, array: Array) -> Array:
    if array.dtype.kind not in "biufc":
        raise TypeError(
            f"{function}: can't convert an array of dtype {array.dtype}; expected bool, integers, floating point or "
            "complex numbers; encode strings and dates as numbers first"
        )
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))

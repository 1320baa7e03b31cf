"""Arrays whose history is recorded: what a function sees of the arguments that it is differentiated by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

import numpy as np

from ..numpy_calls import dispatch, ufuncs
from ..numpy_calls.arrays_of import rearranged
from ..runtime.tensors.tensor import Tensor

_BINARY = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "truediv": np.true_divide,
    "floordiv": np.floor_divide,
    "mod": np.remainder,
    "pow": np.power,
    "matmul": np.matmul,
}
_UNARY = {"neg": np.negative, "pos": np.positive, "abs": np.absolute}
_COMPARISONS = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
_METHODS = """
    all any argmax argmin argpartition argsort cumprod cumsum diagonal dot max mean min nonzero prod ravel
    repeat round searchsorted squeeze std sum swapaxes take trace var
"""
"""What is a method of arrays and a function of NumPy, with the same arguments."""


class TracedArray:
    """An array whose history is recorded, with NumPy's operators, methods and attributes; it cannot be written.

    NumPy's functions take it, and return another one, or plain arrays of what has no derivative.

    Attributes
    ----------
    tensor : Tensor
        What is recorded, for functions of derivata.
    """

    __slots__ = ("__weakref__", "tensor")

    tensor: Tensor

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        return self.tensor.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements."""
        return self.tensor.dtype

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.tensor.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.tensor.numel()

    @property
    def T(self) -> Any:
        """The array with its axes in reverse."""
        return np.transpose(self)

    @property
    def mT(self) -> Any:
        """The array with its last two axes exchanged."""
        return np.swapaxes(self, -1, -2)

    @property
    def real(self) -> Any:
        """The real parts."""
        return np.real(self)

    @property
    def imag(self) -> Any:
        """The imaginary parts."""
        return np.imag(self)

    @property
    def _value(self) -> Any:
        """The array, without history: HIPS autograd's name of it."""
        return self.tensor.detach().numpy()[()]

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if method == "at":
            self[...] = None
        given = tuple([tensors_in(value) for value in inputs])
        if len(given) > 1 and method == "__call__":
            given = _in_one_dtype(given)
        return traced(ufuncs.call(ufunc, method, given, _options(options)))

    def __array_function__(
        self, function: Any, types: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]
    ) -> Any:
        given = tuple([tensors_in(value) for value in arguments])
        return traced(dispatch.call(function, given, _options(options)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NoReturn:
        raise TypeError(
            "np.asarray: a TracedArray would lose its history as an array; use derivata.numpy.array, or a function of "
            "NumPy that has a derivative; derivata.hips.primitive gives one to any other"
        )

    def __getitem__(self, index: Any) -> Any:
        index = tuple([_index(part) for part in index]) if isinstance(index, tuple) else _index(index)
        if all(map(_is_basic, index if isinstance(index, tuple) else (index,))):
            return traced(self.tensor[index])
        return traced(rearranged([self.tensor], lambda places: places[index]))

    def __setitem__(self, index: Any, value: Any) -> NoReturn:
        raise TypeError(
            "TracedArray: an array whose history is recorded cannot be written; make another one, with np.where, "
            "np.concatenate or np.stack"
        )

    def __len__(self) -> int:
        return len(self.tensor)

    def __iter__(self) -> Iterator[Any]:
        return iter([self[place] for place in range(len(self))])

    def __bool__(self) -> bool:
        return bool(self._value)

    def __float__(self) -> NoReturn:
        raise TypeError(
            "float: a TracedArray would lose its history as a number of Python; use a function of NumPy instead of one "
            "of math, np.array or np.stack instead of filling an array"
        )

    __complex__ = __float__
    __int__ = __float__

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"TracedArray({self._value!r})"

    def __format__(self, specification: str) -> str:
        return format(self._value, specification) if specification else repr(self)

    def reshape(self, *shape: Any, order: Any = "C") -> Any:
        """Return the elements in another shape."""
        wanted = shape[0] if len(shape) == 1 else shape
        if order == "F":
            lengths = (wanted,) if isinstance(wanted, int) else tuple(wanted)
            return np.transpose(np.reshape(np.transpose(self), lengths[::-1]))
        return np.reshape(self, wanted, order=order)

    def transpose(self, *axes: Any) -> Any:
        """Return the array with its axes in another order."""
        return np.transpose(self, axes[0] if len(axes) == 1 else axes or None)

    def clip(self, min: Any = None, max: Any = None) -> Any:
        """Return the array with its elements brought between two bounds."""
        return np.clip(self, min, max)

    def compress(self, condition: Any, axis: Any = None) -> Any:
        """Return the parts along an axis where a condition is true."""
        return np.compress(condition, self, axis)

    def flatten(self, order: Any = "C") -> Any:
        """Return all elements in a row."""
        return self.reshape(-1, order=order)

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """Return the array in another dtype; as a plain one if that has no derivatives."""
        return traced(self.tensor.to(np.dtype(dtype)))

    def copy(self, order: Any = "C") -> Any:
        """Return the array itself, which cannot be written."""
        return self

    def conj(self) -> Any:
        """Return the complex conjugate."""
        return np.conjugate(self)

    conjugate = conj


def traced(value: Any) -> Any:
    """Return what functions of arrays see of tensors: traced arrays, or plain ones of those that would lose nothing."""
    if isinstance(value, Tensor):
        if dispatch.is_tracked(value):
            return TracedArray(value)
        return value.detach().numpy()[()]
    if type(value) in (list, tuple):
        return type(value)([traced(part) for part in value])
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make([traced(part) for part in value])
    return value


def tensors_in(value: Any) -> Any:
    """Return a value with the tensors of traced arrays for these, also in lists and in what a function returns."""
    if type(value) is TracedArray:
        return value.tensor
    if type(value) in (list, tuple):
        return type(value)([tensors_in(part) for part in value])
    if callable(value) and not isinstance(value, type | np.ufunc):
        return lambda *given, **options: tensors_in(value(*map(traced, given), **options))
    return value


def _options(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tensors_in(value) for name, value in options.items()}


def _in_one_dtype(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return operands in the dtype that NumPy gives to the result; Python's numbers have no say in it."""
    dtypes = {value.dtype for value in values if hasattr(value, "dtype")}
    if len(dtypes) < 2:
        return values
    numbers = [value for value in values if type(value) in (int, float, complex)]
    dtype = np.result_type(*dtypes, *numbers)
    return tuple([_cast(value, dtype) for value in values])


def _cast(value: Any, dtype: Any) -> Any:
    if isinstance(value, Tensor):
        return value if value.dtype == dtype else value.to(dtype)
    return value.astype(dtype) if hasattr(value, "dtype") else value


def _index(part: Any) -> Any:
    return part if _is_basic(part) else np.asarray(part)


def _is_basic(part: Any) -> bool:
    return part is None or part is Ellipsis or isinstance(part, slice | np.integer) or type(part) is int


def _operator(ufunc: np.ufunc) -> Callable[[Any, Any], Any]:
    return lambda self, other: ufunc(self, other)


def _reflected(ufunc: np.ufunc) -> Callable[[Any, Any], Any]:
    return lambda self, other: ufunc(other, self)


def _unary(ufunc: np.ufunc) -> Callable[[Any], Any]:
    return lambda self: ufunc(self)


def _method(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *arguments, **options: function(self, *arguments, **options)


for _name, _ufunc in (*_BINARY.items(), *_COMPARISONS.items()):
    setattr(TracedArray, f"__{_name}__", _operator(_ufunc))
for _name, _ufunc in _BINARY.items():
    setattr(TracedArray, f"__r{_name}__", _reflected(_ufunc))
for _name, _ufunc in _UNARY.items():
    setattr(TracedArray, f"__{_name}__", _unary(_ufunc))
for _name in _METHODS.split():
    setattr(TracedArray, _name, _method(getattr(np, _name)))

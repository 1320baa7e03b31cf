"""Arguments that are no tensors, in canonical form: ints and tuples of ints, indices, lists given one by one."""

from typing import Any, NoReturn

import numpy as np

from ..graph.tensor_base import TensorBase as Tensor
from ..other_names import REQUIRED, refuse_missing
from ..plain_arrays import plain_array
from ..warn import warn_of_bytes

_PLAIN = frozenset((int, slice, type(None), type(...)))


def as_int(op: str, argument: str, value: Any) -> int:
    """Return an int from whatever is one to Python, such as NumPy's or a tensor of one; bool is none here."""
    if isinstance(value, np.ndarray):
        value = plain_array(f"{op}: argument {argument!r}", value)
    if not isinstance(value, bool) and getattr(value, "dtype", None) != np.bool_:
        try:
            return int(value.__index__())
        except (AttributeError, TypeError):
            pass
    refuse_type(op, argument, "int", value)


def as_bool(op: str, argument: str, value: Any) -> bool:
    """Return a truth value of Python from one of NumPy's or from a tensor of one."""
    if isinstance(value, np.bool_) or (getattr(value, "dtype", None) == np.bool_ and value.shape == ()):
        return bool(value)
    refuse_type(op, argument, "bool", value, "; write True or False")


def as_text(op: str, argument: str, value: Any) -> str:
    """Return a text, also of a subclass such as NumPy's."""
    if isinstance(value, str):
        return value
    refuse_type(op, argument, "str", value)


def as_number(op: str, argument: str, value: Any) -> Any:
    """Return a number of Python, also from NumPy's and from 0-d tensors, unless a gradient were lost.

    NumPy's numbers would decide the dtype of results.
    """
    if isinstance(value, np.generic) or (
        isinstance(value, Tensor) and value.ndim == 0 and not value.requires_grad
    ):
        value = value.item()
    if isinstance(
        value, int | float | complex | np.number
    ):  # NumPy's numbers that are longer than Python's stay
        return value
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return plain_array(f"{op}: argument {argument!r}", value).item()
    cure = "; use its detach()" if isinstance(value, Tensor) and value.ndim == 0 else ""
    refuse_type(op, argument, "a number", value, cure)


def as_float(op: str, argument: str, value: Any) -> float:
    """Return a real number."""
    number = as_number(op, argument, value)
    if isinstance(number, complex | np.complexfloating):
        raise TypeError(
            f"{op}: argument {argument!r} must be a real number, got {shown(value)}; use its .real"
        )
    return number  # type: ignore[no-any-return]


def as_ints(op: str, argument: str, value: Any, size: int | None = None) -> tuple[int, ...]:
    """Return a tuple of ints from an int, a list, an array or a shape; one int stands for `size` equal ones."""
    if value.__class__ is int:
        return (value,) * (size or 1)
    if isinstance(value, np.ndarray):
        value = plain_array(f"{op}: argument {argument!r}", value)
    try:
        if hasattr(value, "__index__") and not isinstance(value, np.ndarray | bool):
            return (int(value.__index__()),) * (size or 1)
        ints = tuple([int(item.__index__()) for item in value])
    except (AttributeError, TypeError):
        if value is REQUIRED:
            refuse_missing(op, argument)
        raise TypeError(
            f"{op}: argument {argument!r} must be an int or a tuple of ints, got {shown(value)} "
            f"({type(value).__name__})"
        ) from None
    if size is not None and len(ints) == 1:
        return ints * size
    if size is not None and len(ints) != size:
        raise RuntimeError(
            f"{op}: argument {argument!r} must be one int or {size} of them, got {shown(value)}"
        )
    return ints


def as_optional_ints(op: str, argument: str, value: Any, size: int) -> tuple[int, ...] | None:
    """Return a tuple of ints as `as_ints`, and None for an empty list, which means the default."""
    if isinstance(value, list | tuple) and not value:
        return None
    return as_ints(op, argument, value, size)


def refuse_type(op: str, argument: str, expected: str, value: Any, cure: str = "") -> NoReturn:
    """Raise for an argument of another type, or one that is missing."""
    if value is REQUIRED:
        refuse_missing(op, argument)
    raise TypeError(
        f"{op}: argument {argument!r} must be {expected}, not {named_type(value)}, got {shown(value)}{cure}"
    )


def shown(value: Any) -> str:
    """Return a value as an error shows it: in one line that is not too long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else text[:77] + "..."


def named_type(value: Any) -> str:
    """Return the name of a value's type as an error shows it: with its module, if it is none of Python's own."""
    kind = type(value)
    module = kind.__module__.partition(".")[0]
    return kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"


def gathered(values: tuple[Any, ...]) -> Any:
    """Return the list argument of a function that takes tensors in one list or one by one."""
    return values[0] if len(values) == 1 and isinstance(values[0], list | tuple) else values


def variadic(values: tuple[Any, ...]) -> Any:
    """Return the list argument of a method that takes it in one piece or as separate ints."""
    return values[0] if len(values) == 1 and not hasattr(values[0], "__index__") else values


def plain_index(index: Any) -> Any:
    """Return an index with the arrays of the tensors in it."""
    if index.__class__ in _PLAIN:
        return index
    if isinstance(index, tuple):
        for part in index:
            if part.__class__ not in _PLAIN:
                return tuple([plain_index(part) for part in index])
        return index
    if isinstance(index, Tensor):
        return index._array if index.dtype.num != 2 else _truth_values(index._array)
    if isinstance(index, list):
        array = np.asarray([part.item() if isinstance(part, Tensor) else part for part in index])
        return array if array.size else array.astype(np.intp)
    if not isinstance(index, np.ndarray):
        return index
    array = plain_array("index", index)
    return array if array.dtype.num != 2 else _truth_values(array)


def _truth_values(index: Any) -> Any:
    """Return an index of uint8, which is a mask for PyTorch, as one of booleans."""
    warn_of_bytes("index", "index")
    return np.not_equal(index, 0)

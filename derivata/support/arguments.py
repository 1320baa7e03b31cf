"""Conversion of arguments that are not tensors, and the choice of an overload."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np

from derivata.arrays.dtypes import as_dtype

from ..runtime.graph.tensor_base import TensorBase as Tensor
from .joint_signature import variadic, variadic_method, with_joint_signature
from .other_names import REQUIRED, by_other_name, reduction_before, refuse_missing, with_own_names
from .plain_arrays import Table, plain_array
from .warn import warn_of_bytes

__all__ = [
    "BOOL",
    "INT",
    "INTS",
    "NUMBERS",
    "OPERANDS",
    "STRING",
    "TENSOR",
    "as_bool",
    "as_dtype",
    "as_float",
    "as_floats",
    "as_int",
    "as_ints",
    "as_number",
    "as_optional_ints",
    "as_text",
    "by_other_name",
    "call_overload",
    "fits",
    "gathered",
    "plain_index",
    "reduction_before",
    "refuse_missing",
    "variadic",
    "variadic_method",
    "with_joint_signature",
]

NUMBERS = (bool, int, float, complex, np.number, np.bool_)
BOOL = (bool, np.bool_)
INT = (int, np.integer)
INTS = (int, np.integer, tuple, list)
STRING = (str,)
TENSOR = (Tensor, np.ndarray)
OPERANDS = (*TENSOR, *NUMBERS, Table)
_PLAIN = frozenset((int, slice, type(None), type(...)))


def as_int(op: str, argument: str, value: Any) -> int:
    """Return an int from anything with `__index__`, such as a NumPy integer or an integer tensor, but no bool."""
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


def as_floats(op: str, argument: str, value: Any) -> tuple[float, ...]:
    """Return a tuple of real numbers from one, a list or an array."""
    if isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim == 1):
        return tuple([as_float(op, argument, item) for item in value])
    return (as_float(op, argument, value),)


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


def plain_index(index: Any) -> Any:
    """Return an index with the arrays of the tensors in it.

    A list of less than 32 entries among which are tensors, sequences, slices, None or ``...`` is a tuple of them, as in
    PyTorch; any other list is an array.
    """
    if index.__class__ in _PLAIN:
        return index
    if isinstance(index, list) and len(index) < _LONG and any(map(_is_entry, index)):
        index = tuple(index)
    if isinstance(index, tuple):
        for part in index:
            if part.__class__ not in _PLAIN:
                return tuple([_plain_entry(part) for part in index])
        return index
    return _plain_entry(index)


_LONG = 32
_ENTRIES = (Tensor, list, tuple, slice, np.ndarray)


def _is_entry(part: Any) -> bool:
    """Tell whether part of a list is an entry of an index, rather than a number of an array."""
    return part is None or part is Ellipsis or isinstance(part, _ENTRIES)


def _plain_entry(index: Any) -> Any:
    if index.__class__ in _PLAIN:
        return index
    if isinstance(index, Tensor):
        if index._extra is not None and (batch := index._extra.batch) is not None:
            return batch.level.index(index)
        return index._array if index.dtype.num != 2 else _truth_values(index._array)
    if isinstance(index, list | tuple):
        array = np.asarray(_plain_numbers(index))
        return array if array.size else array.astype(np.intp)
    if not isinstance(index, np.ndarray):
        return index
    array = plain_array("index", index)
    return array if array.dtype.num != 2 else _truth_values(array)


def _plain_numbers(values: Any) -> Any:
    """Return nested lists of numbers, of which some are tensors."""
    if isinstance(values, list | tuple):
        return [_plain_numbers(value) for value in values]
    if not isinstance(values, Tensor):
        return values
    if values.numel() != 1:
        raise TypeError(
            "index: only integer tensors of a single element can be converted to an index: expected one in a list that "
            f"is an entry of the index, got shape {values.shape}; give the tensor itself instead of the list"
        )
    return values.item()


def _truth_values(index: Any) -> Any:
    """Return an index of uint8, which is a mask for PyTorch, as one of booleans."""
    warn_of_bytes("index", "index")
    return np.not_equal(index, 0)


def fits(*pairs: tuple[Any, tuple[type, ...]]) -> bool:
    """Tell whether arguments are of the kinds that an overload takes."""
    for value, kinds in pairs:
        if not isinstance(value, kinds) or (kinds is INTS and value.__class__ is bool):
            return False
    return True


def call_overload(
    op: str,
    overloads: Iterable[tuple[Any, Callable[..., bool]]],
    args: Any,
    kwargs: Any,
    names: Mapping[str, str] = MappingProxyType({}),
) -> Any:
    """Call the first overload whose predicate accepts the arguments; `out` is not looked at.

    If there is none, keyword arguments may have other names than the parameters.
    """
    out = {"out": kwargs.pop("out")} if "out" in kwargs else {}
    named = kwargs
    while True:
        for function, accepts in overloads:
            try:
                fits = accepts(*args, **named)
            except TypeError:  # other names or another number of arguments
                continue
            if fits:
                return function(*args, **named, **out)
        if named is not kwargs or names.keys().isdisjoint(kwargs):
            refuse_arguments(op, args, kwargs)
        named = with_own_names(op, kwargs, names)


def refuse_arguments(op: str, args: Sequence[Any], kwargs: dict[str, Any]) -> NoReturn:
    """Raise for arguments that no overload takes."""
    where = "" if "." in op else "derivata."  # the ops of packs have full names
    given = [type(arg).__name__ for arg in args] + [f"{k}={type(v).__name__}" for k, v in kwargs.items()]
    raise TypeError(f"{op}: no overload takes the arguments ({', '.join(given)}); see help({where}{op})")

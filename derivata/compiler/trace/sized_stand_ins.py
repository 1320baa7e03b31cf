"""Stand-ins whose sizes may be others at the next call: traced functions see sizes, derivata's own see numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from inspect import getattr_static
from operator import mul
from types import FunctionType, ModuleType
from typing import Any

from ...autograd.tracer import tracer
from ...runtime.tensors.tensor import Tensor
from ...support.lazy_loading import LazyMethod, LazyProperty
from ..vocabulary import is_function, is_library
from .readings import is_instance as is_number_instance
from .sizes import Size, in_function, plain
from .stand_ins import StandIn, StandInParameter


class SizedStandIn(StandIn):
    """A tensor whose numbers nobody may look at, and whose sizes are compared when they are looked at."""

    __slots__ = ()


class SizedParameter(StandInParameter):
    """The same of a parameter."""

    __slots__ = ()


SIZED: dict[type[Tensor], type[Tensor]] = {StandIn: SizedStandIn, StandInParameter: SizedParameter}


def sizes_of(tensor: Tensor) -> tuple[Any, ...]:
    """Return the sizes of a stand-in."""
    listener: Any = tracer()
    return tensor._shape if listener is None else listener.shape(tensor)


def _shape(self: Tensor) -> tuple[Any, ...]:
    """The sizes."""
    return sizes_of(self) if in_function() else self._shape


def _size(self: Tensor, dim: int | None = None, axis: int | None = None) -> Any:
    """Return the sizes, or one of them."""
    dim = axis if dim is None else dim
    shape = sizes_of(self) if in_function() else self._shape
    return shape if dim is None else shape[plain(dim)]


def _numel(self: Tensor) -> Any:
    """Return the number of elements."""
    return reduce(mul, sizes_of(self), 1) if in_function() else self._array.size


def _iter(self: Tensor) -> Any:
    """Return the rows, of which there must be as many at another call."""
    for size in sizes_of(self)[:1]:
        if isinstance(size, Size):
            size.fixed()
    return Tensor.__iter__(self)


def length(value: Any) -> Any:
    """Do what `len` does; the length of a tensor is a size."""
    return (
        sizes_of(value)[0] if isinstance(value, SizedStandIn | SizedParameter) and value.ndim else len(value)
    )


def is_instance(value: Any, kinds: Any) -> bool:
    """Do what `isinstance` does; a size is a number."""
    return is_number_instance(plain(value), kinds)


def seen_by_function(value: Any) -> Any:
    """Return a function or module of derivata as a function sees it that has sizes: it is given numbers."""
    if value is len or value is isinstance:
        return length if value is len else is_instance
    if isinstance(value, FunctionType) and is_function(value):
        return _given_numbers(value)
    return Library(value) if is_library(value) and value.__name__ != "math" else value


@cache
def _given_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*plain(args), **plain(kwargs))

    return call


class Library:
    """A module of derivata whose functions are given numbers."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return seen_by_function(getattr(self._module, name))


_OPERATORS = frozenset(
    f"__{name}__"
    for stem in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor")
    for name in (stem, f"r{stem}", f"i{stem}")
) | {f"__{name}__" for name in ("eq", "ne", "lt", "le", "gt", "ge", "getitem", "setitem")}


def _method(kind: type[Tensor], name: str) -> Callable[..., Any]:
    """Return a method that is given numbers; it loads when it is called."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return getattr(kind, name)(*plain(args), **plain(kwargs))

    return call


for _kind, _sized in SIZED.items():
    for _name in dir(_kind):
        _found = getattr_static(_kind, _name)
        _is_method = isinstance(_found, FunctionType | LazyMethod) and not isinstance(_found, LazyProperty)
        if _is_method and (_name in _OPERATORS or not _name.startswith("__")):
            setattr(_sized, _name, _method(_kind, _name))
    for _name, _own in {
        "size": _size,
        "numel": _numel,
        "nelement": _numel,
        "__iter__": _iter,
    }.items():
        setattr(_sized, _name, _own)
    setattr(_sized, "shape", property(_shape))  # noqa: B010

"""Public names with several overloads: the first one whose arguments fit is called."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np

from ..graph.tensor_base import TensorBase as Tensor
from ..other_names import with_own_names
from .promotion import NUMBERS

INT = (int, np.integer)
INTS = (int, np.integer, tuple, list)
STRING = (str,)
TENSOR = (Tensor, np.ndarray)
OPERANDS = (*TENSOR, *NUMBERS)


def fits(*pairs: tuple[Any, tuple[type, ...]]) -> bool:
    """Tell whether arguments are of the kinds that an overload takes."""
    for value, kinds in pairs:  # noqa: SIM110 (half the time of `all` with a generator)
        if not isinstance(value, kinds):
            return False
    return True


def call_overload(
    op: str,
    overloads: Iterable[tuple[Any, Callable[..., bool]]],
    args: Any,
    kwargs: Any,
    names: Mapping[str, str] = MappingProxyType({}),
) -> Any:
    """Call the first overload whose predicate accepts the arguments; `out` is none that it looks at.

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

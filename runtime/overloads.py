"""Public names with several overloads: the first one whose arguments fit is called."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

import numpy as np

from .promotion import NUMBERS
from .tensors.tensor import Tensor

INT = (int, np.integer)
INTS = (int, np.integer, tuple, list)
STRING = (str,)
TENSOR = (Tensor, np.ndarray)
OPERANDS = (*TENSOR, *NUMBERS)


def fits(*pairs: tuple[Any, tuple[type, ...]]) -> bool:
    """Tell whether arguments are of the kinds that an overload takes."""
    return all(isinstance(value, kinds) for value, kinds in pairs)


def call_overload(
    op: str, overloads: Iterable[tuple[Any, Callable[..., bool]]], args: Any, kwargs: Any
) -> Any:
    """Call the first overload whose predicate accepts the arguments; `out` is none that it looks at."""
    out = {"out": kwargs.pop("out")} if "out" in kwargs else {}
    for function, accepts in overloads:
        try:
            fits = accepts(*args, **kwargs)
        except TypeError:  # other names or another number of arguments
            continue
        if fits:
            return function(*args, **kwargs, **out)
    refuse_arguments(op, args, kwargs)


def refuse_arguments(op: str, args: Sequence[Any], kwargs: dict[str, Any]) -> NoReturn:
    """Raise for arguments that no overload takes."""
    where = "" if "." in op else "derivata."  # the ops of packs have full names
    given = [type(arg).__name__ for arg in args] + [f"{k}={type(v).__name__}" for k, v in kwargs.items()]
    raise TypeError(f"{op}: no overload takes the arguments ({', '.join(given)}); see help({where}{op})")

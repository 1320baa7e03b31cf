"""Tensors that a traced function makes: of numbers of Python, which programs hold, or at random, at each call anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from .graph import Call
from .vocabulary import is_number

if TYPE_CHECKING:
    from .listener import Listener


@dataclass(frozen=True, eq=False)
class Held:
    """An object that a program has for itself: an array of constants, a generator, a function that draws."""

    content: Any


def hear_made(listener: Listener, tensor: Tensor, data: Any) -> None:
    """Write down a tensor that was made of numbers, or by a function that draws an array of a shape.

    What was made of anything else, such as an array, stays unknown, and is refused where it is read.
    """
    array = tensor._array
    if callable(data):
        listener.draws = True
        if listener.calls and listener.calls[-1].outs[0] is listener.value(tensor):
            listener.calls.pop()  # as numbers it was made of
        call = Call("_draw", {"shape": tensor.shape, "draw": Held(data)}, (listener.new(array),))
    elif not _is_of_numbers(data):
        return
    elif is_uniform(array):
        call = uniform(listener, array)
    else:
        call = Call("_held", {"array": Held(array.copy())}, (listener.new(array),))
    listener.add(call, tensor)


def _is_of_numbers(data: Any) -> bool:
    if isinstance(data, tuple | list):
        return all(map(_is_of_numbers, data))
    return is_number(data)


def is_uniform(array: Any) -> bool:
    """Tell whether all numbers of an array, which has some, are the same, bit by bit."""
    return bool(array.size) and array.tobytes() == array.reshape(-1)[:1].tobytes() * array.size


def uniform(listener: Listener, array: Any) -> Call:
    """Return the call that makes an array of one number."""
    options = {"shape": array.shape, "dim": None, "keepdim": False, "dtype": array.dtype}
    number = listener.new(np.empty((), array.dtype), array.reshape(-1)[0])
    return Call("_expand_reduced", {"self": number, **options}, (listener.new(array),))


def _draw(shape: tuple[int, ...], draw: Callable[[tuple[int, ...]], Any]) -> Tensor:
    """Return an array drawn at random."""
    return wrap(draw(shape))


def _held(array: Any) -> Tensor:
    """Return an array of constants."""
    return wrap(array)


def evenly(start: float, step: float, count: int, dtype: np.dtype[Any]) -> Any:
    """Return an array of evenly spaced numbers, as `arange` does."""
    return (start + step * np.arange(count)).astype(dtype)


def _evenly(**options: Any) -> Tensor:
    return wrap(evenly(**options))


def _number(number: float, dtype: np.dtype[Any]) -> Tensor:
    """Return a number that depends on sizes."""
    return wrap(np.array(number, dtype))


FUNCTIONS: dict[str, Callable[..., Tensor]] = {
    "_draw": _draw,
    "_evenly": _evenly,
    "_held": _held,
    "_number": _number,
}
"""What computes the calls that are no ops."""

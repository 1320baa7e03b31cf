"""Tensors that a traced function makes: of numbers of Python, which programs hold, or at random, at each call anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from ..graph.functions import Held
from ..graph.graph import Call
from ..vocabulary import is_number

if TYPE_CHECKING:
    from .listener import Listener


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
        listener.leave_unknown(array)
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

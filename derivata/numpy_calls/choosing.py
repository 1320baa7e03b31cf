"""Elements chosen by conditions and indices."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..generated import ops
from ..runtime.graph.tensor_base import wrap
from ..support.numpy_arguments import mask, promoted, tensor, tensors
from .arrays_of import array_of, rearranged


def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """`x` where the condition is true, else `y`; of a condition alone the places where it is."""
    if x is None or y is None:
        return np.nonzero(array_of(condition))
    return ops.where(mask(condition), *promoted(x, y))


def take(a: Any, indices: Any, axis: Any = None, mode: Any = "raise") -> Any:
    """Elements, or slices along an axis, by their indices."""
    return rearranged([tensor(a)], lambda places: np.take(places, array_of(indices), axis, mode=mode))


def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Any:
    """Elements along an axis by indices for each row."""
    return rearranged([tensor(arr)], lambda places: np.take_along_axis(places, array_of(indices), axis))


def compress(condition: Any, a: Any, axis: Any = None) -> Any:
    """Slices along an axis where the condition is true."""
    return rearranged([tensor(a)], lambda places: np.compress(array_of(condition), places, axis))


def extract(condition: Any, arr: Any) -> Any:
    """Elements where the condition is true."""
    return rearranged([tensor(arr)], lambda places: np.extract(array_of(condition), places))


def choose(a: Any, choices: Any, mode: Any = "raise") -> Any:
    """Elements of the choices, by the number of the choice."""
    made = tensors(choices)
    return rearranged(made, lambda *places: np.choose(array_of(a), places, mode=mode))


def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """Elements of the choice whose condition is the first that is true."""
    if len(condlist) != len(choicelist) or not len(condlist):
        raise ValueError(
            f"np.select: expected a choice for each condition, got {len(condlist)} and {len(choicelist)}"
        )
    *made, found = promoted(*choicelist, default)
    for condition, choice in list(zip(condlist, made, strict=True))[::-1]:
        found = ops.where(mask(condition), choice, found)
    return found


def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    """Results of the function whose condition is the last that is true."""
    x = tensor(x)
    conditions = [array_of(one) for one in (condlist if isinstance(condlist, list | tuple) else [condlist])]
    if len(funclist) == len(conditions) + 1:
        conditions.append(~np.any(conditions, axis=0))
    if len(funclist) != len(conditions):
        raise ValueError(
            f"np.piecewise: expected {len(conditions)} functions, or one more, got {len(funclist)}"
        )
    found = ops.fill(x, 0)
    for condition, function in zip(conditions, funclist, strict=True):
        chosen = wrap(np.broadcast_to(condition, x.shape))
        kept = ops.masked_select(x, chosen)
        values = tensor(function(kept, *args, **kw) if callable(function) else function)
        found = ops.masked_scatter(found, chosen, ops.expand(values.to(x.dtype), kept.shape))
    return found


def copyto(dst: Any, src: Any, where: Any = True) -> None:
    """Write into a tensor; into an array a tensor's history would be lost."""
    if isinstance(dst, np.ndarray):
        raise TypeError(
            "np.copyto: a Tensor that carries a history or a tangent cannot be written into an array; make dst a tensor"
        )
    dst.copy_(src if where is True else ops.where(tensor(array_of(where)), tensor(src), dst))


def clip(a: Any, a_min: Any = None, a_max: Any = None, min: Any = None, max: Any = None) -> Any:
    """Elements within bounds."""
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    a = tensor(a)
    return ops.positive(a) if low is None and high is None else ops.clamp(a, low, high)

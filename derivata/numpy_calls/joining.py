"""Arrays made of several, or parted into several."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..generated import ops
from ..support.numpy_arguments import tensor, tensors
from .arrays_of import array_of, arrays_in, rearranged


def concatenate(arrays: Any, axis: Any = 0, dtype: Any = None) -> Any:
    """Arrays one behind the other; for `axis=None` in one row."""
    made = tensors(arrays)
    if axis is None:
        made, axis = [one.reshape(-1) for one in made], 0
    if len({one.ndim for one in made}) > 1 or not made[0].ndim:
        raise ValueError(
            "np.concatenate: expected arrays of one number of dimensions, at least 1, got "
            f"{[one.ndim for one in made]}"
        )
    found = ops.cat(made, axis)
    return found if dtype is None else found.to(np.dtype(dtype))


def append(arr: Any, values: Any, axis: Any = None) -> Any:
    """Values behind an array."""
    return concatenate((arr, values), axis)


def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    """Values before some elements of an array."""
    return rearranged(tensors((arr, values)), lambda places, new: np.insert(places, _plain(obj), new, axis))


def delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    """Array without some elements."""
    return rearranged([tensor(arr)], lambda places: np.delete(places, _plain(obj), axis))


def _plain(obj: Any) -> Any:
    return obj if isinstance(obj, slice | int) else array_of(obj)


def block(arrays: Any) -> Any:
    """Nested lists of blocks as one array."""
    leaves: list[Any] = []

    def gather(part: Any) -> None:
        if isinstance(part, list):
            for one in part:
                gather(one)
        else:
            leaves.append(part)

    def nested(part: Any, places: Any) -> Any:
        return [nested(one, places) for one in part] if isinstance(part, list) else next(places)

    gather(arrays)
    return rearranged(tensors(leaves), lambda *places: np.block(nested(arrays, iter(places))))


def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Parts of about one length."""
    ary = tensor(ary)
    parts = np.array_split(np.arange(ary.shape[axis]), arrays_in(indices_or_sections))
    starts = [int(part[0]) if len(part) else 0 for part in parts]
    return [ops.narrow(ary, axis, start, len(part)) for start, part in zip(starts, parts, strict=True)]


def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Parts of one length, or between indices."""
    ary = tensor(ary)
    if isinstance(indices_or_sections, int | np.integer) and ary.shape[axis] % indices_or_sections:
        raise ValueError(
            f"np.split: expected a number of sections that divides {ary.shape[axis]}, got {indices_or_sections}"
        )
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Parts along the second axis, along the first of a row."""
    return split(ary, indices_or_sections, 1 if tensor(ary).ndim > 1 else 0)


def vsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Parts along the first axis."""
    return split(ary, indices_or_sections, 0)


def dsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Parts along the third axis."""
    return split(ary, indices_or_sections, 2)


def apply_along_axis(func1d: Any, axis: int, arr: Any, *args: Any, **kwargs: Any) -> Any:
    """Results of a function of each row along an axis."""
    moved = ops.movedim(tensor(arr), (axis,), (-1,))
    outer = moved.shape[:-1]
    made = [tensor(func1d(row, *args, **kwargs)) for row in ops.unbind(moved.reshape(-1, moved.shape[-1]), 0)]
    found = ops.stack(made).reshape((*outer, *made[0].shape))
    inner = tuple(range(len(outer), found.ndim))
    return ops.movedim(found, inner, tuple([axis % moved.ndim + place for place in range(len(inner))]))


def apply_over_axes(func: Any, a: Any, axes: Any) -> Any:
    """Results of a reduction over one axis after the other, which keep them."""
    a = tensor(a)
    for axis in axes if isinstance(axes, tuple | list) else (axes,):
        found = tensor(func(a, axis))
        a = found if found.ndim == a.ndim else ops.unsqueeze(found, axis % a.ndim)
    return a

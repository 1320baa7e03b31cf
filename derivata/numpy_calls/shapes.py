"""Functions that arrange elements anew: shapes, axes, copies."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..generated import ops
from ..support.numpy_arguments import flattened, tensor
from .arrays_of import array_of, arrays_in, rearranged


def transpose(a: Any, axes: Any = None) -> Any:
    """Axes in another order, by default the last one first."""
    a = tensor(a)
    return ops.permute(a, tuple(range(a.ndim))[::-1] if axes is None else tuple(axes))


def expand_dims(a: Any, axis: Any) -> Any:
    """New axes of length one."""
    a = tensor(a)
    shape = np.expand_dims(np.empty(a.shape, np.bool_), axis).shape
    return a.reshape(shape)


def squeeze(a: Any, axis: Any = None) -> Any:
    """Axes of length one taken away; others are an error."""
    a = tensor(a)
    return a.reshape(np.squeeze(np.empty(a.shape, np.bool_), axis).shape)


def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    """An axis moved before another."""
    a = tensor(a)
    order = np.rollaxis(np.empty(tuple(range(a.ndim))), axis, start).shape
    return ops.permute(a, order)


def flip(m: Any, axis: Any = None) -> Any:
    """Axes from their ends."""
    m = tensor(m)
    axes = range(m.ndim) if axis is None else axis if isinstance(axis, tuple | list) else (axis,)
    return ops.flip(m, tuple(axes))


def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """Elements moved along axes, round the ends."""
    return rearranged([tensor(a)], lambda places: np.roll(places, arrays_in(shift), axis))


def repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    """Each element several times."""
    a, axis = flattened(tensor(a), axis)
    return rearranged([a], lambda places: np.repeat(places, array_of(repeats), axis))


def resize(a: Any, new_shape: Any) -> Any:
    """Elements in another shape, from the first one again where it is larger."""
    return rearranged([tensor(a)], lambda places: np.resize(places, arrays_in(new_shape)))


def copy(a: Any) -> Any:
    """Copy of the elements."""
    return ops.clone(tensor(a))


def astype(x: Any, dtype: Any) -> Any:
    """Elements in another dtype."""
    return tensor(x).to(np.dtype(dtype))


def trim_zeros(filt: Any, trim: Any = "fb") -> Any:
    """A row without the zeros at its ends."""
    kept = np.flatnonzero(array_of(filt))
    row = tensor(filt)
    if row.ndim != 1:
        raise TypeError(
            "np.trim_zeros: a Tensor with a history is expected to have one dimension; index it instead"
        )
    if not len(kept):
        return row[:0]
    first = int(kept[0]) if "f" in trim.lower() else 0
    return row[first : int(kept[-1]) + 1 if "b" in trim.lower() else row.shape[0]]


def sliding_window_view(
    x: Any, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False
) -> Any:
    """Windows along axes, as new axes at the end: `numpy.lib.stride_tricks.sliding_window_view`."""
    if subok or writeable:
        raise TypeError(
            "np.lib.stride_tricks.sliding_window_view: a Tensor with a history takes neither subok nor writeable"
        )
    windows = tensor(x)
    like = np.lib.stride_tricks.sliding_window_view(np.empty(windows.shape, np.bool_), window_shape, axis)
    axes = range(windows.ndim) if axis is None else np.atleast_1d(axis).tolist()
    for along, size in zip(axes, like.shape[windows.ndim :], strict=True):
        windows = ops.unfold(windows, along % x.ndim, size, 1)
    return windows


def pad(array: Any, pad_width: Any, mode: Any = "constant", constant_values: Any = 0, **options: Any) -> Any:
    """Elements around an array: numbers, or its own."""
    array, pad_width = tensor(array), arrays_in(pad_width)
    if mode == "constant":
        return rearranged(
            [array, *_constants(constant_values)],
            lambda places, *constants: np.pad(
                places, pad_width, constant_values=_like(constant_values, constants)
            ),
        )
    if mode in ("edge", "reflect", "symmetric", "wrap") and options.get("reflect_type", "even") == "even":
        return rearranged([array], lambda places: np.pad(places, pad_width, mode))
    raise TypeError(
        "np.pad: a Tensor with a history takes the modes constant, edge, reflect (even), symmetric (even) and wrap, "
        f"got {mode!r}"
    )


def _constants(values: Any) -> list[Any]:
    """Return the numbers of nested sequences one after the other."""
    if isinstance(values, tuple | list | np.ndarray):
        return [one for part in values for one in _constants(part)]
    return [tensor(values)]


def _like(values: Any, places: Any) -> Any:
    """Return places in the nesting of values."""
    rest = iter([place.item() for place in places])

    def nested(part: Any) -> Any:
        return [nested(one) for one in part] if isinstance(part, tuple | list | np.ndarray) else next(rest)

    return nested(values)


def atleast_1d(*arys: Any) -> Any:
    """One dimension at least."""
    return _each(ops.atleast_1d, arys)


def atleast_2d(*arys: Any) -> Any:
    """Two dimensions at least."""
    return _each(ops.atleast_2d, arys)


def atleast_3d(*arys: Any) -> Any:
    """Three dimensions at least."""
    return _each(ops.atleast_3d, arys)


def _each(function: Any, arrays: tuple[Any, ...]) -> Any:
    found = tuple([function(tensor(one)) for one in arrays])
    return found[0] if len(found) == 1 else found


def broadcast_arrays(*args: Any) -> Any:
    """Arrays in their common shape."""
    made = [tensor(one) for one in args]
    shape = np.broadcast_shapes(*[one.shape for one in made])
    return tuple([ops.expand(one, shape) for one in made])


def meshgrid(*xi: Any, indexing: Any = "xy", sparse: bool = False, copy: bool = True) -> Any:
    """Coordinates of a grid."""
    rows = [tensor(one).reshape(-1) for one in xi]
    grids: Any = np.meshgrid(*[np.arange(row.shape[0]) for row in rows], indexing=indexing, sparse=sparse)
    return tuple(
        [rearranged([row], lambda _, grid=grid: grid) for row, grid in zip(rows, grids, strict=True)]
    )

"""The arguments of Fourier transforms: dimensions, lengths, norms. All are checked before anything is computed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..dims import axis
from ..dtypes import DType

Shape = Sequence[int]

_OF_REAL = ("rfft", "rfft2", "rfftn", "ihfft", "ihfft2", "ihfftn")
_MODES = {None: 0, "backward": 0, "ortho": 1, "forward": 2}


def fft_dims(op: str, shape: Shape, dtype: DType, s: Shape | None, dim: Shape | None) -> tuple[int, ...]:
    """Return the dimensions that a transform goes through: `dim`, or the last ones that `s` has lengths for, or all."""
    if dtype == np.float16:
        raise RuntimeError(f"{op}: unsupported dtype float16; convert the argument with .float()")
    if dtype.kind == "c" and op in _OF_REAL:
        raise RuntimeError(f"{op}: expects a real input tensor, but got {dtype}; take its .real, or call fft")
    if dim is None:
        return _last_dims(op, len(shape), s)
    if s is not None and len(s) != len(dim):
        raise RuntimeError(
            f"{op}: when given, dim and shape arguments must have the same length, got {tuple(dim)} and {tuple(s)}"
        )
    if not shape and len(dim):
        raise IndexError(f"{op}: dimension specified as {dim[0]} but tensor has no dimensions")
    found = tuple([axis(op, len(shape), number) for number in dim])
    if len(set(found)) < len(found):
        raise RuntimeError(f"{op}: FFT dims must be unique, got {tuple(dim)}")
    return _some(op, found)


def _last_dims(op: str, ndim: int, s: Shape | None) -> tuple[int, ...]:
    count = ndim if s is None else len(s)
    if count > ndim:
        raise RuntimeError(
            f"{op}: got shape with {count} values but input tensor only has {ndim} dimensions; leave some out"
        )
    return _some(op, tuple(range(ndim - count, ndim)))


def _some(op: str, dims: tuple[int, ...]) -> tuple[int, ...]:
    if not dims and op not in ("fft2", "ifft2", "fftn", "ifftn"):
        raise RuntimeError(f"{op}: must transform at least one axis; give it in dim")
    return dims


def fft_pad(op: str, shape: Shape, dims: Shape, s: Shape | None) -> tuple[int, ...]:
    """Return what `constant_pad_nd` gives the dimensions their lengths with: () if they have them."""
    wanted = [*shape]
    for place, number in enumerate(dims):
        wanted[number] = _length(op, s, place, shape[number])
    return _pad(shape, wanted)


def fft_half_pad(op: str, shape: Shape, dims: Shape, s: Shape | None) -> tuple[int, ...]:
    """The same for transforms to real numbers, which take half of the frequencies; `s` has the result's lengths."""
    wanted = [*shape]
    for place, number in enumerate(dims[:-1]):
        wanted[number] = _length(op, s, place, shape[number])
    wanted[dims[-1]] = fft_length(op, shape, dims, s) // 2 + 1
    return _pad(shape, wanted)


def fft_length(op: str, shape: Shape, dims: Shape, s: Shape | None) -> int:
    """Return the length that the last dimension of a real result has."""
    return _length(op, s, -1, 2 * (shape[dims[-1]] - 1))


def _length(op: str, s: Shape | None, place: int, default: int) -> int:
    """Return the length in `s`; -1 means the default, but for transforms of one dimension."""
    length = default if s is None or (s[place] == -1 and not op.endswith("fft")) else s[place]
    if length < 1:
        raise RuntimeError(f"{op}: invalid number of data points ({length}) specified; expected at least 1")
    return length


def _pad(shape: Shape, wanted: Shape) -> tuple[int, ...]:
    found = [
        pair
        for length, other in zip(reversed(shape), reversed(wanted), strict=True)
        for pair in (0, other - length)
    ]
    return tuple(found) if any(found) else ()


def fft_scale(op: str, norm: str | None, inverse: bool) -> int:
    """Return the normalization that `norm` means for a transform or an inverse one."""
    if norm not in _MODES:
        raise RuntimeError(
            f"{op}: invalid normalization mode: {norm!r}; expected 'backward', 'ortho' or 'forward'"
        )
    return 2 - _MODES[norm] if inverse else _MODES[norm]


def shift_dims(op: str, ndim: int, dim: Shape | None) -> tuple[int, ...]:
    """Return the dimensions that are shifted: all without `dim`."""
    return tuple(range(ndim)) if dim is None else tuple([axis(op, ndim, number) for number in dim])


def shift_steps(shape: Shape, dims: Shape, back: int) -> tuple[int, ...]:
    """Return the shifts: half of each length, rounded down, or up for the inverse."""
    return tuple([(shape[dim] + back) // 2 for dim in dims])

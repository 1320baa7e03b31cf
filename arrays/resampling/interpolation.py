"""The arguments of `interpolate`: output sizes, scale factors and alignment of corners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from .taps import MODES

Shape = Sequence[int]
Number = TypeVar("Number", int, float)
Plan = tuple[tuple[int, ...], bool, tuple[float, ...] | None]

_DIMENSIONS = {"linear": 3, "bilinear": 4, "bicubic": 4, "lanczos": 4, "trilinear": 5}
_FILTERED = ("bilinear", "bicubic", "lanczos")


def interpolation(
    shape: Shape,
    size: Shape | None,
    scale_factor: Sequence[float] | None,
    mode: str,
    align_corners: bool | None,
    recompute_scale_factor: bool | None,
    antialias: bool,
) -> Plan:
    """Return the sizes of the output, whether corners are aligned, and the factors unless sizes decide."""
    _check_mode(shape, mode, align_corners, antialias)
    dims = len(shape) - 2
    if (size is None) == (scale_factor is None):
        raise ValueError(
            "interpolate: either size or scale_factor should be defined, got neither"
            if size is None
            else f"interpolate: only one of size or scale_factor should be defined, got {size} and {scale_factor}"
        )
    if size is not None:
        if recompute_scale_factor:
            raise ValueError(
                "interpolate: recompute_scale_factor is not meaningful with an explicit size; leave it out"
            )
        return _checked(shape, _each(size, dims, "size"), mode), bool(align_corners), None
    assert scale_factor is not None
    factors = _each(scale_factor, dims, "scale_factor")
    sizes = tuple([int(length * factor) for length, factor in zip(shape[2:], factors, strict=True)])
    kept = None if recompute_scale_factor or mode == "area" else factors
    return _checked(shape, sizes, mode), bool(align_corners), kept


def _each(values: Sequence[Number], dims: int, name: str) -> tuple[Number, ...]:
    """Return a value for each dimension; one stands for all."""
    if len(values) not in (1, dims):
        raise ValueError(
            f"interpolate: {name} must be one number or one for each of the {dims} dimensions of input behind batch and"
            f" channels, got {tuple(values)}"
        )
    return tuple(values) * (dims if len(values) == 1 else 1)


def _check_mode(shape: Shape, mode: str, align_corners: bool | None, antialias: bool) -> None:
    ndim = len(shape)
    if mode in ("nearest", "nearest-exact", "area") and align_corners is not None:
        raise ValueError(
            "interpolate: align_corners can only be set with the modes 'linear', 'bilinear', 'bicubic' and 'trilinear',"
            f" got mode {mode!r}"
        )
    if antialias and (mode not in _FILTERED or ndim != 4):
        raise ValueError(
            "interpolate: antialias takes the modes 'bilinear', 'bicubic' and 'lanczos', and images of 4 dimensions,"
            f" got mode {mode!r} and input of {ndim} dimensions"
        )
    if mode not in MODES or ndim not in (3, 4, 5) or _DIMENSIONS.get(mode, ndim) != ndim:
        wanted = f"input of {_DIMENSIONS[mode]}" if mode in _DIMENSIONS else "input of 3, 4 or 5"
        raise NotImplementedError(
            f"interpolate: mode must be one of {', '.join(MODES)}, got {mode!r}"
            if mode not in MODES
            else f"interpolate: mode {mode!r} takes {wanted} dimensions, batch and channels first, got {ndim}"
        )
    if mode == "lanczos" and (align_corners or not antialias):
        raise ValueError("interpolate: mode 'lanczos' takes antialias=True, and no align_corners=True")


def _checked(shape: Shape, sizes: tuple[int, ...], mode: str) -> tuple[int, ...]:
    """Return the sizes; raise for an empty input with an output that is not empty."""
    lowest = 0 if mode == "area" else 1
    if min(sizes) < lowest or min(shape[2:]) < 1 or (mode != "area" and shape[1] < 1):
        raise RuntimeError(
            f"interpolate: channels and sizes of input and output must be greater than 0, got input of shape"
            f" {tuple(shape)} and output of size {sizes}"
        )
    return sizes

"""The steps of the shuffles of pixels and channels: shapes with the blocks apart, and orders of dimensions."""

from __future__ import annotations

Shape = tuple[int, ...]


def pixel_blocks(shape: Shape, factor: int) -> Shape:
    """Return the shape in which the channels that become one block of pixels have dimensions of their own."""
    _check("pixel_shuffle", "upscale_factor", shape, factor)
    if shape[-3] % factor**2:
        raise RuntimeError(
            "pixel_shuffle: expects its input's 'channel' dimension to be divisible by the square of upscale_factor,"
            f" but input.size(-3)={shape[-3]} is not divisible by {factor**2}"
        )
    return (*shape[:-3], shape[-3] // factor**2, factor, factor, *shape[-2:])


def shuffled_dims(ndim: int) -> Shape:
    """Return the order of dimensions of `pixel_blocks` in which every block stands beside its place."""
    first = ndim - 2
    return (*range(first), first + 2, first, first + 3, first + 1)


def shuffled_shape(shape: Shape, factor: int) -> Shape:
    """Return the shape of a result of `pixel_shuffle`."""
    return (*shape[:-3], shape[-3] // factor**2, shape[-2] * factor, shape[-1] * factor)


def unshuffled_blocks(shape: Shape, factor: int) -> Shape:
    """Return the shape in which the rows and columns of each block of pixels have dimensions of their own."""
    _check("pixel_unshuffle", "downscale_factor", shape, factor)
    for at, name in ((-2, "height"), (-1, "width")):
        if shape[at] % factor:
            raise RuntimeError(
                f"pixel_unshuffle: expects {name} to be divisible by downscale_factor, but input.size({at})={shape[at]}"
                f" is not divisible by {factor}"
            )
    return (*shape[:-2], shape[-2] // factor, factor, shape[-1] // factor, factor)


def unshuffled_dims(ndim: int) -> Shape:
    """Return the order of dimensions of `unshuffled_blocks` in which the blocks are channels."""
    first = ndim - 2
    return (*range(first), first + 1, first + 3, first, first + 2)


def unshuffled_shape(shape: Shape, factor: int) -> Shape:
    """Return the shape of a result of `pixel_unshuffle`."""
    return (*shape[:-3], shape[-3] * factor**2, shape[-2] // factor, shape[-1] // factor)


def channel_groups(shape: Shape, groups: int) -> Shape:
    """Return the shape in which the channels of each group have a dimension of their own."""
    if len(shape) < 3:
        raise RuntimeError(f"channel_shuffle: expects input with > 2 dims, but got input with sizes {shape}")
    if groups < 1:
        raise RuntimeError(
            f"channel_shuffle: Number of groups to divide channels in must be positive, got {groups}"
        )
    if shape[1] % groups:
        raise RuntimeError(
            f"channel_shuffle: Number of channels must be divisible by groups. Got {shape[1]} channels and {groups}"
            " groups."
        )
    return (shape[0], groups, shape[1] // groups, *shape[2:])


def _check(op: str, name: str, shape: Shape, factor: int) -> None:
    if len(shape) < 3:
        raise RuntimeError(
            f"{op}: expects input to have at least 3 dimensions, but got input with {len(shape)} dimension(s)"
        )
    if factor < 1:
        raise RuntimeError(f"{op}: expects a positive {name}, but got {factor}")

"""The windows of a pooling along one axis, and the checks of the arguments that define them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..amounts import MOST_PARTS, feasible

Array = NDArray[Any]
Pair = tuple[int, int]
Shape = tuple[int, ...]
Parts = tuple[tuple[int, int], ...]

LENGTHS = {1: ("L",), 2: ("H", "W"), 3: ("D", "H", "W")}
"""What the dimensions of sequences, images and volumes are called."""


MOST_KEPT = 4096  # windows of an image whose places and sizes are kept


class Windows(NamedTuple):
    """`outputs` windows of `kernel` elements on an axis of `length`, with `before` padded elements on each side."""

    length: int
    kernel: int
    stride: int
    before: int
    dilation: int
    outputs: int

    @property
    def reach(self) -> int:
        """The length, padding in front included, that the windows need; it may leave elements at the end unused."""
        needed = (self.outputs - 1) * self.stride + self.dilation * (self.kernel - 1) + 1
        return needed if needed > self.before + self.length else self.before + self.length

    @property
    def is_all(self) -> bool:
        """Whether there is one window, the whole axis."""
        return self.outputs == self.dilation == 1 and self.kernel == self.length and not self.before

    def slice(self, offset: int) -> slice:
        """Of every window the element number `offset`, on the padded axis."""
        start = offset * self.dilation
        return slice(start, start + (self.outputs - 1) * self.stride + 1, self.stride)

    def starts(self) -> Array:
        """Where each window begins on the axis without padding: negative in the padding in front."""
        return np.asarray(np.arange(self.outputs) * self.stride - self.before)

    def first_places(self) -> Array:
        """Where the first element of each window is that is no padding."""
        starts = self.starts()
        return np.where(starts < 0, starts % self.dilation, starts)

    def counts(self, include_padding: bool) -> Array:
        """How many elements each window has, those beyond the padding never counted."""
        start = self.starts()
        end = np.minimum(start + self.kernel, self.length + self.before)
        if include_padding:
            return np.asarray(end - start)
        return np.asarray(np.minimum(end, self.length) - np.maximum(start, 0))


def windows(
    op: str,
    shape: Shape,
    kernel_size: Pair,
    stride: Pair | None,
    padding: Pair,
    dilation: Pair,
    ceil_mode: bool,
) -> tuple[Windows, Windows]:
    """The windows along the height and along the width of images of `shape`, if the arguments go together."""
    check_input(op, shape, 2)
    steps = kernel_size if stride is None else stride
    numbers = tuple(kernel_size), tuple(steps), tuple(padding), tuple(dilation)
    vertical, horizontal = windows_along(op, tuple(shape[-2:]), *numbers, ceil_mode)
    return vertical, horizontal


@lru_cache(maxsize=256)
def windows_along(
    op: str, size: Shape, kernel_size: Shape, steps: Shape, padding: Shape, dilation: Shape, ceil_mode: bool
) -> tuple[Windows, ...]:
    """The windows along each dimension; a network asks for the same few again and again."""
    for name, values, least in (
        ("kernel_size", kernel_size, 1),
        ("stride", steps, 1),
        ("dilation", dilation, 1),
    ):
        if min(values) < least:
            raise RuntimeError(f"{op}: {name} must be at least {least}, got {tuple(values)}")
    along = zip(size, kernel_size, steps, padding, dilation, strict=True)
    return tuple([_axis_windows(op, *arguments, ceil_mode) for arguments in along])


def adaptive_windows(op: str, shape: Shape, output_size: Sequence[int | None]) -> tuple[Parts, Parts]:
    """The (start, end) of windows that cover height and width evenly; neighbours overlap by at most one element.

    A size of None is that of the image.
    """
    if len(shape) < 3:
        raise ValueError(f"{op}: Input dimension should be at least 3, got shape {shape}")
    check_input(op, shape, 2)
    rows, columns = adaptive_parts(op, shape[-2:], output_size)
    return rows, columns


def adaptive_parts(op: str, size: Shape, output_size: Sequence[int | None]) -> tuple[Parts, ...]:
    """The (start, end) of windows that cover each dimension evenly."""
    counts = [length if count is None else count for length, count in zip(size, output_size, strict=True)]
    if min(counts) < 0:
        raise RuntimeError(
            f"{op}: elements of output_size must be greater than or equal to 0, got {tuple(output_size)}"
        )
    feasible(op, "elements of output_size", max(counts), max(MOST_PARTS, *size))
    return tuple([_parts(length, count) for length, count in zip(size, counts, strict=True)])


@lru_cache(maxsize=256)
def _parts(length: int, count: int) -> Parts:
    """The (start, end) of windows that cover an axis."""
    return tuple([(i * length // count, -(-(i + 1) * length // count)) for i in range(count)])


def even_geometry(rows: Parts, columns: Parts) -> tuple[int, int, int, int, int, int] | None:
    """The sizes, steps and padding (none) of windows, if those of each axis have one size and one step."""
    (height, down), (width, across) = _even_step(rows), _even_step(columns)
    return (height, width, down, across, 0, 0) if height and width else None


def _even_step(parts: Parts) -> Pair:
    """The size and the step of windows (start, end) from 0 on, if they differ in nothing else; zeros otherwise."""
    if not parts:
        return 0, 0
    size = parts[0][1]
    step = parts[1][0] if len(parts) > 1 else size
    even = step > 0 and all(part == (n * step, n * step + size) for n, part in enumerate(parts))
    return (size, step) if even else (0, 0)


def _axis_windows(
    op: str, length: int, kernel: int, stride: int, padding: int, dilation: int, ceil_mode: bool
) -> Windows:
    if not 0 <= padding <= (dilation * (kernel - 1) + 1) // 2:
        raise RuntimeError(
            f"{op}: padding must be at least 0 and at most half of the kernel, got padding={padding} for a kernel"
            f" that spans {dilation * (kernel - 1) + 1}"
        )
    room = length + 2 * padding - dilation * (kernel - 1) - 1
    count = (-(-room // stride) if ceil_mode else room // stride) + 1
    if count < 1:
        raise RuntimeError(
            f"{op}: kernel_size must fit into the padded image, got a kernel that spans"
            f" {dilation * (kernel - 1) + 1} for length {length} with padding {padding}"
        )
    # A window that would begin in the padding behind the image is dropped.
    if ceil_mode and (count - 1) * stride >= length + padding:
        count -= 1
    return Windows(length, kernel, stride, padding, dilation, count)


def check_input(op: str, shape: Shape, dims: int) -> None:
    """Raise unless a shape is that of sequences, images or volumes, none of which is empty."""
    if len(shape) not in (dims + 1, dims + 2) or 0 in shape[-dims - 1 :]:
        lengths = ", ".join(LENGTHS[dims])
        raise RuntimeError(
            f"{op}: self must be (N, C, {lengths}) or (C, {lengths}) and not empty, got shape {shape}"
        )

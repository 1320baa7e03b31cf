"""The lengths of a two-dimensional convolution, the checks of its arguments, and paddings given in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from numpy.typing import NDArray

from . import kernels as compiled

Array = NDArray[Any]
Pair = tuple[int, int]
Sides = tuple[int, int, int, int]
Shape = tuple[int, ...]

_MANY_CHANNELS = 8


class Geometry(compiled.Shape):
    """The lengths of one convolution, checked."""

    __slots__ = ()

    @property
    def channels_last(self) -> bool:
        """Whether columns with the channels last are the faster ones."""
        return self.groups == 1 and self.channels >= _MANY_CHANNELS and self.kernel != (1, 1)

    @property
    def positions(self) -> int:
        """The number of outputs of one filter."""
        return self.output[0] * self.output[1]

    @property
    def taps(self) -> int:
        """The number of inputs that one output depends on."""
        return self.channels * self.kernel[0] * self.kernel[1]

    @property
    def output_shape(self) -> Shape:
        """The shape of the result."""
        return (self.batch, self.groups * self.filters, *self.output)


@lru_cache(maxsize=1024)  # what a network asks for again and again
def geometry(
    op: str,
    input_shape: Shape,
    weight_shape: Shape,
    stride: Pair,
    padding: Sides,
    dilation: Pair,
    groups: int,
) -> Geometry:
    """The geometry of a convolution, if its arguments go together."""
    _check_numbers(op, stride, padding, dilation, groups)
    _check_shapes(op, input_shape, weight_shape, groups)
    batch, _, *size = input_shape
    filters, channels, *kernel = weight_shape
    top, bottom, left, right = padding
    padded = (size[0] + top + bottom, size[1] + left + right)
    reach = tuple(d * (k - 1) + 1 for d, k in zip(dilation, kernel, strict=True))
    if padded[0] < reach[0] or padded[1] < reach[1]:
        raise RuntimeError(
            f"{op}: weight must fit into the padded input of size {padded}, got a kernel that spans {reach};"
            " use a smaller kernel or more padding"
        )
    output = ((padded[0] - reach[0]) // stride[0] + 1, (padded[1] - reach[1]) // stride[1] + 1)
    return Geometry(
        batch,
        groups,
        channels,
        filters // groups,
        (size[0], size[1]),
        (kernel[0], kernel[1]),
        output,
        stride,
        padding,
        dilation,
    )


def check_operands(input: Array, weight: Array, bias: Array | None) -> None:
    """A convolution's tensors have one dtype, and its bias has one number per filter."""
    for name, other in (("weight", weight), ("bias", bias)):
        if other is not None and other.dtype != input.dtype:
            raise RuntimeError(
                f"conv2d: {name} must have the dtype of input, {input.dtype}, got {other.dtype};"
                f" convert one with .to(dtype)"
            )
    if bias is not None and bias.shape != weight.shape[:1]:
        raise RuntimeError(
            f"conv2d: bias must have shape {weight.shape[:1]}, one number per filter, got {bias.shape}"
        )


def conv_sides(op: str, padding: tuple[int, ...], weight_shape: Shape) -> Sides:
    """The paddings (top, bottom, left, right) of a symmetric padding: of images, or of sequences."""
    _check_filters(op, weight_shape, len(padding))
    vertical, horizontal = padding if len(padding) == 2 else (0, *padding)
    return (vertical, vertical, horizontal, horizontal)


def conv_named_sides(
    op: str, padding: str, weight_shape: Shape, stride: tuple[int, ...], dilation: tuple[int, ...]
) -> Sides:
    """The paddings (top, bottom, left, right) that 'valid' or 'same' stands for."""
    _check_filters(op, weight_shape, len(stride))
    if padding == "valid":
        return (0, 0, 0, 0)
    if padding != "same":
        raise ValueError(f"{op}: padding must be an int, a pair, 'valid' or 'same', got {padding!r}")
    if set(stride) != {1}:
        raise RuntimeError(
            f"{op}: padding='same' needs stride 1, got stride={tuple(stride)}; give padding in numbers"
        )
    totals = [d * (k - 1) for d, k in zip(dilation, weight_shape[2:], strict=True)]
    vertical, horizontal = totals if len(totals) == 2 else (0, *totals)
    # An odd total puts the extra zeros behind.
    return (vertical // 2, (vertical + 1) // 2, horizontal // 2, (horizontal + 1) // 2)


def conv_positions(input_ndim: int, weight_ndim: int) -> tuple[int, ...]:
    """The dimensions of a result but for that of the filters; without a batch, this one is the first."""
    filters = 1 if input_ndim == weight_ndim else 0
    return tuple([dim for dim in range(input_ndim) if dim != filters])


def conv_transpose_shape(
    op: str,
    input_shape: Shape,
    weight_shape: Shape,
    stride: Pair,
    padding: Pair,
    output_padding: Pair,
    dilation: Pair,
    groups: int,
) -> Shape:
    """The shape of the images whose convolution has shape `input_shape`; `output_padding` decides between several."""
    if len(input_shape) not in (3, 4) or len(weight_shape) != 4:
        raise RuntimeError(
            f"{op}: input must be (N, C, H, W) or (C, H, W) and weight (C, filters, kH, kW),"
            f" got {input_shape} and {weight_shape}"
        )
    for extra, s, d in zip(output_padding, stride, dilation, strict=True):
        if not 0 <= extra < max(s, d):
            raise RuntimeError(
                f"{op}: output_padding must be smaller than stride or dilation, got output_padding="
                f"{tuple(output_padding)}, stride={tuple(stride)}, dilation={tuple(dilation)}"
            )
    lengths = zip(input_shape[-2:], weight_shape[-2:], stride, padding, output_padding, dilation, strict=True)
    size = tuple((n - 1) * s - 2 * p + d * (k - 1) + extra + 1 for n, k, s, p, extra, d in lengths)
    if min(size) < 0:
        raise RuntimeError(
            f"{op}: padding must leave something of the result, got one of {size[0]} x {size[1]} pixels;"
            f" use less padding than {tuple(padding)} or larger filters than {tuple(weight_shape[-2:])}"
        )
    return (*input_shape[:-3], weight_shape[1] * groups, *size)


def conv_transpose_sides(stride: Pair, padding: Pair, output_padding: Pair) -> Sides:
    """The paddings (top, bottom, left, right) of the convolution that conv_transpose2d is the transpose of.

    An `output_padding` as large as the stride moves the lower edge by a whole output: it takes from the padding there,
    which becomes negative where the images end behind the last tap.
    """
    after = [
        p - extra if extra >= s else p for s, p, extra in zip(stride, padding, output_padding, strict=True)
    ]
    return padding[0], after[0], padding[1], after[1]


def conv_transpose_within(sides: Sides) -> Sides:
    """The paddings without the negative ones."""
    top, bottom, left, right = sides
    return top, max(bottom, 0), left, max(right, 0)


def conv_transpose_beyond(sides: Sides) -> Sides:
    """The zeros (left, right, top, bottom) around what the taps reach."""
    return 0, max(-sides[3], 0), 0, max(-sides[1], 0)


def conv_transpose_reached(shape: Shape, beyond: Sides) -> Shape:
    """The shape without these zeros."""
    return (*shape[:-2], shape[-2] - beyond[3], shape[-1] - beyond[1])


def _check_numbers(op: str, stride: Pair, padding: Sides, dilation: Pair, groups: int) -> None:
    for name, values, least in (("stride", stride, 1), ("padding", padding, 0), ("dilation", dilation, 1)):
        if min(values) < least:
            raise RuntimeError(f"{op}: {name} must be at least {least}, got {tuple(values)}")
    if groups < 1:
        raise RuntimeError(f"{op}: groups must be at least 1, got {groups}")


def _check_filters(op: str, weight_shape: Shape, dims: int) -> None:
    """A convolution with so many strides has filters of as many dimensions, beside two."""
    if len(weight_shape) != 2 + dims:
        lengths = "kH, kW" if dims == 2 else "kL"
        raise RuntimeError(
            f"{op}: weight must have shape (filters, C / groups, {lengths}), got {weight_shape}"
        )


def _check_shapes(op: str, input_shape: Shape, weight_shape: Shape, groups: int) -> None:
    if len(input_shape) != 4 or len(weight_shape) != 4:
        raise RuntimeError(
            f"{op}: input must be (N, C, H, W) or (C, H, W) and weight (filters, C / groups, kH, kW),"
            f" got {input_shape} and {weight_shape}"
        )
    if input_shape[1] != weight_shape[1] * groups:
        raise RuntimeError(
            f"{op}: input must have {weight_shape[1] * groups} channels for weight of shape {weight_shape} and"
            f" groups={groups}, got {input_shape[1]} in shape {input_shape}"
        )
    if weight_shape[0] % groups or 0 in weight_shape:
        raise RuntimeError(
            f"{op}: weight must have a number of filters that groups={groups} divides, and no empty dimension,"
            f" got shape {weight_shape}"
        )

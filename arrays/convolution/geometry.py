"""The lengths of a convolution, the checks of its arguments, and paddings given in words."""

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
_LENGTHS = {1: "L", 2: "H, W", 3: "D, H, W"}
_TAPS = {1: "kL", 2: "kH, kW", 3: "kD, kH, kW"}


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
    """The geometry of a convolution of images, if its arguments go together."""
    output = output_sizes(op, input_shape, weight_shape, stride, padding, dilation, groups)
    batch, _, *size = input_shape
    filters, channels, *kernel = weight_shape
    return Geometry(
        batch,
        groups,
        channels,
        filters // groups,
        (size[0], size[1]),
        (kernel[0], kernel[1]),
        (output[0], output[1]),
        stride,
        padding,
        dilation,
    )


@lru_cache(maxsize=1024)
def output_sizes(
    op: str,
    input_shape: Shape,
    weight_shape: Shape,
    stride: Shape,
    padding: Shape,
    dilation: Shape,
    groups: int,
) -> Shape:
    """The lengths of a convolution's result, if its arguments go together. `padding` has two numbers a dimension."""
    _check_numbers(op, stride, padding, dilation, groups)
    _check_shapes(op, input_shape, weight_shape, len(stride), groups)
    before, behind = padding[0::2], padding[1::2]
    padded = tuple([n + b + a for n, b, a in zip(input_shape[2:], before, behind, strict=True)])
    reach = tuple([d * (k - 1) + 1 for d, k in zip(dilation, weight_shape[2:], strict=True)])
    if any(length < span for length, span in zip(padded, reach, strict=True)):
        raise RuntimeError(
            f"{op}: weight must fit into the padded input of size {padded}, got a kernel that spans {reach};"
            " use a smaller kernel or more padding"
        )
    return tuple([(n - span) // s + 1 for n, span, s in zip(padded, reach, stride, strict=True)])


def check_output(op: str, output_grad: Array, wanted: Shape) -> None:
    """A gradient has the shape of the result."""
    if output_grad.shape != wanted:
        raise RuntimeError(
            f"{op}: output_grad must have the shape of the convolution's result, {wanted},"
            f" got {output_grad.shape}"
        )


def check_operands(op: str, input: Array, weight: Array, bias: Array | None) -> None:
    """A convolution's tensors have one dtype, and its bias has one number per filter."""
    for name, other in (("weight", weight), ("bias", bias)):
        if other is not None and other.dtype != input.dtype:
            raise RuntimeError(
                f"{op}: {name} must have the dtype of input, {input.dtype}, got {other.dtype};"
                f" convert one with .to(dtype)"
            )
    if bias is not None and bias.shape != weight.shape[:1]:
        raise RuntimeError(
            f"{op}: bias must have shape {weight.shape[:1]}, one number per filter, got {bias.shape}"
        )


def conv_sides(op: str, padding: Shape, weight_shape: Shape) -> Shape:
    """The paddings, before and behind, of a padding that is the same on both sides."""
    _check_filters(op, weight_shape, len(padding))
    return tuple([side for side in padding for _ in "ab"])


def conv_named_sides(op: str, padding: str, weight_shape: Shape, stride: Shape, dilation: Shape) -> Shape:
    """The paddings, before and behind, that 'valid' or 'same' stands for."""
    _check_filters(op, weight_shape, len(stride))
    if padding == "valid":
        return (0, 0) * len(stride)
    if padding != "same":
        raise ValueError(f"{op}: padding must be an int, a tuple of ints, 'valid' or 'same', got {padding!r}")
    if set(stride) != {1}:
        raise RuntimeError(
            f"{op}: padding='same' needs stride 1, got stride={tuple(stride)}; give padding in numbers"
        )
    totals = [d * (k - 1) for d, k in zip(dilation, weight_shape[2:], strict=True)]
    # An odd total puts the extra zeros behind.
    return tuple([side for total in totals for side in (total // 2, (total + 1) // 2)])


def conv_positions(input_ndim: int, weight_ndim: int) -> tuple[int, ...]:
    """The dimensions of a result but for that of the filters; without a batch, this one is the first."""
    filters = 1 if input_ndim == weight_ndim else 0
    return tuple([dim for dim in range(input_ndim) if dim != filters])


def conv_transpose_shape(
    input_shape: Shape,
    weight_shape: Shape,
    stride: Shape,
    padding: Shape,
    output_padding: Shape,
    dilation: Shape,
    groups: int,
) -> Shape:
    """The shape of the images whose convolution has shape `input_shape`; `output_padding` decides between several."""
    dims = len(stride)
    if dims not in _TAPS or not dims == len(padding) == len(output_padding) == len(dilation):
        raise RuntimeError(
            "convolution: stride, padding, output_padding and dilation must have one, two or three numbers each, as"
            f" many as the others, got {stride}, {padding}, {output_padding} and {dilation}"
        )
    op = f"conv_transpose{dims}d"
    if len(input_shape) not in (dims + 1, dims + 2) or len(weight_shape) != dims + 2:
        raise RuntimeError(
            f"{op}: input must be (N, C, {_LENGTHS[dims]}) or (C, {_LENGTHS[dims]}) and weight"
            f" (C, filters, {_TAPS[dims]}), got {input_shape} and {weight_shape}"
        )
    _check_numbers(op, stride, padding, dilation, groups)
    _check_transposed_channels(op, input_shape, weight_shape, groups)
    _check_output_padding(op, stride, output_padding, dilation)
    lengths = zip(
        input_shape[-dims:], weight_shape[2:], stride, padding, output_padding, dilation, strict=True
    )
    size = tuple([(n - 1) * s - 2 * p + d * (k - 1) + extra + 1 for n, k, s, p, extra, d in lengths])
    if min(size) < 0:
        raise RuntimeError(
            f"{op}: padding must leave something of the result, got a size of {' x '.join(map(str, size))};"
            f" use less padding than {tuple(padding)} or larger filters than {tuple(weight_shape[2:])}"
        )
    return (*input_shape[: -dims - 1], weight_shape[1] * groups, *size)


def _check_transposed_channels(op: str, input_shape: Shape, weight_shape: Shape, groups: int) -> None:
    channels = input_shape[1 - len(weight_shape)]
    if channels != weight_shape[0]:
        raise RuntimeError(
            f"{op}: input must have {weight_shape[0]} channels for weight of shape {weight_shape}, got {channels} in"
            f" shape {input_shape}"
        )
    if channels % groups:
        raise RuntimeError(f"{op}: groups must divide the {channels} channels of input, got {groups}")


def _check_output_padding(op: str, stride: Shape, output_padding: Shape, dilation: Shape) -> None:
    for extra, s, d in zip(output_padding, stride, dilation, strict=True):
        if not 0 <= extra < max(s, d):
            raise RuntimeError(
                f"{op}: output_padding must be smaller than stride or dilation, got output_padding="
                f"{tuple(output_padding)}, stride={tuple(stride)}, dilation={tuple(dilation)}"
            )


def conv_transpose_bias_shape(bias_shape: Shape, images_shape: Shape, dims: int) -> Shape:
    """The shape in which a bias is added to images of so many dimensions."""
    filters = images_shape[-dims - 1]
    if bias_shape != (filters,):
        raise RuntimeError(
            f"conv_transpose{dims}d: bias must have shape ({filters},), one number per filter, got {bias_shape}"
        )
    return (filters,) + (1,) * dims


def conv_tbc_order(self_shape: Shape, weight_shape: Shape, bias_shape: Shape) -> Shape:
    """The order of dimensions that makes (N, C, L) of (L, N, C), if the shapes of conv_tbc go together."""
    if len(self_shape) != 3 or len(weight_shape) != 3:
        raise RuntimeError(
            f"conv_tbc: self must be (L, N, C) and weight (kL, C, filters), got {self_shape} and {weight_shape}"
        )
    if self_shape[2] != weight_shape[1]:
        raise RuntimeError(
            f"conv_tbc: self must have {weight_shape[1]} channels for weight of shape {weight_shape}, got"
            f" {self_shape[2]} in shape {self_shape}"
        )
    if bias_shape != weight_shape[2:]:
        raise RuntimeError(
            f"conv_tbc: bias must have shape {weight_shape[2:]}, one number per filter, got {bias_shape}"
        )
    return (1, 2, 0)


def conv_transpose_sides(stride: Shape, padding: Shape, output_padding: Shape) -> Shape:
    """The paddings, before and behind, of the convolution that a transposed one is the transpose of.

    An `output_padding` as large as the stride moves the far edge by a whole output: it takes from the padding there,
    which becomes negative where the images end behind the last tap.
    """
    behind = [
        p - extra if extra >= s else p for s, p, extra in zip(stride, padding, output_padding, strict=True)
    ]
    return tuple([side for sides in zip(padding, behind, strict=True) for side in sides])


def conv_transpose_within(sides: Shape) -> Shape:
    """The paddings without the negative ones."""
    return tuple([max(side, 0) for side in sides])


def conv_transpose_beyond(sides: Shape) -> Shape:
    """The zeros around what the taps reach, before and behind, those of the last dimension first."""
    return tuple([zeros for side in reversed(sides[1::2]) for zeros in (0, max(-side, 0))])


def any_zeros(beyond: Shape) -> bool:
    """Whether there are such zeros."""
    return any(beyond)


def conv_transpose_reached(shape: Shape, beyond: Shape) -> Shape:
    """The shape without these zeros."""
    dims = len(beyond) // 2
    ends = zip(shape[-dims:], reversed(beyond[1::2]), strict=True)
    return (*shape[:-dims], *[length - zeros for length, zeros in ends])


def _check_numbers(op: str, stride: Shape, padding: Shape, dilation: Shape, groups: int) -> None:
    for name, values, least in (("stride", stride, 1), ("padding", padding, 0), ("dilation", dilation, 1)):
        if min(values) < least:
            raise RuntimeError(f"{op}: {name} must be at least {least}, got {tuple(values)}")
    if groups < 1:
        raise RuntimeError(f"{op}: groups must be at least 1, got {groups}")


def _check_filters(op: str, weight_shape: Shape, dims: int) -> None:
    """A convolution with so many strides has filters of as many dimensions, beside two."""
    if dims not in _TAPS:
        raise RuntimeError(f"{op}: padding must have one, two or three numbers, got {dims}")
    if len(weight_shape) != 2 + dims:
        raise RuntimeError(
            f"{op}: weight must have shape (filters, C / groups, {_TAPS[dims]}), got {weight_shape}"
        )


def _check_shapes(op: str, input_shape: Shape, weight_shape: Shape, dims: int, groups: int) -> None:
    if len(input_shape) != dims + 2 or len(weight_shape) != dims + 2:
        raise RuntimeError(
            f"{op}: input must be (N, C, {_LENGTHS[dims]}) or (C, {_LENGTHS[dims]}) and weight"
            f" (filters, C / groups, {_TAPS[dims]}), got {input_shape} and {weight_shape}"
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

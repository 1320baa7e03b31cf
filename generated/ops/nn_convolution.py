# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_convolution: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, overload

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    INTS,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    STRING,
    TENSOR,
    WATCHED,
    Buffers,
    Heap,
    IntsLike,
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    as_ints,
    asarray,
    call_overload,
    check_real,
    checked,
    fits,
    heappush,
    ndarray,
    new_tensor,
    noticed,
    operand,
    primal_of,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_conv2d",
    "conv1d",
    "conv1d_default",
    "conv1d_padding",
    "conv2d",
    "conv2d_default",
    "conv2d_input",
    "conv2d_padding",
    "conv2d_weight",
    "conv_transpose2d",
]


def conv2d_default(
    input: TensorLike,
    weight: TensorLike,
    bias: TensorLike = None,
    stride: IntsLike = (1, 1),
    padding: IntsLike = (0, 0),
    dilation: IntsLike = (1, 1),
    groups: int = 1,
) -> Tensor:
    """Compute `conv2d`.

    Cross-correlation of images (N, C, H, W) with filters (filters, C / groups, kH, kW), plus one `bias`
    per filter. The images are padded with zeros on each side.

    Parameters
    ----------
    input : Tensor
    weight : Tensor
    bias : Tensor?, default None
    stride : int[2], default 1
    padding : int[2], default 0
    dilation : int[2], default 1
    groups : int, default 1

    Returns
    -------
    Tensor

    Notes
    -----
    result = _conv2d(input, weight, bias, stride, functions.conv_sides('conv2d', padding, weight.shape),
        dilation, groups)
    """
    if stride.__class__ is not tuple or len(stride) != 2:
        stride = as_ints("conv2d", "stride", stride, 2)
    if padding.__class__ is not tuple or len(padding) != 2:
        padding = as_ints("conv2d", "padding", padding, 2)
    if dilation.__class__ is not tuple or len(dilation) != 2:
        dilation = as_ints("conv2d", "dilation", dilation, 2)
    if groups.__class__ is not int:
        groups = as_int("conv2d", "groups", groups)
    out: Tensor
    part1 = functions.conv_sides("conv2d", padding, weight.shape)
    out = ops_later._conv2d(input, weight, bias, stride, part1, dilation, groups)
    return out


def conv2d_padding(
    input: TensorLike,
    weight: TensorLike,
    bias: TensorLike = None,
    stride: IntsLike = (1, 1),
    padding: str = "valid",
    dilation: IntsLike = (1, 1),
    groups: int = 1,
) -> Tensor:
    """The same with the padding in words: 'valid' is none, 'same' gives the result the size of the images.

    Parameters
    ----------
    input : Tensor
    weight : Tensor
    bias : Tensor?, default None
    stride : int[2], default 1
    padding : str, default 'valid'
    dilation : int[2], default 1
    groups : int, default 1

    Returns
    -------
    Tensor

    Notes
    -----
    result = _conv2d(input, weight, bias, stride, functions.conv_named_sides('conv2d', padding,
        weight.shape, stride, dilation), dilation, groups)
    """
    if stride.__class__ is not tuple or len(stride) != 2:
        stride = as_ints("conv2d", "stride", stride, 2)
    if dilation.__class__ is not tuple or len(dilation) != 2:
        dilation = as_ints("conv2d", "dilation", dilation, 2)
    if groups.__class__ is not int:
        groups = as_int("conv2d", "groups", groups)
    out: Tensor
    part1 = functions.conv_named_sides("conv2d", padding, weight.shape, stride, dilation)
    out = ops_later._conv2d(input, weight, bias, stride, part1, dilation, groups)
    return out


def conv1d_default(
    input: TensorLike,
    weight: TensorLike,
    bias: TensorLike = None,
    stride: IntsLike = (1,),
    padding: IntsLike = (0,),
    dilation: IntsLike = (1,),
    groups: int = 1,
) -> Tensor:
    """Compute `conv1d`.

    Cross-correlation of sequences (N, C, L) with filters (filters, C / groups, kL), plus one `bias` per
    filter. The sequences are padded with zeros on each side.

    Parameters
    ----------
    input : Tensor
    weight : Tensor
    bias : Tensor?, default None
    stride : int[1], default 1
    padding : int[1], default 0
    dilation : int[1], default 1
    groups : int, default 1

    Returns
    -------
    Tensor

    Notes
    -----
    result = _conv2d(input, weight, bias, (1, stride[0]), functions.conv_sides('conv1d', padding,
        weight.shape), (1, dilation[0]), groups)
    """
    if stride.__class__ is not tuple or len(stride) != 1:
        stride = as_ints("conv1d", "stride", stride, 1)
    if padding.__class__ is not tuple or len(padding) != 1:
        padding = as_ints("conv1d", "padding", padding, 1)
    if dilation.__class__ is not tuple or len(dilation) != 1:
        dilation = as_ints("conv1d", "dilation", dilation, 1)
    if groups.__class__ is not int:
        groups = as_int("conv1d", "groups", groups)
    out: Tensor
    part1 = functions.conv_sides("conv1d", padding, weight.shape)
    out = ops_later._conv2d(input, weight, bias, (1, stride[0]), part1, (1, dilation[0]), groups)
    return out


def conv1d_padding(
    input: TensorLike,
    weight: TensorLike,
    bias: TensorLike = None,
    stride: IntsLike = (1,),
    padding: str = "valid",
    dilation: IntsLike = (1,),
    groups: int = 1,
) -> Tensor:
    """Compute `conv1d.padding`.

    The same with the padding in words: 'valid' is none, 'same' gives the result the length of the
    sequences.

    Parameters
    ----------
    input : Tensor
    weight : Tensor
    bias : Tensor?, default None
    stride : int[1], default 1
    padding : str, default 'valid'
    dilation : int[1], default 1
    groups : int, default 1

    Returns
    -------
    Tensor

    Notes
    -----
    result = _conv2d(input, weight, bias, (1, stride[0]), functions.conv_named_sides('conv1d', padding,
        weight.shape, stride, dilation), (1, dilation[0]), groups)
    """
    if stride.__class__ is not tuple or len(stride) != 1:
        stride = as_ints("conv1d", "stride", stride, 1)
    if dilation.__class__ is not tuple or len(dilation) != 1:
        dilation = as_ints("conv1d", "dilation", dilation, 1)
    if groups.__class__ is not int:
        groups = as_int("conv1d", "groups", groups)
    out: Tensor
    part1 = functions.conv_named_sides("conv1d", padding, weight.shape, stride, dilation)
    out = ops_later._conv2d(input, weight, bias, (1, stride[0]), part1, (1, dilation[0]), groups)
    return out


def conv_transpose2d(
    input: TensorLike,
    weight: TensorLike,
    bias: TensorLike = None,
    stride: IntsLike = (1, 1),
    padding: IntsLike = (0, 0),
    output_padding: IntsLike = (0, 0),
    groups: int = 1,
    dilation: IntsLike = (1, 1),
) -> Tensor:
    """Compute `conv_transpose2d`.

    The transpose of conv2d as a map of images: spreads each element of (N, C, H, W) over the taps of
    the filters (C, filters / groups, kH, kW), plus one `bias` per filter. `output_padding` chooses
    among the sizes that conv2d maps to the same.

    Parameters
    ----------
    input : Tensor
    weight : Tensor
    bias : Tensor?, default None
    stride : int[2], default 1
    padding : int[2], default 0
    output_padding : int[2], default 0
    groups : int, default 1
    dilation : int[2], default 1

    Returns
    -------
    Tensor

    Notes
    -----
    result = images if bias is None else images + reshape(bias, (-1, 1, 1))
    shape = functions.conv_transpose_shape('conv_transpose2d', input.shape, weight.shape, stride,
        padding, output_padding, dilation, groups)
    sides = functions.conv_transpose_sides(stride, padding, output_padding)
    beyond = functions.conv_transpose_beyond(sides)
    reached = functions.conv_transpose_reached(shape, beyond)
    within = conv2d_input(input, weight, reached, stride, functions.conv_transpose_within(sides),
        dilation, groups)
    images = within if beyond == (0, 0, 0, 0) else constant_pad_nd(within, beyond)
    """
    if stride.__class__ is not tuple or len(stride) != 2:
        stride = as_ints("conv_transpose2d", "stride", stride, 2)
    if padding.__class__ is not tuple or len(padding) != 2:
        padding = as_ints("conv_transpose2d", "padding", padding, 2)
    if output_padding.__class__ is not tuple or len(output_padding) != 2:
        output_padding = as_ints("conv_transpose2d", "output_padding", output_padding, 2)
    if groups.__class__ is not int:
        groups = as_int("conv_transpose2d", "groups", groups)
    if dilation.__class__ is not tuple or len(dilation) != 2:
        dilation = as_ints("conv_transpose2d", "dilation", dilation, 2)
    out: Tensor
    shape_ = functions.conv_transpose_shape(
        "conv_transpose2d", input.shape, weight.shape, stride, padding, output_padding, dilation, groups
    )
    sides_ = functions.conv_transpose_sides(stride, padding, output_padding)
    beyond_ = functions.conv_transpose_beyond(sides_)
    reached_ = functions.conv_transpose_reached(shape_, beyond_)
    part1 = functions.conv_transpose_within(sides_)
    within_ = ops_later.conv2d_input(input, weight, reached_, stride, part1, dilation, groups)
    images_: Any
    if beyond_ == (0, 0, 0, 0):
        images_ = within_
    else:
        images_ = ops_later.constant_pad_nd(within_, beyond_)
    if bias is None:
        out = images_
    else:
        out = images_ + ops.reshape(bias, (-1, 1, 1))
    return out


class Conv2dBackward(Node):
    __slots__ = (
        "edge_bias",
        "edge_input",
        "edge_weight",
        "saved_dilation",
        "saved_groups",
        "saved_input",
        "saved_padding",
        "saved_stride",
        "saved_weight",
        "shape_input",
        "shape_weight",
        "version_input",
        "version_weight",
    )
    op = "_conv2d"
    edge_names = ("edge_input", "edge_weight", "edge_bias")
    saved_names = ("input", "weight")
    edge_bias: Any
    edge_input: Any
    edge_weight: Any
    saved_dilation: Any
    saved_groups: Any
    saved_input: Any
    saved_padding: Any
    saved_stride: Any
    saved_weight: Any
    shape_input: Any
    shape_weight: Any
    version_input: Any
    version_weight: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        edge_bias = self.edge_bias
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_bias not in needed:
                edge_bias = None
        if edge_weight is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
            input_ = input_._array
        if edge_input is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        if edge_input is not None:
            grad_input = functions.conv2d_input(
                grad,
                weight_,
                self.shape_input,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        if edge_weight is not None:
            grad_weight = functions.conv2d_weight(
                grad,
                input_,
                self.shape_weight,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        if edge_bias is not None:
            part1 = functions.conv_positions(len(self.shape_input), len(self.shape_weight))
            grad_bias = functions.sum(grad, part1, False, None)
        following: Node | None = None
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                following = edge_input
            del grad_input
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
            del grad_weight
        if edge_bias is not None:
            if grad_bias.__class__ is not ndarray:
                grad_bias = asarray(grad_bias)
            if edge_bias in buffers:
                accumulate(buffers, edge_bias, grad_bias)
            else:
                buffers[edge_bias] = grad_bias
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_bias
        if not keep:
            self.saved_input = self.saved_weight = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        edge_bias = self.edge_bias
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_bias not in needed:
                edge_bias = None
        if edge_weight is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
        if edge_input is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        grad_input: Any = None
        grad_weight: Any = None
        grad_bias: Any = None
        if edge_input is not None:
            grad_input = ops_later.conv2d_input(
                grad,
                weight_,
                self.shape_input,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        if edge_weight is not None:
            grad_weight = ops_later.conv2d_weight(
                grad,
                input_,
                self.shape_weight,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        if edge_bias is not None:
            part2 = functions.conv_positions(len(self.shape_input), len(self.shape_weight))
            grad_bias = ops.sum(grad, part2)
        return (grad_input, grad_weight, grad_bias)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_weight, self.edge_bias)


def _conv2d(
    input: TensorLike,
    weight: TensorLike,
    bias: TensorLike,
    stride: IntsLike,
    padding: IntsLike,
    dilation: IntsLike,
    groups: int,
) -> Tensor:
    """Cross-correlation of images with filters, plus one bias per filter.

    Parameters
    ----------
    input : Tensor
    weight : Tensor
    bias : Tensor?
    stride : int[2]
    padding : int[4]
    dilation : int[2]
    groups : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = conv2d_input(grad, weight, input.shape, stride, padding, dilation, groups)
    gradient of weight = conv2d_weight(grad, input, weight.shape, stride, padding, dilation, groups)
    gradient of bias = sum(grad, functions.conv_positions(input.ndim, weight.ndim))
    """
    if stride.__class__ is not tuple or len(stride) != 2:
        stride = as_ints("_conv2d", "stride", stride, 2)
    if padding.__class__ is not tuple or len(padding) != 4:
        padding = as_ints("_conv2d", "padding", padding, 4)
    if dilation.__class__ is not tuple or len(dilation) != 2:
        dilation = as_ints("_conv2d", "dilation", dilation, 2)
    if groups.__class__ is not int:
        groups = as_int("_conv2d", "groups", groups)
    try:
        edge_input = input._edge
        edge_weight = weight._edge
        edge_bias = None if bias is None else bias._edge
    except AttributeError:
        input = operand("_conv2d", "input", input)
        weight = operand("_conv2d", "weight", weight)
        if bias is not None:
            bias = operand("_conv2d", "bias", bias)
        edge_input = input._edge
        edge_weight = weight._edge
        edge_bias = None if bias is None else bias._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("_conv2d", input._array)
    input_ = input._array
    weight_ = weight._array
    bias_ = None if bias is None else bias._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "_conv2d", functions.conv2d, input_, weight_, bias_, stride, padding, dilation, groups
        )
    else:
        result_ = functions.conv2d(input_, weight_, bias_, stride, padding, dilation, groups)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_weight is not None or edge_bias is not None) and (
        not rare or recording()
    ):
        node = Conv2dBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.edge_weight = edge_weight
        node.edge_bias = edge_bias
        if edge_weight is not None:
            node.saved_input = input
            counter = input._counter
            node.version_input = counter if counter.__class__ is int else counter.version
        else:
            node.saved_input = None
        node.shape_input = input.shape
        if edge_input is not None:
            node.saved_weight = weight
            counter = weight._counter
            node.version_weight = counter if counter.__class__ is int else counter.version
        else:
            node.saved_weight = None
        node.shape_weight = weight.shape
        node.saved_stride = stride
        node.saved_padding = padding
        node.saved_dilation = dilation
        node.saved_groups = groups
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _conv2d_tangent(out, input, weight, bias, stride, padding, dilation, groups)
        if rare & PRODUCED:
            produced(
                "_conv2d",
                (out,),
                input=input,
                weight=weight,
                bias=bias,
                stride=stride,
                padding=padding,
                dilation=dilation,
                groups=groups,
            )
    return out


def _conv2d_tangent(
    out: Any, input: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, groups: Any
) -> None:
    if not any_tangent((input, weight, bias)):
        return
    input_p = primal_of(input)
    weight_p = primal_of(weight)
    bias_p = None if bias is None else primal_of(bias)
    input_t = tangent_or_zeros(input)
    weight_t = tangent_or_zeros(weight)
    bias_t = None if bias is None else tangent_or_zeros(bias)
    part2: Any
    if bias_p is None:
        part2 = None
    else:
        part2 = bias_t
    part1 = ops_later._conv2d(input_p, weight_t, part2, stride, padding, dilation, groups)
    part3 = ops_later._conv2d(input_t, weight_p, None, stride, padding, dilation, groups)
    tangent = part3 + part1
    set_tangent(out, tangent)


class Conv2dInputBackward(Node):
    __slots__ = (
        "edge_output_grad",
        "edge_weight",
        "saved_dilation",
        "saved_groups",
        "saved_output_grad",
        "saved_padding",
        "saved_stride",
        "saved_weight",
        "shape_weight",
        "version_output_grad",
        "version_weight",
    )
    op = "conv2d_input"
    edge_names = ("edge_output_grad", "edge_weight")
    saved_names = ("output_grad", "weight")
    edge_output_grad: Any
    edge_weight: Any
    saved_dilation: Any
    saved_groups: Any
    saved_output_grad: Any
    saved_padding: Any
    saved_stride: Any
    saved_weight: Any
    shape_weight: Any
    version_output_grad: Any
    version_weight: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_output_grad = self.edge_output_grad
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_weight is not None:
            output_grad_ = self.saved_output_grad
            if output_grad_._counter != self.version_output_grad:
                output_grad_ = checked(self, "output_grad", output_grad_)
            output_grad_ = output_grad_._array
        if edge_output_grad is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        if edge_output_grad is not None:
            grad_output_grad = functions.conv2d(
                grad,
                weight_,
                None,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        if edge_weight is not None:
            grad_weight = functions.conv2d_weight(
                output_grad_,
                grad,
                self.shape_weight,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        following: Node | None = None
        if edge_output_grad is not None:
            if grad_output_grad.__class__ is not ndarray:
                grad_output_grad = asarray(grad_output_grad)
            if edge_output_grad in buffers:
                accumulate(buffers, edge_output_grad, grad_output_grad)
            else:
                buffers[edge_output_grad] = grad_output_grad
                following = edge_output_grad
            del grad_output_grad
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
        if not keep:
            self.saved_output_grad = self.saved_weight = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_output_grad = self.edge_output_grad
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_weight is not None:
            output_grad_ = self.saved_output_grad
            if output_grad_._counter != self.version_output_grad:
                output_grad_ = checked(self, "output_grad", output_grad_)
        if edge_output_grad is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        grad_output_grad: Any = None
        grad_weight: Any = None
        if edge_output_grad is not None:
            grad_output_grad = ops_later._conv2d(
                grad,
                weight_,
                None,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        if edge_weight is not None:
            grad_weight = ops_later.conv2d_weight(
                output_grad_,
                grad,
                self.shape_weight,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        return (grad_output_grad, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_output_grad, self.edge_weight)


def conv2d_input(
    output_grad: TensorLike,
    weight: TensorLike,
    input_shape: IntsLike,
    stride: IntsLike,
    padding: IntsLike,
    dilation: IntsLike,
    groups: int,
) -> Tensor:
    """Gradient of the images of a convolution.

    Parameters
    ----------
    output_grad : Tensor
    weight : Tensor
    input_shape : int[]
    stride : int[2]
    padding : int[4]
    dilation : int[2]
    groups : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of output_grad = _conv2d(grad, weight, None, stride, padding, dilation, groups)
    gradient of weight = conv2d_weight(output_grad, grad, weight.shape, stride, padding, dilation,
        groups)
    """
    if input_shape.__class__ is not tuple:
        input_shape = as_ints("conv2d_input", "input_shape", input_shape)
    if stride.__class__ is not tuple or len(stride) != 2:
        stride = as_ints("conv2d_input", "stride", stride, 2)
    if padding.__class__ is not tuple or len(padding) != 4:
        padding = as_ints("conv2d_input", "padding", padding, 4)
    if dilation.__class__ is not tuple or len(dilation) != 2:
        dilation = as_ints("conv2d_input", "dilation", dilation, 2)
    if groups.__class__ is not int:
        groups = as_int("conv2d_input", "groups", groups)
    try:
        edge_output_grad = output_grad._edge
        edge_weight = weight._edge
    except AttributeError:
        output_grad = operand("conv2d_input", "output_grad", output_grad)
        weight = operand("conv2d_input", "weight", weight)
        edge_output_grad = output_grad._edge
        edge_weight = weight._edge
    if output_grad.dtype.num > 13:  # complex, or float16
        check_real("conv2d_input", output_grad._array)
    output_grad_ = output_grad._array
    weight_ = weight._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "conv2d_input",
            functions.conv2d_input,
            output_grad_,
            weight_,
            input_shape,
            stride,
            padding,
            dilation,
            groups,
        )
    else:
        result_ = functions.conv2d_input(
            output_grad_, weight_, input_shape, stride, padding, dilation, groups
        )
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_output_grad is not None or edge_weight is not None) and (not rare or recording()):
        node = Conv2dInputBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_output_grad = edge_output_grad
        node.edge_weight = edge_weight
        if edge_weight is not None:
            node.saved_output_grad = output_grad
            counter = output_grad._counter
            node.version_output_grad = counter if counter.__class__ is int else counter.version
        else:
            node.saved_output_grad = None
        if edge_output_grad is not None:
            node.saved_weight = weight
            counter = weight._counter
            node.version_weight = counter if counter.__class__ is int else counter.version
        else:
            node.saved_weight = None
        node.shape_weight = weight.shape
        node.saved_stride = stride
        node.saved_padding = padding
        node.saved_dilation = dilation
        node.saved_groups = groups
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _conv2d_input_tangent(out, output_grad, weight, input_shape, stride, padding, dilation, groups)
        if rare & PRODUCED:
            produced(
                "conv2d_input",
                (out,),
                output_grad=output_grad,
                weight=weight,
                input_shape=input_shape,
                stride=stride,
                padding=padding,
                dilation=dilation,
                groups=groups,
            )
    return out


def _conv2d_input_tangent(
    out: Any,
    output_grad: Any,
    weight: Any,
    input_shape: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: Any,
) -> None:
    if not any_tangent((output_grad, weight)):
        return
    output_grad_p = primal_of(output_grad)
    weight_p = primal_of(weight)
    output_grad_t = tangent_or_zeros(output_grad)
    weight_t = tangent_or_zeros(weight)
    part1 = ops_later.conv2d_input(output_grad_t, weight_p, input_shape, stride, padding, dilation, groups)
    part2 = ops_later.conv2d_input(output_grad_p, weight_t, input_shape, stride, padding, dilation, groups)
    tangent = part1 + part2
    set_tangent(out, tangent)


class Conv2dWeightBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_output_grad",
        "saved_dilation",
        "saved_groups",
        "saved_input",
        "saved_output_grad",
        "saved_padding",
        "saved_stride",
        "shape_input",
        "version_input",
        "version_output_grad",
    )
    op = "conv2d_weight"
    edge_names = ("edge_output_grad", "edge_input")
    saved_names = ("output_grad", "input")
    edge_input: Any
    edge_output_grad: Any
    saved_dilation: Any
    saved_groups: Any
    saved_input: Any
    saved_output_grad: Any
    saved_padding: Any
    saved_stride: Any
    shape_input: Any
    version_input: Any
    version_output_grad: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_output_grad = self.edge_output_grad
        edge_input = self.edge_input
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_input not in needed:
                edge_input = None
        if edge_input is not None:
            output_grad_ = self.saved_output_grad
            if output_grad_._counter != self.version_output_grad:
                output_grad_ = checked(self, "output_grad", output_grad_)
            output_grad_ = output_grad_._array
        if edge_output_grad is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
            input_ = input_._array
        if edge_output_grad is not None:
            grad_output_grad = functions.conv2d(
                input_,
                grad,
                None,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        if edge_input is not None:
            grad_input = functions.conv2d_input(
                output_grad_,
                grad,
                self.shape_input,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        following: Node | None = None
        if edge_output_grad is not None:
            if grad_output_grad.__class__ is not ndarray:
                grad_output_grad = asarray(grad_output_grad)
            if edge_output_grad in buffers:
                accumulate(buffers, edge_output_grad, grad_output_grad)
            else:
                buffers[edge_output_grad] = grad_output_grad
                following = edge_output_grad
            del grad_output_grad
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_input
        if not keep:
            self.saved_output_grad = self.saved_input = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_output_grad = self.edge_output_grad
        edge_input = self.edge_input
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_input not in needed:
                edge_input = None
        if edge_input is not None:
            output_grad_ = self.saved_output_grad
            if output_grad_._counter != self.version_output_grad:
                output_grad_ = checked(self, "output_grad", output_grad_)
        if edge_output_grad is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
        grad_output_grad: Any = None
        grad_input: Any = None
        if edge_output_grad is not None:
            grad_output_grad = ops_later._conv2d(
                input_,
                grad,
                None,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        if edge_input is not None:
            grad_input = ops_later.conv2d_input(
                output_grad_,
                grad,
                self.shape_input,
                self.saved_stride,
                self.saved_padding,
                self.saved_dilation,
                self.saved_groups,
            )
        return (grad_output_grad, grad_input)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_output_grad, self.edge_input)


def conv2d_weight(
    output_grad: TensorLike,
    input: TensorLike,
    weight_shape: IntsLike,
    stride: IntsLike,
    padding: IntsLike,
    dilation: IntsLike,
    groups: int,
) -> Tensor:
    """Gradient of the filters of a convolution.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    weight_shape : int[]
    stride : int[2]
    padding : int[4]
    dilation : int[2]
    groups : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of output_grad = _conv2d(input, grad, None, stride, padding, dilation, groups)
    gradient of input = conv2d_input(output_grad, grad, input.shape, stride, padding, dilation, groups)
    """
    if weight_shape.__class__ is not tuple:
        weight_shape = as_ints("conv2d_weight", "weight_shape", weight_shape)
    if stride.__class__ is not tuple or len(stride) != 2:
        stride = as_ints("conv2d_weight", "stride", stride, 2)
    if padding.__class__ is not tuple or len(padding) != 4:
        padding = as_ints("conv2d_weight", "padding", padding, 4)
    if dilation.__class__ is not tuple or len(dilation) != 2:
        dilation = as_ints("conv2d_weight", "dilation", dilation, 2)
    if groups.__class__ is not int:
        groups = as_int("conv2d_weight", "groups", groups)
    try:
        edge_output_grad = output_grad._edge
        edge_input = input._edge
    except AttributeError:
        output_grad = operand("conv2d_weight", "output_grad", output_grad)
        input = operand("conv2d_weight", "input", input)
        edge_output_grad = output_grad._edge
        edge_input = input._edge
    if output_grad.dtype.num > 13:  # complex, or float16
        check_real("conv2d_weight", output_grad._array)
    output_grad_ = output_grad._array
    input_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "conv2d_weight",
            functions.conv2d_weight,
            output_grad_,
            input_,
            weight_shape,
            stride,
            padding,
            dilation,
            groups,
        )
    else:
        result_ = functions.conv2d_weight(
            output_grad_, input_, weight_shape, stride, padding, dilation, groups
        )
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_output_grad is not None or edge_input is not None) and (not rare or recording()):
        node = Conv2dWeightBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_output_grad = edge_output_grad
        node.edge_input = edge_input
        if edge_input is not None:
            node.saved_output_grad = output_grad
            counter = output_grad._counter
            node.version_output_grad = counter if counter.__class__ is int else counter.version
        else:
            node.saved_output_grad = None
        if edge_output_grad is not None:
            node.saved_input = input
            counter = input._counter
            node.version_input = counter if counter.__class__ is int else counter.version
        else:
            node.saved_input = None
        node.shape_input = input.shape
        node.saved_stride = stride
        node.saved_padding = padding
        node.saved_dilation = dilation
        node.saved_groups = groups
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _conv2d_weight_tangent(out, output_grad, input, weight_shape, stride, padding, dilation, groups)
        if rare & PRODUCED:
            produced(
                "conv2d_weight",
                (out,),
                output_grad=output_grad,
                input=input,
                weight_shape=weight_shape,
                stride=stride,
                padding=padding,
                dilation=dilation,
                groups=groups,
            )
    return out


def _conv2d_weight_tangent(
    out: Any,
    output_grad: Any,
    input: Any,
    weight_shape: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: Any,
) -> None:
    if not any_tangent((output_grad, input)):
        return
    output_grad_p = primal_of(output_grad)
    input_p = primal_of(input)
    output_grad_t = tangent_or_zeros(output_grad)
    input_t = tangent_or_zeros(input)
    part1 = ops_later.conv2d_weight(output_grad_t, input_p, weight_shape, stride, padding, dilation, groups)
    part2 = ops_later.conv2d_weight(output_grad_p, input_t, weight_shape, stride, padding, dilation, groups)
    tangent = part1 + part2
    set_tangent(out, tangent)


@overload
def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1, 1),
    padding: int | Sequence[int] = (0, 0),
    dilation: int | Sequence[int] = (1, 1),
    groups: int = 1,
) -> Tensor: ...


@overload
def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1, 1),
    padding: str = "valid",
    dilation: int | Sequence[int] = (1, 1),
    groups: int = 1,
) -> Tensor: ...


def conv2d(*args: Any, **kwargs: Any) -> Any:
    """Compute `conv2d`.

    Overloads:

    * ``conv2d(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2]
      dilation=1, int groups=1) -> Tensor``
    * ``conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, str
      padding='valid', int[2] dilation=1, int groups=1) -> Tensor``
    """
    return call_overload("conv2d", _CONV2D_OVERLOADS, args, kwargs)


def _fits_conv2d_default(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = (1, 1),
    padding: Any = (0, 0),
    dilation: Any = (1, 1),
    groups: Any = 1,
) -> bool:
    return fits((input, TENSOR), (weight, TENSOR), (stride, INTS), (padding, INTS), (dilation, INTS))


def _fits_conv2d_padding(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = (1, 1),
    padding: Any = "valid",
    dilation: Any = (1, 1),
    groups: Any = 1,
) -> bool:
    return fits((input, TENSOR), (weight, TENSOR), (stride, INTS), (padding, STRING), (dilation, INTS))


_CONV2D_OVERLOADS = ((conv2d_default, _fits_conv2d_default), (conv2d_padding, _fits_conv2d_padding))


@overload
def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1,),
    padding: int | Sequence[int] = (0,),
    dilation: int | Sequence[int] = (1,),
    groups: int = 1,
) -> Tensor: ...


@overload
def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1,),
    padding: str = "valid",
    dilation: int | Sequence[int] = (1,),
    groups: int = 1,
) -> Tensor: ...


def conv1d(*args: Any, **kwargs: Any) -> Any:
    """Compute `conv1d`.

    Overloads:

    * ``conv1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, int[1]
      dilation=1, int groups=1) -> Tensor``
    * ``conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, str
      padding='valid', int[1] dilation=1, int groups=1) -> Tensor``
    """
    return call_overload("conv1d", _CONV1D_OVERLOADS, args, kwargs)


def _fits_conv1d_default(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = (1,),
    padding: Any = (0,),
    dilation: Any = (1,),
    groups: Any = 1,
) -> bool:
    return fits((input, TENSOR), (weight, TENSOR), (stride, INTS), (padding, INTS), (dilation, INTS))


def _fits_conv1d_padding(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = (1,),
    padding: Any = "valid",
    dilation: Any = (1,),
    groups: Any = 1,
) -> bool:
    return fits((input, TENSOR), (weight, TENSOR), (stride, INTS), (padding, STRING), (dilation, INTS))


_CONV1D_OVERLOADS = ((conv1d_default, _fits_conv1d_default), (conv1d_padding, _fits_conv1d_padding))

# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_pooling: each op's node directly above its function."""

from typing import Any, NamedTuple

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
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
    as_optional_ints,
    asarray,
    check_floating,
    check_real,
    checked,
    checked_output,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    wrap,
)

from .. import ops as ops_later

__all__ = [
    "MaxPool2dWithIndicesOutput",
    "_max_pool2d_select",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool2d_backward",
    "avg_pool2d",
    "avg_pool2d_backward",
    "max_pool2d",
    "max_pool2d_backward",
    "max_pool2d_with_indices",
]


class MaxPool2dBackward(Node):
    __slots__ = ("counter__indices", "edge_self", "saved__indices", "shape_self")
    op = "max_pool2d"
    edge_names = ("edge_self",)
    saved_outputs = ("_indices",)
    counter__indices: Any
    edge_self: Any
    saved__indices: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        _indices_ = self.saved__indices
        if self.counter__indices is not None:
            _indices_ = checked_output(self, "_indices")
        grad_self = functions.max_pool2d_backward(grad, _indices_, self.shape_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved__indices = None
            self.counter__indices = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        _indices_ = wrap(checked_output(self, "_indices"))
        grad_self = ops_later.max_pool2d_backward(grad, _indices_, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def max_pool2d(
    input: TensorLike,
    kernel_size: IntsLike,
    stride: IntsLike = None,
    padding: IntsLike = (0, 0),
    dilation: IntsLike = (1, 1),
    ceil_mode: bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The largest element of each window of the images (N, C, H, W).

    Windows are `stride` apart, by default their own size; the images are padded with -inf. `ceil_mode`
    keeps a last window that hangs over the edge. At a tie the gradient goes to the first.

    Parameters
    ----------
    input : Tensor
    kernel_size : int[2]
    stride : int[2]?, default None
    padding : int[2], default 0
    dilation : int[2], default 1
    ceil_mode : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = max_pool2d_backward(grad, _indices, input.shape)
    """
    if out is not None:
        return into("max_pool2d", out, max_pool2d, input, kernel_size, stride, padding, dilation, ceil_mode)
    if kernel_size.__class__ is not tuple or len(kernel_size) != 2:
        kernel_size = as_ints("max_pool2d", "kernel_size", kernel_size, 2)
    if stride is not None and (stride.__class__ is not tuple or len(stride) != 2):
        stride = as_optional_ints("max_pool2d", "stride", stride, 2)
    if padding.__class__ is not tuple or len(padding) != 2:
        padding = as_ints("max_pool2d", "padding", padding, 2)
    if dilation.__class__ is not tuple or len(dilation) != 2:
        dilation = as_ints("max_pool2d", "dilation", dilation, 2)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("max_pool2d", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("max_pool2d", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _indices_ = replayed(
            "max_pool2d", functions.max_pool2d, self_, kernel_size, stride, padding, dilation, ceil_mode
        )
    else:
        result_, _indices_ = functions.max_pool2d(self_, kernel_size, stride, padding, dilation, ceil_mode)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = MaxPool2dBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved__indices = _indices_
        node.counter__indices = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _max_pool2d_tangent(out, _indices_, input, kernel_size, stride, padding, dilation, ceil_mode)
        if rare & PRODUCED:
            produced(
                "max_pool2d",
                (out,),
                self=input,
                kernel_size=kernel_size,
                stride=stride,
                padding=padding,
                dilation=dilation,
                ceil_mode=ceil_mode,
            )
    return out


def _max_pool2d_tangent(
    out: Any,
    _indices: Any,
    input: Any,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: Any,
) -> None:
    _indices = wrap(_indices)
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._max_pool2d_select(self_t, _indices)
    set_tangent(out, tangent)


class MaxPool2dWithIndicesOutput(NamedTuple):
    """What `max_pool2d_with_indices` returns."""

    values: Tensor
    indices: Tensor


class MaxPool2dWithIndicesBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_indices", "shape_self")
    op = "max_pool2d_with_indices"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_indices: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.max_pool2d_backward(grad, indices_, self.shape_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_indices = None
            self.counter_indices = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = wrap(checked_output(self, "indices"))
        grad_self = ops_later.max_pool2d_backward(grad, indices_, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def max_pool2d_with_indices(
    input: TensorLike,
    kernel_size: IntsLike,
    stride: IntsLike = None,
    padding: IntsLike = (0, 0),
    dilation: IntsLike = (1, 1),
    ceil_mode: bool = False,
) -> MaxPool2dWithIndicesOutput:
    """Compute `max_pool2d_with_indices`.

    The largest element of each window of the images, as max_pool2d, and its position in the flattened
    image.

    Parameters
    ----------
    input : Tensor
    kernel_size : int[2]
    stride : int[2]?, default None
    padding : int[2], default 0
    dilation : int[2], default 1
    ceil_mode : bool, default False

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of input = max_pool2d_backward(grad, indices, input.shape)
    """
    if kernel_size.__class__ is not tuple or len(kernel_size) != 2:
        kernel_size = as_ints("max_pool2d_with_indices", "kernel_size", kernel_size, 2)
    if stride is not None and (stride.__class__ is not tuple or len(stride) != 2):
        stride = as_optional_ints("max_pool2d_with_indices", "stride", stride, 2)
    if padding.__class__ is not tuple or len(padding) != 2:
        padding = as_ints("max_pool2d_with_indices", "padding", padding, 2)
    if dilation.__class__ is not tuple or len(dilation) != 2:
        dilation = as_ints("max_pool2d_with_indices", "dilation", dilation, 2)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("max_pool2d_with_indices", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("max_pool2d_with_indices", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed(
            "max_pool2d_with_indices",
            functions.max_pool2d,
            self_,
            kernel_size,
            stride,
            padding,
            dilation,
            ceil_mode,
        )
    else:
        values_, indices_ = functions.max_pool2d(self_, kernel_size, stride, padding, dilation, ceil_mode)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = MaxPool2dWithIndicesBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _max_pool2d_with_indices_tangent(
                values, indices, input, kernel_size, stride, padding, dilation, ceil_mode
            )
        if rare & PRODUCED:
            produced(
                "max_pool2d_with_indices",
                (values, indices),
                self=input,
                kernel_size=kernel_size,
                stride=stride,
                padding=padding,
                dilation=dilation,
                ceil_mode=ceil_mode,
            )
    return MaxPool2dWithIndicesOutput(values, indices)


def _max_pool2d_with_indices_tangent(
    values: Any,
    indices: Any,
    input: Any,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: Any,
) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._max_pool2d_select(self_t, indices)
    set_tangent(values, tangent)


class MaxPool2dBackwardBackward(Node):
    __slots__ = ("edge_output_grad", "saved_indices", "version_indices")
    op = "max_pool2d_backward"
    edge_names = ("edge_output_grad",)
    saved_names = ("indices",)
    edge_output_grad: Any
    saved_indices: Any
    version_indices: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_output_grad = self.edge_output_grad
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        indices_ = indices_._array
        grad_output_grad = functions.max_pool2d_select(grad, indices_)
        following: Node | None = None
        if grad_output_grad.__class__ is not ndarray:
            grad_output_grad = asarray(grad_output_grad)
        if edge_output_grad in buffers:
            accumulate(buffers, edge_output_grad, grad_output_grad)
        else:
            buffers[edge_output_grad] = grad_output_grad
            following = edge_output_grad
        if not keep:
            self.saved_indices = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        grad_output_grad = ops_later._max_pool2d_select(grad, indices_)
        return (grad_output_grad,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_output_grad,)


def max_pool2d_backward(output_grad: TensorLike, indices: TensorLike, input_shape: IntsLike) -> Tensor:
    """Gradient of the images of max_pool2d, from the positions of the largest elements.

    Parameters
    ----------
    output_grad : Tensor
    indices : Tensor
    input_shape : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of output_grad = _max_pool2d_select(grad, indices)
    """
    if input_shape.__class__ is not tuple:
        input_shape = as_ints("max_pool2d_backward", "input_shape", input_shape)
    try:
        edge_output_grad = output_grad._edge
        indices_ = indices._array
    except AttributeError:
        output_grad = operand("max_pool2d_backward", "output_grad", output_grad)
        indices = operand("max_pool2d_backward", "indices", indices)
        edge_output_grad = output_grad._edge
        indices_ = indices._array
    output_grad_ = output_grad._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "max_pool2d_backward", functions.max_pool2d_backward, output_grad_, indices_, input_shape
        )
    else:
        result_ = functions.max_pool2d_backward(output_grad_, indices_, input_shape)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_output_grad is not None and (not rare or recording()):
        node = MaxPool2dBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_output_grad = edge_output_grad
        node.saved_indices = indices
        counter = indices._counter
        node.version_indices = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _max_pool2d_backward_tangent(out, output_grad, indices, input_shape)
        if rare & PRODUCED:
            produced(
                "max_pool2d_backward",
                (out,),
                output_grad=output_grad,
                indices=indices,
                input_shape=input_shape,
            )
    return out


def _max_pool2d_backward_tangent(out: Any, output_grad: Any, indices: Any, input_shape: Any) -> None:
    if not any_tangent((output_grad,)):
        return
    output_grad_t = tangent_or_zeros(output_grad)
    tangent = ops_later.max_pool2d_backward(output_grad_t, indices, input_shape)
    set_tangent(out, tangent)


class MaxPool2dSelectBackward(Node):
    __slots__ = ("edge_self", "saved_indices", "shape_self", "version_indices")
    op = "_max_pool2d_select"
    edge_names = ("edge_self",)
    saved_names = ("indices",)
    edge_self: Any
    saved_indices: Any
    shape_self: Any
    version_indices: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        indices_ = indices_._array
        grad_self = functions.max_pool2d_backward(grad, indices_, self.shape_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_indices = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        grad_self = ops_later.max_pool2d_backward(grad, indices_, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _max_pool2d_select(input: TensorLike, indices: TensorLike) -> Tensor:
    """The elements of the images at the given positions in the flattened image.

    Parameters
    ----------
    input : Tensor
    indices : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = max_pool2d_backward(grad, indices, input.shape)
    """
    try:
        edge_self = input._edge
        indices_ = indices._array
    except AttributeError:
        input = operand("_max_pool2d_select", "input", input)
        indices = operand("_max_pool2d_select", "indices", indices)
        edge_self = input._edge
        indices_ = indices._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_max_pool2d_select", functions.max_pool2d_select, self_, indices_)
    else:
        result_ = functions.max_pool2d_select(self_, indices_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = MaxPool2dSelectBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_indices = indices
        counter = indices._counter
        node.version_indices = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _max_pool2d_select_tangent(out, input, indices)
        if rare & PRODUCED:
            produced("_max_pool2d_select", (out,), self=input, indices=indices)
    return out


def _max_pool2d_select_tangent(out: Any, input: Any, indices: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._max_pool2d_select(self_t, indices)
    set_tangent(out, tangent)


class AvgPool2dBackward(Node):
    __slots__ = (
        "edge_self",
        "saved_ceil_mode",
        "saved_count_include_pad",
        "saved_divisor_override",
        "saved_kernel_size",
        "saved_padding",
        "saved_stride",
        "shape_self",
    )
    op = "avg_pool2d"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_ceil_mode: Any
    saved_count_include_pad: Any
    saved_divisor_override: Any
    saved_kernel_size: Any
    saved_padding: Any
    saved_stride: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.avg_pool2d_backward(
            grad,
            self.shape_self,
            self.saved_kernel_size,
            self.saved_stride,
            self.saved_padding,
            self.saved_ceil_mode,
            self.saved_count_include_pad,
            self.saved_divisor_override,
        )
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops_later.avg_pool2d_backward(
            grad,
            self.shape_self,
            self.saved_kernel_size,
            self.saved_stride,
            self.saved_padding,
            self.saved_ceil_mode,
            self.saved_count_include_pad,
            self.saved_divisor_override,
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def avg_pool2d(
    input: TensorLike,
    kernel_size: IntsLike,
    stride: IntsLike = None,
    padding: IntsLike = (0, 0),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """The mean of each window of the images (N, C, H, W), which are padded with zeros.

    `count_include_pad` says whether those count; `divisor_override` replaces the number of elements
    that the sum is divided by.

    Parameters
    ----------
    input : Tensor
    kernel_size : int[2]
    stride : int[2]?, default None
    padding : int[2], default 0
    ceil_mode : bool, default False
    count_include_pad : bool, default True
    divisor_override : int?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = avg_pool2d_backward(grad, input.shape, kernel_size, stride, padding, ceil_mode,
        count_include_pad, divisor_override)
    """
    if kernel_size.__class__ is not tuple or len(kernel_size) != 2:
        kernel_size = as_ints("avg_pool2d", "kernel_size", kernel_size, 2)
    if stride is not None and (stride.__class__ is not tuple or len(stride) != 2):
        stride = as_optional_ints("avg_pool2d", "stride", stride, 2)
    if padding.__class__ is not tuple or len(padding) != 2:
        padding = as_ints("avg_pool2d", "padding", padding, 2)
    if divisor_override is not None and divisor_override.__class__ is not int:
        divisor_override = as_int("avg_pool2d", "divisor_override", divisor_override)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("avg_pool2d", "input", input)
        edge_self = input._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("avg_pool2d", "input", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "avg_pool2d",
            functions.avg_pool2d,
            self_,
            kernel_size,
            stride,
            padding,
            ceil_mode,
            count_include_pad,
            divisor_override,
        )
    else:
        result_ = functions.avg_pool2d(
            self_, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
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
    if edge_self is not None and (not rare or recording()):
        node = AvgPool2dBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_kernel_size = kernel_size
        node.saved_stride = stride
        node.saved_padding = padding
        node.saved_ceil_mode = ceil_mode
        node.saved_count_include_pad = count_include_pad
        node.saved_divisor_override = divisor_override
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _avg_pool2d_tangent(
                out, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
            )
        if rare & PRODUCED:
            produced(
                "avg_pool2d",
                (out,),
                self=input,
                kernel_size=kernel_size,
                stride=stride,
                padding=padding,
                ceil_mode=ceil_mode,
                count_include_pad=count_include_pad,
                divisor_override=divisor_override,
            )
    return out


def _avg_pool2d_tangent(
    out: Any,
    input: Any,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    ceil_mode: Any,
    count_include_pad: Any,
    divisor_override: Any,
) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.avg_pool2d(
        self_t, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
    )
    set_tangent(out, tangent)


class AvgPool2dBackwardBackward(Node):
    __slots__ = (
        "edge_output_grad",
        "saved_ceil_mode",
        "saved_count_include_pad",
        "saved_divisor_override",
        "saved_kernel_size",
        "saved_padding",
        "saved_stride",
    )
    op = "avg_pool2d_backward"
    edge_names = ("edge_output_grad",)
    edge_output_grad: Any
    saved_ceil_mode: Any
    saved_count_include_pad: Any
    saved_divisor_override: Any
    saved_kernel_size: Any
    saved_padding: Any
    saved_stride: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_output_grad = self.edge_output_grad
        grad_output_grad = functions.avg_pool2d(
            grad,
            self.saved_kernel_size,
            self.saved_stride,
            self.saved_padding,
            self.saved_ceil_mode,
            self.saved_count_include_pad,
            self.saved_divisor_override,
        )
        following: Node | None = None
        if grad_output_grad.__class__ is not ndarray:
            grad_output_grad = asarray(grad_output_grad)
        if edge_output_grad in buffers:
            accumulate(buffers, edge_output_grad, grad_output_grad)
        else:
            buffers[edge_output_grad] = grad_output_grad
            following = edge_output_grad
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_output_grad = ops_later.avg_pool2d(
            grad,
            self.saved_kernel_size,
            self.saved_stride,
            self.saved_padding,
            self.saved_ceil_mode,
            self.saved_count_include_pad,
            self.saved_divisor_override,
        )
        return (grad_output_grad,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_output_grad,)


def avg_pool2d_backward(
    output_grad: TensorLike,
    input_shape: IntsLike,
    kernel_size: IntsLike,
    stride: IntsLike,
    padding: IntsLike,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Tensor:
    """Gradient of the images of avg_pool2d.

    Parameters
    ----------
    output_grad : Tensor
    input_shape : int[]
    kernel_size : int[2]
    stride : int[2]?
    padding : int[2]
    ceil_mode : bool
    count_include_pad : bool
    divisor_override : int?

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of output_grad = avg_pool2d(grad, kernel_size, stride, padding, ceil_mode,
        count_include_pad, divisor_override)
    """
    if input_shape.__class__ is not tuple:
        input_shape = as_ints("avg_pool2d_backward", "input_shape", input_shape)
    if kernel_size.__class__ is not tuple or len(kernel_size) != 2:
        kernel_size = as_ints("avg_pool2d_backward", "kernel_size", kernel_size, 2)
    if stride is not None and (stride.__class__ is not tuple or len(stride) != 2):
        stride = as_optional_ints("avg_pool2d_backward", "stride", stride, 2)
    if padding.__class__ is not tuple or len(padding) != 2:
        padding = as_ints("avg_pool2d_backward", "padding", padding, 2)
    if divisor_override is not None and divisor_override.__class__ is not int:
        divisor_override = as_int("avg_pool2d_backward", "divisor_override", divisor_override)
    try:
        edge_output_grad = output_grad._edge
    except AttributeError:
        output_grad = operand("avg_pool2d_backward", "output_grad", output_grad)
        edge_output_grad = output_grad._edge
    if not 11 <= output_grad.dtype.num <= 12:  # neither float32 nor float64
        check_floating("avg_pool2d_backward", "output_grad", output_grad._array)
    output_grad_ = output_grad._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "avg_pool2d_backward",
            functions.avg_pool2d_backward,
            output_grad_,
            input_shape,
            kernel_size,
            stride,
            padding,
            ceil_mode,
            count_include_pad,
            divisor_override,
        )
    else:
        result_ = functions.avg_pool2d_backward(
            output_grad_,
            input_shape,
            kernel_size,
            stride,
            padding,
            ceil_mode,
            count_include_pad,
            divisor_override,
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
    if edge_output_grad is not None and (not rare or recording()):
        node = AvgPool2dBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_output_grad = edge_output_grad
        node.saved_kernel_size = kernel_size
        node.saved_stride = stride
        node.saved_padding = padding
        node.saved_ceil_mode = ceil_mode
        node.saved_count_include_pad = count_include_pad
        node.saved_divisor_override = divisor_override
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _avg_pool2d_backward_tangent(
                out,
                output_grad,
                input_shape,
                kernel_size,
                stride,
                padding,
                ceil_mode,
                count_include_pad,
                divisor_override,
            )
        if rare & PRODUCED:
            produced(
                "avg_pool2d_backward",
                (out,),
                output_grad=output_grad,
                input_shape=input_shape,
                kernel_size=kernel_size,
                stride=stride,
                padding=padding,
                ceil_mode=ceil_mode,
                count_include_pad=count_include_pad,
                divisor_override=divisor_override,
            )
    return out


def _avg_pool2d_backward_tangent(
    out: Any,
    output_grad: Any,
    input_shape: Any,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    ceil_mode: Any,
    count_include_pad: Any,
    divisor_override: Any,
) -> None:
    if not any_tangent((output_grad,)):
        return
    output_grad_t = tangent_or_zeros(output_grad)
    tangent = ops_later.avg_pool2d_backward(
        output_grad_t,
        input_shape,
        kernel_size,
        stride,
        padding,
        ceil_mode,
        count_include_pad,
        divisor_override,
    )
    set_tangent(out, tangent)


class AdaptiveAvgPool2dBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "adaptive_avg_pool2d"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.adaptive_avg_pool2d_backward(grad, self.shape_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops_later.adaptive_avg_pool2d_backward(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def adaptive_avg_pool2d(input: TensorLike, output_size: IntsLike) -> Tensor:
    """The means of `output_size` windows that cover the images (N, C, H, W) evenly.

    Parameters
    ----------
    input : Tensor
    output_size : int[2]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = adaptive_avg_pool2d_backward(grad, input.shape)
    """
    if output_size.__class__ is not tuple or len(output_size) != 2:
        output_size = as_ints("adaptive_avg_pool2d", "output_size", output_size, 2)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("adaptive_avg_pool2d", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("adaptive_avg_pool2d", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("adaptive_avg_pool2d", functions.adaptive_avg_pool2d, self_, output_size)
    else:
        result_ = functions.adaptive_avg_pool2d(self_, output_size)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = AdaptiveAvgPool2dBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _adaptive_avg_pool2d_tangent(out, input, output_size)
        if rare & PRODUCED:
            produced("adaptive_avg_pool2d", (out,), self=input, output_size=output_size)
    return out


def _adaptive_avg_pool2d_tangent(out: Any, input: Any, output_size: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.adaptive_avg_pool2d(self_t, output_size)
    set_tangent(out, tangent)


class AdaptiveAvgPool2dBackwardBackward(Node):
    __slots__ = ("edge_output_grad", "shape_output_grad")
    op = "adaptive_avg_pool2d_backward"
    edge_names = ("edge_output_grad",)
    edge_output_grad: Any
    shape_output_grad: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_output_grad = self.edge_output_grad
        grad_output_grad = functions.adaptive_avg_pool2d(grad, self.shape_output_grad[-2:])
        following: Node | None = None
        if grad_output_grad.__class__ is not ndarray:
            grad_output_grad = asarray(grad_output_grad)
        if edge_output_grad in buffers:
            accumulate(buffers, edge_output_grad, grad_output_grad)
        else:
            buffers[edge_output_grad] = grad_output_grad
            following = edge_output_grad
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_output_grad = ops_later.adaptive_avg_pool2d(grad, self.shape_output_grad[-2:])
        return (grad_output_grad,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_output_grad,)


def adaptive_avg_pool2d_backward(output_grad: TensorLike, input_shape: IntsLike) -> Tensor:
    """Gradient of the images of adaptive_avg_pool2d.

    Parameters
    ----------
    output_grad : Tensor
    input_shape : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of output_grad = adaptive_avg_pool2d(grad, output_grad.shape[-2:])
    """
    if input_shape.__class__ is not tuple:
        input_shape = as_ints("adaptive_avg_pool2d_backward", "input_shape", input_shape)
    try:
        edge_output_grad = output_grad._edge
    except AttributeError:
        output_grad = operand("adaptive_avg_pool2d_backward", "output_grad", output_grad)
        edge_output_grad = output_grad._edge
    if output_grad.dtype.num > 13:  # complex, or float16
        check_real("adaptive_avg_pool2d_backward", output_grad._array)
    output_grad_ = output_grad._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "adaptive_avg_pool2d_backward", functions.adaptive_avg_pool2d_backward, output_grad_, input_shape
        )
    else:
        result_ = functions.adaptive_avg_pool2d_backward(output_grad_, input_shape)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_output_grad is not None and (not rare or recording()):
        node = AdaptiveAvgPool2dBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_output_grad = edge_output_grad
        node.shape_output_grad = output_grad.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _adaptive_avg_pool2d_backward_tangent(out, output_grad, input_shape)
        if rare & PRODUCED:
            produced("adaptive_avg_pool2d_backward", (out,), output_grad=output_grad, input_shape=input_shape)
    return out


def _adaptive_avg_pool2d_backward_tangent(out: Any, output_grad: Any, input_shape: Any) -> None:
    if not any_tangent((output_grad,)):
        return
    output_grad_t = tangent_or_zeros(output_grad)
    tangent = ops_later.adaptive_avg_pool2d_backward(output_grad_t, input_shape)
    set_tangent(out, tangent)

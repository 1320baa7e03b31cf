# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_folding: each op's node directly above its function."""

from typing import Any

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
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
    as_ints,
    asarray,
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
)

from .. import ops as ops_later

__all__ = [
    "_fold_images",
    "_unfold_images",
]


class UnfoldImagesBackward(Node):
    __slots__ = (
        "edge_input",
        "saved_dilation",
        "saved_kernel_size",
        "saved_padding",
        "saved_stride",
        "shape_input",
    )
    op = "_unfold_images"
    edge_names = ("edge_input",)
    edge_input: Any
    saved_dilation: Any
    saved_kernel_size: Any
    saved_padding: Any
    saved_stride: Any
    shape_input: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_input = self.edge_input
        grad_input = functions.fold_images(
            grad,
            (self.shape_input[-2], self.shape_input[-1]),
            self.saved_kernel_size,
            self.saved_dilation,
            self.saved_padding,
            self.saved_stride,
        )
        following: Node | None = None
        if grad_input.__class__ is not ndarray:
            grad_input = asarray(grad_input)
        if edge_input in buffers:
            accumulate(buffers, edge_input, grad_input)
        else:
            buffers[edge_input] = grad_input
            following = edge_input
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_input = ops_later._fold_images(
            grad,
            (self.shape_input[-2], self.shape_input[-1]),
            self.saved_kernel_size,
            self.saved_dilation,
            self.saved_padding,
            self.saved_stride,
        )
        return (grad_input,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input,)


def _unfold_images(
    input: TensorLike,
    kernel_size: IntsLike,
    dilation: IntsLike = (1, 1),
    padding: IntsLike = (0, 0),
    stride: IntsLike = (1, 1),
) -> Tensor:
    """Compute `_unfold_images`.

    The windows that a convolution of this geometry sees, as columns: images of shape (N, C, H, W)
    become (N, C * kernel elements, windows).

    Parameters
    ----------
    input : Tensor
    kernel_size : int[2]
    dilation : int[2], default 1
    padding : int[2], default 0
    stride : int[2], default 1

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _fold_images(grad, (input.shape[-2], input.shape[-1]), kernel_size, dilation,
        padding, stride)
    """
    if kernel_size.__class__ is not tuple or len(kernel_size) != 2:
        kernel_size = as_ints("_unfold_images", "kernel_size", kernel_size, 2)
    if dilation.__class__ is not tuple or len(dilation) != 2:
        dilation = as_ints("_unfold_images", "dilation", dilation, 2)
    if padding.__class__ is not tuple or len(padding) != 2:
        padding = as_ints("_unfold_images", "padding", padding, 2)
    if stride.__class__ is not tuple or len(stride) != 2:
        stride = as_ints("_unfold_images", "stride", stride, 2)
    try:
        edge_input = input._edge
    except AttributeError:
        input = operand("_unfold_images", "input", input)
        edge_input = input._edge
    input_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "_unfold_images", functions.unfold_images, input_, kernel_size, dilation, padding, stride
        )
    else:
        result_ = functions.unfold_images(input_, kernel_size, dilation, padding, stride)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_input is not None and (not rare or recording()):
        node = UnfoldImagesBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.shape_input = input.shape
        node.saved_kernel_size = kernel_size
        node.saved_dilation = dilation
        node.saved_padding = padding
        node.saved_stride = stride
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _unfold_images_tangent(out, input, kernel_size, dilation, padding, stride)
        if rare & PRODUCED:
            produced(
                "_unfold_images",
                (out,),
                input=input,
                kernel_size=kernel_size,
                dilation=dilation,
                padding=padding,
                stride=stride,
            )
    return out


def _unfold_images_tangent(
    out: Any, input: Any, kernel_size: Any, dilation: Any, padding: Any, stride: Any
) -> None:
    if not any_tangent((input,)):
        return
    input_t = tangent_or_zeros(input)
    tangent = ops_later._unfold_images(input_t, kernel_size, dilation, padding, stride)
    set_tangent(out, tangent)


class FoldImagesBackward(Node):
    __slots__ = ("edge_input", "saved_dilation", "saved_kernel_size", "saved_padding", "saved_stride")
    op = "_fold_images"
    edge_names = ("edge_input",)
    edge_input: Any
    saved_dilation: Any
    saved_kernel_size: Any
    saved_padding: Any
    saved_stride: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_input = self.edge_input
        grad_input = functions.unfold_images(
            grad, self.saved_kernel_size, self.saved_dilation, self.saved_padding, self.saved_stride
        )
        following: Node | None = None
        if grad_input.__class__ is not ndarray:
            grad_input = asarray(grad_input)
        if edge_input in buffers:
            accumulate(buffers, edge_input, grad_input)
        else:
            buffers[edge_input] = grad_input
            following = edge_input
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_input = ops_later._unfold_images(
            grad, self.saved_kernel_size, self.saved_dilation, self.saved_padding, self.saved_stride
        )
        return (grad_input,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input,)


def _fold_images(
    input: TensorLike,
    output_size: IntsLike,
    kernel_size: IntsLike,
    dilation: IntsLike = (1, 1),
    padding: IntsLike = (0, 0),
    stride: IntsLike = (1, 1),
) -> Tensor:
    """Compute `_fold_images`.

    Images of the size `output_size` to which windows, the columns of the argument, are added in their
    places.

    Parameters
    ----------
    input : Tensor
    output_size : int[2]
    kernel_size : int[2]
    dilation : int[2], default 1
    padding : int[2], default 0
    stride : int[2], default 1

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _unfold_images(grad, kernel_size, dilation, padding, stride)
    """
    if output_size.__class__ is not tuple or len(output_size) != 2:
        output_size = as_ints("_fold_images", "output_size", output_size, 2)
    if kernel_size.__class__ is not tuple or len(kernel_size) != 2:
        kernel_size = as_ints("_fold_images", "kernel_size", kernel_size, 2)
    if dilation.__class__ is not tuple or len(dilation) != 2:
        dilation = as_ints("_fold_images", "dilation", dilation, 2)
    if padding.__class__ is not tuple or len(padding) != 2:
        padding = as_ints("_fold_images", "padding", padding, 2)
    if stride.__class__ is not tuple or len(stride) != 2:
        stride = as_ints("_fold_images", "stride", stride, 2)
    try:
        edge_input = input._edge
    except AttributeError:
        input = operand("_fold_images", "input", input)
        edge_input = input._edge
    input_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "_fold_images", functions.fold_images, input_, output_size, kernel_size, dilation, padding, stride
        )
    else:
        result_ = functions.fold_images(input_, output_size, kernel_size, dilation, padding, stride)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_input is not None and (not rare or recording()):
        node = FoldImagesBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.saved_kernel_size = kernel_size
        node.saved_dilation = dilation
        node.saved_padding = padding
        node.saved_stride = stride
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _fold_images_tangent(out, input, output_size, kernel_size, dilation, padding, stride)
        if rare & PRODUCED:
            produced(
                "_fold_images",
                (out,),
                input=input,
                output_size=output_size,
                kernel_size=kernel_size,
                dilation=dilation,
                padding=padding,
                stride=stride,
            )
    return out


def _fold_images_tangent(
    out: Any, input: Any, output_size: Any, kernel_size: Any, dilation: Any, padding: Any, stride: Any
) -> None:
    if not any_tangent((input,)):
        return
    input_t = tangent_or_zeros(input)
    tangent = ops_later._fold_images(input_t, output_size, kernel_size, dilation, padding, stride)
    set_tangent(out, tangent)

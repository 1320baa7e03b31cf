# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family views: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from derivata.runtime import functions
from derivata.runtime.support import (
    FORWARD_AD,
    INT,
    INTS,
    NUMBERS,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    TENSOR,
    WATCHED,
    Buffers,
    DTypeLike,
    Heap,
    IntsLike,
    MultiNode,
    Node,
    Number,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_ints,
    as_parts,
    as_view,
    asarray,
    become,
    call_overload,
    check_changeable,
    check_real,
    check_writable,
    checked_output,
    connect,
    fits,
    heappush,
    into,
    materialized,
    materialized_tensors,
    ndarray,
    new,
    next_seq,
    noticed,
    operand,
    primal_of,
    produced,
    recording,
    replayed,
    set_tangent,
    shared_counter,
    state,
    tangent_or_zeros,
    wrap,
    write_tangent,
    written,
)

from .. import ops

__all__ = [
    "_cast_gradient",
    "_clear_diagonal",
    "_clear_select",
    "_clear_slice",
    "_fill_diagonal",
    "adjoint",
    "as_strided",
    "as_strided_",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "bool_op",
    "byte",
    "cdouble",
    "cfloat",
    "channel_shuffle",
    "char",
    "chunk",
    "clone",
    "contiguous",
    "copy_",
    "detach",
    "diag",
    "diag_embed",
    "diagflat",
    "diagonal",
    "diagonal_backward",
    "diagonal_scatter",
    "double",
    "dsplit",
    "dsplit_default",
    "dsplit_indices",
    "expand",
    "expand_as",
    "fill",
    "fill_",
    "fill__Tensor",
    "fill__default",
    "fill_diagonal_",
    "flatten",
    "flip",
    "fliplr",
    "flipud",
    "float_op",
    "half",
    "hsplit",
    "hsplit_default",
    "hsplit_indices",
    "int_op",
    "long",
    "matrix_H",
    "matrix_transpose",
    "movedim",
    "narrow",
    "narrow_copy",
    "numpy_T",
    "permute",
    "pixel_shuffle",
    "pixel_unshuffle",
    "ravel",
    "repeat",
    "repeat_interleave",
    "repeat_interleave_Tensor",
    "repeat_interleave_default",
    "repeat_interleave_self_Tensor",
    "reshape",
    "reshape_as",
    "roll",
    "rot90",
    "select",
    "select_backward",
    "select_scatter",
    "short",
    "slice",
    "slice_backward",
    "slice_scatter",
    "split",
    "split_default",
    "split_sizes",
    "split_with_sizes",
    "squeeze",
    "squeeze_",
    "t",
    "t_",
    "tensor_split",
    "tensor_split_default",
    "tensor_split_indices",
    "tile",
    "to",
    "transpose",
    "transpose_",
    "type_as",
    "unbind",
    "unflatten",
    "unfold",
    "unfold_backward",
    "unsafe_chunk",
    "unsafe_split",
    "unsafe_split_with_sizes",
    "unsqueeze",
    "unsqueeze_",
    "view",
    "view_as",
    "view_as_complex",
    "view_as_real",
    "vsplit",
    "vsplit_default",
    "vsplit_indices",
    "zero_",
]


class ViewBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "view"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.reshape(grad, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.reshape(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def view(self: TensorLike, shape: IntsLike) -> Tensor:
    """The same memory in another shape; one length may be -1.

    An error where the elements do not lie in that order in memory: `reshape` copies then.

    Parameters
    ----------
    self : Tensor(a)
    shape : int[*]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = reshape(grad, self.shape)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("view", "shape", shape)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("view", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.view(self_, shape)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, view, (shape,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(ViewBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _view_tangent(out, self, shape)
        if rare & PRODUCED:
            produced("view", (out,), self=self, shape=shape)
    return out


def _view_tangent(out: Any, self: Any, shape: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.reshape(self_t, shape)
    set_tangent(out, tangent)


class ReshapeBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "reshape"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.reshape(grad, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.reshape(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def reshape(self: TensorLike, shape: IntsLike) -> Tensor:
    """The elements in another shape, in the same order; one length may be -1.

    A view where the memory permits, else a copy.

    Parameters
    ----------
    self : Tensor(a)
    shape : int[*]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = reshape(grad, self.shape)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("reshape", "shape", shape)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("reshape", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.reshape(self_, shape)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, reshape, (shape,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(ReshapeBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _reshape_tangent(out, self, shape)
        if rare & PRODUCED:
            produced("reshape", (out,), self=self, shape=shape)
    return out


def _reshape_tangent(out: Any, self: Any, shape: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.reshape(self_t, shape)
    set_tangent(out, tangent)


def view_as(self: TensorLike, other: TensorLike) -> Tensor:
    """The same memory in the shape of `other`.

    Parameters
    ----------
    self : Tensor(a)
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = view(self, other.shape)
    """
    out: Tensor
    out = ops.view(self, other.shape)
    return out


def reshape_as(self: TensorLike, other: TensorLike) -> Tensor:
    """The elements in the shape of `other`.

    Parameters
    ----------
    self : Tensor(a)
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(self, other.shape)
    """
    out: Tensor
    out = ops.reshape(self, other.shape)
    return out


def flatten(self: TensorLike, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """The argument with the dimensions from `start_dim` to `end_dim` joined to one.

    Parameters
    ----------
    self : Tensor(a)
    start_dim : int, default 0
    end_dim : int, default -1

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(self, functions.flattened_shape(self.shape, start_dim, end_dim))
    """
    out: Tensor
    part1 = functions.flattened_shape(self.shape, start_dim, end_dim)
    out = ops.reshape(self, part1)
    return out


def ravel(self: TensorLike) -> Tensor:
    """The elements in one dimension.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(self, (-1,))
    """
    out: Tensor
    out = ops.reshape(self, (-1,))
    return out


def unflatten(self: TensorLike, dim: int, sizes: IntsLike) -> Tensor:
    """Compute `unflatten`.

    The argument with dimension `dim` split into dimensions of the lengths `sizes`, one of which may be
    -1.

    Parameters
    ----------
    self : Tensor(a)
    dim : int
    sizes : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(self, functions.unflattened_shape(self.shape, dim, sizes))
    """
    if sizes.__class__ is not tuple:
        sizes = as_ints("unflatten", "sizes", sizes)
    out: Tensor
    out = ops.reshape(self, functions.unflattened_shape(self.shape, dim, sizes))
    return out


class SqueezeBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "squeeze"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.reshape(grad, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.reshape(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def squeeze(self: TensorLike, dim: IntsLike = None) -> Tensor:
    """The argument without dimensions of length 1, or without those among `dim`.

    Parameters
    ----------
    self : Tensor(a)
    dim : int[]?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = reshape(grad, self.shape)
    """
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("squeeze", "dim", dim)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("squeeze", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.squeeze(self_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, squeeze, (dim,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(SqueezeBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _squeeze_tangent(out, self, dim)
        if rare & PRODUCED:
            produced("squeeze", (out,), self=self, dim=dim)
    return out


def _squeeze_tangent(out: Any, self: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.squeeze(self_t, dim)
    set_tangent(out, tangent)


class UnsqueezeBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "unsqueeze"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.reshape(grad, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.reshape(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def unsqueeze(self: TensorLike, dim: int) -> Tensor:
    """The argument with a new dimension of length 1, which becomes dimension `dim` of the result.

    Parameters
    ----------
    self : Tensor(a)
    dim : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = reshape(grad, self.shape)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("unsqueeze", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.unsqueeze(self_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, unsqueeze, (dim,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(UnsqueezeBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _unsqueeze_tangent(out, self, dim)
        if rare & PRODUCED:
            produced("unsqueeze", (out,), self=self, dim=dim)
    return out


def _unsqueeze_tangent(out: Any, self: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.unsqueeze(self_t, dim)
    set_tangent(out, tangent)


def atleast_1d(self: TensorLike) -> Tensor:
    """The argument with a dimension of length 1 if it has none.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(self, functions.at_least_shape(self.shape, 1))
    """
    out: Tensor
    out = ops.reshape(self, functions.at_least_shape(self.shape, 1))
    return out


def atleast_2d(self: TensorLike) -> Tensor:
    """The argument with new dimensions of length 1 in front, up to two dimensions.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(self, functions.at_least_shape(self.shape, 2))
    """
    out: Tensor
    out = ops.reshape(self, functions.at_least_shape(self.shape, 2))
    return out


def atleast_3d(self: TensorLike) -> Tensor:
    """Compute `atleast_3d`.

    The argument with new dimensions of length 1, up to three dimensions: a vector becomes (1, n, 1), a
    matrix (m, n, 1).

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(self, functions.at_least_shape(self.shape, 3))
    """
    out: Tensor
    out = ops.reshape(self, functions.at_least_shape(self.shape, 3))
    return out


class ExpandBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "expand"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.sum_to_size(grad, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.sum_to_size(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def expand(self: TensorLike, size: IntsLike) -> Tensor:
    """Compute `expand`.

    A view in which dimensions of length 1, and new leading ones, are repeated without a copy; -1 keeps
    a length.

    Parameters
    ----------
    self : Tensor(a)
    size : int[*]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = sum_to_size(grad, self.shape)
    """
    if size.__class__ is not tuple:
        size = as_ints("expand", "size", size)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("expand", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.expand(self_, size)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, expand, (size,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(ExpandBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _expand_tangent(out, self, size)
        if rare & PRODUCED:
            produced("expand", (out,), self=self, size=size)
    return out


def _expand_tangent(out: Any, self: Any, size: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.expand(self_t, size)
    set_tangent(out, tangent)


def expand_as(self: TensorLike, other: TensorLike) -> Tensor:
    """The argument expanded to the shape of `other`.

    Parameters
    ----------
    self : Tensor(a)
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = expand(self, other.shape)
    """
    out: Tensor
    out = ops.expand(self, other.shape)
    return out


class RepeatBackward(Node):
    __slots__ = ("edge_self", "saved_repeats", "shape_self")
    op = "repeat"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_repeats: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        part3 = functions.repeat_blocks(self.shape_self, self.saved_repeats)
        part2 = functions.reshape(grad, part3)
        part4 = functions.repeat_dims(self.saved_repeats)
        part1 = functions.sum(part2, part4, False, None)
        grad_self = functions.reshape(part1, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        part7 = functions.repeat_blocks(self.shape_self, self.saved_repeats)
        part6 = ops.reshape(grad, part7)
        part5 = ops.sum(part6, functions.repeat_dims(self.saved_repeats))
        grad_self = ops.reshape(part5, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def repeat(self: TensorLike, repeats: IntsLike) -> Tensor:
    """Compute `repeat`.

    `repeats[i]` copies of the argument side by side along each dimension; more numbers than dimensions
    add dimensions in front.

    Parameters
    ----------
    self : Tensor
    repeats : int[*]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = reshape(sum(reshape(grad, functions.repeat_blocks(self.shape, repeats)),
        functions.repeat_dims(repeats)), self.shape)
    """
    if repeats.__class__ is not tuple:
        repeats = as_ints("repeat", "repeats", repeats)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("repeat", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("repeat", functions.repeat, self_, repeats)
    else:
        result_ = functions.repeat(self_, repeats)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(RepeatBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_repeats = repeats
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _repeat_tangent(out, self, repeats)
        if rare & PRODUCED:
            produced("repeat", (out,), self=self, repeats=repeats)
    return out


def _repeat_tangent(out: Any, self: Any, repeats: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.repeat(self_t, repeats)
    set_tangent(out, tangent)


class RepeatInterleaveBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_repeats", "shape_self")
    op = "repeat_interleave"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any
    saved_repeats: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        part3 = functions.interleaved_blocks(self.shape_self, self.saved_repeats, self.saved_dim)
        part2 = functions.reshape(grad, part3)
        part1 = functions.sum(part2, (2,), False, None)
        grad_self = functions.reshape(part1, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        part6 = functions.interleaved_blocks(self.shape_self, self.saved_repeats, self.saved_dim)
        part5 = ops.reshape(grad, part6)
        part4 = ops.sum(part5, (2,))
        grad_self = ops.reshape(part4, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def repeat_interleave_default(
    self: TensorLike,
    repeats: int,
    dim: int | None = None,
    out: Tensor | None = None,
    *,
    output_size: int | None = None,
) -> Tensor:
    """Every element along `dim`, or of the flattened argument, `repeats` times.

    Parameters
    ----------
    self : Tensor
    repeats : int
    dim : int?, default None
    output_size : int?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = reshape(sum(reshape(grad, functions.interleaved_blocks(self.shape, repeats,
        dim)), 2), self.shape)
    """
    if out is not None:
        return into(
            "repeat_interleave", out, repeat_interleave_default, self, repeats, dim, output_size=output_size
        )
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("repeat_interleave", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("repeat_interleave", functions.repeat_interleave, self_, repeats, dim, output_size)
    else:
        result_ = functions.repeat_interleave(self_, repeats, dim, output_size)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(RepeatInterleaveBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_repeats = repeats
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _repeat_interleave_default_tangent(out, self, repeats, dim, output_size)
        if rare & PRODUCED:
            produced(
                "repeat_interleave", (out,), self=self, repeats=repeats, dim=dim, output_size=output_size
            )
    return out


def _repeat_interleave_default_tangent(out: Any, self: Any, repeats: Any, dim: Any, output_size: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.repeat_interleave_default(self_t, repeats, dim, output_size=output_size)
    set_tangent(out, tangent)


def repeat_interleave_self_Tensor(
    self: TensorLike,
    repeats: TensorLike,
    dim: int | None = None,
    out: Tensor | None = None,
    *,
    output_size: int | None = None,
) -> Tensor:
    """Each element along `dim`, or of the flattened argument, as often as `repeats` says.

    Parameters
    ----------
    self : Tensor
    repeats : Tensor
    dim : int?, default None
    output_size : int?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = index_select(line, along, places)
    line = reshape(self, (-1,)) if dim is None else self
    along = 0 if dim is None else dim
    length = functions.interleaved_length(line.shape, repeats.shape, along)
    places = repeat_interleave_Tensor(expand(repeats, (length,)), output_size=output_size)
    """
    if out is not None:
        return into(
            "repeat_interleave",
            out,
            repeat_interleave_self_Tensor,
            self,
            repeats,
            dim,
            output_size=output_size,
        )
    line_: Any
    if dim is None:
        line_ = ops.reshape(self, (-1,))
    else:
        line_ = self
    along_: Any
    if dim is None:
        along_ = 0
    else:
        along_ = dim
    length_ = functions.interleaved_length(line_.shape, repeats.shape, along_)
    part1 = ops.expand(repeats, (length_,))
    places_ = ops.repeat_interleave_Tensor(part1, output_size=output_size)
    out = ops.index_select(line_, along_, places_)
    return out


def repeat_interleave_Tensor(
    repeats: TensorLike, out: Tensor | None = None, *, output_size: int | None = None
) -> Tensor:
    """Each number from 0 on as often as `repeats` says.

    Parameters
    ----------
    repeats : Tensor
    output_size : int?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("repeat_interleave", out, repeat_interleave_Tensor, repeats, output_size=output_size)
    try:
        repeats_ = repeats._array
    except AttributeError:
        repeats = operand("repeat_interleave", "repeats", repeats)
        repeats_ = repeats._array
    result_ = functions.repeat_places(repeats_, output_size)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("repeat_interleave", (out,), repeats=repeats, output_size=output_size)
    return out


def tile(self: TensorLike, dims: IntsLike, out: Tensor | None = None) -> Tensor:
    """Copies of the argument side by side; numbers missing in front are 1.

    Parameters
    ----------
    self : Tensor
    dims : int[*]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = repeat(self, functions.tile_repeats(self.ndim, dims))
    """
    if out is not None:
        return into("tile", out, tile, self, dims)
    if dims.__class__ is not tuple:
        dims = as_ints("tile", "dims", dims)
    out = ops.repeat(self, functions.tile_repeats(self.ndim, dims))
    return out


class TransposeBackward(Node):
    __slots__ = ("edge_self", "saved_dim0", "saved_dim1")
    op = "transpose"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim0: Any
    saved_dim1: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.transpose(grad, self.saved_dim0, self.saved_dim1)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.transpose(grad, self.saved_dim0, self.saved_dim1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def transpose(self: TensorLike, dim0: int, dim1: int) -> Tensor:
    """The argument with two dimensions exchanged.

    Parameters
    ----------
    self : Tensor(a)
    dim0 : int
    dim1 : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = transpose(grad, dim0, dim1)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("transpose", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.transpose(self_, dim0, dim1)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, transpose, (dim0, dim1))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(TransposeBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim0 = dim0
        node.saved_dim1 = dim1
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _transpose_tangent(out, self, dim0, dim1)
        if rare & PRODUCED:
            produced("transpose", (out,), self=self, dim0=dim0, dim1=dim1)
    return out


def _transpose_tangent(out: Any, self: Any, dim0: Any, dim1: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.transpose(self_t, dim0, dim1)
    set_tangent(out, tangent)


class PermuteBackward(Node):
    __slots__ = ("edge_self", "saved_dims")
    op = "permute"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dims: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.permute(grad, functions.inverse_permutation(self.saved_dims))
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.permute(grad, functions.inverse_permutation(self.saved_dims))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def permute(self: TensorLike, dims: IntsLike) -> Tensor:
    """The argument with its dimensions in the order `dims`.

    Parameters
    ----------
    self : Tensor(a)
    dims : int[*]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = permute(grad, functions.inverse_permutation(dims))
    """
    if dims.__class__ is not tuple:
        dims = as_ints("permute", "dims", dims)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("permute", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.permute(self_, dims)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, permute, (dims,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(PermuteBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dims = dims
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _permute_tangent(out, self, dims)
        if rare & PRODUCED:
            produced("permute", (out,), self=self, dims=dims)
    return out


def _permute_tangent(out: Any, self: Any, dims: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.permute(self_t, dims)
    set_tangent(out, tangent)


def movedim(self: TensorLike, source: IntsLike, destination: IntsLike) -> Tensor:
    """The argument with the dimensions `source` moved to `destination`, the others in their order.

    Parameters
    ----------
    self : Tensor(a)
    source : int[]
    destination : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    result = permute(self, functions.moved_dims(self.ndim, source, destination))
    """
    if source.__class__ is not tuple:
        source = as_ints("movedim", "source", source)
    if destination.__class__ is not tuple:
        destination = as_ints("movedim", "destination", destination)
    out: Tensor
    out = ops.permute(self, functions.moved_dims(self.ndim, source, destination))
    return out


class TBackward(Node):
    __slots__ = ("edge_self",)
    op = "t"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.t(grad)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.t(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def t(self: TensorLike) -> Tensor:
    """The matrix with rows and columns exchanged.

    Vectors and numbers stay what they are.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = t(grad)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("t", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.t(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, t, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(TBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _t_tangent(out, self)
        if rare & PRODUCED:
            produced("t", (out,), self=self)
    return out


def _t_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.t(self_t)
    set_tangent(out, tangent)


class NumpyTBackward(Node):
    __slots__ = ("edge_self",)
    op = "numpy_T"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.numpy_T(grad)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.numpy_T(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def numpy_T(self: TensorLike) -> Tensor:
    """The argument with its dimensions in reverse order.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = numpy_T(grad)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("numpy_T", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.numpy_T(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, numpy_T, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(NumpyTBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _numpy_T_tangent(out, self)
        if rare & PRODUCED:
            produced("numpy_T", (out,), self=self)
    return out


def _numpy_T_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.numpy_T(self_t)
    set_tangent(out, tangent)


class MatrixTransposeBackward(Node):
    __slots__ = ("edge_self",)
    op = "matrix_transpose"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.matrix_transpose(grad)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.matrix_transpose(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def matrix_transpose(self: TensorLike) -> Tensor:
    """The matrix, or each matrix of a stack, with rows and columns exchanged.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = matrix_transpose(grad)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("matrix_transpose", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.matrix_transpose(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, matrix_transpose, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(MatrixTransposeBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _matrix_transpose_tangent(out, self)
        if rare & PRODUCED:
            produced("matrix_transpose", (out,), self=self)
    return out


def _matrix_transpose_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.matrix_transpose(self_t)
    set_tangent(out, tangent)


def adjoint(self: TensorLike) -> Tensor:
    """The conjugate of the matrix, or of each matrix of a stack, with rows and columns exchanged.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = conj(matrix_transpose(self)) if functions.is_complex_dtype(self.dtype) else
        matrix_transpose(self)
    """
    out: Tensor
    if functions.is_complex_dtype(self.dtype):
        out = ops.conj(ops.matrix_transpose(self))
    else:
        out = ops.matrix_transpose(self)
    return out


def matrix_H(self: TensorLike) -> Tensor:
    """The conjugate of the matrix with rows and columns exchanged.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = adjoint(self) if functions.matrix_dims(self.ndim) == 2 else transpose(conj(self), 0, -1)
    """
    out: Tensor
    if functions.matrix_dims(self.ndim) == 2:
        out = ops.adjoint(self)
    else:
        out = ops.transpose(ops.conj(self), 0, -1)
    return out


class FlipBackward(Node):
    __slots__ = ("edge_self", "saved_dims")
    op = "flip"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dims: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.flip(grad, self.saved_dims)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.flip(grad, self.saved_dims)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def flip(self: TensorLike, dims: IntsLike, out: Tensor | None = None) -> Tensor:
    """A copy with the order along each of `dims` reversed.

    Parameters
    ----------
    self : Tensor
    dims : int[*]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = flip(grad, dims)
    """
    if out is not None:
        return into("flip", out, flip, self, dims)
    if dims.__class__ is not tuple:
        dims = as_ints("flip", "dims", dims)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("flip", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("flip", functions.flip, self_, dims)
    else:
        result_ = functions.flip(self_, dims)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(FlipBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dims = dims
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _flip_tangent(out, self, dims)
        if rare & PRODUCED:
            produced("flip", (out,), self=self, dims=dims)
    return out


def _flip_tangent(out: Any, self: Any, dims: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.flip(self_t, dims)
    set_tangent(out, tangent)


def fliplr(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """A copy with the order along the second dimension reversed.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = flip(self, (1,))
    """
    if out is not None:
        return into("fliplr", out, fliplr, self)
    out = ops.flip(self, (1,))
    return out


def flipud(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """A copy with the order along the first dimension reversed.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = flip(self, (0,))
    """
    if out is not None:
        return into("flipud", out, flipud, self)
    out = ops.flip(self, (0,))
    return out


class RollBackward(Node):
    __slots__ = ("edge_self", "saved_dims", "saved_shifts")
    op = "roll"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dims: Any
    saved_shifts: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        part1 = functions.negated(self.saved_shifts)
        grad_self = functions.roll(grad, part1, self.saved_dims)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.roll(grad, functions.negated(self.saved_shifts), self.saved_dims)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def roll(self: TensorLike, shifts: IntsLike, dims: IntsLike = (), out: Tensor | None = None) -> Tensor:
    """A copy moved by `shifts` along `dims`; what leaves one end comes in at the other.

    Without dims it moves as if it were flat.

    Parameters
    ----------
    self : Tensor
    shifts : int[]
    dims : int[], default ()
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = roll(grad, functions.negated(shifts), dims)
    """
    if out is not None:
        return into("roll", out, roll, self, shifts, dims)
    if shifts.__class__ is not tuple:
        shifts = as_ints("roll", "shifts", shifts)
    if dims.__class__ is not tuple:
        dims = as_ints("roll", "dims", dims)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("roll", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("roll", functions.roll, self_, shifts, dims)
    else:
        result_ = functions.roll(self_, shifts, dims)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(RollBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_shifts = shifts
        node.saved_dims = dims
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _roll_tangent(out, self, shifts, dims)
        if rare & PRODUCED:
            produced("roll", (out,), self=self, shifts=shifts, dims=dims)
    return out


def _roll_tangent(out: Any, self: Any, shifts: Any, dims: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.roll(self_t, shifts, dims)
    set_tangent(out, tangent)


def pixel_shuffle(self: TensorLike, upscale_factor: int, out: Tensor | None = None) -> Tensor:
    """Compute `pixel_shuffle`.

    Images of shape (..., C * r * r, H, W) as images of shape (..., C, H * r, W * r), for r =
    `upscale_factor`.

    Parameters
    ----------
    self : Tensor
    upscale_factor : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(ordered, functions.shuffled_shape(self.shape, upscale_factor))
    blocks = reshape(self, functions.pixel_blocks(self.shape, upscale_factor))
    ordered = permute(blocks, functions.shuffled_dims(self.ndim))
    """
    if out is not None:
        return into("pixel_shuffle", out, pixel_shuffle, self, upscale_factor)
    blocks_ = ops.reshape(self, functions.pixel_blocks(self.shape, upscale_factor))
    ordered_ = ops.permute(blocks_, functions.shuffled_dims(self.ndim))
    part1 = functions.shuffled_shape(self.shape, upscale_factor)
    out = ops.reshape(ordered_, part1)
    return out


def pixel_unshuffle(self: TensorLike, downscale_factor: int, out: Tensor | None = None) -> Tensor:
    """Compute `pixel_unshuffle`.

    Images of shape (..., C, H * r, W * r) as images of shape (..., C * r * r, H, W), for r =
    `downscale_factor`.

    Parameters
    ----------
    self : Tensor
    downscale_factor : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(ordered, functions.unshuffled_shape(self.shape, downscale_factor))
    blocks = reshape(self, functions.unshuffled_blocks(self.shape, downscale_factor))
    ordered = permute(blocks, functions.unshuffled_dims(self.ndim))
    """
    if out is not None:
        return into("pixel_unshuffle", out, pixel_unshuffle, self, downscale_factor)
    part1 = functions.unshuffled_blocks(self.shape, downscale_factor)
    blocks_ = ops.reshape(self, part1)
    ordered_ = ops.permute(blocks_, functions.unshuffled_dims(self.ndim))
    part1 = functions.unshuffled_shape(self.shape, downscale_factor)
    out = ops.reshape(ordered_, part1)
    return out


def channel_shuffle(self: TensorLike, groups: int, out: Tensor | None = None) -> Tensor:
    """The channels, in dimension 1, in the order in which the groups take turns.

    Parameters
    ----------
    self : Tensor
    groups : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(transpose(grouped, 1, 2), self.shape)
    grouped = reshape(self, functions.channel_groups(self.shape, groups))
    """
    if out is not None:
        return into("channel_shuffle", out, channel_shuffle, self, groups)
    grouped_ = ops.reshape(self, functions.channel_groups(self.shape, groups))
    out = ops.reshape(ops.transpose(grouped_, 1, 2), self.shape)
    return out


class SelectBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_index", "shape_self")
    op = "select"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any
    saved_index: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.select_backward(grad, self.shape_self, self.saved_dim, self.saved_index)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.select_backward(grad, self.shape_self, self.saved_dim, self.saved_index)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def select(self: TensorLike, dim: int, index: int) -> Tensor:
    """The elements at `index` of dimension `dim`, without that dimension.

    Parameters
    ----------
    self : Tensor(a)
    dim : int
    index : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = select_backward(grad, self.shape, dim, index)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("select", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.select(self_, dim, index)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, select, (dim, index))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(SelectBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _select_tangent(out, self, dim, index)
        if rare & PRODUCED:
            produced("select", (out,), self=self, dim=dim, index=index)
    return out


def _select_tangent(out: Any, self: Any, dim: Any, index: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.select(self_t, dim, index)
    set_tangent(out, tangent)


class SelectBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_dim", "saved_index")
    op = "select_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_dim: Any
    saved_index: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.select(grad, self.saved_dim, self.saved_index)
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            heappush(heap, (edge_grad_output.seq, edge_grad_output))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_grad_output = ops.select(grad, self.saved_dim, self.saved_index)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def select_backward(
    grad_output: TensorLike, shape: IntsLike, dim: int, index: int, out: Tensor | None = None
) -> Tensor:
    """Zeros of `shape` with `grad_output` in the place that `select` takes.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    dim : int
    index : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = select(grad, dim, index)
    """
    if out is not None:
        return into("select_backward", out, select_backward, grad_output, shape, dim, index)
    if shape.__class__ is not tuple:
        shape = as_ints("select_backward", "shape", shape)
    try:
        edge_grad_output = grad_output._edge
    except AttributeError:
        grad_output = operand("select_backward", "grad_output", grad_output)
        edge_grad_output = grad_output._edge
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("select_backward", functions.select_backward, grad_output_, shape, dim, index)
    else:
        result_ = functions.select_backward(grad_output_, shape, dim, index)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = new(SelectBackwardBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_dim = dim
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _select_backward_tangent(out, grad_output, shape, dim, index)
        if rare & PRODUCED:
            produced("select_backward", (out,), grad_output=grad_output, shape=shape, dim=dim, index=index)
    return out


def _select_backward_tangent(out: Any, grad_output: Any, shape: Any, dim: Any, index: Any) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops.select_backward(grad_output_t, shape, dim, index)
    set_tangent(out, tangent)


class SliceBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_end", "saved_start", "saved_step", "shape_self")
    op = "slice"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any
    saved_end: Any
    saved_start: Any
    saved_step: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.slice_backward(
            grad, self.shape_self, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.slice_backward(
            grad, self.shape_self, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def slice(
    self: TensorLike, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Tensor:
    """The elements `start:end:step` of dimension `dim`; bounds are cut off as in Python.

    Parameters
    ----------
    self : Tensor(a)
    dim : int, default 0
    start : int?, default None
    end : int?, default None
    step : int, default 1

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = slice_backward(grad, self.shape, dim, start, end, step)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("slice", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.slice_dim(self_, dim, start, end, step)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, slice, (dim, start, end, step))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(SliceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_start = start
        node.saved_end = end
        node.saved_step = step
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _slice_tangent(out, self, dim, start, end, step)
        if rare & PRODUCED:
            produced("slice", (out,), self=self, dim=dim, start=start, end=end, step=step)
    return out


def _slice_tangent(out: Any, self: Any, dim: Any, start: Any, end: Any, step: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.slice(self_t, dim, start, end, step)
    set_tangent(out, tangent)


class SliceBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_dim", "saved_end", "saved_start", "saved_step")
    op = "slice_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_dim: Any
    saved_end: Any
    saved_start: Any
    saved_step: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.slice_dim(
            grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
        )
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            heappush(heap, (edge_grad_output.seq, edge_grad_output))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_grad_output = ops.slice(grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def slice_backward(
    grad_output: TensorLike,
    shape: IntsLike,
    dim: int,
    start: int | None,
    end: int | None,
    step: int,
    out: Tensor | None = None,
) -> Tensor:
    """Zeros of `shape` with `grad_output` in the place that `slice` takes.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    dim : int
    start : int?
    end : int?
    step : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = slice(grad, dim, start, end, step)
    """
    if out is not None:
        return into("slice_backward", out, slice_backward, grad_output, shape, dim, start, end, step)
    if shape.__class__ is not tuple:
        shape = as_ints("slice_backward", "shape", shape)
    try:
        edge_grad_output = grad_output._edge
    except AttributeError:
        grad_output = operand("slice_backward", "grad_output", grad_output)
        edge_grad_output = grad_output._edge
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "slice_backward", functions.slice_backward, grad_output_, shape, dim, start, end, step
        )
    else:
        result_ = functions.slice_backward(grad_output_, shape, dim, start, end, step)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = new(SliceBackwardBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_dim = dim
        node.saved_start = start
        node.saved_end = end
        node.saved_step = step
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _slice_backward_tangent(out, grad_output, shape, dim, start, end, step)
        if rare & PRODUCED:
            produced(
                "slice_backward",
                (out,),
                grad_output=grad_output,
                shape=shape,
                dim=dim,
                start=start,
                end=end,
                step=step,
            )
    return out


def _slice_backward_tangent(
    out: Any, grad_output: Any, shape: Any, dim: Any, start: Any, end: Any, step: Any
) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops.slice_backward(grad_output_t, shape, dim, start, end, step)
    set_tangent(out, tangent)


class NarrowBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_length", "saved_start", "shape_self")
    op = "narrow"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any
    saved_length: Any
    saved_start: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        first_ = functions.narrow_start(self.shape_self, self.saved_dim, self.saved_start, self.saved_length)
        part1 = first_ + self.saved_length
        grad_self = functions.slice_backward(grad, self.shape_self, self.saved_dim, first_, part1, 1)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        first_ = functions.narrow_start(self.shape_self, self.saved_dim, self.saved_start, self.saved_length)
        part2 = first_ + self.saved_length
        grad_self = ops.slice_backward(grad, self.shape_self, self.saved_dim, first_, part2, 1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def narrow(self: TensorLike, dim: int, start: int, length: int) -> Tensor:
    """The `length` elements of dimension `dim` from `start` on.

    Parameters
    ----------
    self : Tensor(a)
    dim : int
    start : int
    length : int

    Returns
    -------
    Tensor

    Notes
    -----
    first = functions.narrow_start(self.shape, dim, start, length)
    gradient of self = slice_backward(grad, self.shape, dim, first, first + length, 1)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("narrow", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.narrow(self_, dim, start, length)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, narrow, (dim, start, length))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(NarrowBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_start = start
        node.saved_length = length
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _narrow_tangent(out, self, dim, start, length)
        if rare & PRODUCED:
            produced("narrow", (out,), self=self, dim=dim, start=start, length=length)
    return out


def _narrow_tangent(out: Any, self: Any, dim: Any, start: Any, length: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.narrow(self_t, dim, start, length)
    set_tangent(out, tangent)


class DiagonalBackward(Node):
    __slots__ = ("edge_self", "saved_dim1", "saved_dim2", "saved_offset", "shape_self")
    op = "diagonal"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim1: Any
    saved_dim2: Any
    saved_offset: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.diagonal_backward(
            grad, self.shape_self, self.saved_offset, self.saved_dim1, self.saved_dim2
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.diagonal_backward(
            grad, self.shape_self, self.saved_offset, self.saved_dim1, self.saved_dim2
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def diagonal(self: TensorLike, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """The diagonals of the planes of `dim1` and `dim2`, as a new last dimension.

    Parameters
    ----------
    self : Tensor(a)
    offset : int, default 0
    dim1 : int, default 0
    dim2 : int, default 1

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = diagonal_backward(grad, self.shape, offset, dim1, dim2)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("diagonal", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.diagonal(self_, offset, dim1, dim2)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, diagonal, (offset, dim1, dim2))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(DiagonalBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_offset = offset
        node.saved_dim1 = dim1
        node.saved_dim2 = dim2
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _diagonal_tangent(out, self, offset, dim1, dim2)
        if rare & PRODUCED:
            produced("diagonal", (out,), self=self, offset=offset, dim1=dim1, dim2=dim2)
    return out


def _diagonal_tangent(out: Any, self: Any, offset: Any, dim1: Any, dim2: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.diagonal(self_t, offset, dim1, dim2)
    set_tangent(out, tangent)


class DiagonalBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_dim1", "saved_dim2", "saved_offset")
    op = "diagonal_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_dim1: Any
    saved_dim2: Any
    saved_offset: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            heappush(heap, (edge_grad_output.seq, edge_grad_output))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_grad_output = ops.diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def diagonal_backward(
    grad_output: TensorLike, shape: IntsLike, offset: int, dim1: int, dim2: int, out: Tensor | None = None
) -> Tensor:
    """Zeros of `shape` with `grad_output` on the diagonals that `diagonal` takes.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    offset : int
    dim1 : int
    dim2 : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = diagonal(grad, offset, dim1, dim2)
    """
    if out is not None:
        return into("diagonal_backward", out, diagonal_backward, grad_output, shape, offset, dim1, dim2)
    if shape.__class__ is not tuple:
        shape = as_ints("diagonal_backward", "shape", shape)
    try:
        edge_grad_output = grad_output._edge
    except AttributeError:
        grad_output = operand("diagonal_backward", "grad_output", grad_output)
        edge_grad_output = grad_output._edge
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "diagonal_backward", functions.diagonal_backward, grad_output_, shape, offset, dim1, dim2
        )
    else:
        result_ = functions.diagonal_backward(grad_output_, shape, offset, dim1, dim2)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = new(DiagonalBackwardBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_offset = offset
        node.saved_dim1 = dim1
        node.saved_dim2 = dim2
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _diagonal_backward_tangent(out, grad_output, shape, offset, dim1, dim2)
        if rare & PRODUCED:
            produced(
                "diagonal_backward",
                (out,),
                grad_output=grad_output,
                shape=shape,
                offset=offset,
                dim1=dim1,
                dim2=dim2,
            )
    return out


def _diagonal_backward_tangent(
    out: Any, grad_output: Any, shape: Any, offset: Any, dim1: Any, dim2: Any
) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops.diagonal_backward(grad_output_t, shape, offset, dim1, dim2)
    set_tangent(out, tangent)


class UnbindBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "unbind"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.stack(grads, self.saved_dim)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.stack(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def unbind(self: TensorLike, dim: int = 0) -> tuple[Tensor, ...]:
    """The parts at each place of dimension `dim`, without that dimension.

    Parameters
    ----------
    self : Tensor(a)
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = stack(grads, dim)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("unbind", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.unbind(self_, dim)
    outs = tuple([wrap(array) for array in result_])
    as_parts(outs, self, unbind, (dim,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(UnbindBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = self.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _unbind_tangent(outs, self, dim)
        if rare & PRODUCED:
            produced("unbind", outs, self=self, dim=dim)
    return outs


def _unbind_tangent(out: Any, self: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.unbind(self_t, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


class SplitBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "split"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def split_default(self: TensorLike, split_size: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Pieces of length `split_size` along `dim`; the last one may be shorter.

    Parameters
    ----------
    self : Tensor(a)
    split_size : int
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = cat(grads, dim)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("split", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.split(self_, split_size, dim)
    outs = tuple([wrap(array) for array in result_])
    as_parts(outs, self, split_default, (split_size, dim))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(SplitBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = self.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _split_default_tangent(outs, self, split_size, dim)
        if rare & PRODUCED:
            produced("split", outs, self=self, split_size=split_size, dim=dim)
    return outs


def _split_default_tangent(out: Any, self: Any, split_size: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.split_default(self_t, split_size, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


def split_sizes(self: TensorLike, split_size: IntsLike, dim: int = 0) -> tuple[Tensor, ...]:
    """Pieces of the lengths `split_size` along `dim`.

    Parameters
    ----------
    self : Tensor(a)
    split_size : int[]
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    result = split_with_sizes(self, split_size, dim)
    """
    if split_size.__class__ is not tuple:
        split_size = as_ints("split", "split_size", split_size)
    out: tuple[Tensor, ...]
    out = ops.split_with_sizes(self, split_size, dim)
    return out


class SplitWithSizesBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "split_with_sizes"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def split_with_sizes(self: TensorLike, split_sizes: IntsLike, dim: int = 0) -> tuple[Tensor, ...]:
    """Pieces of the lengths `split_sizes` along `dim`.

    Parameters
    ----------
    self : Tensor(a)
    split_sizes : int[]
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = cat(grads, dim)
    """
    if split_sizes.__class__ is not tuple:
        split_sizes = as_ints("split_with_sizes", "split_sizes", split_sizes)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("split_with_sizes", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.split_with_sizes(self_, split_sizes, dim)
    outs = tuple([wrap(array) for array in result_])
    as_parts(outs, self, split_with_sizes, (split_sizes, dim))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(SplitWithSizesBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = self.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _split_with_sizes_tangent(outs, self, split_sizes, dim)
        if rare & PRODUCED:
            produced("split_with_sizes", outs, self=self, split_sizes=split_sizes, dim=dim)
    return outs


def _split_with_sizes_tangent(out: Any, self: Any, split_sizes: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.split_with_sizes(self_t, split_sizes, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


class ChunkBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "chunk"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def chunk(self: TensorLike, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """At most `chunks` pieces of equal length along `dim`; the last one may be shorter.

    Parameters
    ----------
    self : Tensor(a)
    chunks : int
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = cat(grads, dim)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("chunk", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.chunk(self_, chunks, dim)
    outs = tuple([wrap(array) for array in result_])
    as_parts(outs, self, chunk, (chunks, dim))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(ChunkBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = self.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _chunk_tangent(outs, self, chunks, dim)
        if rare & PRODUCED:
            produced("chunk", outs, self=self, chunks=chunks, dim=dim)
    return outs


def _chunk_tangent(out: Any, self: Any, chunks: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.chunk(self_t, chunks, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


def tensor_split_default(self: TensorLike, sections: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Exactly `sections` parts along `dim`, the first ones longer by one where the length is no multiple.

    Parameters
    ----------
    self : Tensor(a)
    sections : int
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    result = [slice(self, dim, start, end) for start, end in functions.section_bounds(self.shape,
        sections, dim)]
    """
    out: tuple[Tensor, ...]
    out = tuple(
        [
            ops.slice(self, dim, start, end)
            for start, end in functions.section_bounds(self.shape, sections, dim)
        ],
    )
    return out


def tensor_split_indices(self: TensorLike, indices: IntsLike, dim: int = 0) -> tuple[Tensor, ...]:
    """Compute `tensor_split.indices`.

    The parts along `dim` before, between and after `indices`, which are read as Python's slices read
    them.

    Parameters
    ----------
    self : Tensor(a)
    indices : int[]
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    result = [slice(self, dim, start, end) for start, end in functions.index_bounds(self.shape, indices,
        dim)]
    """
    if indices.__class__ is not tuple:
        indices = as_ints("tensor_split", "indices", indices)
    out: tuple[Tensor, ...]
    out = tuple(
        [ops.slice(self, dim, start, end) for start, end in functions.index_bounds(self.shape, indices, dim)]
    )
    return out


def hsplit_default(self: TensorLike, sections: int) -> tuple[Tensor, ...]:
    """Equal parts along the second dimension (the first of a vector).

    Parameters
    ----------
    self : Tensor(a)
    sections : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split(self, sections, functions.split_dim('hsplit', self.shape, sections))
    """
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("hsplit", self.shape, sections)
    out = ops.tensor_split_default(self, sections, part1)
    return out


def hsplit_indices(self: TensorLike, indices: IntsLike) -> tuple[Tensor, ...]:
    """The parts along the second dimension (the first of a vector) before, between and after `indices`.

    Parameters
    ----------
    self : Tensor(a)
    indices : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split_indices(self, indices, functions.split_dim('hsplit', self.shape))
    """
    if indices.__class__ is not tuple:
        indices = as_ints("hsplit", "indices", indices)
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("hsplit", self.shape)
    out = ops.tensor_split_indices(self, indices, part1)
    return out


def vsplit_default(self: TensorLike, sections: int) -> tuple[Tensor, ...]:
    """Equal parts along the first dimension.

    Parameters
    ----------
    self : Tensor(a)
    sections : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split(self, sections, functions.split_dim('vsplit', self.shape, sections))
    """
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("vsplit", self.shape, sections)
    out = ops.tensor_split_default(self, sections, part1)
    return out


def vsplit_indices(self: TensorLike, indices: IntsLike) -> tuple[Tensor, ...]:
    """The parts along the first dimension before, between and after `indices`.

    Parameters
    ----------
    self : Tensor(a)
    indices : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split_indices(self, indices, functions.split_dim('vsplit', self.shape))
    """
    if indices.__class__ is not tuple:
        indices = as_ints("vsplit", "indices", indices)
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("vsplit", self.shape)
    out = ops.tensor_split_indices(self, indices, part1)
    return out


def dsplit_default(self: TensorLike, sections: int) -> tuple[Tensor, ...]:
    """Equal parts along the third dimension.

    Parameters
    ----------
    self : Tensor(a)
    sections : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split(self, sections, functions.split_dim('dsplit', self.shape, sections))
    """
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("dsplit", self.shape, sections)
    out = ops.tensor_split_default(self, sections, part1)
    return out


def dsplit_indices(self: TensorLike, indices: IntsLike) -> tuple[Tensor, ...]:
    """The parts along the third dimension before, between and after `indices`.

    Parameters
    ----------
    self : Tensor(a)
    indices : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split_indices(self, indices, functions.split_dim('dsplit', self.shape))
    """
    if indices.__class__ is not tuple:
        indices = as_ints("dsplit", "indices", indices)
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("dsplit", self.shape)
    out = ops.tensor_split_indices(self, indices, part1)
    return out


class UnsafeSplitBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "unsafe_split"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def unsafe_split(self: TensorLike, split_size: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Compute `unsafe_split`.

    Pieces like those of `split`, which may be changed in place: neither the argument nor its other
    pieces notice.

    Parameters
    ----------
    self : Tensor
    split_size : int
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = cat(grads, dim)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("unsafe_split", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.split(self_, split_size, dim)
    outs = tuple([wrap(array) for array in result_])
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(UnsafeSplitBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = self.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _unsafe_split_tangent(outs, self, split_size, dim)
        if rare & PRODUCED:
            produced("unsafe_split", outs, self=self, split_size=split_size, dim=dim)
    return outs


def _unsafe_split_tangent(out: Any, self: Any, split_size: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.unsafe_split(self_t, split_size, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


class UnsafeSplitWithSizesBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "unsafe_split_with_sizes"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def unsafe_split_with_sizes(self: TensorLike, split_sizes: IntsLike, dim: int = 0) -> tuple[Tensor, ...]:
    """Compute `unsafe_split_with_sizes`.

    Pieces like those of `split_with_sizes`, which may be changed in place: neither the argument nor its
    other pieces notice.

    Parameters
    ----------
    self : Tensor
    split_sizes : int[]
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = cat(grads, dim)
    """
    if split_sizes.__class__ is not tuple:
        split_sizes = as_ints("unsafe_split_with_sizes", "split_sizes", split_sizes)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("unsafe_split_with_sizes", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.split_with_sizes(self_, split_sizes, dim)
    outs = tuple([wrap(array) for array in result_])
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(UnsafeSplitWithSizesBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = self.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _unsafe_split_with_sizes_tangent(outs, self, split_sizes, dim)
        if rare & PRODUCED:
            produced("unsafe_split_with_sizes", outs, self=self, split_sizes=split_sizes, dim=dim)
    return outs


def _unsafe_split_with_sizes_tangent(out: Any, self: Any, split_sizes: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.unsafe_split_with_sizes(self_t, split_sizes, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


class UnsafeChunkBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "unsafe_chunk"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def unsafe_chunk(self: TensorLike, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Compute `unsafe_chunk`.

    Pieces like those of `chunk`, which may be changed in place: neither the argument nor its other
    pieces notice.

    Parameters
    ----------
    self : Tensor
    chunks : int
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = cat(grads, dim)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("unsafe_chunk", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.chunk(self_, chunks, dim)
    outs = tuple([wrap(array) for array in result_])
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(UnsafeChunkBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = self.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _unsafe_chunk_tangent(outs, self, chunks, dim)
        if rare & PRODUCED:
            produced("unsafe_chunk", outs, self=self, chunks=chunks, dim=dim)
    return outs


def _unsafe_chunk_tangent(out: Any, self: Any, chunks: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.unsafe_chunk(self_t, chunks, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


class UnfoldBackward(Node):
    __slots__ = ("edge_self", "saved_dimension", "saved_size", "saved_step", "shape_self")
    op = "unfold"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dimension: Any
    saved_size: Any
    saved_step: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.unfold_backward(
            grad, self.shape_self, self.saved_dimension, self.saved_size, self.saved_step
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.unfold_backward(
            grad, self.shape_self, self.saved_dimension, self.saved_size, self.saved_step
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def unfold(self: TensorLike, dimension: int, size: int, step: int) -> Tensor:
    """The windows of `size` elements along a dimension, `step` apart, as a new last dimension.

    Parameters
    ----------
    self : Tensor(a)
    dimension : int
    size : int
    step : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = unfold_backward(grad, self.shape, dimension, size, step)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("unfold", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.unfold(self_, dimension, size, step)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, unfold, (dimension, size, step))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(UnfoldBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dimension = dimension
        node.saved_size = size
        node.saved_step = step
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _unfold_tangent(out, self, dimension, size, step)
        if rare & PRODUCED:
            produced("unfold", (out,), self=self, dimension=dimension, size=size, step=step)
    return out


def _unfold_tangent(out: Any, self: Any, dimension: Any, size: Any, step: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.unfold(self_t, dimension, size, step)
    set_tangent(out, tangent)


class UnfoldBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_dimension", "saved_size", "saved_step")
    op = "unfold_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_dimension: Any
    saved_size: Any
    saved_step: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.unfold(grad, self.saved_dimension, self.saved_size, self.saved_step)
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            heappush(heap, (edge_grad_output.seq, edge_grad_output))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_grad_output = ops.unfold(grad, self.saved_dimension, self.saved_size, self.saved_step)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def unfold_backward(
    grad_output: TensorLike, shape: IntsLike, dimension: int, size: int, step: int, out: Tensor | None = None
) -> Tensor:
    """Zeros of `shape` to which every window of `grad_output` is added in its place.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    dimension : int
    size : int
    step : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = unfold(grad, dimension, size, step)
    """
    if out is not None:
        return into("unfold_backward", out, unfold_backward, grad_output, shape, dimension, size, step)
    if shape.__class__ is not tuple:
        shape = as_ints("unfold_backward", "shape", shape)
    try:
        edge_grad_output = grad_output._edge
    except AttributeError:
        grad_output = operand("unfold_backward", "grad_output", grad_output)
        edge_grad_output = grad_output._edge
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "unfold_backward", functions.unfold_backward, grad_output_, shape, dimension, size, step
        )
    else:
        result_ = functions.unfold_backward(grad_output_, shape, dimension, size, step)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = new(UnfoldBackwardBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_dimension = dimension
        node.saved_size = size
        node.saved_step = step
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _unfold_backward_tangent(out, grad_output, shape, dimension, size, step)
        if rare & PRODUCED:
            produced(
                "unfold_backward",
                (out,),
                grad_output=grad_output,
                shape=shape,
                dimension=dimension,
                size=size,
                step=step,
            )
    return out


def _unfold_backward_tangent(
    out: Any, grad_output: Any, shape: Any, dimension: Any, size: Any, step: Any
) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops.unfold_backward(grad_output_t, shape, dimension, size, step)
    set_tangent(out, tangent)


class AsStridedBackward(Node):
    __slots__ = ("counter__places", "edge_self", "saved__places", "shape_self")
    op = "as_strided"
    edge_names = ("edge_self",)
    saved_outputs = ("_places",)
    counter__places: Any
    edge_self: Any
    saved__places: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        _places_ = self.saved__places
        if self.counter__places is not None:
            _places_ = checked_output(self, "_places")
        count_ = functions.number_of_elements(self.shape_self)
        numbers_ = functions.reshape(_places_, (-1,))
        part3 = functions.reshape(grad, (-1,))
        part2 = functions.index_select_backward(part3, (count_ + 1,), 0, numbers_)
        part1 = functions.narrow(part2, 0, 0, count_)
        grad_self = functions.reshape(part1, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved__places = None
            self.counter__places = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        _places_ = wrap(checked_output(self, "_places"))
        count_ = functions.number_of_elements(self.shape_self)
        numbers_ = ops.reshape(_places_, (-1,))
        part6 = ops.reshape(grad, (-1,))
        part5 = ops.index_select_backward(part6, (count_ + 1,), 0, numbers_)
        part4 = ops.narrow(part5, 0, 0, count_)
        grad_self = ops.reshape(part4, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def as_strided(
    self: TensorLike, size: IntsLike, stride: IntsLike, storage_offset: int | None = None
) -> Tensor:
    """Compute `as_strided`.

    A view of the memory that `self` is a part of: element `(i, j)` of the result lies `storage_offset +
    i * stride[0] + j * stride[1]` elements after the beginning of that memory. Without an offset it
    begins where `self` does.

    Parameters
    ----------
    self : Tensor(a)
    size : int[]
    stride : int[]
    storage_offset : int?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    count = functions.number_of_elements(self.shape)
    numbers = reshape(_places, (-1,))
    gradient of self = reshape(narrow(index_select_backward(reshape(grad, (-1,)), (count + 1,), 0,
        numbers), 0, 0, count), self.shape)
    """
    if size.__class__ is not tuple:
        size = as_ints("as_strided", "size", size)
    if stride.__class__ is not tuple:
        stride = as_ints("as_strided", "stride", stride)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("as_strided", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_, _places_ = functions.as_strided(self_, size, stride, storage_offset)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, as_strided, (size, stride, storage_offset))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(AsStridedBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved__places = _places_
        node.counter__places = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _as_strided_tangent(out, _places_, self, size, stride, storage_offset)
        if rare & PRODUCED:
            produced("as_strided", (out,), self=self, size=size, stride=stride, storage_offset=storage_offset)
    return out


def _as_strided_tangent(
    out: Any, _places: Any, self: Any, size: Any, stride: Any, storage_offset: Any
) -> None:
    _places = wrap(_places)
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    numbers_ = ops.reshape(_places, (-1,))
    part2 = ops.constant_pad_nd(ops.reshape(self_t, (-1,)), (0, 1))
    part1 = ops.index_select(part2, 0, numbers_)
    tangent = ops.reshape(part1, size)
    set_tangent(out, tangent)


class DiagonalScatterBackward(Node):
    __slots__ = ("dtype_src", "edge_self", "edge_src", "saved_dim1", "saved_dim2", "saved_offset")
    op = "diagonal_scatter"
    edge_names = ("edge_self", "edge_src")
    dtype_src: Any
    edge_self: Any
    edge_src: Any
    saved_dim1: Any
    saved_dim2: Any
    saved_offset: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_self is not None:
            grad_self = functions.clear_diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
        if edge_src is not None:
            part1 = functions.diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
            grad_src = functions.cast_gradient(part1, self.dtype_src)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_src is not None:
            if grad_src.__class__ is not ndarray:
                grad_src = asarray(grad_src)
            if edge_src in buffers:
                accumulate(buffers, edge_src, grad_src)
            else:
                buffers[edge_src] = grad_src
                heappush(heap, (edge_src.seq, edge_src))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = ops._clear_diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
        if edge_src is not None:
            part2 = ops.diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
            grad_src = ops._cast_gradient(part2, self.dtype_src)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def diagonal_scatter(
    self: TensorLike,
    src: TensorLike,
    offset: int = 0,
    dim1: int = 0,
    dim2: int = 1,
    out: Tensor | None = None,
) -> Tensor:
    """A copy with `src` in the place of the diagonals that `diagonal` takes.

    Parameters
    ----------
    self : Tensor
    src : Tensor
    offset : int, default 0
    dim1 : int, default 0
    dim2 : int, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _clear_diagonal(grad, offset, dim1, dim2)
    gradient of src = _cast_gradient(diagonal(grad, offset, dim1, dim2), src.dtype)
    """
    if out is not None:
        return into("diagonal_scatter", out, diagonal_scatter, self, src, offset, dim1, dim2)
    try:
        edge_self = self._edge
        edge_src = src._edge
    except AttributeError:
        self = operand("diagonal_scatter", "self", self)
        src = operand("diagonal_scatter", "src", src)
        edge_self = self._edge
        edge_src = src._edge
    self_ = self._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("diagonal_scatter", functions.diagonal_scatter, self_, src_, offset, dim1, dim2)
    else:
        result_ = functions.diagonal_scatter(self_, src_, offset, dim1, dim2)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = new(DiagonalScatterBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.dtype_src = src.dtype
        node.saved_offset = offset
        node.saved_dim1 = dim1
        node.saved_dim2 = dim2
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _diagonal_scatter_tangent(out, self, src, offset, dim1, dim2)
        if rare & PRODUCED:
            produced("diagonal_scatter", (out,), self=self, src=src, offset=offset, dim1=dim1, dim2=dim2)
    return out


def _diagonal_scatter_tangent(out: Any, self: Any, src: Any, offset: Any, dim1: Any, dim2: Any) -> None:
    if not any_tangent((self, src)):
        return
    self_t = tangent_or_zeros(self)
    src_t = tangent_or_zeros(src)
    tangent = ops.diagonal_scatter(self_t, src_t, offset, dim1, dim2)
    set_tangent(out, tangent)


class ClearDiagonalBackward(Node):
    __slots__ = ("edge_self", "saved_dim1", "saved_dim2", "saved_offset")
    op = "_clear_diagonal"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim1: Any
    saved_dim2: Any
    saved_offset: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.clear_diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._clear_diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _clear_diagonal(self: TensorLike, offset: int, dim1: int, dim2: int) -> Tensor:
    """A copy with zeros on the diagonals that `diagonal` takes.

    Parameters
    ----------
    self : Tensor
    offset : int
    dim1 : int
    dim2 : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _clear_diagonal(grad, offset, dim1, dim2)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_clear_diagonal", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_clear_diagonal", functions.clear_diagonal, self_, offset, dim1, dim2)
    else:
        result_ = functions.clear_diagonal(self_, offset, dim1, dim2)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(ClearDiagonalBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_offset = offset
        node.saved_dim1 = dim1
        node.saved_dim2 = dim2
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _clear_diagonal_tangent(out, self, offset, dim1, dim2)
        if rare & PRODUCED:
            produced("_clear_diagonal", (out,), self=self, offset=offset, dim1=dim1, dim2=dim2)
    return out


def _clear_diagonal_tangent(out: Any, self: Any, offset: Any, dim1: Any, dim2: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._clear_diagonal(self_t, offset, dim1, dim2)
    set_tangent(out, tangent)


class SelectScatterBackward(Node):
    __slots__ = ("dtype_src", "edge_self", "edge_src", "saved_dim", "saved_index")
    op = "select_scatter"
    edge_names = ("edge_self", "edge_src")
    dtype_src: Any
    edge_self: Any
    edge_src: Any
    saved_dim: Any
    saved_index: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_self is not None:
            grad_self = functions.clear_select(grad, self.saved_dim, self.saved_index)
        if edge_src is not None:
            part1 = functions.select(grad, self.saved_dim, self.saved_index)
            grad_src = functions.cast_gradient(part1, self.dtype_src)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_src is not None:
            if grad_src.__class__ is not ndarray:
                grad_src = asarray(grad_src)
            if edge_src in buffers:
                accumulate(buffers, edge_src, grad_src)
            else:
                buffers[edge_src] = grad_src
                heappush(heap, (edge_src.seq, edge_src))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = ops._clear_select(grad, self.saved_dim, self.saved_index)
        if edge_src is not None:
            part2 = ops.select(grad, self.saved_dim, self.saved_index)
            grad_src = ops._cast_gradient(part2, self.dtype_src)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def select_scatter(
    self: TensorLike, src: TensorLike, dim: int, index: int, out: Tensor | None = None
) -> Tensor:
    """A copy with `src` at `index` of dimension `dim`.

    Parameters
    ----------
    self : Tensor
    src : Tensor
    dim : int
    index : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _clear_select(grad, dim, index)
    gradient of src = _cast_gradient(select(grad, dim, index), src.dtype)
    """
    if out is not None:
        return into("select_scatter", out, select_scatter, self, src, dim, index)
    try:
        edge_self = self._edge
        edge_src = src._edge
    except AttributeError:
        self = operand("select_scatter", "self", self)
        src = operand("select_scatter", "src", src)
        edge_self = self._edge
        edge_src = src._edge
    self_ = self._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("select_scatter", functions.select_scatter, self_, src_, dim, index)
    else:
        result_ = functions.select_scatter(self_, src_, dim, index)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = new(SelectScatterBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.dtype_src = src.dtype
        node.saved_dim = dim
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _select_scatter_tangent(out, self, src, dim, index)
        if rare & PRODUCED:
            produced("select_scatter", (out,), self=self, src=src, dim=dim, index=index)
    return out


def _select_scatter_tangent(out: Any, self: Any, src: Any, dim: Any, index: Any) -> None:
    if not any_tangent((self, src)):
        return
    self_t = tangent_or_zeros(self)
    src_t = tangent_or_zeros(src)
    tangent = ops.select_scatter(self_t, src_t, dim, index)
    set_tangent(out, tangent)


class ClearSelectBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_index")
    op = "_clear_select"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any
    saved_index: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.clear_select(grad, self.saved_dim, self.saved_index)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._clear_select(grad, self.saved_dim, self.saved_index)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _clear_select(self: TensorLike, dim: int, index: int) -> Tensor:
    """A copy with zeros at `index` of dimension `dim`.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _clear_select(grad, dim, index)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_clear_select", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_clear_select", functions.clear_select, self_, dim, index)
    else:
        result_ = functions.clear_select(self_, dim, index)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(ClearSelectBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _clear_select_tangent(out, self, dim, index)
        if rare & PRODUCED:
            produced("_clear_select", (out,), self=self, dim=dim, index=index)
    return out


def _clear_select_tangent(out: Any, self: Any, dim: Any, index: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._clear_select(self_t, dim, index)
    set_tangent(out, tangent)


class SliceScatterBackward(Node):
    __slots__ = ("dtype_src", "edge_self", "edge_src", "saved_dim", "saved_end", "saved_start", "saved_step")
    op = "slice_scatter"
    edge_names = ("edge_self", "edge_src")
    dtype_src: Any
    edge_self: Any
    edge_src: Any
    saved_dim: Any
    saved_end: Any
    saved_start: Any
    saved_step: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_self is not None:
            grad_self = functions.clear_slice(
                grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
            )
        if edge_src is not None:
            part1 = functions.slice_dim(
                grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
            )
            grad_src = functions.cast_gradient(part1, self.dtype_src)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_src is not None:
            if grad_src.__class__ is not ndarray:
                grad_src = asarray(grad_src)
            if edge_src in buffers:
                accumulate(buffers, edge_src, grad_src)
            else:
                buffers[edge_src] = grad_src
                heappush(heap, (edge_src.seq, edge_src))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = ops._clear_slice(
                grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
            )
        if edge_src is not None:
            part2 = ops.slice(grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step)
            grad_src = ops._cast_gradient(part2, self.dtype_src)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def slice_scatter(
    self: TensorLike,
    src: TensorLike,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    out: Tensor | None = None,
) -> Tensor:
    """A copy with `src` in the place of `self[start:end:step]` along `dim`.

    Parameters
    ----------
    self : Tensor
    src : Tensor
    dim : int, default 0
    start : int?, default None
    end : int?, default None
    step : int, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _clear_slice(grad, dim, start, end, step)
    gradient of src = _cast_gradient(slice(grad, dim, start, end, step), src.dtype)
    """
    if out is not None:
        return into("slice_scatter", out, slice_scatter, self, src, dim, start, end, step)
    try:
        edge_self = self._edge
        edge_src = src._edge
    except AttributeError:
        self = operand("slice_scatter", "self", self)
        src = operand("slice_scatter", "src", src)
        edge_self = self._edge
        edge_src = src._edge
    self_ = self._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("slice_scatter", functions.slice_scatter, self_, src_, dim, start, end, step)
    else:
        result_ = functions.slice_scatter(self_, src_, dim, start, end, step)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = new(SliceScatterBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.dtype_src = src.dtype
        node.saved_dim = dim
        node.saved_start = start
        node.saved_end = end
        node.saved_step = step
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _slice_scatter_tangent(out, self, src, dim, start, end, step)
        if rare & PRODUCED:
            produced("slice_scatter", (out,), self=self, src=src, dim=dim, start=start, end=end, step=step)
    return out


def _slice_scatter_tangent(out: Any, self: Any, src: Any, dim: Any, start: Any, end: Any, step: Any) -> None:
    if not any_tangent((self, src)):
        return
    self_t = tangent_or_zeros(self)
    src_t = tangent_or_zeros(src)
    tangent = ops.slice_scatter(self_t, src_t, dim, start, end, step)
    set_tangent(out, tangent)


class ClearSliceBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_end", "saved_start", "saved_step")
    op = "_clear_slice"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any
    saved_end: Any
    saved_start: Any
    saved_step: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.clear_slice(
            grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._clear_slice(grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _clear_slice(self: TensorLike, dim: int, start: int | None, end: int | None, step: int) -> Tensor:
    """A copy with zeros in the place of `self[start:end:step]` along `dim`.

    Parameters
    ----------
    self : Tensor
    dim : int
    start : int?
    end : int?
    step : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _clear_slice(grad, dim, start, end, step)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_clear_slice", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_clear_slice", functions.clear_slice, self_, dim, start, end, step)
    else:
        result_ = functions.clear_slice(self_, dim, start, end, step)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(ClearSliceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.saved_start = start
        node.saved_end = end
        node.saved_step = step
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _clear_slice_tangent(out, self, dim, start, end, step)
        if rare & PRODUCED:
            produced("_clear_slice", (out,), self=self, dim=dim, start=start, end=end, step=step)
    return out


def _clear_slice_tangent(out: Any, self: Any, dim: Any, start: Any, end: Any, step: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._clear_slice(self_t, dim, start, end, step)
    set_tangent(out, tangent)


def diag_embed(
    self: TensorLike, offset: int = 0, dim1: int = -2, dim2: int = -1, out: Tensor | None = None
) -> Tensor:
    """Compute `diag_embed`.

    Matrices, in the dimensions `dim1` and `dim2` of the result, with the last dimension of the argument
    as a diagonal.

    Parameters
    ----------
    self : Tensor
    offset : int, default 0
    dim1 : int, default -2
    dim2 : int, default -1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = diagonal_backward(self, functions.diag_embed_shape(self.shape, offset, dim1, dim2), offset,
        dim1, dim2)
    """
    if out is not None:
        return into("diag_embed", out, diag_embed, self, offset, dim1, dim2)
    part1 = functions.diag_embed_shape(self.shape, offset, dim1, dim2)
    out = ops.diagonal_backward(self, part1, offset, dim1, dim2)
    return out


def diag(self: TensorLike, diagonal: int = 0, out: Tensor | None = None) -> Tensor:
    """The square matrix with a vector on its diagonal; of a matrix, a copy of its diagonal.

    Parameters
    ----------
    self : Tensor
    diagonal : int, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = diag_embed(self, diagonal) if functions.check_diag(self.ndim) == 1 else
        clone(diagonal(self, diagonal))
    """
    if out is not None:
        return into("diag", out, diag, self, diagonal)
    if functions.check_diag(self.ndim) == 1:
        out = ops.diag_embed(self, diagonal)
    else:
        out = ops.clone(ops.diagonal(self, diagonal))
    return out


def diagflat(self: TensorLike, offset: int = 0, out: Tensor | None = None) -> Tensor:
    """The square matrix with all elements of the argument on its diagonal.

    Parameters
    ----------
    self : Tensor
    offset : int, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = diag_embed(reshape(self, (-1,)), offset)
    """
    if out is not None:
        return into("diagflat", out, diagflat, self, offset)
    out = ops.diag_embed(ops.reshape(self, (-1,)), offset)
    return out


def rot90(self: TensorLike, k: int = 1, dims: IntsLike = (0, 1), out: Tensor | None = None) -> Tensor:
    """Compute `rot90`.

    A copy turned `k` times by 90 degrees in the plane of two dimensions, from the first towards the
    second.

    Parameters
    ----------
    self : Tensor
    k : int, default 1
    dims : int[], default (0, 1)
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = clone(self) if k % 4 == 0 and len(plane) == 2 else flip(turned, (plane[0],)) if k % 4 == 1
        else flip(self, plane) if k % 4 == 2 else flip(turned, (plane[1],))
    plane = functions.rotation_dims(self.ndim, dims)
    turned = transpose(self, plane[0], plane[1])
    """
    if out is not None:
        return into("rot90", out, rot90, self, k, dims)
    if dims.__class__ is not tuple:
        dims = as_ints("rot90", "dims", dims)
    plane_ = functions.rotation_dims(self.ndim, dims)
    turned_ = ops.transpose(self, plane_[0], plane_[1])
    if k % 4 == 0 and len(plane_) == 2:
        out = ops.clone(self)
    else:
        if k % 4 == 1:
            out = ops.flip(turned_, (plane_[0],))
        else:
            if k % 4 == 2:
                out = ops.flip(self, plane_)
            else:
                out = ops.flip(turned_, (plane_[1],))
    return out


def narrow_copy(self: TensorLike, dim: int, start: int, length: int, out: Tensor | None = None) -> Tensor:
    """A copy of the `length` elements of dimension `dim` from `start` on.

    Parameters
    ----------
    self : Tensor
    dim : int
    start : int
    length : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = clone(narrow(self, dim, start, length))
    """
    if out is not None:
        return into("narrow_copy", out, narrow_copy, self, dim, start, length)
    out = ops.clone(ops.narrow(self, dim, start, length))
    return out


class ViewAsRealBackward(Node):
    __slots__ = ("edge_self",)
    op = "view_as_real"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.view_as_complex(functions.contiguous(grad))
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.view_as_complex(ops.contiguous(grad))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def view_as_real(self: TensorLike) -> Tensor:
    """Complex numbers as pairs of real ones, in a new last dimension.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = view_as_complex(contiguous(grad))
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("view_as_real", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.view_as_real(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, view_as_real, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(ViewAsRealBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _view_as_real_tangent(out, self)
        if rare & PRODUCED:
            produced("view_as_real", (out,), self=self)
    return out


def _view_as_real_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.view_as_real(self_t)
    set_tangent(out, tangent)


class ViewAsComplexBackward(Node):
    __slots__ = ("edge_self",)
    op = "view_as_complex"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.view_as_real(grad)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.view_as_real(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def view_as_complex(self: TensorLike) -> Tensor:
    """Pairs of real numbers, in the last dimension, as complex ones.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = view_as_real(grad)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("view_as_complex", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("view_as_complex", self._array)
    self_ = self._array
    result_ = functions.view_as_complex(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, view_as_complex, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(ViewAsComplexBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _view_as_complex_tangent(out, self)
        if rare & PRODUCED:
            produced("view_as_complex", (out,), self=self)
    return out


def _view_as_complex_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.view_as_complex(ops.contiguous(self_t))
    set_tangent(out, tangent)


def detach(self: TensorLike) -> Tensor:
    """A view that needs no gradient.

    Writing to it is noticed by a backward that needs the values.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor
    """
    try:
        self_ = self._array
    except AttributeError:
        self = operand("detach", "self", self)
        self_ = self._array
    result_ = functions.detach(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    out._counter = shared_counter(self)  # an alias without history, not a view: nothing is replayed for it
    if state.rare & PRODUCED:
        produced("detach", (out,), self=self)
    return out


class ContiguousBackward(Node):
    __slots__ = ("edge_self",)
    op = "contiguous"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = grad
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def contiguous(self: TensorLike) -> Tensor:
    """The argument if its elements lie in row-major order in memory, else a copy in which they do.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = grad
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("contiguous", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.contiguous(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, contiguous, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(ContiguousBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _contiguous_tangent(out, self)
        if rare & PRODUCED:
            produced("contiguous", (out,), self=self)
    return out


def _contiguous_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.contiguous(self_t)
    set_tangent(out, tangent)


class CloneBackward(Node):
    __slots__ = ("edge_self",)
    op = "clone"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = grad
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def clone(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """A copy.

    Unlike `copy.copy`, it is recorded.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = grad
    """
    if out is not None:
        return into("clone", out, clone, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("clone", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("clone", functions.clone, self_)
    else:
        result_ = functions.clone(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(CloneBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _clone_tangent(out, self)
        if rare & PRODUCED:
            produced("clone", (out,), self=self)
    return out


def _clone_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.clone(self_t)
    set_tangent(out, tangent)


class CastGradientBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "_cast_gradient"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.cast_gradient(grad, self.dtype_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._cast_gradient(grad, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _cast_gradient(self: TensorLike, dtype: DTypeLike) -> Tensor:
    """A gradient in the dtype of its argument, which is the real part if that is real.

    Parameters
    ----------
    self : Tensor(a)
    dtype : dtype

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _cast_gradient(grad, self.dtype)
    """
    dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_cast_gradient", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.cast_gradient(self_, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, _cast_gradient, (dtype,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(CastGradientBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = self.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _cast_gradient_tangent(out, self, dtype)
        if rare & PRODUCED:
            produced("_cast_gradient", (out,), self=self, dtype=dtype)
    return out


def _cast_gradient_tangent(out: Any, self: Any, dtype: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._cast_gradient(self_t, dtype)
    set_tangent(out, tangent)


class ToBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "to"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.cast_gradient(grad, self.dtype_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._cast_gradient(grad, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def to(self: TensorLike, dtype: DTypeLike, *, copy: bool = False) -> Tensor:
    """The argument in another dtype; the argument itself if it has that dtype, unless `copy` is true.

    Parameters
    ----------
    self : Tensor(a)
    dtype : dtype
    copy : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _cast_gradient(grad, self.dtype)
    """
    dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("to", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.to(self_, dtype, copy)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, to, (dtype, copy))
    rare = state.rare
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(ToBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = self.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _to_tangent(out, self, dtype, copy)
        if rare & PRODUCED:
            produced("to", (out,), self=self, dtype=dtype, copy=copy)
    return out


def _to_tangent(out: Any, self: Any, dtype: Any, copy: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._cast_gradient(self_t, dtype)
    set_tangent(out, tangent)


def type_as(self: TensorLike, other: TensorLike) -> Tensor:
    """The argument in the dtype of `other`.

    Parameters
    ----------
    self : Tensor(a)
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, other.dtype)
    """
    out: Tensor
    out = ops.to(self, other.dtype)
    return out


def half(self: TensorLike) -> Tensor:
    """The argument as float16.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'float16')
    """
    out: Tensor
    out = ops.to(self, "float16")
    return out


def float_op(self: TensorLike) -> Tensor:
    """The argument as float32.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'float32')
    """
    out: Tensor
    out = ops.to(self, "float32")
    return out


def double(self: TensorLike) -> Tensor:
    """The argument as float64.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'float64')
    """
    out: Tensor
    out = ops.to(self, "float64")
    return out


def cfloat(self: TensorLike) -> Tensor:
    """The argument as complex64.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'complex64')
    """
    out: Tensor
    out = ops.to(self, "complex64")
    return out


def cdouble(self: TensorLike) -> Tensor:
    """The argument as complex128.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'complex128')
    """
    out: Tensor
    out = ops.to(self, "complex128")
    return out


def byte(self: TensorLike) -> Tensor:
    """The argument as uint8.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'uint8')
    """
    out: Tensor
    out = ops.to(self, "uint8")
    return out


def char(self: TensorLike) -> Tensor:
    """The argument as int8.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'int8')
    """
    out: Tensor
    out = ops.to(self, "int8")
    return out


def short(self: TensorLike) -> Tensor:
    """The argument as int16.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'int16')
    """
    out: Tensor
    out = ops.to(self, "int16")
    return out


def int_op(self: TensorLike) -> Tensor:
    """The argument as int32.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'int32')
    """
    out: Tensor
    out = ops.to(self, "int32")
    return out


def long(self: TensorLike) -> Tensor:
    """The argument as int64.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'int64')
    """
    out: Tensor
    out = ops.to(self, "int64")
    return out


def bool_op(self: TensorLike) -> Tensor:
    """Whether the argument is not zero, elementwise.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'bool')
    """
    out: Tensor
    out = ops.to(self, "bool")
    return out


class CopyInplaceBackward(Node):
    __slots__ = ("dtype_src", "edge_self", "edge_src", "shape_self", "shape_src")
    op = "copy_"
    edge_names = ("edge_self", "edge_src")
    dtype_src: Any
    edge_self: Any
    edge_src: Any
    shape_self: Any
    shape_src: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_self is not None:
            grad_self = np.zeros(self.shape_self, self.dtype)
        if edge_src is not None:
            part1 = functions.sum_to_size(grad, self.shape_src)
            grad_src = functions.cast_gradient(part1, self.dtype_src)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_src is not None:
            if grad_src.__class__ is not ndarray:
                grad_src = asarray(grad_src)
            if edge_src in buffers:
                accumulate(buffers, edge_src, grad_src)
            else:
                buffers[edge_src] = grad_src
                heappush(heap, (edge_src.seq, edge_src))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        if edge_src is not None:
            part2 = ops.sum_to_size(grad, self.shape_src)
            grad_src = ops._cast_gradient(part2, self.dtype_src)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def copy_(self: TensorLike, src: TensorLike) -> Tensor:
    """Write `src`, expanded to the shape of `self` and in its dtype, over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    src : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    gradient of src = _cast_gradient(sum_to_size(grad, src.shape), src.dtype)
    """
    try:
        edge_self = self._edge
        edge_src = src._edge
    except AttributeError:
        self = operand("copy_", "self", self)
        src = operand("copy_", "src", src)
        edge_self = self._edge
        edge_src = src._edge
    self_ = self._array
    src_ = src._array
    check_writable("copy_", self, src)
    functions.copy_(self_, src_)
    rare = state.rare
    node: CopyInplaceBackward | None = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = new(CopyInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.shape_src = src.shape
        node.dtype_src = src.dtype
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("copy_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _copy__tangent(self, self, src)
        if rare & PRODUCED:
            produced("copy_", (), self=self, src=src)
    target: Tensor = self
    return target


def _copy__tangent(out: Any, self: Any, src: Any) -> None:
    if not any_tangent((self, src)):
        return
    self_p = primal_of(self)
    src_t = tangent_or_zeros(src)
    tangent = ops.expand(ops._cast_gradient(src_t, self_p.dtype), self_p.shape)
    write_tangent(out, tangent)


class FillBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "fill"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def fill(self: TensorLike, value: Number, out: Tensor | None = None) -> Tensor:
    """A tensor like `self` with `value` everywhere.

    Parameters
    ----------
    self : Tensor
    value : Scalar
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    if out is not None:
        return into("fill", out, fill, self, value)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("fill", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("fill", functions.fill, self_, value)
    else:
        result_ = functions.fill(self_, value)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(FillBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _fill_tangent(out, self, value)
        if rare & PRODUCED:
            produced("fill", (out,), self=self, value=value)
    return out


def _fill_tangent(out: Any, self: Any, value: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    set_tangent(out, tangent)


class FillInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "fill_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def fill__default(self: TensorLike, value: Number) -> Tensor:
    """Write `value` over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    value : Scalar

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("fill_", "self", self)
        edge_self = self._edge
    self_ = self._array
    check_writable("fill_", self)
    functions.fill_(self_, value)
    rare = state.rare
    node: FillInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(FillInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("fill_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _fill__default_tangent(self, self, value)
        if rare & PRODUCED:
            produced("fill_", (), self=self, value=value)
    target: Tensor = self
    return target


def _fill__default_tangent(out: Any, self: Any, value: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class FillInplaceTensorBackward(Node):
    __slots__ = ("dtype_value", "edge_self", "edge_value", "shape_self", "shape_value")
    op = "fill_.Tensor"
    edge_names = ("edge_self", "edge_value")
    dtype_value: Any
    edge_self: Any
    edge_value: Any
    shape_self: Any
    shape_value: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_value = self.edge_value
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_value not in needed:
                edge_value = None
        if edge_self is not None:
            grad_self = np.zeros(self.shape_self, self.dtype)
        if edge_value is not None:
            part1 = functions.sum_to_size(grad, self.shape_value)
            grad_value = functions.cast_gradient(part1, self.dtype_value)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_value is not None:
            if grad_value.__class__ is not ndarray:
                grad_value = asarray(grad_value)
            if edge_value in buffers:
                accumulate(buffers, edge_value, grad_value)
            else:
                buffers[edge_value] = grad_value
                heappush(heap, (edge_value.seq, edge_value))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_value = self.edge_value
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_value not in needed:
                edge_value = None
        grad_self: Any = None
        grad_value: Any = None
        if edge_self is not None:
            grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        if edge_value is not None:
            part2 = ops.sum_to_size(grad, self.shape_value)
            grad_value = ops._cast_gradient(part2, self.dtype_value)
        return (grad_self, grad_value)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_value)


def fill__Tensor(self: TensorLike, value: TensorLike) -> Tensor:
    """Write the only element of `value` over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    value : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    gradient of value = _cast_gradient(sum_to_size(grad, value.shape), value.dtype)
    """
    try:
        edge_self = self._edge
        edge_value = value._edge
    except AttributeError:
        self = operand("fill_", "self", self)
        value = operand("fill_", "value", value)
        edge_self = self._edge
        edge_value = value._edge
    self_ = self._array
    value_ = value._array
    check_writable("fill_", self, value)
    functions.fill_(self_, value_)
    rare = state.rare
    node: FillInplaceTensorBackward | None = None
    if (edge_self is not None or edge_value is not None) and (not rare or recording()):
        node = new(FillInplaceTensorBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_value = edge_value
        node.shape_value = value.shape
        node.dtype_value = value.dtype
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("fill_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _fill__Tensor_tangent(self, self, value)
        if rare & PRODUCED:
            produced("fill_", (), self=self, value=value)
    target: Tensor = self
    return target


def _fill__Tensor_tangent(out: Any, self: Any, value: Any) -> None:
    if not any_tangent((self, value)):
        return
    self_p = primal_of(self)
    value_t = tangent_or_zeros(value)
    tangent = ops.expand(ops._cast_gradient(value_t, self_p.dtype), self_p.shape)
    write_tangent(out, tangent)


class FillDiagonalInplaceBackward(Node):
    __slots__ = ("edge_self", "saved_wrapped")
    op = "fill_diagonal_"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_wrapped: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.fill_diagonal(grad, 0, self.saved_wrapped)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._fill_diagonal(grad, 0, self.saved_wrapped)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def fill_diagonal_(self: TensorLike, value: Number, wrapped: bool = False) -> Tensor:
    """Write `value` to the main diagonal.

    With `wrapped` the diagonal of a tall matrix begins again, a row below its end.

    Parameters
    ----------
    self : Tensor(a!)
    value : Scalar
    wrapped : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _fill_diagonal(grad, 0, wrapped)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("fill_diagonal_", "self", self)
        edge_self = self._edge
    self_ = self._array
    check_writable("fill_diagonal_", self)
    functions.fill_diagonal_(self_, value, wrapped)
    rare = state.rare
    node: FillDiagonalInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(FillDiagonalInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_wrapped = wrapped
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("fill_diagonal_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _fill_diagonal__tangent(self, self, value, wrapped)
        if rare & PRODUCED:
            produced("fill_diagonal_", (), self=self, value=value, wrapped=wrapped)
    target: Tensor = self
    return target


def _fill_diagonal__tangent(out: Any, self: Any, value: Any, wrapped: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._fill_diagonal(self_t, 0, wrapped)
    write_tangent(out, tangent)


class FillDiagonalBackward(Node):
    __slots__ = ("edge_self", "saved_wrapped")
    op = "_fill_diagonal"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_wrapped: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.fill_diagonal(grad, 0, self.saved_wrapped)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._fill_diagonal(grad, 0, self.saved_wrapped)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _fill_diagonal(self: TensorLike, value: Number, wrapped: bool) -> Tensor:
    """A copy with `value` on the main diagonal.

    Parameters
    ----------
    self : Tensor
    value : Scalar
    wrapped : bool

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _fill_diagonal(grad, 0, wrapped)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_fill_diagonal", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_fill_diagonal", functions.fill_diagonal, self_, value, wrapped)
    else:
        result_ = functions.fill_diagonal(self_, value, wrapped)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(FillDiagonalBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_wrapped = wrapped
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _fill_diagonal_tangent(out, self, value, wrapped)
        if rare & PRODUCED:
            produced("_fill_diagonal", (out,), self=self, value=value, wrapped=wrapped)
    return out


def _fill_diagonal_tangent(out: Any, self: Any, value: Any, wrapped: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._fill_diagonal(self_t, 0, wrapped)
    set_tangent(out, tangent)


class ZeroInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "zero_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def zero_(self: TensorLike) -> Tensor:
    """Write zeros over `self`.

    Parameters
    ----------
    self : Tensor(a!)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("zero_", "self", self)
        edge_self = self._edge
    self_ = self._array
    check_writable("zero_", self)
    functions.zero_(self_)
    rare = state.rare
    node: ZeroInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(ZeroInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("zero_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _zero__tangent(self, self)
        if rare & PRODUCED:
            produced("zero_", (), self=self)
    target: Tensor = self
    return target


def _zero__tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


@overload
def repeat_interleave(
    self: Tensor,
    repeats: int,
    dim: int | None = None,
    out: Tensor | None = None,
    *,
    output_size: int | None = None,
) -> Tensor: ...


@overload
def repeat_interleave(
    self: Tensor,
    repeats: Tensor,
    dim: int | None = None,
    out: Tensor | None = None,
    *,
    output_size: int | None = None,
) -> Tensor: ...


@overload
def repeat_interleave(
    repeats: Tensor, out: Tensor | None = None, *, output_size: int | None = None
) -> Tensor: ...


def repeat_interleave(*args: Any, **kwargs: Any) -> Any:
    """Every element along `dim`, or of the flattened argument, `repeats` times.

    Overloads:

    * ``repeat_interleave(Tensor self, int repeats, int? dim=None, *, int? output_size=None) -> Tensor``
    * ``repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, int?
      output_size=None) -> Tensor``
    * ``repeat_interleave.Tensor(Tensor repeats, *, int? output_size=None) -> Tensor``
    """
    return call_overload("repeat_interleave", _REPEAT_INTERLEAVE_OVERLOADS, args, kwargs)


def _fits_repeat_interleave_default(
    self: Any, repeats: Any, dim: Any = None, output_size: Any = None
) -> bool:
    return fits((self, TENSOR), (repeats, INT))


def _fits_repeat_interleave_self_Tensor(
    self: Any, repeats: Any, dim: Any = None, output_size: Any = None
) -> bool:
    return fits((self, TENSOR), (repeats, TENSOR))


def _fits_repeat_interleave_Tensor(repeats: Any, output_size: Any = None) -> bool:
    return fits((repeats, TENSOR))


_REPEAT_INTERLEAVE_OVERLOADS = (
    (repeat_interleave_default, _fits_repeat_interleave_default),
    (repeat_interleave_self_Tensor, _fits_repeat_interleave_self_Tensor),
    (repeat_interleave_Tensor, _fits_repeat_interleave_Tensor),
)


@overload
def split(self: Tensor, split_size: int, dim: int = 0) -> tuple[Tensor, ...]: ...


@overload
def split(self: Tensor, split_size: int | Sequence[int], dim: int = 0) -> tuple[Tensor, ...]: ...


def split(*args: Any, **kwargs: Any) -> Any:
    """Pieces of length `split_size` along `dim`; the last one may be shorter.

    Overloads:

    * ``split(Tensor(a) self, int split_size, int dim=0) -> Tensor(a)[]``
    * ``split.sizes(Tensor(a) self, int[] split_size, int dim=0) -> Tensor(a)[]``
    """
    return call_overload("split", _SPLIT_OVERLOADS, args, kwargs)


def _fits_split_default(self: Any, split_size: Any, dim: Any = 0) -> bool:
    return fits((self, TENSOR), (split_size, INT))


def _fits_split_sizes(self: Any, split_size: Any, dim: Any = 0) -> bool:
    return fits((self, TENSOR), (split_size, INTS))


_SPLIT_OVERLOADS = ((split_default, _fits_split_default), (split_sizes, _fits_split_sizes))


@overload
def tensor_split(self: Tensor, sections: int, dim: int = 0) -> tuple[Tensor, ...]: ...


@overload
def tensor_split(self: Tensor, indices: int | Sequence[int], dim: int = 0) -> tuple[Tensor, ...]: ...


def tensor_split(*args: Any, **kwargs: Any) -> Any:
    """Exactly `sections` parts along `dim`, the first ones longer by one where the length is no multiple.

    Overloads:

    * ``tensor_split(Tensor(a) self, int sections, int dim=0) -> Tensor(a)[]``
    * ``tensor_split.indices(Tensor(a) self, int[] indices, int dim=0) -> Tensor(a)[]``
    """
    return call_overload("tensor_split", _TENSOR_SPLIT_OVERLOADS, args, kwargs)


def _fits_tensor_split_default(self: Any, sections: Any, dim: Any = 0) -> bool:
    return fits((self, TENSOR), (sections, INT))


def _fits_tensor_split_indices(self: Any, indices: Any, dim: Any = 0) -> bool:
    return fits((self, TENSOR), (indices, INTS))


_TENSOR_SPLIT_OVERLOADS = (
    (tensor_split_default, _fits_tensor_split_default),
    (tensor_split_indices, _fits_tensor_split_indices),
)


@overload
def hsplit(self: Tensor, sections: int) -> tuple[Tensor, ...]: ...


@overload
def hsplit(self: Tensor, indices: int | Sequence[int]) -> tuple[Tensor, ...]: ...


def hsplit(*args: Any, **kwargs: Any) -> Any:
    """Equal parts along the second dimension (the first of a vector).

    Overloads:

    * ``hsplit(Tensor(a) self, int sections) -> Tensor(a)[]``
    * ``hsplit.indices(Tensor(a) self, int[] indices) -> Tensor(a)[]``
    """
    return call_overload("hsplit", _HSPLIT_OVERLOADS, args, kwargs)


def _fits_hsplit_default(self: Any, sections: Any) -> bool:
    return fits((self, TENSOR), (sections, INT))


def _fits_hsplit_indices(self: Any, indices: Any) -> bool:
    return fits((self, TENSOR), (indices, INTS))


_HSPLIT_OVERLOADS = ((hsplit_default, _fits_hsplit_default), (hsplit_indices, _fits_hsplit_indices))


@overload
def vsplit(self: Tensor, sections: int) -> tuple[Tensor, ...]: ...


@overload
def vsplit(self: Tensor, indices: int | Sequence[int]) -> tuple[Tensor, ...]: ...


def vsplit(*args: Any, **kwargs: Any) -> Any:
    """Equal parts along the first dimension.

    Overloads:

    * ``vsplit(Tensor(a) self, int sections) -> Tensor(a)[]``
    * ``vsplit.indices(Tensor(a) self, int[] indices) -> Tensor(a)[]``
    """
    return call_overload("vsplit", _VSPLIT_OVERLOADS, args, kwargs)


def _fits_vsplit_default(self: Any, sections: Any) -> bool:
    return fits((self, TENSOR), (sections, INT))


def _fits_vsplit_indices(self: Any, indices: Any) -> bool:
    return fits((self, TENSOR), (indices, INTS))


_VSPLIT_OVERLOADS = ((vsplit_default, _fits_vsplit_default), (vsplit_indices, _fits_vsplit_indices))


@overload
def dsplit(self: Tensor, sections: int) -> tuple[Tensor, ...]: ...


@overload
def dsplit(self: Tensor, indices: int | Sequence[int]) -> tuple[Tensor, ...]: ...


def dsplit(*args: Any, **kwargs: Any) -> Any:
    """Equal parts along the third dimension.

    Overloads:

    * ``dsplit(Tensor(a) self, int sections) -> Tensor(a)[]``
    * ``dsplit.indices(Tensor(a) self, int[] indices) -> Tensor(a)[]``
    """
    return call_overload("dsplit", _DSPLIT_OVERLOADS, args, kwargs)


def _fits_dsplit_default(self: Any, sections: Any) -> bool:
    return fits((self, TENSOR), (sections, INT))


def _fits_dsplit_indices(self: Any, indices: Any) -> bool:
    return fits((self, TENSOR), (indices, INTS))


_DSPLIT_OVERLOADS = ((dsplit_default, _fits_dsplit_default), (dsplit_indices, _fits_dsplit_indices))


@overload
def fill_(self: Tensor, value: complex) -> Tensor: ...


@overload
def fill_(self: Tensor, value: Tensor) -> Tensor: ...


def fill_(self: TensorLike, value: Number) -> Tensor:
    """Write `value` over `self`."""
    if isinstance(value, NUMBERS) and not isinstance(self, NUMBERS):
        return fill__default(self, value)
    return fill__Tensor(self, value)


def squeeze_(self: TensorLike, dim: IntsLike = None) -> Tensor:
    """Make `self` itself the view that `squeeze` gives of it, and return it."""
    check_changeable("squeeze_", self)
    undo = (reshape, (self.shape,))
    return become(self, (squeeze, (dim,)), undo)


def unsqueeze_(self: TensorLike, dim: int) -> Tensor:
    """Make `self` itself the view that `unsqueeze` gives of it, and return it."""
    check_changeable("unsqueeze_", self)
    undo = (reshape, (self.shape,))
    return become(self, (unsqueeze, (dim,)), undo)


def transpose_(self: TensorLike, dim0: int, dim1: int) -> Tensor:
    """Make `self` itself the view that `transpose` gives of it, and return it."""
    check_changeable("transpose_", self)
    undo = (transpose, (dim0, dim1))
    return become(self, (transpose, (dim0, dim1)), undo)


def t_(self: TensorLike) -> Tensor:
    """Make `self` itself the view that `t` gives of it, and return it."""
    check_changeable("t_", self)
    undo = (t, ())
    return become(self, (t, ()), undo)


def as_strided_(
    self: TensorLike, size: IntsLike, stride: IntsLike, storage_offset: int | None = None
) -> Tensor:
    """Make `self` itself the view that `as_strided` gives of it, and return it."""
    check_changeable("as_strided_", self)
    undo = None
    return become(self, (as_strided, (size, stride, storage_offset)), undo)

# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family reshaping: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, overload

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    REQUIRED,
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
    as_view,
    asarray,
    become,
    by_other_name,
    check_changeable,
    ndarray,
    new_tensor,
    noticed,
    operand,
    produced,
    recording,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
)

from . import at_once as ops

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "expand",
    "expand_as",
    "flatten",
    "ravel",
    "reshape",
    "reshape_as",
    "squeeze",
    "squeeze_",
    "unflatten",
    "unsqueeze",
    "unsqueeze_",
    "view",
    "view_as",
]


class ViewBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "view"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.reshape(grad, self.shape_self)
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
        grad_self = ops.reshape(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def view(input: TensorLike, shape: IntsLike) -> Tensor:
    """The same memory in another shape; one length may be -1.

    An error where the elements do not lie in that order in memory: `reshape` copies then.

    Parameters
    ----------
    input : Tensor(a)
    shape : int[*]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = reshape(grad, input.shape)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("view", "shape", shape)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("view", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.view(self_, shape)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = input
        return same
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, input, view, (shape,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = ViewBackward()
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
            _view_tangent(out, input, shape)
        if rare & PRODUCED:
            produced("view", (out,), self=input, shape=shape)
    return out


def _view_tangent(out: Any, input: Any, shape: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.reshape(self_t, shape)
    set_tangent(out, tangent)


class ReshapeBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "reshape"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.reshape(grad, self.shape_self)
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
        grad_self = ops.reshape(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def reshape(input: TensorLike, shape: IntsLike) -> Tensor:
    """The elements in another shape, in the same order; one length may be -1.

    A view where the memory permits, else a copy.

    Parameters
    ----------
    input : Tensor(a)
    shape : int[*]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = reshape(grad, input.shape)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("reshape", "shape", shape)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("reshape", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.reshape(self_, shape)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = input
        return same
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, input, reshape, (shape,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = ReshapeBackward()
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
            _reshape_tangent(out, input, shape)
        if rare & PRODUCED:
            produced("reshape", (out,), self=input, shape=shape)
    return out


def _reshape_tangent(out: Any, input: Any, shape: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.reshape(self_t, shape)
    set_tangent(out, tangent)


def view_as(input: TensorLike, other: TensorLike) -> Tensor:
    """The same memory in the shape of `other`.

    Parameters
    ----------
    input : Tensor(a)
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = view(input, other.shape)
    """
    out: Tensor
    out = ops.view(input, other.shape)
    return out


def reshape_as(input: TensorLike, other: TensorLike) -> Tensor:
    """The elements in the shape of `other`.

    Parameters
    ----------
    input : Tensor(a)
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(input, other.shape)
    """
    out: Tensor
    out = ops.reshape(input, other.shape)
    return out


def flatten(input: TensorLike, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """The argument with the dimensions from `start_dim` to `end_dim` joined to one.

    Parameters
    ----------
    input : Tensor(a)
    start_dim : int, default 0
    end_dim : int, default -1

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(input, functions.flattened_shape(input.shape, start_dim, end_dim))
    """
    if start_dim.__class__ is not int:
        start_dim = as_int("flatten", "start_dim", start_dim)
    if end_dim.__class__ is not int:
        end_dim = as_int("flatten", "end_dim", end_dim)
    out: Tensor
    part1 = functions.flattened_shape(input.shape, start_dim, end_dim)
    out = ops.reshape(input, part1)
    return out


def ravel(input: TensorLike) -> Tensor:
    """The elements in one dimension.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(input, (-1,))
    """
    out: Tensor
    out = ops.reshape(input, (-1,))
    return out


@overload
def unflatten(input: TensorLike, dim: int, sizes: int | Sequence[int]) -> Tensor: ...


@overload
def unflatten(input: TensorLike, *, axis: int, sizes: int | Sequence[int]) -> Tensor: ...


def unflatten(
    input: TensorLike, dim: int = REQUIRED, sizes: IntsLike = REQUIRED, axis: int | None = None
) -> Tensor:
    """Compute `unflatten`.

    The argument with dimension `dim` split into dimensions of the lengths `sizes`, one of which may be
    -1.

    Parameters
    ----------
    input : Tensor(a)
    dim : int
    sizes : int[]
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(input, functions.unflattened_shape(input.shape, dim, sizes))
    """
    if axis is not None:
        dim = by_other_name("unflatten", "dim", dim, REQUIRED, "axis", axis)
    if dim.__class__ is not int:
        dim = as_int("unflatten", "dim", dim)
    if sizes.__class__ is not tuple:
        sizes = as_ints("unflatten", "sizes", sizes)
    out: Tensor
    out = ops.reshape(input, functions.unflattened_shape(input.shape, dim, sizes))
    return out


class SqueezeBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "squeeze"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.reshape(grad, self.shape_self)
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
        grad_self = ops.reshape(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def squeeze(input: TensorLike, dim: IntsLike = None, axis: IntsLike = None) -> Tensor:
    """The argument without dimensions of length 1, or without those among `dim`.

    Parameters
    ----------
    input : Tensor(a)
    dim : int[]?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = reshape(grad, input.shape)
    """
    if axis is not None:
        dim = by_other_name("squeeze", "dim", dim, None, "axis", axis)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("squeeze", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("squeeze", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.squeeze(self_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = input
        return same
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, input, squeeze, (dim,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = SqueezeBackward()
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
            _squeeze_tangent(out, input, dim)
        if rare & PRODUCED:
            produced("squeeze", (out,), self=input, dim=dim)
    return out


def _squeeze_tangent(out: Any, input: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.squeeze(self_t, dim)
    set_tangent(out, tangent)


class UnsqueezeBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "unsqueeze"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.reshape(grad, self.shape_self)
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
        grad_self = ops.reshape(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def unsqueeze(input: TensorLike, dim: int) -> Tensor: ...


@overload
def unsqueeze(input: TensorLike, *, axis: int) -> Tensor: ...


def unsqueeze(input: TensorLike, dim: int = REQUIRED, axis: int | None = None) -> Tensor:
    """The argument with a new dimension of length 1, which becomes dimension `dim` of the result.

    Parameters
    ----------
    input : Tensor(a)
    dim : int
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = reshape(grad, input.shape)
    """
    if axis is not None:
        dim = by_other_name("unsqueeze", "dim", dim, REQUIRED, "axis", axis)
    if dim.__class__ is not int:
        dim = as_int("unsqueeze", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("unsqueeze", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.unsqueeze(self_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = input
        return same
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, input, unsqueeze, (dim,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = UnsqueezeBackward()
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
            _unsqueeze_tangent(out, input, dim)
        if rare & PRODUCED:
            produced("unsqueeze", (out,), self=input, dim=dim)
    return out


def _unsqueeze_tangent(out: Any, input: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.unsqueeze(self_t, dim)
    set_tangent(out, tangent)


def atleast_1d(input: TensorLike) -> Tensor:
    """The argument with a dimension of length 1 if it has none.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(input, functions.at_least_shape(input.shape, 1))
    """
    out: Tensor
    out = ops.reshape(input, functions.at_least_shape(input.shape, 1))
    return out


def atleast_2d(input: TensorLike) -> Tensor:
    """The argument with new dimensions of length 1 in front, up to two dimensions.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(input, functions.at_least_shape(input.shape, 2))
    """
    out: Tensor
    out = ops.reshape(input, functions.at_least_shape(input.shape, 2))
    return out


def atleast_3d(input: TensorLike) -> Tensor:
    """Compute `atleast_3d`.

    The argument with new dimensions of length 1, up to three dimensions: a vector becomes (1, n, 1), a
    matrix (m, n, 1).

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(input, functions.at_least_shape(input.shape, 3))
    """
    out: Tensor
    out = ops.reshape(input, functions.at_least_shape(input.shape, 3))
    return out


class ExpandBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "expand"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.sum_to_size(grad, self.shape_self)
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
        grad_self = ops.sum_to_size(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def expand(input: TensorLike, size: IntsLike) -> Tensor:
    """Compute `expand`.

    A view in which dimensions of length 1, and new leading ones, are repeated without a copy; -1 keeps
    a length.

    Parameters
    ----------
    input : Tensor(a)
    size : int[*]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = sum_to_size(grad, input.shape)
    """
    if size.__class__ is not tuple:
        size = as_ints("expand", "size", size)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("expand", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.expand(self_, size)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = input
        return same
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, input, expand, (size,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = ExpandBackward()
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
            _expand_tangent(out, input, size)
        if rare & PRODUCED:
            produced("expand", (out,), self=input, size=size)
    return out


def _expand_tangent(out: Any, input: Any, size: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.expand(self_t, size)
    set_tangent(out, tangent)


def expand_as(input: TensorLike, other: TensorLike) -> Tensor:
    """The argument expanded to the shape of `other`.

    Parameters
    ----------
    input : Tensor(a)
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = expand(input, other.shape)
    """
    out: Tensor
    out = ops.expand(input, other.shape)
    return out


def squeeze_(input: TensorLike, dim: IntsLike = None, axis: IntsLike = None) -> Tensor:
    """Make `input` itself the view that `squeeze` gives of it, and return it."""
    if axis is not None:
        dim = by_other_name("squeeze_", "dim", dim, None, "axis", axis)
    check_changeable("squeeze_", input)
    undo = (reshape, (input.shape,))
    return become(input, (squeeze, (dim,)), undo)


def unsqueeze_(input: TensorLike, dim: int = REQUIRED, axis: int | None = None) -> Tensor:
    """Make `input` itself the view that `unsqueeze` gives of it, and return it."""
    if axis is not None:
        dim = by_other_name("unsqueeze_", "dim", dim, REQUIRED, "axis", axis)
    check_changeable("unsqueeze_", input)
    undo = (reshape, (input.shape,))
    return become(input, (unsqueeze, (dim,)), undo)

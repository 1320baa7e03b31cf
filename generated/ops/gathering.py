# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family gathering: each op's node directly above its function."""

from typing import Any, overload

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    REPLAYING,
    REQUIRED,
    RESULTS,
    WATCHED,
    Buffers,
    Heap,
    IntsLike,
    Node,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    as_int,
    as_ints,
    asarray,
    by_other_name,
    checked,
    heappush,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    overwrite,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    unrecorded,
)

from . import at_once as ops

__all__ = [
    "_clear_places",
    "_take_along_dim_backward",
    "_take_backward",
    "gather",
    "gather_backward",
    "put",
    "put_",
    "take",
    "take_along_dim",
]


class GatherBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_index", "shape_self", "version_index")
    op = "gather"
    edge_names = ("edge_self",)
    saved_names = ("index",)
    edge_self: Any
    saved_dim: Any
    saved_index: Any
    shape_self: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self = functions.gather_backward(grad, self.shape_self, self.saved_dim, index_)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_index = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self = ops.gather_backward(grad, self.shape_self, self.saved_dim, index_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def gather(input: TensorLike, dim: int, index: TensorLike, *, out: Tensor | None = ...) -> Tensor: ...


@overload
def gather(input: TensorLike, *, axis: int, index: TensorLike, out: Tensor | None = ...) -> Tensor: ...


def gather(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """Compute `gather`.

    The elements along `dim` that `index` names, in the shape of `index`: for `dim=0` and a matrix,
    `result[i, j] = input[index[i, j], j]`.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = gather_backward(grad, input.shape, dim, index)
    """
    if axis is not None:
        dim = by_other_name("gather", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("gather", out, gather, input, dim, index)
    if dim.__class__ is not int:
        dim = as_int("gather", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
    except AttributeError:
        input = operand("gather", "input", input)
        index = operand("gather", "index", index)
        edge_self = input._edge
        index_ = index._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("gather", functions.gather, self_, dim, index_)
    else:
        result_ = functions.gather(self_, dim, index_)
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
        node = GatherBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _gather_tangent(out, input, dim, index)
        if rare & PRODUCED:
            produced("gather", (out,), self=input, dim=dim, index=index)
    return out


def _gather_tangent(out: Any, input: Any, dim: Any, index: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.gather(self_t, dim, index)
    set_tangent(out, tangent)


class GatherBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_dim", "saved_index", "version_index")
    op = "gather_backward"
    edge_names = ("edge_grad_output",)
    saved_names = ("index",)
    edge_grad_output: Any
    saved_dim: Any
    saved_index: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_grad_output = self.edge_grad_output
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_grad_output = functions.gather(grad, self.saved_dim, index_)
        following: Node | None = None
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            following = edge_grad_output
        if not keep:
            self.saved_index = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_grad_output = ops.gather(grad, self.saved_dim, index_)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def gather_backward(
    grad_output: TensorLike, shape: IntsLike, dim: int, index: TensorLike, out: Tensor | None = None
) -> Tensor:
    """Zeros of `shape` to which `grad_output` is added in the places that `gather` reads.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    dim : int
    index : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = gather(grad, dim, index)
    """
    if out is not None:
        return into("gather_backward", out, gather_backward, grad_output, shape, dim, index)
    if shape.__class__ is not tuple:
        shape = as_ints("gather_backward", "shape", shape)
    if dim.__class__ is not int:
        dim = as_int("gather_backward", "dim", dim)
    try:
        edge_grad_output = grad_output._edge
        index_ = index._array
    except AttributeError:
        grad_output = operand("gather_backward", "grad_output", grad_output)
        index = operand("gather_backward", "index", index)
        edge_grad_output = grad_output._edge
        index_ = index._array
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("gather_backward", functions.gather_backward, grad_output_, shape, dim, index_)
    else:
        result_ = functions.gather_backward(grad_output_, shape, dim, index_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = GatherBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _gather_backward_tangent(out, grad_output, shape, dim, index)
        if rare & PRODUCED:
            produced("gather_backward", (out,), grad_output=grad_output, shape=shape, dim=dim, index=index)
    return out


def _gather_backward_tangent(out: Any, grad_output: Any, shape: Any, dim: Any, index: Any) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops.gather_backward(grad_output_t, shape, dim, index)
    set_tangent(out, tangent)


class TakeAlongDimBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_indices", "shape_self", "version_indices")
    op = "take_along_dim"
    edge_names = ("edge_self",)
    saved_names = ("indices",)
    edge_self: Any
    saved_dim: Any
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
        grad_self = functions.take_along_dim_backward(grad, self.shape_self, indices_, self.saved_dim)
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
        grad_self = ops._take_along_dim_backward(grad, self.shape_self, indices_, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def take_along_dim(
    input: TensorLike,
    indices: TensorLike,
    dim: int | None = None,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """Compute `take_along_dim`.

    The elements along `dim` that `indices` name, such as those of `argsort`; the other dimensions are
    broadcast. Without `dim` both are taken as flat. Negative indices count from the end.

    Parameters
    ----------
    input : Tensor
    indices : Tensor
    dim : int?, default None
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _take_along_dim_backward(grad, input.shape, indices, dim)
    """
    if axis is not None:
        dim = by_other_name("take_along_dim", "dim", dim, None, "axis", axis)
    if out is not None:
        return into("take_along_dim", out, take_along_dim, input, indices, dim)
    if dim is not None and dim.__class__ is not int:
        dim = as_int("take_along_dim", "dim", dim)
    try:
        edge_self = input._edge
        indices_ = indices._array
    except AttributeError:
        input = operand("take_along_dim", "input", input)
        indices = operand("take_along_dim", "indices", indices)
        edge_self = input._edge
        indices_ = indices._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("take_along_dim", functions.take_along_dim, self_, indices_, dim)
    else:
        result_ = functions.take_along_dim(self_, indices_, dim)
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
        node = TakeAlongDimBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_indices = indices
        counter = indices._counter
        node.version_indices = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _take_along_dim_tangent(out, input, indices, dim)
        if rare & PRODUCED:
            produced("take_along_dim", (out,), self=input, indices=indices, dim=dim)
    return out


def _take_along_dim_tangent(out: Any, input: Any, indices: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.take_along_dim(self_t, indices, dim)
    set_tangent(out, tangent)


class TakeAlongDimBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_dim", "saved_indices", "version_indices")
    op = "_take_along_dim_backward"
    edge_names = ("edge_grad_output",)
    saved_names = ("indices",)
    edge_grad_output: Any
    saved_dim: Any
    saved_indices: Any
    version_indices: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_grad_output = self.edge_grad_output
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        indices_ = indices_._array
        grad_grad_output = functions.take_along_dim(grad, indices_, self.saved_dim)
        following: Node | None = None
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            following = edge_grad_output
        if not keep:
            self.saved_indices = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        grad_grad_output = ops.take_along_dim(grad, indices_, self.saved_dim)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def _take_along_dim_backward(
    grad_output: TensorLike, shape: IntsLike, indices: TensorLike, dim: int | None
) -> Tensor:
    """Zeros of `shape` to which `grad_output` is added in the places that `take_along_dim` reads.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    indices : Tensor
    dim : int?

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = take_along_dim(grad, indices, dim)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_take_along_dim_backward", "shape", shape)
    if dim is not None and dim.__class__ is not int:
        dim = as_int("_take_along_dim_backward", "dim", dim)
    try:
        edge_grad_output = grad_output._edge
        indices_ = indices._array
    except AttributeError:
        grad_output = operand("_take_along_dim_backward", "grad_output", grad_output)
        indices = operand("_take_along_dim_backward", "indices", indices)
        edge_grad_output = grad_output._edge
        indices_ = indices._array
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "_take_along_dim_backward", functions.take_along_dim_backward, grad_output_, shape, indices_, dim
        )
    else:
        result_ = functions.take_along_dim_backward(grad_output_, shape, indices_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = TakeAlongDimBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_indices = indices
        counter = indices._counter
        node.version_indices = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _take_along_dim_backward_tangent(out, grad_output, shape, indices, dim)
        if rare & PRODUCED:
            produced(
                "_take_along_dim_backward",
                (out,),
                grad_output=grad_output,
                shape=shape,
                indices=indices,
                dim=dim,
            )
    return out


def _take_along_dim_backward_tangent(out: Any, grad_output: Any, shape: Any, indices: Any, dim: Any) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops._take_along_dim_backward(grad_output_t, shape, indices, dim)
    set_tangent(out, tangent)


class TakeBackward(Node):
    __slots__ = ("edge_self", "saved_index", "shape_self", "version_index")
    op = "take"
    edge_names = ("edge_self",)
    saved_names = ("index",)
    edge_self: Any
    saved_index: Any
    shape_self: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self = functions.take_backward(grad, self.shape_self, index_)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_index = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self = ops._take_backward(grad, self.shape_self, index_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def take(input: TensorLike, index: TensorLike, out: Tensor | None = None) -> Tensor:
    """The elements of the flattened argument that `index` names, in the shape of `index`.

    Negative numbers count from the end.

    Parameters
    ----------
    input : Tensor
    index : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _take_backward(grad, input.shape, index)
    """
    if out is not None:
        return into("take", out, take, input, index)
    try:
        edge_self = input._edge
        index_ = index._array
    except AttributeError:
        input = operand("take", "input", input)
        index = operand("take", "index", index)
        edge_self = input._edge
        index_ = index._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("take", functions.take, self_, index_)
    else:
        result_ = functions.take(self_, index_)
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
        node = TakeBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _take_tangent(out, input, index)
        if rare & PRODUCED:
            produced("take", (out,), self=input, index=index)
    return out


def _take_tangent(out: Any, input: Any, index: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.take(self_t, index)
    set_tangent(out, tangent)


class TakeBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_index", "version_index")
    op = "_take_backward"
    edge_names = ("edge_grad_output",)
    saved_names = ("index",)
    edge_grad_output: Any
    saved_index: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_grad_output = self.edge_grad_output
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_grad_output = functions.take(grad, index_)
        following: Node | None = None
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            following = edge_grad_output
        if not keep:
            self.saved_index = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_grad_output = ops.take(grad, index_)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def _take_backward(grad_output: TensorLike, shape: IntsLike, index: TensorLike) -> Tensor:
    """Zeros of `shape` to which `grad_output` is added in the places that `take` reads.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    index : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = take(grad, index)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_take_backward", "shape", shape)
    try:
        edge_grad_output = grad_output._edge
        index_ = index._array
    except AttributeError:
        grad_output = operand("_take_backward", "grad_output", grad_output)
        index = operand("_take_backward", "index", index)
        edge_grad_output = grad_output._edge
        index_ = index._array
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_take_backward", functions.take_backward, grad_output_, shape, index_)
    else:
        result_ = functions.take_backward(grad_output_, shape, index_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = TakeBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _take_backward_tangent(out, grad_output, shape, index)
        if rare & PRODUCED:
            produced("_take_backward", (out,), grad_output=grad_output, shape=shape, index=index)
    return out


def _take_backward_tangent(out: Any, grad_output: Any, shape: Any, index: Any) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops._take_backward(grad_output_t, shape, index)
    set_tangent(out, tangent)


class PutBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_source",
        "saved_accumulate",
        "saved_index",
        "shape_source",
        "version_index",
    )
    op = "put"
    edge_names = ("edge_self", "edge_source")
    saved_names = ("index",)
    edge_self: Any
    edge_source: Any
    saved_accumulate: Any
    saved_index: Any
    shape_source: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_source = self.edge_source
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_source not in needed:
                edge_source = None
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        if edge_self is not None:
            grad_self: Any
            if self.saved_accumulate:
                grad_self = grad
            else:
                grad_self = functions.clear_places(grad, index_)
        if edge_source is not None:
            grad_source = functions.reshape(functions.take(grad, index_), self.shape_source)
        following: Node | None = None
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                following = edge_self
            del grad_self
        if edge_source is not None:
            if grad_source.__class__ is not ndarray:
                grad_source = asarray(grad_source)
            if edge_source in buffers:
                accumulate(buffers, edge_source, grad_source)
            else:
                buffers[edge_source] = grad_source
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_source
        if not keep:
            self.saved_index = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_source = self.edge_source
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_source not in needed:
                edge_source = None
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self: Any = None
        grad_source: Any = None
        if edge_self is not None:
            if self.saved_accumulate:
                grad_self = grad
            else:
                grad_self = ops._clear_places(grad, index_)
        if edge_source is not None:
            grad_source = ops.reshape(ops.take(grad, index_), self.shape_source)
        return (grad_self, grad_source)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_source)


def put(
    input: TensorLike,
    index: TensorLike,
    source: TensorLike,
    accumulate: bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Compute `put`.

    A copy with the elements of `source` written to the places of the flattened argument that `index`
    names, or added to what is there. Negative numbers count from the end; without `accumulate` each
    place should be named once.

    Parameters
    ----------
    input : Tensor
    index : Tensor
    source : Tensor
    accumulate : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad if accumulate else _clear_places(grad, index)
    gradient of source = reshape(take(grad, index), source.shape)
    """
    if out is not None:
        return into("put", out, put, input, index, source, accumulate)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_source = source._edge
    except AttributeError:
        input = operand("put", "input", input)
        index = operand("put", "index", index)
        source = operand("put", "source", source)
        edge_self = input._edge
        index_ = index._array
        edge_source = source._edge
    self_ = input._array
    source_ = source._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("put", functions.put, self_, index_, source_, accumulate)
    else:
        result_ = functions.put(self_, index_, source_, accumulate)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_source is not None) and (not rare or recording()):
        node = PutBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_source = edge_source
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape_source = source.shape
        node.saved_accumulate = accumulate
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _put_tangent(out, input, index, source, accumulate)
        if rare & PRODUCED:
            produced("put", (out,), self=input, index=index, source=source, accumulate=accumulate)
    return out


def _put_tangent(out: Any, input: Any, index: Any, source: Any, accumulate: Any) -> None:
    if not any_tangent((input, source)):
        return
    self_t = tangent_or_zeros(input)
    source_t = tangent_or_zeros(source)
    tangent = ops.put(self_t, index, source_t, accumulate)
    set_tangent(out, tangent)


class ClearPlacesBackward(Node):
    __slots__ = ("edge_self", "saved_index", "version_index")
    op = "_clear_places"
    edge_names = ("edge_self",)
    saved_names = ("index",)
    edge_self: Any
    saved_index: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self = functions.clear_places(grad, index_)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_index = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self = ops._clear_places(grad, index_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _clear_places(input: TensorLike, index: TensorLike) -> Tensor:
    """A copy with zeros in the places of the flattened argument that `index` names.

    Parameters
    ----------
    input : Tensor
    index : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _clear_places(grad, index)
    """
    try:
        edge_self = input._edge
        index_ = index._array
    except AttributeError:
        input = operand("_clear_places", "input", input)
        index = operand("_clear_places", "index", index)
        edge_self = input._edge
        index_ = index._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_clear_places", functions.clear_places, self_, index_)
    else:
        result_ = functions.clear_places(self_, index_)
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
        node = ClearPlacesBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _clear_places_tangent(out, input, index)
        if rare & PRODUCED:
            produced("_clear_places", (out,), self=input, index=index)
    return out


def _clear_places_tangent(out: Any, input: Any, index: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._clear_places(self_t, index)
    set_tangent(out, tangent)


def put_(input: TensorLike, index: TensorLike, source: TensorLike, accumulate: bool = False) -> Tensor:
    """Write `put` of `input` into `input` itself, and return it."""
    if unrecorded(input, index, source):
        return overwrite("put_", input, put(input, index, source, accumulate))
    write = Write("put_", input)
    return write.finish(put(write.original, index, source, accumulate))

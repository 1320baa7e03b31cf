# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family index_slices: each op's node directly above its function."""

from typing import Any, overload

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    NUMBERS,
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
    Number,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    as_int,
    as_ints,
    asarray,
    by_other_name,
    check_writable,
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
    refuse_missing,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    unrecorded,
    write_tangent,
    written,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "index_add",
    "index_add_",
    "index_copy",
    "index_copy_",
    "index_fill",
    "index_fill_",
    "index_fill_Tensor",
    "index_fill_default",
    "index_reduce",
    "index_reduce_",
    "index_select",
    "index_select_backward",
]


class IndexSelectBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_index", "shape_self", "version_index")
    op = "index_select"
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
        grad_self = functions.index_select_backward(grad, self.shape_self, self.saved_dim, index_)
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
        grad_self = ops_later.index_select_backward(grad, self.shape_self, self.saved_dim, index_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def index_select(input: TensorLike, dim: int, index: TensorLike, *, out: Tensor | None = ...) -> Tensor: ...


@overload
def index_select(input: TensorLike, *, axis: int, index: TensorLike, out: Tensor | None = ...) -> Tensor: ...


def index_select(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """The slices of dimension `dim` that `index` names.

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
    gradient of input = index_select_backward(grad, input.shape, dim, index)
    """
    if axis is not None:
        dim = by_other_name("index_select", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("index_select", out, index_select, input, dim, index)
    if dim.__class__ is not int:
        dim = as_int("index_select", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
    except AttributeError:
        input = operand("index_select", "input", input)
        index = operand("index_select", "index", index)
        edge_self = input._edge
        index_ = index._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("index_select", functions.index_select, self_, dim, index_)
    else:
        result_ = functions.index_select(self_, dim, index_)
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
        node = IndexSelectBackward()
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
            _index_select_tangent(out, input, dim, index)
        if rare & PRODUCED:
            produced("index_select", (out,), self=input, dim=dim, index=index)
    return out


def _index_select_tangent(out: Any, input: Any, dim: Any, index: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.index_select(self_t, dim, index)
    set_tangent(out, tangent)


class IndexSelectBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_dim", "saved_index", "version_index")
    op = "index_select_backward"
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
        grad_grad_output = functions.index_select(grad, self.saved_dim, index_)
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
        grad_grad_output = ops_later.index_select(grad, self.saved_dim, index_)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def index_select_backward(
    grad_output: TensorLike, shape: IntsLike, dim: int, index: TensorLike, out: Tensor | None = None
) -> Tensor:
    """Compute `index_select_backward`.

    Zeros of `shape` to which the slices of `grad_output` are added in the places that `index_select`
    reads.

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
    gradient of grad_output = index_select(grad, dim, index)
    """
    if out is not None:
        return into("index_select_backward", out, index_select_backward, grad_output, shape, dim, index)
    if shape.__class__ is not tuple:
        shape = as_ints("index_select_backward", "shape", shape)
    if dim.__class__ is not int:
        dim = as_int("index_select_backward", "dim", dim)
    try:
        edge_grad_output = grad_output._edge
        index_ = index._array
    except AttributeError:
        grad_output = operand("index_select_backward", "grad_output", grad_output)
        index = operand("index_select_backward", "index", index)
        edge_grad_output = grad_output._edge
        index_ = index._array
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "index_select_backward", functions.index_select_backward, grad_output_, shape, dim, index_
        )
    else:
        result_ = functions.index_select_backward(grad_output_, shape, dim, index_)
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
        node = IndexSelectBackwardBackward()
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
            _index_select_backward_tangent(out, grad_output, shape, dim, index)
        if rare & PRODUCED:
            produced(
                "index_select_backward", (out,), grad_output=grad_output, shape=shape, dim=dim, index=index
            )
    return out


def _index_select_backward_tangent(out: Any, grad_output: Any, shape: Any, dim: Any, index: Any) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops_later.index_select_backward(grad_output_t, shape, dim, index)
    set_tangent(out, tangent)


class IndexAddBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_source",
        "saved_alpha",
        "saved_dim",
        "saved_index",
        "shape_source",
        "version_index",
    )
    op = "index_add"
    edge_names = ("edge_self", "edge_source")
    saved_names = ("index",)
    edge_self: Any
    edge_source: Any
    saved_alpha: Any
    saved_dim: Any
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
        if edge_source is not None:
            index_ = self.saved_index
            if index_._counter != self.version_index:
                index_ = checked(self, "index", index_)
            index_ = index_._array
        if edge_source is not None:
            part1 = functions.index_select(grad, self.saved_dim, index_)
            part_ = functions.reshape(part1, self.shape_source)
        if edge_self is not None:
            grad_self = grad
        if edge_source is not None:
            grad_source: Any
            if self.saved_alpha == 1:
                grad_source = part_
            else:
                grad_source = part_ * self.saved_alpha.conjugate()
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
        if edge_source is not None:
            index_ = self.saved_index
            if index_._counter != self.version_index:
                index_ = checked(self, "index", index_)
        if edge_source is not None:
            part2 = ops_later.index_select(grad, self.saved_dim, index_)
            part_ = ops.reshape(part2, self.shape_source)
        grad_self: Any = None
        grad_source: Any = None
        if edge_self is not None:
            grad_self = grad
        if edge_source is not None:
            if self.saved_alpha == 1:
                grad_source = part_
            else:
                grad_source = part_ * self.saved_alpha.conjugate()
        return (grad_self, grad_source)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_source)


@overload
def index_add(
    input: TensorLike,
    dim: int,
    index: TensorLike,
    source: TensorLike,
    *,
    alpha: complex = ...,
    out: Tensor | None = ...,
) -> Tensor: ...


@overload
def index_add(
    input: TensorLike,
    *,
    axis: int,
    index: TensorLike,
    source: TensorLike,
    alpha: complex = ...,
    out: Tensor | None = ...,
) -> Tensor: ...


def index_add(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    source: TensorLike = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
    *,
    alpha: Number = 1,
) -> Tensor:
    """Compute `index_add`.

    A copy with `alpha * source` added, slice by slice, in the places of dimension `dim` that `index`
    names.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    source : Tensor
    alpha : Scalar, default 1
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    part = reshape(index_select(grad, dim, index), source.shape)
    gradient of input = grad
    gradient of source = part if alpha == 1 else part * conj(alpha)
    """
    if axis is not None:
        dim = by_other_name("index_add", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("index_add", out, index_add, input, dim, index, source, alpha=alpha)
    if dim.__class__ is not int:
        dim = as_int("index_add", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_source = source._edge
    except AttributeError:
        input = operand("index_add", "input", input)
        index = operand("index_add", "index", index)
        source = operand("index_add", "source", source)
        edge_self = input._edge
        index_ = index._array
        edge_source = source._edge
    self_ = input._array
    source_ = source._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("index_add", functions.index_add, self_, dim, index_, source_, alpha)
    else:
        result_ = functions.index_add(self_, dim, index_, source_, alpha)
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
        node = IndexAddBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_source = edge_source
        if edge_source is not None:
            node.saved_index = index
            counter = index._counter
            node.version_index = counter if counter.__class__ is int else counter.version
        else:
            node.saved_index = None
        node.shape_source = source.shape
        node.saved_dim = dim
        node.saved_alpha = alpha
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _index_add_tangent(out, input, dim, index, source, alpha)
        if rare & PRODUCED:
            produced("index_add", (out,), self=input, dim=dim, index=index, source=source, alpha=alpha)
    return out


def _index_add_tangent(out: Any, input: Any, dim: Any, index: Any, source: Any, alpha: Any) -> None:
    if not any_tangent((input, source)):
        return
    self_t = tangent_or_zeros(input)
    source_t = tangent_or_zeros(source)
    tangent = ops_later.index_add(self_t, dim, index, source_t, alpha=alpha)
    set_tangent(out, tangent)


class IndexAddInplaceBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_source",
        "saved_alpha",
        "saved_dim",
        "saved_index",
        "shape_source",
        "version_index",
    )
    op = "index_add_"
    edge_names = ("edge_self", "edge_source")
    saved_names = ("index",)
    edge_self: Any
    edge_source: Any
    saved_alpha: Any
    saved_dim: Any
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
        if edge_source is not None:
            index_ = self.saved_index
            if index_._counter != self.version_index:
                index_ = checked(self, "index", index_)
            index_ = index_._array
        if edge_source is not None:
            part1 = functions.index_select(grad, self.saved_dim, index_)
            part_ = functions.reshape(part1, self.shape_source)
        if edge_self is not None:
            grad_self = grad
        if edge_source is not None:
            grad_source: Any
            if self.saved_alpha == 1:
                grad_source = part_
            else:
                grad_source = part_ * self.saved_alpha.conjugate()
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
        if edge_source is not None:
            index_ = self.saved_index
            if index_._counter != self.version_index:
                index_ = checked(self, "index", index_)
        if edge_source is not None:
            part2 = ops_later.index_select(grad, self.saved_dim, index_)
            part_ = ops.reshape(part2, self.shape_source)
        grad_self: Any = None
        grad_source: Any = None
        if edge_self is not None:
            grad_self = grad
        if edge_source is not None:
            if self.saved_alpha == 1:
                grad_source = part_
            else:
                grad_source = part_ * self.saved_alpha.conjugate()
        return (grad_self, grad_source)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_source)


@overload
def index_add_(
    input: TensorLike, dim: int, index: TensorLike, source: TensorLike, *, alpha: complex = ...
) -> Tensor: ...


@overload
def index_add_(
    input: TensorLike, *, axis: int, index: TensorLike, source: TensorLike, alpha: complex = ...
) -> Tensor: ...


def index_add_(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    source: TensorLike = REQUIRED,
    axis: int | None = None,
    *,
    alpha: Number = 1,
) -> Tensor:
    """Add `alpha * source`, slice by slice, in the places of dimension `dim` that `index` names.

    Parameters
    ----------
    input : Tensor(a!)
    dim : int
    index : Tensor
    source : Tensor
    alpha : Scalar, default 1
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    part = reshape(index_select(grad, dim, index), source.shape)
    gradient of input = grad
    gradient of source = part if alpha == 1 else part * conj(alpha)
    """
    if axis is not None:
        dim = by_other_name("index_add_", "dim", dim, REQUIRED, "axis", axis)
    if dim.__class__ is not int:
        dim = as_int("index_add_", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_source = source._edge
    except AttributeError:
        input = operand("index_add_", "input", input)
        index = operand("index_add_", "index", index)
        source = operand("index_add_", "source", source)
        edge_self = input._edge
        index_ = index._array
        edge_source = source._edge
    self_ = input._array
    source_ = source._array
    check_writable("index_add_", input, index, source)
    functions.index_add_(self_, dim, index_, source_, alpha)
    rare = state.rare
    node: IndexAddInplaceBackward | None = None
    if (edge_self is not None or edge_source is not None) and (not rare or recording()):
        node = IndexAddInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_source = edge_source
        if edge_source is not None:
            node.saved_index = index
            counter = index._counter
            node.version_index = counter if counter.__class__ is int else counter.version
        else:
            node.saved_index = None
        node.shape_source = source.shape
        node.saved_dim = dim
        node.saved_alpha = alpha
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("index_add_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _index_add__tangent(input, input, dim, index, source, alpha)
        if rare & PRODUCED:
            produced("index_add_", (), self=input, dim=dim, index=index, source=source, alpha=alpha)
    target: Tensor = input
    return target


def _index_add__tangent(out: Any, input: Any, dim: Any, index: Any, source: Any, alpha: Any) -> None:
    if not any_tangent((input, source)):
        return
    self_t = tangent_or_zeros(input)
    source_t = tangent_or_zeros(source)
    tangent = ops_later.index_add(self_t, dim, index, source_t, alpha=alpha)
    write_tangent(out, tangent)


class IndexCopyBackward(Node):
    __slots__ = ("edge_self", "edge_source", "saved_dim", "saved_index", "shape_source", "version_index")
    op = "index_copy"
    edge_names = ("edge_self", "edge_source")
    saved_names = ("index",)
    edge_self: Any
    edge_source: Any
    saved_dim: Any
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
            grad_self = functions.index_fill(grad, self.saved_dim, index_, 0)
        if edge_source is not None:
            part1 = functions.index_select(grad, self.saved_dim, index_)
            grad_source = functions.reshape(part1, self.shape_source)
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
            grad_self = ops_later.index_fill_default(grad, self.saved_dim, index_, 0)
        if edge_source is not None:
            part2 = ops_later.index_select(grad, self.saved_dim, index_)
            grad_source = ops.reshape(part2, self.shape_source)
        return (grad_self, grad_source)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_source)


@overload
def index_copy(
    input: TensorLike, dim: int, index: TensorLike, source: TensorLike, *, out: Tensor | None = ...
) -> Tensor: ...


@overload
def index_copy(
    input: TensorLike, *, axis: int, index: TensorLike, source: TensorLike, out: Tensor | None = ...
) -> Tensor: ...


def index_copy(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    source: TensorLike = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """A copy with the slices of `source` written to the places of dimension `dim` that `index` names.

    Each place should be named once.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    source : Tensor
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = index_fill(grad, dim, index, 0)
    gradient of source = reshape(index_select(grad, dim, index), source.shape)
    """
    if axis is not None:
        dim = by_other_name("index_copy", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("index_copy", out, index_copy, input, dim, index, source)
    if dim.__class__ is not int:
        dim = as_int("index_copy", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_source = source._edge
    except AttributeError:
        input = operand("index_copy", "input", input)
        index = operand("index_copy", "index", index)
        source = operand("index_copy", "source", source)
        edge_self = input._edge
        index_ = index._array
        edge_source = source._edge
    self_ = input._array
    source_ = source._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("index_copy", functions.index_copy, self_, dim, index_, source_)
    else:
        result_ = functions.index_copy(self_, dim, index_, source_)
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
        node = IndexCopyBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_source = edge_source
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape_source = source.shape
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _index_copy_tangent(out, input, dim, index, source)
        if rare & PRODUCED:
            produced("index_copy", (out,), self=input, dim=dim, index=index, source=source)
    return out


def _index_copy_tangent(out: Any, input: Any, dim: Any, index: Any, source: Any) -> None:
    if not any_tangent((input, source)):
        return
    self_t = tangent_or_zeros(input)
    source_t = tangent_or_zeros(source)
    tangent = ops_later.index_copy(self_t, dim, index, source_t)
    set_tangent(out, tangent)


class IndexCopyInplaceBackward(Node):
    __slots__ = ("edge_self", "edge_source", "saved_dim", "saved_index", "shape_source", "version_index")
    op = "index_copy_"
    edge_names = ("edge_self", "edge_source")
    saved_names = ("index",)
    edge_self: Any
    edge_source: Any
    saved_dim: Any
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
            grad_self = functions.index_fill(grad, self.saved_dim, index_, 0)
        if edge_source is not None:
            part1 = functions.index_select(grad, self.saved_dim, index_)
            grad_source = functions.reshape(part1, self.shape_source)
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
            grad_self = ops_later.index_fill_default(grad, self.saved_dim, index_, 0)
        if edge_source is not None:
            part2 = ops_later.index_select(grad, self.saved_dim, index_)
            grad_source = ops.reshape(part2, self.shape_source)
        return (grad_self, grad_source)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_source)


@overload
def index_copy_(input: TensorLike, dim: int, index: TensorLike, source: TensorLike) -> Tensor: ...


@overload
def index_copy_(input: TensorLike, *, axis: int, index: TensorLike, source: TensorLike) -> Tensor: ...


def index_copy_(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    source: TensorLike = REQUIRED,
    axis: int | None = None,
) -> Tensor:
    """Write the slices of `source` to the places of dimension `dim` that `index` names.

    Parameters
    ----------
    input : Tensor(a!)
    dim : int
    index : Tensor
    source : Tensor
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = index_fill(grad, dim, index, 0)
    gradient of source = reshape(index_select(grad, dim, index), source.shape)
    """
    if axis is not None:
        dim = by_other_name("index_copy_", "dim", dim, REQUIRED, "axis", axis)
    if dim.__class__ is not int:
        dim = as_int("index_copy_", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_source = source._edge
    except AttributeError:
        input = operand("index_copy_", "input", input)
        index = operand("index_copy_", "index", index)
        source = operand("index_copy_", "source", source)
        edge_self = input._edge
        index_ = index._array
        edge_source = source._edge
    self_ = input._array
    source_ = source._array
    check_writable("index_copy_", input, index, source)
    functions.index_copy_(self_, dim, index_, source_)
    rare = state.rare
    node: IndexCopyInplaceBackward | None = None
    if (edge_self is not None or edge_source is not None) and (not rare or recording()):
        node = IndexCopyInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_source = edge_source
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape_source = source.shape
        node.saved_dim = dim
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("index_copy_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _index_copy__tangent(input, input, dim, index, source)
        if rare & PRODUCED:
            produced("index_copy_", (), self=input, dim=dim, index=index, source=source)
    target: Tensor = input
    return target


def _index_copy__tangent(out: Any, input: Any, dim: Any, index: Any, source: Any) -> None:
    if not any_tangent((input, source)):
        return
    self_t = tangent_or_zeros(input)
    source_t = tangent_or_zeros(source)
    tangent = ops_later.index_copy(self_t, dim, index, source_t)
    write_tangent(out, tangent)


class IndexFillBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_index", "version_index")
    op = "index_fill"
    edge_names = ("edge_self",)
    saved_names = ("index",)
    edge_self: Any
    saved_dim: Any
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
        grad_self = functions.index_fill(grad, self.saved_dim, index_, 0)
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
        grad_self = ops_later.index_fill_default(grad, self.saved_dim, index_, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def index_fill_default(
    input: TensorLike, dim: int, index: TensorLike, value: Number, out: Tensor | None = None
) -> Tensor:
    """A copy with `value` in the slices of dimension `dim` that `index` names.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    value : Scalar
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = index_fill(grad, dim, index, 0)
    """
    if out is not None:
        return into("index_fill", out, index_fill_default, input, dim, index, value)
    if dim.__class__ is not int:
        dim = as_int("index_fill", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
    except AttributeError:
        input = operand("index_fill", "input", input)
        index = operand("index_fill", "index", index)
        edge_self = input._edge
        index_ = index._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("index_fill", functions.index_fill, self_, dim, index_, value)
    else:
        result_ = functions.index_fill(self_, dim, index_, value)
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
        node = IndexFillBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
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
            _index_fill_default_tangent(out, input, dim, index, value)
        if rare & PRODUCED:
            produced("index_fill", (out,), self=input, dim=dim, index=index, value=value)
    return out


def _index_fill_default_tangent(out: Any, input: Any, dim: Any, index: Any, value: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.index_fill_default(self_t, dim, index, 0)
    set_tangent(out, tangent)


class IndexFillTensorBackward(Node):
    __slots__ = ("dtype_value", "edge_self", "edge_value", "saved_dim", "saved_index", "version_index")
    op = "index_fill.Tensor"
    edge_names = ("edge_self", "edge_value")
    saved_names = ("index",)
    dtype_value: Any
    edge_self: Any
    edge_value: Any
    saved_dim: Any
    saved_index: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_value = self.edge_value
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_value not in needed:
                edge_value = None
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        if edge_self is not None:
            grad_self = functions.index_fill(grad, self.saved_dim, index_, 0)
        if edge_value is not None:
            part2 = grad - functions.index_fill(grad, self.saved_dim, index_, 0)
            part1 = functions.sum(part2, None, False, None)
            grad_value = functions.cast_gradient(part1, self.dtype_value)
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
        if edge_value is not None:
            if grad_value.__class__ is not ndarray:
                grad_value = asarray(grad_value)
            if edge_value in buffers:
                accumulate(buffers, edge_value, grad_value)
            else:
                buffers[edge_value] = grad_value
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_value
        if not keep:
            self.saved_index = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_value = self.edge_value
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_value not in needed:
                edge_value = None
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self: Any = None
        grad_value: Any = None
        if edge_self is not None:
            grad_self = ops_later.index_fill_default(grad, self.saved_dim, index_, 0)
        if edge_value is not None:
            part4 = grad - ops_later.index_fill_default(grad, self.saved_dim, index_, 0)
            part3 = ops.sum(part4)
            grad_value = ops._cast_gradient(part3, self.dtype_value)
        return (grad_self, grad_value)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_value)


def index_fill_Tensor(
    input: TensorLike, dim: int, index: TensorLike, value: TensorLike, out: Tensor | None = None
) -> Tensor:
    """A copy with the only element of `value` in the slices of dimension `dim` that `index` names.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    value : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = index_fill(grad, dim, index, 0)
    gradient of value = _cast_gradient(sum(grad - index_fill(grad, dim, index, 0)), value.dtype)
    """
    if out is not None:
        return into("index_fill", out, index_fill_Tensor, input, dim, index, value)
    if dim.__class__ is not int:
        dim = as_int("index_fill", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_value = value._edge
    except AttributeError:
        input = operand("index_fill", "input", input)
        index = operand("index_fill", "index", index)
        value = operand("index_fill", "value", value)
        edge_self = input._edge
        index_ = index._array
        edge_value = value._edge
    self_ = input._array
    value_ = value._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("index_fill", functions.index_fill, self_, dim, index_, value_)
    else:
        result_ = functions.index_fill(self_, dim, index_, value_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_value is not None) and (not rare or recording()):
        node = IndexFillTensorBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_value = edge_value
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.dtype_value = value.dtype
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _index_fill_Tensor_tangent(out, input, dim, index, value)
        if rare & PRODUCED:
            produced("index_fill", (out,), self=input, dim=dim, index=index, value=value)
    return out


def _index_fill_Tensor_tangent(out: Any, input: Any, dim: Any, index: Any, value: Any) -> None:
    if not any_tangent((input, value)):
        return
    self_t = tangent_or_zeros(input)
    value_t = tangent_or_zeros(value)
    tangent = ops_later.index_fill_Tensor(self_t, dim, index, value_t)
    set_tangent(out, tangent)


class IndexFillInplaceBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_index", "version_index")
    op = "index_fill_"
    edge_names = ("edge_self",)
    saved_names = ("index",)
    edge_self: Any
    saved_dim: Any
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
        grad_self = functions.index_fill(grad, self.saved_dim, index_, 0)
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
        grad_self = ops_later.index_fill_default(grad, self.saved_dim, index_, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def index_fill_(input: TensorLike, dim: int, index: TensorLike, value: complex) -> Tensor: ...


@overload
def index_fill_(input: TensorLike, *, axis: int, index: TensorLike, value: complex) -> Tensor: ...


def index_fill_(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    value: Number = REQUIRED,
    axis: int | None = None,
) -> Tensor:
    """Write `value` to the slices of dimension `dim` that `index` names.

    Parameters
    ----------
    input : Tensor(a!)
    dim : int
    index : Tensor
    value : Scalar
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = index_fill(grad, dim, index, 0)
    """
    if axis is not None:
        dim = by_other_name("index_fill_", "dim", dim, REQUIRED, "axis", axis)
    if value is REQUIRED:
        refuse_missing("index_fill_", "value")
    if dim.__class__ is not int:
        dim = as_int("index_fill_", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
    except AttributeError:
        input = operand("index_fill_", "input", input)
        index = operand("index_fill_", "index", index)
        edge_self = input._edge
        index_ = index._array
    self_ = input._array
    check_writable("index_fill_", input, index)
    functions.index_fill_(self_, dim, index_, value)
    rare = state.rare
    node: IndexFillInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = IndexFillInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("index_fill_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _index_fill__tangent(input, input, dim, index, value)
        if rare & PRODUCED:
            produced("index_fill_", (), self=input, dim=dim, index=index, value=value)
    target: Tensor = input
    return target


def _index_fill__tangent(out: Any, input: Any, dim: Any, index: Any, value: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.index_fill_default(self_t, dim, index, 0)
    write_tangent(out, tangent)


@overload
def index_reduce(
    input: TensorLike,
    dim: int,
    index: TensorLike,
    source: TensorLike,
    reduce: str,
    *,
    include_self: bool = ...,
    out: Tensor | None = ...,
) -> Tensor: ...


@overload
def index_reduce(
    input: TensorLike,
    *,
    axis: int,
    index: TensorLike,
    source: TensorLike,
    reduce: str,
    include_self: bool = ...,
    out: Tensor | None = ...,
) -> Tensor: ...


def index_reduce(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    source: TensorLike = REQUIRED,
    reduce: str = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
    *,
    include_self: bool = True,
) -> Tensor:
    """Compute `index_reduce`.

    A copy in which each slice of dimension `dim` that `index` names is reduced with the slices of
    `source` that go there; see scatter_reduce.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    source : Tensor
    reduce : str
    include_self : bool, default True
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = scatter_reduce(input, dim, expand(reshape(index, functions.index_reduce_shape(source.shape,
        dim)), source.shape), source, reduce, include_self=include_self)
    """
    if axis is not None:
        dim = by_other_name("index_reduce", "dim", dim, REQUIRED, "axis", axis)
    if index is REQUIRED:
        refuse_missing("index_reduce", "index")
    if source is REQUIRED:
        refuse_missing("index_reduce", "source")
    if reduce is REQUIRED:
        refuse_missing("index_reduce", "reduce")
    if out is not None:
        return into(
            "index_reduce", out, index_reduce, input, dim, index, source, reduce, include_self=include_self
        )
    if dim.__class__ is not int:
        dim = as_int("index_reduce", "dim", dim)
    part2 = ops.reshape(index, functions.index_reduce_shape(source.shape, dim))
    part1 = ops.expand(part2, source.shape)
    out = ops_later.scatter_reduce(input, dim, part1, source, reduce, include_self=include_self)
    return out


@overload
def index_fill(
    input: Tensor, dim: int, index: Tensor, value: complex, out: Tensor | None = None
) -> Tensor: ...


@overload
def index_fill(
    input: Tensor, *, axis: int, index: Tensor, value: complex, out: Tensor | None = ...
) -> Tensor: ...


@overload
def index_fill(
    input: Tensor, dim: int, index: Tensor, value: Tensor, out: Tensor | None = None
) -> Tensor: ...


@overload
def index_fill(
    input: Tensor, *, axis: int, index: Tensor, value: Tensor, out: Tensor | None = ...
) -> Tensor: ...


def index_fill(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    value: Number = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """A copy with `value` in the slices of dimension `dim` that `index` names."""
    if axis is not None:
        dim = by_other_name("index_fill", "dim", dim, REQUIRED, "axis", axis)
    if value is REQUIRED:
        refuse_missing("index_fill", "value")
    if isinstance(value, NUMBERS) and (input.__class__ is Tensor or not isinstance(input, NUMBERS)):
        return index_fill_default(input, dim, index, value, out)
    return index_fill_Tensor(input, dim, index, value, out)


def index_reduce_(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    source: TensorLike = REQUIRED,
    reduce: str = REQUIRED,
    axis: int | None = None,
    *,
    include_self: bool = True,
) -> Tensor:
    """Write `index_reduce` of `input` into `input` itself, and return it."""
    if axis is not None:
        dim = by_other_name("index_reduce_", "dim", dim, REQUIRED, "axis", axis)
    if index is REQUIRED:
        refuse_missing("index_reduce_", "index")
    if source is REQUIRED:
        refuse_missing("index_reduce_", "source")
    if reduce is REQUIRED:
        refuse_missing("index_reduce_", "reduce")
    if unrecorded(input, index, source):
        return overwrite(
            "index_reduce_", input, index_reduce(input, dim, index, source, reduce, include_self=include_self)
        )
    write = Write("index_reduce_", input, copy=True)
    return write.finish(index_reduce(write.original, dim, index, source, reduce, include_self=include_self))

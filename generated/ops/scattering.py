# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family scattering: each op's node directly above its function."""

from typing import Any, overload

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    INT,
    NUMBERS,
    PRODUCED,
    RELEASED,
    REPLAYING,
    REQUIRED,
    RESULTS,
    STRING,
    TENSOR,
    WATCHED,
    Buffers,
    Heap,
    Node,
    Number,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    asarray,
    by_other_name,
    call_overload,
    check_real,
    check_writable,
    checked,
    fits,
    heappush,
    into,
    ndarray,
    new_tensor,
    not_implemented,
    noticed,
    operand,
    produced,
    recording,
    refuse_tangents,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    write_tangent,
    written,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "scatter",
    "scatter_",
    "scatter__by",
    "scatter__default",
    "scatter__value",
    "scatter__value_by",
    "scatter_add",
    "scatter_add_",
    "scatter_by",
    "scatter_default",
    "scatter_value",
    "scatter_value_by",
]


class ScatterBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_src",
        "saved_dim",
        "saved_index",
        "shape_index",
        "shape_src",
        "version_index",
    )
    op = "scatter"
    edge_names = ("edge_self", "edge_src")
    saved_names = ("index",)
    edge_self: Any
    edge_src: Any
    saved_dim: Any
    saved_index: Any
    shape_index: Any
    shape_src: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        if edge_self is not None:
            grad_self = functions.scatter_value(grad, self.saved_dim, index_, 0)
        if edge_src is not None:
            part1 = functions.gather(grad, self.saved_dim, index_)
            part2 = functions.corner_index(self.shape_index)
            grad_src = functions.basic_index_backward(part1, self.shape_src, part2)
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
        if edge_src is not None:
            if grad_src.__class__ is not ndarray:
                grad_src = asarray(grad_src)
            if edge_src in buffers:
                accumulate(buffers, edge_src, grad_src)
            else:
                buffers[edge_src] = grad_src
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_src
        if not keep:
            self.saved_index = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = ops_later.scatter_value(grad, self.saved_dim, index_, 0)
        if edge_src is not None:
            part3 = ops.gather(grad, self.saved_dim, index_)
            part4 = functions.corner_index(self.shape_index)
            grad_src = ops._basic_index_backward(part3, self.shape_src, part4)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def scatter_default(
    input: TensorLike, dim: int, index: TensorLike, src: TensorLike, out: Tensor | None = None
) -> Tensor:
    """A copy with the elements of `src` written along `dim` to the places that `index` names.

    Each place should be named once.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    src : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = scatter_value(grad, dim, index, 0)
    gradient of src = _basic_index_backward(gather(grad, dim, index), src.shape,
        functions.corner_index(index.shape))
    """
    if out is not None:
        return into("scatter", out, scatter_default, input, dim, index, src)
    if dim.__class__ is not int:
        dim = as_int("scatter", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    except AttributeError:
        input = operand("scatter", "input", input)
        index = operand("scatter", "index", index)
        src = operand("scatter", "src", src)
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    self_ = input._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("scatter", functions.scatter, self_, dim, index_, src_)
    else:
        result_ = functions.scatter(self_, dim, index_, src_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = ScatterBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape_index = index.shape
        node.shape_src = src.shape
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter_default_tangent(out, input, dim, index, src)
        if rare & PRODUCED:
            produced("scatter", (out,), self=input, dim=dim, index=index, src=src)
    return out


def _scatter_default_tangent(out: Any, input: Any, dim: Any, index: Any, src: Any) -> None:
    if not any_tangent((input, src)):
        return
    self_t = tangent_or_zeros(input)
    src_t = tangent_or_zeros(src)
    tangent = ops_later.scatter_default(self_t, dim, index, src_t)
    set_tangent(out, tangent)


class ScatterValueBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_index", "version_index")
    op = "scatter.value"
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
        grad_self = functions.scatter_value(grad, self.saved_dim, index_, 0)
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
        grad_self = ops_later.scatter_value(grad, self.saved_dim, index_, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def scatter_value(
    input: TensorLike, dim: int, index: TensorLike, value: Number, out: Tensor | None = None
) -> Tensor:
    """A copy with `value` along `dim` in the places that `index` names.

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
    gradient of input = scatter_value(grad, dim, index, 0)
    """
    if out is not None:
        return into("scatter", out, scatter_value, input, dim, index, value)
    if dim.__class__ is not int:
        dim = as_int("scatter", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
    except AttributeError:
        input = operand("scatter", "input", input)
        index = operand("scatter", "index", index)
        edge_self = input._edge
        index_ = index._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("scatter", functions.scatter_value, self_, dim, index_, value)
    else:
        result_ = functions.scatter_value(self_, dim, index_, value)
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
        node = ScatterValueBackward()
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
            _scatter_value_tangent(out, input, dim, index, value)
        if rare & PRODUCED:
            produced("scatter", (out,), self=input, dim=dim, index=index, value=value)
    return out


def _scatter_value_tangent(out: Any, input: Any, dim: Any, index: Any, value: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.scatter_value(self_t, dim, index, 0)
    set_tangent(out, tangent)


def scatter_by(
    input: TensorLike, dim: int, index: TensorLike, src: TensorLike, out: Tensor | None = None, *, reduce: str
) -> Tensor:
    """Compute `scatter.by`.

    A copy in which the elements of `src` are added along `dim` to the places that `index` names, or for
    `multiply` multiplied with them. See scatter_reduce, which has more reductions.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    src : Tensor
    reduce : str
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = scatter_reduce(input, dim, index, src, functions.scatter_reduction(reduce))
    """
    if out is not None:
        return into("scatter", out, scatter_by, input, dim, index, src, reduce=reduce)
    if dim.__class__ is not int:
        dim = as_int("scatter", "dim", dim)
    part1 = functions.scatter_reduction(reduce)
    out = ops_later.scatter_reduce(input, dim, index, src, part1)
    return out


def scatter_value_by(
    input: TensorLike, dim: int, index: TensorLike, value: Number, out: Tensor | None = None, *, reduce: str
) -> Tensor:
    """Compute `scatter.value_by`.

    A copy in which `value` is added along `dim` to the places that `index` names, or for `multiply`
    multiplied with them.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    value : Scalar
    reduce : str
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = scatter_reduce(input, dim, index, each, functions.scatter_reduction(reduce))
    each = fill(gather(input, dim, index), value)
    """
    if out is not None:
        return into("scatter", out, scatter_value_by, input, dim, index, value, reduce=reduce)
    if dim.__class__ is not int:
        dim = as_int("scatter", "dim", dim)
    each_ = ops.fill(ops.gather(input, dim, index), value)
    part1 = functions.scatter_reduction(reduce)
    out = ops_later.scatter_reduce(input, dim, index, each_, part1)
    return out


class ScatterInplaceBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_src",
        "saved_dim",
        "saved_index",
        "shape_index",
        "shape_src",
        "version_index",
    )
    op = "scatter_"
    edge_names = ("edge_self", "edge_src")
    saved_names = ("index",)
    edge_self: Any
    edge_src: Any
    saved_dim: Any
    saved_index: Any
    shape_index: Any
    shape_src: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        if edge_self is not None:
            grad_self = functions.scatter_value(grad, self.saved_dim, index_, 0)
        if edge_src is not None:
            part1 = functions.gather(grad, self.saved_dim, index_)
            part2 = functions.corner_index(self.shape_index)
            grad_src = functions.basic_index_backward(part1, self.shape_src, part2)
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
        if edge_src is not None:
            if grad_src.__class__ is not ndarray:
                grad_src = asarray(grad_src)
            if edge_src in buffers:
                accumulate(buffers, edge_src, grad_src)
            else:
                buffers[edge_src] = grad_src
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_src
        if not keep:
            self.saved_index = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = ops_later.scatter_value(grad, self.saved_dim, index_, 0)
        if edge_src is not None:
            part3 = ops.gather(grad, self.saved_dim, index_)
            part4 = functions.corner_index(self.shape_index)
            grad_src = ops._basic_index_backward(part3, self.shape_src, part4)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def scatter__default(input: TensorLike, dim: int, index: TensorLike, src: TensorLike) -> Tensor:
    """Write the elements of `src` along `dim` to the places that `index` names.

    Parameters
    ----------
    input : Tensor(a!)
    dim : int
    index : Tensor
    src : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = scatter_value(grad, dim, index, 0)
    gradient of src = _basic_index_backward(gather(grad, dim, index), src.shape,
        functions.corner_index(index.shape))
    """
    if dim.__class__ is not int:
        dim = as_int("scatter_", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    except AttributeError:
        input = operand("scatter_", "input", input)
        index = operand("scatter_", "index", index)
        src = operand("scatter_", "src", src)
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    self_ = input._array
    src_ = src._array
    check_writable("scatter_", input, index, src)
    functions.scatter_(self_, dim, index_, src_)
    rare = state.rare
    node: ScatterInplaceBackward | None = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = ScatterInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape_index = index.shape
        node.shape_src = src.shape
        node.saved_dim = dim
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("scatter_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter__default_tangent(input, input, dim, index, src)
        if rare & PRODUCED:
            produced("scatter_", (), self=input, dim=dim, index=index, src=src)
    target: Tensor = input
    return target


def _scatter__default_tangent(out: Any, input: Any, dim: Any, index: Any, src: Any) -> None:
    if not any_tangent((input, src)):
        return
    self_t = tangent_or_zeros(input)
    src_t = tangent_or_zeros(src)
    tangent = ops_later.scatter_default(self_t, dim, index, src_t)
    write_tangent(out, tangent)


class ScatterInplaceByBackward(Node):
    __slots__ = ("edge_self", "edge_src")
    op = "scatter_.by"
    edge_names = ("edge_self", "edge_src")
    edge_self: Any
    edge_src: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_self is not None:
            raise not_implemented("scatter_.by", "self", "scatter_add_ and scatter_reduce_ have gradients")
        if edge_src is not None:
            raise not_implemented("scatter_.by", "src", "scatter_add_ and scatter_reduce_ have gradients")
        return None

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
            raise not_implemented("scatter_.by", "self", "scatter_add_ and scatter_reduce_ have gradients")
        if edge_src is not None:
            raise not_implemented("scatter_.by", "src", "scatter_add_ and scatter_reduce_ have gradients")
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def scatter__by(input: TensorLike, dim: int, index: TensorLike, src: TensorLike, *, reduce: str) -> Tensor:
    """Compute `scatter_.by`.

    Add the elements of `src` along `dim` to the places that `index` names, or for `multiply` multiply
    them.

    Parameters
    ----------
    input : Tensor(a!)
    dim : int
    index : Tensor
    src : Tensor
    reduce : str

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input: not implemented, scatter_add_ and scatter_reduce_ have gradients
    gradient of src: not implemented, scatter_add_ and scatter_reduce_ have gradients
    """
    if dim.__class__ is not int:
        dim = as_int("scatter_", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    except AttributeError:
        input = operand("scatter_", "input", input)
        index = operand("scatter_", "index", index)
        src = operand("scatter_", "src", src)
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("scatter_", input._array)
    self_ = input._array
    src_ = src._array
    check_writable("scatter_", input, index, src)
    functions.scatter_by_(self_, dim, index_, src_, reduce)
    rare = state.rare
    node: ScatterInplaceByBackward | None = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = ScatterInplaceByBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("scatter_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            refuse_tangents(
                "scatter_.by", input, index, src, reason="scatter_add_ and scatter_reduce_ have gradients"
            )
        if rare & PRODUCED:
            produced("scatter_", (), self=input, dim=dim, index=index, src=src, reduce=reduce)
    target: Tensor = input
    return target


class ScatterInplaceValueByBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_index", "saved_reduce", "saved_value", "version_index")
    op = "scatter_.value_by"
    edge_names = ("edge_self",)
    saved_names = ("index",)
    edge_self: Any
    saved_dim: Any
    saved_index: Any
    saved_reduce: Any
    saved_value: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self: Any
        if self.saved_reduce == "add":
            grad_self = grad
        else:
            part2 = functions.gather(grad, self.saved_dim, index_)
            part1 = functions.fill(part2, self.saved_value)
            part3 = functions.scatter_reduction(self.saved_reduce)
            grad_self = functions.scatter_reduce(grad, self.saved_dim, index_, part1, part3, True)
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
        grad_self: Any
        if self.saved_reduce == "add":
            grad_self = grad
        else:
            grad_self = ops_later.scatter_value_by(
                grad, self.saved_dim, index_, self.saved_value, reduce=self.saved_reduce
            )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def scatter__value_by(
    input: TensorLike, dim: int, index: TensorLike, value: Number, *, reduce: str
) -> Tensor:
    """Add `value` along `dim` to the places that `index` names, or for `multiply` multiply them by it.

    Parameters
    ----------
    input : Tensor(a!)
    dim : int
    index : Tensor
    value : Scalar
    reduce : str

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad if reduce == 'add' else scatter_value_by(grad, dim, index, value,
        reduce=reduce)
    """
    if dim.__class__ is not int:
        dim = as_int("scatter_", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
    except AttributeError:
        input = operand("scatter_", "input", input)
        index = operand("scatter_", "index", index)
        edge_self = input._edge
        index_ = index._array
    if input.dtype.num > 13:  # complex, or float16
        check_real("scatter_", input._array)
    self_ = input._array
    check_writable("scatter_", input, index)
    functions.scatter_value_by_(self_, dim, index_, value, reduce)
    rare = state.rare
    node: ScatterInplaceValueByBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = ScatterInplaceValueByBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_value = value
        node.saved_reduce = reduce
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("scatter_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter__value_by_tangent(input, input, dim, index, value, reduce)
        if rare & PRODUCED:
            produced("scatter_", (), self=input, dim=dim, index=index, value=value, reduce=reduce)
    target: Tensor = input
    return target


def _scatter__value_by_tangent(out: Any, input: Any, dim: Any, index: Any, value: Any, reduce: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    if reduce == "add":
        tangent = self_t
    else:
        tangent = ops_later.scatter_value_by(self_t, dim, index, value, reduce=reduce)
    write_tangent(out, tangent)


class ScatterInplaceValueBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_index", "version_index")
    op = "scatter_.value"
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
        grad_self = functions.scatter_value(grad, self.saved_dim, index_, 0)
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
        grad_self = ops_later.scatter_value(grad, self.saved_dim, index_, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def scatter__value(input: TensorLike, dim: int, index: TensorLike, value: Number) -> Tensor:
    """Write `value` along `dim` to the places that `index` names.

    Parameters
    ----------
    input : Tensor(a!)
    dim : int
    index : Tensor
    value : Scalar

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = scatter_value(grad, dim, index, 0)
    """
    if dim.__class__ is not int:
        dim = as_int("scatter_", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
    except AttributeError:
        input = operand("scatter_", "input", input)
        index = operand("scatter_", "index", index)
        edge_self = input._edge
        index_ = index._array
    self_ = input._array
    check_writable("scatter_", input, index)
    functions.scatter_value_(self_, dim, index_, value)
    rare = state.rare
    node: ScatterInplaceValueBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = ScatterInplaceValueBackward()
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
    written("scatter_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter__value_tangent(input, input, dim, index, value)
        if rare & PRODUCED:
            produced("scatter_", (), self=input, dim=dim, index=index, value=value)
    target: Tensor = input
    return target


def _scatter__value_tangent(out: Any, input: Any, dim: Any, index: Any, value: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.scatter_value(self_t, dim, index, 0)
    write_tangent(out, tangent)


class ScatterAddBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_src",
        "saved_dim",
        "saved_index",
        "shape_index",
        "shape_src",
        "version_index",
    )
    op = "scatter_add"
    edge_names = ("edge_self", "edge_src")
    saved_names = ("index",)
    edge_self: Any
    edge_src: Any
    saved_dim: Any
    saved_index: Any
    shape_index: Any
    shape_src: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_src is not None:
            index_ = self.saved_index
            if index_._counter != self.version_index:
                index_ = checked(self, "index", index_)
            index_ = index_._array
        if edge_self is not None:
            grad_self = grad
        if edge_src is not None:
            part1 = functions.gather(grad, self.saved_dim, index_)
            part2 = functions.corner_index(self.shape_index)
            grad_src = functions.basic_index_backward(part1, self.shape_src, part2)
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
        if edge_src is not None:
            if grad_src.__class__ is not ndarray:
                grad_src = asarray(grad_src)
            if edge_src in buffers:
                accumulate(buffers, edge_src, grad_src)
            else:
                buffers[edge_src] = grad_src
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_src
        if not keep:
            self.saved_index = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_src is not None:
            index_ = self.saved_index
            if index_._counter != self.version_index:
                index_ = checked(self, "index", index_)
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = grad
        if edge_src is not None:
            part3 = ops.gather(grad, self.saved_dim, index_)
            part4 = functions.corner_index(self.shape_index)
            grad_src = ops._basic_index_backward(part3, self.shape_src, part4)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


@overload
def scatter_add(
    input: TensorLike, dim: int, index: TensorLike, src: TensorLike, *, out: Tensor | None = ...
) -> Tensor: ...


@overload
def scatter_add(
    input: TensorLike, *, axis: int, index: TensorLike, src: TensorLike, out: Tensor | None = ...
) -> Tensor: ...


def scatter_add(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    src: TensorLike = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """A copy to which the elements of `src` are added along `dim` in the places that `index` names.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    src : Tensor
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad
    gradient of src = _basic_index_backward(gather(grad, dim, index), src.shape,
        functions.corner_index(index.shape))
    """
    if axis is not None:
        dim = by_other_name("scatter_add", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("scatter_add", out, scatter_add, input, dim, index, src)
    if dim.__class__ is not int:
        dim = as_int("scatter_add", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    except AttributeError:
        input = operand("scatter_add", "input", input)
        index = operand("scatter_add", "index", index)
        src = operand("scatter_add", "src", src)
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    self_ = input._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("scatter_add", functions.scatter_add, self_, dim, index_, src_)
    else:
        result_ = functions.scatter_add(self_, dim, index_, src_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = ScatterAddBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        if edge_src is not None:
            node.saved_index = index
            counter = index._counter
            node.version_index = counter if counter.__class__ is int else counter.version
        else:
            node.saved_index = None
        node.shape_index = index.shape
        node.shape_src = src.shape
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter_add_tangent(out, input, dim, index, src)
        if rare & PRODUCED:
            produced("scatter_add", (out,), self=input, dim=dim, index=index, src=src)
    return out


def _scatter_add_tangent(out: Any, input: Any, dim: Any, index: Any, src: Any) -> None:
    if not any_tangent((input, src)):
        return
    self_t = tangent_or_zeros(input)
    src_t = tangent_or_zeros(src)
    tangent = ops_later.scatter_add(self_t, dim, index, src_t)
    set_tangent(out, tangent)


class ScatterAddInplaceBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_src",
        "saved_dim",
        "saved_index",
        "shape_index",
        "shape_src",
        "version_index",
    )
    op = "scatter_add_"
    edge_names = ("edge_self", "edge_src")
    saved_names = ("index",)
    edge_self: Any
    edge_src: Any
    saved_dim: Any
    saved_index: Any
    shape_index: Any
    shape_src: Any
    version_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_src is not None:
            index_ = self.saved_index
            if index_._counter != self.version_index:
                index_ = checked(self, "index", index_)
            index_ = index_._array
        if edge_self is not None:
            grad_self = grad
        if edge_src is not None:
            part1 = functions.gather(grad, self.saved_dim, index_)
            part2 = functions.corner_index(self.shape_index)
            grad_src = functions.basic_index_backward(part1, self.shape_src, part2)
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
        if edge_src is not None:
            if grad_src.__class__ is not ndarray:
                grad_src = asarray(grad_src)
            if edge_src in buffers:
                accumulate(buffers, edge_src, grad_src)
            else:
                buffers[edge_src] = grad_src
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_src
        if not keep:
            self.saved_index = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_src is not None:
            index_ = self.saved_index
            if index_._counter != self.version_index:
                index_ = checked(self, "index", index_)
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = grad
        if edge_src is not None:
            part3 = ops.gather(grad, self.saved_dim, index_)
            part4 = functions.corner_index(self.shape_index)
            grad_src = ops._basic_index_backward(part3, self.shape_src, part4)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


@overload
def scatter_add_(input: TensorLike, dim: int, index: TensorLike, src: TensorLike) -> Tensor: ...


@overload
def scatter_add_(input: TensorLike, *, axis: int, index: TensorLike, src: TensorLike) -> Tensor: ...


def scatter_add_(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    src: TensorLike = REQUIRED,
    axis: int | None = None,
) -> Tensor:
    """Add the elements of `src` along `dim` in the places that `index` names.

    Parameters
    ----------
    input : Tensor(a!)
    dim : int
    index : Tensor
    src : Tensor
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad
    gradient of src = _basic_index_backward(gather(grad, dim, index), src.shape,
        functions.corner_index(index.shape))
    """
    if axis is not None:
        dim = by_other_name("scatter_add_", "dim", dim, REQUIRED, "axis", axis)
    if dim.__class__ is not int:
        dim = as_int("scatter_add_", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    except AttributeError:
        input = operand("scatter_add_", "input", input)
        index = operand("scatter_add_", "index", index)
        src = operand("scatter_add_", "src", src)
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    self_ = input._array
    src_ = src._array
    check_writable("scatter_add_", input, index, src)
    functions.scatter_add_(self_, dim, index_, src_)
    rare = state.rare
    node: ScatterAddInplaceBackward | None = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = ScatterAddInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        if edge_src is not None:
            node.saved_index = index
            counter = index._counter
            node.version_index = counter if counter.__class__ is int else counter.version
        else:
            node.saved_index = None
        node.shape_index = index.shape
        node.shape_src = src.shape
        node.saved_dim = dim
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("scatter_add_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter_add__tangent(input, input, dim, index, src)
        if rare & PRODUCED:
            produced("scatter_add_", (), self=input, dim=dim, index=index, src=src)
    target: Tensor = input
    return target


def _scatter_add__tangent(out: Any, input: Any, dim: Any, index: Any, src: Any) -> None:
    if not any_tangent((input, src)):
        return
    self_t = tangent_or_zeros(input)
    src_t = tangent_or_zeros(src)
    tangent = ops_later.scatter_add(self_t, dim, index, src_t)
    write_tangent(out, tangent)


@overload
def scatter(input: Tensor, dim: int, index: Tensor, src: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def scatter(input: Tensor, *, axis: int, index: Tensor, src: Tensor, out: Tensor | None = ...) -> Tensor: ...


@overload
def scatter(input: Tensor, dim: int, index: Tensor, value: complex, out: Tensor | None = None) -> Tensor: ...


@overload
def scatter(
    input: Tensor, *, axis: int, index: Tensor, value: complex, out: Tensor | None = ...
) -> Tensor: ...


@overload
def scatter(
    input: Tensor, dim: int, index: Tensor, src: Tensor, out: Tensor | None = None, *, reduce: str
) -> Tensor: ...


@overload
def scatter(
    input: Tensor, *, axis: int, index: Tensor, src: Tensor, reduce: str, out: Tensor | None = ...
) -> Tensor: ...


@overload
def scatter(
    input: Tensor, dim: int, index: Tensor, value: complex, out: Tensor | None = None, *, reduce: str
) -> Tensor: ...


@overload
def scatter(
    input: Tensor, *, axis: int, index: Tensor, value: complex, reduce: str, out: Tensor | None = ...
) -> Tensor: ...


def scatter(*args: Any, **kwargs: Any) -> Any:
    """A copy with the elements of `src` written along `dim` to the places that `index` names.

    Overloads:

    * ``scatter(Tensor input, int dim, Tensor index, Tensor src) -> Tensor``
    * ``scatter.value(Tensor input, int dim, Tensor index, Scalar value) -> Tensor``
    * ``scatter.by(Tensor input, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor``
    * ``scatter.value_by(Tensor input, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor``
    """
    return call_overload("scatter", _SCATTER_OVERLOADS, args, kwargs, _SCATTER_NAMES)


def _fits_scatter_default(input: Any, dim: Any, index: Any, src: Any) -> bool:
    return fits((input, TENSOR), (dim, INT), (index, TENSOR), (src, TENSOR))


def _fits_scatter_value(input: Any, dim: Any, index: Any, value: Any) -> bool:
    return fits((input, TENSOR), (dim, INT), (index, TENSOR), (value, NUMBERS))


def _fits_scatter_by(input: Any, dim: Any, index: Any, src: Any, reduce: Any) -> bool:
    return fits((input, TENSOR), (dim, INT), (index, TENSOR), (src, TENSOR), (reduce, STRING))


def _fits_scatter_value_by(input: Any, dim: Any, index: Any, value: Any, reduce: Any) -> bool:
    return fits((input, TENSOR), (dim, INT), (index, TENSOR), (value, NUMBERS), (reduce, STRING))


_SCATTER_OVERLOADS = (
    (scatter_default, _fits_scatter_default),
    (scatter_value, _fits_scatter_value),
    (scatter_by, _fits_scatter_by),
    (scatter_value_by, _fits_scatter_value_by),
)
_SCATTER_NAMES = {"axis": "dim"}


@overload
def scatter_(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor: ...


@overload
def scatter_(input: Tensor, *, axis: int, index: Tensor, src: Tensor) -> Tensor: ...


@overload
def scatter_(input: Tensor, dim: int, index: Tensor, src: Tensor, *, reduce: str) -> Tensor: ...


@overload
def scatter_(input: Tensor, *, axis: int, index: Tensor, src: Tensor, reduce: str) -> Tensor: ...


@overload
def scatter_(input: Tensor, dim: int, index: Tensor, value: complex, *, reduce: str) -> Tensor: ...


@overload
def scatter_(input: Tensor, *, axis: int, index: Tensor, value: complex, reduce: str) -> Tensor: ...


@overload
def scatter_(input: Tensor, dim: int, index: Tensor, value: complex) -> Tensor: ...


@overload
def scatter_(input: Tensor, *, axis: int, index: Tensor, value: complex) -> Tensor: ...


def scatter_(*args: Any, **kwargs: Any) -> Any:
    """Write the elements of `src` along `dim` to the places that `index` names.

    Overloads:

    * ``scatter_(Tensor(a!) input, int dim, Tensor index, Tensor src) -> Tensor(a!)``
    * ``scatter_.by(Tensor(a!) input, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor(a!)``
    * ``scatter_.value_by(Tensor(a!) input, int dim, Tensor index, Scalar value, *, str reduce) ->
      Tensor(a!)``
    * ``scatter_.value(Tensor(a!) input, int dim, Tensor index, Scalar value) -> Tensor(a!)``
    """
    return call_overload("scatter_", _SCATTER__OVERLOADS, args, kwargs, _SCATTER__NAMES)


def _fits_scatter__default(input: Any, dim: Any, index: Any, src: Any) -> bool:
    return fits((input, TENSOR), (dim, INT), (index, TENSOR), (src, TENSOR))


def _fits_scatter__by(input: Any, dim: Any, index: Any, src: Any, reduce: Any) -> bool:
    return fits((input, TENSOR), (dim, INT), (index, TENSOR), (src, TENSOR), (reduce, STRING))


def _fits_scatter__value_by(input: Any, dim: Any, index: Any, value: Any, reduce: Any) -> bool:
    return fits((input, TENSOR), (dim, INT), (index, TENSOR), (value, NUMBERS), (reduce, STRING))


def _fits_scatter__value(input: Any, dim: Any, index: Any, value: Any) -> bool:
    return fits((input, TENSOR), (dim, INT), (index, TENSOR), (value, NUMBERS))


_SCATTER__OVERLOADS = (
    (scatter__default, _fits_scatter__default),
    (scatter__by, _fits_scatter__by),
    (scatter__value_by, _fits_scatter__value_by),
    (scatter__value, _fits_scatter__value),
)
_SCATTER__NAMES = {"axis": "dim"}

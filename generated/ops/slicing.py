# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family slicing: each op's node directly above its function."""

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
    accumulate,
    any_tangent,
    as_int,
    as_ints,
    as_view,
    asarray,
    become,
    by_other_name,
    check_changeable,
    checked_output,
    heappush,
    into,
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
    wrap,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_clear_select",
    "_clear_slice",
    "_strided_places",
    "as_strided",
    "as_strided_",
    "narrow",
    "narrow_copy",
    "select",
    "select_backward",
    "select_scatter",
    "slice",
    "slice_backward",
    "slice_scatter",
    "unfold",
    "unfold_backward",
]


class SelectBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_index", "shape_self")
    op = "select"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any
    saved_index: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.select_backward(grad, self.shape_self, self.saved_dim, self.saved_index)
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
        grad_self = ops.select_backward(grad, self.shape_self, self.saved_dim, self.saved_index)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def select(input: TensorLike, dim: int, index: int) -> Tensor: ...


@overload
def select(input: TensorLike, *, axis: int, index: int) -> Tensor: ...


def select(input: TensorLike, dim: int = REQUIRED, index: int = REQUIRED, axis: int | None = None) -> Tensor:
    """The elements at `index` of dimension `dim`, without that dimension.

    Parameters
    ----------
    input : Tensor(a)
    dim : int
    index : int
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = select_backward(grad, input.shape, dim, index)
    """
    if axis is not None:
        dim = by_other_name("select", "dim", dim, REQUIRED, "axis", axis)
    if dim.__class__ is not int:
        dim = as_int("select", "dim", dim)
    if index.__class__ is not int:
        index = as_int("select", "index", index)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("select", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.select(self_, dim, index)
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
        as_view(out, input, select, (dim, index))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = SelectBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _select_tangent(out, input, dim, index)
        if rare & PRODUCED:
            produced("select", (out,), self=input, dim=dim, index=index)
    return out


def _select_tangent(out: Any, input: Any, dim: Any, index: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.select(self_t, dim, index)
    set_tangent(out, tangent)


class SelectBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_dim", "saved_index")
    op = "select_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_dim: Any
    saved_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.select(grad, self.saved_dim, self.saved_index)
        following: Node | None = None
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            following = edge_grad_output
        return following

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
    if dim.__class__ is not int:
        dim = as_int("select_backward", "dim", dim)
    if index.__class__ is not int:
        index = as_int("select_backward", "index", index)
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
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = SelectBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_dim = dim
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
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


class SelectScatterBackward(Node):
    __slots__ = ("dtype_src", "edge_self", "edge_src", "saved_dim", "saved_index")
    op = "select_scatter"
    edge_names = ("edge_self", "edge_src")
    dtype_src: Any
    edge_self: Any
    edge_src: Any
    saved_dim: Any
    saved_index: Any

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
            grad_self = functions.clear_select(grad, self.saved_dim, self.saved_index)
        if edge_src is not None:
            part1 = functions.select(grad, self.saved_dim, self.saved_index)
            grad_src = functions.cast_gradient(part1, self.dtype_src)
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
        return following

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


@overload
def select_scatter(
    input: TensorLike, src: TensorLike, dim: int, index: int, *, out: Tensor | None = ...
) -> Tensor: ...


@overload
def select_scatter(
    input: TensorLike, src: TensorLike, *, axis: int, index: int, out: Tensor | None = ...
) -> Tensor: ...


def select_scatter(
    input: TensorLike,
    src: TensorLike,
    dim: int = REQUIRED,
    index: int = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """A copy with `src` at `index` of dimension `dim`.

    Parameters
    ----------
    input : Tensor
    src : Tensor
    dim : int
    index : int
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _clear_select(grad, dim, index)
    gradient of src = _cast_gradient(select(grad, dim, index), src.dtype)
    """
    if axis is not None:
        dim = by_other_name("select_scatter", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("select_scatter", out, select_scatter, input, src, dim, index)
    if dim.__class__ is not int:
        dim = as_int("select_scatter", "dim", dim)
    if index.__class__ is not int:
        index = as_int("select_scatter", "index", index)
    try:
        edge_self = input._edge
        edge_src = src._edge
    except AttributeError:
        input = operand("select_scatter", "input", input)
        src = operand("select_scatter", "src", src)
        edge_self = input._edge
        edge_src = src._edge
    self_ = input._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("select_scatter", functions.select_scatter, self_, src_, dim, index)
    else:
        result_ = functions.select_scatter(self_, src_, dim, index)
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
        node = SelectScatterBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _select_scatter_tangent(out, input, src, dim, index)
        if rare & PRODUCED:
            produced("select_scatter", (out,), self=input, src=src, dim=dim, index=index)
    return out


def _select_scatter_tangent(out: Any, input: Any, src: Any, dim: Any, index: Any) -> None:
    if not any_tangent((input, src)):
        return
    self_t = tangent_or_zeros(input)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.clear_select(grad, self.saved_dim, self.saved_index)
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
        grad_self = ops._clear_select(grad, self.saved_dim, self.saved_index)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _clear_select(input: TensorLike, dim: int, index: int) -> Tensor:
    """A copy with zeros at `index` of dimension `dim`.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _clear_select(grad, dim, index)
    """
    if dim.__class__ is not int:
        dim = as_int("_clear_select", "dim", dim)
    if index.__class__ is not int:
        index = as_int("_clear_select", "index", index)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_clear_select", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_clear_select", functions.clear_select, self_, dim, index)
    else:
        result_ = functions.clear_select(self_, dim, index)
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
        node = ClearSelectBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _clear_select_tangent(out, input, dim, index)
        if rare & PRODUCED:
            produced("_clear_select", (out,), self=input, dim=dim, index=index)
    return out


def _clear_select_tangent(out: Any, input: Any, dim: Any, index: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._clear_select(self_t, dim, index)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.slice_backward(
            grad, self.shape_self, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
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
        grad_self = ops.slice_backward(
            grad, self.shape_self, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def slice(
    input: TensorLike,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    axis: int | None = None,
) -> Tensor:
    """The elements `start:end:step` of dimension `dim`; bounds are cut off as in Python.

    Parameters
    ----------
    input : Tensor(a)
    dim : int, default 0
    start : int?, default None
    end : int?, default None
    step : int, default 1
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = slice_backward(grad, input.shape, dim, start, end, step)
    """
    if axis is not None:
        dim = by_other_name("slice", "dim", dim, 0, "axis", axis)
    if dim.__class__ is not int:
        dim = as_int("slice", "dim", dim)
    if start is not None and start.__class__ is not int:
        start = as_int("slice", "start", start)
    if end is not None and end.__class__ is not int:
        end = as_int("slice", "end", end)
    if step.__class__ is not int:
        step = as_int("slice", "step", step)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("slice", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.slice_dim(self_, dim, start, end, step)
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
        as_view(out, input, slice, (dim, start, end, step))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = SliceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_start = start
        node.saved_end = end
        node.saved_step = step
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _slice_tangent(out, input, dim, start, end, step)
        if rare & PRODUCED:
            produced("slice", (out,), self=input, dim=dim, start=start, end=end, step=step)
    return out


def _slice_tangent(out: Any, input: Any, dim: Any, start: Any, end: Any, step: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.slice_dim(
            grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
        )
        following: Node | None = None
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            following = edge_grad_output
        return following

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
    if dim.__class__ is not int:
        dim = as_int("slice_backward", "dim", dim)
    if start is not None and start.__class__ is not int:
        start = as_int("slice_backward", "start", start)
    if end is not None and end.__class__ is not int:
        end = as_int("slice_backward", "end", end)
    if step.__class__ is not int:
        step = as_int("slice_backward", "step", step)
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
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = SliceBackwardBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
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
            grad_self = functions.clear_slice(
                grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
            )
        if edge_src is not None:
            part1 = functions.slice_dim(
                grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
            )
            grad_src = functions.cast_gradient(part1, self.dtype_src)
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
        return following

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
    input: TensorLike,
    src: TensorLike,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """A copy with `src` in the place of `input[start:end:step]` along `dim`.

    Parameters
    ----------
    input : Tensor
    src : Tensor
    dim : int, default 0
    start : int?, default None
    end : int?, default None
    step : int, default 1
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _clear_slice(grad, dim, start, end, step)
    gradient of src = _cast_gradient(slice(grad, dim, start, end, step), src.dtype)
    """
    if axis is not None:
        dim = by_other_name("slice_scatter", "dim", dim, 0, "axis", axis)
    if out is not None:
        return into("slice_scatter", out, slice_scatter, input, src, dim, start, end, step)
    if dim.__class__ is not int:
        dim = as_int("slice_scatter", "dim", dim)
    if start is not None and start.__class__ is not int:
        start = as_int("slice_scatter", "start", start)
    if end is not None and end.__class__ is not int:
        end = as_int("slice_scatter", "end", end)
    if step.__class__ is not int:
        step = as_int("slice_scatter", "step", step)
    try:
        edge_self = input._edge
        edge_src = src._edge
    except AttributeError:
        input = operand("slice_scatter", "input", input)
        src = operand("slice_scatter", "src", src)
        edge_self = input._edge
        edge_src = src._edge
    self_ = input._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("slice_scatter", functions.slice_scatter, self_, src_, dim, start, end, step)
    else:
        result_ = functions.slice_scatter(self_, src_, dim, start, end, step)
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
        node = SliceScatterBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _slice_scatter_tangent(out, input, src, dim, start, end, step)
        if rare & PRODUCED:
            produced("slice_scatter", (out,), self=input, src=src, dim=dim, start=start, end=end, step=step)
    return out


def _slice_scatter_tangent(out: Any, input: Any, src: Any, dim: Any, start: Any, end: Any, step: Any) -> None:
    if not any_tangent((input, src)):
        return
    self_t = tangent_or_zeros(input)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.clear_slice(
            grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step
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
        grad_self = ops._clear_slice(grad, self.saved_dim, self.saved_start, self.saved_end, self.saved_step)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _clear_slice(input: TensorLike, dim: int, start: int | None, end: int | None, step: int) -> Tensor:
    """A copy with zeros in the place of `input[start:end:step]` along `dim`.

    Parameters
    ----------
    input : Tensor
    dim : int
    start : int?
    end : int?
    step : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _clear_slice(grad, dim, start, end, step)
    """
    if dim.__class__ is not int:
        dim = as_int("_clear_slice", "dim", dim)
    if start is not None and start.__class__ is not int:
        start = as_int("_clear_slice", "start", start)
    if end is not None and end.__class__ is not int:
        end = as_int("_clear_slice", "end", end)
    if step.__class__ is not int:
        step = as_int("_clear_slice", "step", step)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_clear_slice", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_clear_slice", functions.clear_slice, self_, dim, start, end, step)
    else:
        result_ = functions.clear_slice(self_, dim, start, end, step)
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
        node = ClearSliceBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _clear_slice_tangent(out, input, dim, start, end, step)
        if rare & PRODUCED:
            produced("_clear_slice", (out,), self=input, dim=dim, start=start, end=end, step=step)
    return out


def _clear_slice_tangent(out: Any, input: Any, dim: Any, start: Any, end: Any, step: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._clear_slice(self_t, dim, start, end, step)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        first_ = functions.narrow_start(self.shape_self, self.saved_dim, self.saved_start, self.saved_length)
        part1 = first_ + self.saved_length
        grad_self = functions.slice_backward(grad, self.shape_self, self.saved_dim, first_, part1, 1)
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
        first_ = functions.narrow_start(self.shape_self, self.saved_dim, self.saved_start, self.saved_length)
        part2 = first_ + self.saved_length
        grad_self = ops.slice_backward(grad, self.shape_self, self.saved_dim, first_, part2, 1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def narrow(input: TensorLike, dim: int, start: int, length: int) -> Tensor: ...


@overload
def narrow(input: TensorLike, *, axis: int, start: int, length: int) -> Tensor: ...


def narrow(
    input: TensorLike,
    dim: int = REQUIRED,
    start: int = REQUIRED,
    length: int = REQUIRED,
    axis: int | None = None,
) -> Tensor:
    """The `length` elements of dimension `dim` from `start` on.

    Parameters
    ----------
    input : Tensor(a)
    dim : int
    start : int
    length : int
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    first = functions.narrow_start(input.shape, dim, start, length)
    gradient of input = slice_backward(grad, input.shape, dim, first, first + length, 1)
    """
    if axis is not None:
        dim = by_other_name("narrow", "dim", dim, REQUIRED, "axis", axis)
    if dim.__class__ is not int:
        dim = as_int("narrow", "dim", dim)
    if start.__class__ is not int:
        start = as_int("narrow", "start", start)
    if length.__class__ is not int:
        length = as_int("narrow", "length", length)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("narrow", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.narrow(self_, dim, start, length)
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
        as_view(out, input, narrow, (dim, start, length))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = NarrowBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_start = start
        node.saved_length = length
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _narrow_tangent(out, input, dim, start, length)
        if rare & PRODUCED:
            produced("narrow", (out,), self=input, dim=dim, start=start, length=length)
    return out


def _narrow_tangent(out: Any, input: Any, dim: Any, start: Any, length: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.narrow(self_t, dim, start, length)
    set_tangent(out, tangent)


@overload
def narrow_copy(
    input: TensorLike, dim: int, start: int, length: int, *, out: Tensor | None = ...
) -> Tensor: ...


@overload
def narrow_copy(
    input: TensorLike, *, axis: int, start: int, length: int, out: Tensor | None = ...
) -> Tensor: ...


def narrow_copy(
    input: TensorLike,
    dim: int = REQUIRED,
    start: int = REQUIRED,
    length: int = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """A copy of the `length` elements of dimension `dim` from `start` on.

    Parameters
    ----------
    input : Tensor
    dim : int
    start : int
    length : int
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = clone(narrow(input, dim, start, length))
    """
    if axis is not None:
        dim = by_other_name("narrow_copy", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("narrow_copy", out, narrow_copy, input, dim, start, length)
    if dim.__class__ is not int:
        dim = as_int("narrow_copy", "dim", dim)
    if start.__class__ is not int:
        start = as_int("narrow_copy", "start", start)
    if length.__class__ is not int:
        length = as_int("narrow_copy", "length", length)
    out = ops.clone(ops.narrow(input, dim, start, length))
    return out


class UnfoldBackward(Node):
    __slots__ = ("edge_self", "saved_dimension", "saved_size", "saved_step", "shape_self")
    op = "unfold"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dimension: Any
    saved_size: Any
    saved_step: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.unfold_backward(
            grad, self.shape_self, self.saved_dimension, self.saved_size, self.saved_step
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
        grad_self = ops.unfold_backward(
            grad, self.shape_self, self.saved_dimension, self.saved_size, self.saved_step
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def unfold(input: TensorLike, dimension: int, size: int, step: int) -> Tensor:
    """The windows of `size` elements along a dimension, `step` apart, as a new last dimension.

    Parameters
    ----------
    input : Tensor(a)
    dimension : int
    size : int
    step : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = unfold_backward(grad, input.shape, dimension, size, step)
    """
    if dimension.__class__ is not int:
        dimension = as_int("unfold", "dimension", dimension)
    if size.__class__ is not int:
        size = as_int("unfold", "size", size)
    if step.__class__ is not int:
        step = as_int("unfold", "step", step)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("unfold", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.unfold(self_, dimension, size, step)
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
        as_view(out, input, unfold, (dimension, size, step))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = UnfoldBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_dimension = dimension
        node.saved_size = size
        node.saved_step = step
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _unfold_tangent(out, input, dimension, size, step)
        if rare & PRODUCED:
            produced("unfold", (out,), self=input, dimension=dimension, size=size, step=step)
    return out


def _unfold_tangent(out: Any, input: Any, dimension: Any, size: Any, step: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.unfold(grad, self.saved_dimension, self.saved_size, self.saved_step)
        following: Node | None = None
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            following = edge_grad_output
        return following

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
    if dimension.__class__ is not int:
        dimension = as_int("unfold_backward", "dimension", dimension)
    if size.__class__ is not int:
        size = as_int("unfold_backward", "size", size)
    if step.__class__ is not int:
        step = as_int("unfold_backward", "step", step)
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
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = UnfoldBackwardBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
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
    __slots__ = (
        "counter__layout",
        "edge_self",
        "saved__layout",
        "saved_size",
        "saved_storage_offset",
        "saved_stride",
        "shape_self",
    )
    op = "as_strided"
    edge_names = ("edge_self",)
    saved_outputs = ("_layout",)
    counter__layout: Any
    edge_self: Any
    saved__layout: Any
    saved_size: Any
    saved_storage_offset: Any
    saved_stride: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        _layout_ = self.saved__layout
        if self.counter__layout is not None:
            _layout_ = checked_output(self, "_layout")
        count_ = functions.number_of_elements(self.shape_self)
        part4 = functions.strided_places(
            _layout_, self.shape_self, self.saved_size, self.saved_stride, self.saved_storage_offset
        )
        numbers_ = functions.reshape(part4, (-1,))
        part3 = functions.reshape(grad, (-1,))
        part2 = functions.index_select_backward(part3, (count_ + 1,), 0, numbers_)
        part1 = functions.narrow(part2, 0, 0, count_)
        grad_self = functions.reshape(part1, self.shape_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved__layout = None
            self.counter__layout = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        _layout_ = wrap(checked_output(self, "_layout"))
        count_ = functions.number_of_elements(self.shape_self)
        part5 = ops._strided_places(
            _layout_, self.shape_self, self.saved_size, self.saved_stride, self.saved_storage_offset
        )
        numbers_ = ops.reshape(part5, (-1,))
        part8 = ops.reshape(grad, (-1,))
        part7 = ops_later.index_select_backward(part8, (count_ + 1,), 0, numbers_)
        part6 = ops.narrow(part7, 0, 0, count_)
        grad_self = ops.reshape(part6, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def as_strided(
    input: TensorLike, size: IntsLike, stride: IntsLike, storage_offset: int | None = None
) -> Tensor:
    """Compute `as_strided`.

    A view of the memory that `input` is a part of: element `(i, j)` of the result lies `storage_offset +
    i * stride[0] + j * stride[1]` elements after the beginning of that memory. Without an offset it
    begins where `input` does.

    Parameters
    ----------
    input : Tensor(a)
    size : int[]
    stride : int[]
    storage_offset : int?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    count = functions.number_of_elements(input.shape)
    numbers = reshape(_strided_places(_layout, input.shape, size, stride, storage_offset), (-1,))
    gradient of input = reshape(narrow(index_select_backward(reshape(grad, (-1,)), (count + 1,), 0,
        numbers), 0, 0, count), input.shape)
    """
    if size.__class__ is not tuple:
        size = as_ints("as_strided", "size", size)
    if stride.__class__ is not tuple:
        stride = as_ints("as_strided", "stride", stride)
    if storage_offset is not None and storage_offset.__class__ is not int:
        storage_offset = as_int("as_strided", "storage_offset", storage_offset)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("as_strided", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_, _layout_ = functions.as_strided(self_, size, stride, storage_offset)
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
        as_view(out, input, as_strided, (size, stride, storage_offset))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = AsStridedBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_size = size
        node.saved_stride = stride
        node.saved_storage_offset = storage_offset
        node.saved__layout = _layout_
        node.counter__layout = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _as_strided_tangent(out, _layout_, input, size, stride, storage_offset)
        if rare & PRODUCED:
            produced(
                "as_strided", (out,), self=input, size=size, stride=stride, storage_offset=storage_offset
            )
    return out


def _as_strided_tangent(
    out: Any, _layout: Any, input: Any, size: Any, stride: Any, storage_offset: Any
) -> None:
    _layout = wrap(_layout)
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    part3 = ops._strided_places(_layout, self_p.shape, size, stride, storage_offset)
    part2 = ops.reshape(part3, (-1,))
    part4 = ops_later.constant_pad_nd(ops.reshape(self_t, (-1,)), (0, 1))
    part1 = ops_later.index_select(part4, 0, part2)
    tangent = ops.reshape(part1, size)
    set_tangent(out, tangent)


def _strided_places(
    layout: TensorLike, shape: IntsLike, size: IntsLike, stride: IntsLike, storage_offset: int | None
) -> Tensor:
    """Compute `_strided_places`.

    For each element of what `as_strided` returns, its number in the tensor of `shape` that lies in the
    memory as `layout` says.

    Parameters
    ----------
    layout : Tensor
    shape : int[]
    size : int[]
    stride : int[]
    storage_offset : int?

    Returns
    -------
    Tensor
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_strided_places", "shape", shape)
    if size.__class__ is not tuple:
        size = as_ints("_strided_places", "size", size)
    if stride.__class__ is not tuple:
        stride = as_ints("_strided_places", "stride", stride)
    if storage_offset is not None and storage_offset.__class__ is not int:
        storage_offset = as_int("_strided_places", "storage_offset", storage_offset)
    try:
        layout_ = layout._array
    except AttributeError:
        layout = operand("_strided_places", "layout", layout)
        layout_ = layout._array
    result_ = functions.strided_places(layout_, shape, size, stride, storage_offset)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "_strided_places",
            (out,),
            layout=layout,
            shape=shape,
            size=size,
            stride=stride,
            storage_offset=storage_offset,
        )
    return out


def as_strided_(
    input: TensorLike, size: IntsLike, stride: IntsLike, storage_offset: int | None = None
) -> Tensor:
    """Make `input` itself the view that `as_strided` gives of it, and return it."""
    check_changeable("as_strided_", input)
    undo = None
    return become(input, (as_strided, (size, stride, storage_offset)), undo)

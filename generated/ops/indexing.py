# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family indexing: each op's node directly above its function."""

from typing import Any

from derivata.runtime.functions import at_once as functions
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
    as_view,
    asarray,
    check_writable,
    heappush,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    plain_index,
    primal_of,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    write_tangent,
    written,
)

from . import at_once as ops

__all__ = [
    "_advanced_index",
    "_advanced_index_backward",
    "_basic_index",
    "_basic_index_backward",
    "_clear_index",
    "_getitem",
    "_setitem_",
    "index_put",
    "index_put_",
]


def _getitem(input: TensorLike, index: Any) -> Tensor:
    """The elements that `index` names.

    Parameters
    ----------
    input : Tensor(a)
    index : index

    Returns
    -------
    Tensor

    Notes
    -----
    result = _basic_index(input, index) if functions.is_basic_index(index) else _advanced_index(input,
        index)
    """
    index = plain_index(index)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_getitem", "input", input)
        edge_self = input._edge
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        return _getitem_composite(input, index)
    if rare & FORWARD_AD and any_tangent((input,)):
        return _getitem_composite(input, index)
    self_ = input._array
    result_ = functions.getitem(self_, index)
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
        as_view(out, input, _getitem, (index,))
    if state.rare & PRODUCED:
        produced("_getitem", (out,), self=input, index=index)
    return out


def _getitem_composite(input: TensorLike, index: Any) -> Tensor:
    out: Tensor
    if functions.is_basic_index(index):
        out = ops._basic_index(input, index)
    else:
        out = ops._advanced_index(input, index)
    return out


class BasicIndexBackward(Node):
    __slots__ = ("edge_self", "saved_index", "shape_self")
    op = "_basic_index"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_index: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.basic_index_backward(grad, self.shape_self, self.saved_index)
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
        grad_self = ops._basic_index_backward(grad, self.shape_self, self.saved_index)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _basic_index(input: TensorLike, index: Any) -> Tensor:
    """The view that an index without masks, lists and arrays names.

    Parameters
    ----------
    input : Tensor(a)
    index : index

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _basic_index_backward(grad, input.shape, index)
    """
    index = plain_index(index)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_basic_index", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.basic_index(self_, index)
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
        as_view(out, input, _basic_index, (index,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = BasicIndexBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _basic_index_tangent(out, input, index)
        if rare & PRODUCED:
            produced("_basic_index", (out,), self=input, index=index)
    return out


def _basic_index_tangent(out: Any, input: Any, index: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._basic_index(self_t, index)
    set_tangent(out, tangent)


class BasicIndexBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_index")
    op = "_basic_index_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.basic_index(grad, self.saved_index)
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
        grad_grad_output = ops._basic_index(grad, self.saved_index)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def _basic_index_backward(grad_output: TensorLike, shape: IntsLike, index: Any) -> Tensor:
    """Zeros of `shape` with `grad_output` in the place that `index` names.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    index : index

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = _basic_index(grad, index)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_basic_index_backward", "shape", shape)
    index = plain_index(index)
    try:
        edge_grad_output = grad_output._edge
    except AttributeError:
        grad_output = operand("_basic_index_backward", "grad_output", grad_output)
        edge_grad_output = grad_output._edge
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "_basic_index_backward", functions.basic_index_backward, grad_output_, shape, index
        )
    else:
        result_ = functions.basic_index_backward(grad_output_, shape, index)
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
        node = BasicIndexBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _basic_index_backward_tangent(out, grad_output, shape, index)
        if rare & PRODUCED:
            produced("_basic_index_backward", (out,), grad_output=grad_output, shape=shape, index=index)
    return out


def _basic_index_backward_tangent(out: Any, grad_output: Any, shape: Any, index: Any) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops._basic_index_backward(grad_output_t, shape, index)
    set_tangent(out, tangent)


class AdvancedIndexBackward(Node):
    __slots__ = ("edge_self", "saved_index", "shape_self")
    op = "_advanced_index"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_index: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.advanced_index_backward(grad, self.shape_self, self.saved_index)
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
        grad_self = ops._advanced_index_backward(grad, self.shape_self, self.saved_index)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _advanced_index(input: TensorLike, index: Any) -> Tensor:
    """A copy of the elements that an index with masks, lists or arrays names.

    Parameters
    ----------
    input : Tensor
    index : index

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _advanced_index_backward(grad, input.shape, index)
    """
    index = plain_index(index)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_advanced_index", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_advanced_index", functions.advanced_index, self_, index)
    else:
        result_ = functions.advanced_index(self_, index)
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
        node = AdvancedIndexBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _advanced_index_tangent(out, input, index)
        if rare & PRODUCED:
            produced("_advanced_index", (out,), self=input, index=index)
    return out


def _advanced_index_tangent(out: Any, input: Any, index: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._advanced_index(self_t, index)
    set_tangent(out, tangent)


class AdvancedIndexBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_index")
    op = "_advanced_index_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.advanced_index(grad, self.saved_index)
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
        grad_grad_output = ops._advanced_index(grad, self.saved_index)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def _advanced_index_backward(grad_output: TensorLike, shape: IntsLike, index: Any) -> Tensor:
    """Zeros of `shape` to which `grad_output` is added in the places that `index` names, one by one.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    index : index

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = _advanced_index(grad, index)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_advanced_index_backward", "shape", shape)
    index = plain_index(index)
    try:
        edge_grad_output = grad_output._edge
    except AttributeError:
        grad_output = operand("_advanced_index_backward", "grad_output", grad_output)
        edge_grad_output = grad_output._edge
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "_advanced_index_backward", functions.advanced_index_backward, grad_output_, shape, index
        )
    else:
        result_ = functions.advanced_index_backward(grad_output_, shape, index)
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
        node = AdvancedIndexBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _advanced_index_backward_tangent(out, grad_output, shape, index)
        if rare & PRODUCED:
            produced("_advanced_index_backward", (out,), grad_output=grad_output, shape=shape, index=index)
    return out


def _advanced_index_backward_tangent(out: Any, grad_output: Any, shape: Any, index: Any) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops._advanced_index_backward(grad_output_t, shape, index)
    set_tangent(out, tangent)


class ClearIndexBackward(Node):
    __slots__ = ("edge_self", "saved_index")
    op = "_clear_index"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_index: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.clear_index(grad, self.saved_index)
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
        grad_self = ops._clear_index(grad, self.saved_index)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _clear_index(input: TensorLike, index: Any) -> Tensor:
    """A copy with zeros in the places that `index` names.

    Parameters
    ----------
    input : Tensor
    index : index

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _clear_index(grad, index)
    """
    index = plain_index(index)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_clear_index", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_clear_index", functions.clear_index, self_, index)
    else:
        result_ = functions.clear_index(self_, index)
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
        node = ClearIndexBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _clear_index_tangent(out, input, index)
        if rare & PRODUCED:
            produced("_clear_index", (out,), self=input, index=index)
    return out


def _clear_index_tangent(out: Any, input: Any, index: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._clear_index(self_t, index)
    set_tangent(out, tangent)


class SetitemInplaceBackward(Node):
    __slots__ = ("dtype_value", "edge_self", "edge_value", "saved_index", "shape_value")
    op = "_setitem_"
    edge_names = ("edge_self", "edge_value")
    dtype_value: Any
    edge_self: Any
    edge_value: Any
    saved_index: Any
    shape_value: Any

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
        if edge_value is not None:
            part_ = functions.getitem(grad, self.saved_index)
        if edge_value is not None:
            part2 = functions.strip_leading_ones(self.shape_value)
            spread_ = functions.sum_to_size(part_, part2)
        if edge_self is not None:
            grad_self = functions.clear_index(grad, self.saved_index)
        if edge_value is not None:
            part1 = functions.reshape(spread_, self.shape_value)
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_value = self.edge_value
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_value not in needed:
                edge_value = None
        if edge_value is not None:
            part_ = ops._getitem(grad, self.saved_index)
        if edge_value is not None:
            spread_ = ops.sum_to_size(part_, functions.strip_leading_ones(self.shape_value))
        grad_self: Any = None
        grad_value: Any = None
        if edge_self is not None:
            grad_self = ops._clear_index(grad, self.saved_index)
        if edge_value is not None:
            part3 = ops.reshape(spread_, self.shape_value)
            grad_value = ops._cast_gradient(part3, self.dtype_value)
        return (grad_self, grad_value)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_value)


def _setitem_(input: TensorLike, index: Any, value: TensorLike) -> Tensor:
    """Write `value` to the places that `index` names.

    Parameters
    ----------
    input : Tensor(a!)
    index : index
    value : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    part = _getitem(grad, index)
    spread = sum_to_size(part, functions.strip_leading_ones(value.shape))
    gradient of input = _clear_index(grad, index)
    gradient of value = _cast_gradient(reshape(spread, value.shape), value.dtype)
    """
    index = plain_index(index)
    try:
        edge_self = input._edge
        edge_value = value._edge
    except AttributeError:
        input = operand("_setitem_", "input", input)
        value = operand("_setitem_", "value", value)
        edge_self = input._edge
        edge_value = value._edge
    self_ = input._array
    value_ = value._array
    check_writable("_setitem_", input, value)
    functions.setitem_(self_, index, value_)
    rare = state.rare
    node: SetitemInplaceBackward | None = None
    if (edge_self is not None or edge_value is not None) and (not rare or recording()):
        node = SetitemInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_value = edge_value
        node.shape_value = value.shape
        node.dtype_value = value.dtype
        node.saved_index = index
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("_setitem_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _setitem__tangent(input, input, index, value)
        if rare & PRODUCED:
            produced("_setitem_", (), self=input, index=index, value=value)
    target: Tensor = input
    return target


def _setitem__tangent(out: Any, input: Any, index: Any, value: Any) -> None:
    if not any_tangent((input, value)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    value_t = tangent_or_zeros(value)
    tangent = ops.index_put(self_t, index, ops._cast_gradient(value_t, self_p.dtype))
    write_tangent(out, tangent)


class IndexPutBackward(Node):
    __slots__ = (
        "dtype_values",
        "edge_self",
        "edge_values",
        "saved_accumulate",
        "saved_indices",
        "shape_values",
    )
    op = "index_put"
    edge_names = ("edge_self", "edge_values")
    dtype_values: Any
    edge_self: Any
    edge_values: Any
    saved_accumulate: Any
    saved_indices: Any
    shape_values: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_values = self.edge_values
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_values not in needed:
                edge_values = None
        if edge_values is not None:
            part_ = functions.getitem(grad, self.saved_indices)
        if edge_values is not None:
            part2 = functions.strip_leading_ones(self.shape_values)
            spread_ = functions.sum_to_size(part_, part2)
        if edge_self is not None:
            grad_self: Any
            if self.saved_accumulate:
                grad_self = grad
            else:
                grad_self = functions.clear_index(grad, self.saved_indices)
        if edge_values is not None:
            part1 = functions.reshape(spread_, self.shape_values)
            grad_values = functions.cast_gradient(part1, self.dtype_values)
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
        if edge_values is not None:
            if grad_values.__class__ is not ndarray:
                grad_values = asarray(grad_values)
            if edge_values in buffers:
                accumulate(buffers, edge_values, grad_values)
            else:
                buffers[edge_values] = grad_values
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_values
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_values = self.edge_values
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_values not in needed:
                edge_values = None
        if edge_values is not None:
            part_ = ops._getitem(grad, self.saved_indices)
        if edge_values is not None:
            spread_ = ops.sum_to_size(part_, functions.strip_leading_ones(self.shape_values))
        grad_self: Any = None
        grad_values: Any = None
        if edge_self is not None:
            if self.saved_accumulate:
                grad_self = grad
            else:
                grad_self = ops._clear_index(grad, self.saved_indices)
        if edge_values is not None:
            part3 = ops.reshape(spread_, self.shape_values)
            grad_values = ops._cast_gradient(part3, self.dtype_values)
        return (grad_self, grad_values)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_values)


def index_put(
    input: TensorLike, indices: Any, values: TensorLike, accumulate: bool = False, out: Tensor | None = None
) -> Tensor:
    """A copy with `values` written to the places that `indices` name, or added to what is there.

    Where a place is named twice, every value is added, but only one stays.

    Parameters
    ----------
    input : Tensor
    indices : index
    values : Tensor
    accumulate : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    part = _getitem(grad, indices)
    spread = sum_to_size(part, functions.strip_leading_ones(values.shape))
    gradient of input = grad if accumulate else _clear_index(grad, indices)
    gradient of values = _cast_gradient(reshape(spread, values.shape), values.dtype)
    """
    if out is not None:
        return into("index_put", out, index_put, input, indices, values, accumulate)
    indices = plain_index(indices)
    try:
        edge_self = input._edge
        edge_values = values._edge
    except AttributeError:
        input = operand("index_put", "input", input)
        values = operand("index_put", "values", values)
        edge_self = input._edge
        edge_values = values._edge
    self_ = input._array
    values_ = values._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("index_put", functions.index_put, self_, indices, values_, accumulate)
    else:
        result_ = functions.index_put(self_, indices, values_, accumulate)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_values is not None) and (not rare or recording()):
        node = IndexPutBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_values = edge_values
        node.shape_values = values.shape
        node.dtype_values = values.dtype
        node.saved_indices = indices
        node.saved_accumulate = accumulate
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _index_put_tangent(out, input, indices, values, accumulate)
        if rare & PRODUCED:
            produced("index_put", (out,), self=input, indices=indices, values=values, accumulate=accumulate)
    return out


def _index_put_tangent(out: Any, input: Any, indices: Any, values: Any, accumulate: Any) -> None:
    if not any_tangent((input, values)):
        return
    self_t = tangent_or_zeros(input)
    values_t = tangent_or_zeros(values)
    tangent = ops.index_put(self_t, indices, values_t, accumulate)
    set_tangent(out, tangent)


class IndexPutInplaceBackward(Node):
    __slots__ = (
        "dtype_values",
        "edge_self",
        "edge_values",
        "saved_accumulate",
        "saved_indices",
        "shape_values",
    )
    op = "index_put_"
    edge_names = ("edge_self", "edge_values")
    dtype_values: Any
    edge_self: Any
    edge_values: Any
    saved_accumulate: Any
    saved_indices: Any
    shape_values: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_values = self.edge_values
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_values not in needed:
                edge_values = None
        if edge_values is not None:
            part_ = functions.getitem(grad, self.saved_indices)
        if edge_values is not None:
            part2 = functions.strip_leading_ones(self.shape_values)
            spread_ = functions.sum_to_size(part_, part2)
        if edge_self is not None:
            grad_self: Any
            if self.saved_accumulate:
                grad_self = grad
            else:
                grad_self = functions.clear_index(grad, self.saved_indices)
        if edge_values is not None:
            part1 = functions.reshape(spread_, self.shape_values)
            grad_values = functions.cast_gradient(part1, self.dtype_values)
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
        if edge_values is not None:
            if grad_values.__class__ is not ndarray:
                grad_values = asarray(grad_values)
            if edge_values in buffers:
                accumulate(buffers, edge_values, grad_values)
            else:
                buffers[edge_values] = grad_values
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_values
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_values = self.edge_values
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_values not in needed:
                edge_values = None
        if edge_values is not None:
            part_ = ops._getitem(grad, self.saved_indices)
        if edge_values is not None:
            spread_ = ops.sum_to_size(part_, functions.strip_leading_ones(self.shape_values))
        grad_self: Any = None
        grad_values: Any = None
        if edge_self is not None:
            if self.saved_accumulate:
                grad_self = grad
            else:
                grad_self = ops._clear_index(grad, self.saved_indices)
        if edge_values is not None:
            part3 = ops.reshape(spread_, self.shape_values)
            grad_values = ops._cast_gradient(part3, self.dtype_values)
        return (grad_self, grad_values)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_values)


def index_put_(input: TensorLike, indices: Any, values: TensorLike, accumulate: bool = False) -> Tensor:
    """Write `values` to the places that `indices` name, or add them to what is there.

    Parameters
    ----------
    input : Tensor(a!)
    indices : index
    values : Tensor
    accumulate : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    part = _getitem(grad, indices)
    spread = sum_to_size(part, functions.strip_leading_ones(values.shape))
    gradient of input = grad if accumulate else _clear_index(grad, indices)
    gradient of values = _cast_gradient(reshape(spread, values.shape), values.dtype)
    """
    indices = plain_index(indices)
    try:
        edge_self = input._edge
        edge_values = values._edge
    except AttributeError:
        input = operand("index_put_", "input", input)
        values = operand("index_put_", "values", values)
        edge_self = input._edge
        edge_values = values._edge
    self_ = input._array
    values_ = values._array
    check_writable("index_put_", input, values)
    functions.index_put_(self_, indices, values_, accumulate)
    rare = state.rare
    node: IndexPutInplaceBackward | None = None
    if (edge_self is not None or edge_values is not None) and (not rare or recording()):
        node = IndexPutInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_values = edge_values
        node.shape_values = values.shape
        node.dtype_values = values.dtype
        node.saved_indices = indices
        node.saved_accumulate = accumulate
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("index_put_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _index_put__tangent(input, input, indices, values, accumulate)
        if rare & PRODUCED:
            produced("index_put_", (), self=input, indices=indices, values=values, accumulate=accumulate)
    target: Tensor = input
    return target


def _index_put__tangent(out: Any, input: Any, indices: Any, values: Any, accumulate: Any) -> None:
    if not any_tangent((input, values)):
        return
    self_t = tangent_or_zeros(input)
    values_t = tangent_or_zeros(values)
    tangent = ops.index_put(self_t, indices, values_t, accumulate)
    write_tangent(out, tangent)

# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family indexing: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, NamedTuple, overload

import numpy as np

from derivata.runtime import functions
from derivata.runtime.support import (
    FORWARD_AD,
    INT,
    NUMBERS,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    TENSOR,
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
    as_ints,
    as_view,
    asarray,
    call_overload,
    check_real,
    check_writable,
    checked,
    checked_output,
    fits,
    heappush,
    into,
    into_several,
    ndarray,
    new,
    next_seq,
    noticed,
    operand,
    overwrite,
    plain_index,
    primal_of,
    produced,
    recording,
    relinked,
    replayed,
    set_tangent,
    state,
    tangent_or_zeros,
    unrecorded,
    wrap,
    write_tangent,
    written,
)

from .. import ops

__all__ = [
    "SortOutput",
    "TopkOutput",
    "_advanced_index",
    "_advanced_index_backward",
    "_basic_index",
    "_basic_index_backward",
    "_clear_index",
    "_clear_places",
    "_getitem",
    "_index_pad",
    "_index_pad_backward",
    "_scatter_extreme",
    "_scatter_prod",
    "_scatter_table",
    "_setitem_",
    "_take_backward",
    "argsort",
    "argwhere",
    "constant_pad_nd",
    "gather",
    "gather_backward",
    "index_add",
    "index_add_",
    "index_copy",
    "index_copy_",
    "index_fill",
    "index_fill_",
    "index_put",
    "index_put_",
    "index_reduce",
    "index_reduce_",
    "index_select",
    "index_select_backward",
    "masked_scatter",
    "masked_scatter_",
    "masked_select",
    "masked_select_backward",
    "one_hot",
    "pad",
    "put",
    "put_",
    "scatter",
    "scatter_",
    "scatter__default",
    "scatter__value",
    "scatter_add",
    "scatter_add_",
    "scatter_default",
    "scatter_reduce",
    "scatter_reduce_",
    "scatter_value",
    "sort",
    "take",
    "take_along_dim",
    "topk",
]


def _getitem(self: TensorLike, index: Any) -> Tensor:
    """The elements that `index` names.

    Parameters
    ----------
    self : Tensor(a)
    index : index

    Returns
    -------
    Tensor

    Notes
    -----
    result = _basic_index(self, index) if functions.is_basic_index(index) else _advanced_index(self,
        index)
    """
    index = plain_index(index)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_getitem", "self", self)
        edge_self = self._edge
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        return _getitem_composite(self, index)
    if rare & FORWARD_AD and any_tangent((self,)):
        return _getitem_composite(self, index)
    self_ = self._array
    result_ = functions.getitem(self_, index)
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
        as_view(out, self, _getitem, (index,))
    if state.rare & PRODUCED:
        produced("_getitem", (out,), self=self, index=index)
    return out


def _getitem_composite(self: TensorLike, index: Any) -> Tensor:
    out: Tensor
    if functions.is_basic_index(index):
        out = ops._basic_index(self, index)
    else:
        out = ops._advanced_index(self, index)
    return out


class BasicIndexBackward(Node):
    __slots__ = ("edge_self", "saved_index", "shape_self")
    op = "_basic_index"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_index: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.basic_index_backward(grad, self.shape_self, self.saved_index)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._basic_index_backward(grad, self.shape_self, self.saved_index)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _basic_index(self: TensorLike, index: Any) -> Tensor:
    """The view that an index without masks, lists and arrays names.

    Parameters
    ----------
    self : Tensor(a)
    index : index

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _basic_index_backward(grad, self.shape, index)
    """
    index = plain_index(index)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_basic_index", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.basic_index(self_, index)
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
        as_view(out, self, _basic_index, (index,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(BasicIndexBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _basic_index_tangent(out, self, index)
        if rare & PRODUCED:
            produced("_basic_index", (out,), self=self, index=index)
    return out


def _basic_index_tangent(out: Any, self: Any, index: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._basic_index(self_t, index)
    set_tangent(out, tangent)


class BasicIndexBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_index")
    op = "_basic_index_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_index: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.basic_index(grad, self.saved_index)
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            heappush(heap, (edge_grad_output.seq, edge_grad_output))

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
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = new(BasicIndexBackwardBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.advanced_index_backward(grad, self.shape_self, self.saved_index)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._advanced_index_backward(grad, self.shape_self, self.saved_index)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _advanced_index(self: TensorLike, index: Any) -> Tensor:
    """A copy of the elements that an index with masks, lists or arrays names.

    Parameters
    ----------
    self : Tensor
    index : index

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _advanced_index_backward(grad, self.shape, index)
    """
    index = plain_index(index)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_advanced_index", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_advanced_index", functions.advanced_index, self_, index)
    else:
        result_ = functions.advanced_index(self_, index)
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
        node = new(AdvancedIndexBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _advanced_index_tangent(out, self, index)
        if rare & PRODUCED:
            produced("_advanced_index", (out,), self=self, index=index)
    return out


def _advanced_index_tangent(out: Any, self: Any, index: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._advanced_index(self_t, index)
    set_tangent(out, tangent)


class AdvancedIndexBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_index")
    op = "_advanced_index_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_index: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.advanced_index(grad, self.saved_index)
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            heappush(heap, (edge_grad_output.seq, edge_grad_output))

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
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = new(AdvancedIndexBackwardBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.clear_index(grad, self.saved_index)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._clear_index(grad, self.saved_index)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _clear_index(self: TensorLike, index: Any) -> Tensor:
    """A copy with zeros in the places that `index` names.

    Parameters
    ----------
    self : Tensor
    index : index

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _clear_index(grad, index)
    """
    index = plain_index(index)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_clear_index", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_clear_index", functions.clear_index, self_, index)
    else:
        result_ = functions.clear_index(self_, index)
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
        node = new(ClearIndexBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_index = index
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _clear_index_tangent(out, self, index)
        if rare & PRODUCED:
            produced("_clear_index", (out,), self=self, index=index)
    return out


def _clear_index_tangent(out: Any, self: Any, index: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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


def _setitem_(self: TensorLike, index: Any, value: TensorLike) -> Tensor:
    """Write `value` to the places that `index` names.

    Parameters
    ----------
    self : Tensor(a!)
    index : index
    value : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    part = _getitem(grad, index)
    spread = sum_to_size(part, functions.strip_leading_ones(value.shape))
    gradient of self = _clear_index(grad, index)
    gradient of value = _cast_gradient(reshape(spread, value.shape), value.dtype)
    """
    index = plain_index(index)
    try:
        edge_self = self._edge
        edge_value = value._edge
    except AttributeError:
        self = operand("_setitem_", "self", self)
        value = operand("_setitem_", "value", value)
        edge_self = self._edge
        edge_value = value._edge
    self_ = self._array
    value_ = value._array
    check_writable("_setitem_", self, value)
    functions.setitem_(self_, index, value_)
    rare = state.rare
    node: SetitemInplaceBackward | None = None
    if (edge_self is not None or edge_value is not None) and (not rare or recording()):
        node = new(SetitemInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_value = edge_value
        node.shape_value = value.shape
        node.dtype_value = value.dtype
        node.saved_index = index
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("_setitem_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _setitem__tangent(self, self, index, value)
        if rare & PRODUCED:
            produced("_setitem_", (), self=self, index=index, value=value)
    target: Tensor = self
    return target


def _setitem__tangent(out: Any, self: Any, index: Any, value: Any) -> None:
    if not any_tangent((self, value)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_values is not None:
            if grad_values.__class__ is not ndarray:
                grad_values = asarray(grad_values)
            if edge_values in buffers:
                accumulate(buffers, edge_values, grad_values)
            else:
                buffers[edge_values] = grad_values
                heappush(heap, (edge_values.seq, edge_values))

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
    self: TensorLike, indices: Any, values: TensorLike, accumulate: bool = False, out: Tensor | None = None
) -> Tensor:
    """A copy with `values` written to the places that `indices` name, or added to what is there.

    Where a place is named twice, every value is added, but only one stays.

    Parameters
    ----------
    self : Tensor
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
    gradient of self = grad if accumulate else _clear_index(grad, indices)
    gradient of values = _cast_gradient(reshape(spread, values.shape), values.dtype)
    """
    if out is not None:
        return into("index_put", out, index_put, self, indices, values, accumulate)
    indices = plain_index(indices)
    try:
        edge_self = self._edge
        edge_values = values._edge
    except AttributeError:
        self = operand("index_put", "self", self)
        values = operand("index_put", "values", values)
        edge_self = self._edge
        edge_values = values._edge
    self_ = self._array
    values_ = values._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("index_put", functions.index_put, self_, indices, values_, accumulate)
    else:
        result_ = functions.index_put(self_, indices, values_, accumulate)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_values is not None) and (not rare or recording()):
        node = new(IndexPutBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _index_put_tangent(out, self, indices, values, accumulate)
        if rare & PRODUCED:
            produced("index_put", (out,), self=self, indices=indices, values=values, accumulate=accumulate)
    return out


def _index_put_tangent(out: Any, self: Any, indices: Any, values: Any, accumulate: Any) -> None:
    if not any_tangent((self, values)):
        return
    self_t = tangent_or_zeros(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_values is not None:
            if grad_values.__class__ is not ndarray:
                grad_values = asarray(grad_values)
            if edge_values in buffers:
                accumulate(buffers, edge_values, grad_values)
            else:
                buffers[edge_values] = grad_values
                heappush(heap, (edge_values.seq, edge_values))

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


def index_put_(self: TensorLike, indices: Any, values: TensorLike, accumulate: bool = False) -> Tensor:
    """Write `values` to the places that `indices` name, or add them to what is there.

    Parameters
    ----------
    self : Tensor(a!)
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
    gradient of self = grad if accumulate else _clear_index(grad, indices)
    gradient of values = _cast_gradient(reshape(spread, values.shape), values.dtype)
    """
    indices = plain_index(indices)
    try:
        edge_self = self._edge
        edge_values = values._edge
    except AttributeError:
        self = operand("index_put_", "self", self)
        values = operand("index_put_", "values", values)
        edge_self = self._edge
        edge_values = values._edge
    self_ = self._array
    values_ = values._array
    check_writable("index_put_", self, values)
    functions.index_put_(self_, indices, values_, accumulate)
    rare = state.rare
    node: IndexPutInplaceBackward | None = None
    if (edge_self is not None or edge_values is not None) and (not rare or recording()):
        node = new(IndexPutInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_values = edge_values
        node.shape_values = values.shape
        node.dtype_values = values.dtype
        node.saved_indices = indices
        node.saved_accumulate = accumulate
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("index_put_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _index_put__tangent(self, self, indices, values, accumulate)
        if rare & PRODUCED:
            produced("index_put_", (), self=self, indices=indices, values=values, accumulate=accumulate)
    target: Tensor = self
    return target


def _index_put__tangent(out: Any, self: Any, indices: Any, values: Any, accumulate: Any) -> None:
    if not any_tangent((self, values)):
        return
    self_t = tangent_or_zeros(self)
    values_t = tangent_or_zeros(values)
    tangent = ops.index_put(self_t, indices, values_t, accumulate)
    write_tangent(out, tangent)


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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self = functions.gather_backward(grad, self.shape_self, self.saved_dim, index_)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_index = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self = ops.gather_backward(grad, self.shape_self, self.saved_dim, index_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def gather(self: TensorLike, dim: int, index: TensorLike, out: Tensor | None = None) -> Tensor:
    """Compute `gather`.

    The elements along `dim` that `index` names, in the shape of `index`: for `dim=0` and a matrix,
    `result[i, j] = self[index[i, j], j]`.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = gather_backward(grad, self.shape, dim, index)
    """
    if out is not None:
        return into("gather", out, gather, self, dim, index)
    try:
        edge_self = self._edge
        index_ = index._array
    except AttributeError:
        self = operand("gather", "self", self)
        index = operand("gather", "index", index)
        edge_self = self._edge
        index_ = index._array
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("gather", functions.gather, self_, dim, index_)
    else:
        result_ = functions.gather(self_, dim, index_)
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
        node = new(GatherBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _gather_tangent(out, self, dim, index)
        if rare & PRODUCED:
            produced("gather", (out,), self=self, dim=dim, index=index)
    return out


def _gather_tangent(out: Any, self: Any, dim: Any, index: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_grad_output = self.edge_grad_output
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_grad_output = functions.gather(grad, self.saved_dim, index_)
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            heappush(heap, (edge_grad_output.seq, edge_grad_output))
        if not keep:
            self.saved_index = RELEASED

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
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = new(GatherBackwardBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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


def take_along_dim(
    self: TensorLike, indices: TensorLike, dim: int | None = None, out: Tensor | None = None
) -> Tensor:
    """Compute `take_along_dim`.

    The elements along `dim` that `indices` name, such as those of `argsort`; the other dimensions are
    broadcast. Without `dim` both are taken as flat.

    Parameters
    ----------
    self : Tensor
    indices : Tensor
    dim : int?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = gather(reshape(self, (-1,)), 0, reshape(indices, (-1,))) if dim is None else
        gather(expand(self, functions.take_along_shape(self.shape, indices.shape, dim)), dim,
        expand(indices, functions.take_along_index_shape(self.shape, indices.shape, dim)))
    """
    if out is not None:
        return into("take_along_dim", out, take_along_dim, self, indices, dim)
    if dim is None:
        out = ops.gather(ops.reshape(self, (-1,)), 0, ops.reshape(indices, (-1,)))
    else:
        part2 = functions.take_along_index_shape(self.shape, indices.shape, dim)
        part1 = ops.expand(indices, part2)
        part4 = functions.take_along_shape(self.shape, indices.shape, dim)
        part3 = ops.expand(self, part4)
        out = ops.gather(part3, dim, part1)
    return out


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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if not keep:
            self.saved_index = RELEASED

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
            grad_self = ops.scatter_value(grad, self.saved_dim, index_, 0)
        if edge_src is not None:
            part3 = ops.gather(grad, self.saved_dim, index_)
            part4 = functions.corner_index(self.shape_index)
            grad_src = ops._basic_index_backward(part3, self.shape_src, part4)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def scatter_default(
    self: TensorLike, dim: int, index: TensorLike, src: TensorLike, out: Tensor | None = None
) -> Tensor:
    """A copy with the elements of `src` written along `dim` to the places that `index` names.

    Each place should be named once.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    src : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = scatter_value(grad, dim, index, 0)
    gradient of src = _basic_index_backward(gather(grad, dim, index), src.shape,
        functions.corner_index(index.shape))
    """
    if out is not None:
        return into("scatter", out, scatter_default, self, dim, index, src)
    try:
        edge_self = self._edge
        index_ = index._array
        edge_src = src._edge
    except AttributeError:
        self = operand("scatter", "self", self)
        index = operand("scatter", "index", index)
        src = operand("scatter", "src", src)
        edge_self = self._edge
        index_ = index._array
        edge_src = src._edge
    self_ = self._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("scatter", functions.scatter, self_, dim, index_, src_)
    else:
        result_ = functions.scatter(self_, dim, index_, src_)
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
        node = new(ScatterBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter_default_tangent(out, self, dim, index, src)
        if rare & PRODUCED:
            produced("scatter", (out,), self=self, dim=dim, index=index, src=src)
    return out


def _scatter_default_tangent(out: Any, self: Any, dim: Any, index: Any, src: Any) -> None:
    if not any_tangent((self, src)):
        return
    self_t = tangent_or_zeros(self)
    src_t = tangent_or_zeros(src)
    tangent = ops.scatter_default(self_t, dim, index, src_t)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self = functions.scatter_value(grad, self.saved_dim, index_, 0)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_index = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self = ops.scatter_value(grad, self.saved_dim, index_, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def scatter_value(
    self: TensorLike, dim: int, index: TensorLike, value: Number, out: Tensor | None = None
) -> Tensor:
    """A copy with `value` along `dim` in the places that `index` names.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    value : Scalar
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = scatter_value(grad, dim, index, 0)
    """
    if out is not None:
        return into("scatter", out, scatter_value, self, dim, index, value)
    try:
        edge_self = self._edge
        index_ = index._array
    except AttributeError:
        self = operand("scatter", "self", self)
        index = operand("scatter", "index", index)
        edge_self = self._edge
        index_ = index._array
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("scatter", functions.scatter_value, self_, dim, index_, value)
    else:
        result_ = functions.scatter_value(self_, dim, index_, value)
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
        node = new(ScatterValueBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter_value_tangent(out, self, dim, index, value)
        if rare & PRODUCED:
            produced("scatter", (out,), self=self, dim=dim, index=index, value=value)
    return out


def _scatter_value_tangent(out: Any, self: Any, dim: Any, index: Any, value: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.scatter_value(self_t, dim, index, 0)
    set_tangent(out, tangent)


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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if not keep:
            self.saved_index = RELEASED

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
            grad_self = ops.scatter_value(grad, self.saved_dim, index_, 0)
        if edge_src is not None:
            part3 = ops.gather(grad, self.saved_dim, index_)
            part4 = functions.corner_index(self.shape_index)
            grad_src = ops._basic_index_backward(part3, self.shape_src, part4)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def scatter__default(self: TensorLike, dim: int, index: TensorLike, src: TensorLike) -> Tensor:
    """Write the elements of `src` along `dim` to the places that `index` names.

    Parameters
    ----------
    self : Tensor(a!)
    dim : int
    index : Tensor
    src : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = scatter_value(grad, dim, index, 0)
    gradient of src = _basic_index_backward(gather(grad, dim, index), src.shape,
        functions.corner_index(index.shape))
    """
    try:
        edge_self = self._edge
        index_ = index._array
        edge_src = src._edge
    except AttributeError:
        self = operand("scatter_", "self", self)
        index = operand("scatter_", "index", index)
        src = operand("scatter_", "src", src)
        edge_self = self._edge
        index_ = index._array
        edge_src = src._edge
    self_ = self._array
    src_ = src._array
    check_writable("scatter_", self, index, src)
    functions.scatter_(self_, dim, index_, src_)
    rare = state.rare
    node: ScatterInplaceBackward | None = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = new(ScatterInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape_index = index.shape
        node.shape_src = src.shape
        node.saved_dim = dim
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("scatter_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter__default_tangent(self, self, dim, index, src)
        if rare & PRODUCED:
            produced("scatter_", (), self=self, dim=dim, index=index, src=src)
    target: Tensor = self
    return target


def _scatter__default_tangent(out: Any, self: Any, dim: Any, index: Any, src: Any) -> None:
    if not any_tangent((self, src)):
        return
    self_t = tangent_or_zeros(self)
    src_t = tangent_or_zeros(src)
    tangent = ops.scatter_default(self_t, dim, index, src_t)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self = functions.scatter_value(grad, self.saved_dim, index_, 0)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_index = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self = ops.scatter_value(grad, self.saved_dim, index_, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def scatter__value(self: TensorLike, dim: int, index: TensorLike, value: Number) -> Tensor:
    """Write `value` along `dim` to the places that `index` names.

    Parameters
    ----------
    self : Tensor(a!)
    dim : int
    index : Tensor
    value : Scalar

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = scatter_value(grad, dim, index, 0)
    """
    try:
        edge_self = self._edge
        index_ = index._array
    except AttributeError:
        self = operand("scatter_", "self", self)
        index = operand("scatter_", "index", index)
        edge_self = self._edge
        index_ = index._array
    self_ = self._array
    check_writable("scatter_", self, index)
    functions.scatter_value_(self_, dim, index_, value)
    rare = state.rare
    node: ScatterInplaceValueBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(ScatterInplaceValueBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("scatter_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter__value_tangent(self, self, dim, index, value)
        if rare & PRODUCED:
            produced("scatter_", (), self=self, dim=dim, index=index, value=value)
    target: Tensor = self
    return target


def _scatter__value_tangent(out: Any, self: Any, dim: Any, index: Any, value: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.scatter_value(self_t, dim, index, 0)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if not keep:
            self.saved_index = RELEASED

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


def scatter_add(
    self: TensorLike, dim: int, index: TensorLike, src: TensorLike, out: Tensor | None = None
) -> Tensor:
    """A copy to which the elements of `src` are added along `dim` in the places that `index` names.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    src : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = grad
    gradient of src = _basic_index_backward(gather(grad, dim, index), src.shape,
        functions.corner_index(index.shape))
    """
    if out is not None:
        return into("scatter_add", out, scatter_add, self, dim, index, src)
    try:
        edge_self = self._edge
        index_ = index._array
        edge_src = src._edge
    except AttributeError:
        self = operand("scatter_add", "self", self)
        index = operand("scatter_add", "index", index)
        src = operand("scatter_add", "src", src)
        edge_self = self._edge
        index_ = index._array
        edge_src = src._edge
    self_ = self._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("scatter_add", functions.scatter_add, self_, dim, index_, src_)
    else:
        result_ = functions.scatter_add(self_, dim, index_, src_)
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
        node = new(ScatterAddBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter_add_tangent(out, self, dim, index, src)
        if rare & PRODUCED:
            produced("scatter_add", (out,), self=self, dim=dim, index=index, src=src)
    return out


def _scatter_add_tangent(out: Any, self: Any, dim: Any, index: Any, src: Any) -> None:
    if not any_tangent((self, src)):
        return
    self_t = tangent_or_zeros(self)
    src_t = tangent_or_zeros(src)
    tangent = ops.scatter_add(self_t, dim, index, src_t)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if not keep:
            self.saved_index = RELEASED

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


def scatter_add_(self: TensorLike, dim: int, index: TensorLike, src: TensorLike) -> Tensor:
    """Add the elements of `src` along `dim` in the places that `index` names.

    Parameters
    ----------
    self : Tensor(a!)
    dim : int
    index : Tensor
    src : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = grad
    gradient of src = _basic_index_backward(gather(grad, dim, index), src.shape,
        functions.corner_index(index.shape))
    """
    try:
        edge_self = self._edge
        index_ = index._array
        edge_src = src._edge
    except AttributeError:
        self = operand("scatter_add_", "self", self)
        index = operand("scatter_add_", "index", index)
        src = operand("scatter_add_", "src", src)
        edge_self = self._edge
        index_ = index._array
        edge_src = src._edge
    self_ = self._array
    src_ = src._array
    check_writable("scatter_add_", self, index, src)
    functions.scatter_add_(self_, dim, index_, src_)
    rare = state.rare
    node: ScatterAddInplaceBackward | None = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = new(ScatterAddInplaceBackward)
        node.seq = next_seq()
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
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("scatter_add_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter_add__tangent(self, self, dim, index, src)
        if rare & PRODUCED:
            produced("scatter_add_", (), self=self, dim=dim, index=index, src=src)
    target: Tensor = self
    return target


def _scatter_add__tangent(out: Any, self: Any, dim: Any, index: Any, src: Any) -> None:
    if not any_tangent((self, src)):
        return
    self_t = tangent_or_zeros(self)
    src_t = tangent_or_zeros(src)
    tangent = ops.scatter_add(self_t, dim, index, src_t)
    write_tangent(out, tangent)


def scatter_reduce(
    self: TensorLike,
    dim: int,
    index: TensorLike,
    src: TensorLike,
    reduce: str,
    out: Tensor | None = None,
    *,
    include_self: bool = True,
) -> Tensor:
    """Compute `scatter_reduce`.

    A copy in which each place that `index` names along `dim` is reduced with the elements of `src` that
    go there: `reduce` is one of `sum`, `prod`, `mean`, `amax` and `amin`. Without `include_self` what
    was there does not count.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    src : Tensor
    reduce : str
    include_self : bool, default True
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = scatter_add(start, dim, index, src) if reduce == 'sum' else scatter_add(start, dim, index,
        src) / counts if reduce == 'mean' else _scatter_prod(self, dim, index, src, include_self) if
        reduce == 'prod' else _scatter_extreme(self, dim, index, src, reduce, include_self)
    start = self if include_self else scatter_value(self, dim, index, 0)
    counts = clamp(scatter_add(fill(self, 1 if include_self else 0), dim, index, fill(src, 1)), 1)
    """
    if out is not None:
        return into(
            "scatter_reduce", out, scatter_reduce, self, dim, index, src, reduce, include_self=include_self
        )
    try:
        edge_self = self._edge
        edge_index = index._edge
        edge_src = src._edge
    except AttributeError:
        self = operand("scatter_reduce", "self", self)
        index = operand("scatter_reduce", "index", index)
        src = operand("scatter_reduce", "src", src)
        edge_self = self._edge
        edge_index = index._edge
        edge_src = src._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("scatter_reduce", self._array)
    rare = state.rare
    if (edge_self is not None or edge_index is not None or edge_src is not None) and (
        not rare or recording()
    ):
        return _scatter_reduce_composite(self, dim, index, src, reduce, include_self=include_self)
    if rare & FORWARD_AD and any_tangent((self, index, src)):
        return _scatter_reduce_composite(self, dim, index, src, reduce, include_self=include_self)
    self_ = self._array
    index_ = index._array
    src_ = src._array
    result_ = functions.scatter_reduce(self_, dim, index_, src_, reduce, include_self)
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
        produced(
            "scatter_reduce",
            (out,),
            self=self,
            dim=dim,
            index=index,
            src=src,
            reduce=reduce,
            include_self=include_self,
        )
    return out


def _scatter_reduce_composite(
    self: TensorLike, dim: int, index: TensorLike, src: TensorLike, reduce: str, *, include_self: bool = True
) -> Tensor:
    out: Tensor
    start_: Any
    if include_self:
        start_ = self
    else:
        start_ = ops.scatter_value(self, dim, index, 0)
    part2 = ops.fill(self, 1 if include_self else 0)
    part1 = ops.scatter_add(part2, dim, index, ops.fill(src, 1))
    counts_ = ops.clamp(part1, 1)
    if reduce == "sum":
        out = ops.scatter_add(start_, dim, index, src)
    else:
        if reduce == "mean":
            out = ops.scatter_add(start_, dim, index, src) / counts_
        else:
            if reduce == "prod":
                out = ops._scatter_prod(self, dim, index, src, include_self)
            else:
                out = ops._scatter_extreme(self, dim, index, src, reduce, include_self)
    return out


class ScatterExtremeBackward(Node):
    __slots__ = (
        "counter_result",
        "dtype_self",
        "dtype_src",
        "edge_self",
        "edge_src",
        "saved_dim",
        "saved_include_self",
        "saved_index",
        "saved_result",
        "saved_self",
        "saved_src",
        "shape_index",
        "shape_src",
        "version_index",
        "version_self",
        "version_src",
    )
    op = "_scatter_extreme"
    edge_names = ("edge_self", "edge_src")
    saved_names = ("self", "index", "src")
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    dtype_self: Any
    dtype_src: Any
    edge_self: Any
    edge_src: Any
    saved_dim: Any
    saved_include_self: Any
    saved_index: Any
    saved_result: Any
    saved_self: Any
    saved_src: Any
    shape_index: Any
    shape_src: Any
    version_index: Any
    version_self: Any
    version_src: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        src_ = self.saved_src
        if src_._counter != self.version_src:
            src_ = checked(self, "src", src_)
        src_ = src_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        equal_ = functions.cast(self_ == result_, self.dtype_self)
        own_: Any
        if self.saved_include_self:
            own_ = equal_
        else:
            part5 = functions.fill(self_, 0)
            part4 = functions.scatter_value(part5, self.saved_dim, index_, 1)
            part3 = 1 - part4
            own_ = equal_ * part3
        part_ = functions.basic_index(src_, functions.corner_index(self.shape_index))
        part6 = part_ == functions.gather(result_, self.saved_dim, index_)
        theirs_ = functions.cast(part6, self.dtype_src)
        shares_ = functions.scatter_add(own_, self.saved_dim, index_, theirs_)
        divisor_ = np.where(shares_ == 0, 1, shares_)
        if edge_self is not None:
            grad_self = grad * own_ / divisor_
        if edge_src is not None:
            part1 = functions.gather(grad / divisor_, self.saved_dim, index_) * theirs_
            part2 = functions.corner_index(self.shape_index)
            grad_src = functions.basic_index_backward(part1, self.shape_src, part2)
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
        if not keep:
            self.saved_self = self.saved_index = self.saved_src = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        src_ = self.saved_src
        if src_._counter != self.version_src:
            src_ = checked(self, "src", src_)
        result_ = relinked(self, "result")
        equal_ = ops._cast(self_ == result_, self.dtype_self)
        own_: Any
        if self.saved_include_self:
            own_ = equal_
        else:
            part7 = 1 - ops.scatter_value(ops.fill(self_, 0), self.saved_dim, index_, 1)
            own_ = equal_ * part7
        part_ = ops._basic_index(src_, functions.corner_index(self.shape_index))
        part8 = part_ == ops.gather(result_, self.saved_dim, index_)
        theirs_ = ops._cast(part8, self.dtype_src)
        shares_ = ops.scatter_add(own_, self.saved_dim, index_, theirs_)
        divisor_ = ops.where(shares_ == 0, 1, shares_)
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = grad * own_ / divisor_
        if edge_src is not None:
            part9 = ops.gather(grad / divisor_, self.saved_dim, index_) * theirs_
            part10 = functions.corner_index(self.shape_index)
            grad_src = ops._basic_index_backward(part9, self.shape_src, part10)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def _scatter_extreme(
    self: TensorLike, dim: int, index: TensorLike, src: TensorLike, reduce: str, include_self: bool
) -> Tensor:
    """The largest or smallest of the elements that are scattered to the same place.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    src : Tensor
    reduce : str
    include_self : bool

    Returns
    -------
    Tensor

    Notes
    -----
    equal = _cast(self == result, self.dtype)
    own = equal if include_self else equal * (1 - scatter_value(fill(self, 0), dim, index, 1))
    part = _basic_index(src, functions.corner_index(index.shape))
    theirs = _cast(part == gather(result, dim, index), src.dtype)
    shares = scatter_add(own, dim, index, theirs)
    divisor = where(shares == 0, 1, shares)
    gradient of self = grad * own / divisor
    gradient of src = _basic_index_backward(gather(grad / divisor, dim, index) * theirs, src.shape,
        functions.corner_index(index.shape))
    """
    try:
        edge_self = self._edge
        index_ = index._array
        edge_src = src._edge
    except AttributeError:
        self = operand("_scatter_extreme", "self", self)
        index = operand("_scatter_extreme", "index", index)
        src = operand("_scatter_extreme", "src", src)
        edge_self = self._edge
        index_ = index._array
        edge_src = src._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("_scatter_extreme", self._array)
    self_ = self._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "_scatter_extreme", functions.scatter_reduce, self_, dim, index_, src_, reduce, include_self
        )
    else:
        result_ = functions.scatter_reduce(self_, dim, index_, src_, reduce, include_self)
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
        node = new(ScatterExtremeBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.dtype_self = self.dtype
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape_index = index.shape
        node.saved_src = src
        counter = src._counter
        node.version_src = counter if counter.__class__ is int else counter.version
        node.shape_src = src.shape
        node.dtype_src = src.dtype
        node.saved_dim = dim
        node.saved_include_self = include_self
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter_extreme_tangent(out, self, dim, index, src, reduce, include_self)
        if rare & PRODUCED:
            produced(
                "_scatter_extreme",
                (out,),
                self=self,
                dim=dim,
                index=index,
                src=src,
                reduce=reduce,
                include_self=include_self,
            )
    return out


def _scatter_extreme_tangent(
    out: Any, self: Any, dim: Any, index: Any, src: Any, reduce: Any, include_self: Any
) -> None:
    if not any_tangent((self, src)):
        return
    self_p = primal_of(self)
    src_p = primal_of(src)
    self_t = tangent_or_zeros(self)
    src_t = tangent_or_zeros(src)
    equal_ = ops._cast(self_p == out, self_p.dtype)
    own_: Any
    if include_self:
        own_ = equal_
    else:
        own_ = equal_ * (1 - ops.scatter_value(ops.fill(self_p, 0), dim, index, 1))
    part_ = ops._basic_index(src_p, functions.corner_index(index.shape))
    theirs_ = ops._cast(part_ == ops.gather(out, dim, index), src_p.dtype)
    shares_ = ops.scatter_add(own_, dim, index, theirs_)
    divisor_ = ops.where(shares_ == 0, 1, shares_)
    part2 = ops._basic_index(src_t, functions.corner_index(index.shape)) * theirs_
    part1 = ops.scatter_add(self_t * own_, dim, index, part2)
    tangent = part1 / divisor_
    set_tangent(out, tangent)


def _scatter_prod(
    self: TensorLike, dim: int, index: TensorLike, src: TensorLike, include_self: bool
) -> Tensor:
    """The product of the elements that are scattered to the same place.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    src : Tensor
    include_self : bool

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(prod(rows, 1), self.shape)
    start = self if include_self else scatter_value(self, dim, index, 1)
    part = _basic_index(src, functions.corner_index(index.shape))
    elements = constant_pad_nd(cat([reshape(start, (-1,)), reshape(part, (-1,))], 0), (0, 1), 1)
    table = _scatter_table(self, dim, index)
    rows = reshape(index_select(elements, 0, reshape(table, (-1,))), table.shape)
    """
    out: Tensor
    start_: Any
    if include_self:
        start_ = self
    else:
        start_ = ops.scatter_value(self, dim, index, 1)
    part_ = ops._basic_index(src, functions.corner_index(index.shape))
    part1 = ops.cat([ops.reshape(start_, (-1,)), ops.reshape(part_, (-1,))], 0)
    elements_ = ops.constant_pad_nd(part1, (0, 1), 1)
    table_ = ops._scatter_table(self, dim, index)
    part1 = ops.index_select(elements_, 0, ops.reshape(table_, (-1,)))
    rows_ = ops.reshape(part1, table_.shape)
    out = ops.reshape(ops.prod(rows_, 1), self.shape)
    return out


def _scatter_table(self: TensorLike, dim: int, index: TensorLike) -> Tensor:
    """The numbers of the elements that meet in each place, one row each.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor

    Returns
    -------
    Tensor
    """
    try:
        self_ = self._array
        index_ = index._array
    except AttributeError:
        self = operand("_scatter_table", "self", self)
        index = operand("_scatter_table", "index", index)
        self_ = self._array
        index_ = index._array
    result_ = functions.scatter_table(self_, dim, index_)
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
        produced("_scatter_table", (out,), self=self, dim=dim, index=index)
    return out


def index_reduce(
    self: TensorLike,
    dim: int,
    index: TensorLike,
    source: TensorLike,
    reduce: str,
    out: Tensor | None = None,
    *,
    include_self: bool = True,
) -> Tensor:
    """Compute `index_reduce`.

    A copy in which each slice of dimension `dim` that `index` names is reduced with the slices of
    `source` that go there; see scatter_reduce.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    source : Tensor
    reduce : str
    include_self : bool, default True
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = scatter_reduce(self, dim, expand(reshape(index, functions.index_reduce_shape(source.shape,
        dim)), source.shape), source, reduce, include_self=include_self)
    """
    if out is not None:
        return into(
            "index_reduce", out, index_reduce, self, dim, index, source, reduce, include_self=include_self
        )
    part2 = ops.reshape(index, functions.index_reduce_shape(source.shape, dim))
    part1 = ops.expand(part2, source.shape)
    out = ops.scatter_reduce(self, dim, part1, source, reduce, include_self=include_self)
    return out


class TakeBackward(Node):
    __slots__ = ("edge_self", "saved_index", "shape_self", "version_index")
    op = "take"
    edge_names = ("edge_self",)
    saved_names = ("index",)
    edge_self: Any
    saved_index: Any
    shape_self: Any
    version_index: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self = functions.take_backward(grad, self.shape_self, index_)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_index = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self = ops._take_backward(grad, self.shape_self, index_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def take(self: TensorLike, index: TensorLike, out: Tensor | None = None) -> Tensor:
    """The elements of the flattened argument that `index` names, in the shape of `index`.

    Negative numbers count from the end.

    Parameters
    ----------
    self : Tensor
    index : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _take_backward(grad, self.shape, index)
    """
    if out is not None:
        return into("take", out, take, self, index)
    try:
        edge_self = self._edge
        index_ = index._array
    except AttributeError:
        self = operand("take", "self", self)
        index = operand("take", "index", index)
        edge_self = self._edge
        index_ = index._array
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("take", functions.take, self_, index_)
    else:
        result_ = functions.take(self_, index_)
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
        node = new(TakeBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _take_tangent(out, self, index)
        if rare & PRODUCED:
            produced("take", (out,), self=self, index=index)
    return out


def _take_tangent(out: Any, self: Any, index: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_grad_output = self.edge_grad_output
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_grad_output = functions.take(grad, index_)
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            heappush(heap, (edge_grad_output.seq, edge_grad_output))
        if not keep:
            self.saved_index = RELEASED

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
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = new(TakeBackwardBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_source is not None:
            if grad_source.__class__ is not ndarray:
                grad_source = asarray(grad_source)
            if edge_source in buffers:
                accumulate(buffers, edge_source, grad_source)
            else:
                buffers[edge_source] = grad_source
                heappush(heap, (edge_source.seq, edge_source))
        if not keep:
            self.saved_index = RELEASED

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
    self: TensorLike,
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
    self : Tensor
    index : Tensor
    source : Tensor
    accumulate : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = grad if accumulate else _clear_places(grad, index)
    gradient of source = reshape(take(grad, index), source.shape)
    """
    if out is not None:
        return into("put", out, put, self, index, source, accumulate)
    try:
        edge_self = self._edge
        index_ = index._array
        edge_source = source._edge
    except AttributeError:
        self = operand("put", "self", self)
        index = operand("put", "index", index)
        source = operand("put", "source", source)
        edge_self = self._edge
        index_ = index._array
        edge_source = source._edge
    self_ = self._array
    source_ = source._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("put", functions.put, self_, index_, source_, accumulate)
    else:
        result_ = functions.put(self_, index_, source_, accumulate)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_source is not None) and (not rare or recording()):
        node = new(PutBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _put_tangent(out, self, index, source, accumulate)
        if rare & PRODUCED:
            produced("put", (out,), self=self, index=index, source=source, accumulate=accumulate)
    return out


def _put_tangent(out: Any, self: Any, index: Any, source: Any, accumulate: Any) -> None:
    if not any_tangent((self, source)):
        return
    self_t = tangent_or_zeros(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self = functions.clear_places(grad, index_)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_index = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self = ops._clear_places(grad, index_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _clear_places(self: TensorLike, index: TensorLike) -> Tensor:
    """A copy with zeros in the places of the flattened argument that `index` names.

    Parameters
    ----------
    self : Tensor
    index : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _clear_places(grad, index)
    """
    try:
        edge_self = self._edge
        index_ = index._array
    except AttributeError:
        self = operand("_clear_places", "self", self)
        index = operand("_clear_places", "index", index)
        edge_self = self._edge
        index_ = index._array
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_clear_places", functions.clear_places, self_, index_)
    else:
        result_ = functions.clear_places(self_, index_)
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
        node = new(ClearPlacesBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _clear_places_tangent(out, self, index)
        if rare & PRODUCED:
            produced("_clear_places", (out,), self=self, index=index)
    return out


def _clear_places_tangent(out: Any, self: Any, index: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._clear_places(self_t, index)
    set_tangent(out, tangent)


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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self = functions.index_select_backward(grad, self.shape_self, self.saved_dim, index_)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_index = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self = ops.index_select_backward(grad, self.shape_self, self.saved_dim, index_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def index_select(self: TensorLike, dim: int, index: TensorLike, out: Tensor | None = None) -> Tensor:
    """The slices of dimension `dim` that `index` names.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = index_select_backward(grad, self.shape, dim, index)
    """
    if out is not None:
        return into("index_select", out, index_select, self, dim, index)
    try:
        edge_self = self._edge
        index_ = index._array
    except AttributeError:
        self = operand("index_select", "self", self)
        index = operand("index_select", "index", index)
        edge_self = self._edge
        index_ = index._array
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("index_select", functions.index_select, self_, dim, index_)
    else:
        result_ = functions.index_select(self_, dim, index_)
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
        node = new(IndexSelectBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _index_select_tangent(out, self, dim, index)
        if rare & PRODUCED:
            produced("index_select", (out,), self=self, dim=dim, index=index)
    return out


def _index_select_tangent(out: Any, self: Any, dim: Any, index: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.index_select(self_t, dim, index)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_grad_output = self.edge_grad_output
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_grad_output = functions.index_select(grad, self.saved_dim, index_)
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            heappush(heap, (edge_grad_output.seq, edge_grad_output))
        if not keep:
            self.saved_index = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_grad_output = ops.index_select(grad, self.saved_dim, index_)
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
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = new(IndexSelectBackwardBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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
    tangent = ops.index_select_backward(grad_output_t, shape, dim, index)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_source is not None:
            if grad_source.__class__ is not ndarray:
                grad_source = asarray(grad_source)
            if edge_source in buffers:
                accumulate(buffers, edge_source, grad_source)
            else:
                buffers[edge_source] = grad_source
                heappush(heap, (edge_source.seq, edge_source))
        if not keep:
            self.saved_index = RELEASED

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
            part2 = ops.index_select(grad, self.saved_dim, index_)
            part_ = ops.reshape(part2, self.shape_source)
        grad_self: Any = None
        grad_source: Any = None
        if edge_self is not None:
            grad_self = grad
        if edge_source is not None:
            if self.saved_alpha == 1:
                grad_source = part_
            else:
                grad_source = part_ * ops.conj(self.saved_alpha)
        return (grad_self, grad_source)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_source)


def index_add(
    self: TensorLike,
    dim: int,
    index: TensorLike,
    source: TensorLike,
    out: Tensor | None = None,
    *,
    alpha: Number = 1,
) -> Tensor:
    """Compute `index_add`.

    A copy with `alpha * source` added, slice by slice, in the places of dimension `dim` that `index`
    names.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    source : Tensor
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    part = reshape(index_select(grad, dim, index), source.shape)
    gradient of self = grad
    gradient of source = part if alpha == 1 else part * conj(alpha)
    """
    if out is not None:
        return into("index_add", out, index_add, self, dim, index, source, alpha=alpha)
    try:
        edge_self = self._edge
        index_ = index._array
        edge_source = source._edge
    except AttributeError:
        self = operand("index_add", "self", self)
        index = operand("index_add", "index", index)
        source = operand("index_add", "source", source)
        edge_self = self._edge
        index_ = index._array
        edge_source = source._edge
    self_ = self._array
    source_ = source._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("index_add", functions.index_add, self_, dim, index_, source_, alpha)
    else:
        result_ = functions.index_add(self_, dim, index_, source_, alpha)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_source is not None) and (not rare or recording()):
        node = new(IndexAddBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _index_add_tangent(out, self, dim, index, source, alpha)
        if rare & PRODUCED:
            produced("index_add", (out,), self=self, dim=dim, index=index, source=source, alpha=alpha)
    return out


def _index_add_tangent(out: Any, self: Any, dim: Any, index: Any, source: Any, alpha: Any) -> None:
    if not any_tangent((self, source)):
        return
    self_t = tangent_or_zeros(self)
    source_t = tangent_or_zeros(source)
    tangent = ops.index_add(self_t, dim, index, source_t, alpha=alpha)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_source is not None:
            if grad_source.__class__ is not ndarray:
                grad_source = asarray(grad_source)
            if edge_source in buffers:
                accumulate(buffers, edge_source, grad_source)
            else:
                buffers[edge_source] = grad_source
                heappush(heap, (edge_source.seq, edge_source))
        if not keep:
            self.saved_index = RELEASED

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
            part2 = ops.index_select(grad, self.saved_dim, index_)
            part_ = ops.reshape(part2, self.shape_source)
        grad_self: Any = None
        grad_source: Any = None
        if edge_self is not None:
            grad_self = grad
        if edge_source is not None:
            if self.saved_alpha == 1:
                grad_source = part_
            else:
                grad_source = part_ * ops.conj(self.saved_alpha)
        return (grad_self, grad_source)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_source)


def index_add_(
    self: TensorLike, dim: int, index: TensorLike, source: TensorLike, *, alpha: Number = 1
) -> Tensor:
    """Add `alpha * source`, slice by slice, in the places of dimension `dim` that `index` names.

    Parameters
    ----------
    self : Tensor(a!)
    dim : int
    index : Tensor
    source : Tensor
    alpha : Scalar, default 1

    Returns
    -------
    Tensor

    Notes
    -----
    part = reshape(index_select(grad, dim, index), source.shape)
    gradient of self = grad
    gradient of source = part if alpha == 1 else part * conj(alpha)
    """
    try:
        edge_self = self._edge
        index_ = index._array
        edge_source = source._edge
    except AttributeError:
        self = operand("index_add_", "self", self)
        index = operand("index_add_", "index", index)
        source = operand("index_add_", "source", source)
        edge_self = self._edge
        index_ = index._array
        edge_source = source._edge
    self_ = self._array
    source_ = source._array
    check_writable("index_add_", self, index, source)
    functions.index_add_(self_, dim, index_, source_, alpha)
    rare = state.rare
    node: IndexAddInplaceBackward | None = None
    if (edge_self is not None or edge_source is not None) and (not rare or recording()):
        node = new(IndexAddInplaceBackward)
        node.seq = next_seq()
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
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("index_add_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _index_add__tangent(self, self, dim, index, source, alpha)
        if rare & PRODUCED:
            produced("index_add_", (), self=self, dim=dim, index=index, source=source, alpha=alpha)
    target: Tensor = self
    return target


def _index_add__tangent(out: Any, self: Any, dim: Any, index: Any, source: Any, alpha: Any) -> None:
    if not any_tangent((self, source)):
        return
    self_t = tangent_or_zeros(self)
    source_t = tangent_or_zeros(source)
    tangent = ops.index_add(self_t, dim, index, source_t, alpha=alpha)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_source is not None:
            if grad_source.__class__ is not ndarray:
                grad_source = asarray(grad_source)
            if edge_source in buffers:
                accumulate(buffers, edge_source, grad_source)
            else:
                buffers[edge_source] = grad_source
                heappush(heap, (edge_source.seq, edge_source))
        if not keep:
            self.saved_index = RELEASED

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
            grad_self = ops.index_fill(grad, self.saved_dim, index_, 0)
        if edge_source is not None:
            part2 = ops.index_select(grad, self.saved_dim, index_)
            grad_source = ops.reshape(part2, self.shape_source)
        return (grad_self, grad_source)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_source)


def index_copy(
    self: TensorLike, dim: int, index: TensorLike, source: TensorLike, out: Tensor | None = None
) -> Tensor:
    """A copy with the slices of `source` written to the places of dimension `dim` that `index` names.

    Each place should be named once.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    source : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = index_fill(grad, dim, index, 0)
    gradient of source = reshape(index_select(grad, dim, index), source.shape)
    """
    if out is not None:
        return into("index_copy", out, index_copy, self, dim, index, source)
    try:
        edge_self = self._edge
        index_ = index._array
        edge_source = source._edge
    except AttributeError:
        self = operand("index_copy", "self", self)
        index = operand("index_copy", "index", index)
        source = operand("index_copy", "source", source)
        edge_self = self._edge
        index_ = index._array
        edge_source = source._edge
    self_ = self._array
    source_ = source._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("index_copy", functions.index_copy, self_, dim, index_, source_)
    else:
        result_ = functions.index_copy(self_, dim, index_, source_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_source is not None) and (not rare or recording()):
        node = new(IndexCopyBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _index_copy_tangent(out, self, dim, index, source)
        if rare & PRODUCED:
            produced("index_copy", (out,), self=self, dim=dim, index=index, source=source)
    return out


def _index_copy_tangent(out: Any, self: Any, dim: Any, index: Any, source: Any) -> None:
    if not any_tangent((self, source)):
        return
    self_t = tangent_or_zeros(self)
    source_t = tangent_or_zeros(source)
    tangent = ops.index_copy(self_t, dim, index, source_t)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_source is not None:
            if grad_source.__class__ is not ndarray:
                grad_source = asarray(grad_source)
            if edge_source in buffers:
                accumulate(buffers, edge_source, grad_source)
            else:
                buffers[edge_source] = grad_source
                heappush(heap, (edge_source.seq, edge_source))
        if not keep:
            self.saved_index = RELEASED

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
            grad_self = ops.index_fill(grad, self.saved_dim, index_, 0)
        if edge_source is not None:
            part2 = ops.index_select(grad, self.saved_dim, index_)
            grad_source = ops.reshape(part2, self.shape_source)
        return (grad_self, grad_source)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_source)


def index_copy_(self: TensorLike, dim: int, index: TensorLike, source: TensorLike) -> Tensor:
    """Write the slices of `source` to the places of dimension `dim` that `index` names.

    Parameters
    ----------
    self : Tensor(a!)
    dim : int
    index : Tensor
    source : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = index_fill(grad, dim, index, 0)
    gradient of source = reshape(index_select(grad, dim, index), source.shape)
    """
    try:
        edge_self = self._edge
        index_ = index._array
        edge_source = source._edge
    except AttributeError:
        self = operand("index_copy_", "self", self)
        index = operand("index_copy_", "index", index)
        source = operand("index_copy_", "source", source)
        edge_self = self._edge
        index_ = index._array
        edge_source = source._edge
    self_ = self._array
    source_ = source._array
    check_writable("index_copy_", self, index, source)
    functions.index_copy_(self_, dim, index_, source_)
    rare = state.rare
    node: IndexCopyInplaceBackward | None = None
    if (edge_self is not None or edge_source is not None) and (not rare or recording()):
        node = new(IndexCopyInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_source = edge_source
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape_source = source.shape
        node.saved_dim = dim
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("index_copy_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _index_copy__tangent(self, self, dim, index, source)
        if rare & PRODUCED:
            produced("index_copy_", (), self=self, dim=dim, index=index, source=source)
    target: Tensor = self
    return target


def _index_copy__tangent(out: Any, self: Any, dim: Any, index: Any, source: Any) -> None:
    if not any_tangent((self, source)):
        return
    self_t = tangent_or_zeros(self)
    source_t = tangent_or_zeros(source)
    tangent = ops.index_copy(self_t, dim, index, source_t)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self = functions.index_fill(grad, self.saved_dim, index_, 0)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_index = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self = ops.index_fill(grad, self.saved_dim, index_, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def index_fill(
    self: TensorLike, dim: int, index: TensorLike, value: Number, out: Tensor | None = None
) -> Tensor:
    """A copy with `value` in the slices of dimension `dim` that `index` names.

    Parameters
    ----------
    self : Tensor
    dim : int
    index : Tensor
    value : Scalar
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = index_fill(grad, dim, index, 0)
    """
    if out is not None:
        return into("index_fill", out, index_fill, self, dim, index, value)
    try:
        edge_self = self._edge
        index_ = index._array
    except AttributeError:
        self = operand("index_fill", "self", self)
        index = operand("index_fill", "index", index)
        edge_self = self._edge
        index_ = index._array
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("index_fill", functions.index_fill, self_, dim, index_, value)
    else:
        result_ = functions.index_fill(self_, dim, index_, value)
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
        node = new(IndexFillBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _index_fill_tangent(out, self, dim, index, value)
        if rare & PRODUCED:
            produced("index_fill", (out,), self=self, dim=dim, index=index, value=value)
    return out


def _index_fill_tangent(out: Any, self: Any, dim: Any, index: Any, value: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.index_fill(self_t, dim, index, 0)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        grad_self = functions.index_fill(grad, self.saved_dim, index_, 0)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_index = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        grad_self = ops.index_fill(grad, self.saved_dim, index_, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def index_fill_(self: TensorLike, dim: int, index: TensorLike, value: Number) -> Tensor:
    """Write `value` to the slices of dimension `dim` that `index` names.

    Parameters
    ----------
    self : Tensor(a!)
    dim : int
    index : Tensor
    value : Scalar

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = index_fill(grad, dim, index, 0)
    """
    try:
        edge_self = self._edge
        index_ = index._array
    except AttributeError:
        self = operand("index_fill_", "self", self)
        index = operand("index_fill_", "index", index)
        edge_self = self._edge
        index_ = index._array
    self_ = self._array
    check_writable("index_fill_", self, index)
    functions.index_fill_(self_, dim, index_, value)
    rare = state.rare
    node: IndexFillInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(IndexFillInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("index_fill_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _index_fill__tangent(self, self, dim, index, value)
        if rare & PRODUCED:
            produced("index_fill_", (), self=self, dim=dim, index=index, value=value)
    target: Tensor = self
    return target


def _index_fill__tangent(out: Any, self: Any, dim: Any, index: Any, value: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.index_fill(self_t, dim, index, 0)
    write_tangent(out, tangent)


class MaskedSelectBackward(Node):
    __slots__ = ("edge_self", "saved_mask", "shape_mask", "shape_self", "version_mask")
    op = "masked_select"
    edge_names = ("edge_self",)
    saved_names = ("mask",)
    edge_self: Any
    saved_mask: Any
    shape_mask: Any
    shape_self: Any
    version_mask: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        mask_ = mask_._array
        shape_ = functions.broadcast_shape(self.shape_self, self.shape_mask)
        part1 = functions.masked_select_backward(grad, shape_, mask_)
        grad_self = functions.sum_to_size(part1, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_mask = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        shape_ = functions.broadcast_shape(self.shape_self, self.shape_mask)
        part2 = ops.masked_select_backward(grad, shape_, mask_)
        grad_self = ops.sum_to_size(part2, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def masked_select(self: TensorLike, mask: TensorLike, out: Tensor | None = None) -> Tensor:
    """The elements where the mask is true, in one dimension; the two are broadcast against each other.

    Parameters
    ----------
    self : Tensor
    mask : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    shape = functions.broadcast_shape(self.shape, mask.shape)
    gradient of self = sum_to_size(masked_select_backward(grad, shape, mask), self.shape)
    """
    if out is not None:
        return into("masked_select", out, masked_select, self, mask)
    try:
        edge_self = self._edge
        mask_ = mask._array
    except AttributeError:
        self = operand("masked_select", "self", self)
        mask = operand("masked_select", "mask", mask)
        edge_self = self._edge
        mask_ = mask._array
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("masked_select", functions.masked_select, self_, mask_)
    else:
        result_ = functions.masked_select(self_, mask_)
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
        node = new(MaskedSelectBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_mask = mask
        counter = mask._counter
        node.version_mask = counter if counter.__class__ is int else counter.version
        node.shape_mask = mask.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _masked_select_tangent(out, self, mask)
        if rare & PRODUCED:
            produced("masked_select", (out,), self=self, mask=mask)
    return out


def _masked_select_tangent(out: Any, self: Any, mask: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.masked_select(self_t, mask)
    set_tangent(out, tangent)


class MaskedSelectBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_mask", "version_mask")
    op = "masked_select_backward"
    edge_names = ("edge_grad_output",)
    saved_names = ("mask",)
    edge_grad_output: Any
    saved_mask: Any
    version_mask: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_grad_output = self.edge_grad_output
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        mask_ = mask_._array
        grad_grad_output = functions.masked_select(grad, mask_)
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            heappush(heap, (edge_grad_output.seq, edge_grad_output))
        if not keep:
            self.saved_mask = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        grad_grad_output = ops.masked_select(grad, mask_)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def masked_select_backward(
    grad_output: TensorLike, shape: IntsLike, mask: TensorLike, out: Tensor | None = None
) -> Tensor:
    """Zeros of `shape` with `grad_output` where the mask is true.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    mask : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = masked_select(grad, mask)
    """
    if out is not None:
        return into("masked_select_backward", out, masked_select_backward, grad_output, shape, mask)
    if shape.__class__ is not tuple:
        shape = as_ints("masked_select_backward", "shape", shape)
    try:
        edge_grad_output = grad_output._edge
        mask_ = mask._array
    except AttributeError:
        grad_output = operand("masked_select_backward", "grad_output", grad_output)
        mask = operand("masked_select_backward", "mask", mask)
        edge_grad_output = grad_output._edge
        mask_ = mask._array
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "masked_select_backward", functions.masked_select_backward, grad_output_, shape, mask_
        )
    else:
        result_ = functions.masked_select_backward(grad_output_, shape, mask_)
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
        node = new(MaskedSelectBackwardBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_mask = mask
        counter = mask._counter
        node.version_mask = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _masked_select_backward_tangent(out, grad_output, shape, mask)
        if rare & PRODUCED:
            produced("masked_select_backward", (out,), grad_output=grad_output, shape=shape, mask=mask)
    return out


def _masked_select_backward_tangent(out: Any, grad_output: Any, shape: Any, mask: Any) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops.masked_select_backward(grad_output_t, shape, mask)
    set_tangent(out, tangent)


class MaskedScatterBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_source",
        "saved_mask",
        "shape_mask",
        "shape_self",
        "shape_source",
        "version_mask",
    )
    op = "masked_scatter"
    edge_names = ("edge_self", "edge_source")
    saved_names = ("mask",)
    edge_self: Any
    edge_source: Any
    saved_mask: Any
    shape_mask: Any
    shape_self: Any
    shape_source: Any
    version_mask: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_source = self.edge_source
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_source not in needed:
                edge_source = None
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        mask_ = mask_._array
        if edge_source is not None:
            shape_ = functions.broadcast_shape(self.shape_self, self.shape_mask)
        if edge_source is not None:
            read_ = functions.masked_select(grad, functions.expand(mask_, shape_))
        if edge_source is not None:
            rest_ = functions.number_of_elements(self.shape_source) - read_.shape[0]
        if edge_self is not None:
            grad_self = functions.sum_to_shape(np.where(mask_, 0, grad), self.shape_self)
        if edge_source is not None:
            part1 = functions.constant_pad_nd(read_, (0, rest_), 0)
            grad_source = functions.reshape(part1, self.shape_source)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_source is not None:
            if grad_source.__class__ is not ndarray:
                grad_source = asarray(grad_source)
            if edge_source in buffers:
                accumulate(buffers, edge_source, grad_source)
            else:
                buffers[edge_source] = grad_source
                heappush(heap, (edge_source.seq, edge_source))
        if not keep:
            self.saved_mask = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_source = self.edge_source
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_source not in needed:
                edge_source = None
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        if edge_source is not None:
            shape_ = functions.broadcast_shape(self.shape_self, self.shape_mask)
        if edge_source is not None:
            read_ = ops.masked_select(grad, ops.expand(mask_, shape_))
        if edge_source is not None:
            rest_ = functions.number_of_elements(self.shape_source) - read_.shape[0]
        grad_self: Any = None
        grad_source: Any = None
        if edge_self is not None:
            grad_self = ops._sum_to_shape(ops.where(mask_, 0, grad), self.shape_self)
        if edge_source is not None:
            grad_source = ops.reshape(ops.constant_pad_nd(read_, (0, rest_)), self.shape_source)
        return (grad_self, grad_source)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_source)


def masked_scatter(
    self: TensorLike, mask: TensorLike, source: TensorLike, out: Tensor | None = None
) -> Tensor:
    """Compute `masked_scatter`.

    A copy with the elements of `source`, in their order, where the mask is true; mask and argument are
    broadcast. What of `source` is left over does not count.

    Parameters
    ----------
    self : Tensor
    mask : Tensor
    source : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    shape = functions.broadcast_shape(self.shape, mask.shape)
    read = masked_select(grad, expand(mask, shape))
    rest = functions.number_of_elements(source.shape) - read.shape[0]
    gradient of self = _sum_to_shape(where(mask, 0, grad), self.shape)
    gradient of source = reshape(constant_pad_nd(read, (0, rest)), source.shape)
    """
    if out is not None:
        return into("masked_scatter", out, masked_scatter, self, mask, source)
    try:
        edge_self = self._edge
        mask_ = mask._array
        edge_source = source._edge
    except AttributeError:
        self = operand("masked_scatter", "self", self)
        mask = operand("masked_scatter", "mask", mask)
        source = operand("masked_scatter", "source", source)
        edge_self = self._edge
        mask_ = mask._array
        edge_source = source._edge
    self_ = self._array
    source_ = source._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("masked_scatter", functions.masked_scatter, self_, mask_, source_)
    else:
        result_ = functions.masked_scatter(self_, mask_, source_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_source is not None) and (not rare or recording()):
        node = new(MaskedScatterBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_source = edge_source
        node.shape_self = self.shape
        node.saved_mask = mask
        counter = mask._counter
        node.version_mask = counter if counter.__class__ is int else counter.version
        node.shape_mask = mask.shape
        node.shape_source = source.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _masked_scatter_tangent(out, self, mask, source)
        if rare & PRODUCED:
            produced("masked_scatter", (out,), self=self, mask=mask, source=source)
    return out


def _masked_scatter_tangent(out: Any, self: Any, mask: Any, source: Any) -> None:
    if not any_tangent((self, source)):
        return
    self_t = tangent_or_zeros(self)
    source_t = tangent_or_zeros(source)
    tangent = ops.masked_scatter(self_t, mask, source_t)
    set_tangent(out, tangent)


def argwhere(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The indices of the elements that are not zero, a row for each.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("argwhere", out, argwhere, self)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("argwhere", "self", self)
        self_ = self._array
    result_ = functions.nonzero(self_)
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
        produced("argwhere", (out,), self=self)
    return out


class SortOutput(NamedTuple):
    """What `sort` returns."""

    values: Tensor
    indices: Tensor


class SortBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "shape_self")
    op = "sort"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_indices = None
            self.counter_indices = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = wrap(checked_output(self, "indices"))
        grad_self = ops.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sort(
    self: TensorLike,
    dim: int = -1,
    descending: bool = False,
    stable: bool = False,
    out: Sequence[Tensor] | None = None,
) -> SortOutput:
    """The elements in order along `dim`, and the indices of where they stood.

    NaN counts as larger than any number. Equal elements keep their order if `stable` is true.

    Parameters
    ----------
    self : Tensor
    dim : int, default -1
    descending : bool, default False
    stable : bool, default False
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of self = gather_backward(grad, self.shape, dim, indices)
    """
    if out is not None:
        return SortOutput(*into_several("sort", out, sort, self, dim, descending, stable))
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("sort", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("sort", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("sort", functions.sort, self_, dim, descending, stable)
    else:
        values_, indices_ = functions.sort(self_, dim, descending, stable)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = new(SortBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _sort_tangent(values, indices, self, dim, descending, stable)
        if rare & PRODUCED:
            produced("sort", (values, indices), self=self, dim=dim, descending=descending, stable=stable)
    return SortOutput(values, indices)


def _sort_tangent(values: Any, indices: Any, self: Any, dim: Any, descending: Any, stable: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.gather(self_t, dim, indices)
    set_tangent(values, tangent)


def argsort(
    self: TensorLike, dim: int = -1, descending: bool = False, stable: bool = False, out: Tensor | None = None
) -> Tensor:
    """The indices that put the elements in order along `dim`.

    NaN counts as larger than any number.

    Parameters
    ----------
    self : Tensor
    dim : int, default -1
    descending : bool, default False
    stable : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("argsort", out, argsort, self, dim, descending, stable)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("argsort", "self", self)
        self_ = self._array
    if self.dtype.num > 13:  # complex, or float16
        check_real("argsort", self._array)
    result_ = functions.argsort(self_, dim, descending, stable)
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
        produced("argsort", (out,), self=self, dim=dim, descending=descending, stable=stable)
    return out


class TopkOutput(NamedTuple):
    """What `topk` returns."""

    values: Tensor
    indices: Tensor


class TopkBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "shape_self")
    op = "topk"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_indices = None
            self.counter_indices = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = wrap(checked_output(self, "indices"))
        grad_self = ops.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def topk(
    self: TensorLike,
    k: int,
    dim: int = -1,
    largest: bool = True,
    sorted: bool = True,
    out: Sequence[Tensor] | None = None,
) -> TopkOutput:
    """Compute `topk`.

    The `k` largest or smallest elements along `dim`, in order if `sorted` is true, and the indices of
    where they stood. NaN counts as larger than any number.

    Parameters
    ----------
    self : Tensor
    k : int
    dim : int, default -1
    largest : bool, default True
    sorted : bool, default True
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of self = gather_backward(grad, self.shape, dim, indices)
    """
    if out is not None:
        return TopkOutput(*into_several("topk", out, topk, self, k, dim, largest, sorted))
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("topk", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("topk", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("topk", functions.topk, self_, k, dim, largest, sorted)
    else:
        values_, indices_ = functions.topk(self_, k, dim, largest, sorted)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = new(TopkBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _topk_tangent(values, indices, self, k, dim, largest, sorted)
        if rare & PRODUCED:
            produced("topk", (values, indices), self=self, k=k, dim=dim, largest=largest, sorted=sorted)
    return TopkOutput(values, indices)


def _topk_tangent(values: Any, indices: Any, self: Any, k: Any, dim: Any, largest: Any, sorted: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.gather(self_t, dim, indices)
    set_tangent(values, tangent)


def pad(self: TensorLike, pad: IntsLike, mode: str = "constant", value: Number = None) -> Tensor:
    """Compute `pad`.

    The argument with more elements at its ends: `value` (0 if it is None) in mode 'constant', else its
    own elements, reflected ('reflect'), repeated from the border ('replicate') or taken from the other
    end ('circular'). `pad` lists pairs of lengths from the last dimension backwards: (left, right, top,
    bottom, ...). Negative lengths crop.

    Parameters
    ----------
    self : Tensor
    pad : int[]
    mode : str, default 'constant'
    value : Scalar?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _index_pad(self, pad, mode) if functions.pad_mode(mode) != 'constant' else
        constant_pad_nd(self, pad) if value is None else constant_pad_nd(self, pad, value)
    """
    if pad.__class__ is not tuple:
        pad = as_ints("pad", "pad", pad)
    out: Tensor
    if functions.pad_mode(mode) != "constant":
        out = ops._index_pad(self, pad, mode)
    else:
        if value is None:
            out = ops.constant_pad_nd(self, pad)
        else:
            out = ops.constant_pad_nd(self, pad, value)
    return out


class ConstantPadNdBackward(Node):
    __slots__ = ("edge_self", "saved_pad")
    op = "constant_pad_nd"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_pad: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        part1 = functions.negated_pad(self.saved_pad)
        grad_self = functions.constant_pad_nd(grad, part1, 0)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.constant_pad_nd(grad, functions.negated_pad(self.saved_pad))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def constant_pad_nd(self: TensorLike, pad: IntsLike, value: Number = 0, out: Tensor | None = None) -> Tensor:
    """The argument with `value` around it.

    Parameters
    ----------
    self : Tensor
    pad : int[]
    value : Scalar, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = constant_pad_nd(grad, functions.negated_pad(pad))
    """
    if out is not None:
        return into("constant_pad_nd", out, constant_pad_nd, self, pad, value)
    if pad.__class__ is not tuple:
        pad = as_ints("constant_pad_nd", "pad", pad)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("constant_pad_nd", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("constant_pad_nd", functions.constant_pad_nd, self_, pad, value)
    else:
        result_ = functions.constant_pad_nd(self_, pad, value)
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
        node = new(ConstantPadNdBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_pad = pad
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _constant_pad_nd_tangent(out, self, pad, value)
        if rare & PRODUCED:
            produced("constant_pad_nd", (out,), self=self, pad=pad, value=value)
    return out


def _constant_pad_nd_tangent(out: Any, self: Any, pad: Any, value: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.constant_pad_nd(self_t, pad)
    set_tangent(out, tangent)


class IndexPadBackward(Node):
    __slots__ = ("edge_self", "saved_mode", "saved_pad", "shape_self")
    op = "_index_pad"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_mode: Any
    saved_pad: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.index_pad_backward(grad, self.shape_self, self.saved_pad, self.saved_mode)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._index_pad_backward(grad, self.shape_self, self.saved_pad, self.saved_mode)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _index_pad(self: TensorLike, pad: IntsLike, mode: str) -> Tensor:
    """The argument continued with its own elements.

    Parameters
    ----------
    self : Tensor
    pad : int[]
    mode : str

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _index_pad_backward(grad, self.shape, pad, mode)
    """
    if pad.__class__ is not tuple:
        pad = as_ints("_index_pad", "pad", pad)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_index_pad", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_index_pad", functions.index_pad, self_, pad, mode)
    else:
        result_ = functions.index_pad(self_, pad, mode)
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
        node = new(IndexPadBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_pad = pad
        node.saved_mode = mode
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _index_pad_tangent(out, self, pad, mode)
        if rare & PRODUCED:
            produced("_index_pad", (out,), self=self, pad=pad, mode=mode)
    return out


def _index_pad_tangent(out: Any, self: Any, pad: Any, mode: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._index_pad(self_t, pad, mode)
    set_tangent(out, tangent)


class IndexPadBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_mode", "saved_pad")
    op = "_index_pad_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_mode: Any
    saved_pad: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.index_pad(grad, self.saved_pad, self.saved_mode)
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            heappush(heap, (edge_grad_output.seq, edge_grad_output))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_grad_output = ops._index_pad(grad, self.saved_pad, self.saved_mode)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def _index_pad_backward(grad_output: TensorLike, shape: IntsLike, pad: IntsLike, mode: str) -> Tensor:
    """The sum of what `grad_output` holds for each element that `_index_pad` reads.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    pad : int[]
    mode : str

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = _index_pad(grad, pad, mode)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_index_pad_backward", "shape", shape)
    if pad.__class__ is not tuple:
        pad = as_ints("_index_pad_backward", "pad", pad)
    try:
        edge_grad_output = grad_output._edge
    except AttributeError:
        grad_output = operand("_index_pad_backward", "grad_output", grad_output)
        edge_grad_output = grad_output._edge
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "_index_pad_backward", functions.index_pad_backward, grad_output_, shape, pad, mode
        )
    else:
        result_ = functions.index_pad_backward(grad_output_, shape, pad, mode)
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
        node = new(IndexPadBackwardBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_pad = pad
        node.saved_mode = mode
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _index_pad_backward_tangent(out, grad_output, shape, pad, mode)
        if rare & PRODUCED:
            produced("_index_pad_backward", (out,), grad_output=grad_output, shape=shape, pad=pad, mode=mode)
    return out


def _index_pad_backward_tangent(out: Any, grad_output: Any, shape: Any, pad: Any, mode: Any) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops._index_pad_backward(grad_output_t, shape, pad, mode)
    set_tangent(out, tangent)


def one_hot(self: TensorLike, num_classes: int = -1) -> Tensor:
    """A new last dimension of zeros with a one at the position that `self` names.

    Without `num_classes` it is as long as the largest position requires.

    Parameters
    ----------
    self : Tensor
    num_classes : int, default -1

    Returns
    -------
    Tensor
    """
    try:
        self_ = self._array
    except AttributeError:
        self = operand("one_hot", "self", self)
        self_ = self._array
    result_ = functions.one_hot(self_, num_classes)
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
        produced("one_hot", (out,), self=self, num_classes=num_classes)
    return out


@overload
def scatter(self: Tensor, dim: int, index: Tensor, src: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def scatter(self: Tensor, dim: int, index: Tensor, value: complex, out: Tensor | None = None) -> Tensor: ...


def scatter(*args: Any, **kwargs: Any) -> Any:
    """A copy with the elements of `src` written along `dim` to the places that `index` names.

    Overloads:

    * ``scatter(Tensor self, int dim, Tensor index, Tensor src) -> Tensor``
    * ``scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor``
    """
    return call_overload("scatter", _SCATTER_OVERLOADS, args, kwargs)


def _fits_scatter_default(self: Any, dim: Any, index: Any, src: Any) -> bool:
    return fits((self, TENSOR), (dim, INT), (index, TENSOR), (src, TENSOR))


def _fits_scatter_value(self: Any, dim: Any, index: Any, value: Any) -> bool:
    return fits((self, TENSOR), (dim, INT), (index, TENSOR), (value, NUMBERS))


_SCATTER_OVERLOADS = ((scatter_default, _fits_scatter_default), (scatter_value, _fits_scatter_value))


@overload
def scatter_(self: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor: ...


@overload
def scatter_(self: Tensor, dim: int, index: Tensor, value: complex) -> Tensor: ...


def scatter_(*args: Any, **kwargs: Any) -> Any:
    """Write the elements of `src` along `dim` to the places that `index` names.

    Overloads:

    * ``scatter_(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!)``
    * ``scatter_.value(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!)``
    """
    return call_overload("scatter_", _SCATTER__OVERLOADS, args, kwargs)


def _fits_scatter__default(self: Any, dim: Any, index: Any, src: Any) -> bool:
    return fits((self, TENSOR), (dim, INT), (index, TENSOR), (src, TENSOR))


def _fits_scatter__value(self: Any, dim: Any, index: Any, value: Any) -> bool:
    return fits((self, TENSOR), (dim, INT), (index, TENSOR), (value, NUMBERS))


_SCATTER__OVERLOADS = ((scatter__default, _fits_scatter__default), (scatter__value, _fits_scatter__value))


def scatter_reduce_(
    self: TensorLike, dim: int, index: TensorLike, src: TensorLike, reduce: str, *, include_self: bool = True
) -> Tensor:
    """Write `scatter_reduce` of `self` into `self` itself, and return it."""
    if unrecorded(self, index, src):
        return overwrite(
            "scatter_reduce_", self, scatter_reduce(self, dim, index, src, reduce, include_self=include_self)
        )
    write = Write("scatter_reduce_", self, copy=True)
    return write.finish(scatter_reduce(write.original, dim, index, src, reduce, include_self=include_self))


def index_reduce_(
    self: TensorLike,
    dim: int,
    index: TensorLike,
    source: TensorLike,
    reduce: str,
    *,
    include_self: bool = True,
) -> Tensor:
    """Write `index_reduce` of `self` into `self` itself, and return it."""
    if unrecorded(self, index, source):
        return overwrite(
            "index_reduce_", self, index_reduce(self, dim, index, source, reduce, include_self=include_self)
        )
    write = Write("index_reduce_", self, copy=True)
    return write.finish(index_reduce(write.original, dim, index, source, reduce, include_self=include_self))


def put_(self: TensorLike, index: TensorLike, source: TensorLike, accumulate: bool = False) -> Tensor:
    """Write `put` of `self` into `self` itself, and return it."""
    if unrecorded(self, index, source):
        return overwrite("put_", self, put(self, index, source, accumulate))
    write = Write("put_", self)
    return write.finish(put(write.original, index, source, accumulate))


def masked_scatter_(self: TensorLike, mask: TensorLike, source: TensorLike) -> Tensor:
    """Write `masked_scatter` of `self` into `self` itself, and return it."""
    if unrecorded(self, mask, source):
        return overwrite("masked_scatter_", self, masked_scatter(self, mask, source))
    write = Write("masked_scatter_", self)
    return write.finish(masked_scatter(write.original, mask, source))

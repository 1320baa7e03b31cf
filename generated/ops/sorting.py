# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family sorting: each op's node directly above its function."""

from collections.abc import Sequence
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
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    asarray,
    by_other_name,
    check_real,
    checked_output,
    into,
    into_several,
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

from . import at_once as ops

__all__ = [
    "SortOutput",
    "TopkOutput",
    "argsort",
    "msort",
    "sort",
    "topk",
]


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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
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
        grad_self = ops.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sort(
    input: TensorLike,
    dim: int = -1,
    descending: bool = False,
    stable: bool = False,
    out: Sequence[Tensor] | None = None,
    axis: int | None = None,
) -> SortOutput:
    """The elements in order along `dim`, and the indices of where they stood.

    NaN counts as larger than any number. Equal elements keep their order if `stable` is true.

    Parameters
    ----------
    input : Tensor
    dim : int, default -1
    descending : bool, default False
    stable : bool, default False
    out : Tensor[]?, default None
    axis : another name of dim

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of input = gather_backward(grad, input.shape, dim, indices)
    """
    if axis is not None:
        dim = by_other_name("sort", "dim", dim, -1, "axis", axis)
    if out is not None:
        return SortOutput(*into_several("sort", out, sort, input, dim, descending, stable))
    if dim.__class__ is not int:
        dim = as_int("sort", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("sort", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("sort", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("sort", functions.sort, self_, dim, descending, stable)
    else:
        values_, indices_ = functions.sort(self_, dim, descending, stable)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = SortBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _sort_tangent(values, indices, input, dim, descending, stable)
        if rare & PRODUCED:
            produced("sort", (values, indices), self=input, dim=dim, descending=descending, stable=stable)
    return SortOutput(values, indices)


def _sort_tangent(values: Any, indices: Any, input: Any, dim: Any, descending: Any, stable: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.gather(self_t, dim, indices)
    set_tangent(values, tangent)


def argsort(
    input: TensorLike,
    dim: int = -1,
    descending: bool = False,
    stable: bool = False,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """The indices that put the elements in order along `dim`.

    NaN counts as larger than any number.

    Parameters
    ----------
    input : Tensor
    dim : int, default -1
    descending : bool, default False
    stable : bool, default False
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor
    """
    if axis is not None:
        dim = by_other_name("argsort", "dim", dim, -1, "axis", axis)
    if out is not None:
        return into("argsort", out, argsort, input, dim, descending, stable)
    if dim.__class__ is not int:
        dim = as_int("argsort", "dim", dim)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("argsort", "input", input)
        self_ = input._array
    if input.dtype.num > 13:  # complex, or float16
        check_real("argsort", input._array)
    result_ = functions.argsort(self_, dim, descending, stable)
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
        produced("argsort", (out,), self=input, dim=dim, descending=descending, stable=stable)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
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
        grad_self = ops.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def topk(
    input: TensorLike,
    k: int,
    dim: int = -1,
    largest: bool = True,
    sorted: bool = True,
    out: Sequence[Tensor] | None = None,
    axis: int | None = None,
) -> TopkOutput:
    """Compute `topk`.

    The `k` largest or smallest elements along `dim`, in order if `sorted` is true, and the indices of
    where they stood. NaN counts as larger than any number.

    Parameters
    ----------
    input : Tensor
    k : int
    dim : int, default -1
    largest : bool, default True
    sorted : bool, default True
    out : Tensor[]?, default None
    axis : another name of dim

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of input = gather_backward(grad, input.shape, dim, indices)
    """
    if axis is not None:
        dim = by_other_name("topk", "dim", dim, -1, "axis", axis)
    if out is not None:
        return TopkOutput(*into_several("topk", out, topk, input, k, dim, largest, sorted))
    if k.__class__ is not int:
        k = as_int("topk", "k", k)
    if dim.__class__ is not int:
        dim = as_int("topk", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("topk", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("topk", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("topk", functions.topk, self_, k, dim, largest, sorted)
    else:
        values_, indices_ = functions.topk(self_, k, dim, largest, sorted)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = TopkBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _topk_tangent(values, indices, input, k, dim, largest, sorted)
        if rare & PRODUCED:
            produced("topk", (values, indices), self=input, k=k, dim=dim, largest=largest, sorted=sorted)
    return TopkOutput(values, indices)


def _topk_tangent(values: Any, indices: Any, input: Any, k: Any, dim: Any, largest: Any, sorted: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.gather(self_t, dim, indices)
    set_tangent(values, tangent)


class MsortBackward(Node):
    __slots__ = ("counter__indices", "edge_self", "saved__indices", "shape_self")
    op = "msort"
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
        grad_self = functions.gather_backward(grad, self.shape_self, 0, _indices_)
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
        grad_self = ops.gather_backward(grad, self.shape_self, 0, _indices_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def msort(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The elements in order along the first dimension.

    NaN counts as larger than any number.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = gather_backward(grad, input.shape, 0, _indices)
    """
    if out is not None:
        return into("msort", out, msort, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("msort", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("msort", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _indices_ = replayed("msort", functions.msort, self_)
    else:
        result_, _indices_ = functions.msort(self_)
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
        node = MsortBackward()
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
            _msort_tangent(out, _indices_, input)
        if rare & PRODUCED:
            produced("msort", (out,), self=input)
    return out


def _msort_tangent(out: Any, _indices: Any, input: Any) -> None:
    _indices = wrap(_indices)
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.gather(self_t, 0, _indices)
    set_tangent(out, tangent)

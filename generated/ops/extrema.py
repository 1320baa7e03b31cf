# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family extrema: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, NamedTuple, overload

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    INT,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    TENSOR,
    WATCHED,
    Buffers,
    Heap,
    IntsLike,
    MultiNode,
    Node,
    Port,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    as_ints,
    asarray,
    by_other_name,
    call_overload,
    check_real,
    checked,
    checked_output,
    fits,
    into,
    into_several,
    materialized,
    materialized_tensors,
    ndarray,
    new_tensor,
    noticed,
    operand,
    primal_of,
    produced,
    recording,
    relinked,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    wrap,
)

from . import at_once as ops

__all__ = [
    "AminmaxOutput",
    "MaxDimOutput",
    "MinDimOutput",
    "_extreme_backward",
    "_place_reduced",
    "_select_reduced",
    "_tie_weights",
    "amax",
    "amin",
    "aminmax",
    "argmax",
    "argmin",
    "max",
    "max_default",
    "max_dim",
    "max_other",
    "min",
    "min_default",
    "min_dim",
    "min_other",
]


class AmaxBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_self",
        "saved_dim",
        "saved_keepdim",
        "saved_result",
        "saved_self",
        "version_self",
    )
    op = "amax"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_result: Any
    saved_self: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self = functions.extreme_backward(grad, self_, result_, self.saved_dim, self.saved_keepdim)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        grad_self = ops._extreme_backward(grad, self_, result_, self.saved_dim, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def amax(
    input: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Maximum over the given dimensions, or of everything.

    Elements that share the maximum, NaNs included, share its gradient evenly.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    weights = _tie_weights(input, result, dim, keepdim)
    gradient of input = _extreme_backward(grad, input, result, dim, keepdim)
    """
    if axis is not None:
        dim = by_other_name("amax", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("amax", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("amax", out, amax, input, dim, keepdim)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("amax", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("amax", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("amax", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("amax", functions.amax, self_, dim, keepdim)
    else:
        result_ = functions.amax(self_, dim, keepdim)
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
        node = AmaxBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _amax_tangent(out, input, dim, keepdim)
        if rare & PRODUCED:
            produced("amax", (out,), self=input, dim=dim, keepdim=keepdim)
    return out


def _amax_tangent(out: Any, input: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    weights_ = ops._tie_weights(self_p, out, dim, keepdim)
    tangent = ops.sum(self_t * weights_, dim, keepdim)
    set_tangent(out, tangent)


class AminBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_self",
        "saved_dim",
        "saved_keepdim",
        "saved_result",
        "saved_self",
        "version_self",
    )
    op = "amin"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_result: Any
    saved_self: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self = functions.extreme_backward(grad, self_, result_, self.saved_dim, self.saved_keepdim)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        grad_self = ops._extreme_backward(grad, self_, result_, self.saved_dim, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def amin(
    input: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Minimum over the given dimensions, or of everything.

    Elements that share the minimum, NaNs included, share its gradient evenly.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    weights = _tie_weights(input, result, dim, keepdim)
    gradient of input = _extreme_backward(grad, input, result, dim, keepdim)
    """
    if axis is not None:
        dim = by_other_name("amin", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("amin", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("amin", out, amin, input, dim, keepdim)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("amin", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("amin", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("amin", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("amin", functions.amin, self_, dim, keepdim)
    else:
        result_ = functions.amin(self_, dim, keepdim)
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
        node = AminBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _amin_tangent(out, input, dim, keepdim)
        if rare & PRODUCED:
            produced("amin", (out,), self=input, dim=dim, keepdim=keepdim)
    return out


def _amin_tangent(out: Any, input: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    weights_ = ops._tie_weights(self_p, out, dim, keepdim)
    tangent = ops.sum(self_t * weights_, dim, keepdim)
    set_tangent(out, tangent)


class AminmaxOutput(NamedTuple):
    """What `aminmax` returns."""

    min: Tensor
    max: Tensor


class AminmaxBackward(MultiNode):
    __slots__ = (
        "counter_max",
        "counter_min",
        "edge_self",
        "saved_dim",
        "saved_keepdim",
        "saved_max",
        "saved_min",
        "saved_self",
        "shape_self",
        "version_self",
    )
    op = "aminmax"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("min", "max")
    output_names = ("min", "max")
    counter_max: Any
    counter_min: Any
    edge_self: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_max: Any
    saved_min: Any
    saved_self: Any
    shape_self: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        min_ = self.saved_min
        if self.counter_min is not None:
            min_ = checked_output(self, "min")
        max_ = self.saved_max
        if self.counter_max is not None:
            max_ = checked_output(self, "max")
        grad_min, grad_max = materialized(grad, self.outputs)
        lowest_ = functions.tie_weights(self_, min_, self.saved_dim, self.saved_keepdim)
        highest_ = functions.tie_weights(self_, max_, self.saved_dim, self.saved_keepdim)
        part3 = len(self.shape_self)
        part2 = functions.restore_dims(grad_max, part3, self.saved_dim, self.saved_keepdim)
        part1 = part2 * highest_
        part6 = len(self.shape_self)
        part5 = functions.restore_dims(grad_min, part6, self.saved_dim, self.saved_keepdim)
        part4 = part5 * lowest_
        grad_self = part4 + part1
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_self = RELEASED
            self.saved_min = self.saved_max = None
            self.counter_min = self.counter_max = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        min_ = relinked(self, "min")
        max_ = relinked(self, "max", 1)
        grad_min, grad_max = materialized_tensors(grad, self.outputs)
        lowest_ = ops._tie_weights(self_, min_, self.saved_dim, self.saved_keepdim)
        highest_ = ops._tie_weights(self_, max_, self.saved_dim, self.saved_keepdim)
        part9 = len(self.shape_self)
        part8 = ops._restore_dims(grad_max, part9, self.saved_dim, self.saved_keepdim)
        part7 = part8 * highest_
        part12 = len(self.shape_self)
        part11 = ops._restore_dims(grad_min, part12, self.saved_dim, self.saved_keepdim)
        part10 = part11 * lowest_
        grad_self = part10 + part7
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def aminmax(
    input: TensorLike,
    out: Sequence[Tensor] | None = None,
    axis: int | None = None,
    keepdims: bool | None = None,
    *,
    dim: int | None = None,
    keepdim: bool = False,
) -> AminmaxOutput:
    """Minimum and maximum along one dimension, or of everything.

    Ties share the gradient evenly.

    Parameters
    ----------
    input : Tensor
    dim : int?, default None
    keepdim : bool, default False
    out : Tensor[]?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    lowest = _tie_weights(input, min, dim, keepdim)
    highest = _tie_weights(input, max, dim, keepdim)
    gradient of input = _restore_dims(grad_min, input.ndim, dim, keepdim) * lowest +
        _restore_dims(grad_max, input.ndim, dim, keepdim) * highest
    """
    if axis is not None:
        dim = by_other_name("aminmax", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("aminmax", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return AminmaxOutput(*into_several("aminmax", out, aminmax, input, dim=dim, keepdim=keepdim))
    if dim is not None and dim.__class__ is not int:
        dim = as_int("aminmax", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("aminmax", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("aminmax", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        min_, max_ = replayed("aminmax", functions.aminmax, self_, dim, keepdim)
    else:
        min_, max_ = functions.aminmax(self_, dim, keepdim)
    min = wrap(asarray(min_))
    max = wrap(asarray(max_))
    if edge_self is not None and (not rare or recording()):
        node = AminmaxBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_min = min_
        node.counter_min = None
        node.saved_max = max_
        node.counter_max = None
        node.shape = ()
        node.dtype = min.dtype
        node.outputs = ((min.shape, min.dtype), (max.shape, max.dtype))
        min._edge = Port(node, 0)
        max._edge = Port(node, 1)
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _aminmax_tangent(min, max, input, dim, keepdim)
        if rare & PRODUCED:
            produced("aminmax", (min, max), self=input, dim=dim, keepdim=keepdim)
    return AminmaxOutput(min, max)


def _aminmax_tangent(min: Any, max: Any, input: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    lowest_ = ops._tie_weights(self_p, min, dim, keepdim)
    highest_ = ops._tie_weights(self_p, max, dim, keepdim)
    tangent_min = ops.sum(self_t * lowest_, dim, keepdim)
    tangent_max = ops.sum(self_t * highest_, dim, keepdim)
    set_tangent(min, tangent_min)
    set_tangent(max, tangent_max)


class MaxBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "max"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any
    saved_self: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self = functions.extreme_backward(grad, self_, result_, None, False)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        grad_self = ops._extreme_backward(grad, self_, result_, None, False)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def max_default(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The largest element.

    Elements that share the maximum, NaNs included, share its gradient evenly.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    weights = _tie_weights(input, result, None, False)
    gradient of input = _extreme_backward(grad, input, result, None, False)
    """
    if out is not None:
        return into("max", out, max_default, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("max", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("max", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("max", functions.max, self_)
    else:
        result_ = functions.max(self_)
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
        node = MaxBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _max_default_tangent(out, input)
        if rare & PRODUCED:
            produced("max", (out,), self=input)
    return out


def _max_default_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    weights_ = ops._tie_weights(self_p, out, None, False)
    tangent = ops.sum(self_t * weights_)
    set_tangent(out, tangent)


class MaxDimOutput(NamedTuple):
    """What `max.dim` returns."""

    values: Tensor
    indices: Tensor


class MaxDimBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self")
    op = "max.dim"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    saved_keepdim: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.place_reduced(
            grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim
        )
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
        grad_self = ops._place_reduced(grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def max_dim(
    input: TensorLike, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MaxDimOutput:
    """Compute `max.dim`.

    Maximum along one dimension, and the index of the first element that has it, which gets the
    gradient.

    Parameters
    ----------
    input : Tensor
    dim : int
    keepdim : bool, default False
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of input = _place_reduced(grad, input.shape, dim, indices, keepdim)
    """
    if out is not None:
        return MaxDimOutput(*into_several("max", out, max_dim, input, dim, keepdim))
    if dim.__class__ is not int:
        dim = as_int("max", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("max", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("max", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("max", functions.max_dim, self_, dim, keepdim)
    else:
        values_, indices_ = functions.max_dim(self_, dim, keepdim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = MaxDimBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _max_dim_tangent(values, indices, input, dim, keepdim)
        if rare & PRODUCED:
            produced("max", (values, indices), self=input, dim=dim, keepdim=keepdim)
    return MaxDimOutput(values, indices)


def _max_dim_tangent(values: Any, indices: Any, input: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(values, tangent)


def max_other(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The larger argument, elementwise; see maximum.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = maximum(input, other)
    """
    if out is not None:
        return into("max", out, max_other, input, other)
    out = ops.maximum(input, other)
    return out


class MinBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "min"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any
    saved_self: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self = functions.extreme_backward(grad, self_, result_, None, False)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        grad_self = ops._extreme_backward(grad, self_, result_, None, False)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def min_default(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The smallest element.

    Elements that share the minimum, NaNs included, share its gradient evenly.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    weights = _tie_weights(input, result, None, False)
    gradient of input = _extreme_backward(grad, input, result, None, False)
    """
    if out is not None:
        return into("min", out, min_default, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("min", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("min", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("min", functions.min, self_)
    else:
        result_ = functions.min(self_)
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
        node = MinBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _min_default_tangent(out, input)
        if rare & PRODUCED:
            produced("min", (out,), self=input)
    return out


def _min_default_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    weights_ = ops._tie_weights(self_p, out, None, False)
    tangent = ops.sum(self_t * weights_)
    set_tangent(out, tangent)


class MinDimOutput(NamedTuple):
    """What `min.dim` returns."""

    values: Tensor
    indices: Tensor


class MinDimBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self")
    op = "min.dim"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    saved_keepdim: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.place_reduced(
            grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim
        )
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
        grad_self = ops._place_reduced(grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def min_dim(
    input: TensorLike, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MinDimOutput:
    """Compute `min.dim`.

    Minimum along one dimension, and the index of the first element that has it, which gets the
    gradient.

    Parameters
    ----------
    input : Tensor
    dim : int
    keepdim : bool, default False
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of input = _place_reduced(grad, input.shape, dim, indices, keepdim)
    """
    if out is not None:
        return MinDimOutput(*into_several("min", out, min_dim, input, dim, keepdim))
    if dim.__class__ is not int:
        dim = as_int("min", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("min", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("min", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("min", functions.min_dim, self_, dim, keepdim)
    else:
        values_, indices_ = functions.min_dim(self_, dim, keepdim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = MinDimBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _min_dim_tangent(values, indices, input, dim, keepdim)
        if rare & PRODUCED:
            produced("min", (values, indices), self=input, dim=dim, keepdim=keepdim)
    return MinDimOutput(values, indices)


def _min_dim_tangent(values: Any, indices: Any, input: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(values, tangent)


def min_other(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The smaller argument, elementwise; see minimum.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = minimum(input, other)
    """
    if out is not None:
        return into("min", out, min_other, input, other)
    out = ops.minimum(input, other)
    return out


def argmax(
    input: TensorLike,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: int | None = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Index of the first maximum along one dimension, or in the flattened argument.

    NaN is the maximum.

    Parameters
    ----------
    input : Tensor
    dim : int?, default None
    keepdim : bool, default False
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor
    """
    if axis is not None:
        dim = by_other_name("argmax", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("argmax", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("argmax", out, argmax, input, dim, keepdim)
    if dim is not None and dim.__class__ is not int:
        dim = as_int("argmax", "dim", dim)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("argmax", "input", input)
        self_ = input._array
    if input.dtype.num > 13:  # complex, or float16
        check_real("argmax", input._array)
    result_ = functions.argmax(self_, dim, keepdim)
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
        produced("argmax", (out,), self=input, dim=dim, keepdim=keepdim)
    return out


def argmin(
    input: TensorLike,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: int | None = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Index of the first minimum along one dimension, or in the flattened argument.

    NaN is the minimum.

    Parameters
    ----------
    input : Tensor
    dim : int?, default None
    keepdim : bool, default False
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor
    """
    if axis is not None:
        dim = by_other_name("argmin", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("argmin", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("argmin", out, argmin, input, dim, keepdim)
    if dim is not None and dim.__class__ is not int:
        dim = as_int("argmin", "dim", dim)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("argmin", "input", input)
        self_ = input._array
    if input.dtype.num > 13:  # complex, or float16
        check_real("argmin", input._array)
    result_ = functions.argmin(self_, dim, keepdim)
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
        produced("argmin", (out,), self=input, dim=dim, keepdim=keepdim)
    return out


def _extreme_backward(
    output_grad: TensorLike, input: TensorLike, output: TensorLike, dim: IntsLike, keepdim: bool
) -> Tensor:
    """Gradient of the maximum or minimum over the given dimensions.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    output : Tensor
    dim : int[]?
    keepdim : bool

    Returns
    -------
    Tensor

    Notes
    -----
    result = _restore_dims(output_grad, input.ndim, dim, keepdim) * _tie_weights(input, output, dim,
        keepdim)
    """
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("_extreme_backward", "dim", dim)
    try:
        edge_output_grad = output_grad._edge
        edge_self = input._edge
        edge_output = output._edge
    except AttributeError:
        output_grad = operand("_extreme_backward", "output_grad", output_grad)
        input = operand("_extreme_backward", "input", input)
        output = operand("_extreme_backward", "output", output)
        edge_output_grad = output_grad._edge
        edge_self = input._edge
        edge_output = output._edge
    if output_grad.dtype.num > 13:  # complex, or float16
        check_real("_extreme_backward", output_grad._array)
    rare = state.rare
    if (edge_output_grad is not None or edge_self is not None or edge_output is not None) and (
        not rare or recording()
    ):
        return _extreme_backward_composite(output_grad, input, output, dim, keepdim)
    if rare & FORWARD_AD and any_tangent((output_grad, input, output)):
        return _extreme_backward_composite(output_grad, input, output, dim, keepdim)
    output_grad_ = output_grad._array
    self_ = input._array
    output_ = output._array
    result_ = functions.extreme_backward(output_grad_, self_, output_, dim, keepdim)
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
            "_extreme_backward",
            (out,),
            output_grad=output_grad,
            self=input,
            output=output,
            dim=dim,
            keepdim=keepdim,
        )
    return out


def _extreme_backward_composite(
    output_grad: TensorLike, input: TensorLike, output: TensorLike, dim: IntsLike, keepdim: bool
) -> Tensor:
    out: Tensor
    part1 = ops._restore_dims(output_grad, input.ndim, dim, keepdim)
    out = part1 * ops._tie_weights(input, output, dim, keepdim)
    return out


def _tie_weights(input: TensorLike, extreme: TensorLike, dim: IntsLike, keepdim: bool) -> Tensor:
    """Share of each element in the maximum or minimum that a reduction over `dim` gave.

    Parameters
    ----------
    input : Tensor
    extreme : Tensor
    dim : int[]?
    keepdim : bool

    Returns
    -------
    Tensor
    """
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("_tie_weights", "dim", dim)
    try:
        self_ = input._array
        extreme_ = extreme._array
    except AttributeError:
        input = operand("_tie_weights", "input", input)
        extreme = operand("_tie_weights", "extreme", extreme)
        self_ = input._array
        extreme_ = extreme._array
    result_ = functions.tie_weights(self_, extreme_, dim, keepdim)
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
        produced("_tie_weights", (out,), self=input, extreme=extreme, dim=dim, keepdim=keepdim)
    return out


class SelectReducedBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self", "version_indices")
    op = "_select_reduced"
    edge_names = ("edge_self",)
    saved_names = ("indices",)
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    saved_keepdim: Any
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
        grad_self = functions.place_reduced(
            grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim
        )
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
        grad_self = ops._place_reduced(grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _select_reduced(input: TensorLike, dim: int, indices: TensorLike, keepdim: bool) -> Tensor:
    """The elements along `dim` at indices that max or min gave.

    Parameters
    ----------
    input : Tensor
    dim : int
    indices : Tensor
    keepdim : bool

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _place_reduced(grad, input.shape, dim, indices, keepdim)
    """
    if dim.__class__ is not int:
        dim = as_int("_select_reduced", "dim", dim)
    try:
        edge_self = input._edge
        indices_ = indices._array
    except AttributeError:
        input = operand("_select_reduced", "input", input)
        indices = operand("_select_reduced", "indices", indices)
        edge_self = input._edge
        indices_ = indices._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_select_reduced", functions.select_reduced, self_, dim, indices_, keepdim)
    else:
        result_ = functions.select_reduced(self_, dim, indices_, keepdim)
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
        node = SelectReducedBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_indices = indices
        counter = indices._counter
        node.version_indices = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _select_reduced_tangent(out, input, dim, indices, keepdim)
        if rare & PRODUCED:
            produced("_select_reduced", (out,), self=input, dim=dim, indices=indices, keepdim=keepdim)
    return out


def _select_reduced_tangent(out: Any, input: Any, dim: Any, indices: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(out, tangent)


class PlaceReducedBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_indices", "saved_keepdim", "version_indices")
    op = "_place_reduced"
    edge_names = ("edge_self",)
    saved_names = ("indices",)
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    saved_keepdim: Any
    version_indices: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        indices_ = indices_._array
        grad_self = functions.select_reduced(grad, self.saved_dim, indices_, self.saved_keepdim)
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
        grad_self = ops._select_reduced(grad, self.saved_dim, indices_, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _place_reduced(
    input: TensorLike, shape: IntsLike, dim: int, indices: TensorLike, keepdim: bool
) -> Tensor:
    """Zeros of `shape` with the argument at indices along `dim`; the transpose of _select_reduced.

    Parameters
    ----------
    input : Tensor
    shape : int[]
    dim : int
    indices : Tensor
    keepdim : bool

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _select_reduced(grad, dim, indices, keepdim)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_place_reduced", "shape", shape)
    if dim.__class__ is not int:
        dim = as_int("_place_reduced", "dim", dim)
    try:
        edge_self = input._edge
        indices_ = indices._array
    except AttributeError:
        input = operand("_place_reduced", "input", input)
        indices = operand("_place_reduced", "indices", indices)
        edge_self = input._edge
        indices_ = indices._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_place_reduced", functions.place_reduced, self_, shape, dim, indices_, keepdim)
    else:
        result_ = functions.place_reduced(self_, shape, dim, indices_, keepdim)
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
        node = PlaceReducedBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_indices = indices
        counter = indices._counter
        node.version_indices = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _place_reduced_tangent(out, input, shape, dim, indices, keepdim)
        if rare & PRODUCED:
            produced(
                "_place_reduced", (out,), self=input, shape=shape, dim=dim, indices=indices, keepdim=keepdim
            )
    return out


def _place_reduced_tangent(out: Any, input: Any, shape: Any, dim: Any, indices: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._place_reduced(self_t, shape, dim, indices, keepdim)
    set_tangent(out, tangent)


@overload
def max(input: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def max(
    input: Tensor, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MaxDimOutput: ...


@overload
def max(
    input: Tensor,
    *,
    axis: int,
    keepdim: bool = ...,
    out: Sequence[Tensor] | None = ...,
    keepdims: bool | None = ...,
) -> MaxDimOutput: ...


@overload
def max(input: Tensor, other: Tensor, out: Tensor | None = None) -> Tensor: ...


def max(*args: Any, **kwargs: Any) -> Any:
    """The largest element.

    Overloads:

    * ``max(Tensor input) -> Tensor``
    * ``max.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)``
    * ``max.other(Tensor input, Tensor other) -> Tensor``
    """
    return call_overload("max", _MAX_OVERLOADS, args, kwargs, _MAX_NAMES)


def _fits_max_default(input: Any) -> bool:
    return fits((input, TENSOR))


def _fits_max_dim(input: Any, dim: Any, keepdim: Any = False) -> bool:
    return fits((input, TENSOR), (dim, INT))


def _fits_max_other(input: Any, other: Any) -> bool:
    return fits((input, TENSOR), (other, TENSOR))


_MAX_OVERLOADS = ((max_default, _fits_max_default), (max_dim, _fits_max_dim), (max_other, _fits_max_other))
_MAX_NAMES = {"axis": "dim", "keepdims": "keepdim"}


@overload
def min(input: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def min(
    input: Tensor, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MinDimOutput: ...


@overload
def min(
    input: Tensor,
    *,
    axis: int,
    keepdim: bool = ...,
    out: Sequence[Tensor] | None = ...,
    keepdims: bool | None = ...,
) -> MinDimOutput: ...


@overload
def min(input: Tensor, other: Tensor, out: Tensor | None = None) -> Tensor: ...


def min(*args: Any, **kwargs: Any) -> Any:
    """The smallest element.

    Overloads:

    * ``min(Tensor input) -> Tensor``
    * ``min.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)``
    * ``min.other(Tensor input, Tensor other) -> Tensor``
    """
    return call_overload("min", _MIN_OVERLOADS, args, kwargs, _MIN_NAMES)


def _fits_min_default(input: Any) -> bool:
    return fits((input, TENSOR))


def _fits_min_dim(input: Any, dim: Any, keepdim: Any = False) -> bool:
    return fits((input, TENSOR), (dim, INT))


def _fits_min_other(input: Any, other: Any) -> bool:
    return fits((input, TENSOR), (other, TENSOR))


_MIN_OVERLOADS = ((min_default, _fits_min_default), (min_dim, _fits_min_dim), (min_other, _fits_min_other))
_MIN_NAMES = {"axis": "dim", "keepdims": "keepdim"}

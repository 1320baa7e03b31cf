# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family order_statistics: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, NamedTuple, overload

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    INT,
    NUMBERS,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    STRING,
    TENSOR,
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
    asarray,
    by_other_name,
    call_overload,
    check_floating,
    check_real,
    checked,
    checked_output,
    fits,
    heappush,
    into,
    into_several,
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
    zero_array,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "KthvalueOutput",
    "MedianDimOutput",
    "ModeOutput",
    "NanmedianDimOutput",
    "_at_ranks",
    "_quantile_rank",
    "_quantile_ranks",
    "kthvalue",
    "median",
    "median_default",
    "median_dim",
    "mode",
    "nanmedian",
    "nanmedian_default",
    "nanmedian_dim",
    "nanquantile",
    "nanquantile_default",
    "nanquantile_scalar",
    "quantile",
    "quantile_default",
    "quantile_scalar",
]


class MedianBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "median"
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
        weights_ = functions.tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
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
        weights_ = ops._tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def median_default(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The middle element, the lower one of two; NaN if there is a NaN.

    Elements that are equal to it, NaNs included, share its gradient evenly.

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
    gradient of input = grad * weights
    """
    if out is not None:
        return into("median", out, median_default, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("median", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("median", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("median", functions.median, self_)
    else:
        result_ = functions.median(self_)
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
        node = MedianBackward()
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
            _median_default_tangent(out, input)
        if rare & PRODUCED:
            produced("median", (out,), self=input)
    return out


def _median_default_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    weights_ = ops._tie_weights(self_p, out, None, False)
    tangent = ops.sum(self_t * weights_)
    set_tangent(out, tangent)


class MedianDimOutput(NamedTuple):
    """What `median.dim` returns."""

    values: Tensor
    indices: Tensor


class MedianDimBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self")
    op = "median.dim"
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


def median_dim(
    input: TensorLike, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MedianDimOutput:
    """Compute `median.dim`.

    The middle elements along one dimension, the lower ones of two, and their indices, which get the
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
        return MedianDimOutput(*into_several("median", out, median_dim, input, dim, keepdim))
    if dim.__class__ is not int:
        dim = as_int("median", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("median", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("median", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("median", functions.median_dim, self_, dim, keepdim)
    else:
        values_, indices_ = functions.median_dim(self_, dim, keepdim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = MedianDimBackward()
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
            _median_dim_tangent(values, indices, input, dim, keepdim)
        if rare & PRODUCED:
            produced("median", (values, indices), self=input, dim=dim, keepdim=keepdim)
    return MedianDimOutput(values, indices)


def _median_dim_tangent(values: Any, indices: Any, input: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(values, tangent)


class NanmedianBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "nanmedian"
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
        weights_ = functions.tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
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
        weights_ = ops._tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def nanmedian_default(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The middle one of the elements that are not NaN; see median.

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
    gradient of input = grad * weights
    """
    if out is not None:
        return into("nanmedian", out, nanmedian_default, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("nanmedian", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("nanmedian", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("nanmedian", functions.nanmedian, self_)
    else:
        result_ = functions.nanmedian(self_)
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
        node = NanmedianBackward()
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
            _nanmedian_default_tangent(out, input)
        if rare & PRODUCED:
            produced("nanmedian", (out,), self=input)
    return out


def _nanmedian_default_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    weights_ = ops._tie_weights(self_p, out, None, False)
    tangent = ops.sum(self_t * weights_)
    set_tangent(out, tangent)


class NanmedianDimOutput(NamedTuple):
    """What `nanmedian.dim` returns."""

    values: Tensor
    indices: Tensor


class NanmedianDimBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self")
    op = "nanmedian.dim"
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


def nanmedian_dim(
    input: TensorLike, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> NanmedianDimOutput:
    """The middle ones along one dimension of the elements that are not NaN, and their indices; see median.

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
        return NanmedianDimOutput(*into_several("nanmedian", out, nanmedian_dim, input, dim, keepdim))
    if dim.__class__ is not int:
        dim = as_int("nanmedian", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("nanmedian", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("nanmedian", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("nanmedian", functions.nanmedian_dim, self_, dim, keepdim)
    else:
        values_, indices_ = functions.nanmedian_dim(self_, dim, keepdim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = NanmedianDimBackward()
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
            _nanmedian_dim_tangent(values, indices, input, dim, keepdim)
        if rare & PRODUCED:
            produced("nanmedian", (values, indices), self=input, dim=dim, keepdim=keepdim)
    return NanmedianDimOutput(values, indices)


def _nanmedian_dim_tangent(values: Any, indices: Any, input: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(values, tangent)


class KthvalueOutput(NamedTuple):
    """What `kthvalue` returns."""

    values: Tensor
    indices: Tensor


class KthvalueBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self")
    op = "kthvalue"
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


def kthvalue(
    input: TensorLike,
    k: int,
    dim: int = -1,
    keepdim: bool = False,
    out: Sequence[Tensor] | None = None,
    axis: int | None = None,
    keepdims: bool | None = None,
) -> KthvalueOutput:
    """Compute `kthvalue`.

    The `k`-th smallest elements along a dimension, counted from 1, and their indices, which get the
    gradient. NaN counts as larger than any number.

    Parameters
    ----------
    input : Tensor
    k : int
    dim : int, default -1
    keepdim : bool, default False
    out : Tensor[]?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of input = _place_reduced(grad, input.shape, dim, indices, keepdim)
    """
    if axis is not None:
        dim = by_other_name("kthvalue", "dim", dim, -1, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("kthvalue", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return KthvalueOutput(*into_several("kthvalue", out, kthvalue, input, k, dim, keepdim))
    if k.__class__ is not int:
        k = as_int("kthvalue", "k", k)
    if dim.__class__ is not int:
        dim = as_int("kthvalue", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("kthvalue", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("kthvalue", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("kthvalue", functions.kthvalue, self_, k, dim, keepdim)
    else:
        values_, indices_ = functions.kthvalue(self_, k, dim, keepdim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = KthvalueBackward()
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
            _kthvalue_tangent(values, indices, input, k, dim, keepdim)
        if rare & PRODUCED:
            produced("kthvalue", (values, indices), self=input, k=k, dim=dim, keepdim=keepdim)
    return KthvalueOutput(values, indices)


def _kthvalue_tangent(values: Any, indices: Any, input: Any, k: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(values, tangent)


class ModeOutput(NamedTuple):
    """What `mode` returns."""

    values: Tensor
    indices: Tensor


class ModeBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self")
    op = "mode"
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


def mode(
    input: TensorLike,
    dim: int = -1,
    keepdim: bool = False,
    out: Sequence[Tensor] | None = None,
    axis: int | None = None,
    keepdims: bool | None = None,
) -> ModeOutput:
    """Compute `mode`.

    The most frequent elements along a dimension, the smallest of several, and the indices where they
    stand last, which get the gradient. NaN is equal to nothing.

    Parameters
    ----------
    input : Tensor
    dim : int, default -1
    keepdim : bool, default False
    out : Tensor[]?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of input = _place_reduced(grad, input.shape, dim, indices, keepdim)
    """
    if axis is not None:
        dim = by_other_name("mode", "dim", dim, -1, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("mode", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return ModeOutput(*into_several("mode", out, mode, input, dim, keepdim))
    if dim.__class__ is not int:
        dim = as_int("mode", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("mode", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("mode", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("mode", functions.mode, self_, dim, keepdim)
    else:
        values_, indices_ = functions.mode(self_, dim, keepdim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = ModeBackward()
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
            _mode_tangent(values, indices, input, dim, keepdim)
        if rare & PRODUCED:
            produced("mode", (values, indices), self=input, dim=dim, keepdim=keepdim)
    return ModeOutput(values, indices)


def _mode_tangent(values: Any, indices: Any, input: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(values, tangent)


def quantile_default(
    input: TensorLike,
    q: TensorLike,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    interpolation: str = "linear",
) -> Tensor:
    """Compute `quantile`.

    The quantiles `q`, a number or a 1-d tensor of numbers between 0 and 1, along a dimension or of
    everything; of several, they come in a first dimension. Between two elements it is, by
    `interpolation`, what lies there ('linear'), the 'lower', the 'higher' or the 'nearest' one, or the
    middle of both ('midpoint'). NaN if there is a NaN.

    Parameters
    ----------
    input : Tensor
    q : Tensor
    dim : int?, default None
    keepdim : bool, default False
    interpolation : str, default 'linear'
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _at_ranks(flat, _quantile_ranks(flat, q, False), size, method)
    size = functions.quantile_shape('quantile', input.shape, input.dtype, q.shape, q.dtype, dim, keepdim)
    method = functions.quantile_mode('quantile', input.shape, input.dtype, interpolation)
    flat = reshape(input, [-1]) if dim is None or input.ndim == 0 else movedim(input, [dim], [-1])
    """
    if out is not None:
        return into("quantile", out, quantile_default, input, q, dim, keepdim, interpolation=interpolation)
    if dim is not None and dim.__class__ is not int:
        dim = as_int("quantile", "dim", dim)
    size_ = functions.quantile_shape("quantile", input.shape, input.dtype, q.shape, q.dtype, dim, keepdim)
    method_ = functions.quantile_mode("quantile", input.shape, input.dtype, interpolation)
    flat_: Any
    if dim is None or input.ndim == 0:
        flat_ = ops.reshape(input, [-1])
    else:
        flat_ = ops.movedim(input, [dim], [-1])
    part1 = ops_later._quantile_ranks(flat_, q, False)
    out = ops_later._at_ranks(flat_, part1, size_, method_)
    return out


def quantile_scalar(
    input: TensorLike,
    q: float,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    interpolation: str = "linear",
) -> Tensor:
    """The quantile `q`, a number between 0 and 1, along a dimension or of everything.

    Parameters
    ----------
    input : Tensor
    q : float
    dim : int?, default None
    keepdim : bool, default False
    interpolation : str, default 'linear'
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _at_ranks(flat, _quantile_rank(flat, q, False), size, method)
    size = functions.reduced_shape('quantile', input.shape, dim, keepdim)
    method = functions.quantile_mode('quantile', input.shape, input.dtype, interpolation)
    flat = reshape(input, [-1]) if dim is None or input.ndim == 0 else movedim(input, [dim], [-1])
    """
    if out is not None:
        return into("quantile", out, quantile_scalar, input, q, dim, keepdim, interpolation=interpolation)
    if dim is not None and dim.__class__ is not int:
        dim = as_int("quantile", "dim", dim)
    size_ = functions.reduced_shape("quantile", input.shape, dim, keepdim)
    method_ = functions.quantile_mode("quantile", input.shape, input.dtype, interpolation)
    flat_: Any
    if dim is None or input.ndim == 0:
        flat_ = ops.reshape(input, [-1])
    else:
        flat_ = ops.movedim(input, [dim], [-1])
    part1 = ops_later._quantile_rank(flat_, q, False)
    out = ops_later._at_ranks(flat_, part1, size_, method_)
    return out


def nanquantile_default(
    input: TensorLike,
    q: TensorLike,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    interpolation: str = "linear",
) -> Tensor:
    """The quantiles of the elements that are not NaN; see quantile.

    Parameters
    ----------
    input : Tensor
    q : Tensor
    dim : int?, default None
    keepdim : bool, default False
    interpolation : str, default 'linear'
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _at_ranks(flat, _quantile_ranks(flat, q, True), size, method)
    size = functions.quantile_shape('nanquantile', input.shape, input.dtype, q.shape, q.dtype, dim,
        keepdim)
    method = functions.quantile_mode('nanquantile', input.shape, input.dtype, interpolation)
    flat = reshape(input, [-1]) if dim is None or input.ndim == 0 else movedim(input, [dim], [-1])
    """
    if out is not None:
        return into(
            "nanquantile", out, nanquantile_default, input, q, dim, keepdim, interpolation=interpolation
        )
    if dim is not None and dim.__class__ is not int:
        dim = as_int("nanquantile", "dim", dim)
    size_ = functions.quantile_shape("nanquantile", input.shape, input.dtype, q.shape, q.dtype, dim, keepdim)
    method_ = functions.quantile_mode("nanquantile", input.shape, input.dtype, interpolation)
    flat_: Any
    if dim is None or input.ndim == 0:
        flat_ = ops.reshape(input, [-1])
    else:
        flat_ = ops.movedim(input, [dim], [-1])
    part1 = ops_later._quantile_ranks(flat_, q, True)
    out = ops_later._at_ranks(flat_, part1, size_, method_)
    return out


def nanquantile_scalar(
    input: TensorLike,
    q: float,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    interpolation: str = "linear",
) -> Tensor:
    """The quantile of the elements that are not NaN; see quantile.

    Parameters
    ----------
    input : Tensor
    q : float
    dim : int?, default None
    keepdim : bool, default False
    interpolation : str, default 'linear'
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _at_ranks(flat, _quantile_rank(flat, q, True), size, method)
    size = functions.reduced_shape('nanquantile', input.shape, dim, keepdim)
    method = functions.quantile_mode('nanquantile', input.shape, input.dtype, interpolation)
    flat = reshape(input, [-1]) if dim is None or input.ndim == 0 else movedim(input, [dim], [-1])
    """
    if out is not None:
        return into(
            "nanquantile", out, nanquantile_scalar, input, q, dim, keepdim, interpolation=interpolation
        )
    if dim is not None and dim.__class__ is not int:
        dim = as_int("nanquantile", "dim", dim)
    size_ = functions.reduced_shape("nanquantile", input.shape, dim, keepdim)
    method_ = functions.quantile_mode("nanquantile", input.shape, input.dtype, interpolation)
    flat_: Any
    if dim is None or input.ndim == 0:
        flat_ = ops.reshape(input, [-1])
    else:
        flat_ = ops.movedim(input, [dim], [-1])
    part1 = ops_later._quantile_rank(flat_, q, True)
    out = ops_later._at_ranks(flat_, part1, size_, method_)
    return out


class QuantileRanksBackward(Node):
    __slots__ = ("counter__last", "edge_q", "edge_self", "saved__last", "shape_q", "shape_self")
    op = "_quantile_ranks"
    edge_names = ("edge_self", "edge_q")
    saved_outputs = ("_last",)
    counter__last: Any
    edge_q: Any
    edge_self: Any
    saved__last: Any
    shape_q: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_q = self.edge_q
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_q not in needed:
                edge_q = None
        if edge_q is not None:
            _last_ = self.saved__last
            if self.counter__last is not None:
                _last_ = checked_output(self, "_last")
        if edge_self is not None:
            grad_self = zero_array(self.shape_self, self.dtype)
        if edge_q is not None:
            grad_q = functions.sum_to_size(grad * _last_, self.shape_q)
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
        if edge_q is not None:
            if grad_q.__class__ is not ndarray:
                grad_q = asarray(grad_q)
            if edge_q in buffers:
                accumulate(buffers, edge_q, grad_q)
            else:
                buffers[edge_q] = grad_q
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_q
        if not keep:
            self.saved__last = None
            self.counter__last = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_q = self.edge_q
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_q not in needed:
                edge_q = None
        if edge_q is not None:
            _last_ = wrap(checked_output(self, "_last"))
        grad_self: Any = None
        grad_q: Any = None
        if edge_self is not None:
            grad_self = wrap(zero_array(self.shape_self, self.dtype))
        if edge_q is not None:
            grad_q = ops.sum_to_size(grad * _last_, self.shape_q)
        return (grad_self, grad_q)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_q)


def _quantile_ranks(input: TensorLike, q: TensorLike, ignore_nan: bool) -> Tensor:
    """The places of quantiles in the sorted last dimension.

    Parameters
    ----------
    input : Tensor
    q : Tensor
    ignore_nan : bool

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    gradient of q = sum_to_size(grad * _last, q.shape)
    """
    try:
        edge_self = input._edge
        edge_q = q._edge
    except AttributeError:
        input = operand("_quantile_ranks", "input", input)
        q = operand("_quantile_ranks", "q", q)
        edge_self = input._edge
        edge_q = q._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_quantile_ranks", "input", input._array)
    self_ = input._array
    q_ = q._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _last_ = replayed("_quantile_ranks", functions.quantile_ranks, self_, q_, ignore_nan)
    else:
        result_, _last_ = functions.quantile_ranks(self_, q_, ignore_nan)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_q is not None) and (not rare or recording()):
        node = QuantileRanksBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_q = edge_q
        node.shape_q = q.shape
        if edge_q is not None:
            node.saved__last = _last_
            node.counter__last = None
        else:
            node.saved__last = None
        node.shape_self = input.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _quantile_ranks_tangent(out, _last_, input, q, ignore_nan)
        if rare & PRODUCED:
            produced("_quantile_ranks", (out,), self=input, q=q, ignore_nan=ignore_nan)
    return out


def _quantile_ranks_tangent(out: Any, _last: Any, input: Any, q: Any, ignore_nan: Any) -> None:
    _last = wrap(_last)
    if not any_tangent((input, q)):
        return
    q_t = tangent_or_zeros(q)
    tangent = ops.expand(q_t * _last, out.shape)
    set_tangent(out, tangent)


def _quantile_rank(input: TensorLike, q: float, ignore_nan: bool) -> Tensor:
    """The place of one quantile in the sorted last dimension.

    Parameters
    ----------
    input : Tensor
    q : float
    ignore_nan : bool

    Returns
    -------
    Tensor
    """
    try:
        self_ = input._array
    except AttributeError:
        input = operand("_quantile_rank", "input", input)
        self_ = input._array
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_quantile_rank", "input", input._array)
    result_ = functions.quantile_rank(self_, q, ignore_nan)
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
        produced("_quantile_rank", (out,), self=input, q=q, ignore_nan=ignore_nan)
    return out


def _at_ranks(input: TensorLike, ranks: TensorLike, shape: IntsLike, interpolation: str) -> Tensor:
    """What lies at places of the sorted last dimension, which comes first in the result.

    Parameters
    ----------
    input : Tensor
    ranks : Tensor
    shape : int[]
    interpolation : str

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(movedim(found, [-1], [0]), shape)
    order = argsort(input, -1)
    below = ceil(ranks) if interpolation == 'higher' else round(ranks) if interpolation == 'nearest'
        else floor(ranks)
    low = gather(input, -1, gather(order, -1, long(below)))
    between = interpolation == 'linear' or interpolation == 'midpoint'
    high = gather(input, -1, gather(order, -1, long(ceil(ranks)))) if between else low
    weight = ranks - below if interpolation == 'linear' else 0.5
    found = lerp(low, high, weight) if between else low
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_at_ranks", "shape", shape)
    out: Tensor
    order_ = ops_later.argsort(input, -1)
    below_: Any
    if interpolation == "higher":
        below_ = ops_later.ceil(ranks)
    else:
        if interpolation == "nearest":
            below_ = ops_later.round(ranks)
        else:
            below_ = ops_later.floor(ranks)
    low_ = ops.gather(input, -1, ops.gather(order_, -1, ops.long(below_)))
    between_ = interpolation == "linear" or interpolation == "midpoint"
    high_: Any
    if between_:
        part1 = ops.gather(order_, -1, ops.long(ops_later.ceil(ranks)))
        high_ = ops.gather(input, -1, part1)
    else:
        high_ = low_
    weight_: Any
    if interpolation == "linear":
        weight_ = ranks - below_
    else:
        weight_ = 0.5
    found_: Any
    if between_:
        found_ = ops_later.lerp(low_, high_, weight_)
    else:
        found_ = low_
    out = ops.reshape(ops.movedim(found_, [-1], [0]), shape)
    return out


@overload
def median(input: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def median(
    input: Tensor, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MedianDimOutput: ...


@overload
def median(
    input: Tensor,
    *,
    axis: int,
    keepdim: bool = ...,
    out: Sequence[Tensor] | None = ...,
    keepdims: bool | None = ...,
) -> MedianDimOutput: ...


def median(*args: Any, **kwargs: Any) -> Any:
    """The middle element, the lower one of two; NaN if there is a NaN.

    Overloads:

    * ``median(Tensor input) -> Tensor``
    * ``median.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)``
    """
    return call_overload("median", _MEDIAN_OVERLOADS, args, kwargs, _MEDIAN_NAMES)


def _fits_median_default(input: Any) -> bool:
    return fits((input, TENSOR))


def _fits_median_dim(input: Any, dim: Any, keepdim: Any = False) -> bool:
    return fits((input, TENSOR), (dim, INT))


_MEDIAN_OVERLOADS = ((median_default, _fits_median_default), (median_dim, _fits_median_dim))
_MEDIAN_NAMES = {"axis": "dim", "keepdims": "keepdim"}


@overload
def nanmedian(input: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def nanmedian(
    input: Tensor, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> NanmedianDimOutput: ...


@overload
def nanmedian(
    input: Tensor,
    *,
    axis: int,
    keepdim: bool = ...,
    out: Sequence[Tensor] | None = ...,
    keepdims: bool | None = ...,
) -> NanmedianDimOutput: ...


def nanmedian(*args: Any, **kwargs: Any) -> Any:
    """The middle one of the elements that are not NaN; see median.

    Overloads:

    * ``nanmedian(Tensor input) -> Tensor``
    * ``nanmedian.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)``
    """
    return call_overload("nanmedian", _NANMEDIAN_OVERLOADS, args, kwargs, _NANMEDIAN_NAMES)


def _fits_nanmedian_default(input: Any) -> bool:
    return fits((input, TENSOR))


def _fits_nanmedian_dim(input: Any, dim: Any, keepdim: Any = False) -> bool:
    return fits((input, TENSOR), (dim, INT))


_NANMEDIAN_OVERLOADS = ((nanmedian_default, _fits_nanmedian_default), (nanmedian_dim, _fits_nanmedian_dim))
_NANMEDIAN_NAMES = {"axis": "dim", "keepdims": "keepdim"}


@overload
def quantile(
    input: Tensor,
    q: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: int | None = None,
    keepdims: bool | None = None,
    *,
    interpolation: str = "linear",
) -> Tensor: ...


@overload
def quantile(
    input: Tensor,
    q: float,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: int | None = None,
    keepdims: bool | None = None,
    *,
    interpolation: str = "linear",
) -> Tensor: ...


def quantile(*args: Any, **kwargs: Any) -> Any:
    """Compute `quantile`.

    Overloads:

    * ``quantile(Tensor input, Tensor q, int? dim=None, bool keepdim=False, *, str
      interpolation='linear') -> Tensor``
    * ``quantile.scalar(Tensor input, float q, int? dim=None, bool keepdim=False, *, str
      interpolation='linear') -> Tensor``
    """
    return call_overload("quantile", _QUANTILE_OVERLOADS, args, kwargs, _QUANTILE_NAMES)


def _fits_quantile_default(
    input: Any, q: Any, dim: Any = None, keepdim: Any = False, interpolation: Any = "linear"
) -> bool:
    return fits((input, TENSOR), (q, TENSOR), (interpolation, STRING))


def _fits_quantile_scalar(
    input: Any, q: Any, dim: Any = None, keepdim: Any = False, interpolation: Any = "linear"
) -> bool:
    return fits((input, TENSOR), (q, NUMBERS), (interpolation, STRING))


_QUANTILE_OVERLOADS = ((quantile_default, _fits_quantile_default), (quantile_scalar, _fits_quantile_scalar))
_QUANTILE_NAMES = {"axis": "dim", "keepdims": "keepdim"}


@overload
def nanquantile(
    input: Tensor,
    q: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: int | None = None,
    keepdims: bool | None = None,
    *,
    interpolation: str = "linear",
) -> Tensor: ...


@overload
def nanquantile(
    input: Tensor,
    q: float,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: int | None = None,
    keepdims: bool | None = None,
    *,
    interpolation: str = "linear",
) -> Tensor: ...


def nanquantile(*args: Any, **kwargs: Any) -> Any:
    """The quantiles of the elements that are not NaN; see quantile.

    Overloads:

    * ``nanquantile(Tensor input, Tensor q, int? dim=None, bool keepdim=False, *, str
      interpolation='linear') -> Tensor``
    * ``nanquantile.scalar(Tensor input, float q, int? dim=None, bool keepdim=False, *, str
      interpolation='linear') -> Tensor``
    """
    return call_overload("nanquantile", _NANQUANTILE_OVERLOADS, args, kwargs, _NANQUANTILE_NAMES)


def _fits_nanquantile_default(
    input: Any, q: Any, dim: Any = None, keepdim: Any = False, interpolation: Any = "linear"
) -> bool:
    return fits((input, TENSOR), (q, TENSOR), (interpolation, STRING))


def _fits_nanquantile_scalar(
    input: Any, q: Any, dim: Any = None, keepdim: Any = False, interpolation: Any = "linear"
) -> bool:
    return fits((input, TENSOR), (q, NUMBERS), (interpolation, STRING))


_NANQUANTILE_OVERLOADS = (
    (nanquantile_default, _fits_nanquantile_default),
    (nanquantile_scalar, _fits_nanquantile_scalar),
)
_NANQUANTILE_NAMES = {"axis": "dim", "keepdims": "keepdim"}

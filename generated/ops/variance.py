# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family variance: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

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
    IntsLike,
    MultiNode,
    Node,
    Number,
    Port,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_ints,
    asarray,
    by_other_name,
    checked,
    checked_output,
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

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "StdMeanOutput",
    "VarMeanOutput",
    "std",
    "std_mean",
    "var",
    "var_backward",
    "var_mean",
]


class VarBackward(Node):
    __slots__ = (
        "counter__mean",
        "edge_self",
        "saved__mean",
        "saved_correction",
        "saved_dim",
        "saved_keepdim",
        "saved_self",
        "saved_unbiased",
        "version_self",
    )
    op = "var"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("_mean",)
    counter__mean: Any
    edge_self: Any
    saved__mean: Any
    saved_correction: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_self: Any
    saved_unbiased: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        _mean_ = self.saved__mean
        if self.counter__mean is not None:
            _mean_ = checked_output(self, "_mean")
        grad_self = functions.var_backward(
            grad,
            self_,
            _mean_,
            self.saved_dim,
            self.saved_unbiased,
            self.saved_keepdim,
            self.saved_correction,
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
            self.saved_self = RELEASED
            self.saved__mean = None
            self.counter__mean = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        _mean_ = wrap(checked_output(self, "_mean"))
        grad_self = ops_later.var_backward(
            grad,
            self_,
            _mean_,
            self.saved_dim,
            self.saved_unbiased,
            self.saved_keepdim,
            self.saved_correction,
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def var(
    input: TensorLike,
    dim: IntsLike = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
    *,
    correction: Number = None,
) -> Tensor:
    """Compute `var`.

    Variance over the given dimensions, or of everything: the sum of squared distances from the mean,
    divided by the number of elements minus `correction` (1 unless given; `unbiased=False` means 0). For
    complex numbers it is real.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    unbiased : bool?, default None
    keepdim : bool, default False
    correction : Scalar?, default None
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = var_backward(grad, input, _mean, dim, unbiased, keepdim, correction)
    """
    if axis is not None:
        dim = by_other_name("var", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("var", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("var", out, var, input, dim, unbiased, keepdim, correction=correction)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("var", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("var", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _mean_ = replayed("var", functions.var, self_, dim, unbiased, keepdim, correction)
    else:
        result_, _mean_ = functions.var(self_, dim, unbiased, keepdim, correction)
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
        node = VarBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_unbiased = unbiased
        node.saved_keepdim = keepdim
        node.saved_correction = correction
        node.saved__mean = _mean_
        node.counter__mean = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _var_tangent(out, _mean_, input, dim, unbiased, keepdim, correction)
        if rare & PRODUCED:
            produced(
                "var", (out,), self=input, dim=dim, unbiased=unbiased, keepdim=keepdim, correction=correction
            )
    return out


def _var_tangent(
    out: Any, _mean: Any, input: Any, dim: Any, unbiased: Any, keepdim: Any, correction: Any
) -> None:
    _mean = wrap(_mean)
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    part1 = 2 * functions.variance_scale(self_p.shape, dim, unbiased, correction)
    part2 = ops.sum(ops.real(ops.conj(self_p - _mean) * self_t), dim, keepdim)
    tangent = part2 * part1
    set_tangent(out, tangent)


def var_backward(
    output_grad: TensorLike,
    input: TensorLike,
    mean_: TensorLike,
    dim: IntsLike,
    unbiased: bool | None,
    keepdim: bool,
    correction: Number,
) -> Tensor:
    """Gradient of var.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    mean_ : Tensor
    dim : int[]?
    unbiased : bool?
    keepdim : bool
    correction : Scalar?

    Returns
    -------
    Tensor

    Notes
    -----
    result = _restore_dims(output_grad, input.ndim, dim, keepdim) * scale * (input - mean(input, dim,
        True))
    scale = 2 * functions.variance_scale(input.shape, dim, unbiased, correction)
    """
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("var_backward", "dim", dim)
    try:
        edge_output_grad = output_grad._edge
        edge_self = input._edge
        edge_mean_ = mean_._edge
    except AttributeError:
        output_grad = operand("var_backward", "output_grad", output_grad)
        input = operand("var_backward", "input", input)
        mean_ = operand("var_backward", "mean_", mean_)
        edge_output_grad = output_grad._edge
        edge_self = input._edge
        edge_mean_ = mean_._edge
    rare = state.rare
    if (edge_output_grad is not None or edge_self is not None or edge_mean_ is not None) and (
        not rare or recording()
    ):
        return _var_backward_composite(output_grad, input, mean_, dim, unbiased, keepdim, correction)
    if rare & FORWARD_AD and any_tangent((output_grad, input, mean_)):
        return _var_backward_composite(output_grad, input, mean_, dim, unbiased, keepdim, correction)
    output_grad_ = output_grad._array
    self_ = input._array
    mean__ = mean_._array
    result_ = functions.var_backward(output_grad_, self_, mean__, dim, unbiased, keepdim, correction)
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
            "var_backward",
            (out,),
            output_grad=output_grad,
            self=input,
            mean_=mean_,
            dim=dim,
            unbiased=unbiased,
            keepdim=keepdim,
            correction=correction,
        )
    return out


def _var_backward_composite(
    output_grad: TensorLike,
    input: TensorLike,
    mean_: TensorLike,
    dim: IntsLike,
    unbiased: bool | None,
    keepdim: bool,
    correction: Number,
) -> Tensor:
    out: Tensor
    scale_ = 2 * functions.variance_scale(input.shape, dim, unbiased, correction)
    part1 = ops._restore_dims(output_grad, input.ndim, dim, keepdim) * scale_
    out = part1 * (input - ops.mean(input, dim, True))
    return out


class StdBackward(Node):
    __slots__ = (
        "counter__mean",
        "counter_result",
        "edge_self",
        "saved__mean",
        "saved_correction",
        "saved_dim",
        "saved_keepdim",
        "saved_result",
        "saved_self",
        "saved_unbiased",
        "version_self",
    )
    op = "std"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result", "_mean")
    output_names = ("result",)
    counter__mean: Any
    counter_result: Any
    edge_self: Any
    saved__mean: Any
    saved_correction: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_result: Any
    saved_self: Any
    saved_unbiased: Any
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
        _mean_ = self.saved__mean
        if self.counter__mean is not None:
            _mean_ = checked_output(self, "_mean")
        inverse_ = np.where(result_ == 0, 0, 1 / np.where(result_ == 0, 1, result_))
        part1 = grad * inverse_ * 0.5
        grad_self = functions.var_backward(
            part1,
            self_,
            _mean_,
            self.saved_dim,
            self.saved_unbiased,
            self.saved_keepdim,
            self.saved_correction,
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
            self.saved_self = RELEASED
            self.saved_result = self.saved__mean = None
            self.counter_result = self.counter__mean = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        _mean_ = wrap(checked_output(self, "_mean"))
        inverse_ = ops.where(result_ == 0, 0, 1 / ops.where(result_ == 0, 1, result_))
        part2 = grad * inverse_ * 0.5
        grad_self = ops_later.var_backward(
            part2,
            self_,
            _mean_,
            self.saved_dim,
            self.saved_unbiased,
            self.saved_keepdim,
            self.saved_correction,
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def std(
    input: TensorLike,
    dim: IntsLike = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
    *,
    correction: Number = None,
) -> Tensor:
    """Standard deviation over the given dimensions, or of everything: the square root of `var`.

    Where it is 0 the gradient is 0.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    unbiased : bool?, default None
    keepdim : bool, default False
    correction : Scalar?, default None
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    inverse = where(result == 0, 0, 1 / where(result == 0, 1, result))
    gradient of input = var_backward(grad * inverse * 0.5, input, _mean, dim, unbiased, keepdim,
        correction)
    """
    if axis is not None:
        dim = by_other_name("std", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("std", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("std", out, std, input, dim, unbiased, keepdim, correction=correction)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("std", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("std", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _mean_ = replayed("std", functions.std, self_, dim, unbiased, keepdim, correction)
    else:
        result_, _mean_ = functions.std(self_, dim, unbiased, keepdim, correction)
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
        node = StdBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_unbiased = unbiased
        node.saved_keepdim = keepdim
        node.saved_correction = correction
        node.saved_result = result_
        node.counter_result = None
        node.saved__mean = _mean_
        node.counter__mean = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _std_tangent(out, _mean_, input, dim, unbiased, keepdim, correction)
        if rare & PRODUCED:
            produced(
                "std", (out,), self=input, dim=dim, unbiased=unbiased, keepdim=keepdim, correction=correction
            )
    return out


def _std_tangent(
    out: Any, _mean: Any, input: Any, dim: Any, unbiased: Any, keepdim: Any, correction: Any
) -> None:
    _mean = wrap(_mean)
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    inverse_ = ops.where(out == 0, 0, 1 / ops.where(out == 0, 1, out))
    part2 = ops.sum(ops.real(ops.conj(self_p - _mean) * self_t), dim, keepdim)
    part1 = part2 * inverse_
    part3 = functions.variance_scale(self_p.shape, dim, unbiased, correction)
    tangent = part1 * part3
    set_tangent(out, tangent)


class VarMeanOutput(NamedTuple):
    """What `var_mean` returns."""

    variance: Tensor
    average: Tensor


class VarMeanBackward(MultiNode):
    __slots__ = (
        "edge_self",
        "saved_correction",
        "saved_dim",
        "saved_keepdim",
        "saved_self",
        "saved_unbiased",
        "shape_self",
        "version_self",
    )
    op = "var_mean"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_correction: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_self: Any
    saved_unbiased: Any
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
        grad_variance, grad_average = materialized(grad, self.outputs)
        part7 = functions.variance_scale(
            self.shape_self, self.saved_dim, self.saved_unbiased, self.saved_correction
        )
        part8 = 2 * (self_ - functions.mean(self_, self.saved_dim, True, None))
        slope_ = part7 * part8
        part2 = grad_average / functions.mean_divisor(self.shape_self, self.saved_dim)
        part3 = len(self.shape_self)
        part1 = functions.restore_dims(part2, part3, self.saved_dim, self.saved_keepdim)
        part6 = len(self.shape_self)
        part5 = functions.restore_dims(grad_variance, part6, self.saved_dim, self.saved_keepdim)
        part4 = part5 * slope_
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        grad_variance, grad_average = materialized_tensors(grad, self.outputs)
        part9 = functions.variance_scale(
            self.shape_self, self.saved_dim, self.saved_unbiased, self.saved_correction
        )
        slope_ = part9 * (2 * (self_ - ops.mean(self_, self.saved_dim, True)))
        part11 = grad_average / functions.mean_divisor(self.shape_self, self.saved_dim)
        part12 = len(self.shape_self)
        part10 = ops._restore_dims(part11, part12, self.saved_dim, self.saved_keepdim)
        part15 = len(self.shape_self)
        part14 = ops._restore_dims(grad_variance, part15, self.saved_dim, self.saved_keepdim)
        part13 = part14 * slope_
        grad_self = part13 + part10
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def var_mean(
    input: TensorLike,
    dim: IntsLike = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    out: Sequence[Tensor] | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
    *,
    correction: Number = None,
) -> VarMeanOutput:
    """Variance and mean over the given dimensions, or of everything; see var.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    unbiased : bool?, default None
    keepdim : bool, default False
    correction : Scalar?, default None
    out : Tensor[]?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    slope = functions.variance_scale(input.shape, dim, unbiased, correction) * (2 * (input - mean(input,
        dim, True)))
    gradient of input = _restore_dims(grad_variance, input.ndim, dim, keepdim) * slope +
        _restore_dims(grad_average / functions.mean_divisor(input.shape, dim), input.ndim, dim, keepdim)
    """
    if axis is not None:
        dim = by_other_name("var_mean", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("var_mean", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return VarMeanOutput(
            *into_several("var_mean", out, var_mean, input, dim, unbiased, keepdim, correction=correction)
        )
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("var_mean", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("var_mean", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        variance_, average_ = replayed(
            "var_mean", functions.var_mean, self_, dim, unbiased, keepdim, correction
        )
    else:
        variance_, average_ = functions.var_mean(self_, dim, unbiased, keepdim, correction)
    variance = wrap(asarray(variance_))
    average = wrap(asarray(average_))
    if edge_self is not None and (not rare or recording()):
        node = VarMeanBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_unbiased = unbiased
        node.saved_keepdim = keepdim
        node.saved_correction = correction
        node.shape = ()
        node.dtype = variance.dtype
        node.outputs = ((variance.shape, variance.dtype), (average.shape, average.dtype))
        variance._edge = Port(node, 0)
        average._edge = Port(node, 1)
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _var_mean_tangent(variance, average, input, dim, unbiased, keepdim, correction)
        if rare & PRODUCED:
            produced(
                "var_mean",
                (variance, average),
                self=input,
                dim=dim,
                unbiased=unbiased,
                keepdim=keepdim,
                correction=correction,
            )
    return VarMeanOutput(variance, average)


def _var_mean_tangent(
    variance: Any, average: Any, input: Any, dim: Any, unbiased: Any, keepdim: Any, correction: Any
) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    part1 = functions.variance_scale(self_p.shape, dim, unbiased, correction)
    slope_ = part1 * (2 * (self_p - ops.mean(self_p, dim, True)))
    tangent_variance = ops.sum(ops.real(ops.conj(slope_) * self_t), dim, keepdim)
    tangent_average = ops.mean(self_t, dim, keepdim)
    set_tangent(variance, tangent_variance)
    set_tangent(average, tangent_average)


class StdMeanOutput(NamedTuple):
    """What `std_mean` returns."""

    deviation: Tensor
    average: Tensor


class StdMeanBackward(MultiNode):
    __slots__ = (
        "counter_deviation",
        "edge_self",
        "saved_correction",
        "saved_deviation",
        "saved_dim",
        "saved_keepdim",
        "saved_self",
        "saved_unbiased",
        "shape_self",
        "version_self",
    )
    op = "std_mean"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("deviation",)
    output_names = ("deviation", "average")
    counter_deviation: Any
    edge_self: Any
    saved_correction: Any
    saved_deviation: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_self: Any
    saved_unbiased: Any
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
        deviation_ = self.saved_deviation
        if self.counter_deviation is not None:
            deviation_ = checked_output(self, "deviation")
        grad_deviation, grad_average = materialized(grad, self.outputs)
        part7 = 1 / np.where(deviation_ == 0, 1, deviation_)
        half_ = np.where(deviation_ == 0, 0, part7)
        scale_ = functions.variance_scale(
            self.shape_self, self.saved_dim, self.saved_unbiased, self.saved_correction
        )
        part10 = len(self.shape_self)
        part9 = functions.restore_dims(half_, part10, self.saved_dim, self.saved_keepdim)
        part8 = part9 * scale_
        slope_ = part8 * (self_ - functions.mean(self_, self.saved_dim, True, None))
        part2 = grad_average / functions.mean_divisor(self.shape_self, self.saved_dim)
        part3 = len(self.shape_self)
        part1 = functions.restore_dims(part2, part3, self.saved_dim, self.saved_keepdim)
        part6 = len(self.shape_self)
        part5 = functions.restore_dims(grad_deviation, part6, self.saved_dim, self.saved_keepdim)
        part4 = part5 * slope_
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
            self.saved_deviation = None
            self.counter_deviation = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        deviation_ = relinked(self, "deviation")
        grad_deviation, grad_average = materialized_tensors(grad, self.outputs)
        part11 = 1 / ops.where(deviation_ == 0, 1, deviation_)
        half_ = ops.where(deviation_ == 0, 0, part11)
        scale_ = functions.variance_scale(
            self.shape_self, self.saved_dim, self.saved_unbiased, self.saved_correction
        )
        part14 = len(self.shape_self)
        part13 = ops._restore_dims(half_, part14, self.saved_dim, self.saved_keepdim)
        part12 = part13 * scale_
        slope_ = part12 * (self_ - ops.mean(self_, self.saved_dim, True))
        part16 = grad_average / functions.mean_divisor(self.shape_self, self.saved_dim)
        part17 = len(self.shape_self)
        part15 = ops._restore_dims(part16, part17, self.saved_dim, self.saved_keepdim)
        part20 = len(self.shape_self)
        part19 = ops._restore_dims(grad_deviation, part20, self.saved_dim, self.saved_keepdim)
        part18 = part19 * slope_
        grad_self = part18 + part15
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def std_mean(
    input: TensorLike,
    dim: IntsLike = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    out: Sequence[Tensor] | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
    *,
    correction: Number = None,
) -> StdMeanOutput:
    """Standard deviation and mean over the given dimensions, or of everything; see std.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    unbiased : bool?, default None
    keepdim : bool, default False
    correction : Scalar?, default None
    out : Tensor[]?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    half = where(deviation == 0, 0, 1 / where(deviation == 0, 1, deviation))
    scale = functions.variance_scale(input.shape, dim, unbiased, correction)
    slope = _restore_dims(half, input.ndim, dim, keepdim) * scale * (input - mean(input, dim, True))
    gradient of input = _restore_dims(grad_deviation, input.ndim, dim, keepdim) * slope +
        _restore_dims(grad_average / functions.mean_divisor(input.shape, dim), input.ndim, dim, keepdim)
    """
    if axis is not None:
        dim = by_other_name("std_mean", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("std_mean", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return StdMeanOutput(
            *into_several("std_mean", out, std_mean, input, dim, unbiased, keepdim, correction=correction)
        )
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("std_mean", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("std_mean", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        deviation_, average_ = replayed(
            "std_mean", functions.std_mean, self_, dim, unbiased, keepdim, correction
        )
    else:
        deviation_, average_ = functions.std_mean(self_, dim, unbiased, keepdim, correction)
    deviation = wrap(asarray(deviation_))
    average = wrap(asarray(average_))
    if edge_self is not None and (not rare or recording()):
        node = StdMeanBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_unbiased = unbiased
        node.saved_keepdim = keepdim
        node.saved_correction = correction
        node.saved_deviation = deviation_
        node.counter_deviation = None
        node.shape = ()
        node.dtype = deviation.dtype
        node.outputs = ((deviation.shape, deviation.dtype), (average.shape, average.dtype))
        deviation._edge = Port(node, 0)
        average._edge = Port(node, 1)
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _std_mean_tangent(deviation, average, input, dim, unbiased, keepdim, correction)
        if rare & PRODUCED:
            produced(
                "std_mean",
                (deviation, average),
                self=input,
                dim=dim,
                unbiased=unbiased,
                keepdim=keepdim,
                correction=correction,
            )
    return StdMeanOutput(deviation, average)


def _std_mean_tangent(
    deviation: Any, average: Any, input: Any, dim: Any, unbiased: Any, keepdim: Any, correction: Any
) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    part1 = 1 / ops.where(deviation == 0, 1, deviation)
    half_ = ops.where(deviation == 0, 0, part1)
    scale_ = functions.variance_scale(self_p.shape, dim, unbiased, correction)
    part2 = ops._restore_dims(half_, self_p.ndim, dim, keepdim) * scale_
    slope_ = part2 * (self_p - ops.mean(self_p, dim, True))
    tangent_deviation = ops.sum(ops.real(ops.conj(slope_) * self_t), dim, keepdim)
    tangent_average = ops.mean(self_t, dim, keepdim)
    set_tangent(deviation, tangent_deviation)
    set_tangent(average, tangent_average)

# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family floating_point: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    LARGE,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    WATCHED,
    Buffers,
    Elementwise,
    Heap,
    Node,
    Spread,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    asarray,
    check_floating,
    checked,
    checked_output,
    expendable,
    explain,
    heappush,
    in_memory,
    into,
    into_several,
    literals,
    ndarray,
    new_tensor,
    noticed,
    operand,
    operand_pair,
    operand_tuple,
    overwrite,
    primal_of,
    produced,
    promote,
    real_floating,
    recording,
    reduce_to,
    relinked,
    replayed,
    seqs,
    set_elementwise_tangent,
    set_tangent,
    state,
    sum_of_both,
    tangent_of,
    tangent_or_zeros,
    to_floating,
    unrecorded,
    wrap,
    zero_array,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "FrexpOutput",
    "frexp",
    "ldexp",
    "ldexp_",
    "nan_to_num",
    "nan_to_num_",
    "nextafter",
    "nextafter_",
]

_ldexp_forward = Elementwise("derivata.generated.kernels.ldexp", "forward", outputs=1, cost=17)
_ldexp_backward_self = Elementwise("derivata.generated.kernels.ldexp", "backward_self", outputs=1, cost=17)
_ldexp_backward_other = Elementwise("derivata.generated.kernels.ldexp", "backward_other", outputs=1, cost=2)
_ldexp_backward_self_other = Elementwise(
    "derivata.generated.kernels.ldexp", "backward_self_other", outputs=2, cost=19
)
_nextafter_forward = Elementwise("derivata.generated.kernels.nextafter", "forward", outputs=1, cost=2)
_nextafter_backward_self = Elementwise(
    "derivata.generated.kernels.nextafter", "backward_self", outputs=1, cost=2
)


class LdexpBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_result",
        "spread",
        "version_other",
    )
    op = "ldexp"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("other",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_other: Any
    edge_self: Any
    saved_other: Any
    saved_result: Any
    spread: Any
    version_other: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        if edge_other is not None:
            result_ = self.saved_result
            if self.counter_result is not None:
                result_ = checked_output(self, "result")
        grad_self: Any = None
        grad_other: Any = None
        if grad.size >= 1024:
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _ldexp_backward_self_other, buffers, edge_self, grad, other_, result_, targets=self.spread
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _ldexp_backward_self_other.launch(grad, other_, result_)
                else:
                    fused = _ldexp_backward_self_other(grad, other_, result_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 1024:
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _ldexp_backward_self.launch(grad, other_)
                    else:
                        grad_self = in_memory(
                            _ldexp_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= 2730:
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _ldexp_backward_other.launch(grad, result_)
                    else:
                        grad_other = in_memory(
                            _ldexp_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            result_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = grad * np.exp2(other_).conjugate()
        if edge_other is not None and grad_other is None:
            grad_other = grad * (literals[0.6931471805599453, self.dtype] * result_).conjugate()
        following: Node | None = None
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                following = edge_self
            del grad_self
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = reduce_to(grad_other, target)
            if edge_other in buffers:
                accumulate(buffers, edge_other, grad_other)
            else:
                buffers[edge_other] = grad_other
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_other
        if not keep:
            self.saved_other = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        if edge_other is not None:
            result_ = relinked(self, "result")
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad * ops.conj(ops.exp2(other_))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = grad * ops.conj(0.6931471805599453 * result_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def ldexp(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """`input * 2 ** other`, elementwise: the inverse of `frexp`.

    Both arguments have gradients.

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
    result = input * exp2(other)
    gradient of input = grad * conj(exp2(other))
    gradient of other = grad * conj(0.6931471805599453 * result)
    """
    if out is not None:
        return into("ldexp", out, ldexp, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("ldexp", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("ldexp", ("input", "other"), input, other)
        edge_self = input._edge
        edge_other = other._edge
    self_ = input._array
    other_ = other._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != other.shape or dtype is not other.dtype:
        alike = False
        if input.dtype is not other.dtype:
            self_, other_ = promote(input, other)
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
        other_ = to_floating(other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        if alike:
            data = _ldexp_forward.launch(self_, other_)
        else:
            data = _ldexp_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = self_ * np.exp2(other_)
        except (TypeError, ValueError) as error:
            raise explain("ldexp", error, ("input", "other"), (input, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not other.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = LdexpBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_self is not None:
            node.saved_other = other
            counter = other._counter
            node.version_other = counter if counter.__class__ is int else counter.version
        else:
            node.saved_other = None
        if edge_other is not None:
            node.saved_result = data
            node.counter_result = None
        else:
            node.saved_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _ldexp_tangent(out, input, other)
        if rare & PRODUCED:
            produced("ldexp", (out,), self=input, other=other)
    return out


def _ldexp_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(ops.exp2(other_p))
        tangent = ops.conj(part)
    other_t = tangent_of(other)
    if other_t is not None:
        grad = ops.conj(other_t)
        part = grad * ops.conj(0.6931471805599453 * out)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class FrexpOutput(NamedTuple):
    """What `frexp` returns."""

    mantissa: Tensor
    exponent: Tensor


class FrexpBackward(Node):
    __slots__ = ("counter_exponent", "dtype_self", "edge_self", "saved_exponent")
    op = "frexp"
    edge_names = ("edge_self",)
    saved_outputs = ("exponent",)
    counter_exponent: Any
    dtype_self: Any
    edge_self: Any
    saved_exponent: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        exponent_ = self.saved_exponent
        if self.counter_exponent is not None:
            exponent_ = checked_output(self, "exponent")
        grad_self = grad * np.exp2(functions.cast(-exponent_, self.dtype_self))
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_exponent = None
            self.counter_exponent = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        exponent_ = wrap(checked_output(self, "exponent"))
        grad_self = ops_later.ldexp(grad, ops._cast(-exponent_, self.dtype_self))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def frexp(input: TensorLike, out: Sequence[Tensor] | None = None) -> FrexpOutput:
    """Compute `frexp`.

    The mantissas, whose absolute values are in [0.5, 1), and the exponents with `input == mantissa * 2
    ** exponent`, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of input = ldexp(grad, _cast(-exponent, input.dtype))
    """
    if out is not None:
        return FrexpOutput(*into_several("frexp", out, frexp, input))
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("frexp", "input", input)
        edge_self = input._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("frexp", "input", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        mantissa_, exponent_ = replayed("frexp", functions.frexp, self_)
    else:
        mantissa_, exponent_ = functions.frexp(self_)
    mantissa = wrap(asarray(mantissa_))
    exponent = wrap(asarray(exponent_))
    if edge_self is not None and (not rare or recording()):
        node = FrexpBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = input.dtype
        node.saved_exponent = exponent_
        node.counter_exponent = None
        node.shape = mantissa.shape
        node.dtype = mantissa.dtype
        mantissa._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _frexp_tangent(mantissa, exponent, input)
        if rare & PRODUCED:
            produced("frexp", (mantissa, exponent), self=input)
    return FrexpOutput(mantissa, exponent)


def _frexp_tangent(mantissa: Any, exponent: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.ldexp(self_t, ops._cast(-exponent, self_t.dtype))
    set_tangent(mantissa, tangent)


class NanToNumBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "nan_to_num"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
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
        grad_self = np.where(np.isfinite(self_), grad, 0)
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
        grad_self = ops.where(ops.isfinite(self_), grad, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def nan_to_num(
    input: TensorLike,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Compute `nan_to_num`.

    The argument with `nan`, or 0, in place of NaN, and `posinf` and `neginf` in place of the
    infinities, elementwise: by default the largest and the smallest number of the dtype. What is
    replaced gets the gradient 0.

    Parameters
    ----------
    input : Tensor
    nan : float?, default None
    posinf : float?, default None
    neginf : float?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = where(isfinite(input), grad, 0)
    """
    if out is not None:
        return into("nan_to_num", out, nan_to_num, input, nan, posinf, neginf)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("nan_to_num", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("nan_to_num", functions.nan_to_num, self_, nan, posinf, neginf)
    else:
        result_ = functions.nan_to_num(self_, nan, posinf, neginf)
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
        node = NanToNumBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _nan_to_num_tangent(out, input, nan, posinf, neginf)
        if rare & PRODUCED:
            produced("nan_to_num", (out,), self=input, nan=nan, posinf=posinf, neginf=neginf)
    return out


def _nan_to_num_tangent(out: Any, input: Any, nan: Any, posinf: Any, neginf: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    tangent = ops.where(ops.isfinite(self_p), self_t, 0)
    set_tangent(out, tangent)


class NextafterBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "nextafter"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    edge_other: Any
    edge_self: Any
    saved_other: Any
    saved_self: Any
    spread: Any
    version_other: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_self is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None and grad.size >= 2730:
            if self.spread is None:
                grad_self = _nextafter_backward_self.launch(grad, self_, other_)
            else:
                grad_self = _nextafter_backward_self(
                    grad, self_, other_, targets=self.spread and self.spread[0:1]
                )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(self_ == other_, 0, grad)
        if edge_other is not None and grad_other is None:
            grad_other = zero_array(grad.shape, self.dtype)
        following: Node | None = None
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                following = edge_self
            del grad_self
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = reduce_to(grad_other, target)
            if edge_other in buffers:
                accumulate(buffers, edge_other, grad_other)
            else:
                buffers[edge_other] = grad_other
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_other
        if not keep:
            self.saved_self = self.saved_other = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_self is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = ops.where(self_ == other_, 0, grad)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = wrap(zero_array(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def nextafter(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The next number after `input` in the direction of `other`, elementwise.

    The gradient goes to `input`; where the two are equal nobody gets any.

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
    result = nextafter(input, other)
    gradient of input = where(input == other, 0, grad)
    gradient of other = 0
    """
    if out is not None:
        return into("nextafter", out, nextafter, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("nextafter", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("nextafter", ("input", "other"), input, other)
        edge_self = input._edge
        edge_other = other._edge
    self_ = input._array
    other_ = other._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != other.shape or dtype is not other.dtype:
        alike = False
        if input.dtype is not other.dtype:
            self_, other_ = promote(input, other)
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_, other_ = real_floating("nextafter", self_, other_)
    data: Any = None
    if self_.size >= 2730 if alike else self_.size * other_.size >= 2730:
        if alike:
            data = _nextafter_forward.launch(self_, other_)
        else:
            data = _nextafter_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = np.nextafter(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("nextafter", error, ("input", "other"), (input, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not other.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = NextafterBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_self is not None:
            node.saved_self = input
            counter = input._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_self is not None:
            node.saved_other = other
            counter = other._counter
            node.version_other = counter if counter.__class__ is int else counter.version
        else:
            node.saved_other = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _nextafter_tangent(out, input, other)
        if rare & PRODUCED:
            produced("nextafter", (out,), self=input, other=other)
    return out


def _nextafter_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where(self_p == other_p, 0, grad)
        tangent = part
    set_elementwise_tangent(out, tangent)


def ldexp_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `ldexp` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("ldexp_", input, ldexp(expendable(input), other))
    write = Write("ldexp_", input)
    return write.finish(ldexp(write.original, other))


def nan_to_num_(
    input: TensorLike, nan: float | None = None, posinf: float | None = None, neginf: float | None = None
) -> Tensor:
    """Write `nan_to_num` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("nan_to_num_", input, nan_to_num(input, nan, posinf, neginf))
    write = Write("nan_to_num_", input)
    return write.finish(nan_to_num(write.original, nan, posinf, neginf))


def nextafter_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `nextafter` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("nextafter_", input, nextafter(expendable(input), other))
    write = Write("nextafter_", input)
    return write.finish(nextafter(write.original, other))

# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family arithmetic: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, NamedTuple, overload

import numpy as np

from derivata.runtime import elementary, functions
from derivata.runtime.support import (
    FORWARD_AD,
    NUMBERS,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    TENSOR,
    WATCHED,
    Buffers,
    Elementwise,
    Heap,
    Node,
    Number,
    Spread,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    asarray,
    call_overload,
    check_floating,
    check_real,
    checked,
    checked_output,
    expendable,
    explain,
    fits,
    heappush,
    into,
    into_several,
    ndarray,
    new,
    next_seq,
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
    set_elementwise_tangent,
    set_tangent,
    settled,
    state,
    tangent_of,
    tangent_or_zeros,
    to_floating,
    unrecorded,
    wrap,
)

from .. import ops

__all__ = [
    "FrexpOutput",
    "abs",
    "abs_",
    "add",
    "add_",
    "addcdiv",
    "addcdiv_",
    "addcmul",
    "addcmul_",
    "ceil",
    "ceil_",
    "copysign",
    "copysign_",
    "deg2rad",
    "deg2rad_",
    "div",
    "div_",
    "float_power",
    "float_power_",
    "float_power_Scalar",
    "float_power_Tensor_Scalar",
    "float_power_default",
    "floor",
    "floor_",
    "floor_divide",
    "floor_divide_",
    "fmod",
    "fmod_",
    "frac",
    "frac_",
    "frexp",
    "heaviside",
    "heaviside_",
    "ldexp",
    "ldexp_",
    "lerp",
    "lerp_",
    "mul",
    "mul_",
    "nan_to_num",
    "nan_to_num_",
    "neg",
    "neg_",
    "nextafter",
    "nextafter_",
    "positive",
    "pow",
    "pow_",
    "pow_Scalar",
    "pow_default",
    "rad2deg",
    "rad2deg_",
    "reciprocal",
    "reciprocal_",
    "remainder",
    "remainder_",
    "round",
    "round_",
    "rsqrt",
    "rsqrt_",
    "rsub",
    "sgn",
    "sgn_",
    "sign",
    "sign_",
    "sqrt",
    "sqrt_",
    "square",
    "square_",
    "sub",
    "sub_",
    "trunc",
    "trunc_",
]

_add_forward_1 = Elementwise("derivata.generated.kernels.add", "forward_1", outputs=1, cost=1)
_add_forward_2 = Elementwise("derivata.generated.kernels.add", "forward_2", outputs=1, cost=2)
_add_backward_other_2 = Elementwise("derivata.generated.kernels.add", "backward_other_2", outputs=1, cost=1)
_sub_forward_1 = Elementwise("derivata.generated.kernels.sub", "forward_1", outputs=1, cost=1)
_sub_forward_2 = Elementwise("derivata.generated.kernels.sub", "forward_2", outputs=1, cost=2)
_sub_backward_other_1 = Elementwise("derivata.generated.kernels.sub", "backward_other_1", outputs=1, cost=1)
_sub_backward_other_2 = Elementwise("derivata.generated.kernels.sub", "backward_other_2", outputs=1, cost=1)
_rsub_forward_1 = Elementwise("derivata.generated.kernels.rsub", "forward_1", outputs=1, cost=1)
_rsub_forward_2 = Elementwise("derivata.generated.kernels.rsub", "forward_2", outputs=1, cost=2)
_rsub_backward_self_1 = Elementwise("derivata.generated.kernels.rsub", "backward_self_1", outputs=1, cost=1)
_rsub_backward_self_2 = Elementwise("derivata.generated.kernels.rsub", "backward_self_2", outputs=1, cost=1)
_mul_forward = Elementwise("derivata.generated.kernels.mul", "forward", outputs=1, cost=1)
_mul_backward_self = Elementwise("derivata.generated.kernels.mul", "backward_self", outputs=1, cost=1)
_mul_backward_other = Elementwise("derivata.generated.kernels.mul", "backward_other", outputs=1, cost=1)
_mul_backward_self_other = Elementwise(
    "derivata.generated.kernels.mul", "backward_self_other", outputs=2, cost=2
)
_div_forward = Elementwise("derivata.generated.kernels.div", "forward", outputs=1, cost=4)
_div_backward_self = Elementwise("derivata.generated.kernels.div", "backward_self", outputs=1, cost=4)
_div_backward_other = Elementwise("derivata.generated.kernels.div", "backward_other", outputs=1, cost=9)
_div_backward_self_other = Elementwise(
    "derivata.generated.kernels.div", "backward_self_other", outputs=2, cost=13
)
_floor_divide_forward = Elementwise("derivata.generated.kernels.floor_divide", "forward", outputs=1, cost=16)
_remainder_forward = Elementwise("derivata.generated.kernels.remainder", "forward", outputs=1, cost=16)
_remainder_backward_other = Elementwise(
    "derivata.generated.kernels.remainder", "backward_other", outputs=1, cost=17
)
_fmod_forward = Elementwise("derivata.generated.kernels.fmod", "forward", outputs=1, cost=16)
_fmod_backward_other = Elementwise("derivata.generated.kernels.fmod", "backward_other", outputs=1, cost=6)
_pow_default_forward = Elementwise("derivata.generated.kernels.pow_default", "forward", outputs=1, cost=48)
_pow_default_backward_self = Elementwise(
    "derivata.generated.kernels.pow_default", "backward_self", outputs=1, cost=53
)
_pow_default_backward_exponent = Elementwise(
    "derivata.generated.kernels.pow_default", "backward_exponent", outputs=1, cost=24
)
_pow_default_backward_self_exponent = Elementwise(
    "derivata.generated.kernels.pow_default", "backward_self_exponent", outputs=2, cost=77
)
_pow_Scalar_forward_1 = Elementwise("derivata.generated.kernels.pow_Scalar", "forward_1", outputs=1, cost=1)
_pow_Scalar_forward_2 = Elementwise("derivata.generated.kernels.pow_Scalar", "forward_2", outputs=1, cost=4)
_pow_Scalar_forward_3 = Elementwise("derivata.generated.kernels.pow_Scalar", "forward_3", outputs=1, cost=48)
_pow_Scalar_backward_self_1 = Elementwise(
    "derivata.generated.kernels.pow_Scalar", "backward_self_1", outputs=1, cost=2
)
_pow_Scalar_backward_self_2 = Elementwise(
    "derivata.generated.kernels.pow_Scalar", "backward_self_2", outputs=1, cost=10
)
_pow_Scalar_backward_self_4 = Elementwise(
    "derivata.generated.kernels.pow_Scalar", "backward_self_4", outputs=1, cost=51
)
_neg_forward = Elementwise("derivata.generated.kernels.neg", "forward", outputs=1, cost=1)
_neg_backward_self = Elementwise("derivata.generated.kernels.neg", "backward_self", outputs=1, cost=1)
_positive_forward = Elementwise("derivata.generated.kernels.positive", "forward", outputs=1, cost=1)
_reciprocal_forward = Elementwise("derivata.generated.kernels.reciprocal", "forward", outputs=1, cost=4)
_reciprocal_backward_self = Elementwise(
    "derivata.generated.kernels.reciprocal", "backward_self", outputs=1, cost=2
)
_square_forward = Elementwise("derivata.generated.kernels.square", "forward", outputs=1, cost=1)
_square_backward_self = Elementwise("derivata.generated.kernels.square", "backward_self", outputs=1, cost=2)
_sqrt_forward = Elementwise("derivata.generated.kernels.sqrt", "forward", outputs=1, cost=4)
_sqrt_backward_self = Elementwise("derivata.generated.kernels.sqrt", "backward_self", outputs=1, cost=5)
_rsqrt_forward = Elementwise("derivata.generated.kernels.rsqrt", "forward", outputs=1, cost=8)
_rsqrt_backward_self = Elementwise("derivata.generated.kernels.rsqrt", "backward_self", outputs=1, cost=4)
_abs_forward = Elementwise("derivata.generated.kernels.abs", "forward", outputs=1, cost=1)
_abs_backward_self = Elementwise("derivata.generated.kernels.abs", "backward_self", outputs=1, cost=2)
_sgn_forward = Elementwise("derivata.generated.kernels.sgn", "forward", outputs=1, cost=1)
_sgn_backward_self = Elementwise("derivata.generated.kernels.sgn", "backward_self", outputs=1, cost=13)
_sign_forward = Elementwise("derivata.generated.kernels.sign", "forward", outputs=1, cost=1)
_copysign_forward = Elementwise("derivata.generated.kernels.copysign", "forward", outputs=1, cost=1)
_copysign_backward_self = Elementwise(
    "derivata.generated.kernels.copysign", "backward_self", outputs=1, cost=4
)
_heaviside_forward = Elementwise("derivata.generated.kernels.heaviside", "forward", outputs=1, cost=1)
_heaviside_backward_values = Elementwise(
    "derivata.generated.kernels.heaviside", "backward_values", outputs=1, cost=2
)
_floor_forward = Elementwise("derivata.generated.kernels.floor", "forward", outputs=1, cost=1)
_ceil_forward = Elementwise("derivata.generated.kernels.ceil", "forward", outputs=1, cost=1)
_round_forward_1 = Elementwise("derivata.generated.kernels.round", "forward_1", outputs=1, cost=1)
_round_forward_2 = Elementwise("derivata.generated.kernels.round", "forward_2", outputs=1, cost=102)
_round_forward_3 = Elementwise("derivata.generated.kernels.round", "forward_3", outputs=1, cost=102)
_trunc_forward = Elementwise("derivata.generated.kernels.trunc", "forward", outputs=1, cost=1)
_lerp_forward = Elementwise("derivata.generated.kernels.lerp", "forward", outputs=1, cost=10)
_lerp_backward_self = Elementwise("derivata.generated.kernels.lerp", "backward_self", outputs=1, cost=2)
_lerp_backward_end = Elementwise("derivata.generated.kernels.lerp", "backward_end", outputs=1, cost=1)
_lerp_backward_weight = Elementwise("derivata.generated.kernels.lerp", "backward_weight", outputs=1, cost=2)
_lerp_backward_self_end_weight = Elementwise(
    "derivata.generated.kernels.lerp", "backward_self_end_weight", outputs=3, cost=5
)
_addcmul_forward = Elementwise("derivata.generated.kernels.addcmul", "forward", outputs=1, cost=3)
_addcmul_backward_tensor1 = Elementwise(
    "derivata.generated.kernels.addcmul", "backward_tensor1", outputs=1, cost=2
)
_addcmul_backward_tensor2 = Elementwise(
    "derivata.generated.kernels.addcmul", "backward_tensor2", outputs=1, cost=2
)
_addcmul_backward_tensor1_tensor2 = Elementwise(
    "derivata.generated.kernels.addcmul", "backward_tensor1_tensor2", outputs=2, cost=4
)
_addcdiv_forward = Elementwise("derivata.generated.kernels.addcdiv", "forward", outputs=1, cost=6)
_addcdiv_backward_tensor1 = Elementwise(
    "derivata.generated.kernels.addcdiv", "backward_tensor1", outputs=1, cost=5
)
_addcdiv_backward_tensor2 = Elementwise(
    "derivata.generated.kernels.addcdiv", "backward_tensor2", outputs=1, cost=10
)
_addcdiv_backward_tensor1_tensor2 = Elementwise(
    "derivata.generated.kernels.addcdiv", "backward_tensor1_tensor2", outputs=2, cost=15
)
_frac_forward = Elementwise("derivata.generated.kernels.frac", "forward", outputs=1, cost=2)
_deg2rad_forward = Elementwise("derivata.generated.kernels.deg2rad", "forward", outputs=1, cost=1)
_deg2rad_backward_self = Elementwise("derivata.generated.kernels.deg2rad", "backward_self", outputs=1, cost=1)
_rad2deg_forward = Elementwise("derivata.generated.kernels.rad2deg", "forward", outputs=1, cost=1)
_rad2deg_backward_self = Elementwise("derivata.generated.kernels.rad2deg", "backward_self", outputs=1, cost=1)
_ldexp_forward = Elementwise("derivata.generated.kernels.ldexp", "forward", outputs=1, cost=17)
_ldexp_backward_self = Elementwise("derivata.generated.kernels.ldexp", "backward_self", outputs=1, cost=17)
_ldexp_backward_other = Elementwise("derivata.generated.kernels.ldexp", "backward_other", outputs=1, cost=2)
_ldexp_backward_self_other = Elementwise(
    "derivata.generated.kernels.ldexp", "backward_self_other", outputs=2, cost=19
)
_nextafter_backward_self = Elementwise(
    "derivata.generated.kernels.nextafter", "backward_self", outputs=1, cost=2
)


class AddBackward(Node):
    __slots__ = ("edge_other", "edge_self", "saved_alpha", "spread")
    op = "add"
    edge_names = ("edge_self", "edge_other")
    edge_other: Any
    edge_self: Any
    saved_alpha: Any
    spread: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        grad_self: Any = None
        grad_other: Any = None
        if edge_other is not None and grad.size >= 3276 and self.saved_alpha != 1:
            grad_other = _add_backward_other_2(
                grad, self.saved_alpha, targets=self.spread and self.spread[1:2]
            )
        if edge_self is not None and grad_self is None:
            grad_self = grad
        if edge_other is not None and grad_other is None:
            if self.saved_alpha == 1:
                grad_other = grad
            else:
                grad_other = grad * self.saved_alpha.conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            if self.saved_alpha == 1:
                grad_other = grad
            else:
                grad_other = grad * ops.conj(self.saved_alpha)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def add(self: TensorLike, other: TensorLike, out: Tensor | None = None, *, alpha: Number = 1) -> Tensor:
    """Sum of the arguments, elementwise; `other` is multiplied by `alpha` first.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self + other if alpha == 1 else self + alpha * other
    gradient of self = grad
    gradient of other = grad if alpha == 1 else grad * conj(alpha)
    """
    if out is not None:
        return into("add", out, add, self, other, alpha=alpha)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("add", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("add", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    data: Any = None
    if self_.size >= 2730 if alike else self_.size * other_.size >= 2730:
        if alpha == 1:
            data = (_add_forward_1 if alike else _add_forward_1.broadcast)(self_, other_)
        else:
            data = (_add_forward_2 if alike else _add_forward_2.broadcast)(self_, other_, alpha)
    if data is None:
        try:
            if alpha == 1:
                data = self_ + other_
            else:
                data = self_ + alpha * other_
        except (TypeError, ValueError) as error:
            raise explain("add", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
        alike = False
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(AddBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_alpha = alpha
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _add_tangent(out, self, other, alpha)
        if rare & PRODUCED:
            produced("add", (out,), self=self, other=other, alpha=alpha)
    return out


def _add_tangent(out: Any, self: Any, other: Any, alpha: Any) -> None:
    if not any_tangent((self, other)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad
        tangent = ops.conj(part)
    other_t = tangent_of(other)
    if other_t is not None:
        grad = ops.conj(other_t)
        if alpha == 1:
            part = grad
        else:
            part = grad * ops.conj(alpha)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class SubBackward(Node):
    __slots__ = ("edge_other", "edge_self", "saved_alpha", "spread")
    op = "sub"
    edge_names = ("edge_self", "edge_other")
    edge_other: Any
    edge_self: Any
    saved_alpha: Any
    spread: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        grad_self: Any = None
        grad_other: Any = None
        if edge_other is not None and grad.size >= 3276:
            if self.saved_alpha == 1:
                grad_other = _sub_backward_other_1(grad, targets=self.spread and self.spread[1:2])
            else:
                grad_other = _sub_backward_other_2(
                    grad, self.saved_alpha, targets=self.spread and self.spread[1:2]
                )
        if edge_self is not None and grad_self is None:
            grad_self = grad
        if edge_other is not None and grad_other is None:
            if self.saved_alpha == 1:
                grad_other = -grad
            else:
                grad_other = -grad * self.saved_alpha.conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            if self.saved_alpha == 1:
                grad_other = -grad
            else:
                grad_other = -grad * ops.conj(self.saved_alpha)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def sub(self: TensorLike, other: TensorLike, out: Tensor | None = None, *, alpha: Number = 1) -> Tensor:
    """Difference of the arguments, elementwise; `other` is multiplied by `alpha` first.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self - other if alpha == 1 else self - alpha * other
    gradient of self = grad
    gradient of other = -grad if alpha == 1 else -grad * conj(alpha)
    """
    if out is not None:
        return into("sub", out, sub, self, other, alpha=alpha)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("sub", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("sub", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    data: Any = None
    if self_.size >= 2730 if alike else self_.size * other_.size >= 2730:
        if alpha == 1:
            data = (_sub_forward_1 if alike else _sub_forward_1.broadcast)(self_, other_)
        else:
            data = (_sub_forward_2 if alike else _sub_forward_2.broadcast)(self_, other_, alpha)
    if data is None:
        try:
            if alpha == 1:
                data = self_ - other_
            else:
                data = self_ - alpha * other_
        except (TypeError, ValueError) as error:
            raise explain("sub", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
        alike = False
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(SubBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_alpha = alpha
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _sub_tangent(out, self, other, alpha)
        if rare & PRODUCED:
            produced("sub", (out,), self=self, other=other, alpha=alpha)
    return out


def _sub_tangent(out: Any, self: Any, other: Any, alpha: Any) -> None:
    if not any_tangent((self, other)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad
        tangent = ops.conj(part)
    other_t = tangent_of(other)
    if other_t is not None:
        grad = ops.conj(other_t)
        if alpha == 1:
            part = -grad
        else:
            part = -grad * ops.conj(alpha)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class RsubBackward(Node):
    __slots__ = ("edge_other", "edge_self", "saved_alpha", "spread")
    op = "rsub"
    edge_names = ("edge_self", "edge_other")
    edge_other: Any
    edge_self: Any
    saved_alpha: Any
    spread: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None and grad.size >= 3276:
            if self.saved_alpha == 1:
                grad_self = _rsub_backward_self_1(grad, targets=self.spread and self.spread[0:1])
            else:
                grad_self = _rsub_backward_self_2(
                    grad, self.saved_alpha, targets=self.spread and self.spread[0:1]
                )
        if edge_self is not None and grad_self is None:
            if self.saved_alpha == 1:
                grad_self = -grad
            else:
                grad_self = -grad * self.saved_alpha.conjugate()
        if edge_other is not None and grad_other is None:
            grad_other = grad
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            if self.saved_alpha == 1:
                grad_self = -grad
            else:
                grad_self = -grad * ops.conj(self.saved_alpha)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = grad
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def rsub(self: TensorLike, other: TensorLike, out: Tensor | None = None, *, alpha: Number = 1) -> Tensor:
    """`other - self`, elementwise; `self` is multiplied by `alpha` first.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = other - self if alpha == 1 else other - alpha * self
    gradient of self = -grad if alpha == 1 else -grad * conj(alpha)
    gradient of other = grad
    """
    if out is not None:
        return into("rsub", out, rsub, self, other, alpha=alpha)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("rsub", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("rsub", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    data: Any = None
    if self_.size >= 2730 if alike else self_.size * other_.size >= 2730:
        if alpha == 1:
            data = (_rsub_forward_1 if alike else _rsub_forward_1.broadcast)(self_, other_)
        else:
            data = (_rsub_forward_2 if alike else _rsub_forward_2.broadcast)(self_, other_, alpha)
    if data is None:
        try:
            if alpha == 1:
                data = other_ - self_
            else:
                data = other_ - alpha * self_
        except (TypeError, ValueError) as error:
            raise explain("rsub", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
        alike = False
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(RsubBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_alpha = alpha
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _rsub_tangent(out, self, other, alpha)
        if rare & PRODUCED:
            produced("rsub", (out,), self=self, other=other, alpha=alpha)
    return out


def _rsub_tangent(out: Any, self: Any, other: Any, alpha: Any) -> None:
    if not any_tangent((self, other)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        if alpha == 1:
            part = -grad
        else:
            part = -grad * ops.conj(alpha)
        tangent = ops.conj(part)
    other_t = tangent_of(other)
    if other_t is not None:
        grad = ops.conj(other_t)
        part = grad
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class MulBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "mul"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    edge_other: Any
    edge_self: Any
    saved_other: Any
    saved_self: Any
    spread: Any
    version_other: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_other is not None:
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
        if grad.size >= 2730:
            if edge_self is not None and edge_other is not None:
                fused = _mul_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 3276:
                    grad_self = _mul_backward_self(grad, other_, targets=self.spread and self.spread[0:1])
                if edge_other is not None and grad.size >= 3276:
                    grad_other = _mul_backward_other(grad, self_, targets=self.spread and self.spread[1:2])
        if edge_self is not None and grad_self is None:
            grad_self = grad * other_.conjugate()
        if edge_other is not None and grad_other is None:
            grad_other = grad * self_.conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_self = self.saved_other = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_other is not None:
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
            grad_self = grad * ops.conj(other_)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = grad * ops.conj(self_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def mul(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Product of the arguments, elementwise.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self * other
    gradient of self = grad * conj(other)
    gradient of other = grad * conj(self)
    """
    if out is not None:
        return into("mul", out, mul, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("mul", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("mul", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * other_.size >= 3276:
        data = (_mul_forward if alike else _mul_forward.broadcast)(self_, other_)
    if data is None:
        try:
            data = self_ * other_
        except (TypeError, ValueError) as error:
            raise explain("mul", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(MulBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_other is not None:
            node.saved_self = self
            counter = self._counter
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _mul_tangent(out, self, other)
        if rare & PRODUCED:
            produced("mul", (out,), self=self, other=other)
    return out


def _mul_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(other_p)
        tangent = ops.conj(part)
    other_t = tangent_of(other)
    if other_t is not None:
        grad = ops.conj(other_t)
        part = grad * ops.conj(self_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class DivBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "div"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    edge_other: Any
    edge_self: Any
    saved_other: Any
    saved_self: Any
    spread: Any
    version_other: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        other_ = self.saved_other
        if other_._counter != self.version_other:
            other_ = checked(self, "other", other_)
        other_ = other_._array
        grad_self: Any = None
        grad_other: Any = None
        if grad.size >= 1024:
            if edge_self is not None and edge_other is not None:
                fused = _div_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 2048:
                    grad_self = _div_backward_self(grad, other_, targets=self.spread and self.spread[0:1])
                if edge_other is not None and grad.size >= 1260:
                    grad_other = _div_backward_other(
                        grad, self_, other_, targets=self.spread and self.spread[1:2]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = grad / other_.conjugate()
        if edge_other is not None and grad_other is None:
            grad_other = -grad * (self_ / other_ / other_).conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_self = self.saved_other = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        other_ = self.saved_other
        if other_._counter != self.version_other:
            other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad / ops.conj(other_)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = -grad * ops.conj(self_ / other_ / other_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def div(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Quotient of the arguments, elementwise.

    Always a true division: integers give floating point.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self / other
    gradient of self = grad / conj(other)
    gradient of other = -grad * conj(self / other / other)
    """
    if out is not None:
        return into("div", out, div, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("div", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("div", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
        other_ = to_floating(other_)
    data: Any = None
    if self_.size >= 2048 if alike else self_.size * other_.size >= 2048:
        data = (_div_forward if alike else _div_forward.broadcast)(self_, other_)
    if data is None:
        try:
            data = self_ / other_
        except (TypeError, ValueError) as error:
            raise explain("div", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(DivBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_other is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        node.saved_other = other
        counter = other._counter
        node.version_other = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _div_tangent(out, self, other)
        if rare & PRODUCED:
            produced("div", (out,), self=self, other=other)
    return out


def _div_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad / ops.conj(other_p)
        tangent = ops.conj(part)
    other_t = tangent_of(other)
    if other_t is not None:
        grad = ops.conj(other_t)
        part = -grad * ops.conj(self_p / other_p / other_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class FloorDivideBackward(Node):
    __slots__ = ("edge_other", "edge_self", "spread")
    op = "floor_divide"
    edge_names = ("edge_self", "edge_other")
    edge_other: Any
    edge_self: Any
    spread: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_self is not None:
            grad_self = np.zeros(grad.shape, self.dtype)
        if edge_other is not None:
            grad_other = np.zeros(grad.shape, self.dtype)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = wrap(np.zeros(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = wrap(np.zeros(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def floor_divide(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The quotient rounded down to an integer, elementwise.

    Its gradient is zero.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self // other
    gradient of self = 0
    gradient of other = 0
    """
    if out is not None:
        return into("floor_divide", out, floor_divide, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("floor_divide", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("floor_divide", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("floor_divide", self_, other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        data = (_floor_divide_forward if alike else _floor_divide_forward.broadcast)(self_, other_)
    if data is None:
        try:
            data = self_ // other_
        except (TypeError, ValueError) as error:
            raise explain("floor_divide", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(FloorDivideBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _floor_divide_tangent(out, self, other)
        if rare & PRODUCED:
            produced("floor_divide", (out,), self=self, other=other)
    return out


def _floor_divide_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class RemainderBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "remainder"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    edge_other: Any
    edge_self: Any
    saved_other: Any
    saved_self: Any
    spread: Any
    version_other: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        grad_self: Any = None
        grad_other: Any = None
        if edge_other is not None and grad.size >= 1024:
            grad_other = _remainder_backward_other(
                grad, self_, other_, targets=self.spread and self.spread[1:2]
            )
        if edge_self is not None and grad_self is None:
            grad_self = grad
        if edge_other is not None and grad_other is None:
            grad_other = -grad * (self_ // other_)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_self = self.saved_other = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = -grad * (self_ // other_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def remainder(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Remainder of the floor division, elementwise.

    Its sign is that of `other`, as with Python's `%`.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self % other
    gradient of self = grad
    gradient of other = -grad * (self // other)
    """
    if out is not None:
        return into("remainder", out, remainder, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("remainder", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("remainder", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("remainder", self_, other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        data = (_remainder_forward if alike else _remainder_forward.broadcast)(self_, other_)
    if data is None:
        try:
            data = self_ % other_
        except (TypeError, ValueError) as error:
            raise explain("remainder", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(RemainderBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_other is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_other is not None:
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _remainder_tangent(out, self, other)
        if rare & PRODUCED:
            produced("remainder", (out,), self=self, other=other)
    return out


def _remainder_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = -grad * (self_p // other_p)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class FmodBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "fmod"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    edge_other: Any
    edge_self: Any
    saved_other: Any
    saved_self: Any
    spread: Any
    version_other: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        grad_self: Any = None
        grad_other: Any = None
        if edge_other is not None and grad.size >= 1638:
            grad_other = _fmod_backward_other(grad, self_, other_, targets=self.spread and self.spread[1:2])
        if edge_self is not None and grad_self is None:
            grad_self = grad
        if edge_other is not None and grad_other is None:
            grad_other = -grad * np.trunc(self_ / other_)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_self = self.saved_other = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = -grad * ops.trunc(self_ / other_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def fmod(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Remainder of the division rounded towards zero, elementwise.

    Its sign is that of `self`, as with C's `fmod`.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = fmod(self, other)
    gradient of self = grad
    gradient of other = -grad * trunc(self / other)
    """
    if out is not None:
        return into("fmod", out, fmod, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("fmod", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("fmod", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("fmod", self_, other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        data = (_fmod_forward if alike else _fmod_forward.broadcast)(self_, other_)
    if data is None:
        try:
            data = np.fmod(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("fmod", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(FmodBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_other is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_other is not None:
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _fmod_tangent(out, self, other)
        if rare & PRODUCED:
            produced("fmod", (out,), self=self, other=other)
    return out


def _fmod_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = -grad * ops.trunc(self_p / other_p)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class PowBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_exponent",
        "edge_self",
        "saved_exponent",
        "saved_result",
        "saved_self",
        "spread",
        "version_exponent",
        "version_self",
    )
    op = "pow"
    edge_names = ("edge_self", "edge_exponent")
    saved_names = ("self", "exponent")
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_exponent: Any
    edge_self: Any
    saved_exponent: Any
    saved_result: Any
    saved_self: Any
    spread: Any
    version_exponent: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_exponent = self.edge_exponent
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_exponent not in needed:
                edge_exponent = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        exponent_ = self.saved_exponent
        if exponent_._counter != self.version_exponent:
            exponent_ = checked(self, "exponent", exponent_)
        exponent_ = exponent_._array
        if edge_exponent is not None:
            result_ = self.saved_result
            if self.counter_result is not None:
                result_ = checked_output(self, "result")
        grad_self: Any = None
        grad_exponent: Any = None
        if grad.size >= 1024:
            if edge_self is not None and edge_exponent is not None:
                fused = _pow_default_backward_self_exponent(
                    grad, self_, exponent_, result_, targets=self.spread
                )
                if fused is not None:
                    grad_self, grad_exponent = fused
            else:
                if edge_self is not None and grad.size >= 1024:
                    grad_self = _pow_default_backward_self(
                        grad, self_, exponent_, targets=self.spread and self.spread[0:1]
                    )
                if edge_exponent is not None and grad.size >= 1024:
                    grad_exponent = _pow_default_backward_exponent(
                        grad, self_, exponent_, result_, targets=self.spread and self.spread[1:2]
                    )
        if edge_exponent is not None and grad_exponent is None:
            flat_ = (self_ == 0) & (elementary.real(exponent_) >= 0)
        if edge_exponent is not None and grad_exponent is None:
            base_ = np.where(flat_, np.where(flat_, 1, exponent_), self_)
        if edge_self is not None and grad_self is None:
            part1 = (exponent_ * self_ ** np.where(exponent_ == 0, 0, exponent_ - 1)).conjugate()
            grad_self = grad * part1
        if edge_exponent is not None and grad_exponent is None:
            grad_exponent = grad * (result_ * np.log(base_)).conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_exponent is not None:
            if grad_exponent.__class__ is not ndarray:
                grad_exponent = asarray(grad_exponent)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_exponent = reduce_to(grad_exponent, target)
            if edge_exponent in buffers:
                accumulate(buffers, edge_exponent, grad_exponent)
            else:
                buffers[edge_exponent] = grad_exponent
                heappush(heap, (edge_exponent.seq, edge_exponent))
        if not keep:
            self.saved_self = self.saved_exponent = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_exponent = self.edge_exponent
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_exponent not in needed:
                edge_exponent = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        exponent_ = self.saved_exponent
        if exponent_._counter != self.version_exponent:
            exponent_ = checked(self, "exponent", exponent_)
        if edge_exponent is not None:
            result_ = relinked(self, "result")
        if edge_exponent is not None:
            flat_ = (self_ == 0) & (ops.real(exponent_) >= 0)
        if edge_exponent is not None:
            base_ = ops.where(flat_, ops.where(flat_, 1, exponent_), self_)
        grad_self: Any = None
        grad_exponent: Any = None
        if edge_self is not None:
            part3 = exponent_ * self_ ** ops.where(exponent_ == 0, 0, exponent_ - 1)
            part2 = ops.conj(part3)
            grad_self = grad * part2
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_exponent is not None:
            grad_exponent = grad * ops.conj(result_ * ops.log(base_))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_exponent = ops._reduce_to(grad_exponent, *target)
        return (grad_self, grad_exponent)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_exponent)


def pow_default(self: TensorLike, exponent: TensorLike, out: Tensor | None = None) -> Tensor:
    """`self` to the power of `exponent`, elementwise.

    `0 ** 0` is 1.

    Parameters
    ----------
    self : Tensor
    exponent : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self ** exponent
    flat = (self == 0) & (real(exponent) >= 0)
    base = where(flat, where(flat, 1, exponent), self)
    gradient of self = grad * conj(exponent * self ** where(exponent == 0, 0, exponent - 1))
    gradient of exponent = grad * conj(result * log(base))
    """
    if out is not None:
        return into("pow", out, pow_default, self, exponent)
    if self.__class__ is not exponent.__class__:
        self, exponent = operand_pair("pow", ("self", "exponent"), self, exponent)
    try:
        edge_self = self._edge
        edge_exponent = exponent._edge
    except AttributeError:
        self, exponent = operand_tuple("pow", ("self", "exponent"), self, exponent)
        edge_self = self._edge
        edge_exponent = exponent._edge
    self_ = self._array
    exponent_ = exponent._array
    alike = True
    if self.shape != exponent.shape or self.dtype is not exponent.dtype:
        alike = False
        if self.dtype is not exponent.dtype:
            self_, exponent_ = promote(self, exponent)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * exponent_.size >= 1024:
        data = (_pow_default_forward if alike else _pow_default_forward.broadcast)(self_, exponent_)
    if data is None:
        try:
            data = self_**exponent_
        except (TypeError, ValueError) as error:
            raise explain("pow", error, ("self", "exponent"), (self, exponent)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_exponent = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not exponent.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_exponent is not None and (exponent.shape != shape or cast):
            target_exponent = (exponent.shape, exponent.dtype)
        if target_self is not None or target_exponent is not None:
            spread = (target_self, target_exponent)
    rare = state.rare
    if (edge_self is not None or edge_exponent is not None) and (not rare or recording()):
        node = new(PowBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_exponent = edge_exponent
        node.spread = spread
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_exponent = exponent
        counter = exponent._counter
        node.version_exponent = counter if counter.__class__ is int else counter.version
        if edge_exponent is not None:
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _pow_default_tangent(out, self, exponent)
        if rare & PRODUCED:
            produced("pow", (out,), self=self, exponent=exponent)
    return out


def _pow_default_tangent(out: Any, self: Any, exponent: Any) -> None:
    if not any_tangent((self, exponent)):
        return
    self_p = primal_of(self)
    exponent_p = primal_of(exponent)
    flat_ = (self_p == 0) & (ops.real(exponent_p) >= 0)
    base_ = ops.where(flat_, ops.where(flat_, 1, exponent_p), self_p)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part2 = exponent_p * self_p ** ops.where(exponent_p == 0, 0, exponent_p - 1)
        part1 = ops.conj(part2)
        part = grad * part1
        tangent = ops.conj(part)
    exponent_t = tangent_of(exponent)
    if exponent_t is not None:
        grad = ops.conj(exponent_t)
        part = grad * ops.conj(out * ops.log(base_))
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class PowScalarBackward(Node):
    __slots__ = ("edge_self", "saved_exponent", "saved_self", "spread", "version_self")
    op = "pow.Scalar"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_exponent: Any
    saved_self: Any
    spread: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        grad_self: Any = None
        if grad.size >= 1024:
            if self.saved_exponent == 2:
                grad_self = _pow_Scalar_backward_self_1(grad, self_, targets=self.spread)
            elif self.saved_exponent == 0.5:
                grad_self = _pow_Scalar_backward_self_2(grad, self_, targets=self.spread)
            elif self.saved_exponent != 0:
                grad_self = _pow_Scalar_backward_self_4(grad, self_, self.saved_exponent, targets=self.spread)
        if grad_self is None:
            if self.saved_exponent == 2:
                grad_self = grad * (2 * self_).conjugate()
            else:
                if self.saved_exponent == 0.5:
                    grad_self = grad * (0.5 * elementary.rsqrt(self_)).conjugate()
                else:
                    if self.saved_exponent == 0:
                        grad_self = functions.fill(grad, 0)
                    else:
                        part1 = (self.saved_exponent * self_ ** (self.saved_exponent - 1)).conjugate()
                        grad_self = grad * part1
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if self.spread is not None and (target := self.spread[0]) is not None:
            grad_self = reduce_to(grad_self, target)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        grad_self: Any
        if self.saved_exponent == 2:
            grad_self = grad * ops.conj(2 * self_)
        else:
            if self.saved_exponent == 0.5:
                grad_self = grad * ops.conj(0.5 * ops.rsqrt(self_))
            else:
                if self.saved_exponent == 0:
                    grad_self = ops.fill(grad, 0)
                else:
                    part2 = ops.conj(self.saved_exponent * self_ ** (self.saved_exponent - 1))
                    grad_self = grad * part2
        if self.spread is not None and (target := self.spread[0]) is not None:
            grad_self = ops._reduce_to(grad_self, *target)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def pow_Scalar(self: TensorLike, exponent: Number, out: Tensor | None = None) -> Tensor:
    """`self` to the power of the number `exponent`, elementwise.

    Parameters
    ----------
    self : Tensor
    exponent : Scalar
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self * self if exponent == 2 else sqrt(self) if exponent == 0.5 else self ** exponent
    gradient of self = grad * conj(2 * self) if exponent == 2 else grad * conj(0.5 * rsqrt(self)) if
        exponent == 0.5 else fill(grad, 0) if exponent == 0 else grad * conj(exponent * self **
        (exponent - 1))
    """
    if out is not None:
        return into("pow", out, pow_Scalar, self, exponent)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("pow", "self", self)
        edge_self = self._edge
    self_ = self._array
    data: Any = None
    if self_.size >= 1024:
        if exponent == 2:
            data = _pow_Scalar_forward_1(self_)
        elif exponent == 0.5:
            data = _pow_Scalar_forward_2(self_)
        else:
            data = _pow_Scalar_forward_3(self_, exponent)
    if data is None:
        try:
            if exponent == 2:
                data = self_ * self_
            else:
                if exponent == 0.5:
                    data = np.sqrt(self_)
                else:
                    data = self_**exponent
        except (TypeError, ValueError) as error:
            raise explain("pow", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(PowScalarBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.spread = None if data.dtype is self.dtype else ((self.shape, self.dtype),)
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_exponent = exponent
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _pow_Scalar_tangent(out, self, exponent)
        if rare & PRODUCED:
            produced("pow", (out,), self=self, exponent=exponent)
    return out


def _pow_Scalar_tangent(out: Any, self: Any, exponent: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        if exponent == 2:
            part = grad * ops.conj(2 * self_p)
        else:
            if exponent == 0.5:
                part = grad * ops.conj(0.5 * ops.rsqrt(self_p))
            else:
                if exponent == 0:
                    part = ops.fill(grad, 0)
                else:
                    part = grad * ops.conj(exponent * self_p ** (exponent - 1))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class NegBackward(Node):
    __slots__ = ("edge_self",)
    op = "neg"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self: Any = None
        if grad.size >= 3276:
            grad_self = _neg_backward_self(grad)
        if grad_self is None:
            grad_self = -grad
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = -grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def neg(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument with its sign changed, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = -self
    gradient of self = -grad
    """
    if out is not None:
        return into("neg", out, neg, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("neg", "self", self)
        edge_self = self._edge
    self_ = self._array
    data: Any = None
    if self_.size >= 3276:
        data = _neg_forward(self_)
    if data is None:
        try:
            data = -self_
        except (TypeError, ValueError) as error:
            raise explain("neg", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(NegBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _neg_tangent(out, self)
        if rare & PRODUCED:
            produced("neg", (out,), self=self)
    return out


def _neg_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = -grad
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class PositiveBackward(Node):
    __slots__ = ("edge_self",)
    op = "positive"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = grad
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def positive(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """A copy of the argument.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = +self
    gradient of self = grad
    """
    if out is not None:
        return into("positive", out, positive, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("positive", "self", self)
        edge_self = self._edge
    self_ = self._array
    data: Any = None
    if self_.size >= 3276:
        data = _positive_forward(self_)
    if data is None:
        try:
            data = +self_
        except (TypeError, ValueError) as error:
            raise explain("positive", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(PositiveBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _positive_tangent(out, self)
        if rare & PRODUCED:
            produced("positive", (out,), self=self)
    return out


def _positive_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class ReciprocalBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "reciprocal"
    edge_names = ("edge_self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self: Any = None
        if grad.size >= 2730:
            grad_self = _reciprocal_backward_self(grad, result_)
        if grad_self is None:
            grad_self = -grad * (result_ * result_).conjugate()
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        result_ = relinked(self, "result")
        grad_self = -grad * ops.conj(result_ * result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def reciprocal(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """One divided by the argument, elementwise.

    Integers give floating point.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = 1 / self
    gradient of self = -grad * conj(result * result)
    """
    if out is not None:
        return into("reciprocal", out, reciprocal, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("reciprocal", "self", self)
        edge_self = self._edge
    self_ = self._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 2048:
        data = _reciprocal_forward(self_)
    if data is None:
        try:
            data = 1 / self_
        except (TypeError, ValueError) as error:
            raise explain("reciprocal", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(ReciprocalBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_result = data
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _reciprocal_tangent(out, self)
        if rare & PRODUCED:
            produced("reciprocal", (out,), self=self)
    return out


def _reciprocal_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = -grad * ops.conj(out * out)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class SquareBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "square"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        grad_self: Any = None
        if grad.size >= 2730:
            grad_self = _square_backward_self(grad, self_)
        if grad_self is None:
            grad_self = grad * (2 * self_).conjugate()
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        grad_self = grad * ops.conj(2 * self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def square(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument multiplied by itself, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self * self
    gradient of self = grad * conj(2 * self)
    """
    if out is not None:
        return into("square", out, square, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("square", "self", self)
        edge_self = self._edge
    self_ = self._array
    data: Any = None
    if self_.size >= 3276:
        data = _square_forward(self_)
    if data is None:
        try:
            data = self_ * self_
        except (TypeError, ValueError) as error:
            raise explain("square", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(SquareBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _square_tangent(out, self)
        if rare & PRODUCED:
            produced("square", (out,), self=self)
    return out


def _square_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(2 * self_p)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class SqrtBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "sqrt"
    edge_names = ("edge_self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self: Any = None
        if grad.size >= 1820:
            grad_self = _sqrt_backward_self(grad, result_)
        if grad_self is None:
            grad_self = grad / (2 * result_).conjugate()
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        result_ = relinked(self, "result")
        grad_self = grad / ops.conj(2 * result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sqrt(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Square root, elementwise.

    Negative real numbers give NaN. At zero the gradient is infinite.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sqrt(self)
    gradient of self = grad / conj(2 * result)
    """
    if out is not None:
        return into("sqrt", out, sqrt, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("sqrt", "self", self)
        edge_self = self._edge
    self_ = self._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 2048:
        data = _sqrt_forward(self_)
    if data is None:
        try:
            data = np.sqrt(self_)
        except (TypeError, ValueError) as error:
            raise explain("sqrt", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(SqrtBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_result = data
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _sqrt_tangent(out, self)
        if rare & PRODUCED:
            produced("sqrt", (out,), self=self)
    return out


def _sqrt_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad / ops.conj(2 * out)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class RsqrtBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "rsqrt"
    edge_names = ("edge_self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self: Any = None
        if grad.size >= 2048:
            grad_self = _rsqrt_backward_self(grad, result_)
        if grad_self is None:
            grad_self = -0.5 * grad * (result_ * result_ * result_).conjugate()
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        result_ = relinked(self, "result")
        grad_self = -0.5 * grad * ops.conj(result_ * result_ * result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def rsqrt(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """One divided by the square root, elementwise.

    Negative real numbers give NaN.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = rsqrt(self)
    gradient of self = -0.5 * grad * conj(result * result * result)
    """
    if out is not None:
        return into("rsqrt", out, rsqrt, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("rsqrt", "self", self)
        edge_self = self._edge
    self_ = self._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1365:
        data = _rsqrt_forward(self_)
    if data is None:
        try:
            data = elementary.rsqrt(self_)
        except (TypeError, ValueError) as error:
            raise explain("rsqrt", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(RsqrtBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_result = data
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _rsqrt_tangent(out, self)
        if rare & PRODUCED:
            produced("rsqrt", (out,), self=self)
    return out


def _rsqrt_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = -0.5 * grad * ops.conj(out * out * out)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class AbsBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "abs"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        grad_self: Any = None
        if grad.size >= 2730:
            grad_self = _abs_backward_self(grad, self_)
        if grad_self is None:
            grad_self = grad * elementary.sgn(self_)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        grad_self = grad * ops.sgn(self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def abs(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Absolute value, elementwise.

    For complex numbers it is real.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = abs(self)
    gradient of self = grad * sgn(self)
    """
    if out is not None:
        return into("abs", out, abs, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("abs", "self", self)
        edge_self = self._edge
    self_ = self._array
    data: Any = None
    if self_.size >= 3276:
        data = _abs_forward(self_)
    if data is None:
        try:
            data = np.absolute(self_)
        except (TypeError, ValueError) as error:
            raise explain("abs", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(AbsBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _abs_tangent(out, self)
        if rare & PRODUCED:
            produced("abs", (out,), self=self)
    return out


def _abs_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.sgn(self_p)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class SgnBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "sgn"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self: Any = None
        if grad.size >= 1024:
            grad_self = _sgn_backward_self(grad, self_, result_)
        if grad_self is None:
            part2 = grad - elementary.real(grad * result_.conjugate()) * result_
            part1 = part2 / np.where(self_ == 0, 1, np.absolute(self_))
            grad_self = np.where(self_ == 0, 0, part1)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        part4 = grad - ops.real(grad * ops.conj(result_)) * result_
        part3 = part4 / ops.where(self_ == 0, 1, ops.abs(self_))
        grad_self = ops.where(self_ == 0, 0, part3)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sgn(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument divided by its absolute value, elementwise, and 0 at 0.

    For real numbers this is `sign`.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sgn(self)
    gradient of self = where(self == 0, 0, (grad - real(grad * conj(result)) * result) / where(self ==
        0, 1, abs(self)))
    """
    if out is not None:
        return into("sgn", out, sgn, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("sgn", "self", self)
        edge_self = self._edge
    self_ = self._array
    data: Any = None
    if self_.size >= 3276:
        data = _sgn_forward(self_)
    if data is None:
        try:
            data = elementary.sgn(self_)
        except (TypeError, ValueError) as error:
            raise explain("sgn", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(SgnBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_result = data
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _sgn_tangent(out, self)
        if rare & PRODUCED:
            produced("sgn", (out,), self=self)
    return out


def _sgn_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    part2 = self_t - ops.real(self_t * ops.conj(out)) * out
    part1 = part2 / ops.where(self_p == 0, 1, ops.abs(self_p))
    tangent = ops.where(self_p == 0, 0, part1)
    set_tangent(out, tangent)


class SignBackward(Node):
    __slots__ = ("edge_self",)
    op = "sign"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(grad.shape, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(grad.shape, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sign(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """-1, 0 or 1 by the sign of the argument, elementwise.

    Its gradient is zero.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sign(self)
    gradient of self = 0
    """
    if out is not None:
        return into("sign", out, sign, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("sign", "self", self)
        edge_self = self._edge
    self_ = self._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("sign", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _sign_forward(self_)
    if data is None:
        try:
            data = elementary.sgn(self_)
        except (TypeError, ValueError) as error:
            raise explain("sign", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(SignBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _sign_tangent(out, self)
        if rare & PRODUCED:
            produced("sign", (out,), self=self)
    return out


def _sign_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class CopysignBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_other",
        "edge_self",
        "saved_result",
        "saved_self",
        "spread",
        "version_self",
    )
    op = "copysign"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_other: Any
    edge_self: Any
    saved_result: Any
    saved_self: Any
    spread: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
            result_ = self.saved_result
            if self.counter_result is not None:
                result_ = checked_output(self, "result")
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None and grad.size >= 2048:
            grad_self = _copysign_backward_self(
                grad, self_, result_, targets=self.spread and self.spread[0:1]
            )
        if edge_self is not None and grad_self is None:
            grad_self = grad * elementary.sgn(self_) * elementary.sgn(result_)
        if edge_other is not None and grad_other is None:
            grad_other = np.zeros(grad.shape, self.dtype)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

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
            result_ = relinked(self, "result")
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad * ops.sign(self_) * ops.sign(result_)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = wrap(np.zeros(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def copysign(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Absolute value of `self` with the sign of `other`, elementwise.

    The sign of a zero counts.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = copysign(self, other)
    gradient of self = grad * sign(self) * sign(result)
    gradient of other = 0
    """
    if out is not None:
        return into("copysign", out, copysign, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("copysign", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("copysign", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_, other_ = real_floating("copysign", self_, other_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * other_.size >= 3276:
        data = (_copysign_forward if alike else _copysign_forward.broadcast)(self_, other_)
    if data is None:
        try:
            data = np.copysign(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("copysign", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(CopysignBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_self is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_self is not None:
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _copysign_tangent(out, self, other)
        if rare & PRODUCED:
            produced("copysign", (out,), self=self, other=other)
    return out


def _copysign_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * ops.sign(self_p) * ops.sign(out)
        tangent = part
    set_elementwise_tangent(out, tangent)


class HeavisideBackward(Node):
    __slots__ = ("edge_self", "edge_values", "saved_self", "spread", "version_self")
    op = "heaviside"
    edge_names = ("edge_self", "edge_values")
    saved_names = ("self",)
    edge_self: Any
    edge_values: Any
    saved_self: Any
    spread: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_values = self.edge_values
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_values not in needed:
                edge_values = None
        if edge_values is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        grad_self: Any = None
        grad_values: Any = None
        if edge_values is not None and grad.size >= 2730:
            grad_values = _heaviside_backward_values(grad, self_, targets=self.spread and self.spread[1:2])
        if edge_self is not None and grad_self is None:
            grad_self = np.zeros(grad.shape, self.dtype)
        if edge_values is not None and grad_values is None:
            grad_values = np.where(self_ == 0, grad, 0)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_values is not None:
            if grad_values.__class__ is not ndarray:
                grad_values = asarray(grad_values)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_values = reduce_to(grad_values, target)
            if edge_values in buffers:
                accumulate(buffers, edge_values, grad_values)
            else:
                buffers[edge_values] = grad_values
                heappush(heap, (edge_values.seq, edge_values))
        if not keep:
            self.saved_self = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_values = self.edge_values
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_values not in needed:
                edge_values = None
        if edge_values is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        grad_self: Any = None
        grad_values: Any = None
        if edge_self is not None:
            grad_self = wrap(np.zeros(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_values is not None:
            grad_values = ops.where(self_ == 0, grad, 0)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_values = ops._reduce_to(grad_values, *target)
        return (grad_self, grad_values)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_values)


def heaviside(self: TensorLike, values: TensorLike, out: Tensor | None = None) -> Tensor:
    """The step function: 0 for negative numbers, 1 for positive ones and `values` at zero, elementwise.

    Parameters
    ----------
    self : Tensor
    values : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = heaviside(self, values)
    gradient of self = 0
    gradient of values = where(self == 0, grad, 0)
    """
    if out is not None:
        return into("heaviside", out, heaviside, self, values)
    if self.__class__ is not values.__class__:
        self, values = operand_pair("heaviside", ("self", "values"), self, values)
    try:
        edge_self = self._edge
        edge_values = values._edge
    except AttributeError:
        self, values = operand_tuple("heaviside", ("self", "values"), self, values)
        edge_self = self._edge
        edge_values = values._edge
    self_ = self._array
    values_ = values._array
    alike = True
    if self.shape != values.shape or self.dtype is not values.dtype:
        alike = False
        if self.dtype is not values.dtype:
            self_, values_ = promote(self, values)
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_, values_ = real_floating("heaviside", self_, values_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * values_.size >= 3276:
        data = (_heaviside_forward if alike else _heaviside_forward.broadcast)(self_, values_)
    if data is None:
        try:
            data = np.heaviside(self_, values_)
        except (TypeError, ValueError) as error:
            raise explain("heaviside", error, ("self", "values"), (self, values)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_values = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not values.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_values is not None and (values.shape != shape or cast):
            target_values = (values.shape, values.dtype)
        if target_self is not None or target_values is not None:
            spread = (target_self, target_values)
    rare = state.rare
    if (edge_self is not None or edge_values is not None) and (not rare or recording()):
        node = new(HeavisideBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_values = edge_values
        node.spread = spread
        if edge_values is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _heaviside_tangent(out, self, values)
        if rare & PRODUCED:
            produced("heaviside", (out,), self=self, values=values)
    return out


def _heaviside_tangent(out: Any, self: Any, values: Any) -> None:
    if not any_tangent((self, values)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    values_t = tangent_of(values)
    if values_t is not None:
        grad = values_t
        part = ops.where(self_p == 0, grad, 0)
        tangent = part
    set_elementwise_tangent(out, tangent)


class FloorBackward(Node):
    __slots__ = ("edge_self",)
    op = "floor"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(grad.shape, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(grad.shape, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def floor(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The largest integer that is not above the argument, elementwise.

    Its gradient is zero.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = floor(self)
    gradient of self = 0
    """
    if out is not None:
        return into("floor", out, floor, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("floor", "self", self)
        edge_self = self._edge
    self_ = self._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("floor", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _floor_forward(self_)
    if data is None:
        try:
            data = np.floor(self_)
        except (TypeError, ValueError) as error:
            raise explain("floor", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(FloorBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _floor_tangent(out, self)
        if rare & PRODUCED:
            produced("floor", (out,), self=self)
    return out


def _floor_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class CeilBackward(Node):
    __slots__ = ("edge_self",)
    op = "ceil"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(grad.shape, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(grad.shape, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def ceil(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The smallest integer that is not below the argument, elementwise.

    Its gradient is zero.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = ceil(self)
    gradient of self = 0
    """
    if out is not None:
        return into("ceil", out, ceil, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("ceil", "self", self)
        edge_self = self._edge
    self_ = self._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("ceil", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _ceil_forward(self_)
    if data is None:
        try:
            data = np.ceil(self_)
        except (TypeError, ValueError) as error:
            raise explain("ceil", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(CeilBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _ceil_tangent(out, self)
        if rare & PRODUCED:
            produced("ceil", (out,), self=self)
    return out


def _ceil_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class RoundBackward(Node):
    __slots__ = ("edge_self",)
    op = "round"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(grad.shape, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(grad.shape, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def round(self: TensorLike, out: Tensor | None = None, *, decimals: int = 0) -> Tensor:
    """The nearest number with `decimals` digits after the point, elementwise.

    Halves go to the even digit. Its gradient is zero.

    Parameters
    ----------
    self : Tensor
    decimals : int, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = round(self) if decimals == 0 else round(self * 10 ** decimals) / 10 ** decimals if decimals
        > 0 else round(self / 10 ** -decimals) * 10 ** -decimals
    gradient of self = 0
    """
    if out is not None:
        return into("round", out, round, self, decimals=decimals)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("round", "self", self)
        edge_self = self._edge
    self_ = self._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("round", self_)
    data: Any = None
    if self_.size >= 1024:
        if decimals == 0:
            data = _round_forward_1(self_)
        elif decimals > 0:
            data = _round_forward_2(self_, decimals)
        else:
            data = _round_forward_3(self_, decimals)
    if data is None:
        try:
            if decimals == 0:
                data = elementary.round(self_)
            else:
                if decimals > 0:
                    data = elementary.round(self_ * 10**decimals) / 10**decimals
                else:
                    data = elementary.round(self_ / 10**-decimals) * 10**-decimals
        except (TypeError, ValueError) as error:
            raise explain("round", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(RoundBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _round_tangent(out, self, decimals)
        if rare & PRODUCED:
            produced("round", (out,), self=self, decimals=decimals)
    return out


def _round_tangent(out: Any, self: Any, decimals: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class TruncBackward(Node):
    __slots__ = ("edge_self",)
    op = "trunc"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(grad.shape, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(grad.shape, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def trunc(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument without its fraction, elementwise.

    Its gradient is zero.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = trunc(self)
    gradient of self = 0
    """
    if out is not None:
        return into("trunc", out, trunc, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("trunc", "self", self)
        edge_self = self._edge
    self_ = self._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("trunc", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _trunc_forward(self_)
    if data is None:
        try:
            data = np.trunc(self_)
        except (TypeError, ValueError) as error:
            raise explain("trunc", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(TruncBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _trunc_tangent(out, self)
        if rare & PRODUCED:
            produced("trunc", (out,), self=self)
    return out


def _trunc_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class LerpBackward(Node):
    __slots__ = (
        "edge_end",
        "edge_self",
        "edge_weight",
        "saved_end",
        "saved_self",
        "saved_weight",
        "spread",
        "version_end",
        "version_self",
        "version_weight",
    )
    op = "lerp"
    edge_names = ("edge_self", "edge_end", "edge_weight")
    saved_names = ("self", "end", "weight")
    edge_end: Any
    edge_self: Any
    edge_weight: Any
    saved_end: Any
    saved_self: Any
    saved_weight: Any
    spread: Any
    version_end: Any
    version_self: Any
    version_weight: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_end = self.edge_end
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_end not in needed:
                edge_end = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_weight is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_weight is not None:
            end_ = self.saved_end
            if end_._counter != self.version_end:
                end_ = checked(self, "end", end_)
            end_ = end_._array
        if edge_self is not None or edge_end is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        grad_self: Any = None
        grad_end: Any = None
        grad_weight: Any = None
        if grad.size >= 1820:
            if edge_self is not None and edge_end is not None and edge_weight is not None:
                fused = _lerp_backward_self_end_weight(grad, self_, end_, weight_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_end, grad_weight = fused
            else:
                if edge_self is not None and grad.size >= 2730:
                    grad_self = _lerp_backward_self(grad, weight_, targets=self.spread and self.spread[0:1])
                if edge_end is not None and grad.size >= 3276:
                    grad_end = _lerp_backward_end(grad, weight_, targets=self.spread and self.spread[1:2])
                if edge_weight is not None and grad.size >= 2730:
                    grad_weight = _lerp_backward_weight(
                        grad, self_, end_, targets=self.spread and self.spread[2:3]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = grad * (1 - weight_).conjugate()
        if edge_end is not None and grad_end is None:
            grad_end = grad * weight_.conjugate()
        if edge_weight is not None and grad_weight is None:
            grad_weight = grad * (end_ - self_).conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_end is not None:
            if grad_end.__class__ is not ndarray:
                grad_end = asarray(grad_end)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_end = reduce_to(grad_end, target)
            if edge_end in buffers:
                accumulate(buffers, edge_end, grad_end)
            else:
                buffers[edge_end] = grad_end
                heappush(heap, (edge_end.seq, edge_end))
            del grad_end
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_weight = reduce_to(grad_weight, target)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                heappush(heap, (edge_weight.seq, edge_weight))
        if not keep:
            self.saved_self = self.saved_end = self.saved_weight = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_end = self.edge_end
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_end not in needed:
                edge_end = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_weight is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_weight is not None:
            end_ = self.saved_end
            if end_._counter != self.version_end:
                end_ = checked(self, "end", end_)
        if edge_self is not None or edge_end is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        grad_self: Any = None
        grad_end: Any = None
        grad_weight: Any = None
        if edge_self is not None:
            grad_self = grad * ops.conj(1 - weight_)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_end is not None:
            grad_end = grad * ops.conj(weight_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_end = ops._reduce_to(grad_end, *target)
        if edge_weight is not None:
            grad_weight = grad * ops.conj(end_ - self_)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_weight = ops._reduce_to(grad_weight, *target)
        return (grad_self, grad_end, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_end, self.edge_weight)


def lerp(self: TensorLike, end: TensorLike, weight: TensorLike, out: Tensor | None = None) -> Tensor:
    """Linear interpolation, elementwise: `self` for weight 0, `end` for weight 1.

    Parameters
    ----------
    self : Tensor
    end : Tensor
    weight : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(abs(weight) < 0.5, self + weight * (end - self), end - (end - self) * (1 - weight))
    gradient of self = grad * conj(1 - weight)
    gradient of end = grad * conj(weight)
    gradient of weight = grad * conj(end - self)
    """
    if out is not None:
        return into("lerp", out, lerp, self, end, weight)
    try:
        edge_self = self._edge
        edge_end = end._edge
        edge_weight = weight._edge
    except AttributeError:
        self, end, weight = operand_tuple("lerp", ("self", "end", "weight"), self, end, weight)
        edge_self = self._edge
        edge_end = end._edge
        edge_weight = weight._edge
    self_ = self._array
    end_ = end._array
    weight_ = weight._array
    alike = True
    if (
        self.shape != end.shape
        or self.dtype is not end.dtype
        or self.shape != weight.shape
        or self.dtype is not weight.dtype
    ):
        alike = False
        if self.dtype is not end.dtype or self.dtype is not weight.dtype:
            self_, end_, weight_ = promote(self, end, weight)
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
        end_ = to_floating(end_)
        weight_ = to_floating(weight_)
    data: Any = None
    if self_.size >= 1170 if alike else self_.size * end_.size * weight_.size >= 1170:
        data = (_lerp_forward if alike else _lerp_forward.broadcast)(self_, end_, weight_)
    if data is None:
        try:
            part1 = end_ - (end_ - self_) * (1 - weight_)
            part2 = self_ + weight_ * (end_ - self_)
            data = np.where(np.absolute(weight_) < 0.5, part2, part1)
        except (TypeError, ValueError) as error:
            raise explain("lerp", error, ("self", "end", "weight"), (self, end, weight)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_end = target_weight = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not end.dtype or self.dtype is not weight.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_end is not None and (end.shape != shape or cast):
            target_end = (end.shape, end.dtype)
        if edge_weight is not None and (weight.shape != shape or cast):
            target_weight = (weight.shape, weight.dtype)
        if target_self is not None or target_end is not None or target_weight is not None:
            spread = (target_self, target_end, target_weight)
    rare = state.rare
    if (edge_self is not None or edge_end is not None or edge_weight is not None) and (
        not rare or recording()
    ):
        node = new(LerpBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_end = edge_end
        node.edge_weight = edge_weight
        node.spread = spread
        if edge_weight is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_weight is not None:
            node.saved_end = end
            counter = end._counter
            node.version_end = counter if counter.__class__ is int else counter.version
        else:
            node.saved_end = None
        if edge_self is not None or edge_end is not None:
            node.saved_weight = weight
            counter = weight._counter
            node.version_weight = counter if counter.__class__ is int else counter.version
        else:
            node.saved_weight = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _lerp_tangent(out, self, end, weight)
        if rare & PRODUCED:
            produced("lerp", (out,), self=self, end=end, weight=weight)
    return out


def _lerp_tangent(out: Any, self: Any, end: Any, weight: Any) -> None:
    if not any_tangent((self, end, weight)):
        return
    self_p = primal_of(self)
    end_p = primal_of(end)
    weight_p = primal_of(weight)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(1 - weight_p)
        tangent = ops.conj(part)
    end_t = tangent_of(end)
    if end_t is not None:
        grad = ops.conj(end_t)
        part = grad * ops.conj(weight_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    weight_t = tangent_of(weight)
    if weight_t is not None:
        grad = ops.conj(weight_t)
        part = grad * ops.conj(end_p - self_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class AddcmulBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_tensor1",
        "edge_tensor2",
        "saved_tensor1",
        "saved_tensor2",
        "saved_value",
        "spread",
        "version_tensor1",
        "version_tensor2",
    )
    op = "addcmul"
    edge_names = ("edge_self", "edge_tensor1", "edge_tensor2")
    saved_names = ("tensor1", "tensor2")
    edge_self: Any
    edge_tensor1: Any
    edge_tensor2: Any
    saved_tensor1: Any
    saved_tensor2: Any
    saved_value: Any
    spread: Any
    version_tensor1: Any
    version_tensor2: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_tensor1 = self.edge_tensor1
        edge_tensor2 = self.edge_tensor2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_tensor1 not in needed:
                edge_tensor1 = None
            if edge_tensor2 not in needed:
                edge_tensor2 = None
        if edge_tensor2 is not None:
            tensor1_ = self.saved_tensor1
            if tensor1_._counter != self.version_tensor1:
                tensor1_ = checked(self, "tensor1", tensor1_)
            tensor1_ = tensor1_._array
        if edge_tensor1 is not None:
            tensor2_ = self.saved_tensor2
            if tensor2_._counter != self.version_tensor2:
                tensor2_ = checked(self, "tensor2", tensor2_)
            tensor2_ = tensor2_._array
        grad_self: Any = None
        grad_tensor1: Any = None
        grad_tensor2: Any = None
        if grad.size >= 2048:
            if edge_tensor1 is not None and edge_tensor2 is not None:
                fused = _addcmul_backward_tensor1_tensor2(
                    grad,
                    tensor1_,
                    tensor2_,
                    self.saved_value,
                    targets=self.spread and (self.spread[1], self.spread[2]),
                )
                if fused is not None:
                    grad_tensor1, grad_tensor2 = fused
            else:
                if edge_tensor1 is not None and grad.size >= 2730:
                    grad_tensor1 = _addcmul_backward_tensor1(
                        grad, tensor2_, self.saved_value, targets=self.spread and self.spread[1:2]
                    )
                if edge_tensor2 is not None and grad.size >= 2730:
                    grad_tensor2 = _addcmul_backward_tensor2(
                        grad, tensor1_, self.saved_value, targets=self.spread and self.spread[2:3]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = grad
        if edge_tensor1 is not None and grad_tensor1 is None:
            grad_tensor1 = grad * (self.saved_value * tensor2_).conjugate()
        if edge_tensor2 is not None and grad_tensor2 is None:
            grad_tensor2 = grad * (self.saved_value * tensor1_).conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_tensor1 is not None:
            if grad_tensor1.__class__ is not ndarray:
                grad_tensor1 = asarray(grad_tensor1)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_tensor1 = reduce_to(grad_tensor1, target)
            if edge_tensor1 in buffers:
                accumulate(buffers, edge_tensor1, grad_tensor1)
            else:
                buffers[edge_tensor1] = grad_tensor1
                heappush(heap, (edge_tensor1.seq, edge_tensor1))
            del grad_tensor1
        if edge_tensor2 is not None:
            if grad_tensor2.__class__ is not ndarray:
                grad_tensor2 = asarray(grad_tensor2)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_tensor2 = reduce_to(grad_tensor2, target)
            if edge_tensor2 in buffers:
                accumulate(buffers, edge_tensor2, grad_tensor2)
            else:
                buffers[edge_tensor2] = grad_tensor2
                heappush(heap, (edge_tensor2.seq, edge_tensor2))
        if not keep:
            self.saved_tensor1 = self.saved_tensor2 = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_tensor1 = self.edge_tensor1
        edge_tensor2 = self.edge_tensor2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_tensor1 not in needed:
                edge_tensor1 = None
            if edge_tensor2 not in needed:
                edge_tensor2 = None
        if edge_tensor2 is not None:
            tensor1_ = self.saved_tensor1
            if tensor1_._counter != self.version_tensor1:
                tensor1_ = checked(self, "tensor1", tensor1_)
        if edge_tensor1 is not None:
            tensor2_ = self.saved_tensor2
            if tensor2_._counter != self.version_tensor2:
                tensor2_ = checked(self, "tensor2", tensor2_)
        grad_self: Any = None
        grad_tensor1: Any = None
        grad_tensor2: Any = None
        if edge_self is not None:
            grad_self = grad
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_tensor1 is not None:
            grad_tensor1 = grad * ops.conj(self.saved_value * tensor2_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_tensor1 = ops._reduce_to(grad_tensor1, *target)
        if edge_tensor2 is not None:
            grad_tensor2 = grad * ops.conj(self.saved_value * tensor1_)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_tensor2 = ops._reduce_to(grad_tensor2, *target)
        return (grad_self, grad_tensor1, grad_tensor2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_tensor1, self.edge_tensor2)


def addcmul(
    self: TensorLike,
    tensor1: TensorLike,
    tensor2: TensorLike,
    out: Tensor | None = None,
    *,
    value: Number = 1,
) -> Tensor:
    """`self + value * tensor1 * tensor2`, elementwise.

    Parameters
    ----------
    self : Tensor
    tensor1 : Tensor
    tensor2 : Tensor
    value : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self + value * tensor1 * tensor2
    gradient of self = grad
    gradient of tensor1 = grad * conj(value * tensor2)
    gradient of tensor2 = grad * conj(value * tensor1)
    """
    if out is not None:
        return into("addcmul", out, addcmul, self, tensor1, tensor2, value=value)
    try:
        edge_self = self._edge
        edge_tensor1 = tensor1._edge
        edge_tensor2 = tensor2._edge
    except AttributeError:
        self, tensor1, tensor2 = operand_tuple(
            "addcmul", ("self", "tensor1", "tensor2"), self, tensor1, tensor2
        )
        edge_self = self._edge
        edge_tensor1 = tensor1._edge
        edge_tensor2 = tensor2._edge
    self_ = self._array
    tensor1_ = tensor1._array
    tensor2_ = tensor2._array
    alike = True
    if (
        self.shape != tensor1.shape
        or self.dtype is not tensor1.dtype
        or self.shape != tensor2.shape
        or self.dtype is not tensor2.dtype
    ):
        alike = False
        if self.dtype is not tensor1.dtype or self.dtype is not tensor2.dtype:
            self_, tensor1_, tensor2_ = promote(self, tensor1, tensor2)
    data: Any = None
    if self_.size >= 2340 if alike else self_.size * tensor1_.size * tensor2_.size >= 2340:
        data = (_addcmul_forward if alike else _addcmul_forward.broadcast)(self_, tensor1_, tensor2_, value)
    if data is None:
        try:
            data = self_ + value * tensor1_ * tensor2_
        except (TypeError, ValueError) as error:
            raise explain(
                "addcmul", error, ("self", "tensor1", "tensor2"), (self, tensor1, tensor2)
            ) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
        alike = False
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_tensor1 = target_tensor2 = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not tensor1.dtype or self.dtype is not tensor2.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_tensor1 is not None and (tensor1.shape != shape or cast):
            target_tensor1 = (tensor1.shape, tensor1.dtype)
        if edge_tensor2 is not None and (tensor2.shape != shape or cast):
            target_tensor2 = (tensor2.shape, tensor2.dtype)
        if target_self is not None or target_tensor1 is not None or target_tensor2 is not None:
            spread = (target_self, target_tensor1, target_tensor2)
    rare = state.rare
    if (edge_self is not None or edge_tensor1 is not None or edge_tensor2 is not None) and (
        not rare or recording()
    ):
        node = new(AddcmulBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_tensor1 = edge_tensor1
        node.edge_tensor2 = edge_tensor2
        node.spread = spread
        if edge_tensor2 is not None:
            node.saved_tensor1 = tensor1
            counter = tensor1._counter
            node.version_tensor1 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_tensor1 = None
        if edge_tensor1 is not None:
            node.saved_tensor2 = tensor2
            counter = tensor2._counter
            node.version_tensor2 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_tensor2 = None
        node.saved_value = value
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _addcmul_tangent(out, self, tensor1, tensor2, value)
        if rare & PRODUCED:
            produced("addcmul", (out,), self=self, tensor1=tensor1, tensor2=tensor2, value=value)
    return out


def _addcmul_tangent(out: Any, self: Any, tensor1: Any, tensor2: Any, value: Any) -> None:
    if not any_tangent((self, tensor1, tensor2)):
        return
    tensor1_p = primal_of(tensor1)
    tensor2_p = primal_of(tensor2)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad
        tangent = ops.conj(part)
    tensor1_t = tangent_of(tensor1)
    if tensor1_t is not None:
        grad = ops.conj(tensor1_t)
        part = grad * ops.conj(value * tensor2_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    tensor2_t = tangent_of(tensor2)
    if tensor2_t is not None:
        grad = ops.conj(tensor2_t)
        part = grad * ops.conj(value * tensor1_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class AddcdivBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_tensor1",
        "edge_tensor2",
        "saved_tensor1",
        "saved_tensor2",
        "saved_value",
        "spread",
        "version_tensor1",
        "version_tensor2",
    )
    op = "addcdiv"
    edge_names = ("edge_self", "edge_tensor1", "edge_tensor2")
    saved_names = ("tensor1", "tensor2")
    edge_self: Any
    edge_tensor1: Any
    edge_tensor2: Any
    saved_tensor1: Any
    saved_tensor2: Any
    saved_value: Any
    spread: Any
    version_tensor1: Any
    version_tensor2: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_tensor1 = self.edge_tensor1
        edge_tensor2 = self.edge_tensor2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_tensor1 not in needed:
                edge_tensor1 = None
            if edge_tensor2 not in needed:
                edge_tensor2 = None
        if edge_tensor2 is not None:
            tensor1_ = self.saved_tensor1
            if tensor1_._counter != self.version_tensor1:
                tensor1_ = checked(self, "tensor1", tensor1_)
            tensor1_ = tensor1_._array
        if edge_tensor1 is not None or edge_tensor2 is not None:
            tensor2_ = self.saved_tensor2
            if tensor2_._counter != self.version_tensor2:
                tensor2_ = checked(self, "tensor2", tensor2_)
            tensor2_ = tensor2_._array
        grad_self: Any = None
        grad_tensor1: Any = None
        grad_tensor2: Any = None
        if grad.size >= 1024:
            if edge_tensor1 is not None and edge_tensor2 is not None:
                fused = _addcdiv_backward_tensor1_tensor2(
                    grad,
                    tensor1_,
                    tensor2_,
                    self.saved_value,
                    targets=self.spread and (self.spread[1], self.spread[2]),
                )
                if fused is not None:
                    grad_tensor1, grad_tensor2 = fused
            else:
                if edge_tensor1 is not None and grad.size >= 1820:
                    grad_tensor1 = _addcdiv_backward_tensor1(
                        grad, tensor2_, self.saved_value, targets=self.spread and self.spread[1:2]
                    )
                if edge_tensor2 is not None and grad.size >= 1170:
                    grad_tensor2 = _addcdiv_backward_tensor2(
                        grad, tensor1_, tensor2_, self.saved_value, targets=self.spread and self.spread[2:3]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = grad
        if edge_tensor1 is not None and grad_tensor1 is None:
            grad_tensor1 = grad * (self.saved_value / tensor2_).conjugate()
        if edge_tensor2 is not None and grad_tensor2 is None:
            grad_tensor2 = -grad * (self.saved_value * tensor1_ / tensor2_ / tensor2_).conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_tensor1 is not None:
            if grad_tensor1.__class__ is not ndarray:
                grad_tensor1 = asarray(grad_tensor1)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_tensor1 = reduce_to(grad_tensor1, target)
            if edge_tensor1 in buffers:
                accumulate(buffers, edge_tensor1, grad_tensor1)
            else:
                buffers[edge_tensor1] = grad_tensor1
                heappush(heap, (edge_tensor1.seq, edge_tensor1))
            del grad_tensor1
        if edge_tensor2 is not None:
            if grad_tensor2.__class__ is not ndarray:
                grad_tensor2 = asarray(grad_tensor2)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_tensor2 = reduce_to(grad_tensor2, target)
            if edge_tensor2 in buffers:
                accumulate(buffers, edge_tensor2, grad_tensor2)
            else:
                buffers[edge_tensor2] = grad_tensor2
                heappush(heap, (edge_tensor2.seq, edge_tensor2))
        if not keep:
            self.saved_tensor1 = self.saved_tensor2 = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_tensor1 = self.edge_tensor1
        edge_tensor2 = self.edge_tensor2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_tensor1 not in needed:
                edge_tensor1 = None
            if edge_tensor2 not in needed:
                edge_tensor2 = None
        if edge_tensor2 is not None:
            tensor1_ = self.saved_tensor1
            if tensor1_._counter != self.version_tensor1:
                tensor1_ = checked(self, "tensor1", tensor1_)
        if edge_tensor1 is not None or edge_tensor2 is not None:
            tensor2_ = self.saved_tensor2
            if tensor2_._counter != self.version_tensor2:
                tensor2_ = checked(self, "tensor2", tensor2_)
        grad_self: Any = None
        grad_tensor1: Any = None
        grad_tensor2: Any = None
        if edge_self is not None:
            grad_self = grad
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_tensor1 is not None:
            grad_tensor1 = grad * ops.conj(self.saved_value / tensor2_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_tensor1 = ops._reduce_to(grad_tensor1, *target)
        if edge_tensor2 is not None:
            grad_tensor2 = -grad * ops.conj(self.saved_value * tensor1_ / tensor2_ / tensor2_)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_tensor2 = ops._reduce_to(grad_tensor2, *target)
        return (grad_self, grad_tensor1, grad_tensor2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_tensor1, self.edge_tensor2)


def addcdiv(
    self: TensorLike,
    tensor1: TensorLike,
    tensor2: TensorLike,
    out: Tensor | None = None,
    *,
    value: Number = 1,
) -> Tensor:
    """`self + value * tensor1 / tensor2`, elementwise.

    Parameters
    ----------
    self : Tensor
    tensor1 : Tensor
    tensor2 : Tensor
    value : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self + value * tensor1 / tensor2
    gradient of self = grad
    gradient of tensor1 = grad * conj(value / tensor2)
    gradient of tensor2 = -grad * conj(value * tensor1 / tensor2 / tensor2)
    """
    if out is not None:
        return into("addcdiv", out, addcdiv, self, tensor1, tensor2, value=value)
    try:
        edge_self = self._edge
        edge_tensor1 = tensor1._edge
        edge_tensor2 = tensor2._edge
    except AttributeError:
        self, tensor1, tensor2 = operand_tuple(
            "addcdiv", ("self", "tensor1", "tensor2"), self, tensor1, tensor2
        )
        edge_self = self._edge
        edge_tensor1 = tensor1._edge
        edge_tensor2 = tensor2._edge
    self_ = self._array
    tensor1_ = tensor1._array
    tensor2_ = tensor2._array
    alike = True
    if (
        self.shape != tensor1.shape
        or self.dtype is not tensor1.dtype
        or self.shape != tensor2.shape
        or self.dtype is not tensor2.dtype
    ):
        alike = False
        if self.dtype is not tensor1.dtype or self.dtype is not tensor2.dtype:
            self_, tensor1_, tensor2_ = promote(self, tensor1, tensor2)
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
        tensor1_ = to_floating(tensor1_)
        tensor2_ = to_floating(tensor2_)
    data: Any = None
    if self_.size >= 1638 if alike else self_.size * tensor1_.size * tensor2_.size >= 1638:
        data = (_addcdiv_forward if alike else _addcdiv_forward.broadcast)(self_, tensor1_, tensor2_, value)
    if data is None:
        try:
            data = self_ + value * tensor1_ / tensor2_
        except (TypeError, ValueError) as error:
            raise explain(
                "addcdiv", error, ("self", "tensor1", "tensor2"), (self, tensor1, tensor2)
            ) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
        alike = False
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_tensor1 = target_tensor2 = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not tensor1.dtype or self.dtype is not tensor2.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_tensor1 is not None and (tensor1.shape != shape or cast):
            target_tensor1 = (tensor1.shape, tensor1.dtype)
        if edge_tensor2 is not None and (tensor2.shape != shape or cast):
            target_tensor2 = (tensor2.shape, tensor2.dtype)
        if target_self is not None or target_tensor1 is not None or target_tensor2 is not None:
            spread = (target_self, target_tensor1, target_tensor2)
    rare = state.rare
    if (edge_self is not None or edge_tensor1 is not None or edge_tensor2 is not None) and (
        not rare or recording()
    ):
        node = new(AddcdivBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_tensor1 = edge_tensor1
        node.edge_tensor2 = edge_tensor2
        node.spread = spread
        if edge_tensor2 is not None:
            node.saved_tensor1 = tensor1
            counter = tensor1._counter
            node.version_tensor1 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_tensor1 = None
        if edge_tensor1 is not None or edge_tensor2 is not None:
            node.saved_tensor2 = tensor2
            counter = tensor2._counter
            node.version_tensor2 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_tensor2 = None
        node.saved_value = value
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _addcdiv_tangent(out, self, tensor1, tensor2, value)
        if rare & PRODUCED:
            produced("addcdiv", (out,), self=self, tensor1=tensor1, tensor2=tensor2, value=value)
    return out


def _addcdiv_tangent(out: Any, self: Any, tensor1: Any, tensor2: Any, value: Any) -> None:
    if not any_tangent((self, tensor1, tensor2)):
        return
    tensor1_p = primal_of(tensor1)
    tensor2_p = primal_of(tensor2)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad
        tangent = ops.conj(part)
    tensor1_t = tangent_of(tensor1)
    if tensor1_t is not None:
        grad = ops.conj(tensor1_t)
        part = grad * ops.conj(value / tensor2_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    tensor2_t = tangent_of(tensor2)
    if tensor2_t is not None:
        grad = ops.conj(tensor2_t)
        part = -grad * ops.conj(value * tensor1_p / tensor2_p / tensor2_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class FracBackward(Node):
    __slots__ = ("edge_self",)
    op = "frac"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = grad
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def frac(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The fraction that `trunc` cuts off, elementwise.

    It has the sign of the argument.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self - trunc(self)
    gradient of self = grad
    """
    if out is not None:
        return into("frac", out, frac, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("frac", "self", self)
        edge_self = self._edge
    self_ = self._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("frac", self_)
    data: Any = None
    if self_.size >= 2730:
        data = _frac_forward(self_)
    if data is None:
        try:
            data = self_ - np.trunc(self_)
        except (TypeError, ValueError) as error:
            raise explain("frac", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(FracBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _frac_tangent(out, self)
        if rare & PRODUCED:
            produced("frac", (out,), self=self)
    return out


def _frac_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad
        tangent = part
    set_elementwise_tangent(out, tangent)


class Deg2radBackward(Node):
    __slots__ = ("edge_self",)
    op = "deg2rad"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self: Any = None
        if grad.size >= 3276:
            grad_self = _deg2rad_backward_self(grad)
        if grad_self is None:
            grad_self = grad * 0.017453292519943295
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = grad * 0.017453292519943295
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def deg2rad(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Degrees as radians, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self * 0.017453292519943295
    gradient of self = grad * 0.017453292519943295
    """
    if out is not None:
        return into("deg2rad", out, deg2rad, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("deg2rad", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("deg2rad", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _deg2rad_forward(self_)
    if data is None:
        try:
            data = self_ * 0.017453292519943295
        except (TypeError, ValueError) as error:
            raise explain("deg2rad", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(Deg2radBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _deg2rad_tangent(out, self)
        if rare & PRODUCED:
            produced("deg2rad", (out,), self=self)
    return out


def _deg2rad_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * 0.017453292519943295
        tangent = part
    set_elementwise_tangent(out, tangent)


class Rad2degBackward(Node):
    __slots__ = ("edge_self",)
    op = "rad2deg"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self: Any = None
        if grad.size >= 3276:
            grad_self = _rad2deg_backward_self(grad)
        if grad_self is None:
            grad_self = grad * 57.29577951308232
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = grad * 57.29577951308232
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def rad2deg(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Radians as degrees, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self * 57.29577951308232
    gradient of self = grad * 57.29577951308232
    """
    if out is not None:
        return into("rad2deg", out, rad2deg, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("rad2deg", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("rad2deg", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _rad2deg_forward(self_)
    if data is None:
        try:
            data = self_ * 57.29577951308232
        except (TypeError, ValueError) as error:
            raise explain("rad2deg", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(Rad2degBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _rad2deg_tangent(out, self)
        if rare & PRODUCED:
            produced("rad2deg", (out,), self=self)
    return out


def _rad2deg_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * 57.29577951308232
        tangent = part
    set_elementwise_tangent(out, tangent)


def float_power_default(self: TensorLike, exponent: TensorLike, out: Tensor | None = None) -> Tensor:
    """`self` to the power of `exponent` in double precision, elementwise; complex if one of them is.

    Parameters
    ----------
    self : Tensor
    exponent : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = pow(_cast(self, wide), _cast(exponent, wide))
    wide = functions.double_dtype(self.dtype, exponent.dtype)
    """
    if out is not None:
        return into("float_power", out, float_power_default, self, exponent)
    wide_ = functions.double_dtype(self.dtype, exponent.dtype)
    out = ops.pow_default(ops._cast(self, wide_), ops._cast(exponent, wide_))
    return out


def float_power_Tensor_Scalar(self: TensorLike, exponent: Number, out: Tensor | None = None) -> Tensor:
    """`self` to the power of the number `exponent` in double precision, elementwise.

    Parameters
    ----------
    self : Tensor
    exponent : Scalar
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _cast(self, functions.double_dtype_beside(self.dtype, exponent)) ** exponent
    """
    if out is not None:
        return into("float_power", out, float_power_Tensor_Scalar, self, exponent)
    part1 = ops._cast(self, functions.double_dtype_beside(self.dtype, exponent))
    out = part1**exponent
    return out


def float_power_Scalar(self: Number, exponent: TensorLike, out: Tensor | None = None) -> Tensor:
    """The number `self` to the power of `exponent` in double precision, elementwise.

    Parameters
    ----------
    self : Scalar
    exponent : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self ** _cast(exponent, functions.double_dtype_beside(exponent.dtype, self))
    """
    if out is not None:
        return into("float_power", out, float_power_Scalar, self, exponent)
    part1 = ops._cast(exponent, functions.double_dtype_beside(exponent.dtype, self))
    out = self**part1
    return out


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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
            if edge_self is not None and edge_other is not None:
                fused = _ldexp_backward_self_other(grad, other_, result_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 1024:
                    grad_self = _ldexp_backward_self(grad, other_, targets=self.spread and self.spread[0:1])
                if edge_other is not None and grad.size >= 2730:
                    grad_other = _ldexp_backward_other(
                        grad, result_, targets=self.spread and self.spread[1:2]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = grad * np.exp2(other_).conjugate()
        if edge_other is not None and grad_other is None:
            grad_other = grad * (0.6931471805599453 * result_).conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_other = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

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


def ldexp(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """`self * 2 ** other`, elementwise: the inverse of `frexp`.

    Both arguments have gradients.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self * exp2(other)
    gradient of self = grad * conj(exp2(other))
    gradient of other = grad * conj(0.6931471805599453 * result)
    """
    if out is not None:
        return into("ldexp", out, ldexp, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("ldexp", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("ldexp", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
        other_ = to_floating(other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        data = (_ldexp_forward if alike else _ldexp_forward.broadcast)(self_, other_)
    if data is None:
        try:
            data = self_ * np.exp2(other_)
        except (TypeError, ValueError) as error:
            raise explain("ldexp", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(LdexpBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _ldexp_tangent(out, self, other)
        if rare & PRODUCED:
            produced("ldexp", (out,), self=self, other=other)
    return out


def _ldexp_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        exponent_ = self.saved_exponent
        if self.counter_exponent is not None:
            exponent_ = checked_output(self, "exponent")
        grad_self = grad * np.exp2(functions.cast(-exponent_, self.dtype_self))
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_exponent = None
            self.counter_exponent = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        exponent_ = wrap(checked_output(self, "exponent"))
        grad_self = ops.ldexp(grad, ops._cast(-exponent_, self.dtype_self))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def frexp(self: TensorLike, out: Sequence[Tensor] | None = None) -> FrexpOutput:
    """Compute `frexp`.

    The mantissas, whose absolute values are in [0.5, 1), and the exponents with `self == mantissa * 2
    ** exponent`, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of self = ldexp(grad, _cast(-exponent, self.dtype))
    """
    if out is not None:
        return FrexpOutput(*into_several("frexp", out, frexp, self))
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("frexp", "self", self)
        edge_self = self._edge
    if not 11 <= self.dtype.num <= 12:  # neither float32 nor float64
        check_floating("frexp", "self", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        mantissa_, exponent_ = replayed("frexp", functions.frexp, self_)
    else:
        mantissa_, exponent_ = functions.frexp(self_)
    mantissa = wrap(asarray(mantissa_))
    exponent = wrap(asarray(exponent_))
    if edge_self is not None and (not rare or recording()):
        node = new(FrexpBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = self.dtype
        node.saved_exponent = exponent_
        node.counter_exponent = None
        node.shape = mantissa.shape
        node.dtype = mantissa.dtype
        mantissa._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _frexp_tangent(mantissa, exponent, self)
        if rare & PRODUCED:
            produced("frexp", (mantissa, exponent), self=self)
    return FrexpOutput(mantissa, exponent)


def _frexp_tangent(mantissa: Any, exponent: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.ldexp(self_t, ops._cast(-exponent, self_t.dtype))
    set_tangent(mantissa, tangent)


class NanToNumBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "nan_to_num"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        grad_self = np.where(np.isfinite(self_), grad, 0)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        grad_self = ops.where(ops.isfinite(self_), grad, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def nan_to_num(
    self: TensorLike,
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
    self : Tensor
    nan : float?, default None
    posinf : float?, default None
    neginf : float?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = where(isfinite(self), grad, 0)
    """
    if out is not None:
        return into("nan_to_num", out, nan_to_num, self, nan, posinf, neginf)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("nan_to_num", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("nan_to_num", functions.nan_to_num, self_, nan, posinf, neginf)
    else:
        result_ = functions.nan_to_num(self_, nan, posinf, neginf)
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
        node = new(NanToNumBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _nan_to_num_tangent(out, self, nan, posinf, neginf)
        if rare & PRODUCED:
            produced("nan_to_num", (out,), self=self, nan=nan, posinf=posinf, neginf=neginf)
    return out


def _nan_to_num_tangent(out: Any, self: Any, nan: Any, posinf: Any, neginf: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
            grad_self = _nextafter_backward_self(
                grad, self_, other_, targets=self.spread and self.spread[0:1]
            )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(self_ == other_, 0, grad)
        if edge_other is not None and grad_other is None:
            grad_other = np.zeros(grad.shape, self.dtype)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_self = self.saved_other = RELEASED

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
            grad_other = wrap(np.zeros(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def nextafter(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The next number after `self` in the direction of `other`, elementwise.

    The gradient goes to `self`; where the two are equal nobody gets any.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = nextafter(self, other)
    gradient of self = where(self == other, 0, grad)
    gradient of other = 0
    """
    if out is not None:
        return into("nextafter", out, nextafter, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("nextafter", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("nextafter", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_, other_ = real_floating("nextafter", self_, other_)
    try:
        data = np.nextafter(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("nextafter", error, ("self", "other"), (self, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(NextafterBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_self is not None:
            node.saved_self = self
            counter = self._counter
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _nextafter_tangent(out, self, other)
        if rare & PRODUCED:
            produced("nextafter", (out,), self=self, other=other)
    return out


def _nextafter_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = ops.where(self_p == other_p, 0, grad)
        tangent = part
    set_elementwise_tangent(out, tangent)


@overload
def pow(self: Tensor, exponent: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def pow(self: Tensor, exponent: complex, out: Tensor | None = None) -> Tensor: ...


def pow(self: TensorLike, exponent: TensorLike, out: Tensor | None = None) -> Tensor:
    """`self` to the power of `exponent`, elementwise."""
    if isinstance(exponent, NUMBERS) and not isinstance(self, NUMBERS):
        return pow_Scalar(self, exponent, out)
    return pow_default(self, exponent, out)


@overload
def float_power(self: Tensor, exponent: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def float_power(self: Tensor, exponent: complex, out: Tensor | None = None) -> Tensor: ...


@overload
def float_power(self: complex, exponent: Tensor, out: Tensor | None = None) -> Tensor: ...


def float_power(*args: Any, **kwargs: Any) -> Any:
    """`self` to the power of `exponent` in double precision, elementwise; complex if one of them is.

    Overloads:

    * ``float_power(Tensor self, Tensor exponent) -> Tensor``
    * ``float_power.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor``
    * ``float_power.Scalar(Scalar self, Tensor exponent) -> Tensor``
    """
    return call_overload("float_power", _FLOAT_POWER_OVERLOADS, args, kwargs)


def _fits_float_power_default(self: Any, exponent: Any) -> bool:
    return fits((self, TENSOR), (exponent, TENSOR))


def _fits_float_power_Tensor_Scalar(self: Any, exponent: Any) -> bool:
    return fits((self, TENSOR), (exponent, NUMBERS))


def _fits_float_power_Scalar(self: Any, exponent: Any) -> bool:
    return fits((self, NUMBERS), (exponent, TENSOR))


_FLOAT_POWER_OVERLOADS = (
    (float_power_default, _fits_float_power_default),
    (float_power_Tensor_Scalar, _fits_float_power_Tensor_Scalar),
    (float_power_Scalar, _fits_float_power_Scalar),
)


def add_(self: TensorLike, other: TensorLike, *, alpha: Number = 1) -> Tensor:
    """Write `add` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("add_", self, add(expendable(self), other, alpha=alpha))
    write = Write("add_", self)
    return write.finish(add(write.original, other, alpha=alpha))


def sub_(self: TensorLike, other: TensorLike, *, alpha: Number = 1) -> Tensor:
    """Write `sub` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("sub_", self, sub(expendable(self), other, alpha=alpha))
    write = Write("sub_", self)
    return write.finish(sub(write.original, other, alpha=alpha))


def mul_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `mul` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("mul_", self, mul(expendable(self), other))
    write = Write("mul_", self)
    return write.finish(mul(write.original, other))


def div_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `div` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("div_", self, div(expendable(self), other))
    write = Write("div_", self)
    return write.finish(div(write.original, other))


def floor_divide_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `floor_divide` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("floor_divide_", self, floor_divide(expendable(self), other))
    write = Write("floor_divide_", self)
    return write.finish(floor_divide(write.original, other))


def remainder_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `remainder` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("remainder_", self, remainder(expendable(self), other))
    write = Write("remainder_", self)
    return write.finish(remainder(write.original, other))


def fmod_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `fmod` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("fmod_", self, fmod(expendable(self), other))
    write = Write("fmod_", self)
    return write.finish(fmod(write.original, other))


def pow_(self: TensorLike, exponent: TensorLike) -> Tensor:
    """Write `pow` of `self` into `self` itself, and return it."""
    if unrecorded(self, exponent):
        return overwrite("pow_", self, pow(expendable(self), exponent))
    write = Write("pow_", self)
    return write.finish(pow(write.original, exponent))


def neg_(self: TensorLike) -> Tensor:
    """Write `neg` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("neg_", self, neg(expendable(self)))
    write = Write("neg_", self)
    return write.finish(neg(write.original))


def reciprocal_(self: TensorLike) -> Tensor:
    """Write `reciprocal` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("reciprocal_", self, reciprocal(expendable(self)))
    write = Write("reciprocal_", self)
    return write.finish(reciprocal(write.original))


def square_(self: TensorLike) -> Tensor:
    """Write `square` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("square_", self, square(expendable(self)))
    write = Write("square_", self)
    return write.finish(square(write.original))


def sqrt_(self: TensorLike) -> Tensor:
    """Write `sqrt` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("sqrt_", self, sqrt(expendable(self)))
    write = Write("sqrt_", self)
    return write.finish(sqrt(write.original))


def rsqrt_(self: TensorLike) -> Tensor:
    """Write `rsqrt` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("rsqrt_", self, rsqrt(expendable(self)))
    write = Write("rsqrt_", self)
    return write.finish(rsqrt(write.original))


def abs_(self: TensorLike) -> Tensor:
    """Write `abs` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("abs_", self, abs(expendable(self)))
    write = Write("abs_", self)
    return write.finish(abs(write.original))


def sgn_(self: TensorLike) -> Tensor:
    """Write `sgn` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("sgn_", self, sgn(expendable(self)))
    write = Write("sgn_", self)
    return write.finish(sgn(write.original))


def sign_(self: TensorLike) -> Tensor:
    """Write `sign` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("sign_", self, sign(expendable(self)))
    write = Write("sign_", self)
    return write.finish(sign(write.original))


def copysign_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `copysign` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("copysign_", self, copysign(expendable(self), other))
    write = Write("copysign_", self)
    return write.finish(copysign(write.original, other))


def heaviside_(self: TensorLike, values: TensorLike) -> Tensor:
    """Write `heaviside` of `self` into `self` itself, and return it."""
    if unrecorded(self, values):
        return overwrite("heaviside_", self, heaviside(expendable(self), values))
    write = Write("heaviside_", self)
    return write.finish(heaviside(write.original, values))


def floor_(self: TensorLike) -> Tensor:
    """Write `floor` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("floor_", self, floor(expendable(self)))
    write = Write("floor_", self)
    return write.finish(floor(write.original))


def ceil_(self: TensorLike) -> Tensor:
    """Write `ceil` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("ceil_", self, ceil(expendable(self)))
    write = Write("ceil_", self)
    return write.finish(ceil(write.original))


def round_(self: TensorLike, *, decimals: int = 0) -> Tensor:
    """Write `round` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("round_", self, round(expendable(self), decimals=decimals))
    write = Write("round_", self)
    return write.finish(round(write.original, decimals=decimals))


def trunc_(self: TensorLike) -> Tensor:
    """Write `trunc` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("trunc_", self, trunc(expendable(self)))
    write = Write("trunc_", self)
    return write.finish(trunc(write.original))


def lerp_(self: TensorLike, end: TensorLike, weight: TensorLike) -> Tensor:
    """Write `lerp` of `self` into `self` itself, and return it."""
    if unrecorded(self, end, weight):
        return overwrite("lerp_", self, lerp(expendable(self), end, weight))
    write = Write("lerp_", self)
    return write.finish(lerp(write.original, end, weight))


def addcmul_(self: TensorLike, tensor1: TensorLike, tensor2: TensorLike, *, value: Number = 1) -> Tensor:
    """Write `addcmul` of `self` into `self` itself, and return it."""
    if unrecorded(self, tensor1, tensor2):
        return overwrite("addcmul_", self, addcmul(expendable(self), tensor1, tensor2, value=value))
    write = Write("addcmul_", self)
    return write.finish(addcmul(write.original, tensor1, tensor2, value=value))


def addcdiv_(self: TensorLike, tensor1: TensorLike, tensor2: TensorLike, *, value: Number = 1) -> Tensor:
    """Write `addcdiv` of `self` into `self` itself, and return it."""
    if unrecorded(self, tensor1, tensor2):
        return overwrite("addcdiv_", self, addcdiv(expendable(self), tensor1, tensor2, value=value))
    write = Write("addcdiv_", self)
    return write.finish(addcdiv(write.original, tensor1, tensor2, value=value))


def frac_(self: TensorLike) -> Tensor:
    """Write `frac` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("frac_", self, frac(expendable(self)))
    write = Write("frac_", self)
    return write.finish(frac(write.original))


def deg2rad_(self: TensorLike) -> Tensor:
    """Write `deg2rad` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("deg2rad_", self, deg2rad(expendable(self)))
    write = Write("deg2rad_", self)
    return write.finish(deg2rad(write.original))


def rad2deg_(self: TensorLike) -> Tensor:
    """Write `rad2deg` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("rad2deg_", self, rad2deg(expendable(self)))
    write = Write("rad2deg_", self)
    return write.finish(rad2deg(write.original))


def float_power_(self: TensorLike, exponent: TensorLike) -> Tensor:
    """Write `float_power` of `self` into `self` itself, and return it."""
    if unrecorded(self, exponent):
        return overwrite("float_power_", self, float_power(self, exponent))
    write = Write("float_power_", self, copy=True)
    return write.finish(float_power(write.original, exponent))


def ldexp_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `ldexp` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("ldexp_", self, ldexp(expendable(self), other))
    write = Write("ldexp_", self)
    return write.finish(ldexp(write.original, other))


def nan_to_num_(
    self: TensorLike, nan: float | None = None, posinf: float | None = None, neginf: float | None = None
) -> Tensor:
    """Write `nan_to_num` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("nan_to_num_", self, nan_to_num(self, nan, posinf, neginf))
    write = Write("nan_to_num_", self)
    return write.finish(nan_to_num(write.original, nan, posinf, neginf))


def nextafter_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `nextafter` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("nextafter_", self, nextafter(self, other))
    write = Write("nextafter_", self)
    return write.finish(nextafter(write.original, other))

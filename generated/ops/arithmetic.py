# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family arithmetic: each op's node directly above its function."""

from typing import Any

from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    LARGE,
    PRODUCED,
    RELEASED,
    RESULTS,
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
    checked,
    expendable,
    explain,
    heappush,
    in_memory,
    into,
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
    recording,
    reduce_to,
    seqs,
    set_elementwise_tangent,
    settled,
    state,
    sum_of_both,
    tangent_of,
    to_floating,
    unrecorded,
)

from . import at_once as ops

__all__ = [
    "add",
    "add_",
    "div",
    "div_",
    "mul",
    "mul_",
    "neg",
    "neg_",
    "positive",
    "rsub",
    "sub",
    "sub_",
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
_neg_forward = Elementwise("derivata.generated.kernels.neg", "forward", outputs=1, cost=1)
_neg_backward_self = Elementwise("derivata.generated.kernels.neg", "backward_self", outputs=1, cost=1)
_positive_forward = Elementwise("derivata.generated.kernels.positive", "forward", outputs=1, cost=1)


class AddBackward(Node):
    __slots__ = ("edge_other", "edge_self", "saved_alpha", "spread")
    op = "add"
    edge_names = ("edge_self", "edge_other")
    edge_other: Any
    edge_self: Any
    saved_alpha: Any
    spread: Any

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
        grad_self: Any = None
        grad_other: Any = None
        if edge_other is not None and grad.size >= 3276 and self.saved_alpha != 1:
            if self.spread is None:
                grad_other = _add_backward_other_2.launch(grad, self.saved_alpha)
            else:
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
        return following

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
                grad_other = grad * self.saved_alpha.conjugate()
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def add(input: TensorLike, other: TensorLike, out: Tensor | None = None, *, alpha: Number = 1) -> Tensor:
    """Sum of the arguments, elementwise; `other` is multiplied by `alpha` first.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input + other if alpha == 1 else input + alpha * other
    gradient of input = grad
    gradient of other = grad if alpha == 1 else grad * conj(alpha)
    """
    if out is not None:
        return into("add", out, add, input, other, alpha=alpha)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("add", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("add", ("input", "other"), input, other)
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
    data: Any = None
    if self_.size >= 2730 if alike else self_.size * other_.size >= 2730:
        if alpha == 1:
            if alike:
                data = _add_forward_1.launch(self_, other_)
            else:
                data = _add_forward_1.broadcast(self_, other_)
        else:
            if alike:
                data = _add_forward_2.launch(self_, other_, alpha)
            else:
                data = _add_forward_2.broadcast(self_, other_, alpha)
    if data is None:
        try:
            if alpha == 1:
                data = self_ + other_
            else:
                data = self_ + alpha * other_
        except (TypeError, ValueError) as error:
            raise explain("add", error, ("input", "other"), (input, other), alpha=alpha) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if alpha != 1 and data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
        alike = False
    out = new_tensor()
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = shape
        out.dtype = dtype
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
        node = AddBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _add_tangent(out, input, other, alpha)
        if rare & PRODUCED:
            produced("add", (out,), self=input, other=other, alpha=alpha)
    return out


def _add_tangent(out: Any, input: Any, other: Any, alpha: Any) -> None:
    if not any_tangent((input, other)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
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
            part = grad * alpha.conjugate()
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
        grad_self: Any = None
        grad_other: Any = None
        if edge_other is not None and grad.size >= 3276:
            if self.saved_alpha == 1:
                if self.spread is None:
                    grad_other = _sub_backward_other_1.launch(grad)
                else:
                    grad_other = _sub_backward_other_1(grad, targets=self.spread and self.spread[1:2])
            else:
                if self.spread is None:
                    grad_other = _sub_backward_other_2.launch(grad, self.saved_alpha)
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
        return following

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
                grad_other = -grad * self.saved_alpha.conjugate()
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def sub(input: TensorLike, other: TensorLike, out: Tensor | None = None, *, alpha: Number = 1) -> Tensor:
    """Difference of the arguments, elementwise; `other` is multiplied by `alpha` first.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input - other if alpha == 1 else input - alpha * other
    gradient of input = grad
    gradient of other = -grad if alpha == 1 else -grad * conj(alpha)
    """
    if out is not None:
        return into("sub", out, sub, input, other, alpha=alpha)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("sub", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("sub", ("input", "other"), input, other)
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
    data: Any = None
    if self_.size >= 2730 if alike else self_.size * other_.size >= 2730:
        if alpha == 1:
            if alike:
                data = _sub_forward_1.launch(self_, other_)
            else:
                data = _sub_forward_1.broadcast(self_, other_)
        else:
            if alike:
                data = _sub_forward_2.launch(self_, other_, alpha)
            else:
                data = _sub_forward_2.broadcast(self_, other_, alpha)
    if data is None:
        try:
            if alpha == 1:
                data = self_ - other_
            else:
                data = self_ - alpha * other_
        except (TypeError, ValueError) as error:
            raise explain("sub", error, ("input", "other"), (input, other), alpha=alpha) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if alpha != 1 and data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
        alike = False
    out = new_tensor()
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = shape
        out.dtype = dtype
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
        node = SubBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _sub_tangent(out, input, other, alpha)
        if rare & PRODUCED:
            produced("sub", (out,), self=input, other=other, alpha=alpha)
    return out


def _sub_tangent(out: Any, input: Any, other: Any, alpha: Any) -> None:
    if not any_tangent((input, other)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
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
            part = -grad * alpha.conjugate()
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
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None and grad.size >= 3276:
            if self.saved_alpha == 1:
                if self.spread is None:
                    grad_self = _rsub_backward_self_1.launch(grad)
                else:
                    grad_self = _rsub_backward_self_1(grad, targets=self.spread and self.spread[0:1])
            else:
                if self.spread is None:
                    grad_self = _rsub_backward_self_2.launch(grad, self.saved_alpha)
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
        return following

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
                grad_self = -grad * self.saved_alpha.conjugate()
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = grad
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def rsub(input: TensorLike, other: TensorLike, out: Tensor | None = None, *, alpha: Number = 1) -> Tensor:
    """`other - input`, elementwise; `input` is multiplied by `alpha` first.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = other - input if alpha == 1 else other - alpha * input
    gradient of input = -grad if alpha == 1 else -grad * conj(alpha)
    gradient of other = grad
    """
    if out is not None:
        return into("rsub", out, rsub, input, other, alpha=alpha)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("rsub", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("rsub", ("input", "other"), input, other)
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
    data: Any = None
    if self_.size >= 2730 if alike else self_.size * other_.size >= 2730:
        if alpha == 1:
            if alike:
                data = _rsub_forward_1.launch(self_, other_)
            else:
                data = _rsub_forward_1.broadcast(self_, other_)
        else:
            if alike:
                data = _rsub_forward_2.launch(self_, other_, alpha)
            else:
                data = _rsub_forward_2.broadcast(self_, other_, alpha)
    if data is None:
        try:
            if alpha == 1:
                data = other_ - self_
            else:
                data = other_ - alpha * self_
        except (TypeError, ValueError) as error:
            raise explain("rsub", error, ("input", "other"), (input, other), alpha=alpha) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if alpha != 1 and data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
        alike = False
    out = new_tensor()
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = shape
        out.dtype = dtype
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
        node = RsubBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _rsub_tangent(out, input, other, alpha)
        if rare & PRODUCED:
            produced("rsub", (out,), self=input, other=other, alpha=alpha)
    return out


def _rsub_tangent(out: Any, input: Any, other: Any, alpha: Any) -> None:
    if not any_tangent((input, other)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        if alpha == 1:
            part = -grad
        else:
            part = -grad * alpha.conjugate()
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
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _mul_backward_self_other, buffers, edge_self, grad, self_, other_, targets=self.spread
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _mul_backward_self_other.launch(grad, self_, other_)
                else:
                    fused = _mul_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 3276:
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _mul_backward_self.launch(grad, other_)
                    else:
                        grad_self = in_memory(
                            _mul_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= 3276:
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _mul_backward_other.launch(grad, self_)
                    else:
                        grad_other = in_memory(
                            _mul_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            self_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = grad * other_.conjugate()
        if edge_other is not None and grad_other is None:
            grad_other = grad * self_.conjugate()
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


def mul(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Product of the arguments, elementwise.

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
    result = input * other
    gradient of input = grad * conj(other)
    gradient of other = grad * conj(input)
    """
    if out is not None:
        return into("mul", out, mul, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("mul", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("mul", ("input", "other"), input, other)
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
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * other_.size >= 3276:
        if alike:
            data = _mul_forward.launch(self_, other_)
        else:
            data = _mul_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = self_ * other_
        except (TypeError, ValueError) as error:
            raise explain("mul", error, ("input", "other"), (input, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = shape
        out.dtype = dtype
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
        node = MulBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_other is not None:
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
            _mul_tangent(out, input, other)
        if rare & PRODUCED:
            produced("mul", (out,), self=input, other=other)
    return out


def _mul_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
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
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _div_backward_self_other, buffers, edge_self, grad, self_, other_, targets=self.spread
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _div_backward_self_other.launch(grad, self_, other_)
                else:
                    fused = _div_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 2048:
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _div_backward_self.launch(grad, other_)
                    else:
                        grad_self = in_memory(
                            _div_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= 1260:
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _div_backward_other.launch(grad, self_, other_)
                    else:
                        grad_other = in_memory(
                            _div_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = grad / other_.conjugate()
        if edge_other is not None and grad_other is None:
            grad_other = -grad * (self_ / other_ / other_).conjugate()
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


def div(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Quotient of the arguments, elementwise.

    Always a true division: integers give floating point.

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
    result = input / other
    gradient of input = grad / conj(other)
    gradient of other = -grad * conj(input / other / other)
    """
    if out is not None:
        return into("div", out, div, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("div", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("div", ("input", "other"), input, other)
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
    if self_.size >= 2048 if alike else self_.size * other_.size >= 2048:
        if alike:
            data = _div_forward.launch(self_, other_)
        else:
            data = _div_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = self_ / other_
        except (TypeError, ValueError) as error:
            raise explain("div", error, ("input", "other"), (input, other)) from None
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
        node = DivBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_other is not None:
            node.saved_self = input
            counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _div_tangent(out, input, other)
        if rare & PRODUCED:
            produced("div", (out,), self=input, other=other)
    return out


def _div_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
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


class NegBackward(Node):
    __slots__ = ("edge_self",)
    op = "neg"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self: Any = None
        if grad.size >= 3276:
            if grad.size < LARGE:
                grad_self = _neg_backward_self.launch(grad)
            else:
                grad_self = in_memory(_neg_backward_self, buffers, edge_self, grad)
        if grad_self is None:
            grad_self = -grad
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
        grad_self = -grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def neg(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument with its sign changed, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = -input
    gradient of input = -grad
    """
    if out is not None:
        return into("neg", out, neg, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("neg", "input", input)
        edge_self = input._edge
    self_ = input._array
    data: Any = None
    if self_.size >= 3276:
        data = _neg_forward.launch(self_)
    if data is None:
        try:
            data = -self_
        except (TypeError, ValueError) as error:
            raise explain("neg", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = input.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = NegBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _neg_tangent(out, input)
        if rare & PRODUCED:
            produced("neg", (out,), self=input)
    return out


def _neg_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = grad
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
        grad_self = grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def positive(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """A copy of the argument.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = +input
    gradient of input = grad
    """
    if out is not None:
        return into("positive", out, positive, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("positive", "input", input)
        edge_self = input._edge
    self_ = input._array
    data: Any = None
    if self_.size >= 3276:
        data = _positive_forward.launch(self_)
    if data is None:
        try:
            data = +self_
        except (TypeError, ValueError) as error:
            raise explain("positive", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = input.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = PositiveBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _positive_tangent(out, input)
        if rare & PRODUCED:
            produced("positive", (out,), self=input)
    return out


def _positive_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


def add_(input: TensorLike, other: TensorLike, *, alpha: Number = 1) -> Tensor:
    """Write `add` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("add_", input, add(expendable(input), other, alpha=alpha))
    write = Write("add_", input, keepers=())
    return write.finish(add(write.original, other, alpha=alpha))


def sub_(input: TensorLike, other: TensorLike, *, alpha: Number = 1) -> Tensor:
    """Write `sub` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("sub_", input, sub(expendable(input), other, alpha=alpha))
    write = Write("sub_", input, keepers=())
    return write.finish(sub(write.original, other, alpha=alpha))


def mul_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `mul` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("mul_", input, mul(expendable(input), other))
    write = Write("mul_", input, keepers=(other,))
    return write.finish(mul(write.original, other))


def div_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `div` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("div_", input, div(expendable(input), other))
    write = Write("div_", input, keepers=(other,))
    return write.finish(div(write.original, other))


def neg_(input: TensorLike) -> Tensor:
    """Write `neg` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("neg_", input, neg(expendable(input)))
    write = Write("neg_", input, keepers=())
    return write.finish(neg(write.original))

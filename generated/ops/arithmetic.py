# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family arithmetic: each op's node directly above its function."""

from typing import Any

from derivata.runtime.support import (
    FORWARD_AD,
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
    into,
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
    recording,
    reduce_to,
    set_elementwise_tangent,
    settled,
    state,
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
                grad_other = grad * self.saved_alpha.conjugate()
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
                grad_other = -grad * self.saved_alpha.conjugate()
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


def neg_(self: TensorLike) -> Tensor:
    """Write `neg` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("neg_", self, neg(expendable(self)))
    write = Write("neg_", self)
    return write.finish(neg(write.original))

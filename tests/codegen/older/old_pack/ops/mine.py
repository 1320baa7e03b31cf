# Generated from my_ops.yaml by `derivata codegen my_ops.yaml --package old_pack`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family mine: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.generated import ops as derivata_ops
from derivata.runtime import elementary
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
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    asarray,
    checked,
    expendable,
    explain,
    in_memory,
    into,
    literals,
    ndarray,
    new_tensor,
    noticed,
    operand,
    overwrite,
    primal_of,
    produced,
    recording,
    seqs,
    set_elementwise_tangent,
    set_tangent,
    state,
    tangent_of,
    tangent_or_zeros,
    to_floating,
    unrecorded,
)

__all__ = [
    "squash",
    "squash_",
    "twice",
    "twice_",
]

_twice_forward = Elementwise("old_pack.kernels.twice", "forward", outputs=1, cost=1)
_twice_backward_self = Elementwise("old_pack.kernels.twice", "backward_self", outputs=1, cost=1)
_squash_forward = Elementwise("old_pack.kernels.squash", "forward", outputs=1, cost=6)
_squash_backward_self = Elementwise(
    "old_pack.kernels.squash", "backward_self", outputs=1, cost=19, minimum=64
)


class TwiceBackward(Node):
    __slots__ = ("edge_self",)
    op = "old_pack.twice"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self: Any = None
        if grad.size >= 3276:
            if grad.size < LARGE:
                grad_self = _twice_backward_self.launch(grad)
            else:
                grad_self = in_memory(_twice_backward_self, buffers, edge_self, grad)
        if grad_self is None:
            grad_self = literals[2, self.dtype] * grad
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
        grad_self = 2 * grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def twice(self: TensorLike, *, out: Tensor | None = None) -> Tensor:
    """Two times.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = 2 * self
    gradient of self = 2 * grad
    """
    if out is not None:
        return into("twice", out, twice, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("old_pack.twice", "self", self)
        edge_self = self._edge
    self_ = self._array
    data: Any = None
    if self_.size >= 3276:
        data = _twice_forward.launch(self_)
    if data is None:
        try:
            data = literals[2, self_.dtype] * self_
        except (TypeError, ValueError) as error:
            raise explain("old_pack.twice", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = TwiceBackward()
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
            _twice_tangent(out, self)
        if rare & PRODUCED:
            produced("old_pack.twice", (out,), self=self)
    return out


def _twice_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = derivata_ops.conj(self_t)
        part = 2 * grad
        tangent = derivata_ops.conj(part)
    set_elementwise_tangent(out, tangent)


class SquashBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "old_pack.squash"
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
        grad_self: Any = None
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_self = _squash_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_squash_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            total_ = literals[1, self.dtype] + np.absolute(self_)
            ratio_ = self_ / total_
            sgn_self_ = elementary.sgn(self_)
            part1 = elementary.real(-grad * (ratio_ / total_).conjugate()) * sgn_self_
            grad_self = grad / total_ + part1
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
        total_ = 1 + derivata_ops.abs(self_)
        ratio_ = self_ / total_
        sgn_self_ = derivata_ops.sgn(self_)
        part3 = derivata_ops.real(-grad * derivata_ops.conj(ratio_ / total_))
        part2 = part3 * sgn_self_
        grad_self = grad / total_ + part2
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def squash(self: TensorLike, *, out: Tensor | None = None) -> Tensor:
    """x / (1 + abs(x)).

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self / (1 + abs(self))
    total = 1 + abs(self)
    ratio = self / total
    sgn_self = sgn(self)
    gradient of self = grad / total + real(-grad * conj(ratio / total)) * sgn_self
    """
    if out is not None:
        return into("squash", out, squash, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("old_pack.squash", "self", self)
        edge_self = self._edge
    self_ = self._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1638:
        data = _squash_forward.launch(self_)
    if data is None:
        try:
            data = self_ / (literals[1, self_.dtype] + np.absolute(self_))
        except (TypeError, ValueError) as error:
            raise explain("old_pack.squash", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = self.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = SquashBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _squash_tangent(out, self)
        if rare & PRODUCED:
            produced("old_pack.squash", (out,), self=self)
    return out


def _squash_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    total_ = 1 + derivata_ops.abs(self_p)
    ratio_ = self_p / total_
    sgn_self_ = derivata_ops.sgn(self_p)
    part2 = derivata_ops.real(self_t * derivata_ops.conj(sgn_self_)) * ratio_
    part1 = self_t - part2
    tangent = part1 / total_
    set_tangent(out, tangent)


def twice_(self: TensorLike) -> Tensor:
    """Write `twice` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("old_pack.twice_", self, twice(expendable(self)))
    write = Write("old_pack.twice_", self, keepers=())
    return write.finish(twice(write.original))


def squash_(self: TensorLike) -> Tensor:
    """Write `squash` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("old_pack.squash_", self, squash(expendable(self)))
    write = Write("old_pack.squash_", self)
    return write.finish(squash(write.original))


# pyright: reportPrivateUsage=false

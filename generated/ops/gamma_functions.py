# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family gamma_functions: each op's node directly above its function."""

from typing import Any, overload

import numpy as np

from derivata.runtime import special
from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    INT,
    LARGE,
    PRODUCED,
    RELEASED,
    RESULTS,
    TENSOR,
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
    as_int,
    asarray,
    call_overload,
    checked,
    expendable,
    explain,
    fits,
    in_memory,
    into,
    literals,
    ndarray,
    new_tensor,
    not_implemented,
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
    refuse_tangents,
    seqs,
    set_elementwise_tangent,
    state,
    tangent_of,
    unrecorded,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_trigamma",
    "digamma",
    "digamma_",
    "igamma",
    "igamma_",
    "igammac",
    "igammac_",
    "lgamma",
    "lgamma_",
    "mvlgamma",
    "mvlgamma_",
    "polygamma",
    "polygamma_",
    "polygamma_default",
    "polygamma_method",
    "zeta",
]

_lgamma_forward = Elementwise("derivata.generated.kernels.lgamma", "forward", outputs=1, cost=64, minimum=64)
_lgamma_backward_self = Elementwise(
    "derivata.generated.kernels.lgamma", "backward_self", outputs=1, cost=65, minimum=64
)
_digamma_forward = Elementwise(
    "derivata.generated.kernels.digamma", "forward", outputs=1, cost=64, minimum=64
)
_digamma_backward_self = Elementwise("derivata.generated.kernels.digamma", "backward_self", outputs=1, cost=5)
_trigamma_forward = Elementwise(
    "derivata.generated.kernels.trigamma", "forward", outputs=1, cost=64, minimum=64
)
_trigamma_backward_self = Elementwise(
    "derivata.generated.kernels.trigamma", "backward_self", outputs=1, cost=258, minimum=64
)
_igamma_forward = Elementwise("derivata.generated.kernels.igamma", "forward", outputs=1, cost=256, minimum=64)
_igamma_backward_other = Elementwise(
    "derivata.generated.kernels.igamma", "backward_other", outputs=1, cost=101, minimum=64
)
_igammac_forward = Elementwise(
    "derivata.generated.kernels.igammac", "forward", outputs=1, cost=256, minimum=64
)
_igammac_backward_other = Elementwise(
    "derivata.generated.kernels.igammac", "backward_other", outputs=1, cost=101, minimum=64
)
_zeta_forward = Elementwise("derivata.generated.kernels.zeta", "forward", outputs=1, cost=256, minimum=64)
_zeta_backward_other = Elementwise(
    "derivata.generated.kernels.zeta", "backward_other", outputs=1, cost=259, minimum=64
)


class LgammaBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "lgamma"
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
                grad_self = _lgamma_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_lgamma_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * special.digamma(self_)
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
        grad_self = grad * ops_later.digamma(self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def lgamma(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Logarithm of the absolute value of the gamma function, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = lgamma(input)
    gradient of input = grad * digamma(input)
    """
    if out is not None:
        return into("lgamma", out, lgamma, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("lgamma", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("lgamma", self_)
    data: Any = None
    if self_.size >= 64:
        data = _lgamma_forward.launch(self_)
    if data is None:
        try:
            data = special.lgamma(self_)
        except (TypeError, ValueError) as error:
            raise explain("lgamma", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = LgammaBackward()
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
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _lgamma_tangent(out, input)
        if rare & PRODUCED:
            produced("lgamma", (out,), self=input)
    return out


def _lgamma_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * ops_later.digamma(self_p)
        tangent = part
    set_elementwise_tangent(out, tangent)


class DigammaBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "digamma"
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
        if grad.size >= 1820:
            if grad.size < LARGE:
                grad_self = _digamma_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_digamma_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * special.trigamma(self_)
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
        grad_self = grad * ops_later._trigamma(self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def digamma(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Derivative of the logarithm of the gamma function, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = digamma(input)
    gradient of input = grad * _trigamma(input)
    """
    if out is not None:
        return into("digamma", out, digamma, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("digamma", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("digamma", self_)
    data: Any = None
    if self_.size >= 64:
        data = _digamma_forward.launch(self_)
    if data is None:
        try:
            data = special.digamma(self_)
        except (TypeError, ValueError) as error:
            raise explain("digamma", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = DigammaBackward()
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
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _digamma_tangent(out, input)
        if rare & PRODUCED:
            produced("digamma", (out,), self=input)
    return out


def _digamma_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * ops_later._trigamma(self_p)
        tangent = part
    set_elementwise_tangent(out, tangent)


class TrigammaBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "_trigamma"
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
                grad_self = _trigamma_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_trigamma_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * (literals[-2, self.dtype] * special.zeta(3, self_))
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
        grad_self = grad * (-2 * ops_later.zeta(3, self_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _trigamma(input: TensorLike) -> Tensor:
    """Derivative of digamma, elementwise.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = trigamma(input)
    gradient of input = grad * (-2 * zeta(3, input))
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_trigamma", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_trigamma", self_)
    data: Any = None
    if self_.size >= 64:
        data = _trigamma_forward.launch(self_)
    if data is None:
        try:
            data = special.trigamma(self_)
        except (TypeError, ValueError) as error:
            raise explain("_trigamma", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = TrigammaBackward()
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
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _trigamma_tangent(out, input)
        if rare & PRODUCED:
            produced("_trigamma", (out,), self=input)
    return out


def _trigamma_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * (-2 * ops_later.zeta(3, self_p))
        tangent = part
    set_elementwise_tangent(out, tangent)


def polygamma_method(input: TensorLike, n: int) -> Tensor:
    """Derivative of order `n` of digamma, elementwise.

    Parameters
    ----------
    input : Tensor
    n : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = polygamma(n, input)
    """
    if n.__class__ is not int:
        n = as_int("polygamma", "n", n)
    out: Tensor
    out = ops_later.polygamma_default(n, input)
    return out


def polygamma_default(n: int, input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Derivative of order `n` of digamma, elementwise.

    Parameters
    ----------
    n : int
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = digamma(input) if n == 0 else _trigamma(input) if n == 1 else functions.polygamma_factor(n) *
        zeta(n + 1, input)
    """
    if out is not None:
        return into("polygamma", out, polygamma_default, n, input)
    if n.__class__ is not int:
        n = as_int("polygamma", "n", n)
    if n == 0:
        out = ops_later.digamma(input)
    else:
        if n == 1:
            out = ops_later._trigamma(input)
        else:
            out = functions.polygamma_factor(n) * ops_later.zeta(n + 1, input)
    return out


class IgammaBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "igamma"
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
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        grad_self: Any = None
        grad_other: Any = None
        if edge_other is not None and grad.size >= (64 if self.spread is None else 312):
            if self.spread is None:
                grad_other = _igamma_backward_other.launch(grad, self_, other_)
            else:
                grad_other = _igamma_backward_other(
                    grad, self_, other_, targets=self.spread and self.spread[1:2]
                )
        if edge_self is not None and grad_self is None:
            raise not_implemented("igamma", "self", "the derivative in the parameter has no closed form")
        if edge_other is not None and grad_other is None:
            part3 = (self_ - literals[1, self.dtype]) * np.log(other_) - other_
            part2 = part3 - special.lgamma(self_)
            part1 = np.exp(part2)
            grad_other = grad * part1
        following: Node | None = None
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = reduce_to(grad_other, target)
            if edge_other in buffers:
                accumulate(buffers, edge_other, grad_other)
            else:
                buffers[edge_other] = grad_other
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
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            raise not_implemented("igamma", "self", "the derivative in the parameter has no closed form")
        if edge_other is not None:
            part5 = (self_ - 1) * ops.log(other_) - other_ - ops_later.lgamma(self_)
            part4 = ops.exp(part5)
            grad_other = grad * part4
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def igamma(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Compute `igamma`.

    The regularised lower incomplete gamma function: the integral of `t ** (input - 1) * exp(-t)` from 0
    to `other`, divided by the integral to infinity, elementwise.

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
    result = igamma(input, other)
    gradient of input: not implemented, the derivative in the parameter has no closed form
    gradient of other = grad * exp((input - 1) * log(other) - other - lgamma(input))
    """
    if out is not None:
        return into("igamma", out, igamma, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("igamma", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("igamma", ("input", "other"), input, other)
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
        self_, other_ = real_floating("igamma", self_, other_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * other_.size >= 64:
        if alike:
            data = _igamma_forward.launch(self_, other_)
        else:
            data = _igamma_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = special.igamma(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("igamma", error, ("input", "other"), (input, other)) from None
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
        node = IgammaBackward()
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            refuse_tangents(
                "igamma", input, other, reason="the derivative in the parameter has no closed form"
            )
        if rare & PRODUCED:
            produced("igamma", (out,), self=input, other=other)
    return out


class IgammacBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "igammac"
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
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        grad_self: Any = None
        grad_other: Any = None
        if edge_other is not None and grad.size >= (64 if self.spread is None else 312):
            if self.spread is None:
                grad_other = _igammac_backward_other.launch(grad, self_, other_)
            else:
                grad_other = _igammac_backward_other(
                    grad, self_, other_, targets=self.spread and self.spread[1:2]
                )
        if edge_self is not None and grad_self is None:
            raise not_implemented("igammac", "self", "the derivative in the parameter has no closed form")
        if edge_other is not None and grad_other is None:
            part3 = (self_ - literals[1, self.dtype]) * np.log(other_) - other_
            part2 = part3 - special.lgamma(self_)
            part1 = np.exp(part2)
            grad_other = -grad * part1
        following: Node | None = None
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = reduce_to(grad_other, target)
            if edge_other in buffers:
                accumulate(buffers, edge_other, grad_other)
            else:
                buffers[edge_other] = grad_other
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
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            raise not_implemented("igammac", "self", "the derivative in the parameter has no closed form")
        if edge_other is not None:
            part5 = (self_ - 1) * ops.log(other_) - other_ - ops_later.lgamma(self_)
            part4 = ops.exp(part5)
            grad_other = -grad * part4
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def igammac(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The regularised upper incomplete gamma function, elementwise, which is `1 - igamma(input, other)`.

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
    result = igammac(input, other)
    gradient of input: not implemented, the derivative in the parameter has no closed form
    gradient of other = -grad * exp((input - 1) * log(other) - other - lgamma(input))
    """
    if out is not None:
        return into("igammac", out, igammac, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("igammac", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("igammac", ("input", "other"), input, other)
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
        self_, other_ = real_floating("igammac", self_, other_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * other_.size >= 64:
        if alike:
            data = _igammac_forward.launch(self_, other_)
        else:
            data = _igammac_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = special.igammac(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("igammac", error, ("input", "other"), (input, other)) from None
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
        node = IgammacBackward()
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            refuse_tangents(
                "igammac", input, other, reason="the derivative in the parameter has no closed form"
            )
        if rare & PRODUCED:
            produced("igammac", (out,), self=input, other=other)
    return out


def mvlgamma(input: TensorLike, p: int, out: Tensor | None = None) -> Tensor:
    """Compute `mvlgamma`.

    Logarithm of the gamma function of `p` dimensions, elementwise: the sum of `lgamma(input - j / 2)`
    for j = 0, ..., p - 1, and a constant.

    Parameters
    ----------
    input : Tensor
    p : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(stack([lgamma(input - 0.5 * j) for j in range(functions.mvlgamma_dimensions(p))], 0), 0)
        + 0.25 * 1.1447298858494002 * p * (p - 1)
    """
    if out is not None:
        return into("mvlgamma", out, mvlgamma, input, p)
    if p.__class__ is not int:
        p = as_int("mvlgamma", "p", p)
    part2 = ops.stack([ops_later.lgamma(input - 0.5 * j) for j in range(functions.mvlgamma_dimensions(p))], 0)
    part1 = ops.sum(part2, (0,))
    out = part1 + 0.25 * 1.1447298858494002 * p * (p - 1)
    return out


class ZetaBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "zeta"
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
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        grad_self: Any = None
        grad_other: Any = None
        if edge_other is not None and grad.size >= (64 if self.spread is None else 124):
            if self.spread is None:
                grad_other = _zeta_backward_other.launch(grad, self_, other_)
            else:
                grad_other = _zeta_backward_other(
                    grad, self_, other_, targets=self.spread and self.spread[1:2]
                )
        if edge_self is not None and grad_self is None:
            raise not_implemented("zeta", "self", "the derivative in the exponent has no closed form")
        if edge_other is not None and grad_other is None:
            grad_other = grad * (-self_ * special.zeta(self_ + literals[1, self.dtype], other_))
        following: Node | None = None
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = reduce_to(grad_other, target)
            if edge_other in buffers:
                accumulate(buffers, edge_other, grad_other)
            else:
                buffers[edge_other] = grad_other
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
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            raise not_implemented("zeta", "self", "the derivative in the exponent has no closed form")
        if edge_other is not None:
            grad_other = grad * (-self_ * ops_later.zeta(self_ + 1, other_))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def zeta(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The zeta function of Hurwitz, elementwise: the sum of `(k + other) ** -input` over k = 0, 1, ...

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
    result = zeta(input, other)
    gradient of input: not implemented, the derivative in the exponent has no closed form
    gradient of other = grad * (-input * zeta(input + 1, other))
    """
    if out is not None:
        return into("zeta", out, zeta, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("zeta", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("zeta", ("input", "other"), input, other)
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
        self_, other_ = real_floating("zeta", self_, other_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * other_.size >= 64:
        if alike:
            data = _zeta_forward.launch(self_, other_)
        else:
            data = _zeta_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = special.zeta(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("zeta", error, ("input", "other"), (input, other)) from None
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
        node = ZetaBackward()
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _zeta_tangent(out, input, other)
        if rare & PRODUCED:
            produced("zeta", (out,), self=input, other=other)
    return out


def _zeta_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = grad * (-self_p * ops_later.zeta(self_p + 1, other_p))
        tangent = part
    set_elementwise_tangent(out, tangent)


@overload
def polygamma(input: Tensor, n: int) -> Tensor: ...


@overload
def polygamma(n: int, input: Tensor, out: Tensor | None = None) -> Tensor: ...


def polygamma(*args: Any, **kwargs: Any) -> Any:
    """Derivative of order `n` of digamma, elementwise.

    Overloads:

    * ``polygamma.method(Tensor input, int n) -> Tensor``
    * ``polygamma(int n, Tensor input) -> Tensor``
    """
    return call_overload("polygamma", _POLYGAMMA_OVERLOADS, args, kwargs)


def _fits_polygamma_method(input: Any, n: Any) -> bool:
    return fits((input, TENSOR), (n, INT))


def _fits_polygamma_default(n: Any, input: Any) -> bool:
    return fits((n, INT), (input, TENSOR))


_POLYGAMMA_OVERLOADS = (
    (polygamma_method, _fits_polygamma_method),
    (polygamma_default, _fits_polygamma_default),
)


def lgamma_(input: TensorLike) -> Tensor:
    """Write `lgamma` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("lgamma_", input, lgamma(expendable(input)))
    write = Write("lgamma_", input)
    return write.finish(lgamma(write.original))


def digamma_(input: TensorLike) -> Tensor:
    """Write `digamma` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("digamma_", input, digamma(expendable(input)))
    write = Write("digamma_", input)
    return write.finish(digamma(write.original))


def polygamma_(input: TensorLike, n: int) -> Tensor:
    """Write `polygamma` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("polygamma_", input, polygamma(input, n))
    write = Write("polygamma_", input, copy=True)
    return write.finish(polygamma(write.original, n))


def igamma_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `igamma` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("igamma_", input, igamma(expendable(input), other))
    write = Write("igamma_", input, keepers=(other,))
    return write.finish(igamma(write.original, other))


def igammac_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `igammac` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("igammac_", input, igammac(expendable(input), other))
    write = Write("igammac_", input, keepers=(other,))
    return write.finish(igammac(write.original, other))


def mvlgamma_(input: TensorLike, p: int) -> Tensor:
    """Write `mvlgamma` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("mvlgamma_", input, mvlgamma(input, p))
    write = Write("mvlgamma_", input, copy=True)
    return write.finish(mvlgamma(write.original, p))

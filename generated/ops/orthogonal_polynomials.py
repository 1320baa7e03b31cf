# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family orthogonal_polynomials: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import special
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    RESULTS,
    WATCHED,
    Buffers,
    Elementwise,
    Heap,
    Node,
    Spread,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    asarray,
    checked,
    explain,
    into,
    literals,
    ndarray,
    new_tensor,
    not_implemented,
    noticed,
    operand_pair,
    operand_tuple,
    primal_of,
    produced,
    promote,
    real_floating,
    recording,
    reduce_to,
    seqs,
    set_elementwise_tangent,
    settled,
    state,
    tangent_of,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_laguerre",
    "hermite_polynomial_h",
    "hermite_polynomial_he",
    "laguerre_polynomial_l",
    "legendre_polynomial_p",
]

_legendre_polynomial_p_forward = Elementwise(
    "derivata.generated.kernels.legendre_polynomial_p", "forward", outputs=1, cost=256, minimum=64
)
_legendre_polynomial_p_backward_x = Elementwise(
    "derivata.generated.kernels.legendre_polynomial_p", "backward_x", outputs=1, cost=7
)
_laguerre_forward = Elementwise(
    "derivata.generated.kernels.laguerre", "forward", outputs=1, cost=256, minimum=64
)
_laguerre_backward_self = Elementwise(
    "derivata.generated.kernels.laguerre", "backward_self", outputs=1, cost=8, minimum=64
)
_laguerre_polynomial_l_forward = Elementwise(
    "derivata.generated.kernels.laguerre_polynomial_l", "forward", outputs=1, cost=256, minimum=64
)
_laguerre_polynomial_l_backward_x = Elementwise(
    "derivata.generated.kernels.laguerre_polynomial_l", "backward_x", outputs=1, cost=7, minimum=64
)
_hermite_polynomial_h_forward = Elementwise(
    "derivata.generated.kernels.hermite_polynomial_h", "forward", outputs=1, cost=256, minimum=64
)
_hermite_polynomial_h_backward_x = Elementwise(
    "derivata.generated.kernels.hermite_polynomial_h", "backward_x", outputs=1, cost=9, minimum=64
)
_hermite_polynomial_he_forward = Elementwise(
    "derivata.generated.kernels.hermite_polynomial_he", "forward", outputs=1, cost=256, minimum=64
)
_hermite_polynomial_he_backward_x = Elementwise(
    "derivata.generated.kernels.hermite_polynomial_he", "backward_x", outputs=1, cost=8, minimum=64
)


class LegendrePolynomialPBackward(Node):
    __slots__ = ("edge_n", "edge_x", "saved_n", "saved_x", "spread", "version_n", "version_x")
    op = "legendre_polynomial_p"
    edge_names = ("edge_x", "edge_n")
    saved_names = ("x", "n")
    edge_n: Any
    edge_x: Any
    saved_n: Any
    saved_x: Any
    spread: Any
    version_n: Any
    version_x: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_x = self.edge_x
        edge_n = self.edge_n
        if needed is not None:
            if edge_x not in needed:
                edge_x = None
            if edge_n not in needed:
                edge_n = None
        if edge_x is not None:
            x_ = self.saved_x
            if x_._counter != self.version_x:
                x_ = checked(self, "x", x_)
            x_ = x_._array
        if edge_x is not None:
            n_ = self.saved_n
            if n_._counter != self.version_n:
                n_ = checked(self, "n", n_)
            n_ = n_._array
        grad_x: Any = None
        grad_n: Any = None
        if edge_x is not None and grad.size >= 1489:
            if self.spread is None:
                grad_x = _legendre_polynomial_p_backward_x.launch(grad, x_, n_)
            else:
                grad_x = _legendre_polynomial_p_backward_x(
                    grad, x_, n_, targets=self.spread and self.spread[0:1]
                )
        if edge_x is not None and grad_x is None:
            part1 = special.gegenbauer(x_, np.trunc(n_) - literals[1, self.dtype], 1.5)
            grad_x = grad * part1
        if edge_n is not None and grad_n is None:
            raise not_implemented("legendre_polynomial_p", "n", "the degree is a whole number")
        following: Node | None = None
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                following = edge_x
        if not keep:
            self.saved_x = self.saved_n = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_x = self.edge_x
        edge_n = self.edge_n
        if needed is not None:
            if edge_x not in needed:
                edge_x = None
            if edge_n not in needed:
                edge_n = None
        if edge_x is not None:
            x_ = self.saved_x
            if x_._counter != self.version_x:
                x_ = checked(self, "x", x_)
        if edge_x is not None:
            n_ = self.saved_n
            if n_._counter != self.version_n:
                n_ = checked(self, "n", n_)
        grad_x: Any = None
        grad_n: Any = None
        if edge_x is not None:
            grad_x = grad * ops_later._gegenbauer(x_, ops_later.trunc(n_) - 1, 1.5)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = ops._reduce_to(grad_x, *target)
        if edge_n is not None:
            raise not_implemented("legendre_polynomial_p", "n", "the degree is a whole number")
        return (grad_x, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x, self.edge_n)


def legendre_polynomial_p(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Legendre polynomial of degree `n`, elementwise; 0 below degree 0.

    It has derivatives of every order in `x`.

    Parameters
    ----------
    x : Tensor
    n : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = gegenbauer(x, n, 0.5)
    gradient of x = grad * _gegenbauer(x, trunc(n) - 1, 1.5)
    gradient of n: not implemented, the degree is a whole number
    """
    if out is not None:
        return into("legendre_polynomial_p", out, legendre_polynomial_p, x, n)
    if x.__class__ is not n.__class__:
        x, n = operand_pair("legendre_polynomial_p", ("x", "n"), x, n)
    try:
        edge_x = x._edge
        edge_n = n._edge
    except AttributeError:
        x, n = operand_tuple("legendre_polynomial_p", ("x", "n"), x, n)
        edge_x = x._edge
        edge_n = n._edge
    x_ = x._array
    n_ = n._array
    shape = x.shape
    dtype = x.dtype
    alike = True
    if shape != n.shape or dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("legendre_polynomial_p", x_, n_)
    data: Any = None
    if x_.size >= 64 if alike else x_.size * n_.size >= 64:
        if alike:
            data = _legendre_polynomial_p_forward.launch(x_, n_)
        else:
            data = _legendre_polynomial_p_forward.broadcast(x_, n_)
    if data is None:
        try:
            data = special.gegenbauer(x_, n_, 0.5)
        except (TypeError, ValueError) as error:
            raise explain("legendre_polynomial_p", error, ("x", "n"), (x, n)) from None
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
        target_x = target_n = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = x.dtype is not n.dtype or x.dtype is not dtype
        if edge_x is not None and (x.shape != shape or cast):
            target_x = (x.shape, x.dtype)
        if edge_n is not None and (n.shape != shape or cast):
            target_n = (n.shape, n.dtype)
        if target_x is not None or target_n is not None:
            spread = (target_x, target_n)
    rare = state.rare
    if (edge_x is not None or edge_n is not None) and (not rare or recording()):
        node = LegendrePolynomialPBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_x = edge_x
        node.edge_n = edge_n
        node.spread = spread
        if edge_x is not None:
            node.saved_x = x
            counter = x._counter
            node.version_x = counter if counter.__class__ is int else counter.version
        else:
            node.saved_x = None
        if edge_x is not None:
            node.saved_n = n
            counter = n._counter
            node.version_n = counter if counter.__class__ is int else counter.version
        else:
            node.saved_n = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _legendre_polynomial_p_tangent(out, x, n)
        if rare & PRODUCED:
            produced("legendre_polynomial_p", (out,), x=x, n=n)
    return out


def _legendre_polynomial_p_tangent(out: Any, x: Any, n: Any) -> None:
    if not any_tangent((x, n)):
        return
    x_p = primal_of(x)
    n_p = primal_of(n)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part = grad * ops_later._gegenbauer(x_p, ops_later.trunc(n_p) - 1, 1.5)
        tangent = part
    set_elementwise_tangent(out, tangent)


class LaguerreBackward(Node):
    __slots__ = (
        "edge_n",
        "edge_self",
        "saved_alpha",
        "saved_n",
        "saved_self",
        "spread",
        "version_n",
        "version_self",
    )
    op = "_laguerre"
    edge_names = ("edge_self", "edge_n")
    saved_names = ("self", "n")
    edge_n: Any
    edge_self: Any
    saved_alpha: Any
    saved_n: Any
    saved_self: Any
    spread: Any
    version_n: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_n = self.edge_n
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_n not in needed:
                edge_n = None
        if edge_self is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_self is not None:
            n_ = self.saved_n
            if n_._counter != self.version_n:
                n_ = checked(self, "n", n_)
            n_ = n_._array
        grad_self: Any = None
        grad_n: Any = None
        if edge_self is not None and grad.size >= (64 if self.spread is None else 2730):
            if self.spread is None:
                grad_self = _laguerre_backward_self.launch(grad, self_, n_, self.saved_alpha)
            else:
                grad_self = _laguerre_backward_self(
                    grad, self_, n_, self.saved_alpha, targets=self.spread and self.spread[0:1]
                )
        if edge_self is not None and grad_self is None:
            part3 = np.trunc(n_) - literals[1, self.dtype]
            part2 = special.laguerre(self_, part3, self.saved_alpha + 1)
            part1 = -part2
            grad_self = grad * part1
        if edge_n is not None and grad_n is None:
            raise not_implemented("_laguerre", "n", "the degree is a whole number")
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
        if not keep:
            self.saved_self = self.saved_n = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_n = self.edge_n
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_n not in needed:
                edge_n = None
        if edge_self is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_self is not None:
            n_ = self.saved_n
            if n_._counter != self.version_n:
                n_ = checked(self, "n", n_)
        grad_self: Any = None
        grad_n: Any = None
        if edge_self is not None:
            part6 = ops_later.trunc(n_) - 1
            part5 = ops_later._laguerre(self_, part6, self.saved_alpha + 1)
            part4 = -part5
            grad_self = grad * part4
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_n is not None:
            raise not_implemented("_laguerre", "n", "the degree is a whole number")
        return (grad_self, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_n)


def _laguerre(input: TensorLike, n: TensorLike, alpha: float) -> Tensor:
    """Laguerre polynomial of degree `n` with a parameter, elementwise.

    Parameters
    ----------
    input : Tensor
    n : Tensor
    alpha : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = laguerre(input, n, alpha)
    gradient of input = grad * -_laguerre(input, trunc(n) - 1, alpha + 1)
    gradient of n: not implemented, the degree is a whole number
    """
    if input.__class__ is not n.__class__:
        input, n = operand_pair("_laguerre", ("input", "n"), input, n)
    try:
        edge_self = input._edge
        edge_n = n._edge
    except AttributeError:
        input, n = operand_tuple("_laguerre", ("input", "n"), input, n)
        edge_self = input._edge
        edge_n = n._edge
    self_ = input._array
    n_ = n._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != n.shape or dtype is not n.dtype:
        alike = False
        if input.dtype is not n.dtype:
            self_, n_ = promote(input, n)
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_, n_ = real_floating("_laguerre", self_, n_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * n_.size >= 64:
        if alike:
            data = _laguerre_forward.launch(self_, n_, alpha)
        else:
            data = _laguerre_forward.broadcast(self_, n_, alpha)
    if data is None:
        try:
            data = special.laguerre(self_, n_, alpha)
        except (TypeError, ValueError) as error:
            raise explain("_laguerre", error, ("input", "n"), (input, n), alpha=alpha) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
        alike = False
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
        target_self = target_n = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not n.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_n is not None and (n.shape != shape or cast):
            target_n = (n.shape, n.dtype)
        if target_self is not None or target_n is not None:
            spread = (target_self, target_n)
    rare = state.rare
    if (edge_self is not None or edge_n is not None) and (not rare or recording()):
        node = LaguerreBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_n = edge_n
        node.spread = spread
        if edge_self is not None:
            node.saved_self = input
            counter = input._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_self is not None:
            node.saved_n = n
            counter = n._counter
            node.version_n = counter if counter.__class__ is int else counter.version
        else:
            node.saved_n = None
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
            _laguerre_tangent(out, input, n, alpha)
        if rare & PRODUCED:
            produced("_laguerre", (out,), self=input, n=n, alpha=alpha)
    return out


def _laguerre_tangent(out: Any, input: Any, n: Any, alpha: Any) -> None:
    if not any_tangent((input, n)):
        return
    self_p = primal_of(input)
    n_p = primal_of(n)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * -ops_later._laguerre(self_p, ops_later.trunc(n_p) - 1, alpha + 1)
        tangent = part
    set_elementwise_tangent(out, tangent)


class LaguerrePolynomialLBackward(Node):
    __slots__ = ("edge_n", "edge_x", "saved_n", "saved_x", "spread", "version_n", "version_x")
    op = "laguerre_polynomial_l"
    edge_names = ("edge_x", "edge_n")
    saved_names = ("x", "n")
    edge_n: Any
    edge_x: Any
    saved_n: Any
    saved_x: Any
    spread: Any
    version_n: Any
    version_x: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_x = self.edge_x
        edge_n = self.edge_n
        if needed is not None:
            if edge_x not in needed:
                edge_x = None
            if edge_n not in needed:
                edge_n = None
        if edge_x is not None:
            x_ = self.saved_x
            if x_._counter != self.version_x:
                x_ = checked(self, "x", x_)
            x_ = x_._array
        if edge_x is not None:
            n_ = self.saved_n
            if n_._counter != self.version_n:
                n_ = checked(self, "n", n_)
            n_ = n_._array
        grad_x: Any = None
        grad_n: Any = None
        if edge_x is not None and grad.size >= (64 if self.spread is None else 2978):
            if self.spread is None:
                grad_x = _laguerre_polynomial_l_backward_x.launch(grad, x_, n_)
            else:
                grad_x = _laguerre_polynomial_l_backward_x(
                    grad, x_, n_, targets=self.spread and self.spread[0:1]
                )
        if edge_x is not None and grad_x is None:
            part1 = -special.laguerre(x_, np.trunc(n_) - literals[1, self.dtype], 1.0)
            grad_x = grad * part1
        if edge_n is not None and grad_n is None:
            raise not_implemented("laguerre_polynomial_l", "n", "the degree is a whole number")
        following: Node | None = None
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                following = edge_x
        if not keep:
            self.saved_x = self.saved_n = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_x = self.edge_x
        edge_n = self.edge_n
        if needed is not None:
            if edge_x not in needed:
                edge_x = None
            if edge_n not in needed:
                edge_n = None
        if edge_x is not None:
            x_ = self.saved_x
            if x_._counter != self.version_x:
                x_ = checked(self, "x", x_)
        if edge_x is not None:
            n_ = self.saved_n
            if n_._counter != self.version_n:
                n_ = checked(self, "n", n_)
        grad_x: Any = None
        grad_n: Any = None
        if edge_x is not None:
            grad_x = grad * -ops_later._laguerre(x_, ops_later.trunc(n_) - 1, 1.0)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = ops._reduce_to(grad_x, *target)
        if edge_n is not None:
            raise not_implemented("laguerre_polynomial_l", "n", "the degree is a whole number")
        return (grad_x, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x, self.edge_n)


def laguerre_polynomial_l(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Laguerre polynomial of degree `n`, elementwise; 0 below degree 0.

    It has derivatives of every order in `x`.

    Parameters
    ----------
    x : Tensor
    n : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = laguerre(x, n, 0.0)
    gradient of x = grad * -_laguerre(x, trunc(n) - 1, 1.0)
    gradient of n: not implemented, the degree is a whole number
    """
    if out is not None:
        return into("laguerre_polynomial_l", out, laguerre_polynomial_l, x, n)
    if x.__class__ is not n.__class__:
        x, n = operand_pair("laguerre_polynomial_l", ("x", "n"), x, n)
    try:
        edge_x = x._edge
        edge_n = n._edge
    except AttributeError:
        x, n = operand_tuple("laguerre_polynomial_l", ("x", "n"), x, n)
        edge_x = x._edge
        edge_n = n._edge
    x_ = x._array
    n_ = n._array
    shape = x.shape
    dtype = x.dtype
    alike = True
    if shape != n.shape or dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("laguerre_polynomial_l", x_, n_)
    data: Any = None
    if x_.size >= 64 if alike else x_.size * n_.size >= 64:
        if alike:
            data = _laguerre_polynomial_l_forward.launch(x_, n_)
        else:
            data = _laguerre_polynomial_l_forward.broadcast(x_, n_)
    if data is None:
        try:
            data = special.laguerre(x_, n_, 0.0)
        except (TypeError, ValueError) as error:
            raise explain("laguerre_polynomial_l", error, ("x", "n"), (x, n)) from None
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
        target_x = target_n = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = x.dtype is not n.dtype or x.dtype is not dtype
        if edge_x is not None and (x.shape != shape or cast):
            target_x = (x.shape, x.dtype)
        if edge_n is not None and (n.shape != shape or cast):
            target_n = (n.shape, n.dtype)
        if target_x is not None or target_n is not None:
            spread = (target_x, target_n)
    rare = state.rare
    if (edge_x is not None or edge_n is not None) and (not rare or recording()):
        node = LaguerrePolynomialLBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_x = edge_x
        node.edge_n = edge_n
        node.spread = spread
        if edge_x is not None:
            node.saved_x = x
            counter = x._counter
            node.version_x = counter if counter.__class__ is int else counter.version
        else:
            node.saved_x = None
        if edge_x is not None:
            node.saved_n = n
            counter = n._counter
            node.version_n = counter if counter.__class__ is int else counter.version
        else:
            node.saved_n = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _laguerre_polynomial_l_tangent(out, x, n)
        if rare & PRODUCED:
            produced("laguerre_polynomial_l", (out,), x=x, n=n)
    return out


def _laguerre_polynomial_l_tangent(out: Any, x: Any, n: Any) -> None:
    if not any_tangent((x, n)):
        return
    x_p = primal_of(x)
    n_p = primal_of(n)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part = grad * -ops_later._laguerre(x_p, ops_later.trunc(n_p) - 1, 1.0)
        tangent = part
    set_elementwise_tangent(out, tangent)


class HermitePolynomialHBackward(Node):
    __slots__ = ("edge_n", "edge_x", "saved_n", "saved_x", "spread", "version_n", "version_x")
    op = "hermite_polynomial_h"
    edge_names = ("edge_x", "edge_n")
    saved_names = ("x", "n")
    edge_n: Any
    edge_x: Any
    saved_n: Any
    saved_x: Any
    spread: Any
    version_n: Any
    version_x: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_x = self.edge_x
        edge_n = self.edge_n
        if needed is not None:
            if edge_x not in needed:
                edge_x = None
            if edge_n not in needed:
                edge_n = None
        if edge_x is not None:
            x_ = self.saved_x
            if x_._counter != self.version_x:
                x_ = checked(self, "x", x_)
            x_ = x_._array
        if edge_x is not None:
            n_ = self.saved_n
            if n_._counter != self.version_n:
                n_ = checked(self, "n", n_)
            n_ = n_._array
        grad_x: Any = None
        grad_n: Any = None
        if edge_x is not None and grad.size >= (64 if self.spread is None else 2520):
            if self.spread is None:
                grad_x = _hermite_polynomial_h_backward_x.launch(grad, x_, n_)
            else:
                grad_x = _hermite_polynomial_h_backward_x(
                    grad, x_, n_, targets=self.spread and self.spread[0:1]
                )
        if edge_x is not None and grad_x is None:
            part2 = special.hermite_h(x_, n_ - literals[1, self.dtype])
            part1 = literals[2, self.dtype] * np.floor(n_) * part2
            grad_x = grad * part1
        if edge_n is not None and grad_n is None:
            raise not_implemented("hermite_polynomial_h", "n", "the degree is a whole number")
        following: Node | None = None
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                following = edge_x
        if not keep:
            self.saved_x = self.saved_n = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_x = self.edge_x
        edge_n = self.edge_n
        if needed is not None:
            if edge_x not in needed:
                edge_x = None
            if edge_n not in needed:
                edge_n = None
        if edge_x is not None:
            x_ = self.saved_x
            if x_._counter != self.version_x:
                x_ = checked(self, "x", x_)
        if edge_x is not None:
            n_ = self.saved_n
            if n_._counter != self.version_n:
                n_ = checked(self, "n", n_)
        grad_x: Any = None
        grad_n: Any = None
        if edge_x is not None:
            part3 = 2 * ops_later.floor(n_) * ops_later.hermite_polynomial_h(x_, n_ - 1)
            grad_x = grad * part3
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = ops._reduce_to(grad_x, *target)
        if edge_n is not None:
            raise not_implemented("hermite_polynomial_h", "n", "the degree is a whole number")
        return (grad_x, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x, self.edge_n)


def hermite_polynomial_h(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Hermite polynomial of the physicists of degree `n`, elementwise; 0 below degree 0.

    It has derivatives of every order in `x`.

    Parameters
    ----------
    x : Tensor
    n : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = hermite_h(x, n)
    gradient of x = grad * (2 * floor(n) * hermite_polynomial_h(x, n - 1))
    gradient of n: not implemented, the degree is a whole number
    """
    if out is not None:
        return into("hermite_polynomial_h", out, hermite_polynomial_h, x, n)
    if x.__class__ is not n.__class__:
        x, n = operand_pair("hermite_polynomial_h", ("x", "n"), x, n)
    try:
        edge_x = x._edge
        edge_n = n._edge
    except AttributeError:
        x, n = operand_tuple("hermite_polynomial_h", ("x", "n"), x, n)
        edge_x = x._edge
        edge_n = n._edge
    x_ = x._array
    n_ = n._array
    shape = x.shape
    dtype = x.dtype
    alike = True
    if shape != n.shape or dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("hermite_polynomial_h", x_, n_)
    data: Any = None
    if x_.size >= 64 if alike else x_.size * n_.size >= 64:
        if alike:
            data = _hermite_polynomial_h_forward.launch(x_, n_)
        else:
            data = _hermite_polynomial_h_forward.broadcast(x_, n_)
    if data is None:
        try:
            data = special.hermite_h(x_, n_)
        except (TypeError, ValueError) as error:
            raise explain("hermite_polynomial_h", error, ("x", "n"), (x, n)) from None
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
        target_x = target_n = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = x.dtype is not n.dtype or x.dtype is not dtype
        if edge_x is not None and (x.shape != shape or cast):
            target_x = (x.shape, x.dtype)
        if edge_n is not None and (n.shape != shape or cast):
            target_n = (n.shape, n.dtype)
        if target_x is not None or target_n is not None:
            spread = (target_x, target_n)
    rare = state.rare
    if (edge_x is not None or edge_n is not None) and (not rare or recording()):
        node = HermitePolynomialHBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_x = edge_x
        node.edge_n = edge_n
        node.spread = spread
        if edge_x is not None:
            node.saved_x = x
            counter = x._counter
            node.version_x = counter if counter.__class__ is int else counter.version
        else:
            node.saved_x = None
        if edge_x is not None:
            node.saved_n = n
            counter = n._counter
            node.version_n = counter if counter.__class__ is int else counter.version
        else:
            node.saved_n = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _hermite_polynomial_h_tangent(out, x, n)
        if rare & PRODUCED:
            produced("hermite_polynomial_h", (out,), x=x, n=n)
    return out


def _hermite_polynomial_h_tangent(out: Any, x: Any, n: Any) -> None:
    if not any_tangent((x, n)):
        return
    x_p = primal_of(x)
    n_p = primal_of(n)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part1 = 2 * ops_later.floor(n_p) * ops_later.hermite_polynomial_h(x_p, n_p - 1)
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class HermitePolynomialHeBackward(Node):
    __slots__ = ("edge_n", "edge_x", "saved_n", "saved_x", "spread", "version_n", "version_x")
    op = "hermite_polynomial_he"
    edge_names = ("edge_x", "edge_n")
    saved_names = ("x", "n")
    edge_n: Any
    edge_x: Any
    saved_n: Any
    saved_x: Any
    spread: Any
    version_n: Any
    version_x: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_x = self.edge_x
        edge_n = self.edge_n
        if needed is not None:
            if edge_x not in needed:
                edge_x = None
            if edge_n not in needed:
                edge_n = None
        if edge_x is not None:
            x_ = self.saved_x
            if x_._counter != self.version_x:
                x_ = checked(self, "x", x_)
            x_ = x_._array
        if edge_x is not None:
            n_ = self.saved_n
            if n_._counter != self.version_n:
                n_ = checked(self, "n", n_)
            n_ = n_._array
        grad_x: Any = None
        grad_n: Any = None
        if edge_x is not None and grad.size >= (64 if self.spread is None else 2730):
            if self.spread is None:
                grad_x = _hermite_polynomial_he_backward_x.launch(grad, x_, n_)
            else:
                grad_x = _hermite_polynomial_he_backward_x(
                    grad, x_, n_, targets=self.spread and self.spread[0:1]
                )
        if edge_x is not None and grad_x is None:
            part1 = np.floor(n_) * special.hermite_he(x_, n_ - literals[1, self.dtype])
            grad_x = grad * part1
        if edge_n is not None and grad_n is None:
            raise not_implemented("hermite_polynomial_he", "n", "the degree is a whole number")
        following: Node | None = None
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                following = edge_x
        if not keep:
            self.saved_x = self.saved_n = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_x = self.edge_x
        edge_n = self.edge_n
        if needed is not None:
            if edge_x not in needed:
                edge_x = None
            if edge_n not in needed:
                edge_n = None
        if edge_x is not None:
            x_ = self.saved_x
            if x_._counter != self.version_x:
                x_ = checked(self, "x", x_)
        if edge_x is not None:
            n_ = self.saved_n
            if n_._counter != self.version_n:
                n_ = checked(self, "n", n_)
        grad_x: Any = None
        grad_n: Any = None
        if edge_x is not None:
            part2 = ops_later.floor(n_) * ops_later.hermite_polynomial_he(x_, n_ - 1)
            grad_x = grad * part2
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = ops._reduce_to(grad_x, *target)
        if edge_n is not None:
            raise not_implemented("hermite_polynomial_he", "n", "the degree is a whole number")
        return (grad_x, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x, self.edge_n)


def hermite_polynomial_he(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Hermite polynomial of the probabilists of degree `n`, elementwise; 0 below degree 0.

    It has derivatives of every order in `x`.

    Parameters
    ----------
    x : Tensor
    n : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = hermite_he(x, n)
    gradient of x = grad * (floor(n) * hermite_polynomial_he(x, n - 1))
    gradient of n: not implemented, the degree is a whole number
    """
    if out is not None:
        return into("hermite_polynomial_he", out, hermite_polynomial_he, x, n)
    if x.__class__ is not n.__class__:
        x, n = operand_pair("hermite_polynomial_he", ("x", "n"), x, n)
    try:
        edge_x = x._edge
        edge_n = n._edge
    except AttributeError:
        x, n = operand_tuple("hermite_polynomial_he", ("x", "n"), x, n)
        edge_x = x._edge
        edge_n = n._edge
    x_ = x._array
    n_ = n._array
    shape = x.shape
    dtype = x.dtype
    alike = True
    if shape != n.shape or dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("hermite_polynomial_he", x_, n_)
    data: Any = None
    if x_.size >= 64 if alike else x_.size * n_.size >= 64:
        if alike:
            data = _hermite_polynomial_he_forward.launch(x_, n_)
        else:
            data = _hermite_polynomial_he_forward.broadcast(x_, n_)
    if data is None:
        try:
            data = special.hermite_he(x_, n_)
        except (TypeError, ValueError) as error:
            raise explain("hermite_polynomial_he", error, ("x", "n"), (x, n)) from None
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
        target_x = target_n = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = x.dtype is not n.dtype or x.dtype is not dtype
        if edge_x is not None and (x.shape != shape or cast):
            target_x = (x.shape, x.dtype)
        if edge_n is not None and (n.shape != shape or cast):
            target_n = (n.shape, n.dtype)
        if target_x is not None or target_n is not None:
            spread = (target_x, target_n)
    rare = state.rare
    if (edge_x is not None or edge_n is not None) and (not rare or recording()):
        node = HermitePolynomialHeBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_x = edge_x
        node.edge_n = edge_n
        node.spread = spread
        if edge_x is not None:
            node.saved_x = x
            counter = x._counter
            node.version_x = counter if counter.__class__ is int else counter.version
        else:
            node.saved_x = None
        if edge_x is not None:
            node.saved_n = n
            counter = n._counter
            node.version_n = counter if counter.__class__ is int else counter.version
        else:
            node.saved_n = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _hermite_polynomial_he_tangent(out, x, n)
        if rare & PRODUCED:
            produced("hermite_polynomial_he", (out,), x=x, n=n)
    return out


def _hermite_polynomial_he_tangent(out: Any, x: Any, n: Any) -> None:
    if not any_tangent((x, n)):
        return
    x_p = primal_of(x)
    n_p = primal_of(n)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part1 = ops_later.floor(n_p) * ops_later.hermite_polynomial_he(x_p, n_p - 1)
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)

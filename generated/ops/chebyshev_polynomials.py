# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family chebyshev_polynomials: each op's node directly above its function."""

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
    "_gegenbauer",
    "chebyshev_polynomial_t",
    "chebyshev_polynomial_u",
    "chebyshev_polynomial_v",
    "chebyshev_polynomial_w",
    "shifted_chebyshev_polynomial_t",
    "shifted_chebyshev_polynomial_u",
    "shifted_chebyshev_polynomial_v",
    "shifted_chebyshev_polynomial_w",
]

_gegenbauer_forward = Elementwise(
    "derivata.generated.kernels.gegenbauer", "forward", outputs=1, cost=256, minimum=64
)
_gegenbauer_backward_self = Elementwise(
    "derivata.generated.kernels.gegenbauer", "backward_self", outputs=1, cost=10, minimum=64
)
_chebyshev_polynomial_t_forward = Elementwise(
    "derivata.generated.kernels.chebyshev_polynomial_t", "forward", outputs=1, cost=256, minimum=64
)
_chebyshev_polynomial_t_backward_x = Elementwise(
    "derivata.generated.kernels.chebyshev_polynomial_t", "backward_x", outputs=1, cost=9, minimum=64
)
_chebyshev_polynomial_u_forward = Elementwise(
    "derivata.generated.kernels.chebyshev_polynomial_u", "forward", outputs=1, cost=256, minimum=64
)
_chebyshev_polynomial_u_backward_x = Elementwise(
    "derivata.generated.kernels.chebyshev_polynomial_u", "backward_x", outputs=1, cost=8, minimum=64
)
_chebyshev_polynomial_v_forward = Elementwise(
    "derivata.generated.kernels.chebyshev_polynomial_v", "forward", outputs=1, cost=515, minimum=64
)
_chebyshev_polynomial_v_backward_x = Elementwise(
    "derivata.generated.kernels.chebyshev_polynomial_v", "backward_x", outputs=1, cost=15, minimum=64
)
_chebyshev_polynomial_w_forward = Elementwise(
    "derivata.generated.kernels.chebyshev_polynomial_w", "forward", outputs=1, cost=515, minimum=64
)
_chebyshev_polynomial_w_backward_x = Elementwise(
    "derivata.generated.kernels.chebyshev_polynomial_w", "backward_x", outputs=1, cost=15, minimum=64
)


class GegenbauerBackward(Node):
    __slots__ = (
        "edge_n",
        "edge_self",
        "saved_n",
        "saved_order",
        "saved_self",
        "spread",
        "version_n",
        "version_self",
    )
    op = "_gegenbauer"
    edge_names = ("edge_self", "edge_n")
    saved_names = ("self", "n")
    edge_n: Any
    edge_self: Any
    saved_n: Any
    saved_order: Any
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
        if edge_self is not None and grad.size >= (64 if self.spread is None else 2340):
            if self.spread is None:
                grad_self = _gegenbauer_backward_self.launch(grad, self_, n_, self.saved_order)
            else:
                grad_self = _gegenbauer_backward_self(
                    grad, self_, n_, self.saved_order, targets=self.spread and self.spread[0:1]
                )
        if edge_self is not None and grad_self is None:
            part3 = np.trunc(n_) - literals[1, self.dtype]
            part2 = special.gegenbauer(self_, part3, self.saved_order + 1)
            part1 = 2 * self.saved_order * part2
            grad_self = grad * part1
        if edge_n is not None and grad_n is None:
            raise not_implemented("_gegenbauer", "n", "the degree is a whole number")
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
            part5 = ops_later._gegenbauer(self_, part6, self.saved_order + 1)
            part4 = 2 * self.saved_order * part5
            grad_self = grad * part4
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_n is not None:
            raise not_implemented("_gegenbauer", "n", "the degree is a whole number")
        return (grad_self, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_n)


def _gegenbauer(input: TensorLike, n: TensorLike, order: float) -> Tensor:
    """Gegenbauer polynomial of degree `n`, elementwise.

    Parameters
    ----------
    input : Tensor
    n : Tensor
    order : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = gegenbauer(input, n, order)
    gradient of input = grad * (2 * order * _gegenbauer(input, trunc(n) - 1, order + 1))
    gradient of n: not implemented, the degree is a whole number
    """
    if input.__class__ is not n.__class__:
        input, n = operand_pair("_gegenbauer", ("input", "n"), input, n)
    try:
        edge_self = input._edge
        edge_n = n._edge
    except AttributeError:
        input, n = operand_tuple("_gegenbauer", ("input", "n"), input, n)
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
        self_, n_ = real_floating("_gegenbauer", self_, n_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * n_.size >= 64:
        if alike:
            data = _gegenbauer_forward.launch(self_, n_, order)
        else:
            data = _gegenbauer_forward.broadcast(self_, n_, order)
    if data is None:
        try:
            data = special.gegenbauer(self_, n_, order)
        except (TypeError, ValueError) as error:
            raise explain("_gegenbauer", error, ("input", "n"), (input, n), order=order) from None
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
        node = GegenbauerBackward()
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
        node.saved_order = order
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _gegenbauer_tangent(out, input, n, order)
        if rare & PRODUCED:
            produced("_gegenbauer", (out,), self=input, n=n, order=order)
    return out


def _gegenbauer_tangent(out: Any, input: Any, n: Any, order: Any) -> None:
    if not any_tangent((input, n)):
        return
    self_p = primal_of(input)
    n_p = primal_of(n)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part2 = ops_later._gegenbauer(self_p, ops_later.trunc(n_p) - 1, order + 1)
        part1 = 2 * order * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class ChebyshevPolynomialTBackward(Node):
    __slots__ = ("edge_n", "edge_x", "saved_n", "saved_x", "spread", "version_n", "version_x")
    op = "chebyshev_polynomial_t"
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
                grad_x = _chebyshev_polynomial_t_backward_x.launch(grad, x_, n_)
            else:
                grad_x = _chebyshev_polynomial_t_backward_x(
                    grad, x_, n_, targets=self.spread and self.spread[0:1]
                )
        if edge_x is not None and grad_x is None:
            part2 = special.gegenbauer(x_, np.trunc(n_) - literals[1, self.dtype], 1.0)
            part1 = np.floor(n_) * part2
            grad_x = grad * part1
        if edge_n is not None and grad_n is None:
            raise not_implemented("chebyshev_polynomial_t", "n", "the degree is a whole number")
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
            part4 = ops_later._gegenbauer(x_, ops_later.trunc(n_) - 1, 1.0)
            part3 = ops_later.floor(n_) * part4
            grad_x = grad * part3
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = ops._reduce_to(grad_x, *target)
        if edge_n is not None:
            raise not_implemented("chebyshev_polynomial_t", "n", "the degree is a whole number")
        return (grad_x, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x, self.edge_n)


def chebyshev_polynomial_t(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Chebyshev polynomial of the first kind of degree `n`, elementwise; 0 below degree 0.

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
    result = chebyshev_t(x, n)
    gradient of x = grad * (floor(n) * _gegenbauer(x, trunc(n) - 1, 1.0))
    gradient of n: not implemented, the degree is a whole number
    """
    if out is not None:
        return into("chebyshev_polynomial_t", out, chebyshev_polynomial_t, x, n)
    if x.__class__ is not n.__class__:
        x, n = operand_pair("chebyshev_polynomial_t", ("x", "n"), x, n)
    try:
        edge_x = x._edge
        edge_n = n._edge
    except AttributeError:
        x, n = operand_tuple("chebyshev_polynomial_t", ("x", "n"), x, n)
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
        x_, n_ = real_floating("chebyshev_polynomial_t", x_, n_)
    data: Any = None
    if x_.size >= 64 if alike else x_.size * n_.size >= 64:
        if alike:
            data = _chebyshev_polynomial_t_forward.launch(x_, n_)
        else:
            data = _chebyshev_polynomial_t_forward.broadcast(x_, n_)
    if data is None:
        try:
            data = special.chebyshev_t(x_, n_)
        except (TypeError, ValueError) as error:
            raise explain("chebyshev_polynomial_t", error, ("x", "n"), (x, n)) from None
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
        node = ChebyshevPolynomialTBackward()
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
            _chebyshev_polynomial_t_tangent(out, x, n)
        if rare & PRODUCED:
            produced("chebyshev_polynomial_t", (out,), x=x, n=n)
    return out


def _chebyshev_polynomial_t_tangent(out: Any, x: Any, n: Any) -> None:
    if not any_tangent((x, n)):
        return
    x_p = primal_of(x)
    n_p = primal_of(n)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part2 = ops_later._gegenbauer(x_p, ops_later.trunc(n_p) - 1, 1.0)
        part1 = ops_later.floor(n_p) * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class ChebyshevPolynomialUBackward(Node):
    __slots__ = ("edge_n", "edge_x", "saved_n", "saved_x", "spread", "version_n", "version_x")
    op = "chebyshev_polynomial_u"
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
                grad_x = _chebyshev_polynomial_u_backward_x.launch(grad, x_, n_)
            else:
                grad_x = _chebyshev_polynomial_u_backward_x(
                    grad, x_, n_, targets=self.spread and self.spread[0:1]
                )
        if edge_x is not None and grad_x is None:
            part2 = special.gegenbauer(x_, np.trunc(n_) - literals[1, self.dtype], 2.0)
            part1 = literals[2, self.dtype] * part2
            grad_x = grad * part1
        if edge_n is not None and grad_n is None:
            raise not_implemented("chebyshev_polynomial_u", "n", "the degree is a whole number")
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
            grad_x = grad * (2 * ops_later._gegenbauer(x_, ops_later.trunc(n_) - 1, 2.0))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = ops._reduce_to(grad_x, *target)
        if edge_n is not None:
            raise not_implemented("chebyshev_polynomial_u", "n", "the degree is a whole number")
        return (grad_x, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x, self.edge_n)


def chebyshev_polynomial_u(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Chebyshev polynomial of the second kind of degree `n`, elementwise; 0 below degree 0.

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
    result = gegenbauer(x, n, 1.0)
    gradient of x = grad * (2 * _gegenbauer(x, trunc(n) - 1, 2.0))
    gradient of n: not implemented, the degree is a whole number
    """
    if out is not None:
        return into("chebyshev_polynomial_u", out, chebyshev_polynomial_u, x, n)
    if x.__class__ is not n.__class__:
        x, n = operand_pair("chebyshev_polynomial_u", ("x", "n"), x, n)
    try:
        edge_x = x._edge
        edge_n = n._edge
    except AttributeError:
        x, n = operand_tuple("chebyshev_polynomial_u", ("x", "n"), x, n)
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
        x_, n_ = real_floating("chebyshev_polynomial_u", x_, n_)
    data: Any = None
    if x_.size >= 64 if alike else x_.size * n_.size >= 64:
        if alike:
            data = _chebyshev_polynomial_u_forward.launch(x_, n_)
        else:
            data = _chebyshev_polynomial_u_forward.broadcast(x_, n_)
    if data is None:
        try:
            data = special.gegenbauer(x_, n_, 1.0)
        except (TypeError, ValueError) as error:
            raise explain("chebyshev_polynomial_u", error, ("x", "n"), (x, n)) from None
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
        node = ChebyshevPolynomialUBackward()
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
            _chebyshev_polynomial_u_tangent(out, x, n)
        if rare & PRODUCED:
            produced("chebyshev_polynomial_u", (out,), x=x, n=n)
    return out


def _chebyshev_polynomial_u_tangent(out: Any, x: Any, n: Any) -> None:
    if not any_tangent((x, n)):
        return
    x_p = primal_of(x)
    n_p = primal_of(n)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part = grad * (2 * ops_later._gegenbauer(x_p, ops_later.trunc(n_p) - 1, 2.0))
        tangent = part
    set_elementwise_tangent(out, tangent)


class ChebyshevPolynomialVBackward(Node):
    __slots__ = ("edge_n", "edge_x", "saved_n", "saved_x", "spread", "version_n", "version_x")
    op = "chebyshev_polynomial_v"
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
        if edge_x is not None and grad.size >= (64 if self.spread is None else 1724):
            if self.spread is None:
                grad_x = _chebyshev_polynomial_v_backward_x.launch(grad, x_, n_)
            else:
                grad_x = _chebyshev_polynomial_v_backward_x(
                    grad, x_, n_, targets=self.spread and self.spread[0:1]
                )
        if edge_x is not None and grad_x is None:
            part3 = special.gegenbauer(x_, np.trunc(n_) - literals[1, self.dtype], 2.0)
            part4 = special.gegenbauer(x_, np.trunc(n_) - literals[2, self.dtype], 2.0)
            part2 = part3 - part4
            part1 = literals[2, self.dtype] * part2
            grad_x = grad * part1
        if edge_n is not None and grad_n is None:
            raise not_implemented("chebyshev_polynomial_v", "n", "the degree is a whole number")
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
            part7 = ops_later._gegenbauer(x_, ops_later.trunc(n_) - 1, 2.0)
            part6 = part7 - ops_later._gegenbauer(x_, ops_later.trunc(n_) - 2, 2.0)
            part5 = 2 * part6
            grad_x = grad * part5
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = ops._reduce_to(grad_x, *target)
        if edge_n is not None:
            raise not_implemented("chebyshev_polynomial_v", "n", "the degree is a whole number")
        return (grad_x, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x, self.edge_n)


def chebyshev_polynomial_v(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Chebyshev polynomial of the third kind of degree `n`, elementwise; 0 below degree 0.

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
    result = gegenbauer(x, n, 1.0) - gegenbauer(x, trunc(n) - 1, 1.0)
    gradient of x = grad * (2 * (_gegenbauer(x, trunc(n) - 1, 2.0) - _gegenbauer(x, trunc(n) - 2, 2.0)))
    gradient of n: not implemented, the degree is a whole number
    """
    if out is not None:
        return into("chebyshev_polynomial_v", out, chebyshev_polynomial_v, x, n)
    if x.__class__ is not n.__class__:
        x, n = operand_pair("chebyshev_polynomial_v", ("x", "n"), x, n)
    try:
        edge_x = x._edge
        edge_n = n._edge
    except AttributeError:
        x, n = operand_tuple("chebyshev_polynomial_v", ("x", "n"), x, n)
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
        x_, n_ = real_floating("chebyshev_polynomial_v", x_, n_)
    data: Any = None
    if x_.size >= 64 if alike else x_.size * n_.size >= 64:
        if alike:
            data = _chebyshev_polynomial_v_forward.launch(x_, n_)
        else:
            data = _chebyshev_polynomial_v_forward.broadcast(x_, n_)
    if data is None:
        try:
            part1 = special.gegenbauer(x_, np.trunc(n_) - literals[1, x_.dtype], 1.0)
            data = special.gegenbauer(x_, n_, 1.0) - part1
        except (TypeError, ValueError) as error:
            raise explain("chebyshev_polynomial_v", error, ("x", "n"), (x, n)) from None
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
        node = ChebyshevPolynomialVBackward()
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
            _chebyshev_polynomial_v_tangent(out, x, n)
        if rare & PRODUCED:
            produced("chebyshev_polynomial_v", (out,), x=x, n=n)
    return out


def _chebyshev_polynomial_v_tangent(out: Any, x: Any, n: Any) -> None:
    if not any_tangent((x, n)):
        return
    x_p = primal_of(x)
    n_p = primal_of(n)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part3 = ops_later._gegenbauer(x_p, ops_later.trunc(n_p) - 1, 2.0)
        part2 = part3 - ops_later._gegenbauer(x_p, ops_later.trunc(n_p) - 2, 2.0)
        part1 = 2 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class ChebyshevPolynomialWBackward(Node):
    __slots__ = ("edge_n", "edge_x", "saved_n", "saved_x", "spread", "version_n", "version_x")
    op = "chebyshev_polynomial_w"
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
        if edge_x is not None and grad.size >= (64 if self.spread is None else 1724):
            if self.spread is None:
                grad_x = _chebyshev_polynomial_w_backward_x.launch(grad, x_, n_)
            else:
                grad_x = _chebyshev_polynomial_w_backward_x(
                    grad, x_, n_, targets=self.spread and self.spread[0:1]
                )
        if edge_x is not None and grad_x is None:
            part3 = special.gegenbauer(x_, np.trunc(n_) - literals[1, self.dtype], 2.0)
            part4 = special.gegenbauer(x_, np.trunc(n_) - literals[2, self.dtype], 2.0)
            part2 = part3 + part4
            part1 = literals[2, self.dtype] * part2
            grad_x = grad * part1
        if edge_n is not None and grad_n is None:
            raise not_implemented("chebyshev_polynomial_w", "n", "the degree is a whole number")
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
            part7 = ops_later._gegenbauer(x_, ops_later.trunc(n_) - 1, 2.0)
            part6 = part7 + ops_later._gegenbauer(x_, ops_later.trunc(n_) - 2, 2.0)
            part5 = 2 * part6
            grad_x = grad * part5
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = ops._reduce_to(grad_x, *target)
        if edge_n is not None:
            raise not_implemented("chebyshev_polynomial_w", "n", "the degree is a whole number")
        return (grad_x, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x, self.edge_n)


def chebyshev_polynomial_w(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Chebyshev polynomial of the fourth kind of degree `n`, elementwise; 0 below degree 0.

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
    result = gegenbauer(x, n, 1.0) + gegenbauer(x, trunc(n) - 1, 1.0)
    gradient of x = grad * (2 * (_gegenbauer(x, trunc(n) - 1, 2.0) + _gegenbauer(x, trunc(n) - 2, 2.0)))
    gradient of n: not implemented, the degree is a whole number
    """
    if out is not None:
        return into("chebyshev_polynomial_w", out, chebyshev_polynomial_w, x, n)
    if x.__class__ is not n.__class__:
        x, n = operand_pair("chebyshev_polynomial_w", ("x", "n"), x, n)
    try:
        edge_x = x._edge
        edge_n = n._edge
    except AttributeError:
        x, n = operand_tuple("chebyshev_polynomial_w", ("x", "n"), x, n)
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
        x_, n_ = real_floating("chebyshev_polynomial_w", x_, n_)
    data: Any = None
    if x_.size >= 64 if alike else x_.size * n_.size >= 64:
        if alike:
            data = _chebyshev_polynomial_w_forward.launch(x_, n_)
        else:
            data = _chebyshev_polynomial_w_forward.broadcast(x_, n_)
    if data is None:
        try:
            part1 = special.gegenbauer(x_, np.trunc(n_) - literals[1, x_.dtype], 1.0)
            data = special.gegenbauer(x_, n_, 1.0) + part1
        except (TypeError, ValueError) as error:
            raise explain("chebyshev_polynomial_w", error, ("x", "n"), (x, n)) from None
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
        node = ChebyshevPolynomialWBackward()
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
            _chebyshev_polynomial_w_tangent(out, x, n)
        if rare & PRODUCED:
            produced("chebyshev_polynomial_w", (out,), x=x, n=n)
    return out


def _chebyshev_polynomial_w_tangent(out: Any, x: Any, n: Any) -> None:
    if not any_tangent((x, n)):
        return
    x_p = primal_of(x)
    n_p = primal_of(n)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part3 = ops_later._gegenbauer(x_p, ops_later.trunc(n_p) - 1, 2.0)
        part2 = part3 + ops_later._gegenbauer(x_p, ops_later.trunc(n_p) - 2, 2.0)
        part1 = 2 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


def shifted_chebyshev_polynomial_t(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Chebyshev polynomial of the first kind at `2 * x - 1`, elementwise, which makes [0, 1] its interval.

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
    result = chebyshev_polynomial_t(2 * x - 1, n)
    """
    if out is not None:
        return into("shifted_chebyshev_polynomial_t", out, shifted_chebyshev_polynomial_t, x, n)
    out = ops_later.chebyshev_polynomial_t(2 * x - 1, n)
    return out


def shifted_chebyshev_polynomial_u(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Compute `shifted_chebyshev_polynomial_u`.

    Chebyshev polynomial of the second kind at `2 * x - 1`, elementwise, which makes [0, 1] its
    interval.

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
    result = chebyshev_polynomial_u(2 * x - 1, n)
    """
    if out is not None:
        return into("shifted_chebyshev_polynomial_u", out, shifted_chebyshev_polynomial_u, x, n)
    out = ops_later.chebyshev_polynomial_u(2 * x - 1, n)
    return out


def shifted_chebyshev_polynomial_v(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Chebyshev polynomial of the third kind at `2 * x - 1`, elementwise, which makes [0, 1] its interval.

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
    result = chebyshev_polynomial_v(2 * x - 1, n)
    """
    if out is not None:
        return into("shifted_chebyshev_polynomial_v", out, shifted_chebyshev_polynomial_v, x, n)
    out = ops_later.chebyshev_polynomial_v(2 * x - 1, n)
    return out


def shifted_chebyshev_polynomial_w(x: TensorLike, n: TensorLike, out: Tensor | None = None) -> Tensor:
    """Compute `shifted_chebyshev_polynomial_w`.

    Chebyshev polynomial of the fourth kind at `2 * x - 1`, elementwise, which makes [0, 1] its
    interval.

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
    result = chebyshev_polynomial_w(2 * x - 1, n)
    """
    if out is not None:
        return into("shifted_chebyshev_polynomial_w", out, shifted_chebyshev_polynomial_w, x, n)
    out = ops_later.chebyshev_polynomial_w(2 * x - 1, n)
    return out

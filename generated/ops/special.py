# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family special: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import elementary, functions, special
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
    Spread,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    asarray,
    checked,
    checked_output,
    explain,
    heappush,
    into,
    ndarray,
    new,
    next_seq,
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
    relinked,
    set_elementwise_tangent,
    settled,
    state,
    tangent_of,
    unrecorded,
)

from .. import ops

__all__ = [
    "_airy_ai_prime",
    "_bessel_i",
    "_bessel_j",
    "_bessel_k",
    "_bessel_y",
    "_gegenbauer",
    "_laguerre",
    "_scaled_bessel_i",
    "_scaled_bessel_k",
    "airy_ai",
    "bessel_j0",
    "bessel_j1",
    "bessel_y0",
    "bessel_y1",
    "chebyshev_polynomial_t",
    "chebyshev_polynomial_u",
    "chebyshev_polynomial_v",
    "chebyshev_polynomial_w",
    "entr",
    "erfcx",
    "erfinv",
    "erfinv_",
    "hermite_polynomial_h",
    "hermite_polynomial_he",
    "i0",
    "i0_",
    "i0e",
    "i1",
    "i1e",
    "laguerre_polynomial_l",
    "legendre_polynomial_p",
    "log_ndtr",
    "modified_bessel_k0",
    "modified_bessel_k1",
    "mvlgamma",
    "mvlgamma_",
    "ndtr",
    "ndtri",
    "scaled_modified_bessel_k0",
    "scaled_modified_bessel_k1",
    "shifted_chebyshev_polynomial_t",
    "shifted_chebyshev_polynomial_u",
    "shifted_chebyshev_polynomial_v",
    "shifted_chebyshev_polynomial_w",
    "spherical_bessel_j0",
    "xlog1py",
    "zeta",
]

_spherical_bessel_j0_forward = Elementwise(
    "derivata.generated.kernels.spherical_bessel_j0", "forward", outputs=1, cost=26
)
_spherical_bessel_j0_backward_x = Elementwise(
    "derivata.generated.kernels.spherical_bessel_j0", "backward_x", outputs=1, cost=78
)
_erfinv_backward_self = Elementwise("derivata.generated.kernels.erfinv", "backward_self", outputs=1, cost=19)
_erfcx_backward_self = Elementwise("derivata.generated.kernels.erfcx", "backward_self", outputs=1, cost=32)
_ndtr_forward = Elementwise("derivata.generated.kernels.ndtr", "forward", outputs=1, cost=26)
_ndtr_backward_self = Elementwise("derivata.generated.kernels.ndtr", "backward_self", outputs=1, cost=20)
_ndtri_backward_self = Elementwise("derivata.generated.kernels.ndtri", "backward_self", outputs=1, cost=20)
_entr_forward = Elementwise("derivata.generated.kernels.entr", "forward", outputs=1, cost=38)
_entr_backward_self = Elementwise("derivata.generated.kernels.entr", "backward_self", outputs=1, cost=18)
_xlog1py_forward = Elementwise("derivata.generated.kernels.xlog1py", "forward", outputs=1, cost=22)
_xlog1py_backward_self = Elementwise(
    "derivata.generated.kernels.xlog1py", "backward_self", outputs=1, cost=21
)
_xlog1py_backward_other = Elementwise(
    "derivata.generated.kernels.xlog1py", "backward_other", outputs=1, cost=6
)
_xlog1py_backward_self_other = Elementwise(
    "derivata.generated.kernels.xlog1py", "backward_self_other", outputs=2, cost=27
)


class BesselJBackward(Node):
    __slots__ = ("edge_self", "saved_order", "saved_self", "version_self")
    op = "_bessel_j"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_order: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        part3 = special.bessel_j(self_, self.saved_order - 1)
        part2 = part3 - special.bessel_j(self_, self.saved_order + 1)
        part1 = 0.5 * part2
        grad_self = grad * part1
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
        part6 = ops._bessel_j(self_, self.saved_order - 1)
        part5 = part6 - ops._bessel_j(self_, self.saved_order + 1)
        part4 = 0.5 * part5
        grad_self = grad * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _bessel_j(self: TensorLike, order: int) -> Tensor:
    """Bessel function of the first kind, elementwise.

    Parameters
    ----------
    self : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_j(self, order)
    gradient of self = grad * (0.5 * (_bessel_j(self, order - 1) - _bessel_j(self, order + 1)))
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_bessel_j", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_bessel_j", self_)
    try:
        data = special.bessel_j(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_bessel_j", error, ("self",), (self,)) from None
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
        node = new(BesselJBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_order = order
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _bessel_j_tangent(out, self, order)
        if rare & PRODUCED:
            produced("_bessel_j", (out,), self=self, order=order)
    return out


def _bessel_j_tangent(out: Any, self: Any, order: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part2 = ops._bessel_j(self_p, order - 1) - ops._bessel_j(self_p, order + 1)
        part1 = 0.5 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselYBackward(Node):
    __slots__ = ("edge_self", "saved_order", "saved_self", "version_self")
    op = "_bessel_y"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_order: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        part3 = special.bessel_y(self_, self.saved_order - 1)
        part2 = part3 - special.bessel_y(self_, self.saved_order + 1)
        part1 = 0.5 * part2
        grad_self = grad * part1
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
        part6 = ops._bessel_y(self_, self.saved_order - 1)
        part5 = part6 - ops._bessel_y(self_, self.saved_order + 1)
        part4 = 0.5 * part5
        grad_self = grad * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _bessel_y(self: TensorLike, order: int) -> Tensor:
    """Bessel function of the second kind, elementwise.

    Parameters
    ----------
    self : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_y(self, order)
    gradient of self = grad * (0.5 * (_bessel_y(self, order - 1) - _bessel_y(self, order + 1)))
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_bessel_y", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_bessel_y", self_)
    try:
        data = special.bessel_y(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_bessel_y", error, ("self",), (self,)) from None
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
        node = new(BesselYBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_order = order
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _bessel_y_tangent(out, self, order)
        if rare & PRODUCED:
            produced("_bessel_y", (out,), self=self, order=order)
    return out


def _bessel_y_tangent(out: Any, self: Any, order: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part2 = ops._bessel_y(self_p, order - 1) - ops._bessel_y(self_p, order + 1)
        part1 = 0.5 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselIBackward(Node):
    __slots__ = ("edge_self", "saved_order", "saved_self", "version_self")
    op = "_bessel_i"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_order: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        part3 = special.bessel_i(self_, self.saved_order - 1)
        part2 = part3 + special.bessel_i(self_, self.saved_order + 1)
        part1 = 0.5 * part2
        grad_self = grad * part1
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
        part6 = ops._bessel_i(self_, self.saved_order - 1)
        part5 = part6 + ops._bessel_i(self_, self.saved_order + 1)
        part4 = 0.5 * part5
        grad_self = grad * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _bessel_i(self: TensorLike, order: int) -> Tensor:
    """Modified Bessel function of the first kind, elementwise.

    Parameters
    ----------
    self : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_i(self, order)
    gradient of self = grad * (0.5 * (_bessel_i(self, order - 1) + _bessel_i(self, order + 1)))
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_bessel_i", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_bessel_i", self_)
    try:
        data = special.bessel_i(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_bessel_i", error, ("self",), (self,)) from None
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
        node = new(BesselIBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_order = order
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _bessel_i_tangent(out, self, order)
        if rare & PRODUCED:
            produced("_bessel_i", (out,), self=self, order=order)
    return out


def _bessel_i_tangent(out: Any, self: Any, order: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part2 = ops._bessel_i(self_p, order - 1) + ops._bessel_i(self_p, order + 1)
        part1 = 0.5 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselKBackward(Node):
    __slots__ = ("edge_self", "saved_order", "saved_self", "version_self")
    op = "_bessel_k"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_order: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        part3 = special.bessel_k(self_, self.saved_order - 1)
        part2 = part3 + special.bessel_k(self_, self.saved_order + 1)
        part1 = -0.5 * part2
        grad_self = grad * part1
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
        part6 = ops._bessel_k(self_, self.saved_order - 1)
        part5 = part6 + ops._bessel_k(self_, self.saved_order + 1)
        part4 = -0.5 * part5
        grad_self = grad * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _bessel_k(self: TensorLike, order: int) -> Tensor:
    """Modified Bessel function of the second kind, elementwise.

    Parameters
    ----------
    self : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_k(self, order)
    gradient of self = grad * (-0.5 * (_bessel_k(self, order - 1) + _bessel_k(self, order + 1)))
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_bessel_k", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_bessel_k", self_)
    try:
        data = special.bessel_k(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_bessel_k", error, ("self",), (self,)) from None
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
        node = new(BesselKBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_order = order
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _bessel_k_tangent(out, self, order)
        if rare & PRODUCED:
            produced("_bessel_k", (out,), self=self, order=order)
    return out


def _bessel_k_tangent(out: Any, self: Any, order: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part2 = ops._bessel_k(self_p, order - 1) + ops._bessel_k(self_p, order + 1)
        part1 = -0.5 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class ScaledBesselIBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_order", "saved_result", "saved_self", "version_self")
    op = "_scaled_bessel_i"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_order: Any
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
        part4 = special.scaled_bessel_i(self_, self.saved_order - 1)
        part3 = part4 + special.scaled_bessel_i(self_, self.saved_order + 1)
        part2 = 0.5 * part3
        part1 = part2 - elementary.sgn(self_) * result_
        grad_self = grad * part1
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
        part8 = ops._scaled_bessel_i(self_, self.saved_order - 1)
        part7 = part8 + ops._scaled_bessel_i(self_, self.saved_order + 1)
        part6 = 0.5 * part7
        part5 = part6 - ops.sgn(self_) * result_
        grad_self = grad * part5
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _scaled_bessel_i(self: TensorLike, order: int) -> Tensor:
    """Modified Bessel function of the first kind times `exp(-abs(self))`, elementwise.

    Parameters
    ----------
    self : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled_bessel_i(self, order)
    gradient of self = grad * (0.5 * (_scaled_bessel_i(self, order - 1) + _scaled_bessel_i(self, order +
        1)) - sgn(self) * result)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_scaled_bessel_i", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_scaled_bessel_i", self_)
    try:
        data = special.scaled_bessel_i(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_scaled_bessel_i", error, ("self",), (self,)) from None
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
        node = new(ScaledBesselIBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_order = order
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
            _scaled_bessel_i_tangent(out, self, order)
        if rare & PRODUCED:
            produced("_scaled_bessel_i", (out,), self=self, order=order)
    return out


def _scaled_bessel_i_tangent(out: Any, self: Any, order: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part4 = ops._scaled_bessel_i(self_p, order - 1)
        part3 = part4 + ops._scaled_bessel_i(self_p, order + 1)
        part2 = 0.5 * part3
        part1 = part2 - ops.sgn(self_p) * out
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class ScaledBesselKBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_order", "saved_result", "saved_self", "version_self")
    op = "_scaled_bessel_k"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_order: Any
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
        part4 = special.scaled_bessel_k(self_, self.saved_order - 1)
        part3 = part4 + special.scaled_bessel_k(self_, self.saved_order + 1)
        part2 = 0.5 * part3
        part1 = result_ - part2
        grad_self = grad * part1
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
        part8 = ops._scaled_bessel_k(self_, self.saved_order - 1)
        part7 = part8 + ops._scaled_bessel_k(self_, self.saved_order + 1)
        part6 = 0.5 * part7
        part5 = result_ - part6
        grad_self = grad * part5
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _scaled_bessel_k(self: TensorLike, order: int) -> Tensor:
    """Modified Bessel function of the second kind times `exp(self)`, elementwise.

    Parameters
    ----------
    self : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled_bessel_k(self, order)
    gradient of self = grad * (result - 0.5 * (_scaled_bessel_k(self, order - 1) +
        _scaled_bessel_k(self, order + 1)))
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_scaled_bessel_k", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_scaled_bessel_k", self_)
    try:
        data = special.scaled_bessel_k(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_scaled_bessel_k", error, ("self",), (self,)) from None
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
        node = new(ScaledBesselKBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_order = order
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
            _scaled_bessel_k_tangent(out, self, order)
        if rare & PRODUCED:
            produced("_scaled_bessel_k", (out,), self=self, order=order)
    return out


def _scaled_bessel_k_tangent(out: Any, self: Any, order: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part4 = ops._scaled_bessel_k(self_p, order - 1)
        part3 = part4 + ops._scaled_bessel_k(self_p, order + 1)
        part2 = 0.5 * part3
        part1 = out - part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselJ0Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "bessel_j0"
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
        grad_self = grad * -special.bessel_j(self_, 1)
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
        grad_self = grad * -ops._bessel_j(self_, 1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def bessel_j0(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bessel function of the first kind of order 0, elementwise.

    It has derivatives of every order.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_j(self, 0)
    gradient of self = grad * -_bessel_j(self, 1)
    """
    if out is not None:
        return into("bessel_j0", out, bessel_j0, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("bessel_j0", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("bessel_j0", self_)
    try:
        data = special.bessel_j(self_, 0)
    except (TypeError, ValueError) as error:
        raise explain("bessel_j0", error, ("self",), (self,)) from None
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
        node = new(BesselJ0Backward)
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
            _bessel_j0_tangent(out, self)
        if rare & PRODUCED:
            produced("bessel_j0", (out,), self=self)
    return out


def _bessel_j0_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * -ops._bessel_j(self_p, 1)
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselJ1Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "bessel_j1"
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
        grad_self = grad * (0.5 * (special.bessel_j(self_, 0) - special.bessel_j(self_, 2)))
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
        grad_self = grad * (0.5 * (ops._bessel_j(self_, 0) - ops._bessel_j(self_, 2)))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def bessel_j1(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bessel function of the first kind of order 1, elementwise.

    It has derivatives of every order.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_j(self, 1)
    gradient of self = grad * (0.5 * (_bessel_j(self, 0) - _bessel_j(self, 2)))
    """
    if out is not None:
        return into("bessel_j1", out, bessel_j1, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("bessel_j1", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("bessel_j1", self_)
    try:
        data = special.bessel_j(self_, 1)
    except (TypeError, ValueError) as error:
        raise explain("bessel_j1", error, ("self",), (self,)) from None
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
        node = new(BesselJ1Backward)
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
            _bessel_j1_tangent(out, self)
        if rare & PRODUCED:
            produced("bessel_j1", (out,), self=self)
    return out


def _bessel_j1_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * (0.5 * (ops._bessel_j(self_p, 0) - ops._bessel_j(self_p, 2)))
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselY0Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "bessel_y0"
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
        grad_self = grad * -special.bessel_y(self_, 1)
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
        grad_self = grad * -ops._bessel_y(self_, 1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def bessel_y0(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bessel function of the second kind of order 0, elementwise; NaN for negative numbers.

    It has derivatives of every order.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_y(self, 0)
    gradient of self = grad * -_bessel_y(self, 1)
    """
    if out is not None:
        return into("bessel_y0", out, bessel_y0, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("bessel_y0", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("bessel_y0", self_)
    try:
        data = special.bessel_y(self_, 0)
    except (TypeError, ValueError) as error:
        raise explain("bessel_y0", error, ("self",), (self,)) from None
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
        node = new(BesselY0Backward)
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
            _bessel_y0_tangent(out, self)
        if rare & PRODUCED:
            produced("bessel_y0", (out,), self=self)
    return out


def _bessel_y0_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * -ops._bessel_y(self_p, 1)
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselY1Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "bessel_y1"
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
        grad_self = grad * (0.5 * (special.bessel_y(self_, 0) - special.bessel_y(self_, 2)))
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
        grad_self = grad * (0.5 * (ops._bessel_y(self_, 0) - ops._bessel_y(self_, 2)))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def bessel_y1(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bessel function of the second kind of order 1, elementwise; NaN for negative numbers.

    It has derivatives of every order.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_y(self, 1)
    gradient of self = grad * (0.5 * (_bessel_y(self, 0) - _bessel_y(self, 2)))
    """
    if out is not None:
        return into("bessel_y1", out, bessel_y1, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("bessel_y1", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("bessel_y1", self_)
    try:
        data = special.bessel_y(self_, 1)
    except (TypeError, ValueError) as error:
        raise explain("bessel_y1", error, ("self",), (self,)) from None
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
        node = new(BesselY1Backward)
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
            _bessel_y1_tangent(out, self)
        if rare & PRODUCED:
            produced("bessel_y1", (out,), self=self)
    return out


def _bessel_y1_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * (0.5 * (ops._bessel_y(self_p, 0) - ops._bessel_y(self_p, 2)))
        tangent = part
    set_elementwise_tangent(out, tangent)


class I0Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "i0"
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
        grad_self = grad * special.bessel_i(self_, 1)
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
        grad_self = grad * ops._bessel_i(self_, 1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def i0(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Modified Bessel function of the first kind of order 0, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_i(self, 0)
    gradient of self = grad * _bessel_i(self, 1)
    """
    if out is not None:
        return into("i0", out, i0, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("i0", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("i0", self_)
    try:
        data = special.bessel_i(self_, 0)
    except (TypeError, ValueError) as error:
        raise explain("i0", error, ("self",), (self,)) from None
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
        node = new(I0Backward)
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
            _i0_tangent(out, self)
        if rare & PRODUCED:
            produced("i0", (out,), self=self)
    return out


def _i0_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * ops._bessel_i(self_p, 1)
        tangent = part
    set_elementwise_tangent(out, tangent)


class I1Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "i1"
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
        grad_self = grad * (0.5 * (special.bessel_i(self_, 0) + special.bessel_i(self_, 2)))
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
        grad_self = grad * (0.5 * (ops._bessel_i(self_, 0) + ops._bessel_i(self_, 2)))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def i1(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Modified Bessel function of the first kind of order 1, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_i(self, 1)
    gradient of self = grad * (0.5 * (_bessel_i(self, 0) + _bessel_i(self, 2)))
    """
    if out is not None:
        return into("i1", out, i1, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("i1", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("i1", self_)
    try:
        data = special.bessel_i(self_, 1)
    except (TypeError, ValueError) as error:
        raise explain("i1", error, ("self",), (self,)) from None
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
        node = new(I1Backward)
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
            _i1_tangent(out, self)
        if rare & PRODUCED:
            produced("i1", (out,), self=self)
    return out


def _i1_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * (0.5 * (ops._bessel_i(self_p, 0) + ops._bessel_i(self_p, 2)))
        tangent = part
    set_elementwise_tangent(out, tangent)


class I0eBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "i0e"
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
        part1 = special.scaled_bessel_i(self_, 1) - elementary.sgn(self_) * result_
        grad_self = grad * part1
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
        grad_self = grad * (ops._scaled_bessel_i(self_, 1) - ops.sgn(self_) * result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def i0e(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """`exp(-abs(self)) * i0(self)`, elementwise, without overflow.

    At zero the gradient is 0.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled_bessel_i(self, 0)
    gradient of self = grad * (_scaled_bessel_i(self, 1) - sgn(self) * result)
    """
    if out is not None:
        return into("i0e", out, i0e, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("i0e", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("i0e", self_)
    try:
        data = special.scaled_bessel_i(self_, 0)
    except (TypeError, ValueError) as error:
        raise explain("i0e", error, ("self",), (self,)) from None
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
        node = new(I0eBackward)
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
            _i0e_tangent(out, self)
        if rare & PRODUCED:
            produced("i0e", (out,), self=self)
    return out


def _i0e_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * (ops._scaled_bessel_i(self_p, 1) - ops.sgn(self_p) * out)
        tangent = part
    set_elementwise_tangent(out, tangent)


class I1eBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "i1e"
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
        part3 = special.scaled_bessel_i(self_, 0) + special.scaled_bessel_i(self_, 2)
        part2 = 0.5 * part3
        part1 = part2 - elementary.sgn(self_) * result_
        grad_self = grad * part1
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
        part5 = 0.5 * (ops._scaled_bessel_i(self_, 0) + ops._scaled_bessel_i(self_, 2))
        part4 = part5 - ops.sgn(self_) * result_
        grad_self = grad * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def i1e(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """`exp(-abs(self)) * i1(self)`, elementwise, without overflow.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled_bessel_i(self, 1)
    gradient of self = grad * (0.5 * (_scaled_bessel_i(self, 0) + _scaled_bessel_i(self, 2)) - sgn(self)
        * result)
    """
    if out is not None:
        return into("i1e", out, i1e, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("i1e", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("i1e", self_)
    try:
        data = special.scaled_bessel_i(self_, 1)
    except (TypeError, ValueError) as error:
        raise explain("i1e", error, ("self",), (self,)) from None
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
        node = new(I1eBackward)
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
            _i1e_tangent(out, self)
        if rare & PRODUCED:
            produced("i1e", (out,), self=self)
    return out


def _i1e_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part3 = ops._scaled_bessel_i(self_p, 0) + ops._scaled_bessel_i(self_p, 2)
        part2 = 0.5 * part3
        part1 = part2 - ops.sgn(self_p) * out
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class ModifiedBesselK0Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "modified_bessel_k0"
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
        grad_self = grad * -special.bessel_k(self_, 1)
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
        grad_self = grad * -ops._bessel_k(self_, 1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def modified_bessel_k0(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Modified Bessel function of the second kind of order 0, elementwise; NaN for negative numbers.

    It has derivatives of every order.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_k(self, 0)
    gradient of self = grad * -_bessel_k(self, 1)
    """
    if out is not None:
        return into("modified_bessel_k0", out, modified_bessel_k0, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("modified_bessel_k0", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("modified_bessel_k0", self_)
    try:
        data = special.bessel_k(self_, 0)
    except (TypeError, ValueError) as error:
        raise explain("modified_bessel_k0", error, ("self",), (self,)) from None
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
        node = new(ModifiedBesselK0Backward)
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
            _modified_bessel_k0_tangent(out, self)
        if rare & PRODUCED:
            produced("modified_bessel_k0", (out,), self=self)
    return out


def _modified_bessel_k0_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * -ops._bessel_k(self_p, 1)
        tangent = part
    set_elementwise_tangent(out, tangent)


class ModifiedBesselK1Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "modified_bessel_k1"
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
        part1 = -0.5 * (special.bessel_k(self_, 0) + special.bessel_k(self_, 2))
        grad_self = grad * part1
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
        grad_self = grad * (-0.5 * (ops._bessel_k(self_, 0) + ops._bessel_k(self_, 2)))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def modified_bessel_k1(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Modified Bessel function of the second kind of order 1, elementwise; NaN for negative numbers.

    It has derivatives of every order.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_k(self, 1)
    gradient of self = grad * (-0.5 * (_bessel_k(self, 0) + _bessel_k(self, 2)))
    """
    if out is not None:
        return into("modified_bessel_k1", out, modified_bessel_k1, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("modified_bessel_k1", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("modified_bessel_k1", self_)
    try:
        data = special.bessel_k(self_, 1)
    except (TypeError, ValueError) as error:
        raise explain("modified_bessel_k1", error, ("self",), (self,)) from None
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
        node = new(ModifiedBesselK1Backward)
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
            _modified_bessel_k1_tangent(out, self)
        if rare & PRODUCED:
            produced("modified_bessel_k1", (out,), self=self)
    return out


def _modified_bessel_k1_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * (-0.5 * (ops._bessel_k(self_p, 0) + ops._bessel_k(self_p, 2)))
        tangent = part
    set_elementwise_tangent(out, tangent)


class ScaledModifiedBesselK0Backward(Node):
    __slots__ = ("counter_result", "edge_x", "saved_result", "saved_x", "version_x")
    op = "scaled_modified_bessel_k0"
    edge_names = ("edge_x",)
    saved_names = ("x",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_x: Any
    saved_result: Any
    saved_x: Any
    version_x: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_x = self.edge_x
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        x_ = x_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_x = grad * (result_ - special.scaled_bessel_k(x_, 1))
        if grad_x.__class__ is not ndarray:
            grad_x = asarray(grad_x)
        if edge_x in buffers:
            accumulate(buffers, edge_x, grad_x)
        else:
            buffers[edge_x] = grad_x
            heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        result_ = relinked(self, "result")
        grad_x = grad * (result_ - ops._scaled_bessel_k(x_, 1))
        return (grad_x,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x,)


def scaled_modified_bessel_k0(x: TensorLike, out: Tensor | None = None) -> Tensor:
    """`exp(x) * modified_bessel_k0(x)`, elementwise, without underflow.

    It has derivatives of every order.

    Parameters
    ----------
    x : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled_bessel_k(x, 0)
    gradient of x = grad * (result - _scaled_bessel_k(x, 1))
    """
    if out is not None:
        return into("scaled_modified_bessel_k0", out, scaled_modified_bessel_k0, x)
    try:
        edge_x = x._edge
    except AttributeError:
        x = operand("scaled_modified_bessel_k0", "x", x)
        edge_x = x._edge
    x_ = x._array
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_ = real_floating("scaled_modified_bessel_k0", x_)
    try:
        data = special.scaled_bessel_k(x_, 0)
    except (TypeError, ValueError) as error:
        raise explain("scaled_modified_bessel_k0", error, ("x",), (x,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = x.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_x is not None and (not rare or recording()):
        node = new(ScaledModifiedBesselK0Backward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_x = edge_x
        node.saved_x = x
        counter = x._counter
        node.version_x = counter if counter.__class__ is int else counter.version
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
            _scaled_modified_bessel_k0_tangent(out, x)
        if rare & PRODUCED:
            produced("scaled_modified_bessel_k0", (out,), x=x)
    return out


def _scaled_modified_bessel_k0_tangent(out: Any, x: Any) -> None:
    if not any_tangent((x,)):
        return
    x_p = primal_of(x)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part = grad * (out - ops._scaled_bessel_k(x_p, 1))
        tangent = part
    set_elementwise_tangent(out, tangent)


class ScaledModifiedBesselK1Backward(Node):
    __slots__ = ("counter_result", "edge_x", "saved_result", "saved_x", "version_x")
    op = "scaled_modified_bessel_k1"
    edge_names = ("edge_x",)
    saved_names = ("x",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_x: Any
    saved_result: Any
    saved_x: Any
    version_x: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_x = self.edge_x
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        x_ = x_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        part2 = 0.5 * (special.scaled_bessel_k(x_, 0) + special.scaled_bessel_k(x_, 2))
        part1 = result_ - part2
        grad_x = grad * part1
        if grad_x.__class__ is not ndarray:
            grad_x = asarray(grad_x)
        if edge_x in buffers:
            accumulate(buffers, edge_x, grad_x)
        else:
            buffers[edge_x] = grad_x
            heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        result_ = relinked(self, "result")
        part4 = 0.5 * (ops._scaled_bessel_k(x_, 0) + ops._scaled_bessel_k(x_, 2))
        part3 = result_ - part4
        grad_x = grad * part3
        return (grad_x,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x,)


def scaled_modified_bessel_k1(x: TensorLike, out: Tensor | None = None) -> Tensor:
    """`exp(x) * modified_bessel_k1(x)`, elementwise, without underflow.

    It has derivatives of every order.

    Parameters
    ----------
    x : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled_bessel_k(x, 1)
    gradient of x = grad * (result - 0.5 * (_scaled_bessel_k(x, 0) + _scaled_bessel_k(x, 2)))
    """
    if out is not None:
        return into("scaled_modified_bessel_k1", out, scaled_modified_bessel_k1, x)
    try:
        edge_x = x._edge
    except AttributeError:
        x = operand("scaled_modified_bessel_k1", "x", x)
        edge_x = x._edge
    x_ = x._array
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_ = real_floating("scaled_modified_bessel_k1", x_)
    try:
        data = special.scaled_bessel_k(x_, 1)
    except (TypeError, ValueError) as error:
        raise explain("scaled_modified_bessel_k1", error, ("x",), (x,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = x.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_x is not None and (not rare or recording()):
        node = new(ScaledModifiedBesselK1Backward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_x = edge_x
        node.saved_x = x
        counter = x._counter
        node.version_x = counter if counter.__class__ is int else counter.version
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
            _scaled_modified_bessel_k1_tangent(out, x)
        if rare & PRODUCED:
            produced("scaled_modified_bessel_k1", (out,), x=x)
    return out


def _scaled_modified_bessel_k1_tangent(out: Any, x: Any) -> None:
    if not any_tangent((x,)):
        return
    x_p = primal_of(x)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part2 = 0.5 * (ops._scaled_bessel_k(x_p, 0) + ops._scaled_bessel_k(x_p, 2))
        part1 = out - part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class SphericalBesselJ0Backward(Node):
    __slots__ = ("edge_x", "saved_x", "version_x")
    op = "spherical_bessel_j0"
    edge_names = ("edge_x",)
    saved_names = ("x",)
    edge_x: Any
    saved_x: Any
    version_x: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_x = self.edge_x
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        x_ = x_._array
        grad_x: Any = None
        if grad.size >= 1024:
            grad_x = _spherical_bessel_j0_backward_x(grad, x_)
        if grad_x is None:
            near_ = np.absolute(x_) < 0.3
            far_ = np.where(near_, 1, x_)
            s_ = np.where(near_, x_ * x_, 0)
            part4 = s_ * (1 / 30 + s_ * (-1 / 840 + s_ * (1 / 45360 - s_ / 3991680)))
            part3 = -1 / 3 + part4
            series_ = x_ * part3
            part2 = np.where(np.isinf(x_), 0, (np.cos(far_) - np.sin(far_) / far_) / far_)
            part1 = np.where(near_, series_, part2)
            grad_x = grad * part1
        if grad_x.__class__ is not ndarray:
            grad_x = asarray(grad_x)
        if edge_x in buffers:
            accumulate(buffers, edge_x, grad_x)
        else:
            buffers[edge_x] = grad_x
            heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        near_ = ops.abs(x_) < 0.3
        far_ = ops.where(near_, 1, x_)
        s_ = ops.where(near_, x_ * x_, 0)
        part6 = s_ * (1 / 30 + s_ * (-1 / 840 + s_ * (1 / 45360 - s_ / 3991680)))
        part5 = -1 / 3 + part6
        series_ = x_ * part5
        part9 = (ops.cos(far_) - ops.sin(far_) / far_) / far_
        part8 = ops.where(ops.isinf(x_), 0, part9)
        part7 = ops.where(near_, series_, part8)
        grad_x = grad * part7
        return (grad_x,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x,)


def spherical_bessel_j0(x: TensorLike, out: Tensor | None = None) -> Tensor:
    """Compute `spherical_bessel_j0`.

    Spherical Bessel function of order 0, which is `sin(x) / x`, elementwise, 1 at 0 and 0 at the
    infinities. It has derivatives of every order.

    Parameters
    ----------
    x : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(x == 0, 1, where(isinf(x), 0, sin(x) / where(x == 0, 1, x)))
    near = abs(x) < 0.3
    far = where(near, 1, x)
    s = where(near, x * x, 0)
    series = x * (-1 / 3 + s * (1 / 30 + s * (-1 / 840 + s * (1 / 45360 - s / 3991680))))
    gradient of x = grad * where(near, series, where(isinf(x), 0, (cos(far) - sin(far) / far) / far))
    """
    if out is not None:
        return into("spherical_bessel_j0", out, spherical_bessel_j0, x)
    try:
        edge_x = x._edge
    except AttributeError:
        x = operand("spherical_bessel_j0", "x", x)
        edge_x = x._edge
    x_ = x._array
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_ = real_floating("spherical_bessel_j0", x_)
    data: Any = None
    if x_.size >= 1024:
        data = _spherical_bessel_j0_forward(x_)
    if data is None:
        try:
            part1 = np.where(np.isinf(x_), 0, np.sin(x_) / np.where(x_ == 0, 1, x_))
            data = np.where(x_ == 0, 1, part1)
        except (TypeError, ValueError) as error:
            raise explain("spherical_bessel_j0", error, ("x",), (x,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = x.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_x is not None and (not rare or recording()):
        node = new(SphericalBesselJ0Backward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_x = edge_x
        node.saved_x = x
        counter = x._counter
        node.version_x = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _spherical_bessel_j0_tangent(out, x)
        if rare & PRODUCED:
            produced("spherical_bessel_j0", (out,), x=x)
    return out


def _spherical_bessel_j0_tangent(out: Any, x: Any) -> None:
    if not any_tangent((x,)):
        return
    x_p = primal_of(x)
    near_ = ops.abs(x_p) < 0.3
    far_ = ops.where(near_, 1, x_p)
    s_ = ops.where(near_, x_p * x_p, 0)
    part2 = s_ * (1 / 30 + s_ * (-1 / 840 + s_ * (1 / 45360 - s_ / 3991680)))
    part1 = -1 / 3 + part2
    series_ = x_p * part1
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part3 = (ops.cos(far_) - ops.sin(far_) / far_) / far_
        part2 = ops.where(ops.isinf(x_p), 0, part3)
        part1 = ops.where(near_, series_, part2)
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class AiryAiBackward(Node):
    __slots__ = ("edge_x", "saved_x", "version_x")
    op = "airy_ai"
    edge_names = ("edge_x",)
    saved_names = ("x",)
    edge_x: Any
    saved_x: Any
    version_x: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_x = self.edge_x
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        x_ = x_._array
        grad_x = grad * special.airy_ai_prime(x_)
        if grad_x.__class__ is not ndarray:
            grad_x = asarray(grad_x)
        if edge_x in buffers:
            accumulate(buffers, edge_x, grad_x)
        else:
            buffers[edge_x] = grad_x
            heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        grad_x = grad * ops._airy_ai_prime(x_)
        return (grad_x,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x,)


def airy_ai(x: TensorLike, out: Tensor | None = None) -> Tensor:
    """Airy function, elementwise: the solution of `y'' = x * y` that vanishes at infinity.

    It has derivatives of every order.

    Parameters
    ----------
    x : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = airy_ai(x)
    gradient of x = grad * _airy_ai_prime(x)
    """
    if out is not None:
        return into("airy_ai", out, airy_ai, x)
    try:
        edge_x = x._edge
    except AttributeError:
        x = operand("airy_ai", "x", x)
        edge_x = x._edge
    x_ = x._array
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_ = real_floating("airy_ai", x_)
    try:
        data = special.airy_ai(x_)
    except (TypeError, ValueError) as error:
        raise explain("airy_ai", error, ("x",), (x,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = x.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_x is not None and (not rare or recording()):
        node = new(AiryAiBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_x = edge_x
        node.saved_x = x
        counter = x._counter
        node.version_x = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _airy_ai_tangent(out, x)
        if rare & PRODUCED:
            produced("airy_ai", (out,), x=x)
    return out


def _airy_ai_tangent(out: Any, x: Any) -> None:
    if not any_tangent((x,)):
        return
    x_p = primal_of(x)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part = grad * ops._airy_ai_prime(x_p)
        tangent = part
    set_elementwise_tangent(out, tangent)


class AiryAiPrimeBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "_airy_ai_prime"
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
        grad_self = grad * self_ * special.airy_ai(self_)
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
        grad_self = grad * self_ * ops.airy_ai(self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _airy_ai_prime(self: TensorLike) -> Tensor:
    """Derivative of the Airy function, elementwise.

    Parameters
    ----------
    self : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = airy_ai_prime(self)
    gradient of self = grad * self * airy_ai(self)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_airy_ai_prime", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_airy_ai_prime", self_)
    try:
        data = special.airy_ai_prime(self_)
    except (TypeError, ValueError) as error:
        raise explain("_airy_ai_prime", error, ("self",), (self,)) from None
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
        node = new(AiryAiPrimeBackward)
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
            _airy_ai_prime_tangent(out, self)
        if rare & PRODUCED:
            produced("_airy_ai_prime", (out,), self=self)
    return out


def _airy_ai_prime_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * self_p * ops.airy_ai(self_p)
        tangent = part
    set_elementwise_tangent(out, tangent)


class ErfinvBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "erfinv"
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
        if grad.size >= 1024:
            grad_self = _erfinv_backward_self(grad, result_)
        if grad_self is None:
            grad_self = grad * (0.886226925452758 * np.exp(result_ * result_))
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
        grad_self = grad * (0.886226925452758 * ops.exp(result_ * result_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def erfinv(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The inverse of the error function, elementwise.

    Infinite at -1 and 1, NaN outside.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = erfinv(self)
    gradient of self = grad * (0.8862269254527580 * exp(result * result))
    """
    if out is not None:
        return into("erfinv", out, erfinv, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("erfinv", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("erfinv", self_)
    try:
        data = special.erfinv(self_)
    except (TypeError, ValueError) as error:
        raise explain("erfinv", error, ("self",), (self,)) from None
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
        node = new(ErfinvBackward)
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
            _erfinv_tangent(out, self)
        if rare & PRODUCED:
            produced("erfinv", (out,), self=self)
    return out


def _erfinv_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * (0.886226925452758 * ops.exp(out * out))
        tangent = part
    set_elementwise_tangent(out, tangent)


class ErfcxBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "erfcx"
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
            grad_self = _erfcx_backward_self(grad, self_, result_)
        if grad_self is None:
            far_ = self_ > 14
            r_ = np.where(far_, 1 / np.where(far_, self_ * self_, 1), 0)
            h_ = -0.5 * r_
            part10 = 945 + h_ * (10395 + h_ * (135135 + h_ * (2027025 + h_ * 34459425)))
            part9 = h_ * part10
            part8 = 105 + part9
            part7 = h_ * part8
            part6 = 15 + part7
            part5 = h_ * part6
            part4 = 3 + part5
            part3 = h_ * part4
            tail_ = 1 + part3
            part2 = 2 * self_ * result_ - 1.1283791670955126
            part1 = np.where(far_, -0.5641895835477563 * r_ * tail_, part2)
            grad_self = grad * part1
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
        far_ = self_ > 14
        r_ = ops.where(far_, 1 / ops.where(far_, self_ * self_, 1), 0)
        h_ = -0.5 * r_
        part18 = 945 + h_ * (10395 + h_ * (135135 + h_ * (2027025 + h_ * 34459425)))
        part17 = h_ * part18
        part16 = 105 + part17
        part15 = h_ * part16
        part14 = 15 + part15
        part13 = h_ * part14
        part12 = 3 + part13
        part11 = h_ * part12
        tail_ = 1 + part11
        part20 = 2 * self_ * result_ - 1.1283791670955126
        part19 = ops.where(far_, -0.5641895835477563 * r_ * tail_, part20)
        grad_self = grad * part19
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def erfcx(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """`exp(self * self) * erfc(self)`, elementwise, without underflow for large arguments.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = erfcx(self)
    far = self > 14
    r = where(far, 1 / where(far, self * self, 1), 0)
    h = -0.5 * r
    tail = 1 + h * (3 + h * (15 + h * (105 + h * (945 + h * (10395 + h * (135135 + h * (2027025 + h *
        34459425)))))))
    gradient of self = grad * where(far, -0.5641895835477563 * r * tail, 2 * self * result -
        1.1283791670955126)
    """
    if out is not None:
        return into("erfcx", out, erfcx, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("erfcx", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("erfcx", self_)
    try:
        data = special.erfcx(self_)
    except (TypeError, ValueError) as error:
        raise explain("erfcx", error, ("self",), (self,)) from None
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
        node = new(ErfcxBackward)
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
            _erfcx_tangent(out, self)
        if rare & PRODUCED:
            produced("erfcx", (out,), self=self)
    return out


def _erfcx_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    far_ = self_p > 14
    r_ = ops.where(far_, 1 / ops.where(far_, self_p * self_p, 1), 0)
    h_ = -0.5 * r_
    part8 = 945 + h_ * (10395 + h_ * (135135 + h_ * (2027025 + h_ * 34459425)))
    part7 = h_ * part8
    part6 = 105 + part7
    part5 = h_ * part6
    part4 = 15 + part5
    part3 = h_ * part4
    part2 = 3 + part3
    part1 = h_ * part2
    tail_ = 1 + part1
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part2 = 2 * self_p * out - 1.1283791670955126
        part1 = ops.where(far_, -0.5641895835477563 * r_ * tail_, part2)
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class NdtrBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "ndtr"
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
        if grad.size >= 1024:
            grad_self = _ndtr_backward_self(grad, self_)
        if grad_self is None:
            grad_self = grad * (0.3989422804014327 * np.exp(-0.5 * self_ * self_))
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
        grad_self = grad * (0.3989422804014327 * ops.exp(-0.5 * self_ * self_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def ndtr(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The probability that a standard normal variable is below the argument, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = 0.5 * erfc(-0.7071067811865476 * self)
    gradient of self = grad * (0.3989422804014327 * exp(-0.5 * self * self))
    """
    if out is not None:
        return into("ndtr", out, ndtr, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("ndtr", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("ndtr", self_)
    data: Any = None
    if self_.size >= 1024:
        data = _ndtr_forward(self_)
    if data is None:
        try:
            data = 0.5 * elementary.erfc(-0.7071067811865476 * self_)
        except (TypeError, ValueError) as error:
            raise explain("ndtr", error, ("self",), (self,)) from None
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
        node = new(NdtrBackward)
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
            _ndtr_tangent(out, self)
        if rare & PRODUCED:
            produced("ndtr", (out,), self=self)
    return out


def _ndtr_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * (0.3989422804014327 * ops.exp(-0.5 * self_p * self_p))
        tangent = part
    set_elementwise_tangent(out, tangent)


class NdtriBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "ndtri"
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
        if grad.size >= 1024:
            grad_self = _ndtri_backward_self(grad, result_)
        if grad_self is None:
            grad_self = grad * (2.5066282746310002 * np.exp(0.5 * result_ * result_))
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
        grad_self = grad * (2.5066282746310002 * ops.exp(0.5 * result_ * result_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def ndtri(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The inverse of `ndtr`, elementwise: the quantile of the standard normal distribution.

    Infinite at 0 and 1, NaN outside.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = ndtri(self)
    gradient of self = grad * (2.5066282746310002 * exp(0.5 * result * result))
    """
    if out is not None:
        return into("ndtri", out, ndtri, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("ndtri", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("ndtri", self_)
    try:
        data = special.ndtri(self_)
    except (TypeError, ValueError) as error:
        raise explain("ndtri", error, ("self",), (self,)) from None
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
        node = new(NdtriBackward)
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
            _ndtri_tangent(out, self)
        if rare & PRODUCED:
            produced("ndtri", (out,), self=self)
    return out


def _ndtri_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * (2.5066282746310002 * ops.exp(0.5 * out * out))
        tangent = part
    set_elementwise_tangent(out, tangent)


class LogNdtrBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "log_ndtr"
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
        grad_self = grad * (0.7978845608028654 / special.erfcx(-0.7071067811865476 * self_))
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
        grad_self = grad * (0.7978845608028654 / ops.erfcx(-0.7071067811865476 * self_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def log_ndtr(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """`log(ndtr(self))`, elementwise, accurate at both ends.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(self < -1, log(0.5 * erfcx(-0.7071067811865476 * minimum(self, 0))) - 0.5 * self *
        self, log1p(-0.5 * erfc(0.7071067811865476 * self)))
    gradient of self = grad * (0.7978845608028654 / erfcx(-0.7071067811865476 * self))
    """
    if out is not None:
        return into("log_ndtr", out, log_ndtr, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("log_ndtr", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("log_ndtr", self_)
    try:
        part2 = np.log(0.5 * special.erfcx(-0.7071067811865476 * np.minimum(self_, 0)))
        part1 = part2 - 0.5 * self_ * self_
        part3 = np.log1p(-0.5 * elementary.erfc(0.7071067811865476 * self_))
        data = np.where(self_ < -1, part1, part3)
    except (TypeError, ValueError) as error:
        raise explain("log_ndtr", error, ("self",), (self,)) from None
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
        node = new(LogNdtrBackward)
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
            _log_ndtr_tangent(out, self)
        if rare & PRODUCED:
            produced("log_ndtr", (out,), self=self)
    return out


def _log_ndtr_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * (0.7978845608028654 / ops.erfcx(-0.7071067811865476 * self_p))
        tangent = part
    set_elementwise_tangent(out, tangent)


class EntrBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "entr"
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
        if grad.size >= 1024:
            grad_self = _entr_backward_self(grad, self_)
        if grad_self is None:
            grad_self = grad * (-np.log(self_) - 1)
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
        grad_self = grad * (-ops.log(self_) - 1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def entr(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """`-self * log(self)`, elementwise: the contribution to an entropy. 0 at 0 and minus infinity below.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(self == 0, 0, where(self < 0, log(heaviside(self, self)), -self * log(self)))
    gradient of self = grad * (-log(self) - 1)
    """
    if out is not None:
        return into("entr", out, entr, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("entr", "self", self)
        edge_self = self._edge
    self_ = self._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("entr", self_)
    data: Any = None
    if self_.size >= 1024:
        data = _entr_forward(self_)
    if data is None:
        try:
            part2 = np.log(np.heaviside(self_, self_))
            part1 = np.where(self_ < 0, part2, -self_ * np.log(self_))
            data = np.where(self_ == 0, 0, part1)
        except (TypeError, ValueError) as error:
            raise explain("entr", error, ("self",), (self,)) from None
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
        node = new(EntrBackward)
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
            _entr_tangent(out, self)
        if rare & PRODUCED:
            produced("entr", (out,), self=self)
    return out


def _entr_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * (-ops.log(self_p) - 1)
        tangent = part
    set_elementwise_tangent(out, tangent)


class Xlog1pyBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "xlog1py"
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
                fused = _xlog1py_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 1024:
                    grad_self = _xlog1py_backward_self(
                        grad, self_, other_, targets=self.spread and self.spread[0:1]
                    )
                if edge_other is not None and grad.size >= 1638:
                    grad_other = _xlog1py_backward_other(
                        grad, self_, other_, targets=self.spread and self.spread[1:2]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = grad * np.log1p(np.where((self_ == 0) & (other_ <= -1), 0, other_))
        if edge_other is not None and grad_other is None:
            grad_other = grad * self_ / (1 + other_)
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
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        other_ = self.saved_other
        if other_._counter != self.version_other:
            other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad * ops.log1p(ops.where((self_ == 0) & (other_ <= -1), 0, other_))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = grad * self_ / (1 + other_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def xlog1py(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """`self * log1p(other)`, elementwise, and 0 where `self` is 0 (unless `other` is NaN).

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
    result = where((self == 0) & logical_not(isnan(other)), 0, self * log1p(other))
    gradient of self = grad * log1p(where((self == 0) & (other <= -1), 0, other))
    gradient of other = grad * self / (1 + other)
    """
    if out is not None:
        return into("xlog1py", out, xlog1py, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("xlog1py", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("xlog1py", ("self", "other"), self, other)
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
        self_, other_ = real_floating("xlog1py", self_, other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        data = (_xlog1py_forward if alike else _xlog1py_forward.broadcast)(self_, other_)
    if data is None:
        try:
            part1 = (self_ == 0) & np.logical_not(np.isnan(other_))
            data = np.where(part1, 0, self_ * np.log1p(other_))
        except (TypeError, ValueError) as error:
            raise explain("xlog1py", error, ("self", "other"), (self, other)) from None
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
        node = new(Xlog1pyBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
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
            _xlog1py_tangent(out, self, other)
        if rare & PRODUCED:
            produced("xlog1py", (out,), self=self, other=other)
    return out


def _xlog1py_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * ops.log1p(ops.where((self_p == 0) & (other_p <= -1), 0, other_p))
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = grad * self_p / (1 + other_p)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


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
        if edge_self is not None:
            raise not_implemented("zeta", "self", "the derivative in the exponent has no closed form")
        if edge_other is not None:
            grad_other = grad * (-self_ * special.zeta(self_ + 1, other_))
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
            raise not_implemented("zeta", "self", "the derivative in the exponent has no closed form")
        if edge_other is not None:
            grad_other = grad * (-self_ * ops.zeta(self_ + 1, other_))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def zeta(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The zeta function of Hurwitz, elementwise: the sum of `(k + other) ** -self` over k = 0, 1, ...

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
    result = zeta(self, other)
    gradient of self: not implemented, the derivative in the exponent has no closed form
    gradient of other = grad * (-self * zeta(self + 1, other))
    """
    if out is not None:
        return into("zeta", out, zeta, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("zeta", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("zeta", ("self", "other"), self, other)
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
        self_, other_ = real_floating("zeta", self_, other_)
    try:
        data = special.zeta(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("zeta", error, ("self", "other"), (self, other)) from None
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
        node = new(ZetaBackward)
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
            _zeta_tangent(out, self, other)
        if rare & PRODUCED:
            produced("zeta", (out,), self=self, other=other)
    return out


def _zeta_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    tangent: Any = None
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = grad * (-self_p * ops.zeta(self_p + 1, other_p))
        tangent = part
    set_elementwise_tangent(out, tangent)


def mvlgamma(self: TensorLike, p: int, out: Tensor | None = None) -> Tensor:
    """Compute `mvlgamma`.

    Logarithm of the gamma function of `p` dimensions, elementwise: the sum of `lgamma(self - j / 2)`
    for j = 0, ..., p - 1, and a constant.

    Parameters
    ----------
    self : Tensor
    p : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(stack([lgamma(self - 0.5 * j) for j in range(functions.mvlgamma_dimensions(p))], 0), 0)
        + 0.25 * 1.1447298858494002 * p * (p - 1)
    """
    if out is not None:
        return into("mvlgamma", out, mvlgamma, self, p)
    part2 = ops.stack([ops.lgamma(self - 0.5 * j) for j in range(functions.mvlgamma_dimensions(p))], 0)
    part1 = ops.sum(part2, (0,))
    out = part1 + 0.25 * 1.1447298858494002 * p * (p - 1)
    return out


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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_self is not None:
            part2 = special.gegenbauer(self_, n_ - 1, self.saved_order + 1)
            part1 = 2 * self.saved_order * part2
            grad_self = grad * part1
        if edge_n is not None:
            raise not_implemented("_gegenbauer", "n", "the degree is a whole number")
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
        if not keep:
            self.saved_self = self.saved_n = RELEASED

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
            part4 = ops._gegenbauer(self_, n_ - 1, self.saved_order + 1)
            part3 = 2 * self.saved_order * part4
            grad_self = grad * part3
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_n is not None:
            raise not_implemented("_gegenbauer", "n", "the degree is a whole number")
        return (grad_self, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_n)


def _gegenbauer(self: TensorLike, n: TensorLike, order: float) -> Tensor:
    """Gegenbauer polynomial of degree `n`, elementwise.

    Parameters
    ----------
    self : Tensor
    n : Tensor
    order : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = gegenbauer(self, n, order)
    gradient of self = grad * (2 * order * _gegenbauer(self, n - 1, order + 1))
    gradient of n: not implemented, the degree is a whole number
    """
    if self.__class__ is not n.__class__:
        self, n = operand_pair("_gegenbauer", ("self", "n"), self, n)
    try:
        edge_self = self._edge
        edge_n = n._edge
    except AttributeError:
        self, n = operand_tuple("_gegenbauer", ("self", "n"), self, n)
        edge_self = self._edge
        edge_n = n._edge
    self_ = self._array
    n_ = n._array
    alike = True
    if self.shape != n.shape or self.dtype is not n.dtype:
        alike = False
        if self.dtype is not n.dtype:
            self_, n_ = promote(self, n)
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_, n_ = real_floating("_gegenbauer", self_, n_)
    try:
        data = special.gegenbauer(self_, n_, order)
    except (TypeError, ValueError) as error:
        raise explain("_gegenbauer", error, ("self", "n"), (self, n)) from None
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
        target_self = target_n = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not n.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_n is not None and (n.shape != shape or cast):
            target_n = (n.shape, n.dtype)
        if target_self is not None or target_n is not None:
            spread = (target_self, target_n)
    rare = state.rare
    if (edge_self is not None or edge_n is not None) and (not rare or recording()):
        node = new(GegenbauerBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_n = edge_n
        node.spread = spread
        if edge_self is not None:
            node.saved_self = self
            counter = self._counter
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _gegenbauer_tangent(out, self, n, order)
        if rare & PRODUCED:
            produced("_gegenbauer", (out,), self=self, n=n, order=order)
    return out


def _gegenbauer_tangent(out: Any, self: Any, n: Any, order: Any) -> None:
    if not any_tangent((self, n)):
        return
    self_p = primal_of(self)
    n_p = primal_of(n)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * (2 * order * ops._gegenbauer(self_p, n_p - 1, order + 1))
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_self is not None:
            grad_self = grad * -special.laguerre(self_, n_ - 1, self.saved_alpha + 1)
        if edge_n is not None:
            raise not_implemented("_laguerre", "n", "the degree is a whole number")
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
        if not keep:
            self.saved_self = self.saved_n = RELEASED

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
            grad_self = grad * -ops._laguerre(self_, n_ - 1, self.saved_alpha + 1)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_n is not None:
            raise not_implemented("_laguerre", "n", "the degree is a whole number")
        return (grad_self, grad_n)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_n)


def _laguerre(self: TensorLike, n: TensorLike, alpha: float) -> Tensor:
    """Laguerre polynomial of degree `n` with a parameter, elementwise.

    Parameters
    ----------
    self : Tensor
    n : Tensor
    alpha : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = laguerre(self, n, alpha)
    gradient of self = grad * -_laguerre(self, n - 1, alpha + 1)
    gradient of n: not implemented, the degree is a whole number
    """
    if self.__class__ is not n.__class__:
        self, n = operand_pair("_laguerre", ("self", "n"), self, n)
    try:
        edge_self = self._edge
        edge_n = n._edge
    except AttributeError:
        self, n = operand_tuple("_laguerre", ("self", "n"), self, n)
        edge_self = self._edge
        edge_n = n._edge
    self_ = self._array
    n_ = n._array
    alike = True
    if self.shape != n.shape or self.dtype is not n.dtype:
        alike = False
        if self.dtype is not n.dtype:
            self_, n_ = promote(self, n)
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_, n_ = real_floating("_laguerre", self_, n_)
    try:
        data = special.laguerre(self_, n_, alpha)
    except (TypeError, ValueError) as error:
        raise explain("_laguerre", error, ("self", "n"), (self, n)) from None
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
        target_self = target_n = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not n.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_n is not None and (n.shape != shape or cast):
            target_n = (n.shape, n.dtype)
        if target_self is not None or target_n is not None:
            spread = (target_self, target_n)
    rare = state.rare
    if (edge_self is not None or edge_n is not None) and (not rare or recording()):
        node = new(LaguerreBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_n = edge_n
        node.spread = spread
        if edge_self is not None:
            node.saved_self = self
            counter = self._counter
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _laguerre_tangent(out, self, n, alpha)
        if rare & PRODUCED:
            produced("_laguerre", (out,), self=self, n=n, alpha=alpha)
    return out


def _laguerre_tangent(out: Any, self: Any, n: Any, alpha: Any) -> None:
    if not any_tangent((self, n)):
        return
    self_p = primal_of(self)
    n_p = primal_of(n)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = grad * -ops._laguerre(self_p, n_p - 1, alpha + 1)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_x is not None:
            grad_x = grad * (np.floor(n_) * special.gegenbauer(x_, n_ - 1, 1.0))
        if edge_n is not None:
            raise not_implemented("chebyshev_polynomial_t", "n", "the degree is a whole number")
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = self.saved_n = RELEASED

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
            grad_x = grad * (ops.floor(n_) * ops._gegenbauer(x_, n_ - 1, 1.0))
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
    gradient of x = grad * (floor(n) * _gegenbauer(x, n - 1, 1.0))
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
    alike = True
    if x.shape != n.shape or x.dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("chebyshev_polynomial_t", x_, n_)
    try:
        data = special.chebyshev_t(x_, n_)
    except (TypeError, ValueError) as error:
        raise explain("chebyshev_polynomial_t", error, ("x", "n"), (x, n)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = x.shape
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
        node = new(ChebyshevPolynomialTBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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
        part = grad * (ops.floor(n_p) * ops._gegenbauer(x_p, n_p - 1, 1.0))
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_x is not None:
            grad_x = grad * (2 * special.gegenbauer(x_, n_ - 1, 2.0))
        if edge_n is not None:
            raise not_implemented("chebyshev_polynomial_u", "n", "the degree is a whole number")
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = self.saved_n = RELEASED

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
            grad_x = grad * (2 * ops._gegenbauer(x_, n_ - 1, 2.0))
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
    gradient of x = grad * (2 * _gegenbauer(x, n - 1, 2.0))
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
    alike = True
    if x.shape != n.shape or x.dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("chebyshev_polynomial_u", x_, n_)
    try:
        data = special.gegenbauer(x_, n_, 1.0)
    except (TypeError, ValueError) as error:
        raise explain("chebyshev_polynomial_u", error, ("x", "n"), (x, n)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = x.shape
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
        node = new(ChebyshevPolynomialUBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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
        part = grad * (2 * ops._gegenbauer(x_p, n_p - 1, 2.0))
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_x is not None:
            part3 = special.gegenbauer(x_, n_ - 1, 2.0)
            part2 = part3 - special.gegenbauer(x_, n_ - 2, 2.0)
            part1 = 2 * part2
            grad_x = grad * part1
        if edge_n is not None:
            raise not_implemented("chebyshev_polynomial_v", "n", "the degree is a whole number")
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = self.saved_n = RELEASED

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
            part5 = ops._gegenbauer(x_, n_ - 1, 2.0) - ops._gegenbauer(x_, n_ - 2, 2.0)
            part4 = 2 * part5
            grad_x = grad * part4
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
    result = gegenbauer(x, n, 1.0) - gegenbauer(x, n - 1, 1.0)
    gradient of x = grad * (2 * (_gegenbauer(x, n - 1, 2.0) - _gegenbauer(x, n - 2, 2.0)))
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
    alike = True
    if x.shape != n.shape or x.dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("chebyshev_polynomial_v", x_, n_)
    try:
        data = special.gegenbauer(x_, n_, 1.0) - special.gegenbauer(x_, n_ - 1, 1.0)
    except (TypeError, ValueError) as error:
        raise explain("chebyshev_polynomial_v", error, ("x", "n"), (x, n)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = x.shape
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
        node = new(ChebyshevPolynomialVBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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
        part2 = ops._gegenbauer(x_p, n_p - 1, 2.0) - ops._gegenbauer(x_p, n_p - 2, 2.0)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_x is not None:
            part3 = special.gegenbauer(x_, n_ - 1, 2.0)
            part2 = part3 + special.gegenbauer(x_, n_ - 2, 2.0)
            part1 = 2 * part2
            grad_x = grad * part1
        if edge_n is not None:
            raise not_implemented("chebyshev_polynomial_w", "n", "the degree is a whole number")
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = self.saved_n = RELEASED

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
            part5 = ops._gegenbauer(x_, n_ - 1, 2.0) + ops._gegenbauer(x_, n_ - 2, 2.0)
            part4 = 2 * part5
            grad_x = grad * part4
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
    result = gegenbauer(x, n, 1.0) + gegenbauer(x, n - 1, 1.0)
    gradient of x = grad * (2 * (_gegenbauer(x, n - 1, 2.0) + _gegenbauer(x, n - 2, 2.0)))
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
    alike = True
    if x.shape != n.shape or x.dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("chebyshev_polynomial_w", x_, n_)
    try:
        data = special.gegenbauer(x_, n_, 1.0) + special.gegenbauer(x_, n_ - 1, 1.0)
    except (TypeError, ValueError) as error:
        raise explain("chebyshev_polynomial_w", error, ("x", "n"), (x, n)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = x.shape
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
        node = new(ChebyshevPolynomialWBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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
        part2 = ops._gegenbauer(x_p, n_p - 1, 2.0) + ops._gegenbauer(x_p, n_p - 2, 2.0)
        part1 = 2 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_x is not None:
            grad_x = grad * special.gegenbauer(x_, n_ - 1, 1.5)
        if edge_n is not None:
            raise not_implemented("legendre_polynomial_p", "n", "the degree is a whole number")
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = self.saved_n = RELEASED

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
            grad_x = grad * ops._gegenbauer(x_, n_ - 1, 1.5)
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
    gradient of x = grad * _gegenbauer(x, n - 1, 1.5)
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
    alike = True
    if x.shape != n.shape or x.dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("legendre_polynomial_p", x_, n_)
    try:
        data = special.gegenbauer(x_, n_, 0.5)
    except (TypeError, ValueError) as error:
        raise explain("legendre_polynomial_p", error, ("x", "n"), (x, n)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = x.shape
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
        node = new(LegendrePolynomialPBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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
        part = grad * ops._gegenbauer(x_p, n_p - 1, 1.5)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_x is not None:
            grad_x = grad * (2 * np.floor(n_) * special.hermite_h(x_, n_ - 1))
        if edge_n is not None:
            raise not_implemented("hermite_polynomial_h", "n", "the degree is a whole number")
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = self.saved_n = RELEASED

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
            grad_x = grad * (2 * ops.floor(n_) * ops.hermite_polynomial_h(x_, n_ - 1))
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
    alike = True
    if x.shape != n.shape or x.dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("hermite_polynomial_h", x_, n_)
    try:
        data = special.hermite_h(x_, n_)
    except (TypeError, ValueError) as error:
        raise explain("hermite_polynomial_h", error, ("x", "n"), (x, n)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = x.shape
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
        node = new(HermitePolynomialHBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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
        part = grad * (2 * ops.floor(n_p) * ops.hermite_polynomial_h(x_p, n_p - 1))
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_x is not None:
            grad_x = grad * (np.floor(n_) * special.hermite_he(x_, n_ - 1))
        if edge_n is not None:
            raise not_implemented("hermite_polynomial_he", "n", "the degree is a whole number")
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = self.saved_n = RELEASED

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
            grad_x = grad * (ops.floor(n_) * ops.hermite_polynomial_he(x_, n_ - 1))
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
    alike = True
    if x.shape != n.shape or x.dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("hermite_polynomial_he", x_, n_)
    try:
        data = special.hermite_he(x_, n_)
    except (TypeError, ValueError) as error:
        raise explain("hermite_polynomial_he", error, ("x", "n"), (x, n)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = x.shape
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
        node = new(HermitePolynomialHeBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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
        part = grad * (ops.floor(n_p) * ops.hermite_polynomial_he(x_p, n_p - 1))
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if edge_x is not None:
            grad_x = grad * -special.laguerre(x_, n_ - 1, 1.0)
        if edge_n is not None:
            raise not_implemented("laguerre_polynomial_l", "n", "the degree is a whole number")
        if edge_x is not None:
            if grad_x.__class__ is not ndarray:
                grad_x = asarray(grad_x)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_x = reduce_to(grad_x, target)
            if edge_x in buffers:
                accumulate(buffers, edge_x, grad_x)
            else:
                buffers[edge_x] = grad_x
                heappush(heap, (edge_x.seq, edge_x))
        if not keep:
            self.saved_x = self.saved_n = RELEASED

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
            grad_x = grad * -ops._laguerre(x_, n_ - 1, 1.0)
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
    gradient of x = grad * -_laguerre(x, n - 1, 1.0)
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
    alike = True
    if x.shape != n.shape or x.dtype is not n.dtype:
        alike = False
        if x.dtype is not n.dtype:
            x_, n_ = promote(x, n)
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_, n_ = real_floating("laguerre_polynomial_l", x_, n_)
    try:
        data = special.laguerre(x_, n_, 0.0)
    except (TypeError, ValueError) as error:
        raise explain("laguerre_polynomial_l", error, ("x", "n"), (x, n)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = x.shape
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
        node = new(LaguerrePolynomialLBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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
        part = grad * -ops._laguerre(x_p, n_p - 1, 1.0)
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
    out = ops.chebyshev_polynomial_t(2 * x - 1, n)
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
    out = ops.chebyshev_polynomial_u(2 * x - 1, n)
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
    out = ops.chebyshev_polynomial_v(2 * x - 1, n)
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
    out = ops.chebyshev_polynomial_w(2 * x - 1, n)
    return out


def i0_(self: TensorLike) -> Tensor:
    """Write `i0` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("i0_", self, i0(self))
    write = Write("i0_", self)
    return write.finish(i0(write.original))


def erfinv_(self: TensorLike) -> Tensor:
    """Write `erfinv` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("erfinv_", self, erfinv(self))
    write = Write("erfinv_", self)
    return write.finish(erfinv(write.original))


def mvlgamma_(self: TensorLike, p: int) -> Tensor:
    """Write `mvlgamma` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("mvlgamma_", self, mvlgamma(self, p))
    write = Write("mvlgamma_", self, copy=True)
    return write.finish(mvlgamma(write.original, p))

# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family error_functions: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import elementary, special
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
    checked_output,
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
    real_floating,
    recording,
    relinked,
    seqs,
    set_elementwise_tangent,
    state,
    tangent_of,
    unrecorded,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "erf",
    "erf_",
    "erfc",
    "erfc_",
    "erfcx",
    "erfinv",
    "erfinv_",
    "log_ndtr",
    "ndtr",
    "ndtri",
]

_erf_forward = Elementwise("derivata.generated.kernels.erf", "forward", outputs=1, cost=24, minimum=64)
_erf_backward_self = Elementwise(
    "derivata.generated.kernels.erf", "backward_self", outputs=1, cost=19, minimum=64
)
_erfc_forward = Elementwise("derivata.generated.kernels.erfc", "forward", outputs=1, cost=24, minimum=64)
_erfc_backward_self = Elementwise(
    "derivata.generated.kernels.erfc", "backward_self", outputs=1, cost=19, minimum=64
)
_erfinv_forward = Elementwise("derivata.generated.kernels.erfinv", "forward", outputs=1, cost=64, minimum=64)
_erfinv_backward_self = Elementwise("derivata.generated.kernels.erfinv", "backward_self", outputs=1, cost=19)
_erfcx_forward = Elementwise("derivata.generated.kernels.erfcx", "forward", outputs=1, cost=64, minimum=64)
_erfcx_backward_self = Elementwise(
    "derivata.generated.kernels.erfcx", "backward_self", outputs=1, cost=32, minimum=64
)
_ndtr_forward = Elementwise("derivata.generated.kernels.ndtr", "forward", outputs=1, cost=26, minimum=64)
_ndtr_backward_self = Elementwise(
    "derivata.generated.kernels.ndtr", "backward_self", outputs=1, cost=20, minimum=64
)
_ndtri_forward = Elementwise("derivata.generated.kernels.ndtri", "forward", outputs=1, cost=64, minimum=64)
_ndtri_backward_self = Elementwise(
    "derivata.generated.kernels.ndtri", "backward_self", outputs=1, cost=20, minimum=64
)
_log_ndtr_forward = Elementwise(
    "derivata.generated.kernels.log_ndtr", "forward", outputs=1, cost=130, minimum=64
)
_log_ndtr_backward_self = Elementwise(
    "derivata.generated.kernels.log_ndtr", "backward_self", outputs=1, cost=98, minimum=64
)


class ErfBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "erf"
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
                grad_self = _erf_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_erf_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * literals[1.1283791670955126, self.dtype] * np.exp(-self_ * self_)
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
        grad_self = grad * 1.1283791670955126 * ops.exp(-self_ * self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def erf(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The error function, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = erf(input)
    gradient of input = grad * 1.1283791670955126 * exp(-input * input)
    """
    if out is not None:
        return into("erf", out, erf, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("erf", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("erf", self_)
    data: Any = None
    if self_.size >= 64:
        data = _erf_forward.launch(self_)
    if data is None:
        try:
            data = elementary.erf(self_)
        except (TypeError, ValueError) as error:
            raise explain("erf", error, ("input",), (input,)) from None
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
        node = ErfBackward()
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
            _erf_tangent(out, input)
        if rare & PRODUCED:
            produced("erf", (out,), self=input)
    return out


def _erf_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * 1.1283791670955126 * ops.exp(-self_p * self_p)
        tangent = part
    set_elementwise_tangent(out, tangent)


class ErfcBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "erfc"
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
                grad_self = _erfc_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_erfc_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            part1 = grad * literals[-1.1283791670955126, self.dtype]
            grad_self = part1 * np.exp(-self_ * self_)
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
        grad_self = grad * -1.1283791670955126 * ops.exp(-self_ * self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def erfc(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The complementary error function `1 - erf(input)`, elementwise, accurate where it is small.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = erfc(input)
    gradient of input = grad * -1.1283791670955126 * exp(-input * input)
    """
    if out is not None:
        return into("erfc", out, erfc, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("erfc", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("erfc", self_)
    data: Any = None
    if self_.size >= 64:
        data = _erfc_forward.launch(self_)
    if data is None:
        try:
            data = elementary.erfc(self_)
        except (TypeError, ValueError) as error:
            raise explain("erfc", error, ("input",), (input,)) from None
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
        node = ErfcBackward()
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
            _erfc_tangent(out, input)
        if rare & PRODUCED:
            produced("erfc", (out,), self=input)
    return out


def _erfc_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * -1.1283791670955126 * ops.exp(-self_p * self_p)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self: Any = None
        if grad.size >= 1024:
            if grad.size < LARGE:
                grad_self = _erfinv_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_erfinv_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            part1 = literals[0.886226925452758, self.dtype] * np.exp(result_ * result_)
            grad_self = grad * part1
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        result_ = relinked(self, "result")
        grad_self = grad * (0.886226925452758 * ops.exp(result_ * result_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def erfinv(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The inverse of the error function, elementwise.

    Infinite at -1 and 1, NaN outside.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = erfinv(input)
    gradient of input = grad * (0.8862269254527580 * exp(result * result))
    """
    if out is not None:
        return into("erfinv", out, erfinv, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("erfinv", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("erfinv", self_)
    data: Any = None
    if self_.size >= 64:
        data = _erfinv_forward.launch(self_)
    if data is None:
        try:
            data = special.erfinv(self_)
        except (TypeError, ValueError) as error:
            raise explain("erfinv", error, ("input",), (input,)) from None
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
        node = ErfinvBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _erfinv_tangent(out, input)
        if rare & PRODUCED:
            produced("erfinv", (out,), self=input)
    return out


def _erfinv_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
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
        grad_self: Any = None
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_self = _erfcx_backward_self.launch(grad, self_, result_)
            else:
                grad_self = in_memory(_erfcx_backward_self, buffers, edge_self, grad, self_, result_)
        if grad_self is None:
            far_ = self_ > 14
            part4 = literals[1, self.dtype] / np.where(far_, self_ * self_, 1)
            r_ = np.where(far_, part4, 0)
            h_ = -0.5 * r_
            part12 = 945 + h_ * (10395 + h_ * (135135 + h_ * (2027025 + h_ * 34459425)))
            part11 = h_ * part12
            part10 = 105 + part11
            part9 = h_ * part10
            part8 = 15 + part9
            part7 = h_ * part8
            part6 = 3 + part7
            part5 = h_ * part6
            tail_ = 1 + part5
            part3 = literals[2, self.dtype] * self_ * result_
            part2 = part3 - literals[1.1283791670955126, self.dtype]
            part1 = np.where(far_, -0.5641895835477563 * r_ * tail_, part2)
            grad_self = grad * part1
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
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        far_ = self_ > 14
        r_ = ops.where(far_, 1 / ops.where(far_, self_ * self_, 1), 0)
        h_ = -0.5 * r_
        part20 = 945 + h_ * (10395 + h_ * (135135 + h_ * (2027025 + h_ * 34459425)))
        part19 = h_ * part20
        part18 = 105 + part19
        part17 = h_ * part18
        part16 = 15 + part17
        part15 = h_ * part16
        part14 = 3 + part15
        part13 = h_ * part14
        tail_ = 1 + part13
        part22 = 2 * self_ * result_ - 1.1283791670955126
        part21 = ops.where(far_, -0.5641895835477563 * r_ * tail_, part22)
        grad_self = grad * part21
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def erfcx(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """`exp(input * input) * erfc(input)`, elementwise, without underflow for large arguments.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = erfcx(input)
    far = input > 14
    r = where(far, 1 / where(far, input * input, 1), 0)
    h = -0.5 * r
    tail = 1 + h * (3 + h * (15 + h * (105 + h * (945 + h * (10395 + h * (135135 + h * (2027025 + h *
        34459425)))))))
    gradient of input = grad * where(far, -0.5641895835477563 * r * tail, 2 * input * result -
        1.1283791670955126)
    """
    if out is not None:
        return into("erfcx", out, erfcx, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("erfcx", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("erfcx", self_)
    data: Any = None
    if self_.size >= 64:
        data = _erfcx_forward.launch(self_)
    if data is None:
        try:
            data = special.erfcx(self_)
        except (TypeError, ValueError) as error:
            raise explain("erfcx", error, ("input",), (input,)) from None
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
        node = ErfcxBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _erfcx_tangent(out, input)
        if rare & PRODUCED:
            produced("erfcx", (out,), self=input)
    return out


def _erfcx_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    far_ = self_p > 14
    r_ = ops.where(far_, 1 / ops.where(far_, self_p * self_p, 1), 0)
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
    tangent: Any = None
    self_t = tangent_of(input)
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
                grad_self = _ndtr_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_ndtr_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            part2 = np.exp(literals[-0.5, self.dtype] * self_ * self_)
            part1 = literals[0.3989422804014327, self.dtype] * part2
            grad_self = grad * part1
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
        grad_self = grad * (0.3989422804014327 * ops.exp(-0.5 * self_ * self_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def ndtr(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The probability that a standard normal variable is below the argument, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = 0.5 * erfc(-0.7071067811865476 * input)
    gradient of input = grad * (0.3989422804014327 * exp(-0.5 * input * input))
    """
    if out is not None:
        return into("ndtr", out, ndtr, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("ndtr", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("ndtr", self_)
    data: Any = None
    if self_.size >= 64:
        data = _ndtr_forward.launch(self_)
    if data is None:
        try:
            part1 = elementary.erfc(literals[-0.7071067811865476, self_.dtype] * self_)
            data = literals[0.5, self_.dtype] * part1
        except (TypeError, ValueError) as error:
            raise explain("ndtr", error, ("input",), (input,)) from None
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
        node = NdtrBackward()
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
            _ndtr_tangent(out, input)
        if rare & PRODUCED:
            produced("ndtr", (out,), self=input)
    return out


def _ndtr_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self: Any = None
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_self = _ndtri_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_ndtri_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            part2 = np.exp(literals[0.5, self.dtype] * result_ * result_)
            part1 = literals[2.5066282746310002, self.dtype] * part2
            grad_self = grad * part1
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        result_ = relinked(self, "result")
        grad_self = grad * (2.5066282746310002 * ops.exp(0.5 * result_ * result_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def ndtri(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The inverse of `ndtr`, elementwise: the quantile of the standard normal distribution.

    Infinite at 0 and 1, NaN outside.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = ndtri(input)
    gradient of input = grad * (2.5066282746310002 * exp(0.5 * result * result))
    """
    if out is not None:
        return into("ndtri", out, ndtri, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("ndtri", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("ndtri", self_)
    data: Any = None
    if self_.size >= 64:
        data = _ndtri_forward.launch(self_)
    if data is None:
        try:
            data = special.ndtri(self_)
        except (TypeError, ValueError) as error:
            raise explain("ndtri", error, ("input",), (input,)) from None
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
        node = NdtriBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _ndtri_tangent(out, input)
        if rare & PRODUCED:
            produced("ndtri", (out,), self=input)
    return out


def _ndtri_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * (2.5066282746310002 * ops.exp(0.5 * out * out))
        tangent = part
    set_elementwise_tangent(out, tangent)


class LogNdtrBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "log_ndtr"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any
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
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self: Any = None
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_self = _log_ndtr_backward_self.launch(grad, self_, result_)
            else:
                grad_self = in_memory(_log_ndtr_backward_self, buffers, edge_self, grad, self_, result_)
        if grad_self is None:
            part5 = literals[-0.5, self.dtype] * np.square(np.where(self_ < 1, 1, self_))
            part4 = part5 - np.where(self_ < 1, 0, result_)
            part3 = np.exp(part4)
            part2 = literals[0.3989422804014327, self.dtype] * part3
            part9 = literals[-0.7071067811865476, self.dtype]
            part8 = part9 * np.where(self_ < 1, self_, 0)
            part7 = special.erfcx(part8)
            part6 = literals[0.7978845608028654, self.dtype] / part7
            part1 = np.where(self_ < 1, part6, part2)
            grad_self = grad * part1
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
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        part14 = -0.5 * ops.square(ops.where(self_ < 1, 1, self_))
        part13 = part14 - ops.where(self_ < 1, 0, result_)
        part12 = ops.exp(part13)
        part11 = 0.3989422804014327 * part12
        part16 = ops_later.erfcx(-0.7071067811865476 * ops.where(self_ < 1, self_, 0))
        part15 = 0.7978845608028654 / part16
        part10 = ops.where(self_ < 1, part15, part11)
        grad_self = grad * part10
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def log_ndtr(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """`log(ndtr(input))`, elementwise, accurate at both ends.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(input < -1, log(0.5 * erfcx(-0.7071067811865476 * minimum(input, 0))) - 0.5 * input *
        input, log1p(-0.5 * erfc(0.7071067811865476 * input)))
    gradient of input = grad * where(input < 1, 0.7978845608028654 / erfcx(-0.7071067811865476 *
        where(input < 1, input, 0)), 0.3989422804014327 * exp(-0.5 * square(where(input < 1, 1, input)) -
        where(input < 1, 0, result)))
    """
    if out is not None:
        return into("log_ndtr", out, log_ndtr, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("log_ndtr", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("log_ndtr", self_)
    data: Any = None
    if self_.size >= 64:
        data = _log_ndtr_forward.launch(self_)
    if data is None:
        try:
            part5 = literals[-0.7071067811865476, self_.dtype] * np.minimum(self_, 0)
            part4 = special.erfcx(part5)
            part3 = literals[0.5, self_.dtype] * part4
            part2 = np.log(part3)
            part1 = part2 - literals[0.5, self_.dtype] * self_ * self_
            part8 = elementary.erfc(literals[0.7071067811865476, self_.dtype] * self_)
            part7 = literals[-0.5, self_.dtype] * part8
            part6 = np.log1p(part7)
            data = np.where(self_ < -1, part1, part6)
        except (TypeError, ValueError) as error:
            raise explain("log_ndtr", error, ("input",), (input,)) from None
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
        node = LogNdtrBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _log_ndtr_tangent(out, input)
        if rare & PRODUCED:
            produced("log_ndtr", (out,), self=input)
    return out


def _log_ndtr_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part5 = -0.5 * ops.square(ops.where(self_p < 1, 1, self_p))
        part4 = part5 - ops.where(self_p < 1, 0, out)
        part3 = ops.exp(part4)
        part2 = 0.3989422804014327 * part3
        part7 = ops_later.erfcx(-0.7071067811865476 * ops.where(self_p < 1, self_p, 0))
        part6 = 0.7978845608028654 / part7
        part1 = ops.where(self_p < 1, part6, part2)
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


def erf_(input: TensorLike) -> Tensor:
    """Write `erf` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("erf_", input, erf(expendable(input)))
    write = Write("erf_", input)
    return write.finish(erf(write.original))


def erfc_(input: TensorLike) -> Tensor:
    """Write `erfc` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("erfc_", input, erfc(expendable(input)))
    write = Write("erfc_", input)
    return write.finish(erfc(write.original))


def erfinv_(input: TensorLike) -> Tensor:
    """Write `erfinv` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("erfinv_", input, erfinv(expendable(input)))
    write = Write("erfinv_", input)
    return write.finish(erfinv(write.original))

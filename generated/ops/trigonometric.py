# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family trigonometric: each op's node directly above its function."""

from typing import Any

import numpy as np

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
    Spread,
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
    heappush,
    in_memory,
    into,
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
    seqs,
    set_elementwise_tangent,
    state,
    sum_of_both,
    tangent_of,
    to_floating,
    unrecorded,
)

from . import at_once as ops

__all__ = [
    "acos",
    "acos_",
    "asin",
    "asin_",
    "atan",
    "atan2",
    "atan2_",
    "atan_",
    "cos",
    "cos_",
    "deg2rad",
    "deg2rad_",
    "rad2deg",
    "rad2deg_",
    "sin",
    "sin_",
    "sinc",
    "sinc_",
    "tan",
    "tan_",
]

_sin_forward = Elementwise("derivata.generated.kernels.sin", "forward", outputs=1, cost=16)
_sin_backward_self = Elementwise("derivata.generated.kernels.sin", "backward_self", outputs=1, cost=17)
_cos_forward = Elementwise("derivata.generated.kernels.cos", "forward", outputs=1, cost=16)
_cos_backward_self = Elementwise("derivata.generated.kernels.cos", "backward_self", outputs=1, cost=17)
_tan_forward = Elementwise("derivata.generated.kernels.tan", "forward", outputs=1, cost=16)
_tan_backward_self = Elementwise("derivata.generated.kernels.tan", "backward_self", outputs=1, cost=3)
_asin_forward = Elementwise("derivata.generated.kernels.asin", "forward", outputs=1, cost=24)
_asin_backward_self = Elementwise(
    "derivata.generated.kernels.asin", "backward_self", outputs=1, cost=12, minimum=64
)
_acos_forward = Elementwise("derivata.generated.kernels.acos", "forward", outputs=1, cost=24)
_acos_backward_self = Elementwise(
    "derivata.generated.kernels.acos", "backward_self", outputs=1, cost=12, minimum=64
)
_atan_forward = Elementwise("derivata.generated.kernels.atan", "forward", outputs=1, cost=24)
_atan_backward_self = Elementwise("derivata.generated.kernels.atan", "backward_self", outputs=1, cost=6)
_atan2_forward = Elementwise("derivata.generated.kernels.atan2", "forward", outputs=1, cost=32)
_atan2_backward_self = Elementwise(
    "derivata.generated.kernels.atan2", "backward_self", outputs=1, cost=11, minimum=64
)
_atan2_backward_other = Elementwise(
    "derivata.generated.kernels.atan2", "backward_other", outputs=1, cost=11, minimum=64
)
_atan2_backward_self_other = Elementwise(
    "derivata.generated.kernels.atan2", "backward_self_other", outputs=2, cost=13, minimum=64
)
_sinc_forward = Elementwise("derivata.generated.kernels.sinc", "forward", outputs=1, cost=26, minimum=64)
_sinc_backward_self = Elementwise(
    "derivata.generated.kernels.sinc", "backward_self", outputs=1, cost=78, minimum=64
)
_deg2rad_forward = Elementwise("derivata.generated.kernels.deg2rad", "forward", outputs=1, cost=1)
_deg2rad_backward_self = Elementwise("derivata.generated.kernels.deg2rad", "backward_self", outputs=1, cost=1)
_rad2deg_forward = Elementwise("derivata.generated.kernels.rad2deg", "forward", outputs=1, cost=1)
_rad2deg_backward_self = Elementwise("derivata.generated.kernels.rad2deg", "backward_self", outputs=1, cost=1)


class SinBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "sin"
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
        if grad.size >= 1024:
            if grad.size < LARGE:
                grad_self = _sin_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_sin_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * np.cos(self_).conjugate()
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
        grad_self = grad * ops.conj(ops.cos(self_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sin(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Sine of an angle in radians, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sin(input)
    gradient of input = grad * conj(cos(input))
    """
    if out is not None:
        return into("sin", out, sin, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("sin", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _sin_forward.launch(self_)
    if data is None:
        try:
            data = np.sin(self_)
        except (TypeError, ValueError) as error:
            raise explain("sin", error, ("input",), (input,)) from None
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
        node = SinBackward()
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
            _sin_tangent(out, input)
        if rare & PRODUCED:
            produced("sin", (out,), self=input)
    return out


def _sin_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(ops.cos(self_p))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class CosBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "cos"
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
        if grad.size >= 1024:
            if grad.size < LARGE:
                grad_self = _cos_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_cos_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = -grad * np.sin(self_).conjugate()
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
        grad_self = -grad * ops.conj(ops.sin(self_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def cos(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Cosine of an angle in radians, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = cos(input)
    gradient of input = -grad * conj(sin(input))
    """
    if out is not None:
        return into("cos", out, cos, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("cos", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _cos_forward.launch(self_)
    if data is None:
        try:
            data = np.cos(self_)
        except (TypeError, ValueError) as error:
            raise explain("cos", error, ("input",), (input,)) from None
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
        node = CosBackward()
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
            _cos_tangent(out, input)
        if rare & PRODUCED:
            produced("cos", (out,), self=input)
    return out


def _cos_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = -grad * ops.conj(ops.sin(self_p))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class TanBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "tan"
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
        if grad.size >= 2340:
            if grad.size < LARGE:
                grad_self = _tan_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_tan_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            grad_self = grad * (literals[1, self.dtype] + result_ * result_).conjugate()
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
        grad_self = grad * ops.conj(1 + result_ * result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def tan(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Tangent of an angle in radians, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = tan(input)
    gradient of input = grad * conj(1 + result * result)
    """
    if out is not None:
        return into("tan", out, tan, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("tan", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _tan_forward.launch(self_)
    if data is None:
        try:
            data = np.tan(self_)
        except (TypeError, ValueError) as error:
            raise explain("tan", error, ("input",), (input,)) from None
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
        node = TanBackward()
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
            _tan_tangent(out, input)
        if rare & PRODUCED:
            produced("tan", (out,), self=input)
    return out


def _tan_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(1 + out * out)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class AsinBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "asin"
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
                grad_self = _asin_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_asin_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            part3 = (literals[1, self.dtype] - self_) * (literals[1, self.dtype] + self_)
            part2 = elementary.rsqrt(part3)
            part1 = part2.conjugate()
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
        grad_self = grad * ops.conj(ops.rsqrt((1 - self_) * (1 + self_)))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def asin(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The angle in [-pi/2, pi/2] with this sine, elementwise.

    Real numbers outside [-1, 1] give NaN.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = asin(input)
    gradient of input = grad * conj(rsqrt((1 - input) * (1 + input)))
    """
    if out is not None:
        return into("asin", out, asin, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("asin", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _asin_forward.launch(self_)
    if data is None:
        try:
            data = np.arcsin(self_)
        except (TypeError, ValueError) as error:
            raise explain("asin", error, ("input",), (input,)) from None
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
        node = AsinBackward()
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
            _asin_tangent(out, input)
        if rare & PRODUCED:
            produced("asin", (out,), self=input)
    return out


def _asin_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(ops.rsqrt((1 - self_p) * (1 + self_p)))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class AcosBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "acos"
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
                grad_self = _acos_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_acos_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            part3 = (literals[1, self.dtype] - self_) * (literals[1, self.dtype] + self_)
            part2 = elementary.rsqrt(part3)
            part1 = part2.conjugate()
            grad_self = -grad * part1
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
        grad_self = -grad * ops.conj(ops.rsqrt((1 - self_) * (1 + self_)))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def acos(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The angle in [0, pi] with this cosine, elementwise.

    Real numbers outside [-1, 1] give NaN.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = acos(input)
    gradient of input = -grad * conj(rsqrt((1 - input) * (1 + input)))
    """
    if out is not None:
        return into("acos", out, acos, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("acos", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _acos_forward.launch(self_)
    if data is None:
        try:
            data = np.arccos(self_)
        except (TypeError, ValueError) as error:
            raise explain("acos", error, ("input",), (input,)) from None
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
        node = AcosBackward()
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
            _acos_tangent(out, input)
        if rare & PRODUCED:
            produced("acos", (out,), self=input)
    return out


def _acos_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = -grad * ops.conj(ops.rsqrt((1 - self_p) * (1 + self_p)))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class AtanBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "atan"
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
        if grad.size >= 1638:
            if grad.size < LARGE:
                grad_self = _atan_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_atan_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad / (literals[1, self.dtype] + self_ * self_).conjugate()
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
        grad_self = grad / ops.conj(1 + self_ * self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def atan(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The angle in [-pi/2, pi/2] with this tangent, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = atan(input)
    gradient of input = grad / conj(1 + input * input)
    """
    if out is not None:
        return into("atan", out, atan, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("atan", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _atan_forward.launch(self_)
    if data is None:
        try:
            data = np.arctan(self_)
        except (TypeError, ValueError) as error:
            raise explain("atan", error, ("input",), (input,)) from None
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
        node = AtanBackward()
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
            _atan_tangent(out, input)
        if rare & PRODUCED:
            produced("atan", (out,), self=input)
    return out


def _atan_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad / ops.conj(1 + self_p * self_p)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class Atan2Backward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "atan2"
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
        if grad.size >= (64 if self.spread is None else 1927):
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _atan2_backward_self_other, buffers, edge_self, grad, self_, other_, targets=self.spread
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _atan2_backward_self_other.launch(grad, self_, other_)
                else:
                    fused = _atan2_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 2184):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _atan2_backward_self.launch(grad, self_, other_)
                    else:
                        grad_self = in_memory(
                            _atan2_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= (64 if self.spread is None else 2184):
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _atan2_backward_other.launch(grad, self_, other_)
                    else:
                        grad_other = in_memory(
                            _atan2_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[1:2],
                        )
        if (edge_self is not None and grad_self is None) or (edge_other is not None and grad_other is None):
            squared_ = self_ * self_ + other_ * other_
        if (edge_self is not None and grad_self is None) or (edge_other is not None and grad_other is None):
            r_ = 1 / np.where(squared_ == 0, 1, squared_)
        if edge_self is not None and grad_self is None:
            grad_self = grad * other_ * r_
        if edge_other is not None and grad_other is None:
            grad_other = grad * -self_ * r_
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
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        other_ = self.saved_other
        if other_._counter != self.version_other:
            other_ = checked(self, "other", other_)
        squared_ = self_ * self_ + other_ * other_
        r_ = 1 / ops.where(squared_ == 0, 1, squared_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad * other_ * r_
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = grad * -self_ * r_
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def atan2(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The angle in [-pi, pi] of the point with ordinate `input` and abscissa `other`, elementwise.

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
    result = atan2(input, other)
    squared = input * input + other * other
    r = 1 / where(squared == 0, 1, squared)
    gradient of input = grad * other * r
    gradient of other = grad * -input * r
    """
    if out is not None:
        return into("atan2", out, atan2, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("atan2", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("atan2", ("input", "other"), input, other)
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
        self_, other_ = real_floating("atan2", self_, other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        if alike:
            data = _atan2_forward.launch(self_, other_)
        else:
            data = _atan2_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = np.arctan2(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("atan2", error, ("input", "other"), (input, other)) from None
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
        node = Atan2Backward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_self = input
        counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _atan2_tangent(out, input, other)
        if rare & PRODUCED:
            produced("atan2", (out,), self=input, other=other)
    return out


def _atan2_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    squared_ = self_p * self_p + other_p * other_p
    r_ = 1 / ops.where(squared_ == 0, 1, squared_)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * other_p * r_
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = grad * -self_p * r_
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class SincBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "sinc"
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
                grad_self = _sinc_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_sinc_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            u_ = literals[3.141592653589793, self.dtype] * self_
            near_ = np.absolute(u_) < 0.3
            far_ = np.where(near_, 1, u_)
            s_ = np.where(near_, u_ * u_, 0)
            part5 = s_ * (1 / 30 + s_ * (-1 / 840 + s_ * (1 / 45360 - s_ / 3991680)))
            part4 = -1 / 3 + part5
            series_ = u_ * part4
            part3 = np.where(near_, series_, (np.cos(far_) - np.sin(far_) / far_) / far_)
            part2 = 3.141592653589793 * part3
            part1 = part2.conjugate()
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
        u_ = 3.141592653589793 * self_
        near_ = ops.abs(u_) < 0.3
        far_ = ops.where(near_, 1, u_)
        s_ = ops.where(near_, u_ * u_, 0)
        part7 = s_ * (1 / 30 + s_ * (-1 / 840 + s_ * (1 / 45360 - s_ / 3991680)))
        part6 = -1 / 3 + part7
        series_ = u_ * part6
        part10 = ops.where(near_, series_, (ops.cos(far_) - ops.sin(far_) / far_) / far_)
        part9 = 3.141592653589793 * part10
        part8 = ops.conj(part9)
        grad_self = grad * part8
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sinc(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """`sin(pi * input) / (pi * input)`, elementwise, and 1 at 0.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(input == 0, 1, sin(3.141592653589793 * input) / where(input == 0, 1, 3.141592653589793 *
        input))
    u = 3.141592653589793 * input
    near = abs(u) < 0.3
    far = where(near, 1, u)
    s = where(near, u * u, 0)
    series = u * (-1 / 3 + s * (1 / 30 + s * (-1 / 840 + s * (1 / 45360 - s / 3991680))))
    gradient of input = grad * conj(3.141592653589793 * where(near, series, (cos(far) - sin(far) / far) /
        far))
    """
    if out is not None:
        return into("sinc", out, sinc, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("sinc", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 64:
        data = _sinc_forward.launch(self_)
    if data is None:
        try:
            part3 = literals[3.141592653589793, self_.dtype] * self_
            part2 = np.where(self_ == 0, 1, part3)
            part1 = np.sin(literals[3.141592653589793, self_.dtype] * self_) / part2
            data = np.where(self_ == 0, 1, part1)
        except (TypeError, ValueError) as error:
            raise explain("sinc", error, ("input",), (input,)) from None
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
        node = SincBackward()
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
            _sinc_tangent(out, input)
        if rare & PRODUCED:
            produced("sinc", (out,), self=input)
    return out


def _sinc_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    u_ = 3.141592653589793 * self_p
    near_ = ops.abs(u_) < 0.3
    far_ = ops.where(near_, 1, u_)
    s_ = ops.where(near_, u_ * u_, 0)
    part5 = s_ * (1 / 30 + s_ * (-1 / 840 + s_ * (1 / 45360 - s_ / 3991680)))
    part4 = -1 / 3 + part5
    series_ = u_ * part4
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part3 = ops.where(near_, series_, (ops.cos(far_) - ops.sin(far_) / far_) / far_)
        part2 = 3.141592653589793 * part3
        part1 = ops.conj(part2)
        part = grad * part1
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class Deg2radBackward(Node):
    __slots__ = ("edge_self",)
    op = "deg2rad"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self: Any = None
        if grad.size >= 3276:
            if grad.size < LARGE:
                grad_self = _deg2rad_backward_self.launch(grad)
            else:
                grad_self = in_memory(_deg2rad_backward_self, buffers, edge_self, grad)
        if grad_self is None:
            grad_self = grad * literals[0.017453292519943295, self.dtype]
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
        grad_self = grad * 0.017453292519943295
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def deg2rad(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Degrees as radians, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input * 0.017453292519943295
    gradient of input = grad * 0.017453292519943295
    """
    if out is not None:
        return into("deg2rad", out, deg2rad, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("deg2rad", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("deg2rad", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _deg2rad_forward.launch(self_)
    if data is None:
        try:
            data = self_ * literals[0.017453292519943295, self_.dtype]
        except (TypeError, ValueError) as error:
            raise explain("deg2rad", error, ("input",), (input,)) from None
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
        node = Deg2radBackward()
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
            _deg2rad_tangent(out, input)
        if rare & PRODUCED:
            produced("deg2rad", (out,), self=input)
    return out


def _deg2rad_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self: Any = None
        if grad.size >= 3276:
            if grad.size < LARGE:
                grad_self = _rad2deg_backward_self.launch(grad)
            else:
                grad_self = in_memory(_rad2deg_backward_self, buffers, edge_self, grad)
        if grad_self is None:
            grad_self = grad * literals[57.29577951308232, self.dtype]
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
        grad_self = grad * 57.29577951308232
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def rad2deg(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Radians as degrees, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input * 57.29577951308232
    gradient of input = grad * 57.29577951308232
    """
    if out is not None:
        return into("rad2deg", out, rad2deg, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("rad2deg", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("rad2deg", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _rad2deg_forward.launch(self_)
    if data is None:
        try:
            data = self_ * literals[57.29577951308232, self_.dtype]
        except (TypeError, ValueError) as error:
            raise explain("rad2deg", error, ("input",), (input,)) from None
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
        node = Rad2degBackward()
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
            _rad2deg_tangent(out, input)
        if rare & PRODUCED:
            produced("rad2deg", (out,), self=input)
    return out


def _rad2deg_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * 57.29577951308232
        tangent = part
    set_elementwise_tangent(out, tangent)


def sin_(input: TensorLike) -> Tensor:
    """Write `sin` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("sin_", input, sin(expendable(input)))
    write = Write("sin_", input)
    return write.finish(sin(write.original))


def cos_(input: TensorLike) -> Tensor:
    """Write `cos` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("cos_", input, cos(expendable(input)))
    write = Write("cos_", input)
    return write.finish(cos(write.original))


def tan_(input: TensorLike) -> Tensor:
    """Write `tan` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("tan_", input, tan(expendable(input)))
    write = Write("tan_", input)
    return write.finish(tan(write.original))


def asin_(input: TensorLike) -> Tensor:
    """Write `asin` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("asin_", input, asin(expendable(input)))
    write = Write("asin_", input)
    return write.finish(asin(write.original))


def acos_(input: TensorLike) -> Tensor:
    """Write `acos` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("acos_", input, acos(expendable(input)))
    write = Write("acos_", input)
    return write.finish(acos(write.original))


def atan_(input: TensorLike) -> Tensor:
    """Write `atan` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("atan_", input, atan(expendable(input)))
    write = Write("atan_", input)
    return write.finish(atan(write.original))


def atan2_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `atan2` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("atan2_", input, atan2(expendable(input), other))
    write = Write("atan2_", input)
    return write.finish(atan2(write.original, other))


def sinc_(input: TensorLike) -> Tensor:
    """Write `sinc` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("sinc_", input, sinc(expendable(input)))
    write = Write("sinc_", input)
    return write.finish(sinc(write.original))


def deg2rad_(input: TensorLike) -> Tensor:
    """Write `deg2rad` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("deg2rad_", input, deg2rad(expendable(input)))
    write = Write("deg2rad_", input, keepers=())
    return write.finish(deg2rad(write.original))


def rad2deg_(input: TensorLike) -> Tensor:
    """Write `rad2deg` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("rad2deg_", input, rad2deg(expendable(input)))
    write = Write("rad2deg_", input, keepers=())
    return write.finish(rad2deg(write.original))

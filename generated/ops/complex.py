# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family complex: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import elementary
from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    WATCHED,
    Buffers,
    Heap,
    Node,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    as_view,
    asarray,
    check_real,
    checked,
    explain,
    fresh,
    heappush,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    overwrite,
    primal_of,
    produced,
    recording,
    reduce_to,
    replayed,
    seqs,
    set_elementwise_tangent,
    set_tangent,
    state,
    tangent_of,
    tangent_or_zeros,
    to_floating,
    unrecorded,
)

from . import at_once as ops

__all__ = [
    "angle",
    "complex_op",
    "conj",
    "conj_",
    "conj_physical",
    "conj_physical_",
    "imag",
    "polar",
    "real",
    "view_as_complex",
    "view_as_real",
]


class ConjBackward(Node):
    __slots__ = ("edge_self",)
    op = "conj"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = grad.conjugate()
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
        grad_self = ops.conj(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def conj(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Complex conjugate, elementwise.

    A real argument is returned as it is.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = conj(input)
    gradient of input = conj(grad)
    """
    if out is not None:
        return into("conj", out, conj, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("conj", "input", input)
        edge_self = input._edge
    self_ = input._array
    try:
        data = self_.conjugate()
    except (TypeError, ValueError) as error:
        raise explain("conj", error, ("input",), (input,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    if data is self_:
        same: Tensor = input
        return same
    data = fresh(data, self_)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = input.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = ConjBackward()
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
            _conj_tangent(out, input)
        if rare & PRODUCED:
            produced("conj", (out,), self=input)
    return out


def _conj_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = ops.conj(grad)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class ConjPhysicalBackward(Node):
    __slots__ = ("edge_self",)
    op = "conj_physical"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = grad.conjugate()
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
        grad_self = ops.conj(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def conj_physical(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Complex conjugate, elementwise.

    A real argument is returned as it is.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = conj(input)
    gradient of input = conj(grad)
    """
    if out is not None:
        return into("conj_physical", out, conj_physical, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("conj_physical", "input", input)
        edge_self = input._edge
    self_ = input._array
    try:
        data = self_.conjugate()
    except (TypeError, ValueError) as error:
        raise explain("conj_physical", error, ("input",), (input,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    if data is self_:
        same: Tensor = input
        return same
    data = fresh(data, self_)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = input.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = ConjPhysicalBackward()
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
            _conj_physical_tangent(out, input)
        if rare & PRODUCED:
            produced("conj_physical", (out,), self=input)
    return out


def _conj_physical_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = ops.conj(grad)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class ComplexBackward(Node):
    __slots__ = ("edge_imag", "edge_real", "shape_imag", "shape_real")
    op = "complex"
    edge_names = ("edge_real", "edge_imag")
    edge_imag: Any
    edge_real: Any
    shape_imag: Any
    shape_real: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_real = self.edge_real
        edge_imag = self.edge_imag
        if needed is not None:
            if edge_real not in needed:
                edge_real = None
            if edge_imag not in needed:
                edge_imag = None
        if edge_real is not None:
            grad_real = functions.sum_to_size(elementary.real(grad), self.shape_real)
        if edge_imag is not None:
            grad_imag = functions.sum_to_size(elementary.imag(grad), self.shape_imag)
        following: Node | None = None
        if edge_real is not None:
            if grad_real.__class__ is not ndarray:
                grad_real = asarray(grad_real)
            if edge_real in buffers:
                accumulate(buffers, edge_real, grad_real)
            else:
                buffers[edge_real] = grad_real
                following = edge_real
            del grad_real
        if edge_imag is not None:
            if grad_imag.__class__ is not ndarray:
                grad_imag = asarray(grad_imag)
            if edge_imag in buffers:
                accumulate(buffers, edge_imag, grad_imag)
            else:
                buffers[edge_imag] = grad_imag
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_imag
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_real = self.edge_real
        edge_imag = self.edge_imag
        if needed is not None:
            if edge_real not in needed:
                edge_real = None
            if edge_imag not in needed:
                edge_imag = None
        grad_real: Any = None
        grad_imag: Any = None
        if edge_real is not None:
            grad_real = ops.sum_to_size(ops.real(grad), self.shape_real)
        if edge_imag is not None:
            grad_imag = ops.sum_to_size(ops.imag(grad), self.shape_imag)
        return (grad_real, grad_imag)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_real, self.edge_imag)


def complex_op(real: TensorLike, imag: TensorLike, out: Tensor | None = None) -> Tensor:
    """Complex numbers of their real and imaginary parts, float32 or float64, elementwise.

    Parameters
    ----------
    real : Tensor
    imag : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of real = sum_to_size(real(grad), real.shape)
    gradient of imag = sum_to_size(imag(grad), imag.shape)
    """
    if out is not None:
        return into("complex", out, complex_op, real, imag)
    try:
        edge_real = real._edge
        edge_imag = imag._edge
    except AttributeError:
        real = operand("complex", "real", real)
        imag = operand("complex", "imag", imag)
        edge_real = real._edge
        edge_imag = imag._edge
    if real.dtype.num > 13:  # complex, or float16
        check_real("complex", real._array)
    real_ = real._array
    imag_ = imag._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("complex", functions.complex, real_, imag_)
    else:
        result_ = functions.complex(real_, imag_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_real is not None or edge_imag is not None) and (not rare or recording()):
        node = ComplexBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_real = edge_real
        node.edge_imag = edge_imag
        node.shape_real = real.shape
        node.shape_imag = imag.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _complex_op_tangent(out, real, imag)
        if rare & PRODUCED:
            produced("complex", (out,), real=real, imag=imag)
    return out


def _complex_op_tangent(out: Any, real: Any, imag: Any) -> None:
    if not any_tangent((real, imag)):
        return
    real_t = tangent_or_zeros(real)
    imag_t = tangent_or_zeros(imag)
    tangent = ops.complex_op(real_t, imag_t)
    set_tangent(out, tangent)


class PolarBackward(Node):
    __slots__ = (
        "edge_abs",
        "edge_angle",
        "saved_abs",
        "saved_angle",
        "shape_abs",
        "shape_angle",
        "version_abs",
        "version_angle",
    )
    op = "polar"
    edge_names = ("edge_abs", "edge_angle")
    saved_names = ("abs", "angle")
    edge_abs: Any
    edge_angle: Any
    saved_abs: Any
    saved_angle: Any
    shape_abs: Any
    shape_angle: Any
    version_abs: Any
    version_angle: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_abs = self.edge_abs
        edge_angle = self.edge_angle
        if needed is not None:
            if edge_abs not in needed:
                edge_abs = None
            if edge_angle not in needed:
                edge_angle = None
        if edge_angle is not None:
            abs_ = self.saved_abs
            if abs_._counter != self.version_abs:
                abs_ = checked(self, "abs", abs_)
            abs_ = abs_._array
        angle_ = self.saved_angle
        if angle_._counter != self.version_angle:
            angle_ = checked(self, "angle", angle_)
        angle_ = angle_._array
        c_ = np.cos(angle_)
        s_ = np.sin(angle_)
        if edge_abs is not None:
            part1 = elementary.real(grad) * c_ + elementary.imag(grad) * s_
            grad_abs = functions.sum_to_size(part1, self.shape_abs)
        if edge_angle is not None:
            part2 = abs_ * (elementary.imag(grad) * c_ - elementary.real(grad) * s_)
            grad_angle = functions.sum_to_size(part2, self.shape_angle)
        following: Node | None = None
        if edge_abs is not None:
            if grad_abs.__class__ is not ndarray:
                grad_abs = asarray(grad_abs)
            if edge_abs in buffers:
                accumulate(buffers, edge_abs, grad_abs)
            else:
                buffers[edge_abs] = grad_abs
                following = edge_abs
            del grad_abs
        if edge_angle is not None:
            if grad_angle.__class__ is not ndarray:
                grad_angle = asarray(grad_angle)
            if edge_angle in buffers:
                accumulate(buffers, edge_angle, grad_angle)
            else:
                buffers[edge_angle] = grad_angle
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_angle
        if not keep:
            self.saved_abs = self.saved_angle = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_abs = self.edge_abs
        edge_angle = self.edge_angle
        if needed is not None:
            if edge_abs not in needed:
                edge_abs = None
            if edge_angle not in needed:
                edge_angle = None
        if edge_angle is not None:
            abs_ = self.saved_abs
            if abs_._counter != self.version_abs:
                abs_ = checked(self, "abs", abs_)
        angle_ = self.saved_angle
        if angle_._counter != self.version_angle:
            angle_ = checked(self, "angle", angle_)
        c_ = ops.cos(angle_)
        s_ = ops.sin(angle_)
        grad_abs: Any = None
        grad_angle: Any = None
        if edge_abs is not None:
            part3 = ops.real(grad) * c_ + ops.imag(grad) * s_
            grad_abs = ops.sum_to_size(part3, self.shape_abs)
        if edge_angle is not None:
            part4 = abs_ * (ops.imag(grad) * c_ - ops.real(grad) * s_)
            grad_angle = ops.sum_to_size(part4, self.shape_angle)
        return (grad_abs, grad_angle)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_abs, self.edge_angle)


def polar(abs: TensorLike, angle: TensorLike, out: Tensor | None = None) -> Tensor:
    """Complex numbers of absolute value `abs` and angle `angle` in radians, elementwise.

    The gradient of `abs` is that of the length along the angle, at 0 and for negative ones too.

    Parameters
    ----------
    abs : Tensor
    angle : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    c = cos(angle)
    s = sin(angle)
    gradient of abs = sum_to_size(real(grad) * c + imag(grad) * s, abs.shape)
    gradient of angle = sum_to_size(abs * (imag(grad) * c - real(grad) * s), angle.shape)
    """
    if out is not None:
        return into("polar", out, polar, abs, angle)
    try:
        edge_abs = abs._edge
        edge_angle = angle._edge
    except AttributeError:
        abs = operand("polar", "abs", abs)
        angle = operand("polar", "angle", angle)
        edge_abs = abs._edge
        edge_angle = angle._edge
    if abs.dtype.num > 13:  # complex, or float16
        check_real("polar", abs._array)
    abs_ = abs._array
    angle_ = angle._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("polar", functions.polar, abs_, angle_)
    else:
        result_ = functions.polar(abs_, angle_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_abs is not None or edge_angle is not None) and (not rare or recording()):
        node = PolarBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_abs = edge_abs
        node.edge_angle = edge_angle
        if edge_angle is not None:
            node.saved_abs = abs
            counter = abs._counter
            node.version_abs = counter if counter.__class__ is int else counter.version
        else:
            node.saved_abs = None
        node.shape_abs = abs.shape
        node.saved_angle = angle
        counter = angle._counter
        node.version_angle = counter if counter.__class__ is int else counter.version
        node.shape_angle = angle.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _polar_tangent(out, abs, angle)
        if rare & PRODUCED:
            produced("polar", (out,), abs=abs, angle=angle)
    return out


def _polar_tangent(out: Any, abs: Any, angle: Any) -> None:
    if not any_tangent((abs, angle)):
        return
    abs_p = primal_of(abs)
    angle_p = primal_of(angle)
    abs_t = tangent_or_zeros(abs)
    angle_t = tangent_or_zeros(angle)
    part1 = ops.polar(ops.fill(angle_p, 1), angle_p)
    tangent = (abs_t + 1j * (abs_p * angle_t)) * part1
    set_tangent(out, tangent)


class RealBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "real"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.cast_gradient(grad, self.dtype_self)
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
        grad_self = ops._cast_gradient(grad, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def real(input: TensorLike) -> Tensor:
    """Real part, elementwise, as a view.

    Of a real tensor it is the tensor itself.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _cast_gradient(grad, input.dtype)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("real", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.real(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = input
        return same
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, input, real, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = RealBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = input.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _real_tangent(out, input)
        if rare & PRODUCED:
            produced("real", (out,), self=input)
    return out


def _real_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.real(self_t)
    set_tangent(out, tangent)


class ImagBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "imag"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.cast_gradient(grad * 1j, self.dtype_self)
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
        grad_self = ops._cast_gradient(grad * 1j, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def imag(input: TensorLike) -> Tensor:
    """Imaginary part of complex numbers, elementwise, as a view.

    An error for real ones.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _cast_gradient(grad * 1j, input.dtype)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("imag", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.imag(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = input
        return same
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, input, imag, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = ImagBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = input.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _imag_tangent(out, input)
        if rare & PRODUCED:
            produced("imag", (out,), self=input)
    return out


def _imag_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.imag(self_t)
    set_tangent(out, tangent)


class AngleBackward(Node):
    __slots__ = ("dtype_self", "edge_self", "saved_self", "spread", "version_self")
    op = "angle"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    dtype_self: Any
    edge_self: Any
    saved_self: Any
    spread: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        grad_self: Any
        if functions.is_complex_dtype(self.dtype_self):
            part1 = np.where(self_ == 0, 1, np.absolute(self_))
            grad_self = grad * (1j * elementary.sgn(self_)) / part1
        else:
            grad_self = functions.fill(grad, 0)
        following: Node | None = None
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
            self.saved_self = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        grad_self: Any
        if functions.is_complex_dtype(self.dtype_self):
            grad_self = grad * (1j * ops.sgn(self_)) / ops.where(self_ == 0, 1, ops.abs(self_))
        else:
            grad_self = ops.fill(grad, 0)
        if self.spread is not None and (target := self.spread[0]) is not None:
            grad_self = ops._reduce_to(grad_self, *target)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def angle(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The angle in [-pi, pi] of a complex number, elementwise.

    At zero its gradient is 0.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = angle(input)
    gradient of input = grad * (1j * sgn(input)) / where(input == 0, 1, abs(input)) if
        functions.is_complex_dtype(input.dtype) else fill(grad, 0)
    """
    if out is not None:
        return into("angle", out, angle, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("angle", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    try:
        data = elementary.angle(self_)
    except (TypeError, ValueError) as error:
        raise explain("angle", error, ("input",), (input,)) from None
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
        node = AngleBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.spread = ((input.shape, input.dtype),)
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.dtype_self = input.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _angle_tangent(out, input)
        if rare & PRODUCED:
            produced("angle", (out,), self=input)
    return out


def _angle_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        if functions.is_complex_dtype(self_p.dtype):
            part1 = ops.where(self_p == 0, 1, ops.abs(self_p))
            part = grad * (1j * ops.sgn(self_p)) / part1
        else:
            part = ops.fill(grad, 0)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class ViewAsRealBackward(Node):
    __slots__ = ("edge_self",)
    op = "view_as_real"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.view_as_complex(functions.contiguous(grad))
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
        grad_self = ops.view_as_complex(ops.contiguous(grad))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def view_as_real(input: TensorLike) -> Tensor:
    """Complex numbers as pairs of real ones, in a new last dimension.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = view_as_complex(contiguous(grad))
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("view_as_real", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.view_as_real(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = input
        return same
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, input, view_as_real, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = ViewAsRealBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _view_as_real_tangent(out, input)
        if rare & PRODUCED:
            produced("view_as_real", (out,), self=input)
    return out


def _view_as_real_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.view_as_real(self_t)
    set_tangent(out, tangent)


class ViewAsComplexBackward(Node):
    __slots__ = ("edge_self",)
    op = "view_as_complex"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.view_as_real(grad)
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
        grad_self = ops.view_as_real(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def view_as_complex(input: TensorLike) -> Tensor:
    """Pairs of real numbers, in the last dimension, as complex ones.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = view_as_real(grad)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("view_as_complex", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("view_as_complex", input._array)
    self_ = input._array
    result_ = functions.view_as_complex(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = input
        return same
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, input, view_as_complex, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = ViewAsComplexBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _view_as_complex_tangent(out, input)
        if rare & PRODUCED:
            produced("view_as_complex", (out,), self=input)
    return out


def _view_as_complex_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.view_as_complex(ops.contiguous(self_t))
    set_tangent(out, tangent)


def conj_(input: TensorLike) -> Tensor:
    """Write `conj` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("conj_", input, conj(input))
    write = Write("conj_", input)
    return write.finish(conj(write.original))


def conj_physical_(input: TensorLike) -> Tensor:
    """Write `conj_physical` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("conj_physical_", input, conj_physical(input))
    write = Write("conj_physical_", input)
    return write.finish(conj_physical(write.original))

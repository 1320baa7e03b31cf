# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family rounding: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import elementary
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
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
    as_int,
    asarray,
    check_real,
    expendable,
    explain,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    overwrite,
    produced,
    recording,
    seqs,
    set_elementwise_tangent,
    state,
    tangent_of,
    unrecorded,
    wrap,
    zero_array,
)

__all__ = [
    "ceil",
    "ceil_",
    "floor",
    "floor_",
    "frac",
    "frac_",
    "round",
    "round_",
    "trunc",
    "trunc_",
]

_floor_forward = Elementwise("derivata.generated.kernels.floor", "forward", outputs=1, cost=1)
_ceil_forward = Elementwise("derivata.generated.kernels.ceil", "forward", outputs=1, cost=1)
_round_forward_1 = Elementwise("derivata.generated.kernels.round", "forward_1", outputs=1, cost=1)
_round_forward_2 = Elementwise(
    "derivata.generated.kernels.round", "forward_2", outputs=1, cost=102, minimum=64
)
_round_forward_3 = Elementwise(
    "derivata.generated.kernels.round", "forward_3", outputs=1, cost=102, minimum=64
)
_trunc_forward = Elementwise("derivata.generated.kernels.trunc", "forward", outputs=1, cost=1)
_frac_forward = Elementwise("derivata.generated.kernels.frac", "forward", outputs=1, cost=2)


class FloorBackward(Node):
    __slots__ = ("edge_self",)
    op = "floor"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = zero_array(grad.shape, self.dtype)
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
        grad_self = wrap(zero_array(grad.shape, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def floor(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The largest integer that is not above the argument, elementwise.

    Its gradient is zero.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = floor(input)
    gradient of input = 0
    """
    if out is not None:
        return into("floor", out, floor, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("floor", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("floor", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _floor_forward.launch(self_)
    if data is None:
        try:
            data = np.floor(self_)
        except (TypeError, ValueError) as error:
            raise explain("floor", error, ("input",), (input,)) from None
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
        node = FloorBackward()
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
            _floor_tangent(out, input)
        if rare & PRODUCED:
            produced("floor", (out,), self=input)
    return out


def _floor_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class CeilBackward(Node):
    __slots__ = ("edge_self",)
    op = "ceil"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = zero_array(grad.shape, self.dtype)
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
        grad_self = wrap(zero_array(grad.shape, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def ceil(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The smallest integer that is not below the argument, elementwise.

    Its gradient is zero.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = ceil(input)
    gradient of input = 0
    """
    if out is not None:
        return into("ceil", out, ceil, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("ceil", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("ceil", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _ceil_forward.launch(self_)
    if data is None:
        try:
            data = np.ceil(self_)
        except (TypeError, ValueError) as error:
            raise explain("ceil", error, ("input",), (input,)) from None
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
        node = CeilBackward()
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
            _ceil_tangent(out, input)
        if rare & PRODUCED:
            produced("ceil", (out,), self=input)
    return out


def _ceil_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class RoundBackward(Node):
    __slots__ = ("edge_self",)
    op = "round"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = zero_array(grad.shape, self.dtype)
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
        grad_self = wrap(zero_array(grad.shape, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def round(input: TensorLike, out: Tensor | None = None, *, decimals: int = 0) -> Tensor:
    """The nearest number with `decimals` digits after the point, elementwise.

    Halves go to the even digit. Its gradient is zero.

    Parameters
    ----------
    input : Tensor
    decimals : int, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = round(input) if decimals == 0 else round(input * 10 ** decimals) / 10 ** decimals if decimals
        > 0 else round(input / 10 ** -decimals) * 10 ** -decimals
    gradient of input = 0
    """
    if out is not None:
        return into("round", out, round, input, decimals=decimals)
    if decimals.__class__ is not int:
        decimals = as_int("round", "decimals", decimals)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("round", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("round", self_)
    data: Any = None
    if self_.size >= 64:
        if decimals == 0:
            data = _round_forward_1.launch(self_)
        elif decimals > 0:
            data = _round_forward_2.launch(self_, decimals)
        else:
            data = _round_forward_3.launch(self_, decimals)
    if data is None:
        try:
            if decimals == 0:
                data = elementary.round(self_)
            else:
                if decimals > 0:
                    data = elementary.round(self_ * 10**decimals) / 10**decimals
                else:
                    data = elementary.round(self_ / 10**-decimals) * 10**-decimals
        except (TypeError, ValueError) as error:
            raise explain("round", error, ("input",), (input,)) from None
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
        node = RoundBackward()
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
            _round_tangent(out, input, decimals)
        if rare & PRODUCED:
            produced("round", (out,), self=input, decimals=decimals)
    return out


def _round_tangent(out: Any, input: Any, decimals: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class TruncBackward(Node):
    __slots__ = ("edge_self",)
    op = "trunc"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = zero_array(grad.shape, self.dtype)
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
        grad_self = wrap(zero_array(grad.shape, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def trunc(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument without its fraction, elementwise.

    Its gradient is zero.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = trunc(input)
    gradient of input = 0
    """
    if out is not None:
        return into("trunc", out, trunc, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("trunc", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("trunc", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _trunc_forward.launch(self_)
    if data is None:
        try:
            data = np.trunc(self_)
        except (TypeError, ValueError) as error:
            raise explain("trunc", error, ("input",), (input,)) from None
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
        node = TruncBackward()
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
            _trunc_tangent(out, input)
        if rare & PRODUCED:
            produced("trunc", (out,), self=input)
    return out


def _trunc_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class FracBackward(Node):
    __slots__ = ("edge_self",)
    op = "frac"
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


def frac(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The fraction that `trunc` cuts off, elementwise.

    It has the sign of the argument.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input - trunc(input)
    gradient of input = grad
    """
    if out is not None:
        return into("frac", out, frac, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("frac", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("frac", self_)
    data: Any = None
    if self_.size >= 2730:
        data = _frac_forward.launch(self_)
    if data is None:
        try:
            data = self_ - np.trunc(self_)
        except (TypeError, ValueError) as error:
            raise explain("frac", error, ("input",), (input,)) from None
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
        node = FracBackward()
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
            _frac_tangent(out, input)
        if rare & PRODUCED:
            produced("frac", (out,), self=input)
    return out


def _frac_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad
        tangent = part
    set_elementwise_tangent(out, tangent)


def floor_(input: TensorLike) -> Tensor:
    """Write `floor` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("floor_", input, floor(expendable(input)))
    write = Write("floor_", input, keepers=())
    return write.finish(floor(write.original))


def ceil_(input: TensorLike) -> Tensor:
    """Write `ceil` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("ceil_", input, ceil(expendable(input)))
    write = Write("ceil_", input, keepers=())
    return write.finish(ceil(write.original))


def round_(input: TensorLike, *, decimals: int = 0) -> Tensor:
    """Write `round` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("round_", input, round(expendable(input), decimals=decimals))
    write = Write("round_", input, keepers=())
    return write.finish(round(write.original, decimals=decimals))


def trunc_(input: TensorLike) -> Tensor:
    """Write `trunc` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("trunc_", input, trunc(expendable(input)))
    write = Write("trunc_", input, keepers=())
    return write.finish(trunc(write.original))


def frac_(input: TensorLike) -> Tensor:
    """Write `frac` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("frac_", input, frac(expendable(input)))
    write = Write("frac_", input, keepers=())
    return write.finish(frac(write.original))

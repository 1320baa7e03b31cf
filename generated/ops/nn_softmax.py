# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_softmax: each op's node directly above its function."""

from typing import Any, overload

import numpy as np

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    REPLAYING,
    REQUIRED,
    RESULTS,
    WATCHED,
    Buffers,
    DTypeLike,
    Heap,
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_dtype,
    as_int,
    asarray,
    by_other_name,
    check_real,
    checked,
    checked_output,
    heappush,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    primal_of,
    produced,
    recording,
    relinked,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
)

from . import at_once as ops

__all__ = [
    "log_softmax",
    "log_softmax_backward",
    "softmax",
    "softmax_backward",
    "softmin",
]


class SoftmaxBackward(Node):
    __slots__ = ("counter_result", "dtype_self", "edge_self", "saved_dim", "saved_result")
    op = "softmax"
    edge_names = ("edge_self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    dtype_self: Any
    edge_self: Any
    saved_dim: Any
    saved_result: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self = functions.softmax_backward(grad, result_, self.saved_dim, self.dtype_self)
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
        grad_self = ops.softmax_backward(grad, result_, self.saved_dim, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def softmax(
    input: TensorLike, dim: int, dtype: DTypeLike | None = ..., *, out: Tensor | None = ...
) -> Tensor: ...


@overload
def softmax(
    input: TensorLike, *, axis: int, dtype: DTypeLike | None = ..., out: Tensor | None = ...
) -> Tensor: ...


def softmax(
    input: TensorLike,
    dim: int = REQUIRED,
    dtype: DTypeLike = None,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """Exponentials along a dimension, divided by their sum.

    The argument is converted to `dtype` first, if one is given.

    Parameters
    ----------
    input : Tensor
    dim : int
    dtype : dtype?, default None
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = softmax_backward(grad, result, dim, input.dtype)
    """
    if axis is not None:
        dim = by_other_name("softmax", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("softmax", out, softmax, input, dim, dtype)
    if dim.__class__ is not int:
        dim = as_int("softmax", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("softmax", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("softmax", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("softmax", functions.softmax, self_, dim, dtype)
    else:
        result_ = functions.softmax(self_, dim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = SoftmaxBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = input.dtype
        node.saved_dim = dim
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _softmax_tangent(out, input, dim, dtype)
        if rare & PRODUCED:
            produced("softmax", (out,), self=input, dim=dim, dtype=dtype)
    return out


def _softmax_tangent(out: Any, input: Any, dim: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.softmax_backward(self_t, out, dim, out.dtype)
    set_tangent(out, tangent)


class SoftmaxBackwardBackward(Node):
    __slots__ = (
        "dtype_output_grad",
        "edge_output",
        "edge_output_grad",
        "saved_dim",
        "saved_output",
        "saved_output_grad",
        "version_output",
        "version_output_grad",
    )
    op = "softmax_backward"
    edge_names = ("edge_output_grad", "edge_output")
    saved_names = ("output_grad", "output")
    dtype_output_grad: Any
    edge_output: Any
    edge_output_grad: Any
    saved_dim: Any
    saved_output: Any
    saved_output_grad: Any
    version_output: Any
    version_output_grad: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_output_grad = self.edge_output_grad
        edge_output = self.edge_output
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_output not in needed:
                edge_output = None
        if edge_output is not None:
            output_grad_ = self.saved_output_grad
            if output_grad_._counter != self.version_output_grad:
                output_grad_ = checked(self, "output_grad", output_grad_)
            output_grad_ = output_grad_._array
        output_ = self.saved_output
        if output_._counter != self.version_output:
            output_ = checked(self, "output", output_)
        output_ = output_._array
        if edge_output_grad is not None:
            grad_output_grad = functions.softmax_backward(
                grad, output_, self.saved_dim, self.dtype_output_grad
            )
        if edge_output is not None:
            part3 = functions.sum(output_grad_ * output_, (self.saved_dim,), True, None)
            part2 = output_grad_ - part3
            part1 = grad * part2
            part5 = functions.sum(grad * output_, (self.saved_dim,), True, None)
            part4 = output_grad_ * part5
            grad_output = part1 - part4
        following: Node | None = None
        if edge_output_grad is not None:
            if grad_output_grad.__class__ is not ndarray:
                grad_output_grad = asarray(grad_output_grad)
            if edge_output_grad in buffers:
                accumulate(buffers, edge_output_grad, grad_output_grad)
            else:
                buffers[edge_output_grad] = grad_output_grad
                following = edge_output_grad
            del grad_output_grad
        if edge_output is not None:
            if grad_output.__class__ is not ndarray:
                grad_output = asarray(grad_output)
            if edge_output in buffers:
                accumulate(buffers, edge_output, grad_output)
            else:
                buffers[edge_output] = grad_output
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_output
        if not keep:
            self.saved_output_grad = self.saved_output = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_output_grad = self.edge_output_grad
        edge_output = self.edge_output
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_output not in needed:
                edge_output = None
        if edge_output is not None:
            output_grad_ = self.saved_output_grad
            if output_grad_._counter != self.version_output_grad:
                output_grad_ = checked(self, "output_grad", output_grad_)
        output_ = self.saved_output
        if output_._counter != self.version_output:
            output_ = checked(self, "output", output_)
        grad_output_grad: Any = None
        grad_output: Any = None
        if edge_output_grad is not None:
            grad_output_grad = ops.softmax_backward(grad, output_, self.saved_dim, self.dtype_output_grad)
        if edge_output is not None:
            part7 = output_grad_ - ops.sum(output_grad_ * output_, (self.saved_dim,), True)
            part6 = grad * part7
            grad_output = part6 - output_grad_ * ops.sum(grad * output_, (self.saved_dim,), True)
        return (grad_output_grad, grad_output)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_output_grad, self.edge_output)


def softmax_backward(
    output_grad: TensorLike, output: TensorLike, dim: int, dtype: DTypeLike = None
) -> Tensor:
    """Gradient of the argument of softmax, from softmax's result.

    Parameters
    ----------
    output_grad : Tensor
    output : Tensor
    dim : int
    dtype : dtype?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of output_grad = softmax_backward(grad, output, dim, output_grad.dtype)
    gradient of output = grad * (output_grad - sum(output_grad * output, (dim,), True)) - output_grad *
        sum(grad * output, (dim,), True)
    """
    if dim.__class__ is not int:
        dim = as_int("softmax_backward", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_output_grad = output_grad._edge
        edge_output = output._edge
    except AttributeError:
        output_grad = operand("softmax_backward", "output_grad", output_grad)
        output = operand("softmax_backward", "output", output)
        edge_output_grad = output_grad._edge
        edge_output = output._edge
    if output_grad.dtype.num > 13:  # complex, or float16
        check_real("softmax_backward", output_grad._array)
    output_grad_ = output_grad._array
    output_ = output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("softmax_backward", functions.softmax_backward, output_grad_, output_, dim, dtype)
    else:
        result_ = functions.softmax_backward(output_grad_, output_, dim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    wanted = edge_output_grad is not None or edge_output is not None
    if wanted and (not rare or recording()) and out.dtype.kind in "fc":
        node = SoftmaxBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_output_grad = edge_output_grad
        node.edge_output = edge_output
        if edge_output is not None:
            node.saved_output_grad = output_grad
            counter = output_grad._counter
            node.version_output_grad = counter if counter.__class__ is int else counter.version
        else:
            node.saved_output_grad = None
        node.dtype_output_grad = output_grad.dtype
        node.saved_output = output
        counter = output._counter
        node.version_output = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _softmax_backward_tangent(out, output_grad, output, dim, dtype)
        if rare & PRODUCED:
            produced("softmax_backward", (out,), output_grad=output_grad, output=output, dim=dim, dtype=dtype)
    return out


def _softmax_backward_tangent(out: Any, output_grad: Any, output: Any, dim: Any, dtype: Any) -> None:
    if not any_tangent((output_grad, output)):
        return
    output_grad_p = primal_of(output_grad)
    output_p = primal_of(output)
    output_grad_t = tangent_or_zeros(output_grad)
    output_t = tangent_or_zeros(output)
    part3 = output_grad_p - ops.sum(output_grad_p * output_p, (dim,), True)
    part2 = output_t * part3
    part1 = ops.softmax_backward(output_grad_t, output_p, dim, dtype) + part2
    tangent = part1 - output_p * ops.sum(output_grad_p * output_t, (dim,), True)
    set_tangent(out, tangent)


class LogSoftmaxBackward(Node):
    __slots__ = ("counter_result", "dtype_self", "edge_self", "saved_dim", "saved_result")
    op = "log_softmax"
    edge_names = ("edge_self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    dtype_self: Any
    edge_self: Any
    saved_dim: Any
    saved_result: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self = functions.log_softmax_backward(grad, result_, self.saved_dim, self.dtype_self)
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
        grad_self = ops.log_softmax_backward(grad, result_, self.saved_dim, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def log_softmax(
    input: TensorLike, dim: int, dtype: DTypeLike | None = ..., *, out: Tensor | None = ...
) -> Tensor: ...


@overload
def log_softmax(
    input: TensorLike, *, axis: int, dtype: DTypeLike | None = ..., out: Tensor | None = ...
) -> Tensor: ...


def log_softmax(
    input: TensorLike,
    dim: int = REQUIRED,
    dtype: DTypeLike = None,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """Logarithm of softmax, computed in one step: accurate where softmax itself would be 0.

    The argument is converted to `dtype` first, if one is given.

    Parameters
    ----------
    input : Tensor
    dim : int
    dtype : dtype?, default None
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = log_softmax_backward(grad, result, dim, input.dtype)
    """
    if axis is not None:
        dim = by_other_name("log_softmax", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("log_softmax", out, log_softmax, input, dim, dtype)
    if dim.__class__ is not int:
        dim = as_int("log_softmax", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("log_softmax", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("log_softmax", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("log_softmax", functions.log_softmax, self_, dim, dtype)
    else:
        result_ = functions.log_softmax(self_, dim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = LogSoftmaxBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = input.dtype
        node.saved_dim = dim
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _log_softmax_tangent(out, input, dim, dtype)
        if rare & PRODUCED:
            produced("log_softmax", (out,), self=input, dim=dim, dtype=dtype)
    return out


def _log_softmax_tangent(out: Any, input: Any, dim: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = self_t - ops.sum(ops.exp(out) * self_t, (dim,), True)
    set_tangent(out, tangent)


class LogSoftmaxBackwardBackward(Node):
    __slots__ = (
        "edge_output",
        "edge_output_grad",
        "saved_dim",
        "saved_output",
        "saved_output_grad",
        "version_output",
        "version_output_grad",
    )
    op = "log_softmax_backward"
    edge_names = ("edge_output_grad", "edge_output")
    saved_names = ("output_grad", "output")
    edge_output: Any
    edge_output_grad: Any
    saved_dim: Any
    saved_output: Any
    saved_output_grad: Any
    version_output: Any
    version_output_grad: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_output_grad = self.edge_output_grad
        edge_output = self.edge_output
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_output not in needed:
                edge_output = None
        if edge_output is not None:
            output_grad_ = self.saved_output_grad
            if output_grad_._counter != self.version_output_grad:
                output_grad_ = checked(self, "output_grad", output_grad_)
            output_grad_ = output_grad_._array
        output_ = self.saved_output
        if output_._counter != self.version_output:
            output_ = checked(self, "output", output_)
        output_ = output_._array
        if edge_output_grad is not None:
            part1 = functions.sum(grad * np.exp(output_), (self.saved_dim,), True, None)
            grad_output_grad = grad - part1
        if edge_output is not None:
            part2 = functions.sum(output_grad_, (self.saved_dim,), True, None)
            grad_output = -grad * np.exp(output_) * part2
        following: Node | None = None
        if edge_output_grad is not None:
            if grad_output_grad.__class__ is not ndarray:
                grad_output_grad = asarray(grad_output_grad)
            if edge_output_grad in buffers:
                accumulate(buffers, edge_output_grad, grad_output_grad)
            else:
                buffers[edge_output_grad] = grad_output_grad
                following = edge_output_grad
            del grad_output_grad
        if edge_output is not None:
            if grad_output.__class__ is not ndarray:
                grad_output = asarray(grad_output)
            if edge_output in buffers:
                accumulate(buffers, edge_output, grad_output)
            else:
                buffers[edge_output] = grad_output
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_output
        if not keep:
            self.saved_output_grad = self.saved_output = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_output_grad = self.edge_output_grad
        edge_output = self.edge_output
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_output not in needed:
                edge_output = None
        if edge_output is not None:
            output_grad_ = self.saved_output_grad
            if output_grad_._counter != self.version_output_grad:
                output_grad_ = checked(self, "output_grad", output_grad_)
        output_ = self.saved_output
        if output_._counter != self.version_output:
            output_ = checked(self, "output", output_)
        grad_output_grad: Any = None
        grad_output: Any = None
        if edge_output_grad is not None:
            grad_output_grad = grad - ops.sum(grad * ops.exp(output_), (self.saved_dim,), True)
        if edge_output is not None:
            part3 = ops.sum(output_grad_, (self.saved_dim,), True)
            grad_output = -grad * ops.exp(output_) * part3
        return (grad_output_grad, grad_output)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_output_grad, self.edge_output)


def log_softmax_backward(
    output_grad: TensorLike, output: TensorLike, dim: int, dtype: DTypeLike = None
) -> Tensor:
    """Gradient of the argument of log_softmax, from log_softmax's result.

    Parameters
    ----------
    output_grad : Tensor
    output : Tensor
    dim : int
    dtype : dtype?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of output_grad = grad - sum(grad * exp(output), (dim,), True)
    gradient of output = -grad * exp(output) * sum(output_grad, (dim,), True)
    """
    if dim.__class__ is not int:
        dim = as_int("log_softmax_backward", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_output_grad = output_grad._edge
        edge_output = output._edge
    except AttributeError:
        output_grad = operand("log_softmax_backward", "output_grad", output_grad)
        output = operand("log_softmax_backward", "output", output)
        edge_output_grad = output_grad._edge
        edge_output = output._edge
    if output_grad.dtype.num > 13:  # complex, or float16
        check_real("log_softmax_backward", output_grad._array)
    output_grad_ = output_grad._array
    output_ = output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "log_softmax_backward", functions.log_softmax_backward, output_grad_, output_, dim, dtype
        )
    else:
        result_ = functions.log_softmax_backward(output_grad_, output_, dim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    wanted = edge_output_grad is not None or edge_output is not None
    if wanted and (not rare or recording()) and out.dtype.kind in "fc":
        node = LogSoftmaxBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_output_grad = edge_output_grad
        node.edge_output = edge_output
        if edge_output is not None:
            node.saved_output_grad = output_grad
            counter = output_grad._counter
            node.version_output_grad = counter if counter.__class__ is int else counter.version
        else:
            node.saved_output_grad = None
        node.saved_output = output
        counter = output._counter
        node.version_output = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _log_softmax_backward_tangent(out, output_grad, output, dim, dtype)
        if rare & PRODUCED:
            produced(
                "log_softmax_backward", (out,), output_grad=output_grad, output=output, dim=dim, dtype=dtype
            )
    return out


def _log_softmax_backward_tangent(out: Any, output_grad: Any, output: Any, dim: Any, dtype: Any) -> None:
    if not any_tangent((output_grad, output)):
        return
    output_grad_p = primal_of(output_grad)
    output_p = primal_of(output)
    output_grad_t = tangent_or_zeros(output_grad)
    output_t = tangent_or_zeros(output)
    part1 = output_t * ops.exp(output_p) * ops.sum(output_grad_p, (dim,), True)
    tangent = ops.log_softmax_backward(output_grad_t, output_p, dim, dtype) - part1
    set_tangent(out, tangent)


@overload
def softmin(input: TensorLike, dim: int, dtype: DTypeLike | None = ...) -> Tensor: ...


@overload
def softmin(input: TensorLike, *, axis: int, dtype: DTypeLike | None = ...) -> Tensor: ...


def softmin(
    input: TensorLike, dim: int = REQUIRED, dtype: DTypeLike = None, axis: int | None = None
) -> Tensor:
    """Softmax of the negated argument.

    Parameters
    ----------
    input : Tensor
    dim : int
    dtype : dtype?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = softmax(-input, dim, dtype)
    """
    if axis is not None:
        dim = by_other_name("softmin", "dim", dim, REQUIRED, "axis", axis)
    if dim.__class__ is not int:
        dim = as_int("softmin", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    out: Tensor
    out = ops.softmax(-input, dim, dtype)
    return out

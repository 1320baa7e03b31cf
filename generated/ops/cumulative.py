# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family cumulative: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, NamedTuple, overload

import numpy as np

from derivata.runtime import functions
from derivata.runtime.support import (
    FORWARD_AD,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    TENSOR,
    WATCHED,
    Buffers,
    Heap,
    Node,
    Number,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    asarray,
    call_overload,
    check_real,
    checked,
    checked_output,
    fits,
    heappush,
    into,
    into_several,
    ndarray,
    new,
    next_seq,
    noticed,
    operand,
    primal_of,
    produced,
    recording,
    relinked,
    replayed,
    set_tangent,
    state,
    tangent_or_zeros,
    wrap,
)

from .. import ops

__all__ = [
    "CummaxOutput",
    "CumminOutput",
    "_diff",
    "cummax",
    "cummin",
    "cumulative_trapezoid",
    "cumulative_trapezoid_default",
    "cumulative_trapezoid_x",
    "diff",
    "logcumsumexp",
    "trapezoid",
    "trapezoid_default",
    "trapezoid_x",
]


class CummaxOutput(NamedTuple):
    """What `cummax` returns."""

    values: Tensor
    indices: Tensor


class CummaxBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "shape_self")
    op = "cummax"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_indices = None
            self.counter_indices = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = wrap(checked_output(self, "indices"))
        grad_self = ops.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def cummax(self: TensorLike, dim: int, out: Sequence[Tensor] | None = None) -> CummaxOutput:
    """Compute `cummax`.

    The largest element up to each one along a dimension, and the index of the last that has it, which
    gets the gradient.

    Parameters
    ----------
    self : Tensor
    dim : int
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of self = gather_backward(grad, self.shape, dim, indices)
    """
    if out is not None:
        return CummaxOutput(*into_several("cummax", out, cummax, self, dim))
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("cummax", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("cummax", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("cummax", functions.cummax, self_, dim)
    else:
        values_, indices_ = functions.cummax(self_, dim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = new(CummaxBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _cummax_tangent(values, indices, self, dim)
        if rare & PRODUCED:
            produced("cummax", (values, indices), self=self, dim=dim)
    return CummaxOutput(values, indices)


def _cummax_tangent(values: Any, indices: Any, self: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.gather(self_t, dim, indices)
    set_tangent(values, tangent)


class CumminOutput(NamedTuple):
    """What `cummin` returns."""

    values: Tensor
    indices: Tensor


class CumminBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "shape_self")
    op = "cummin"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_indices = None
            self.counter_indices = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = wrap(checked_output(self, "indices"))
        grad_self = ops.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def cummin(self: TensorLike, dim: int, out: Sequence[Tensor] | None = None) -> CumminOutput:
    """Compute `cummin`.

    The smallest element up to each one along a dimension, and the index of the last that has it, which
    gets the gradient.

    Parameters
    ----------
    self : Tensor
    dim : int
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of self = gather_backward(grad, self.shape, dim, indices)
    """
    if out is not None:
        return CumminOutput(*into_several("cummin", out, cummin, self, dim))
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("cummin", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("cummin", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("cummin", functions.cummin, self_, dim)
    else:
        values_, indices_ = functions.cummin(self_, dim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = new(CumminBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _cummin_tangent(values, indices, self, dim)
        if rare & PRODUCED:
            produced("cummin", (values, indices), self=self, dim=dim)
    return CumminOutput(values, indices)


def _cummin_tangent(values: Any, indices: Any, self: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.gather(self_t, dim, indices)
    set_tangent(values, tangent)


class LogcumsumexpBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_self",
        "saved_dim",
        "saved_result",
        "saved_self",
        "shape_self",
        "version_self",
    )
    op = "logcumsumexp"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_dim: Any
    saved_result: Any
    saved_self: Any
    shape_self: Any
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
        share_ = np.exp(self_ - result_)
        rise_: Any
        if len(self.shape_self) == 0:
            rise_ = result_
        else:
            rise_ = functions.diff(result_, 1, self.saved_dim)
        step_ = np.where(np.isnan(rise_), 0, np.exp(-rise_))
        behind_ = functions.constant_pad_nd(
            step_, functions.step_pad(len(self.shape_self), self.saved_dim, True), 0
        ).conjugate()
        part3 = behind_ * grad
        part2 = functions.linear_recurrence(behind_, part3, self.saved_dim, True)
        part1 = grad + part2
        grad_self = share_.conjugate() * part1
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
        share_ = ops.exp(self_ - result_)
        rise_: Any
        if len(self.shape_self) == 0:
            rise_ = result_
        else:
            rise_ = ops._diff(result_, 1, self.saved_dim)
        step_ = ops.where(ops.isnan(rise_), 0, ops.exp(-rise_))
        part5 = functions.step_pad(len(self.shape_self), self.saved_dim, True)
        part4 = ops.constant_pad_nd(step_, part5)
        behind_ = ops.conj(part4)
        part7 = ops._linear_recurrence(behind_, behind_ * grad, self.saved_dim, True)
        part6 = grad + part7
        grad_self = ops.conj(share_) * part6
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def logcumsumexp(self: TensorLike, dim: int, out: Tensor | None = None) -> Tensor:
    """Compute `logcumsumexp`.

    Logarithm of the sum of the exponentials up to each one along a dimension, computed without
    overflow.

    Parameters
    ----------
    self : Tensor
    dim : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    share = exp(self - result)
    rise = result if self.ndim == 0 else _diff(result, 1, dim)
    step = where(isnan(rise), 0, exp(-rise))
    behind = conj(constant_pad_nd(step, functions.step_pad(self.ndim, dim, True)))
    before = constant_pad_nd(step, functions.step_pad(self.ndim, dim, False))
    gradient of self = conj(share) * (grad + _linear_recurrence(behind, behind * grad, dim, True))
    """
    if out is not None:
        return into("logcumsumexp", out, logcumsumexp, self, dim)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("logcumsumexp", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("logcumsumexp", functions.logcumsumexp, self_, dim)
    else:
        result_ = functions.logcumsumexp(self_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(LogcumsumexpBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _logcumsumexp_tangent(out, self, dim)
        if rare & PRODUCED:
            produced("logcumsumexp", (out,), self=self, dim=dim)
    return out


def _logcumsumexp_tangent(out: Any, self: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    share_ = ops.exp(self_p - out)
    rise_: Any
    if self_p.ndim == 0:
        rise_ = out
    else:
        rise_ = ops._diff(out, 1, dim)
    step_ = ops.where(ops.isnan(rise_), 0, ops.exp(-rise_))
    before_ = ops.constant_pad_nd(step_, functions.step_pad(self_p.ndim, dim, False))
    part1 = ops._linear_recurrence(before_, before_ * share_ * self_t, dim, False)
    tangent = share_ * self_t + part1
    set_tangent(out, tangent)


def diff(
    self: TensorLike,
    n: int = 1,
    dim: int = -1,
    prepend: TensorLike = None,
    append: TensorLike = None,
    out: Tensor | None = None,
) -> Tensor:
    """The difference between each element and the one before it along a dimension, `n` times over.

    `prepend` and `append` are joined to `self` first. Booleans give whether they differ.

    Parameters
    ----------
    self : Tensor
    n : int, default 1
    dim : int, default -1
    prepend : Tensor?, default None
    append : Tensor?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _diff(self, n, dim) if prepend is None and append is None else _diff(cat([self, append],
        functions.diff_dim(self.shape, append.shape, dim, 'append')), n, dim) if prepend is None else
        _diff(cat([prepend, self], functions.diff_dim(self.shape, prepend.shape, dim, 'prepend')), n,
        dim) if append is None else _diff(cat([cat([prepend, self], functions.diff_dim(self.shape,
        prepend.shape, dim, 'prepend')), append], functions.diff_dim(self.shape, append.shape, dim,
        'append')), n, dim)
    """
    if out is not None:
        return into("diff", out, diff, self, n, dim, prepend, append)
    if prepend is None and append is None:
        out = ops._diff(self, n, dim)
    else:
        if prepend is None:
            part2 = functions.diff_dim(self.shape, append.shape, dim, "append")
            part1 = ops.cat([self, append], part2)
            out = ops._diff(part1, n, dim)
        else:
            if append is None:
                part4 = functions.diff_dim(self.shape, prepend.shape, dim, "prepend")
                part3 = ops.cat([prepend, self], part4)
                out = ops._diff(part3, n, dim)
            else:
                part6 = functions.diff_dim(self.shape, append.shape, dim, "append")
                part5 = ops.cat(
                    [
                        ops.cat(
                            [prepend, self], functions.diff_dim(self.shape, prepend.shape, dim, "prepend")
                        ),
                        append,
                    ],
                    part6,
                )
                out = ops._diff(part5, n, dim)
    return out


class DiffBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_n", "shape_self")
    op = "_diff"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any
    saved_n: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        part3 = functions.diff_pad(self.shape_self, self.saved_n, self.saved_dim)
        part2 = functions.constant_pad_nd(grad, part3, 0)
        part1 = functions.diff(part2, self.saved_n, self.saved_dim)
        grad_self = part1 * (1 - self.saved_n % 2 * 2)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        part6 = functions.diff_pad(self.shape_self, self.saved_n, self.saved_dim)
        part5 = ops.constant_pad_nd(grad, part6)
        part4 = ops._diff(part5, self.saved_n, self.saved_dim)
        grad_self = part4 * (1 - self.saved_n % 2 * 2)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _diff(self: TensorLike, n: int, dim: int) -> Tensor:
    """The difference between each element and the one before it along a dimension, `n` times over.

    Parameters
    ----------
    self : Tensor
    n : int
    dim : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _diff(constant_pad_nd(grad, functions.diff_pad(self.shape, n, dim)), n, dim) * (1
        - n % 2 * 2)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_diff", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_diff", functions.diff, self_, n, dim)
    else:
        result_ = functions.diff(self_, n, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(DiffBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_n = n
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _diff_tangent(out, self, n, dim)
        if rare & PRODUCED:
            produced("_diff", (out,), self=self, n=n, dim=dim)
    return out


def _diff_tangent(out: Any, self: Any, n: Any, dim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._diff(self_t, n, dim)
    set_tangent(out, tangent)


def trapezoid_x(y: TensorLike, x: TensorLike, out: Tensor | None = None, *, dim: int = -1) -> Tensor:
    """The integral of samples at the places `x` along a dimension, by the trapezoidal rule.

    Parameters
    ----------
    y : Tensor
    x : Tensor
    dim : int, default -1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum((slice(y, at, 0, -1) + slice(y, at, 1)) * _diff(places, 1, at), at) / 2
    at = functions.trapezoid_dim('trapezoid', y.shape, y.dtype, dim)
    spread = functions.trapezoid_shape('trapezoid', y.shape, x.shape, x.dtype, dim)
    places = reshape(x, spread)
    """
    if out is not None:
        return into("trapezoid", out, trapezoid_x, y, x, dim=dim)
    at_ = functions.trapezoid_dim("trapezoid", y.shape, y.dtype, dim)
    spread_ = functions.trapezoid_shape("trapezoid", y.shape, x.shape, x.dtype, dim)
    places_ = ops.reshape(x, spread_)
    part3 = ops.slice(y, at_, 0, -1) + ops.slice(y, at_, 1)
    part2 = part3 * ops._diff(places_, 1, at_)
    part1 = ops.sum(part2, at_)
    out = part1 / 2
    return out


def trapezoid_default(y: TensorLike, out: Tensor | None = None, *, dx: Number = 1, dim: int = -1) -> Tensor:
    """The integral of samples at the distance `dx` along a dimension, by the trapezoidal rule.

    Parameters
    ----------
    y : Tensor
    dx : Scalar, default 1
    dim : int, default -1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(slice(y, at, 0, -1) + slice(y, at, 1), at) * (dx / 2)
    at = functions.trapezoid_dim('trapezoid', y.shape, y.dtype, dim)
    """
    if out is not None:
        return into("trapezoid", out, trapezoid_default, y, dx=dx, dim=dim)
    at_ = functions.trapezoid_dim("trapezoid", y.shape, y.dtype, dim)
    out = ops.sum(ops.slice(y, at_, 0, -1) + ops.slice(y, at_, 1), at_) * (dx / 2)
    return out


def cumulative_trapezoid_x(
    y: TensorLike, x: TensorLike, out: Tensor | None = None, *, dim: int = -1
) -> Tensor:
    """Compute `cumulative_trapezoid.x`.

    The integrals from the first of the samples at the places `x` along a dimension to each other; see
    trapezoid.

    Parameters
    ----------
    y : Tensor
    x : Tensor
    dim : int, default -1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = cumsum((slice(y, at, 0, -1) + slice(y, at, 1)) * _diff(places, 1, at), at) / 2
    at = functions.trapezoid_dim('cumulative_trapezoid', y.shape, y.dtype, dim)
    spread = functions.trapezoid_shape('cumulative_trapezoid', y.shape, x.shape, x.dtype, dim)
    places = reshape(x, spread)
    """
    if out is not None:
        return into("cumulative_trapezoid", out, cumulative_trapezoid_x, y, x, dim=dim)
    at_ = functions.trapezoid_dim("cumulative_trapezoid", y.shape, y.dtype, dim)
    spread_ = functions.trapezoid_shape("cumulative_trapezoid", y.shape, x.shape, x.dtype, dim)
    places_ = ops.reshape(x, spread_)
    part3 = ops.slice(y, at_, 0, -1) + ops.slice(y, at_, 1)
    part2 = part3 * ops._diff(places_, 1, at_)
    part1 = ops.cumsum(part2, at_)
    out = part1 / 2
    return out


def cumulative_trapezoid_default(
    y: TensorLike, out: Tensor | None = None, *, dx: Number = 1, dim: int = -1
) -> Tensor:
    """Compute `cumulative_trapezoid`.

    The integrals from the first of the samples at the distance `dx` along a dimension to each other;
    see trapezoid.

    Parameters
    ----------
    y : Tensor
    dx : Scalar, default 1
    dim : int, default -1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = cumsum(slice(y, at, 0, -1) + slice(y, at, 1), at) * (dx / 2)
    at = functions.trapezoid_dim('cumulative_trapezoid', y.shape, y.dtype, dim)
    """
    if out is not None:
        return into("cumulative_trapezoid", out, cumulative_trapezoid_default, y, dx=dx, dim=dim)
    at_ = functions.trapezoid_dim("cumulative_trapezoid", y.shape, y.dtype, dim)
    part1 = ops.cumsum(ops.slice(y, at_, 0, -1) + ops.slice(y, at_, 1), at_)
    out = part1 * (dx / 2)
    return out


@overload
def trapezoid(y: Tensor, x: Tensor, out: Tensor | None = None, *, dim: int = -1) -> Tensor: ...


@overload
def trapezoid(y: Tensor, out: Tensor | None = None, *, dx: complex = 1, dim: int = -1) -> Tensor: ...


def trapezoid(*args: Any, **kwargs: Any) -> Any:
    """The integral of samples at the places `x` along a dimension, by the trapezoidal rule.

    Overloads:

    * ``trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor``
    * ``trapezoid(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor``
    """
    return call_overload("trapezoid", _TRAPEZOID_OVERLOADS, args, kwargs)


def _fits_trapezoid_x(y: Any, x: Any, dim: Any = -1) -> bool:
    return fits((y, TENSOR), (x, TENSOR))


def _fits_trapezoid_default(y: Any, dx: Any = 1, dim: Any = -1) -> bool:
    return fits((y, TENSOR))


_TRAPEZOID_OVERLOADS = ((trapezoid_x, _fits_trapezoid_x), (trapezoid_default, _fits_trapezoid_default))


@overload
def cumulative_trapezoid(y: Tensor, x: Tensor, out: Tensor | None = None, *, dim: int = -1) -> Tensor: ...


@overload
def cumulative_trapezoid(
    y: Tensor, out: Tensor | None = None, *, dx: complex = 1, dim: int = -1
) -> Tensor: ...


def cumulative_trapezoid(*args: Any, **kwargs: Any) -> Any:
    """Compute `cumulative_trapezoid.x`.

    Overloads:

    * ``cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor``
    * ``cumulative_trapezoid(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor``
    """
    return call_overload("cumulative_trapezoid", _CUMULATIVE_TRAPEZOID_OVERLOADS, args, kwargs)


def _fits_cumulative_trapezoid_x(y: Any, x: Any, dim: Any = -1) -> bool:
    return fits((y, TENSOR), (x, TENSOR))


def _fits_cumulative_trapezoid_default(y: Any, dx: Any = 1, dim: Any = -1) -> bool:
    return fits((y, TENSOR))


_CUMULATIVE_TRAPEZOID_OVERLOADS = (
    (cumulative_trapezoid_x, _fits_cumulative_trapezoid_x),
    (cumulative_trapezoid_default, _fits_cumulative_trapezoid_default),
)

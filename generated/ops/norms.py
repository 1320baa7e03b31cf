# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family norms: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    STRING,
    TENSOR,
    WATCHED,
    Buffers,
    DTypeLike,
    Heap,
    IntsLike,
    Node,
    Number,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_dtype,
    as_ints,
    asarray,
    by_other_name,
    call_overload,
    checked,
    checked_output,
    fits,
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

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_vector_norm_backward",
    "norm",
    "norm_default",
    "norm_name",
    "vector_norm",
]


class VectorNormBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_self",
        "saved_dim",
        "saved_dtype",
        "saved_keepdim",
        "saved_ord",
        "saved_result",
        "saved_self",
        "version_self",
    )
    op = "vector_norm"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_dim: Any
    saved_dtype: Any
    saved_keepdim: Any
    saved_ord: Any
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
        grad_self = functions.vector_norm_backward(
            grad, self_, result_, self.saved_ord, self.saved_dim, self.saved_keepdim, self.saved_dtype
        )
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
        grad_self = ops_later._vector_norm_backward(
            grad, self_, result_, self.saved_ord, self.saved_dim, self.saved_keepdim, self.saved_dtype
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def vector_norm(
    input: TensorLike,
    ord: Number = 2,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Compute `vector_norm`.

    Norm of order `ord` over the given dimensions, or of everything: `sum(abs(input) ** ord) ** (1 /
    ord)`, the number of nonzero elements for 0, the largest and smallest absolute value for inf and
    -inf. Where it is 0 the gradient is 0.

    Parameters
    ----------
    input : Tensor
    ord : Scalar, default 2
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    x = _cast(input, dtype)
    norm_ = _restore_dims(result, input.ndim, dim, keepdim)
    divisor = where(norm_ == 0, 1, norm_)
    flat = (x == 0) | (norm_ == 0)
    slope = x * where(norm_ == 0, 0, 1 / divisor) if ord == 2 else sgn(x) if ord == 1 else sgn(x) * 0 if
        ord == 0 else sgn(x) * _tie_weights(abs(x), result, dim, keepdim) if ord > 1e300 or ord < -1e300
        else sgn(x) * where(flat, 0, (where(flat, 1, abs(where(flat, 1, x))) / divisor) ** (ord - 1))
    gradient of input = _vector_norm_backward(grad, input, result, ord, dim, keepdim, dtype)
    """
    if axis is not None:
        dim = by_other_name("vector_norm", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("vector_norm", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("vector_norm", out, vector_norm, input, ord, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("vector_norm", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("vector_norm", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("vector_norm", functions.vector_norm, self_, ord, dim, keepdim, dtype)
    else:
        result_ = functions.vector_norm(self_, ord, dim, keepdim, dtype)
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
        node = VectorNormBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_ord = ord
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_dtype = dtype
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _vector_norm_tangent(out, input, ord, dim, keepdim, dtype)
        if rare & PRODUCED:
            produced("vector_norm", (out,), self=input, ord=ord, dim=dim, keepdim=keepdim, dtype=dtype)
    return out


def _vector_norm_tangent(out: Any, input: Any, ord: Any, dim: Any, keepdim: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    x_ = ops._cast(self_p, dtype)
    norm__ = ops._restore_dims(out, self_p.ndim, dim, keepdim)
    divisor_ = ops.where(norm__ == 0, 1, norm__)
    flat_ = (x_ == 0) | (norm__ == 0)
    slope_: Any
    if ord == 2:
        slope_ = x_ * ops.where(norm__ == 0, 0, 1 / divisor_)
    else:
        if ord == 1:
            slope_ = ops.sgn(x_)
        else:
            if ord == 0:
                slope_ = ops.sgn(x_) * 0
            else:
                if ord > 1e300 or ord < -1e300:
                    slope_ = ops.sgn(x_) * ops._tie_weights(ops.abs(x_), out, dim, keepdim)
                else:
                    part4 = ops.where(flat_, 1, ops.abs(ops.where(flat_, 1, x_))) / divisor_
                    part3 = part4 ** (ord - 1)
                    part2 = ops.where(flat_, 0, part3)
                    slope_ = ops.sgn(x_) * part2
    part1 = ops.real(ops.conj(slope_) * ops._cast(self_t, dtype))
    tangent = ops.sum(part1, dim, keepdim)
    set_tangent(out, tangent)


def _vector_norm_backward(
    output_grad: TensorLike,
    input: TensorLike,
    output: TensorLike,
    ord: Number,
    dim: IntsLike,
    keepdim: bool,
    dtype: DTypeLike,
) -> Tensor:
    """Gradient of vector_norm.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    output : Tensor
    ord : Scalar
    dim : int[]?
    keepdim : bool
    dtype : dtype?

    Returns
    -------
    Tensor

    Notes
    -----
    result = _cast(_restore_dims(output_grad, input.ndim, dim, keepdim) * slope, input.dtype)
    x = _cast(input, dtype)
    norm_ = _restore_dims(output, input.ndim, dim, keepdim)
    divisor = where(norm_ == 0, 1, norm_)
    flat = (x == 0) | (norm_ == 0)
    slope = x * where(norm_ == 0, 0, 1 / divisor) if ord == 2 else sgn(x) if ord == 1 else sgn(x) * 0 if
        ord == 0 else sgn(x) * _tie_weights(abs(x), output, dim, keepdim) if ord > 1e300 or ord < -1e300
        else sgn(x) * where(flat, 0, (where(flat, 1, abs(where(flat, 1, x))) / divisor) ** (ord - 1))
    """
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("_vector_norm_backward", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_output_grad = output_grad._edge
        edge_self = input._edge
        edge_output = output._edge
    except AttributeError:
        output_grad = operand("_vector_norm_backward", "output_grad", output_grad)
        input = operand("_vector_norm_backward", "input", input)
        output = operand("_vector_norm_backward", "output", output)
        edge_output_grad = output_grad._edge
        edge_self = input._edge
        edge_output = output._edge
    rare = state.rare
    if (edge_output_grad is not None or edge_self is not None or edge_output is not None) and (
        not rare or recording()
    ):
        return _vector_norm_backward_composite(output_grad, input, output, ord, dim, keepdim, dtype)
    if rare & FORWARD_AD and any_tangent((output_grad, input, output)):
        return _vector_norm_backward_composite(output_grad, input, output, ord, dim, keepdim, dtype)
    output_grad_ = output_grad._array
    self_ = input._array
    output_ = output._array
    result_ = functions.vector_norm_backward(output_grad_, self_, output_, ord, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "_vector_norm_backward",
            (out,),
            output_grad=output_grad,
            self=input,
            output=output,
            ord=ord,
            dim=dim,
            keepdim=keepdim,
            dtype=dtype,
        )
    return out


def _vector_norm_backward_composite(
    output_grad: TensorLike,
    input: TensorLike,
    output: TensorLike,
    ord: Number,
    dim: IntsLike,
    keepdim: bool,
    dtype: DTypeLike,
) -> Tensor:
    out: Tensor
    x_ = ops._cast(input, dtype)
    norm__ = ops._restore_dims(output, input.ndim, dim, keepdim)
    divisor_ = ops.where(norm__ == 0, 1, norm__)
    flat_ = (x_ == 0) | (norm__ == 0)
    slope_: Any
    if ord == 2:
        slope_ = x_ * ops.where(norm__ == 0, 0, 1 / divisor_)
    else:
        if ord == 1:
            slope_ = ops.sgn(x_)
        else:
            if ord == 0:
                slope_ = ops.sgn(x_) * 0
            else:
                if ord > 1e300 or ord < -1e300:
                    slope_ = ops.sgn(x_) * ops._tie_weights(ops.abs(x_), output, dim, keepdim)
                else:
                    part3 = ops.where(flat_, 1, ops.abs(ops.where(flat_, 1, x_))) / divisor_
                    part2 = part3 ** (ord - 1)
                    part1 = ops.where(flat_, 0, part2)
                    slope_ = ops.sgn(x_) * part1
    part4 = ops._restore_dims(output_grad, input.ndim, dim, keepdim) * slope_
    out = ops._cast(part4, input.dtype)
    return out


def norm_name(
    input: TensorLike,
    p: str,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """The Euclidean norm over the given dimensions, or of everything, by its name 'fro'.

    Parameters
    ----------
    input : Tensor
    p : str
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = vector_norm(input, functions.norm_order(p), dim, keepdim, dtype=dtype)
    """
    if out is not None:
        return into("norm", out, norm_name, input, p, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("norm", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    part1 = functions.norm_order(p)
    out = ops_later.vector_norm(input, part1, dim, keepdim, dtype=dtype)
    return out


def norm_default(
    input: TensorLike,
    p: Number = 2,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """The norm of order `p` over the given dimensions, or of everything.

    See linalg.vector_norm.

    Parameters
    ----------
    input : Tensor
    p : Scalar, default 2
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = vector_norm(input, p, dim, keepdim, dtype=dtype)
    """
    if out is not None:
        return into("norm", out, norm_default, input, p, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("norm", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    out = ops_later.vector_norm(input, p, dim, keepdim, dtype=dtype)
    return out


@overload
def norm(
    input: Tensor,
    p: str,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> Tensor: ...


@overload
def norm(
    input: Tensor,
    p: complex = 2,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> Tensor: ...


def norm(*args: Any, **kwargs: Any) -> Any:
    """The Euclidean norm over the given dimensions, or of everything, by its name 'fro'.

    Overloads:

    * ``norm.name(Tensor input, str p, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) ->
      Tensor``
    * ``norm(Tensor input, Scalar p=2, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) ->
      Tensor``
    """
    return call_overload("norm", _NORM_OVERLOADS, args, kwargs, _NORM_NAMES)


def _fits_norm_name(input: Any, p: Any, dim: Any = None, keepdim: Any = False, dtype: Any = None) -> bool:
    return fits((input, TENSOR), (p, STRING))


def _fits_norm_default(
    input: Any, p: Any = 2, dim: Any = None, keepdim: Any = False, dtype: Any = None
) -> bool:
    return fits((input, TENSOR))


_NORM_OVERLOADS = ((norm_name, _fits_norm_name), (norm_default, _fits_norm_default))
_NORM_NAMES = {"axis": "dim", "keepdims": "keepdim"}

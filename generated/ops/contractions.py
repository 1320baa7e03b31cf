# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family contractions: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, overload

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    INTS,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    TENSOR,
    WATCHED,
    Buffers,
    Heap,
    IntsLike,
    Like,
    Node,
    Tensor,
    TensorLike,
    any_tangent,
    as_int,
    as_ints,
    asarray,
    call_overload,
    checked_list,
    edges_of,
    fits,
    gathered,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    operand_list,
    own_parts,
    primal_of,
    produced,
    push,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    version_of,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_einsum_gradient",
    "_einsum_term",
    "_einsum_to_shape",
    "einsum",
    "tensordot",
    "tensordot_default",
    "tensordot_dims",
]


class EinsumBackward(Node):
    __slots__ = ("edge_operands", "like_operands", "saved_equation", "saved_operands", "version_operands")
    op = "einsum"
    edge_names = ("edge_operands",)
    saved_names = ("operands",)
    edge_operands: Any
    like_operands: Any
    saved_equation: Any
    saved_operands: Any
    version_operands: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_operands = self.edge_operands
        if needed is not None and edge_operands is not None and needed.isdisjoint(edge_operands):
            edge_operands = None
        operands_ = [tensor._array for tensor in checked_list(self, "operands")]
        grad_operands = [
            functions.einsum_gradient(grad, self.saved_equation, operands_, i)
            for i in range(len(self.like_operands))
        ]
        if grad.base is not None:
            grad_operands = own_parts(grad, grad_operands)
        for edge, part in zip(edge_operands or (), grad_operands, strict=True):
            if edge is not None and (needed is None or edge in needed):
                push(buffers, heap, edge, part)
        if not keep:
            self.saved_operands = RELEASED
        return None

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_operands = self.edge_operands
        if needed is not None and edge_operands is not None and needed.isdisjoint(edge_operands):
            edge_operands = None
        operands_ = checked_list(self, "operands")
        grad_operands: Any = (None,) * len(self.edge_operands or ())
        if edge_operands is not None:
            grad_operands = [
                ops_later._einsum_gradient(grad, self.saved_equation, operands_, i)
                for i in range(len(self.like_operands))
            ]
        return (*grad_operands,)

    def edges(self) -> tuple[Node | None, ...]:
        return (*(self.edge_operands or ()),)


def einsum(equation: str, *operands: Any, out: Tensor | None = None) -> Tensor:
    """Compute `einsum`.

    Products of the operands' elements summed over the letters that the output lacks:
    `einsum("ij,jk->ik", a, b)` is `a @ b`. Without `->` the output has the letters that occur once, in
    alphabetical order. `...` stands for any dimensions, which are broadcast; a letter that occurs twice
    in an operand takes its diagonal.

    Parameters
    ----------
    equation : str
    operands : Tensor[*]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of operands = [_einsum_gradient(grad, equation, operands, i) for i in range(len(operands))]
    """
    if out is not None:
        return into("einsum", out, einsum, equation, *operands)
    operands = gathered(operands)
    operands = operand_list("einsum", "operands", operands)
    edge_operands = edges_of(operands)
    operands_ = [tensor._array for tensor in operands]
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("einsum", functions.einsum, equation, operands_)
    else:
        result_ = functions.einsum(equation, operands_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_operands is not None and (not rare or recording()):
        node = EinsumBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_operands = edge_operands
        node.saved_operands = operands
        node.version_operands = [version_of(tensor) for tensor in operands]
        node.like_operands = [Like(tensor.shape, tensor.dtype) for tensor in operands]
        node.saved_equation = equation
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _einsum_tangent(out, equation, operands)
        if rare & PRODUCED:
            produced("einsum", (out,), equation=equation, operands=operands)
    return out


def _einsum_tangent(out: Any, equation: Any, operands: Any) -> None:
    if not any_tangent((*operands,)):
        return
    operands_p = [primal_of(tensor) for tensor in operands]
    operands_t = [tangent_or_zeros(tensor) for tensor in operands]
    part1 = ops.stack(
        [ops_later._einsum_term(equation, operands_p, operands_t[i], i) for i in range(len(operands_t))]
    )
    tangent = ops.sum(part1, (0,))
    set_tangent(out, tangent)


def _einsum_term(
    equation: str, operands: Sequence[TensorLike], other: TensorLike, index: int, shape: IntsLike = None
) -> Tensor:
    """An einsum, or an _einsum_to_shape, with `other` in the place of one operand.

    Parameters
    ----------
    equation : str
    operands : Tensor[]
    other : Tensor
    index : int
    shape : int[]?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = einsum(equation, factors) if shape is None else _einsum_to_shape(equation, factors, shape)
    factors = [other if j == index else operands[j] for j in range(len(operands))]
    """
    if index.__class__ is not int:
        index = as_int("_einsum_term", "index", index)
    if shape is not None and shape.__class__ is not tuple:
        shape = as_ints("_einsum_term", "shape", shape)
    out: Tensor
    factors_ = [other if j == index else operands[j] for j in range(len(operands))]
    if shape is None:
        out = ops_later.einsum(equation, factors_)
    else:
        out = ops_later._einsum_to_shape(equation, factors_, shape)
    return out


def _einsum_gradient(
    output_grad: TensorLike, equation: str, operands: Sequence[TensorLike], index: int
) -> Tensor:
    """Gradient of one operand of an einsum.

    Parameters
    ----------
    output_grad : Tensor
    equation : str
    operands : Tensor[]
    index : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = _einsum_to_shape(back, factors, operands[index].shape)
    back = functions.einsum_gradient_equation(equation, [t.ndim for t in operands], index)
    factors = [output_grad if j == index else conj(operands[j]) for j in range(len(operands))]
    """
    if index.__class__ is not int:
        index = as_int("_einsum_gradient", "index", index)
    operands = operand_list("_einsum_gradient", "operands", operands)
    try:
        edge_output_grad = output_grad._edge
    except AttributeError:
        output_grad = operand("_einsum_gradient", "output_grad", output_grad)
        edge_output_grad = output_grad._edge
    edge_operands = edges_of(operands)
    rare = state.rare
    if (edge_output_grad is not None or edge_operands is not None) and (not rare or recording()):
        return _einsum_gradient_composite(output_grad, equation, operands, index)
    if rare & FORWARD_AD and any_tangent((output_grad, *operands)):
        return _einsum_gradient_composite(output_grad, equation, operands, index)
    output_grad_ = output_grad._array
    operands_ = [tensor._array for tensor in operands]
    result_ = functions.einsum_gradient(output_grad_, equation, operands_, index)
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
            "_einsum_gradient",
            (out,),
            output_grad=output_grad,
            equation=equation,
            operands=operands,
            index=index,
        )
    return out


def _einsum_gradient_composite(
    output_grad: TensorLike, equation: str, operands: Sequence[TensorLike], index: int
) -> Tensor:
    out: Tensor
    back_ = functions.einsum_gradient_equation(equation, [t.ndim for t in operands], index)
    factors_ = [output_grad if j == index else ops.conj(operands[j]) for j in range(len(operands))]
    out = ops_later._einsum_to_shape(back_, factors_, operands[index].shape)
    return out


class EinsumToShapeBackward(Node):
    __slots__ = ("edge_operands", "like_operands", "saved_equation", "saved_operands", "version_operands")
    op = "_einsum_to_shape"
    edge_names = ("edge_operands",)
    saved_names = ("operands",)
    edge_operands: Any
    like_operands: Any
    saved_equation: Any
    saved_operands: Any
    version_operands: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_operands = self.edge_operands
        if needed is not None and edge_operands is not None and needed.isdisjoint(edge_operands):
            edge_operands = None
        operands_ = [tensor._array for tensor in checked_list(self, "operands")]
        grad_operands = [
            functions.einsum_gradient(grad, self.saved_equation, operands_, i)
            for i in range(len(self.like_operands))
        ]
        if grad.base is not None:
            grad_operands = own_parts(grad, grad_operands)
        for edge, part in zip(edge_operands or (), grad_operands, strict=True):
            if edge is not None and (needed is None or edge in needed):
                push(buffers, heap, edge, part)
        if not keep:
            self.saved_operands = RELEASED
        return None

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_operands = self.edge_operands
        if needed is not None and edge_operands is not None and needed.isdisjoint(edge_operands):
            edge_operands = None
        operands_ = checked_list(self, "operands")
        grad_operands: Any = (None,) * len(self.edge_operands or ())
        if edge_operands is not None:
            grad_operands = [
                ops_later._einsum_gradient(grad, self.saved_equation, operands_, i)
                for i in range(len(self.like_operands))
            ]
        return (*grad_operands,)

    def edges(self) -> tuple[Node | None, ...]:
        return (*(self.edge_operands or ()),)


def _einsum_to_shape(equation: str, operands: Sequence[TensorLike], shape: IntsLike) -> Tensor:
    """Compute `_einsum_to_shape`.

    An einsum whose output may repeat letters (a diagonal is filled) and have letters of no operand (the
    values are repeated), and that sums where `shape` is 1.

    Parameters
    ----------
    equation : str
    operands : Tensor[]
    shape : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of operands = [_einsum_gradient(grad, equation, operands, i) for i in range(len(operands))]
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_einsum_to_shape", "shape", shape)
    operands = operand_list("_einsum_to_shape", "operands", operands)
    edge_operands = edges_of(operands)
    operands_ = [tensor._array for tensor in operands]
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_einsum_to_shape", functions.einsum_to_shape, equation, operands_, shape)
    else:
        result_ = functions.einsum_to_shape(equation, operands_, shape)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_operands is not None and (not rare or recording()):
        node = EinsumToShapeBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_operands = edge_operands
        node.saved_operands = operands
        node.version_operands = [version_of(tensor) for tensor in operands]
        node.like_operands = [Like(tensor.shape, tensor.dtype) for tensor in operands]
        node.saved_equation = equation
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _einsum_to_shape_tangent(out, equation, operands, shape)
        if rare & PRODUCED:
            produced("_einsum_to_shape", (out,), equation=equation, operands=operands, shape=shape)
    return out


def _einsum_to_shape_tangent(out: Any, equation: Any, operands: Any, shape: Any) -> None:
    if not any_tangent((*operands,)):
        return
    operands_p = [primal_of(tensor) for tensor in operands]
    operands_t = [tangent_or_zeros(tensor) for tensor in operands]
    part1 = ops.stack(
        [
            ops_later._einsum_term(equation, operands_p, operands_t[i], i, shape)
            for i in range(len(operands_t))
        ],
    )
    tangent = ops.sum(part1, (0,))
    set_tangent(out, tangent)


def tensordot_default(
    input: TensorLike, other: TensorLike, dims: int = 2, out: Tensor | None = None
) -> Tensor:
    """Compute `tensordot`.

    Sum of products over the last `dims` dimensions of `input` and the first ones of `other`; the other
    dimensions remain.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    dims : int, default 2
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensordot_dims(input, other, pairs[0], pairs[1])
    pairs = functions.tensordot_dims(input.ndim, dims)
    """
    if out is not None:
        return into("tensordot", out, tensordot_default, input, other, dims)
    if dims.__class__ is not int:
        dims = as_int("tensordot", "dims", dims)
    pairs_ = functions.tensordot_dims(input.ndim, dims)
    out = ops_later.tensordot_dims(input, other, pairs_[0], pairs_[1])
    return out


def tensordot_dims(
    input: TensorLike, other: TensorLike, dims_self: IntsLike, dims_other: IntsLike, out: Tensor | None = None
) -> Tensor:
    """Compute `tensordot.dims`.

    Sum of products over pairs of dimensions; the dimensions of `input`, then those of `other`, that are
    in no pair remain.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    dims_self : int[]
    dims_other : int[]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = einsum(functions.tensordot_equation(input.ndim, other.ndim, dims_self, dims_other), [input,
        other])
    """
    if out is not None:
        return into("tensordot", out, tensordot_dims, input, other, dims_self, dims_other)
    if dims_self.__class__ is not tuple:
        dims_self = as_ints("tensordot", "dims_self", dims_self)
    if dims_other.__class__ is not tuple:
        dims_other = as_ints("tensordot", "dims_other", dims_other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input = operand("tensordot", "input", input)
        other = operand("tensordot", "other", other)
        edge_self = input._edge
        edge_other = other._edge
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        return _tensordot_dims_composite(input, other, dims_self, dims_other)
    if rare & FORWARD_AD and any_tangent((input, other)):
        return _tensordot_dims_composite(input, other, dims_self, dims_other)
    self_ = input._array
    other_ = other._array
    result_ = functions.tensordot(self_, other_, dims_self, dims_other)
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
        produced("tensordot", (out,), self=input, other=other, dims_self=dims_self, dims_other=dims_other)
    return out


def _tensordot_dims_composite(
    input: TensorLike, other: TensorLike, dims_self: IntsLike, dims_other: IntsLike
) -> Tensor:
    out: Tensor
    part1 = functions.tensordot_equation(input.ndim, other.ndim, dims_self, dims_other)
    out = ops_later.einsum(part1, [input, other])
    return out


@overload
def tensordot(input: Tensor, other: Tensor, dims: int = 2, out: Tensor | None = None) -> Tensor: ...


@overload
def tensordot(
    input: Tensor,
    other: Tensor,
    dims_self: int | Sequence[int],
    dims_other: int | Sequence[int],
    out: Tensor | None = None,
) -> Tensor: ...


def tensordot(*args: Any, **kwargs: Any) -> Any:
    """Compute `tensordot`.

    Overloads:

    * ``tensordot(Tensor input, Tensor other, int dims=2) -> Tensor``
    * ``tensordot.dims(Tensor input, Tensor other, int[] dims_self, int[] dims_other) -> Tensor``
    """
    return call_overload("tensordot", _TENSORDOT_OVERLOADS, args, kwargs)


def _fits_tensordot_default(input: Any, other: Any, dims: Any = 2) -> bool:
    return fits((input, TENSOR), (other, TENSOR))


def _fits_tensordot_dims(input: Any, other: Any, dims_self: Any, dims_other: Any) -> bool:
    return fits((input, TENSOR), (other, TENSOR), (dims_self, INTS), (dims_other, INTS))


_TENSORDOT_OVERLOADS = ((tensordot_default, _fits_tensordot_default), (tensordot_dims, _fits_tensordot_dims))

# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family linalg: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any

from derivata.runtime.functions import rare as functions
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
    as_int,
    asarray,
    by_other_name,
    checked,
    gathered,
    heappush,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    operand_list,
    overwrite,
    primal_of,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    unrecorded,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_cross",
    "_linalg_cross",
    "_matrix_power_derivative",
    "chain_matmul",
    "cross",
    "kron",
    "matrix_power",
    "multi_dot",
    "trace",
    "tril",
    "tril_",
    "triu",
    "triu_",
    "vecdot",
]


def trace(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Sum of the elements on the diagonal of a matrix.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(diagonal(input))
    """
    if out is not None:
        return into("trace", out, trace, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("trace", "input", input)
        edge_self = input._edge
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        return _trace_composite(input)
    if rare & FORWARD_AD and any_tangent((input,)):
        return _trace_composite(input)
    self_ = input._array
    result_ = functions.trace(self_)
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
        produced("trace", (out,), self=input)
    return out


def _trace_composite(input: TensorLike) -> Tensor:
    out: Tensor
    out = ops.sum(ops_later.diagonal(input))
    return out


class TrilBackward(Node):
    __slots__ = ("edge_self", "saved_diagonal")
    op = "tril"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_diagonal: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.tril(grad, self.saved_diagonal)
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
        grad_self = ops_later.tril(grad, self.saved_diagonal)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def tril(input: TensorLike, diagonal: int = 0, out: Tensor | None = None) -> Tensor:
    """The matrices in the last two dimensions with zeros above a diagonal.

    Parameters
    ----------
    input : Tensor
    diagonal : int, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = tril(grad, diagonal)
    """
    if out is not None:
        return into("tril", out, tril, input, diagonal)
    if diagonal.__class__ is not int:
        diagonal = as_int("tril", "diagonal", diagonal)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("tril", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("tril", functions.tril, self_, diagonal)
    else:
        result_ = functions.tril(self_, diagonal)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = TrilBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_diagonal = diagonal
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _tril_tangent(out, input, diagonal)
        if rare & PRODUCED:
            produced("tril", (out,), self=input, diagonal=diagonal)
    return out


def _tril_tangent(out: Any, input: Any, diagonal: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.tril(self_t, diagonal)
    set_tangent(out, tangent)


class TriuBackward(Node):
    __slots__ = ("edge_self", "saved_diagonal")
    op = "triu"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_diagonal: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.triu(grad, self.saved_diagonal)
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
        grad_self = ops_later.triu(grad, self.saved_diagonal)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def triu(input: TensorLike, diagonal: int = 0, out: Tensor | None = None) -> Tensor:
    """The matrices in the last two dimensions with zeros below a diagonal.

    Parameters
    ----------
    input : Tensor
    diagonal : int, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = triu(grad, diagonal)
    """
    if out is not None:
        return into("triu", out, triu, input, diagonal)
    if diagonal.__class__ is not int:
        diagonal = as_int("triu", "diagonal", diagonal)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("triu", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("triu", functions.triu, self_, diagonal)
    else:
        result_ = functions.triu(self_, diagonal)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = TriuBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_diagonal = diagonal
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _triu_tangent(out, input, diagonal)
        if rare & PRODUCED:
            produced("triu", (out,), self=input, diagonal=diagonal)
    return out


def _triu_tangent(out: Any, input: Any, diagonal: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.triu(self_t, diagonal)
    set_tangent(out, tangent)


def kron(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Kronecker product; the argument with fewer dimensions gets leading ones of length 1.

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
    result = reshape(reshape(input, shapes[0]) * reshape(other, shapes[1]), shapes[2])
    shapes = functions.kron_shapes(input.shape, other.shape)
    """
    if out is not None:
        return into("kron", out, kron, input, other)
    shapes_ = functions.kron_shapes(input.shape, other.shape)
    part1 = ops.reshape(input, shapes_[0]) * ops.reshape(other, shapes_[1])
    out = ops.reshape(part1, shapes_[2])
    return out


class CrossBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_dim",
        "saved_other",
        "saved_self",
        "shape_other",
        "shape_self",
        "version_other",
        "version_self",
    )
    op = "_cross"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    edge_other: Any
    edge_self: Any
    saved_dim: Any
    saved_other: Any
    saved_self: Any
    shape_other: Any
    shape_self: Any
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
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        if edge_self is not None:
            part1 = functions.cross(other_.conjugate(), grad, self.saved_dim)
            grad_self = functions.sum_to_shape(part1, self.shape_self)
        if edge_other is not None:
            part2 = functions.cross(grad, self_.conjugate(), self.saved_dim)
            grad_other = functions.sum_to_shape(part2, self.shape_other)
        following: Node | None = None
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                following = edge_self
            del grad_self
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
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
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            part3 = ops_later._cross(ops.conj(other_), grad, self.saved_dim)
            grad_self = ops._sum_to_shape(part3, self.shape_self)
        if edge_other is not None:
            part4 = ops_later._cross(grad, ops.conj(self_), self.saved_dim)
            grad_other = ops._sum_to_shape(part4, self.shape_other)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def _cross(input: TensorLike, other: TensorLike, dim: int) -> Tensor:
    """Cross products of the vectors of length 3 along `dim`.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    dim : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _sum_to_shape(_cross(conj(other), grad, dim), input.shape)
    gradient of other = _sum_to_shape(_cross(grad, conj(input), dim), other.shape)
    """
    if dim.__class__ is not int:
        dim = as_int("_cross", "dim", dim)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input = operand("_cross", "input", input)
        other = operand("_cross", "other", other)
        edge_self = input._edge
        edge_other = other._edge
    self_ = input._array
    other_ = other._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_cross", functions.cross, self_, other_, dim)
    else:
        result_ = functions.cross(self_, other_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = CrossBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        if edge_other is not None:
            node.saved_self = input
            counter = input._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        node.shape_self = input.shape
        if edge_self is not None:
            node.saved_other = other
            counter = other._counter
            node.version_other = counter if counter.__class__ is int else counter.version
        else:
            node.saved_other = None
        node.shape_other = other.shape
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _cross_tangent(out, input, other, dim)
        if rare & PRODUCED:
            produced("_cross", (out,), self=input, other=other, dim=dim)
    return out


def _cross_tangent(out: Any, input: Any, other: Any, dim: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    self_t = tangent_or_zeros(input)
    other_t = tangent_or_zeros(other)
    part1 = ops_later._cross(self_t, other_p, dim)
    tangent = part1 + ops_later._cross(self_p, other_t, dim)
    set_tangent(out, tangent)


def cross(
    input: TensorLike,
    other: TensorLike,
    dim: int | None = None,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """Compute `cross`.

    Cross products of the vectors of length 3 along `dim`; by default along the first dimension of that
    length.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    dim : int?, default None
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = _cross(input, other, functions.cross_dim(input.shape, dim))
    """
    if axis is not None:
        dim = by_other_name("cross", "dim", dim, None, "axis", axis)
    if out is not None:
        return into("cross", out, cross, input, other, dim)
    if dim is not None and dim.__class__ is not int:
        dim = as_int("cross", "dim", dim)
    out = ops_later._cross(input, other, functions.cross_dim(input.shape, dim))
    return out


def _linalg_cross(
    input: TensorLike, other: TensorLike, out: Tensor | None = None, axis: int | None = None, *, dim: int = -1
) -> Tensor:
    """Cross products of the vectors of length 3 along `dim`.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    dim : int, default -1
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = _cross(input, other, dim)
    """
    if axis is not None:
        dim = by_other_name("_linalg_cross", "dim", dim, -1, "axis", axis)
    if out is not None:
        return into("_linalg_cross", out, _linalg_cross, input, other, dim=dim)
    if dim.__class__ is not int:
        dim = as_int("_linalg_cross", "dim", dim)
    out = ops_later._cross(input, other, dim)
    return out


def vecdot(
    x: TensorLike, y: TensorLike, out: Tensor | None = None, axis: int | None = None, *, dim: int = -1
) -> Tensor:
    """Compute `vecdot`.

    Sums of the products along `dim`, those of the first argument conjugated; the arguments are
    broadcast.

    Parameters
    ----------
    x : Tensor
    y : Tensor
    dim : int, default -1
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(conj(x) * y, dim)
    """
    if axis is not None:
        dim = by_other_name("vecdot", "dim", dim, -1, "axis", axis)
    if out is not None:
        return into("vecdot", out, vecdot, x, y, dim=dim)
    if dim.__class__ is not int:
        dim = as_int("vecdot", "dim", dim)
    out = ops.sum(ops.conj(x) * y, dim)
    return out


class MatrixPowerBackward(Node):
    __slots__ = ("edge_self", "saved_n", "saved_self", "version_self")
    op = "matrix_power"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_n: Any
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
        part4 = -2
        part3 = functions.cat(
            [
                functions.cat([self_.mT.conjugate(), grad], -1),
                functions.cat([functions.fill(self_.mT.conjugate(), 0), self_.mT.conjugate()], -1),
            ],
            part4,
        )
        part2 = functions.matrix_power(part3, self.saved_n)
        part1 = functions.narrow(part2, -2, 0, self_.mT.conjugate().shape[-1])
        part5 = self_.mT.conjugate().shape[-1]
        grad_self = functions.narrow(part1, -1, part5, self_.mT.conjugate().shape[-1])
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
        grad_self = ops_later._matrix_power_derivative(self_.mH, grad, self.saved_n)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def matrix_power(input: TensorLike, n: int, out: Tensor | None = None) -> Tensor:
    """Compute `matrix_power`.

    The n-th power of the matrix, or of each matrix of a stack; a negative one is a power of the
    inverse.

    Parameters
    ----------
    input : Tensor
    n : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _matrix_power_derivative(input.mH, grad, n)
    """
    if out is not None:
        return into("matrix_power", out, matrix_power, input, n)
    if n.__class__ is not int:
        n = as_int("matrix_power", "n", n)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("matrix_power", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("matrix_power", functions.matrix_power, self_, n)
    else:
        result_ = functions.matrix_power(self_, n)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = MatrixPowerBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_n = n
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _matrix_power_tangent(out, input, n)
        if rare & PRODUCED:
            produced("matrix_power", (out,), self=input, n=n)
    return out


def _matrix_power_tangent(out: Any, input: Any, n: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    tangent = ops_later._matrix_power_derivative(self_p, self_t, n)
    set_tangent(out, tangent)


def _matrix_power_derivative(input: TensorLike, direction: TensorLike, n: int) -> Tensor:
    """The derivative of the n-th power of a matrix in a direction.

    Parameters
    ----------
    input : Tensor
    direction : Tensor
    n : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = narrow(narrow(power, -2, 0, input.shape[-1]), -1, input.shape[-1], input.shape[-1])
    upper = cat([input, direction], -1)
    lower = cat([fill(input, 0), input], -1)
    power = matrix_power(cat([upper, lower], -2), n)
    """
    if n.__class__ is not int:
        n = as_int("_matrix_power_derivative", "n", n)
    out: Tensor
    upper_ = ops.cat([input, direction], -1)
    lower_ = ops.cat([ops.fill(input, 0), input], -1)
    power_ = ops_later.matrix_power(ops.cat([upper_, lower_], -2), n)
    part1 = ops.narrow(power_, -2, 0, input.shape[-1])
    out = ops.narrow(part1, -1, input.shape[-1], input.shape[-1])
    return out


def multi_dot(tensors: Sequence[TensorLike], out: Tensor | None = None) -> Tensor:
    """Compute `multi_dot`.

    Product of several matrices in the order that costs least; the first and the last one may be
    vectors.

    Parameters
    ----------
    tensors : Tensor[]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = matmul(tensors[0], tensors[1]) if len(tensors) == 2 else matmul(tensors[0],
        multi_dot([tensors[i] for i in range(1, len(tensors))])) if cut == 1 else
        matmul(multi_dot([tensors[i] for i in range(len(tensors) - 1)]), tensors[-1]) if cut ==
        len(tensors) - 1 else matmul(multi_dot([tensors[i] for i in range(cut)]), multi_dot([tensors[i]
        for i in range(cut, len(tensors))]))
    cut = functions.check_chain([t.shape for t in tensors], [t.dtype for t in tensors])
    """
    if out is not None:
        return into("multi_dot", out, multi_dot, tensors)
    tensors = operand_list("multi_dot", "tensors", tensors)
    cut_ = functions.check_chain([t.shape for t in tensors], [t.dtype for t in tensors])
    if len(tensors) == 2:
        out = ops.matmul(tensors[0], tensors[1])
    else:
        if cut_ == 1:
            part1 = ops_later.multi_dot([tensors[i] for i in range(1, len(tensors))])
            out = ops.matmul(tensors[0], part1)
        else:
            if cut_ == len(tensors) - 1:
                part2 = ops_later.multi_dot([tensors[i] for i in range(len(tensors) - 1)])
                out = ops.matmul(part2, tensors[-1])
            else:
                part3 = ops_later.multi_dot([tensors[i] for i in range(cut_, len(tensors))])
                part4 = ops_later.multi_dot([tensors[i] for i in range(cut_)])
                out = ops.matmul(part4, part3)
    return out


def chain_matmul(*matrices: Any, out: Tensor | None = None) -> Tensor:
    """Product of matrices in the order that costs least; see linalg.multi_dot.

    Parameters
    ----------
    matrices : Tensor[*]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = matrices[0] if len(matrices) == 1 else multi_dot(matrices)
    """
    if out is not None:
        return into("chain_matmul", out, chain_matmul, *matrices)
    matrices = gathered(matrices)
    matrices = operand_list("chain_matmul", "matrices", matrices)
    if len(matrices) == 1:
        out = matrices[0]
    else:
        out = ops_later.multi_dot(matrices)
    return out


def tril_(input: TensorLike, diagonal: int = 0) -> Tensor:
    """Write `tril` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("tril_", input, tril(input, diagonal))
    write = Write("tril_", input)
    return write.finish(tril(write.original, diagonal))


def triu_(input: TensorLike, diagonal: int = 0) -> Tensor:
    """Write `triu` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("triu_", input, triu(input, diagonal))
    write = Write("triu_", input)
    return write.finish(triu(write.original, diagonal))

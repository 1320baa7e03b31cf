# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family linalg: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, overload

from derivata.runtime import functions
from derivata.runtime.support import (
    FORWARD_AD,
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
    Number,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    as_ints,
    asarray,
    call_overload,
    checked,
    checked_list,
    edges_of,
    fits,
    gathered,
    heappush,
    into,
    ndarray,
    new,
    next_seq,
    noticed,
    operand,
    operand_list,
    overwrite,
    primal_of,
    produced,
    push,
    recording,
    replayed,
    set_tangent,
    state,
    tangent_or_zeros,
    unrecorded,
    version_of,
)

from .. import ops

__all__ = [
    "_cross",
    "_einsum_gradient",
    "_einsum_term",
    "_einsum_to_shape",
    "_linalg_cross",
    "_matmul_to_shape",
    "_matrix_power_derivative",
    "addbmm",
    "addbmm_",
    "addmm",
    "addmm_",
    "addmv",
    "addmv_",
    "addr",
    "addr_",
    "baddbmm",
    "baddbmm_",
    "bmm",
    "chain_matmul",
    "cross",
    "dot",
    "einsum",
    "inner",
    "kron",
    "linear",
    "matmul",
    "matrix_power",
    "mm",
    "multi_dot",
    "mv",
    "outer",
    "tensordot",
    "tensordot_default",
    "tensordot_dims",
    "trace",
    "tril",
    "tril_",
    "triu",
    "triu_",
    "vdot",
    "vecdot",
]


class MmBackward(Node):
    __slots__ = ("edge_mat2", "edge_self", "saved_mat2", "saved_self", "version_mat2", "version_self")
    op = "mm"
    edge_names = ("edge_self", "edge_mat2")
    saved_names = ("self", "mat2")
    edge_mat2: Any
    edge_self: Any
    saved_mat2: Any
    saved_self: Any
    version_mat2: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_mat2 = self.edge_mat2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_mat2 not in needed:
                edge_mat2 = None
        if edge_mat2 is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_self is not None:
            mat2_ = self.saved_mat2
            if mat2_._counter != self.version_mat2:
                mat2_ = checked(self, "mat2", mat2_)
            mat2_ = mat2_._array
        if edge_self is not None:
            grad_self = functions.mm(grad, mat2_.mT.conjugate())
        if edge_mat2 is not None:
            grad_mat2 = functions.mm(self_.mT.conjugate(), grad)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_mat2 is not None:
            if grad_mat2.__class__ is not ndarray:
                grad_mat2 = asarray(grad_mat2)
            if edge_mat2 in buffers:
                accumulate(buffers, edge_mat2, grad_mat2)
            else:
                buffers[edge_mat2] = grad_mat2
                heappush(heap, (edge_mat2.seq, edge_mat2))
        if not keep:
            self.saved_self = self.saved_mat2 = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_mat2 = self.edge_mat2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_mat2 not in needed:
                edge_mat2 = None
        if edge_mat2 is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_self is not None:
            mat2_ = self.saved_mat2
            if mat2_._counter != self.version_mat2:
                mat2_ = checked(self, "mat2", mat2_)
        grad_self: Any = None
        grad_mat2: Any = None
        if edge_self is not None:
            grad_self = ops.mm(grad, mat2_.mH)
        if edge_mat2 is not None:
            grad_mat2 = ops.mm(self_.mH, grad)
        return (grad_self, grad_mat2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_mat2)


def mm(self: TensorLike, mat2: TensorLike, out: Tensor | None = None) -> Tensor:
    """Product of two matrices.

    Parameters
    ----------
    self : Tensor
    mat2 : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = mm(grad, mat2.mH)
    gradient of mat2 = mm(self.mH, grad)
    """
    if out is not None:
        return into("mm", out, mm, self, mat2)
    try:
        edge_self = self._edge
        edge_mat2 = mat2._edge
    except AttributeError:
        self = operand("mm", "self", self)
        mat2 = operand("mm", "mat2", mat2)
        edge_self = self._edge
        edge_mat2 = mat2._edge
    self_ = self._array
    mat2_ = mat2._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("mm", functions.mm, self_, mat2_)
    else:
        result_ = functions.mm(self_, mat2_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_mat2 is not None) and (not rare or recording()):
        node = new(MmBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_mat2 = edge_mat2
        if edge_mat2 is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_self is not None:
            node.saved_mat2 = mat2
            counter = mat2._counter
            node.version_mat2 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_mat2 = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _mm_tangent(out, self, mat2)
        if rare & PRODUCED:
            produced("mm", (out,), self=self, mat2=mat2)
    return out


def _mm_tangent(out: Any, self: Any, mat2: Any) -> None:
    if not any_tangent((self, mat2)):
        return
    self_p = primal_of(self)
    mat2_p = primal_of(mat2)
    self_t = tangent_or_zeros(self)
    mat2_t = tangent_or_zeros(mat2)
    tangent = ops.mm(self_t, mat2_p) + ops.mm(self_p, mat2_t)
    set_tangent(out, tangent)


class MvBackward(Node):
    __slots__ = ("edge_self", "edge_vec", "saved_self", "saved_vec", "version_self", "version_vec")
    op = "mv"
    edge_names = ("edge_self", "edge_vec")
    saved_names = ("self", "vec")
    edge_self: Any
    edge_vec: Any
    saved_self: Any
    saved_vec: Any
    version_self: Any
    version_vec: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_vec = self.edge_vec
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_vec not in needed:
                edge_vec = None
        if edge_vec is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_self is not None:
            vec_ = self.saved_vec
            if vec_._counter != self.version_vec:
                vec_ = checked(self, "vec", vec_)
            vec_ = vec_._array
        if edge_self is not None:
            grad_self = functions.outer(grad, vec_.conjugate())
        if edge_vec is not None:
            grad_vec = functions.mv(self_.mT.conjugate(), grad)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_vec is not None:
            if grad_vec.__class__ is not ndarray:
                grad_vec = asarray(grad_vec)
            if edge_vec in buffers:
                accumulate(buffers, edge_vec, grad_vec)
            else:
                buffers[edge_vec] = grad_vec
                heappush(heap, (edge_vec.seq, edge_vec))
        if not keep:
            self.saved_self = self.saved_vec = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_vec = self.edge_vec
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_vec not in needed:
                edge_vec = None
        if edge_vec is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_self is not None:
            vec_ = self.saved_vec
            if vec_._counter != self.version_vec:
                vec_ = checked(self, "vec", vec_)
        grad_self: Any = None
        grad_vec: Any = None
        if edge_self is not None:
            grad_self = ops.outer(grad, ops.conj(vec_))
        if edge_vec is not None:
            grad_vec = ops.mv(self_.mH, grad)
        return (grad_self, grad_vec)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_vec)


def mv(self: TensorLike, vec: TensorLike, out: Tensor | None = None) -> Tensor:
    """Product of a matrix and a vector.

    Parameters
    ----------
    self : Tensor
    vec : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = outer(grad, conj(vec))
    gradient of vec = mv(self.mH, grad)
    """
    if out is not None:
        return into("mv", out, mv, self, vec)
    try:
        edge_self = self._edge
        edge_vec = vec._edge
    except AttributeError:
        self = operand("mv", "self", self)
        vec = operand("mv", "vec", vec)
        edge_self = self._edge
        edge_vec = vec._edge
    self_ = self._array
    vec_ = vec._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("mv", functions.mv, self_, vec_)
    else:
        result_ = functions.mv(self_, vec_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_vec is not None) and (not rare or recording()):
        node = new(MvBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_vec = edge_vec
        if edge_vec is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_self is not None:
            node.saved_vec = vec
            counter = vec._counter
            node.version_vec = counter if counter.__class__ is int else counter.version
        else:
            node.saved_vec = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _mv_tangent(out, self, vec)
        if rare & PRODUCED:
            produced("mv", (out,), self=self, vec=vec)
    return out


def _mv_tangent(out: Any, self: Any, vec: Any) -> None:
    if not any_tangent((self, vec)):
        return
    self_p = primal_of(self)
    vec_p = primal_of(vec)
    self_t = tangent_or_zeros(self)
    vec_t = tangent_or_zeros(vec)
    tangent = ops.mv(self_t, vec_p) + ops.mv(self_p, vec_t)
    set_tangent(out, tangent)


class DotBackward(Node):
    __slots__ = ("edge_other", "edge_self", "saved_other", "saved_self", "version_other", "version_self")
    op = "dot"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    edge_other: Any
    edge_self: Any
    saved_other: Any
    saved_self: Any
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
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        if edge_self is not None:
            grad_self = grad * other_.conjugate()
        if edge_other is not None:
            grad_other = grad * self_.conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
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
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad * ops.conj(other_)
        if edge_other is not None:
            grad_other = grad * ops.conj(self_)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def dot(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Sum of the products of the elements of two vectors.

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
    gradient of self = grad * conj(other)
    gradient of other = grad * conj(self)
    """
    if out is not None:
        return into("dot", out, dot, self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self = operand("dot", "self", self)
        other = operand("dot", "other", other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("dot", functions.dot, self_, other_)
    else:
        result_ = functions.dot(self_, other_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(DotBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        if edge_other is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_self is not None:
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _dot_tangent(out, self, other)
        if rare & PRODUCED:
            produced("dot", (out,), self=self, other=other)
    return out


def _dot_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    self_t = tangent_or_zeros(self)
    other_t = tangent_or_zeros(other)
    tangent = ops.dot(self_t, other_p) + ops.dot(self_p, other_t)
    set_tangent(out, tangent)


class VdotBackward(Node):
    __slots__ = ("edge_other", "edge_self", "saved_other", "saved_self", "version_other", "version_self")
    op = "vdot"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    edge_other: Any
    edge_self: Any
    saved_other: Any
    saved_self: Any
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
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        if edge_self is not None:
            grad_self = grad.conjugate() * other_
        if edge_other is not None:
            grad_other = grad * self_
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
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
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = ops.conj(grad) * other_
        if edge_other is not None:
            grad_other = grad * self_
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def vdot(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Sum of the products of the elements of two vectors, those of the first conjugated.

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
    gradient of self = conj(grad) * other
    gradient of other = grad * self
    """
    if out is not None:
        return into("vdot", out, vdot, self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self = operand("vdot", "self", self)
        other = operand("vdot", "other", other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("vdot", functions.vdot, self_, other_)
    else:
        result_ = functions.vdot(self_, other_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(VdotBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        if edge_other is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_self is not None:
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _vdot_tangent(out, self, other)
        if rare & PRODUCED:
            produced("vdot", (out,), self=self, other=other)
    return out


def _vdot_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    self_t = tangent_or_zeros(self)
    other_t = tangent_or_zeros(other)
    tangent = ops.vdot(self_t, other_p) + ops.vdot(self_p, other_t)
    set_tangent(out, tangent)


class BmmBackward(Node):
    __slots__ = ("edge_mat2", "edge_self", "saved_mat2", "saved_self", "version_mat2", "version_self")
    op = "bmm"
    edge_names = ("edge_self", "edge_mat2")
    saved_names = ("self", "mat2")
    edge_mat2: Any
    edge_self: Any
    saved_mat2: Any
    saved_self: Any
    version_mat2: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_mat2 = self.edge_mat2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_mat2 not in needed:
                edge_mat2 = None
        if edge_mat2 is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_self is not None:
            mat2_ = self.saved_mat2
            if mat2_._counter != self.version_mat2:
                mat2_ = checked(self, "mat2", mat2_)
            mat2_ = mat2_._array
        if edge_self is not None:
            grad_self = functions.bmm(grad, mat2_.mT.conjugate())
        if edge_mat2 is not None:
            grad_mat2 = functions.bmm(self_.mT.conjugate(), grad)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_mat2 is not None:
            if grad_mat2.__class__ is not ndarray:
                grad_mat2 = asarray(grad_mat2)
            if edge_mat2 in buffers:
                accumulate(buffers, edge_mat2, grad_mat2)
            else:
                buffers[edge_mat2] = grad_mat2
                heappush(heap, (edge_mat2.seq, edge_mat2))
        if not keep:
            self.saved_self = self.saved_mat2 = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_mat2 = self.edge_mat2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_mat2 not in needed:
                edge_mat2 = None
        if edge_mat2 is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_self is not None:
            mat2_ = self.saved_mat2
            if mat2_._counter != self.version_mat2:
                mat2_ = checked(self, "mat2", mat2_)
        grad_self: Any = None
        grad_mat2: Any = None
        if edge_self is not None:
            grad_self = ops.bmm(grad, mat2_.mH)
        if edge_mat2 is not None:
            grad_mat2 = ops.bmm(self_.mH, grad)
        return (grad_self, grad_mat2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_mat2)


def bmm(self: TensorLike, mat2: TensorLike, out: Tensor | None = None) -> Tensor:
    """Products of the matrices in two batches of the same length.

    Parameters
    ----------
    self : Tensor
    mat2 : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = bmm(grad, mat2.mH)
    gradient of mat2 = bmm(self.mH, grad)
    """
    if out is not None:
        return into("bmm", out, bmm, self, mat2)
    try:
        edge_self = self._edge
        edge_mat2 = mat2._edge
    except AttributeError:
        self = operand("bmm", "self", self)
        mat2 = operand("bmm", "mat2", mat2)
        edge_self = self._edge
        edge_mat2 = mat2._edge
    self_ = self._array
    mat2_ = mat2._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("bmm", functions.bmm, self_, mat2_)
    else:
        result_ = functions.bmm(self_, mat2_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_mat2 is not None) and (not rare or recording()):
        node = new(BmmBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_mat2 = edge_mat2
        if edge_mat2 is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_self is not None:
            node.saved_mat2 = mat2
            counter = mat2._counter
            node.version_mat2 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_mat2 = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _bmm_tangent(out, self, mat2)
        if rare & PRODUCED:
            produced("bmm", (out,), self=self, mat2=mat2)
    return out


def _bmm_tangent(out: Any, self: Any, mat2: Any) -> None:
    if not any_tangent((self, mat2)):
        return
    self_p = primal_of(self)
    mat2_p = primal_of(mat2)
    self_t = tangent_or_zeros(self)
    mat2_t = tangent_or_zeros(mat2)
    tangent = ops.bmm(self_t, mat2_p) + ops.bmm(self_p, mat2_t)
    set_tangent(out, tangent)


def outer(self: TensorLike, vec2: TensorLike, out: Tensor | None = None) -> Tensor:
    """Products of every element of a vector with every element of another.

    Parameters
    ----------
    self : Tensor
    vec2 : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = unsqueeze(self, -1) * vec2
    """
    if out is not None:
        return into("outer", out, outer, self, vec2)
    try:
        edge_self = self._edge
        edge_vec2 = vec2._edge
    except AttributeError:
        self = operand("outer", "self", self)
        vec2 = operand("outer", "vec2", vec2)
        edge_self = self._edge
        edge_vec2 = vec2._edge
    rare = state.rare
    if (edge_self is not None or edge_vec2 is not None) and (not rare or recording()):
        return _outer_composite(self, vec2)
    if rare & FORWARD_AD and any_tangent((self, vec2)):
        return _outer_composite(self, vec2)
    self_ = self._array
    vec2_ = vec2._array
    result_ = functions.outer(self_, vec2_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("outer", (out,), self=self, vec2=vec2)
    return out


def _outer_composite(self: TensorLike, vec2: TensorLike) -> Tensor:
    out: Tensor
    out = ops.unsqueeze(self, -1) * vec2
    return out


class AddmmBackward(Node):
    __slots__ = (
        "edge_mat1",
        "edge_mat2",
        "edge_self",
        "saved_alpha",
        "saved_beta",
        "saved_mat1",
        "saved_mat2",
        "shape_self",
        "version_mat1",
        "version_mat2",
    )
    op = "addmm"
    edge_names = ("edge_self", "edge_mat1", "edge_mat2")
    saved_names = ("mat1", "mat2")
    edge_mat1: Any
    edge_mat2: Any
    edge_self: Any
    saved_alpha: Any
    saved_beta: Any
    saved_mat1: Any
    saved_mat2: Any
    shape_self: Any
    version_mat1: Any
    version_mat2: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_mat1 = self.edge_mat1
        edge_mat2 = self.edge_mat2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_mat1 not in needed:
                edge_mat1 = None
            if edge_mat2 not in needed:
                edge_mat2 = None
        if edge_mat2 is not None:
            mat1_ = self.saved_mat1
            if mat1_._counter != self.version_mat1:
                mat1_ = checked(self, "mat1", mat1_)
            mat1_ = mat1_._array
        if edge_mat1 is not None:
            mat2_ = self.saved_mat2
            if mat2_._counter != self.version_mat2:
                mat2_ = checked(self, "mat2", mat2_)
            mat2_ = mat2_._array
        if edge_self is not None:
            grad_self: Any
            if self.saved_beta == 1:
                grad_self = functions.sum_to_shape(grad, self.shape_self)
            else:
                part1 = functions.sum_to_shape(grad, self.shape_self)
                grad_self = part1 * self.saved_beta.conjugate()
        if edge_mat1 is not None:
            grad_mat1: Any
            if self.saved_alpha == 1:
                grad_mat1 = functions.mm(grad, mat2_.mT.conjugate())
            else:
                grad_mat1 = functions.mm(grad, mat2_.mT.conjugate()) * self.saved_alpha.conjugate()
        if edge_mat2 is not None:
            grad_mat2: Any
            if self.saved_alpha == 1:
                grad_mat2 = functions.mm(mat1_.mT.conjugate(), grad)
            else:
                grad_mat2 = functions.mm(mat1_.mT.conjugate(), grad) * self.saved_alpha.conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_mat1 is not None:
            if grad_mat1.__class__ is not ndarray:
                grad_mat1 = asarray(grad_mat1)
            if edge_mat1 in buffers:
                accumulate(buffers, edge_mat1, grad_mat1)
            else:
                buffers[edge_mat1] = grad_mat1
                heappush(heap, (edge_mat1.seq, edge_mat1))
            del grad_mat1
        if edge_mat2 is not None:
            if grad_mat2.__class__ is not ndarray:
                grad_mat2 = asarray(grad_mat2)
            if edge_mat2 in buffers:
                accumulate(buffers, edge_mat2, grad_mat2)
            else:
                buffers[edge_mat2] = grad_mat2
                heappush(heap, (edge_mat2.seq, edge_mat2))
        if not keep:
            self.saved_mat1 = self.saved_mat2 = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_mat1 = self.edge_mat1
        edge_mat2 = self.edge_mat2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_mat1 not in needed:
                edge_mat1 = None
            if edge_mat2 not in needed:
                edge_mat2 = None
        if edge_mat2 is not None:
            mat1_ = self.saved_mat1
            if mat1_._counter != self.version_mat1:
                mat1_ = checked(self, "mat1", mat1_)
        if edge_mat1 is not None:
            mat2_ = self.saved_mat2
            if mat2_._counter != self.version_mat2:
                mat2_ = checked(self, "mat2", mat2_)
        grad_self: Any = None
        grad_mat1: Any = None
        grad_mat2: Any = None
        if edge_self is not None:
            if self.saved_beta == 1:
                grad_self = ops._sum_to_shape(grad, self.shape_self)
            else:
                grad_self = ops._sum_to_shape(grad, self.shape_self) * ops.conj(self.saved_beta)
        if edge_mat1 is not None:
            if self.saved_alpha == 1:
                grad_mat1 = ops.mm(grad, mat2_.mH)
            else:
                grad_mat1 = ops.mm(grad, mat2_.mH) * ops.conj(self.saved_alpha)
        if edge_mat2 is not None:
            if self.saved_alpha == 1:
                grad_mat2 = ops.mm(mat1_.mH, grad)
            else:
                grad_mat2 = ops.mm(mat1_.mH, grad) * ops.conj(self.saved_alpha)
        return (grad_self, grad_mat1, grad_mat2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_mat1, self.edge_mat2)


def addmm(
    self: TensorLike,
    mat1: TensorLike,
    mat2: TensorLike,
    out: Tensor | None = None,
    *,
    beta: Number = 1,
    alpha: Number = 1,
) -> Tensor:
    """`beta * self + alpha * (mat1 @ mat2)`; with `beta=0`, `self` is not looked at.

    Parameters
    ----------
    self : Tensor
    mat1 : Tensor
    mat2 : Tensor
    beta : Scalar, default 1
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _sum_to_shape(grad, self.shape) if beta == 1 else _sum_to_shape(grad, self.shape)
        * conj(beta)
    gradient of mat1 = mm(grad, mat2.mH) if alpha == 1 else mm(grad, mat2.mH) * conj(alpha)
    gradient of mat2 = mm(mat1.mH, grad) if alpha == 1 else mm(mat1.mH, grad) * conj(alpha)
    """
    if out is not None:
        return into("addmm", out, addmm, self, mat1, mat2, beta=beta, alpha=alpha)
    try:
        edge_self = self._edge
        edge_mat1 = mat1._edge
        edge_mat2 = mat2._edge
    except AttributeError:
        self = operand("addmm", "self", self)
        mat1 = operand("addmm", "mat1", mat1)
        mat2 = operand("addmm", "mat2", mat2)
        edge_self = self._edge
        edge_mat1 = mat1._edge
        edge_mat2 = mat2._edge
    self_ = self._array
    mat1_ = mat1._array
    mat2_ = mat2._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("addmm", functions.addmm, self_, mat1_, mat2_, beta, alpha)
    else:
        result_ = functions.addmm(self_, mat1_, mat2_, beta, alpha)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_mat1 is not None or edge_mat2 is not None) and (
        not rare or recording()
    ):
        node = new(AddmmBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_mat1 = edge_mat1
        node.edge_mat2 = edge_mat2
        node.shape_self = self.shape
        if edge_mat2 is not None:
            node.saved_mat1 = mat1
            counter = mat1._counter
            node.version_mat1 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_mat1 = None
        if edge_mat1 is not None:
            node.saved_mat2 = mat2
            counter = mat2._counter
            node.version_mat2 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_mat2 = None
        node.saved_beta = beta
        node.saved_alpha = alpha
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _addmm_tangent(out, self, mat1, mat2, beta, alpha)
        if rare & PRODUCED:
            produced("addmm", (out,), self=self, mat1=mat1, mat2=mat2, beta=beta, alpha=alpha)
    return out


def _addmm_tangent(out: Any, self: Any, mat1: Any, mat2: Any, beta: Any, alpha: Any) -> None:
    if not any_tangent((self, mat1, mat2)):
        return
    mat1_p = primal_of(mat1)
    mat2_p = primal_of(mat2)
    self_t = tangent_or_zeros(self)
    mat1_t = tangent_or_zeros(mat1)
    mat2_t = tangent_or_zeros(mat2)
    part1 = ops.addmm(self_t, mat1_t, mat2_p, beta=beta, alpha=alpha)
    tangent = part1 + alpha * ops.mm(mat1_p, mat2_t)
    set_tangent(out, tangent)


class MatmulBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "shape_other",
        "shape_self",
        "version_other",
        "version_self",
    )
    op = "matmul"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    edge_other: Any
    edge_self: Any
    saved_other: Any
    saved_self: Any
    shape_other: Any
    shape_self: Any
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
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        if edge_self is not None:
            grad_self: Any
            if len(self.shape_self) == 1 and len(self.shape_other) == 1:
                grad_self = grad * other_.conjugate()
            else:
                if len(self.shape_other) == 1:
                    grad_self = functions.unsqueeze(grad, -1) * other_.conjugate()
                else:
                    if len(self.shape_self) == 1 and len(self.shape_other) == 2:
                        grad_self = functions.mv(other_.conjugate(), grad)
                    else:
                        if len(self.shape_self) == 1:
                            part2 = functions.unsqueeze(grad, -2)
                            part3 = other_.mT.conjugate()
                            part1 = functions.matmul_to_shape(part2, part3, (1, self.shape_self[0]))
                            grad_self = functions.reshape(part1, self.shape_self)
                        else:
                            grad_self = functions.matmul_to_shape(
                                grad, other_.mT.conjugate(), self.shape_self
                            )
        if edge_other is not None:
            grad_other: Any
            if len(self.shape_self) == 1 and len(self.shape_other) == 1:
                grad_other = grad * self_.conjugate()
            else:
                if len(self.shape_self) == 2 and len(self.shape_other) == 1:
                    grad_other = functions.mv(self_.mT.conjugate(), grad)
                else:
                    if len(self.shape_other) == 1:
                        part5 = functions.unsqueeze(grad, -1)
                        part6 = self_.mT.conjugate()
                        part4 = functions.matmul_to_shape(part6, part5, (self.shape_other[0], 1))
                        grad_other = functions.reshape(part4, self.shape_other)
                    else:
                        if len(self.shape_self) == 1:
                            part7 = functions.unsqueeze(self_.conjugate(), -1)
                            grad_other = part7 * functions.unsqueeze(grad, -2)
                        else:
                            grad_other = functions.matmul_to_shape(
                                self_.mT.conjugate(), grad, self.shape_other
                            )
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
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
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            if len(self.shape_self) == 1 and len(self.shape_other) == 1:
                grad_self = grad * ops.conj(other_)
            else:
                if len(self.shape_other) == 1:
                    grad_self = ops.unsqueeze(grad, -1) * ops.conj(other_)
                else:
                    if len(self.shape_self) == 1 and len(self.shape_other) == 2:
                        grad_self = ops.mv(ops.conj(other_), grad)
                    else:
                        if len(self.shape_self) == 1:
                            part9 = ops.unsqueeze(grad, -2)
                            part8 = ops._matmul_to_shape(part9, other_.mH, (1, self.shape_self[0]))
                            grad_self = ops.reshape(part8, self.shape_self)
                        else:
                            grad_self = ops._matmul_to_shape(grad, other_.mH, self.shape_self)
        if edge_other is not None:
            if len(self.shape_self) == 1 and len(self.shape_other) == 1:
                grad_other = grad * ops.conj(self_)
            else:
                if len(self.shape_self) == 2 and len(self.shape_other) == 1:
                    grad_other = ops.mv(self_.mH, grad)
                else:
                    if len(self.shape_other) == 1:
                        part11 = ops.unsqueeze(grad, -1)
                        part10 = ops._matmul_to_shape(self_.mH, part11, (self.shape_other[0], 1))
                        grad_other = ops.reshape(part10, self.shape_other)
                    else:
                        if len(self.shape_self) == 1:
                            grad_other = ops.unsqueeze(ops.conj(self_), -1) * ops.unsqueeze(grad, -2)
                        else:
                            grad_other = ops._matmul_to_shape(self_.mH, grad, self.shape_other)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def matmul(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Product of matrices.

    A vector is a row on the left and a column on the right, and all dimensions before the last two are
    broadcast.

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
    gradient of self = grad * conj(other) if self.ndim == 1 and other.ndim == 1 else unsqueeze(grad, -1)
        * conj(other) if other.ndim == 1 else mv(conj(other), grad) if self.ndim == 1 and other.ndim ==
        2 else reshape(_matmul_to_shape(unsqueeze(grad, -2), other.mH, (1, self.shape[0])), self.shape)
        if self.ndim == 1 else _matmul_to_shape(grad, other.mH, self.shape)
    gradient of other = grad * conj(self) if self.ndim == 1 and other.ndim == 1 else mv(self.mH, grad)
        if self.ndim == 2 and other.ndim == 1 else reshape(_matmul_to_shape(self.mH, unsqueeze(grad,
        -1), (other.shape[0], 1)), other.shape) if other.ndim == 1 else unsqueeze(conj(self), -1) *
        unsqueeze(grad, -2) if self.ndim == 1 else _matmul_to_shape(self.mH, grad, other.shape)
    """
    if out is not None:
        return into("matmul", out, matmul, self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self = operand("matmul", "self", self)
        other = operand("matmul", "other", other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("matmul", functions.matmul, self_, other_)
    else:
        result_ = functions.matmul(self_, other_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(MatmulBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        if edge_other is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        node.shape_self = self.shape
        if edge_self is not None:
            node.saved_other = other
            counter = other._counter
            node.version_other = counter if counter.__class__ is int else counter.version
        else:
            node.saved_other = None
        node.shape_other = other.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _matmul_tangent(out, self, other)
        if rare & PRODUCED:
            produced("matmul", (out,), self=self, other=other)
    return out


def _matmul_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    self_t = tangent_or_zeros(self)
    other_t = tangent_or_zeros(other)
    tangent = ops.matmul(self_t, other_p) + ops.matmul(self_p, other_t)
    set_tangent(out, tangent)


def _matmul_to_shape(self: TensorLike, other: TensorLike, shape: IntsLike) -> Tensor:
    """Product of matrices as matmul gives it, summed over what broadcasting added, to `shape`.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    shape : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    result = _sum_to_shape(matmul(self, other), shape)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_matmul_to_shape", "shape", shape)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self = operand("_matmul_to_shape", "self", self)
        other = operand("_matmul_to_shape", "other", other)
        edge_self = self._edge
        edge_other = other._edge
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        return _matmul_to_shape_composite(self, other, shape)
    if rare & FORWARD_AD and any_tangent((self, other)):
        return _matmul_to_shape_composite(self, other, shape)
    self_ = self._array
    other_ = other._array
    result_ = functions.matmul_to_shape(self_, other_, shape)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("_matmul_to_shape", (out,), self=self, other=other, shape=shape)
    return out


def _matmul_to_shape_composite(self: TensorLike, other: TensorLike, shape: IntsLike) -> Tensor:
    out: Tensor
    out = ops._sum_to_shape(ops.matmul(self, other), shape)
    return out


class LinearBackward(Node):
    __slots__ = (
        "edge_bias",
        "edge_input",
        "edge_weight",
        "saved_input",
        "saved_weight",
        "shape_bias",
        "shape_input",
        "shape_weight",
        "version_input",
        "version_weight",
    )
    op = "linear"
    edge_names = ("edge_input", "edge_weight", "edge_bias")
    saved_names = ("input", "weight")
    edge_bias: Any
    edge_input: Any
    edge_weight: Any
    saved_input: Any
    saved_weight: Any
    shape_bias: Any
    shape_input: Any
    shape_weight: Any
    version_input: Any
    version_weight: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        edge_bias = self.edge_bias
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_bias not in needed:
                edge_bias = None
        if edge_weight is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
            input_ = input_._array
        if edge_input is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        if edge_input is not None:
            grad_input = functions.matmul(grad, weight_.conjugate())
        if edge_weight is not None:
            grad_weight: Any
            if len(self.shape_input) == 1:
                grad_weight = functions.outer(grad, input_.conjugate())
            else:
                part1 = input_.conjugate()
                grad_weight = functions.matmul_to_shape(grad.mT, part1, self.shape_weight)
        if edge_bias is not None:
            grad_bias = functions.sum_to_shape(grad, self.shape_bias)
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
            del grad_input
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                heappush(heap, (edge_weight.seq, edge_weight))
            del grad_weight
        if edge_bias is not None:
            if grad_bias.__class__ is not ndarray:
                grad_bias = asarray(grad_bias)
            if edge_bias in buffers:
                accumulate(buffers, edge_bias, grad_bias)
            else:
                buffers[edge_bias] = grad_bias
                heappush(heap, (edge_bias.seq, edge_bias))
        if not keep:
            self.saved_input = self.saved_weight = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        edge_bias = self.edge_bias
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_bias not in needed:
                edge_bias = None
        if edge_weight is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
        if edge_input is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        grad_input: Any = None
        grad_weight: Any = None
        grad_bias: Any = None
        if edge_input is not None:
            grad_input = ops.matmul(grad, ops.conj(weight_))
        if edge_weight is not None:
            if len(self.shape_input) == 1:
                grad_weight = ops.outer(grad, ops.conj(input_))
            else:
                grad_weight = ops._matmul_to_shape(grad.mT, ops.conj(input_), self.shape_weight)
        if edge_bias is not None:
            grad_bias = ops._sum_to_shape(grad, self.shape_bias)
        return (grad_input, grad_weight, grad_bias)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_weight, self.edge_bias)


def linear(input: TensorLike, weight: TensorLike, bias: TensorLike = None) -> Tensor:
    """Compute `linear`.

    `input @ weight.mT + bias`: the last dimension of the argument, of length `weight.shape[1]`, becomes
    one of length `weight.shape[0]`.

    Parameters
    ----------
    input : Tensor
    weight : Tensor
    bias : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = matmul(grad, conj(weight))
    gradient of weight = outer(grad, conj(input)) if input.ndim == 1 else _matmul_to_shape(grad.mT,
        conj(input), weight.shape)
    gradient of bias = _sum_to_shape(grad, bias.shape)
    """
    try:
        edge_input = input._edge
        edge_weight = weight._edge
        edge_bias = None if bias is None else bias._edge
    except AttributeError:
        input = operand("linear", "input", input)
        weight = operand("linear", "weight", weight)
        if bias is not None:
            bias = operand("linear", "bias", bias)
        edge_input = input._edge
        edge_weight = weight._edge
        edge_bias = None if bias is None else bias._edge
    input_ = input._array
    weight_ = weight._array
    bias_ = None if bias is None else bias._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("linear", functions.linear, input_, weight_, bias_)
    else:
        result_ = functions.linear(input_, weight_, bias_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_weight is not None or edge_bias is not None) and (
        not rare or recording()
    ):
        node = new(LinearBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_weight = edge_weight
        node.edge_bias = edge_bias
        if edge_weight is not None:
            node.saved_input = input
            counter = input._counter
            node.version_input = counter if counter.__class__ is int else counter.version
        else:
            node.saved_input = None
        node.shape_input = input.shape
        if edge_input is not None:
            node.saved_weight = weight
            counter = weight._counter
            node.version_weight = counter if counter.__class__ is int else counter.version
        else:
            node.saved_weight = None
        node.shape_weight = weight.shape
        node.shape_bias = None if bias is None else bias.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _linear_tangent(out, input, weight, bias)
        if rare & PRODUCED:
            produced("linear", (out,), input=input, weight=weight, bias=bias)
    return out


def _linear_tangent(out: Any, input: Any, weight: Any, bias: Any) -> None:
    if not any_tangent((input, weight, bias)):
        return
    input_p = primal_of(input)
    weight_p = primal_of(weight)
    bias_p = None if bias is None else primal_of(bias)
    input_t = tangent_or_zeros(input)
    weight_t = tangent_or_zeros(weight)
    bias_t = None if bias is None else tangent_or_zeros(bias)
    if bias_p is None:
        tangent = ops.linear(input_t, weight_p) + ops.linear(input_p, weight_t)
    else:
        tangent = ops.linear(input_t, weight_p, bias_t) + ops.linear(input_p, weight_t)
    set_tangent(out, tangent)


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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_operands = self.edge_operands
        if needed is not None and edge_operands is not None and needed.isdisjoint(edge_operands):
            edge_operands = None
        operands_ = [tensor._array for tensor in checked_list(self, "operands")]
        grad_operands = [
            functions.einsum_gradient(grad, self.saved_equation, operands_, i)
            for i in range(len(self.like_operands))
        ]
        for edge, part in zip(edge_operands or (), grad_operands, strict=True):
            if edge is not None and (needed is None or edge in needed):
                push(buffers, heap, edge, part)
        if not keep:
            self.saved_operands = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_operands = self.edge_operands
        if needed is not None and edge_operands is not None and needed.isdisjoint(edge_operands):
            edge_operands = None
        operands_ = checked_list(self, "operands")
        grad_operands: Any = (None,) * len(self.edge_operands or ())
        if edge_operands is not None:
            grad_operands = [
                ops._einsum_gradient(grad, self.saved_equation, operands_, i)
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
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_operands is not None and (not rare or recording()):
        node = new(EinsumBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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
        [ops._einsum_term(equation, operands_p, operands_t[i], i) for i in range(len(operands_t))]
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
    if shape is not None and shape.__class__ is not tuple:
        shape = as_ints("_einsum_term", "shape", shape)
    out: Tensor
    factors_ = [other if j == index else operands[j] for j in range(len(operands))]
    if shape is None:
        out = ops.einsum(equation, factors_)
    else:
        out = ops._einsum_to_shape(equation, factors_, shape)
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
    out = new(Tensor)
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
    out = ops._einsum_to_shape(back_, factors_, operands[index].shape)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_operands = self.edge_operands
        if needed is not None and edge_operands is not None and needed.isdisjoint(edge_operands):
            edge_operands = None
        operands_ = [tensor._array for tensor in checked_list(self, "operands")]
        grad_operands = [
            functions.einsum_gradient(grad, self.saved_equation, operands_, i)
            for i in range(len(self.like_operands))
        ]
        for edge, part in zip(edge_operands or (), grad_operands, strict=True):
            if edge is not None and (needed is None or edge in needed):
                push(buffers, heap, edge, part)
        if not keep:
            self.saved_operands = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_operands = self.edge_operands
        if needed is not None and edge_operands is not None and needed.isdisjoint(edge_operands):
            edge_operands = None
        operands_ = checked_list(self, "operands")
        grad_operands: Any = (None,) * len(self.edge_operands or ())
        if edge_operands is not None:
            grad_operands = [
                ops._einsum_gradient(grad, self.saved_equation, operands_, i)
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
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_operands is not None and (not rare or recording()):
        node = new(EinsumToShapeBackward)
        node.seq = next_seq()
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
    if rare & RESULTS:
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
        [ops._einsum_term(equation, operands_p, operands_t[i], i, shape) for i in range(len(operands_t))]
    )
    tangent = ops.sum(part1, (0,))
    set_tangent(out, tangent)


def tensordot_default(
    self: TensorLike, other: TensorLike, dims: int = 2, out: Tensor | None = None
) -> Tensor:
    """Compute `tensordot`.

    Sum of products over the last `dims` dimensions of `self` and the first ones of `other`; the other
    dimensions remain.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    dims : int, default 2
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensordot(self, other, pairs[0], pairs[1])
    pairs = functions.tensordot_dims(self.ndim, dims)
    """
    if out is not None:
        return into("tensordot", out, tensordot_default, self, other, dims)
    pairs_ = functions.tensordot_dims(self.ndim, dims)
    out = ops.tensordot_dims(self, other, pairs_[0], pairs_[1])
    return out


def tensordot_dims(
    self: TensorLike, other: TensorLike, dims_self: IntsLike, dims_other: IntsLike, out: Tensor | None = None
) -> Tensor:
    """Compute `tensordot.dims`.

    Sum of products over pairs of dimensions; the dimensions of `self`, then those of `other`, that are
    in no pair remain.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    dims_self : int[]
    dims_other : int[]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = einsum(functions.tensordot_equation(self.ndim, other.ndim, dims_self, dims_other), [self,
        other])
    """
    if out is not None:
        return into("tensordot", out, tensordot_dims, self, other, dims_self, dims_other)
    if dims_self.__class__ is not tuple:
        dims_self = as_ints("tensordot", "dims_self", dims_self)
    if dims_other.__class__ is not tuple:
        dims_other = as_ints("tensordot", "dims_other", dims_other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self = operand("tensordot", "self", self)
        other = operand("tensordot", "other", other)
        edge_self = self._edge
        edge_other = other._edge
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        return _tensordot_dims_composite(self, other, dims_self, dims_other)
    if rare & FORWARD_AD and any_tangent((self, other)):
        return _tensordot_dims_composite(self, other, dims_self, dims_other)
    self_ = self._array
    other_ = other._array
    result_ = functions.tensordot(self_, other_, dims_self, dims_other)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("tensordot", (out,), self=self, other=other, dims_self=dims_self, dims_other=dims_other)
    return out


def _tensordot_dims_composite(
    self: TensorLike, other: TensorLike, dims_self: IntsLike, dims_other: IntsLike
) -> Tensor:
    out: Tensor
    part1 = functions.tensordot_equation(self.ndim, other.ndim, dims_self, dims_other)
    out = ops.einsum(part1, [self, other])
    return out


def trace(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Sum of the elements on the diagonal of a matrix.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(diagonal(self))
    """
    if out is not None:
        return into("trace", out, trace, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("trace", "self", self)
        edge_self = self._edge
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        return _trace_composite(self)
    if rare & FORWARD_AD and any_tangent((self,)):
        return _trace_composite(self)
    self_ = self._array
    result_ = functions.trace(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("trace", (out,), self=self)
    return out


def _trace_composite(self: TensorLike) -> Tensor:
    out: Tensor
    out = ops.sum(ops.diagonal(self))
    return out


class TrilBackward(Node):
    __slots__ = ("edge_self", "saved_diagonal")
    op = "tril"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_diagonal: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.tril(grad, self.saved_diagonal)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.tril(grad, self.saved_diagonal)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def tril(self: TensorLike, diagonal: int = 0, out: Tensor | None = None) -> Tensor:
    """The matrices in the last two dimensions with zeros above a diagonal.

    Parameters
    ----------
    self : Tensor
    diagonal : int, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = tril(grad, diagonal)
    """
    if out is not None:
        return into("tril", out, tril, self, diagonal)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("tril", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("tril", functions.tril, self_, diagonal)
    else:
        result_ = functions.tril(self_, diagonal)
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
        node = new(TrilBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_diagonal = diagonal
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _tril_tangent(out, self, diagonal)
        if rare & PRODUCED:
            produced("tril", (out,), self=self, diagonal=diagonal)
    return out


def _tril_tangent(out: Any, self: Any, diagonal: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.tril(self_t, diagonal)
    set_tangent(out, tangent)


class TriuBackward(Node):
    __slots__ = ("edge_self", "saved_diagonal")
    op = "triu"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_diagonal: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.triu(grad, self.saved_diagonal)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.triu(grad, self.saved_diagonal)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def triu(self: TensorLike, diagonal: int = 0, out: Tensor | None = None) -> Tensor:
    """The matrices in the last two dimensions with zeros below a diagonal.

    Parameters
    ----------
    self : Tensor
    diagonal : int, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = triu(grad, diagonal)
    """
    if out is not None:
        return into("triu", out, triu, self, diagonal)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("triu", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("triu", functions.triu, self_, diagonal)
    else:
        result_ = functions.triu(self_, diagonal)
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
        node = new(TriuBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_diagonal = diagonal
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _triu_tangent(out, self, diagonal)
        if rare & PRODUCED:
            produced("triu", (out,), self=self, diagonal=diagonal)
    return out


def _triu_tangent(out: Any, self: Any, diagonal: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.triu(self_t, diagonal)
    set_tangent(out, tangent)


def kron(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Kronecker product; the argument with fewer dimensions gets leading ones of length 1.

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
    result = reshape(reshape(self, shapes[0]) * reshape(other, shapes[1]), shapes[2])
    shapes = functions.kron_shapes(self.shape, other.shape)
    """
    if out is not None:
        return into("kron", out, kron, self, other)
    shapes_ = functions.kron_shapes(self.shape, other.shape)
    part1 = ops.reshape(self, shapes_[0]) * ops.reshape(other, shapes_[1])
    out = ops.reshape(part1, shapes_[2])
    return out


class AddmvBackward(Node):
    __slots__ = (
        "edge_mat",
        "edge_self",
        "edge_vec",
        "saved_alpha",
        "saved_beta",
        "saved_mat",
        "saved_vec",
        "shape_self",
        "version_mat",
        "version_vec",
    )
    op = "addmv"
    edge_names = ("edge_self", "edge_mat", "edge_vec")
    saved_names = ("mat", "vec")
    edge_mat: Any
    edge_self: Any
    edge_vec: Any
    saved_alpha: Any
    saved_beta: Any
    saved_mat: Any
    saved_vec: Any
    shape_self: Any
    version_mat: Any
    version_vec: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_mat = self.edge_mat
        edge_vec = self.edge_vec
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_mat not in needed:
                edge_mat = None
            if edge_vec not in needed:
                edge_vec = None
        if edge_vec is not None:
            mat_ = self.saved_mat
            if mat_._counter != self.version_mat:
                mat_ = checked(self, "mat", mat_)
            mat_ = mat_._array
        if edge_mat is not None:
            vec_ = self.saved_vec
            if vec_._counter != self.version_vec:
                vec_ = checked(self, "vec", vec_)
            vec_ = vec_._array
        if edge_self is not None:
            grad_self: Any
            if self.saved_beta == 1:
                grad_self = functions.sum_to_shape(grad, self.shape_self)
            else:
                part1 = functions.sum_to_shape(grad, self.shape_self)
                grad_self = part1 * self.saved_beta.conjugate()
        if edge_mat is not None:
            grad_mat: Any
            if self.saved_alpha == 1:
                grad_mat = functions.outer(grad, vec_.conjugate())
            else:
                grad_mat = functions.outer(grad, vec_.conjugate()) * self.saved_alpha.conjugate()
        if edge_vec is not None:
            grad_vec: Any
            if self.saved_alpha == 1:
                grad_vec = functions.mv(mat_.mT.conjugate(), grad)
            else:
                grad_vec = functions.mv(mat_.mT.conjugate(), grad) * self.saved_alpha.conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_mat is not None:
            if grad_mat.__class__ is not ndarray:
                grad_mat = asarray(grad_mat)
            if edge_mat in buffers:
                accumulate(buffers, edge_mat, grad_mat)
            else:
                buffers[edge_mat] = grad_mat
                heappush(heap, (edge_mat.seq, edge_mat))
            del grad_mat
        if edge_vec is not None:
            if grad_vec.__class__ is not ndarray:
                grad_vec = asarray(grad_vec)
            if edge_vec in buffers:
                accumulate(buffers, edge_vec, grad_vec)
            else:
                buffers[edge_vec] = grad_vec
                heappush(heap, (edge_vec.seq, edge_vec))
        if not keep:
            self.saved_mat = self.saved_vec = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_mat = self.edge_mat
        edge_vec = self.edge_vec
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_mat not in needed:
                edge_mat = None
            if edge_vec not in needed:
                edge_vec = None
        if edge_vec is not None:
            mat_ = self.saved_mat
            if mat_._counter != self.version_mat:
                mat_ = checked(self, "mat", mat_)
        if edge_mat is not None:
            vec_ = self.saved_vec
            if vec_._counter != self.version_vec:
                vec_ = checked(self, "vec", vec_)
        grad_self: Any = None
        grad_mat: Any = None
        grad_vec: Any = None
        if edge_self is not None:
            if self.saved_beta == 1:
                grad_self = ops._sum_to_shape(grad, self.shape_self)
            else:
                grad_self = ops._sum_to_shape(grad, self.shape_self) * ops.conj(self.saved_beta)
        if edge_mat is not None:
            if self.saved_alpha == 1:
                grad_mat = ops.outer(grad, ops.conj(vec_))
            else:
                grad_mat = ops.outer(grad, ops.conj(vec_)) * ops.conj(self.saved_alpha)
        if edge_vec is not None:
            if self.saved_alpha == 1:
                grad_vec = ops.mv(mat_.mH, grad)
            else:
                grad_vec = ops.mv(mat_.mH, grad) * ops.conj(self.saved_alpha)
        return (grad_self, grad_mat, grad_vec)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_mat, self.edge_vec)


def addmv(
    self: TensorLike,
    mat: TensorLike,
    vec: TensorLike,
    out: Tensor | None = None,
    *,
    beta: Number = 1,
    alpha: Number = 1,
) -> Tensor:
    """`beta * self + alpha * (mat @ vec)`; with `beta=0`, `self` is not looked at.

    Parameters
    ----------
    self : Tensor
    mat : Tensor
    vec : Tensor
    beta : Scalar, default 1
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _sum_to_shape(grad, self.shape) if beta == 1 else _sum_to_shape(grad, self.shape)
        * conj(beta)
    gradient of mat = outer(grad, conj(vec)) if alpha == 1 else outer(grad, conj(vec)) * conj(alpha)
    gradient of vec = mv(mat.mH, grad) if alpha == 1 else mv(mat.mH, grad) * conj(alpha)
    """
    if out is not None:
        return into("addmv", out, addmv, self, mat, vec, beta=beta, alpha=alpha)
    try:
        edge_self = self._edge
        edge_mat = mat._edge
        edge_vec = vec._edge
    except AttributeError:
        self = operand("addmv", "self", self)
        mat = operand("addmv", "mat", mat)
        vec = operand("addmv", "vec", vec)
        edge_self = self._edge
        edge_mat = mat._edge
        edge_vec = vec._edge
    self_ = self._array
    mat_ = mat._array
    vec_ = vec._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("addmv", functions.addmv, self_, mat_, vec_, beta, alpha)
    else:
        result_ = functions.addmv(self_, mat_, vec_, beta, alpha)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_mat is not None or edge_vec is not None) and (not rare or recording()):
        node = new(AddmvBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_mat = edge_mat
        node.edge_vec = edge_vec
        node.shape_self = self.shape
        if edge_vec is not None:
            node.saved_mat = mat
            counter = mat._counter
            node.version_mat = counter if counter.__class__ is int else counter.version
        else:
            node.saved_mat = None
        if edge_mat is not None:
            node.saved_vec = vec
            counter = vec._counter
            node.version_vec = counter if counter.__class__ is int else counter.version
        else:
            node.saved_vec = None
        node.saved_beta = beta
        node.saved_alpha = alpha
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _addmv_tangent(out, self, mat, vec, beta, alpha)
        if rare & PRODUCED:
            produced("addmv", (out,), self=self, mat=mat, vec=vec, beta=beta, alpha=alpha)
    return out


def _addmv_tangent(out: Any, self: Any, mat: Any, vec: Any, beta: Any, alpha: Any) -> None:
    if not any_tangent((self, mat, vec)):
        return
    mat_p = primal_of(mat)
    vec_p = primal_of(vec)
    self_t = tangent_or_zeros(self)
    mat_t = tangent_or_zeros(mat)
    vec_t = tangent_or_zeros(vec)
    part1 = ops.addmv(self_t, mat_t, vec_p, beta=beta, alpha=alpha)
    tangent = part1 + alpha * ops.mv(mat_p, vec_t)
    set_tangent(out, tangent)


def addr(
    self: TensorLike,
    vec1: TensorLike,
    vec2: TensorLike,
    out: Tensor | None = None,
    *,
    beta: Number = 1,
    alpha: Number = 1,
) -> Tensor:
    """`beta * self + alpha * outer(vec1, vec2)`; with `beta=0`, `self` is not looked at.

    Parameters
    ----------
    self : Tensor
    vec1 : Tensor
    vec2 : Tensor
    beta : Scalar, default 1
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = product + expand(addend, product.shape)
    addend = fill(self, 0) if beta == 0 else self if beta == 1 else self * beta
    product = outer(vec1, vec2) if alpha == 1 else outer(vec1, vec2) * alpha
    """
    if out is not None:
        return into("addr", out, addr, self, vec1, vec2, beta=beta, alpha=alpha)
    addend_: Any
    if beta == 0:
        addend_ = ops.fill(self, 0)
    else:
        if beta == 1:
            addend_ = self
        else:
            addend_ = self * beta
    product_: Any
    if alpha == 1:
        product_ = ops.outer(vec1, vec2)
    else:
        product_ = ops.outer(vec1, vec2) * alpha
    out = product_ + ops.expand(addend_, product_.shape)
    return out


class AddbmmBackward(Node):
    __slots__ = (
        "edge_batch1",
        "edge_batch2",
        "edge_self",
        "saved_alpha",
        "saved_batch1",
        "saved_batch2",
        "saved_beta",
        "shape_self",
        "version_batch1",
        "version_batch2",
    )
    op = "addbmm"
    edge_names = ("edge_self", "edge_batch1", "edge_batch2")
    saved_names = ("batch1", "batch2")
    edge_batch1: Any
    edge_batch2: Any
    edge_self: Any
    saved_alpha: Any
    saved_batch1: Any
    saved_batch2: Any
    saved_beta: Any
    shape_self: Any
    version_batch1: Any
    version_batch2: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_batch1 = self.edge_batch1
        edge_batch2 = self.edge_batch2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_batch1 not in needed:
                edge_batch1 = None
            if edge_batch2 not in needed:
                edge_batch2 = None
        if edge_batch2 is not None:
            batch1_ = self.saved_batch1
            if batch1_._counter != self.version_batch1:
                batch1_ = checked(self, "batch1", batch1_)
            batch1_ = batch1_._array
        if edge_batch1 is not None:
            batch2_ = self.saved_batch2
            if batch2_._counter != self.version_batch2:
                batch2_ = checked(self, "batch2", batch2_)
            batch2_ = batch2_._array
        if edge_self is not None:
            grad_self: Any
            if self.saved_beta == 1:
                grad_self = functions.sum_to_shape(grad, self.shape_self)
            else:
                part1 = functions.sum_to_shape(grad, self.shape_self)
                grad_self = part1 * self.saved_beta.conjugate()
        if edge_batch1 is not None:
            grad_batch1: Any
            if self.saved_alpha == 1:
                grad_batch1 = functions.matmul(grad, batch2_.mT.conjugate())
            else:
                part2 = functions.matmul(grad, batch2_.mT.conjugate())
                grad_batch1 = part2 * self.saved_alpha.conjugate()
        if edge_batch2 is not None:
            grad_batch2: Any
            if self.saved_alpha == 1:
                grad_batch2 = functions.matmul(batch1_.mT.conjugate(), grad)
            else:
                part3 = functions.matmul(batch1_.mT.conjugate(), grad)
                grad_batch2 = part3 * self.saved_alpha.conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_batch1 is not None:
            if grad_batch1.__class__ is not ndarray:
                grad_batch1 = asarray(grad_batch1)
            if edge_batch1 in buffers:
                accumulate(buffers, edge_batch1, grad_batch1)
            else:
                buffers[edge_batch1] = grad_batch1
                heappush(heap, (edge_batch1.seq, edge_batch1))
            del grad_batch1
        if edge_batch2 is not None:
            if grad_batch2.__class__ is not ndarray:
                grad_batch2 = asarray(grad_batch2)
            if edge_batch2 in buffers:
                accumulate(buffers, edge_batch2, grad_batch2)
            else:
                buffers[edge_batch2] = grad_batch2
                heappush(heap, (edge_batch2.seq, edge_batch2))
        if not keep:
            self.saved_batch1 = self.saved_batch2 = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_batch1 = self.edge_batch1
        edge_batch2 = self.edge_batch2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_batch1 not in needed:
                edge_batch1 = None
            if edge_batch2 not in needed:
                edge_batch2 = None
        if edge_batch2 is not None:
            batch1_ = self.saved_batch1
            if batch1_._counter != self.version_batch1:
                batch1_ = checked(self, "batch1", batch1_)
        if edge_batch1 is not None:
            batch2_ = self.saved_batch2
            if batch2_._counter != self.version_batch2:
                batch2_ = checked(self, "batch2", batch2_)
        grad_self: Any = None
        grad_batch1: Any = None
        grad_batch2: Any = None
        if edge_self is not None:
            if self.saved_beta == 1:
                grad_self = ops._sum_to_shape(grad, self.shape_self)
            else:
                grad_self = ops._sum_to_shape(grad, self.shape_self) * ops.conj(self.saved_beta)
        if edge_batch1 is not None:
            if self.saved_alpha == 1:
                grad_batch1 = ops.matmul(grad, batch2_.mH)
            else:
                grad_batch1 = ops.matmul(grad, batch2_.mH) * ops.conj(self.saved_alpha)
        if edge_batch2 is not None:
            if self.saved_alpha == 1:
                grad_batch2 = ops.matmul(batch1_.mH, grad)
            else:
                grad_batch2 = ops.matmul(batch1_.mH, grad) * ops.conj(self.saved_alpha)
        return (grad_self, grad_batch1, grad_batch2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_batch1, self.edge_batch2)


def addbmm(
    self: TensorLike,
    batch1: TensorLike,
    batch2: TensorLike,
    out: Tensor | None = None,
    *,
    beta: Number = 1,
    alpha: Number = 1,
) -> Tensor:
    """`beta * self + alpha * sum(batch1 @ batch2, 0)`; with `beta=0`, `self` is not looked at.

    Parameters
    ----------
    self : Tensor
    batch1 : Tensor
    batch2 : Tensor
    beta : Scalar, default 1
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _sum_to_shape(grad, self.shape) if beta == 1 else _sum_to_shape(grad, self.shape)
        * conj(beta)
    gradient of batch1 = matmul(grad, batch2.mH) if alpha == 1 else matmul(grad, batch2.mH) *
        conj(alpha)
    gradient of batch2 = matmul(batch1.mH, grad) if alpha == 1 else matmul(batch1.mH, grad) *
        conj(alpha)
    """
    if out is not None:
        return into("addbmm", out, addbmm, self, batch1, batch2, beta=beta, alpha=alpha)
    try:
        edge_self = self._edge
        edge_batch1 = batch1._edge
        edge_batch2 = batch2._edge
    except AttributeError:
        self = operand("addbmm", "self", self)
        batch1 = operand("addbmm", "batch1", batch1)
        batch2 = operand("addbmm", "batch2", batch2)
        edge_self = self._edge
        edge_batch1 = batch1._edge
        edge_batch2 = batch2._edge
    self_ = self._array
    batch1_ = batch1._array
    batch2_ = batch2._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("addbmm", functions.addbmm, self_, batch1_, batch2_, beta, alpha)
    else:
        result_ = functions.addbmm(self_, batch1_, batch2_, beta, alpha)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_batch1 is not None or edge_batch2 is not None) and (
        not rare or recording()
    ):
        node = new(AddbmmBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_batch1 = edge_batch1
        node.edge_batch2 = edge_batch2
        node.shape_self = self.shape
        if edge_batch2 is not None:
            node.saved_batch1 = batch1
            counter = batch1._counter
            node.version_batch1 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_batch1 = None
        if edge_batch1 is not None:
            node.saved_batch2 = batch2
            counter = batch2._counter
            node.version_batch2 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_batch2 = None
        node.saved_beta = beta
        node.saved_alpha = alpha
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _addbmm_tangent(out, self, batch1, batch2, beta, alpha)
        if rare & PRODUCED:
            produced("addbmm", (out,), self=self, batch1=batch1, batch2=batch2, beta=beta, alpha=alpha)
    return out


def _addbmm_tangent(out: Any, self: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> None:
    if not any_tangent((self, batch1, batch2)):
        return
    batch1_p = primal_of(batch1)
    batch2_p = primal_of(batch2)
    self_t = tangent_or_zeros(self)
    batch1_t = tangent_or_zeros(batch1)
    batch2_t = tangent_or_zeros(batch2)
    part1 = ops.addbmm(self_t, batch1_t, batch2_p, beta=beta, alpha=alpha)
    tangent = part1 + alpha * ops.sum(ops.bmm(batch1_p, batch2_t), (0,))
    set_tangent(out, tangent)


class BaddbmmBackward(Node):
    __slots__ = (
        "edge_batch1",
        "edge_batch2",
        "edge_self",
        "saved_alpha",
        "saved_batch1",
        "saved_batch2",
        "saved_beta",
        "shape_self",
        "version_batch1",
        "version_batch2",
    )
    op = "baddbmm"
    edge_names = ("edge_self", "edge_batch1", "edge_batch2")
    saved_names = ("batch1", "batch2")
    edge_batch1: Any
    edge_batch2: Any
    edge_self: Any
    saved_alpha: Any
    saved_batch1: Any
    saved_batch2: Any
    saved_beta: Any
    shape_self: Any
    version_batch1: Any
    version_batch2: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_batch1 = self.edge_batch1
        edge_batch2 = self.edge_batch2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_batch1 not in needed:
                edge_batch1 = None
            if edge_batch2 not in needed:
                edge_batch2 = None
        if edge_batch2 is not None:
            batch1_ = self.saved_batch1
            if batch1_._counter != self.version_batch1:
                batch1_ = checked(self, "batch1", batch1_)
            batch1_ = batch1_._array
        if edge_batch1 is not None:
            batch2_ = self.saved_batch2
            if batch2_._counter != self.version_batch2:
                batch2_ = checked(self, "batch2", batch2_)
            batch2_ = batch2_._array
        if edge_self is not None:
            grad_self: Any
            if self.saved_beta == 1:
                grad_self = functions.sum_to_shape(grad, self.shape_self)
            else:
                part1 = functions.sum_to_shape(grad, self.shape_self)
                grad_self = part1 * self.saved_beta.conjugate()
        if edge_batch1 is not None:
            grad_batch1: Any
            if self.saved_alpha == 1:
                grad_batch1 = functions.bmm(grad, batch2_.mT.conjugate())
            else:
                part2 = functions.bmm(grad, batch2_.mT.conjugate())
                grad_batch1 = part2 * self.saved_alpha.conjugate()
        if edge_batch2 is not None:
            grad_batch2: Any
            if self.saved_alpha == 1:
                grad_batch2 = functions.bmm(batch1_.mT.conjugate(), grad)
            else:
                part3 = functions.bmm(batch1_.mT.conjugate(), grad)
                grad_batch2 = part3 * self.saved_alpha.conjugate()
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_batch1 is not None:
            if grad_batch1.__class__ is not ndarray:
                grad_batch1 = asarray(grad_batch1)
            if edge_batch1 in buffers:
                accumulate(buffers, edge_batch1, grad_batch1)
            else:
                buffers[edge_batch1] = grad_batch1
                heappush(heap, (edge_batch1.seq, edge_batch1))
            del grad_batch1
        if edge_batch2 is not None:
            if grad_batch2.__class__ is not ndarray:
                grad_batch2 = asarray(grad_batch2)
            if edge_batch2 in buffers:
                accumulate(buffers, edge_batch2, grad_batch2)
            else:
                buffers[edge_batch2] = grad_batch2
                heappush(heap, (edge_batch2.seq, edge_batch2))
        if not keep:
            self.saved_batch1 = self.saved_batch2 = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_batch1 = self.edge_batch1
        edge_batch2 = self.edge_batch2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_batch1 not in needed:
                edge_batch1 = None
            if edge_batch2 not in needed:
                edge_batch2 = None
        if edge_batch2 is not None:
            batch1_ = self.saved_batch1
            if batch1_._counter != self.version_batch1:
                batch1_ = checked(self, "batch1", batch1_)
        if edge_batch1 is not None:
            batch2_ = self.saved_batch2
            if batch2_._counter != self.version_batch2:
                batch2_ = checked(self, "batch2", batch2_)
        grad_self: Any = None
        grad_batch1: Any = None
        grad_batch2: Any = None
        if edge_self is not None:
            if self.saved_beta == 1:
                grad_self = ops._sum_to_shape(grad, self.shape_self)
            else:
                grad_self = ops._sum_to_shape(grad, self.shape_self) * ops.conj(self.saved_beta)
        if edge_batch1 is not None:
            if self.saved_alpha == 1:
                grad_batch1 = ops.bmm(grad, batch2_.mH)
            else:
                grad_batch1 = ops.bmm(grad, batch2_.mH) * ops.conj(self.saved_alpha)
        if edge_batch2 is not None:
            if self.saved_alpha == 1:
                grad_batch2 = ops.bmm(batch1_.mH, grad)
            else:
                grad_batch2 = ops.bmm(batch1_.mH, grad) * ops.conj(self.saved_alpha)
        return (grad_self, grad_batch1, grad_batch2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_batch1, self.edge_batch2)


def baddbmm(
    self: TensorLike,
    batch1: TensorLike,
    batch2: TensorLike,
    out: Tensor | None = None,
    *,
    beta: Number = 1,
    alpha: Number = 1,
) -> Tensor:
    """`beta * self + alpha * (batch1 @ batch2)`; with `beta=0`, `self` is not looked at.

    Parameters
    ----------
    self : Tensor
    batch1 : Tensor
    batch2 : Tensor
    beta : Scalar, default 1
    alpha : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _sum_to_shape(grad, self.shape) if beta == 1 else _sum_to_shape(grad, self.shape)
        * conj(beta)
    gradient of batch1 = bmm(grad, batch2.mH) if alpha == 1 else bmm(grad, batch2.mH) * conj(alpha)
    gradient of batch2 = bmm(batch1.mH, grad) if alpha == 1 else bmm(batch1.mH, grad) * conj(alpha)
    """
    if out is not None:
        return into("baddbmm", out, baddbmm, self, batch1, batch2, beta=beta, alpha=alpha)
    try:
        edge_self = self._edge
        edge_batch1 = batch1._edge
        edge_batch2 = batch2._edge
    except AttributeError:
        self = operand("baddbmm", "self", self)
        batch1 = operand("baddbmm", "batch1", batch1)
        batch2 = operand("baddbmm", "batch2", batch2)
        edge_self = self._edge
        edge_batch1 = batch1._edge
        edge_batch2 = batch2._edge
    self_ = self._array
    batch1_ = batch1._array
    batch2_ = batch2._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("baddbmm", functions.baddbmm, self_, batch1_, batch2_, beta, alpha)
    else:
        result_ = functions.baddbmm(self_, batch1_, batch2_, beta, alpha)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_batch1 is not None or edge_batch2 is not None) and (
        not rare or recording()
    ):
        node = new(BaddbmmBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_batch1 = edge_batch1
        node.edge_batch2 = edge_batch2
        node.shape_self = self.shape
        if edge_batch2 is not None:
            node.saved_batch1 = batch1
            counter = batch1._counter
            node.version_batch1 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_batch1 = None
        if edge_batch1 is not None:
            node.saved_batch2 = batch2
            counter = batch2._counter
            node.version_batch2 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_batch2 = None
        node.saved_beta = beta
        node.saved_alpha = alpha
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _baddbmm_tangent(out, self, batch1, batch2, beta, alpha)
        if rare & PRODUCED:
            produced("baddbmm", (out,), self=self, batch1=batch1, batch2=batch2, beta=beta, alpha=alpha)
    return out


def _baddbmm_tangent(out: Any, self: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> None:
    if not any_tangent((self, batch1, batch2)):
        return
    batch1_p = primal_of(batch1)
    batch2_p = primal_of(batch2)
    self_t = tangent_or_zeros(self)
    batch1_t = tangent_or_zeros(batch1)
    batch2_t = tangent_or_zeros(batch2)
    part1 = ops.baddbmm(self_t, batch1_t, batch2_p, beta=beta, alpha=alpha)
    tangent = part1 + alpha * ops.bmm(batch1_p, batch2_t)
    set_tangent(out, tangent)


def inner(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Sums of the products along the last dimensions of both arguments; a number multiplies.

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
    result = self * other if self.ndim == 0 or other.ndim == 0 else tensordot_dims(self, other, last,
        last)
    last = functions.inner_dims(self.shape, other.shape, self.dtype, other.dtype)
    """
    if out is not None:
        return into("inner", out, inner, self, other)
    last_ = functions.inner_dims(self.shape, other.shape, self.dtype, other.dtype)
    if self.ndim == 0 or other.ndim == 0:
        out = self * other
    else:
        out = ops.tensordot_dims(self, other, last_, last_)
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
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
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
        if edge_self is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            part3 = ops._cross(ops.conj(other_), grad, self.saved_dim)
            grad_self = ops._sum_to_shape(part3, self.shape_self)
        if edge_other is not None:
            part4 = ops._cross(grad, ops.conj(self_), self.saved_dim)
            grad_other = ops._sum_to_shape(part4, self.shape_other)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def _cross(self: TensorLike, other: TensorLike, dim: int) -> Tensor:
    """Cross products of the vectors of length 3 along `dim`.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    dim : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _sum_to_shape(_cross(conj(other), grad, dim), self.shape)
    gradient of other = _sum_to_shape(_cross(grad, conj(self), dim), other.shape)
    """
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self = operand("_cross", "self", self)
        other = operand("_cross", "other", other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_cross", functions.cross, self_, other_, dim)
    else:
        result_ = functions.cross(self_, other_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(CrossBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        if edge_other is not None:
            node.saved_self = self
            counter = self._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        node.shape_self = self.shape
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _cross_tangent(out, self, other, dim)
        if rare & PRODUCED:
            produced("_cross", (out,), self=self, other=other, dim=dim)
    return out


def _cross_tangent(out: Any, self: Any, other: Any, dim: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    self_t = tangent_or_zeros(self)
    other_t = tangent_or_zeros(other)
    tangent = ops._cross(self_t, other_p, dim) + ops._cross(self_p, other_t, dim)
    set_tangent(out, tangent)


def cross(self: TensorLike, other: TensorLike, dim: int | None = None, out: Tensor | None = None) -> Tensor:
    """Compute `cross`.

    Cross products of the vectors of length 3 along `dim`; by default along the first dimension of that
    length.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    dim : int?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _cross(self, other, functions.cross_dim(self.shape, dim))
    """
    if out is not None:
        return into("cross", out, cross, self, other, dim)
    out = ops._cross(self, other, functions.cross_dim(self.shape, dim))
    return out


def _linalg_cross(self: TensorLike, other: TensorLike, *, dim: int = -1) -> Tensor:
    """Cross products of the vectors of length 3 along `dim`.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    dim : int, default -1

    Returns
    -------
    Tensor

    Notes
    -----
    result = _cross(self, other, dim)
    """
    out: Tensor
    out = ops._cross(self, other, dim)
    return out


def vecdot(x: TensorLike, y: TensorLike, out: Tensor | None = None, *, dim: int = -1) -> Tensor:
    """Compute `vecdot`.

    Sums of the products along `dim`, those of the first argument conjugated; the arguments are
    broadcast.

    Parameters
    ----------
    x : Tensor
    y : Tensor
    dim : int, default -1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(conj(x) * y, dim)
    """
    if out is not None:
        return into("vecdot", out, vecdot, x, y, dim=dim)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        grad_self = ops._matrix_power_derivative(self_.mH, grad, self.saved_n)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def matrix_power(self: TensorLike, n: int, out: Tensor | None = None) -> Tensor:
    """Compute `matrix_power`.

    The n-th power of the matrix, or of each matrix of a stack; a negative one is a power of the
    inverse.

    Parameters
    ----------
    self : Tensor
    n : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _matrix_power_derivative(self.mH, grad, n)
    """
    if out is not None:
        return into("matrix_power", out, matrix_power, self, n)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("matrix_power", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("matrix_power", functions.matrix_power, self_, n)
    else:
        result_ = functions.matrix_power(self_, n)
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
        node = new(MatrixPowerBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_n = n
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _matrix_power_tangent(out, self, n)
        if rare & PRODUCED:
            produced("matrix_power", (out,), self=self, n=n)
    return out


def _matrix_power_tangent(out: Any, self: Any, n: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    tangent = ops._matrix_power_derivative(self_p, self_t, n)
    set_tangent(out, tangent)


def _matrix_power_derivative(self: TensorLike, direction: TensorLike, n: int) -> Tensor:
    """The derivative of the n-th power of a matrix in a direction.

    Parameters
    ----------
    self : Tensor
    direction : Tensor
    n : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = narrow(narrow(power, -2, 0, self.shape[-1]), -1, self.shape[-1], self.shape[-1])
    upper = cat([self, direction], -1)
    lower = cat([fill(self, 0), self], -1)
    power = matrix_power(cat([upper, lower], -2), n)
    """
    out: Tensor
    upper_ = ops.cat([self, direction], -1)
    lower_ = ops.cat([ops.fill(self, 0), self], -1)
    power_ = ops.matrix_power(ops.cat([upper_, lower_], -2), n)
    part1 = ops.narrow(power_, -2, 0, self.shape[-1])
    out = ops.narrow(part1, -1, self.shape[-1], self.shape[-1])
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
    cut_ = functions.check_chain([t.shape for t in tensors], [t.dtype for t in tensors])
    if len(tensors) == 2:
        out = ops.matmul(tensors[0], tensors[1])
    else:
        if cut_ == 1:
            part1 = ops.multi_dot([tensors[i] for i in range(1, len(tensors))])
            out = ops.matmul(tensors[0], part1)
        else:
            if cut_ == len(tensors) - 1:
                part2 = ops.multi_dot([tensors[i] for i in range(len(tensors) - 1)])
                out = ops.matmul(part2, tensors[-1])
            else:
                part3 = ops.multi_dot([tensors[i] for i in range(cut_, len(tensors))])
                out = ops.matmul(ops.multi_dot([tensors[i] for i in range(cut_)]), part3)
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
    if len(matrices) == 1:
        out = matrices[0]
    else:
        out = ops.multi_dot(matrices)
    return out


@overload
def tensordot(self: Tensor, other: Tensor, dims: int = 2, out: Tensor | None = None) -> Tensor: ...


@overload
def tensordot(
    self: Tensor,
    other: Tensor,
    dims_self: int | Sequence[int],
    dims_other: int | Sequence[int],
    out: Tensor | None = None,
) -> Tensor: ...


def tensordot(*args: Any, **kwargs: Any) -> Any:
    """Compute `tensordot`.

    Overloads:

    * ``tensordot(Tensor self, Tensor other, int dims=2) -> Tensor``
    * ``tensordot.dims(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor``
    """
    return call_overload("tensordot", _TENSORDOT_OVERLOADS, args, kwargs)


def _fits_tensordot_default(self: Any, other: Any, dims: Any = 2) -> bool:
    return fits((self, TENSOR), (other, TENSOR))


def _fits_tensordot_dims(self: Any, other: Any, dims_self: Any, dims_other: Any) -> bool:
    return fits((self, TENSOR), (other, TENSOR), (dims_self, INTS), (dims_other, INTS))


_TENSORDOT_OVERLOADS = ((tensordot_default, _fits_tensordot_default), (tensordot_dims, _fits_tensordot_dims))


def addmm_(
    self: TensorLike, mat1: TensorLike, mat2: TensorLike, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """Write `addmm` of `self` into `self` itself, and return it."""
    if unrecorded(self, mat1, mat2):
        return overwrite("addmm_", self, addmm(self, mat1, mat2, beta=beta, alpha=alpha))
    write = Write("addmm_", self)
    return write.finish(addmm(write.original, mat1, mat2, beta=beta, alpha=alpha))


def tril_(self: TensorLike, diagonal: int = 0) -> Tensor:
    """Write `tril` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("tril_", self, tril(self, diagonal))
    write = Write("tril_", self)
    return write.finish(tril(write.original, diagonal))


def triu_(self: TensorLike, diagonal: int = 0) -> Tensor:
    """Write `triu` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("triu_", self, triu(self, diagonal))
    write = Write("triu_", self)
    return write.finish(triu(write.original, diagonal))


def addmv_(
    self: TensorLike, mat: TensorLike, vec: TensorLike, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """Write `addmv` of `self` into `self` itself, and return it."""
    if unrecorded(self, mat, vec):
        return overwrite("addmv_", self, addmv(self, mat, vec, beta=beta, alpha=alpha))
    write = Write("addmv_", self)
    return write.finish(addmv(write.original, mat, vec, beta=beta, alpha=alpha))


def addr_(
    self: TensorLike, vec1: TensorLike, vec2: TensorLike, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """Write `addr` of `self` into `self` itself, and return it."""
    if unrecorded(self, vec1, vec2):
        return overwrite("addr_", self, addr(self, vec1, vec2, beta=beta, alpha=alpha))
    write = Write("addr_", self, copy=True)
    return write.finish(addr(write.original, vec1, vec2, beta=beta, alpha=alpha))


def addbmm_(
    self: TensorLike, batch1: TensorLike, batch2: TensorLike, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """Write `addbmm` of `self` into `self` itself, and return it."""
    if unrecorded(self, batch1, batch2):
        return overwrite("addbmm_", self, addbmm(self, batch1, batch2, beta=beta, alpha=alpha))
    write = Write("addbmm_", self)
    return write.finish(addbmm(write.original, batch1, batch2, beta=beta, alpha=alpha))


def baddbmm_(
    self: TensorLike, batch1: TensorLike, batch2: TensorLike, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """Write `baddbmm` of `self` into `self` itself, and return it."""
    if unrecorded(self, batch1, batch2):
        return overwrite("baddbmm_", self, baddbmm(self, batch1, batch2, beta=beta, alpha=alpha))
    write = Write("baddbmm_", self)
    return write.finish(baddbmm(write.original, batch1, batch2, beta=beta, alpha=alpha))

# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family matrix_products: each op's node directly above its function."""

from typing import Any

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
    IntsLike,
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_ints,
    asarray,
    checked,
    heappush,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    primal_of,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_matmul_to_shape",
    "bmm",
    "dot",
    "inner",
    "linear",
    "matmul",
    "mm",
    "mv",
    "outer",
    "vdot",
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if edge_mat2 is not None:
            if grad_mat2.__class__ is not ndarray:
                grad_mat2 = asarray(grad_mat2)
            if edge_mat2 in buffers:
                accumulate(buffers, edge_mat2, grad_mat2)
            else:
                buffers[edge_mat2] = grad_mat2
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_mat2
        if not keep:
            self.saved_self = self.saved_mat2 = RELEASED
        return following

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


def mm(input: TensorLike, mat2: TensorLike, out: Tensor | None = None) -> Tensor:
    """Product of two matrices.

    Parameters
    ----------
    input : Tensor
    mat2 : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = mm(grad, mat2.mH)
    gradient of mat2 = mm(input.mH, grad)
    """
    if out is not None:
        return into("mm", out, mm, input, mat2)
    try:
        edge_self = input._edge
        edge_mat2 = mat2._edge
    except AttributeError:
        input = operand("mm", "input", input)
        mat2 = operand("mm", "mat2", mat2)
        edge_self = input._edge
        edge_mat2 = mat2._edge
    self_ = input._array
    mat2_ = mat2._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("mm", functions.mm, self_, mat2_)
    else:
        result_ = functions.mm(self_, mat2_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_mat2 is not None) and (not rare or recording()):
        node = MmBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_mat2 = edge_mat2
        if edge_mat2 is not None:
            node.saved_self = input
            counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _mm_tangent(out, input, mat2)
        if rare & PRODUCED:
            produced("mm", (out,), self=input, mat2=mat2)
    return out


def _mm_tangent(out: Any, input: Any, mat2: Any) -> None:
    if not any_tangent((input, mat2)):
        return
    self_p = primal_of(input)
    mat2_p = primal_of(mat2)
    self_t = tangent_or_zeros(input)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if edge_vec is not None:
            if grad_vec.__class__ is not ndarray:
                grad_vec = asarray(grad_vec)
            if edge_vec in buffers:
                accumulate(buffers, edge_vec, grad_vec)
            else:
                buffers[edge_vec] = grad_vec
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_vec
        if not keep:
            self.saved_self = self.saved_vec = RELEASED
        return following

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


def mv(input: TensorLike, vec: TensorLike, out: Tensor | None = None) -> Tensor:
    """Product of a matrix and a vector.

    Parameters
    ----------
    input : Tensor
    vec : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = outer(grad, conj(vec))
    gradient of vec = mv(input.mH, grad)
    """
    if out is not None:
        return into("mv", out, mv, input, vec)
    try:
        edge_self = input._edge
        edge_vec = vec._edge
    except AttributeError:
        input = operand("mv", "input", input)
        vec = operand("mv", "vec", vec)
        edge_self = input._edge
        edge_vec = vec._edge
    self_ = input._array
    vec_ = vec._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("mv", functions.mv, self_, vec_)
    else:
        result_ = functions.mv(self_, vec_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_vec is not None) and (not rare or recording()):
        node = MvBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_vec = edge_vec
        if edge_vec is not None:
            node.saved_self = input
            counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _mv_tangent(out, input, vec)
        if rare & PRODUCED:
            produced("mv", (out,), self=input, vec=vec)
    return out


def _mv_tangent(out: Any, input: Any, vec: Any) -> None:
    if not any_tangent((input, vec)):
        return
    self_p = primal_of(input)
    vec_p = primal_of(vec)
    self_t = tangent_or_zeros(input)
    vec_t = tangent_or_zeros(vec)
    tangent = ops.mv(self_t, vec_p) + ops.mv(self_p, vec_t)
    set_tangent(out, tangent)


class DotBackward(Node):
    __slots__ = ("edge_self", "edge_tensor", "saved_self", "saved_tensor", "version_self", "version_tensor")
    op = "dot"
    edge_names = ("edge_self", "edge_tensor")
    saved_names = ("self", "tensor")
    edge_self: Any
    edge_tensor: Any
    saved_self: Any
    saved_tensor: Any
    version_self: Any
    version_tensor: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_tensor = self.edge_tensor
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_tensor not in needed:
                edge_tensor = None
        if edge_tensor is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_self is not None:
            tensor_ = self.saved_tensor
            if tensor_._counter != self.version_tensor:
                tensor_ = checked(self, "tensor", tensor_)
            tensor_ = tensor_._array
        if edge_self is not None:
            grad_self = grad * tensor_.conjugate()
        if edge_tensor is not None:
            grad_tensor = grad * self_.conjugate()
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
        if edge_tensor is not None:
            if grad_tensor.__class__ is not ndarray:
                grad_tensor = asarray(grad_tensor)
            if edge_tensor in buffers:
                accumulate(buffers, edge_tensor, grad_tensor)
            else:
                buffers[edge_tensor] = grad_tensor
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_tensor
        if not keep:
            self.saved_self = self.saved_tensor = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_tensor = self.edge_tensor
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_tensor not in needed:
                edge_tensor = None
        if edge_tensor is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_self is not None:
            tensor_ = self.saved_tensor
            if tensor_._counter != self.version_tensor:
                tensor_ = checked(self, "tensor", tensor_)
        grad_self: Any = None
        grad_tensor: Any = None
        if edge_self is not None:
            grad_self = grad * ops.conj(tensor_)
        if edge_tensor is not None:
            grad_tensor = grad * ops.conj(self_)
        return (grad_self, grad_tensor)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_tensor)


def dot(input: TensorLike, tensor: TensorLike, out: Tensor | None = None) -> Tensor:
    """Sum of the products of the elements of two vectors.

    Parameters
    ----------
    input : Tensor
    tensor : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad * conj(tensor)
    gradient of tensor = grad * conj(input)
    """
    if out is not None:
        return into("dot", out, dot, input, tensor)
    try:
        edge_self = input._edge
        edge_tensor = tensor._edge
    except AttributeError:
        input = operand("dot", "input", input)
        tensor = operand("dot", "tensor", tensor)
        edge_self = input._edge
        edge_tensor = tensor._edge
    self_ = input._array
    tensor_ = tensor._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("dot", functions.dot, self_, tensor_)
    else:
        result_ = functions.dot(self_, tensor_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_tensor is not None) and (not rare or recording()):
        node = DotBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_tensor = edge_tensor
        if edge_tensor is not None:
            node.saved_self = input
            counter = input._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_self is not None:
            node.saved_tensor = tensor
            counter = tensor._counter
            node.version_tensor = counter if counter.__class__ is int else counter.version
        else:
            node.saved_tensor = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _dot_tangent(out, input, tensor)
        if rare & PRODUCED:
            produced("dot", (out,), self=input, tensor=tensor)
    return out


def _dot_tangent(out: Any, input: Any, tensor: Any) -> None:
    if not any_tangent((input, tensor)):
        return
    self_p = primal_of(input)
    tensor_p = primal_of(tensor)
    self_t = tangent_or_zeros(input)
    tensor_t = tangent_or_zeros(tensor)
    tangent = ops.dot(self_t, tensor_p) + ops.dot(self_p, tensor_t)
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
            grad_self = grad.conjugate() * other_
        if edge_other is not None:
            grad_other = grad * self_
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
            grad_self = ops.conj(grad) * other_
        if edge_other is not None:
            grad_other = grad * self_
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def vdot(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Sum of the products of the elements of two vectors, those of the first conjugated.

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
    gradient of input = conj(grad) * other
    gradient of other = grad * input
    """
    if out is not None:
        return into("vdot", out, vdot, input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input = operand("vdot", "input", input)
        other = operand("vdot", "other", other)
        edge_self = input._edge
        edge_other = other._edge
    self_ = input._array
    other_ = other._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("vdot", functions.vdot, self_, other_)
    else:
        result_ = functions.vdot(self_, other_)
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
        node = VdotBackward()
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _vdot_tangent(out, input, other)
        if rare & PRODUCED:
            produced("vdot", (out,), self=input, other=other)
    return out


def _vdot_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    self_t = tangent_or_zeros(input)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if edge_mat2 is not None:
            if grad_mat2.__class__ is not ndarray:
                grad_mat2 = asarray(grad_mat2)
            if edge_mat2 in buffers:
                accumulate(buffers, edge_mat2, grad_mat2)
            else:
                buffers[edge_mat2] = grad_mat2
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_mat2
        if not keep:
            self.saved_self = self.saved_mat2 = RELEASED
        return following

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


def bmm(input: TensorLike, mat2: TensorLike, out: Tensor | None = None) -> Tensor:
    """Products of the matrices in two batches of the same length.

    Parameters
    ----------
    input : Tensor
    mat2 : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = bmm(grad, mat2.mH)
    gradient of mat2 = bmm(input.mH, grad)
    """
    if out is not None:
        return into("bmm", out, bmm, input, mat2)
    try:
        edge_self = input._edge
        edge_mat2 = mat2._edge
    except AttributeError:
        input = operand("bmm", "input", input)
        mat2 = operand("bmm", "mat2", mat2)
        edge_self = input._edge
        edge_mat2 = mat2._edge
    self_ = input._array
    mat2_ = mat2._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("bmm", functions.bmm, self_, mat2_)
    else:
        result_ = functions.bmm(self_, mat2_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_mat2 is not None) and (not rare or recording()):
        node = BmmBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_mat2 = edge_mat2
        if edge_mat2 is not None:
            node.saved_self = input
            counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _bmm_tangent(out, input, mat2)
        if rare & PRODUCED:
            produced("bmm", (out,), self=input, mat2=mat2)
    return out


def _bmm_tangent(out: Any, input: Any, mat2: Any) -> None:
    if not any_tangent((input, mat2)):
        return
    self_p = primal_of(input)
    mat2_p = primal_of(mat2)
    self_t = tangent_or_zeros(input)
    mat2_t = tangent_or_zeros(mat2)
    tangent = ops.bmm(self_t, mat2_p) + ops.bmm(self_p, mat2_t)
    set_tangent(out, tangent)


def outer(input: TensorLike, vec2: TensorLike, out: Tensor | None = None) -> Tensor:
    """Products of every element of a vector with every element of another.

    Parameters
    ----------
    input : Tensor
    vec2 : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = unsqueeze(input, -1) * vec2
    """
    if out is not None:
        return into("outer", out, outer, input, vec2)
    try:
        edge_self = input._edge
        edge_vec2 = vec2._edge
    except AttributeError:
        input = operand("outer", "input", input)
        vec2 = operand("outer", "vec2", vec2)
        edge_self = input._edge
        edge_vec2 = vec2._edge
    rare = state.rare
    if (edge_self is not None or edge_vec2 is not None) and (not rare or recording()):
        return _outer_composite(input, vec2)
    if rare & FORWARD_AD and any_tangent((input, vec2)):
        return _outer_composite(input, vec2)
    self_ = input._array
    vec2_ = vec2._array
    result_ = functions.outer(self_, vec2_)
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
        produced("outer", (out,), self=input, vec2=vec2)
    return out


def _outer_composite(input: TensorLike, vec2: TensorLike) -> Tensor:
    out: Tensor
    out = ops.unsqueeze(input, -1) * vec2
    return out


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


def matmul(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Product of matrices.

    A vector is a row on the left and a column on the right, and all dimensions before the last two are
    broadcast.

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
    gradient of input = grad * conj(other) if input.ndim == 1 and other.ndim == 1 else unsqueeze(grad, -1)
        * conj(other) if other.ndim == 1 else mv(conj(other), grad) if input.ndim == 1 and other.ndim ==
        2 else reshape(_matmul_to_shape(unsqueeze(grad, -2), other.mH, (1, input.shape[0])), input.shape)
        if input.ndim == 1 else _matmul_to_shape(grad, other.mH, input.shape)
    gradient of other = grad * conj(input) if input.ndim == 1 and other.ndim == 1 else mv(input.mH, grad)
        if input.ndim == 2 and other.ndim == 1 else reshape(_matmul_to_shape(input.mH, unsqueeze(grad,
        -1), (other.shape[0], 1)), other.shape) if other.ndim == 1 else unsqueeze(conj(input), -1) *
        unsqueeze(grad, -2) if input.ndim == 1 else _matmul_to_shape(input.mH, grad, other.shape)
    """
    if out is not None:
        return into("matmul", out, matmul, input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input = operand("matmul", "input", input)
        other = operand("matmul", "other", other)
        edge_self = input._edge
        edge_other = other._edge
    self_ = input._array
    other_ = other._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("matmul", functions.matmul, self_, other_)
    else:
        result_ = functions.matmul(self_, other_)
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
        node = MatmulBackward()
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
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _matmul_tangent(out, input, other)
        if rare & PRODUCED:
            produced("matmul", (out,), self=input, other=other)
    return out


def _matmul_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    self_t = tangent_or_zeros(input)
    other_t = tangent_or_zeros(other)
    tangent = ops.matmul(self_t, other_p) + ops.matmul(self_p, other_t)
    set_tangent(out, tangent)


def _matmul_to_shape(input: TensorLike, other: TensorLike, shape: IntsLike) -> Tensor:
    """Product of matrices as matmul gives it, summed over what broadcasting added, to `shape`.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    shape : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    result = _sum_to_shape(matmul(input, other), shape)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_matmul_to_shape", "shape", shape)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input = operand("_matmul_to_shape", "input", input)
        other = operand("_matmul_to_shape", "other", other)
        edge_self = input._edge
        edge_other = other._edge
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        return _matmul_to_shape_composite(input, other, shape)
    if rare & FORWARD_AD and any_tangent((input, other)):
        return _matmul_to_shape_composite(input, other, shape)
    self_ = input._array
    other_ = other._array
    result_ = functions.matmul_to_shape(self_, other_, shape)
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
        produced("_matmul_to_shape", (out,), self=input, other=other, shape=shape)
    return out


def _matmul_to_shape_composite(input: TensorLike, other: TensorLike, shape: IntsLike) -> Tensor:
    out: Tensor
    out = ops._sum_to_shape(ops.matmul(input, other), shape)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        following: Node | None = None
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                following = edge_input
            del grad_input
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
            del grad_weight
        if edge_bias is not None:
            if grad_bias.__class__ is not ndarray:
                grad_bias = asarray(grad_bias)
            if edge_bias in buffers:
                accumulate(buffers, edge_bias, grad_bias)
            else:
                buffers[edge_bias] = grad_bias
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_bias
        if not keep:
            self.saved_input = self.saved_weight = RELEASED
        return following

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
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_weight is not None or edge_bias is not None) and (
        not rare or recording()
    ):
        node = LinearBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
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


def inner(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Sums of the products along the last dimensions of both arguments; a number multiplies.

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
    result = input * other if input.ndim == 0 or other.ndim == 0 else tensordot_dims(input, other, last,
        last)
    last = functions.inner_dims(input.shape, other.shape, input.dtype, other.dtype)
    """
    if out is not None:
        return into("inner", out, inner, input, other)
    last_ = functions.inner_dims(input.shape, other.shape, input.dtype, other.dtype)
    if input.ndim == 0 or other.ndim == 0:
        out = input * other
    else:
        out = ops_later.tensordot_dims(input, other, last_, last_)
    return out

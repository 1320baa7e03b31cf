# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family added_products: each op's node directly above its function."""

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
    Number,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    asarray,
    checked,
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
]


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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if edge_mat1 is not None:
            if grad_mat1.__class__ is not ndarray:
                grad_mat1 = asarray(grad_mat1)
            if edge_mat1 in buffers:
                accumulate(buffers, edge_mat1, grad_mat1)
            else:
                buffers[edge_mat1] = grad_mat1
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_mat1
            del grad_mat1
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
            self.saved_mat1 = self.saved_mat2 = RELEASED
        return following

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
                grad_self = ops._sum_to_shape(grad, self.shape_self) * self.saved_beta.conjugate()
        if edge_mat1 is not None:
            if self.saved_alpha == 1:
                grad_mat1 = ops.mm(grad, mat2_.mH)
            else:
                grad_mat1 = ops.mm(grad, mat2_.mH) * self.saved_alpha.conjugate()
        if edge_mat2 is not None:
            if self.saved_alpha == 1:
                grad_mat2 = ops.mm(mat1_.mH, grad)
            else:
                grad_mat2 = ops.mm(mat1_.mH, grad) * self.saved_alpha.conjugate()
        return (grad_self, grad_mat1, grad_mat2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_mat1, self.edge_mat2)


def addmm(
    input: TensorLike,
    mat1: TensorLike,
    mat2: TensorLike,
    out: Tensor | None = None,
    *,
    beta: Number = 1,
    alpha: Number = 1,
) -> Tensor:
    """`beta * input + alpha * (mat1 @ mat2)`; with `beta=0`, `input` is not looked at.

    Parameters
    ----------
    input : Tensor
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
    gradient of input = _sum_to_shape(grad, input.shape) if beta == 1 else _sum_to_shape(grad, input.shape)
        * conj(beta)
    gradient of mat1 = mm(grad, mat2.mH) if alpha == 1 else mm(grad, mat2.mH) * conj(alpha)
    gradient of mat2 = mm(mat1.mH, grad) if alpha == 1 else mm(mat1.mH, grad) * conj(alpha)
    """
    if out is not None:
        return into("addmm", out, addmm, input, mat1, mat2, beta=beta, alpha=alpha)
    try:
        edge_self = input._edge
        edge_mat1 = mat1._edge
        edge_mat2 = mat2._edge
    except AttributeError:
        input = operand("addmm", "input", input)
        mat1 = operand("addmm", "mat1", mat1)
        mat2 = operand("addmm", "mat2", mat2)
        edge_self = input._edge
        edge_mat1 = mat1._edge
        edge_mat2 = mat2._edge
    self_ = input._array
    mat1_ = mat1._array
    mat2_ = mat2._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("addmm", functions.addmm, self_, mat1_, mat2_, beta, alpha)
    else:
        result_ = functions.addmm(self_, mat1_, mat2_, beta, alpha)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_mat1 is not None or edge_mat2 is not None) and (
        not rare or recording()
    ):
        node = AddmmBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_mat1 = edge_mat1
        node.edge_mat2 = edge_mat2
        node.shape_self = input.shape
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _addmm_tangent(out, input, mat1, mat2, beta, alpha)
        if rare & PRODUCED:
            produced("addmm", (out,), self=input, mat1=mat1, mat2=mat2, beta=beta, alpha=alpha)
    return out


def _addmm_tangent(out: Any, input: Any, mat1: Any, mat2: Any, beta: Any, alpha: Any) -> None:
    if not any_tangent((input, mat1, mat2)):
        return
    mat1_p = primal_of(mat1)
    mat2_p = primal_of(mat2)
    self_t = tangent_or_zeros(input)
    mat1_t = tangent_or_zeros(mat1)
    mat2_t = tangent_or_zeros(mat2)
    part1 = ops_later.addmm(self_t, mat1_t, mat2_p, beta=beta, alpha=alpha)
    tangent = part1 + alpha * ops.mm(mat1_p, mat2_t)
    set_tangent(out, tangent)


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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if edge_mat is not None:
            if grad_mat.__class__ is not ndarray:
                grad_mat = asarray(grad_mat)
            if edge_mat in buffers:
                accumulate(buffers, edge_mat, grad_mat)
            else:
                buffers[edge_mat] = grad_mat
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_mat
            del grad_mat
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
            self.saved_mat = self.saved_vec = RELEASED
        return following

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
                grad_self = ops._sum_to_shape(grad, self.shape_self) * self.saved_beta.conjugate()
        if edge_mat is not None:
            if self.saved_alpha == 1:
                grad_mat = ops.outer(grad, ops.conj(vec_))
            else:
                grad_mat = ops.outer(grad, ops.conj(vec_)) * self.saved_alpha.conjugate()
        if edge_vec is not None:
            if self.saved_alpha == 1:
                grad_vec = ops.mv(mat_.mH, grad)
            else:
                grad_vec = ops.mv(mat_.mH, grad) * self.saved_alpha.conjugate()
        return (grad_self, grad_mat, grad_vec)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_mat, self.edge_vec)


def addmv(
    input: TensorLike,
    mat: TensorLike,
    vec: TensorLike,
    out: Tensor | None = None,
    *,
    beta: Number = 1,
    alpha: Number = 1,
) -> Tensor:
    """`beta * input + alpha * (mat @ vec)`; with `beta=0`, `input` is not looked at.

    Parameters
    ----------
    input : Tensor
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
    gradient of input = _sum_to_shape(grad, input.shape) if beta == 1 else _sum_to_shape(grad, input.shape)
        * conj(beta)
    gradient of mat = outer(grad, conj(vec)) if alpha == 1 else outer(grad, conj(vec)) * conj(alpha)
    gradient of vec = mv(mat.mH, grad) if alpha == 1 else mv(mat.mH, grad) * conj(alpha)
    """
    if out is not None:
        return into("addmv", out, addmv, input, mat, vec, beta=beta, alpha=alpha)
    try:
        edge_self = input._edge
        edge_mat = mat._edge
        edge_vec = vec._edge
    except AttributeError:
        input = operand("addmv", "input", input)
        mat = operand("addmv", "mat", mat)
        vec = operand("addmv", "vec", vec)
        edge_self = input._edge
        edge_mat = mat._edge
        edge_vec = vec._edge
    self_ = input._array
    mat_ = mat._array
    vec_ = vec._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("addmv", functions.addmv, self_, mat_, vec_, beta, alpha)
    else:
        result_ = functions.addmv(self_, mat_, vec_, beta, alpha)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_mat is not None or edge_vec is not None) and (not rare or recording()):
        node = AddmvBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_mat = edge_mat
        node.edge_vec = edge_vec
        node.shape_self = input.shape
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _addmv_tangent(out, input, mat, vec, beta, alpha)
        if rare & PRODUCED:
            produced("addmv", (out,), self=input, mat=mat, vec=vec, beta=beta, alpha=alpha)
    return out


def _addmv_tangent(out: Any, input: Any, mat: Any, vec: Any, beta: Any, alpha: Any) -> None:
    if not any_tangent((input, mat, vec)):
        return
    mat_p = primal_of(mat)
    vec_p = primal_of(vec)
    self_t = tangent_or_zeros(input)
    mat_t = tangent_or_zeros(mat)
    vec_t = tangent_or_zeros(vec)
    part1 = ops_later.addmv(self_t, mat_t, vec_p, beta=beta, alpha=alpha)
    tangent = part1 + alpha * ops.mv(mat_p, vec_t)
    set_tangent(out, tangent)


def addr(
    input: TensorLike,
    vec1: TensorLike,
    vec2: TensorLike,
    out: Tensor | None = None,
    *,
    beta: Number = 1,
    alpha: Number = 1,
) -> Tensor:
    """`beta * input + alpha * outer(vec1, vec2)`; with `beta=0`, `input` is not looked at.

    Parameters
    ----------
    input : Tensor
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
    result = addcmul(all_addends, unsqueeze(vec1, -1), vec2, value=alpha) if shape[0] * shape[1] >= 4096
        else outer(vec1 if alpha == 1 else vec1 * alpha, vec2) + all_addends
    shape = functions.addr_shape(vec1.shape, vec2.shape)
    addend = fill(input, 0) if beta == 0 else input if beta == 1 else input * beta
    all_addends = expand(addend, shape)
    """
    if out is not None:
        return into("addr", out, addr, input, vec1, vec2, beta=beta, alpha=alpha)
    shape_ = functions.addr_shape(vec1.shape, vec2.shape)
    addend_: Any
    if beta == 0:
        addend_ = ops.fill(input, 0)
    else:
        if beta == 1:
            addend_ = input
        else:
            addend_ = input * beta
    all_addends_ = ops.expand(addend_, shape_)
    if shape_[0] * shape_[1] >= 4096:
        part1 = ops.unsqueeze(vec1, -1)
        out = ops_later.addcmul(all_addends_, part1, vec2, value=alpha)
    else:
        out = ops.outer(vec1 if alpha == 1 else vec1 * alpha, vec2) + all_addends_
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if edge_batch1 is not None:
            if grad_batch1.__class__ is not ndarray:
                grad_batch1 = asarray(grad_batch1)
            if edge_batch1 in buffers:
                accumulate(buffers, edge_batch1, grad_batch1)
            else:
                buffers[edge_batch1] = grad_batch1
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_batch1
            del grad_batch1
        if edge_batch2 is not None:
            if grad_batch2.__class__ is not ndarray:
                grad_batch2 = asarray(grad_batch2)
            if edge_batch2 in buffers:
                accumulate(buffers, edge_batch2, grad_batch2)
            else:
                buffers[edge_batch2] = grad_batch2
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_batch2
        if not keep:
            self.saved_batch1 = self.saved_batch2 = RELEASED
        return following

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
                grad_self = ops._sum_to_shape(grad, self.shape_self) * self.saved_beta.conjugate()
        if edge_batch1 is not None:
            if self.saved_alpha == 1:
                grad_batch1 = ops.matmul(grad, batch2_.mH)
            else:
                grad_batch1 = ops.matmul(grad, batch2_.mH) * self.saved_alpha.conjugate()
        if edge_batch2 is not None:
            if self.saved_alpha == 1:
                grad_batch2 = ops.matmul(batch1_.mH, grad)
            else:
                grad_batch2 = ops.matmul(batch1_.mH, grad) * self.saved_alpha.conjugate()
        return (grad_self, grad_batch1, grad_batch2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_batch1, self.edge_batch2)


def addbmm(
    input: TensorLike,
    batch1: TensorLike,
    batch2: TensorLike,
    out: Tensor | None = None,
    *,
    beta: Number = 1,
    alpha: Number = 1,
) -> Tensor:
    """`beta * input + alpha * sum(batch1 @ batch2, 0)`; with `beta=0`, `input` is not looked at.

    Parameters
    ----------
    input : Tensor
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
    gradient of input = _sum_to_shape(grad, input.shape) if beta == 1 else _sum_to_shape(grad, input.shape)
        * conj(beta)
    gradient of batch1 = matmul(grad, batch2.mH) if alpha == 1 else matmul(grad, batch2.mH) *
        conj(alpha)
    gradient of batch2 = matmul(batch1.mH, grad) if alpha == 1 else matmul(batch1.mH, grad) *
        conj(alpha)
    """
    if out is not None:
        return into("addbmm", out, addbmm, input, batch1, batch2, beta=beta, alpha=alpha)
    try:
        edge_self = input._edge
        edge_batch1 = batch1._edge
        edge_batch2 = batch2._edge
    except AttributeError:
        input = operand("addbmm", "input", input)
        batch1 = operand("addbmm", "batch1", batch1)
        batch2 = operand("addbmm", "batch2", batch2)
        edge_self = input._edge
        edge_batch1 = batch1._edge
        edge_batch2 = batch2._edge
    self_ = input._array
    batch1_ = batch1._array
    batch2_ = batch2._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("addbmm", functions.addbmm, self_, batch1_, batch2_, beta, alpha)
    else:
        result_ = functions.addbmm(self_, batch1_, batch2_, beta, alpha)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_batch1 is not None or edge_batch2 is not None) and (
        not rare or recording()
    ):
        node = AddbmmBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_batch1 = edge_batch1
        node.edge_batch2 = edge_batch2
        node.shape_self = input.shape
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _addbmm_tangent(out, input, batch1, batch2, beta, alpha)
        if rare & PRODUCED:
            produced("addbmm", (out,), self=input, batch1=batch1, batch2=batch2, beta=beta, alpha=alpha)
    return out


def _addbmm_tangent(out: Any, input: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> None:
    if not any_tangent((input, batch1, batch2)):
        return
    batch1_p = primal_of(batch1)
    batch2_p = primal_of(batch2)
    self_t = tangent_or_zeros(input)
    batch1_t = tangent_or_zeros(batch1)
    batch2_t = tangent_or_zeros(batch2)
    part1 = ops_later.addbmm(self_t, batch1_t, batch2_p, beta=beta, alpha=alpha)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if edge_batch1 is not None:
            if grad_batch1.__class__ is not ndarray:
                grad_batch1 = asarray(grad_batch1)
            if edge_batch1 in buffers:
                accumulate(buffers, edge_batch1, grad_batch1)
            else:
                buffers[edge_batch1] = grad_batch1
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_batch1
            del grad_batch1
        if edge_batch2 is not None:
            if grad_batch2.__class__ is not ndarray:
                grad_batch2 = asarray(grad_batch2)
            if edge_batch2 in buffers:
                accumulate(buffers, edge_batch2, grad_batch2)
            else:
                buffers[edge_batch2] = grad_batch2
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_batch2
        if not keep:
            self.saved_batch1 = self.saved_batch2 = RELEASED
        return following

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
                grad_self = ops._sum_to_shape(grad, self.shape_self) * self.saved_beta.conjugate()
        if edge_batch1 is not None:
            if self.saved_alpha == 1:
                grad_batch1 = ops.bmm(grad, batch2_.mH)
            else:
                grad_batch1 = ops.bmm(grad, batch2_.mH) * self.saved_alpha.conjugate()
        if edge_batch2 is not None:
            if self.saved_alpha == 1:
                grad_batch2 = ops.bmm(batch1_.mH, grad)
            else:
                grad_batch2 = ops.bmm(batch1_.mH, grad) * self.saved_alpha.conjugate()
        return (grad_self, grad_batch1, grad_batch2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_batch1, self.edge_batch2)


def baddbmm(
    input: TensorLike,
    batch1: TensorLike,
    batch2: TensorLike,
    out: Tensor | None = None,
    *,
    beta: Number = 1,
    alpha: Number = 1,
) -> Tensor:
    """`beta * input + alpha * (batch1 @ batch2)`; with `beta=0`, `input` is not looked at.

    Parameters
    ----------
    input : Tensor
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
    gradient of input = _sum_to_shape(grad, input.shape) if beta == 1 else _sum_to_shape(grad, input.shape)
        * conj(beta)
    gradient of batch1 = bmm(grad, batch2.mH) if alpha == 1 else bmm(grad, batch2.mH) * conj(alpha)
    gradient of batch2 = bmm(batch1.mH, grad) if alpha == 1 else bmm(batch1.mH, grad) * conj(alpha)
    """
    if out is not None:
        return into("baddbmm", out, baddbmm, input, batch1, batch2, beta=beta, alpha=alpha)
    try:
        edge_self = input._edge
        edge_batch1 = batch1._edge
        edge_batch2 = batch2._edge
    except AttributeError:
        input = operand("baddbmm", "input", input)
        batch1 = operand("baddbmm", "batch1", batch1)
        batch2 = operand("baddbmm", "batch2", batch2)
        edge_self = input._edge
        edge_batch1 = batch1._edge
        edge_batch2 = batch2._edge
    self_ = input._array
    batch1_ = batch1._array
    batch2_ = batch2._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("baddbmm", functions.baddbmm, self_, batch1_, batch2_, beta, alpha)
    else:
        result_ = functions.baddbmm(self_, batch1_, batch2_, beta, alpha)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_batch1 is not None or edge_batch2 is not None) and (
        not rare or recording()
    ):
        node = BaddbmmBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_batch1 = edge_batch1
        node.edge_batch2 = edge_batch2
        node.shape_self = input.shape
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _baddbmm_tangent(out, input, batch1, batch2, beta, alpha)
        if rare & PRODUCED:
            produced("baddbmm", (out,), self=input, batch1=batch1, batch2=batch2, beta=beta, alpha=alpha)
    return out


def _baddbmm_tangent(out: Any, input: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> None:
    if not any_tangent((input, batch1, batch2)):
        return
    batch1_p = primal_of(batch1)
    batch2_p = primal_of(batch2)
    self_t = tangent_or_zeros(input)
    batch1_t = tangent_or_zeros(batch1)
    batch2_t = tangent_or_zeros(batch2)
    part1 = ops_later.baddbmm(self_t, batch1_t, batch2_p, beta=beta, alpha=alpha)
    tangent = part1 + alpha * ops.bmm(batch1_p, batch2_t)
    set_tangent(out, tangent)


def addmm_(
    input: TensorLike, mat1: TensorLike, mat2: TensorLike, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """Write `addmm` of `input` into `input` itself, and return it."""
    if unrecorded(input, mat1, mat2):
        return overwrite("addmm_", input, addmm(input, mat1, mat2, beta=beta, alpha=alpha))
    write = Write("addmm_", input)
    return write.finish(addmm(write.original, mat1, mat2, beta=beta, alpha=alpha))


def addmv_(
    input: TensorLike, mat: TensorLike, vec: TensorLike, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """Write `addmv` of `input` into `input` itself, and return it."""
    if unrecorded(input, mat, vec):
        return overwrite("addmv_", input, addmv(input, mat, vec, beta=beta, alpha=alpha))
    write = Write("addmv_", input)
    return write.finish(addmv(write.original, mat, vec, beta=beta, alpha=alpha))


def addr_(
    input: TensorLike, vec1: TensorLike, vec2: TensorLike, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """Write `addr` of `input` into `input` itself, and return it."""
    if unrecorded(input, vec1, vec2):
        return overwrite("addr_", input, addr(input, vec1, vec2, beta=beta, alpha=alpha))
    write = Write("addr_", input, copy=True)
    return write.finish(addr(write.original, vec1, vec2, beta=beta, alpha=alpha))


def addbmm_(
    input: TensorLike, batch1: TensorLike, batch2: TensorLike, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """Write `addbmm` of `input` into `input` itself, and return it."""
    if unrecorded(input, batch1, batch2):
        return overwrite("addbmm_", input, addbmm(input, batch1, batch2, beta=beta, alpha=alpha))
    write = Write("addbmm_", input)
    return write.finish(addbmm(write.original, batch1, batch2, beta=beta, alpha=alpha))


def baddbmm_(
    input: TensorLike, batch1: TensorLike, batch2: TensorLike, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """Write `baddbmm` of `input` into `input` itself, and return it."""
    if unrecorded(input, batch1, batch2):
        return overwrite("baddbmm_", input, baddbmm(input, batch1, batch2, beta=beta, alpha=alpha))
    write = Write("baddbmm_", input)
    return write.finish(baddbmm(write.original, batch1, batch2, beta=beta, alpha=alpha))

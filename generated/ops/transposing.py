# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family transposing: each op's node directly above its function."""

from typing import Any

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
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
    as_int,
    as_ints,
    as_view,
    asarray,
    become,
    check_changeable,
    ndarray,
    new_tensor,
    noticed,
    operand,
    produced,
    recording,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
)

from . import at_once as ops

__all__ = [
    "adjoint",
    "matrix_H",
    "matrix_transpose",
    "movedim",
    "numpy_T",
    "permute",
    "t",
    "t_",
    "transpose",
    "transpose_",
]


class TransposeBackward(Node):
    __slots__ = ("edge_self", "saved_dim0", "saved_dim1")
    op = "transpose"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim0: Any
    saved_dim1: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.transpose(grad, self.saved_dim0, self.saved_dim1)
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
        grad_self = ops.transpose(grad, self.saved_dim0, self.saved_dim1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def transpose(input: TensorLike, dim0: int, dim1: int) -> Tensor:
    """The argument with two dimensions exchanged.

    Parameters
    ----------
    input : Tensor(a)
    dim0 : int
    dim1 : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = transpose(grad, dim0, dim1)
    """
    if dim0.__class__ is not int:
        dim0 = as_int("transpose", "dim0", dim0)
    if dim1.__class__ is not int:
        dim1 = as_int("transpose", "dim1", dim1)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("transpose", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.transpose(self_, dim0, dim1)
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
        as_view(out, input, transpose, (dim0, dim1))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = TransposeBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim0 = dim0
        node.saved_dim1 = dim1
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _transpose_tangent(out, input, dim0, dim1)
        if rare & PRODUCED:
            produced("transpose", (out,), self=input, dim0=dim0, dim1=dim1)
    return out


def _transpose_tangent(out: Any, input: Any, dim0: Any, dim1: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.transpose(self_t, dim0, dim1)
    set_tangent(out, tangent)


class PermuteBackward(Node):
    __slots__ = ("edge_self", "saved_dims")
    op = "permute"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dims: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.permute(grad, functions.inverse_permutation(self.saved_dims))
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
        grad_self = ops.permute(grad, functions.inverse_permutation(self.saved_dims))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def permute(input: TensorLike, dims: IntsLike) -> Tensor:
    """The argument with its dimensions in the order `dims`.

    Parameters
    ----------
    input : Tensor(a)
    dims : int[*]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = permute(grad, functions.inverse_permutation(dims))
    """
    if dims.__class__ is not tuple:
        dims = as_ints("permute", "dims", dims)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("permute", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.permute(self_, dims)
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
        as_view(out, input, permute, (dims,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = PermuteBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dims = dims
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _permute_tangent(out, input, dims)
        if rare & PRODUCED:
            produced("permute", (out,), self=input, dims=dims)
    return out


def _permute_tangent(out: Any, input: Any, dims: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.permute(self_t, dims)
    set_tangent(out, tangent)


def movedim(input: TensorLike, source: IntsLike, destination: IntsLike) -> Tensor:
    """The argument with the dimensions `source` moved to `destination`, the others in their order.

    Parameters
    ----------
    input : Tensor(a)
    source : int[]
    destination : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    result = permute(input, functions.moved_dims(input.ndim, source, destination))
    """
    if source.__class__ is not tuple:
        source = as_ints("movedim", "source", source)
    if destination.__class__ is not tuple:
        destination = as_ints("movedim", "destination", destination)
    out: Tensor
    out = ops.permute(input, functions.moved_dims(input.ndim, source, destination))
    return out


class TBackward(Node):
    __slots__ = ("edge_self",)
    op = "t"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.t(grad)
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
        grad_self = ops.t(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def t(input: TensorLike) -> Tensor:
    """The matrix with rows and columns exchanged.

    Vectors and numbers stay what they are.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = t(grad)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("t", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.t(self_)
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
        as_view(out, input, t, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = TBackward()
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
            _t_tangent(out, input)
        if rare & PRODUCED:
            produced("t", (out,), self=input)
    return out


def _t_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.t(self_t)
    set_tangent(out, tangent)


class NumpyTBackward(Node):
    __slots__ = ("edge_self",)
    op = "numpy_T"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.numpy_T(grad)
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
        grad_self = ops.numpy_T(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def numpy_T(input: TensorLike) -> Tensor:
    """The argument with its dimensions in reverse order.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = numpy_T(grad)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("numpy_T", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.numpy_T(self_)
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
        as_view(out, input, numpy_T, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = NumpyTBackward()
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
            _numpy_T_tangent(out, input)
        if rare & PRODUCED:
            produced("numpy_T", (out,), self=input)
    return out


def _numpy_T_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.numpy_T(self_t)
    set_tangent(out, tangent)


class MatrixTransposeBackward(Node):
    __slots__ = ("edge_self",)
    op = "matrix_transpose"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.matrix_transpose(grad)
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
        grad_self = ops.matrix_transpose(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def matrix_transpose(input: TensorLike) -> Tensor:
    """The matrix, or each matrix of a stack, with rows and columns exchanged.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = matrix_transpose(grad)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("matrix_transpose", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.matrix_transpose(self_)
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
        as_view(out, input, matrix_transpose, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = MatrixTransposeBackward()
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
            _matrix_transpose_tangent(out, input)
        if rare & PRODUCED:
            produced("matrix_transpose", (out,), self=input)
    return out


def _matrix_transpose_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.matrix_transpose(self_t)
    set_tangent(out, tangent)


def adjoint(input: TensorLike) -> Tensor:
    """The conjugate of the matrix, or of each matrix of a stack, with rows and columns exchanged.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = conj(matrix_transpose(input)) if functions.is_complex_dtype(input.dtype) else
        matrix_transpose(input)
    """
    out: Tensor
    if functions.is_complex_dtype(input.dtype):
        out = ops.conj(ops.matrix_transpose(input))
    else:
        out = ops.matrix_transpose(input)
    return out


def matrix_H(input: TensorLike) -> Tensor:
    """The conjugate of the matrix with rows and columns exchanged.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = adjoint(input) if functions.matrix_dims(input.ndim) == 2 else transpose(conj(input), 0, -1)
    """
    out: Tensor
    if functions.matrix_dims(input.ndim) == 2:
        out = ops.adjoint(input)
    else:
        out = ops.transpose(ops.conj(input), 0, -1)
    return out


def transpose_(input: TensorLike, dim0: int, dim1: int) -> Tensor:
    """Make `input` itself the view that `transpose` gives of it, and return it."""
    check_changeable("transpose_", input)
    undo = (transpose, (dim0, dim1))
    return become(input, (transpose, (dim0, dim1)), undo)


def t_(input: TensorLike) -> Tensor:
    """Make `input` itself the view that `t` gives of it, and return it."""
    check_changeable("t_", input)
    undo = (t, ())
    return become(input, (t, ()), undo)

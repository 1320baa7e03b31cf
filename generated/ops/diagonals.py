# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family diagonals: each op's node directly above its function."""

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
    checked,
    heappush,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
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
    "_clear_diagonal",
    "as_strided_scatter",
    "diag",
    "diag_embed",
    "diagflat",
    "diagonal",
    "diagonal_backward",
    "diagonal_scatter",
]


class DiagonalBackward(Node):
    __slots__ = ("edge_self", "saved_dim1", "saved_dim2", "saved_offset", "shape_self")
    op = "diagonal"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim1: Any
    saved_dim2: Any
    saved_offset: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.diagonal_backward(
            grad, self.shape_self, self.saved_offset, self.saved_dim1, self.saved_dim2
        )
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
        grad_self = ops_later.diagonal_backward(
            grad, self.shape_self, self.saved_offset, self.saved_dim1, self.saved_dim2
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def diagonal(input: TensorLike, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """The diagonals of the planes of `dim1` and `dim2`, as a new last dimension.

    Parameters
    ----------
    input : Tensor(a)
    offset : int, default 0
    dim1 : int, default 0
    dim2 : int, default 1

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = diagonal_backward(grad, input.shape, offset, dim1, dim2)
    """
    if offset.__class__ is not int:
        offset = as_int("diagonal", "offset", offset)
    if dim1.__class__ is not int:
        dim1 = as_int("diagonal", "dim1", dim1)
    if dim2.__class__ is not int:
        dim2 = as_int("diagonal", "dim2", dim2)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("diagonal", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.diagonal(self_, offset, dim1, dim2)
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
        as_view(out, input, diagonal, (offset, dim1, dim2))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = DiagonalBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_offset = offset
        node.saved_dim1 = dim1
        node.saved_dim2 = dim2
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _diagonal_tangent(out, input, offset, dim1, dim2)
        if rare & PRODUCED:
            produced("diagonal", (out,), self=input, offset=offset, dim1=dim1, dim2=dim2)
    return out


def _diagonal_tangent(out: Any, input: Any, offset: Any, dim1: Any, dim2: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.diagonal(self_t, offset, dim1, dim2)
    set_tangent(out, tangent)


class DiagonalBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_dim1", "saved_dim2", "saved_offset")
    op = "diagonal_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_dim1: Any
    saved_dim2: Any
    saved_offset: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
        following: Node | None = None
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            following = edge_grad_output
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_grad_output = ops_later.diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def diagonal_backward(
    grad_output: TensorLike, shape: IntsLike, offset: int, dim1: int, dim2: int, out: Tensor | None = None
) -> Tensor:
    """Zeros of `shape` with `grad_output` on the diagonals that `diagonal` takes.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    offset : int
    dim1 : int
    dim2 : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = diagonal(grad, offset, dim1, dim2)
    """
    if out is not None:
        return into("diagonal_backward", out, diagonal_backward, grad_output, shape, offset, dim1, dim2)
    if shape.__class__ is not tuple:
        shape = as_ints("diagonal_backward", "shape", shape)
    if offset.__class__ is not int:
        offset = as_int("diagonal_backward", "offset", offset)
    if dim1.__class__ is not int:
        dim1 = as_int("diagonal_backward", "dim1", dim1)
    if dim2.__class__ is not int:
        dim2 = as_int("diagonal_backward", "dim2", dim2)
    try:
        edge_grad_output = grad_output._edge
    except AttributeError:
        grad_output = operand("diagonal_backward", "grad_output", grad_output)
        edge_grad_output = grad_output._edge
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "diagonal_backward", functions.diagonal_backward, grad_output_, shape, offset, dim1, dim2
        )
    else:
        result_ = functions.diagonal_backward(grad_output_, shape, offset, dim1, dim2)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = DiagonalBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_offset = offset
        node.saved_dim1 = dim1
        node.saved_dim2 = dim2
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _diagonal_backward_tangent(out, grad_output, shape, offset, dim1, dim2)
        if rare & PRODUCED:
            produced(
                "diagonal_backward",
                (out,),
                grad_output=grad_output,
                shape=shape,
                offset=offset,
                dim1=dim1,
                dim2=dim2,
            )
    return out


def _diagonal_backward_tangent(
    out: Any, grad_output: Any, shape: Any, offset: Any, dim1: Any, dim2: Any
) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops_later.diagonal_backward(grad_output_t, shape, offset, dim1, dim2)
    set_tangent(out, tangent)


class AsStridedScatterBackward(Node):
    __slots__ = (
        "dtype_src",
        "edge_self",
        "edge_src",
        "saved_size",
        "saved_src",
        "saved_storage_offset",
        "saved_stride",
        "version_src",
    )
    op = "as_strided_scatter"
    edge_names = ("edge_self", "edge_src")
    saved_names = ("src",)
    dtype_src: Any
    edge_self: Any
    edge_src: Any
    saved_size: Any
    saved_src: Any
    saved_storage_offset: Any
    saved_stride: Any
    version_src: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_self is not None:
            src_ = self.saved_src
            if src_._counter != self.version_src:
                src_ = checked(self, "src", src_)
            src_ = src_._array
        if edge_self is not None:
            part1 = functions.fill(functions.cast_gradient(src_, grad.dtype), 0)
            grad_self = functions.as_strided_scatter(
                grad, part1, self.saved_size, self.saved_stride, self.saved_storage_offset
            )
        if edge_src is not None:
            part4 = functions.contiguous(grad)
            part3 = functions.as_strided(part4, self.saved_size, self.saved_stride, self.saved_storage_offset)
            part2 = part3[0]
            grad_src = functions.cast_gradient(part2, self.dtype_src)
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
        if edge_src is not None:
            if grad_src.__class__ is not ndarray:
                grad_src = asarray(grad_src)
            if edge_src in buffers:
                accumulate(buffers, edge_src, grad_src)
            else:
                buffers[edge_src] = grad_src
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_src
        if not keep:
            self.saved_src = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_self is not None:
            src_ = self.saved_src
            if src_._counter != self.version_src:
                src_ = checked(self, "src", src_)
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            part5 = ops.fill(ops._cast_gradient(src_, grad.dtype), 0)
            grad_self = ops_later.as_strided_scatter(
                grad, part5, self.saved_size, self.saved_stride, self.saved_storage_offset
            )
        if edge_src is not None:
            part7 = ops.contiguous(grad)
            part6 = ops.as_strided(part7, self.saved_size, self.saved_stride, self.saved_storage_offset)
            grad_src = ops._cast_gradient(part6, self.dtype_src)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def as_strided_scatter(
    input: TensorLike,
    src: TensorLike,
    size: IntsLike,
    stride: IntsLike,
    storage_offset: int | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """A contiguous copy with `src` in the place of what `as_strided` takes of it.

    Parameters
    ----------
    input : Tensor
    src : Tensor
    size : int[]
    stride : int[]
    storage_offset : int?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = as_strided_scatter(grad, fill(_cast_gradient(src, grad.dtype), 0), size, stride,
        storage_offset)
    gradient of src = _cast_gradient(as_strided(contiguous(grad), size, stride, storage_offset),
        src.dtype)
    """
    if out is not None:
        return into("as_strided_scatter", out, as_strided_scatter, input, src, size, stride, storage_offset)
    if size.__class__ is not tuple:
        size = as_ints("as_strided_scatter", "size", size)
    if stride.__class__ is not tuple:
        stride = as_ints("as_strided_scatter", "stride", stride)
    if storage_offset is not None and storage_offset.__class__ is not int:
        storage_offset = as_int("as_strided_scatter", "storage_offset", storage_offset)
    try:
        edge_self = input._edge
        edge_src = src._edge
    except AttributeError:
        input = operand("as_strided_scatter", "input", input)
        src = operand("as_strided_scatter", "src", src)
        edge_self = input._edge
        edge_src = src._edge
    self_ = input._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "as_strided_scatter", functions.as_strided_scatter, self_, src_, size, stride, storage_offset
        )
    else:
        result_ = functions.as_strided_scatter(self_, src_, size, stride, storage_offset)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = AsStridedScatterBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        if edge_self is not None:
            node.saved_src = src
            counter = src._counter
            node.version_src = counter if counter.__class__ is int else counter.version
        else:
            node.saved_src = None
        node.dtype_src = src.dtype
        node.saved_size = size
        node.saved_stride = stride
        node.saved_storage_offset = storage_offset
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _as_strided_scatter_tangent(out, input, src, size, stride, storage_offset)
        if rare & PRODUCED:
            produced(
                "as_strided_scatter",
                (out,),
                self=input,
                src=src,
                size=size,
                stride=stride,
                storage_offset=storage_offset,
            )
    return out


def _as_strided_scatter_tangent(
    out: Any, input: Any, src: Any, size: Any, stride: Any, storage_offset: Any
) -> None:
    if not any_tangent((input, src)):
        return
    self_t = tangent_or_zeros(input)
    src_t = tangent_or_zeros(src)
    tangent = ops_later.as_strided_scatter(self_t, src_t, size, stride, storage_offset)
    set_tangent(out, tangent)


class DiagonalScatterBackward(Node):
    __slots__ = ("dtype_src", "edge_self", "edge_src", "saved_dim1", "saved_dim2", "saved_offset")
    op = "diagonal_scatter"
    edge_names = ("edge_self", "edge_src")
    dtype_src: Any
    edge_self: Any
    edge_src: Any
    saved_dim1: Any
    saved_dim2: Any
    saved_offset: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        if edge_self is not None:
            grad_self = functions.clear_diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
        if edge_src is not None:
            part1 = functions.diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
            grad_src = functions.cast_gradient(part1, self.dtype_src)
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
        if edge_src is not None:
            if grad_src.__class__ is not ndarray:
                grad_src = asarray(grad_src)
            if edge_src in buffers:
                accumulate(buffers, edge_src, grad_src)
            else:
                buffers[edge_src] = grad_src
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_src
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = ops_later._clear_diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
        if edge_src is not None:
            part2 = ops_later.diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
            grad_src = ops._cast_gradient(part2, self.dtype_src)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def diagonal_scatter(
    input: TensorLike,
    src: TensorLike,
    offset: int = 0,
    dim1: int = 0,
    dim2: int = 1,
    out: Tensor | None = None,
) -> Tensor:
    """A copy with `src` in the place of the diagonals that `diagonal` takes.

    Parameters
    ----------
    input : Tensor
    src : Tensor
    offset : int, default 0
    dim1 : int, default 0
    dim2 : int, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _clear_diagonal(grad, offset, dim1, dim2)
    gradient of src = _cast_gradient(diagonal(grad, offset, dim1, dim2), src.dtype)
    """
    if out is not None:
        return into("diagonal_scatter", out, diagonal_scatter, input, src, offset, dim1, dim2)
    if offset.__class__ is not int:
        offset = as_int("diagonal_scatter", "offset", offset)
    if dim1.__class__ is not int:
        dim1 = as_int("diagonal_scatter", "dim1", dim1)
    if dim2.__class__ is not int:
        dim2 = as_int("diagonal_scatter", "dim2", dim2)
    try:
        edge_self = input._edge
        edge_src = src._edge
    except AttributeError:
        input = operand("diagonal_scatter", "input", input)
        src = operand("diagonal_scatter", "src", src)
        edge_self = input._edge
        edge_src = src._edge
    self_ = input._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("diagonal_scatter", functions.diagonal_scatter, self_, src_, offset, dim1, dim2)
    else:
        result_ = functions.diagonal_scatter(self_, src_, offset, dim1, dim2)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = DiagonalScatterBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.dtype_src = src.dtype
        node.saved_offset = offset
        node.saved_dim1 = dim1
        node.saved_dim2 = dim2
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _diagonal_scatter_tangent(out, input, src, offset, dim1, dim2)
        if rare & PRODUCED:
            produced("diagonal_scatter", (out,), self=input, src=src, offset=offset, dim1=dim1, dim2=dim2)
    return out


def _diagonal_scatter_tangent(out: Any, input: Any, src: Any, offset: Any, dim1: Any, dim2: Any) -> None:
    if not any_tangent((input, src)):
        return
    self_t = tangent_or_zeros(input)
    src_t = tangent_or_zeros(src)
    tangent = ops_later.diagonal_scatter(self_t, src_t, offset, dim1, dim2)
    set_tangent(out, tangent)


class ClearDiagonalBackward(Node):
    __slots__ = ("edge_self", "saved_dim1", "saved_dim2", "saved_offset")
    op = "_clear_diagonal"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim1: Any
    saved_dim2: Any
    saved_offset: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.clear_diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
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
        grad_self = ops_later._clear_diagonal(grad, self.saved_offset, self.saved_dim1, self.saved_dim2)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _clear_diagonal(input: TensorLike, offset: int, dim1: int, dim2: int) -> Tensor:
    """A copy with zeros on the diagonals that `diagonal` takes.

    Parameters
    ----------
    input : Tensor
    offset : int
    dim1 : int
    dim2 : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _clear_diagonal(grad, offset, dim1, dim2)
    """
    if offset.__class__ is not int:
        offset = as_int("_clear_diagonal", "offset", offset)
    if dim1.__class__ is not int:
        dim1 = as_int("_clear_diagonal", "dim1", dim1)
    if dim2.__class__ is not int:
        dim2 = as_int("_clear_diagonal", "dim2", dim2)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_clear_diagonal", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_clear_diagonal", functions.clear_diagonal, self_, offset, dim1, dim2)
    else:
        result_ = functions.clear_diagonal(self_, offset, dim1, dim2)
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
        node = ClearDiagonalBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_offset = offset
        node.saved_dim1 = dim1
        node.saved_dim2 = dim2
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _clear_diagonal_tangent(out, input, offset, dim1, dim2)
        if rare & PRODUCED:
            produced("_clear_diagonal", (out,), self=input, offset=offset, dim1=dim1, dim2=dim2)
    return out


def _clear_diagonal_tangent(out: Any, input: Any, offset: Any, dim1: Any, dim2: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._clear_diagonal(self_t, offset, dim1, dim2)
    set_tangent(out, tangent)


def diag_embed(
    input: TensorLike, offset: int = 0, dim1: int = -2, dim2: int = -1, out: Tensor | None = None
) -> Tensor:
    """Compute `diag_embed`.

    Matrices, in the dimensions `dim1` and `dim2` of the result, with the last dimension of the argument
    as a diagonal.

    Parameters
    ----------
    input : Tensor
    offset : int, default 0
    dim1 : int, default -2
    dim2 : int, default -1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = diagonal_backward(input, functions.diag_embed_shape(input.shape, offset, dim1, dim2), offset,
        dim1, dim2)
    """
    if out is not None:
        return into("diag_embed", out, diag_embed, input, offset, dim1, dim2)
    if offset.__class__ is not int:
        offset = as_int("diag_embed", "offset", offset)
    if dim1.__class__ is not int:
        dim1 = as_int("diag_embed", "dim1", dim1)
    if dim2.__class__ is not int:
        dim2 = as_int("diag_embed", "dim2", dim2)
    part1 = functions.diag_embed_shape(input.shape, offset, dim1, dim2)
    out = ops_later.diagonal_backward(input, part1, offset, dim1, dim2)
    return out


def diag(input: TensorLike, diagonal: int = 0, out: Tensor | None = None) -> Tensor:
    """The square matrix with a vector on its diagonal; of a matrix, a copy of its diagonal.

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
    result = diag_embed(input, diagonal) if functions.check_diag(input.ndim) == 1 else
        clone(diagonal(input, diagonal))
    """
    if out is not None:
        return into("diag", out, diag, input, diagonal)
    if diagonal.__class__ is not int:
        diagonal = as_int("diag", "diagonal", diagonal)
    if functions.check_diag(input.ndim) == 1:
        out = ops_later.diag_embed(input, diagonal)
    else:
        out = ops.clone(ops_later.diagonal(input, diagonal))
    return out


def diagflat(input: TensorLike, offset: int = 0, out: Tensor | None = None) -> Tensor:
    """The square matrix with all elements of the argument on its diagonal.

    Parameters
    ----------
    input : Tensor
    offset : int, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = diag_embed(reshape(input, (-1,)), offset)
    """
    if out is not None:
        return into("diagflat", out, diagflat, input, offset)
    if offset.__class__ is not int:
        offset = as_int("diagflat", "offset", offset)
    out = ops_later.diag_embed(ops.reshape(input, (-1,)), offset)
    return out

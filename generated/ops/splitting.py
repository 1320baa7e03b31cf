# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family splitting: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, overload

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    INT,
    INTS,
    PRODUCED,
    RESULTS,
    TENSOR,
    WATCHED,
    Buffers,
    Heap,
    IntsLike,
    MultiNode,
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    as_ints,
    as_parts,
    asarray,
    by_other_name,
    call_overload,
    connect,
    fits,
    materialized,
    materialized_tensors,
    ndarray,
    noticed,
    operand,
    produced,
    recording,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    wrap,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "chunk",
    "dsplit",
    "dsplit_default",
    "dsplit_indices",
    "hsplit",
    "hsplit_default",
    "hsplit_indices",
    "split",
    "split_default",
    "split_sizes",
    "split_with_sizes",
    "tensor_split",
    "tensor_split_default",
    "tensor_split_indices",
    "unbind",
    "unsafe_chunk",
    "unsafe_split",
    "unsafe_split_with_sizes",
    "vsplit",
    "vsplit_default",
    "vsplit_indices",
]


class UnbindBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "unbind"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.stack(grads, self.saved_dim)
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
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.stack(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def unbind(input: TensorLike, dim: int = 0, axis: int | None = None) -> tuple[Tensor, ...]:
    """The parts at each place of dimension `dim`, without that dimension.

    Parameters
    ----------
    input : Tensor(a)
    dim : int, default 0
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = stack(grads, dim)
    """
    if axis is not None:
        dim = by_other_name("unbind", "dim", dim, 0, "axis", axis)
    if dim.__class__ is not int:
        dim = as_int("unbind", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("unbind", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.unbind(self_, dim)
    outs = tuple([wrap(array) for array in result_])
    as_parts(outs, input, unbind, (dim,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = UnbindBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = input.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _unbind_tangent(outs, input, dim)
        if rare & PRODUCED:
            produced("unbind", outs, self=input, dim=dim)
    return outs


def _unbind_tangent(out: Any, input: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.unbind(self_t, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


class SplitBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "split"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
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
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def split_default(input: TensorLike, split_size: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Pieces of length `split_size` along `dim`; the last one may be shorter.

    Parameters
    ----------
    input : Tensor(a)
    split_size : int
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = cat(grads, dim)
    """
    if split_size.__class__ is not int:
        split_size = as_int("split", "split_size", split_size)
    if dim.__class__ is not int:
        dim = as_int("split", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("split", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.split(self_, split_size, dim)
    outs = tuple([wrap(array) for array in result_])
    as_parts(outs, input, split_default, (split_size, dim))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = SplitBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = input.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _split_default_tangent(outs, input, split_size, dim)
        if rare & PRODUCED:
            produced("split", outs, self=input, split_size=split_size, dim=dim)
    return outs


def _split_default_tangent(out: Any, input: Any, split_size: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.split_default(self_t, split_size, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


def split_sizes(input: TensorLike, split_size: IntsLike, dim: int = 0) -> tuple[Tensor, ...]:
    """Pieces of the lengths `split_size` along `dim`.

    Parameters
    ----------
    input : Tensor(a)
    split_size : int[]
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    result = split_with_sizes(input, split_size, dim)
    """
    if split_size.__class__ is not tuple:
        split_size = as_ints("split", "split_size", split_size)
    if dim.__class__ is not int:
        dim = as_int("split", "dim", dim)
    out: tuple[Tensor, ...]
    out = ops_later.split_with_sizes(input, split_size, dim)
    return out


class SplitWithSizesBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "split_with_sizes"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
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
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def split_with_sizes(
    input: TensorLike, split_sizes: IntsLike, dim: int = 0, axis: int | None = None
) -> tuple[Tensor, ...]:
    """Pieces of the lengths `split_sizes` along `dim`.

    Parameters
    ----------
    input : Tensor(a)
    split_sizes : int[]
    dim : int, default 0
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = cat(grads, dim)
    """
    if axis is not None:
        dim = by_other_name("split_with_sizes", "dim", dim, 0, "axis", axis)
    if split_sizes.__class__ is not tuple:
        split_sizes = as_ints("split_with_sizes", "split_sizes", split_sizes)
    if dim.__class__ is not int:
        dim = as_int("split_with_sizes", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("split_with_sizes", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.split_with_sizes(self_, split_sizes, dim)
    outs = tuple([wrap(array) for array in result_])
    as_parts(outs, input, split_with_sizes, (split_sizes, dim))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = SplitWithSizesBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = input.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _split_with_sizes_tangent(outs, input, split_sizes, dim)
        if rare & PRODUCED:
            produced("split_with_sizes", outs, self=input, split_sizes=split_sizes, dim=dim)
    return outs


def _split_with_sizes_tangent(out: Any, input: Any, split_sizes: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.split_with_sizes(self_t, split_sizes, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


class ChunkBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "chunk"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
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
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def chunk(input: TensorLike, chunks: int, dim: int = 0, axis: int | None = None) -> tuple[Tensor, ...]:
    """At most `chunks` pieces of equal length along `dim`; the last one may be shorter.

    Parameters
    ----------
    input : Tensor(a)
    chunks : int
    dim : int, default 0
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = cat(grads, dim)
    """
    if axis is not None:
        dim = by_other_name("chunk", "dim", dim, 0, "axis", axis)
    if chunks.__class__ is not int:
        chunks = as_int("chunk", "chunks", chunks)
    if dim.__class__ is not int:
        dim = as_int("chunk", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("chunk", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.chunk(self_, chunks, dim)
    outs = tuple([wrap(array) for array in result_])
    as_parts(outs, input, chunk, (chunks, dim))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = ChunkBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = input.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _chunk_tangent(outs, input, chunks, dim)
        if rare & PRODUCED:
            produced("chunk", outs, self=input, chunks=chunks, dim=dim)
    return outs


def _chunk_tangent(out: Any, input: Any, chunks: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.chunk(self_t, chunks, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


def tensor_split_default(input: TensorLike, sections: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Exactly `sections` parts along `dim`, the first ones longer by one where the length is no multiple.

    Parameters
    ----------
    input : Tensor(a)
    sections : int
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    result = [slice(input, dim, start, end) for start, end in functions.section_bounds(input.shape,
        sections, dim)]
    """
    if sections.__class__ is not int:
        sections = as_int("tensor_split", "sections", sections)
    if dim.__class__ is not int:
        dim = as_int("tensor_split", "dim", dim)
    out: tuple[Tensor, ...]
    out = tuple(
        [
            ops.slice(input, dim, start, end)
            for start, end in functions.section_bounds(input.shape, sections, dim)
        ],
    )
    return out


def tensor_split_indices(input: TensorLike, indices: IntsLike, dim: int = 0) -> tuple[Tensor, ...]:
    """Compute `tensor_split.indices`.

    The parts along `dim` before, between and after `indices`, which are read as Python's slices read
    them.

    Parameters
    ----------
    input : Tensor(a)
    indices : int[]
    dim : int, default 0

    Returns
    -------
    Tensor

    Notes
    -----
    result = [slice(input, dim, start, end) for start, end in functions.index_bounds(input.shape, indices,
        dim)]
    """
    if indices.__class__ is not tuple:
        indices = as_ints("tensor_split", "indices", indices)
    if dim.__class__ is not int:
        dim = as_int("tensor_split", "dim", dim)
    out: tuple[Tensor, ...]
    out = tuple(
        [
            ops.slice(input, dim, start, end)
            for start, end in functions.index_bounds(input.shape, indices, dim)
        ],
    )
    return out


def hsplit_default(input: TensorLike, sections: int) -> tuple[Tensor, ...]:
    """Equal parts along the second dimension (the first of a vector).

    Parameters
    ----------
    input : Tensor(a)
    sections : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split(input, sections, functions.split_dim('hsplit', input.shape, sections))
    """
    if sections.__class__ is not int:
        sections = as_int("hsplit", "sections", sections)
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("hsplit", input.shape, sections)
    out = ops_later.tensor_split_default(input, sections, part1)
    return out


def hsplit_indices(input: TensorLike, indices: IntsLike) -> tuple[Tensor, ...]:
    """The parts along the second dimension (the first of a vector) before, between and after `indices`.

    Parameters
    ----------
    input : Tensor(a)
    indices : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split_indices(input, indices, functions.split_dim('hsplit', input.shape))
    """
    if indices.__class__ is not tuple:
        indices = as_ints("hsplit", "indices", indices)
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("hsplit", input.shape)
    out = ops_later.tensor_split_indices(input, indices, part1)
    return out


def vsplit_default(input: TensorLike, sections: int) -> tuple[Tensor, ...]:
    """Equal parts along the first dimension.

    Parameters
    ----------
    input : Tensor(a)
    sections : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split(input, sections, functions.split_dim('vsplit', input.shape, sections))
    """
    if sections.__class__ is not int:
        sections = as_int("vsplit", "sections", sections)
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("vsplit", input.shape, sections)
    out = ops_later.tensor_split_default(input, sections, part1)
    return out


def vsplit_indices(input: TensorLike, indices: IntsLike) -> tuple[Tensor, ...]:
    """The parts along the first dimension before, between and after `indices`.

    Parameters
    ----------
    input : Tensor(a)
    indices : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split_indices(input, indices, functions.split_dim('vsplit', input.shape))
    """
    if indices.__class__ is not tuple:
        indices = as_ints("vsplit", "indices", indices)
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("vsplit", input.shape)
    out = ops_later.tensor_split_indices(input, indices, part1)
    return out


def dsplit_default(input: TensorLike, sections: int) -> tuple[Tensor, ...]:
    """Equal parts along the third dimension.

    Parameters
    ----------
    input : Tensor(a)
    sections : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split(input, sections, functions.split_dim('dsplit', input.shape, sections))
    """
    if sections.__class__ is not int:
        sections = as_int("dsplit", "sections", sections)
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("dsplit", input.shape, sections)
    out = ops_later.tensor_split_default(input, sections, part1)
    return out


def dsplit_indices(input: TensorLike, indices: IntsLike) -> tuple[Tensor, ...]:
    """The parts along the third dimension before, between and after `indices`.

    Parameters
    ----------
    input : Tensor(a)
    indices : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensor_split_indices(input, indices, functions.split_dim('dsplit', input.shape))
    """
    if indices.__class__ is not tuple:
        indices = as_ints("dsplit", "indices", indices)
    out: tuple[Tensor, ...]
    part1 = functions.split_dim("dsplit", input.shape)
    out = ops_later.tensor_split_indices(input, indices, part1)
    return out


class UnsafeSplitBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "unsafe_split"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
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
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def unsafe_split(
    input: TensorLike, split_size: int, dim: int = 0, axis: int | None = None
) -> tuple[Tensor, ...]:
    """Compute `unsafe_split`.

    Pieces like those of `split`, which may be changed in place: neither the argument nor its other
    pieces notice.

    Parameters
    ----------
    input : Tensor
    split_size : int
    dim : int, default 0
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = cat(grads, dim)
    """
    if axis is not None:
        dim = by_other_name("unsafe_split", "dim", dim, 0, "axis", axis)
    if split_size.__class__ is not int:
        split_size = as_int("unsafe_split", "split_size", split_size)
    if dim.__class__ is not int:
        dim = as_int("unsafe_split", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("unsafe_split", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.split(self_, split_size, dim)
    outs = tuple([wrap(array) for array in result_])
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = UnsafeSplitBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = input.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _unsafe_split_tangent(outs, input, split_size, dim)
        if rare & PRODUCED:
            produced("unsafe_split", outs, self=input, split_size=split_size, dim=dim)
    return outs


def _unsafe_split_tangent(out: Any, input: Any, split_size: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.unsafe_split(self_t, split_size, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


class UnsafeSplitWithSizesBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "unsafe_split_with_sizes"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
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
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def unsafe_split_with_sizes(
    input: TensorLike, split_sizes: IntsLike, dim: int = 0, axis: int | None = None
) -> tuple[Tensor, ...]:
    """Compute `unsafe_split_with_sizes`.

    Pieces like those of `split_with_sizes`, which may be changed in place: neither the argument nor its
    other pieces notice.

    Parameters
    ----------
    input : Tensor
    split_sizes : int[]
    dim : int, default 0
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = cat(grads, dim)
    """
    if axis is not None:
        dim = by_other_name("unsafe_split_with_sizes", "dim", dim, 0, "axis", axis)
    if split_sizes.__class__ is not tuple:
        split_sizes = as_ints("unsafe_split_with_sizes", "split_sizes", split_sizes)
    if dim.__class__ is not int:
        dim = as_int("unsafe_split_with_sizes", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("unsafe_split_with_sizes", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.split_with_sizes(self_, split_sizes, dim)
    outs = tuple([wrap(array) for array in result_])
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = UnsafeSplitWithSizesBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = input.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _unsafe_split_with_sizes_tangent(outs, input, split_sizes, dim)
        if rare & PRODUCED:
            produced("unsafe_split_with_sizes", outs, self=input, split_sizes=split_sizes, dim=dim)
    return outs


def _unsafe_split_with_sizes_tangent(out: Any, input: Any, split_sizes: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.unsafe_split_with_sizes(self_t, split_sizes, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


class UnsafeChunkBackward(MultiNode):
    __slots__ = ("edge_self", "saved_dim")
    op = "unsafe_chunk"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grads = materialized(grad, self.outputs)
        grad_self = functions.cat(grads, self.saved_dim)
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
        grads = materialized_tensors(grad, self.outputs)
        grad_self = ops.cat(grads, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def unsafe_chunk(input: TensorLike, chunks: int, dim: int = 0, axis: int | None = None) -> tuple[Tensor, ...]:
    """Compute `unsafe_chunk`.

    Pieces like those of `chunk`, which may be changed in place: neither the argument nor its other
    pieces notice.

    Parameters
    ----------
    input : Tensor
    chunks : int
    dim : int, default 0
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = cat(grads, dim)
    """
    if axis is not None:
        dim = by_other_name("unsafe_chunk", "dim", dim, 0, "axis", axis)
    if chunks.__class__ is not int:
        chunks = as_int("unsafe_chunk", "chunks", chunks)
    if dim.__class__ is not int:
        dim = as_int("unsafe_chunk", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("unsafe_chunk", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.chunk(self_, chunks, dim)
    outs = tuple([wrap(array) for array in result_])
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = UnsafeChunkBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_dim = dim
        node.shape = ()
        node.dtype = input.dtype
        connect(node, outs)
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _unsafe_chunk_tangent(outs, input, chunks, dim)
        if rare & PRODUCED:
            produced("unsafe_chunk", outs, self=input, chunks=chunks, dim=dim)
    return outs


def _unsafe_chunk_tangent(out: Any, input: Any, chunks: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.unsafe_chunk(self_t, chunks, dim)
    for one, part in zip(out, tangent, strict=True):
        set_tangent(one, part)


@overload
def split(input: Tensor, split_size: int, dim: int = 0, axis: int | None = None) -> tuple[Tensor, ...]: ...


@overload
def split(
    input: Tensor, split_size: int | Sequence[int], dim: int = 0, axis: int | None = None
) -> tuple[Tensor, ...]: ...


def split(*args: Any, **kwargs: Any) -> Any:
    """Pieces of length `split_size` along `dim`; the last one may be shorter.

    Overloads:

    * ``split(Tensor(a) input, int split_size, int dim=0) -> Tensor(a)[]``
    * ``split.sizes(Tensor(a) input, int[] split_size, int dim=0) -> Tensor(a)[]``
    """
    return call_overload("split", _SPLIT_OVERLOADS, args, kwargs, _SPLIT_NAMES)


def _fits_split_default(input: Any, split_size: Any, dim: Any = 0) -> bool:
    return fits((input, TENSOR), (split_size, INT))


def _fits_split_sizes(input: Any, split_size: Any, dim: Any = 0) -> bool:
    return fits((input, TENSOR), (split_size, INTS))


_SPLIT_OVERLOADS = ((split_default, _fits_split_default), (split_sizes, _fits_split_sizes))
_SPLIT_NAMES = {"axis": "dim"}


@overload
def tensor_split(
    input: Tensor, sections: int, dim: int = 0, axis: int | None = None
) -> tuple[Tensor, ...]: ...


@overload
def tensor_split(
    input: Tensor, indices: int | Sequence[int], dim: int = 0, axis: int | None = None
) -> tuple[Tensor, ...]: ...


def tensor_split(*args: Any, **kwargs: Any) -> Any:
    """Exactly `sections` parts along `dim`, the first ones longer by one where the length is no multiple.

    Overloads:

    * ``tensor_split(Tensor(a) input, int sections, int dim=0) -> Tensor(a)[]``
    * ``tensor_split.indices(Tensor(a) input, int[] indices, int dim=0) -> Tensor(a)[]``
    """
    return call_overload("tensor_split", _TENSOR_SPLIT_OVERLOADS, args, kwargs, _TENSOR_SPLIT_NAMES)


def _fits_tensor_split_default(input: Any, sections: Any, dim: Any = 0) -> bool:
    return fits((input, TENSOR), (sections, INT))


def _fits_tensor_split_indices(input: Any, indices: Any, dim: Any = 0) -> bool:
    return fits((input, TENSOR), (indices, INTS))


_TENSOR_SPLIT_OVERLOADS = (
    (tensor_split_default, _fits_tensor_split_default),
    (tensor_split_indices, _fits_tensor_split_indices),
)
_TENSOR_SPLIT_NAMES = {"axis": "dim"}


@overload
def hsplit(input: Tensor, sections: int) -> tuple[Tensor, ...]: ...


@overload
def hsplit(input: Tensor, indices: int | Sequence[int]) -> tuple[Tensor, ...]: ...


def hsplit(*args: Any, **kwargs: Any) -> Any:
    """Equal parts along the second dimension (the first of a vector).

    Overloads:

    * ``hsplit(Tensor(a) input, int sections) -> Tensor(a)[]``
    * ``hsplit.indices(Tensor(a) input, int[] indices) -> Tensor(a)[]``
    """
    return call_overload("hsplit", _HSPLIT_OVERLOADS, args, kwargs)


def _fits_hsplit_default(input: Any, sections: Any) -> bool:
    return fits((input, TENSOR), (sections, INT))


def _fits_hsplit_indices(input: Any, indices: Any) -> bool:
    return fits((input, TENSOR), (indices, INTS))


_HSPLIT_OVERLOADS = ((hsplit_default, _fits_hsplit_default), (hsplit_indices, _fits_hsplit_indices))


@overload
def vsplit(input: Tensor, sections: int) -> tuple[Tensor, ...]: ...


@overload
def vsplit(input: Tensor, indices: int | Sequence[int]) -> tuple[Tensor, ...]: ...


def vsplit(*args: Any, **kwargs: Any) -> Any:
    """Equal parts along the first dimension.

    Overloads:

    * ``vsplit(Tensor(a) input, int sections) -> Tensor(a)[]``
    * ``vsplit.indices(Tensor(a) input, int[] indices) -> Tensor(a)[]``
    """
    return call_overload("vsplit", _VSPLIT_OVERLOADS, args, kwargs)


def _fits_vsplit_default(input: Any, sections: Any) -> bool:
    return fits((input, TENSOR), (sections, INT))


def _fits_vsplit_indices(input: Any, indices: Any) -> bool:
    return fits((input, TENSOR), (indices, INTS))


_VSPLIT_OVERLOADS = ((vsplit_default, _fits_vsplit_default), (vsplit_indices, _fits_vsplit_indices))


@overload
def dsplit(input: Tensor, sections: int) -> tuple[Tensor, ...]: ...


@overload
def dsplit(input: Tensor, indices: int | Sequence[int]) -> tuple[Tensor, ...]: ...


def dsplit(*args: Any, **kwargs: Any) -> Any:
    """Equal parts along the third dimension.

    Overloads:

    * ``dsplit(Tensor(a) input, int sections) -> Tensor(a)[]``
    * ``dsplit.indices(Tensor(a) input, int[] indices) -> Tensor(a)[]``
    """
    return call_overload("dsplit", _DSPLIT_OVERLOADS, args, kwargs)


def _fits_dsplit_default(input: Any, sections: Any) -> bool:
    return fits((input, TENSOR), (sections, INT))


def _fits_dsplit_indices(input: Any, indices: Any) -> bool:
    return fits((input, TENSOR), (indices, INTS))


_DSPLIT_OVERLOADS = ((dsplit_default, _fits_dsplit_default), (dsplit_indices, _fits_dsplit_indices))

# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family joining: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    REPLAYING,
    RESULTS,
    WATCHED,
    Buffers,
    Heap,
    Like,
    Node,
    Tensor,
    TensorLike,
    any_tangent,
    as_int,
    asarray,
    by_other_name,
    edges_of,
    gathered,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    operand_list,
    own_parts,
    produced,
    push,
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
    "_combination_places",
    "block_diag",
    "broadcast_tensors",
    "cartesian_prod",
    "cat",
    "column_stack",
    "combinations",
    "dstack",
    "hstack",
    "meshgrid",
    "stack",
    "vstack",
]


class CatBackward(Node):
    __slots__ = ("edge_tensors", "like_tensors", "saved_dim")
    op = "cat"
    edge_names = ("edge_tensors",)
    edge_tensors: Any
    like_tensors: Any
    saved_dim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_tensors = self.edge_tensors
        if needed is not None and edge_tensors is not None and needed.isdisjoint(edge_tensors):
            edge_tensors = None
        part1 = functions.cat_sizes([t.shape for t in self.like_tensors], self.saved_dim)
        parts_ = functions.split_with_sizes(grad, part1, self.saved_dim)
        grad_tensors = [
            functions.cast_gradient(
                part if part.shape == t.shape else functions.reshape(part, t.shape), t.dtype
            )
            for part, t in zip(parts_, self.like_tensors, strict=True)
        ]
        if grad.base is not None:
            grad_tensors = own_parts(grad, grad_tensors)
        for edge, part in zip(edge_tensors or (), grad_tensors, strict=True):
            if edge is not None and (needed is None or edge in needed):
                push(buffers, heap, edge, part)
        return None

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_tensors = self.edge_tensors
        if needed is not None and edge_tensors is not None and needed.isdisjoint(edge_tensors):
            edge_tensors = None
        part2 = functions.cat_sizes([t.shape for t in self.like_tensors], self.saved_dim)
        parts_ = ops_later.split_with_sizes(grad, part2, self.saved_dim)
        grad_tensors: Any = (None,) * len(self.edge_tensors or ())
        if edge_tensors is not None:
            grad_tensors = [
                ops._cast_gradient(part if part.shape == t.shape else ops.reshape(part, t.shape), t.dtype)
                for part, t in zip(parts_, self.like_tensors, strict=True)
            ]
        return (*grad_tensors,)

    def edges(self) -> tuple[Node | None, ...]:
        return (*(self.edge_tensors or ()),)


def cat(
    tensors: Sequence[TensorLike], dim: int = 0, out: Tensor | None = None, axis: int | None = None
) -> Tensor:
    """The tensors side by side along dimension `dim`.

    All other dimensions have equal lengths; a tensor of shape (0,) fits any others.

    Parameters
    ----------
    tensors : Tensor[]
    dim : int, default 0
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    parts = split_with_sizes(grad, functions.cat_sizes([t.shape for t in tensors], dim), dim)
    gradient of tensors = [_cast_gradient(part if part.shape == t.shape else reshape(part, t.shape),
        t.dtype) for part, t in zip(parts, tensors)]
    """
    if axis is not None:
        dim = by_other_name("cat", "dim", dim, 0, "axis", axis)
    if out is not None:
        return into("cat", out, cat, tensors, dim)
    if dim.__class__ is not int:
        dim = as_int("cat", "dim", dim)
    tensors = operand_list("cat", "tensors", tensors)
    edge_tensors = edges_of(tensors)
    tensors_ = [tensor._array for tensor in tensors]
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("cat", functions.cat, tensors_, dim)
    else:
        result_ = functions.cat(tensors_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_tensors is not None and (not rare or recording()):
        node = CatBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_tensors = edge_tensors
        node.like_tensors = [Like(tensor.shape, tensor.dtype) for tensor in tensors]
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _cat_tangent(out, tensors, dim)
        if rare & PRODUCED:
            produced("cat", (out,), tensors=tensors, dim=dim)
    return out


def _cat_tangent(out: Any, tensors: Any, dim: Any) -> None:
    if not any_tangent((*tensors,)):
        return
    tensors_t = [tangent_or_zeros(tensor) for tensor in tensors]
    tangent = ops.cat(tensors_t, dim)
    set_tangent(out, tangent)


class StackBackward(Node):
    __slots__ = ("edge_tensors", "like_tensors", "saved_dim")
    op = "stack"
    edge_names = ("edge_tensors",)
    edge_tensors: Any
    like_tensors: Any
    saved_dim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_tensors = self.edge_tensors
        if needed is not None and edge_tensors is not None and needed.isdisjoint(edge_tensors):
            edge_tensors = None
        grad_tensors = [
            functions.cast_gradient(part, t.dtype)
            for part, t in zip(functions.unbind(grad, self.saved_dim), self.like_tensors, strict=True)
        ]
        if grad.base is not None:
            grad_tensors = own_parts(grad, grad_tensors)
        for edge, part in zip(edge_tensors or (), grad_tensors, strict=True):
            if edge is not None and (needed is None or edge in needed):
                push(buffers, heap, edge, part)
        return None

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_tensors = self.edge_tensors
        if needed is not None and edge_tensors is not None and needed.isdisjoint(edge_tensors):
            edge_tensors = None
        grad_tensors: Any = (None,) * len(self.edge_tensors or ())
        if edge_tensors is not None:
            grad_tensors = [
                ops._cast_gradient(part, t.dtype)
                for part, t in zip(ops_later.unbind(grad, self.saved_dim), self.like_tensors, strict=True)
            ]
        return (*grad_tensors,)

    def edges(self) -> tuple[Node | None, ...]:
        return (*(self.edge_tensors or ()),)


def stack(
    tensors: Sequence[TensorLike], dim: int = 0, out: Tensor | None = None, axis: int | None = None
) -> Tensor:
    """Tensors of one shape along a new dimension, which becomes dimension `dim` of the result.

    Parameters
    ----------
    tensors : Tensor[]
    dim : int, default 0
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of tensors = [_cast_gradient(part, t.dtype) for part, t in zip(unbind(grad, dim), tensors)]
    """
    if axis is not None:
        dim = by_other_name("stack", "dim", dim, 0, "axis", axis)
    if out is not None:
        return into("stack", out, stack, tensors, dim)
    if dim.__class__ is not int:
        dim = as_int("stack", "dim", dim)
    tensors = operand_list("stack", "tensors", tensors)
    edge_tensors = edges_of(tensors)
    tensors_ = [tensor._array for tensor in tensors]
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("stack", functions.stack, tensors_, dim)
    else:
        result_ = functions.stack(tensors_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_tensors is not None and (not rare or recording()):
        node = StackBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_tensors = edge_tensors
        node.like_tensors = [Like(tensor.shape, tensor.dtype) for tensor in tensors]
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _stack_tangent(out, tensors, dim)
        if rare & PRODUCED:
            produced("stack", (out,), tensors=tensors, dim=dim)
    return out


def _stack_tangent(out: Any, tensors: Any, dim: Any) -> None:
    if not any_tangent((*tensors,)):
        return
    tensors_t = [tangent_or_zeros(tensor) for tensor in tensors]
    tangent = ops.stack(tensors_t, dim)
    set_tangent(out, tangent)


def hstack(tensors: Sequence[TensorLike], out: Tensor | None = None) -> Tensor:
    """The tensors side by side along the second dimension; along the first if they have only one.

    Parameters
    ----------
    tensors : Tensor[]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = cat([t if t.ndim > 0 else atleast_1d(t) for t in tensors], functions.hstack_dim([t.ndim for
        t in tensors]))
    """
    if out is not None:
        return into("hstack", out, hstack, tensors)
    tensors = operand_list("hstack", "tensors", tensors)
    part1 = functions.hstack_dim([t.ndim for t in tensors])
    out = ops.cat([t if t.ndim > 0 else ops.atleast_1d(t) for t in tensors], part1)
    return out


def vstack(tensors: Sequence[TensorLike], out: Tensor | None = None) -> Tensor:
    """The tensors on top of each other; vectors become rows.

    Parameters
    ----------
    tensors : Tensor[]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = cat([t if t.ndim > 1 else atleast_2d(t) for t in tensors], 0)
    """
    if out is not None:
        return into("vstack", out, vstack, tensors)
    tensors = operand_list("vstack", "tensors", tensors)
    out = ops.cat([t if t.ndim > 1 else ops.atleast_2d(t) for t in tensors], 0)
    return out


def dstack(tensors: Sequence[TensorLike], out: Tensor | None = None) -> Tensor:
    """The tensors side by side along the third dimension.

    Parameters
    ----------
    tensors : Tensor[]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = cat([t if t.ndim > 2 else atleast_3d(t) for t in tensors], 2)
    """
    if out is not None:
        return into("dstack", out, dstack, tensors)
    tensors = operand_list("dstack", "tensors", tensors)
    out = ops.cat([t if t.ndim > 2 else ops.atleast_3d(t) for t in tensors], 2)
    return out


def column_stack(tensors: Sequence[TensorLike], out: Tensor | None = None) -> Tensor:
    """The tensors side by side along the second dimension; vectors become columns.

    Parameters
    ----------
    tensors : Tensor[]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = cat([reshape(t, functions.column_shape(t.shape)) for t in tensors], 1)
    """
    if out is not None:
        return into("column_stack", out, column_stack, tensors)
    tensors = operand_list("column_stack", "tensors", tensors)
    out = ops.cat([ops.reshape(t, functions.column_shape(t.shape)) for t in tensors], 1)
    return out


def broadcast_tensors(*tensors: Any) -> tuple[Tensor, ...]:
    """Views of the tensors in the shape to which they broadcast.

    Parameters
    ----------
    tensors : Tensor[*]

    Returns
    -------
    Tensor

    Notes
    -----
    result = [expand(t, shape) for t in tensors]
    shape = functions.common_shape([t.shape for t in tensors])
    """
    tensors = gathered(tensors)
    tensors = operand_list("broadcast_tensors", "tensors", tensors)
    out: tuple[Tensor, ...]
    shape_ = functions.common_shape([t.shape for t in tensors])
    out = tuple([ops.expand(t, shape_) for t in tensors])
    return out


def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """Compute `meshgrid`.

    Views of vectors as grids: element `[i, j, ...]` of grid k is that of vector k at its own place
    among i, j, ... With `indexing='xy'` the first two dimensions are exchanged; the default is 'ij'.

    Parameters
    ----------
    tensors : Tensor[*]
    indexing : str?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = [expand(reshape(t, along), shape) for t, along in zip(tensors, axes)]
    axes = functions.grid_axes([t.shape for t in tensors], indexing)
    shape = functions.common_shape(axes)
    """
    tensors = gathered(tensors)
    tensors = operand_list("meshgrid", "tensors", tensors)
    out: tuple[Tensor, ...]
    axes_ = functions.grid_axes([t.shape for t in tensors], indexing)
    shape_ = functions.common_shape(axes_)
    out = tuple([ops.expand(ops.reshape(t, along), shape_) for t, along in zip(tensors, axes_, strict=True)])
    return out


def cartesian_prod(*tensors: Any, out: Tensor | None = None) -> Tensor:
    """All choices of one element of each vector, as rows; of a single vector, the vector.

    Parameters
    ----------
    tensors : Tensor[*]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = tensors[0] if len(lengths) == 1 else stack([reshape(grid, (-1,)) for grid in
        meshgrid(tensors)], 1)
    lengths = functions.vector_lengths('cartesian_prod', [t.shape for t in tensors])
    """
    if out is not None:
        return into("cartesian_prod", out, cartesian_prod, *tensors)
    tensors = gathered(tensors)
    tensors = operand_list("cartesian_prod", "tensors", tensors)
    lengths_ = functions.vector_lengths("cartesian_prod", [t.shape for t in tensors])
    if len(lengths_) == 1:
        out = tensors[0]
    else:
        out = ops.stack([ops.reshape(grid, (-1,)) for grid in ops.meshgrid(tensors)], 1)
    return out


def combinations(
    input: TensorLike, r: int = 2, with_replacement: bool = False, out: Tensor | None = None
) -> Tensor:
    """All combinations of `r` elements of a vector, as rows; none for `r=0`.

    Parameters
    ----------
    input : Tensor
    r : int, default 2
    with_replacement : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = chosen if r == 0 else reshape(chosen, (-1, r))
    chosen = index_select(input, 0, _combination_places(input, r, with_replacement))
    """
    if out is not None:
        return into("combinations", out, combinations, input, r, with_replacement)
    if r.__class__ is not int:
        r = as_int("combinations", "r", r)
    part1 = ops._combination_places(input, r, with_replacement)
    chosen_ = ops_later.index_select(input, 0, part1)
    if r == 0:
        out = chosen_
    else:
        out = ops.reshape(chosen_, (-1, r))
    return out


def _combination_places(input: TensorLike, r: int, with_replacement: bool) -> Tensor:
    """The places of all combinations of `r` elements of a vector, one after the other.

    Parameters
    ----------
    input : Tensor
    r : int
    with_replacement : bool

    Returns
    -------
    Tensor
    """
    if r.__class__ is not int:
        r = as_int("_combination_places", "r", r)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("_combination_places", "input", input)
        self_ = input._array
    result_ = functions.combination_places(self_, r, with_replacement)
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
        produced("_combination_places", (out,), self=input, r=r, with_replacement=with_replacement)
    return out


def block_diag(*tensors: Any, out: Tensor | None = None) -> Tensor:
    """The matrix with the given matrices on its diagonal and zeros elsewhere; vectors are rows.

    Parameters
    ----------
    tensors : Tensor[*]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = cat([constant_pad_nd(atleast_2d(t), around) for t, around in zip(tensors,
        functions.block_pads([t.shape for t in tensors]))], 0)
    """
    if out is not None:
        return into("block_diag", out, block_diag, *tensors)
    tensors = gathered(tensors)
    tensors = operand_list("block_diag", "tensors", tensors)
    out = ops.cat(
        [
            ops_later.constant_pad_nd(ops.atleast_2d(t), around)
            for t, around in zip(tensors, functions.block_pads([t.shape for t in tensors]), strict=True)
        ],
        0,
    )
    return out

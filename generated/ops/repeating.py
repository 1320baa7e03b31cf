# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family repeating: each op's node directly above its function."""

from typing import Any, overload

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    INT,
    PRODUCED,
    REPLAYING,
    RESULTS,
    TENSOR,
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
    asarray,
    call_overload,
    fits,
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
    "repeat",
    "repeat_interleave",
    "repeat_interleave_Tensor",
    "repeat_interleave_default",
    "repeat_interleave_self_Tensor",
    "tile",
]


class RepeatBackward(Node):
    __slots__ = ("edge_self", "saved_repeats", "shape_self")
    op = "repeat"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_repeats: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        part3 = functions.repeat_blocks(self.shape_self, self.saved_repeats)
        part2 = functions.reshape(grad, part3)
        part4 = functions.repeat_dims(self.saved_repeats)
        part1 = functions.sum(part2, part4, False, None)
        grad_self = functions.reshape(part1, self.shape_self)
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
        part7 = functions.repeat_blocks(self.shape_self, self.saved_repeats)
        part6 = ops.reshape(grad, part7)
        part5 = ops.sum(part6, functions.repeat_dims(self.saved_repeats))
        grad_self = ops.reshape(part5, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def repeat(input: TensorLike, repeats: IntsLike) -> Tensor:
    """Compute `repeat`.

    `repeats[i]` copies of the argument side by side along each dimension; more numbers than dimensions
    add dimensions in front.

    Parameters
    ----------
    input : Tensor
    repeats : int[*]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = reshape(sum(reshape(grad, functions.repeat_blocks(input.shape, repeats)),
        functions.repeat_dims(repeats)), input.shape)
    """
    if repeats.__class__ is not tuple:
        repeats = as_ints("repeat", "repeats", repeats)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("repeat", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("repeat", functions.repeat, self_, repeats)
    else:
        result_ = functions.repeat(self_, repeats)
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
        node = RepeatBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_repeats = repeats
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _repeat_tangent(out, input, repeats)
        if rare & PRODUCED:
            produced("repeat", (out,), self=input, repeats=repeats)
    return out


def _repeat_tangent(out: Any, input: Any, repeats: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.repeat(self_t, repeats)
    set_tangent(out, tangent)


class RepeatInterleaveBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_repeats", "shape_self")
    op = "repeat_interleave"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any
    saved_repeats: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        part3 = functions.interleaved_blocks(self.shape_self, self.saved_repeats, self.saved_dim)
        part2 = functions.reshape(grad, part3)
        part1 = functions.sum(part2, (2,), False, None)
        grad_self = functions.reshape(part1, self.shape_self)
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
        part6 = functions.interleaved_blocks(self.shape_self, self.saved_repeats, self.saved_dim)
        part5 = ops.reshape(grad, part6)
        part4 = ops.sum(part5, (2,))
        grad_self = ops.reshape(part4, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def repeat_interleave_default(
    input: TensorLike,
    repeats: int,
    dim: int | None = None,
    out: Tensor | None = None,
    *,
    output_size: int | None = None,
) -> Tensor:
    """Every element along `dim`, or of the flattened argument, `repeats` times.

    Parameters
    ----------
    input : Tensor
    repeats : int
    dim : int?, default None
    output_size : int?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = reshape(sum(reshape(grad, functions.interleaved_blocks(input.shape, repeats,
        dim)), 2), input.shape)
    """
    if out is not None:
        return into(
            "repeat_interleave", out, repeat_interleave_default, input, repeats, dim, output_size=output_size
        )
    if repeats.__class__ is not int:
        repeats = as_int("repeat_interleave", "repeats", repeats)
    if dim is not None and dim.__class__ is not int:
        dim = as_int("repeat_interleave", "dim", dim)
    if output_size is not None and output_size.__class__ is not int:
        output_size = as_int("repeat_interleave", "output_size", output_size)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("repeat_interleave", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("repeat_interleave", functions.repeat_interleave, self_, repeats, dim, output_size)
    else:
        result_ = functions.repeat_interleave(self_, repeats, dim, output_size)
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
        node = RepeatInterleaveBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_repeats = repeats
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _repeat_interleave_default_tangent(out, input, repeats, dim, output_size)
        if rare & PRODUCED:
            produced(
                "repeat_interleave", (out,), self=input, repeats=repeats, dim=dim, output_size=output_size
            )
    return out


def _repeat_interleave_default_tangent(
    out: Any, input: Any, repeats: Any, dim: Any, output_size: Any
) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.repeat_interleave_default(self_t, repeats, dim, output_size=output_size)
    set_tangent(out, tangent)


def repeat_interleave_self_Tensor(
    input: TensorLike,
    repeats: TensorLike,
    dim: int | None = None,
    out: Tensor | None = None,
    *,
    output_size: int | None = None,
) -> Tensor:
    """Each element along `dim`, or of the flattened argument, as often as `repeats` says.

    Parameters
    ----------
    input : Tensor
    repeats : Tensor
    dim : int?, default None
    output_size : int?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = index_select(line, along, places)
    line = reshape(input, (-1,)) if dim is None else input
    along = 0 if dim is None else dim
    length = functions.interleaved_length(line.shape, repeats.shape, along)
    places = repeat_interleave_Tensor(expand(repeats, (length,)), output_size=output_size)
    """
    if out is not None:
        return into(
            "repeat_interleave",
            out,
            repeat_interleave_self_Tensor,
            input,
            repeats,
            dim,
            output_size=output_size,
        )
    if dim is not None and dim.__class__ is not int:
        dim = as_int("repeat_interleave", "dim", dim)
    if output_size is not None and output_size.__class__ is not int:
        output_size = as_int("repeat_interleave", "output_size", output_size)
    line_: Any
    if dim is None:
        line_ = ops.reshape(input, (-1,))
    else:
        line_ = input
    along_: Any
    if dim is None:
        along_ = 0
    else:
        along_ = dim
    length_ = functions.interleaved_length(line_.shape, repeats.shape, along_)
    part1 = ops.expand(repeats, (length_,))
    places_ = ops_later.repeat_interleave_Tensor(part1, output_size=output_size)
    out = ops_later.index_select(line_, along_, places_)
    return out


def repeat_interleave_Tensor(
    repeats: TensorLike, out: Tensor | None = None, *, output_size: int | None = None
) -> Tensor:
    """Each number from 0 on as often as `repeats` says.

    Parameters
    ----------
    repeats : Tensor
    output_size : int?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("repeat_interleave", out, repeat_interleave_Tensor, repeats, output_size=output_size)
    if output_size is not None and output_size.__class__ is not int:
        output_size = as_int("repeat_interleave", "output_size", output_size)
    try:
        repeats_ = repeats._array
    except AttributeError:
        repeats = operand("repeat_interleave", "repeats", repeats)
        repeats_ = repeats._array
    result_ = functions.repeat_places(repeats_, output_size)
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
        produced("repeat_interleave", (out,), repeats=repeats, output_size=output_size)
    return out


def tile(input: TensorLike, dims: IntsLike, out: Tensor | None = None) -> Tensor:
    """Copies of the argument side by side; numbers missing in front are 1.

    Parameters
    ----------
    input : Tensor
    dims : int[*]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = repeat(input, functions.tile_repeats(input.ndim, dims))
    """
    if out is not None:
        return into("tile", out, tile, input, dims)
    if dims.__class__ is not tuple:
        dims = as_ints("tile", "dims", dims)
    out = ops_later.repeat(input, functions.tile_repeats(input.ndim, dims))
    return out


@overload
def repeat_interleave(
    input: Tensor,
    repeats: int,
    dim: int | None = None,
    out: Tensor | None = None,
    axis: int | None = None,
    *,
    output_size: int | None = None,
) -> Tensor: ...


@overload
def repeat_interleave(
    input: Tensor,
    repeats: Tensor,
    dim: int | None = None,
    out: Tensor | None = None,
    axis: int | None = None,
    *,
    output_size: int | None = None,
) -> Tensor: ...


@overload
def repeat_interleave(
    repeats: Tensor, out: Tensor | None = None, *, output_size: int | None = None
) -> Tensor: ...


def repeat_interleave(*args: Any, **kwargs: Any) -> Any:
    """Every element along `dim`, or of the flattened argument, `repeats` times.

    Overloads:

    * ``repeat_interleave(Tensor input, int repeats, int? dim=None, *, int? output_size=None) -> Tensor``
    * ``repeat_interleave.self_Tensor(Tensor input, Tensor repeats, int? dim=None, *, int?
      output_size=None) -> Tensor``
    * ``repeat_interleave.Tensor(Tensor repeats, *, int? output_size=None) -> Tensor``
    """
    return call_overload(
        "repeat_interleave", _REPEAT_INTERLEAVE_OVERLOADS, args, kwargs, _REPEAT_INTERLEAVE_NAMES
    )


def _fits_repeat_interleave_default(
    input: Any, repeats: Any, dim: Any = None, output_size: Any = None
) -> bool:
    return fits((input, TENSOR), (repeats, INT))


def _fits_repeat_interleave_self_Tensor(
    input: Any, repeats: Any, dim: Any = None, output_size: Any = None
) -> bool:
    return fits((input, TENSOR), (repeats, TENSOR))


def _fits_repeat_interleave_Tensor(repeats: Any, output_size: Any = None) -> bool:
    return fits((repeats, TENSOR))


_REPEAT_INTERLEAVE_OVERLOADS = (
    (repeat_interleave_default, _fits_repeat_interleave_default),
    (repeat_interleave_self_Tensor, _fits_repeat_interleave_self_Tensor),
    (repeat_interleave_Tensor, _fits_repeat_interleave_Tensor),
)
_REPEAT_INTERLEAVE_NAMES = {"axis": "dim"}

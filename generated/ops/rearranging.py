# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family rearranging: each op's node directly above its function."""

from typing import Any

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
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
    asarray,
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
    "channel_shuffle",
    "flip",
    "fliplr",
    "flipud",
    "pixel_shuffle",
    "pixel_unshuffle",
    "roll",
    "rot90",
]


class FlipBackward(Node):
    __slots__ = ("edge_self", "saved_dims")
    op = "flip"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dims: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.flip(grad, self.saved_dims)
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
        grad_self = ops_later.flip(grad, self.saved_dims)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def flip(input: TensorLike, dims: IntsLike, out: Tensor | None = None) -> Tensor:
    """A copy with the order along each of `dims` reversed.

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
    gradient of input = flip(grad, dims)
    """
    if out is not None:
        return into("flip", out, flip, input, dims)
    if dims.__class__ is not tuple:
        dims = as_ints("flip", "dims", dims)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("flip", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("flip", functions.flip, self_, dims)
    else:
        result_ = functions.flip(self_, dims)
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
        node = FlipBackward()
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
            _flip_tangent(out, input, dims)
        if rare & PRODUCED:
            produced("flip", (out,), self=input, dims=dims)
    return out


def _flip_tangent(out: Any, input: Any, dims: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.flip(self_t, dims)
    set_tangent(out, tangent)


def fliplr(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """A copy with the order along the second dimension reversed.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = flip(input, functions.flipped_dims('fliplr', input.ndim, 1))
    """
    if out is not None:
        return into("fliplr", out, fliplr, input)
    out = ops_later.flip(input, functions.flipped_dims("fliplr", input.ndim, 1))
    return out


def flipud(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """A copy with the order along the first dimension reversed.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = flip(input, functions.flipped_dims('flipud', input.ndim, 0))
    """
    if out is not None:
        return into("flipud", out, flipud, input)
    out = ops_later.flip(input, functions.flipped_dims("flipud", input.ndim, 0))
    return out


class RollBackward(Node):
    __slots__ = ("edge_self", "saved_dims", "saved_shifts")
    op = "roll"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dims: Any
    saved_shifts: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        part1 = functions.negated(self.saved_shifts)
        grad_self = functions.roll(grad, part1, self.saved_dims)
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
        part2 = functions.negated(self.saved_shifts)
        grad_self = ops_later.roll(grad, part2, self.saved_dims)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def roll(input: TensorLike, shifts: IntsLike, dims: IntsLike = (), out: Tensor | None = None) -> Tensor:
    """A copy moved by `shifts` along `dims`; what leaves one end comes in at the other.

    Without dims it moves as if it were flat.

    Parameters
    ----------
    input : Tensor
    shifts : int[]
    dims : int[], default ()
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = roll(grad, functions.negated(shifts), dims)
    """
    if out is not None:
        return into("roll", out, roll, input, shifts, dims)
    if shifts.__class__ is not tuple:
        shifts = as_ints("roll", "shifts", shifts)
    if dims.__class__ is not tuple:
        dims = as_ints("roll", "dims", dims)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("roll", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("roll", functions.roll, self_, shifts, dims)
    else:
        result_ = functions.roll(self_, shifts, dims)
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
        node = RollBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_shifts = shifts
        node.saved_dims = dims
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _roll_tangent(out, input, shifts, dims)
        if rare & PRODUCED:
            produced("roll", (out,), self=input, shifts=shifts, dims=dims)
    return out


def _roll_tangent(out: Any, input: Any, shifts: Any, dims: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.roll(self_t, shifts, dims)
    set_tangent(out, tangent)


def rot90(input: TensorLike, k: int = 1, dims: IntsLike = (0, 1), out: Tensor | None = None) -> Tensor:
    """Compute `rot90`.

    A copy turned `k` times by 90 degrees in the plane of two dimensions, from the first towards the
    second.

    Parameters
    ----------
    input : Tensor
    k : int, default 1
    dims : int[], default (0, 1)
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = clone(input) if k % 4 == 0 and len(plane) == 2 else flip(turned, (plane[0],)) if k % 4 == 1
        else flip(input, plane) if k % 4 == 2 else flip(turned, (plane[1],))
    plane = functions.rotation_dims(input.ndim, dims)
    turned = transpose(input, plane[0], plane[1])
    """
    if out is not None:
        return into("rot90", out, rot90, input, k, dims)
    if k.__class__ is not int:
        k = as_int("rot90", "k", k)
    if dims.__class__ is not tuple:
        dims = as_ints("rot90", "dims", dims)
    plane_ = functions.rotation_dims(input.ndim, dims)
    turned_ = ops.transpose(input, plane_[0], plane_[1])
    if k % 4 == 0 and len(plane_) == 2:
        out = ops.clone(input)
    else:
        if k % 4 == 1:
            out = ops_later.flip(turned_, (plane_[0],))
        else:
            if k % 4 == 2:
                out = ops_later.flip(input, plane_)
            else:
                out = ops_later.flip(turned_, (plane_[1],))
    return out


def pixel_shuffle(input: TensorLike, upscale_factor: int, out: Tensor | None = None) -> Tensor:
    """Compute `pixel_shuffle`.

    Images of shape (..., C * r * r, H, W) as images of shape (..., C, H * r, W * r), for r =
    `upscale_factor`.

    Parameters
    ----------
    input : Tensor
    upscale_factor : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(ordered, functions.shuffled_shape(input.shape, upscale_factor))
    blocks = reshape(input, functions.pixel_blocks(input.shape, upscale_factor))
    ordered = permute(blocks, functions.shuffled_dims(input.ndim))
    """
    if out is not None:
        return into("pixel_shuffle", out, pixel_shuffle, input, upscale_factor)
    if upscale_factor.__class__ is not int:
        upscale_factor = as_int("pixel_shuffle", "upscale_factor", upscale_factor)
    blocks_ = ops.reshape(input, functions.pixel_blocks(input.shape, upscale_factor))
    ordered_ = ops.permute(blocks_, functions.shuffled_dims(input.ndim))
    part1 = functions.shuffled_shape(input.shape, upscale_factor)
    out = ops.reshape(ordered_, part1)
    return out


def pixel_unshuffle(input: TensorLike, downscale_factor: int, out: Tensor | None = None) -> Tensor:
    """Compute `pixel_unshuffle`.

    Images of shape (..., C, H * r, W * r) as images of shape (..., C * r * r, H, W), for r =
    `downscale_factor`.

    Parameters
    ----------
    input : Tensor
    downscale_factor : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(ordered, functions.unshuffled_shape(input.shape, downscale_factor))
    blocks = reshape(input, functions.unshuffled_blocks(input.shape, downscale_factor))
    ordered = permute(blocks, functions.unshuffled_dims(input.ndim))
    """
    if out is not None:
        return into("pixel_unshuffle", out, pixel_unshuffle, input, downscale_factor)
    if downscale_factor.__class__ is not int:
        downscale_factor = as_int("pixel_unshuffle", "downscale_factor", downscale_factor)
    part1 = functions.unshuffled_blocks(input.shape, downscale_factor)
    blocks_ = ops.reshape(input, part1)
    ordered_ = ops.permute(blocks_, functions.unshuffled_dims(input.ndim))
    part2 = functions.unshuffled_shape(input.shape, downscale_factor)
    out = ops.reshape(ordered_, part2)
    return out


def channel_shuffle(input: TensorLike, groups: int, out: Tensor | None = None) -> Tensor:
    """The channels, in dimension 1, in the order in which the groups take turns.

    Parameters
    ----------
    input : Tensor
    groups : int
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(transpose(grouped, 1, 2), input.shape)
    grouped = reshape(input, functions.channel_groups(input.shape, groups))
    """
    if out is not None:
        return into("channel_shuffle", out, channel_shuffle, input, groups)
    if groups.__class__ is not int:
        groups = as_int("channel_shuffle", "groups", groups)
    grouped_ = ops.reshape(input, functions.channel_groups(input.shape, groups))
    out = ops.reshape(ops.transpose(grouped_, 1, 2), input.shape)
    return out

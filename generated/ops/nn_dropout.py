# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_dropout: each op's node directly above its function."""

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
    Write,
    accumulate,
    any_tangent,
    as_ints,
    asarray,
    check_floating,
    checked_output,
    ndarray,
    new_tensor,
    noticed,
    operand,
    overwrite,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    unrecorded,
    wrap,
)

from .. import ops as ops_later

__all__ = [
    "_alpha_dropout",
    "_dropout",
    "alpha_dropout",
    "alpha_dropout_",
    "dropout",
    "dropout1d",
    "dropout1d_",
    "dropout2d",
    "dropout2d_",
    "dropout3d",
    "dropout3d_",
    "dropout_",
    "feature_alpha_dropout",
    "feature_alpha_dropout_",
]


def dropout(input: TensorLike, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Compute `dropout`.

    The argument with each element set to zero with probability `p` and the others multiplied by `1 / (1
    - p)`. Returns the argument itself when not `training`. The elements are drawn from the global
    generator, see `manual_seed`.

    Parameters
    ----------
    input : Tensor
    p : float, default 0.5
    training : bool, default True

    Returns
    -------
    Tensor

    Notes
    -----
    result = _dropout(input, p, input.shape) if functions.dropout_is_active('dropout', p, training) else
        input
    """
    if inplace:
        return dropout_(input, p, training)
    out: Tensor
    if functions.dropout_is_active("dropout", p, training):
        out = ops_later._dropout(input, p, input.shape)
    else:
        out = input
    return out


def dropout1d(input: TensorLike, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Compute `dropout1d`.

    Sequences (N, C, L) or (C, L) with whole channels set to zero with probability `p` and the others
    multiplied by `1 / (1 - p)`.

    Parameters
    ----------
    input : Tensor
    p : float, default 0.5
    training : bool, default True

    Returns
    -------
    Tensor

    Notes
    -----
    result = _dropout(input, p, functions.channel_mask_shape('dropout1d', input.shape)) if
        functions.dropout_is_active('dropout1d', p, training) else input
    """
    if inplace:
        return dropout1d_(input, p, training)
    out: Tensor
    if functions.dropout_is_active("dropout1d", p, training):
        part1 = functions.channel_mask_shape("dropout1d", input.shape)
        out = ops_later._dropout(input, p, part1)
    else:
        out = input
    return out


def dropout2d(input: TensorLike, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Compute `dropout2d`.

    Images (N, C, H, W), or sequences (N, C, L), with whole channels set to zero with probability `p`
    and the others multiplied by `1 / (1 - p)`.

    Parameters
    ----------
    input : Tensor
    p : float, default 0.5
    training : bool, default True

    Returns
    -------
    Tensor

    Notes
    -----
    result = _dropout(input, p, functions.channel_mask_shape('dropout2d', input.shape)) if
        functions.dropout_is_active('dropout2d', p, training) else input
    """
    if inplace:
        return dropout2d_(input, p, training)
    out: Tensor
    if functions.dropout_is_active("dropout2d", p, training):
        part1 = functions.channel_mask_shape("dropout2d", input.shape)
        out = ops_later._dropout(input, p, part1)
    else:
        out = input
    return out


def dropout3d(input: TensorLike, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Compute `dropout3d`.

    Volumes (N, C, D, H, W) or (C, D, H, W) with whole channels set to zero with probability `p` and the
    others multiplied by `1 / (1 - p)`.

    Parameters
    ----------
    input : Tensor
    p : float, default 0.5
    training : bool, default True

    Returns
    -------
    Tensor

    Notes
    -----
    result = _dropout(input, p, functions.channel_mask_shape('dropout3d', input.shape)) if
        functions.dropout_is_active('dropout3d', p, training) else input
    """
    if inplace:
        return dropout3d_(input, p, training)
    out: Tensor
    if functions.dropout_is_active("dropout3d", p, training):
        part1 = functions.channel_mask_shape("dropout3d", input.shape)
        out = ops_later._dropout(input, p, part1)
    else:
        out = input
    return out


def alpha_dropout(input: TensorLike, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """Compute `alpha_dropout`.

    The argument with each element replaced with probability `p` by the negative limit of `selu`, then
    scaled and shifted so that mean 0 and variance 1 stay.

    Parameters
    ----------
    input : Tensor
    p : float, default 0.5
    training : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    result = _alpha_dropout(input, p, input.shape) if functions.dropout_is_active('alpha_dropout', p,
        training) else input
    """
    if inplace:
        return alpha_dropout_(input, p, training)
    out: Tensor
    if functions.dropout_is_active("alpha_dropout", p, training):
        out = ops_later._alpha_dropout(input, p, input.shape)
    else:
        out = input
    return out


def feature_alpha_dropout(
    input: TensorLike, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """`alpha_dropout` of whole channels, which are dimension 1 of the argument.

    Parameters
    ----------
    input : Tensor
    p : float, default 0.5
    training : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    result = _alpha_dropout(input, p, functions.feature_mask_shape('feature_alpha_dropout',
        input.shape)) if functions.dropout_is_active('feature_alpha_dropout', p, training) else input
    """
    if inplace:
        return feature_alpha_dropout_(input, p, training)
    out: Tensor
    if functions.dropout_is_active("feature_alpha_dropout", p, training):
        part1 = functions.feature_mask_shape("feature_alpha_dropout", input.shape)
        out = ops_later._alpha_dropout(input, p, part1)
    else:
        out = input
    return out


class AlphaDropoutBackward(Node):
    __slots__ = ("counter__scale", "edge_self", "saved__scale")
    op = "_alpha_dropout"
    edge_names = ("edge_self",)
    saved_outputs = ("_scale",)
    counter__scale: Any
    edge_self: Any
    saved__scale: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        _scale_ = self.saved__scale
        if self.counter__scale is not None:
            _scale_ = checked_output(self, "_scale")
        grad_self = grad * _scale_
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved__scale = None
            self.counter__scale = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        _scale_ = wrap(checked_output(self, "_scale"))
        grad_self = grad * _scale_
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _alpha_dropout(input: TensorLike, p: float, mask_shape: IntsLike) -> Tensor:
    """The argument with elements replaced at random by the negative limit of selu, scaled and shifted.

    Parameters
    ----------
    input : Tensor
    p : float
    mask_shape : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad * _scale
    """
    if mask_shape.__class__ is not tuple:
        mask_shape = as_ints("_alpha_dropout", "mask_shape", mask_shape)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_alpha_dropout", "input", input)
        edge_self = input._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_alpha_dropout", "input", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _scale_ = replayed("_alpha_dropout", functions.alpha_dropout, self_, p, mask_shape)
    else:
        result_, _scale_ = functions.alpha_dropout(self_, p, mask_shape)
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
        node = AlphaDropoutBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved__scale = _scale_
        node.counter__scale = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _alpha_dropout_tangent(out, _scale_, input, p, mask_shape)
        if rare & PRODUCED:
            produced("_alpha_dropout", (out,), self=input, p=p, mask_shape=mask_shape)
    return out


def _alpha_dropout_tangent(out: Any, _scale: Any, input: Any, p: Any, mask_shape: Any) -> None:
    _scale = wrap(_scale)
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = self_t * _scale
    set_tangent(out, tangent)


class DropoutBackward(Node):
    __slots__ = ("counter__mask", "edge_self", "saved__mask")
    op = "_dropout"
    edge_names = ("edge_self",)
    saved_outputs = ("_mask",)
    counter__mask: Any
    edge_self: Any
    saved__mask: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        _mask_ = self.saved__mask
        if self.counter__mask is not None:
            _mask_ = checked_output(self, "_mask")
        grad_self = grad * _mask_
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved__mask = None
            self.counter__mask = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        _mask_ = wrap(checked_output(self, "_mask"))
        grad_self = grad * _mask_
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _dropout(input: TensorLike, p: float, mask_shape: IntsLike) -> Tensor:
    """The argument times a random mask of shape `mask_shape`, which holds 0 and `1 / (1 - p)`.

    Parameters
    ----------
    input : Tensor
    p : float
    mask_shape : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad * _mask
    """
    if mask_shape.__class__ is not tuple:
        mask_shape = as_ints("_dropout", "mask_shape", mask_shape)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_dropout", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _mask_ = replayed("_dropout", functions.dropout, self_, p, mask_shape)
    else:
        result_, _mask_ = functions.dropout(self_, p, mask_shape)
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
        node = DropoutBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved__mask = _mask_
        node.counter__mask = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _dropout_tangent(out, _mask_, input, p, mask_shape)
        if rare & PRODUCED:
            produced("_dropout", (out,), self=input, p=p, mask_shape=mask_shape)
    return out


def _dropout_tangent(out: Any, _mask: Any, input: Any, p: Any, mask_shape: Any) -> None:
    _mask = wrap(_mask)
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = self_t * _mask
    set_tangent(out, tangent)


def dropout_(input: TensorLike, p: float = 0.5, training: bool = True) -> Tensor:
    """Write `dropout` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("dropout_", input, dropout(input, p, training))
    write = Write("dropout_", input, copy=True)
    return write.finish(dropout(write.original, p, training))


def dropout1d_(input: TensorLike, p: float = 0.5, training: bool = True) -> Tensor:
    """Write `dropout1d` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("dropout1d_", input, dropout1d(input, p, training))
    write = Write("dropout1d_", input, copy=True)
    return write.finish(dropout1d(write.original, p, training))


def dropout2d_(input: TensorLike, p: float = 0.5, training: bool = True) -> Tensor:
    """Write `dropout2d` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("dropout2d_", input, dropout2d(input, p, training))
    write = Write("dropout2d_", input, copy=True)
    return write.finish(dropout2d(write.original, p, training))


def dropout3d_(input: TensorLike, p: float = 0.5, training: bool = True) -> Tensor:
    """Write `dropout3d` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("dropout3d_", input, dropout3d(input, p, training))
    write = Write("dropout3d_", input, copy=True)
    return write.finish(dropout3d(write.original, p, training))


def alpha_dropout_(input: TensorLike, p: float = 0.5, training: bool = False) -> Tensor:
    """Write `alpha_dropout` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("alpha_dropout_", input, alpha_dropout(input, p, training))
    write = Write("alpha_dropout_", input, copy=True)
    return write.finish(alpha_dropout(write.original, p, training))


def feature_alpha_dropout_(input: TensorLike, p: float = 0.5, training: bool = False) -> Tensor:
    """Write `feature_alpha_dropout` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("feature_alpha_dropout_", input, feature_alpha_dropout(input, p, training))
    write = Write("feature_alpha_dropout_", input, copy=True)
    return write.finish(feature_alpha_dropout(write.original, p, training))

# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family padding: each op's node directly above its function."""

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
    Number,
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

__all__ = [
    "_index_pad",
    "_index_pad_backward",
    "constant_pad_nd",
    "one_hot",
    "pad",
]


def pad(input: TensorLike, pad: IntsLike, mode: str = "constant", value: Number = None) -> Tensor:
    """Compute `pad`.

    The argument with more elements at its ends: `value` (0 if it is None) in mode 'constant', else its
    own elements, reflected ('reflect'), repeated from the border ('replicate') or taken from the other
    end ('circular'). `pad` lists pairs of lengths from the last dimension backwards: (left, right, top,
    bottom, ...). Negative lengths crop.

    Parameters
    ----------
    input : Tensor
    pad : int[]
    mode : str, default 'constant'
    value : Scalar?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _index_pad(input, pad, mode) if functions.pad_mode(mode) != 'constant' else
        constant_pad_nd(input, pad) if value is None else constant_pad_nd(input, pad, value)
    """
    if pad.__class__ is not tuple:
        pad = as_ints("pad", "pad", pad)
    out: Tensor
    if functions.pad_mode(mode) != "constant":
        out = ops_later._index_pad(input, pad, mode)
    else:
        if value is None:
            out = ops_later.constant_pad_nd(input, pad)
        else:
            out = ops_later.constant_pad_nd(input, pad, value)
    return out


class ConstantPadNdBackward(Node):
    __slots__ = ("edge_self", "saved_pad")
    op = "constant_pad_nd"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_pad: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        part1 = functions.negated_pad(self.saved_pad)
        grad_self = functions.constant_pad_nd(grad, part1, 0)
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
        grad_self = ops_later.constant_pad_nd(grad, functions.negated_pad(self.saved_pad))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def constant_pad_nd(input: TensorLike, pad: IntsLike, value: Number = 0, out: Tensor | None = None) -> Tensor:
    """The argument with `value` around it.

    Parameters
    ----------
    input : Tensor
    pad : int[]
    value : Scalar, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = constant_pad_nd(grad, functions.negated_pad(pad))
    """
    if out is not None:
        return into("constant_pad_nd", out, constant_pad_nd, input, pad, value)
    if pad.__class__ is not tuple:
        pad = as_ints("constant_pad_nd", "pad", pad)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("constant_pad_nd", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("constant_pad_nd", functions.constant_pad_nd, self_, pad, value)
    else:
        result_ = functions.constant_pad_nd(self_, pad, value)
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
        node = ConstantPadNdBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_pad = pad
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _constant_pad_nd_tangent(out, input, pad, value)
        if rare & PRODUCED:
            produced("constant_pad_nd", (out,), self=input, pad=pad, value=value)
    return out


def _constant_pad_nd_tangent(out: Any, input: Any, pad: Any, value: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.constant_pad_nd(self_t, pad)
    set_tangent(out, tangent)


class IndexPadBackward(Node):
    __slots__ = ("edge_self", "saved_mode", "saved_pad", "shape_self")
    op = "_index_pad"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_mode: Any
    saved_pad: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.index_pad_backward(grad, self.shape_self, self.saved_pad, self.saved_mode)
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
        grad_self = ops_later._index_pad_backward(grad, self.shape_self, self.saved_pad, self.saved_mode)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _index_pad(input: TensorLike, pad: IntsLike, mode: str) -> Tensor:
    """The argument continued with its own elements.

    Parameters
    ----------
    input : Tensor
    pad : int[]
    mode : str

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _index_pad_backward(grad, input.shape, pad, mode)
    """
    if pad.__class__ is not tuple:
        pad = as_ints("_index_pad", "pad", pad)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_index_pad", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_index_pad", functions.index_pad, self_, pad, mode)
    else:
        result_ = functions.index_pad(self_, pad, mode)
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
        node = IndexPadBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_pad = pad
        node.saved_mode = mode
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _index_pad_tangent(out, input, pad, mode)
        if rare & PRODUCED:
            produced("_index_pad", (out,), self=input, pad=pad, mode=mode)
    return out


def _index_pad_tangent(out: Any, input: Any, pad: Any, mode: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._index_pad(self_t, pad, mode)
    set_tangent(out, tangent)


class IndexPadBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_mode", "saved_pad")
    op = "_index_pad_backward"
    edge_names = ("edge_grad_output",)
    edge_grad_output: Any
    saved_mode: Any
    saved_pad: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_grad_output = self.edge_grad_output
        grad_grad_output = functions.index_pad(grad, self.saved_pad, self.saved_mode)
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
        grad_grad_output = ops_later._index_pad(grad, self.saved_pad, self.saved_mode)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def _index_pad_backward(grad_output: TensorLike, shape: IntsLike, pad: IntsLike, mode: str) -> Tensor:
    """The sum of what `grad_output` holds for each element that `_index_pad` reads.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    pad : int[]
    mode : str

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = _index_pad(grad, pad, mode)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_index_pad_backward", "shape", shape)
    if pad.__class__ is not tuple:
        pad = as_ints("_index_pad_backward", "pad", pad)
    try:
        edge_grad_output = grad_output._edge
    except AttributeError:
        grad_output = operand("_index_pad_backward", "grad_output", grad_output)
        edge_grad_output = grad_output._edge
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "_index_pad_backward", functions.index_pad_backward, grad_output_, shape, pad, mode
        )
    else:
        result_ = functions.index_pad_backward(grad_output_, shape, pad, mode)
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
        node = IndexPadBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_pad = pad
        node.saved_mode = mode
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _index_pad_backward_tangent(out, grad_output, shape, pad, mode)
        if rare & PRODUCED:
            produced("_index_pad_backward", (out,), grad_output=grad_output, shape=shape, pad=pad, mode=mode)
    return out


def _index_pad_backward_tangent(out: Any, grad_output: Any, shape: Any, pad: Any, mode: Any) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops_later._index_pad_backward(grad_output_t, shape, pad, mode)
    set_tangent(out, tangent)


def one_hot(input: TensorLike, num_classes: int = -1) -> Tensor:
    """A new last dimension of zeros with a one at the position that `input` names.

    Without `num_classes` it is as long as the largest position requires.

    Parameters
    ----------
    input : Tensor
    num_classes : int, default -1

    Returns
    -------
    Tensor
    """
    if num_classes.__class__ is not int:
        num_classes = as_int("one_hot", "num_classes", num_classes)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("one_hot", "input", input)
        self_ = input._array
    result_ = functions.one_hot(self_, num_classes)
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
        produced("one_hot", (out,), self=input, num_classes=num_classes)
    return out

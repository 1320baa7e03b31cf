"""What the active modes do with a new node and with the results of an op."""

from collections.abc import Sequence
from typing import Any

from ..forward_mode.dual_level import current_level
from ..forward_mode.tangents import set_tangent, write_tangent
from ..graph.node import Node
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.versions import UNCOUNTED
from ..modes.batching import batch_level
from ..modes.grad_mode import is_inference_mode_enabled
from ..modes.observers import observers
from ..modes.state import BATCHED, FORWARD_AD, INFERENCE, OBSERVED, SAVED_HOOKS, WATCHED, state
from .saved_hooks import pack_saved


def observe(
    op: str, outs: Sequence[Tensor], kind: type[Node] | None, /, *more: Any, **arguments: Any
) -> None:
    """Report an op that has run to the active modes: its node, its outputs and its arguments.

    `kind` is the class of its nodes, which gives the outputs their tangents; `more` are intermediate results for that.
    """
    active = state.active_modes
    if active & BATCHED and (batch := batch_level()) is not None and batch.on_call(op, outs, arguments):
        return
    if active & WATCHED:
        edge = next((out._edge for out in outs if out._edge is not None), None)
        if edge is not None:
            on_node(edge.target[0])
    if active & FORWARD_AD and kind is not None and any(out._dtype.kind in "fc" for out in outs):
        level = current_level()
        if level is not None:
            level.give_tangents(kind, outs, more, arguments, set_tangent)
    on_result(op, outs, **arguments)


def observe_write(op: str, target: Tensor, kind: type[Node] | None, /, **arguments: Any) -> None:
    """Report an op that has written into an argument to the active modes."""
    active = state.active_modes
    if active & BATCHED and (batch := batch_level()) is not None and batch.on_write(op, target, arguments):
        return
    if kind is not None and (level := current_level()) is not None:
        level.give_tangents(kind, (target,), (), arguments, write_tangent)
    on_result(op, (), **arguments)


def on_node(node: Node) -> None:
    """Report a new node to the modes that watch every node."""
    if state.active_modes & OBSERVED:
        for observer in observers():
            observer.on_node(node)
    if state.active_modes & SAVED_HOOKS:
        pack_saved(node)


def on_result(op: str, outs: Sequence[Tensor], /, **arguments: Any) -> None:
    """Report the results of an op to the active modes; `outs` is empty if the op wrote into an argument."""
    if state.active_modes & INFERENCE:
        for out in outs:
            as_inference(out)
    if state.active_modes & OBSERVED:
        for observer in observers():
            observer.on_call(op, outs, arguments)


def as_inference(tensor: Tensor) -> Tensor:
    """Turn a new tensor into an inference tensor in inference mode; a view is one if its base is."""
    if tensor._counter.__class__ is int and is_inference_mode_enabled():
        tensor._counter = UNCOUNTED
    return tensor

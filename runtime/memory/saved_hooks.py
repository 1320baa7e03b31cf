"""Hooks that decide how the tensors which nodes save for backward are kept."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, NamedTuple

from ..engine.nesting import call_nested
from ..engine.passes import running
from ..forward_mode.tangents import share_tangents, tangents_of
from ..graph.hooks import CALLS_USERS
from ..graph.node import Node
from ..graph.saved import Packed
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap
from ..graph.versions import output_counter, shared_counter, version_of
from ..modes.blocks import innermost
from ..modes.grad_mode import call_in_mode, call_unrecorded, recording
from ..modes.state import FORWARD_AD, SAVED_HOOKS, Mode, state

Pack = Callable[[Tensor], Any]
Unpack = Callable[[Any], Tensor]


class SavedHooks(NamedTuple):
    """The hooks of a block; the last is called with a tensor that an op is about to write."""

    pack: Pack
    unpack: Unpack
    before_write: Callable[[Tensor], None] | None


# Of the thread and the asynchronous task; the value is a `SavedHooks`.
saved_hooks: ContextVar[Mode | None] = ContextVar("derivata_saved_tensors_hooks", default=None)


def packing() -> bool:
    """Tell whether hooks would pack a tensor that is saved now."""
    return bool(state.active_modes & SAVED_HOOKS) and innermost(saved_hooks) is not None


def before_write(tensor: Tensor) -> None:
    """Notify hooks that keep memory instead of copies, if any are active, that a tensor is about to be written to."""
    mode = innermost(saved_hooks)
    while mode is not None:
        if mode.value.before_write is not None:
            mode.value.before_write(tensor)
        mode = mode.outer


class PackedByHook(Packed):
    """A packed tensor that unpacks itself."""

    __slots__ = ()

    def tensor(self) -> Tensor:
        """Call the unpack hook in the mode of the pass; return a tensor with the history of the one packed."""
        task = running()
        recorded = recording() and (task is None or task.create_graph)
        result = call_in_mode(recorded, call_nested, self.unpack, self.value)
        if not isinstance(result, Tensor):
            raise TypeError(
                "saved_tensors_hooks: Output of saved tensor unpack_hook expected to be a Tensor but got result of "
                f"type {type(result).__name__}"
            )
        if result._edge is self._edge and self.tangents is None:
            return result
        tensor = wrap(result._array)
        tensor._counter = shared_counter(result)
        tensor._edge = self._edge
        share_tangents(tensor, self.tangents)
        return tensor


def packed(tensor: Tensor) -> Packed:
    """Return a tensor that is to be saved, packed by the innermost hooks."""
    entry: SavedHooks = innermost(saved_hooks).value  # type: ignore[union-attr]  # whoever calls this has asked
    return pack(tensor, entry.pack, entry.unpack)


def pack(tensor: Tensor, pack_hook: Pack, unpack_hook: Unpack) -> Packed:
    """Call a pack hook with a tensor; return the `Packed` that replaces the tensor."""
    version = version_of(tensor)
    value = call_unrecorded(pack_hook, tensor)
    if version_of(tensor) != version:
        raise RuntimeError(
            "saved_tensors_hooks: A saved tensor pack hook is modifying its input in place. The tensor is in use "
            "elsewhere: write to a .clone() of it in the hook"
        )
    tangents = tangents_of(tensor) if state.active_modes & FORWARD_AD else None
    return PackedByHook(value, unpack_hook, tensor._edge, tangents, tensor._array)


def pack_saved(node: Node) -> None:
    """Pack everything that a new node has saved, if hooks are active here; numbers stay as they are."""
    if innermost(saved_hooks) is None:
        return
    node.hooks = node.hooks or CALLS_USERS
    for name in node.saved_names:
        value = getattr(node, f"saved_{name}", None)
        if isinstance(value, list | tuple):
            setattr(node, f"saved_{name}", [packed(tensor) for tensor in value])
        elif value is not None and not _is_number(value):
            setattr(node, f"saved_{name}", packed(value))
    for name in node.saved_outputs:
        if getattr(node, f"saved_{name}", None) is not None:
            setattr(node, f"saved_{name}", packed(output_tensor(node, name)))


def output_tensor(node: Node, name: str) -> Tensor:
    """Return a saved output as a tensor without history, which shares the version counter of the output."""
    tensor = wrap(getattr(node, f"saved_{name}"))
    tensor._counter = output_counter(node, name)
    return tensor


def _is_number(tensor: Tensor) -> bool:
    """Tell whether this is the constant that represents a Python number (see `promotion.constant`)."""
    return not tensor.shape and tensor._edge is None and not tensor._array.flags.writeable

"""What a `Function` saves for its backward, and how it comes back.

Inputs and intermediate tensors are kept with their version. An output is kept as an array with the output's version
counter: the tensor would refer to its node, which keeps it, and so to itself.
"""

from typing import TYPE_CHECKING, NamedTuple

from ...runtime.forward_mode.tangents import share_tangents, tangents_of
from ...runtime.graph.saved import Packed
from ...runtime.graph.saved_errors import raise_changed
from ...runtime.graph.tensor_base import wrap
from ...runtime.graph.versions import shared_counter, version_of
from ...runtime.memory.saved_hooks import packed, packing
from ...runtime.modes.state import FORWARD_AD, SAVED_HOOKS, state
from ...runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from .node import FunctionNode


class Saved(NamedTuple):
    """One saved tensor; `output` is the number of the output that it is, or None."""

    value: Tensor | Packed | None
    version: int
    output: int | None


def keep(value: Tensor | None, output: int | None) -> Saved:
    """Take over a value that the user saved."""
    if value is None:
        return Saved(None, 0, None)
    kept = value if output is None else _without_history(value)
    if state.active_modes & SAVED_HOOKS and packing():
        return Saved(packed(kept), 0, output)
    return Saved(kept, version_of(value), output)


def _without_history(value: Tensor) -> Tensor:
    other = wrap(value._array)
    other._counter = shared_counter(value)
    if state.active_modes & FORWARD_AD:
        share_tangents(other, tangents_of(value))
    return other


def unpack(node: "FunctionNode", index: int, saved: Saved) -> Tensor | None:
    """Return a saved value, an output with its history; raise when it was written since."""
    value, version, output = saved
    if value is None:
        return None
    if isinstance(value, Packed):
        return value.tensor() if output is None else _unpack_output(node, value.tensor(), output)
    if version_of(value) != version:
        name = f"ctx.saved_tensors[{index}]"
        raise_changed(node, name, value._array, value._counter, version)
    return value if output is None else _unpack_output(node, value, output)


def _unpack_output(node: "FunctionNode", value: Tensor, output: int) -> Tensor:
    tensor = wrap(value._array)
    tensor._counter = value._counter
    tensor._edge = node.port(output)
    if state.active_modes & FORWARD_AD:
        share_tangents(tensor, tangents_of(value))
    return tensor

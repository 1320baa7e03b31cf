"""Handles of what a `Function` saved: to set hooks on it."""

from typing import TYPE_CHECKING, Any

from ...node_methods.saved_tensor import SavedTensor
from ...runtime.graph.saved import RELEASED, Packed
from .saved import Saved

if TYPE_CHECKING:
    from .node import FunctionNode


def handles_of_function(node: "FunctionNode") -> tuple[SavedTensor, ...]:
    """Return handles of all that a `Function` saved."""
    return tuple([_handle_of_function(node, index) for index in range(len(node.saved or ()))])


def _handle_of_function(node: "FunctionNode", index: int) -> SavedTensor:
    def current() -> Any:
        return RELEASED if node.saved is None else node.saved[index].value

    def replace(value: Packed) -> None:
        saved = node.saved
        assert saved is not None
        node.saved = (*saved[:index], Saved(value, 0, saved[index].output), *saved[index + 1 :])

    return SavedTensor.of(node, current, replace)

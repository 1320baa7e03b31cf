"""What compiled backward passes ask of a node: what decides about its gradients, and these for other saved values."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, cast

from ..runtime.graph.node import Node
from ..runtime.graph.saved import checked_list, checked_output, read_saved

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class CompiledArgs(Protocol):
    """What `compiled_args` tells everything to; `slot` is the attribute of the node that has it."""

    def plain(self, slot: str, value: Any) -> None:
        """Receive a number, a shape, a dtype or the like, which the formula depends on."""

    def tensor(self, slot: str, value: "Tensor") -> None:
        """Receive a saved tensor."""

    def tensor_list(self, slot: str, values: "list[Tensor]") -> None:
        """Receive a saved list of tensors."""

    def output(self, slot: str, array: Any) -> None:
        """Receive the array of a saved output."""

    def refuse(self, why: str) -> None:
        """Raise: no program can be made of the node."""


class NodeCompiling:
    """The node as a part of a program; methods of Node."""

    def compiled_args(self, args: CompiledArgs) -> None:
        """Tell what decides about the formula of this node, and what it has saved.

        Raises
        ------
        RuntimeError
            If something that was saved has been freed or changed, as a backward pass does.
        """
        node = cast(Node, self)
        if node.of_user or node.has_no_formula or hasattr(node, "__dict__"):
            args.refuse("it is not the node of an op")
        kind: Any = type(node)
        for slot in slots_of(kind):
            value, name = getattr(node, slot, _UNSET), slot.removeprefix("saved_")
            if value is _UNSET:
                continue
            if value is None or not slot.startswith("saved_"):
                args.plain(slot, value)
            elif name in node.saved_outputs:
                args.output(slot, checked_output(node, name))
            elif name not in node.saved_names:
                args.plain(slot, value)
            elif isinstance(value, list):
                args.tensor_list(slot, checked_list(node, name))
            else:
                args.tensor(slot, read_saved(node, name))

    def apply_with_saved(
        self, grad: Any, saved: Mapping[str, Any], needed: "set[Node] | None" = None
    ) -> "tuple[Tensor | None, ...]":
        """Return the gradients of the arguments, computed by ops, with other values in some slots.

        The node itself stays as it is.
        """
        node = cast(Node, self)
        kind: Any = type(node)
        twin = object.__new__(kind)
        for slot in _all_slots(kind):
            value = saved[slot] if slot in saved else getattr(node, slot, _UNSET)
            if value is not _UNSET:
                setattr(twin, slot, value)
        found: tuple[Tensor | None, ...] = twin.differentiate(grad, needed)
        return found


_UNSET = object()
_OF_ALL = {"dtype", "hooks", "seq", "shape"}
"""Slots of every node, of which its formulas read what the gradient that arrives has as well."""


@cache
def _all_slots(kind: Any) -> tuple[str, ...]:
    """Return the slots of a class, but for those that refer to a node itself."""
    found = [slot for part in kind.__mro__ for slot in part.__dict__.get("__slots__", ())]
    return tuple([slot for slot in found if slot not in ("__weakref__", "ports")])


@cache
def slots_of(kind: Any) -> tuple[str, ...]:
    """Return the slots with what a node knows besides its edges and how often saved values were written."""
    kept = ("edge_", "version_", "counter_")
    return tuple([slot for slot in _all_slots(kind) if slot not in _OF_ALL and not slot.startswith(kept)])

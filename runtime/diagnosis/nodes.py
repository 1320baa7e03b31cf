"""What messages call the parts of a node: the arguments of its op, and what it saved."""

from typing import Any

from ..graph.node import Node
from ..memory.saved import RELEASED, Packed


def edge_labels(node: Node) -> list[str]:
    """Return the name of the argument that each edge of a node belongs to."""
    function = getattr(type(node), "function", None)
    if function is not None:
        from ..custom.arguments import argument_names

        names = argument_names(function, node.arity)
        return [names[position] for position in node.positions]
    labels: list[str] = []
    for slot in node.edge_names:
        edge, name = getattr(node, slot), slot.removeprefix("edge_")
        labels += [f"{name}[{k}]" for k in range(len(edge))] if isinstance(edge, tuple) else [name]
    return labels or [str(number) for number in range(node.num_outputs)]  # of nodes linked by hand


def saved_values(node: Node) -> dict[str, Any]:
    """Return the tensors and arrays that a node holds for its backward, by name; not those that hooks packed."""
    if hasattr(type(node), "function"):
        entries = getattr(node, "saved", None) or ()
        found = {f"ctx.saved_tensors[{k}]": entry.value for k, entry in enumerate(entries)}
    else:
        found = {
            name: getattr(node, f"saved_{name}", None) for name in (*node.saved_names, *node.saved_outputs)
        }
    return {
        k: v for k, v in found.items() if v is not None and v is not RELEASED and not isinstance(v, Packed)
    }

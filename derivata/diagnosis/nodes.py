"""What a node saved, for messages."""

from typing import Any

from ..runtime.graph.node import Node
from ..runtime.graph.saved import RELEASED, Packed


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

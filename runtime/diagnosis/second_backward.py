"""Where a graph was made that is walked a second time, and where the first time was."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..graph.node import Node


def lines_of_both(node: "Node") -> str:
    """Return the lines of the op's call and of the backward that freed its values, as far as they are known."""
    hooks = node.hooks
    called = "" if hooks is None or hooks.origin is None else f"\n  {node.op} was called at {hooks.origin}"
    first = (
        "" if hooks is None or hooks.released is None else f"\n  the first backward was at {hooks.released}"
    )
    return (
        called + first
        or " Run under autograd.set_detect_anomaly(True) to see the lines of the call and of the first"
    )

"""The graphs that are alive, found by asking the garbage collector: nothing is registered while they are made."""

import gc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from ..runtime.graph.accumulate_grad import AccumulateGrad
from ..runtime.graph.node import Node
from ..runtime.graph.port import Port
from ..runtime.graph.tensor_base import TensorBase as Tensor
from .nodes import saved_values


@dataclass(frozen=True, slots=True)
class LiveGraph:
    """One graph that something keeps alive, described without keeping it alive.

    Attributes
    ----------
    op : str
        The op of its root: the node that no other node leads to.
    shape : tuple of int
        Shape of what that op returned.
    nodes : int
        How many nodes can be reached from the root; those of an older root as well are counted at the newest one only.
    saved_bytes : int
        The memory that these nodes saved, each array once, without leaves that require grad.
    origin : str or None
        File and line of the call that made the root, if that was in anomaly mode.
    """

    op: str
    shape: tuple[int, ...]
    nodes: int
    saved_bytes: int
    origin: str | None

    def __str__(self) -> str:
        return f"{self.op:<24}{self.nodes:>9}{self.saved_bytes:>14}  {self.origin or '(made outside anomaly mode)'}"


@dataclass(frozen=True, slots=True)
class LiveGraphs(Sequence[LiveGraph]):
    """All live graphs, the newest first; printed, a table."""

    graphs: tuple[LiveGraph, ...]

    @overload
    def __getitem__(self, index: int) -> LiveGraph: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[LiveGraph, ...]: ...
    def __getitem__(self, index: int | slice) -> LiveGraph | tuple[LiveGraph, ...]:
        return self.graphs[index]

    def __len__(self) -> int:
        return len(self.graphs)

    def __str__(self) -> str:
        if not self.graphs:
            return "no live graphs"
        title = f"{'op of the root':<24}{'nodes':>9}{'saved bytes':>14}  made at"
        return "\n".join([title, *map(str, self.graphs)])


def live_graphs() -> LiveGraphs:
    """Return every graph that is alive, the newest first.

    A graph lives as long as a tensor that was computed in it. When the number of nodes grows from step to step, the
    tensor is one that each step computes from its predecessor, such as ``total += loss``: add ``loss.item()`` or
    ``loss.detach()`` instead.

    Returns
    -------
    LiveGraphs
        A sequence of `LiveGraph`; ``print(live_graphs())`` shows a table.

    Notes
    -----
    The time is linear in the number of nodes. Nothing is recorded for it beforehand, and no graph is kept alive by it.

    Examples
    --------
    >>> import derivata as dv
    >>> w = dv.ones(3, requires_grad=True)
    >>> total = dv.tensor(0.0)
    >>> for _ in range(4):
    ...     total = total + (w * w).sum()
    >>> graph = dv.debug.live_graphs()[0]
    >>> graph.op, graph.nodes, graph.saved_bytes
    ('add', 12, 0)
    """
    # By type: isinstance() would ask weak proxies, which may be dead, for their __class__.
    found: list[Node] = [item for item in gc.get_objects() if issubclass(type(item), Node)]
    # Bare nodes stand for edges where tangents are computed: they are in no graph.
    nodes = [node for node in found if type(node) is not Node and not isinstance(node, AccumulateGrad)]
    led_to: set[Node] = set()
    for node in nodes:
        led_to.update(edge for edge in node.edges() if edge is not None)
    seen: set[Node] = set()
    leaves = [node.variable for node in found if isinstance(node, AccumulateGrad)]
    memory = {id(_memory(leaf._array)) for leaf in leaves if leaf is not None}
    roots = sorted([node for node in nodes if node not in led_to], key=lambda node: node.seq)
    parts = [(root, list(_reached(root, seen))) for root in roots]
    # A further output of a node that was counted already is no graph of its own.
    return LiveGraphs(tuple([_described(root, found, memory) for root, found in parts if found]))


def _reached(root: Node, seen: set[Node]) -> Iterator[Node]:
    """Yield the nodes that a root leads to and no other root led to before."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen and not isinstance(node, AccumulateGrad):
            seen.add(node)
            if not isinstance(node, Port):
                yield node
            stack.extend([edge for edge in node.edges() if edge is not None])


def _described(root: Node, nodes: list[Node], memory: set[int]) -> LiveGraph:
    head = root.target[0]
    origin = None if head.hooks is None or head.hooks.origin is None else str(head.hooks.origin)
    size = sum([_new_bytes(node, memory) for node in nodes])
    return LiveGraph(head.op, tuple(root.shape), len(nodes), size, origin)


def _new_bytes(node: Node, memory: set[int]) -> int:
    """Return the size of a node's saved arrays in bytes, not counting memory that was counted before."""
    size = 0
    for value in saved_values(node).values():
        for part in value if isinstance(value, list | tuple) else (value,):
            array = _memory(part._array if isinstance(part, Tensor) else part)
            if array is not None and id(array) not in memory:
                memory.add(id(array))
                size += array.nbytes
    return size


def _memory(value: Any) -> "np.ndarray[Any, Any] | None":
    """Return the array that owns the memory of an array."""
    while isinstance(value, np.ndarray) and isinstance(value.base, np.ndarray):
        value = value.base
    return value if isinstance(value, np.ndarray) else None

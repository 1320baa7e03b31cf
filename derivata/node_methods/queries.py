"""What programs written for PyTorch ask of a node: its edges and numbers, what was noted about it."""

from collections.abc import Iterable
from sys import maxsize
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from ..runtime.engine.passes import running
from ..runtime.graph.node import Node
from ..runtime.graph.port import MultiNode

if TYPE_CHECKING:
    import numpy as np

    from ..runtime.graph.hooks import Hooks

# PyTorch's number of every AccumulateGrad: leaves accumulate as early as they can
LEAF_SEQUENCE_NR = 2**64 - 1


class Edge(NamedTuple):
    """Where a gradient goes: a node, and which of the gradients that arrive there it is.

    Attributes
    ----------
    function : Node or None
        None if no gradient is needed.
    input_nr : int
    """

    function: "Node | None"
    input_nr: int

    def is_valid(self) -> bool:
        """Tell whether the edge leads anywhere."""
        return self.function is not None


class InputMetadata(NamedTuple):
    """Shape and dtype of a gradient that arrives at a node: those of the output of the op."""

    shape: tuple[int, ...]
    dtype: "np.dtype[Any]"


class NodeQueries:
    """Questions about a node; methods of Node."""

    if TYPE_CHECKING:
        seq: int
        hooks: Hooks | None
        of_user: ClassVar[bool]
        has_no_formula: ClassVar[bool]

        @property
        def age(self) -> float:
            """The place in the order of creation."""

        def edges(self) -> tuple[Node | None, ...]:
            """Return where each argument's gradient goes."""

        def require_hooks(self) -> Hooks:
            """Return the node's hooks, created at the first one."""

    @property
    def next_edges(self) -> tuple[Edge, ...]:
        """Where the gradient of each argument goes."""
        return tuple([Edge(*pair) for pair in self.next_functions])

    @property
    def next_functions(self) -> "tuple[tuple[Node | None, int], ...]":
        """For each argument the node its gradient goes to and the output number of that node."""
        return tuple(
            [(None, 0) if edge is None else (edge.target[0].shown, edge.target[1]) for edge in self.edges()]
        )

    def next_edge(self, index: int) -> Edge:
        """Return where the gradient of one argument goes."""
        return self.next_edges[checked_index(self, index)]

    @property
    def num_inputs(self) -> int:
        """The number of gradients that arrive at this node: one for each output of the op."""
        return len(self.input_metadata)

    @property
    def num_outputs(self) -> int:
        """The number of gradients that leave this node, hence of its edges."""
        return len(self.edges())

    @property
    def input_metadata(self) -> tuple[InputMetadata | None, ...]:
        """Shape and dtype of each gradient that arrives, None for an output without gradient."""
        node: Any = self
        outputs: Any = node.outputs if isinstance(node, MultiNode) else [(node.shape, node.dtype)]
        return tuple([None if output is None else InputMetadata(*output) for output in outputs])

    @property
    def _input_metadata(self) -> tuple[InputMetadata | None, ...]:
        return self.input_metadata

    @property
    def sequence_nr(self) -> int:
        """The number of nodes that were created before this one; largest of all for leaves."""
        return LEAF_SEQUENCE_NR if self.age > 0 else round(-self.seq) - 1

    def _sequence_nr(self) -> int:
        return self.sequence_nr

    @property
    def thread_id(self) -> int | None:
        """The thread that recorded the node, if anomaly detection was on then."""
        return None if self.hooks is None else self.hooks.thread_id

    @property
    def anomaly_parent(self) -> "Node | None":
        """The node whose backward created this one while anomaly detection was on (of a graph of gradients)."""
        parent = None if self.hooks is None else self.hooks.parent
        node = None if parent is None else parent()
        return None if node is None else node.shown

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dictionary for whatever users want to note about this node.

        With anomaly detection it has ``traceback_``, the lines of the forward call, and ``parent_``: `anomaly_parent`.
        """
        hooks = self.require_hooks()
        if hooks.origin is not None and "traceback_" not in hooks.metadata:
            hooks.metadata["traceback_"] = hooks.origin.traceback().splitlines(keepends=True)
            if (parent := self.anomaly_parent) is not None:
                hooks.metadata["parent_"] = parent
        return hooks.metadata

    def should_compute_output(self, index: "Outputs") -> bool:
        """Tell whether the gradient of an argument goes anywhere.

        Parameters
        ----------
        index : int, or iterable of pairs of ints
            An argument, or ranges (begin, end) of arguments: whether any of these gradients goes anywhere.
        """
        return any(self.edges()[k] is not None for k in _numbers(self, index))

    def task_should_compute_output(self, index: "Outputs") -> bool:
        """Tell whether the gradient of an argument goes anywhere, and whether the pass that runs now needs it.

        It takes what `should_compute_output` takes.
        """
        task = running()
        needed = None if task is None else task.needed
        edges = [self.edges()[k] for k in _numbers(self, index)]
        return any(edge is not None and (needed is None or edge in needed) for edge in edges)

    def is_traceable(self) -> bool:
        """Tell whether all that the node does is done by ops on tensors: nodes of ops, not those of users or leaves."""
        return not (self.of_user or self.has_no_formula)

    def passes_state_transparently(self) -> bool:
        """Tell whether all that the node keeps is tensors and arguments of the call: true of nodes of ops."""
        return self.is_traceable()

    def gather_grad_accumulators(self) -> "tuple[Node, ...]":
        """Return the nodes of all leaves that this node leads to, each once, in the order of a walk along the edges."""
        found: dict[Node, None] = {}
        seen: set[Any] = {self}
        stack: list[Any] = [self]
        while stack:
            node = stack.pop()
            if node.age == maxsize:
                found[node] = None
            edges = [edge for edge in node.edges() if edge is not None and edge not in seen]
            seen.update(edges)
            stack += dict.fromkeys(reversed(edges))
        return tuple(found)


Outputs: TypeAlias = int | Iterable[tuple[int, int]]


def _numbers(node: "NodeQueries", index: Outputs) -> Iterable[int]:
    """Return the numbers of arguments that ranges stand for, or the one that is given."""
    if isinstance(index, Iterable):
        return [checked_index(node, k) for begin, end in index for k in range(begin, end)]
    return (checked_index(node, index),)


def checked_index(node: "NodeQueries | Node", index: int) -> int:
    """Return the number of an edge; raise if the node has fewer."""
    count = len(node.edges())
    if not 0 <= index < count:
        raise IndexError(
            f"{type(node).__name__}: Index out of range: expected the number of one of {count} edges, got {index}"
        )
    return index

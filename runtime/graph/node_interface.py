"""What users ask of a node: its edges, its numbers, what arrives at it and what is attached to it."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .hooks import Hooks, RemovableHandle

if TYPE_CHECKING:
    from ..tensors.tensor import Tensor
    from .linking import EdgeLike
    from .node import Node

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


class NodeInterface:
    """The public face of a node; a mixin of Node."""

    __slots__ = ()

    if TYPE_CHECKING:
        seq: int
        hooks: Hooks | None
        shape: tuple[int, ...]
        dtype: np.dtype[Any]

        @property
        def age(self) -> float:
            """The place in the order of creation."""

        def edges(self) -> tuple[Node | None, ...]:
            """Return where each argument's gradient goes: a node, a leaf, a port, or None."""

        def require_hooks(self) -> Hooks:
            """Return the node's hooks, created at the first one."""

        @property
        def topological_nr(self) -> int:
            """The length of the longest way from here to the end of the graph."""

        # Set by modules that know nodes

        def set_next_edge(self, index: int, edge: EdgeLike) -> None:
            """Send the gradient of one argument elsewhere."""

        def set_next_edges(self, edges: Iterable[EdgeLike]) -> None:
            """Send the gradients of all arguments elsewhere."""

        def add_next_edge(self, edge: EdgeLike) -> None:
            """Add an edge to a node that is linked by hand."""

        def task_should_compute_output(self, index: int) -> bool:
            """Tell whether the gradient of an argument goes anywhere, and whether the pass that runs now needs it."""

    @property
    def next_edges(self) -> tuple[Edge, ...]:
        """Where the gradient of each argument goes."""
        return tuple([Edge(None, 0) if edge is None else Edge(*edge.target) for edge in self.edges()])

    @property
    def next_functions(self) -> "tuple[tuple[Node | None, int], ...]":
        """For each argument the node its gradient goes to and the output number of that node."""
        return tuple([(None, 0) if edge is None else edge.target for edge in self.edges()])

    def next_edge(self, index: int) -> Edge:
        """Return where the gradient of one argument goes."""
        return self.next_edges[self._checked_index(index)]

    @property
    def num_inputs(self) -> int:
        """The number of gradients that arrive at this node: one for each output of the op."""
        return 1

    @property
    def num_outputs(self) -> int:
        """The number of gradients that leave this node, hence of its edges."""
        return len(self.edges())

    @property
    def input_metadata(self) -> tuple[InputMetadata | None, ...]:
        """Shape and dtype of each gradient that arrives, None for an output without gradient."""
        return (InputMetadata(self.shape, self.dtype),)

    @property
    def _input_metadata(self) -> tuple[InputMetadata | None, ...]:
        return self.input_metadata

    @property
    def sequence_nr(self) -> int:
        """The number of nodes that were created before this one; largest of all for leaves."""
        return LEAF_SEQUENCE_NR if self.age > 0 else -self.seq - 1

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
        return None if parent is None else parent()

    def should_compute_output(self, index: int) -> bool:
        """Tell whether the gradient of an argument goes anywhere."""
        return self.edges()[self._checked_index(index)] is not None

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

    def watch(self) -> None:
        """Note that somebody registers a hook: only of leaves it matters, which then have a place in the order."""

    def register_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_inputs, grad_outputs)`` after the node ran; it may return replacements for the first."""
        self.watch()
        return self.require_hooks().post.add(hook)

    def register_prehook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_outputs)`` before the node runs; it may return replacements."""
        self.watch()
        return self.require_hooks().pre.add(hook)

    def _checked_index(self, index: int) -> int:
        count = self.num_outputs
        if not 0 <= index < count:
            raise IndexError(
                f"{type(self).__name__}: Index out of range: expected the number of one of {count} edges, got {index}"
            )
        return index


def as_input_metadata(like: "Tensor | InputMetadata | tuple[Any, Any]") -> InputMetadata:
    """Return the shape and dtype that the gradient of something has."""
    shape, dtype = like if isinstance(like, tuple) else (like.shape, like.dtype)
    return InputMetadata(tuple(shape), np.dtype(dtype))

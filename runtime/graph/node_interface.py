"""What is known of a node without its formula: how many gradients arrive and leave, and who is told of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from .hooks import RemovableHandle

if TYPE_CHECKING:
    import numpy as np

    from ...node_methods.linking import NodeLinks
    from ...node_methods.queries import NodeQueries
    from .hooks import Hooks
    from .node import Node

    class NodeMethods(NodeQueries, NodeLinks):
        """What others set."""

else:

    class NodeMethods:
        """What `derivata.node_methods` sets."""

        __slots__ = ()


class InputMetadata(NamedTuple):
    """Shape and dtype of a gradient that arrives at a node: those of the output of the op."""

    shape: tuple[int, ...]
    dtype: "np.dtype[Any]"


class NodeInterface(NodeMethods):
    """The public face of a node; a mixin of Node."""

    __slots__ = ()

    if TYPE_CHECKING:
        shape: tuple[int, ...]
        dtype: np.dtype[Any]

        def edges(self) -> tuple[Node | None, ...]:
            """Return where each argument's gradient goes: a node, a leaf, a port, or None."""

        def require_hooks(self) -> Hooks:
            """Return the node's hooks, created at the first one."""

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

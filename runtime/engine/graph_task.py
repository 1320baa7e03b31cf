"""The state of one backward pass, and what it does at nodes with hooks and at requested inputs."""

from typing import Any, TypeAlias

from ..forward_mode.tangents import without_history
from ..graph.accumulate_grad import AccumulateGrad
from ..graph.node import Buffers, Heap, Node
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap
from ..graph.validate_grads import validate_grads
from ..modes.grad_mode import GradMode
from ..modes.observers import Detector
from .hook_calls import run_accumulate_hooks, run_post_hooks, run_pre_hooks, run_tensor_hooks, untracked

Captures: TypeAlias = "dict[Node, Tensor | None]"


class GraphTask:
    """The state of one backward pass: `run_pass` creates it; hooks, and queries about the current pass, read it.

    Attributes
    ----------
    buffers
        The gradients accumulated so far, by the node that will use them.
    heap
        The nodes that have a buffer, with their sequence numbers.
    keep
        Whether to keep the saved values of nodes (``retain_graph=True``).
    needed
        The nodes on paths to the requested inputs, these included; None for all nodes.
    create_graph
        Whether gradients are Tensors computed by recorded ops.
    captures
        The requested gradients by edge, None until they are known; such leaves do not accumulate.
    tensors
        Whether gradients are Tensors, because they are recorded or carry tangents.
    node
        The node that is running.
    noted
        The gradients that hooks on several tensors have received so far.
    detector
        The anomaly detector that watches the pass, or None.
    """

    __slots__ = (
        "buffers", "captures", "create_graph", "detector", "heap", "keep", "needed", "node", "noted", "tensors",
    )  # fmt: skip

    node: Any

    def __init__(
        self, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None, create_graph: bool,
        captures: "Captures | None", tensors: bool, detector: Detector | None,
    ) -> None:  # fmt: skip
        self.buffers = buffers
        self.heap = heap
        self.keep = keep
        self.needed = needed
        self.create_graph = create_graph
        self.captures = captures
        self.tensors = tensors
        self.detector = detector
        self.noted: dict[object, Any] = {}

    def special(self, node: Node) -> Any:
        """Run a node that has hooks, no formula or is captured; without gradients that are tensors, unrecorded."""
        if self.tensors:
            return self.step(node)
        with GradMode(False):
            return self.step(node)

    def step(self, node: Node) -> Any:
        """Run one node with its hooks; return its gradients in the form of `Node.apply`."""
        grad = self.buffers.pop(node)
        hooks = node.hooks
        if hooks is not None and (hooks.tensor or hooks.retain):
            grad = run_tensor_hooks(node, grad)
        ends = self.captures
        if ends and node in ends and capture(ends, node, grad, self.needed, self.create_graph):
            return None
        if hooks is not None and hooks.pre:
            grad = run_pre_hooks(node, grad)
            if grad is None:
                return None
        if isinstance(node, AccumulateGrad):
            return self.accumulate(node, grad)
        if _is_sparse(grad):
            grad = grad.to_dense()
        if node.has_no_formula:
            array = self.stored(grad)  # one name holds what arrives, as in `run_pass`: see `ownership`
            return node.apply(array, self.needed, self.keep, self.buffers)
        seen = hooks is not None and (hooks.post or hooks.edges_replaced)
        if not seen and not leads_on(node, self.needed):
            return None
        if not (seen or self.tensors or self.detector):
            array = self.stored(grad)
            return node.apply(array, self.needed, self.keep, self.buffers)
        return self.differentiated(node, grad)

    def stored(self, grad: Any) -> Any:
        """Return a gradient in the form in which buffers store it."""
        return grad if self.tensors else untracked(grad)

    def accumulate(self, node: AccumulateGrad, grad: Any) -> None:
        """Accumulate into a leaf, then call its hooks."""
        present = node.present()
        if present is None:
            return
        hooks = node.hooks
        stored = hooks is not None and hooks.post and hooks.accumulate and present.would_store(grad)
        if self.tensors:
            present.accumulate_tensor(grad, self.create_graph)
        elif _is_sparse(grad):
            present.apply_sparse(grad)
        else:
            array = untracked(grad)  # one name holds what arrives, as in `run_pass`: see `ownership`
            present.apply(array, self.needed, self.keep, self.buffers)
        if hooks is not None:
            if stored and not self.create_graph:
                grad = wrap(present.grad_tensor()._array)  # type: ignore[union-attr]  # the memory of `.grad`
            run_accumulate_hooks(node, grad)

    def differentiated(self, node: Node, grad: Any) -> Any:
        """Run a node by its differentiable formulas, which give one gradient per edge for hooks and checks."""
        with GradMode(self.create_graph):
            arrived = _as_tensors(grad)
            several = isinstance(arrived, list)
            if not self.keep:
                node.will_release_variables()
            grads = node.differentiate(list(arrived) if several else arrived, self.needed)
            if node.hooks is not None and node.hooks.edges_replaced:
                grads = validate_grads(node, grads)
            if node.hooks is not None and node.hooks.post:
                if (needed := self.needed) is not None:  # some formulas compute all gradients
                    edges = node.edges()
                    grads = tuple(
                        [g if edge in needed else None for edge, g in zip(edges, grads, strict=True)]
                    )
                grads = run_post_hooks(node, grads, tuple(arrived) if several else (arrived,))
        if self.detector is not None:
            self.detector.check_gradients(node, grads, grad)
        if not self.keep:
            node.release_variables()
        return zip(node.edges(), map(self.stored, grads), strict=True)  # with hooks, the pass may end here


def capture(
    captures: "Captures", node: Node, grad: Any, needed: set[Node] | None, create_graph: bool = False
) -> bool:
    """Store the gradient of a captured edge, with a history if it is recorded; return whether the pass ends there."""
    leaf = isinstance(node, AccumulateGrad)
    if leaf and grad.dtype is not node.dtype:
        grad = node.for_leaf(grad)
    if not isinstance(grad, Tensor):
        grad = wrap(grad)
    elif not create_graph and grad._edge is not None:
        grad = without_history(grad)
    captures[node] = grad
    return leaf or not leads_on(node, needed)


def leads_on(node: Node, needed: set[Node] | None) -> bool:
    """Tell whether a pass also needs gradients below a node."""
    return needed is None or any(edge in needed for edge in node.edges())


def _is_sparse(grad: Any) -> bool:
    return isinstance(grad, Tensor) and grad.is_sparse


def _as_tensors(grad: Any) -> Any:
    """Wrap the arrays of an incoming gradient; for a node with several outputs a list, with None for missing ones."""
    if isinstance(grad, list):
        return [_as_tensors(part) for part in grad]
    return grad if grad is None or isinstance(grad, Tensor) else wrap(grad)

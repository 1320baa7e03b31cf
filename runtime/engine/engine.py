"""The backward pass: nodes run newest first, and the gradients that each returns go into the buffers of its edges.

Creation order is a topological order, so a heap of sequence numbers suffices for scheduling: dependencies are not
counted, and nothing recurses. A node's buffer is removed when the node runs, so it is freed as soon as it is used.
"""

from collections.abc import Sequence, Set
from heapq import heappop, heappush, heappushpop
from operator import attrgetter
from typing import Any

from numpy import ndarray

from ..forward_mode.tangents import without_history
from ..graph import tensor_base
from ..graph.accumulate_grad import AccumulateGrad
from ..graph.delivery import held
from ..graph.node import Buffers, Heap, Node
from ..graph.ownership import accumulate
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap
from ..graph.validate_grads import validate_grads
from ..modes.grad_mode import GradMode
from ..modes.observers import Detector
from .hook_calls import run_accumulate_hooks, run_post_hooks, run_pre_hooks, run_tensor_hooks, untracked
from .ownership_proofs import calibrate_engine
from .passes import passes


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
        The gradients that hooks on several tensors have received so far; set by the first such hook.
    detector
        The anomaly detector that watches the pass, or None.
    """

    __slots__ = (
        "buffers", "captures", "create_graph", "detector", "heap", "keep", "needed", "node", "noted", "tensors",
    )  # fmt: skip

    buffers: Buffers
    heap: Heap
    keep: bool
    needed: set[Node] | None
    create_graph: bool
    captures: "dict[Node, Tensor | None] | None"
    tensors: bool
    detector: Detector | None
    node: Any
    noted: dict[object, Any]

    def special(self, node: Node) -> Any:
        """Run a node that has hooks or is captured, or any node if gradients are tensors."""
        if node.hooks is not None or (self.tensors and node.has_no_formula):
            if self.tensors:
                return self.step(node)
            with GradMode(False):
                return self.step(node)
        grad = self.buffers.pop(node)
        if self.captures is not None and node in self.captures and self.ends(node, grad):
            return None
        if not self.tensors:
            return node.apply(grad, self.needed, self.keep, self.buffers)
        grads: Sequence[Any] = node.differentiate(grad, self.needed)
        if not self.keep:
            node.release_variables()
        return grads[0] if len(grads) == 1 else zip(node.edges(), grads)  # noqa: B905 (the strict form takes 60 ns)

    def step(self, node: Node) -> Any:
        """Run one node with its hooks; return its gradients in the form of `Node.apply`."""
        grad = self.buffers.pop(node)
        hooks = node.hooks
        if hooks is not None and (hooks.tensor or hooks.retain):
            grad = run_tensor_hooks(node, grad)
        if self.captures is not None and node in self.captures and self.ends(node, grad):
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
        seen = hooks is not None and (hooks.post or hooks.relinked)
        if not seen and not self.leads_on(node):
            return None
        if not (seen or self.tensors or self.detector):
            array = self.stored(grad)
            return node.apply(array, self.needed, self.keep, self.buffers)
        return self.differentiated(node, grad)

    def ends(self, node: Node, grad: Any) -> bool:
        """Store the gradient of a captured edge; return whether the pass ends at this node."""
        assert self.captures is not None
        leaf = isinstance(node, AccumulateGrad)
        if leaf and grad.dtype is not node.dtype:
            grad = node.made_real(grad)
        self.captures[node] = self.result(grad)
        return leaf or not self.leads_on(node)

    def stored(self, grad: Any) -> Any:
        """Return a gradient in the form in which buffers store it."""
        return grad if self.tensors else untracked(grad)

    def result(self, grad: Any) -> Tensor:
        """Return a gradient for the caller: with a history only under ``create_graph``."""
        if not isinstance(grad, Tensor):
            return wrap(grad)
        return grad if self.create_graph or grad._edge is None else without_history(grad)

    def leads_on(self, node: Node) -> bool:
        """Tell whether this pass also needs gradients below this node."""
        return self.needed is None or any(edge in self.needed for edge in node.edges())

    def wanted(self, node: Node, grads: tuple[Tensor | None, ...]) -> tuple[Tensor | None, ...]:
        """Replace gradients that this pass does not need by None; some formulas compute all of them."""
        needed = self.needed
        if needed is None:
            return grads
        return tuple([g if edge in needed else None for edge, g in zip(node.edges(), grads, strict=True)])

    def accumulate(self, node: AccumulateGrad, grad: Any) -> None:
        """Accumulate into a leaf, then call its hooks."""
        present = node.present()
        if present is None:
            return
        if self.tensors:
            present.accumulate_tensor(grad, self.create_graph)
        elif _is_sparse(grad):
            present.apply_sparse(grad)
        else:
            array = untracked(grad)  # one name holds what arrives, as in `run_pass`: see `ownership`
            present.apply(array, self.needed, self.keep, self.buffers)
        if node.hooks is not None:
            run_accumulate_hooks(node, grad)

    def differentiated(self, node: Node, grad: Any) -> Any:
        """Run a node by its differentiable formulas, which give one gradient per edge for hooks and checks."""
        with GradMode(self.create_graph):
            arrived = _as_tensors(grad)
            several = isinstance(arrived, list)
            if not self.keep:
                node.will_release_variables()
            grads = node.differentiate(list(arrived) if several else arrived, self.needed)
            if node.hooks is not None and node.hooks.relinked:
                grads = validate_grads(node, grads)
            if node.hooks is not None and node.hooks.post:
                grads = run_post_hooks(
                    node, self.wanted(node, grads), tuple(arrived) if several else (arrived,)
                )
        if self.detector is not None:
            self.detector.check_gradients(node, grads, grad)
        if not self.keep:
            node.release_variables()
        return zip(node.edges(), map(self.stored, grads), strict=True)  # with hooks, the pass may end here


def run_pass(
    buffers: Buffers,
    heap: Heap,
    keep: bool = False,
    needed: set[Node] | None = None,
    create_graph: bool = False,
    captures: "dict[Node, Tensor | None] | None" = None,
    tensors: bool = False,
    detector: Detector | None = None,
) -> None:
    """Run nodes, newest first, until the heap is empty, and deliver the gradients that each returns to its edges.

    If an edge is the next node to run, its gradient stays in the local variable `grad`, so a chain of ops touches
    neither buffers nor heap. The parameters are described at `GraphTask`; the caller sets the grad mode.
    """
    task = GraphTask()
    task.buffers = buffers
    task.heap = heap
    task.keep = keep
    task.needed = needed
    task.create_graph = create_graph
    task.captures = captures
    task.tensors = tensors
    task.detector = detector
    watched = None if detector is None else detector.watched(task)
    special = tensors or watched is not None
    stored = tensor_base.plain if tensors else ndarray  # the class of most gradients, which need no `held`
    tasks = passes.tasks
    outer = len(tasks)
    try:
        tasks.append(task)
        if not heap:
            return
        node: Node = heappop(heap)[1]
        grad: Any = buffers.pop(node)
        while True:
            task.node = node
            if special or node.hooks is not None or (captures is not None and node in captures):
                buffers[node] = grad
                grad = None
                grad = task.special(node) if watched is None else watched(node)
            else:
                grad = node.apply(grad, needed, keep, buffers)
            kind = grad.__class__
            if kind is stored:
                edge = node.edge
            elif kind is tuple:
                edge, grad, other, second = grad
                if second is not None:
                    if other in buffers:
                        accumulate(buffers, other, second)
                    else:
                        buffers[other] = second if second.__class__ is stored else held(other, second)
                        heappush(heap, (other.seq, other))
                    second = None
                if grad is not None and grad.__class__ is not stored:
                    grad = held(edge, grad)
            elif kind is list or kind is zip:
                for edge, second in grad:
                    if second is None or edge is None or (needed is not None and edge not in needed):
                        continue
                    if edge in buffers:
                        accumulate(buffers, edge, second)
                    else:
                        buffers[edge] = second if second.__class__ is stored else held(edge, second)
                        heappush(heap, (edge.seq, edge))
                grad = second = None
            elif grad is not None:
                edge = node.edge
                grad = held(edge, grad)
            if grad is not None:
                if edge not in buffers:
                    node = edge
                    if heap and heap[0][0] < edge.seq:
                        buffers[edge] = grad
                        node = heappushpop(heap, (edge.seq, edge))[1]
                        grad = buffers.pop(node)
                    continue
                accumulate(buffers, edge, grad)
            if not heap:
                break
            node = heappop(heap)[1]
            grad = buffers.pop(node)
    finally:
        del tasks[outer:]


calibrate_engine(run_pass)


def _is_sparse(grad: Any) -> bool:
    return isinstance(grad, Tensor) and grad.is_sparse


def _as_tensors(grad: Any) -> Any:
    """Wrap the arrays of an incoming gradient; for a node with several outputs a list, with None for missing ones."""
    if isinstance(grad, list):
        return [_as_tensors(part) for part in grad]
    return grad if grad is None or isinstance(grad, Tensor) else wrap(grad)


_seq_of = attrgetter("seq")


def all_leaves(edges: Set[Node]) -> bool:
    """Tell whether all edges are leaves."""
    for edge in edges:  # noqa: SIM110 (half the time of `all` with a generator)
        if edge.__class__ is not AccumulateGrad:
            return False
    return True


def find_needed(roots: list[Node], inputs: Set[Node]) -> set[Node]:
    """Return all nodes on paths from the roots to the inputs, inputs included; nothing else has to run."""
    leaves = all_leaves(inputs)
    oldest = 0 if leaves else max([edge.age for edge in inputs])
    everything = leaves  # so far, no way ends anywhere but at an input
    reached = set(roots)
    order = [*roots]
    for node in order:
        if leaves or node.seq <= oldest:  # nodes older than every input cannot lead to one
            edges = node.edges()
            for edge in edges:
                if edge is not None and edge not in reached:
                    reached.add(edge)
                    if edge not in inputs or not leaves:  # nothing is behind a leaf
                        order.append(edge)
            if everything and not edges and node not in inputs:
                everything = False
    if everything:
        return reached
    needed = set(inputs)
    for node in sorted(order, key=_seq_of, reverse=True):  # oldest first: an edge is decided before its users
        for edge in node.edges():
            if edge in needed:
                needed.add(node)
                break
    return needed

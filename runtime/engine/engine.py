"""The backward pass: nodes run newest first, each pushing gradients into the buffers of its edges.

Creation order is a topological order, so a heap of sequence numbers is all the scheduling there is: no pass that
counts dependencies, no recursion. A buffer leaves the dictionary as its node runs, hence is freed once used.
"""

from collections.abc import Callable, Set
from heapq import heappop, heappush, heappushpop
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ..forward_mode.tangents import without_history
from ..graph.accumulate_grad import AccumulateGrad
from ..graph.fit import fitted_to_edges
from ..graph.node import Buffers, Heap, Node, Port, deliver_output
from ..graph.ownership import accumulate
from ..graph.ownership_proofs import calibrate
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap
from ..modes.detecting import detector, is_anomaly_enabled
from ..modes.grad_mode import GradMode, call_in_mode
from ..modes.state import ANOMALY, state
from .final_callbacks import FinalCallbacks
from .hook_calls import run_accumulate_hooks, run_post_hooks, run_pre_hooks, run_tensor_hooks, untracked
from .loops import drain_recorded, drain_to_captures

if TYPE_CHECKING:
    from ..graph.node import Array


def drain(buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
    """Run everything on arrays; nodes with hooks take the general step."""
    task: Task | None = None
    node: Node | None = heappop(heap)[1] if heap else None
    while node is not None:
        if node.hooks is None:
            node = node.apply(buffers.pop(node), buffers, heap, keep, needed)
        else:
            task = task or Task(buffers, heap, keep, needed)
            with GradMode(False):
                task.step(node)
            node = None
        if node is None:
            if heap:
                node = heappop(heap)[1]
        elif heap and heap[0][0] < node.seq:
            node = heappushpop(heap, (node.seq, node))[1]


calibrate(drain)


class Task:
    """One backward pass with everything that a plain one does not need: hooks, captures, a graph of its own.

    Parameters
    ----------
    keep
        Do not release what nodes saved (``retain_graph=True``).
    needed
        The nodes that lead to the requested inputs, the inputs included; None: everything.
    create_graph
        Gradients are Tensors computed by recorded ops.
    tensors
        Gradients are Tensors: they are recorded, or carry tangents.
    noted
    captures
        Edges whose gradient is wanted, filled with it; such leaves do not accumulate. None says that every needed node
        leads on to another; a dict, that some may be where the pass ends.
    """

    __slots__ = (
        "__weakref__",
        "buffers",
        "captures",
        "create_graph",
        "heap",
        "keep",
        "needed",
        "noted",
        "tensors",
    )

    def __init__(
        self,
        buffers: Buffers,
        heap: Heap,
        keep: bool,
        needed: set[Node] | None,
        create_graph: bool = False,
        captures: "dict[Node, Tensor | None] | None" = None,
        tensors: bool = False,
    ) -> None:
        self.buffers = buffers
        self.heap = heap
        self.keep = keep
        self.needed = needed
        self.create_graph = create_graph
        self.captures = captures
        self.noted: dict[object, Any] = {}  # by hooks that wait for several gradients of one pass
        self.tensors = tensors or create_graph

    def run(self) -> None:
        """Run until no gradient waits; grad mode is on only where the gradients are to be recorded."""
        if not self.tensors and self.captures is None and not is_anomaly_enabled():
            drain(self.buffers, self.heap, self.keep, self.needed)
            return
        if self.captures and not self.tensors and not is_anomaly_enabled():
            drain_to_captures(self, self.captures)
            return
        call_in_mode(self.create_graph, self.run_on_tensors)

    def run_on_tensors(self) -> None:
        """Run by differentiable formulas, or node by node with everything that there may be to do."""
        if state.rare & ANOMALY and is_anomaly_enabled():
            self.run_steps(detector.watched(self))
        elif self.create_graph and self.keep and self.captures != {}:
            drain_recorded(self)
        else:
            self.run_steps(self.step)

    def run_steps(self, step: Callable[[Node], None]) -> None:
        """Run node by node, with everything that there may be to do."""
        while self.heap:
            step(heappop(self.heap)[1])

    def step(self, node: Node) -> None:
        """Run one node with its hooks."""
        grad = self.buffers.pop(node)
        if node.hooks is not None and (node.hooks.tensor or node.hooks.retain):
            grad = run_tensor_hooks(self, node, grad)
        if self.captures is not None and node in self.captures:
            if isinstance(node, AccumulateGrad):
                grad = node.made_real(grad)
            self.captures[node] = self.result(grad)
            if isinstance(node, AccumulateGrad) or not self.leads_on(node):
                return
        if node.hooks is not None and node.hooks.pre:
            grad = run_pre_hooks(node, grad)
            if grad is None:
                return
        if isinstance(node, AccumulateGrad):
            self.accumulate(node, grad)
            return
        if _is_sparse(grad):
            grad = grad.to_dense()
        if isinstance(node, Port):
            deliver_output(node, self.stored(grad), self.buffers, self.heap, self.needed)
        elif isinstance(node, FinalCallbacks):
            node.call_all()
        elif node.hooks is not None and (node.hooks.post or node.hooks.relinked):
            self.step_by_tensors(node, grad)
        elif self.captures is not None and not self.leads_on(node):
            return
        elif self.tensors or (state.rare & ANOMALY and is_anomaly_enabled()):
            self.step_by_tensors(node, grad)
        else:
            edge = node.apply(untracked(grad), self.buffers, self.heap, self.keep, self.needed)
            if edge is not None:
                heappush(self.heap, (edge.seq, edge))

    def stored(self, grad: Any) -> Any:
        """Return a gradient as the buffers hold it."""
        return grad if self.tensors else untracked(grad)

    def result(self, grad: Any) -> Tensor:
        """Return a gradient as the caller gets it: with a history only if it was asked for."""
        if not isinstance(grad, Tensor):
            return wrap(grad)
        return grad if self.create_graph or grad._edge is None else without_history(grad)

    def leads_on(self, node: Node) -> bool:
        """Tell whether something below this node is wanted as well."""
        return self.needed is None or any(edge in self.needed for edge in node.edges())

    def accumulate(self, node: AccumulateGrad, grad: Any) -> None:
        """Accumulate into a leaf and call what waits for that."""
        present = node.present()
        if present is None:
            return
        if self.tensors:
            present.accumulate_tensor(grad, self.create_graph)
        elif _is_sparse(grad):
            present.apply_sparse(grad)
        else:
            present.apply(untracked(grad), self.buffers, self.heap, self.keep, self.needed)
        if node.hooks is not None:
            run_accumulate_hooks(node, grad)

    def step_by_tensors(self, node: Node, grad: Any) -> None:
        """Run a node by its differentiable formulas, which give one gradient per edge for hooks and checks."""
        with GradMode(self.create_graph):
            arrived = _as_tensors(grad)
            several = isinstance(arrived, list)
            grads = node.differentiate(list(arrived) if several else arrived, self.needed)
            if node.hooks is not None and node.hooks.relinked:
                grads = fitted_to_edges(node, grads)
            if node.hooks is not None and node.hooks.post:
                grads = run_post_hooks(node, grads, tuple(arrived) if several else (arrived,))
        if state.rare & ANOMALY and is_anomaly_enabled():
            detector.check_gradients(node, grads, grad)
        if not self.keep:
            node.release_variables()
        for edge, result in zip(node.edges(), grads, strict=True):
            if edge is not None and result is not None and (self.needed is None or edge in self.needed):
                self.deliver(edge, self.stored(result))

    def deliver(self, edge: Node, grad: "Tensor | Array") -> None:
        """Put a gradient into an edge's buffer."""
        if _is_sparse(grad):
            edge.require_hooks()
        if edge not in self.buffers:
            self.buffers[edge] = grad
            heappush(self.heap, (edge.seq, edge))
        elif self.tensors:
            self.buffers[edge] = self.buffers[edge] + grad
        elif _is_sparse(grad):
            self.buffers[edge] = grad.added_to_waiting(self.buffers[edge])  # type: ignore[union-attr]
        else:
            accumulate(self.buffers, edge, grad)  # type: ignore[arg-type]


def _is_sparse(grad: Any) -> bool:
    return isinstance(grad, Tensor) and grad.is_sparse


def _as_tensors(grad: Any) -> Any:
    """Wrap the arrays of an arriving gradient; a node with several outputs gets a list, None where none came."""
    if isinstance(grad, list):
        return [_as_tensors(part) for part in grad]
    return grad if grad is None or isinstance(grad, Tensor) else wrap(grad)


_seq_of = attrgetter("seq")


def all_leaves(edges: Set[Node]) -> bool:
    """Tell whether all these edges are those of leaves."""
    for edge in edges:  # noqa: SIM110 (half the time of `all` with a generator)
        if edge.__class__ is not AccumulateGrad:
            return False
    return True


def find_needed(roots: list[Node], inputs: Set[Node]) -> set[Node]:
    """Return every node on a way from the roots to an input, inputs included, so that nothing else runs."""
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

"""Hooks that wait for the gradients of several tensors of one backward pass."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from ...runtime.engine.passes import running
from ...runtime.graph.hooks import RemovableHandle
from ...runtime.graph.node import Node
from ...runtime.graph.tensor_base import TensorBase as Tensor

if TYPE_CHECKING:
    from ...runtime.engine.graph_task import GraphTask

MODES = ("all", "any")


class MultiHandle(RemovableHandle):
    """Removes a hook from all its tensors."""

    def __init__(self, handles: Sequence[RemovableHandle]) -> None:
        self._handles = tuple(handles)

    def remove(self) -> None:
        """Remove the hook; removing it again does nothing."""
        for handle in self._handles:
            handle.remove()

    def __getstate__(self) -> Any:
        return self._handles

    def __setstate__(self, state: Any) -> None:
        self._handles = state


def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Callable[..., None], *, mode: Literal["all", "any"] = "all"
) -> MultiHandle:
    """Call a function once per backward pass with the gradients of several tensors.

    Parameters
    ----------
    tensors : sequence of Tensor
    fn : callable
        ``fn(grads)``, a list with None for tensors that the pass does not reach; with mode "any" ``fn(grad)``.
    mode : "all" or "any"
        Wait for all tensors that the pass reaches, or only for the first.

    Examples
    --------
    >>> import derivata as dv
    >>> x, y = dv.tensor(1.0, requires_grad=True), dv.tensor(2.0, requires_grad=True)
    >>> handle = dv.autograd.graph.register_multi_grad_hook((x, y), print)
    >>> (x * y).backward()
    [tensor(2.), tensor(1.)]
    """
    if mode not in MODES:
        raise ValueError(f"register_multi_grad_hook: Expects mode to be one of {MODES} but got {mode}")
    edges = []
    for index, tensor in enumerate(tensors):
        if tensor._edge is None:
            raise RuntimeError(
                f"register_multi_grad_hook: cannot register a hook on a tensor that doesn't require gradient: element "
                f"{index} of tensors"
            )
        tensor._edge.watch()
        edges.append(tensor._edge)
    see: Callable[[int, Tensor], None] = _All(edges, fn).see if mode == "all" else _Any(fn).see
    return MultiHandle(
        [edge.require_hooks().tensor.add(partial(see, index)) for index, edge in enumerate(edges)]
    )


class _Progress:
    """The gradients that one backward pass has produced so far."""

    def __init__(self, count: int, waiting: int) -> None:
        self.grads: list[Tensor | None] = [None] * count
        self.waiting = waiting


class _All:
    def __init__(self, edges: list[Node], fn: Callable[[list[Tensor | None]], None]) -> None:
        self.edges = edges
        self.fn = fn

    def see(self, index: int, grad: Tensor) -> None:
        """Note a gradient; with the last one call the function."""
        task = running()
        if task is None:
            return
        noted = task.noted
        progress = noted.get(self)
        if progress is None:
            ahead = _ahead(task, self.edges[index], max(edge.age for edge in self.edges))
            waiting = sum(edge in ahead for edge in self.edges)
            progress = noted[self] = _Progress(len(self.edges), waiting)
        progress.grads[index] = grad
        progress.waiting -= 1
        if not progress.waiting:
            del noted[self]
            self.fn(progress.grads)


class _Any:
    def __init__(self, fn: Callable[[Tensor], None]) -> None:
        self.fn = fn

    def see(self, index: int, grad: Tensor) -> None:
        """Call the function with the first gradient of a pass."""
        task = running()
        if task is not None and self not in task.noted:
            task.noted[self] = True
            self.fn(grad)


def _ahead(task: "GraphTask", node: Node, oldest: float) -> set[Any]:
    """Return the nodes that a pass may still run: this node, those waiting, and all below them down to `oldest`."""
    ahead: set[Node] = set()
    stack = [node, *(waiting for _, waiting in task.heap)]
    while stack:
        node = stack.pop()
        if node not in ahead and node.seq <= oldest and (task.needed is None or node in task.needed):
            ahead.add(node)
            stack.extend([edge for edge in node.edges() if edge is not None])
    return ahead

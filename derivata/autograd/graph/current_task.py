"""Queries about the running backward pass, for hooks, the backward of a `Function` and unpack hooks."""

from collections import deque
from collections.abc import Callable
from heapq import heappush
from typing import Any

from ...runtime.engine.nesting import call_nested
from ...runtime.engine.passes import running
from ...runtime.graph.hooks import Hooks
from ...runtime.graph.node import Buffers, Node

LAST = 2**63  # leaves count up from 1


class FinalCallbacks(Node):
    """Waits in a pass's heap until everything else has run; a pass that fails drops it with the heap."""

    __slots__ = ("callbacks",)
    of_user = True
    has_no_formula = True

    def __init__(self) -> None:
        self.seq = LAST
        self.hooks = Hooks()  # so that the engine's loop leaves this node to the task's step
        self.callbacks: deque[Callable[[], Any]] = deque()

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> None:
        """Call the queued callbacks, including those queued by callbacks, in the grad mode of hooks."""
        while self.callbacks:
            call_nested(self.callbacks.popleft())


def get_current_node() -> Node | None:
    """Return the node that the backward pass of this thread runs, or calls hooks of; None outside of passes.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor(3.0, requires_grad=True)
    >>> y = x * x
    >>> handle = y.register_hook(lambda grad: print(dv.autograd.graph.get_current_node()))
    >>> y.backward()
    <MulBackward>
    """
    task = running()
    if task is None or isinstance(task.node, FinalCallbacks):
        return None
    node: Node = task.node.target[0].shown
    return node


def queue_callback(callback: Callable[[], Any]) -> None:
    """Call a function at the end of the backward pass that runs at this moment.

    Callbacks are called in the order in which they were queued, when all gradients have been accumulated; they may
    queue more. After an error they are not called. In nested passes they belong to the innermost one.

    Raises
    ------
    TypeError
        For something that cannot be called.
    RuntimeError
        Outside of backward passes.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor(3.0, requires_grad=True)
    >>> handle = x.register_hook(lambda grad: dv.autograd.graph.queue_callback(lambda: print(x.grad)))
    >>> (x * x).backward()
    tensor(6.)
    """
    if not callable(callback):
        raise TypeError(
            f"queue_callback: expected a function without arguments, got {type(callback).__name__}"
        )
    task = running()
    if task is None:
        raise RuntimeError(
            "queue_callback: Final callbacks can only be installed during backward pass: call it from a hook or from "
            "the backward of a Function"
        )
    if isinstance(task.node, FinalCallbacks):
        task.node.callbacks.append(callback)
        return
    last = max((node for _, node in task.heap), key=lambda node: node.seq, default=None)
    if not isinstance(last, FinalCallbacks):
        last = FinalCallbacks()
        task.buffers[last] = None
        heappush(task.heap, (last.seq, last))
    last.callbacks.append(callback)

"""Which backward pass and which node run at this moment.

Passes tell nobody: whoever wants to know looks for the engine's innermost call on the stack. So nothing is paid for it
until somebody asks, and the answer is right wherever users' code runs: in hooks, in a `Function`'s backward, in the
unpacking of saved tensors.
"""

import sys
from collections.abc import Callable
from heapq import heappush
from types import FrameType
from typing import Any, NamedTuple

from ..graph.node import Node
from ..graph.node_interface import NodeInterface
from .engine import Task, drain
from .final_callbacks import FinalCallbacks
from .loops import drain_recorded, drain_to_captures
from .nesting import callers, waiting

LOOPS = [loop.__code__ for loop in (drain, drain_to_captures, drain_recorded)]  # with the same names inside


class Running(NamedTuple):
    """A pass at one of its steps."""

    node: Node
    task: Task


def steps(most: int = sys.maxsize) -> list[Running]:
    """Return the steps of backward passes that called this, the innermost first; a pass may come twice.

    No generator, which would be closed some time later, and pass over an interrupt then.
    """
    found: list[Running] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and len(found) < most:
        if frame.f_code is Task.step.__code__:
            found.append(Running(frame.f_locals["node"], frame.f_locals["self"]))
        elif frame.f_code in LOOPS and "node" in frame.f_locals:
            values = frame.f_locals
            plain = values["task"] is None  # a loop on arrays makes its task at the first node with hooks
            task = (
                Task(values["buffers"], values["heap"], values["keep"], values["needed"])
                if plain
                else values["task"]
            )
            found.append(Running(values["node"], task))
        frame = frame.f_back
    return [*found, *waiting.steps]


callers.steps = steps


def running() -> Running | None:
    """Return the innermost step of a backward pass that called this, None outside of any pass."""
    found = steps(1)
    return found[0] if found else None


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
    step = running()
    if step is None or isinstance(step.node, FinalCallbacks):
        return None
    return step.node.target[0]


def task_should_compute_output(node: Node, index: int) -> bool:
    """Tell whether the gradient of an argument goes anywhere, and whether the pass that runs now needs it."""
    edge = node.edges()[node._checked_index(index)]
    if edge is None:
        return False
    step = running()
    return step is None or step.task.needed is None or edge in step.task.needed


NodeInterface.task_should_compute_output = task_should_compute_output


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
    step = running()
    if step is None:
        raise RuntimeError(
            "queue_callback: Final callbacks can only be installed during backward pass: call it from a hook or from "
            "the backward of a Function"
        )
    if isinstance(step.node, FinalCallbacks):
        step.node.callbacks.append(callback)
        return
    last = max((node for _, node in step.task.heap), key=lambda node: node.seq, default=None)
    if not isinstance(last, FinalCallbacks):
        last = FinalCallbacks()
        step.task.buffers[last] = None
        heappush(step.task.heap, (last.seq, last))
    last.callbacks.append(callback)

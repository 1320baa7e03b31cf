"""Recomputed values of checkpoints, by the backward pass, or group of passes, that they were computed for."""

from contextvars import ContextVar
from typing import NamedTuple, NoReturn, Self

from ..runtime.engine.passes import running
from ..runtime.graph.node import Buffers, Heap
from ..runtime.modes.blocks import Block, innermost
from ..runtime.modes.state import Mode
from ..runtime.tensors.tensor import Tensor
from ..runtime.weakly import WeakKeys
from .recomputation_check import CheckpointError

Values = dict[int, Tensor]

_group: "ContextVar[Mode | None]" = ContextVar("derivata_graph_exec_group", default=None)


class GraphExecGroup(Block):
    """Context in which several backward passes share one repetition of each checkpointed call.

    The passes must not need the same saved tensor, not even with ``retain_graph=True``. Reentrant checkpoints take no
    part in it.

    Raises
    ------
    RuntimeError
        On entering it inside another group.

    Examples
    --------
    >>> import derivata as dv
    >>> from derivata.utils.checkpoint import GraphExecGroup, checkpoint
    >>> x, w = dv.tensor(3.0, requires_grad=True), dv.tensor(2.0, requires_grad=True)
    >>> def function(x, w):
    ...     print("called")
    ...     return x.exp(), w.exp()
    >>> y, z = checkpoint(function, x, w, use_reentrant=False)
    called
    >>> with GraphExecGroup():
    ...     y.backward()
    ...     z.backward()
    called
    """

    variable = _group

    def __enter__(self) -> Self:
        if self._get_current_group() is not None:
            raise RuntimeError("GraphExecGroup contexts cannot be nested; leave the other one first")
        self.begin(0, self)
        return self

    @classmethod
    def _get_current_group(cls) -> "GraphExecGroup | None":
        mode = innermost(_group)
        return None if mode is None else mode.value


class _OfPass(NamedTuple):
    """Values for one backward pass, known by its buffers; its heap is empty when it has ended."""

    buffers: Buffers
    heap: Heap
    values: Values


class Repetitions:
    """Recomputed values of one call that were not fetched yet."""

    def __init__(self) -> None:
        self._of_groups: WeakKeys[GraphExecGroup, Values] = WeakKeys()
        self._of_passes: list[_OfPass] = []

    def now(self) -> Values | None:
        """Return the values for the group or pass that runs at this moment, None if they have to be computed."""
        group, task = GraphExecGroup._get_current_group(), running()
        if group is not None:
            return self._of_groups.get(group)
        if task is None:
            return None
        return next((entry.values for entry in self._of_passes if entry.buffers is task.buffers), None)

    def begin(self) -> Values:
        """Return where the values for that group or pass go; those of passes that have ended are dropped."""
        group, task, values = GraphExecGroup._get_current_group(), running(), Values()
        self._of_passes = [entry for entry in self._of_passes if entry.heap]
        if group is not None:
            self._of_groups[group] = values
        elif task is not None:
            self._of_passes.append(_OfPass(task.buffers, task.heap, values))
        return values


def refuse_second_reading() -> NoReturn:
    """Raise for a saved tensor that was fetched in this pass or group already."""
    overlap = (
        "Performing two backward calls that overlap (i.e. require the same saved activation in order to compute "
        "gradients) is not allowed while under the GraphExecGroup context. "
    )
    raise CheckpointError(
        "checkpoint: Unpack is being triggered for a tensor that was already unpacked once. "
        f"{'' if GraphExecGroup._get_current_group() is None else overlap}"
        "If you are calling ctx.saved_tensors in backward, make sure to do so only once"
    )

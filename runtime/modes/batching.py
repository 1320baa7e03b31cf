"""Batch levels: functions that are written for one sample and run for many at once (`derivata.func.vmap`).

Inside a level, a batched tensor is an ordinary tensor, the first sample, that carries all samples with it. An op runs
as usual; afterwards it reports its call to the innermost level, as it does in forward mode, and the level repeats it
for all samples with ops that are recorded and differentiated like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol, Self

from .blocks import Block, innermost
from .state import BATCHED, Mode, state

if TYPE_CHECKING:
    from ..tensors.tensor import Tensor


class NotBatched(RuntimeError):
    """Error about something that cannot be done for many samples at once."""


class BatchLevel(Protocol):
    """Protocol of a batch level, as far as the runtime uses it; a batched tensor refers to its level."""

    def on_call(self, op: str, outs: Sequence[Tensor], arguments: Mapping[str, Any]) -> bool:
        """Repeat an op's call for all samples; return False if no argument is batched."""

    def on_write(self, op: str, target: Tensor, arguments: Mapping[str, Any]) -> bool:
        """Do the same for an op that wrote into its target."""

    def on_copy(self, original: Tensor, target: Tensor) -> None:
        """Give the tensor that holds the value before a write the samples of the target."""

    def on_stored(self, op: str, target: Tensor, result: Tensor) -> bool:
        """Write the samples of a result into those of the target; return False if neither is batched."""

    def on_draw(self, drawn: Tensor, draw: Callable[[tuple[int, ...]], Any], shape: tuple[int, ...]) -> None:
        """Give random numbers samples of their own; `draw` returns an array of a shape."""

    def index(self, tensor: Tensor) -> Any:
        """Return the array of an index tensor; it carries the samples if the tensor is batched."""

    def each(
        self, name: str, function: Callable[..., Any], args: Sequence[Any], named: Mapping[str, Any]
    ) -> Any:
        """Call a function for one sample after the other."""

    def refuse(self, caller: str, tensor: Tensor) -> None:
        """Raise if a tensor is batched, because the caller needs its values."""


_levels: ContextVar[Mode | None] = ContextVar("derivata_batch_levels", default=None)


class batching(Block):
    """Context in which these are the open levels of this thread and task, the innermost last."""

    variable = _levels

    def __init__(self, levels: tuple[Any, ...]) -> None:
        self._levels = levels

    def __enter__(self) -> Self:
        self.begin(BATCHED, self._levels)
        return self


def batch_levels() -> tuple[Any, ...]:
    """Return the open levels, the innermost last."""
    if not state.active_modes & BATCHED:
        return ()
    mode = innermost(_levels)
    return () if mode is None else mode.value


def batch_level() -> Any:
    """Return the innermost level, or None; for callers that have seen `BATCHED` set."""
    levels = batch_levels()
    return levels[-1] if levels else None


def any_batched(tensors: Any) -> bool:
    """Tell whether a tensor, or one of several, is batched."""
    if not state.active_modes & BATCHED or tensors is None:
        return False
    several = tensors if isinstance(tensors, list | tuple) else (tensors,)
    extras = [getattr(tensor, "_extra", None) for tensor in several]
    return any(extra is not None and extra.batch is not None for extra in extras)


def refuse_batched(caller: str, *tensors: Any) -> None:
    """Raise if one of the tensors is batched, because the caller needs their values."""
    for tensor in tensors:
        if any_batched(tensor):
            tensor._extra.batch.level.refuse(caller, tensor)

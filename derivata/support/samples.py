"""What functions written in Python do for each sample of batched tensors (`derivata.func.vmap`)."""

from collections.abc import Callable
from typing import Any

from ..runtime.modes.batching import batch_level
from ..runtime.modes.state import BATCHED, state
from ..runtime.tensors.tensor import Tensor


def by_sample(name: str, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Call a function that reads the numbers of its arguments for one sample of batched ones after the other."""
    return batch_level().each(name, function, args, named)


def drawn(tensor: Tensor, draw: Callable[[tuple[int, ...]], Any]) -> Tensor:
    """Return random numbers, with samples of their own if the innermost level says so; `draw` returns an array."""
    level = batch_level() if state.active_modes & BATCHED else None
    if level is not None:
        level.on_draw(tensor, draw, tensor._shape)
    return tensor

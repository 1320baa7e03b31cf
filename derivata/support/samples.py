"""Support of `derivata.func.vmap` for hand-written functions: call them sample by sample."""

from collections.abc import Callable
from typing import Any

from ..runtime.modes.batching import batch_level
from ..runtime.modes.state import BATCHED, state
from ..runtime.tensors.tensor import Tensor


def by_sample(name: str, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Call a function that reads the numbers of its arguments for one sample of batched ones after the other."""
    return batch_level().each(name, function, args, named)


def drawn(tensor: Tensor, draw: Callable[[tuple[int, ...]], Any]) -> Tensor:
    """Return random numbers, different for each sample if the innermost `vmap` says so; `draw` returns an array."""
    level = batch_level() if state.active_modes & BATCHED else None
    if level is not None:
        level.on_draw(tensor, draw, tensor._shape)
    return tensor

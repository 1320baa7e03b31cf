"""Support of `derivata.func.vmap` for hand-written functions: call them sample by sample."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import any_batched, batch_level
from ..runtime.modes.observers import tell_entry
from ..runtime.modes.state import BATCHED, OBSERVED, state
from ..runtime.tensors.tensor import Tensor


def by_sample(name: str, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Call a function that reads the numbers of its arguments for one sample of batched ones after the other."""
    return batch_level().each(name, function, args, named)


def drawn(tensor: Tensor, draw: Callable[[tuple[int, ...]], Any]) -> Tensor:
    """Return random numbers, different for each sample if the innermost `vmap` says so; `draw` returns an array."""
    level = batch_level() if state.active_modes & BATCHED else None
    if level is not None:
        level.on_draw(tensor, draw, tensor._shape)
    if state.active_modes & OBSERVED:
        tell_entry(tensor, draw)
    return tensor


def made_like(template: Any, tensor: Tensor) -> Tensor:
    """Give a new tensor samples of its own, to be written to, if what it is made like has some."""
    if any_batched(template):
        level, samples = template._extra.batch
        level.attach(tensor, made_like(samples, wrap(np.repeat(tensor._array[None], level.size, 0))))
    return tensor

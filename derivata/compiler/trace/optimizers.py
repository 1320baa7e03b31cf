"""Stand-ins of optimisers and of schedules: their steps are effects of the function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...autograd.tracer import tracer
from ...nn.values import zero_gradients
from ...optim.lr_scheduler.schedule import LRScheduler
from ...optim.optimizer import Optimizer
from ...runtime.tensors.tensor import Tensor
from ..refusal import CannotCompile

Stepping = Optimizer | LRScheduler
"""What has steps."""


class ScheduleStandIn:
    """Stands for a schedule: its step is taken when the program has computed all."""

    __slots__ = ("_original",)

    def __init__(self, original: Stepping) -> None:
        self._original = original

    def step(self, closure: Any = None) -> None:
        """Take a step, later."""
        if closure is not None:
            raise CannotCompile("a step with a closure, or a metric, cannot be part of a compiled function")
        listener: Any = tracer()
        listener.effects.step(self._original)


class OptimizerStandIn(ScheduleStandIn):
    """Stands for an optimiser, whose parameters are inputs."""

    __slots__ = ("_params",)

    def __init__(self, original: Optimizer, params: Sequence[Tensor]) -> None:
        if type(original).zero_grad is not Optimizer.zero_grad:
            raise CannotCompile(f"{type(original).__name__} has a method zero_grad of its own")
        super().__init__(original)
        self._params = params

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters."""
        zero_gradients(self._params, set_to_none)

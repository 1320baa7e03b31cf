"""Schedules of the learning rate: each call of `step` sets the option ``lr`` of an optimizer's groups."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi
from typing import TYPE_CHECKING, Any

import numpy as np

from ..support.missing_names import only_these
from .optimizer import Optimizer


class LRScheduler:
    """Base class of the schedules. A subclass defines `rate`.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set, at once and at every `step`.
    last_epoch : int
        The number of the epoch that was last; -1 to start. To continue, prefer `load_state_dict`.
    """

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(self).__name__}: expected an Optimizer, got {type(optimizer).__name__}")
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", group["lr"])
        self.base_lrs: list[float] = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self.step()

    def rate(self, base: float, epoch: int) -> float:
        """Return the learning rate of an epoch, counted from 0, for a group that started with `base`."""
        raise NotImplementedError(
            f"{type(self).__name__}: expected a method rate(base, epoch), got none; define it"
        )

    def step(self) -> None:
        """Go on to the next epoch. Call it after the steps of the optimizer."""
        self.last_epoch += 1
        for group, base in zip(self.optimizer.param_groups, self.base_lrs, strict=True):
            group["lr"] = self.rate(base, self.last_epoch)

    def get_last_lr(self) -> list[float]:
        """Return the rate of each group."""
        return [group["lr"] for group in self.optimizer.param_groups]

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer and functions."""
        return {
            key: value for key, value in self.__dict__.items() if key != "optimizer" and not callable(value)
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue from what `state_dict` returned; the rates themselves are state of the optimizer."""
        self.__dict__.update(state_dict)


class StepLR(LRScheduler):
    """Multiply the rate by a factor every few epochs.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    step_size : int
        Number of epochs with the same rate.
    gamma : float
        The factor.
    last_epoch : int
        The number of the epoch that was last.

    Examples
    --------
    >>> optimizer = dv.optim.SGD(nn.Linear(2, 1).parameters(), lr=1.0)
    >>> schedule = dv.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    >>> for epoch in range(4):
    ...     optimizer.step()
    ...     schedule.step()
    >>> optimizer.param_groups[0]["lr"]
    0.25
    """

    def __init__(
        self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self.step_size = _epochs("StepLR", "step_size", step_size)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def rate(self, base: float, epoch: int) -> float:
        """Return the learning rate of an epoch."""
        return float(base * self.gamma ** (epoch // self.step_size))


class CosineAnnealingLR(LRScheduler):
    """Let the rate fall along half a period of a cosine, from its start to `eta_min` after `T_max` epochs.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    T_max : int
        Number of epochs to the minimum; after it the rate rises again.
    eta_min : float
        The minimum.
    last_epoch : int
        The number of the epoch that was last.
    """

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1) -> None:
        self.T_max = _epochs("CosineAnnealingLR", "T_max", T_max)
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def rate(self, base: float, epoch: int) -> float:
        """Return the learning rate of an epoch."""
        return self.eta_min + (base - self.eta_min) * (1.0 + cos(pi * epoch / self.T_max)) / 2.0


class LambdaLR(LRScheduler):
    """Multiply the start of the rate by a function of the epoch.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    lr_lambda : callable
        Gets the number of the epoch and returns the factor.
    last_epoch : int
        The number of the epoch that was last.
    """

    def __init__(self, optimizer: Optimizer, lr_lambda: Callable[[int], float], last_epoch: int = -1) -> None:
        if not callable(lr_lambda):
            raise TypeError(
                f"LambdaLR: expected a function for lr_lambda, got {type(lr_lambda).__name__}; one is for all groups"
            )
        self.lr_lambda = lr_lambda
        super().__init__(optimizer, last_epoch)

    def rate(self, base: float, epoch: int) -> float:
        """Return the learning rate of an epoch."""
        return base * self.lr_lambda(epoch)


def _epochs(schedule: str, argument: str, count: Any) -> int:
    """Return a number of epochs, which must be positive."""
    if not isinstance(count, int | np.integer) or count < 1:
        raise ValueError(f"{schedule}: expected {argument} to be a positive int, got {count!r}")
    return int(count)


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__ = only_these(globals())

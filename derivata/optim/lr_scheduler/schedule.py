"""LRScheduler: what all schedules share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from ..optimizer import Optimizer

Rates = list[float]


class LRScheduler:
    """Base class of the schedules. A subclass defines `get_lr`.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set, at once and at every `step`.
    last_epoch : int
        The number of the epoch that was last; -1 to start. To continue, prefer `load_state_dict`.

    Attributes
    ----------
    base_lrs : list of float
        The rates at the start, one of each group.
    last_epoch : int
        The number of the epoch, counted from 0.
    """

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(self).__name__}: expected an Optimizer, got {type(optimizer).__name__}")
        self.optimizer = optimizer
        for number, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError(
                    f"{type(self).__name__}: expected 'initial_lr' in group {number} to resume from epoch "
                    f"{last_epoch}, got none; load the optimizer's state first"
                )
        self.base_lrs: Rates = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch: int = last_epoch
        self._begin()

    def _begin(self) -> None:
        self._step_count = 0
        self.step()

    def get_lr(self) -> Rates:
        """Return the rates of the epoch `last_epoch`, one of each group."""
        raise NotImplementedError(
            f"{type(self).__name__}: expected a method get_lr(self), got none; define it"
        )

    def step(self, epoch: int | None = None) -> None:
        """Go on to the next epoch, or to the given one. Call it after the steps of the optimizer."""
        self._step_count += 1
        if epoch is None:
            self.last_epoch += 1
            self._set(self.get_lr())
        else:
            self.last_epoch = epoch
            closed: Callable[[], Rates] = getattr(self, "_get_closed_form_lr", self.get_lr)
            self._set(closed())

    def _set(self, rates: Rates) -> None:
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            group["lr"] = rate
        self._last_lr = self.current()

    def current(self) -> Rates:
        """Return the rates that the groups have."""
        return [group["lr"] for group in self.optimizer.param_groups]

    def get_last_lr(self) -> Rates:
        """Return the rates that the last step set."""
        return self._last_lr

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer and functions."""
        return {
            key: value for key, value in self.__dict__.items() if key != "optimizer" and not callable(value)
        }

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Continue from what `state_dict` returned; the rates themselves are state of the optimizer."""
        self.__dict__.update(state_dict)


def positive(schedule: str, argument: str, count: Any) -> int:
    """Return a number of epochs, which must be positive; it may come as a float, as in PyTorch's tutorials."""
    if not isinstance(count, int | float | np.integer) or not 1 <= count < np.inf or count != int(count):
        raise ValueError(f"{schedule}: expected {argument} to be a positive int, got {count!r}")
    return int(count)


def for_each_group(schedule: str, argument: str, value: Any, optimizer: Optimizer) -> list[Any]:
    """Return a value for each group: those of a sequence, or one for all."""
    count = len(optimizer.param_groups)
    if not isinstance(value, Iterable):
        return [value] * count
    values = list(value)
    if len(values) != count:
        raise ValueError(
            f"{schedule}: expected {count} values for {argument}, one of each group, got {len(values)}"
        )
    return values

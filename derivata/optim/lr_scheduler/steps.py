"""Schedules that change the rate at certain epochs, or begin with a part of it."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable

from ..optimizer import Optimizer
from .schedule import LRScheduler, Rates, positive


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
        self.step_size: int = positive("StepLR", "step_size", step_size)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        """Return the rates of the epoch."""
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self.current()
        return [rate * self.gamma for rate in self.current()]

    def _get_closed_form_lr(self) -> Rates:
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    """Multiply the rate by a factor at given epochs.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    milestones : iterable of int
        The epochs; one that is given twice counts twice.
    gamma : float
        The factor.
    last_epoch : int
        The number of the epoch that was last.
    """

    def __init__(
        self, optimizer: Optimizer, milestones: Iterable[int], gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        """Return the rates of the epoch."""
        factor = self.gamma ** self.milestones[self.last_epoch] if self.last_epoch in self.milestones else 1
        return [rate * factor for rate in self.current()]

    def _get_closed_form_lr(self) -> Rates:
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma**passed for base in self.base_lrs]

    def state_dict(self) -> dict[str, object]:
        """Return everything but the optimizer."""
        return {**super().state_dict(), "milestones": dict(self.milestones)}

    def load_state_dict(self, state_dict: object) -> None:
        """Continue from what `state_dict` returned."""
        super().load_state_dict(state_dict)  # type: ignore[arg-type]
        self.milestones = Counter(self.milestones)


class ConstantLR(LRScheduler):
    """Multiply the rate by a factor for the first epochs.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    factor : float
        The factor, in [0, 1].
    total_iters : int
        How many epochs it holds.
    last_epoch : int
        The number of the epoch that was last.
    """

    def __init__(
        self, optimizer: Optimizer, factor: float = 1.0 / 3, total_iters: int = 5, last_epoch: int = -1
    ) -> None:
        if not 0 <= factor <= 1:
            raise ValueError(f"ConstantLR: expected factor in [0, 1], got {factor}")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        """Return the rates of the epoch."""
        if self.last_epoch == 0:
            return [rate * self.factor for rate in self.current()]
        if self.last_epoch != self.total_iters:
            return self.current()
        return [rate * (1.0 / self.factor) for rate in self.current()]

    def _get_closed_form_lr(self) -> Rates:
        factor = 1 if self.last_epoch >= self.total_iters else self.factor
        return [base * factor for base in self.base_lrs]


class LinearLR(LRScheduler):
    """Multiply the rate by a factor that goes from one number to another on a line.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    start_factor, end_factor : float
        The factor at first, in (0, 1], and after `total_iters` epochs, in [0, 1].
    total_iters : int
        How many epochs it takes.
    last_epoch : int
        The number of the epoch that was last.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if not 0 < start_factor <= 1:
            raise ValueError(f"LinearLR: expected start_factor in (0, 1], got {start_factor}")
        if not 0 <= end_factor <= 1:
            raise ValueError(f"LinearLR: expected end_factor in [0, 1], got {end_factor}")
        self.start_factor, self.end_factor = start_factor, end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        """Return the rates of the epoch."""
        if self.last_epoch == 0:
            return [rate * self.start_factor for rate in self.current()]
        if self.last_epoch > self.total_iters:
            return self.current()
        way = self.end_factor - self.start_factor
        factor = 1.0 + way / (self.total_iters * self.start_factor + (self.last_epoch - 1) * way)
        return [rate * factor for rate in self.current()]

    def _get_closed_form_lr(self) -> Rates:
        way = (self.end_factor - self.start_factor) * min(self.total_iters, self.last_epoch)
        return [base * (self.start_factor + way / self.total_iters) for base in self.base_lrs]

"""Schedules that change the rate at every epoch."""

from __future__ import annotations

from math import cos, pi

from ..optimizer import Optimizer
from .schedule import LRScheduler, Rates, positive


class ExponentialLR(LRScheduler):
    """Multiply the rate by a factor at every epoch.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    gamma : float
        The factor.
    last_epoch : int
        The number of the epoch that was last.
    """

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        """Return the rates of the epoch."""
        return [rate * self.gamma for rate in self.current()] if self.last_epoch > 0 else self.current()

    def _get_closed_form_lr(self) -> Rates:
        return [base * self.gamma**self.last_epoch for base in self.base_lrs]


class PolynomialLR(LRScheduler):
    """Let the rate fall to zero as a power of the epochs that are left.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    total_iters : int
        How many epochs it takes.
    power : float
        The power.
    last_epoch : int
        The number of the epoch that was last.
    """

    def __init__(
        self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1
    ) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        """Return the rates of the epoch."""
        epoch, total = self.last_epoch, self.total_iters
        if epoch == 0 or epoch > total:
            return self.current()
        factor = ((1.0 - epoch / total) / (1.0 - (epoch - 1) / total)) ** self.power
        return [rate * factor for rate in self.current()]

    def _get_closed_form_lr(self) -> Rates:
        part = 1.0 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * part**self.power for base in self.base_lrs]


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
        self.T_max: int = positive("CosineAnnealingLR", "T_max", T_max)
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        """Return the rates of the epoch."""
        epoch, period, low = self.last_epoch, self.T_max, self.eta_min
        rates = self.current()
        if epoch == 0:
            return rates
        if self._step_count == 1:
            return self._get_closed_form_lr()
        if (epoch - 1 - period) % (2 * period) == 0:  # the minimum was last: no factor leads away from it
            rise = (1 - cos(pi / period)) / 2
            return [rate + (base - low) * rise for base, rate in zip(self.base_lrs, rates, strict=True)]
        factor = (1 + cos(pi * epoch / period)) / (1 + cos(pi * (epoch - 1) / period))
        return [factor * (rate - low) + low for rate in rates]

    def _get_closed_form_lr(self) -> Rates:
        height = (1 + cos(pi * self.last_epoch / self.T_max)) / 2
        return [self.eta_min + (base - self.eta_min) * height for base in self.base_lrs]

"""ReduceLROnPlateau: lower the rate when a number stops to improve."""

from __future__ import annotations

from math import inf
from typing import Any

from ..optimizer import Optimizer
from .schedule import LRScheduler, Rates, for_each_group


class ReduceLROnPlateau(LRScheduler):
    """Multiply the rate by a factor when a number has not improved for some epochs.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    mode : {"min", "max"}
        Whether smaller or larger numbers are better.
    factor : float
        The factor, below 1.
    patience : int
        How many epochs without improvement are borne.
    threshold : float
        What counts as an improvement: a part of the best number, or with ``threshold_mode="abs"`` a difference.
    threshold_mode : {"rel", "abs"}
    cooldown : int
        How many epochs after a change are not counted.
    min_lr : float or list of float
        Where the rate stops, for all groups or for each.
    eps : float
        The smallest change that is made.

    Examples
    --------
    >>> optimizer = dv.optim.SGD(nn.Linear(2, 1).parameters(), lr=1.0)
    >>> schedule = dv.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=1)
    >>> for loss in [3.0, 2.0, 2.0, 2.0]:
    ...     schedule.step(loss)
    >>> schedule.get_last_lr()
    [0.1]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: float | list[float] = 0,
        eps: float = 1e-8,
    ) -> None:
        if not factor < 1.0:
            raise ValueError(f"ReduceLROnPlateau: expected factor below 1, got {factor}")
        if mode not in ("min", "max") or threshold_mode not in ("rel", "abs"):
            raise ValueError(
                "ReduceLROnPlateau: expected mode 'min' or 'max' and threshold_mode 'rel' or 'abs', got "
                f"{mode!r} and {threshold_mode!r}"
            )
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"ReduceLROnPlateau: expected an Optimizer, got {type(optimizer).__name__}")
        self.optimizer = optimizer
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self.factor, self.patience, self.cooldown, self.eps = factor, patience, cooldown, eps
        self.min_lrs: Rates = for_each_group("ReduceLROnPlateau", "min_lr", min_lr, optimizer)
        self.best: float = inf if mode == "min" else -inf
        self.num_bad_epochs = self.cooldown_counter = self.last_epoch = 0
        self._last_lr = self.current()

    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]
        """Go on to the next epoch, whose number, such as a loss, is given."""
        number = float(metrics)
        self.last_epoch: int = self.last_epoch + 1 if epoch is None else epoch
        if self.is_better(number, self.best):
            self.best, self.num_bad_epochs = number, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._lower()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = self.current()

    def _lower(self) -> None:
        for group, least in zip(self.optimizer.param_groups, self.min_lrs, strict=True):
            lower = max(group["lr"] * self.factor, least)
            if group["lr"] - lower > self.eps:
                group["lr"] = lower

    @property
    def in_cooldown(self) -> bool:
        """Whether epochs are not counted."""
        return self.cooldown_counter > 0

    def is_better(self, a: float, best: float) -> bool:
        """Tell whether a number is an improvement."""
        sign = 1.0 if self.mode == "max" else -1.0
        if self.threshold_mode == "rel":
            return a * sign > best * (1.0 + sign * self.threshold) * sign
        return a * sign > (best + sign * self.threshold) * sign

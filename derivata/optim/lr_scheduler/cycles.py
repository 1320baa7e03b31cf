"""Schedules that come back to where they began."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, floor, log, pi
from typing import Any

from ..optimizer import Optimizer
from .momentum import momentum_of, set_momentum
from .schedule import LRScheduler, Rates, for_each_group, positive


class CyclicLR(LRScheduler):
    """Let the rate go up and down between two numbers, on lines.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    base_lr, max_lr : float or list of float
        The two numbers, for all groups or for each.
    step_size_up, step_size_down : int
        How many steps the way up and the way down take; by default the same.
    mode : {"triangular", "triangular2", "exp_range"}
        Whether the height of all cycles is the same, halves with each cycle, or is multiplied by `gamma` at each step.
    gamma : float
    scale_fn : callable, optional
        Returns the factor of the height instead, given the number of the cycle, or with
        ``scale_mode="iterations"`` that of the step.
    scale_mode : {"cycle", "iterations"}
    cycle_momentum : bool
        Whether momentum, or the first of `betas`, goes down where the rate goes up.
    base_momentum, max_momentum : float or list of float
        Its two numbers.
    last_epoch : int
        The number of the step that was last.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: float | list[float],
        max_lr: float | list[float],
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum: float | list[float] = 0.8,
        max_momentum: float | list[float] = 0.9,
        last_epoch: int = -1,
    ) -> None:
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError(
                f"CyclicLR: expected triangular, triangular2 or exp_range for mode, got {mode!r}"
            )
        self.optimizer = optimizer
        low = for_each_group("CyclicLR", "base_lr", base_lr, optimizer)
        if last_epoch == -1:
            for group, rate in zip(optimizer.param_groups, low, strict=True):
                group["lr"] = group["initial_lr"] = rate
        self.max_lrs: Rates = for_each_group("CyclicLR", "max_lr", max_lr, optimizer)
        up, down = float(step_size_up), float(step_size_down or step_size_up)
        self.total_size, self.step_ratio = up + down, up / (up + down)
        self.mode, self.gamma, self._scale_fn = mode, gamma, scale_fn
        self.scale_mode: str = scale_mode if scale_fn else "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.base_momentums = for_each_group("CyclicLR", "base_momentum", base_momentum, optimizer)
            self.max_momentums = for_each_group("CyclicLR", "max_momentum", max_momentum, optimizer)
            for group, most in zip(optimizer.param_groups, self.max_momentums, strict=True):
                momentum_of("CyclicLR", group)
                set_momentum(group, most)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = low

    def scale(self, number: float) -> float:
        """Return the factor of the height of a cycle, or of a step."""
        if self._scale_fn is not None:
            return self._scale_fn(number)
        if self.mode == "exp_range":
            return float(self.gamma**number)
        return 1.0 if self.mode == "triangular" else 1.0 / 2.0 ** (number - 1)

    def get_lr(self) -> Rates:
        """Return the rates of the step, and set momentum."""
        cycle = floor(1 + self.last_epoch / self.total_size)
        place = 1.0 + self.last_epoch / self.total_size - cycle
        part = place / self.step_ratio if place <= self.step_ratio else (place - 1) / (self.step_ratio - 1)
        part *= self.scale(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            pairs = zip(self.base_momentums, self.max_momentums, strict=True)
            for group, (least, most) in zip(self.optimizer.param_groups, pairs, strict=True):
                set_momentum(group, most - (most - least) * part)
        return [low + (high - low) * part for low, high in zip(self.base_lrs, self.max_lrs, strict=True)]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Let the rate fall along half a period of a cosine, again and again from the start.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    T_0 : int
        How many epochs the first period takes.
    T_mult : int
        The factor of the length from one period to the next.
    eta_min : float
        The minimum.
    last_epoch : int
        The number of the epoch that was last.
    """

    def __init__(
        self, optimizer: Optimizer, T_0: int, T_mult: int = 1, eta_min: float = 0.0, last_epoch: int = -1
    ) -> None:
        self.T_0 = self.T_i = positive("CosineAnnealingWarmRestarts", "T_0", T_0)
        self.T_mult: int = positive("CosineAnnealingWarmRestarts", "T_mult", T_mult)
        self.eta_min = eta_min
        self.T_cur: Any = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        """Return the rates of the epoch."""
        height = (1 + cos(pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (base - self.eta_min) * height for base in self.base_lrs]

    def step(self, epoch: float | None = None) -> None:
        """Go on to the next epoch, or to the given one, which may be a part of one: ``epoch + batch / batches``."""
        self._step_count += 1
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur, self.T_i = self.T_cur - self.T_i, self.T_i * self.T_mult
        else:
            if epoch < 0:
                raise ValueError(f"CosineAnnealingWarmRestarts: expected an epoch of at least 0, got {epoch}")
            self._find(epoch)
        self.last_epoch: int = floor(epoch)
        self._set(self.get_lr())

    def _find(self, epoch: float) -> None:
        """Set the period that an epoch is in, and its place there."""
        if epoch < self.T_0:
            self.T_cur, self.T_i = epoch, self.T_0
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            number = int(log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult**number - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult**number

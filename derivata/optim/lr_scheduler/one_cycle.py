"""OneCycleLR: up to the largest rate, and down to nearly nothing."""

from __future__ import annotations

from math import cos, pi

from ..optimizer import Optimizer
from .momentum import momentum_of, set_momentum
from .schedule import LRScheduler, Rates, for_each_group, positive


class OneCycleLR(LRScheduler):
    """Let the rate go up to a number and down to a small one, once; momentum goes the other way.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    max_lr : float or list of float
        The largest rate, for all groups or for each.
    total_steps, epochs, steps_per_epoch : int, optional
        How many steps there are: the first, or the product of the other two.
    pct_start : float
        The part of them that goes up, in [0, 1].
    anneal_strategy : {"cos", "linear"}
        On what curve.
    cycle_momentum : bool
        Whether momentum, or the first of `betas`, is set.
    base_momentum, max_momentum : float or list of float
        Its smallest and its largest value.
    div_factor, final_div_factor : float
        The rate begins with ``max_lr / div_factor`` and ends with that by `final_div_factor`.
    three_phase : bool
        Whether the way down is made symmetrical to the way up, and a third one leads to the end.
    last_epoch : int
        The number of the step that was last.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: float | list[float],
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: float | list[float] = 0.85,
        max_momentum: float | list[float] = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        self.optimizer = optimizer
        if total_steps is None:
            total_steps = positive("OneCycleLR", "epochs, without total_steps,", epochs) * positive(
                "OneCycleLR", "steps_per_epoch, without total_steps,", steps_per_epoch
            )
        self.total_steps: int = positive("OneCycleLR", "total_steps", total_steps)
        if not 0 <= pct_start <= 1:
            raise ValueError(f"OneCycleLR: expected pct_start in [0, 1], got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                f"OneCycleLR: expected cos or linear for anneal_strategy, got {anneal_strategy!r}"
            )
        self._anneal_func_type = anneal_strategy
        up, last = float(pct_start * self.total_steps) - 1, self.total_steps - 1
        ends = [(up, "initial_lr", "max_lr", "max_momentum", "base_momentum")]
        if three_phase:
            ends.append((2 * up, "max_lr", "initial_lr", "base_momentum", "max_momentum"))
            ends.append((last, "initial_lr", "min_lr", "max_momentum", "max_momentum"))
        else:
            ends.append((last, "max_lr", "min_lr", "base_momentum", "max_momentum"))
        self._phases = ends
        self.cycle_momentum = cycle_momentum
        if last_epoch == -1:
            self._prepare(max_lr, div_factor, final_div_factor, base_momentum, max_momentum)
        super().__init__(optimizer, last_epoch)

    def _prepare(
        self,
        max_lr: float | list[float],
        div_factor: float,
        final_div_factor: float,
        base_momentum: float | list[float],
        max_momentum: float | list[float],
    ) -> None:
        groups = self.optimizer.param_groups
        for group, most in zip(
            groups, for_each_group("OneCycleLR", "max_lr", max_lr, self.optimizer), strict=True
        ):
            first = most / div_factor
            group.update(initial_lr=first, max_lr=most, min_lr=first / final_div_factor)
        if not self.cycle_momentum:
            return
        least = for_each_group("OneCycleLR", "base_momentum", base_momentum, self.optimizer)
        largest = for_each_group("OneCycleLR", "max_momentum", max_momentum, self.optimizer)
        for group, low, high in zip(groups, least, largest, strict=True):
            momentum_of("OneCycleLR", group)
            set_momentum(group, high)
            group.update(base_momentum=low, max_momentum=high)

    def get_lr(self) -> Rates:
        """Return the rates of the step, and set momentum."""
        step = self.last_epoch
        if step > self.total_steps:  # a step after each batch is one more than there are rates
            raise ValueError(
                f"OneCycleLR: tried to step {step} times, expected {self.total_steps} steps in all"
            )
        number = next(
            n for n, phase in enumerate(self._phases) if step <= phase[0] or n == len(self._phases) - 1
        )
        end, from_lr, to_lr, from_momentum, to_momentum = self._phases[number]
        begin = self._phases[number - 1][0] if number else 0.0
        part = (step - begin) / (end - begin)
        for group in self.optimizer.param_groups if self.cycle_momentum else ():
            set_momentum(group, self._between(group[from_momentum], group[to_momentum], part))
        return [self._between(group[from_lr], group[to_lr], part) for group in self.optimizer.param_groups]

    def _between(self, start: float, end: float, part: float) -> float:
        """Return the number at a part of the way."""
        if self._anneal_func_type == "linear":
            return (end - start) * part + start
        return end + (start - end) / 2.0 * (1 + cos(pi * part))

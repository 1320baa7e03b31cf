"""Schedules by functions of the user."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..optimizer import Optimizer
from .schedule import LRScheduler, Rates, for_each_group

Factor = Callable[[int], float]


class _ByFunctions(LRScheduler):
    """Base of schedules with a function of the epoch for each group."""

    def __init__(
        self, optimizer: Optimizer, lr_lambda: Factor | Sequence[Factor], last_epoch: int = -1
    ) -> None:
        name = type(self).__name__
        functions = (
            [lr_lambda] * len(optimizer.param_groups)
            if callable(lr_lambda)
            else for_each_group(name, "lr_lambda", lr_lambda, optimizer)
        )
        for function in functions:
            if not callable(function):
                raise TypeError(
                    f"{name}: expected a function for lr_lambda, got {type(function).__name__}; one is for all groups"
                )
        self.lr_lambdas = functions
        super().__init__(optimizer, last_epoch)

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer; of functions that are objects, their attributes."""
        functions = [dict(vars(one)) if _is_object(one) else None for one in self.lr_lambdas]
        return {**super().state_dict(), "lr_lambdas": functions}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Continue from what `state_dict` returned; functions stay, objects get their attributes."""
        own = self.lr_lambdas
        super().load_state_dict(state_dict)
        for function, saved in zip(own, state_dict.get("lr_lambdas", []), strict=False):
            if saved is not None:
                vars(function).update(saved)
        self.lr_lambdas = own


def _is_object(function: Any) -> bool:
    return hasattr(function, "__dict__") and not hasattr(function, "__code__")


class LambdaLR(_ByFunctions):
    """Multiply the start of the rate by a function of the epoch.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    lr_lambda : callable or list of callable
        Gets the number of the epoch and returns the factor; a list has one for each group.
    last_epoch : int
        The number of the epoch that was last.
    """

    def get_lr(self) -> Rates:
        """Return the rates of the epoch."""
        pairs = zip(self.base_lrs, self.lr_lambdas, strict=True)
        return [base * function(self.last_epoch) for base, function in pairs]


class MultiplicativeLR(_ByFunctions):
    """Multiply the rate by a function of the epoch at every epoch.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    lr_lambda : callable or list of callable
        Gets the number of the epoch and returns the factor; a list has one for each group.
    last_epoch : int
        The number of the epoch that was last.
    """

    def get_lr(self) -> Rates:
        """Return the rates of the epoch."""
        if self.last_epoch <= 0:
            return self.current()
        pairs = zip(self.current(), self.lr_lambdas, strict=True)
        return [rate * function(self.last_epoch) for rate, function in pairs]

"""Backward passes in a block of `autograd.compiled`, beside the same ones outside."""

from collections.abc import Callable
from typing import Any

import derivata as dv
from derivata.compiler.backward import running
from derivata.compiler.backward.plan import Plan, Stretch


def leaf(*numbers: float) -> Any:
    return dv.tensor(numbers or (0.5, -1.0, 2.0), dtype=dv.float64, requires_grad=True)


def chain(x: Any, y: Any) -> Any:
    """Return what some nodes compute."""
    return ((x * y).tanh() ** 2 + x.sin()).exp() * y


def plan_of(passes: Any) -> Plan:
    """Return how the latest pass of a block ran."""
    found: Plan = passes.latest
    return found


def counts(passes: Any) -> tuple[int, int]:
    """Return how many programs the latest pass had, and how many nodes between them."""
    steps = plan_of(passes).steps
    programs = sum(isinstance(step, Stretch) for step in steps)
    return programs, len(steps) - programs


def on_and_off(run: Callable[[], Any]) -> tuple[Any, Any, Any]:
    """Return what a function that runs passes returns in a block, and what outside, and the block."""
    with dv.autograd.compiled() as passes:
        ours = run()
    return ours, run(), passes


def known_plans() -> int:
    """Return how many kinds of passes have programs."""
    return sum(len(kind.plans) for kind in running._kinds.values())

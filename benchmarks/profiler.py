"""What the profiler costs: a small step without it, and with each of its options."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import derivata as dv
from derivata.autograd.profiler import profile

STEPS, ROUNDS = 1000, 15
EVENTS = 3  # of a step: the multiplication, its node, the leaf
OPTIONS: dict[str, dict[str, bool]] = {
    "with it": {},
    "record_shapes": {"record_shapes": True},
    "with_stack": {"with_stack": True},
    "profile_memory": {"profile_memory": True},
}


def step(x: dv.Tensor, gradient: dv.Tensor) -> None:
    """Multiply eight numbers and go back."""
    (x * 3.0).backward(gradient)


def time_of_steps() -> float:
    """Return the time of one step, in microseconds."""
    x, gradient = dv.ones(8, requires_grad=True), dv.ones(8)
    begin = perf_counter()
    for _ in range(STEPS):
        step(x, gradient)
    return (perf_counter() - begin) / STEPS * 1e6


def recorded(options: dict[str, bool]) -> Callable[[], float]:
    """Return what times steps inside of a profile."""

    def timed() -> float:
        arguments: dict[str, Any] = options
        with profile(**arguments):
            return time_of_steps()

    return timed


def main() -> None:
    """Print the medians, measured in turns."""
    cases: dict[str, Callable[[], float]] = {"without it": time_of_steps}
    cases |= {name: recorded(options) for name, options in OPTIONS.items()}
    times: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(ROUNDS):
        for name, timed in cases.items():
            times[name].append(timed())
    plain = median(times["without it"])
    print(f"{'a step of three events':24} {'us':>6} {'us per event':>13}")
    for name, found in times.items():
        more = f"{(median(found) - plain) / EVENTS:13.1f}" if name != "without it" else ""
        print(f"{name:24} {median(found):6.1f} {more}")


if __name__ == "__main__":
    main()

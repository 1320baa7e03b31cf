"""How long the generator takes for all ops, with Python's start."""

import os
import subprocess
import sys
from statistics import median
from time import perf_counter

GOAL = 2000.0  # milliseconds


def generation_milliseconds(runs: int) -> tuple[float, float]:
    """Return the medians over fresh interpreters: of a whole generation, and of a Python that does nothing."""
    generator = [sys.executable, "-m", "derivata.codegen", "--check"]
    return _milliseconds(generator, runs), _milliseconds([sys.executable, "-c", "pass"], runs)


def _milliseconds(command: list[str], runs: int) -> float:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # else every run compiles all modules anew
    return median([_time(command, environment) for _ in range(runs + 1)][1:])


def _time(command: list[str], environment: dict[str, str]) -> float:
    start = perf_counter()
    subprocess.run(command, env=environment, capture_output=True, check=True)
    return 1e3 * (perf_counter() - start)

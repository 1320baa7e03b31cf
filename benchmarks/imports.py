"""How much longer ``import derivata`` takes than the ``import numpy`` that is in it, the ops loaded."""

import os
import subprocess
import sys
from statistics import median

GOAL = 50.0  # milliseconds
PROGRAM = """
from time import perf_counter
start = perf_counter()
import numpy
between = perf_counter()
import derivata
derivata.tensor  # the ops are loaded at the first use
print(between - start, perf_counter() - between)
"""


def import_milliseconds(runs: int) -> tuple[float, float]:
    """Return the medians over fresh interpreters: of derivata without NumPy, and of NumPy."""
    pairs = [fresh_run() for _ in range(runs + 1)][1:]  # the first one may still compile bytecode
    return median(ours for _, ours in pairs), median(numpy for numpy, _ in pairs)


def fresh_run() -> tuple[float, float]:
    """Return the milliseconds of both imports in a new interpreter."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # else every run compiles all modules anew
    command = [sys.executable, "-c", PROGRAM]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    numpy, ours = run.stdout.split()
    return 1e3 * float(numpy), 1e3 * float(ours)

"""How long the first call of an op takes in a fresh interpreter, its kernel being compiled or found in the cache."""

import os
import subprocess
import sys
import tempfile
from statistics import median

COLD_GOAL, WARM_GOAL = 300.0, 30.0  # milliseconds
OP = "square"
PROGRAM = """
from time import perf_counter
import numpy
import derivata
x = derivata.tensor(numpy.ones(65536, numpy.float32))
start = perf_counter()
getattr(derivata, "{op}")(x)
print(perf_counter() - start)
"""


def first_call_milliseconds(runs: int, op: str = OP) -> tuple[float, float]:
    """Return the medians over fresh interpreters: with an empty cache of kernels, and with the kernel in it."""
    fresh_run(op, None)  # it may still compile bytecode
    pairs = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            pairs.append((fresh_run(op, folder), fresh_run(op, folder)))
    return median(cold for cold, _ in pairs), median(warm for _, warm in pairs)


def fresh_run(op: str, folder: str | None) -> float:
    """Return the milliseconds of the first call in a new interpreter, with the cache in `folder`."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # else every run compiles all modules anew
    if folder is not None:
        environment["DERIVATA_CACHE_DIR"] = folder
    command = [sys.executable, "-c", PROGRAM.format(op=op)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return 1e3 * float(run.stdout)

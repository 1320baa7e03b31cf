"""How long a first call takes in a fresh interpreter, its kernels being compiled or found in the cache.

`python -m benchmarks.first_call "sin(x)" "softmax(x, 1)"` measures any calls, of a float32 matrix of 256 x 256.
"""

import os
import subprocess
import sys
import tempfile
from statistics import median

COLD_GOAL, WARM_GOAL = 300.0, 30.0  # milliseconds
CALL = "square(x)"
PROGRAM = """
from time import perf_counter
import numpy
import derivata
x = derivata.tensor(numpy.ones((256, 256), numpy.float32))
start = perf_counter()
derivata.{call}
print(perf_counter() - start)
"""


def first_call_milliseconds(runs: int, call: str = CALL) -> tuple[float, float]:
    """Return the medians over fresh interpreters: with an empty cache of kernels, and with the kernel in it."""
    fresh_run(call, None)  # it may still compile bytecode
    pairs = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            pairs.append((fresh_run(call, folder), fresh_run(call, folder)))
    return median(cold for cold, _ in pairs), median(warm for _, warm in pairs)


def fresh_run(call: str, folder: str | None) -> float:
    """Return the milliseconds of the first call in a new interpreter, with the cache in `folder`."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # else every run compiles all modules anew
    if folder is not None:
        environment["DERIVATA_CACHE_DIR"] = folder
    command = [sys.executable, "-c", PROGRAM.format(call=call)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return 1e3 * float(run.stdout)


def main(calls: list[str]) -> None:
    """Print the milliseconds of each call, with an empty cache and with its kernels in it."""
    print(f"{'':32} empty cache   warm cache")
    for call in calls or [CALL]:
        cold, warm = first_call_milliseconds(5, call)
        print(f"{call:32} {cold:8.0f} ms {warm:9.0f} ms", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""How long a first call takes in a fresh interpreter, its kernels being compiled or found in the cache.

`python -m benchmarks.first_call "sin(x)" "softmax(x, 1)"` measures any calls, of a float32 matrix of 256 x 256. With
`--phases`: what LLVM's optimiser and code generator take of a call with an empty cache, and the process's memory.
"""

import argparse
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
    return 1e3 * float(run_in_fresh(PROGRAM.format(call=call), folder))


def run_in_fresh(program: str, folder: str | None) -> str:
    """Return what a program prints in a new interpreter, with the cache in `folder`."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # else every run compiles all modules anew
    if folder is not None:
        environment["DERIVATA_CACHE_DIR"] = folder
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


PHASES = """
import resource, sys
from time import perf_counter
import llvmlite.binding as llvm
took = dict.fromkeys(("run", "emit_object"), 0.0)
def measure(owner, name):
    function = getattr(owner, name)
    def measured(*arguments):
        start = perf_counter()
        try:
            return function(*arguments)
        finally:
            took[name] += perf_counter() - start
    setattr(owner, name, measured)
measure(llvm.ModulePassManager, "run")
measure(llvm.TargetMachine, "emit_object")
{program}
if sys.platform == "linux":  # where a child's maximum in getrusage begins with what its parent had
    with open("/proc/self/status") as file:
        (peak,) = (float(line.split()[1]) / 1e3 for line in file if line.startswith("VmHWM"))
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
print(1e3 * took["run"], 1e3 * took["emit_object"], peak)
"""


def phases(runs: int, call: str) -> tuple[float, ...]:
    """Return medians of a call with an empty cache: milliseconds of optimiser and code generator, and megabytes."""
    rows = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            output = run_in_fresh(PHASES.format(program=PROGRAM.format(call=call)), folder)
        rows.append(tuple(map(float, output.splitlines()[-1].split())))
    return tuple(map(median, zip(*rows, strict=True)))


def main(arguments: list[str]) -> None:
    """Print the milliseconds of each call, with an empty cache and with its kernels in it; or its phases."""
    parser = argparse.ArgumentParser(prog="benchmarks.first_call", description="Measure first calls.")
    parser.add_argument("calls", nargs="*", default=[CALL], metavar="CALL", help='such as "sin(x)"')
    parser.add_argument("--phases", action="store_true", help="LLVM's share with an empty cache, and memory")
    options = parser.parse_args(arguments)
    if options.phases:
        print(f"{'':32}  optimiser  code generator    memory")
        for call in options.calls:
            optimiser, generator, memory = phases(5, call)
            print(f"{call:32} {optimiser:7.1f} ms {generator:12.1f} ms {memory:6.0f} MB", flush=True)
        return
    print(f"{'':32} empty cache   warm cache")
    for call in options.calls:
        cold, warm = first_call_milliseconds(5, call)
        print(f"{call:32} {cold:8.0f} ms {warm:9.0f} ms", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

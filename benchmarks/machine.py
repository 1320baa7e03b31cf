"""What the machine itself can do, which bounds all ops: ``python -m benchmarks.machine``.

How long one thread takes to read, write, change and copy arrays in the second-level cache and beyond it, and how fast
a program is while others run: that tells cores from hyper-threads, and memory of one's own from shared memory.
"""

import os
import subprocess
import sys
from statistics import mean
from time import perf_counter

import numpy as np

SIZES = (400_000, 8_000_000)  # bytes
BURST = 20  # calls in a row
SECONDS = 1.0
WORKER = """
import numpy
from time import perf_counter
x = numpy.ones({shape}, numpy.float32)
y = numpy.empty_like(x)
end, count = perf_counter() + {seconds}, 0
while perf_counter() < end:
    {action}
    count += 1
print(count)
"""
WORK = {
    "multiply matrices": ("(512, 512)", "x @ x"),
    "copy 120 MB": ("30_000_000", "numpy.copyto(y, x)"),
}


def microseconds(nbytes: int, rounds: int = 30) -> dict[str, float]:
    """Return the least time of one pass through arrays of so many bytes, by what is done."""
    x = np.ones(nbytes // 4, np.float32)
    y = np.zeros_like(x)
    passes = {
        "read": lambda: np.max(x),
        "write": lambda: y.fill(2.0),
        "in place": lambda: np.negative(x, out=x),
        "copy": lambda: np.copyto(y, x),
    }
    least = dict.fromkeys(passes, float("inf"))
    for _ in range(rounds):
        for name, action in passes.items():
            start = perf_counter()
            for _ in range(BURST):
                action()
            least[name] = min(least[name], (perf_counter() - start) / BURST * 1e6)
    return least


def rates(name: str, processes: int) -> float:
    """Return how often each of several processes at once does a piece of work in a second, on average."""
    shape, action = WORK[name]
    program = WORKER.format(shape=shape, action=action, seconds=SECONDS)
    alone = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program], env={**os.environ, **alone}, stdout=subprocess.PIPE, text=True
        )
        for _ in range(processes)
    ]
    return mean(int(process.communicate()[0]) for process in running) / SECONDS


def main() -> None:
    """Print the times of passes, and the speed of programs beside others."""
    for size in SIZES:
        took = microseconds(size)
        print(f"{size / 1e6:g} MB on one thread: " + ", ".join(f"{k} {v:.0f} us" for k, v in took.items()))
    count = os.cpu_count() or 1
    for name in WORK:
        print(f"{name}: {rates(name, count) / rates(name, 1):.0%} of its speed in each of {count} processes")


if __name__ == "__main__":
    main()

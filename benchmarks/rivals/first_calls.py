"""How long compilers take: the first call of each problem, with empty caches and in the next process.

``python -m benchmarks.rivals --cold`` runs ``python -m benchmarks.rivals.first_calls SYSTEM PROBLEM`` for each.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from ..settings import set_blas
from . import RIVALS, load

ROOT = Path(__file__).resolve().parents[2]
CACHES = ("DERIVATA_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR", "JAX_COMPILATION_CACHE_DIR")


def first_calls(system: str, problem: str, threads: int) -> list[float] | None:
    """Return the seconds of a first call with empty caches, and in the next process; None for what is not compiled."""
    with TemporaryDirectory() as folder:
        caches = {name: str(Path(folder) / name) for name in CACHES}
        command = [sys.executable, "-m", "benchmarks.rivals.first_calls", system, problem, str(threads)]
        environment = {**os.environ, **caches}
        seconds = []
        for _ in range(2):
            done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(
                    f"{system}, {problem}: the process ended with {done.returncode}:\n{done.stderr}"
                )
            if done.stdout.strip() == "-":
                return None
            seconds.append(float(done.stdout))
    return seconds


def print_table(systems: list[str], problems: list[str], threads: int) -> None:
    """Print a row per problem as soon as it is measured."""
    print(f"{'seconds of the first call':26}" + "".join([f"{name:>20}" for name in systems]))
    print(f"{'':26}" + f"{'cold':>10}{'warm':>10}" * len(systems))
    for problem in problems:
        print(f"{problem:26}", end="", flush=True)
        for system in systems:
            seconds = first_calls(system, problem, threads)
            text = f"{'-':>10}{'-':>10}" if seconds is None else "".join([f"{s:10.2f}" for s in seconds])
            print(text, end="", flush=True)
        print()


def main(system: str, name: str, threads: str) -> None:
    """Print the seconds of one first call, imports not counted; a dash if the system does not compile the problem."""
    set_blas(int(threads))
    from .problems import problems

    rival = load(RIVALS[system])
    assert rival is not None, f"{system} is not installed"
    (problem,) = [problem for problem in problems() if problem.name == name]
    run = rival.build(problem)  # type: ignore[attr-defined]
    begin = perf_counter()
    if run is None:
        print("-")
        return
    run()
    print(perf_counter() - begin)


if __name__ == "__main__":
    main(*sys.argv[1:])

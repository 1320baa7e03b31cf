"""Measure everything and print a table: ``python -m benchmarks``; ``--help`` lists the options.

Both libraries get the same number of threads and run in turns in one process; figures are medians of rounds.
What the imports left in memory is frozen: the collector of cycles passes over what the measured programs made.
Measure on a quiet machine: PyTorch's threads suffer more from other programs than derivata's.
"""

import argparse
import gc
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import first_call, generation, imports, memory, paired
from .measure import Run, compare
from .report import HEAD, Result, geometric_mean, row, save
from .settings import compile_launchers, set_blas

if TYPE_CHECKING:
    from .case import Case

SLACK = 1.2  # how much worse than the goals float64 and one thread may be


def main(arguments: list[str] | None = None) -> int:
    """Print a row per case as soon as it is measured; with `--check` return 1 if a goal was missed."""
    options = parse(arguments)
    if options.against:
        return paired.print_rows(
            argparse.Namespace(**vars(options), other=options.against, busy=False, launches=1)
        )
    libraries = load_libraries(options.threads, options.dtype)
    settings = {
        "threads": options.threads,
        "dtype": options.dtype,
        "rounds": options.rounds,
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "torch": libraries[1].__version__,
    }
    print(", ".join(f"{key}: {value}" for key, value in settings.items()), HEAD, sep="\n\n", flush=True)
    results = []
    for result in measure(libraries, options):
        results.append(result)
        print(row(result), flush=True)
    if options.json:
        save(results, settings, options.json)
    return int(options.check and not all(result.reached for result in results))


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="benchmarks", description="Time derivata and PyTorch eager in turns."
    )
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of both libraries")
    parser.add_argument(
        "--against",
        default="",
        metavar="COMMIT",
        help="or folder: compare with another derivata, not with PyTorch",
    )
    parser.add_argument("--rounds", type=int, default=25, help="whose median is taken")
    parser.add_argument(
        "--patience",
        type=float,
        default=1.0,
        metavar="SECONDS",
        help="to wait per round for other programs to rest",
    )
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="groups, or else cases, whose name contains the text"
    )
    parser.add_argument("--dtype", choices=("float32", "float64"), default="float32", help="of all numbers")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to a file as well")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a goal is missed")
    options = parser.parse_args(arguments)
    if options.against and (options.check or options.json):
        parser.error("--check and --json are about PyTorch: give them without --against")
    return options


def load_libraries(threads: int, dtype: str) -> tuple[Any, Any]:
    """Import both libraries with a number of threads, which NumPy's BLAS reads when it is loaded."""
    set_blas(threads)
    import torch

    import derivata

    torch.set_num_threads(threads)
    derivata.set_num_threads(threads)
    compile_launchers()
    for library in (derivata, torch):
        library.set_default_dtype(getattr(library, dtype))
    gc.collect()
    gc.freeze()  # PyTorch's 150,000 objects, which a program with derivata alone does not have its collector pass over
    return derivata, torch


def measure(libraries: tuple[Any, Any], options: argparse.Namespace) -> Iterator[Result]:
    """Yield the results one after the other, each group's mean after its cases."""
    from .groups import GROUPS  # imports NumPy: after the number of threads is known

    slack = SLACK if options.threads == 1 or options.dtype == "float64" else 1.0
    for group in GROUPS:
        results = []
        for case in group.chosen(options.only):
            ours, theirs = (case.build(library) for library in libraries)
            check_agreement(case.name, ours(), theirs())
            timing = compare(ours, theirs, options.rounds, options.patience)
            result = Result(
                case.name, 1e6 * timing.ours, 1e6 * timing.theirs, "us", timing.ratio, slack * group.worst
            )
            results.append(beside_bare(result, case, ours, options))
            yield results[-1]
        if results:
            yield geometric_mean(group.name, slack * group.mean, results)
    if options.only in "memory per node":
        ours, theirs = memory.bytes_per_node("derivata"), memory.bytes_per_node("torch")
        yield Result("memory per node", ours, theirs, "B", ours / theirs, memory.GOAL)
    if options.only in "import":
        milliseconds, numpy = imports.import_milliseconds(options.rounds)
        yield Result("import, beside NumPy's", milliseconds, numpy, "ms", milliseconds, imports.GOAL)
    if options.only in "first call":
        cold, warm = first_call.first_call_milliseconds(5)
        yield Result("first call, cold cache, ms", 0.0, 0.0, "", cold, first_call.COLD_GOAL)
        yield Result("first call, warm cache, ms", 0.0, 0.0, "", warm, first_call.WARM_GOAL)
    if options.only in "generation":
        milliseconds, python = generation.generation_milliseconds(5)
        yield Result("generation, beside Python's", milliseconds, python, "ms", milliseconds, generation.GOAL)


def beside_bare(result: Result, case: "Case", ours: Run, options: argparse.Namespace) -> Result:
    """Add the time of the bare calls, if a case has them, measured in turns with ours."""
    if case.bare is None:
        return result
    bare = case.bare(options.dtype)
    check_agreement(case.name, ours(), bare())
    timing = compare(ours, bare, options.rounds, options.patience)
    return replace(result, bare=1e6 * timing.theirs, overhead=timing.ratio, overhead_goal=case.overhead)


def check_agreement(name: str, ours: Any, theirs: Any) -> None:
    """Raise unless both sides computed the same: a fast wrong result is no result."""
    import numpy as np

    got, expected = (
        side if isinstance(side, np.ndarray) else side.detach().numpy() for side in (ours, theirs)
    )
    atol = 1e-6 * max(
        10.0, float(np.abs(expected).max(initial=0))
    )  # a small result may be a sum of large numbers
    np.testing.assert_allclose(got, expected, rtol=1e-3, atol=atol, err_msg=f"{name}: results differ")


if __name__ == "__main__":
    sys.exit(main())

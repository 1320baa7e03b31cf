"""Compare derivata with other systems: ``python -m benchmarks.rivals [--threads N] [--rounds N] [--only TEXT]``.

A figure is the rival's time over that of derivata op by op. Rivals run in turns. "best" is the time of the compiled
program over that of the better of `torch.compile` and JAX, and stands beside its goal; "products" is that of its
products of matrices alone, over the same: no program that calls BLAS can take less.
"""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from ..measure import compare_all
from ..settings import compile_launchers, set_blas
from . import RIVALS, load
from .first_calls import print_table

COMPILERS = ("torch.compile", "JAX jit")


def main(arguments: list[str] | None = None) -> int:
    """Print a row per problem as soon as it is measured."""
    parser = argparse.ArgumentParser(prog="benchmarks.rivals", description=__doc__)
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of every library")
    parser.add_argument("--rounds", type=int, default=15, help="whose median is taken")
    parser.add_argument("--only", default="", metavar="TEXT", help="problems with this in their names")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the table into a picture as well")
    parser.add_argument(
        "--cold", action="store_true", help="time first calls instead, in processes of their own"
    )
    options = parser.parse_args(arguments)
    if not options.cold and hasattr(os, "sched_setaffinity"):
        # JAX computes independent products at once on all processors that it gets, whatever its flags say
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-options.threads :])
    modules = load_rivals(options.threads)
    if options.cold:
        named = [problem.name for problem in problems_of(modules) if options.only in problem.name]
        print_table([name for name in ("compiled", *COMPILERS) if name in modules], named, options.threads)
        return 0
    print(f"threads: {options.threads}, rounds: {options.rounds}\n")
    print(
        f"{'':24} {'derivata':>12}"
        + "".join([f"{name:>15}" for name in list(modules)[1:]])
        + f"{'best':>10}{'goal':>6}{'products':>10}"
    )
    table = {}
    for problem in problems_of(modules):
        if options.only not in problem.name:
            continue
        seconds, ratios = measure(problem, modules, options.rounds)
        table[problem.name] = ratios
        cells = "".join([cell(ratios.get(name), 15) for name in list(modules)[1:]])
        others = [ratios[name] for name in COMPILERS if name in ratios]
        best, least = [
            ratios[name] / min(others) if others and name in ratios else None
            for name in ("compiled", "products")
        ]
        print(
            f"{problem.name:24} {1e6 * seconds:9.1f} us{cells}{cell(best, 10)}{problem.goal or '-':>6}"
            f"{cell(least, 10)}",
            flush=True,
        )
    if options.plot:
        from .plot import draw

        draw(table, list(modules)[1:], options.plot, f"{options.threads} thread{'s' * (options.threads > 1)}")
    return 0


def cell(ratio: float | None, width: int) -> str:
    """Return a ratio with two digits, or a dash."""
    return f"{'-' if ratio is None else f'{ratio:.2f}' if ratio >= 0.1 else f'{ratio:.3f}':>{width}}"


def load_rivals(threads: int) -> dict[str, Any]:
    """Import what is installed, each library with the same number of threads."""
    set_blas(threads)
    modules = {name: load(module) for name, module in RIVALS.items()}
    for name, library in (("derivata", "derivata"), ("PyTorch", "torch")):
        if modules[name] is not None:
            sys.modules[library].set_num_threads(threads)
    compile_launchers()
    return {name: module for name, module in modules.items() if module is not None}


def problems_of(modules: dict[str, Any]) -> Any:
    """Return the problems; NumPy may be imported now."""
    from .problems import problems

    return problems()


def measure(problem: Any, modules: dict[str, Any], rounds: int) -> tuple[float, dict[str, float]]:
    """Return derivata's seconds and every other's ratio to it, after a check that all computed the same."""
    import numpy as np

    runs = {name: run for name, module in modules.items() if (run := module.build(problem)) is not None}
    found = {name: modules[name].as_arrays(run()) for name, run in runs.items()}
    for name, results in found.items():
        for ours, theirs in zip(found["derivata"], results, strict=True):
            np.testing.assert_allclose(theirs, ours, rtol=2e-3, atol=1e-3, err_msg=f"{problem.name}: {name}")
    if "compiled" in modules:
        from .products import build

        products = build(problem)
        runs.update({} if products is None else {"products": products})
    seconds = compare_all(list(runs.values()), rounds)
    return seconds[0][0], {name: ratio for name, (_, ratio) in zip(runs, seconds, strict=True)}


if __name__ == "__main__":
    sys.exit(main())

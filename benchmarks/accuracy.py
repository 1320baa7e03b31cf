"""Errors of elementary and special functions in units of the last place: ``python -m benchmarks.accuracy [TEXT]``.

``--write`` puts the table into docs/accuracy.md.

Derivata and PyTorch evaluate each function at the same random points of its range, in float32 and float64, and are
compared with mpmath in 200 bits. A unit is the distance of neighbouring numbers at the exact result; for functions that
change their sign within the range (marked *), at the exact result or 1, whichever is larger. Points where the exact
result is infinite, subnormal or too large for the dtype are left out.
"""

import argparse
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

import mpmath
import numpy as np

from .functions import FUNCTIONS, Function

LENGTH = 4096  # of the arrays: compiled loops take them
DTYPES = ("float32", "float64")
PAGE = Path(__file__).resolve().parent.parent / "docs" / "accuracy.md"
START = (
    "<!-- Written by `python -m benchmarks.accuracy --write`, up to the end of the table. Do not edit. -->\n"
)
END = "<!-- End of the table. -->\n"
HEAD = (
    f"{'':34} {'':8} {'derivata':>15} {'PyTorch':>15}",
    f"{'':34} {'':8} {'worst':>8} {'mean':>6} {'worst':>8} {'mean':>6}  derivata's worst at",
)
Array = np.ndarray[Any, np.dtype[Any]]


class Errors(NamedTuple):
    """The largest and the mean error in units of the last place, and the arguments of the largest."""

    worst: float
    mean: float
    where: tuple[float, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line per function and dtype."""
    parser = argparse.ArgumentParser(prog="benchmarks.accuracy", description="Compare functions with mpmath.")
    parser.add_argument(
        "only", nargs="?", default="", metavar="TEXT", help="functions whose name contains the text"
    )
    parser.add_argument("--points", type=int, default=400, help="per part of a function's range")
    parser.add_argument("--dtype", choices=DTYPES, help="default: both")
    parser.add_argument("--write", action="store_true", help="write the table of all functions to the page")
    options = parser.parse_args(arguments)
    if options.write and (options.only or options.dtype):
        parser.error("--write is for all functions and dtypes: leave the others out")
    lines = []
    for text in table(options.only, [options.dtype] if options.dtype else DTYPES, options.points):
        print(text, flush=True)
        lines.append(text)
    if options.write:
        PAGE.write_text(with_table(PAGE.read_text(), lines, options.points))
    return 0


def table(only: str, dtypes: Sequence[str], points: int) -> Iterator[str]:
    """Return a line for each function whose name contains a text, in each dtype."""
    yield from HEAD
    for function in FUNCTIONS:
        for dtype in dtypes:
            if only in function.name:
                yield line(function, dtype, points)


def with_table(page: str, lines: Sequence[str], points: int) -> str:
    """Return the text of a page with another table between its marks."""
    import torch

    before, rest = page.split(START)
    _, after = rest.split(END)
    version = torch.__version__.partition("+")[0]
    setting = f"{platform.machine()}, {date.today():%B %Y}, PyTorch {version}, NumPy {np.__version__}"
    setting += f"; {points} points in each part."
    rows = "\n".join(text.rstrip() for text in lines)
    return f"{before}{START}{setting}\n\n```text\n{rows}\n```\n{END}{after}"


def line(function: Function, dtype: str, points: int) -> str:
    """Return the figures of a function in a dtype."""
    import torch

    import derivata

    chosen = function.points(np.dtype(dtype), points)
    exact = exact_values(function.reference, chosen)
    ours, theirs = (figures_of(function, library, exact, chosen) for library in (derivata, torch))
    assert ours is not None
    where = ", ".join(f"{value:.7g}" for value in ours.where)
    name = function.name + "*" * function.changes_sign
    figures = " ".join(
        f"{side.worst:8.2f} {side.mean:6.2f}" if side else f"{'-':>8} {'-':>6}" for side in (ours, theirs)
    )
    return f"{name:34} {dtype:8} {figures}  {where}"


def figures_of(
    function: Function, library: Any, exact: Sequence[Any], points: Sequence[Array]
) -> Errors | None:
    """Return the errors of a library, None if it has no such function."""
    try:
        resolve_name(f"{library.__name__}.{function.path or function.name}")
    except AttributeError:
        return None
    return errors(function, values(function, library, points), exact, points)


def values(function: Function, library: Any, points: Sequence[Array]) -> Array:
    """Return what a library computes, in arrays as long as those that loops are made for."""
    size = max(LENGTH, points[0].size)
    tensors = [library.from_numpy(np.resize(part, size)) for part in points]
    call = resolve_name(f"{library.__name__}.{function.path or function.name}")
    return np.asarray(function.call(call, *tensors).numpy()[: points[0].size])


def exact_values(reference: Callable[..., Any], points: Sequence[Array]) -> list[Any]:
    """Return what the reference says of each point."""
    with mpmath.workprec(200):
        return [
            reference(*map(mpmath.mpf, point)) for point in zip(*[p.tolist() for p in points], strict=True)
        ]


def errors(function: Function, got: Array, exact: Sequence[Any], points: Sequence[Array]) -> Errors:
    """Compare the numbers that a library computed with exact ones."""
    limits = np.finfo(got.dtype)
    found = []
    with mpmath.workprec(200):
        for value, true, *point in zip(got.tolist(), exact, *[part.tolist() for part in points], strict=True):
            size = max(abs(true), 1) if function.changes_sign else abs(true)
            if float(limits.tiny) <= size <= float(limits.max):
                unit = float(np.spacing(got.dtype.type(float(size))))
                found.append((float(abs(mpmath.mpf(value) - true) / unit), tuple(point)))
    worst, where = max(found)
    return Errors(worst, sum(error for error, _ in found) / len(found), where)


if __name__ == "__main__":
    sys.exit(main())

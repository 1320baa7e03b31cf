"""The products of matrices in derivata's programs alone: less time than that takes no program that calls BLAS.

Each has the operands that it has in the program, transposed as they are there, and writes to memory that is there.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..case import Run
from .problems import Problem
from .programs import prepare

FUNCTIONS = ("addmm", "bmm", "linear", "matmul", "matmul_to_shape", "mm", "mv")
"""Array functions of programs that are products."""


def build(problem: Problem) -> Run | None:
    """Return a function that computes the products of a problem's program, None if it has none."""
    compiled, arguments = prepare(problem)
    compiled(*arguments)
    (program,) = compiled.programs
    names: dict[str, Any] = program.forward.__globals__
    calls: list[Callable[[], Any]] = []
    originals = {name: names[name] for name in FUNCTIONS if name in names}
    names.update({name: partial(noted, calls, original) for name, original in originals.items()})
    compiled(*arguments)
    names.update(originals)
    return partial(run, calls) if calls else None


def noted(calls: list[Callable[[], Any]], function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a product, and note how to compute it again."""
    result = function(*arguments)
    one, other = arguments[:2]
    again = partial(function, *arguments)
    if one.ndim == 2 == other.ndim and function.__name__ in ("matmul", "matmul_to_shape", "mm"):
        again = partial(np.matmul, one, other, out=np.empty_like(result))
    calls.append(again)
    return result


def run(calls: list[Callable[[], Any]]) -> None:
    """Compute the products, one after the other."""
    for call in calls:
        call()

"""What gradcheck says about a mismatch: where it is, by how much, and why it may be."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .causes import likely_cause
from .finite_difference import place
from .mismatch import Mismatch

__all__ = ["GradcheckError", "describe"]

Array = NDArray[Any]


class GradcheckError(RuntimeError):
    """A derivative that disagrees with finite differences, or that cannot be compared with them."""


def describe(mismatch: Mismatch) -> str:
    """Write the whole message."""
    row, column = mismatch.worst
    analytic, numeric = float(mismatch.analytic[row, column]), float(mismatch.numeric[row, column])
    lines = [
        f"Jacobian mismatch for output {mismatch.output} with respect to {mismatch.argument}, in "
        f"{mismatch.mode} mode",
        f"  element     {_element(mismatch, row, column)}: the worst of {int(mismatch.wrong.sum())} that "
        "differ, "
        f"among {mismatch.wrong.size}",
        f"  analytic    {analytic:.10g}",
        f"  numeric     {numeric:.10g}   (central difference, eps={mismatch.eps:g})",
        f"  difference  {abs(analytic - numeric):.3g}, allowed {float(mismatch.allowed[row, column]):.3g}",
        f"  likely cause: {likely_cause(mismatch)}",
    ]
    if mismatch.analytic.size <= 64:
        lines += ["numerical:", _matrix(mismatch.numeric), "analytical:", _matrix(mismatch.analytic)]
    return "\n".join(lines)


def _element(mismatch: Mismatch, row: int, column: int) -> str:
    output_index, output_part = place(mismatch.output_value, row)
    input_index, input_part = place(mismatch.argument_value, column)
    above = _part(f"output {mismatch.output}{_index(output_index)}", output_part)
    return f"d {above} / d {_part(f'{mismatch.argument}{_index(input_index)}', input_part)}"


def _index(index: tuple[int, ...]) -> str:
    return "[" + ", ".join(map(str, index)) + "]" if index else ""


def _part(name: str, part: str) -> str:
    return f"{part}({name})" if part else name


def _matrix(matrix: Array) -> str:
    return np.array2string(matrix, precision=6, suppress_small=False)

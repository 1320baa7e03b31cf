"""What gradcheck says about a mismatch: where it is, by how much, and why it may be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .finite_difference import Slopes, place

__all__ = ["GradcheckError", "Mismatch", "describe"]

Array = NDArray[Any]


class GradcheckError(RuntimeError):
    """A derivative that disagrees with finite differences, or that cannot be compared with them."""


@dataclass(frozen=True)
class Mismatch:
    """Two Jacobian matrices, in real coordinates, that should be equal.

    Rows are the coordinates of the output, columns those of the input.
    """

    mode: str
    output: int
    output_value: Array
    argument: str
    argument_value: Array
    analytic: Array
    numeric: Array
    allowed: Array
    eps: float
    slopes: Slopes
    repeatable: bool

    @property
    def wrong(self) -> Array:
        """Which elements differ by more than is allowed; not-a-number differs from everything."""
        return differ(self.analytic, self.numeric, self.allowed)

    @property
    def worst(self) -> tuple[int, int]:
        """The element that differs most, in units of what is allowed."""
        return worst(self.analytic, self.numeric, self.allowed)


def differ(analytic: Array, numeric: Array, allowed: Array) -> Array:
    """Compare element by element: equal infinities are equal, not-a-number is never."""
    with np.errstate(invalid="ignore"):
        difference = np.abs(analytic - numeric)
    return np.asarray(~((np.isfinite(difference) & (difference <= allowed)) | (analytic == numeric)))


def worst(self) -> tuple[int, int]:
        """The element that differs most, in units of what is allowed."""
        return worst(self.analytic, self.numeric, self.allowed)


def differ(analytic: Array, numeric: Array, allowed: Array) -> Array:
    """Compare element by element: equal infinities are equal, not-a-number is never."""
    with np.errstate(invalid="ignore"):
        return np.asarray(~((np.abs(analytic - numeric) <= allowed) | (analytic == numeric)))


def worst(analytic: Array, numeric: Array, allowed: Array) -> tuple[int, int]:
    """Return row and column of the greatest difference relative to what is allowed."""
    with np.errstate(all="ignore"):
        excess = np.abs(analytic - numeric) / allowed
    excess = np.where(differ(analytic, numeric, allowed), np.where(np.isnan(excess), np.inf, excess), -1.0)
    row, column = np.unravel_index(int(np.argmax(excess)), excess.shape)
    return int(row), int(column)


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
        f"  likely cause: {_likely_cause(mismatch)}",
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


def _likely_cause(mismatch: Mismatch) -> str:
    with np.errstate(all="ignore"):
        for cause in _CAUSES:
            if text := cause(mismatch):
                return text
    return (
        "the formula; the elements below show the pattern of what is wrong"
        if mismatch.numeric.size <= 64
        else ("the formula; check a smaller input, so that the whole matrices are printed")
    )


def _not_repeatable(m: Mismatch) -> str | None:
    if m.repeatable:
        return None
    return (
        "the function returns different values for the same inputs; seed its random numbers inside the "
        "function"
    )


def _low_precision(m: Mismatch) -> str | None:
    for what, value in (("this input", m.argument_value), ("this output", m.output_value)):
        if value.dtype not in (np.float64, np.complex128):
            return (
                f"{what} is {value.dtype}, too coarse for steps of {m.eps:g}: gradcheck needs float64 or "
                "complex128"
            )
    return None


def _not_finite(m: Mismatch) -> str | None:
    row, column = m.worst
    if not np.isfinite(m.numeric[row, column]):
        return (
            "the function is not finite within eps of this point: the edge of its domain; move the input "
            "away from it"
        )
    if not np.isfinite(m.analytic[row, column]):
        return (
            "the gradient is not finite although the function is smooth here: 0 * inf or 0 / 0 in a branch "
            "of the formula"
        )
    return None


def _kink(m: Mismatch) -> str | None:
    if not m.slopes.differ:
        return None
    return (
        f"numeric gradient is one-sided: there is a kink or a jump, with slope {m.slopes.left:.4g} on the "
        "left and "
        f"{m.slopes.right:.4g} on the right; check at another point"
    )


def _rounding(m: Mismatch) -> str | None:
    row, column = m.worst
    size = float(np.max(np.abs(m.output_value), initial=0.0))
    noise = 4 * np.finfo(m.output_value.dtype).eps * size / m.eps
    if not abs(m.analytic[row, column] - m.numeric[row, column]) < noise:
        return None
    return (
        f"rounding: outputs as large as {size:.3g} leave the differences an error of {noise:.1g}; scale the "
        "function "
        "down, or raise eps and atol"
    )


def _cut(m: Mismatch) -> str | None:
    if np.all(m.analytic == 0):
        return (
            "no gradient arrives at all: a .detach(), .numpy(), .data or integer step on the way, or a "
            "formula that is zero"
        )
    if np.all(np.abs(m.numeric) <= m.allowed):
        return (
            "the function does not depend on this input, but its formula says so: are two arguments "
            "exchanged?"
        )
    return None


def _multiple(m: Mismatch) -> str | None:
    factor = float(np.vdot(m.numeric, m.analytic) / np.vdot(m.numeric, m.numeric))
    if not _close(m, factor * m.numeric):
        return None
    if abs(factor + 1) < 1e-3:
        return "the sign: the analytic gradient is minus the numeric one"
    return f"a factor: the analytic gradient is {factor:.6g} times the numeric one"


def _conjugate(m: Mismatch) -> str | None:
    if m.argument_value.dtype.kind != "c":
        return None
    signs = np.where(np.arange(m.numeric.shape[1]) % 2, -1.0, 1.0)
    flipped = m.numeric * signs
    if m.output_value.dtype.kind == "c":
        flipped = flipped * np.where(np.arange(m.numeric.shape[0]) % 2, -1.0, 1.0)[:, None]
    if not (_close(m, flipped) or _close(m, m.numeric * signs)):
        return None
    return "a missing or surplus conj: the formula of a holomorphic function f is grad * conj(f'(self))"


def _transposed(m: Mismatch) -> str | None:
    if m.numeric.shape[0] != m.numeric.shape[1] or not _close(m, m.numeric.T):
        return None
    return (
        "the analytic Jacobian is the transpose of the numeric one: is an argument of a product on the "
        "wrong side?"
    )


def _close(m: Mismatch, wanted: Array) -> bool:
    return bool(np.allclose(m.analytic, wanted, rtol=1e-3, atol=float(np.min(m.allowed))))


_CAUSES: tuple[Callable[[Mismatch], str | None], ...] = (
    _not_repeatable,
    _low_precision,
    _not_finite,
    _kink,
    _rounding,
    _cut,
    _multiple,
    _conjugate,
    _transposed,
)

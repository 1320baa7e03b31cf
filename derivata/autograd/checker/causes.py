"""Why a derivative may be wrong: each cause looks for its own trace in the two matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .mismatch import Mismatch

__all__ = ["likely_cause"]

Array = NDArray[Any]


def likely_cause(mismatch: Mismatch) -> str:
    """Return the first cause whose trace is there."""
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

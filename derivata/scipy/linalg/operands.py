"""What functions of `scipy.linalg` are given, as ops take it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...generated import ops
from ...runtime.tensors.tensor import Tensor
from ..linear_systems import floats


def operands(check_finite: bool, *values: Any) -> tuple[Tensor, ...]:
    """Return tensors of one dtype of floating point, checked as SciPy does."""
    made = floats(*values)
    if check_finite:
        for one in made:
            _require_finite(one)
    return made


def _require_finite(value: Tensor) -> None:
    if not np.all(np.isfinite(value._array)):
        raise ValueError(
            "scipy.linalg: array must not contain infs or NaNs, got a tensor with some; find where they come from with "
            "derivata.autograd.detect_anomaly, or pass check_finite=False"
        )


def from_triangle(a: Tensor, lower: bool, hermitian: bool = True) -> Tensor:
    """Return the Hermitian, or symmetric, matrix of which one triangle is given: the other one is not looked at."""
    beside = ops.tril(a, -1) if lower else ops.triu(a, 1)
    half = beside + ops.diag_embed(a.diagonal(0, -2, -1)) / 2
    return half + (half.mH if hermitian else half.mT)


def transposition(trans: Any) -> str:
    """Return "N", "T" or "C" for what SciPy calls 0, 1 and 2, or so."""
    try:
        return {0: "N", 1: "T", 2: "C", "N": "N", "T": "T", "C": "C"}[trans]
    except KeyError:
        raise ValueError(
            f"scipy.linalg: expected trans to be 0, 1, 2, 'N', 'T' or 'C', got {trans!r}; write 1 for the transposed "
            "matrix"
        ) from None

"""Bessel functions far out, where they are waves: of few numbers, which no loop computes, and of many."""

from typing import Any

import mpmath
import numpy as np
import pytest

import derivata as dv

KINDS = {
    "bessel_j0": lambda x: mpmath.besselj(0, x),
    "bessel_j1": lambda x: mpmath.besselj(1, x),
    "bessel_y0": lambda x: mpmath.bessely(0, x),
    "bessel_y1": lambda x: mpmath.bessely(1, x),
}
POINTS = [6.5, 7.25, 12.0, 100.1, 4e3, 12345.678, 1e6 / 3, 1e8 + 0.5, 3e11, 1e15 / 7, 2.0**63, 1e22]


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("count", [1, 200])
def test_phases_are_not_lost(name: str, count: int) -> None:
    """Errors are a few roundings of the height of the waves."""
    with mpmath.workdps(60):
        wanted = np.array([float(KINDS[name](mpmath.mpf(x))) for x in POINTS])
    got: Any = getattr(dv.special, name)(dv.tensor(np.tile(POINTS, count))).numpy()
    height = np.sqrt(2 / np.pi / np.array(POINTS))
    assert np.max(np.abs(got.reshape(count, -1) - wanted) / height) < 2e-15
    if name.startswith("bessel_j"):
        mirrored = getattr(dv.special, name)(-dv.tensor(POINTS, dtype=dv.float64)).numpy()
        np.testing.assert_allclose(mirrored, got[: len(POINTS)] * (1 if name.endswith("0") else -1), 1e-12)

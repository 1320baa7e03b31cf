"""Elementwise ops at zeros, subnormals, huge numbers, infinities, NaN and kinks: values and gradients of PyTorch.

Where they differ on purpose, a table says at which points and why.
"""

from typing import Any

import numpy as np
import pytest
from hunt.special_points import ELEMENTWISE, LOOSE, VALUES_ONLY, intended, special_calls

from derivata.testing import OpCase
from derivata.testing.results import results


@pytest.mark.parametrize("case", ELEMENTWISE, ids=lambda case: case.op)
def test_values_and_gradients_at_special_points(parity: Any, case: OpCase) -> None:
    """Differs from PyTorch: `abs`, `sign`, `elu` and some others keep a NaN of which PyTorch makes a number;
    gradients at a few kinks and overflows differ, as the table in the test says.
    """
    for call in special_calls(case):
        with np.errstate(all="ignore"):
            ones = [np.ones_like(output) for output in call.op.arrays(call(*call.leaves()))]
            got = results(call, ones)
        wanted = parity.values(call) if case.op in VALUES_ONLY else results(parity.call(call), ones)
        allowed = intended(call)
        for a, b in zip(got.outputs + got.gradients, wanted.outputs + wanted.gradients, strict=False):
            differs = ~np.isclose(a, b, LOOSE.get(case.op, 1e-12), 1e-14, equal_nan=True) & ~allowed
            points = {name: value[differs][:3] for name, value in call.values.items() if np.ndim(value)}
            assert not differs.any(), f"{case.op} at {points}: got {a[differs][:3]}, PyTorch {b[differs][:3]}"

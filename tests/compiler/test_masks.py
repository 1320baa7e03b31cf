"""Products of numbers and masks in loops: a mask counts as 1 or 0, whatever it is multiplied with."""

from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels
from derivata.compiler.program.fuse import Group

from .programs import compare


def drawn(*shape: int, dtype: Any = dv.float32) -> Any:
    numbers = np.random.default_rng(len(shape)).standard_normal(shape)
    return dv.tensor(numbers, dtype=dtype, requires_grad=True)


def masked(x: Any, given: Any) -> list[Any]:
    positive = x > 0
    return [
        (x * 2 * positive).sin(),
        F.softmax(x * given, -1) * (x[:1] > 0.2),
        ((x[:, :1] > 0) * x + 1).tanh(),
        (x * given * positive).sum(0),
        given * (x + 1),
    ]


@pytest.mark.parametrize("dtype", [dv.float32, dv.float64])
@pytest.mark.parametrize("lowering", ["numpy", pytest.param("loops", marks=pytest.mark.slow)])
def test_products_with_masks_give_what_they_give_op_by_op(dtype: Any, lowering: str) -> None:
    with kernels.disabled() if lowering == "numpy" else nullcontext():
        for mask in (drawn(6, 40) > 0.1, drawn(40) > 0.1, dv.tensor(True), drawn(40, 6).T > 0.1):
            compare(masked, [drawn(6, 40, dtype=dtype), mask], twice=False)


def test_masks_are_computed_in_the_loops_that_read_them() -> None:
    compiled = dv.compile(lambda x: ((F.softmax(x * 0.5, -1) * (x > 0.2)) ** 2).sum(-1), fullgraph=True)
    with kernels.disabled():
        compiled(drawn(6, 40)).sum().backward()
    program = compiled.entries[0].program
    for code in (program.forward, program.backward):
        loops = [step for step in code.steps if isinstance(step, Group)]
        assert len(loops) == 1
        assert [step.op for step in code.steps if step not in loops] == ["reshape"] * (
            code is program.backward
        )


def test_products_with_masks_have_the_bits_of_single_ops() -> None:
    array = np.random.default_rng(0).standard_normal((50, 50)).astype(np.float32)
    array[0, :4] = [np.nan, np.inf, -np.inf, -0.0]
    x, mask = dv.tensor(array), drawn(50, 50) > 0

    def function(x: Any, mask: Any) -> Any:
        return x * -1 * mask, x * ~mask + 0.0, (mask * x).abs()

    for our, their in zip(dv.compile(function, fullgraph=True)(x, mask), function(x, mask), strict=True):
        np.testing.assert_array_equal(our.numpy(), their.numpy())
        is_number = ~np.isnan(our.numpy())
        np.testing.assert_array_equal(*[np.signbit(y.numpy()) & is_number for y in (our, their)])

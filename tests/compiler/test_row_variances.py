"""Variances and standard deviations of rows: in loops over rows, with what is elementwise before and behind them."""

import warnings
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import kernels
from derivata.compiler.program.rows.parts import RowGroup

from .programs import compare


def drawn(*shape: int, dtype: Any = dv.float32) -> Any:
    numbers = np.random.default_rng(len(shape)).standard_normal(shape)
    return dv.tensor(numbers, dtype=dtype, requires_grad=True)


def normalised(x: Any, scale: Any) -> Any:
    return (x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True) + 1e-5).sqrt() * scale


def several(x: Any, scale: Any) -> list[Any]:
    y = x * scale
    variance, mean = dv.var_mean(y, -1, correction=0.5)
    deviation, again = dv.std_mean(y, -1, False, True)
    return [
        normalised(x, scale),
        y.var(-1, correction=0) + y.std(-1, unbiased=False),
        variance * mean,
        (y - again) / deviation,
        y.std(-1, True, True) * y,
    ]


@pytest.mark.parametrize("dtype", [dv.float32, dv.float64])
@pytest.mark.parametrize("lowering", ["numpy", pytest.param("loops", marks=pytest.mark.slow)])
def test_variances_give_what_they_give_op_by_op(dtype: Any, lowering: str) -> None:
    with kernels.disabled() if lowering == "numpy" else nullcontext():
        compare(several, [drawn(9, 40, dtype=dtype), drawn(40, dtype=dtype)], twice=lowering == "numpy")


@pytest.mark.parametrize("shape", [(1, 40), (40, 40), (2, 3, 40), (0, 40), (4, 33), (4, 1)])
def test_shapes_of_rows(shape: tuple[int, ...]) -> None:
    with kernels.disabled(), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        compare(normalised, [drawn(*shape), drawn(*shape[-1:])], twice=False)


def test_a_normalisation_by_hand_is_one_loop_in_each_pass() -> None:
    compiled = dv.compile(normalised, fullgraph=True)
    with kernels.disabled():
        compiled(drawn(6, 40), drawn(40)).sum().backward()
    program = compiled.entries[0].program
    for code in (program.forward, program.backward):
        assert [type(step) for step in code.steps] == [RowGroup]


def test_variances_have_the_bits_of_single_ops() -> None:
    def function(x: Any) -> list[Any]:
        y = x * 0.25
        return [
            y.var(-1),
            y.std(-1, correction=0),
            y.var(-1, unbiased=False, keepdim=True),
            *dv.std_mean(y, 1),
        ]

    x = drawn(300, 100).detach()
    for our, their in zip(dv.compile(function, fullgraph=True)(x), function(x), strict=True):
        np.testing.assert_array_equal(our.numpy(), their.numpy())


def test_rows_without_spread_or_degrees_of_freedom() -> None:
    array = np.random.default_rng(0).standard_normal((6, 40))
    array[0], array[1, 3], array[2, 5] = 2.0, np.inf, np.nan

    def function(x: Any) -> list[Any]:
        def spread(x: Any, correction: float) -> Any:
            y = x * 1.5
            return y.std(-1, correction=correction) + y.var(-1, correction=correction)

        return [
            found
            for correction in (1, True, 40, 41.5)
            for found in (
                spread(x, correction),
                dv.func.grad(lambda x, c=correction: spread(x, c).sum())(x),
            )
        ]

    x = dv.tensor(array)
    for our, their in zip(dv.compile(function, fullgraph=True)(x), function(x), strict=True):
        np.testing.assert_allclose(our.numpy(), their.numpy(), rtol=1e-9)


def test_the_gradient_of_a_sum_of_rows_is_repeated_inside_of_the_loop() -> None:
    compiled = dv.compile(dv.func.grad(lambda x: (x * 2).softmax(-1).sum()), fullgraph=True)
    with kernels.disabled():
        compiled(drawn(6, 40).detach())
    assert [type(step) for step in compiled.entries[0].program.forward.steps] == [RowGroup]

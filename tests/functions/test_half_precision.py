"""Every op in half precision: it computes in single precision, as PyTorch does, and rounds once."""

import zlib
from typing import Any

import numpy as np
import pytest
from hunt.hunters.halves import CASES, tried

import derivata as dv
from derivata.testing import OpCase

DRAWS = 3  # of each op; `make slow` has more, and lets the hunter of halves try others


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's own
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.op)
def test_values_gradients_and_tangents_are_those_of_double_precision(case: OpCase) -> None:
    random = np.random.default_rng(zlib.crc32(case.op.encode()))
    for _ in range(DRAWS):
        assert tried(case, random) is None


@pytest.mark.slow  # five times the loops have to be compiled for
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_more_draws_of_every_op_are_those_of_double_precision() -> None:
    for case in CASES:
        random = np.random.default_rng(zlib.crc32(case.op.encode()))
        for _ in range(8):
            assert tried(case, random) is None, case.op


@pytest.mark.parametrize("axis", [0, 1])
def test_sums_and_gradients_of_what_was_repeated_are_added_in_single_precision(axis: int) -> None:
    ones = dv.ones(5000, 3, dtype=dv.float16) if axis == 0 else dv.ones(3, 5000, dtype=dv.float16)
    assert ones.sum(axis).tolist() == [5000.0] * 3
    row = dv.ones(3 if axis == 0 else (3, 1), dtype=dv.float16, requires_grad=True)
    (ones * row).backward(ones)
    assert row.grad is not None
    assert row.grad.reshape(-1).tolist() == [5000.0] * 3


@pytest.mark.parametrize("dtype", [None, dv.float16, dv.float32, dv.float64])
def test_a_dtype_is_that_of_the_result(dtype: Any) -> None:
    """An op that takes a dtype gives it, and computes in at least single precision."""
    x = dv.full((5000,), 0.1, dtype=dv.float16)
    for op in (dv.mean, dv.nanmean):
        mean = op(x, dtype=dtype)
        assert mean.dtype == (dtype or dv.float16)
        np.testing.assert_allclose(mean.item(), 0.1, 2e-3)
    assert dv.softmax(dv.ones(3), 0, dtype=dv.float16).dtype == dv.float16
    assert dv.cumsum(dv.ones(3, dtype=dv.int64), 0, dtype=dv.float16).dtype == dv.float16


def test_a_wider_operand_decides() -> None:
    x, weight = dv.ones(2, 4, dtype=dv.float16), dv.ones(4)
    assert dv.nn.functional.layer_norm(x, (4,), weight).dtype == dv.float16
    assert dv.atan2(x, weight).dtype == dv.float32
    assert dv.atan2(x, dv.tensor(1.0)).dtype == dv.float16


def test_results_have_derivatives_of_every_order() -> None:
    x = dv.tensor([0.5, -1.0], dtype=dv.float16, requires_grad=True)
    (first,) = dv.autograd.grad(dv.tanh(x).sum(), x, create_graph=True)
    (second,) = dv.autograd.grad(first.sum(), x)
    assert first.dtype == second.dtype == dv.float16
    t = np.tanh([0.5, -1.0])
    np.testing.assert_allclose(second.numpy(), -2 * t * (1 - t * t), 2e-3)


def test_ops_write_in_place() -> None:
    x = dv.full((4,), 2.0, dtype=dv.float16, requires_grad=True)
    y = x.clone()
    y.exp_()
    y.sum().backward()
    assert y.dtype == dv.float16
    assert x.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), np.full(4, np.exp(2)), 2e-3)

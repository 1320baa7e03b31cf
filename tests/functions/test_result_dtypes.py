"""Dtypes of results: PyTorch's, for any two dtypes, and not those of NumPy's promotion."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

LOSSES: list[Any] = [
    getattr(dv.nn.functional, name)
    for name in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "kl_div")
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("function", [*LOSSES, dv.outer])
@pytest.mark.parametrize("whole", [dv.uint8, dv.int32, dv.int64])
def test_integers_do_not_make_functions_of_arrays_wider(function: Any, whole: Any) -> None:
    """The result has the dtype of the fractions, and so have their gradients."""
    x = dv.tensor([0.5, 2.0, 3.0], requires_grad=True)
    y = function(x, dv.tensor([1, 2, 3], dtype=whole))
    assert y.dtype == dv.float32
    wanted = function(x.detach(), dv.tensor([1.0, 2.0, 3.0]))
    np.testing.assert_allclose(y.detach().numpy(), wanted.numpy(), 1e-6)
    y.sum().backward()
    assert x.grad is not None
    assert x.grad.dtype == dv.float32
    assert function(dv.tensor([1, 2, 3], dtype=whole), x).dtype == dv.float32


def test_gradients_of_mixed_losses_go_back_in_the_dtype_of_the_argument() -> None:
    x = dv.ones(3, dtype=dv.float64, requires_grad=True)
    y = dv.zeros(3, requires_grad=True)
    dv.nn.functional.mse_loss(x, y).backward()
    assert x.grad is not None
    assert y.grad is not None
    assert (x.grad.dtype, y.grad.dtype) == (dv.float64, dv.float32)


def test_weights_of_complex_losses_stay_real() -> None:
    x = dv.ones(3, dtype=dv.complex64)
    assert dv.nn.functional.l1_loss(x, dv.zeros(3), weight=dv.ones(3)).dtype == dv.float32


def test_squares_of_booleans_are_integers() -> None:
    truths = dv.tensor([True, False])
    for squares in (dv.square(truths), truths**2):
        assert squares.dtype == dv.int64
        assert squares.tolist() == [1, 0]
    assert (dv.tensor([3], dtype=dv.int32) ** 2.0).dtype == dv.float32


def test_the_step_of_integers_is_an_integer() -> None:
    step = dv.heaviside(dv.tensor([-1, 0, 2]), dv.tensor([5]))
    assert step.dtype == dv.int64
    assert step.tolist() == [0, 5, 1]


@pytest.mark.parametrize("kind", "tuvw")
def test_shifted_polynomials_of_unsigned_integers_do_not_wrap(kind: str) -> None:
    function = getattr(dv.special, f"shifted_chebyshev_polynomial_{kind}")
    got = function(dv.tensor([0, 1, 200], dtype=dv.uint8), dv.tensor([2]))
    np.testing.assert_allclose(got.numpy(), function(dv.tensor([0.0, 1.0, 200.0]), dv.tensor([2.0])).numpy())


def test_dropout_of_integers_has_the_default_dtype() -> None:
    assert dv.nn.functional.dropout(dv.ones(4, dtype=dv.int64), 0.5).dtype == dv.float32


@pytest.mark.parametrize(
    ("function", "log"), [(dv.xlogy, np.log), (dv.special.xlog1py, np.log1p)], ids=["xlogy", "xlog1py"]
)
def test_logarithms_have_the_precision_of_the_wider_argument(function: Any, log: Any) -> None:
    """The gradient was wrong from the eighth digit on: the logarithm was taken in the dtype of `other`."""
    x = dv.tensor([0.5, 0.0, 2.0], dtype=dv.float64, requires_grad=True)
    other = np.float32([0.40625, 0.3, 1.7])
    function(x, dv.tensor(other)).sum().backward()
    assert x.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), log(other.astype(np.float64)), 1e-15)


@pytest.mark.parametrize("dtype", [dv.uint8, dv.int64, dv.bool])
def test_addr_multiplies_in_the_dtype_of_the_result(dtype: Any) -> None:
    """A negative `alpha` did not fit the bytes of `vec1`, whatever the other arguments were."""
    bytes_ = dv.tensor([1, 0], dtype=dtype)
    result = dv.addr(dv.ones(2, 2), bytes_, dv.tensor([0.5, 1.5]), alpha=-2)
    assert result.tolist() == [[0.0, -2.0], [1.0, 1.0]]


def test_addr_does_not_round_the_product_of_two_halves() -> None:
    """It is added to what has more digits."""
    halves = dv.tensor([-1.53125], dtype=dv.float16), dv.tensor([1.84375], dtype=dv.float16)
    assert dv.addr(dv.zeros(1, 1, dtype=dv.float64), *halves).item() == -1.53125 * 1.84375

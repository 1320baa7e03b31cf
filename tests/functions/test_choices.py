"""Calls that mean nothing are refused, small or large, with the argument's name."""

import numpy as np
import pytest

import derivata as dv

SIZES = (2, 50_000)  # with NumPy, and with a compiled loop


@pytest.mark.parametrize("size", SIZES)
def test_clamp_without_bounds_is_refused(size: int) -> None:
    with pytest.raises(RuntimeError, match="clamp: at least one of min and max"):
        dv.clamp(dv.ones(size))


@pytest.mark.parametrize("size", SIZES)
def test_gelu_of_an_unknown_approximation_is_refused(size: int) -> None:
    with pytest.raises(RuntimeError, match="approximate must be 'none' or 'tanh', got 'other'"):
        dv.nn.functional.gelu(dv.ones(size), approximate="other")


@pytest.mark.parametrize("eps", [None, 0.1])
def test_logit_outside_its_domain_is_nan_unless_eps_limits_it(eps: float | None) -> None:
    x = dv.tensor([-0.5, 2.0], requires_grad=True)
    with np.errstate(invalid="ignore"):
        y = dv.logit(x, eps)
        y.sum().backward()
    assert x.grad is not None
    assert np.isnan(y.detach().numpy()).all() == (eps is None)
    assert np.isnan(x.grad.numpy()).all() == (eps is None)


@pytest.mark.parametrize("size", SIZES)
def test_power_zero_has_no_gradient_even_for_an_infinite_one(size: int) -> None:
    x = dv.ones(size, requires_grad=True)
    (x**0).backward(dv.full((size,), np.inf))
    assert x.grad is not None
    assert (x.grad.numpy() == 0).all()


def test_complex_numbers_beside_real_tensors_give_real_gradients() -> None:
    x, y = dv.tensor([1.0, 2.0], requires_grad=True), dv.tensor([3.0, 4.0], requires_grad=True)
    dv.add(x, y, alpha=2j).abs().sum().backward()
    (x**1j).real.sum().backward()
    assert x.grad is not None
    assert y.grad is not None
    assert x.grad.dtype == y.grad.dtype == dv.float32

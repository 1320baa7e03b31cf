"""Running extremes, running logarithms of sums, differences and the trapezoidal rule."""

from typing import Any

import numpy as np
import pytest

INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize("op", ["cummax", "cummin"])
def test_the_last_of_equal_extremes_gets_the_gradient(lib: Any, op: str) -> None:
    """`cummax` and `cummin` name the last of equal elements, which gets the gradient."""
    x = lib.tensor([2.0, 2.0, 2.0], requires_grad=True)
    values, indices = getattr(lib, op)(x, 0)
    values.sum().backward()
    assert indices.tolist() == [0, 1, 2]
    assert x.grad.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("op", ["cummax", "cummin"])
def test_nan_stays_the_running_extreme(lib: Any, op: str) -> None:
    """From the first NaN on, `cummax` and `cummin` give NaN and the index of the last NaN."""
    values, indices = getattr(lib, op)(lib.tensor([1.0, NAN, 3.0, NAN, 0.0]), 0)
    assert np.isnan(values.tolist()).tolist() == [False, True, True, True, True]
    assert indices.tolist() == [0, 1, 1, 3, 3]


def test_running_logarithms_of_sums_have_gradients_far_from_zero(lib: Any) -> None:
    """`logcumsumexp` neither overflows nor loses gradients of terms that are much smaller than others."""
    x = lib.tensor([-800.0, 700.0, 900.0], dtype=lib.float64, requires_grad=True)
    y = lib.logcumsumexp(x, 0)
    y.backward(lib.tensor([1.0, 1.0, 1.0], dtype=lib.float64))
    assert y.tolist() == [-800.0, 700.0, 900.0]
    np.testing.assert_allclose(x.grad.tolist(), [1.0, 1.0, 1.0], rtol=1e-12)


def test_a_gradient_of_zero_still_has_a_derivative() -> None:
    """Differs from PyTorch: the derivative of `logcumsumexp`'s gradient by an incoming 0 is right; PyTorch's takes the
    logarithm of that 0 and gives 0."""
    import derivata as dv

    x = dv.tensor([0.0, 0.0], dtype=dv.float64, requires_grad=True)
    incoming = dv.tensor([0.0, 0.0], dtype=dv.float64, requires_grad=True)
    (grad,) = dv.autograd.grad(dv.logcumsumexp(x, 0), x, incoming, create_graph=True)
    (second,) = dv.autograd.grad(grad[1], incoming)
    assert second.tolist() == [0.0, 0.5]


def test_minus_infinity_adds_nothing(lib: Any) -> None:
    """A start of -inf leaves the later gradients of `logcumsumexp` finite."""
    x = lib.tensor([-INF, 1.0, 1.0], dtype=lib.float64, requires_grad=True)
    y = lib.logcumsumexp(x, 0)
    y[1:].sum().backward()
    assert y[0].item() == -INF
    np.testing.assert_allclose(x.grad.tolist()[1:], [1.5, 0.5])


def test_differences_of_booleans_tell_changes(lib: Any) -> None:
    """`diff` of booleans tells whether neighbours differ."""
    assert lib.diff(lib.tensor([True, False, False])).tolist() == [True, False]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda lib: lib.diff(lib.tensor(1.0)), "at least one-dimensional"),
        (lambda lib: lib.diff(lib.ones(3), n=-1), "must be non-negative"),
        (lambda lib: lib.diff(lib.ones(3), prepend=lib.ones(1, 1)), "dimension"),
        (lambda lib: lib.diff(lib.ones(3, 2), append=lib.ones(2, 2)), "except along"),
        (lambda lib: lib.trapezoid(lib.ones(3), lib.ones(2)), "for each sample point"),
        (lambda lib: lib.trapezoid(lib.ones(3) > 0), "bool"),
        (lambda lib: lib.cumulative_trapezoid(lib.ones(3), lib.ones(3) > 0), "bool"),
    ],
)
def test_what_cannot_be_subtracted_or_integrated_is_refused(lib: Any, call: Any, words: str) -> None:
    """Differences and integrals refuse 0-d inputs, negative orders, shapes that do not fit, and booleans."""
    with pytest.raises(RuntimeError, match=words):
        call(lib)


def test_an_integral_over_nothing_is_zero(lib: Any) -> None:
    """The integral of one sample, or none, is 0."""
    assert lib.trapezoid(lib.ones(0, 2), dim=0).tolist() == [0.0, 0.0]
    assert lib.trapezoid(lib.ones(1, 2), dim=0).tolist() == [0.0, 0.0]
    assert tuple(lib.cumulative_trapezoid(lib.ones(1, 2), dim=0).shape) == (0, 2)


def test_integers_are_integrated_as_fractions(lib: Any) -> None:
    """Integrals of integers are floating-point, with sample points of one or of all dimensions."""
    y = lib.tensor([[1, 2, 4], [0, 1, 0]])
    assert lib.trapz(y).tolist() == [4.5, 1.0]
    assert lib.trapz(y, lib.tensor([0, 1, 3])).tolist() == [7.5, 1.5]
    assert lib.trapezoid(y, dx=2).tolist() == [9.0, 2.0]


def test_norms_go_by_their_names_too(lib: Any) -> None:
    """`norm` takes the name 'fro' as function and as method."""
    x = lib.tensor([3.0, 4.0])
    assert lib.norm(x, "fro").item() == x.norm(p="fro").item() == x.norm("fro", dim=0).item() == 5.0

"""Cumulative sums and products, and the recurrence behind the derivatives of products."""

import numpy as np
import pytest

from derivata.generated import functions as F

RNG = np.random.default_rng(3)
X = RNG.normal(size=(2, 3, 4))


@pytest.mark.parametrize("dim", [0, 1, -1])
@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_cumulative_functions_agree_with_numpy(name, dim):
    np.testing.assert_allclose(getattr(F, name)(X, dim), getattr(np, name)(X, axis=dim))
    integers = np.array([[1, 2], [3, 4]], np.int8)
    assert getattr(F, name)(integers, dim % 2).dtype == np.int64


@pytest.mark.parametrize("name", ["cumsum", "cumprod", "reverse_cumsum"])
def test_cumulative_functions_accept_0d_and_empty_arrays(name):
    x = np.array(2.0)
    got = getattr(F, name)(x, -1)
    assert got == 2
    assert got is not x
    assert getattr(F, name)(np.empty((0, 3)), 0).shape == (0, 3)


def test_cumulative_functions_convert_to_the_given_dtype():
    assert F.cumsum(np.arange(3), 0, np.dtype(np.float32)).dtype == np.float32
    assert F.reverse_cumsum(X + 1j, 1, np.dtype(np.float64)).dtype == np.float64


def test_cumsum_refuses_a_dimension_out_of_range():
    with pytest.raises(IndexError, match=r"cumsum: dim must be in \[-3, 2\] for a 3-d tensor, got 3"):
        F.cumsum(X, 3)


@pytest.mark.parametrize("dim", [0, -1])
def test_reverse_cumsum_is_the_transpose_of_cumsum(dim):
    grad = RNG.normal(size=X.shape)
    assert np.vdot(F.reverse_cumsum(grad, dim), X) == pytest.approx(np.vdot(grad, F.cumsum(X, dim)))


@pytest.mark.parametrize("zeros", [0, 1, 2])
def test_exclusive_products_need_no_division(zeros):
    x = np.array([2.0, 3.0, -0.5, 4.0])
    x[:zeros] = 0
    others = [np.prod(np.delete(x, k)) for k in range(4)]
    np.testing.assert_allclose(F.exclusive_prod(x), others)
    np.testing.assert_allclose(F.exclusive_prod(x.reshape(2, 2)), np.reshape(others, (2, 2)))
    np.testing.assert_allclose(F.exclusive_cumprod(x, 0, False), [np.prod(x[:k]) for k in range(4)])
    np.testing.assert_allclose(F.exclusive_cumprod(x, 0, True), [np.prod(x[k + 1 :]) for k in range(4)])
    assert F.exclusive_prod(np.array(3.0)) == 1


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(
    "shape, dim", [((5,), 0), ((3, 4), 0), ((3, 4), -1), ((2, 3, 4), 1), ((0,), 0), ((), 0)]
)
@pytest.mark.parametrize("dtype", [np.float32, np.complex128])
def test_linear_recurrence_agrees_with_a_loop(shape, dim, reverse, dtype):
    a, b = (RNG.normal(size=shape).astype(dtype) for _ in range(2))
    got = F.linear_recurrence(a, b, dim, reverse)
    assert got.dtype == dtype
    expected = np.zeros(shape, dtype)
    if shape:
        order = -1 if reverse else 1
        factors, terms, states = (np.moveaxis(v, dim, 0)[::order] for v in (a, b, expected))
        for k in range(len(states) - 1):
            states[k + 1] = factors[k] * states[k] + terms[k]
    np.testing.assert_allclose(got, expected, rtol=1e-5)


def test_gradient_of_cumprod_with_zeros_agrees_with_torch():
    torch = pytest.importorskip("torch")
    x = np.array([[2.0, 0.0, 3.0, 0.0, 1.5], [1.0, -2.0, 0.5, 3.0, 0.0]])
    grad = RNG.normal(size=x.shape)
    leaf = torch.tensor(x, requires_grad=True)
    (expected,) = torch.autograd.grad(leaf.cumprod(1), leaf, torch.tensor(grad))
    before = F.exclusive_cumprod(x, 1, False)
    got = before * (grad + F.linear_recurrence(x, x * grad, 1, True))
    np.testing.assert_allclose(got, expected.numpy())

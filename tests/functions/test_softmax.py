"""Softmax and log-softmax against PyTorch, in NumPy (small arrays) and in row kernels (large ones)."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays.jit.switch import disabled
from derivata.generated import functions as F

torch = pytest.importorskip("torch")

RNG = np.random.default_rng(0)
CASES = [
    ((4,), 0),
    ((3, 5), 1),
    ((3, 5), 0),
    ((2, 3, 4), -2),
    ((), 0),
    ((0, 3), 1),
    ((3, 0), 1),
    ((64, 100), 1),
]
NAMES = ["softmax", "log_softmax"]


def tolerance(dtype: Any) -> float:
    return 1e-12 if dtype == np.float64 else 5e-6


def close(ours: Any, theirs: Any, relative: float) -> None:
    """Compare relative to the largest element, as sums over a row cancel."""
    np.testing.assert_allclose(ours, theirs, rtol=relative, atol=relative * np.abs(theirs).max(initial=0.0))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("shape", "dim"), CASES)
@pytest.mark.parametrize("name", NAMES)
def test_values_and_gradients_are_pytorch_s(name: str, shape: tuple[int, ...], dim: int, dtype: Any) -> None:
    x = np.asarray(RNG.normal(size=shape) * 3, dtype)
    leaf = torch.tensor(x, requires_grad=True)
    expected = getattr(torch, name)(leaf, dim)
    result = getattr(F, name)(x, dim)
    assert result.dtype == dtype and result.shape == shape
    close(result, expected.detach().numpy(), tolerance(dtype))

    grad = np.asarray(RNG.normal(size=shape), dtype)
    expected.backward(torch.tensor(grad))
    backward = getattr(F, f"{name}_backward")(grad, result, dim, x.dtype)
    assert backward.dtype == dtype and backward.shape == shape
    close(backward, leaf.grad.numpy(), tolerance(dtype))


@pytest.mark.parametrize("name", NAMES)
def test_kernels_and_numpy_agree_on_large_rows(name: str) -> None:
    x, grad = RNG.normal(size=(2, 64, 100)).astype(np.float32)
    fast = getattr(F, name)(x, -1)
    fast_backward = getattr(F, f"{name}_backward")(grad, fast, -1)
    with disabled():
        np.testing.assert_allclose(fast, getattr(F, name)(x, -1), rtol=1e-5)
        slow_backward = getattr(F, f"{name}_backward")(grad, fast, -1)
    np.testing.assert_allclose(fast_backward, slow_backward, atol=1e-5)


@pytest.mark.parametrize("layout", [lambda x: x.T, lambda x: x[:, ::2]])
def test_strided_arrays_give_the_result_of_their_copies(layout: Any) -> None:
    x = layout(RNG.normal(size=(100, 200)))
    np.testing.assert_allclose(F.softmax(x, 1), F.softmax(np.ascontiguousarray(x), 1), rtol=1e-13)


def test_large_scores_do_not_overflow() -> None:
    np.testing.assert_allclose(F.softmax(np.array([1000.0, 1000.0]), 0), [0.5, 0.5])
    np.testing.assert_allclose(F.log_softmax(np.array([0.0, 1000.0]), 0), [-1000.0, 0.0])


def test_minus_infinity_has_no_share() -> None:
    np.testing.assert_array_equal(F.softmax(np.array([-np.inf, 0.0]), 0), [0.0, 1.0])
    np.testing.assert_array_equal(F.log_softmax(np.array([-np.inf, 0.0]), 0), [-np.inf, 0.0])


@pytest.mark.parametrize("width", [3, 5000])
@pytest.mark.parametrize("name", NAMES)
def test_rows_without_a_softmax_become_nan(name: str, width: int) -> None:
    for value in (-np.inf, np.inf, np.nan):
        row = np.full((1, width), value)
        assert np.isnan(getattr(F, name)(row, 1)).all()


@pytest.mark.parametrize("name", NAMES)
def test_a_dtype_converts_before_the_computation(name: str) -> None:
    x = np.array([1, 2, 3])
    assert getattr(F, name)(x, 0, np.dtype(np.float64)).dtype == np.float64
    half = np.array([1.0, 2.0], np.float16)
    result = getattr(F, name)(half, 0, np.dtype(np.float64))
    np.testing.assert_allclose(result, getattr(F, name)(half.astype(np.float64), 0), rtol=1e-15)
    assert getattr(F, f"{name}_backward")(result, result, 0, half.dtype).dtype == np.float16


def test_integers_and_wrong_dims_are_refused() -> None:
    with pytest.raises(RuntimeError, match="softmax: self must have a real floating-point dtype, got int64"):
        F.softmax(np.array([1, 2]), 0)
    with pytest.raises(IndexError, match=r"log_softmax: dim must be in \[-1, 0\]"):
        F.log_softmax(np.array([1.0, 2.0]), 1)


def test_arguments_stay_unchanged() -> None:
    x = RNG.normal(size=(3, 4))
    kept, result = x.copy(), F.softmax(x, 1)
    F.softmax_backward(x, result, 1)
    np.testing.assert_array_equal(x, kept)
    np.testing.assert_array_equal(result, F.softmax(kept, 1))


@pytest.mark.parametrize("name", [*NAMES, "softmin"])
def test_complex_numbers_are_converted_to_the_dtype(name: str) -> None:
    """A real `dtype` takes the real parts of complex numbers, with a warning, forwards and backwards, as in PyTorch."""
    numbers, seed = RNG.normal(size=3) + 1j, RNG.normal(size=3)
    results = []
    for lib in (dv, torch):
        x = lib.from_numpy(numbers).requires_grad_()
        function = getattr(lib.nn.functional, name)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            y = function(x, 0, dtype=lib.float64)
        assert lib is torch or "discards the imaginary part" in str(said[0].message)  # PyTorch says it once
        (gradient,) = lib.autograd.grad(y, x, lib.from_numpy(seed))
        with lib.autograd.forward_ad.dual_level(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            dual = lib.autograd.forward_ad.make_dual(x.detach(), lib.from_numpy(seed * (1 + 2j)))
            tangent = lib.autograd.forward_ad.unpack_dual(
                getattr(lib.nn.functional, name)(dual, 0, dtype=lib.float64)
            )[1]
        results.append([y.detach().numpy(), gradient.numpy(), tangent.numpy()])
    for ours, theirs in zip(*results, strict=True):
        assert ours.dtype == theirs.dtype
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-14)
    with pytest.raises(TypeError, match="not defined for complex numbers"):
        getattr(dv.nn.functional, name)(dv.from_numpy(numbers), 0)

"""rms_norm as a function: values, gradients to the second order, tangents, complex numbers."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd import gradcheck, gradgradcheck

CASES = [((3, 4), (4,)), ((2, 4, 3), (4, 3)), ((40, 20), (20,)), ((6, 5, 40), (5, 40)), ((7,), (7,))]


def results(lib: Any, x: np.ndarray, size: tuple[int, ...], learned: bool) -> list[np.ndarray]:
    leaf = lib.from_numpy(x).requires_grad_()
    weight = lib.from_numpy(np.random.default_rng(1).standard_normal(size)) if learned else None
    leaves = [leaf] if weight is None else [leaf, weight.requires_grad_()]
    y = lib.nn.functional.rms_norm(leaf, size, weight, 0.01)
    first = lib.autograd.grad((y * y * y).real.sum(), leaves, create_graph=True)
    (first[0] * first[0].conj()).real.sum().backward()
    return [t.detach().numpy() for t in (y, *first, *[leaf.grad for leaf in leaves])]


@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
@pytest.mark.parametrize("learned", [False, True])
@pytest.mark.parametrize(("shape", "size"), CASES)
def test_values_and_gradients_of_both_orders_are_those_of_pytorch(
    shape: tuple[int, ...], size: tuple[int, ...], learned: bool, dtype: Any
) -> None:
    """`rms_norm`, its gradients and their gradients agree with PyTorch's, also for complex numbers."""
    torch = pytest.importorskip("torch")
    x = np.random.default_rng(0).standard_normal((2, *shape)).astype(dtype)
    x = x[0] + 1j * x[1] if np.dtype(dtype).kind == "c" else x[0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of PyTorch, about a real weight beside complex numbers
        found, expected = (results(lib, x.copy(), size, learned) for lib in (dv, torch))
    for got, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-8, atol=1e-9)


def test_tangents_and_second_derivatives_agree_with_differences() -> None:
    """`rms_norm` has forward-mode derivatives and derivatives of its gradients."""
    dv.manual_seed(0)
    inputs = [dv.randn(*shape, dtype=dv.float64, requires_grad=True) for shape in ((2, 3, 4), (3, 4))]

    def normalised(x: dv.Tensor, weight: dv.Tensor) -> dv.Tensor:
        return dv.nn.functional.rms_norm(x, (3, 4), weight)

    assert gradcheck(normalised, inputs, check_forward_ad=True)
    assert gradgradcheck(normalised, inputs)

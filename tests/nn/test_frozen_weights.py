"""Normalisations whose scale and shift are constants, or are not asked for."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays.normalization.normalization import normalize_backward
from derivata.arrays.normalization.rms_norm import rms_norm_backward

F = dv.nn.functional
SHAPES = [(4, 6), (40, 30, 2)]  # NumPy's way, and compiled loops
NORMALISATIONS: dict[str, Callable[..., Any]] = {
    "layer_norm": lambda x, w, b: F.layer_norm(x, x.shape[1:], *wide(x, w, b)),
    "rms_norm": lambda x, w, b: F.rms_norm(x, x.shape[1:], *wide(x, w)),
    "group_norm": lambda x, w, b: F.group_norm(x, 2, w, b),
    "batch_norm": lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True),
}


def wide(x: dv.Tensor, *parameters: dv.Tensor) -> list[dv.Tensor]:
    """Repeat numbers per channel for each of its pixels."""
    ones = dv.ones(x.shape[1:], dtype=x.dtype)
    return [p.reshape(-1, *(1,) * (x.ndim - 2)) * ones for p in parameters]


def numbers(*shape: int) -> Any:
    return np.random.default_rng(sum(shape)).normal(size=shape)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", NORMALISATIONS)
def test_constant_weights_leave_the_other_gradients_as_they_are(name: str, shape: tuple[int, ...]) -> None:
    """The gradient of the input is the same whether scale and shift are learned, frozen, or one of them is."""
    grad = dv.tensor(numbers(*shape))
    found = []
    for learned in ((True, True), (False, False), (True, False), (False, True)):
        x = dv.tensor(numbers(*shape), requires_grad=True)
        w, b = (dv.tensor(numbers(shape[1]) + 1, requires_grad=flag) for flag in learned)
        NORMALISATIONS[name](x, w, b).backward(grad)
        found.append((x.grad.numpy(), w.grad, b.grad))
        assert (w.grad is not None) == learned[0]
    for x_grad, w_grad, b_grad in found[1:]:
        np.testing.assert_allclose(x_grad, found[0][0], rtol=1e-10, atol=1e-12)
        for got, expected in ((w_grad, found[0][1]), (b_grad, found[0][2])):
            if got is not None:
                np.testing.assert_allclose(got.numpy(), expected.numpy(), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", NORMALISATIONS)
def test_second_derivatives_with_constant_weights(name: str, shape: tuple[int, ...]) -> None:
    """Derivatives of the gradient of the input are those of learned weights too."""
    found = []
    for learned in (True, False):
        x = dv.tensor(numbers(*shape), requires_grad=True)
        w, b = (dv.tensor(numbers(shape[1]) + 1, requires_grad=learned) for _ in range(2))
        result = NORMALISATIONS[name](x, w, b)
        (first,) = dv.autograd.grad((result**3).sum(), x, create_graph=True)
        found.append(dv.autograd.grad((first * first).sum(), x)[0].numpy())
    np.testing.assert_allclose(found[0], found[1], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("count", [4, 64])
def test_gradients_that_nobody_asks_for_are_not_computed(count: int) -> None:
    """The array functions return nothing in the place of the gradients of frozen weights."""
    x, rows = numbers(count, 32), np.zeros((count, 1))
    over = normalize_backward(x, x, None, rows, rows, (-1,), (0,), 0.0, learned=False)
    assert [part.size for part in over] == [x.size, 0, 0]
    scaled = rms_norm_backward(x, x, None, rows, (32,), 0.0, learned=False)
    assert [part.size for part in scaled] == [x.size, 0]

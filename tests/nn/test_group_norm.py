"""group_norm as a function: values, gradients to the second order, tangents, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd import gradcheck, gradgradcheck

CASES = [((3, 4), 2), ((2, 4, 3), 4), ((2, 6, 3, 2), 1), ((4, 6, 5, 7), 3)]


def results(lib: Any, shape: tuple[int, ...], groups: int, frozen: bool) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(size) for size in (shape, shape[1], shape[1])]
    x, weight, bias = (lib.from_numpy(array) for array in arrays)
    leaves = [x] if frozen else [x, weight, bias]
    for leaf in leaves:
        leaf.requires_grad_()
    y = lib.nn.functional.group_norm(x, groups, weight, bias, 0.01)
    first = lib.autograd.grad((y * y * y).sum(), leaves, create_graph=True)
    (first[0] * first[0]).sum().backward()
    return [t.detach().numpy() for t in (y, *first, *[leaf.grad for leaf in leaves if leaf.grad is not None])]


@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize(("shape", "groups"), CASES)
def test_values_and_gradients_of_both_orders_are_those_of_pytorch(
    shape: tuple[int, ...], groups: int, frozen: bool
) -> None:
    """`group_norm`, its gradients and their gradients agree with PyTorch's, with learned and frozen parameters."""
    torch = pytest.importorskip("torch")
    found, expected = (results(lib, shape, groups, frozen) for lib in (dv, torch))
    for got, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-8, atol=1e-9)


def test_tangents_and_second_derivatives_agree_with_differences() -> None:
    """`group_norm` has forward-mode derivatives and derivatives of its gradients."""
    dv.manual_seed(0)
    inputs = [dv.randn(*shape, dtype=dv.float64, requires_grad=True) for shape in ((2, 4, 3), (4,), (4,))]

    def normalised(x: dv.Tensor, weight: dv.Tensor, bias: dv.Tensor) -> dv.Tensor:
        return dv.nn.functional.group_norm(x, 2, weight, bias)

    assert gradcheck(normalised, inputs, check_forward_ad=True)
    assert gradgradcheck(normalised, inputs)


@pytest.mark.parametrize("lib", ["derivata", "torch"])
def test_channels_that_do_not_fit_are_refused(lib: str) -> None:
    """`group_norm` needs groups of equal size, and one number per channel as weight and bias."""
    library = pytest.importorskip(lib)
    F, x = library.nn.functional, library.ones(3, 4)
    with pytest.raises(RuntimeError, match="to be divisible by num_groups"):
        F.group_norm(x, 3)
    with pytest.raises(
        RuntimeError, match="Expected weight to be a vector of size equal to the number of channels"
    ):
        F.group_norm(x, 2, library.ones(3))
    with pytest.raises(
        RuntimeError, match="Expected bias to be a vector of size equal to the number of channels"
    ):
        F.group_norm(x, 2, library.ones(4), library.ones(1))
    with pytest.raises(RuntimeError, match="Expected at least 2 dimensions"):
        F.group_norm(library.ones(4), 2)

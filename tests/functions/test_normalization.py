"""Normalisation and its gradients against PyTorch, in NumPy (small arrays) and in row kernels (large ones)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.generated import functions as F

torch = pytest.importorskip("torch")
TF = torch.nn.functional

RNG = np.random.default_rng(0)


def leaves(*arrays: Any) -> list[Any]:
    return [None if a is None else torch.tensor(a, requires_grad=True) for a in arrays]


@pytest.mark.parametrize("affine", ["both", "weight", "neither"])
@pytest.mark.parametrize(
    ("shape", "normalized"),
    [((5,), 1), ((3, 4), 1), ((2, 3, 4), 1), ((2, 3, 4), 2), ((2, 3), 2), ((4, 16, 80), 1), ((4, 16, 80), 2)],
)
def test_layer_norm_and_its_gradients_are_pytorch_s(
    shape: tuple[int, ...], normalized: int, affine: str
) -> None:
    x, tail = RNG.normal(size=shape) * 2 + 3, shape[-normalized:]
    weight = RNG.normal(size=tail) if affine != "neither" else None
    bias = RNG.normal(size=tail) if affine == "both" else None
    tx, tw, tb = leaves(x, weight, bias)
    expected = TF.layer_norm(tx, tail, tw, tb, 1e-5)
    out, center, rstd = F.layer_norm(x, tail, weight, bias, 1e-5)
    assert center.shape == rstd.shape == shape[:-normalized] + (1,) * normalized
    np.testing.assert_allclose(out, expected.detach().numpy(), atol=1e-11)

    grad = RNG.normal(size=shape)
    expected.backward(torch.tensor(grad))
    dims, over = F.trailing_dims(tail), F.leading_dims(shape, tail)
    parts = F.normalize_backward(grad, x, weight, center, rstd, dims, over, 1e-5)
    for part, leaf in zip(parts, (tx, tw, tb), strict=True):
        if leaf is not None:
            np.testing.assert_allclose(part, leaf.grad.numpy(), atol=1e-10)
    np.testing.assert_allclose(parts[2], grad.sum(axis=over), atol=1e-10)


@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize("shape", [(6, 3), (4, 3, 5), (2, 3, 4, 5)])
def test_batch_norm_and_its_gradients_are_pytorch_s(shape: tuple[int, ...], affine: bool) -> None:
    x = RNG.normal(size=shape) * 2 + 3
    weight, bias = RNG.normal(size=(2, 3)) if affine else (None, None)
    tx, tw, tb = leaves(x, weight, bias)
    running_mean, running_var = torch.zeros(3, dtype=torch.float64), torch.zeros(3, dtype=torch.float64)
    expected = TF.batch_norm(tx, running_mean, running_var, tw, tb, True, 1.0, 1e-5)
    out, mean, var, center, rstd = F.batch_norm_training(x, weight, bias, 1e-5)
    np.testing.assert_allclose(out, expected.detach().numpy(), atol=1e-12)
    np.testing.assert_allclose(mean, running_mean.numpy(), rtol=1e-12)
    count = x.size // 3
    np.testing.assert_allclose(var * count / (count - 1), running_var.numpy(), rtol=1e-12)

    grad = RNG.normal(size=shape)
    expected.backward(torch.tensor(grad))
    dims = F.batch_dims(x.ndim)
    scale = None if weight is None else weight.reshape(F.channel_shape(shape))
    parts = F.normalize_backward(grad, x, scale, center, rstd, dims, dims, 1e-5)
    for part, leaf in zip(parts, (tx, tw, tb), strict=True):
        if leaf is not None:
            np.testing.assert_allclose(part, leaf.grad.numpy(), atol=1e-11)


def test_a_large_mean_does_not_hide_the_variance() -> None:
    x = np.array([[1e8, 1e8 + 1, 1e8 + 2]])
    out, _, _ = F.layer_norm(x, (3,), None, None, 0.0)
    np.testing.assert_allclose(out, [[-np.sqrt(1.5), 0.0, np.sqrt(1.5)]], rtol=1e-7)


def test_float32_stays_float32() -> None:
    for rows in (2, 200):
        x = RNG.normal(size=(rows, 40)).astype(np.float32)
        out, center, rstd = F.layer_norm(x, (40,), x[0], x[1], 1e-5)
        parts = F.normalize_backward(x, x, x[0], center, rstd, (-1,), (0,), 1e-5)
        assert {array.dtype for array in (out, center, rstd, *parts)} == {np.dtype(np.float32)}


def test_group_shape_splits_the_channels() -> None:
    assert F.group_shape((2, 6, 4, 5), 3) == (2, 3, 2, 20)
    with pytest.raises(RuntimeError, match=r"got input of shape \(2, 6\) and num_groups=4"):
        F.group_shape((2, 6), 4)
    with pytest.raises(RuntimeError, match="group_norm: Expected at least 2 dimensions"):
        F.group_shape((6,), 2)


def test_arguments_stay_unchanged() -> None:
    x, grad, weight = RNG.normal(size=(3, 4)), RNG.normal(size=(3, 4)), RNG.normal(size=4)
    kept = [array.copy() for array in (x, grad, weight)]
    _, center, rstd = F.layer_norm(x, (4,), weight, None, 1e-5)
    F.normalize_backward(grad, x, weight, center, rstd, (-1,), (0,), 1e-5)
    for array, copy in zip((x, grad, weight), kept, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_wrong_arguments_are_named() -> None:
    x = np.zeros((2, 3))
    with pytest.raises(
        RuntimeError, match=r"normalized_shape must be the last dimensions of input.*got \(2,\)"
    ):
        F.layer_norm(x, (2,), None, None, 1e-5)
    with pytest.raises(RuntimeError, match="normalized_shape must be"):
        F.layer_norm(x, (), None, None, 1e-5)
    with pytest.raises(
        RuntimeError, match=r"layer_norm: bias must have the shape of normalized_shape, \(3,\)"
    ):
        F.layer_norm(x, (3,), None, np.zeros(2), 1e-5)
    with pytest.raises(RuntimeError, match="real floating-point dtype, got int64"):
        F.layer_norm(np.zeros((2, 3), np.int64), (3,), None, None, 1e-5)
    with pytest.raises(ValueError, match="more than one value per channel in training"):
        F.batch_norm_training(np.zeros((1, 3)), None, None, 1e-5)
    with pytest.raises(RuntimeError, match=r"batch_norm: weight must have shape \(3,\)"):
        F.batch_norm_training(x, np.zeros(2), None, 1e-5)


@pytest.mark.parametrize("dtypes", [("float64", "float16"), ("float64", "float32"), ("float32", "float64")])
def test_gradients_of_rms_norm_have_the_dtypes_of_its_arguments(dtypes: tuple[str, str]) -> None:
    """A weight of another dtype than the argument of `rms_norm` gets a gradient of its own dtype."""
    x, weight = (dv.ones(4, dtype=dtype, requires_grad=True) for dtype in dtypes)
    gradients = dv.autograd.grad(dv.nn.functional.rms_norm(x, (4,), weight).sum(), [x, weight])
    assert [gradient.dtype.name for gradient in gradients if gradient is not None] == list(dtypes)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("of_weight", ["float16", "float32", "float64", "complex64"])
def test_rms_norm_has_the_dtype_of_its_argument(dtype: str, of_weight: str) -> None:
    """As in PyTorch, a weight of another dtype does not change it."""
    if dtype != "complex64" and of_weight == "complex64":
        pytest.skip("imaginary parts would be lost")
    x, weight = dv.ones(4, dtype=dtype), dv.ones(4, dtype=of_weight)
    assert dv.nn.functional.rms_norm(x, (4,), weight).dtype.name == dtype

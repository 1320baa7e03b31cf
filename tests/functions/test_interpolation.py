"""Resampling to other sizes, and its gradients, against PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd import gradcheck, gradgradcheck
from derivata.nn import functional as F

torch = pytest.importorskip("torch")
TF = torch.nn.functional

RNG = np.random.default_rng(0)
SHAPES = {1: (2, 3, 7), 2: (2, 3, 7, 6), 3: (1, 2, 4, 3, 5)}
SIZES: dict[int, list[Any]] = {
    1: [(12,), (3,), 1, 7],
    2: [(14, 12), (3, 9), (15, 2), (1, 1), 6],
    3: [(8, 6, 10), (2, 7, 3), 4],
}
FACTORS: list[Any] = [2, 1.7, 0.6]
MODES = [
    *[(mode, dims, {}) for mode in ("nearest", "nearest-exact", "area") for dims in (1, 2, 3)],
    *[
        (mode, dims, {"align_corners": corners})
        for mode, dims in (("linear", 1), ("bilinear", 2), ("bicubic", 2), ("trilinear", 3))
        for corners in (None, False, True)
    ],
    *[
        (mode, 2, {"align_corners": corners, "antialias": True})
        for mode in ("bilinear", "bicubic")
        for corners in (False, True)
    ],
    ("lanczos", 2, {"antialias": True}),
]


def compared(shape: Any, options: dict[str, Any], dtype: Any, within: float) -> None:
    x = RNG.normal(size=shape).astype(dtype)
    ours, theirs = dv.tensor(x, requires_grad=True), torch.tensor(x, requires_grad=True)
    out, expected = F.interpolate(ours, **options), TF.interpolate(theirs, **options)
    np.testing.assert_allclose(out.detach().numpy(), expected.detach().numpy(), atol=within)
    assert out.dtype == dtype
    grad = RNG.normal(size=out.shape).astype(dtype)
    out.backward(dv.tensor(grad))
    expected.backward(torch.tensor(grad))
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), atol=10 * within)


@pytest.mark.parametrize(("dtype", "within"), [(np.float64, 1e-12), (np.float32, 2e-5)])
@pytest.mark.parametrize(("mode", "dims", "options"), MODES)
def test_values_and_gradients_are_pytorch_s(
    mode: str, dims: int, options: dict[str, Any], dtype: Any, within: float
) -> None:
    for size in SIZES[dims]:
        compared(SHAPES[dims], {"size": size, "mode": mode, **options}, dtype, within)
    for factor in FACTORS:
        for again in (None, True):
            arguments = {"scale_factor": factor, "recompute_scale_factor": again, "mode": mode, **options}
            compared(SHAPES[dims], arguments, dtype, within)


@pytest.mark.parametrize(("mode", "dims", "options"), MODES)
def test_resampling_and_its_transpose_are_each_other_s(mode: str, dims: int, options: dict[str, Any]) -> None:
    """The product of an output with a gradient is that of the input with the gradient that comes back."""
    x = dv.tensor(RNG.normal(size=SHAPES[dims]), requires_grad=True)
    for size in SIZES[dims]:
        out = F.interpolate(x, size, mode=mode, **options)
        grad = dv.tensor(RNG.normal(size=out.shape))
        (back,) = dv.autograd.grad(out, x, grad)
        np.testing.assert_allclose((out * grad).sum().item(), (x * back).sum().item(), rtol=1e-10)


@pytest.mark.parametrize(("mode", "dims", "options"), MODES)
def test_derivatives_are_those_of_finite_differences(mode: str, dims: int, options: dict[str, Any]) -> None:
    x = dv.tensor(RNG.normal(size=SHAPES[dims][1:2] + SHAPES[dims][1:]), requires_grad=True)[:1, :1]
    x = x.detach().requires_grad_()
    size = SIZES[dims][1]
    assert gradcheck(lambda x: F.interpolate(x, size, mode=mode, **options), x, check_forward_ad=True)
    assert gradgradcheck(lambda x: F.interpolate(x, size, mode=mode, **options).square(), x)


def test_an_element_that_is_no_number_stays_where_it_is() -> None:
    """Infinite elements, and infinite gradients, reach what depends on them and nothing else."""
    x = dv.tensor(np.arange(96.0).reshape(1, 1, 8, 12), requires_grad=True)
    with dv.no_grad():
        x[0, 0, 0, 0] = np.inf
    out = F.interpolate(x, (4, 6), mode="bilinear", antialias=True)
    assert dv.isinf(out[0, 0, 0, 0])
    assert dv.isfinite(out[0, 0, 2:]).all()
    assert dv.isfinite(out[0, 0, :, 2:]).all()
    out = F.interpolate(x, (4, 4), mode="nearest")
    (back,) = dv.autograd.grad(out, x, dv.full_like(out, np.inf))
    assert (dv.isinf(back).sum().item(), (back == 0).sum().item()) == (16, 80)


def test_bytes_take_the_nearest() -> None:
    mask = dv.tensor(np.array([[[1, 200, 3]]], np.uint8))
    for mode in ("nearest", "nearest-exact"):
        out = F.interpolate(mask, 5, mode=mode)
        expected = TF.interpolate(torch.tensor(mask.numpy()), 5, mode=mode)
        assert out.dtype == np.uint8
        assert out.tolist() == expected.tolist()
    with pytest.raises(
        NotImplementedError, match=r"^interpolate: input must be a floating-point tensor, or uint8"
    ):
        F.interpolate(mask, 5, mode="linear")
    with pytest.raises(
        NotImplementedError, match=r"^interpolate: input must be a floating-point tensor, or uint8"
    ):
        F.interpolate(mask.long(), 5)


def test_no_images_are_resampled_to_none() -> None:
    x = dv.ones(0, 3, 4, 5, requires_grad=True)
    out = F.interpolate(x, (8, 2), mode="bilinear")
    assert out.shape == (0, 3, 8, 2)
    out.sum().backward()
    assert x.grad.shape == (0, 3, 4, 5)
    assert F.interpolate(dv.ones(1, 0, 4), 3, mode="area").shape == (1, 0, 3)


def test_strides_do_not_matter() -> None:
    x = RNG.normal(size=(5, 6, 3, 2)).T
    for mode in ("nearest", "bilinear", "bicubic", "area"):
        out = F.interpolate(dv.tensor(x[:, ::-1]), (9, 4), mode=mode)
        expected = F.interpolate(dv.tensor(np.ascontiguousarray(x[:, ::-1])), (9, 4), mode=mode)
        np.testing.assert_array_equal(out.numpy(), expected.numpy())


REFUSED: list[tuple[Any, dict[str, Any]]] = [
    ((4, 4), {"size": 3}),
    ((1, 1, 4, 4, 4, 4), {"size": 3}),
    ((1, 1, 4, 4), {"size": 3, "mode": "linear"}),
    ((1, 1, 4), {"size": 3, "mode": "bilinear"}),
    ((1, 1, 4), {"size": 3, "mode": "trilinear"}),
    ((1, 1, 4, 4), {"size": 3, "mode": "cubic"}),
    ((1, 1, 4, 4), {"size": 0}),
    ((1, 1, 4, 4), {"size": (3, -1), "mode": "area"}),
    ((1, 0, 4, 4), {"size": 3}),
    ((1, 1, 0, 4), {"size": 3}),
    ((1, 1, 4, 4), {"scale_factor": 0.1}),
    ((1, 1, 4, 4), {}),
    ((1, 1, 4, 4), {"size": 2, "scale_factor": 2}),
    ((1, 1, 4, 4), {"size": 2, "recompute_scale_factor": True}),
    ((1, 1, 4, 4), {"size": 2, "align_corners": False}),
    ((1, 1, 4, 4), {"size": (2, 2, 2)}),
    ((1, 1, 4, 4), {"scale_factor": (2, 2, 2)}),
    ((1, 1, 4, 4), {"size": 2, "mode": "lanczos"}),
    ((1, 1, 4, 4), {"size": 2, "mode": "lanczos", "antialias": True, "align_corners": True}),
    ((1, 1, 4, 4), {"size": 2, "mode": "area", "antialias": True}),
    ((1, 1, 4), {"size": 2, "mode": "linear", "antialias": True}),
]


@pytest.mark.parametrize(("shape", "options"), REFUSED)
def test_what_pytorch_refuses_is_refused(shape: Any, options: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError, RuntimeError)) as theirs:
        TF.interpolate(torch.ones(shape), **options)
    with pytest.raises(theirs.type, match=r"^interpolate: "):
        F.interpolate(dv.ones(shape), **options)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("upsample", lambda x: F.interpolate(x, (5, 7))),
        ("upsample_nearest", lambda x: F.interpolate(x, (5, 7))),
        ("upsample_bilinear", lambda x: F.interpolate(x, (5, 7), mode="bilinear", align_corners=True)),
    ],
)
def test_older_names_warn_and_do_the_same(old: str, new: Callable[[Any], Any]) -> None:
    x = dv.tensor(RNG.normal(size=(1, 2, 3, 4)))
    with pytest.warns(UserWarning, match=rf"^`nn.functional.{old}` is deprecated") as told:
        out = getattr(F, old)(x, (5, 7))
    assert told[0].filename == __file__
    np.testing.assert_array_equal(out.numpy(), new(x).numpy())

"""Sampling at the points of grids, and its gradients, against PyTorch and finite differences."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import kernels
from derivata.autograd import gradcheck, gradgradcheck
from derivata.nn import functional as F

torch = pytest.importorskip("torch")
TF = torch.nn.functional

RNG = np.random.default_rng(0)
PADDINGS = ("zeros", "border", "reflection")
MODES = [
    (mode, padding, corners)
    for mode, padding, corners in product(("bilinear", "nearest", "bicubic"), PADDINGS, (False, True))
]
SHAPES: list[Any] = [
    ((2, 3, 5, 4), (2, 6, 7, 2)),
    ((1, 1, 1, 6), (1, 3, 2, 2)),
    ((2, 2, 3, 4, 5), (2, 2, 5, 6, 3)),
]


@pytest.fixture(params=[True, False], ids=["loops", "numpy"])
def loops(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run what follows by compiled loops, and by NumPy."""
    if not request.param:
        monkeypatch.setattr("derivata.arrays.jit.switch.SWITCH.on", False)
    elif not kernels.enabled():
        pytest.skip("compiled loops need llvmlite")


@pytest.mark.usefixtures("loops")
@pytest.mark.parametrize(("dtype", "within"), [(np.float64, 1e-11), (np.float32, 2e-4)])
@pytest.mark.parametrize(("mode", "padding", "corners"), MODES)
@pytest.mark.parametrize(("shape", "points"), SHAPES)
def test_values_and_gradients_are_pytorch_s(
    shape: Any, points: Any, mode: str, padding: str, corners: bool, dtype: Any, within: float
) -> None:
    if mode == "bicubic" and len(shape) == 5:
        return
    x, grid = RNG.normal(size=shape).astype(dtype), RNG.uniform(-1.8, 1.8, points).astype(dtype)
    ours = [dv.tensor(array, requires_grad=True) for array in (x, grid)]
    theirs = [torch.tensor(array, requires_grad=True) for array in (x, grid)]
    out = F.grid_sample(*ours, mode, padding, corners)
    expected = TF.grid_sample(*theirs, mode, padding, corners)
    np.testing.assert_allclose(out.detach().numpy(), expected.detach().numpy(), atol=within)
    assert out.dtype == dtype
    grad = RNG.normal(size=out.shape).astype(dtype)
    out.backward(dv.tensor(grad))
    expected.backward(torch.tensor(grad))
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine.grad.numpy(), other.grad.numpy(), rtol=within, atol=10 * within)


@pytest.mark.parametrize(("mode", "padding", "corners"), MODES)
def test_derivatives_of_two_orders_are_those_of_finite_differences(
    mode: str, padding: str, corners: bool
) -> None:
    shapes: list[Any] = [((1, 2, 4, 3), (1, 2, 3, 2))]
    if mode != "bicubic":
        shapes.append(((1, 1, 2, 3, 2), (1, 1, 2, 2, 3)))
    for shape, points in shapes:
        x = dv.tensor(RNG.normal(size=shape), requires_grad=True)
        grid = dv.tensor(RNG.uniform(-1.3, 1.3, points), requires_grad=True)

        def sampled(x: dv.Tensor, grid: dv.Tensor) -> Any:
            return F.grid_sample(x, grid, mode, padding, corners)

        assert gradcheck(sampled, (x, grid), check_forward_ad=True)
        assert gradgradcheck(sampled, (x, grid))


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
def test_third_derivatives_are_those_of_finite_differences(mode: str) -> None:
    x = dv.tensor(RNG.normal(size=(1, 1, 4, 5)), requires_grad=True)
    grid = dv.tensor(RNG.uniform(-0.7, 0.7, (1, 1, 2, 2)), requires_grad=True)

    def slopes(x: dv.Tensor, grid: dv.Tensor) -> Any:
        total = F.grid_sample(x, grid, mode, align_corners=False).square().sum()
        return dv.autograd.grad(total, (x, grid), create_graph=True)

    assert gradgradcheck(slopes, (x, grid))


@pytest.mark.usefixtures("loops")
@pytest.mark.parametrize("padding", PADDINGS)
@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
def test_points_that_are_nowhere_read_nothing_and_infinite_elements_stay_where_they_are(
    mode: str, padding: str
) -> None:
    x = np.ones((1, 1, 9, 9))
    x[0, 0, 0, 0] = np.inf
    grid = np.zeros((1, 8, 8, 2))
    grid[0, 0, 0] = np.nan
    grid[0, 0, 1] = np.inf
    grid[0, 0, 2] = 1e30
    out = F.grid_sample(dv.tensor(x), dv.tensor(grid), mode, padding, False).numpy()
    assert not np.isnan(out).any()
    np.testing.assert_allclose(out[0, 0, 1:], 1)
    assert np.isfinite(out[0, 0, 1:]).all()
    if padding == "zeros":
        np.testing.assert_array_equal(out[0, 0, 0, :3], 0)


@pytest.mark.usefixtures("loops")
@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
@pytest.mark.parametrize("far", [1e5, 1e12, 1e30])
def test_points_far_beyond_the_border_read_the_border(mode: str, far: float) -> None:
    x = RNG.normal(size=(1, 1, 9, 9))
    grid = np.zeros((1, 8, 8, 2))
    grid[0, 0, 0], grid[0, 0, 1], grid[0, 0, 2] = far, -far, (far, -far)
    points = dv.tensor(grid, requires_grad=True)
    out = F.grid_sample(dv.tensor(x), points, mode, "border", False)
    np.testing.assert_allclose(out.detach().numpy()[0, 0, 0, :3], x[0, 0, [8, 0, 0], [8, 0, 8]])
    out.sum().backward()
    np.testing.assert_allclose(points.grad.numpy()[0, 0, :3], 0, atol=1e-12)


@pytest.mark.usefixtures("loops")
def test_gradients_of_another_shape_are_refused_before_anything_is_read() -> None:
    from derivata.generated import ops

    x, grid, grad = dv.ones(1, 2, 3, 4), dv.zeros(1, 4, 96, 2), dv.ones(1, 2, 2, 96)
    message = r"expected a gradient of shape \(1, 2, 4, 96\)"
    with pytest.raises(ValueError, match=message):
        ops._grid_sample_transposed(grad, grid, (3, 4), 2, 2, True, (0, 1))
    with pytest.raises(ValueError, match=message):
        ops._grid_sample_slopes(grad, x, grid, 2, 2, True, (0, 0))


@pytest.mark.parametrize("shape", [(0, 2, 3, 3), (2, 0, 3, 3)])
def test_no_images_and_no_channels_give_none(shape: Any) -> None:
    x = dv.ones(shape, requires_grad=True)
    grid = dv.zeros(shape[0], 4, 5, 2, requires_grad=True)
    out = F.grid_sample(x, grid, align_corners=False)
    assert out.shape == (*shape[:2], 4, 5)
    out.sum().backward()
    assert x.grad.shape == shape
    assert (grid.grad == 0).all()
    assert F.grid_sample(dv.ones(1, 2, 3, 3), dv.zeros(1, 0, 5, 2), align_corners=False).shape == (1, 2, 0, 5)


def test_halves_are_computed_in_single_precision() -> None:
    x, grid = (RNG.uniform(-1, 1, shape).astype(np.float16) for shape in ((1, 2, 5, 4), (1, 3, 3, 2)))
    out = F.grid_sample(dv.tensor(x), dv.tensor(grid), align_corners=True)
    single = F.grid_sample(dv.tensor(x).float(), dv.tensor(grid).float(), align_corners=True)
    assert out.dtype == np.float16
    np.testing.assert_array_equal(out.numpy(), single.half().numpy())


def test_without_align_corners_there_is_a_warning() -> None:
    x, grid = dv.ones(1, 1, 2, 2), dv.zeros(1, 1, 1, 2)
    with pytest.warns(UserWarning, match=r"^grid_sample: align_corners") as told:
        F.grid_sample(x, grid)
    assert told[0].filename == __file__
    with pytest.warns(UserWarning, match=r"^affine_grid: align_corners"):
        F.affine_grid(dv.ones(1, 2, 3), (1, 1, 2, 2))


REFUSED: list[Any] = [
    ((1, 1, 3, 3), (2, 2, 2), 0),
    ((1, 1, 3, 3), (2, 2, 2, 2), 0),
    ((1, 1, 3, 3), (1, 2, 2, 3), 0),
    ((1, 1, 0, 3), (1, 2, 2, 2), 0),
    ((1, 1, 3, 3, 3), (1, 2, 2, 2, 3), 2),
    ((1, 3, 3), (1, 2, 2), 0),
]


@pytest.mark.parametrize(("shape", "points", "mode"), REFUSED)
def test_what_pytorch_refuses_is_refused(shape: Any, points: Any, mode: int) -> None:
    for lib in (torch, dv):
        with pytest.raises(RuntimeError, match=r"^grid_sampler"):
            lib.grid_sampler(lib.ones(shape), lib.ones(points), mode, 0, False)


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_other_arguments_that_are_refused(library: str) -> None:
    lib: Any = dv if library == "derivata" else torch
    images, grid = lib.ones(1, 1, 3, 3), lib.zeros(1, 2, 2, 2)
    volumes, points = lib.ones(1, 1, 3, 3, 3), lib.zeros(1, 2, 2, 2, 3)
    sample, affine = lib.nn.functional.grid_sample, lib.nn.functional.affine_grid
    with pytest.raises(ValueError, match="mode"):
        sample(images, grid, "cubic", align_corners=False)
    with pytest.raises(ValueError, match="padding_mode"):
        sample(images, grid, "nearest", "mirror", align_corners=False)
    with pytest.raises(RuntimeError):
        sample(images, grid.double(), align_corners=False)
    with pytest.raises((RuntimeError, TypeError)):
        sample(images.long(), grid.long(), align_corners=False)
    with pytest.raises(RuntimeError):
        lib.grid_sampler_2d(volumes, points, 0, 0, False)
    with pytest.raises(RuntimeError):
        lib.grid_sampler_3d(images, grid, 0, 0, False)
    with pytest.raises(ValueError, match="theta"):
        affine(lib.ones(1, 2, 3).long(), (1, 1, 2, 2), align_corners=False)
    with pytest.raises(ValueError, match=r"2D affine|theta"):
        affine(lib.ones(1, 3, 3), (1, 1, 2, 2), align_corners=False)
    with pytest.raises(NotImplementedError, match="size"):
        affine(lib.ones(1, 2, 3), (1, 1, 2), align_corners=False)
    with pytest.raises(ValueError, match="size"):
        affine(lib.ones(1, 2, 3), (1, 1, 0, 2), align_corners=False)
    with pytest.raises(RuntimeError):
        lib.affine_grid_generator(lib.ones(1, 2, 3), (2, 1, 2, 2), False)
    with pytest.raises(RuntimeError):
        lib.affine_grid_generator(lib.ones(1, 2, 3), (1, 1, 2), False)


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("size", [(2, 3, 4, 5), (2, 1, 1, 5), (2, 3, 2, 3, 4)])
def test_grids_of_affine_maps_are_pytorch_s(size: Any, corners: bool) -> None:
    theta = RNG.normal(size=(2, len(size) - 2, len(size) - 1))
    ours, theirs = dv.tensor(theta, requires_grad=True), torch.tensor(theta, requires_grad=True)
    out, expected = F.affine_grid(ours, size, corners), TF.affine_grid(theirs, size, corners)
    np.testing.assert_allclose(out.detach().numpy(), expected.detach().numpy(), atol=1e-12)
    grad = RNG.normal(size=out.shape)
    out.backward(dv.tensor(grad))
    expected.backward(torch.tensor(grad))
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), atol=1e-11)


def test_a_shift_is_found_by_descent() -> None:
    """A spatial transformer finds the shift between two images of a bump."""
    y, x = np.mgrid[-1:1:24j, -1:1:24j]

    def bump(across: float, down: float) -> dv.Tensor:
        return dv.tensor(np.exp(-4 * ((x - across) ** 2 + (y - down) ** 2))[None, None])

    image, target = bump(0.0, 0.0), bump(0.2, -0.1)
    theta = dv.tensor(np.array([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]), requires_grad=True)
    for _ in range(200):
        grid = F.affine_grid(theta, image.shape, True)
        loss = (F.grid_sample(image, grid, align_corners=True) - target).square().mean()
        (grad,) = dv.autograd.grad(loss, theta)
        theta = (theta - grad * dv.tensor([0.0, 0.0, 1.0])).detach().requires_grad_()
    np.testing.assert_allclose(theta[0, :, 2].detach().numpy(), [-0.2, 0.1], atol=0.02)

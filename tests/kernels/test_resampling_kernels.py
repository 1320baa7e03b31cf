"""Resampling by compiled loops equals NumPy's, at any number of threads."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.resampling import kernels as resampling
from derivata.generated import functions

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

FLOATS = (np.float32, np.float64)
CASES: tuple[Any, ...] = (
    # shape, size, mode, align_corners, antialias, scales
    ((3, 5, 29, 31), (58, 62), "bilinear", False, False, None),
    ((1, 1, 40, 37), (97, 13), "bilinear", True, False, None),
    ((2, 3, 70, 50), (33, 120), "bicubic", False, False, None),
    ((2, 3, 3, 2), (33, 20), "bicubic", False, False, None),
    ((2, 3, 70, 50), (11, 9), "bicubic", False, True, None),
    ((2, 3, 70, 50), (11, 70), "lanczos", False, True, None),
    ((2, 3, 70, 50), (11, 70), "area", False, False, None),
    ((2, 3, 20, 30), (31, 21), "nearest", False, False, (1.57, 0.71)),
    ((4, 7, 200), (331,), "linear", False, False, None),
    ((4, 7, 200), (31,), "nearest-exact", False, False, None),
    ((1, 2, 7, 20, 30), (10, 35, 20), "trilinear", False, False, None),
    ((1, 2, 17, 20, 30), (6, 20, 30), "trilinear", True, False, None),
    ((1, 2, 7, 20, 30), (7, 20, 41), "area", False, False, None),
)


@pytest.fixture(params=[1, 4])
def threads(request: Any) -> Iterator[int]:
    before = kernels.get_num_threads()
    kernels.set_num_threads(request.param)
    yield request.param
    kernels.set_num_threads(before)


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "size", "mode", "align_corners", "antialias", "scales"), CASES)
def test_resampling_and_its_transpose_equal_those_of_numpy(
    shape: Any, size: Any, mode: str, align_corners: bool, antialias: bool, scales: Any, dtype: Any
) -> None:
    options = mode, align_corners, antialias, scales
    x = np.random.default_rng(0).normal(size=shape).astype(dtype)
    out = functions.resample(x, size, *options)
    back = functions.resample_backward(out, shape[2:], *options)
    with kernels.disabled():
        plain = functions.resample(x, size, *options)
        plain_back = functions.resample_backward(out, shape[2:], *options)
    within = 1e-5 if dtype == np.float32 else 1e-13
    np.testing.assert_allclose(out, plain, atol=within)
    np.testing.assert_allclose(back, plain_back, atol=10 * within)
    assert out.dtype == back.dtype == dtype


def test_loops_do_what_they_are_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the four loops runs for some of the cases above."""
    ran = set()
    loops = ("_rows", "_columns", "_rows_then_columns", "_columns_then_rows")
    for name in loops:
        loop = getattr(resampling, name)

        class Noted:
            def run(self, *args: Any, _loop: Any = loop, _name: str = name, **kwargs: Any) -> bool:
                done: bool = _loop.run(*args, **kwargs)
                ran.update([_name] if done else [])
                return done

        monkeypatch.setattr(resampling, name, Noted())
    for shape, size, *options, scales in CASES:
        functions.resample(np.ones(shape), size, *options, scales)
    assert ran == set(loops)


def test_infinite_elements_stay_where_they_are() -> None:
    x = np.ones((1, 1, 30, 40), np.float32)
    x[..., 7, 9] = np.inf
    for size in ((60, 80), (15, 20), (30, 80), (60, 40)):
        for mode, antialias in (("area", False), ("bilinear", True)):
            out = functions.resample(x, size, mode, False, antialias, None)
            with kernels.disabled():
                np.testing.assert_allclose(out, functions.resample(x, size, mode, False, antialias, None))
            assert not np.isnan(out).any()
    grad = np.zeros((1, 1, 10, 13), np.float32)
    grad[..., 2, 3] = np.inf
    back = functions.resample_backward(grad, (30, 40), "nearest", False, False, None)
    assert (np.isinf(back).sum(), (back == 0).sum()) == (1, 1199)

"""`nn.functional.unfold` and `fold` give what PyTorch's give, and refuse what it refuses."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

torch: Any = pytest.importorskip("torch")

GEOMETRIES = [
    {"kernel_size": (2, 3)},
    {"kernel_size": 3, "padding": 1, "stride": 2},
    {"kernel_size": (2, 1), "dilation": (2, 3), "padding": (0, 2), "stride": (1, 2)},
]


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("shape", [(2, 3, 6, 5), (3, 6, 5)])
def test_windows_and_their_sum(geometry: dict[str, Any], shape: tuple[int, ...]) -> None:
    x = np.random.default_rng(0).normal(size=shape)
    windows = dv.nn.functional.unfold(dv.tensor(x), **geometry)
    wanted = torch.nn.functional.unfold(torch.tensor(x), **geometry)
    assert (windows.numpy() == wanted.numpy()).all()
    summed = dv.nn.functional.fold(windows, (6, 5), **geometry)
    assert np.allclose(
        summed.numpy(), torch.nn.functional.fold(wanted, (6, 5), **geometry).numpy(), rtol=1e-14
    )


@pytest.mark.parametrize("lib", [dv, torch], ids=["derivata", "torch"])
def test_geometries_that_do_not_fit_are_refused(lib: Any) -> None:
    """Windows larger than the image, of no size, or in another number than fits are refused with PyTorch's words."""
    unfold, fold = lib.nn.functional.unfold, lib.nn.functional.fold
    with pytest.raises(RuntimeError, match="sliding blocks"):
        unfold(lib.ones(1, 1, 2, 2), 3)
    with pytest.raises(RuntimeError, match="greater than zero"):
        unfold(lib.ones(1, 1, 2, 2), 0)
    with pytest.raises(RuntimeError, match="sliding blocks"):
        fold(lib.ones(1, 4, 5), 3, 2)
    with pytest.raises(RuntimeError, match="to be divisible by the product of"):
        fold(lib.ones(1, 3, 4), 3, 2)

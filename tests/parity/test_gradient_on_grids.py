"""Derivatives on grids, histograms of several dimensions, and indices of a fixed number, as in PyTorch."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch", reason="the same functions are compared")
GRID = np.random.default_rng(5).standard_normal((4, 5))
SPACINGS: list[dict[str, Any]] = [
    {},
    {"spacing": 0.5},
    {"spacing": (0.5, 2.0)},
    {"dim": 1, "spacing": 3.0},
    {"dim": (-1, 0)},
    {"edge_order": 2},
    {"edge_order": 2, "spacing": [0.3, 0.7]},
]


@pytest.mark.parametrize("options", SPACINGS, ids=str)
def test_gradient_of_values_on_an_even_grid(options: dict[str, Any]) -> None:
    """`gradient` estimates partial derivatives from values on a grid, and gradients flow to the values."""
    found = []
    for lib, x in ((dv, dv.from_numpy(GRID.copy())), (torch, torch.from_numpy(GRID.copy()))):
        x.requires_grad_()
        parts = lib.gradient(x, **options)
        sum((part**2).sum() for part in parts).backward()
        found.append([*parts, x.grad])
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(np.asarray(ours.detach()), theirs.detach().numpy(), rtol=1e-12)


@pytest.mark.parametrize("edge_order", [1, 2])
def test_gradient_with_coordinates(edge_order: int) -> None:
    """`gradient` takes the coordinates of an uneven grid."""
    coordinates = [np.array([0.0, 0.5, 2.0, 2.5]), np.array([-1.0, 0.0, 0.3, 1.0, 4.0])]
    found = []
    for of in (dv.from_numpy, torch.from_numpy):
        lib: Any = dv if of is dv.from_numpy else torch
        spacing = tuple(of(c.copy()) for c in coordinates)
        found.append(lib.gradient(of(GRID.copy()), spacing=spacing, edge_order=edge_order))
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(np.asarray(ours), theirs.numpy(), rtol=1e-9)


@pytest.mark.parametrize("lib", [dv, torch], ids=["derivata", "torch"])
def test_gradient_says_what_does_not_fit(lib: Any) -> None:
    """`gradient` refuses short dimensions, unknown orders and other numbers of spacings."""
    x = lib.ones(2, 3)
    with pytest.raises(RuntimeError, match="edge_order"):
        lib.gradient(x, edge_order=3)
    with pytest.raises(RuntimeError, match=r"at least edge_order\+1"):
        lib.gradient(x, edge_order=2)
    with pytest.raises(RuntimeError, match="expected spacing to be"):
        lib.gradient(x, spacing=(1.0,))


@pytest.mark.parametrize("lib", [dv, torch], ids=["derivata", "torch"])
def test_nonzero_static_has_a_fixed_number_of_rows(lib: Any) -> None:
    """`nonzero_static` gives so many indices: the first ones, or with `fill_value` behind them."""
    x = lib.tensor([[0, 1], [2, 3]])
    assert lib.nonzero_static(x, size=2).tolist() == [[0, 1], [1, 0]]
    assert x.nonzero_static(size=4, fill_value=7).tolist() == [[0, 1], [1, 0], [1, 1], [7, 7]]
    assert lib.nonzero_static(input=x, size=0).shape == (0, 2)
    assert lib.nonzero_static(x, size=1).dtype == lib.int64


BINS: list[Any] = [3, [2, 4], "edges"]


@pytest.mark.parametrize("bins", BINS, ids=str)
@pytest.mark.parametrize("more", [{}, {"density": True}, {"weight": True}], ids=str)
def test_histogramdd_counts_points(bins: Any, more: dict[str, Any]) -> None:
    """`histogramdd` counts points of several coordinates in boxes."""
    points = np.random.default_rng(6).standard_normal((40, 2))
    found = []
    for lib, of in ((dv, dv.from_numpy), (torch, torch.from_numpy)):
        options = dict(more)
        if "weight" in options:
            options["weight"] = of(np.abs(points[:, 0]))
        if bins == "edges":
            hist, edges = lib.histogramdd(of(points), [of(np.linspace(-1, 1, n)) for n in (4, 3)], **options)
        else:
            hist, edges = lib.histogramdd(of(points), bins, range=[-2.0, 2.0, -1.0, 1.5], **options)
        found.append([hist, *edges])
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(np.asarray(ours), theirs.numpy(), rtol=1e-12)

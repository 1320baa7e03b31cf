"""sort, argsort and topk, against PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from derivata.generated import functions as F

torch = pytest.importorskip("torch")

SHAPES = [(6,), (3, 5), (2, 4, 3), (), (0, 3), (3, 0), (1,)]


def with_ties_and_nan(shape: tuple[int, ...]) -> Any:
    x = np.asarray(np.random.default_rng(0).integers(0, 4, shape).astype(float))
    if x.size > 3:
        x.reshape(-1)[2] = np.nan
    return x


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dim", [0, -1])
@pytest.mark.parametrize("shape", SHAPES)
def test_stable_sorts_agree_with_torch(shape: tuple[int, ...], dim: int, descending: bool) -> None:
    x = with_ties_and_nan(shape)
    values, indices = F.sort(x, dim, descending, True)
    expected = torch.sort(torch.tensor(x), dim=dim, descending=descending, stable=True)
    assert np.array_equal(values, expected.values.numpy(), equal_nan=True)
    assert np.array_equal(indices, expected.indices.numpy())
    assert indices.dtype == np.int64
    assert np.array_equal(F.argsort(x, dim, descending, True), indices)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_unstable_sorts_have_the_same_values_and_point_at_them(
    shape: tuple[int, ...], descending: bool
) -> None:
    x = with_ties_and_nan(shape)
    values, indices = F.sort(x, -1, descending)
    assert np.array_equal(values, F.sort(x, -1, descending, True)[0], equal_nan=True)
    assert np.array_equal(F.gather(x, -1, indices), values, equal_nan=True)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "bool", "int64"])
def test_descending_sorts_of_integers_reach_the_ends_of_their_range(dtype: str) -> None:
    x = np.array([0, 1, 127, -128 if dtype == "int8" else 1]).astype(dtype)
    assert np.array_equal(F.sort(x, 0, True)[0], np.sort(x)[::-1])


@pytest.mark.parametrize("largest", [False, True])
@pytest.mark.parametrize("dim", [0, -1])
@pytest.mark.parametrize("shape", SHAPES)
def test_topk_agrees_with_torch_for_every_k(shape: tuple[int, ...], dim: int, largest: bool) -> None:
    x = with_ties_and_nan(shape)
    for k in range(0 if shape else 1, (shape[dim] if shape else 1) + 1):
        values, indices = F.topk(x, k, dim, largest)
        expected = torch.topk(torch.tensor(x), k, dim, largest).values.numpy()
        assert np.array_equal(values, expected, equal_nan=True)
        assert np.array_equal(F.gather(x, dim, indices), values, equal_nan=True)
        unsorted, _ = F.topk(x, k, dim, largest, False)
        assert np.array_equal(F.sort(unsorted, dim, largest)[0], values, equal_nan=True)


def test_wrong_arguments_are_explained() -> None:
    with pytest.raises(
        RuntimeError, match=r"topk: k must be in \[0, 3\], the length of dimension 0 of self, got 4"
    ):
        F.topk(np.zeros(3), 4)
    with pytest.raises(IndexError, match=r"sort: dim must be in \[-1, 0\]"):
        F.sort(np.zeros(3), 1)
    with pytest.raises(RuntimeError, match="sort: self must have a real dtype, got complex128"):
        F.argsort(np.zeros(3, complex))

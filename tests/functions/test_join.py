"""Joining arrays, against PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from derivata.generated import functions as F

torch = pytest.importorskip("torch")

RNG = np.random.default_rng(0)


def arrays(*shapes: tuple[int, ...]) -> list[Any]:
    return [np.asarray(RNG.normal(size=shape)) for shape in shapes]


@pytest.mark.parametrize(
    ("shapes", "dim"),
    [
        ([(2, 3), (1, 3)], 0),
        ([(2, 1), (2, 0), (2, 3)], -1),
        ([(2,)], 0),
        ([(0,), (2, 3)], 1),
        ([(2, 3), (0,), (1, 3)], -2),
        ([(0,), (0,)], 0),
        ([(0, 3), (0, 3)], 0),
    ],
)
def test_cat_agrees_with_torch(shapes: list[tuple[int, ...]], dim: int) -> None:
    given = arrays(*shapes)
    found = F.cat(given, dim)
    assert np.array_equal(found, torch.cat([torch.tensor(x) for x in given], dim).numpy())
    sizes = F.cat_sizes(shapes, dim)
    parts = F.split_with_sizes(found, sizes, dim)
    assert all(np.array_equal(p.reshape(x.shape), x) for p, x in zip(parts, given, strict=True))


@pytest.mark.parametrize("dim", [0, 1, 2, -1, -3])
def test_stack_agrees_with_torch(dim: int) -> None:
    given = arrays((2, 3), (2, 3), (2, 3))
    assert np.array_equal(F.stack(given, dim), torch.stack([torch.tensor(x) for x in given], dim).numpy())


def test_numbers_can_be_stacked() -> None:
    assert np.array_equal(F.stack([np.asarray(1.0), np.asarray(2.0)], -1), [1.0, 2.0])


DTYPES = ["bool", "uint8", "int32", "int64", "float16", "float32", "float64", "complex64"]


@pytest.mark.parametrize("join", ["cat", "stack"])
@pytest.mark.parametrize("first", DTYPES)
@pytest.mark.parametrize("second", DTYPES)
def test_the_dtype_is_the_one_torch_promotes_to(join: str, first: str, second: str) -> None:
    found = getattr(F, join)([np.ones(2, first), np.ones(2, second)])
    theirs = getattr(torch, join)([torch.ones(2, dtype=getattr(torch, name)) for name in (first, second)])
    assert found.dtype == theirs.numpy().dtype


def test_the_shapes_of_stacks_agree_with_torch() -> None:
    for shape in [(), (3,), (2, 3)]:
        x = torch.zeros(shape)
        assert F.column_shape(shape) == tuple(torch.column_stack([x]).shape)
        assert F.hstack_dim([len(shape)]) == (0 if torch.hstack([x, x]).ndim == 1 else 1)


@pytest.mark.parametrize(
    ("call", "shapes", "dim", "error", "message"),
    [
        (F.cat, [], 0, RuntimeError, "cat: expected a non-empty list of Tensors"),
        (F.cat, [(2, 3), (2, 4)], 0, RuntimeError, r"same shape except in dimension 0.*\(at position 1\)"),
        (F.cat, [(2, 3), (2,)], 0, RuntimeError, r"got shapes \(2, 3\) and \(2,\)"),
        (F.cat, [(2,), ()], 0, RuntimeError, "got a 0-d tensor at position 1; use stack"),
        (F.cat, [(2, 3)], 2, IndexError, r"cat: dim must be in \[-2, 1\]"),
        (F.stack, [], 0, RuntimeError, "stack: expected a non-empty list of Tensors"),
        (F.stack, [(2,), (3,)], 0, RuntimeError, r"stack: tensors must have the same shape.*position 1"),
        (F.stack, [(2,)], 2, IndexError, r"stack: dim must be in \[-2, 1\]"),
    ],
)
def test_what_does_not_fit_is_explained(
    call: Any, shapes: list[tuple[int, ...]], dim: int, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call(arrays(*shapes), dim)

"""Tensors of uint8 in the place of masks: truth values with a warning, as PyTorch's still are."""

import warnings
from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch")


def read(x: Any, index: Any) -> Any:
    return x[index]


def written(x: Any, index: Any) -> Any:
    x = x.clone()
    x[index] = x[index] * 2
    return x


@pytest.mark.parametrize("use", [read, written])
@pytest.mark.parametrize("array", [False, True], ids=["tensor", "array"])
@pytest.mark.parametrize(
    "index",
    [[1, 0, 1], [[1, 0], [0, 200], [0, 1]], 1, 0, (slice(None), [1, 0]), ([2, 0, 1], 0)],
    ids=str,
)
def test_an_index_of_uint8_is_a_mask(index: Any, array: bool, use: Any) -> None:
    results = []
    for library in (dv, torch):

        def part(value: Any, library: Any = library) -> Any:
            if not isinstance(value, list | int) or (value == 0 and isinstance(index, tuple)):
                return value
            numbers = np.array(value, np.uint8)
            return numbers if array else library.from_numpy(numbers)

        x = library.arange(6.0).reshape(3, 2).requires_grad_()
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            y = use(x, tuple(map(part, index)) if isinstance(index, tuple) else part(index))
        assert library is torch or "index has dtype uint8" in str(told[0].message)
        y.sum().backward()
        results.append((y.detach().numpy(), x.grad.numpy()))
    for found, wanted in zip(*results, strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_a_condition_of_uint8_is_true_where_it_is_not_zero() -> None:
    """The booleans are what is kept: the numbers may be written."""
    condition = dv.tensor([2, 0, 1], dtype=dv.uint8)
    x = dv.ones(3, requires_grad=True)
    with pytest.warns(UserWarning, match="^where: condition has dtype uint8") as told:
        y = dv.where(condition, x, 0.0)
    assert [each.filename for each in told] == [__file__]
    condition.zero_()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (grad,) = dv.autograd.grad(y.sum(), [x], create_graph=True)
    assert (y.tolist(), grad.tolist()) == ([1.0, 0.0, 1.0], [1.0, 0.0, 1.0])


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("dtype", ["int8", "int32", "int64"])
def test_other_integers_are_indices(dtype: str) -> None:
    assert dv.arange(3.0)[dv.tensor([1, 0], dtype=getattr(dv, dtype))].tolist() == [1.0, 0.0]

"""Quantiles, the k-th smallest element and the most frequent one."""

from typing import Any

import numpy as np
import pytest

NAN = float("nan")
INTERPOLATIONS = ["linear", "lower", "higher", "midpoint", "nearest"]


@pytest.mark.parametrize("interpolation", INTERPOLATIONS)
def test_quantiles_between_elements_and_their_gradients(lib: Any, interpolation: str) -> None:
    """A quantile between two elements is found by each `interpolation`, and gives those it used the gradient."""
    x = lib.tensor([4.0, 1.0, 3.0, 2.0], requires_grad=True)
    found = lib.quantile(x, 0.25, interpolation=interpolation)
    found.backward()
    value, grad = {
        "linear": (1.75, [0.0, 0.25, 0.0, 0.75]),
        "lower": (1.0, [0.0, 1.0, 0.0, 0.0]),
        "higher": (2.0, [0.0, 0.0, 0.0, 1.0]),
        "midpoint": (1.5, [0.0, 0.5, 0.0, 0.5]),
        "nearest": (2.0, [0.0, 0.0, 0.0, 1.0]),
    }[interpolation]
    assert found.item() == value
    assert x.grad.tolist() == grad


def test_several_quantiles_come_in_a_first_dimension(lib: Any) -> None:
    """The quantiles of a 1-d `q` come in a first dimension; `keepdim` keeps the reduced ones behind it."""
    x = lib.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    q = lib.tensor([0.0, 1.0])
    assert lib.quantile(x, q, dim=1).tolist() == [[1.0, 4.0], [3.0, 6.0]]
    assert tuple(lib.quantile(x, q, dim=1, keepdim=True).shape) == (2, 2, 1)
    assert tuple(lib.quantile(x, q, keepdim=True).shape) == (2, 1, 1)
    assert tuple(x.quantile(0.5, keepdim=True).shape) == (1, 1)
    assert tuple(lib.quantile(x, lib.tensor([]), dim=0).shape) == (0, 3)


def test_the_probability_of_a_quantile_has_a_gradient(lib: Any) -> None:
    """A linear quantile gives its `q` the slope between the two elements."""
    q = lib.tensor([0.25, 0.75], requires_grad=True)
    lib.quantile(lib.tensor([0.0, 1.0, 5.0]), q).sum().backward()
    assert q.grad.tolist() == [2.0, 8.0]


def test_nan_is_the_quantile_unless_it_is_ignored(lib: Any) -> None:
    """`quantile` is NaN where there is a NaN, which gets the gradient; `nanquantile` where there is nothing else."""
    rows = [[3.0, NAN, 1.0], [NAN, NAN, NAN], [1.0, 2.0, 3.0]]
    x = lib.tensor(rows, requires_grad=True)
    assert np.isnan(lib.quantile(x, 0.5, 1).tolist()).tolist() == [True, True, False]
    found = lib.nanquantile(x, 0.5, 1)
    np.testing.assert_array_equal(found.tolist(), [2.0, NAN, 2.0])
    found[0].backward()
    assert x.grad.tolist()[0] == [0.5, 0.0, 0.5]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda lib, x: lib.quantile(x, 1.5), r"must be in the range \[0, 1\]"),
        (lambda lib, x: lib.quantile(x, lib.tensor(-0.5)), r"must be in the range \[0, 1\]"),
        (lambda lib, x: lib.quantile(x, NAN), r"must be in the range \[0, 1\]"),
        (lambda lib, x: lib.quantile(x, lib.tensor([[0.5]])), "q must be a scalar or 1D tensor"),
        (
            lambda lib, x: lib.quantile(x, lib.tensor(0.5, dtype=lib.float64)),
            "q tensor must be same dtype as",
        ),
        (lambda lib, x: lib.quantile(x.long(), 0.5), "must be either float or double dtype"),
        (lambda lib, x: lib.quantile(x[:0], 0.5), "must be non-empty"),
        (
            lambda lib, x: lib.nanquantile(x, 0.5, interpolation="x"),
            "interpolation must be one of linear, lower",
        ),
        (lambda lib, x: lib.kthvalue(x, 0), "selected number k"),
        (lambda lib, x: lib.kthvalue(x, 4), "selected number k"),
    ],
)
def test_quantiles_that_cannot_be_are_refused(lib: Any, call: Any, words: str) -> None:
    """Quantiles refuse probabilities outside 0 to 1, other dtypes, no elements and unknown interpolations;
    `kthvalue` refuses a `k` out of range."""
    with pytest.raises(RuntimeError, match=words):
        call(lib, lib.tensor([1.0, 2.0, 3.0]))


@pytest.mark.parametrize("op", ["mode", "kthvalue"])
def test_nothing_has_no_order_statistics(lib: Any, op: str) -> None:
    """`mode` and `kthvalue` refuse a dimension of length 0."""
    with pytest.raises(IndexError, match="to have non-zero size"):
        getattr(lib, op)(lib.ones(0, 3), *([1] if op == "kthvalue" else []), dim=0)


def test_the_smallest_of_the_most_frequent_elements_is_the_mode(lib: Any) -> None:
    """`mode` gives the smallest of the most frequent elements and the last place of it, which gets the gradient."""
    x = lib.tensor([3.0, 1.0, 1.0, 3.0, 2.0], requires_grad=True)
    values, indices = lib.mode(x)
    values.backward()
    assert (values.item(), indices.item()) == (1.0, 2)
    assert x.grad.tolist() == [0.0, 0.0, 1.0, 0.0, 0.0]


@pytest.mark.parametrize("dim", [0, 1, -1])
@pytest.mark.parametrize("keepdim", [False, True])
def test_order_statistics_of_integers(lib: Any, dim: int, keepdim: bool) -> None:
    """`kthvalue` and `mode` keep the dtype of integers."""
    x = lib.tensor([[3, 1, 3], [3, 2, 3]])
    least, _ = lib.kthvalue(x, 1, dim, keepdim)
    often, _ = x.mode(dim, keepdim=keepdim)
    np.testing.assert_array_equal(least.numpy(), np.min(x.numpy(), dim, keepdims=keepdim))
    expected = [3, 1, 3] if dim == 0 else [3, 3]
    assert often.numpy().reshape(-1).tolist() == expected
    assert least.dtype == often.dtype == lib.int64


def test_nan_is_larger_than_the_kth_number(lib: Any) -> None:
    """`kthvalue` counts NaN as larger than any number."""
    values, indices = lib.kthvalue(lib.tensor([NAN, 2.0, 1.0]), 2)
    assert (values.item(), indices.item()) == (2.0, 1)
    assert lib.kthvalue(lib.tensor([NAN, 2.0, 1.0]), 3).indices.item() == 0


def test_nan_is_equal_to_nothing_for_the_mode() -> None:
    """Differs from PyTorch: `mode` counts each NaN on its own; PyTorch's answer depends on where they stand."""
    import derivata as dv

    for row in ([NAN, NAN, NAN, 1.0], [1.0, NAN, NAN, NAN]):
        assert dv.mode(dv.tensor(row)).values.item() == 1.0

"""Places in sorted boundaries, distinct elements and nonzero ones."""

from typing import Any

import numpy as np
import pytest

NAN = float("nan")


def lists(outputs: Any) -> Any:
    return [part.tolist() for part in outputs] if isinstance(outputs, tuple) else outputs.tolist()


@pytest.mark.parametrize("right", [False, True])
def test_values_belong_before_or_behind_equal_boundaries(lib: Any, right: bool) -> None:
    """A value belongs before boundaries that are equal to it, with `right=True` behind them; NaN behind all."""
    boundaries = lib.tensor([1.0, 3.0, 3.0, 5.0])
    values = lib.tensor([0.0, 1.0, 3.0, 4.0, 9.0, NAN])
    expected = [0, 1, 3, 3, 4, 4] if right else [0, 0, 1, 3, 4, 4]
    assert lib.searchsorted(boundaries, values, right=right).tolist() == expected
    assert lib.bucketize(values, boundaries, right=right).tolist() == expected


def test_each_row_is_searched_in_its_own_boundaries(lib: Any) -> None:
    """A sequence of several rows is searched row by row."""
    boundaries = lib.tensor([[1, 3], [2, 4]])
    values = lib.tensor([[2, 3, 4], [2, 3, 9]])
    assert lib.searchsorted(boundaries, values).tolist() == [[1, 1, 2], [0, 1, 2]]
    assert lib.searchsorted(boundaries, values, side="right").tolist() == [[1, 2, 2], [1, 1, 2]]
    assert lib.searchsorted(lib.ones(2, 0), lib.ones(2, 3)).tolist() == [[0, 0, 0], [0, 0, 0]]


def test_a_number_is_searched_exactly(lib: Any) -> None:
    """A number beside boundaries of double precision is not rounded to single precision."""
    boundaries = lib.tensor([0.1, 0.2], dtype=lib.float64)
    assert lib.searchsorted(boundaries, 0.1).item() == 0
    assert lib.searchsorted(boundaries, 0.1, right=True).item() == 1
    assert lib.bucketize(0.2, boundaries).item() == 1
    assert lib.bucketize(0.2, boundaries, right=True).item() == 2


def test_places_are_64_bits_wide_unless_32_are_asked_for(lib: Any) -> None:
    """Places are int64, with `out_int32=True` int32."""
    boundaries, values = lib.tensor([1.0]), lib.tensor([[0.0]])
    assert lib.searchsorted(boundaries, values).dtype == lib.int64
    assert lib.searchsorted(boundaries, values, out_int32=True).dtype == lib.int32
    assert lib.bucketize(values, boundaries, out_int32=True).dtype == lib.int32


def test_a_sorter_puts_boundaries_in_order(lib: Any) -> None:
    """`sorter` gives the order of boundaries that are not sorted."""
    boundaries = lib.tensor([5.0, 1.0, 3.0])
    sorter = lib.argsort(boundaries)
    assert lib.searchsorted(boundaries, lib.tensor([2.0, 6.0]), sorter=sorter).tolist() == [1, 3]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda lib, b: lib.searchsorted(b, b, side="left", right=True), "can't be set to opposites"),
        (lambda lib, b: lib.searchsorted(b, b, side="up"), "side can only be 'left' or 'right'"),
        (lambda lib, b: lib.searchsorted(lib.tensor(1.0), b), "positive dimension"),
        (lambda lib, b: lib.searchsorted(lib.ones(2, 2), b), "1 dimension or the first N-1 dimensions"),
        (lambda lib, b: lib.searchsorted(lib.ones(2, 2), 1.0), "can be a scalar only when"),
        (lambda lib, b: lib.searchsorted(b, b, sorter=lib.tensor([0])), "must have the same size"),
        (lambda lib, b: lib.searchsorted(b, b, sorter=b), "sorter must be a tensor of long dtype"),
        (lambda lib, b: lib.searchsorted(b, b, sorter=lib.tensor([0, 7])), "sorter index out of range"),
        (lambda lib, b: lib.bucketize(b, lib.ones(2, 2)), "must be 1 dimension"),
        (lambda lib, b: lib.unique(lib.ones(0, 3), dim=1), "0 sized dimensions"),
        (lambda lib, b: lib.unique_consecutive(lib.ones(0, 3), dim=1), "0 sized dimensions"),
    ],
)
def test_searches_that_make_no_sense_are_refused(lib: Any, call: Any, words: str) -> None:
    """Searches refuse sides that contradict, boundaries and sorters of wrong shapes; `unique` refuses empty slices."""
    with pytest.raises(RuntimeError, match=words):
        call(lib, lib.tensor([1.0, 2.0]))


@pytest.mark.parametrize("flags", [(), (True,), (False, True), (True, True)])
def test_distinct_elements_by_flags(lib: Any, flags: Any) -> None:
    """`unique` returns the distinct elements in order, and what its flags ask for."""
    x = lib.tensor([[3, 1], [2, 3]])
    parts = [[1, 2, 3], [[2, 0], [1, 2]], [1, 1, 2]]
    inverse, counts = (*flags, False, False)[:2]
    chosen = [parts[0]] + [parts[1]] * inverse + [parts[2]] * counts
    expected = chosen if len(chosen) > 1 else chosen[0]
    assert lists(lib.unique(x, True, *flags)) == expected
    assert lists(x.unique(return_inverse=inverse, return_counts=counts)) == expected


@pytest.mark.parametrize("flags", [(), (True, True)])
def test_runs_of_equal_elements(lib: Any, flags: Any) -> None:
    """`unique_consecutive` keeps the first of each run of equal elements."""
    x = lib.tensor([1, 1, 2, 2, 1])
    expected = [[1, 2, 1], [0, 0, 1, 1, 2], [2, 2, 1]] if flags else [1, 2, 1]
    if flags:
        assert lists(lib.unique_consecutive(x, return_inverse=True, return_counts=True)) == expected
    else:
        assert x.unique_consecutive().tolist() == expected


@pytest.mark.parametrize("op", ["unique", "unique_consecutive"])
@pytest.mark.parametrize("dim", [0, 1, -1])
def test_distinct_slices(lib: Any, op: str, dim: int) -> None:
    """With `dim`, `unique` and `unique_consecutive` compare slices, in the order of their elements."""
    rows = np.array([[[3, 1], [3, 1], [0, 5]], [[2, 1], [2, 1], [7, 5]]])
    x = lib.tensor(np.moveaxis(rows, 1, dim % 3).tolist())
    got, inverse, counts = getattr(lib, op)(x, return_inverse=True, return_counts=True, dim=dim)
    order = [2, 0] if op == "unique" else [0, 2]
    assert got.tolist() == np.moveaxis(rows[:, order], 1, dim % 3).tolist()
    assert inverse.tolist() == ([1, 1, 0] if op == "unique" else [0, 0, 1])
    assert counts.tolist() == ([1, 2] if op == "unique" else [2, 1])


def test_every_nan_is_distinct(lib: Any) -> None:
    """`unique` keeps every NaN, behind the numbers; -0.0 and 0.0 are one."""
    got, counts = lib.unique(lib.tensor([NAN, 1.0, NAN, 0.0, -0.0]), return_counts=True)
    assert np.isnan(got.tolist()).tolist() == [False, False, True, True]
    assert counts.tolist() == [2, 1, 1, 1]


@pytest.mark.parametrize("op", ["unique", "unique_consecutive"])
def test_distinct_elements_of_nothing_and_of_one(lib: Any, op: str) -> None:
    """The distinct elements of a 0-d tensor are one, with a 0-d inverse; those of an empty one are none."""
    function = getattr(lib, op)
    assert lists(function(lib.tensor(3.0), return_inverse=True, return_counts=True)) == [[3.0], 0, [1]]
    assert lists(function(lib.ones(0), return_inverse=True, return_counts=True)) == [[], [], []]
    assert tuple(function(lib.ones(0, 3), dim=0).shape) == (0, 3)


def test_distinct_elements_are_constants() -> None:
    """Differs from PyTorch: the result of `unique` needs no gradient; PyTorch's does, and its backward refuses it."""
    import derivata as dv

    assert not dv.unique(dv.tensor([2.0, 1.0], requires_grad=True)).requires_grad


def test_places_of_nonzero_elements_as_a_tuple(lib: Any) -> None:
    """`nonzero(as_tuple=True)` gives a tensor for each dimension, of a 0-d tensor as if it had one."""
    x = lib.tensor([[0, 5], [7, 0]])
    assert lists(lib.nonzero(x, as_tuple=True)) == lists(x.nonzero(as_tuple=True)) == [[0, 1], [1, 0]]
    assert x[x.nonzero(as_tuple=True)].tolist() == [5, 7]
    assert lists(lib.nonzero(lib.tensor(1.0), as_tuple=True)) == [[0]]
    assert lib.nonzero(x).tolist() == x.argwhere().tolist() == [[0, 1], [1, 0]]
    assert tuple(lib.nonzero(lib.tensor(1.0)).shape) == (1, 0)


def test_columns_are_sorted_on_their_own(lib: Any) -> None:
    """`msort` sorts along the first dimension, and its gradient goes where the elements came from."""
    x = lib.tensor([[3.0, 1.0], [2.0, 5.0]], requires_grad=True)
    got = x.msort()
    got[0].sum().backward()
    assert got.tolist() == [[2.0, 1.0], [3.0, 5.0]]
    assert x.grad.tolist() == [[0.0, 1.0], [1.0, 0.0]]


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("length", [5, 200])
def test_rows_of_any_length_are_searched_alike(lib: Any, length: int, right: bool) -> None:
    """Each row of values is searched in its row of boundaries: equal ones and NaN, short rows and long ones."""
    rng = np.random.default_rng(3)
    boundaries = np.sort(rng.integers(0, 9, (2, 3, length)), -1).astype(np.float32)
    values = rng.integers(-1, 11, (2, 3, 4)).astype(np.float32)
    values[0, 0, 0] = np.nan
    found = lib.searchsorted(lib.tensor(boundaries), lib.tensor(values), right=right)
    wanted = [
        row.searchsorted(sought, "right" if right else "left")
        for row, sought in zip(boundaries.reshape(6, -1), values.reshape(6, -1), strict=True)
    ]
    assert found.tolist() == np.reshape(wanted, (2, 3, 4)).tolist()

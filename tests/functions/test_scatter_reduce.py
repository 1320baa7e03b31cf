"""Reductions of scattered elements against loops."""

from itertools import product

import numpy as np
import pytest

from derivata.generated import functions

REDUCTIONS = {"sum": np.sum, "mean": np.mean, "prod": np.prod, "amax": np.max, "amin": np.min}


@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("reduce", REDUCTIONS)
@pytest.mark.parametrize("dim", [0, 1])
def test_every_reduction_is_that_of_a_loop(reduce: str, include_self: bool, dim: int) -> None:
    rng = np.random.default_rng(3)
    self, src = rng.normal(size=(4, 3)), rng.normal(size=(5, 4))
    index = rng.integers(0, self.shape[dim], (3, 2))
    meeting: dict[tuple[int, ...], list[float]] = {}
    for place in product(range(3), range(2)):
        target = (index[place], place[1]) if dim == 0 else (place[0], index[place])
        meeting.setdefault(tuple(map(int, target)), []).append(src[place])
    expected = self.copy()
    for target, values in meeting.items():
        expected[target] = REDUCTIONS[reduce]([*([self[target]] if include_self else []), *values])
    got = functions.scatter_reduce(self, dim, index, src, reduce, include_self)
    np.testing.assert_allclose(got, expected, 1e-14)


def test_means_of_integers_are_rounded_down() -> None:
    got = functions.scatter_reduce(np.array([4, 9]), 0, np.array([0, 0]), np.array([1, 2]), "mean")
    assert got.tolist() == [2, 9]
    lowest = functions.scatter_reduce(np.array([4, 9]), 0, np.array([0, 0]), np.array([7, 5]), "amin", False)
    assert lowest.tolist() == [5, 9]


def test_tables_name_what_meets_in_each_place() -> None:
    places, table = functions.scatter_table(np.zeros(3), 0, np.array([2, 0, 2]))
    assert places.tolist() == [0, 2]
    assert table.tolist() == [[0, 4, 6], [2, 3, 5]]


def test_unknown_reductions_are_refused() -> None:
    with pytest.raises(RuntimeError, match="reduce must be one of amax, amin, mean, prod, sum, got 'middle'"):
        functions.scatter_reduce(np.zeros(2), 0, np.array([0]), np.zeros(1), "middle")

"""Numbers that say how much there is to do, far too large: refused at once, or the right result."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

HUGE = [2**31, 2**40, 2**63 - 1, 2**63]


@pytest.mark.parametrize("number", HUGE)
@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda n: dv.mvlgamma(dv.ones(3), n), "^mvlgamma: p must be at most"),
        (lambda n: dv.tensor_split(dv.ones(3), n), "^tensor_split: sections must be at most"),
        (lambda n: dv.combinations(dv.ones(3), n, True), "^combinations: r must be at most"),
        (
            lambda n: dv.nn.functional.adaptive_avg_pool2d(dv.ones(1, 1, 3, 3), (1, n)),
            "^adaptive_avg_pool2d: elements of output_size must be at most",
        ),
    ],
)
def test_huge_amounts_are_refused(call: Callable[[int], Any], message: str, number: int) -> None:
    with pytest.raises(RuntimeError, match=message):
        call(number)


def test_there_are_no_combinations_of_more_than_there_is() -> None:
    assert dv.combinations(dv.ones(3), 2**31).shape == (0, 2**31)
    assert dv.combinations(dv.ones(3), 4).shape == (0, 4)
    assert dv.combinations(dv.ones(0), 2, True).shape == (0, 2)


@pytest.mark.parametrize("count", [3, 500])
@pytest.mark.parametrize("dtype", [dv.float16, dv.float32, dv.float64, dv.int8])
@pytest.mark.parametrize("decimals", [309, *HUGE, 10**400])
def test_powers_of_ten_that_are_no_number_leave_nothing_to_round(
    decimals: int, dtype: Any, count: int
) -> None:
    for sign in (1, -1):
        with np.errstate(invalid="ignore"):
            rounded = dv.round(dv.ones(count, dtype=dtype), decimals=sign * decimals)
        assert rounded.isnan().all()


def test_few_integers_have_digits_that_their_dtype_cannot_count() -> None:
    integers = dv.tensor([1, 15, -25, 100], dtype=dv.int8)
    assert dv.round(integers, decimals=2).tolist() == [1, 15, -25, 100]
    assert dv.round(integers, decimals=-1).tolist() == [0, 20, -20, 100]


@pytest.mark.parametrize("offset", [*HUGE, *[-size for size in HUGE], -(2**31) + 1, -(2**32)])
def test_diagonals_far_from_the_array_are_empty(offset: int) -> None:
    """NumPy's diagonal at -2 ** 31 is not: it lies where no array is."""
    square = dv.ones(3, 3, requires_grad=True)
    assert dv.diagonal(square, offset).shape == dv.diag(square, offset).shape == (0,)
    dv.diagonal(square, offset).sum().backward()
    assert square.grad is not None and not square.grad.any()
    assert dv.diagonal_scatter(square, dv.ones(0), offset).tolist() == square.tolist()


def test_more_parts_than_places_are_empty() -> None:
    assert len(dv.tensor_split(dv.ones(3), 1000)) == 1000

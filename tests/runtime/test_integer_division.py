"""Integers divided by zero: an error in every form, as in PyTorch, and no zero."""

from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv

FORMS: dict[str, Callable[[Any, Any], Any]] = {
    "//": lambda x, y: x // y,
    "%": lambda x, y: x % y,
    "fmod": dv.fmod,
    "remainder": dv.remainder,
    "floor": lambda x, y: dv.div(x, y, rounding_mode="floor"),
    "trunc": lambda x, y: dv.div(x, y, rounding_mode="trunc"),
    "//=": lambda x, y: x.clone().floor_divide_(y),
    "%=": lambda x, y: x.clone().remainder_(y),
    "in place, trunc": lambda x, y: x.clone().div_(y, rounding_mode="trunc"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("dtype", [dv.uint8, dv.int32, dv.int64])
def test_integers_are_not_divided_by_zero(form: str, dtype: Any) -> None:
    x = dv.tensor([3, 4, 5], dtype=dtype)
    for divisor in (dv.tensor([1, 2, 0], dtype=dtype), dv.tensor(0, dtype=dtype), 0):
        with pytest.raises(RuntimeError, match=r"other must not be 0 .*ZeroDivisionError"):
            FORMS[form](x, divisor)


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_divided_where_there_are_no_elements(form: str) -> None:
    assert FORMS[form](dv.zeros(0, dtype=dv.int64), dv.zeros(1, dtype=dv.int64)).shape == (0,)


@pytest.mark.filterwarnings("ignore:divide by zero")  # NumPy's own
def test_floating_point_numbers_may_be_divided_by_zero() -> None:
    assert (dv.tensor([3, 4]) // 0.0).tolist() == [float("inf")] * 2

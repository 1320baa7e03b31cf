"""A write in forward mode changes the tangent of the tensor written, and of its views, and of nothing else."""

from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv
from derivata.autograd import forward_ad

SAME_TANGENT: list[Callable[[Any], Any]] = [
    lambda x: x + 1,
    lambda x: dv.zeros(2).copy_(x),
    lambda x: dv.positive(x),
    lambda x: x.clone(),
]


@pytest.mark.parametrize("function", SAME_TANGENT)
def test_write_to_a_result_leaves_the_tangent_of_the_argument(function: Callable[[Any], Any]) -> None:
    """A write to a result leaves the tangent of the argument."""
    with forward_ad.dual_level():
        x = forward_ad.make_dual(dv.tensor([2.0, 3.0]), dv.tensor([1.0, 5.0]))
        y = function(x)
        y.mul_(10)
        assert forward_ad.unpack_dual(x).tangent.tolist() == [1.0, 5.0]
        assert forward_ad.unpack_dual(y).tangent.tolist() == [10.0, 50.0]


def test_write_to_a_view_reaches_the_tangent_of_the_base() -> None:
    """A write to a view reaches the tangent of the base."""
    with forward_ad.dual_level():
        x = forward_ad.make_dual(dv.tensor([2.0, 3.0]), dv.tensor([1.0, 5.0])).clone()
        x[:1].mul_(10)
        assert forward_ad.unpack_dual(x).tangent.tolist() == [10.0, 5.0]

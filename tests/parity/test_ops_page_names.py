"""The names on the page of ops are PyTorch's."""

from operator import attrgetter
from typing import Any

import pytest

from derivata.codegen.pipeline import own_spec
from derivata.codegen.spec import Op
from docs import ops


@pytest.fixture(scope="module")
def names() -> list[tuple[Op, str]]:
    return [(op, name) for op in own_spec().ops for name in ops.public_names(op)]


@pytest.fixture(scope="module")
def torch() -> Any:
    return pytest.importorskip("torch", reason="the page links to what PyTorch has")


def found(torch: Any, place: str) -> Any:
    try:
        return attrgetter(place.removeprefix("torch."))(torch)
    except AttributeError:
        return None


SCIPY_S = ["special.betainc", "special.stdtr"]


def test_every_op_has_a_name_of_pytorch(torch: Any, names: list[tuple[Op, str]]) -> None:
    """Every public op has PyTorch's name, in PyTorch's place, or SciPy's name."""
    public = [(op, name) for op, name in names if not ops.is_helper(name)]
    assert len(public) > 450
    assert [name for op, name in public if found(torch, ops.place(op, name)) is None] == SCIPY_S


def test_links_lead_to_documented_names(torch: Any, names: list[tuple[Op, str]]) -> None:
    undocumented = {
        name for op, name in names if (value := found(torch, ops.place(op, name))) and not value.__doc__
    }
    assert undocumented.union(SCIPY_S) == ops.UNDOCUMENTED


def test_in_place_forms_are_those_of_pytorch(torch: Any, names: list[tuple[Op, str]]) -> None:
    """An op has an in-place form where PyTorch's op has one."""
    without = [name for op, name in names if ops.in_place(op) == "none"]
    assert [name for name in without if hasattr(torch.Tensor, f"{name}_")] == []

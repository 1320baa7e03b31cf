"""No result is a view where PyTorch's is none: a write to a view passes by the hooks that it had."""

import warnings
from typing import Any

import pytest

pytest.importorskip("torch")
import torch
from hunt.torch_ops import parity, shared_cases

import derivata as dv
from derivata.autograd.gradchecks import DERIVATA
from derivata.testing.op_call import Call, Op

CALLS = [
    pytest.param(case, number, id=f"{case.op}-{call.label}")
    for case in shared_cases()
    if not case.written and case.op != "view_as_complex_copy"  # which has no gradient in PyTorch
    for number, call in enumerate(Op(case, DERIVATA).calls())
    if call.places
]


def views(call: Call) -> list[bool]:
    """Return which results of a call are views, or an argument itself."""
    leaves = call.leaves()
    for leaf in leaves[1:]:
        leaf.requires_grad_(False)
    return [out._is_view() or out is leaves[0] for out in call.outputs(*leaves)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("case", "number"), CALLS)
def test_no_result_is_a_view_where_pytorch_s_is_none(case: Any, number: int) -> None:
    call = list(Op(case, DERIVATA).calls())[number]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for ours, theirs in zip(views(call), views(parity().call(call)), strict=True):
            assert theirs or not ours


def _from_the_right(lib: Any) -> Any:
    return lib.linalg.solve(
        lib.tensor([[2.0, 1.0], [0.0, 3.0]], requires_grad=True), lib.ones(3, 2), left=False
    )


def _by_factors(lib: Any) -> Any:
    factors, pivots = lib.linalg.lu_factor(lib.tensor([[2.0, 1.0], [0.0, 3.0]], requires_grad=True))
    return lib.linalg.lu_solve(factors, pivots, lib.ones(3, 2), left=False)


def _masked(lib: Any) -> Any:
    return lib.masked.prod(lib.ones(2, 3, requires_grad=True), 0)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("result", [_from_the_right, _by_factors, _masked])
def test_results_under_other_names_are_no_views(result: Any) -> None:
    assert (result(dv)._is_view(), result(torch)._is_view()) == (False, False)

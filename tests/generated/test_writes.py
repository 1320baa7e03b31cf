"""Writes to the arguments and results of every op of the spec, between forward and backward."""

from typing import Any

import numpy as np
import pytest
from hunt.sharing import UNSAFE, own_counters, without_doing
from hunt.write_text import program_text
from hunt.writing import NOT_NOTICED, WAYS, Program, op_of, programs, programs_in_turns

import derivata as dv
from derivata.generated.checks import CASES
from derivata.testing import OpCase


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.op)
def test_a_write_to_anything_is_noticed_or_changes_no_gradient(case: OpCase) -> None:
    """Every way of writing to any argument or result of any op makes backward raise, or changes no gradient."""
    call = next(op_of(case).calls())
    for program in programs(call, ("once",)):
        check(program)
    for program in programs(call, ("twice",)):
        if program.way == "t.fill_(v)":
            check(program)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.complex128], ids=lambda dtype: dtype.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.op)
def test_a_write_at_any_time_is_noticed_or_changes_no_gradient(case: OpCase, dtype: Any) -> None:
    """The same of every sample, before, between and after recorded passes."""
    calls = op_of(case).calls(dtype) if case.complex or dtype is not np.complex128 else ()
    for turn, call in enumerate(calls):
        for program in programs_in_turns(call, turn):
            check(program)


def check(program: Program) -> None:
    wrong = program.wrong()
    assert wrong is None, f"{program}: {wrong}\n{program_text(program)}"


@pytest.mark.parametrize("case", [case for case in CASES if case.op not in UNSAFE], ids=lambda case: case.op)
def test_no_result_counts_writes_to_shared_memory_alone(case: OpCase) -> None:
    """A result on the memory of an argument shares its version, also where the op has nothing to do."""
    for call in op_of(case).calls():
        for other in without_doing(call):
            assert not list(own_counters(other)), other.label


@pytest.mark.parametrize("op", ["cumprod", "float_power", "prod", "std"])
def test_casts_to_the_present_dtype_are_no_secret_aliases(op: str) -> None:
    x = dv.tensor([2.0, 3.0, 4.0], dtype=dv.float64, requires_grad=True) * 1
    y = x.float_power(x) if op == "float_power" else getattr(x, op)(0)
    x.zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


@pytest.mark.parametrize("way", NOT_NOTICED)
def test_what_pytorch_does_not_notice_is_not_noticed(way: str) -> None:
    """Writes through `.data` and through NumPy are not counted, as in PyTorch."""
    assert way not in WAYS
    leaf = dv.tensor([2.0, 3.0], requires_grad=True)
    x = leaf * 1
    y = x * x
    target = x.data if way == ".data" else x.detach().numpy()
    target[...] = 10.0
    (grad,) = dv.autograd.grad(y.sum(), leaf)
    np.testing.assert_array_equal(grad, [20.0, 20.0])


@pytest.mark.parametrize(
    "op", ["max", "min", "sort", "topk", "median", "mode", "kthvalue", "cummax", "cummin"]
)
def test_backward_notices_that_the_indices_of_a_result_were_written(op: str) -> None:
    x = dv.tensor([2.0, 3.0, 1.0], requires_grad=True)
    values, indices = getattr(x, op)(1) if op in ("topk", "kthvalue") else getattr(x, op)(0)
    indices.zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        values.sum().backward()


def test_a_power_of_one_is_a_copy() -> None:
    x = dv.tensor([[1.0, 2.0], [3.0, 4.0]])
    dv.linalg.matrix_power(x, 1).zero_()
    np.testing.assert_array_equal(x, [[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize("op", ["pixel_shuffle", "pixel_unshuffle", "channel_shuffle"])
def test_shuffles_that_move_nothing_are_copies(op: str) -> None:
    """A shuffle gives memory of its own, as PyTorch's, also by a factor of 1."""
    x = dv.ones(1, 4, 2, 2)
    getattr(dv.nn.functional, op)(x, 1).zero_()
    np.testing.assert_array_equal(x, np.ones((1, 4, 2, 2)))


def test_gradients_on_the_memory_of_a_given_one_share_its_version() -> None:
    """`grad` may return what it was given on the same memory: a write to either is seen by both."""
    given = dv.tensor([1.0, 2.0], requires_grad=True) * 1
    loss = (given * given).sum()
    x = dv.tensor([1.0, 2.0], requires_grad=True)
    (grad,) = dv.autograd.grad(x + 1, x, given)
    grad.zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_two_gradients_on_one_memory_share_a_version() -> None:
    """The gradients of a sum may be the same memory: a write to one is noticed by what uses the other."""
    x, y, w = (dv.tensor([1.0, 2.0], requires_grad=True) for _ in range(3))
    first, second = dv.autograd.grad((x + y).sum(), (x, y))
    if not np.shares_memory(first.numpy(), second.numpy()):
        return
    loss = (w * second).sum()
    first.zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_a_parameter_shares_the_version_of_its_data() -> None:
    """A `Parameter` is another name of the memory that it was made of: writes to either count for both."""
    data = dv.tensor([1.0, 2.0])
    x = dv.tensor([1.0, 2.0], requires_grad=True)
    loss = (x * data).sum()
    parameter = dv.nn.Parameter(data)
    with dv.no_grad():
        parameter.zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()

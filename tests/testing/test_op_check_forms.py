"""Checks of written ops, views, indices, fused ops and compiled loops: right ones pass, each wrong one is found."""

import sys
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays.kernels import enabled
from derivata.testing import OpCase, OpCheck

UNARY = OpCase("op", "ops.op", (("self", "Tensor"),), differentiable=("self",), samples=({"self": (2, 3)},))
BINARY = replace(UNARY, arguments=(("self", "Tensor"), ("other", "Tensor")), samples=(), elementwise=True)
BINARY = replace(BINARY, differentiable=("self", "other"))
WRITTEN = replace(
    UNARY,
    arguments=(("self", "Tensor(a!)"), ("other", "Tensor")),
    samples=({"self": (2, 3), "other": (2, 3)},),
    differentiable=("self", "other"),
)
VIEW = replace(UNARY, view=True)

Check = Callable[[OpCase, str, Callable[..., Any]], None]


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> Check:
    ops = ModuleType("ops")
    monkeypatch.setitem(sys.modules, "ops", ops)

    def run(case: OpCase, name: str, function: Callable[..., Any]) -> None:
        assert name in OpCheck(case).applicable()
        ops.op = function
        OpCheck(case).run(name)

    return run


def test_index_is_handed_to_the_op_as_it_is(check: Check) -> None:
    arguments = (("self", "Tensor"), ("index", "index"))
    samples = ({"self": (2, 3), "index": (..., slice(1, None), None)}, {"self": (3,), "index": [2, 0]})
    case = replace(UNARY, arguments=arguments, samples=samples, complex=True)
    for name in OpCheck(case).applicable():
        check(case, name, lambda x, index: x[index])


def test_variadic_tensors_are_a_list(check: Check) -> None:
    case = replace(
        UNARY,
        arguments=(("word", "str"), ("operands", "Tensor[*]")),
        samples=({"word": "ij,jk->ik", "operands": ((2, 3), (3, 2))},),
        differentiable=("operands",),
    )
    check(case, "gradients", lambda word, operands: operands[0] @ operands[1])


@pytest.mark.parametrize(
    "name", ["gradients", "double_backward", "forward_mode", "non_contiguous", "inplace"]
)
def test_written_op_gets_a_copy_and_the_leaf_its_gradient(check: Check, name: str) -> None:
    check(WRITTEN, name, lambda x, y: x.mul_(y))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda x, y: x * y, "return the tensor itself"),
        (lambda x, y: x, "raise the version"),
        (lambda x, y: x if x.is_leaf else x.mul_(y), "leaf that requires grad"),
    ],
)
def test_written_op_that_does_not_write_as_it_should(check: Check, wrong: Any, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check(WRITTEN, "inplace", wrong)


def test_view_may_copy_where_no_view_is_possible(check: Check) -> None:
    check(VIEW, "view", lambda x: dv.cat([x[0], x[0]]))
    check(VIEW, "view", lambda x: x.to(dv.complex128))
    with pytest.raises(AssertionError, match="the result is a copy"):
        check(VIEW, "view", lambda x: x.transpose(0, 1).clone())


def test_view_may_copy_where_the_call_asks_for_it(check: Check) -> None:
    case = replace(
        VIEW, arguments=(("self", "Tensor"), ("copy", "bool")), samples=({"self": (2, 3), "copy": True},)
    )
    check(case, "view", lambda x, copy: x.clone())


def test_view_finds_a_write_without_history(check: Check) -> None:
    def forgetful(x: Any) -> Any:
        return dv.from_numpy(x._array)

    with pytest.raises(AssertionError, match="version of the argument"):
        check(VIEW, "view", forgetful)


def test_non_contiguous_lets_a_view_op_refuse_only_layouts_without_a_view(check: Check) -> None:
    check(VIEW, "non_contiguous", lambda x: x.view(6))

    def too_strict(x: Any) -> Any:
        if not x._array.flags.c_contiguous:
            raise RuntimeError("not contiguous")
        return x.transpose(0, 1)

    with pytest.raises(AssertionError, match="not contiguous"):
        check(VIEW, "non_contiguous", too_strict)


def test_fused_finds_an_array_function_that_differs_from_the_composite(check: Check) -> None:
    case = replace(UNARY, fused=True)
    check(case, "fused", lambda x: x * 2)
    with pytest.raises(AssertionError, match="output 0 of the array function"):
        check(case, "fused", lambda x: x * (2 if x.requires_grad else 3))


def test_not_recorded_finds_an_output_that_requires_grad(check: Check) -> None:
    case = replace(UNARY, differentiable=(), outputs=(False,))
    check(case, "not_recorded", lambda x: x > 0)
    with pytest.raises(AssertionError, match="output 0 not to require grad"):
        check(case, "not_recorded", lambda x: x * 1)


@pytest.mark.skipif(not enabled(), reason="without llvmlite there are no loops")
def test_loop_that_never_runs_is_found(check: Check) -> None:
    ran = ("derivata.generated.kernels.sin.forward", "derivata.generated.kernels.sin.backward_self")
    case = replace(UNARY, samples=(), elementwise=True, kernels=ran)
    check(case, "kernel_agrees_with_numpy", dv.sin)
    with pytest.raises(AssertionError, match=r"kernels\.cos\.forward did not run"):
        other = replace(case, kernels=(*ran, "derivata.generated.kernels.cos.forward"))
        check(other, "kernel_agrees_with_numpy", dv.sin)


@pytest.mark.skipif(not enabled(), reason="without llvmlite there are no loops")
def test_one_unit_among_subnormals_counts_as_rounding(check: Check) -> None:
    def flushed(x: Any) -> Any:
        small = np.abs(x._array) < 1e-323
        return x * dv.from_numpy(np.where(small & enabled(), 0, 1).astype(x.dtype))

    check(
        replace(UNARY, samples=(), elementwise=True, kernels=(), differentiable=()),
        "zero_dim_and_empty",
        flushed,
    )
    OpCheck(replace(UNARY, samples=(), elementwise=True, differentiable=())).run("kernel_agrees_with_numpy")


class Twice(dv.autograd.Function):
    """`2 x`, with a gradient that depends on whether it is recorded."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 2

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return grad * (3 if dv.is_grad_enabled() else 2)


def test_recorded_gradients_finds_a_second_formula_that_differs(check: Check) -> None:
    check(UNARY, "recorded_gradients", lambda x: x * 2)
    with pytest.raises(AssertionError, match="with create_graph differs"):
        check(UNARY, "recorded_gradients", Twice.apply)


def test_partial_gradients_finds_one_that_depends_on_the_others(check: Check) -> None:
    check(BINARY, "partial_gradients", lambda x, y: x * y)
    with pytest.raises(AssertionError, match="self alone"):
        check(
            BINARY,
            "partial_gradients",
            lambda x, y: x * y if y.requires_grad else x * 1 + (y - 1) * x.detach(),
        )


def test_mixed_dtypes_finds_a_result_that_depends_on_the_mixture(check: Check) -> None:
    check(BINARY, "mixed_dtypes", lambda x, y: x * y)
    with pytest.raises(AssertionError, match="differs from that of equal dtypes"):
        check(BINARY, "mixed_dtypes", lambda x, y: x * y if x.dtype == y.dtype else x * y * 2)


def test_refuses_complex_finds_an_op_that_takes_them_or_does_not_say_so(check: Check) -> None:
    check(UNARY, "refuses_complex", dv.relu)
    with pytest.raises(AssertionError, match="because the op is real"):
        check(UNARY, "refuses_complex", lambda x: x * 2)

    def vague(x: Any) -> Any:
        raise TypeError("no")

    with pytest.raises(AssertionError, match="TypeError: no"):
        check(UNARY, "refuses_complex", vague)


@pytest.mark.skipif(not enabled(), reason="without llvmlite there are no loops")
def test_rounding_before_a_cancellation_counts_as_rounding(check: Check) -> None:
    """A loop may differ from NumPy by rounding errors that a later cancellation has made large, and by no more."""

    def differing(units: int) -> Any:
        def difference(x: Any) -> Any:
            exact = np.exp(np.clip(x._array, -1, 1) / 8) * 1000
            other = exact + units * np.spacing(exact) * (x._array > 0.1)
            return dv.from_numpy((other if enabled() else exact) - exact.dtype.type(1031)) + 0 * dv.sin(x)

        return difference

    case = replace(
        UNARY,
        samples=(),
        elementwise=True,
        kernels=("derivata.generated.kernels.sin.forward",),
        differentiable=(),
    )
    check(case, "kernel_agrees_with_numpy", differing(1))
    with pytest.raises(AssertionError, match="output 0 at"):
        check(case, "kernel_agrees_with_numpy", differing(2000))

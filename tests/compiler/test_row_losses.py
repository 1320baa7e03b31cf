"""Losses with a class for each row: in loops over rows, with what is elementwise before and behind them."""

import re
import warnings
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels
from derivata.compiler.program.rows.parts import RowGroup

from .programs import compare

Function = Callable[..., Any]
REDUCTIONS = ("none", "mean", "sum")


def drawn(*shape: int, dtype: Any = dv.float32) -> Any:
    numbers = np.random.default_rng(len(shape)).standard_normal(shape)
    return dv.tensor(numbers, dtype=dtype, requires_grad=True)


def classes(count: int, below: int = 40) -> Any:
    return dv.tensor(np.random.default_rng(3).integers(0, below, count))


def steps_of(function: Function, *leaves: Any) -> list[str]:
    """Return the steps of a function's forward pass: names of ops, and `rows`."""
    compiled = dv.compile(function, fullgraph=True)
    with kernels.disabled():
        compiled(*leaves)
    steps = compiled.entries[0].program.forward.steps
    return ["rows" if isinstance(step, RowGroup) else step.op for step in steps]


def losses(x: Any, bias: Any, target: Any, **options: Any) -> list[Any]:
    """Return both losses in all reductions, with something before and behind them."""
    scores = x * 0.5 + bias
    found = []
    for reduction in REDUCTIONS:
        found.append(F.cross_entropy(scores, target, reduction=reduction, **options) * 2)
        found.append(F.nll_loss(F.log_softmax(scores, 1), target, reduction=reduction, **options).square())
    return found


def with_gradients(x: Any, bias: Any, target: Any) -> Any:
    """Return a mean of losses and its gradients."""
    return dv.func.value_and_grad(lambda x, bias: F.cross_entropy(x + bias, target) * 3, (0, 1))(x, bias)


@pytest.mark.parametrize("dtype", [dv.float32, dv.float64])
@pytest.mark.parametrize("ignored", [-100, 7])
@pytest.mark.parametrize("lowering", ["numpy", pytest.param("loops", marks=pytest.mark.slow)])
def test_losses_give_what_they_give_op_by_op(dtype: Any, ignored: int, lowering: str) -> None:
    leaves = drawn(9, 40, dtype=dtype), drawn(40, dtype=dtype), classes(9)
    leaves[2][3] = ignored
    with kernels.disabled() if lowering == "numpy" else nullcontext():
        compare(lambda *given: losses(*given, ignore_index=ignored), leaves, twice=lowering == "numpy")


@pytest.mark.parametrize("shape", [(1, 40), (40, 40), (0, 40), (4, 33), (4, 1)])
def test_shapes_of_scores(shape: tuple[int, int]) -> None:
    with kernels.disabled():
        compare(losses, [drawn(*shape), drawn(shape[1]), classes(shape[0], shape[1])], twice=False)


def test_arguments_lie_in_memory_in_any_order() -> None:
    x = dv.from_numpy(np.random.default_rng(0).standard_normal((40, 6)).T).requires_grad_()
    target = dv.from_numpy(np.arange(12)[::2])
    compare(lambda x, t: F.cross_entropy(x * 2, t), [x, target], twice=False)


def test_a_loss_and_its_gradient_are_one_loop() -> None:
    x, bias = drawn(6, 40).detach(), drawn(40).detach()
    steps = steps_of(lambda x, bias, target: with_gradients(x, bias, target)[1], x, bias, classes(6))
    assert steps == ["_over_count", "rows"]

    def focal(x: Any, target: Any) -> Any:
        each = F.cross_entropy(x, target, reduction="none")
        return ((1 - (-each).exp()) ** 2 * each).mean()

    assert steps_of(dv.func.grad(focal), x, classes(6)) == ["rows"]
    each = lambda x, t: F.nll_loss(F.log_softmax(x, -1), t, reduction="none").sum()  # noqa: E731
    assert steps_of(dv.func.grad(each), x, classes(6)) == ["rows"]


def test_the_scores_are_in_no_memory() -> None:
    leaves = drawn(6, 40), drawn(40), classes(6)
    compiled = dv.compile(lambda x, bias, target: F.cross_entropy(x + bias, target), fullgraph=True)
    with kernels.disabled():
        compiled(*leaves).backward()
    program = compiled.entries[0].program
    assert [value.shape for value in program.kept if value not in program.graph.inputs] == [(6,)]
    assert sum(isinstance(step, RowGroup) for step in program.backward.steps) == 1


def test_losses_have_the_bits_of_single_ops() -> None:
    x, target = drawn(300, 100).detach(), classes(300, 100)
    target[17] = -100

    def function(x: Any, target: Any) -> Any:
        y = x * 0.25
        return [F.cross_entropy(y, target, reduction=reduction) for reduction in REDUCTIONS] + [
            F.nll_loss(F.log_softmax(y, -1), target, reduction="none")
        ]

    assert steps_of(function, x, target).count("rows") == 1
    for our, their in zip(dv.compile(function)(x, target), function(x, target), strict=True):
        np.testing.assert_array_equal(our.numpy(), their.numpy())


def test_rows_of_infinities_and_nans_are_those_of_single_ops() -> None:
    array = np.random.default_rng(0).standard_normal((9, 40)).astype(np.float32)
    array[0], array[1, 3], array[2, 5], array[3], array[4, 2] = -np.inf, -np.inf, np.inf, np.inf, np.nan
    target = dv.tensor([3, 3, 5, 3, 5, 3, -100, 3, 3])
    array[6, 4] = np.nan  # of a row that is ignored

    def function(x: Any, target: Any) -> Any:
        def each(x: Any) -> Any:
            return F.cross_entropy(x * 1.0, target, reduction="none")

        return each(x), dv.func.grad(lambda x: (each(x) * 0.5).sum())(x)

    ours, theirs = (
        dv.compile(function, fullgraph=True)(dv.tensor(array), target),
        function(dv.tensor(array), target),
    )
    for our, their in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(our.numpy(), their.numpy(), rtol=1e-5)


@pytest.mark.parametrize("lowering", ["numpy", "loops"])
def test_classes_that_are_none_raise_the_errors_of_single_ops(lowering: str) -> None:
    x, bias = drawn(6, 40).detach(), drawn(40).detach()
    with kernels.disabled() if lowering == "numpy" else nullcontext():
        compiled = dv.compile(with_gradients, fullgraph=True)
        compiled(x, bias, classes(6))
        for wrong in (40, -1, -(2**63), 2**62):
            target = classes(6)
            target[2] = wrong
            with pytest.raises(IndexError) as expected:
                with_gradients(x, bias, target)
            with pytest.raises(IndexError, match=re.escape(str(expected.value))):
                compiled(x, bias, target)


def test_the_mean_of_no_classes_is_nan_and_its_gradient_zero() -> None:
    target = dv.full((6,), -100)
    compiled = dv.compile(with_gradients, fullgraph=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        value, gradients = compiled(drawn(6, 40).detach(), drawn(40).detach(), target)
    assert value.isnan()
    assert not any(gradient.numpy().any() for gradient in gradients)


def test_other_losses_are_calls() -> None:
    x, target, weight = drawn(6, 40).detach(), classes(6), drawn(40).detach().abs()
    calls = ["_cross_entropy"]
    assert steps_of(lambda x, t: F.cross_entropy(x, t), x, target) == calls  # nothing is around it
    for options in ({"weight": weight}, {"label_smoothing": 0.1}):
        assert "rows" not in steps_of(lambda x, t, o=options: F.cross_entropy(x * 2, t, **o), x, target)
    assert "rows" not in steps_of(lambda x, t: F.cross_entropy(x * 2, t), x, target.to(dv.int32))
    images = drawn(40, 40, 40).detach()
    assert "rows" not in steps_of(
        lambda x, t: F.cross_entropy(x * 2, t), images, classes(1600).reshape(40, 40)
    )


def test_equal_losses_are_computed_once_where_only_one_has_history() -> None:
    def function(x: Any, target: Any) -> Any:
        value = F.cross_entropy(x, target)
        return value, dv.func.grad(lambda x: F.cross_entropy(x, target))(x), value.detach() * 2

    x, target = drawn(6, 40).detach(), classes(6)
    assert steps_of(function, x, target).count("rows") == 1
    compare(function, [x, target], twice=False)

"""Where a program would gain nothing, the function itself runs, after a check that costs less than an op."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels
from derivata.compiler.function import Compiled, compile
from derivata.compiler.program import gain


@pytest.fixture(autouse=True)
def gains_count(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Undo what holds for the other tests; loops need not be compiled to be counted."""
    monkeypatch.setattr(gain, "always", False)
    with kernels.disabled():
        yield


def one(x: Any) -> Any:
    return x.sin()


def two(x: Any) -> Any:
    return (x * 2).sin()


def chain(x: Any) -> Any:
    return ((x * 2 + 1) * x - 0.5).tanh() * x


def rows(x: Any) -> Any:
    return x.logsumexp(-1).sum()


def normalized(x: Any) -> Any:
    return (F.layer_norm(x, x.shape[-1:]) * x).tanh()


def called(function: Callable[..., Any], *tensors: Any) -> Compiled:
    compiled: Compiled = compile(function, fullgraph=True)
    for _ in range(2):
        np.testing.assert_allclose(*[f(*tensors).detach().numpy() for f in (compiled, function)], rtol=1e-5)
    return compiled


@pytest.mark.parametrize("recorded", [False, True])
def test_few_ops_on_few_numbers_run_op_by_op(recorded: bool) -> None:
    assert not called(one, dv.ones(8, requires_grad=recorded)).programs
    assert len(called(two, dv.ones(8, requires_grad=recorded)).programs) == (not recorded)
    assert called(two, dv.ones(10**5, requires_grad=recorded)).programs
    assert called(chain, dv.ones(8, requires_grad=recorded)).programs


@pytest.mark.parametrize("recorded", [False, True])
def test_each_tensor_costs_a_recorded_call_more_and_gradients_that_are_added_spare_more(
    recorded: bool,
) -> None:
    x, y, z = [dv.ones(8, requires_grad=recorded) for _ in range(3)]
    assert len(called(lambda x, y, z: x * y + z, x, y, z).programs) == (not recorded)
    assert called(lambda x, y, z: (x * y + z) * x, x, y, z).programs
    assert called(lambda x: x * x + x, x).programs


def products(x: Any) -> Any:
    return (F.relu(F.relu(x @ x.T) @ x) @ x.T).logsumexp(-1).mean()


def test_functions_of_reductions_along_rows_run_op_by_op_unless_there_is_more() -> None:
    for recorded in (False, True):
        assert not called(rows, dv.ones(300, 300, requires_grad=recorded)).programs
    assert called(normalized, dv.linspace(0, 1, 100).reshape(10, 10).requires_grad_()).programs


def test_backward_passes_in_a_function_take_time_op_by_op() -> None:
    x, target = dv.linspace(0, 1, 64 * 64).reshape(64, 64), dv.arange(64)
    assert not called(lambda x: F.cross_entropy(x, target), x).programs
    assert called(lambda x: dv.func.grad(lambda x: F.cross_entropy(x, target))(x), x).programs


def test_products_of_small_matrices_are_programs() -> None:
    assert called(products, dv.ones(8, 8, requires_grad=True)).programs


def test_what_runs_op_by_op_in_one_way_is_compiled_in_another_one() -> None:
    compiled: Compiled = compile(two, fullgraph=True)
    small, large = dv.ones(8, requires_grad=True), dv.ones(10**5, requires_grad=True)
    for _ in range(2):
        for x in (small, large, small.detach(), large.detach()):
            assert compiled(x).requires_grad == x.requires_grad
        with dv.no_grad():
            assert not compiled(large).requires_grad
            assert not compiled(small).requires_grad
        assert compiled(large.double()).dtype == dv.float64
    names = {compiled(x).grad_fn.name() for x in (small, large)}
    assert names == {"SinBackward", "CompiledBackward"}
    assert len(compiled.programs) == 4  # one for all lengths without history, none for small ones with it


def test_a_function_that_runs_op_by_op_is_never_stale() -> None:
    factor = 2.0

    def function(x: Any, power: int) -> Any:
        return x**power * factor

    compiled = compile(function, fullgraph=True)
    x = dv.tensor([1.0, 2.0])
    assert compiled(x, 2).tolist() == [2.0, 8.0]
    factor = 3.0
    assert compiled(x, 2).tolist() == [3.0, 12.0]
    assert compiled(x, 3).tolist() == [3.0, 24.0]
    assert compiled(x, power=True).tolist() == [3.0, 6.0]
    assert compiled(x.int(), 2).tolist() == [3.0, 12.0]

"""Finding the first NaN: of the forward pass with `check_forward`, of the backward pass in any case."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.runtime.modes.state import OBSERVED, state

NAN = r"Function '{}' returned nan values in its 0th output of the forward pass"


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Leave out the warnings that tell the stack of the forward call."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def checking(**options: bool) -> dv.autograd.set_detect_anomaly:
    return dv.autograd.set_detect_anomaly(True, check_forward=True, **options)


def test_the_first_op_of_the_forward_pass_is_found() -> None:
    """With `check_forward=True` the first op that returns NaN raises, with its line and the ranges of its arguments."""
    x = dv.tensor([-1.0, 4.0], requires_grad=True)
    with checking(), pytest.raises(RuntimeError, match=NAN.format("log")) as caught:
        y = x.log()  # this call
        y.sqrt().sum().backward()
    message = str(caught.value)
    assert "this op made them, its arguments have none" in message
    assert "y = x.log()  # this call" in message
    assert "self: float32 of shape (2,), from -1 to 4" in message


@pytest.mark.parametrize("requires_grad", [True, False])
@pytest.mark.parametrize("recording", [True, False])
def test_ops_are_checked_whether_recorded_or_not(requires_grad: bool, recording: bool) -> None:
    """Ops are checked whether they are recorded or not."""
    x = dv.tensor([-1.0], requires_grad=requires_grad)
    with checking(), dv.set_grad_enabled(recording), pytest.raises(RuntimeError, match=NAN.format("sqrt")):
        x.sqrt()


CALLS: list[tuple[str, Any]] = [
    ("div", lambda x: x / x),
    ("pow", lambda x: (x - 1) ** 0.5),
    ("mm", lambda x: dv.mm(dv.full((1, 1), np.inf), x.reshape(1, 1))),
    ("mean", lambda x: x[1:].mean()),
    ("unbind", lambda x: dv.tensor([np.nan]).unbind()),
    ("var_mean", lambda x: dv.var_mean(x)),
    ("fill_", lambda x: x.fill_(np.nan)),
    ("div", lambda x: x.div_(x)),
    ("div", lambda x: dv.div(x, x, out=dv.empty(1))),
]


@pytest.mark.parametrize(("op", "call"), CALLS)
def test_ops_of_every_form_are_checked(op: str, call: Any) -> None:
    """Ops of every form are checked: elementwise, with several results, views, in place, with `out=`."""
    with checking(), pytest.raises(RuntimeError, match=r"Function '\w+' returned nan values") as caught:
        call(dv.zeros(1))
    assert f"'{op}" in str(caught.value)


def test_nan_in_the_data_is_told_as_such() -> None:
    """NaN that comes from data is told apart from NaN that an op made."""
    with (
        checking(),
        pytest.raises(RuntimeError, match="no op made them, argument 'other' has nan values already"),
    ):
        dv.ones(2) * dv.tensor([1.0, np.nan])


def test_infinities_are_looked_for_on_request() -> None:
    """Infinities are errors with `check_inf=True` only: masks are often filled with them on purpose."""
    x = dv.zeros(2, requires_grad=True)
    with checking():
        x.log()
        dv.zeros(2).masked_fill(dv.tensor([True, False]), -np.inf)
    with checking(check_inf=True), pytest.raises(RuntimeError, match="Function 'log' returned inf values"):
        x.log()
    with (
        dv.autograd.set_detect_anomaly(True, check_inf=True),
        pytest.raises(RuntimeError, match="Function 'SqrtBackward' returned inf values"),
    ):
        x.sqrt().sum().backward()


def test_without_check_forward_a_forward_may_have_nan() -> None:
    """Without `check_forward` the values of the forward pass are not looked at."""
    with dv.autograd.set_detect_anomaly(True):
        assert np.isnan(dv.tensor([-1.0]).sqrt().item())


def test_intermediates_of_backward_formulas_are_not_looked_at() -> None:
    """In a backward only the gradients that nodes return are looked at, not what formulas compute on the way."""
    x = dv.tensor([0.0, 1.0], requires_grad=True)
    with checking():
        (x**2.0).sum().backward()
        (dx,) = dv.autograd.grad((x**3.0).sum(), x, create_graph=True)
        dx.sum().backward()
    assert x.grad is not None


def test_a_nan_of_a_backward_is_told_with_argument_and_values() -> None:
    """NaN in a backward names the argument whose gradient it is, the line of the op, and what the op had saved."""
    x = dv.zeros(2, requires_grad=True)
    with dv.autograd.set_detect_anomaly(True):
        y = x.sqrt()  # the call
        with pytest.raises(RuntimeError, match="Function 'SqrtBackward' returned nan values") as caught:
            (y * 0).sum().backward()
    message = str(caught.value)
    assert "the gradient of argument 'self' of op 'sqrt'" in message
    assert "y = x.sqrt()  # the call" in message
    assert "grad: float32 of shape (2,), from 0 to 0" in message
    assert "result: float32 of shape (2,), from 0 to 0" in message


def test_gradients_of_a_function_are_named_by_its_parameters() -> None:
    """NaN from the backward of a `Function` names the parameter of its forward."""

    class Scale(dv.autograd.Function):
        @staticmethod
        def forward(ctx, values, weight):  # type: ignore[no-untyped-def]
            return values * weight

        @staticmethod
        def backward(ctx, grad):  # type: ignore[no-untyped-def]
            return grad, grad * np.nan

    with (
        dv.autograd.set_detect_anomaly(True),
        pytest.raises(RuntimeError, match="argument 'weight' of op 'Scale'"),
    ):
        Scale.apply(dv.ones(2, requires_grad=True), dv.ones(2, requires_grad=True)).sum().backward()


def test_results_of_a_function_are_checked() -> None:
    """The results of a `Function` are checked like those of ops, also where NumPy computed them."""

    class Root(dv.autograd.Function):
        @staticmethod
        def forward(ctx, values):  # type: ignore[no-untyped-def]
            return dv.from_numpy(np.sqrt(values.numpy(force=True)))

    with checking(), pytest.raises(RuntimeError, match=NAN.format("Root")) as caught:
        Root.apply(dv.tensor([-1.0, 4.0], requires_grad=True))
    assert "values: float32 of shape (2,), from -1 to 4" in str(caught.value)


def test_gradients_of_a_node_linked_by_hand_are_told_by_the_number_of_the_edge() -> None:
    """NaN from a `CustomNode`, which has no named arguments, is told by the number of its edge."""
    graph = dv.autograd.graph

    class Broken(graph.CustomNode):
        def backward(self, *grads: Any) -> Any:
            return grads[0], grads[0] * np.nan

    x, y = dv.ones(2, requires_grad=True), dv.ones(2)
    graph.create_gradient_edge(y, Broken(graph.collect_next_edges(x, x)))
    with (
        dv.autograd.set_detect_anomaly(True),
        pytest.raises(RuntimeError, match="the gradient of argument '1' of op"),
    ):
        y.sum().backward()


def test_check_nan_false_switches_both_off() -> None:
    """`check_nan=False` looks for no bad value at all."""
    with dv.autograd.set_detect_anomaly(True, check_nan=False, check_forward=True):
        assert np.isnan(dv.tensor([-1.0]).sqrt().item())


def test_the_context_manager_takes_the_same_options() -> None:
    """`detect_anomaly` takes the same options, and restores what was before."""
    with (
        dv.autograd.detect_anomaly(check_forward=True),
        pytest.raises(RuntimeError, match=NAN.format("sqrt")),
    ):
        dv.tensor([-1.0]).sqrt()
    assert not state.active_modes & OBSERVED
    dv.tensor([-1.0]).sqrt()


def test_a_failed_check_leaves_everything_usable() -> None:
    """After such an error graph, leaves and modes are as before."""
    x = dv.tensor([-1.0], requires_grad=True)
    with checking():
        with pytest.raises(RuntimeError):
            x.sqrt()
        (x * x).backward()
    assert x.grad is not None
    assert x.grad.tolist() == [-2.0]

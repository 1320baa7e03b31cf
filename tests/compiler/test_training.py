"""Whole training steps: what they leave in parameters, gradients and optimisers is what they leave op by op."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels, nn
from derivata.compiler.refusal import CannotCompile

OPTIMISERS: dict[str, Callable[[Any], Any]] = {
    "sgd": lambda params: dv.optim.SGD(params, lr=0.1),
    "momentum": lambda params: dv.optim.SGD(params, lr=0.1, momentum=0.9),
    "nesterov": lambda params: dv.optim.SGD(params, lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01),
    "adam": lambda params: dv.optim.Adam(params, lr=0.01),
    "adam with decay": lambda params: dv.optim.Adam(params, lr=0.01, weight_decay=0.1, amsgrad=True),
    "adamw": lambda params: dv.optim.AdamW(params, lr=0.01),
    "rmsprop": lambda params: dv.optim.RMSprop(params, lr=0.01),
    "groups": lambda params: dv.optim.SGD(
        [{"params": [p], "lr": 0.1 / (n + 1)} for n, p in enumerate(params)]
    ),
}
inputs = dv.tensor(np.random.default_rng(0).standard_normal((12, 6)))
labels = dv.arange(12) % 4


def network() -> nn.Module:
    """Return the same network each time."""
    dv.manual_seed(0)
    return nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 4)).to(dv.float64)


class Twin:
    """The same training twice: op by op, and compiled."""

    def __init__(self, make: Callable[..., Any], optimiser: str = "adam", **options: Any) -> None:
        self.models = network(), network()
        self.optimisers = [OPTIMISERS[optimiser]([*model.parameters()]) for model in self.models]
        plain, other = [make(*pair) for pair in zip(self.models, self.optimisers, strict=True)]
        self.steps = plain, dv.compile(other, **{"fullgraph": True, **options})

    def run(self, *args: Any, count: int = 4) -> None:
        """Take steps without loops, and compare all bits that they return and leave."""
        with kernels.disabled():
            for _ in range(count):
                ours, theirs = [step(*args) for step in reversed(self.steps)]
                equal(ours, theirs)
                self.compare()

    def compare(self) -> None:
        """Compare parameters, gradients and the state of optimisers."""
        for their, our in zip(*[model.parameters() for model in self.models], strict=True):
            equal(our, their)
            equal(our.grad, their.grad)
        states = [[*optimiser.state_dict()["state"].values()] for optimiser in self.optimisers]
        for their_state, our_state in zip(*states, strict=True):
            assert our_state.keys() == their_state.keys()
            for key, value in our_state.items():
                np.testing.assert_array_equal(value, their_state[key])


def equal(ours: Any, theirs: Any) -> None:
    """Compare bits."""
    if ours is None or theirs is None:
        assert ours is theirs
    elif isinstance(ours, tuple):
        assert len(ours) == len(theirs)
        for our, their in zip(ours, theirs, strict=True):
            equal(our, their)
    else:
        assert ours.requires_grad == theirs.requires_grad
        np.testing.assert_array_equal(ours.detach().numpy(), theirs.detach().numpy())


def ordinary(model: Any, optimiser: Any) -> Callable[..., Any]:
    """Return the step of most programs."""

    def step(x: Any, target: Any) -> Any:
        optimiser.zero_grad()
        loss = F.cross_entropy(model(x), target)
        loss.backward()
        optimiser.step()
        return loss

    return step


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_steps_leave_what_they_leave_op_by_op(optimiser: str) -> None:
    twin = Twin(ordinary, optimiser)
    twin.run(inputs, labels)
    assert len(twin.steps[1].programs) == 1


def test_a_loss_whose_history_is_used_up_says_so_in_backward() -> None:
    for step in Twin(ordinary).steps:
        loss = step(inputs, labels)
        assert loss.requires_grad and not loss.is_leaf
        with pytest.raises(RuntimeError, match="a second time"):
            loss.backward()


def test_gradients_are_accumulated_over_calls_and_passes() -> None:
    def make(model: Any, optimiser: Any) -> Callable[..., Any]:
        def step(x: Any, target: Any) -> Any:
            loss = F.cross_entropy(model(x), target)
            loss.backward()
            more = model(x * 0.5).square().mean()
            more.backward()
            return loss.detach(), more.detach()

        return step

    twin = Twin(make)
    twin.run(inputs, labels, count=1)
    held = twin.models[1][0].weight.grad
    twin.run(inputs, labels)
    assert twin.models[1][0].weight.grad is held


@pytest.mark.parametrize("last", [False, True])
def test_gradients_are_clipped_and_cleared_in_the_program(last: bool) -> None:
    def make(model: Any, optimiser: Any) -> Callable[..., Any]:
        def step(x: Any, target: Any) -> Any:
            if not last:
                model.zero_grad()
            F.cross_entropy(model(x), target).backward()
            norm = nn.utils.clip_grad_norm_(model.parameters(), 0.05)
            nn.utils.clip_grad_value_(model.parameters(), 0.01)
            optimiser.step()
            if last:
                optimiser.zero_grad()
            return norm

        return step

    Twin(make, "momentum").run(inputs, labels)


def test_clipping_what_was_there_before_the_call_runs_op_by_op() -> None:
    def make(model: Any, optimiser: Any) -> Callable[..., Any]:
        def step(x: Any, target: Any) -> Any:
            F.cross_entropy(model(x), target).backward()
            return nn.utils.clip_grad_norm_(model.parameters(), 0.05)

        return step

    twin = Twin(make, fullgraph=False)
    twin.run(inputs, labels, count=1)
    assert len(twin.steps[1].programs) == 1
    with pytest.warns(UserWarning, match="gradient that is there before the call"):
        twin.run(inputs, labels)


def test_gradients_may_be_read() -> None:
    def make(model: Any, optimiser: Any) -> Callable[..., Any]:
        def step(x: Any) -> Any:
            optimiser.zero_grad()
            model(x).square().mean().backward()
            first, *rest = model.parameters()
            total = (first.grad * first.detach()).sum()
            for parameter in rest:
                total = total + parameter.grad.abs().sum()
            return total

        return step

    Twin(make).run(inputs)


def test_the_learning_rate_may_change_between_steps_and_in_them() -> None:
    def make(model: Any, optimiser: Any) -> Callable[..., Any]:
        schedule = dv.optim.lr_scheduler.StepLR(optimiser, 2, 0.5)

        def step(x: Any, target: Any) -> Any:
            loss = F.cross_entropy(model(x), target)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            return loss

        return step

    twin = Twin(make)
    twin.run(inputs, labels)
    for optimiser in twin.optimisers:
        optimiser.param_groups[0]["lr"] = 0.3
    twin.run(inputs, labels)
    assert len(twin.steps[1].programs) == 1


def test_a_parameter_in_two_places_gets_one_gradient() -> None:
    def make(model: Any, optimiser: Any) -> Callable[..., Any]:
        model[2].weight = nn.Parameter(model[0].weight.detach()[:4, :].clone())
        model[0].weight = nn.Parameter(dv.ones(6, 6, dtype=dv.float64) * 0.1)
        model[0].bias = nn.Parameter(dv.zeros(6, dtype=dv.float64))
        model.register_parameter("again", model[2].weight)
        own = dv.optim.SGD(model.parameters(), lr=0.1)

        def step(x: Any, target: Any) -> Any:
            own.zero_grad()
            loss = F.cross_entropy(model(x), target) + model.again.square().sum()
            loss.backward()
            own.step()
            return loss

        return step

    Twin(make).run(inputs, labels)


def test_parameters_that_no_gradient_comes_to_are_left_alone() -> None:
    def make(model: Any, optimiser: Any) -> Callable[..., Any]:
        def step(x: Any) -> Any:
            optimiser.zero_grad()
            loss = model[0](x).square().sum()
            loss.backward()
            optimiser.step()
            return loss

        return step

    twin = Twin(make, "momentum")
    for model in twin.models:
        model[2].weight.grad = dv.ones_like(model[2].weight)
    twin.run(inputs)


def test_model_and_optimiser_may_be_arguments() -> None:
    def step(model: Any, optimiser: Any, x: Any, target: Any) -> Any:
        optimiser.zero_grad()
        loss = F.cross_entropy(model(x), target)
        loss.backward()
        optimiser.step()
        return loss.detach()

    compiled = dv.compile(step, fullgraph=True)
    for _ in range(2):  # another model is another program
        twin = Twin(ordinary)
        with kernels.disabled():
            for _ in range(3):
                pairs = zip((step, compiled), twin.models, twin.optimisers, strict=True)
                equal(*[function(model, optimiser, inputs, labels) for function, model, optimiser in pairs])
                twin.compare()
    assert len(compiled.programs) == 2
    with pytest.raises(CannotCompile, match="it returns a module or an optimiser"):
        dv.compile(lambda optimiser: optimiser, fullgraph=True)(twin.optimisers[0])


def test_a_hook_on_a_parameter_is_noticed_and_called() -> None:
    twin, heard = Twin(ordinary, fullgraph=False), list[int]()
    twin.run(inputs, labels, count=1)
    for number, model in enumerate(twin.models):
        model[0].weight.register_hook(lambda grad, number=number: heard.append(number))
    with pytest.warns(UserWarning, match="hook"):
        twin.run(inputs, labels, count=2)
    assert sorted(heard) == [0, 0, 1, 1]


def test_a_hook_on_a_step_is_called() -> None:
    twin, heard = Twin(ordinary), list[str]()
    twin.optimisers[1].register_step_post_hook(lambda *args: heard.append("step"))
    twin.run(inputs, labels, count=3)
    assert heard == ["step"] * 3


@pytest.mark.parametrize("clipped", [False, True])
def test_a_parameter_that_is_frozen_between_steps_loses_its_gradient_and_stays(clipped: bool) -> None:
    """`zero_grad` forgets the gradient that a parameter had before it was frozen, so no step changes it."""

    def make(model: nn.Module, optimiser: Any) -> Callable[..., Any]:
        def step(x: Any, y: Any) -> Any:
            optimiser.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            if clipped:
                nn.utils.clip_grad_norm_(model.parameters(), 0.1)
            optimiser.step()
            return loss

        return step

    twin = Twin(make)
    twin.run(inputs, labels)
    for model in twin.models:
        model[0].weight.requires_grad_(False)
    before = twin.models[1][0].weight.clone()
    twin.run(inputs, labels)
    equal(twin.models[1][0].weight, before)
    assert twin.models[1][0].weight.grad is None
    for model in twin.models:
        model[0].weight.requires_grad_(True)
    twin.run(inputs, labels)
    assert not dv.equal(twin.models[1][0].weight, before)


def test_another_parameter_of_the_optimiser_is_noticed() -> None:
    twin = Twin(ordinary, "sgd")
    twin.run(inputs, labels, count=1)
    for model, optimiser in zip(twin.models, twin.optimisers, strict=True):
        model[0].weight = nn.Parameter(model[0].weight.detach() * 2)
        optimiser.add_param_group({"params": [model[0].weight], "lr": 0.5})
    twin.run(inputs, labels)
    assert len(twin.steps[1].programs) == 2


def test_an_error_in_the_function_leaves_parameters_and_optimiser_alone() -> None:
    twin = Twin(ordinary)
    twin.run(inputs, labels, count=2)
    before = [parameter.detach().clone() for parameter in twin.models[1].parameters()]
    wrong = labels + 3
    for step in twin.steps:
        with pytest.raises(IndexError):
            step(inputs, wrong)
    for parameter, old in zip(twin.models[1].parameters(), before, strict=True):
        np.testing.assert_array_equal(parameter.detach(), old)
    twin.run(inputs, labels)


REFUSED: dict[str, tuple[Callable[..., Any], str]] = {}


def refused(why: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add a function that makes a step to those that run op by op."""

    def add(make: Callable[..., Any]) -> Callable[..., Any]:
        REFUSED[make.__name__] = make, why
        return make

    return add


@refused("reading what a step or a layer has written")
def loss_after_the_step(model: Any, optimiser: Any) -> Callable[..., Any]:
    def step(x: Any, target: Any) -> Any:
        optimiser.zero_grad()
        F.cross_entropy(model(x), target).backward()
        optimiser.step()
        return F.cross_entropy(model(x), target).detach()

    return step


@refused("step with a closure")
def closure(model: Any, optimiser: Any) -> Callable[..., Any]:
    def step(x: Any, target: Any) -> Any:
        def again():  # type: ignore[no-untyped-def]
            optimiser.zero_grad()
            loss = F.cross_entropy(model(x), target)
            loss.backward()
            return loss

        return optimiser.step(again)

    return step


@refused("return its .detach\\(\\)")
def history_beside_a_pass(model: Any, optimiser: Any) -> Callable[..., Any]:
    def step(x: Any, target: Any) -> Any:
        optimiser.zero_grad()
        F.cross_entropy(model(x), target).backward()
        return model[0](x).sum()

    return step


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_compiled_says_why_and_runs_op_by_op(name: str) -> None:
    make, why = REFUSED[name]
    twin = Twin(make)
    with pytest.raises(CannotCompile, match=why):
        twin.steps[1](inputs, labels)
    twin = Twin(make, fullgraph=False)
    with pytest.warns(UserWarning, match=why):
        twin.run(inputs, labels)


def test_a_pass_to_an_argument_with_history_runs_op_by_op() -> None:
    def step(x: Any) -> Any:
        loss = x.square().sum()
        loss.backward()
        return loss.detach()

    leaf = dv.ones(3, requires_grad=True)
    with pytest.raises(CannotCompile, match="neither an argument without history nor read"):
        dv.compile(step, fullgraph=True)(leaf * 2)
    with pytest.warns(UserWarning, match="runs op by op"):
        dv.compile(step)(leaf * 2)
    np.testing.assert_array_equal(leaf.grad, [8, 8, 8])


def test_an_argument_that_is_a_leaf_gets_its_gradient() -> None:
    def step(x: Any) -> Any:
        (x * x).sum().backward()

    compiled, leaf = dv.compile(step, fullgraph=True), dv.ones(3, requires_grad=True)
    for count in (1, 2):
        assert compiled(leaf) is None
        np.testing.assert_array_equal(leaf.grad, [2.0 * count] * 3)
    with pytest.raises(CannotCompile, match="one tensor twice"):
        dv.compile(lambda x, y: (x * y).sum().backward(), fullgraph=True)(leaf, leaf)


def test_gradients_that_are_one_value_are_arrays_of_their_own() -> None:
    def step(x: Any, y: Any) -> Any:
        total = x + y
        total.sum().backward()
        return total.detach()

    x, y = dv.ones(3, requires_grad=True), dv.ones(3, requires_grad=True)
    dv.compile(step, fullgraph=True)(x, y)
    assert not np.shares_memory(x.grad.numpy(), y.grad.numpy())
    x.grad += 1
    np.testing.assert_array_equal(y.grad, [1, 1, 1])


def test_a_step_with_loops_is_close_to_one_op_by_op() -> None:
    twin = Twin(ordinary)
    for _ in range(3):
        ours, theirs = [step(inputs, labels) for step in reversed(twin.steps)]
        np.testing.assert_allclose(ours.detach(), theirs.detach(), rtol=1e-12)
    for model, other in zip(*[model.parameters() for model in twin.models], strict=True):
        np.testing.assert_allclose(model.detach(), other.detach(), rtol=1e-12)


def test_explain_says_what_a_step_leaves_behind(capsys: pytest.CaptureFixture[str]) -> None:
    dv.compile.explain(Twin(ordinary).steps[1], inputs, labels)
    lines = capsys.readouterr().out.splitlines()
    assert "then: 4 gradients cleared, 4 gradients added" in lines
    assert "then: a step of Adam" in lines


def test_a_gradient_that_is_returned_is_the_one_that_the_leaf_has() -> None:
    def step(x: Any, take: bool) -> Any:
        (w * x).sin().sum().backward()
        gradient = w.grad
        optimizer.step()
        return gradient.clone() if take else gradient.T

    w, x = dv.ones(3, requires_grad=True), dv.linspace(0, 1, 3)
    optimizer = dv.optim.SGD([w], lr=0.1)
    with kernels.disabled():
        cleared = dv.compile(step)
        with pytest.warns(UserWarning, match=r"returns an argument, its \.grad"):
            given = cleared(x, False)
        assert np.may_share_memory(given.numpy(), w.grad.numpy())
        w.grad = None
        assert not np.may_share_memory(cleared(x, True).numpy(), w.grad.numpy())
        assert cleared.programs

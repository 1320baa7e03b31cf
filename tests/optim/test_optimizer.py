"""Optimizers: formulas on small numbers, groups, state, closures, and that nothing is recorded."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.optim import lr_scheduler as schedules


def parameter(values: Any, grad: Any = None) -> dv.Tensor:
    tensor = dv.tensor(values, requires_grad=True)
    if grad is not None:
        tensor.grad = dv.tensor(grad)
    return tensor


def values(tensor: dv.Tensor) -> Any:
    return tensor.detach().tolist()


def test_sgd_step_is_rate_times_gradient() -> None:
    p = parameter([1.0, 2.0], grad=[4.0, -8.0])
    dv.optim.SGD([p], lr=0.25).step()
    assert values(p) == [0.0, 4.0]


def test_momentum_starts_with_the_first_gradient_undampened() -> None:
    p = parameter([0.0], grad=[1.0])
    optimizer = dv.optim.SGD([p], lr=1.0, momentum=0.5, dampening=0.5)
    optimizer.step()
    assert values(p) == [-1.0]
    optimizer.step()  # buffer: 0.5 * 1 + 0.5 * 1
    assert values(p) == [-2.0]


def test_nesterov_adds_the_momentum_of_the_next_step() -> None:
    p = parameter([0.0], grad=[1.0])
    dv.optim.SGD([p], lr=1.0, momentum=0.5, nesterov=True).step()
    assert values(p) == [-1.5]


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_first_step_of_adam_is_the_rate_whatever_the_size_of_the_gradient(scale: float) -> None:
    p = parameter([0.0, 0.0], grad=[scale, -scale])
    dv.optim.Adam([p], lr=0.1, eps=0.0).step()
    np.testing.assert_allclose(values(p), [-0.1, 0.1], rtol=1e-6)


def test_decay_of_adamw_does_not_depend_on_the_gradient() -> None:
    p = parameter([8.0], grad=[0.0])
    dv.optim.AdamW([p], lr=0.5, weight_decay=0.5).step()
    assert values(p) == [6.0]


def test_amsgrad_divides_by_the_largest_mean_square_so_far() -> None:
    p = parameter([0.0], grad=[4.0])
    optimizer = dv.optim.Adam([p], betas=(0.0, 0.0), amsgrad=True, lr=1.0)
    optimizer.step()
    p.grad = dv.tensor([1.0])
    optimizer.step()
    np.testing.assert_allclose(values(p), [-1.25])


def test_maximize_goes_up_and_leaves_the_gradient_alone() -> None:
    p = parameter([1.0], grad=[2.0])
    dv.optim.SGD([p], lr=0.5, maximize=True, weight_decay=1.0).step()
    assert values(p) == [1.5]
    assert values(p.grad) == [2.0]


def test_gradient_descent_finds_the_minimum_of_a_parabola() -> None:
    p = parameter([3.0, -5.0])
    optimizer = dv.optim.Adam([p], lr=0.3)
    for _ in range(200):
        optimizer.zero_grad()
        ((p - dv.tensor([1.0, 2.0])) ** 2).sum().backward()
        optimizer.step()
    np.testing.assert_allclose(values(p), [1.0, 2.0], atol=1e-3)


def test_step_is_not_recorded_and_keeps_memory_and_leaf() -> None:
    p = parameter([1.0], grad=[1.0])
    before = p.detach().numpy()
    dv.optim.SGD([p], lr=0.5).step()
    assert p.is_leaf and p.requires_grad
    assert np.shares_memory(p.detach().numpy(), before)
    assert before.tolist() == [0.5]


def test_backward_notices_that_a_step_changed_what_it_saved() -> None:
    p = parameter([1.0], grad=[1.0])
    loss = (p * p).sum()
    dv.optim.SGD([p], lr=0.5).step()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_parameters_without_gradient_are_left_alone_and_have_no_state() -> None:
    p, unused = parameter([1.0], grad=[1.0]), parameter([1.0])
    optimizer = dv.optim.Adam([p, unused])
    optimizer.step()
    assert values(unused) == [1.0]
    assert list(optimizer.state) == [p]


def test_transposed_parameters_are_updated_like_others() -> None:
    array = np.arange(6.0, dtype=np.float32).reshape(2, 3)
    p, q = dv.from_numpy(array.T).requires_grad_(), dv.from_numpy(array.T.copy()).requires_grad_()
    for tensor in (p, q):
        tensor.grad = dv.from_numpy(np.ones((3, 2), np.float32))
    dv.optim.Adam([p, q], lr=0.1, weight_decay=0.1).step()
    assert values(p) == values(q)
    assert array[0, 0] != 0.0


def test_zero_grad_forgets_gradients_or_fills_them() -> None:
    p = parameter([1.0], grad=[1.0])
    optimizer = dv.optim.SGD([p])
    held = p.grad
    optimizer.zero_grad(set_to_none=False)
    assert values(p.grad) == [0.0]
    assert values(held) == [0.0], "the memory of the gradient is kept"
    optimizer.zero_grad()
    assert p.grad is None


def test_closure_runs_first_with_recording_and_its_loss_is_returned() -> None:
    p = parameter([1.0])
    optimizer = dv.optim.SGD([p], lr=0.25)

    def closure() -> dv.Tensor:
        optimizer.zero_grad()
        loss = (p * p).sum()
        loss.backward()
        return loss

    with dv.no_grad():
        loss = optimizer.step(closure)
    assert loss is not None and loss.item() == 1.0
    assert values(p) == [0.5]


def test_groups_have_options_of_their_own_and_defaults_for_the_rest() -> None:
    p, q, r = (parameter([1.0], grad=[1.0]) for _ in range(3))
    optimizer = dv.optim.SGD([{"params": [p]}, {"params": q, "lr": 0.5}], lr=0.25)
    optimizer.add_param_group({"params": iter([r]), "momentum": 0.9})
    optimizer.step()
    assert [values(t) for t in (p, q, r)] == [[0.75], [0.5], [0.75]]
    assert [group["momentum"] for group in optimizer.param_groups] == [0.0, 0.0, 0.9]


def test_options_may_be_changed_between_steps() -> None:
    p = parameter([1.0], grad=[1.0])
    optimizer = dv.optim.SGD([p], lr=0.25)
    optimizer.param_groups[0]["lr"] = 1.0
    optimizer.step()
    assert values(p) == [0.0]


def trained(seed: int = 0, steps: int = 3) -> tuple[list[dv.Tensor], dv.optim.Adam]:
    rng = np.random.default_rng(seed)
    params = [dv.from_numpy(rng.standard_normal(4)).requires_grad_() for _ in range(2)]
    optimizer = dv.optim.Adam([{"params": params[:1]}, {"params": params[1:], "lr": 0.1}], amsgrad=True)
    for _ in range(steps):
        one_step(params, optimizer)
    return params, optimizer


def one_step(params: list[dv.Tensor], optimizer: dv.optim.Optimizer) -> None:
    optimizer.zero_grad()
    for param in params:
        (param**3).sum().backward()
    optimizer.step()


@pytest.mark.parametrize("through", [copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_training_continues_exactly_from_a_saved_state(through: Any) -> None:
    params, optimizer = trained()
    others, other = trained(seed=1, steps=1)
    for target, source in zip(others, params, strict=True):
        target.detach().numpy()[...] = source.detach().numpy()
    other.load_state_dict(through(optimizer.state_dict()))
    one_step(params, optimizer)
    one_step(others, other)
    assert [values(t) for t in others] == [values(t) for t in params]
    assert [group["lr"] for group in other.param_groups] == [1e-3, 0.1]


def test_state_dict_numbers_parameters_over_all_groups() -> None:
    _, optimizer = trained()
    saved = optimizer.state_dict()
    assert [group["params"] for group in saved["param_groups"]] == [[0], [1]]
    assert sorted(saved["state"]) == [0, 1]
    assert sorted(saved["state"][0]) == ["exp_avg", "exp_avg_sq", "max_exp_avg_sq", "step"]


def test_loaded_state_is_a_copy() -> None:
    params, optimizer = trained()
    _, other = trained(seed=1)
    other.load_state_dict(optimizer.state_dict())
    expected = {key: value.tolist() for key, value in other.state_dict()["state"][0].items()}
    one_step(params, optimizer)
    assert {key: value.tolist() for key, value in other.state_dict()["state"][0].items()} == expected


def test_state_of_other_groups_or_shapes_is_refused_and_changes_nothing() -> None:
    _, optimizer = trained()
    other = dv.optim.Adam([parameter([1.0, 2.0]), parameter([1.0])])
    with pytest.raises(ValueError, match=r"expected groups of \[2\] parameters, got groups of \[1, 1\]"):
        other.load_state_dict(optimizer.state_dict())
    narrow = dv.optim.Adam([{"params": parameter([1.0, 2.0])}, {"params": parameter([1.0])}])
    with pytest.raises(ValueError, match=r"Adam: expected exp_avg of shape \(2,\), got \(4,\)"):
        narrow.load_state_dict(optimizer.state_dict())
    assert narrow.state == {}


@pytest.mark.parametrize(
    ("saved", "given", "missing"),
    [
        ("AdamW", "SGD", "'momentum', 'dampening'"),
        ("SGD", "Adam", "'betas', 'eps'"),
        ("Adam", "NAdam", "'momentum_decay'"),
    ],
)
def test_state_of_another_optimizer_is_refused_and_changes_nothing(
    saved: str, given: str, missing: str
) -> None:
    """PyTorch takes it, and raises a KeyError in the next step."""
    optimizer = getattr(dv.optim, saved)([parameter([1.0, 2.0], grad=[1.0, 1.0])], lr=0.1)
    optimizer.step()
    other = getattr(dv.optim, given)([parameter([1.0, 2.0])], lr=0.5)
    says = f"{given}: expected groups with {missing}, got those of another optimizer, with 'lr', .*; load the"
    with pytest.raises(ValueError, match=says):
        other.load_state_dict(optimizer.state_dict())
    assert other.param_groups[0]["lr"] == 0.5 and other.state == {}


def test_state_without_options_that_are_off_by_default_is_loaded() -> None:
    """As states of older releases, and of other libraries, are."""
    optimizer = dv.optim.Adam([parameter([1.0, 2.0])], lr=0.1)
    state = optimizer.state_dict()
    for option in ("amsgrad", "maximize"):
        del state["param_groups"][0][option]
    other = dv.optim.AdamW([parameter([1.0, 2.0])], lr=0.5)
    other.load_state_dict(state)
    assert other.param_groups[0]["lr"] == 0.1 and other.param_groups[0]["amsgrad"] is False


def test_state_keeps_the_precision_of_the_parameter() -> None:
    p = parameter([1.0, 2.0], grad=[1.0, 1.0])
    optimizer = dv.optim.Adam([p], amsgrad=True)
    optimizer.step()
    arrays = [entry for entry in optimizer.state[p].values() if isinstance(entry, np.ndarray)]
    assert [array.dtype for array in arrays] == [np.float32] * 3


def test_a_step_allocates_nothing_of_the_size_of_a_parameter() -> None:
    import tracemalloc

    p = dv.from_numpy(np.ones(100_000)).requires_grad_()
    p.grad = dv.from_numpy(np.ones(100_000))
    optimizers = [
        dv.optim.AdamW([p], amsgrad=True),
        dv.optim.SGD([p], momentum=0.9, weight_decay=0.1, nesterov=True),
    ]
    for optimizer in optimizers:
        optimizer.step()
        tracemalloc.start()
        optimizer.step()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 100_000, optimizer


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda p: dv.optim.SGD([]), "SGD: expected parameters, got an empty iterable"),
        (lambda p: dv.optim.SGD(p), "SGD: expected an iterable of tensors or of groups, got one Tensor"),
        (lambda p: dv.optim.SGD([1.0]), "SGD: expected tensors as parameters, got float"),
        (lambda p: dv.optim.SGD([p * 2]), "SGD: expected leaf tensors, got the result of <MulBackward"),
        (lambda p: dv.optim.SGD([p, p]), r"SGD: expected each parameter once, got one of shape \(1,\) twice"),
        (lambda p: dv.optim.SGD([p], lr=-1.0), "SGD: expected lr to be at least 0, got -1.0"),
        (
            lambda p: dv.optim.SGD([p], momentum=float("nan")),
            "SGD: expected momentum to be at least 0, got nan",
        ),
        (lambda p: dv.optim.SGD([p], nesterov=True), "SGD: expected nesterov with momentum"),
        (
            lambda p: dv.optim.Adam([p], betas=(0.9, 1.0)),
            r"Adam: expected betas in \[0, 1\), got \(0.9, 1.0\)",
        ),
        (lambda p: dv.optim.AdamW([p], eps=-1.0), "AdamW: expected eps to be at least 0, got -1.0"),
        (lambda p: dv.optim.SGD([{"params": p, "lr": -1.0}]), "SGD: expected lr to be at least 0"),
        (lambda p: dv.optim.SGD([p], lr="0.1"), "SGD: expected lr to be a number, got '0.1'"),
        (lambda p: dv.optim.Adam([p], betas=0.9), r"Adam: expected betas in \[0, 1\), got 0.9"),
        (lambda p: dv.optim.SGD([{"lr": 1.0}]), r"SGD: expected a group with the key 'params', got \['lr'\]"),
        (lambda p: dv.optim.SGD([{"params": p}, p]), "SGD: expected groups to be dictionaries, got Tensor"),
        (
            lambda p: dv.optim.SGD([p]).load_state_dict({}),
            "SGD: expected a state dictionary with .* got \\[\\]",
        ),
        (lambda p: dv.optim.SGD([p]).load_state_dict(1), "SGD: expected a state dictionary with .* got int"),
        (lambda p: schedules.StepLR(p, 1), "StepLR: expected an Optimizer, got Tensor"),
        (
            lambda p: schedules.LambdaLR(dv.optim.SGD([p]), [3]),
            "LambdaLR: expected a function for lr_lambda, got int",
        ),
        (lambda p: schedules.StepLR(dv.optim.SGD([p]), 0), "StepLR: expected step_size to be a positive int"),
        (
            lambda p: schedules.CosineAnnealingLR(dv.optim.SGD([p]), 2.5),
            "CosineAnnealingLR: expected T_max to be a positive int, got 2.5",
        ),
    ],
)
def test_wrong_arguments_are_named(make: Any, message: str) -> None:
    with pytest.raises((KeyError, TypeError, ValueError), match=message):
        make(parameter([1.0]))


def test_printed_optimizer_shows_the_options_of_each_group() -> None:
    assert "    momentum: 0.9" in repr(dv.optim.SGD([parameter([1.0])], momentum=0.9)).splitlines()


def test_schedule_continues_from_a_saved_state() -> None:
    def schedule() -> dv.optim.lr_scheduler.StepLR:
        return dv.optim.lr_scheduler.StepLR(dv.optim.SGD([parameter([1.0])], lr=1.0), step_size=2, gamma=0.5)

    first, second = schedule(), schedule()
    for _ in range(3):
        first.step()
    second.load_state_dict(first.state_dict())
    second.optimizer.load_state_dict(first.optimizer.state_dict())  # which has the rates
    first.step()
    second.step()
    assert second.get_last_lr() == first.get_last_lr() == [0.25]


def test_hooks_around_steps_and_states() -> None:
    """Hooks run before and after steps, saving and loading, may replace what they get, and can be taken away."""
    x = parameter([1.0])
    optimizer = dv.optim.SGD([x], lr=0.5)
    seen: list[str] = []
    handles = [
        optimizer.register_step_pre_hook(lambda *_: seen.append("before")),
        optimizer.register_step_post_hook(lambda *_: seen.append("after")),
        optimizer.register_step_post_hook(lambda *_: seen.append("first"), prepend=True),
        optimizer.register_state_dict_pre_hook(lambda _: seen.append("saving")),
        optimizer.register_state_dict_post_hook(lambda _, state: {**state, "extra": 1}),
        optimizer.register_load_state_dict_pre_hook(lambda _, state: seen.append("loading")),
        optimizer.register_load_state_dict_post_hook(lambda _: seen.append("loaded")),
    ]
    optimizer.step()
    saved = optimizer.state_dict()
    optimizer.load_state_dict(saved)
    assert seen == ["before", "first", "after", "saving", "loading", "loaded"] and saved["extra"] == 1
    for handle in handles:
        handle.remove()
        handle.remove()
    optimizer.step()
    assert len(seen) == 6 and "extra" not in optimizer.state_dict()


def test_a_hook_before_a_step_replaces_its_arguments() -> None:
    optimizer = dv.optim.SGD([parameter([1.0])], lr=0.5)
    optimizer.register_step_pre_hook(lambda _, args, kwargs: ((lambda: 7.0,), kwargs))
    assert optimizer.step() == 7.0
    optimizer.register_step_pre_hook(lambda *_: 3)
    with pytest.raises(RuntimeError, match=r"SGD\.step: expected None or a tuple of new args and kwargs"):
        optimizer.step()
    with pytest.raises(TypeError, match="register_step_post_hook: expected a function, got int"):
        optimizer.register_step_post_hook(3)


def test_named_parameters_are_optimized_by_name() -> None:
    """Pairs of names and parameters are accepted; a group knows the names."""
    model = dv.nn.Linear(2, 1)
    optimizer = dv.optim.Adam(model.named_parameters())
    assert optimizer.param_groups[0]["param_names"] == ["weight", "bias"]
    assert optimizer.state_dict()["param_groups"][0]["param_names"] == ["weight", "bias"]


@pytest.mark.parametrize(
    "name", ["SGD", "Adam", "AdamW", "NAdam", "RAdam", "Adamax", "RMSprop", "Rprop", "ASGD"]
)
def test_options_of_implementations_are_accepted_where_they_change_nothing(name: str) -> None:
    """`foreach` and `fused` change no result; what would is refused, and unknown names are."""
    make = getattr(dv.optim, name)
    make([parameter([1.0])], foreach=True, fused=False, capturable=False, differentiable=False)
    with pytest.raises(
        RuntimeError, match=f"{name}: expected differentiable=False, got True: steps are not recorded"
    ):
        make([parameter([1.0])], differentiable=True)
    with pytest.raises(RuntimeError, match=f"{name}: expected capturable=False"):
        make([parameter([1.0])], capturable=True)
    with pytest.raises(TypeError, match="got an unexpected keyword argument 'forech'"):
        make([parameter([1.0])], forech=True)


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (
            lambda p: dv.optim.LBFGS([p], line_search_fn="wolfe"),
            RuntimeError,
            "only 'strong_wolfe' is supported",
        ),
        (
            lambda p: dv.optim.LBFGS([{"params": p}, {"params": parameter([1.0])}]),
            ValueError,
            "expected one group",
        ),
        (lambda p: dv.optim.LBFGS([p]).step(), TypeError, "LBFGS: step expected a closure"),
        (lambda p: dv.optim.Adafactor([p], d=0.5), ValueError, "expected d of at least 1"),
        (lambda p: dv.optim.Adafactor([p], eps=(-1.0, 1.0)), ValueError, "expected eps of at least 0"),
        (lambda p: dv.optim.Muon([p]), ValueError, "expected real matrices, got a parameter of shape"),
        (lambda p: dv.optim.Muon([dv.ones(2, 2)], adjust_lr_fn="x"), ValueError, "for adjust_lr_fn, got 'x'"),
        (lambda p: dv.optim.Muon([dv.ones(2, 2)], ns_steps=0), ValueError, "expected ns_steps in"),
        (lambda p: schedules.LRScheduler(dv.optim.SGD([p])), NotImplementedError, "expected a method get_lr"),
        (
            lambda p: schedules.StepLR(dv.optim.SGD([p]), 2, last_epoch=3),
            KeyError,
            "expected 'initial_lr' in group 0",
        ),
        (lambda p: schedules.ConstantLR(dv.optim.SGD([p]), 2), ValueError, r"expected factor in \[0, 1\]"),
        (lambda p: schedules.LinearLR(dv.optim.SGD([p]), 0), ValueError, "expected start_factor in"),
        (lambda p: schedules.LinearLR(dv.optim.SGD([p]), 1, 2), ValueError, "expected end_factor in"),
        (
            lambda p: schedules.LambdaLR(dv.optim.SGD([p]), [abs, abs]),
            ValueError,
            "expected 1 values for lr_lambda",
        ),
        (
            lambda p: schedules.CyclicLR(dv.optim.Adagrad([p]), 0, 1),
            ValueError,
            "expected an optimizer with momentum",
        ),
        (lambda p: schedules.CyclicLR(dv.optim.SGD([p]), 0, 1, mode="x"), ValueError, "for mode, got 'x'"),
        (lambda p: schedules.OneCycleLR(dv.optim.SGD([p]), 1), ValueError, "epochs, without total_steps,"),
        (
            lambda p: schedules.OneCycleLR(dv.optim.SGD([p]), 1, 5, pct_start=2),
            ValueError,
            "expected pct_start in",
        ),
        (
            lambda p: schedules.OneCycleLR(dv.optim.SGD([p]), 1, 5, anneal_strategy="x"),
            ValueError,
            "cos or linear",
        ),
        (
            lambda p: schedules.ChainedScheduler([], dv.optim.SGD([p])),
            ValueError,
            "expected schedules of one",
        ),
        (
            lambda p: schedules.ReduceLROnPlateau(dv.optim.SGD([p]), factor=1.0),
            ValueError,
            "expected factor below 1",
        ),
        (
            lambda p: schedules.ReduceLROnPlateau(dv.optim.SGD([p]), "x"),
            ValueError,
            "expected mode 'min' or 'max'",
        ),
        (lambda p: schedules.ReduceLROnPlateau(p), TypeError, "expected an Optimizer, got Tensor"),
        (
            lambda p: dv.optim.swa_utils.SWALR(dv.optim.SGD([p]), 1, -1),
            ValueError,
            "expected anneal_epochs to be",
        ),
        (
            lambda p: dv.optim.swa_utils.SWALR(dv.optim.SGD([p]), 1, 1, "x"),
            ValueError,
            "expected cos or linear",
        ),
        (lambda p: dv.optim.swa_utils.get_ema_avg_fn(2), ValueError, r"expected decay in \[0, 1\]"),
    ],
)
def test_wrong_options_of_optimizers_and_schedules_are_named(
    make: Any, error: type[Exception], text: str
) -> None:
    """An option that is out of range is an error that names it, what was expected and what was got."""
    with pytest.raises(error, match=text):
        make(parameter([1.0]))


@pytest.mark.parametrize("library", ["derivata", "torch"])
@pytest.mark.parametrize(
    ("options", "last"),
    [
        ({}, 0.28306099820869923),
        ({"three_phase": True}, 0.01291061),
        ({"anneal_strategy": "linear"}, -0.35713742),
    ],
)
def test_a_schedule_of_one_cycle_takes_a_step_after_each_batch_and_ends(
    library: str, options: dict[str, Any], last: float
) -> None:
    """It takes as many steps as `total_steps` says; the last leaves a rate that no batch needs."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    weight = lib.ones(1, requires_grad=True)
    optimizer = lib.optim.SGD([weight], lr=1.0, momentum=0.9)
    schedule = lib.optim.lr_scheduler.OneCycleLR(optimizer, 1.0, 4, **options)
    rates = []
    for _ in range(4):
        weight.grad = lib.ones(1)
        optimizer.step()
        schedule.step()
        rates.append(schedule.get_last_lr()[0])
    assert rates[2:] == pytest.approx([4e-6, last])
    with pytest.raises(ValueError, match=r"[Tt]ried to step 5 times"):
        schedule.step()

"""Dropout and random tensors in compiled functions are those op by op."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels, nn
from derivata.arrays.random import Generator

from .programs import as_list, close, compare


def several(x: Any, w: Any) -> Any:
    first = F.dropout(x, 0.3)
    hidden = (first @ w).tanh()
    F.dropout(x, 0.1)
    other = F.dropout(w, 0.2) * 2
    return (F.dropout(hidden, 0.5) * hidden.sin()).sum() + other.sum()


RANDOM: dict[str, Callable[..., Any]] = {
    "rand": lambda x, w: (x * dv.rand(6, 5)).sum() + dv.rand(3).to(x.dtype).sum(),
    "randn": lambda x, w: [x + 0.1 * dv.randn_like(x), dv.randn(2, 3), dv.rand_like(w)],
    "order": lambda x, w: x @ w * (dv.rand(7) - F.dropout(dv.randn(7), 0.4) / (1 + dv.rand(()))),
    "integers": lambda x, w: [x * 2, dv.randint(3, (4,)), dv.randint(1, 9, (2, 2)), dv.randint_like(x, 5)],
    "randperm": lambda x, w: [x * 2, dv.randperm(6), x.index_select(0, dv.randperm(6))],
    "normal": lambda x, w: [dv.normal(1.0, 2.0, (3,)) + w[0, :3], dv.normal(x, x.abs()) * x],
    "bernoulli": lambda x, w: (x.sigmoid().bernoulli() + 1) * x.sin() + dv.bernoulli(x * 0, 0.3),
    "bernoulli alone": lambda x, w: x.sigmoid().bernoulli() + w.sum().sigmoid().bernoulli(),
    "counts": lambda x, w: [
        x * dv.poisson(x.exp()),
        dv.binomial(dv.full((5,), 9.0, dtype=x.dtype), x.sigmoid()),
    ],
    "multinomial": lambda x, w: [x.tanh(), x.softmax(-1).multinomial(4, replacement=True)],
    "alpha dropout": lambda x, w: F.alpha_dropout(x, 0.3, True) @ F.feature_alpha_dropout(w, 0.2, True),
    "rrelu": lambda x, w: F.rrelu(x, 0.1, 0.9, training=True) @ F.rrelu(w, training=True),
    "gumbel": lambda x, w: F.gumbel_softmax(x @ w, 0.7) * F.gumbel_softmax(x @ w, hard=True, dim=0),
    "noise that is written": lambda x, w: dv.zeros(6, 5, dtype=x.dtype).add_(dv.rand(6, 5)).mul_(x),
    "in a gradient": lambda x, w: dv.func.grad(lambda x: (x * dv.rand(6, 1) + F.dropout(x.sin(), 0.2)).sum())(
        x
    ),
}


def leaves(*requires_grad: bool) -> list[Any]:
    """Return two tensors."""
    rng = np.random.default_rng(3)
    shapes = (6, 5), (5, 7)
    return [
        dv.tensor(rng.standard_normal(shape), requires_grad=wanted)
        for shape, wanted in zip(shapes, requires_grad, strict=True)
    ]


@pytest.mark.parametrize("recorded", [(False, False), (False, True), (True, True)])
def test_draws_and_derivatives_of_every_order_are_those_op_by_op(recorded: tuple[bool, ...]) -> None:
    with kernels.disabled():
        compare(several, leaves(*recorded))


@pytest.mark.parametrize("name", RANDOM)
@pytest.mark.parametrize("recorded", [(False, False), (False, True), (True, True)])
def test_random_numbers_and_derivatives_are_those_op_by_op(name: str, recorded: tuple[bool, ...]) -> None:
    with kernels.disabled():
        compare(RANDOM[name], leaves(*recorded))


@pytest.mark.parametrize("name", RANDOM)
def test_random_numbers_go_on_as_op_by_op(name: str) -> None:
    found = []
    with kernels.disabled():
        for function in (dv.compile(RANDOM[name], fullgraph=True), RANDOM[name]):
            dv.manual_seed(1)
            found.append(
                [*[out for _ in range(3) for out in as_list(function(*leaves(True, True)))], dv.rand(3)]
            )
    for ours, theirs in zip(*found, strict=True):
        close(ours, theirs)


def test_generators_are_noticed_and_drawn_from() -> None:
    source = Generator(3)

    def noisy(x: Any, other: Any) -> Any:
        return x + dv.rand(4, generator=source) - dv.rand(4) * x.sigmoid().bernoulli(generator=other)

    x, found = dv.ones(4), []
    for function in (dv.compile(noisy, fullgraph=True), noisy):
        dv.manual_seed(0)
        source, second = Generator(3), Generator(4)
        found.append([function(x, second), function(x, second)])
        source = Generator(5)
        found[-1] += [function(x, second), function(x, source), function(x, None)]
        found[-1] += [dv.rand(2), dv.rand(2, generator=source), dv.rand(2, generator=second)]
    for ours, theirs in zip(*found, strict=True):
        assert ours.tolist() == theirs.tolist()


def test_what_is_refused_after_it_has_drawn_from_a_generator_draws_once() -> None:
    def refused(x: Any, source: Any) -> Any:
        return (x + dv.rand(4, generator=source)) * float(x.sum())

    found = []
    for function in (dv.compile(refused), refused):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found.append(function(dv.ones(4), Generator(2)).tolist())
    assert found[0] == found[1]


def test_two_random_tensors_differ_and_those_of_two_calls_as_well() -> None:
    compiled = dv.compile(lambda x: (x * dv.rand(50), x * dv.rand(50)), fullgraph=True)
    first, second = compiled(dv.ones(50)), compiled(dv.ones(50))
    assert len({tuple(out.tolist()) for out in (*first, *second)}) == 4


def test_random_numbers_in_another_shape_dtype_and_mode_are_those_op_by_op() -> None:
    def f(x: Any, training: Any) -> Any:
        return F.rrelu(x, training=training) * dv.rand_like(x) + dv.rand(x.shape[0], 1)

    found = []
    for function in (dv.compile(f, fullgraph=True), f):
        dv.manual_seed(7)
        found.append([])
        for shape, kind, training, recorded in (
            ((3, 2), dv.float32, True, False),
            ((4, 2), dv.float32, True, True),
            ((4, 2), dv.float64, True, True),
            ((4, 2), dv.float64, False, True),
            ((3, 2), dv.float32, True, True),
        ):
            out = function(dv.ones(shape, dtype=kind, requires_grad=recorded) - 1.5, training)
            found[-1] += [out, *(dv.autograd.grad(out.sum(), out) if recorded else ())]
    for ours, theirs in zip(*found, strict=True):
        assert ours.dtype == theirs.dtype
        close(ours, theirs)


def test_the_stream_goes_on_as_op_by_op_from_the_first_call_on() -> None:
    found = []
    for function in (dv.compile(several, fullgraph=True), several):
        dv.manual_seed(1)
        found.append([*[function(*leaves(True, True)) for _ in range(3)], dv.rand(3)])
    for ours, theirs in zip(*found, strict=True):
        close(ours, theirs)


def test_two_equal_calls_draw_twice_and_one_without_readers_draws() -> None:
    compiled = dv.compile(lambda x: F.dropout(x) - F.dropout(x), fullgraph=True)
    dv.manual_seed(0)
    assert compiled(dv.ones(100)).abs().max() > 0


def test_what_is_refused_after_it_has_drawn_draws_once() -> None:
    def refused(x: Any) -> Any:
        return F.dropout(x) * float(x.sum())

    drawn = []
    for function in (dv.compile(refused), refused):
        dv.manual_seed(2)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            drawn.append([function(dv.ones(50)), dv.rand(2)])
    for ours, theirs in zip(*drawn, strict=True):
        close(ours, theirs)


def test_modes_of_modules_with_dropout_are_noticed() -> None:
    model = nn.Sequential(nn.Linear(4, 50), nn.Dropout(0.5), nn.Linear(50, 2))
    compiled, x = dv.compile(model, fullgraph=True), dv.ones(3, 4)
    for train in (True, False, True):
        model.train(train)
        dv.manual_seed(3)
        ours = compiled(x)
        dv.manual_seed(3)
        close(ours, model(x))


def test_a_step_with_dropout_is_that_op_by_op() -> None:
    losses = []
    for compiled in (True, False):
        dv.manual_seed(0)
        model = nn.Sequential(nn.Linear(4, 20), nn.ReLU(), nn.Dropout(), nn.Linear(20, 1)).to(dv.float64)
        optimizer = dv.optim.Adam(model.parameters(), lr=0.01)

        def step(x: Any, model: nn.Module = model, optimizer: Any = optimizer) -> Any:
            optimizer.zero_grad()
            loss = model(x).square().mean()
            loss.backward()
            optimizer.step()
            return loss.detach()

        taken = dv.compile(step, fullgraph=True) if compiled else step
        with kernels.disabled():
            losses.append([taken(dv.ones(8, 4, dtype=dv.float64)).item() for _ in range(4)])
    assert losses[0] == losses[1]


def test_a_program_that_draws_is_waited_for() -> None:
    compiled = dv.compile(several, fullgraph=True, wait=False)
    dv.manual_seed(1)
    ours = compiled(*leaves(False, False))
    assert compiled.entries[0].run is not None
    dv.manual_seed(1)
    close(ours, several(*leaves(False, False)))

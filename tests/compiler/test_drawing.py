"""Dropout in compiled functions draws what it draws op by op."""

import warnings
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels, nn

from .programs import close, compare


def several(x: Any, w: Any) -> Any:
    first = F.dropout(x, 0.3)
    hidden = (first @ w).tanh()
    F.dropout(x, 0.1)
    other = F.dropout(w, 0.2) * 2
    return (F.dropout(hidden, 0.5) * hidden.sin()).sum() + other.sum()


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

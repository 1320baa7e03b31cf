"""Calls that go another way than the first program go on from the question: what is before it is computed once."""

import gc
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv
from derivata.compiler import ways
from derivata.compiler.function import compile
from derivata.compiler.refusal import Differs

from .test_asked import agree, x


def both_read(t: Any) -> Any:
    h = t.cumsum(0) * 0.5
    return h.sin() * 2 + t if h.sum() > 0 else h.cos() - 1


def one_reads(t: Any) -> Any:
    h = t.cumsum(0).tanh()
    return h.exp() * h if h.sum() > 0 else t * 3 + 1


def one_ends(t: Any) -> Any:
    h = t.cumsum(0)
    if not h.sum() > 0:
        return h.sum() * 2 + 1
    return h.sin() * h


def in_a_loop(t: Any) -> Any:
    h = t.cumsum(0) + 1
    while h.abs().max() > 1:
        h = h * 0.6 + 0.01 * t
    return h * 2


def with_two(t: Any) -> Any:
    h = t.cumsum(0)
    g = h.tanh() if h.mean() > 0 else h.sin()
    return (g * h).exp() if g.amax() > 0.7 else g + t


def drawing(t: Any) -> Any:
    h = t.cumsum(0) + dv.rand(12, dtype=dv.float64)
    if h.sum() > 0:
        h = h * dv.rand(12, dtype=dv.float64)
    return dv.nn.functional.dropout(h, 0.5) + dv.randn(12, dtype=dv.float64)


FUNCTIONS = [both_read, one_reads, one_ends, in_a_loop, with_two, drawing]
WAYS = [x(shift) for shift in (0.5, -0.5, 0.4, 2, -2, 0.1, 5, 0.5, -3)]


def counted(compiled: Any, name: str) -> list[None]:
    """Return what gets an element whenever a program calls a function of this name."""
    calls: list[None] = []
    for program in compiled.programs:
        names = program.forward.__globals__
        if name in names:
            inner = names[name]
            names[name] = lambda *args, inner=inner, **options: (calls.append(None), inner(*args, **options))[
                1
            ]
    return calls


def in_turns(compiled: Any, calls: Any, rounds: int) -> None:
    for _ in range(rounds):
        for call in calls:
            compiled(call)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("recorded", [False, True])
def test_what_is_before_a_question_is_computed_once_in_each_call(
    function: Callable[..., Any], recorded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways, "LOSSES", 5)
    compiled: Any = compile(function)
    calls = [way.requires_grad_(recorded) for way in WAYS]
    in_turns(compiled, calls, 12)
    counts = counted(compiled, "cumsum" if "cumsum" in compiled.programs[0].forward.text else "op_cumsum")
    in_turns(compiled, calls, 3)
    assert len(compiled.programs) > 1
    assert len(counts) == 3 * len(calls)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_calls_in_turns_give_what_they_give_op_by_op(function: Callable[..., Any]) -> None:
    agree(function, WAYS * 3)


def elementwise(t: Any) -> Any:
    h = (t * 1.1).tanh() + t
    return (h * 2).exp() if h.sum() > 0 else (h - 1).sin()


def others(t: Any) -> Any:
    h, g = (t * 1.1).tanh() + t, (t * 0.7).sin() - t
    return (h * 2).exp() if (h + g).sum() > -0.1 else (g - 1).sin()


@pytest.mark.parametrize("function", [elementwise, others])
@pytest.mark.parametrize("recorded", [False, True])
def test_programs_that_are_left_often_are_made_again_and_hand_over_what_others_read(
    function: Callable[..., Any], recorded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways, "LOSSES", 5)
    compiled: Any = compile(function)
    calls = [x(2).requires_grad_(recorded), x(-2).requires_grad_(recorded)]
    in_turns(compiled, calls, 50)
    loops = counted(compiled, "loop_0")
    in_turns(compiled, calls, 5)
    assert len(loops) == 10
    assert compiled.ways.handed
    agree(function, calls * 50, programs=2)


def test_a_program_that_is_seldom_left_keeps_its_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "LOSSES", 5)
    compiled: Any = compile(elementwise)
    in_turns(compiled, [x(2)] * 20 + [x(-2)], 20)
    assert not compiled.ways.handed


def test_a_way_that_many_calls_in_a_row_go_is_tried_first() -> None:
    def one_stays(t: Any) -> Any:
        h = t.cumsum(0)
        return h.cumsum(0) * 2 if h.sum() > 0 else t.sum() + 1

    compiled: Any = compile(one_stays)
    in_turns(compiled, [x(2), x(-2)], 4)
    long, short = [next(p for p in compiled.programs if p.answers == (answer,)) for answer in (True, False)]
    assert compiled.latest.program is long
    in_turns(compiled, [x(-2)], 40)
    assert compiled.latest.program is short
    compiled(x(2))  # which has not in memory what the other way reads
    assert compiled.latest.program is long


def test_what_one_way_alone_reads_from_outside_is_that_of_the_call() -> None:
    settings = [2.0]

    def scaled(t: Any, other: Any) -> Any:
        h = t.cumsum(0)
        return h * factor if h.sum() > 0 else (h * other).sin() + settings[0]

    compiled: Any = compile(scaled)
    factor = 3.0
    for number in range(24):
        factor = 3.0 + number // 6
        settings[0] = 1.0 + number // 8
        way, other = x(0.5 if number % 2 else -0.5), x(number % 5)
        dv.testing.assert_close(compiled(way, other), scaled(way, other))


def test_numbers_among_the_arguments_are_those_of_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "LOSSES", 5)

    def scaled(t: Any, rate: float) -> Any:
        h = t.cumsum(0) * rate
        return h.exp() * rate if h.sum() > 0 else h.sin() + rate

    compiled: Any = compile(scaled)
    calls = [(x(shift), rate) for rate in (0.5, 0.25, 0.75, 0.1) for shift in (1, -1)]
    for call in calls * 8:
        compiled(*call)
    counts = counted(compiled, "cumsum" if "cumsum" in compiled.programs[0].forward.text else "op_cumsum")
    for call in calls * 3:
        dv.testing.assert_close(compiled(*call), scaled(*call))
    assert len(counts) == 3 * len(calls)


def test_ways_for_all_sizes_go_on_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = [
        dv.linspace(-1, 1, n, dtype=dv.float64) + shift for n in (12, 15, 20, 31) for shift in (0.5, -0.5)
    ]
    agree(one_reads, calls * 2, programs=2, dynamic=True)
    monkeypatch.setattr(ways, "LOSSES", 5)
    agree(others, calls * 12, programs=2, dynamic=True)


def test_an_error_behind_a_question_is_that_of_the_op_and_draws_nothing() -> None:
    def factor(a: Any) -> Any:
        a = a + dv.rand(3, 3, dtype=dv.float64).triu() * 1e-9
        return a * 2 + 1 if a.sum() > 0 else dv.linalg.cholesky(a + 5 * dv.eye(3, dtype=dv.float64)).sin()

    good, other = dv.eye(3, dtype=dv.float64), -dv.eye(3, dtype=dv.float64)
    bad = other * 20
    compiled: Any = compile(factor)
    for given in (good, other, good, other):
        compiled(given)
    dv.manual_seed(0)
    with pytest.raises(RuntimeError) as ours:
        compiled(bad)
    with pytest.raises(RuntimeError) as theirs:
        factor(bad)
    assert str(ours.value) == str(theirs.value)
    found = []
    for function in (compiled, factor):
        dv.manual_seed(0)
        found.append(dv.stack([function(given) for given in (good, other, other, good)]))
    dv.testing.assert_close(*found)


def test_what_a_program_has_computed_is_free_when_the_call_ends() -> None:
    compiled: Any = compile(in_a_loop)
    in_turns(compiled, WAYS, 2)
    gc.collect()
    gc.disable()
    try:
        in_turns(compiled, WAYS, 2)
        assert not [one for one in gc.get_objects() if isinstance(one, Differs)]
    finally:
        gc.enable()


def test_calls_run_op_by_op_where_many_ways_do() -> None:
    def logged(t: Any) -> Any:
        h = t.cumsum(0)
        return h * float(f"{h.mean().item()}") if h.sum() > 0 else h.sin() + 1

    compiled: Any = compile(logged)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        in_turns(compiled, [x(-2)] * 5 + [x(2)], 30)
        assert compiled.latest.program is not None
        in_turns(compiled, [x(2)], 40)
    assert compiled.latest.program is None
    ran = compiled.programs[0].ran
    for way in WAYS:
        dv.testing.assert_close(compiled(way), logged(way))
    assert compiled.programs[0].ran == ran

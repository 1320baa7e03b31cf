"""Tuples with names, enumerations, partial functions and annotations in compiled functions; changes are noticed."""

from collections.abc import Callable, Sequence
from enum import Enum, IntEnum, auto
from functools import partial
from typing import Any, NamedTuple, Optional

import pytest

import derivata as dv
from derivata import Tensor
from derivata.compiler.function import compile

from .test_asked import x

pytestmark = pytest.mark.usefixtures("on_numpy")

FACTOR = 2.0


class State(NamedTuple):
    mean: Tensor
    spread: Any
    count: int = 0


class Described(NamedTuple):
    mean: Tensor

    def scaled(self) -> Any:
        return self.mean * FACTOR


class Mode(Enum):
    FIRST = "first"
    SECOND = "second"


class Level(IntEnum):
    LOW = auto()
    HIGH = auto()


class Scaling(Enum):
    DOUBLE = 2

    def of(self, t: Any) -> Any:
        return t * self.value * FACTOR


MODE = Mode.FIRST
STATE = State(dv.ones(12, dtype=dv.float64), 2.0)


def stepped(state: State, t: Any) -> State:
    return State(state.mean * 0.5 + t, state.spread + t.sin(), state.count + 1)


def test_tuples_with_names_are_arguments_made_and_returned() -> None:
    def filtered(state: State, t: Any) -> Any:
        for _ in range(2):
            state = stepped(state, t)._replace(spread=state.spread * 2)
        return state, state.mean.sum()

    compiled: Any = compile(filtered, fullgraph=True)
    for count in (0, 1):
        state = State(x(), x(1), count)
        ours, theirs = compiled(state, x(2)), filtered(state, x(2))
        assert type(ours[0]) is State
        assert ours[0].count == theirs[0].count
        dv.testing.assert_close([*ours[0][:2], ours[1]], [*theirs[0][:2], theirs[1]])
    assert len(compiled.programs) == 2


def test_a_tuple_with_names_from_outside_that_changes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def shifted(t: Any) -> Any:
        return t * STATE.spread + STATE.mean

    compiled: Any = compile(shifted, fullgraph=True)
    for state in (STATE, STATE._replace(spread=3.0), State(x(), x())):
        monkeypatch.setitem(globals(), "STATE", state)
        dv.testing.assert_close(compiled(x()), shifted(x()))


def test_members_of_enumerations_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def chosen(t: Any, level: Level = Level.LOW) -> Any:
        t = t.sin() if MODE is Mode.FIRST else t.cos()
        t = t * 2 if Mode.SECOND.value == MODE.value else t * 3
        return t * level if level == Level.HIGH else t - 1

    compiled: Any = compile(chosen, fullgraph=True)
    for mode in Mode:
        monkeypatch.setitem(globals(), "MODE", mode)
        for level in Level:
            dv.testing.assert_close(compiled(x(), level), chosen(x(), level))


def test_partial_functions_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def scaled(t: Any, factor: Any, *, shift: Any = 0.0) -> Any:
        return t * factor * FACTOR + shift

    made = partial(scaled, factor=3.0)
    table = {"shift": partial(scaled, factor=x(), shift=1.0)}

    def both(t: Any) -> Any:
        return made(t) + table["shift"](t)

    compiled: Any = compile(both, fullgraph=True)
    dv.testing.assert_close(compiled(x()), both(x()))
    made = partial(scaled, factor=4.0)
    dv.testing.assert_close(compiled(x()), both(x()))
    table["shift"].keywords["shift"] = 5.0
    dv.testing.assert_close(compiled(x()), both(x()))
    table["shift"].keywords["factor"] = x(3)
    dv.testing.assert_close(compiled(x()), both(x()))
    monkeypatch.setitem(globals(), "FACTOR", 7.0)
    dv.testing.assert_close(compiled(x()), both(x()))


def test_annotations_of_inner_functions_may_be_read() -> None:
    def outer(t: Tensor, scale: Optional[float] = None) -> Tensor:  # noqa: UP045
        def inner(u: Tensor, functions: Sequence[Callable[..., Any]] | None = None) -> Any:
            return u.sin() * 2 if isinstance(u, Tensor) and functions is None else u

        return inner(t) if scale is None else inner(t) * scale

    compiled: Any = compile(outer, fullgraph=True)
    for args in ((x(),), (x(), 2.0)):
        dv.testing.assert_close(compiled(*args), outer(*args))


@pytest.mark.parametrize(
    "made", [lambda: Described(x()), lambda: Scaling.DOUBLE], ids=["a tuple", "an enumeration"]
)
def test_classes_with_methods_of_their_own_are_refused(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    value = made()

    def called(t: Any) -> Any:
        return value.scaled() + t if isinstance(value, tuple) else value.of(t)

    compiled: Any = compile(called)
    with pytest.warns(UserWarning, match="whose changes cannot be noticed|which compiled functions may not"):
        dv.testing.assert_close(compiled(x()), called(x()))
    monkeypatch.setitem(globals(), "FACTOR", 5.0)
    dv.testing.assert_close(compiled(x()), called(x()))

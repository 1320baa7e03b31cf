"""A function reads all kinds of things from outside, which change at random between calls."""

import math
import random
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv
from derivata.compiler.function import compile

pytestmark = pytest.mark.usefixtures("on_numpy")


class Sealed:
    """Cannot be noticed, and so is compared by identity."""

    __slots__ = ()


class Config:
    def __init__(self) -> None:
        self.rate, self.flag, self.hook = 1.0, True, None


class Model:
    def up(self, t: Any) -> Any:
        return t * config.rate


class Child(Model):
    def up(self, t: Any) -> Any:
        return super().up(t) + 1


FIRST, SECOND = Sealed(), Sealed()
writer: Any = None
factor = 2.0
shares = [1.0, 2.0]
config: Any = Config()
table = {"key": 1.0}
child = Child()


def scaled(t: Any) -> Any:
    return t * factor


def shifted(t: Any) -> Any:
    return t - factor


helper: Callable[[Any], Any] = scaled


def program(t: Any, key: str = "key") -> Any:
    try:
        share = table[key]
    except KeyError:
        share = 7.0
    finally:
        t = t + 0.5
    t = t * 2 if writer is None else t * 3 if writer is FIRST else t * 5
    t = helper(t) + child.up(t)
    if t.mean().item() > factor and config.flag:
        t = t * getattr(config, "bonus", 1.5)
    total = float(t.sum())
    if config.hook is not None:
        t = config.hook(t)
    if t.isnan().any():
        print("nan", t)
    return t * share + sum(shares), total * factor


def change(draw: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change one of the things that the program reads, or none."""
    names: dict[str, list[Any]] = {
        "writer": [None, FIRST, SECOND],
        "factor": [1.0, 2.0, 3.0],
        "shares": [[1.0], [2.0], [1.0, 2.0]],
        "helper": [scaled, shifted],
        "table": [{"key": 1.0}, {"key": 2.0}, {"key": 1.0, "other": 2.0}],
    }
    members: dict[str, list[Any]] = {
        "rate": [1.0, 2.0],
        "flag": [True, False],
        "hook": [None, scaled, shifted],
    }
    kind = draw.choice([*names, *members, "bonus", "up", ""])
    if kind in names:
        monkeypatch.setitem(globals(), kind, draw.choice(names[kind]))
    elif kind in members:
        setattr(config, kind, draw.choice(members[kind]))
    elif kind == "bonus":
        if hasattr(config, "bonus"):
            del config.bonus
        else:
            config.bonus = draw.choice([2.0, 4.0])
    elif kind == "up":
        methods = [lambda self, t: t * config.rate, lambda self, t: t * 2 - config.rate]
        monkeypatch.setattr(Model, "up", draw.choice(methods))


@pytest.mark.parametrize(
    "calls", [100, pytest.param(3000, marks=pytest.mark.slow)], ids=["some calls", "many calls"]
)
def test_a_program_is_never_that_of_what_was_there_before(
    calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, compiled, programs = random.Random(1), compile(program), 0
    dv.manual_seed(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        for _ in range(calls):
            change(draw, monkeypatch)
            if len(compiled.programs) > 14:
                programs += len(compiled.programs)
                compiled = compile(program)
            t = dv.randn(4, dtype=dv.float64) + draw.choice([0, 2])
            ours, theirs = compiled(t), program(t)
            dv.testing.assert_close(ours[0], theirs[0])
            assert math.isclose(ours[1], theirs[1], rel_tol=1e-9, abs_tol=1e-9)
            assert compiled.latest.program is not None
    assert programs + len(compiled.programs) > calls / 10

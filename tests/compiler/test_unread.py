"""What a function may not read is refused when it comes to it: until then, and in other ways, it is a program."""

import logging
import time
import types
import warnings
from typing import Any

import pytest

import derivata as dv
from derivata.compiler.function import compile
from derivata.compiler.refusal import CannotCompile

from .test_asked import x

pytestmark = pytest.mark.usefixtures("on_numpy")


class Writer:
    """Has slots, so that its changes cannot be noticed."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, line: str) -> None:
        self.lines.append(line)


WRITER: Any = None
OTHER = Writer()
LOGGER = logging.getLogger(__name__)


def logging_helper(t: Any) -> None:
    import sys

    sys.stderr.write(f"{t}\n")


def verbose_step(t: Any, verbose: bool = False, writer: Any = None) -> Any:
    t = t.sin() * 2
    if verbose:
        print("mean", t.mean())
        time.sleep(0)
        logging_helper(t)
    if WRITER is not None:
        WRITER.write(f"{t.sum()}")
    if writer is not None:
        t = t * 2
    return t + 1


def test_what_is_not_come_to_is_not_refused(capsys: Any) -> None:
    compiled: Any = compile(verbose_step, fullgraph=True)
    for shift in (0.5, 1.0):
        dv.testing.assert_close(compiled(x(shift)), verbose_step(x(shift)))
    with pytest.raises(CannotCompile, match=r"verbose_step: verbose_step \(.*, line \d+\) uses print, which"):
        compiled(x(), True)
    either: Any = compile(verbose_step)
    with pytest.warns(UserWarning, match="uses print, which compiled functions may not"):
        dv.testing.assert_close(either(x(), True), verbose_step(x(), True))
    assert capsys.readouterr().out.count("mean") == 2
    dv.testing.assert_close(either(x(1)), verbose_step(x(1)))
    assert len(either.programs) == 1


def test_a_way_that_prints_runs_op_by_op(capsys: Any) -> None:
    def step(t: Any) -> Any:
        if t.isnan().any():
            print("nan", t)
            LOGGER.warning("nan")
            return t * 0
        return t.sin() * 2 + 1

    compiled: Any = compile(step)
    with pytest.warns(UserWarning, match="uses print"):
        for shift in (0.5, float("nan"), 1.0, float("nan"), 2.0):
            dv.testing.assert_close(compiled(x(shift)), step(x(shift)), equal_nan=True)
    assert capsys.readouterr().out.count("nan") > 4
    assert len(compiled.programs) == 1
    assert compiled.programs[0].ran == 3


def test_what_is_compared_by_identity_only_is_noticed_when_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def chosen(t: Any) -> Any:
        if WRITER is None:
            return t * 2 + 1
        return t * 3 if WRITER is OTHER else t * 5

    compiled: Any = compile(chosen, fullgraph=True)
    for writer in (None, OTHER, Writer(), Writer(), None, OTHER):
        monkeypatch.setitem(globals(), "WRITER", writer)
        dv.testing.assert_close(compiled(x()), chosen(x()))


def test_a_name_that_is_defined_later_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def called(t: Any) -> Any:
        return print(t * 2) if t.ndim > 1 else t.sin() * 2 + 1  # type: ignore[func-returns-value]

    compiled: Any = compile(called)
    dv.testing.assert_close(compiled(x()), called(x()))
    monkeypatch.setitem(globals(), "print", lambda t: t * 7)
    dv.testing.assert_close(compiled(x().view(2, 6)), x().view(2, 6) * 14)
    dv.testing.assert_close(compiled(x()), called(x()))


def test_members_of_modules_that_may_not_be_read_wait_as_well() -> None:
    tools = types.ModuleType("tools")
    exec(
        "import time\nscale = 2.0\ndef now(): return time.time()\nclass Thing: __slots__ = ()\nthing = Thing()",
        vars(tools),
    )

    def timed(t: Any, timed: bool = False) -> Any:
        start = tools.now() if timed else 0.0
        kind = tools.thing if timed else None
        return t.sin() * tools.scale + 1 + start, kind is None

    compiled: Any = compile(timed)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        for scale in (2.0, 3.0):
            tools.scale = scale
            dv.testing.assert_close(compiled(x())[0], timed(x())[0])
    with pytest.warns(UserWarning, match=r"now \(<string>, line 3\) reads time.time"):
        compiled(x(), True)


USES: dict[str, Any] = {
    "called": lambda t: OTHER(t),
    "an attribute": lambda t: t * len(OTHER.lines),
    "true": lambda t: t * 2 if OTHER else t * 3,
    "equal": lambda t: t * 2 if OTHER == 1 else t * 3,
    "in a list": lambda t: t * 2 if 1 in [OTHER] else t * 3,
    "a key": lambda t: {OTHER: t * 2}[OTHER],
    "a text": lambda t: (t * 2, f"{OTHER}"),
    "of a class": lambda t: t * 2 if isinstance(OTHER, int) else t * 3,
    "as a class": lambda t: t * 2 if isinstance(t, OTHER) else t * 3,
    "counted": lambda t: t * len(OTHER),
    "returned": lambda t: (t * 2, OTHER),
    "added": lambda t: t + OTHER,
}


@pytest.mark.parametrize("name", USES)
def test_every_use_is_refused(name: str) -> None:
    with pytest.raises(
        CannotCompile, match=r"OTHER, a Writer|uses \.lines|it is given, or returns|it raised TypeError"
    ):
        compile(USES[name], fullgraph=True)(x())

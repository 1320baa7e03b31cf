"""Whoever waits for compilations at a terminal is told why, once, and while they wait."""

import io
import sys
import threading
from time import monotonic, sleep

import pytest

from derivata.arrays.jit.cache import waiting

MESSAGE = "derivata: compiling loops for this machine, once (`derivata warmup` does it ahead)\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def compile_loops(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, patience: float, spent: float) -> str:
    """Return what is said while the first of two loops is compiled, which takes until something is, or 0.3 s."""
    monkeypatch.setattr(waiting, "PATIENCE", patience)
    monkeypatch.setattr(waiting, "_spent", spent)
    monkeypatch.setattr(sys, "stderr", stream)
    with waiting.report_if_slow():
        end = monotonic() + (0.3 if patience > spent + 1 or not stream.isatty() else 30)
        while not stream.getvalue() and monotonic() < end:
            sleep(0.001)
        said = stream.getvalue()
    with waiting.report_if_slow():
        sleep(0.01)
    assert stream.getvalue() == said
    assert not [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]
    return said


@pytest.mark.parametrize("spent", [0.0, 0.04, 1.0])
def test_a_long_compilation_is_told_while_it_runs_and_once(
    monkeypatch: pytest.MonkeyPatch, spent: float
) -> None:
    """The line comes before the loop is ready, whether it takes long by itself or after others, and then no more."""
    assert compile_loops(monkeypatch, Terminal(), 0.05, spent) == MESSAGE


def test_short_ones_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said while all compilations together take less than the patience."""
    assert compile_loops(monkeypatch, Terminal(), 1000.0, 0.0) == ""


def test_nothing_is_written_to_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said where the standard error is no terminal."""
    assert compile_loops(monkeypatch, io.StringIO(), 0.01, 0.0) == ""

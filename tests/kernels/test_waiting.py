"""Whoever waits for compilations at a terminal is told why, once."""

import io
import sys

import pytest

from derivata.arrays.jit.cache import waiting


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def compile_four_times(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, seconds: float) -> str:
    """Return what is said while four loops are compiled, each of which takes so long."""
    clock = iter([0.0, seconds] * 4)
    monkeypatch.setattr(waiting, "_spent", 0.0)
    monkeypatch.setattr(waiting, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(sys, "stderr", stream)
    for _ in range(4):
        with waiting.said_if_long():
            pass
    return stream.getvalue()


def test_long_compilations_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said = compile_four_times(monkeypatch, Terminal(), 0.6)
    assert said == "derivata: compiling loops for this machine, once (`derivata warmup` does it ahead)\n"


def test_short_ones_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compile_four_times(monkeypatch, Terminal(), 0.2) == ""


def test_nothing_is_written_to_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compile_four_times(monkeypatch, io.StringIO(), 5.0) == ""

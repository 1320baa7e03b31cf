"""Commands that take long show on a terminal how far they are, and nothing anywhere else."""

import io
import sys
from itertools import count
from pathlib import Path

import pytest

from derivata.__main__ import main
from derivata.codegen import progress

SPEC = """\
schema_version: 1
ops:
- family: mine
- name: twice(Tensor self) -> Tensor
  forward: self + self
  self: grad * 2

- name: thrice(Tensor self) -> Tensor
  forward: self * 3
  self: grad * 3
"""


class Terminal(io.StringIO):
    """A screen."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def screen_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard error a terminal on which bars appear at once; pytest replaces what a fixture would set."""
    pytest.importorskip("tqdm", reason="tqdm is not installed")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr("tqdm.std.time", map(float, count()).__next__)  # a second from one look to the next
    return terminal


def otherwise(done: int, total: int) -> None:
    raise AssertionError


def test_a_terminal_shows_a_bar_that_goes_when_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch)
    with progress.bar("kernel", otherwise) as show:
        assert show is not None
        for done in range(1, 21):
            show(done, 20)
    text = screen.getvalue()
    assert "0kernel" in text and text.endswith("\r")


def test_what_is_done_within_two_seconds_has_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 60.0)
    with progress.bar("kernel") as show:
        assert show is not None
        show(1, 2)
    assert screen.getvalue().strip("\r ") == ""


def test_files_and_terminals_without_tqdm_have_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress.bar("op", otherwise) as show:
        assert show is otherwise
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with progress.bar("op") as show:
        assert show is None


def test_check_shows_how_many_entries_are_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = screen_of(monkeypatch)
    spec = tmp_path / "mine.yaml"
    spec.write_text(SPEC)
    monkeypatch.setattr("tqdm.tqdm.monitor_interval", 0)  # no thread that watches
    assert main(["check", str(spec)]) == 0
    assert "1/2" in screen.getvalue() and "2/2" in screen.getvalue()
    assert capsys.readouterr().out == f"{spec}: nothing wrong found\n"


def test_a_generation_shows_how_many_ops_and_families_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = screen_of(monkeypatch)
    spec = tmp_path / "mine.yaml"
    spec.write_text(SPEC)
    monkeypatch.setattr("tqdm.tqdm.monitor_interval", 0)  # no thread that watches
    assert main(["codegen", str(spec), "--package", "mine", "--out", str(tmp_path / "mine")]) == 0
    assert "1/2" in screen.getvalue() and "op" in screen.getvalue() and "1/1" in screen.getvalue()

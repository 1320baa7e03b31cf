"""Writing is all or nothing, touches only what changed, and never harms files written by hand."""

import errno
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivata.codegen.write import LIST, compare, diff, write
from derivata.codegen.write.refusals import MARK, ForeignFile

HEAD = f"{MARK}from spec.yaml and t.jinja: `make codegen`. Do not edit.\n"
FIRST = {"a.py": f"{HEAD}a = 1\n", "ops/b.py": f"{HEAD}b = 'é'\n", "c.pyi": f"{HEAD}c: int\n"}
SECOND = {"a.py": f"{HEAD}a = 2\n", "ops/b.py": FIRST["ops/b.py"], "ops/new/d.py": f"{HEAD}d = 4\n"}


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder, hidden ones included, and every folder that holds none."""
    found = {}
    for path in sorted(folder.rglob("*")):
        found[path.relative_to(folder).as_posix()] = path.read_bytes() if path.is_file() else b"folder"
    return found


def fail_at(call: int, function: Callable[..., Any], error: OSError) -> Callable[..., Any]:
    """Return the function with one call that fails, counted from 1."""
    count = 0

    def wrapped(*arguments: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        if count == call:
            raise error
        return function(*arguments, **named)

    return wrapped


def test_files_are_written_with_their_text_in_utf_8(tmp_path: Path) -> None:
    changes = write(FIRST, tmp_path / "out")
    assert sorted(changes.changed) == sorted([*FIRST, LIST])
    assert changes.orphans == ()
    found = {path: (tmp_path / "out" / path).read_bytes().decode("utf-8") for path in FIRST}
    assert found == FIRST
    assert set(snapshot(tmp_path / "out")) == {*FIRST, LIST, "ops"}


def test_line_ends_are_newlines_on_every_system(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    assert b"\r" not in (tmp_path / "a.py").read_bytes()


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    for path in FIRST:
        os.utime(tmp_path / path, ns=(1, 1))
    changes = write({**FIRST, "a.py": SECOND["a.py"]}, tmp_path)
    assert changes.changed == ("a.py", LIST)
    assert (tmp_path / "a.py").stat().st_mtime_ns != 1
    assert [(tmp_path / path).stat().st_mtime_ns for path in ("ops/b.py", "c.pyi")] == [1, 1]


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    before = snapshot(tmp_path)
    assert not write(FIRST, tmp_path)
    assert snapshot(tmp_path) == before


def test_what_is_no_longer_generated_is_deleted(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    changes = write(SECOND, tmp_path)
    assert changes.orphans == ("c.pyi",)
    assert {path for path, data in snapshot(tmp_path).items() if data != b"folder"} == {*SECOND, LIST}


def test_files_written_by_hand_and_other_files_stay(tmp_path: Path) -> None:
    theirs = {
        "mine.py": "x = 1\n",
        "notes.txt": f"{HEAD}but no Python\n",
        "FooLexer.py": "# Generated from Foo.g4 by ANTLR 4.13.2\n",
        "ops/by_hand.py": "# Generated from spec.yaml by hand\n",
        "ops/looks_alike.py": f"{HEAD}but nobody listed it\n",
    }
    (tmp_path / "ops").mkdir()
    for path, text in theirs.items():
        (tmp_path / path).write_text(text)
    for files in (FIRST, SECOND):
        for force in (False, True):
            write(files, tmp_path, force=force)
            assert {path: (tmp_path / path).read_text() for path in theirs} == theirs


def test_a_file_written_by_hand_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("a = 'mine'\n")
    before = snapshot(tmp_path)
    with pytest.raises(ForeignFile, match=r"a\.py: expected a generated file or none, got one that does not"):
        write(FIRST, tmp_path)
    assert snapshot(tmp_path) == before


def test_an_empty_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    write(FIRST, tmp_path)
    assert (tmp_path / "a.py").read_text() == FIRST["a.py"]


def test_a_file_that_is_no_text_counts_as_changed(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    (tmp_path / "a.py").write_bytes(HEAD.encode() + b"\xff\xfe")
    assert compare(FIRST, tmp_path).changed == ("a.py",)


@pytest.mark.parametrize("call", range(1, 7))
def test_a_rename_that_fails_leaves_the_previous_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    # Six moves: a.py and the list away and in place, new d.py in place, c.pyi away.
    write(FIRST, tmp_path)
    before = snapshot(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail_at(call, os.replace, PermissionError("no")))
        with pytest.raises(PermissionError):
            write(SECOND, tmp_path)
    assert snapshot(tmp_path) == before
    write(SECOND, tmp_path)
    assert compare(SECOND, tmp_path).changed == ()


@pytest.mark.parametrize("call", [1, 2, 3, 4])
def test_a_full_disk_leaves_the_previous_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    write(FIRST, tmp_path)
    before = snapshot(tmp_path)

    real, count = io.open, 0

    class Full(io.FileIO):
        def write(self, data: Any) -> int:
            super().write(bytes(data)[:10])  # as much as there was room for
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self.name)

    def opened(path: Any, mode: str = "r", *arguments: Any, **named: Any) -> Any:
        nonlocal count
        count += "x" in mode
        return Full(path, "xb") if "x" in mode and count == call else real(path, mode, *arguments, **named)

    with monkeypatch.context() as patch:
        patch.setattr(io, "open", opened)
        with pytest.raises(OSError, match="No space left"):
            write(SECOND, tmp_path)
    assert snapshot(tmp_path) == before


def test_an_interrupt_leaves_the_previous_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(FIRST, tmp_path)
    before = snapshot(tmp_path)
    replace = fail_at(3, os.replace, KeyboardInterrupt())  # type: ignore[arg-type]
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        with pytest.raises(KeyboardInterrupt):
            write(SECOND, tmp_path)
    assert snapshot(tmp_path) == before


def test_a_folder_that_cannot_be_made_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "ops").write_text("a file where a folder is needed\n")
    before = snapshot(tmp_path)
    with pytest.raises(ForeignFile, match="ops: expected a folder of the package, got a file"):
        write(FIRST, tmp_path)
    assert snapshot(tmp_path) == before


def test_comparing_writes_nothing(tmp_path: Path) -> None:
    assert compare(FIRST, tmp_path / "missing").changed == (*FIRST, LIST)
    assert not (tmp_path / "missing").exists()


def test_diff_shows_changed_new_and_deleted_lines(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    before = snapshot(tmp_path)
    lines = "".join(diff(SECOND, tmp_path))
    assert "--- a.py (committed)\n+++ a.py (generated)\n" in lines
    assert "-a = 1\n+a = 2\n" in lines
    assert "+d = 4\n" in lines
    assert "-c: int\n" in lines
    assert "ops/b.py" not in lines
    assert snapshot(tmp_path) == before


def test_diff_of_what_is_up_to_date_is_empty(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    assert list(diff(FIRST, tmp_path)) == []

"""A run that is killed, or whose power fails, is undone or is done: whenever that happens, and however often."""

import os
import random
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hunt.sudden_end import ENDED, MEMORY, run_until

from derivata.codegen.write import LIST, Refusal, compare, is_interrupted, recover, write
from derivata.codegen.write import lock as locks
from derivata.codegen.write.refusals import MARK, Busy, DamagedList, ForeignFile, HalfDone
from derivata.codegen.write.transaction import STAGING

pytestmark = pytest.mark.slow

HEAD = f"{MARK}from spec.yaml and t.jinja: `make codegen`. Do not edit.\n"
FIRST = {"a.py": f"{HEAD}a = 1\n", "c.pyi": f"{HEAD}c: int\n", "ops/b.py": f"{HEAD}b = 'é'\n"}
SECOND = {"a.py": f"{HEAD}a = 2\n", "ops/b.py": f"{HEAD}b = 3\n", "ops/new/d.py": f"{HEAD}d = 4\n"}
MINE = {"mine.py": "# Generated from Foo.g4 by ANTLR 4.13.2\n", "ops/mine.py": f"{HEAD}by hand\n"}

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is forked to be killed")


def files(folder: Path) -> dict[str, str]:
    """Return the texts of all files but the list."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_text(encoding="utf-8") for name, path in found.items() if name != LIST}


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as root:
        out = Path(root, "out")
        write(FIRST, out)
        for path, text in MINE.items():
            (out / path).write_text(text, encoding="utf-8")
        yield out


def end(folder: Path, count: int, power: random.Random | None = None) -> bool:
    """Write the second texts, ended at a call; returns whether it was ended."""
    return run_until(count, lambda: 0 * len(write(SECOND, folder).changed), folder, power) == ENDED


@needs_fork
@pytest.mark.parametrize("power", [False, True], ids=["killed", "power failed"])
def test_wherever_a_run_ends_all_is_old_or_new_after_recover(folder: Path, power: bool) -> None:
    count, kinds = 0, set()
    ended = True
    while ended:
        count += 1
        copy = folder.with_name(f"out{count}")
        shutil.copytree(folder, copy)
        ended = end(copy, count, random.Random(count) if power else None)
        interrupted = is_interrupted(copy)
        assert recover(copy) == interrupted
        found = files(copy)
        assert found in (FIRST | MINE, SECOND | MINE), f"call {count}"
        assert (copy / "ops" / "new").exists() == (found == SECOND | MINE)
        kinds.add(found == FIRST | MINE)
    assert count > 25
    assert kinds == {True, False}


@needs_fork
def test_the_next_run_undoes_what_was_begun_and_does_its_own(folder: Path) -> None:
    count = 0
    while end(folder, count := count + 2):
        for wanted in (SECOND, FIRST):
            write(wanted, folder)
            assert files(folder) == wanted | MINE, f"call {count}"


@needs_fork
def test_a_recovery_may_be_killed_as_often_as_it_likes(folder: Path) -> None:
    count = 14  # before, there is nothing to recover
    while end(folder, count := count + 5):
        again = 0
        while run_until(again := again + 1, lambda: int(recover(folder)), folder) == ENDED:
            pass
        assert files(folder) in (FIRST | MINE, SECOND | MINE), f"call {count}"
        write(FIRST, folder)


def interrupted(folder: Path) -> None:
    """Leave what a run leaves that is killed when all files are in place."""
    count = 20
    while compare(SECOND, folder):
        recover(folder)
        end(folder, count := count + 1)
    assert is_interrupted(folder)


def test_an_error_that_cannot_be_undone_says_so_and_recover_undoes_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = os.replace, 0

    def broken(source: Path, target: Path) -> None:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise PermissionError(13, "Permission denied", str(target))
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", broken)
        with pytest.raises(HalfDone, match="when the cause is gone, call the command again with --recover"):
            write(SECOND, folder)
    assert files(folder) != FIRST | MINE
    assert recover(folder)
    assert files(folder) == FIRST | MINE


@needs_fork
def test_what_somebody_has_put_in_place_since_is_kept(folder: Path) -> None:
    interrupted(folder)
    (folder / "a.py").write_text("mine\n")
    (folder / "ops" / "new" / "d.py").write_text("mine, too\n")
    (folder / "c.pyi").write_text("and this\n")
    recover(folder)
    assert files(folder) == MINE | {
        "a.py": "mine\n",
        "ops/b.py": FIRST["ops/b.py"],
        "ops/new/d.py": "mine, too\n",
        "c.pyi": "and this\n",
    }


@needs_fork
def test_a_recovery_follows_no_link_out_of_the_folder(folder: Path) -> None:
    interrupted(folder)
    (folder / "ops").rename(folder.parent / "ops")
    (folder / "ops").symlink_to(folder.parent / "ops")
    before = files(folder.parent / "ops")
    recover(folder)
    assert files(folder.parent / "ops") == before


@needs_fork
def test_a_journal_with_paths_that_nobody_generates_is_damaged(folder: Path) -> None:
    interrupted(folder)
    journal = folder / STAGING / "journal"
    text = journal.read_text()
    for path in ("../outside.py", "/tmp/outside.py"):
        journal.write_text(text.replace("a.py", path, 1))
        with pytest.raises(DamagedList, match="expected a step of an interrupted run"):
            recover(folder)
    journal.write_text(text.replace("version 1", "version 2"))
    with pytest.raises(DamagedList, match="journal:1: expected a step"):
        recover(folder)


def test_a_staging_folder_of_somebody_else_stops_a_run(folder: Path) -> None:
    (folder / STAGING).mkdir()
    (folder / STAGING / "notes").write_text("mine\n")
    for _ in range(2):
        with pytest.raises(ForeignFile, match="notes: expected nothing of somebody else"):
            write(SECOND, folder)
    assert (folder / STAGING / "notes").read_text() == "mine\n"


def test_a_staging_folder_that_is_a_link_stops_a_run(folder: Path) -> None:
    (folder / STAGING).symlink_to(folder.parent)
    with pytest.raises(ForeignFile, match="expected a folder or none, got a link"):
        write(SECOND, folder)


def test_two_runs_at_the_same_time_take_turns(folder: Path) -> None:
    with locks.alone_in(folder):
        other = threading.Thread(target=write, args=(SECOND, folder))
        other.start()
        time.sleep(0.2)
        assert files(folder) == FIRST | MINE
    other.join()
    assert files(folder) == SECOND | MINE


def test_many_runs_at_the_same_time_leave_the_output_of_one(tmp_path: Path) -> None:
    def work(wanted: dict[str, str]) -> None:
        for _ in range(10):
            write(wanted, tmp_path / "deep" / "out")

    threads = [threading.Thread(target=work, args=(wanted,)) for wanted in (FIRST, SECOND) * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert files(tmp_path / "deep" / "out") in (FIRST, SECOND)


@needs_fork
def test_where_folders_cannot_be_locked_only_recover_undoes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "fcntl", None)
    write(SECOND, folder)
    write(FIRST, folder)
    interrupted_count = 20
    assert end(folder, interrupted_count)
    with pytest.raises(Busy, match="call the command again with --recover"):
        write(SECOND, folder)
    with pytest.raises(Refusal):
        recover(folder)
    assert recover(folder, sure=True)
    assert files(folder) == FIRST | MINE

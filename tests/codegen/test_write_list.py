"""The list in the output folder says which files are derivata's; what was changed since, or is not listed, is kept."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivata.codegen.write import LIST, Refusal, compare, write
from derivata.codegen.write.refusals import MARK, ChangedFiles, DamagedList, ForeignFile

HEAD = f"{MARK}from spec.yaml and t.jinja: `make codegen`. Do not edit.\n"
OLD = "# Generated from spec.yaml by `derivata codegen spec.yaml --package p`; template: t. Do not edit.\n"
FIRST = {"a.py": f"{HEAD}a = 1\n", "ops/b.py": f"{HEAD}b = 'é'\n"}
SECOND = {"a.py": f"{HEAD}a = 2\n", "ops/c.py": f"{HEAD}c = 3\n"}


def texts(folder: Path) -> dict[str, str]:
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_text(encoding="utf-8") for name, path in sorted(found.items()) if name != LIST}


def refused(
    kind: type[Refusal], folder: Path, words: str, files: dict[str, str] = SECOND, **options: Any
) -> None:
    """Check that a run is refused with these words and leaves everything as it is."""
    before = {path: path.lstat().st_mtime_ns for path in folder.rglob("*")}
    with pytest.raises(kind) as caught:
        write(files, folder, **options)
    assert words in str(caught.value)
    assert {path: path.lstat().st_mtime_ns for path in folder.rglob("*")} == before


def test_the_list_names_every_file_with_a_checksum_and_nothing_of_the_day(tmp_path: Path) -> None:
    write(FIRST, tmp_path / "one")
    write(SECOND, tmp_path / "two")
    write(FIRST, tmp_path / "two")
    text = (tmp_path / "one" / LIST).read_text(encoding="utf-8")
    assert (tmp_path / "two" / LIST).read_text(encoding="utf-8") == text
    assert text.startswith(MARK)
    assert [line.split()[1] for line in text.splitlines()[2:]] == sorted(FIRST)


def test_a_change_by_hand_is_refused_and_force_replaces_it(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    (tmp_path / "a.py").write_text(f"{HEAD}a = 10\n")
    refused(ChangedFiles, tmp_path, "expected generated files as they were written, got 1 file changed since")
    refused(
        ChangedFiles, tmp_path, ": a.py; move the changes into the spec, or lose them with --force", FIRST
    )
    write(SECOND, tmp_path, force=True)
    assert texts(tmp_path) == SECOND


def test_a_changed_file_that_nothing_generates_any_more_is_not_deleted(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    (tmp_path / "ops" / "b.py").write_text(f"{HEAD}b = 10\n")
    refused(ChangedFiles, tmp_path, ": ops/b.py;")
    write(SECOND, tmp_path, force=True)
    assert texts(tmp_path) == SECOND


def test_a_change_by_hand_into_what_would_be_written_is_no_change(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    (tmp_path / "a.py").write_text(SECOND["a.py"])
    write(SECOND, tmp_path)
    assert texts(tmp_path) == SECOND


def test_missing_and_emptied_files_are_written_again(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    (tmp_path / "a.py").unlink()
    (tmp_path / "ops" / "b.py").write_text("")
    write(FIRST, tmp_path)
    assert texts(tmp_path) == FIRST


def test_line_ends_of_a_checkout_are_no_change(tmp_path: Path) -> None:
    write(FIRST, tmp_path)
    for path in (*FIRST, LIST):
        file = tmp_path / path
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert not compare(FIRST, tmp_path)
    write(SECOND, tmp_path)
    assert texts(tmp_path) == SECOND


@pytest.mark.parametrize("head", [OLD, HEAD], ids=["an older derivata", "a list that was lost"])
def test_without_a_list_files_are_adopted_if_they_would_be_written_so_and_else_with_force(
    tmp_path: Path, head: str
) -> None:
    write(FIRST, tmp_path)
    (tmp_path / LIST).unlink()
    write(FIRST, tmp_path)
    write({**FIRST, "a.py": SECOND["a.py"]}, tmp_path)
    (tmp_path / LIST).unlink()
    (tmp_path / "a.py").write_text(f"{head}a = 10\n")
    refused(ChangedFiles, tmp_path, "got 1 file of an older derivata, of which nobody knows whether", FIRST)
    write(FIRST, tmp_path, force=True)
    assert texts(tmp_path) == FIRST


@pytest.mark.parametrize(
    "text", ["mine\n", "# Generated from Foo.g4 by ANTLR 4.13.2\n", "# Generated from spec.yaml\n"]
)
def test_what_derivata_has_not_written_is_not_replaced_by_force_either(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.py").write_text(text)
    for force in (False, True):
        refused(ForeignFile, tmp_path, "a.py: expected a generated file or none", FIRST, force=force)


@pytest.mark.parametrize("path", ["a.py", LIST])
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (Path.mkdir, "got a folder"),
        (lambda path: path.symlink_to("elsewhere"), "got a link"),
        (os.mkfifo, "got a device or pipe"),
    ],
    ids=["folder", "link", "pipe"],
)
def test_what_is_no_file_is_neither_read_nor_replaced(
    tmp_path: Path, path: str, make: Callable[[Path], None], words: str
) -> None:
    make(tmp_path / path)
    refused(ForeignFile, tmp_path, words, FIRST)


def test_an_orphan_that_has_become_a_folder_or_a_link_stays(tmp_path: Path) -> None:
    write({**FIRST, "d.py": HEAD}, tmp_path / "out")
    (tmp_path / "out" / "ops" / "b.py").unlink()
    (tmp_path / "out" / "ops" / "b.py").mkdir()
    (tmp_path / "out" / "d.py").rename(tmp_path / "d.py")
    (tmp_path / "out" / "d.py").symlink_to(tmp_path / "d.py")
    write(SECOND, tmp_path / "out")
    assert (tmp_path / "out" / "ops" / "b.py").is_dir()
    assert (tmp_path / "out" / "d.py").is_symlink()
    assert (tmp_path / "d.py").read_text() == HEAD


def test_a_listed_file_is_not_deleted_through_a_link_out_of_the_folder(tmp_path: Path) -> None:
    write(FIRST, tmp_path / "out")
    (tmp_path / "out" / "ops").rename(tmp_path / "ops")
    (tmp_path / "out" / "ops").symlink_to(tmp_path / "ops")
    refused(ForeignFile, tmp_path / "out", "got a link that leads out of it")
    assert (tmp_path / "ops" / "b.py").exists()


@pytest.mark.parametrize(
    "path", ["../outside.py", "/tmp/outside.py", "ops/../../outside.py", "a\\b.py", "C:a.py"]
)
def test_a_list_with_paths_that_nobody_generates_is_damaged(tmp_path: Path, path: str) -> None:
    write(FIRST, tmp_path / "out")
    outside = tmp_path / "outside.py"
    outside.write_text(FIRST["a.py"])
    with (tmp_path / "out" / LIST).open("a") as file:
        file.write(f"{(tmp_path / 'out' / LIST).read_text().splitlines()[2].split()[0]}  {path}\n")
    refused(DamagedList, tmp_path / "out", "generated.txt:5: expected a checksum and a path")
    write(SECOND, tmp_path / "out", force=True)
    assert outside.exists()


def test_a_list_of_one_s_own_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / LIST).write_text("my notes\n")
    for force in (False, True):
        refused(ForeignFile, tmp_path, "generated.txt: expected a generated file or none", force=force)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_merge_that_is_not_resolved_lists_what_both_sides_have_written(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        options = ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *options, *arguments], cwd=tmp_path, capture_output=True)

    git("init", "-b", "main")
    for branch, number in (("main", 1), ("theirs", 2), ("ours", 3)):
        git("checkout", "main")
        git("checkout", "-b", branch)
        write({"a.py": f"{HEAD}a = {number}\n", "b.py": f"{HEAD}b = {number}\n"}, tmp_path)
        git("add", ".")
        git("commit", "-m", branch)
    git("merge", "theirs")
    assert "<<<<<<<" in (tmp_path / LIST).read_text()
    git("checkout", "--theirs", "a.py")
    git("checkout", "--ours", "b.py")
    write(SECOND, tmp_path)
    shutil.rmtree(tmp_path / ".git")
    assert texts(tmp_path) == SECOND


def test_the_spec_in_its_pack_is_not_derivata_s(tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(f"{HEAD}first\n")
    write({**FIRST, "spec.yaml": f"{HEAD}summed\n"}, tmp_path, spec)
    assert spec.read_text() == f"{HEAD}summed\n"
    assert "spec.yaml" not in (tmp_path / LIST).read_text()
    write(FIRST, tmp_path, spec)
    assert spec.exists()
    refused(ChangedFiles, tmp_path, ": spec.yaml;", {**FIRST, "spec.yaml": f"{HEAD}of another file\n"})


def test_a_folder_that_may_only_be_read_is_fine_when_it_is_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(FIRST, tmp_path)

    def read_only(*arguments: Any, **named: Any) -> None:
        raise PermissionError(30, "Read-only file system", str(arguments[0]))

    for name in ("mkdir", "replace", "rename", "unlink"):
        monkeypatch.setattr(os, name, read_only)
    assert not write(FIRST, tmp_path)
    with pytest.raises(PermissionError):
        write(SECOND, tmp_path)

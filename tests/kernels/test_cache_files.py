"""The files of compiled kernels: whose they are, what they are called, and what is left of them."""

import os
import stat
import sys
import time
from pathlib import Path

import pytest

from derivata.arrays.jit.cache import files

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no owners and links like these")


@pytest.fixture
def directory(tmp_path, monkeypatch):
    """The cache of this process."""
    monkeypatch.setenv("DERIVATA_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_saved_is_loaded(directory):
    assert files.load("k-t-1") is None
    assert files.save("k-t-1", b"code")
    assert files.load("k-t-1") == b"code"
    assert [path.name for path in directory.iterdir()] == ["k-t-1"]


def test_old_versions_of_an_entry_are_removed_in_time(directory):
    for name in ("k-t-1", "k-t-2", "other-t-1", "k-u-1"):
        files.save(name, b"code")
    month_ago = time.time() - 31 * 24 * 3600
    for path in directory.iterdir():
        if path.name != "k-t-2":
            os.utime(path, (month_ago, month_ago))
    files.save("k-t-3", b"code")
    assert sorted(path.name for path in directory.iterdir()) == ["k-t-2", "k-t-3", "k-u-1", "other-t-1"]


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"DERIVATA_CACHE_DIR": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"}, ["/a"]),
        ({"DERIVATA_CACHE_DIR": "a"}, ["a"]),
        ({"XDG_CACHE_HOME": "/b", "HOME": "/c"}, ["/b/derivata", "the temporary one"]),
        ({"HOME": "/c"}, ["/c/.cache/derivata", "the temporary one"]),
        ({"XDG_CACHE_HOME": "b"}, ["the temporary one"]),
    ],
)
@posix
def test_the_environment_says_where_the_cache_is(clean, variables, expected):
    for name, value in variables.items():
        clean.setenv(name, value)
    shared = str(Path(os.environ["TMPDIR"]) / f"derivata-{os.getuid()}")
    assert list(files.directories()) == [shared if path == "the temporary one" else path for path in expected]


@pytest.fixture
def clean(tmp_path, monkeypatch):
    """An environment that says nothing of the cache, with a folder for temporary files of its own."""
    for name in ("DERIVATA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "shared").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "shared"))
    monkeypatch.setattr("tempfile.tempdir", None)
    return monkeypatch


@pytest.fixture
def shared(tmp_path, clean):
    """The user's folder in the one for temporary files, with an entry, where there is no other place for it."""
    clean.setenv("XDG_CACHE_HOME", "nowhere")
    assert files.save("k-t-1", b"code")
    return tmp_path / "shared" / f"derivata-{os.getuid()}"


@posix
def test_without_any_other_place_the_shared_one_is_used(shared):
    assert files.load("k-t-1") == b"code"
    assert stat.S_IMODE(shared.stat().st_mode) == 0o700


@posix
@pytest.mark.parametrize("variable", ["DERIVATA_CACHE_DIR", "XDG_CACHE_HOME"])
def test_the_shared_place_is_not_read_where_there_is_another(shared, clean, tmp_path, variable):
    clean.setenv(variable, str(tmp_path / "own"))
    if variable == "XDG_CACHE_HOME":
        (tmp_path / "own" / "derivata").mkdir(parents=True)
    assert files.load("k-t-1") is None


@posix
@pytest.mark.parametrize("broken", ["missing", "a file", "open to others"])
def test_what_the_environment_names_is_the_only_place(shared, clean, tmp_path, broken):
    """Whether the folder is there, and can be used, or not."""
    own = tmp_path / "own"
    clean.setenv("DERIVATA_CACHE_DIR", str(own))
    if broken == "a file":
        own.write_text("")
    if broken == "open to others":
        own.mkdir()
        own.chmod(0o777)
    assert files.load("k-t-1") is None
    assert files.save("k-t-2", b"code") is (broken == "missing")
    assert [path.name for path in shared.iterdir()] == ["k-t-1"]


@posix
def test_the_shared_place_is_no_link(shared, tmp_path):
    """Anybody can make a link there, to a folder of the user's that is meant for something else."""
    shared.rename(tmp_path / "elsewhere")
    shared.symlink_to(tmp_path / "elsewhere")
    assert files.load("k-t-1") is None
    assert not files.save("k-t-2", b"code")
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == ["k-t-1"]


@posix
def test_the_users_own_folder_may_be_a_link(directory, tmp_path):
    (tmp_path / "large disk").mkdir(mode=0o700)
    directory.symlink_to(tmp_path / "large disk")
    assert files.save("k-t-1", b"code")
    assert files.load("k-t-1") == b"code"


@posix
@pytest.mark.parametrize("kind", ["link", "link to nothing", "folder", "pipe", "open to others"])
def test_an_entry_is_a_plain_file_of_this_user(directory, kind, caplog):
    """Others are not read, and replaced where that is possible."""
    files.save("k-t-1", b"code")
    entry, other = directory / "k-t-1", directory / "other"
    if kind == "open to others":
        entry.chmod(0o666)
    elif kind == "link":
        entry.rename(other)
        entry.symlink_to(other)
    else:
        entry.unlink()
        if kind == "folder":
            entry.mkdir()
        elif kind == "pipe":
            os.mkfifo(entry)
        else:
            entry.symlink_to(directory / "nothing")
    assert files.load("k-t-1") is None
    assert "damaged" in caplog.text
    assert files.save("k-t-1", b"code") is (kind != "folder")
    assert files.load("k-t-1") == (None if kind == "folder" else b"code")
    assert not list(directory.glob(".draft-*"))


@posix
@pytest.mark.parametrize("what", ["folder", "entry"])
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_nothing_of_another_users_is_read(directory, what):
    files.save("k-t-1", b"code")
    os.chown(directory if what == "folder" else directory / "k-t-1", 12345, -1)
    assert files.load("k-t-1") is None


def test_a_folder_that_others_may_write_to_is_not_used(directory, caplog):
    files.save("k-t-1", b"code")
    directory.chmod(0o770)
    assert files.load("k-t-1") is None
    assert not files.save("k-t-2", b"code")
    assert "is not used: another user owns it or may write to it" in caplog.text


def test_an_entry_under_the_name_of_another_is_damaged(directory, caplog):
    files.save("k-t-1", b"code")
    (directory / "k-t-1").rename(directory / "k-t-2")
    assert files.load("k-t-2") is None
    assert "damaged" in caplog.text


@posix
def test_what_is_opened_is_what_was_looked_at(directory, tmp_path, monkeypatch):
    """A folder that takes the place of another meanwhile changes nothing."""
    files.save("k-t-1", b"code")
    look = os.fstat

    def replaced(descriptor):
        if not (tmp_path / "before").exists():
            directory.rename(tmp_path / "before")
            directory.mkdir()
            (directory / "k-t-1").write_bytes(b"other code")
        return look(descriptor)

    monkeypatch.setattr(os, "fstat", replaced)
    assert files.load("k-t-1") == b"code"


def test_drafts_of_killed_processes_are_removed(directory):
    files.save("k-t-1", b"code")
    for name, age in (("new", 0), ("old", 3600)):
        draft = directory / f".draft-{name}"
        draft.write_bytes(b"half")
        os.utime(draft, (time.time() - age,) * 2)
    files.save("k-t-2", b"code")
    assert sorted(path.name for path in directory.iterdir()) == [".draft-new", "k-t-1", "k-t-2"]


@posix
def test_a_relative_folder_of_a_deleted_directory_is_no_error(tmp_path, monkeypatch):
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    (tmp_path / "work").rmdir()
    monkeypatch.setenv("DERIVATA_CACHE_DIR", "cache")
    assert files.load("k-t-1") is None
    assert not files.save("k-t-1", b"code")
    assert list(files.directories()) == ["cache"]

"""Compiled kernels on disk: found again, never stale, never trusted blindly, never a reason to fail."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from derivata.runtime import kernels
from derivata.runtime.kernels.cache import files, fingerprint

needs_kernels = pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")

LOOPS = """
FACTOR = 2.0

def scaled(lo, hi, out, a):
    for i in range(lo, hi):
        out[i] = a[i] * FACTOR

def refuse(lo, hi, x):
    for i in range(lo, hi):
        if x[i] > 0:
            raise IndexError("x is out of range")
"""
REFUSE = """
import sys
import numpy as np
from derivata.runtime.kernels import RowKernel
try:
    RowKernel("loops_of_test_cache", "refuse").run(9, np.ones(9))
except IndexError as error:
    print(error, "derivata.runtime.kernels.compile" in sys.modules)
"""
USE = """
import sys
import numpy as np
from derivata.runtime.kernels import Elementwise
x = np.ones(1 << 16, np.float32)
result = Elementwise("loops_of_test_cache", "scaled")(x)
compiled = "derivata.runtime.kernels.compile" in sys.modules
print(result[-1], "compiled" if compiled else "loaded", "loops_of_test_cache" in sys.modules)
"""


@pytest.fixture
def program(tmp_path):
    """A folder with the module of loops, the folder of the cache, and a way to use a loop in a new process."""
    return Program(tmp_path)


class Program:
    def __init__(self, folder):
        self.source = folder / "loops_of_test_cache.py"
        self.cache = folder / "cache"
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(folder), os.getcwd()]),
            "DERIVATA_CACHE_DIR": str(self.cache),
            "TMPDIR": str(folder),
        }
        self.write(LOOPS)

    def write(self, text):
        self.source.write_text(text)
        time.sleep(0.02)  # the new process begins after the change, also by a coarse clock

    def start(self, text=USE):
        return subprocess.Popen(
            [sys.executable, "-B", "-c", text],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
        )

    def use(self, text=USE):
        """Return what the process printed on stdout, and on stderr."""
        process = self.start(text)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        return out.strip(), err

    def entries(self):
        """Return the cache's files for loops of this module; the launching code has its own."""
        return sorted(self.cache.glob("loops_of_test_cache.*"))


@needs_kernels
def test_a_cached_kernel_is_used_without_the_compiler_and_without_its_module(program):
    assert program.use() == ("2.0 compiled True", "")
    assert len(program.entries()) == 1
    assert program.use() == ("2.0 loaded False", "")


@needs_kernels
def test_a_cached_kernel_raises_its_exception_without_the_compiler(program):
    assert program.use(REFUSE) == ("x is out of range True", "")
    assert program.use(REFUSE) == ("x is out of range False", "")


@needs_kernels
def test_a_changed_module_is_compiled_again(program):
    program.use()
    program.write(LOOPS.replace("2.0", "3.0"))
    assert program.use() == ("3.0 compiled True", "")


@needs_kernels
@pytest.mark.parametrize("damage", ["half", "flip"])
def test_a_damaged_entry_is_compiled_again_and_replaced(program, damage):
    program.use()
    (entry,) = program.entries()
    whole = entry.read_bytes()
    spoilt = {"half": whole[: len(whole) // 2], "flip": whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:]}
    entry.write_bytes(spoilt[damage])
    result, warning = program.use()
    assert result == "2.0 compiled True"
    assert re.search(r"kernel cache entry .* is damaged", warning)
    assert program.use() == ("2.0 loaded False", "")


@needs_kernels
def test_a_cache_that_cannot_be_written_is_no_error(program):
    program.cache.write_text("a file where the directory should be")
    (program.cache.parent / f"derivata-{os.getuid()}").write_text("and another")
    assert program.use() == ("2.0 compiled True", "")
    assert program.use() == ("2.0 compiled True", "")


@needs_kernels
def test_nothing_is_loaded_from_a_directory_that_others_may_write_to(program):
    program.use()
    program.cache.chmod(0o770)
    result, warning = program.use()
    assert result == "2.0 compiled True"
    assert "is not used: another user owns it or may write to it" in warning
    assert list((program.cache.parent / f"derivata-{os.getuid()}").glob("loops_of_test_cache.*"))
    assert program.use() == ("2.0 loaded False", "")


@needs_kernels
def test_new_directories_are_private(program):
    program.use()
    assert program.cache.stat().st_mode & 0o777 == 0o700


@needs_kernels
def test_processes_may_fill_the_cache_at_once(program):
    processes = [program.start() for _ in range(3)]
    for process in processes:
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out.strip()[:3], err) == (0, "2.0", "")
    assert len(program.entries()) == 1
    assert program.use() == ("2.0 loaded False", "")


@needs_kernels
def test_code_of_foreign_modules_is_not_kept(program):
    (program.cache.parent / "foreign.py").write_text("FACTOR = 5.0\n")
    program.write(LOOPS.replace("FACTOR = 2.0", "import foreign").replace("FACTOR", "foreign.FACTOR"))
    assert program.use() == ("5.0 compiled True", "")
    assert program.entries() == []


@needs_kernels
def test_settings_of_numba_are_part_of_the_name(program):
    program.use()
    program.environment["NUMBA_OPT"] = "1"
    assert program.use() == ("2.0 compiled True", "")
    assert len(program.entries()) == 2


@needs_kernels
def test_a_number_of_threads_compiles_nothing_again(program):
    """Settings of Numba's that change no code, such as the number of threads, leave the cache as it is."""
    program.use()
    program.environment |= {"NUMBA_NUM_THREADS": "1", "NUMBA_CACHE_DIR": "/nowhere"}
    assert program.use() == ("2.0 loaded False", "")


@needs_kernels
@pytest.mark.parametrize(
    "other",
    [
        ("loops_of_test_cache", "other", ("float32*",), "host"),
        ("loops_of_test_cache", "scaled", ("float64*",), "host"),
        ("loops_of_test_cache", "scaled", ("float32*", "float32*"), "host"),
        ("loops_of_test_cache", "scaled", ("float32*",), "other host"),
    ],
)
def test_function_types_and_processor_are_part_of_the_name(program, monkeypatch, other):
    monkeypatch.syspath_prepend(str(program.source.parent))
    monkeypatch.setattr(fingerprint, "STARTED", time.time() + 60)
    name = fingerprint.entry_name("loops_of_test_cache", "scaled", ("float32*",), "host")
    assert re.fullmatch(r"loops_of_test_cache\.scaled-[0-9a-f]{8}-[0-9a-f]{40}", name)
    assert name == fingerprint.entry_name("loops_of_test_cache", "scaled", ("float32*",), "host")
    assert name != fingerprint.entry_name(*other)


@needs_kernels
def test_a_file_that_changed_after_the_start_is_not_trusted(program):
    with pytest.raises(fingerprint.Unknown, match="changed after the start"):
        fingerprint._require_unedited(str(program.source))


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
        ({"DERIVATA_CACHE_DIR": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/a"),
        ({"XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/b/derivata"),
        ({"HOME": "/c"}, "/c/.cache/derivata"),
    ],
)
def test_the_environment_says_where_the_cache_is(monkeypatch, variables, expected):
    for name in ("DERIVATA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    first, last = files.directories()
    assert Path(first) == Path(expected)
    assert Path(last).name.startswith("derivata-")

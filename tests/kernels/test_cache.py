"""Compiled kernels on disk: found again, never stale, never trusted blindly, never a reason to fail."""

import re

import pytest
from kernels.cached_program import LOOPS, Program

from derivata.arrays import kernels
from derivata.arrays.jit.cache import fingerprint

needs_kernels = pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")

REFUSE = """
import sys
import numpy as np
from derivata.arrays.kernels import RowKernel
try:
    RowKernel("loops_of_test_cache", "refuse").run(9, np.ones(9))
except IndexError as error:
    print(error, "numba" in sys.modules)
"""


@pytest.fixture
def program(tmp_path):
    """A folder with the module of loops, the folder of the cache, and a way to use a loop in a new process."""
    return Program(tmp_path)


@needs_kernels
def test_a_cached_kernel_is_used_without_the_compiler_and_without_its_module(program):
    assert program.use() == ("2.0 compiled True", "")
    assert len(program.entries()) == 1
    assert program.use() == ("2.0 loaded False", "")


@needs_kernels
def test_a_cached_kernel_raises_its_exception_without_the_compiler(program):
    assert program.use(REFUSE) == ("x is out of range True", "")
    assert program.use(REFUSE) == ("x is out of range False", "")


@pytest.mark.slow
@needs_kernels
def test_a_changed_module_is_compiled_again(program):
    program.use()
    program.write(LOOPS.replace("2.0", "3.0"))
    assert program.use() == ("3.0 compiled True", "")


@pytest.mark.slow
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


@pytest.mark.slow
@needs_kernels
def test_a_cache_that_cannot_be_written_is_no_error(program):
    program.cache.write_text("a file where the directory should be")
    assert program.use() == ("2.0 compiled True", "")
    assert program.use() == ("2.0 compiled True", "")


@needs_kernels
def test_new_directories_are_private(program):
    program.use()
    assert program.cache.stat().st_mode & 0o777 == 0o700


@pytest.mark.slow
@needs_kernels
def test_processes_may_fill_the_cache_at_once(program):
    processes = [program.start() for _ in range(3)]
    for process in processes:
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out.strip()[:3], err) == (0, "2.0", "")
    assert len(program.entries()) == 1
    assert program.use() == ("2.0 loaded False", "")


@pytest.mark.slow
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
    name = fingerprint.entry_name("loops_of_test_cache", "scaled", ("float32*",), "host")
    assert re.fullmatch(r"loops_of_test_cache\.scaled-[0-9a-f]{8}-[0-9a-f]{40}", name)
    assert name == fingerprint.entry_name("loops_of_test_cache", "scaled", ("float32*",), "host")
    assert name != fingerprint.entry_name(*other)

"""Compiled code that is loaded without LLVM, and the processor that it is for."""

import os
import platform
import shutil
import struct
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy._core._multiarray_umath import __cpu_features__

from derivata.arrays.jit.loading import host as processor
from derivata.arrays.jit.loading import image

llvm = pytest.importorskip("llvmlite.binding", reason="images are made of what LLVM compiles")
pytest.importorskip("numba", reason="Numba is the compiler")
from derivata.arrays.jit import native  # noqa: E402
from derivata.arrays.jit.compile import compile_function  # noqa: E402

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="LLVM loads code of other platforms"
)
SIGNATURE = ("float64[1]", "float64")
USE = """
import sys
import derivata
x = derivata.ones(64, 64, requires_grad=True)
y = (derivata.softmax(x, 1) * x[0]).sin().sum()
y.backward()
print(derivata.conv2d(x.reshape(1, 16, 16, 16), derivata.ones(16, 16, 3, 3)).sum().item(), y.item())
print("llvmlite" in sys.modules, file=sys.stderr)
"""


def clear(lo: Any, hi: Any, x: Any, least: Any) -> None:
    """Write zeros, by a function of the process's, and refuse small numbers."""
    x[:] = 0.0
    for i in range(lo, hi):
        x[i] += 0.1 * i
        if least > 5.0:
            raise IndexError("it is too small")


@pytest.fixture(scope="module")
def code() -> bytes:
    """The object code of a loop."""
    return compile_function(clear, SIGNATURE, "a_name")[0]


def run(code: bytes, x: Any, least: float) -> None:
    """Run the loop."""
    entry = native.Entry(native.load(code, "a_name", []), "".join(map(native.slot, SIGNATURE)))
    error = entry.hold(entry.pack(id(x), least), 0, len(x))
    if error:
        native.raise_error(error)


def changed(code: bytes, old: bytes, new: bytes) -> bytes:
    """Return object code in which something is different."""
    assert old in code
    return code.replace(old, new)


def test_an_image_computes_and_raises_what_its_loop_does(code: bytes) -> None:
    """An image calls functions of the process, reads its constants, and raises its exceptions."""
    linked, x = image.link(code, "a_name"), np.ones(9)
    assert linked is not None and image.is_image(linked) and b"memset" in linked
    run(linked, x, 1.0)
    np.testing.assert_array_equal(x, 0.1 * np.arange(9))
    with pytest.raises(IndexError, match="it is too small"):
        run(linked, x, 6.0)


def test_an_image_may_be_loaded_twice(code: bytes) -> None:
    """Each load of an image has memory of its own."""
    linked = image.link(code, "a_name")
    assert linked is not None
    assert image.load(linked) != image.load(linked)


def test_object_code_is_loaded_by_llvm(code: bytes) -> None:
    """Object code that is no image does the same; LLVM loads it."""
    x = np.ones(9)
    assert not image.is_image(code)
    run(code, x, 1.0)
    np.testing.assert_array_equal(x, 0.1 * np.arange(9))


def test_code_for_other_machines_is_no_image(code: bytes) -> None:
    """Object code of other formats, and for other processors, is left to LLVM."""
    arm = code[:18] + struct.pack("<H", 183) + code[20:]
    assert image.link(arm, "a_name") is None
    assert image.link(b"\xcf\xfa\xed\xfe" + code[4:], "a_name") is None


def test_code_that_needs_what_the_process_does_not_have_is_no_image(code: bytes) -> None:
    """A name that is not found when code is linked leaves it to LLVM, and one that a later process lacks is told."""
    assert image.link(changed(code, b"\0memset\0", b"\0nobody\0"), "a_name") is None
    linked = image.link(code, "a_name")
    assert linked is not None
    with pytest.raises(image.Missing, match="a kernel needs nobody, which this process does not have"):
        image.load(changed(linked, b"memset", b"nobody"))


def test_relocations_of_other_kinds_are_no_image(code: bytes) -> None:
    """Code that knows places by their distance is left to LLVM."""
    table = next(section for section in image._sections(code) if section.kind == image._RELOCATIONS)
    relative = code[: table.offset + 8] + struct.pack("<I", 2) + code[table.offset + 12 :]
    assert image.link(relative, "a_name") is None


@pytest.mark.slow
def test_a_process_whose_kernels_are_in_the_cache_does_not_load_llvm(tmp_path: Any) -> None:
    """Where all kernels of a program are on disk, it never imports llvmlite, and computes the same."""
    seen = []
    for _ in range(2):
        ran = subprocess.run(
            [sys.executable, "-c", f"import os; os.environ['DERIVATA_CACHE_DIR'] = {str(tmp_path / 'c')!r}" + USE],
            capture_output=True, text=True, check=True, timeout=120,
        )  # fmt: skip
        seen.append((ran.stdout, ran.stderr.strip()))
    (first, compiled), (second, loaded) = seen
    assert first == second
    assert (compiled, loaded) == ("True", "False")


@pytest.mark.parametrize(
    "room", ["direct.flat_loops", "direct.row_loops", "threads.claim", "threads.sweeping"]
)
def test_loops_that_launch_others_are_images(room: str) -> None:
    """What launches loops, of which some is only tidied up, is loaded without LLVM."""
    module = import_module(f"derivata.arrays.jit.{room}")
    for name, words in module.TYPES.items():
        code, _ = compile_function(getattr(module, name), tuple(words.split()), "a_name")
        assert image.link(code, "a_name") is not None, name


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A system that does not let anybody make code that asks the processor."""
    monkeypatch.setattr(processor, "_words", dict)
    processor._own.cache_clear()
    yield
    processor._own.cache_clear()


def test_the_processor_is_asked_for_what_llvm_compiles_for() -> None:
    """What the processor says by itself agrees with what LLVM and NumPy found out of it."""
    words = llvm.get_host_cpu_features()
    for name, numpys in (("sse2", "SSE2"), ("fma", "FMA3"), ("f16c", "F16C"), ("avx2", "AVX2")):
        assert processor.has(name) == words[name] == __cpu_features__[numpys], name
    for name in processor.LEVELS["x86-64-v4"]:
        assert processor.has(name) == words[name], name
    for level, names in processor.LEVELS.items():
        assert processor.level() != level or all(words[name] for name in names)
    assert processor.has("sse2") and not processor.has("sse2", "neon")


def test_llvm_tells_the_processor_where_nobody_may_make_code(unknown: None) -> None:
    """Where the processor cannot be asked, LLVM is, and says the same of instructions."""
    assert processor.host().startswith("x86_64")
    assert processor.has("sse2") and not processor.has("sse2", "neon")


def test_without_llvm_no_instruction_is_known_where_nobody_may_make_code(
    unknown: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is NumPy that works then; conversions of float16 ask all the same."""
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)
    assert not processor.has("f16c")


ASK = """
from numpy._core._multiarray_umath import __cpu_features__ as numpys
from derivata.arrays.jit.loading.host import has, host
assert has("avx2") == numpys["AVX2"] and has("fma") == numpys["FMA3"]
print(host())
"""
SQUARE = """
import numpy as np
import derivata as dv
x = dv.tensor(np.full(1 << 16, 3.0, np.float32), requires_grad=True)
x.square().sum().backward()
print(x.grad[5].item())
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is the emulator")
def test_an_emulator_is_another_processor_if_it_knows_fewer_instructions() -> None:
    """Valgrind knows no vectors of 512 bits, whatever the system's files tell of the processor below it."""
    if not __cpu_features__["AVX512F"]:
        pytest.skip("valgrind knows all instructions of this processor")
    emulator = ("valgrind", "-q", "--tool=none", sys.executable, "-c", ASK)
    assert _output(*emulator) != _output(sys.executable, "-c", ASK)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is the emulator")
def test_code_in_the_cache_of_another_processor_is_not_run(tmp_path: Path) -> None:
    """A program whose loops this processor has compiled runs in an emulator that lacks some instructions."""
    cache = {"DERIVATA_CACHE_DIR": str(tmp_path)}
    assert _output(sys.executable, "-c", SQUARE, **cache) == "6.0\n"
    assert _output("valgrind", "-q", "--tool=none", sys.executable, "-c", SQUARE, **cache) == "6.0\n"


def _output(*command: str, **variables: str) -> str:
    """Return what a program prints."""
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, env={**os.environ, **variables}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout

"""What a kernel on disk depends on, and nothing else: edits elsewhere recompile nothing."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from derivata.arrays import kernels

needs_kernels = pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")
ROOT = Path(__file__).resolve().parents[2]

NAMES = """
from pkgutil import iter_modules
import derivata.generated.kernels as loops
from derivata.arrays.jit.cache.fingerprint import entry_name
for module in iter_modules(loops.__path__, loops.__name__ + "."):
    print(entry_name(module.name, "forward", ("float32*", "float32*"), "host"))
"""
USE = """
import sys
import numpy as np
import derivata as dv
x = dv.tensor(np.full(1 << 16, 3.0, np.float32))
print(x.square()[5].item(), "numba" in sys.modules)
"""


def run(folder: Path, program: str, **environment: str) -> list[str]:
    """Return the words that a program prints in a new process that imports derivata from `folder`."""
    variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        capture_output=True,
        text=True,
        env=variables,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture
def installation(tmp_path: Path) -> Path:
    """A copy of the package."""
    for folder in ("arrays", "derivata", "generated", "runtime"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / "copy" / folder, symlinks=True, ignore=ignored)
    time.sleep(0.02)  # the new process begins after the change, also by a coarse clock
    return tmp_path / "copy"


@needs_kernels
@pytest.mark.slow
def test_one_more_op_in_the_spec_recompiles_nothing(
    checkout_before: Path, checkout_with_another_op: Path
) -> None:
    """An edit of the spec leaves the kernels of all other ops as they are on disk."""
    before, after = run(checkout_before, NAMES), run(checkout_with_another_op, NAMES)
    assert len(before) > 50
    assert not set(before) - set(after)
    assert [name.partition(".")[0] for name in set(after) - set(before)] == ["squashed"]


@needs_kernels
@pytest.mark.parametrize("path", ["vector_math/exponential.py", "jit/compile.py", "vector_math/bits.py"])
def test_a_changed_helper_renames_all_kernels(installation: Path, path: str) -> None:
    """A change of code that kernels call, or of the compiler, makes every kernel a new one."""
    before = run(installation, NAMES)
    with open(installation / "arrays" / path, "a", encoding="utf-8") as file:
        file.write("# changed\n")
    time.sleep(0.02)
    after = run(installation, NAMES)
    assert len(before) == len(after) > 50
    assert not set(before) & set(after)


@needs_kernels
def test_a_changed_loop_renames_the_kernels_of_its_op_only(installation: Path) -> None:
    """A change of an op's loops makes the kernels of this op new ones, and leaves those of the others."""
    before = run(installation, NAMES)
    with open(installation / "generated" / "kernels" / "square.py", "a", encoding="utf-8") as file:
        file.write("# changed\n")
    time.sleep(0.02)
    changed = set(run(installation, NAMES)) - set(before)
    assert [name.partition(".")[0] for name in changed] == ["square"]


@needs_kernels
def test_kernels_write_nothing_into_the_installation(installation: Path, tmp_path: Path) -> None:
    """A read-only installation is enough: kernels are kept in the user's cache, never beside the code."""
    before = sorted(installation.rglob("*"))
    assert run(installation, USE, DERIVATA_CACHE_DIR=str(tmp_path / "cache")) == ["9.0", "True"]
    assert sorted(installation.rglob("*")) == before
    assert any((tmp_path / "cache").iterdir())


@needs_kernels
@pytest.mark.skipif(os.name != "posix", reason="/dev/null is POSIX")
def test_without_a_home_kernels_are_kept_in_the_temporary_folder(tmp_path: Path) -> None:
    """Where there is no home directory, kernels are kept in a private folder of the temporary directory."""
    environment = {
        "HOME": "/dev/null",
        "XDG_CACHE_HOME": "",
        "DERIVATA_CACHE_DIR": "",
        "TMPDIR": str(tmp_path),
    }
    assert run(ROOT, USE, **environment) == ["9.0", "True"]
    assert run(ROOT, USE, **environment) == ["9.0", "False"]
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("derivata-") and folder.stat().st_mode & 0o077 == 0

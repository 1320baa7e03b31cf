"""Who follows the README's tutorial in a clone has a clone that passes its own tests."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def followed(tmp_path: Path) -> Path:
    """Return a clone with the README's entry, in which nothing but the README's command was run."""
    clone = tmp_path / "clone"
    skipped = shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, clone, symlinks=True, ignore=skipped)
    (entry,) = re.findall(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    spec, family = clone / "derivatives.yaml", "- family: activations\n"
    text = spec.read_text(encoding="utf-8")
    spec.write_text(text.replace(family, f"{family}\n{entry}"), encoding="utf-8")
    # nothing is installed, whatever EXTRAS the environment asks for
    installed = ["--old-file=.venv/.installed-scipy", f"PY={sys.executable}", "EXTRAS=scipy"]
    run(clone, "make", *installed, "codegen")
    return clone


def run(clone: Path, *command: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(clone)}
    done = subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.mark.slow
def test_a_clone_with_the_tutorial_s_op_passes_its_own_tests(followed: Path) -> None:
    """The tests of pages that show what is generated and of names, and all checks of the new op itself."""
    run(followed, sys.executable, "-m", "derivata.codegen", "--check")
    pages = ["tests/test_ops_page.py", "tests/test_readme.py", "tests/test_wrappers.py"]
    others = ["tests/codegen/test_adding_an_op.py", "tests/kernels/test_kernel_names.py"]
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow"]
    run(followed, *pytest_, *pages, *others)
    said = run(followed, *pytest_, "tests/generated", "-k", "squashed")
    assert re.search(r"^[1-9]\d* passed", said, re.MULTILINE)

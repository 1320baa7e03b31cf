"""What an import loads."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("arrays", "codegen", "generated", "runtime")


def python(code: str, root: Path = ROOT, *options: str) -> str:
    """Run code in a fresh interpreter that finds derivata in `root`; return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *options, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=root, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "library", ["derivata", "derivata.top_level.public", "derivata.nn", "derivata.optim"]
)
def test_import_loads_neither_numba_nor_llvmlite(library: str) -> None:
    extras = ("numba", "llvmlite", "scipy", "torch", "jinja2")
    code = f"import sys, {library}; print([name for name in {extras} if name in sys.modules])"
    assert python(code) == "[]"


def test_import_derivata_alone_loads_no_ops() -> None:
    code = "import sys, derivata; print([n for n in sys.modules if n.startswith(('derivata.generated', 'numpy'))])"
    assert python(code) == "[]"


def test_small_ops_load_no_compiler() -> None:
    code = (
        "import sys, derivata as dv; x = dv.ones(3, requires_grad=True); (x * x.exp()).sum().backward();"
        "print('llvmlite' in sys.modules)"
    )
    assert python(code) == "False"


def test_public_names_load_the_ops() -> None:
    assert python("import derivata as dv; print(dv.tensor([1.0]) + 1)") == "tensor([2.])"
    assert python("from derivata import tensor; print(tensor([1.0]).exp().shape)") == "(1,)"


def test_the_runtime_s_folder_cannot_be_imported_under_its_bare_name() -> None:
    command = [sys.executable, "-c", "import runtime"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode != 0
    assert "derivata.runtime" in done.stderr


@pytest.fixture
def copy_of_the_tree(tmp_path: Path) -> Path:
    """Copy what is needed to generate; links become folders."""
    for folder in FOLDERS:
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignore)
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    shutil.copy(ROOT / "derivatives.yaml", tmp_path)
    shutil.copytree(
        ROOT / "derivata", tmp_path / "derivata", symlinks=True, ignore=shutil.ignore_patterns("__pycache__")
    )
    return tmp_path


def generate(root: Path, *options: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-m", "derivata.codegen", *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["missing", "empty", "syntax error"])
def test_codegen_works_without_generated_files(copy_of_the_tree: Path, damage: str) -> None:
    generated = copy_of_the_tree / "generated"
    if damage == "syntax error":
        for file in generated.rglob("*.py"):
            header, _, _ = file.read_text(encoding="utf-8").partition("\n")
            file.write_text(f"{header}\ndef broken(:\n", encoding="utf-8")
    else:
        shutil.rmtree(generated)
        if damage == "empty":
            generated.mkdir()
    generate(copy_of_the_tree, *(["--force"] if damage == "syntax error" else []))  # changed by hand
    assert python("import derivata as dv; print(dv.tensor([1.0]) + 1)", copy_of_the_tree) == "tensor([2.])"


def test_derivata_imports_without_generated_files(copy_of_the_tree: Path) -> None:
    shutil.rmtree(copy_of_the_tree / "generated")
    assert python("import derivata; print(derivata.__version__ > '')", copy_of_the_tree) == "True"

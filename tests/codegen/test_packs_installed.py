"""Packs made with derivata's wheel in an environment of its own, and packs that are installed themselves."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

SPEC = """\
- name: bump(Tensor self, Scalar width=1.0) -> Tensor
  doc: A rational bell.
  forward: 1 / (1 + square(self / width))
  self: -2 * grad * conj(self * square(result) / (width * width))
"""

LAB = """\
- name: bumps(Tensor self) -> Tensor
  doc: Two bells.
  composite: bump(self) + my_ops.bump(self - 1, 0.5)
  samples: {cases: [{self: [3]}]}
"""

PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "my_ops"
version = "1"

[tool.setuptools]
packages = ["my_ops", "my_ops.checks", "my_ops.kernels", "my_ops.namespaces", "my_ops.ops"]

[tool.setuptools.package-data]
my_ops = ["*.yaml", "*.md"]
"""


class Environment:
    """A virtual environment with what derivata needs, and no derivata."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False)
        self.folder = folder
        known = {"base": str(folder), "platbase": str(folder), "installed_base": str(folder)}
        self.packages = Path(sysconfig.get_path("purelib", "venv", known))
        self.scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
        (self.packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def install(self, project: Path, wheels: Path) -> None:
        """Build the wheel of a project and install it."""
        pip = [sys.executable, "-m", "pip"]
        offline = ["--no-build-isolation", "--no-deps", "--no-index"]
        must([*pip, "wheel", *offline, "-w", wheels, project])
        (wheel,) = wheels.glob("*.whl")
        must([*pip, f"--python={self.scripts / 'python'}", "install", "--no-deps", "--no-index", wheel])

    def run(self, folder: Path, *command: str) -> str:
        """Run a command of the environment in a folder; return what it prints."""
        clean = {"PATH": f"{self.scripts}{os.pathsep}/usr/bin:/bin", "HOME": str(self.folder)}
        program = self.scripts / command[0]
        return must([program, *command[1:]], cwd=folder, env=clean)


def must(command: list[Any], **options: Any) -> str:
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    if importlib.util.find_spec("setuptools") is None or importlib.util.find_spec("pip") is None:
        pytest.skip("building a wheel without a network needs pip and setuptools in this environment")
    folder = tmp_path_factory.mktemp("environment")
    skipped = shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, folder / "checkout", symlinks=True, ignore=skipped)
    found = Environment(folder / "venv")
    found.install(folder / "checkout", folder / "wheels")
    return found


@pytest.mark.slow
def test_the_installed_command_makes_a_pack_in_an_empty_folder(
    environment: Environment, workshop: Any
) -> None:
    workshop.ops("my_ops.yaml", SPEC)
    environment.run(workshop.folder, "derivata", "codegen", "my_ops.yaml", "--package", "my_ops")
    where = "import derivata, my_ops; print(derivata.__file__); print(derivata.testing.check_pack(my_ops))"
    file, count = environment.run(workshop.folder, "python", "-c", where).split()
    assert Path(file).is_relative_to(environment.packages) and int(count) >= 10
    tests = environment.run(
        workshop.folder, "python", "-m", "pytest", "-p", "no:cacheprovider", "--pyargs", "my_ops"
    )
    assert f"{count} passed" in tests
    assert (
        environment.run(
            workshop.folder, "derivata", "codegen", "my_ops.yaml", "--package", "my_ops", "--check"
        )
        == ""
    )


@pytest.mark.slow
def test_an_installed_pack_is_used_tested_and_called_from_anywhere(
    environment: Environment, workshop: Any
) -> None:
    workshop.ops("project/my_ops.yaml", SPEC)
    project = workshop.folder / "project"
    environment.run(project, "derivata", "codegen", "my_ops.yaml", "--package", "my_ops")
    workshop.write("project/pyproject.toml", PROJECT)
    environment.install(project, workshop.folder / "wheels")
    assert (environment.packages / "my_ops" / "py.typed").exists()
    workshop.ops("elsewhere/lab.yaml", LAB, above="uses: [my_ops]")
    elsewhere = workshop.folder / "elsewhere"
    environment.run(elsewhere, "derivata", "codegen", "lab.yaml", "--package", "lab")
    for pack in ("my_ops", "lab"):
        tests = environment.run(
            elsewhere, "python", "-m", "pytest", "-p", "no:cacheprovider", "--pyargs", pack
        )
        assert " passed" in tests and "failed" not in tests
    environment.run(elsewhere, "derivata", "warmup", "--package", "my_ops", "--dtypes", "float64")

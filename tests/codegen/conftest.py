"""What the tests of packs share: an empty folder in which somebody makes packs and uses them."""

import contextlib
import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from derivata.codegen.__main__ import main
from derivata.codegen.pipeline import generate
from derivata.codegen.render.render import Target

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def own_files() -> dict[str, str]:
    """Return what derivata's own spec says that its files are."""
    return generate(ROOT / "derivatives.yaml", Target())


@dataclass(frozen=True)
class Done:
    """How a generation went."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Workshop:
    """A folder, and what one does in it."""

    folder: Path
    cache: Path

    def write(self, path: str, text: str) -> Path:
        """Write a file, its folders with it."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), encoding="utf-8")
        return file

    def ops(self, path: str, entries: str, above: str = "") -> Path:
        """Write a spec of these entries."""
        head = f"schema_version: 1\n{above}\nops:\n- family: tests\n"
        return self.write(path, head + dedent(entries))

    def codegen(self, *arguments: str) -> Done:
        """Run `derivata codegen` in the folder."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main(list(arguments))
            except SystemExit as error:
                code = int(str(error.code))
        return Done(code, out.getvalue(), err.getvalue())

    def make(self, *arguments: str) -> None:
        """Generate a pack, which must go well."""
        done = self.codegen(*arguments)
        assert (done.code, done.err) == (0, "")

    def command(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a Python command in a process of its own, which knows derivata and this folder."""
        known = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "HOME": str(self.folder)}
        known |= {
            "DERIVATA_CACHE_DIR": str(self.cache),
            "PYTHONDONTWRITEBYTECODE": "1",
            "OMP_NUM_THREADS": "1",
        }
        known |= environment
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=self.folder, env=known, capture_output=True, text=True)

    def run(self, program: str, **environment: str) -> str:
        """Run a program, which must go well; return what it prints."""
        done = self.command("-c", dedent(program), **environment)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def error(self, program: str) -> str:
        """Run a program that fails; return the last line of its traceback."""
        done = self.command("-c", dedent(program))
        assert done.returncode == 1, done.stdout
        return done.stderr.splitlines()[-1]

    def files(self, folder: str) -> dict[str, bytes]:
        """Return the contents of all files below a folder."""
        root = self.folder / folder
        return {
            path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
        }


@pytest.fixture
def workshop(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """A folder outside of derivata, with a space and letters beyond ASCII in its name."""
    folder = tmp_path / "my wörk ∂"
    folder.mkdir()
    return Workshop(folder, tmp_path_factory.getbasetemp() / "kernels")

"""Puts defects back that were cured, one by one, and measures how long a hunter takes to find each."""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .discovery import Hunter
from .driver import ROOT, Caught, environment, turn

FOLDER = Path(__file__).parent / "patches"
AT_MOST = 600.0
"""Seconds that a hunter has to find a defect."""
LEFT_OUT = ("__pycache__", ".*", "benchmarks", "build", "*.egg-info")
GENERATORS = ("derivatives.yaml", "codegen/", "templates/")


class Unusable(Exception):
    """A patch does not apply, or what it leaves of the spec does not generate; the message is the tool's."""


@dataclass(frozen=True)
class Patch:
    """A cured defect as a diff that puts it back, the hunter that finds it, and what is wrong with it."""

    path: Path
    hunter: str
    about: str

    @property
    def name(self) -> str:
        """The name of the file without its ending."""
        return self.path.stem

    @property
    def touches(self) -> list[str]:
        """The files that it changes."""
        return re.findall(r"^\+\+\+ b/(\S+)", self.path.read_text(encoding="utf-8"), re.MULTILINE)


def patches() -> dict[str, Patch]:
    """Return all patches by name."""
    return {path.stem: read(path) for path in sorted(FOLDER.glob("*.patch"))}


def read(path: Path) -> Patch:
    """Return the patch of a file, whose first lines say which hunter finds the defect, and what it is."""
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    match = re.fullmatch(r"# hunter: (\w+)", first)
    about = []
    for line in rest:
        if not line.startswith("#"):
            break
        about.append(line.removeprefix("#").strip())
    if match is None or not about:
        raise ValueError(f"{path.name}: expected '# hunter: NAME' and '# what is wrong', got {first!r}")
    patch = Patch(path, match[1], " ".join(about))
    if not patch.touches:
        raise ValueError(f"{path.name}: expected files as '+++ b/FILE', got none; write it with 'git diff'")
    return patch


def check(patch: Patch, root: Path = ROOT) -> str:
    """Return why a patch does not apply to a tree, in no words if it does."""
    done = subprocess.run(["git", "apply", "--check", patch.path], cwd=root, capture_output=True, text=True)
    return done.stderr


@contextmanager
def put_back(patch: Patch) -> Iterator[Path]:
    """Yield a copy of the checkout with the defect; what is generated is generated again."""
    with tempfile.TemporaryDirectory(prefix="hunt-") as folder:
        copy = Path(folder) / "checkout"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        run(["git", "apply", str(patch.path)], copy)
        if any(name.startswith(GENERATORS) for name in patch.touches):
            run([sys.executable, "-m", "derivata.codegen"], copy)
        yield copy


def run(command: list[str], folder: Path) -> None:
    """Run a command there; what it says becomes an error if it fails."""
    done = subprocess.run(command, cwd=folder, env=environment(folder), capture_output=True, text=True)
    if done.returncode:
        raise Unusable((done.stdout + done.stderr).strip())


def search(patch: Patch, hunter: Hunter, seed: int, seconds: float = AT_MOST) -> tuple[Caught | None, float]:
    """Return what the hunter finds first in a tree with the defect, but not without it, and after how many seconds."""
    with put_back(patch) as root:
        start = time.monotonic()
        while (left := start + seconds - time.monotonic()) > 0:
            tally = turn(hunter, seed, left, most=1, root=root)
            if tally.caught and not turn(hunter, tally.caught[0].seed, 0.0, attempts=1).caught:
                return tally.caught[0], time.monotonic() - start
            seed += tally.attempts
        return None, time.monotonic() - start

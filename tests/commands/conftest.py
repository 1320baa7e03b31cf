"""Running the command `derivata`, in this process and in one of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

Derivata = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def derivata(tmp_path: Path) -> Derivata:
    """Run `derivata` in an empty folder, with no terminal; keyword arguments are environment variables."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
        return subprocess.run(
            [sys.executable, "-m", "derivata", *arguments],
            cwd=tmp_path,
            env={**kept, "PYTHONPATH": f"{ROOT}:{tmp_path}", **environment},
            capture_output=True,
            text=True,
        )

    return run

"""The example reaches its goal, leaves its pictures, and says when it fails."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run_example(*arguments: str) -> subprocess.CompletedProcess[str]:
    for library in ("matplotlib", "sklearn", "tqdm"):
        pytest.importorskip(library)
    command = [sys.executable, "examples/digits.py", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}  # derivata need not be installed
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


@pytest.mark.slow
def test_digits_are_learned(tmp_path: Path) -> None:
    run = run_example("--output", str(tmp_path))
    assert run.returncode == 0, run.stdout + run.stderr
    assert "test images (goal: 97%)" in run.stdout
    assert (tmp_path / "loss.png").read_bytes().startswith(b"\x89PNG")
    ElementTree.parse(tmp_path / "graph.svg")


@pytest.mark.slow
def test_untrained_network_misses_the_goal_and_the_exit_code_says_so(tmp_path: Path) -> None:
    run = run_example("--epochs", "0", "--output", str(tmp_path))
    assert run.returncode == 1, run.stdout + run.stderr
    assert "digits: expected a test accuracy of at least 97%" in run.stderr
    picture = (tmp_path / "graph.svg").read_text()
    assert all(name in picture for name in ("0.weight", "4.bias", "9.weight", "result"))

"""A signal is found from its spectrogram, and the example says when it is not."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run_example(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "examples/spectrogram.py", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}  # derivata need not be installed
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def test_the_signal_is_found() -> None:
    run = run_example()
    assert run.returncode == 0, run.stdout + run.stderr
    assert "step   0: the spectrogram is 97.9% off" in run.stdout
    assert "(goal: 5%)" in run.stdout


def test_too_few_steps_miss_the_goal_and_the_exit_code_says_so() -> None:
    run = run_example("--steps", "1")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "spectrogram: expected at most 5%" in run.stderr

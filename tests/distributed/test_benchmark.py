"""The benchmark beside PyTorch's DDP runs, and prints what it says."""

import subprocess
import sys

import pytest
from distributed.ranks import ROOT


@pytest.mark.slow
def test_a_table_for_each_model(launcher: None) -> None:
    pytest.importorskip("torch", reason="it is what derivata is compared with")
    command = [sys.executable, "-m", "benchmarks.distributed", "--rounds", "1"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    for name in ("perceptron", "convnet"):
        assert f"{name} on 2 ranks" in run.stdout
    assert run.stdout.count("communication alone") == 2

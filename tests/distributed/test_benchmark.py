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
    plain, zero, sharded = [
        [float(number) for number in line.split()[1:]] for line in run.stdout.splitlines()[-3:]
    ]
    assert plain == pytest.approx([plain[0], plain[0], 2 * plain[0], 4 * plain[0], plain[4]], abs=0.02)
    assert zero[:2] == plain[:2]
    assert zero[2] < 0.6 * plain[2]
    assert sharded[:4] == pytest.approx([value / 2 for value in plain[:4]], abs=0.02)
    assert sharded[4] < 0.7 * plain[4]

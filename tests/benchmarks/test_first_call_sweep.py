"""The sweep over first calls compiles the kernels of each op in processes of their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="without it nothing is compiled")

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the sweep forks")
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_rows_tell_how_many_kernels_a_call_needs() -> None:
    """Each op has a row for the forward, and one with the backward, which needs more kernels."""
    command = [
        sys.executable,
        "-m",
        "benchmarks.first_call_sweep",
        "--only",
        "log_softmax",
        "--above",
        "-1000",
    ]
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=120).stdout
    forward, both = (
        int(line.split()[-1]) for line in output.splitlines() if line.startswith("log_softmax [0]")
    )
    assert 1 <= forward < both
    assert output.endswith("0 samples not measured\n")


def test_what_an_op_refuses_is_told() -> None:
    """A sample that cannot be enlarged is counted, with the error of the op, and does not end the sweep."""
    program = """
from benchmarks import first_call_sweep
def refuse(case, sample, options):
    raise ValueError("no such shape")
first_call_sweep._drawn = refuse
first_call_sweep.main(["--only", "log_softmax", "--failures"])
"""
    command = [sys.executable, "-c", program]
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=120).stdout
    assert output.endswith("1 samples not measured\nlog_softmax [0]: ValueError: no such shape\n")

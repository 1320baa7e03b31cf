"""The example trains on two ranks to the accuracy of one process."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from distributed.ranks import ROOT


@pytest.mark.slow
def test_digits_are_learned_on_two_ranks(launch: Callable[..., Any]) -> None:
    """Two ranks reach the goal of `digits.py`, and every image of the training set, as one process does."""
    pytest.importorskip("sklearn")
    pytest.importorskip("tqdm")
    program = (ROOT / "examples" / "digits_mpi.py").read_text(encoding="utf-8")
    run = launch(2, f"import sys; sys.path.insert(0, 'examples')\n{program}", seconds=150)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "on 2 ranks, 460 steps" in run.stdout
    remembered, reached = re.findall(r"([\d.]+)% of \d+", run.stdout)
    assert float(remembered) > 99.5 and float(reached) >= 97

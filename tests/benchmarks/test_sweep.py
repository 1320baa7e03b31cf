"""The sweep over all ops finds the larger samples that both libraries take."""

import re

import numpy as np
import pytest

import derivata as dv
from benchmarks import sweep

torch = pytest.importorskip("torch")


def test_rows_of_an_op_with_and_without_backward(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each sample has a row for the forward and one for the backward, the slowest first."""
    monkeypatch.setattr(sweep, "load_libraries", lambda threads, dtype: (dv, torch))
    words = "--only copysign --size 1000 --rounds 1 --threads 1 --above 0"
    assert sweep.main(words.split()) == 0
    lines = capsys.readouterr().out.splitlines()
    ratios = [float(line.split()[0]) for line in lines[:-1]]
    assert ratios == sorted(ratios, reverse=True)
    assert {re.sub(r".*us  ", "", line) for line in lines[:-1]} >= {"copysign [0]", "copysign [0], backward"}
    assert lines[-1].endswith("0 samples not measured")


def test_samples_grow_by_whole_multiples_of_their_dimensions() -> None:
    """Dimensions of 1 stay, so that what broadcasts still does; stated values are repeated."""
    assert sweep.scaled("Tensor", (2, 1, 3), 5, False, False) == (10, 1, 15)
    assert sweep.scaled("Tensor", (2, 1, 3), 5, False, True) == (10, 1, 3)
    given = sweep.scaled("Tensor", {"shape": (2,), "values": (1, 4)}, 2, False, False)
    np.testing.assert_array_equal(given["values"], [1, 4, 1, 4])
    assert sweep.scaled("int[]", (2, 3), 5, True, False) == (10, 15)

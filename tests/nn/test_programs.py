"""Programs of the kinds of PyTorch's tutorials, with only the import changed: their losses are PyTorch's."""

from pathlib import Path
from typing import Any

import pytest
from nn.programs import PROGRAMS

import derivata as dv

LEARN = ["variational_autoencoder", "normalizing_flow", "physics_informed_network", "char_lstm"]
"""Those whose loss falls within the few steps that they take."""


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_computes_what_it_computes_in_pytorch(name: str, tmp_path: Path) -> None:
    """Every loss of a training loop, and what is computed with the model at its end."""
    torch: Any = pytest.importorskip("torch", reason="PyTorch is what programs are compared with")
    expected = PROGRAMS[name](torch, tmp_path)
    assert len(expected) >= 4
    assert PROGRAMS[name](dv, tmp_path) == pytest.approx(expected, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("name", LEARN)
def test_a_program_learns(name: str, tmp_path: Path) -> None:
    losses = PROGRAMS[name](dv, tmp_path)
    assert min(losses[1:5]) < losses[0]

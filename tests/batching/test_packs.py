"""Ops of packs in `vmap`: their rules come with them."""

import subprocess
import sys
from pathlib import Path

import pytest

SPEC = """schema_version: 1
functions: rows_of_a_pack
ops:
- family: losses
- name: softened(Tensor self, Tensor other, float width=1.0) -> Tensor
  forward: width * logaddexp(self, other / width)
  dtypes: real
- name: turned(Tensor self, int dim) -> Tensor
  forward: functions.turned
  self: turned(grad, dim)
  result: auto_linear
  samples: {cases: [{self: [2, 3], dim: 0}]}
"""
ARRAYS = """import numpy as np


def turned(self, dim):
    return np.flip(self, dim).copy()
"""
PROGRAM = """import warnings

import pack_of_rows as pack

import derivata as dv
from derivata.func import grad, vmap

warnings.simplefilter("error")
x, y = dv.randn(4, 3), dv.randn(4, 3)
assert (vmap(pack.softened)(x, y) == pack.softened(x, y)).all()
assert (vmap(lambda row: pack.turned(row, 0))(x) == x.flip(1)).all()
slopes = vmap(grad(lambda a, b: pack.softened(a, b).sum()))(x, y)
assert slopes.shape == (4, 3)
"""


@pytest.mark.slow
def test_ops_of_a_pack_take_all_samples_at_once(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(SPEC)
    (tmp_path / "rows_of_a_pack.py").write_text(ARRAYS)
    (tmp_path / "program.py").write_text(PROGRAM)
    for command in (
        ["-m", "derivata", "codegen", "pack.yaml", "--package", "pack_of_rows"],
        ["program.py"],
    ):
        subprocess.run([sys.executable, *command], cwd=tmp_path, check=True)

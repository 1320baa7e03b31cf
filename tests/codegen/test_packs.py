"""A library of somebody else: their spec, their package, their array functions, derivata's ops in their formulas."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SPEC = """\
schema_version: 1
ops:
- family: bells
- name: gaussian(Tensor self, Tensor mean, Scalar width=1.0) -> Tensor
  doc: A bell curve.
  forward: exp(-0.5 * ((self - mean) / width) * ((self - mean) / width))
  let: {slope: "(self - mean) / (width * width)"}
  self: -grad * result * slope
  mean: grad * result * slope
  dtypes: real
- name: softsign(Tensor self) -> Tensor
  doc: The ratio of a number to one more than its size, elementwise.
  forward: self / (1 + abs(self))
  self: grad / square(1 + abs(self))
  dtypes: floating
- family: sums
- name: tail(Tensor self, int dim) -> Tensor
  doc: Sums of the first elements.
  forward: functions.tail
  self: tail_backward(grad, dim)
  result: auto_linear
  samples: {cases: [{self: [2, 3], dim: 1}, {self: [4], dim: 0}]}
- name: tail_backward(Tensor output_grad, int dim) -> Tensor
  doc: Sums of the last elements.
  forward: functions.tail_backward
  output_grad: tail(grad, dim)
  result: auto_linear
  samples: {cases: [{output_grad: [2, 3], dim: 1}]}
- name: centred(Tensor self, int dim) -> Tensor
  doc: Softmax minus its mean.
  composite: softmax(self, dim) - mean(softmax(self, dim), dim, True)
  dtypes: real
  samples: {cases: [{self: [2, 3], dim: 1}]}
"""

ARRAYS = """\
import numpy as np


def tail(self, dim):
    return np.cumsum(self, axis=dim)


def tail_backward(output_grad, dim):
    return np.flip(np.cumsum(np.flip(output_grad, dim), axis=dim), dim)
"""

USE = """\
import derivata as dv
import mine.ops as my
from derivata.testing import check_ops
from mine.ops import checks

x = dv.tensor([-1.0, 0.0, 3.0], requires_grad=True)
(my.softsign(x) * my.tail(x, 0) + my.gaussian(x, 0.5, width=2.0)).sum().backward()
print(x.grad.shape, my.softsign_(x.detach()).tolist())
print(hasattr(dv.Tensor, "softsign"))
check_ops(checks)
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = {"PYTHONPATH": f"{ROOT}:{folder}", "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=path, capture_output=True, text=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "__init__.py").touch()
    (tmp_path / "mine" / "arrays.py").write_text(ARRAYS)
    (tmp_path / "mine.yaml").write_text(SPEC)
    (tmp_path / "use.py").write_text(USE)
    return tmp_path


def generate(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "-m", "derivata.codegen", "--spec", "mine.yaml", "--out", "mine/ops", *more)


def test_ops_of_a_package_of_ones_own_work_and_pass_their_checks(folder: Path) -> None:
    done = generate(folder, "--functions", "mine.arrays")
    assert (done.returncode, done.stderr) == (0, "")
    used = run(folder, "use.py")
    assert used.stderr == ""
    assert used.stdout == "(3,) [-0.5, 0.0, 0.75]\nFalse\n"


def test_array_functions_need_a_module(folder: Path) -> None:
    done = generate(folder)
    assert done.returncode == 1
    assert "mine.yaml:17:9: tail: expected a module with the array function 'tail', got none" in done.stderr
    assert "--functions" in done.stderr
    assert not (folder / "mine" / "ops").exists()


def test_calls_of_derivata_s_ops_are_checked(folder: Path) -> None:
    spec = SPEC.replace("square(1 + abs(self))", "squared(1 + abs(self))").replace(
        "mean(softmax(self, dim)", "mean(softmax()"
    )
    (folder / "mine.yaml").write_text(spec)
    done = generate(folder, "--functions", "mine.arrays")
    assert done.returncode == 1
    assert (
        "mine.yaml:14:16: softsign: self: expected an op, got 'squared(...)'; did you mean 'square'?"
        in done.stderr
    )
    assert "its signature is 'softmax(Tensor self, int dim, dtype? dtype=None) -> Tensor'" in done.stderr


def test_the_package_is_named_by_its_folders(folder: Path) -> None:
    generate(folder, "--functions", "mine.arrays")
    text = (folder / "mine" / "ops" / "ops" / "bells.py").read_text()
    assert 'Elementwise("mine.ops.kernels.gaussian"' in text
    assert "from derivata.generated import ops as base" in text

"""A library of somebody else: their spec, their package, their array functions, derivata's ops in their formulas."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SPEC = """\
schema_version: 1
functions: mine.arrays
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
- name: total(Tensor[] tensors) -> Tensor
  doc: The sum of tensors of one shape.
  forward: functions.total
  tensors: "[grad for t in tensors]"
  result: not_implemented("nobody asked for it")
  samples: {cases: [{tensors: [[2], [2]]}]}
- name: tripled(Tensor self) -> Tensor
  doc: Three times the argument.
  forward: self * 3
  self: grad * 3
  result: not_implemented("it is a test")
- name: every_other(Tensor(a) self) -> Tensor(a)
  doc: Every second row.
  forward: functions.every_other
  self: "slice_backward(grad, self.shape, 0, 0, self.shape[0], 2)"
  result: auto_linear
  variants: function, copy
  samples: {cases: [{self: [5]}, {self: [4, 2]}]}
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


def every_other(self):
    return self[::2]


def total(tensors):
    return np.sum(tensors, axis=0)


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
y = dv.tensor([1.0, 2.0], requires_grad=True)
(my.total([y, y]) * my.tripled(y)).sum().backward()
assert y.grad.tolist() == [12.0, 24.0]
z = dv.arange(6.0).reshape(3, 2).requires_grad_()
copied = my.every_other_copy(z)
assert copied.tolist() == my.every_other(z).tolist() and copied._base is None
copied.sum().backward()
assert z.grad.tolist() == [[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]
with dv.autograd.forward_ad.dual_level():
    dual = dv.autograd.forward_ad.make_dual(dv.ones(2), dv.ones(2))
    for call in (lambda: my.total([dv.ones(2), dual]), lambda: my.tripled(dual)):
        try:
            call()
        except NotImplementedError as error:
            print(error)
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


@pytest.mark.slow
def test_ops_of_a_package_of_ones_own_work_and_pass_their_checks(folder: Path) -> None:
    done = generate(folder)
    assert (done.returncode, done.stderr) == (0, "")
    used = run(folder, "use.py")
    assert used.stderr == ""
    refused = "it has not been implemented yet ({}); give its entry a 'result:' formula"
    lines = used.stdout.splitlines()
    assert lines[:2] == ["(3,) [-0.5, 0.0, 0.75]", "False"]
    assert lines[2].startswith(
        "mine.ops.total: Trying to use forward AD with mine.ops.total that does not support it because"
    )
    assert lines[2].endswith(refused.format("nobody asked for it"))
    assert lines[3].endswith(refused.format("it is a test"))
    assert len(lines) == 4


def test_array_functions_need_a_module(folder: Path) -> None:
    (folder / "mine.yaml").write_text(SPEC.replace("functions: mine.arrays\n", ""))
    done = generate(folder)
    assert done.returncode == 1
    wanted = "expected a module with the array function 'tail', got none; write 'functions: MODULE' above 'ops', or "
    assert f"mine.yaml:19:12: tail: {wanted}'forward: MODULE.tail'" in done.stderr
    assert not (folder / "mine" / "ops").exists()


def test_calls_of_derivata_s_ops_are_checked(folder: Path) -> None:
    spec = SPEC.replace("square(1 + abs(self))", "squared(1 + abs(self))").replace(
        "mean(softmax(self, dim)", "mean(softmax()"
    )
    (folder / "mine.yaml").write_text(spec)
    done = generate(folder)
    assert done.returncode == 1
    assert (
        "mine.yaml:15:16: softsign: self: expected an op, got 'squared(...)'; did you mean 'square'?"
        in done.stderr
    )
    assert "its signature is 'softmax(Tensor self, int dim, dtype? dtype=None) -> Tensor'" in done.stderr


def test_functions_of_pytorch_s_derivatives_are_answered_with_the_formula_of_the_op(folder: Path) -> None:
    """`pow_backward_exponent(...)` and `mm_mat1_grad(...)` name an op and an argument: its entry has the formula."""
    (folder / "mine.yaml").write_text(
        SPEC + "- name: power(Tensor self, Tensor exponent) -> Tensor\n  forward: self ** exponent\n"
        "  self: tanh_backward(grad, self)\n  exponent: pow_backward_exponent(grad, self, exponent, result)\n"
    )
    done = generate(folder)
    assert (
        "expected an op, got 'tanh_backward(...)'; 'self' of 'tanh' is '_tanh_backward(grad, result)'"
        in done.stderr
    )
    assert (
        "got 'pow_backward_exponent(...)'; 'derivata explain pow' prints the formulas of that op"
        in done.stderr
    )


def test_the_package_is_named_by_its_folders(folder: Path) -> None:
    generate(folder)
    text = (folder / "mine" / "ops" / "ops" / "bells.py").read_text()
    assert 'Kernel("mine.ops.kernels.gaussian"' in text
    assert "from derivata.generated import ops as derivata_ops" in text

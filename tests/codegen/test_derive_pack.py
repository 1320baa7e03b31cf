"""A pack of entries without derivatives: what is generated for them works, checks itself and reads well."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]

SPEC = """\
schema_version: 1
ops:
- family: derived
- name: gaussian(Tensor self, Tensor mean, float width=1.0) -> Tensor
  forward: exp(-0.5 * ((self - mean) / width) * ((self - mean) / width))
- name: softsgn(Tensor self) -> Tensor
  forward: self / (1 + abs(self))
- name: distance(Tensor self, Tensor target, float eps=1e-3) -> Tensor
  forward: sqrt(square(self - target) + eps * eps)
- name: elish(Tensor self) -> Tensor
  forward: where(self > 0, self, expm1(self)) / (1 + exp(-self))
- name: lennard_jones(Tensor r, float sigma=1.0, float epsilon=1.0) -> Tensor
  forward: 4 * epsilon * ((sigma / r) ** 12 - (sigma / r) ** 6)
  samples: {domain: {r: [0.8, 2.0]}}
- name: is_big(Tensor self, Scalar limit=100) -> Tensor
  forward: abs(self) > limit
- name: turned(Tensor self) -> Tensor
  forward: self * abs(self) - conj(self) * imag(self)
- name: phase(Tensor self) -> Tensor
  forward: angle(self) * real(self)
- name: masked(Tensor self, Tensor mask) -> Tensor
  forward: where(mask, log(self), 0)
  samples:
    domain: {self: [0.5, 2.0]}
    cases: [{self: [2, 3], mask: {shape: [3], dtype: bool, values: [true, false, true]}}]
- name: cauchy(Tensor self, Tensor scale) -> Tensor
  forward: log1p(square(self / scale))
  samples: {domain: {scale: [0.5, 2.0]}}
- name: safe_power(Tensor self, Tensor other) -> Tensor
  forward: abs(self) ** other
  dtypes: real
  samples: {domain: {other: [0.5, 2.0]}}
- name: halved(Tensor self) -> Tensor
  forward: conj(self) / 2
- name: rotated(Tensor self, Tensor phase) -> Tensor
  forward: self * exp(1j * phase)
  variants: function
- name: directed(Tensor self, Tensor other) -> Tensor
  forward: sgn(self) * exp(1j * angle(other))
  variants: function
- name: safe_log(Tensor self) -> Tensor
  forward: where(self > 0, log(self), self)
  samples: {domain: {self: [0.5, 2.0]}}
- name: scaled(Tensor self, Tensor? scale=None) -> Tensor
  forward: self if scale is None else tanh(self * scale)
  samples: {cases: [{self: [2]}, {self: [2, 3], scale: [3]}]}
- name: bessel(Tensor self) -> Tensor
  forward: bessel_j(self, 0) * exp(-abs(self))
  samples: {domain: {self: [0.5, 2.0]}}
"""

USE = """\
import derivata as dv
import mine.ops as my
from derivata.testing import check_ops
from mine.ops import checks

check_ops(checks)
for f, points in ((my.safe_log, [-1e3, -1e-300, 0.0, 1e-3]), (my.elish, [-1e3, 0.0, 1e3])):
    x = dv.tensor(points, requires_grad=True, dtype=dv.float64)
    value = f(x)
    for order in range(3):
        (value,) = dv.autograd.grad(value.sum(), x, create_graph=True)
    print(f.__name__, [float(f"{v:.6g}") for v in value.tolist()])
"""

GAUSSIAN = """\
        ratio_ = result_ * ((self_ - mean_) / width_) / width_
        grad_self[i] = -grad_ * ratio_
        grad_mean[i] = grad_ * ratio_
"""
"""The last lines of the loop of both gradients of `gaussian`."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pack")
    (folder / "mine").mkdir()
    (folder / "mine" / "__init__.py").touch()
    (folder / "mine.yaml").write_text(SPEC, encoding="utf-8")
    (folder / "use.py").write_text(USE, encoding="utf-8")
    done = run(folder, "-m", "derivata.codegen", "--spec", "mine.yaml", "--out", "mine/ops")
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = {"PYTHONPATH": f"{ROOT}:{folder}", "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=path, capture_output=True, text=True)


def test_ops_with_derived_gradients_pass_their_checks_and_are_finite_in_every_order(folder: Path) -> None:
    """Derived gradients pass all checks, and nothing leaks out of the branch of a `where` that is not taken."""
    done = run(folder, "-W", "ignore", "use.py")
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["safe_log [0.0, 0.0, 0.0, 2000000000.0]", "elish [0.0, 1.25, 0.0]"]


def test_the_loop_of_derived_gradients_reads_as_if_written_by_hand(folder: Path) -> None:
    """Both gradients share one value, use the result, and differ in a sign."""
    loop = (folder / "mine" / "ops" / "kernels" / "gaussian.py").read_text(encoding="utf-8")
    assert loop.endswith(GAUSSIAN)

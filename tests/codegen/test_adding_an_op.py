"""The promise: one entry in the spec is a whole op, checked in all its modes, and changes nothing else."""

import difflib
import subprocess
import sys
from pathlib import Path

import pytest

from derivata.codegen.write import LIST

USE = """
import numpy as np

import derivata as dv

x = dv.tensor([-1.0, 0.5, 3.0], requires_grad=True, dtype=dv.float64)
y = dv.squashed(x)
assert y.tolist() == [-0.5, 1 / 3, 0.75], y
assert y.grad_fn.name() == "SquashedBackward", y.grad_fn

(first,) = dv.autograd.grad(y.sum(), x, create_graph=True)
np.testing.assert_allclose(first.tolist(), [0.25, 4 / 9, 0.0625], rtol=1e-15)
(second,) = dv.autograd.grad(first.sum(), x)
np.testing.assert_allclose(second.tolist(), [0.25, -16 / 27, -0.03125], rtol=1e-15)

assert x.squashed().tolist() == y.tolist()
written = x.detach().clone()
assert written.squashed_() is written and written.tolist() == y.tolist()
assert "gradient of input = grad / square(1 + abs(input))" in dv.squashed.__doc__
"""

CHECK = """
from derivata.generated.checks import CASES
from derivata.testing import OpCheck

(case,) = [case for case in CASES if case.op == "squashed"]
check = OpCheck(case)
for name in check.applicable():
    check.run(name)
print(*check.applicable())
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True)


@pytest.mark.slow
def test_one_entry_gives_forward_backward_double_backward_method_and_inplace_form(
    checkout_with_another_op: Path,
) -> None:
    done = run(checkout_with_another_op, "-c", USE)
    assert done.returncode == 0, done.stderr


def test_one_entry_gives_an_op_that_passes_all_checks(checkout_with_another_op: Path) -> None:
    done = run(checkout_with_another_op, "-c", CHECK)
    assert done.returncode == 0, done.stderr
    done_checks = set(done.stdout.split())
    expected = {
        "gradients",
        "double_backward",
        "forward_mode",
        "single_precision",
        "inplace",
        "non_contiguous",
    }
    assert done_checks >= expected


def test_one_entry_gives_stub_kernels_and_public_name(checkout_with_another_op: Path) -> None:
    def text(path: str) -> str:
        return (checkout_with_another_op / "generated" / path).read_text(encoding="utf-8")

    assert "    def squashed(self) -> Tensor: ...\n    def squashed_(self) -> Tensor: ...\n" in text(
        "tensor_methods.pyi"
    )
    assert "def backward_self(" in text("kernels/squashed.py")
    assert '    "squashed",\n    "squashed_",\n' in text("namespaces/top_level.py")


def test_one_entry_changes_nothing_else(checkout_before: Path, checkout_with_another_op: Path) -> None:
    before, after = checkout_before / "generated", checkout_with_another_op / "generated"
    old = {path.relative_to(before) for path in before.rglob("*.*") if "__pycache__" not in path.parts}
    new = {path.relative_to(after) for path in after.rglob("*.*") if "__pycache__" not in path.parts}
    assert {str(path) for path in new ^ old} == {"kernels/squashed.py"}
    changed = set()
    for path in old - {Path(LIST)}:  # which has the checksums of the others
        lines = [(folder / path).read_text(encoding="utf-8").splitlines() for folder in (before, after)]
        matcher = difflib.SequenceMatcher(None, *lines, autojunk=False) if lines[0] != lines[1] else None
        for tag, _, _, start, end in matcher.get_opcodes() if matcher else ():
            assert tag in ("equal", "insert"), f"{path}: {lines[1][start:end]}"
            if tag == "insert":
                changed.add(str(path))
                assert "squashed" in "\n".join(lines[1][start:end]).lower(), f"{path}: {lines[1][start:end]}"
    assert changed == {
        "OPS.md",
        "batching.py",
        "checks/activations.py",
        "loops.py",
        "methods.py",
        "namespaces/top_level.py",
        "ops/__init__.py",
        "ops/activations.py",
        "tensor_methods.pyi",
    }

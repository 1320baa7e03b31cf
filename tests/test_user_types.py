"""What type checkers say of a program that uses ops, methods and a pack: nothing, unless it is wrong."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from derivata.__main__ import main

ROOT = Path(__file__).resolve().parents[1]

PROGRAM = """\
import my_ops

import derivata as dv
from derivata import nn, optim


def loss(x: dv.Tensor, weight: dv.Tensor) -> dv.Tensor:
    y = my_ops.softclip(dv.tanh(x @ weight) * 2 + x.sum(0, keepdim=True), limit=2.0)
    values, indices = y.max(1)
    assert indices.dtype == dv.int64
    return (y.square().mean() + values.exp().sum() - dv.log1p(y.abs()).sum()).clamp(-10.0, 1e9)


def train(steps: int) -> float:
    weight = dv.rand(3, 3, requires_grad=True)
    x = dv.tensor([[1.0, 2.0, 3.0]])
    optimizer = optim.SGD([weight], lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        value = loss(x, weight)
        value.backward()
        optimizer.step()
    assert weight.grad is not None
    gradients = dv.autograd.grad(loss(x, weight), [weight])
    assert gradients[0] is not None
    out: dv.Tensor = nn.Linear(3, 2)(x)
    return float(nn.functional.relu(out).sum().item())


x: dv.Tensor = dv.linspace(0.0, 1.0, 5).reshape(5, 1)
shape: tuple[int, ...] = x.shape
row: dv.Tensor = x.t().mul_(2.0)[0, 1:]
changed: dv.Tensor = -row + 1 - row / 2**row
mask: dv.Tensor = row > 0.5
parts = dv.split(x, 2)
first: dv.Tensor = parts[0]
ordered, places = dv.sort(row)
both: dv.Tensor = ordered + places
sums: dv.Tensor = dv.sum(x, axis=0, keepdims=True) + x.mean(axis=(0, 1)) + x.cumsum(axis=0) + dv.cumsum(x, 0)
chosen: dv.Tensor = dv.gather(x, axis=0, index=places) + x.max(axis=0).values
with dv.no_grad():
    clipped: dv.Tensor = my_ops.softclip(row, 1.0)
train(2)
"""

LONG_PROGRAM = Path(__file__).with_name("user_program.py")  # 200 lines

WRONG = """\
import my_ops

import derivata as dv

number: int = dv.tanh(dv.ones(2))
dv.no_such_op(dv.ones(2))
my_ops.softclip(dv.ones(2), limmit=2.0)
dv.ones(2).no_such_method()
dv.cumsum(dv.ones(2))
dv.ones(2).gather(axis=0)
dv.ones(2).astype(dv.float64)
"""

WRONG_LINES = ["5", "6", "7", "8", "9", "10", "11"]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a generated pack, a right program and a wrong one."""
    folder = tmp_path_factory.mktemp("project")
    assert main(["new", str(folder)]) == 0
    assert (
        main(["codegen", str(folder / "my_ops.yaml"), "--package", "my_ops", "--out", str(folder / "my_ops")])
        == 0
    )
    (folder / "program.py").write_text(PROGRAM)
    (folder / "wrong.py").write_text(WRONG)
    shutil.copy(LONG_PROGRAM, folder)
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT), str(folder)], "pythonVersion": "3.11"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def pyright(folder: Path, program: str) -> list[str]:
    """Return what Pyright says of a program: rule and line."""
    command = shutil.which("pyright") or shutil.which("pyright", path=str(Path(sys.executable).parent))
    if command is None:
        pytest.skip("Pyright is not installed: pip install 'pyright[nodejs]'")
    done = run(folder, command, "--outputjson", "--pythonpath", sys.executable, program)
    if done.returncode not in (0, 1):
        pytest.skip(f"Pyright does not start here, it may want to download itself: {done.stderr[-200:]}")
    found = json.loads(done.stdout)["generalDiagnostics"]
    return [f"{one.get('rule', '')}:{one['range']['start']['line'] + 1}: {one['message']}" for one in found]


@pytest.mark.slow
def test_pyright_in_strict_mode_has_nothing_to_say_of_a_right_program(project: Path) -> None:
    """A program that uses ops, methods, a pack, networks and an optimizer passes Pyright in strict mode."""
    assert pyright(project, "program.py") == []


@pytest.mark.slow
def test_pyright_in_strict_mode_has_nothing_to_say_of_a_program_of_200_lines(project: Path) -> None:
    """Data, a network, an op of one's own, training, derivatives of functions and pictures have types."""
    assert len(LONG_PROGRAM.read_text().splitlines()) >= 200
    assert pyright(project, LONG_PROGRAM.name) == []


def test_the_program_of_200_lines_runs(tmp_path: Path) -> None:
    done = run(tmp_path, sys.executable, str(LONG_PROGRAM), "--epochs", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].endswith("410 parameters")
    assert {path.name for path in tmp_path.iterdir()} == {"graph.svg", "network.safetensors"}


@pytest.mark.slow
def test_pyright_in_strict_mode_has_nothing_to_say_of_a_pack_in_ones_own_tree(project: Path) -> None:
    """The generated code of a pack that lies in a project passes Pyright in strict mode, as the project does."""
    assert pyright(project, "my_ops") == []


@pytest.mark.slow
def test_pyright_finds_wrong_types_names_and_arguments(project: Path) -> None:
    """Pyright finds a wrong type of a result, names that derivata does not have, and a misspelt argument of a pack."""
    found = [line.split(":")[1] for line in pyright(project, "wrong.py")]
    assert sorted(set(found), key=int) == WRONG_LINES


@pytest.mark.slow
@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")
def test_mypy_in_strict_mode_agrees(project: Path) -> None:
    """The same programs pass, and fail at the same lines, with mypy in strict mode."""
    settings = project / "mypy.ini"
    settings.write_text(f"[mypy]\nstrict = true\nmypy_path = {ROOT}:{project}\nfollow_imports = silent\n")
    command = [sys.executable, "-m", "mypy", "--config-file", str(settings), "--no-error-summary"]
    for program in ("program.py", LONG_PROGRAM.name):
        assert run(project, *command, program).stdout == ""
    wrong = run(project, *command, "wrong.py")
    lines = {line.split(":")[1] for line in wrong.stdout.splitlines() if ": error:" in line}
    assert sorted(lines, key=int) == WRONG_LINES


@pytest.mark.slow
def test_every_type_that_a_user_meets_is_known_to_pyright() -> None:
    """Of the public types that Pyright looks for, nine in ten are known, and all of those of tensors."""
    command = shutil.which("pyright") or shutil.which("pyright", path=str(Path(sys.executable).parent))
    if command is None:
        pytest.skip("Pyright is not installed: pip install 'pyright[nodejs]'")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    arguments = [
        command,
        "--outputjson",
        "--pythonpath",
        sys.executable,
        "--verifytypes",
        "derivata",
        "--ignoreexternal",
    ]
    done = subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, text=True)
    if not done.stdout.startswith("{"):
        pytest.skip(f"Pyright does not start here, it may want to download itself: {done.stderr[-200:]}")
    report = json.loads(done.stdout)["typeCompleteness"]
    unknown = [
        one["name"] for one in report["symbols"] if not one["isTypeKnown"] and not one["isTypeAmbiguous"]
    ]
    ambiguous = {one["name"] for one in report["symbols"] if one["isTypeAmbiguous"] and one["isExported"]}
    assert not ambiguous & {
        "derivata.runtime.tensors.tensor.Tensor",
        "derivata.generated.ops.hyperbolic.tanh",
    }
    assert [name for name in unknown if ".Tensor." in name] == []
    assert report["completenessScore"] > 0.93

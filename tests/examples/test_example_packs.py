"""The example packs prove right, generate, pass their own tests, and their programs find what is known."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKS = ROOT / "examples" / "packs"
PROGRAMS = {"robust_losses": "fit_line", "physics": "relax_cluster", "densities": "fit_distribution"}


class Folder:
    """A copy of the examples, in which commands are run as a user would."""

    def __init__(self, path: Path) -> None:
        self.path = path
        shutil.copytree(PACKS, path, ignore=shutil.ignore_patterns("__pycache__"))

    def run(self, *arguments: str) -> str:
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{self.path}", "OMP_NUM_THREADS": "1"}
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=self.path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module", params=PROGRAMS)
def pack(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Folder]:
    name = str(request.param)
    folder = Folder(tmp_path_factory.mktemp(name) / "packs")
    assert folder.run("-m", "derivata", "check", f"{name}.yaml") == f"{name}.yaml: nothing wrong found\n"
    folder.run("-m", "derivata", "codegen", f"{name}.yaml", "--package", name)
    return name, folder


@pytest.mark.slow
def test_a_pack_passes_its_own_tests(pack: tuple[str, Folder]) -> None:
    name, folder = pack
    program = f"import derivata as dv, {name}; print(dv.testing.check_pack({name}) > 20)"
    assert folder.run("-c", program) == "True\n"


@pytest.mark.slow
def test_a_program_finds_what_is_known(pack: tuple[str, Folder]) -> None:
    name, folder = pack
    printed = folder.run(f"{PROGRAMS[name]}.py")
    if name == "robust_losses":
        slopes = {line.split()[0]: float(line.split()[1]) for line in printed.splitlines()[1:]}
        assert abs(slopes["squares"] - 2) > 0.2
        assert all(
            abs(slopes[robust] - 2) < 0.02 for robust in ("cauchy_loss", "geman_mcclure", "tukey_biweight")
        )
        assert printed in (PACKS / "README.md").read_text(encoding="utf-8")
    elif name == "physics":
        assert "-16.505384   (lowest" in printed
        assert "-1.747565   (Madelung" in printed
        assert float(printed.split("shifts and turns")[1].split()[0]) < 1e-5
    else:
        for line in printed.splitlines():
            numbers = [float(number) for number in re.findall(r"-?\d+\.\d+", line)]
            for value, error, true in (
                (numbers[0], numbers[1], numbers[4]),
                (numbers[2], numbers[3], numbers[5]),
            ):
                assert abs(value - true) < 4 * error
                assert 0 < error < 0.2


@pytest.mark.slow
def test_densities_are_those_of_scipy(tmp_path: Path) -> None:
    """Log-densities of the pack are those of scipy.stats."""
    pytest.importorskip("scipy", reason="compares with SciPy")
    program = """
import derivata as dv, densities, numpy as np
from scipy import stats
v, a, b = np.array([0.2, 0.5, 0.8]), 1.7, 0.6
t = dv.tensor(v), dv.tensor(a, dtype=dv.float64), dv.tensor(b, dtype=dv.float64)
pairs = {
    "normal": stats.norm.logpdf(v, a, b), "student": stats.t.logpdf(v, 4.0, a, b),
    "logistic": stats.logistic.logpdf(v, a, b), "gumbel": stats.gumbel_r.logpdf(v, a, b),
    "gamma": stats.gamma.logpdf(v, a, scale=1 / b), "weibull": stats.weibull_min.logpdf(v, a, scale=b),
    "beta": stats.beta.logpdf(v, a, b),
}
for name, expected in pairs.items():
    np.testing.assert_allclose(getattr(densities, f"{name}_log_density")(*t).numpy(), expected, rtol=1e-12)
"""
    folder = Folder(tmp_path / "packs")
    folder.run("-m", "derivata", "codegen", "densities.yaml", "--package", "densities")
    folder.run("-c", program)

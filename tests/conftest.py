"""What every test shares: the switch that runs the suite as if llvmlite were not installed, and settings for speed."""

import gc
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

TORCH_IS_HERE = importlib.util.find_spec("torch") is not None
COMPILERS_ARE_BLOCKED = os.environ.get("DERIVATA_TEST_BLOCK_COMPILERS") == "1"

if COMPILERS_ARE_BLOCKED:  # before anything imports derivata: an entry of None makes `import llvmlite` fail
    sys.modules.update({"numba": None, "llvmlite": None})  # type: ignore[dict-item]

# The workers share the processors; NumPy and PyTorch read this when loaded
if "PYTEST_XDIST_WORKER" in os.environ:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def pytest_configure(config: pytest.Config) -> None:
    from hypothesis import settings

    # Compiling a kernel takes longer than any deadline. The same examples each time: a failure is never luck.
    settings.register_profile("derivata", deadline=None, derandomize=True)
    settings.load_profile("derivata")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--needs-torch",
        action="store_true",
        help="only what compares itself with PyTorch: the rest is the same where that is not installed",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--needs-torch"):
        kept = [item for item in items if _needs_torch(item)]
        config.hook.pytest_deselected(items=list(set(items) - set(kept)))
        items[:] = kept
    elif not TORCH_IS_HERE:
        there = [item for item in items if not _is_of_torch(item)]
        config.hook.pytest_deselected(items=[item for item in items if _is_of_torch(item)])
        items[:] = there


def _is_of_torch(item: pytest.Item) -> bool:
    """Tell whether a test runs with PyTorch in derivata's place, or takes a fixture that is PyTorch."""
    if hasattr(item, "callspec") and item.callspec.params.get("lib") == "torch":
        return True
    return not {"parity", "torch"}.isdisjoint(getattr(item, "fixturenames", ()))


def _needs_torch(item: pytest.Item) -> bool:
    """Tell whether a test may be skipped, or do less, without PyTorch: its module or a fixture mentions that."""
    if not isinstance(item, pytest.Function):
        return True
    libraries = {"torch", "derivata"}.intersection(
        item.callspec.id.split("-") if hasattr(item, "callspec") else []
    )
    if libraries:
        return "torch" in libraries
    closure = item._fixtureinfo.name2fixturedefs.values()
    files = {definition.func.__code__.co_filename for definitions in closure for definition in definitions}
    return any(map(_mentions_torch, {str(item.path), *files} - {__file__}))


@cache
def _mentions_torch(path: str) -> bool:
    return "torch" in Path(path).read_text(encoding="utf-8")


def pytest_report_header(config: pytest.Config) -> list[str]:
    told = ["llvmlite and Numba: blocked by DERIVATA_TEST_BLOCK_COMPILERS"] if COMPILERS_ARE_BLOCKED else []
    return told if TORCH_IS_HERE else [*told, "PyTorch: not installed, tests that take it are left out"]


@pytest.fixture(autouse=True, scope="session")
def workers_are_ready() -> None:
    """Compile the code of workers and launches: else a process begins without it, whichever tests it runs first."""
    from derivata.arrays import kernels
    from derivata.arrays.jit.cache import entries
    from derivata.arrays.jit.direct import launcher
    from derivata.arrays.jit.threads import pool, words

    if kernels.enabled():
        for code in pool._CODES:
            assert entries.find(f"{words.__package__}.claim", *code)
        pool.POOL._alone = pool.PATIENT
        launcher.FLAT.patience = launcher.ROWS.patience = 0


@pytest.fixture(autouse=True, scope="module")
def collector_passes_over_what_is_there() -> None:
    """Let the collector look at what comes from now on only: tests that call it wait for thousands of tests else."""
    gc.collect()
    runtime = sys.modules.get("derivata.runtime.modes.state")
    if (
        runtime is not None and runtime.state.active_modes
    ):  # a mode of a module before, passed over while it was in use
        gc.unfreeze()
        gc.collect()
        if runtime.state.active_modes:  # it is in use still, and must be found when it no longer is
            return
    gc.freeze()


ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def checkout_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the repository, or a copy without the README's entry where somebody has followed its tutorial."""
    spec = (ROOT / "derivatives.yaml").read_text(encoding="utf-8")
    followed = re.search(r"- name: squashed\(.*\n(?: .*\n)*\n*", spec)
    if followed is None:
        return ROOT
    copy = copied(ROOT, tmp_path_factory)
    generate(copy, spec.replace(followed[0], ""))
    return copy


@pytest.fixture(scope="session")
def checkout_with_another_op(checkout_before: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the repository whose spec has one more entry, the README's, and its generated files."""
    copy = copied(checkout_before, tmp_path_factory)
    (entry,) = re.findall(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    spec = (checkout_before / "derivatives.yaml").read_text(encoding="utf-8")
    family = "- family: activations\n"
    assert spec.count(family) == 1 and "squashed" not in spec
    printed = generate(copy, spec.replace(family, f"{family}\n{entry}"))
    (copy / "printed.txt").write_text(printed, encoding="utf-8")
    return copy


def copied(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what generated code and its generator consist of."""
    copy = tmp_path_factory.mktemp("checkout")
    for folder in ("arrays", "codegen", "derivata", "generated", "runtime", "templates"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(checkout / folder, copy / folder, symlinks=True, ignore=ignored)
    return copy


def generate(checkout: Path, spec: str) -> str:
    """Generate the files of a checkout from another spec; return what the generator prints."""
    (checkout / "derivatives.yaml").write_text(spec, encoding="utf-8")
    command = [sys.executable, "-m", "derivata.codegen"]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of this checkout."""
    if importlib.util.find_spec("setuptools") is None or importlib.util.find_spec("pip") is None:
        pytest.skip("building a wheel without a network needs pip and setuptools in this environment")
    folder = tmp_path_factory.mktemp("wheel")
    checkout, wheels = folder / "checkout", folder / "wheels"
    skipped = shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, checkout, symlinks=True, ignore=skipped)
    build = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index"]
    run = subprocess.run([*build, "-w", wheels, checkout], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return next(wheels.glob("*.whl"))

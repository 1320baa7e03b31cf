"""Compiling ahead: what `derivata warmup` leaves on disk is all that later processes need."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

import derivata as dv
from derivata.__main__ import main
from derivata.arrays import kernels
from derivata.arrays.jit.loading import host
from derivata.generated.loops import ROW_LOOPS

pytestmark = pytest.mark.slow

needs_kernels = pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")

OPS = ["mul", "sum", "where"]
USE = """
import sys
import numpy as np
import derivata as dv
a = dv.tensor(np.linspace(-1, 1, 1 << 18, dtype=np.float32), requires_grad=True)
b = dv.tensor(np.ones(1 << 18, np.float32), requires_grad=True)
condition = dv.tensor(np.arange(1 << 18) % 2 == 0)
for result in (a * b, a * 2.0, 3.0 * a, dv.where(condition, a, b)):
    result.sum().backward()
print("numba" in sys.modules, a.grad is not None)
"""


POOL = """
import sys
import numpy as np
import derivata as dv
x = dv.tensor(np.ones((8, 4, 32, 32), np.float32), requires_grad=True)
y = dv.nn.functional.max_pool2d(x, 2)
y.backward(dv.tensor(np.ones(y.shape, np.float32)))
print("numba" in sys.modules, x.grad is not None)
"""


@pytest.fixture
def directory(tmp_path, monkeypatch):
    """The cache of this process and of those that it starts."""
    monkeypatch.setenv("DERIVATA_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def run(*arguments, folder=None, **environment):
    """Run Python in a new process."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=240,
        env={**os.environ, "PYTHONPATH": os.getcwd(), **environment},
    )


@needs_kernels
def test_loops_that_many_ops_share_are_warmed_up_by_the_name_of_their_folder(directory):
    """After `derivata warmup pooling` a pooling and its backward pass compile nothing."""
    done = run("-m", "derivata", "warmup", "pooling", "--dtypes", "float32")
    assert done.returncode == 0, done.stderr
    used = run("-c", POOL)
    assert used.stdout.split() == ["False", "True"], used.stderr


@needs_kernels
def test_after_a_warmup_a_new_process_compiles_nothing(directory):
    """After `derivata warmup` ops and their backward passes compile nothing: the compiler is not imported."""
    done = run("-m", "derivata", "warmup", *OPS, "--dtypes", "float32", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert str(directory) in done.stdout
    before = sorted(path.name for path in directory.iterdir())
    used = run("-c", USE)
    assert used.stdout.split() == ["False", "True"], used.stderr
    assert sorted(path.name for path in directory.iterdir()) == before


@needs_kernels
def test_a_second_warmup_finds_everything(directory):
    """A warm-up compiles only what the cache lacks."""
    steps = []
    first = dv.kernels.warmup(["neg"], dtypes=["float64"], jobs=1, progress=lambda *step: steps.append(step))
    assert first.compiled > 0 and not first.failed and first.directory == str(directory)
    assert steps == [(n, len(steps)) for n in range(1, first.compiled + first.found + 1)]
    second = dv.kernels.warmup(["neg"], dtypes=["float64"], jobs=1)
    assert (second.compiled, second.found) == (0, first.compiled)
    assert len(list(directory.iterdir())) == first.compiled


@needs_kernels
def test_a_warmup_says_which_names_have_no_kernels(capsys):
    """`derivata warmup` of an unknown op or dtype ends with exit code 1 and names it."""
    assert main(["warmup", "no_such_op"]) == 1
    assert "no_such_op: no kernel has this name" in capsys.readouterr().err
    assert main(["warmup", "--dtypes", "float16"]) == 1
    assert "got float16" in capsys.readouterr().err
    with pytest.raises(ValueError, match="jobs must be 1 or more, got 0"):
        dv.kernels.warmup(["sin"], jobs=0)


def test_a_warmup_without_llvmlite_says_so(capsys):
    """Without llvmlite `derivata warmup` ends with exit code 1 and says that NumPy does all work."""
    with kernels.disabled():
        assert main(["warmup"]) == 1
    assert "NumPy does all work" in capsys.readouterr().err
    block = "import sys; sys.modules['llvmlite'] = None; from derivata.__main__ import main; sys.exit(main(['warmup']))"
    done = run("-c", block)
    assert done.returncode == 1
    assert "NumPy does all work" in done.stderr


@needs_kernels
@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_warmup_that_can_keep_nothing_fails(tmp_path):
    """If no directory can keep kernels, a warm-up ends with exit code 1 and says which ones it tried."""
    (tmp_path / "cache").write_text("a file where the directory should be")
    (tmp_path / f"derivata-{os.getuid()}").write_text("and another")
    done = run(
        *("-m", "derivata", "warmup", "neg", "--dtypes", "float32", "--jobs", "1"),
        DERIVATA_CACHE_DIR=str(tmp_path / "cache"),
        TMPDIR=str(tmp_path),
    )
    assert done.returncode == 1
    assert "can be written" in done.stdout


SHIPPED = """
import sys
import numpy as np
import derivata as dv
x = dv.tensor(np.linspace(-9, 9, 1 << 18, dtype=np.float32), requires_grad=True)
y = dv.sigmoid(x)
y.backward(x.detach())
print("numba" in sys.modules, hash((y.detach().numpy().tobytes(), x.grad.numpy().tobytes())))
"""


@needs_kernels
def test_an_installation_with_kernels_compiles_nothing_and_computes_the_same_bits(wheel, tmp_path):
    """What `derivata warmup --level` puts into an installation serves every user of it, with an empty cache."""
    level = host.level()
    if not level:
        pytest.skip("this processor has none of the levels that code is compiled for")
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    settings = {"PYTHONPATH": str(site), "DERIVATA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONHASHSEED": "0"}
    compiled = run("-c", SHIPPED, folder=tmp_path, **settings)
    assert compiled.stdout.startswith("True"), compiled.stderr
    own = sorted((tmp_path / "cache").iterdir())
    words = ("warmup", "sigmoid", "--dtypes", "float32", "--level", level)
    done = run("-m", "derivata", *words, folder=tmp_path, **settings)
    assert done.returncode == 0, done.stderr
    assert sorted((tmp_path / "cache").iterdir()) == own
    there = list((site / "derivata" / "arrays" / "compiled" / level).iterdir())
    assert there and all(file.stat().st_mode & 0o777 == 0o644 for file in there)
    settings["DERIVATA_CACHE_DIR"] = str(tmp_path / "empty")
    installed = run("-c", SHIPPED, folder=tmp_path, **settings)
    assert installed.stdout == compiled.stdout.replace("True", "False"), installed.stderr
    assert not (tmp_path / "empty").exists()
    (site / "derivata" / "generated" / "kernels" / "sigmoid.py").open("a").write("# of another version\n")
    edited = run("-c", SHIPPED, folder=tmp_path, **settings)
    assert edited.stdout == compiled.stdout, "code of another text was used"


@needs_kernels
@pytest.mark.parametrize("level", ["x86-64-v2", ""])
def test_a_warmup_for_an_unknown_level_is_refused(directory, level):
    with pytest.raises(ValueError, match="warmup: level must be x86-64-v3 or x86-64-v4"):
        dv.kernels.warmup(["neg"], level=level)
    assert not directory.exists()


@needs_kernels
def test_every_loop_says_which_types_it_is_compiled_for():
    """The inventory of kernels names every function that a loop of the package can be launched by."""
    from derivata.ahead import inventory

    known = {(module, function) for module, function, _ in inventory.inventory()}
    root = Path(kernels.__file__).parents[1].parent
    sources = [*(root / "generated" / "kernels").glob("*.py"), *Path(kernels.__file__).parent.rglob("*.py")]
    ops = "".join(path.read_text() for path in (root / "generated" / "ops").glob("*.py"))
    launched = set(re.findall(r'"derivata\.generated\.kernels\.(\w+)", "(\w+)"', ops))
    parts = {(loop.module.rpartition(".")[2], loop.function) for loop in ROW_LOOPS.values()}
    loops = set()
    for path in sources:
        for name in re.findall(r"^def (\w+)\(\s*lo: int, hi: int,", path.read_text(), re.MULTILINE):
            # Others are parts of fused loops only, as are those of ROW_LOOPS and what leaves terms for each other
            launchable = path.parent.name != "kernels" or (path.stem, name) in launched
            if launchable and (path.stem, name) not in parts and not name.endswith(("_keeping", "_kept")):
                loops.add((path.stem, name))
    assert loops
    missing = loops - {(module.rpartition(".")[2], function) for module, function in known}
    assert not missing, json.dumps(sorted(missing))


@needs_kernels
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal to a group of processes on POSIX")
@pytest.mark.parametrize("to_all", [True, False])
def test_an_interrupted_warmup_ends_soon_and_says_little(directory, to_all):
    """Ctrl-C ends `derivata warmup` after the kernels that have begun, without tracebacks of its processes."""
    command = [sys.executable, "-m", "derivata", "warmup", "--dtypes", "float32", "--jobs", "2"]
    pipe, environment = subprocess.PIPE, {**os.environ, "PYTHONPATH": os.getcwd()}
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of shells ignore it
    process = subprocess.Popen(command, stderr=pipe, text=True, env=environment, start_new_session=True)
    signal.signal(signal.SIGINT, before)
    deadline = time.monotonic() + 60
    while len(list(directory.glob("*"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in said
    assert len(list(directory.glob("*"))) < 300  # of some 900


def test_a_file_gets_a_line_per_tenth(monkeypatch):
    """What warms up without a terminal tells of each tenth; bars are tested with the commands."""
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    for done in range(1, 21):
        import_module("derivata.commands.warmup")._print_tenths(done, 20)
    assert shown.getvalue().splitlines() == [f"kernels: {done}/20" for done in range(2, 21, 2)]

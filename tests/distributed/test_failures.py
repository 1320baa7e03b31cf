"""Where one rank fails, all of them end, with one error that says what happened: none waits for ever."""

import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import derivata as dv

Launch = Callable[..., Any]

BEGIN = """
import os, signal, sys, time
import derivata as dv
from derivata import distributed as dist
dist.init_process_group("mpi", timeout=30)
dist.barrier()
dist.group.WORLD.timeout = {timeout}
rank = dist.get_rank()
"""


def ended(launch: Launch, program: str, timeout: float = 30, count: int = 2) -> str:
    """Run a program that fails; return what it and the launcher wrote."""
    start = time.monotonic()
    run = launch(count, BEGIN.format(timeout=timeout) + program)
    assert run.returncode != 0
    assert time.monotonic() - start < 25
    return str(run.stderr + run.stdout)


KILLED = "signal 9"


def in_one_line(text: str) -> str:
    """Return a text without its lines, in which every launcher says in one way by which signal a rank ended."""
    return text.replace("\n", " ").replace("SIGNAL: ", "signal ")


@pytest.mark.parametrize("count", [2, 4])
def test_an_error_in_one_rank_ends_all_with_its_message(launch: Launch, count: int) -> None:
    """An error that nobody catches is printed with the number of the rank, and the other ranks do not wait."""
    text = ended(launch, "if rank == 1: raise ValueError('broken')\ndist.all_reduce(dv.ones(3))", count=count)
    assert text.count("ValueError: broken") == 1
    assert f"(on rank 1 of {count}; it ends all of them)" in text
    assert text.count("Traceback") == 1


@pytest.mark.parametrize(
    ("here", "there", "says"),
    [
        ("dist.all_reduce(dv.ones(3))", "dist.all_reduce(dv.ones(5))",
         "rank 1 calls all_reduce of float32 (5,) by SUM, while rank 0 calls all_reduce of float32 (3,) by SUM"),
        ("dist.all_reduce(dv.ones(300000))", "dist.all_reduce(dv.ones(500000))", "(500000,)"),
        ("dist.all_reduce(dv.ones(3))", "dist.all_reduce(dv.ones(3).double())", "all_reduce of float64 (3,)"),
        ("dist.all_reduce(dv.ones(3))", "dist.broadcast(dv.ones(3), 0)", "broadcast of float32 (3,) from rank 0"),
        ("dist.broadcast(dv.ones(3), 1)", "dist.broadcast(dv.ones(3), 0)", "broadcast of float32 (3,) from rank 1"),
        ("dist.new_group([0])", "dist.new_group([1])", "rank 1 calls new_group of ranks [1]"),
        ("dist.barrier(async_op=True).wait()", "dist.all_reduce(dv.ones(2), async_op=True).wait()", "calls barrier"),
    ],
    ids=["shape", "large shape", "dtype", "function", "source", "group", "asynchronous"],
)  # fmt: skip
def test_ranks_that_call_different_things_end_with_both_calls(
    launch: Launch, here: str, there: str, says: str
) -> None:
    """Shapes, dtypes, functions and roots are compared before anything is written."""
    text = ended(launch, f"if rank == 0: {here}\nelse: {there}")
    assert says in text
    assert "must" in text
    assert text.count("Traceback") <= 2


def test_a_rank_that_is_slow_is_named_after_the_timeout(launch: Launch) -> None:
    """The error of a wait names the call, the timeout, and the rank of which nothing was heard."""
    text = ended(launch, "if rank == 1: time.sleep(60)\ndist.all_reduce(dv.ones(3))", timeout=1)
    assert "all_reduce (call 2 of group WORLD): rank 0 has waited 1 s, the timeout" in text
    assert "nothing was heard of rank 1: slow, in other code, or dead" in text
    assert "init_process_group(timeout=...)" in text


def test_a_rank_that_waits_for_something_else_is_named(launch: Launch) -> None:
    text = ended(launch, "dist.recv(dv.ones(3), src=1) if rank == 0 else dist.barrier()", timeout=2)
    assert "rank 1 waits in barrier" in text or "rank 0 waits in recv from rank 1" in text
    assert text.count("DistBackendError:") == 1


@pytest.mark.parametrize("where", ["before", "in"])
def test_a_rank_that_is_killed_ends_the_others(launch: Launch, where: str) -> None:
    """A rank that is killed, by the system or a person, ends all: the launcher says so."""
    kill = "os.kill(os.getpid(), signal.SIGKILL)"
    if where == "in":
        kill = "dist.all_reduce(dv.ones(10**6), async_op=True); " + kill
    text = ended(launch, f"if rank == 1: {kill}\nfor _ in range(3): dist.all_reduce(dv.ones(10**6))")
    assert KILLED in in_one_line(text)


def test_a_rank_that_ends_early_does_not_leave_the_others_waiting(launch: Launch) -> None:
    text = ended(launch, "if rank == 1: sys.exit(0)\ndist.all_reduce(dv.ones(3))", timeout=1)
    assert "nothing was heard of rank 1" in text


def test_an_error_that_is_caught_ends_nothing(launch: Launch) -> None:
    run = launch(
        2, BEGIN.format(timeout=30) + "try: dist.all_reduce(1)\nexcept TypeError: pass\ndist.barrier()"
    )
    assert run.returncode == 0, run.stderr


def alone(program: str) -> str:
    """Run a program in a process without MPI; return what it prints."""
    begin = "import sys; sys.modules['mpi4py'] = None; import derivata as dv; dist = dv.distributed\n"
    root = Path(__file__).resolve().parents[2]
    return subprocess.check_output([sys.executable, "-c", begin + program], cwd=root, text=True)


def test_without_mpi4py_errors_say_how_to_get_it() -> None:
    """`derivata.distributed` can be imported and asked without mpi4py."""
    told = alone("""
print(dist.is_available(), dist.is_initialized())
for call in (lambda: dist.init_process_group("mpi"), dist.get_rank, lambda: dist.all_reduce(dv.ones(3))):
    try:
        call()
    except (ModuleNotFoundError, ValueError) as error:
        print(f"{type(error).__name__}: {error}")
""").splitlines()
    assert told[0] == "False False"
    assert told[1].startswith(
        "ModuleNotFoundError: derivata.distributed: expected mpi4py, which is not installed"
    )
    assert told[2].startswith("ValueError: get_rank: default process group has not been initialized")
    assert told[3].startswith("ValueError: all_reduce: default process group")
    assert all("pip install derivata[mpi]" in line for line in told[1:])


def test_importing_derivata_loads_nothing_of_it() -> None:
    program = "import derivata as dv, sys; dv.ones(3); print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert "derivata" in loaded
    assert [name for name in loaded if "distributed" in name or name.startswith("mpi4py")] == []


@pytest.mark.parametrize(
    ("build", "says"),
    [
        ("nn.Linear(3, 4 + rank)",
         "rank 1 has the parameter weight of float32 (5, 3), rank 0 has weight of float32 (4, 3)"),
        ("nn.Linear(3, 4, bias=rank == 0)", "rank 1 has no parameter bias, which rank 0 has"),
        ("nn.Linear(3, 4, bias=rank == 1)", "rank 1 has the parameter bias, which rank 0 has not"),
        ("nn.Linear(3, 4).double() if rank else nn.Linear(3, 4)", "rank 1 has the parameter weight of float64 (4, 3)"),
        ("nn.Linear(3, 4).requires_grad_(rank == 0)", "is not needed when a module"),
    ],
    ids=["shape", "missing", "more", "dtype", "frozen"],
)  # fmt: skip
def test_a_rank_with_another_module_is_named_with_the_parameter(
    launch: Launch, build: str, says: str
) -> None:
    """Wrapping modules that differ ends all ranks with one error that names rank and parameter."""
    program = f"from derivata import nn\nnn.parallel.DistributedDataParallel({build})"
    text = ended(launch, program, timeout=2)
    assert says in text
    assert text.count("Error: ") == 1


TRAINING = """
from derivata import nn
model = nn.parallel.DistributedDataParallel(nn.Sequential(nn.Linear(3, 64), nn.Linear(64, 1)))
def fail(_):
    if rank == 1 and step == 2: {failure}
{place}
for step in range(4):
    model.zero_grad()
    model(dv.ones(2, 3)).sum().backward()
"""
IN_FORWARD = "model.module[1].register_forward_pre_hook(lambda module, args: fail(module))"
IN_BACKWARD = "model.module[0].weight.register_post_accumulate_grad_hook(fail)"


@pytest.mark.parametrize("place", [IN_FORWARD, IN_BACKWARD], ids=["forward", "backward"])
@pytest.mark.parametrize(
    ("failure", "says"),
    [
        ("raise ValueError('broken')", "ValueError: broken"),
        ("os.kill(os.getpid(), signal.SIGKILL)", KILLED),
        ("time.sleep(60)", "DistributedDataParallel"),
    ],
    ids=["raises", "killed", "slow"],
)
def test_a_rank_that_fails_in_a_step_ends_all(launch: Launch, place: str, failure: str, says: str) -> None:
    """An error, a kill or a stop in forward or backward of one rank ends the others, which wait in the same step."""
    text = ended(launch, TRAINING.format(place=place, failure=failure), timeout=1)
    assert says in in_one_line(text)
    assert ("nothing was heard of rank 1" in text) == ("sleep" in failure)


OTHER_RELEASE = """
import os, sys
if os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("PMI_RANK")) == "1":
    sys.path.insert(0, {folder!r})
from derivata import distributed as dist
dist.init_process_group("mpi", timeout=30)
"""


def with_another_version(package: str, file: str, folder: Path) -> None:
    """Put a package into a folder in which all but its version is that of this environment."""
    home = Path(import_module(package).__file__ or "").parent
    (folder / package).mkdir()
    for path in home.iterdir():
        if path.name not in (file, "__pycache__"):
            (folder / package / path.name).symlink_to(path)
    for libraries in home.parent.glob(f"{package}.libs"):
        (folder / libraries.name).symlink_to(libraries)
    text = (home / file).read_text(encoding="utf-8")
    version = str(import_module(package).__version__)
    assert f'"{version}"' in text
    (folder / package / file).write_text(text.replace(f'"{version}"', '"0.77.1"'), encoding="utf-8")


@pytest.mark.parametrize(("package", "file"), [("derivata", "__init__.py"), ("numpy", "version.py")])
def test_ranks_with_different_releases_end_with_both(
    launch: Launch, tmp_path: Path, package: str, file: str
) -> None:
    """One rank imports another release than the other: the first call names ranks and versions."""
    with_another_version(package, file, tmp_path)
    run = launch(2, OTHER_RELEASE.format(folder=str(tmp_path)))
    assert run.returncode != 0
    own, minor = dv.__version__, ".".join(np.__version__.split(".")[:2])
    other = (
        f"derivata 0.77.1 and NumPy {minor}" if package == "derivata" else f"derivata {own} and NumPy 0.77"
    )
    says = f"rank 0 has derivata {own} and NumPy {minor}; rank 1 has {other}; install the same releases on all machines"
    assert run.stderr.count(f"RankMismatchError: init_process_group: {says}") == 1

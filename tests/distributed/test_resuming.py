"""Programs that are killed, or asked to end, go on from their checkpoint with the same numbers."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from distributed.ranks import ROOT, command

from derivata import distributed as dist

Launch = Callable[..., Any]
Losses = dict[int, float]


def program(folder: Path, failure: str = "") -> str:
    """Return the program of the page, to run in a folder, with a statement after each step."""
    page = (ROOT / "docs" / "distributed.md").read_text(encoding="utf-8")
    (found,) = re.findall(r"```python\n(# resumes.py\n.*?)```", page, re.DOTALL)
    begin = f"import os, signal\nos.chdir({str(folder)!r})\n"
    return begin + re.sub("( +)step \\+= 1\n", rf"\g<0>\g<1>{failure}\n", found, count=1)


def losses(text: str) -> Losses:
    """Return the losses that were printed, by step."""
    return {int(step): float(loss) for step, loss in re.findall(r"^(\d+) ([\d.e-]+)$", text, re.MULTILINE)}


@pytest.fixture(scope="session")
def uninterrupted(launch: Launch, tmp_path_factory: pytest.TempPathFactory) -> Losses:
    run = launch(2, program(tmp_path_factory.mktemp("uninterrupted")))
    assert run.returncode == 0, run.stderr
    found = losses(run.stdout)
    assert [*found] == [*range(1, 19)]
    return found


@pytest.mark.parametrize("step", [3, 8])
def test_a_killed_run_goes_on_with_the_same_losses(
    launch: Launch, uninterrupted: Losses, tmp_path: Path, step: int
) -> None:
    """Whether a rank is killed before the first checkpoint, or within an epoch: losses are the same bits."""
    kill = f"step == {step} and dist.get_rank() == 1 and os.kill(os.getpid(), signal.SIGKILL)"
    killed = launch(2, program(tmp_path, kill))
    assert killed.returncode != 0
    before = losses(killed.stdout)
    assert max(before, default=0) in (step - 1, step)
    resumed = launch(2, program(tmp_path))
    assert resumed.returncode == 0, resumed.stderr
    after = losses(resumed.stdout)
    saved = (step - 1) // 5 * 5  # a rank is killed before the step's own checkpoint
    assert [*after] == [*range(saved + 1, 19)]
    assert {**before, **after} == uninterrupted


@pytest.mark.parametrize(
    ("who", "name", "code"),
    [("rank == 1", "SIGTERM", 143), ("rank >= 0", "SIGUSR1", 138)],
    ids=["one rank", "all ranks"],
)
def test_a_signal_of_a_scheduler_saves_and_ends(
    launch: Launch, uninterrupted: Losses, tmp_path: Path, who: str, name: str, code: int
) -> None:
    """All ranks end after the same step with the stated code, and the next run goes on from there."""
    ask = f"rank = dist.get_rank(); step == 7 and {who} and os.kill(os.getpid(), signal.{name})"
    ended = launch(2, program(tmp_path, ask))
    assert ended.returncode == code, ended.stderr
    assert "Traceback" not in ended.stderr
    assert {*losses(ended.stdout)} <= {*range(1, 8)}
    resumed = launch(2, program(tmp_path))
    assert resumed.returncode == 0, resumed.stderr
    after = losses(resumed.stdout)
    assert after == {step: uninterrupted[step] for step in range(8, 19)}


def test_a_signal_to_the_launcher_reaches_the_program(launch: Launch, tmp_path: Path) -> None:
    """Open MPI's mpirun passes SIGUSR1 on to all ranks."""
    if "--oversubscribe" not in command(2):
        pytest.skip("Open MPI's launcher passes SIGUSR1 on, that of MPICH is ended by it")
    ask = "step == 7 and dist.get_rank() == 0 and os.kill(os.getppid(), signal.SIGUSR1); import time; time.sleep(0.05)"
    ended = launch(
        2, program(tmp_path, ask).replace("range(step // batches, 3)", "range(step // batches, 300)")
    )
    assert ended.returncode == 138, ended.stderr
    assert (tmp_path / "run" / "index.safetensors").exists()


HANDLERS = """
import os, signal, threading
from derivata import distributed as dist
heard = []
signal.signal(signal.SIGTERM, lambda number, frame: heard.append(number))
{begin}
for _ in range(2):
    with dist.TerminationRequest() as request:
        assert not request.agreed() and request.exit_code == 0
        {who}os.kill(os.getpid(), signal.SIGTERM)
        assert request.agreed() and request.received == signal.SIGTERM and request.exit_code == 143
    assert signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL
assert heard == []
os.kill(os.getpid(), signal.SIGTERM)
assert heard == [signal.SIGTERM]
"""


def test_handlers_from_before_are_those_afterwards(launch: Launch) -> None:
    """In several processes, of which one gets the signal, and in a program without MPI."""
    for count, begin, who in ((2, 'dist.init_process_group("mpi")', "dist.get_rank() or "), (1, "", "")):
        run = launch(count, HANDLERS.format(begin=begin, who=who))
        assert run.returncode == 0, run.stderr


CHILDREN = """
import multiprocessing, os, signal, time
from derivata import distributed as dist
from derivata.utils.data import DataLoader
fork = multiprocessing.get_context("fork")
here, there = fork.Pipe()

def other_child():
    there.send("begun")  # before, Python drops signals of a fork
    while True:
        time.sleep(0.05)  # Python's handlers run between its steps

with dist.TerminationRequest() as request:
    other = fork.Process(target=other_child)
    other.start()
    assert here.recv() == "begun"
    other.terminate()
    other.join()
    assert other.exitcode == -signal.SIGTERM
    batches = iter(DataLoader(range(40), 2, num_workers=2, multiprocessing_context=fork))
    count = len(next(batches)) + len(next(batches))  # of both workers
    for process in (*multiprocessing.active_children(), multiprocessing.current_process()):
        os.kill(process.pid, signal.SIGTERM)
    assert request.agreed()
    assert count + sum(map(len, batches)) == 40
assert multiprocessing.active_children() == []
"""


def test_workers_of_loaders_live_until_the_step_is_done() -> None:
    """A scheduler signals all processes of a job; other children of the program end by signals, as ever."""
    subprocess.run([sys.executable, "-c", CHILDREN], check=True, timeout=60, cwd=ROOT)


def test_signals_are_handled_in_the_main_thread() -> None:
    errors: list[str] = []

    def enter() -> None:
        try:
            with dist.TerminationRequest():
                raise AssertionError("it was entered")
        except RuntimeError as error:
            errors.append(str(error))

    before = signal.getsignal(signal.SIGTERM)
    thread = Thread(target=enter, name="worker 1")
    thread.start()
    thread.join()
    assert errors == [
        "TerminationRequest: expected the main thread, in which Python handles signals, got worker 1; enter the block "
        "there"
    ]
    assert signal.getsignal(signal.SIGTERM) is before
    with dist.TerminationRequest([signal.SIGUSR2]) as request:
        os.kill(os.getpid(), signal.SIGUSR2)
        assert request.agreed()
        assert signal.getsignal(signal.SIGTERM) is before

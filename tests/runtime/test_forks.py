"""A forked process can go on, whatever the other threads of its parent were doing at that moment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from derivata.arrays import kernels

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")

FORK = """
import os, signal, threading, time, warnings
import numpy as np
import derivata as dv
warnings.simplefilter("ignore")

def forked(task):
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        task()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
"""
DRAWING = """
other = threading.Thread(target=dv.randn, args=(30_000_000,))
other.start()
time.sleep(0.05)
print(forked(lambda: dv.randn(3)))
other.join()
"""
MODES = """
with dv.no_grad():  # loads what that takes
    dv.ones(3) * 2

def enter():
    while not done:
        with dv.no_grad():
            pass

done = False
others = [threading.Thread(target=enter) for _ in range(3)]
for other in others:
    other.start()
def task():
    with dv.no_grad():
        dv.ones(3) * 2
print(max(map(abs, [forked(task) for _ in range(12)])))
done = True
"""
LOOKING_FOR_LOOPS = """
from derivata.arrays.jit.cache.entries import find, is_known

x = dv.ones(100_000)
(x * x) + x.exp()
kernel = "derivata.arrays.jit.threads.claim", "work", ("int64[1]",)

def ask():
    while not done:
        is_known(*kernel)

done = False
others = [threading.Thread(target=ask) for _ in range(3)]
for other in others:
    other.start()
print(max(map(abs, [forked(lambda: (find(*kernel), x.tanh())) for _ in range(12)])))
done = True
"""


def run(program: str, folder: Path) -> str:
    """Return what a program prints."""
    variables = {**os.environ, "DERIVATA_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", FORK + program], capture_output=True, text=True, timeout=120, env=variables
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def test_a_child_forked_while_another_thread_draws_draws_numbers(tmp_path: Path) -> None:
    """A process that is forked while another thread draws random numbers can draw some itself."""
    assert run(DRAWING, tmp_path) == "0"


def test_a_child_forked_while_other_threads_change_modes_changes_modes(tmp_path: Path) -> None:
    """A process that is forked while other threads enter `no_grad` can enter it, too."""
    assert run(MODES, tmp_path) == "0"


@pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")
def test_a_child_forked_while_other_threads_look_for_loops_compiles(tmp_path: Path) -> None:
    """A process that is forked while other threads ask for compiled loops can load and compile some."""
    assert run(LOOKING_FOR_LOOPS, tmp_path) == "0"

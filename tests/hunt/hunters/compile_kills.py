"""A process that is killed, or whose system calls fail, while a loop is compiled and kept on disk.

The n-th call on files (as the interpreter's audit hooks see them) kills the process or raises ENOSPC, EACCES, EIO,
EROFS or EMFILE, once or from then on; or a file cannot grow beyond some bytes, which kills the process or fails. A
process whose calls fail computes rightly or leaves the work to NumPy. After some of them, none of which finds the
entry of the one before, a new process computes rightly, the next one need not compile, and nothing but whole entries
is left when another loop is kept a little later.
"""

import errno
import os
import random
import tempfile
import time
from pathlib import Path

from ..finding import Finding
from ..loops import ENTRY, Programs

HANGS_AFTER = 300.0
FAILURES = 4
"""Processes that fail, one after the other, before it is seen what they left."""
ERRORS = ("ENOSPC", "EACCES", "EIO", "EROFS", "EMFILE")
WANTED = "[2469.0]"
FAIL = """
import os, signal, sys
from derivata.arrays.jit.cache import entries
from derivata.arrays.jit import {modules}
from derivata.arrays.kernels import Elementwise
import numpy as np, hunted_loops
counted = [0]
EVENTS = ("open", "os.rename", "os.remove", "os.mkdir", "os.scandir", "os.listdir", "os.chmod")
def count(event, arguments):
    if event not in EVENTS:
        return
    counted[0] += 1
    if counted[0] == {call} or (counted[0] > {call} and {lasting}):
        if not {code}:
            os.kill(os.getpid(), signal.SIGKILL)
        raise OSError({code}, os.strerror({code}))
sys.addaudithook(count)
"""
SMALL = """
import resource, signal
from derivata.arrays.jit.cache import entries
from derivata.arrays.jit import compile, native
from derivata.arrays.kernels import Elementwise
import numpy as np, hunted_loops
if {kill}:
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))
"""


def attempt(seed: int) -> Finding | None:
    """Let a call fail, or a file be too long, in some processes."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="hunt-kills-") as folder:
        programs = Programs(Path(folder))
        programs.loops()
        wrong = None
        for _ in range(FAILURES):
            for entry in programs.entries():
                entry.unlink()
            wrong = wrong or _failing(programs, rng)
        wrong = wrong or _afterwards(programs)
        return wrong and Finding(f"compile_kills: {wrong}"[:500], programs.program())


def _failing(programs: Programs, rng: random.Random) -> str | None:
    """Return what is wrong with what a process with failures prints."""
    if rng.random() < 0.3:
        kill = rng.random() < 0.6
        before = SMALL.format(kill=kill, size=rng.choice([0, 1, 50, 100, 500, rng.randrange(20_000)]))
    else:
        code = rng.choice([0, *(getattr(errno, name) for name in ERRORS)])
        kill = code == 0
        within = rng.random() < 0.5  # or while Numba is imported
        call = rng.randrange(1, rng.choice([40, 400]) if within else 40)
        modules = "native" if within else "compile, native"
        before = FAIL.format(
            call=call, lasting=rng.random() < (0.6 if within else 0.3), code=code, modules=modules
        )
    got = programs.run(before)
    if kill and len(got) == 1 and got[0].startswith("-"):
        return None
    return None if got[:1] in ([WANTED], ["NumPy"]) else f"expected {WANTED} or NumPy's work, got {got}"


def _afterwards(programs: Programs) -> str | None:
    """Return what is wrong with later processes."""
    for compiled in (None, "loaded"):
        got = programs.run()
        if got[:1] != [WANTED] or (compiled and got[1] != compiled):
            return f"expected {WANTED} of the processes that follow, the second one not compiling, got {got}"
    before = time.time() - 120
    for path in programs.cache.iterdir():
        os.utime(path, (before, before))
    programs.run("", ("raised",))
    litter = [path.name for path in programs.cache.iterdir() if not ENTRY.fullmatch(path.name)]
    if litter:
        return f"expected nothing but entries after two minutes, got {litter}"
    return None

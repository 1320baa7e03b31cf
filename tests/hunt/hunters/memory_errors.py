"""Memory errors: wherever an allocation fails, MemoryError comes out and everything is usable afterwards.

The n-th allocation of a small program fails (`_testcapi.set_nomemory`, where the interpreter has it). Then the modes
must be those from before and the same tensors must give the same results. Each program runs in a forked child: CPython
and NumPy themselves do not survive every failure, and an end by a signal inside of them is not counted.
"""

import importlib.util
import os
import random
import sys
from typing import Any

from ..finding import Finding
from .interrupts import AFTER, PROGRAMS, SETUP, _look

TRIES = 10
REACH = 3000  # allocations of a program


def attempt(seed: int) -> Finding | None:
    """Let one program run out of memory many times."""
    if not hasattr(os, "fork") or importlib.util.find_spec("_testcapi") is None:
        return None
    rng = random.Random(seed)
    name = rng.choice([name for name in PROGRAMS if name != "workers"])
    places = [rng.randint(0, rng.choice((100, 600, REACH))) for _ in range(TRIES)]
    problem = _in_child(name, places)
    if not problem:
        return None
    program = f"{SETUP}\n{PROGRAMS[name]}\n# an allocation fails; afterwards: {problem}"
    return Finding(f"{name}: after a MemoryError {problem}", program)


def _in_child(name: str, places: list[int]) -> str:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            problem = _run(name, places)
            os.write(writing, problem.encode()[:4000])
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        problem = pipe.read()
    os.waitpid(child, 0)
    return problem


def _run(name: str, places: list[int]) -> str:
    import _testcapi  # type: ignore[import-not-found, unused-ignore]
    import contextvars
    import signal
    import warnings

    import derivata as dv

    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(60)
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda error: None
    dv.set_num_threads(1)
    space: dict[str, Any] = {}
    exec(SETUP, space)
    code = compile(PROGRAMS[name], "<program>", "exec")
    after = compile(AFTER.replace("dv.set_num_threads(2)", ""), "<after>", "exec")
    exec(code, space)
    exec(after, space)
    expected = space["result"]
    elsewhere = contextvars.copy_context()
    elsewhere.run(dv.no_grad().__enter__)
    for place in places:
        other = ""
        try:
            _testcapi.set_nomemory(place, place + 1)
            exec(code, space)
        except MemoryError:
            pass
        except Exception as error:
            other = f"{type(error).__name__}: {error}"
        finally:
            _testcapi.remove_mem_hooks()
        problem = _look(elsewhere)
        if problem:
            return f"at allocation {place}: {problem} {other}"
        exec(after, space)
        if space["result"] != expected:
            return f"at allocation {place}: expected {expected}, got {space['result']}"
    return ""

"""Forks: a child works, whatever the other threads of its parent were doing at that moment.

Threads of a process run backward passes to shared leaves, draw from generators of their own, enter modes, use the
workers and walk through checkpoints, while it forks. The children do the same things alone, and must end in time with
the results that the parent has when it is quiet.
"""

import os
import random
import signal
import threading
import time
import traceback
from typing import Any

from ..finding import Finding

CHILDREN = 4
PATIENCE = 30  # seconds until a child counts as hanging

SETUP = """
import derivata as dv
from derivata.utils.checkpoint import checkpoint
big = dv.ones(400_000, requires_grad=True)
small = dv.tensor([1.0, 2.0, 3.0], requires_grad=True)
generator = dv.Generator(5)
framed = checkpoint(lambda t: (t * t).exp().sum(), small, use_reentrant=False)
"""
BUSY = {
    "backward": "(big * 2).sum().backward()",
    "backward of a graph that children walk, too": "dv.autograd.grad(framed, small, retain_graph=True)",
    "looking at a gradient": "(small * small).sum().backward()\nsmall.grad",
    "own generator": "dv.randn(200_000, generator=generator)",
    "global generator": "dv.randn(200_000)",
    "modes": "with dv.no_grad():\n    small * 2",
    "workers": "big.detach().exp()",
    "retained gradients": "y = small * 2\ny.retain_grad()\ny.sum().backward()",
}
TASK = """
dv.rand(3, generator=generator), dv.rand(3)
big.grad = small.grad = None
(big * 2).sum().backward()
(small * small).sum().backward()
with dv.no_grad():
    silent = (small * 2).requires_grad
generator.manual_seed(3), dv.manual_seed(4)
drawn = dv.rand(3, generator=generator).tolist(), dv.rand(3).tolist()
walked = dv.autograd.grad(framed, small, retain_graph=True)[0].tolist()
result = big.grad.sum().item(), small.grad.tolist(), silent, drawn, walked, big.detach().exp().sum().item()
"""


def attempt(seed: int) -> Finding | None:
    """Fork some children out of a busy process."""
    if not hasattr(os, "fork"):
        return None
    rng = random.Random(seed)
    space: dict[str, Any] = {}
    exec(SETUP, space)
    task = compile(TASK, "<child>", "exec")
    exec(task, space)
    expected = space["result"]
    names = rng.sample(list(BUSY), rng.randint(1, 3))
    done = threading.Event()
    threads = [threading.Thread(target=_repeat, args=(BUSY[name], dict(space), done)) for name in names]
    for thread in threads:
        thread.start()
    try:
        for _ in range(CHILDREN):
            time.sleep(rng.uniform(0, 0.01))
            problem = _child(task, space, expected)
            if problem:
                program = f"{SETUP}\n# threads repeat: {[BUSY[name] for name in names]}; a forked child runs:\n{TASK}"
                return Finding(f"fork beside {' and '.join(names)}: {problem}", f"{program}\n# {problem}")
    finally:
        done.set()
        for thread in threads:
            thread.join()
    return None


def _repeat(program: str, space: dict[str, Any], done: threading.Event) -> None:
    code = compile(program, "<thread>", "exec")
    while not done.is_set():
        exec(code, space)


def _child(task: Any, space: dict[str, Any], expected: Any) -> str:
    """Return what is wrong with a child, or nothing."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of CPython: a process with threads forks
        child = os.fork()
    if child == 0:
        code = 3
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(PATIENCE)
            exec(task, space)
            code = 0 if space["result"] == expected else 2
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    problems = {
        0: "",
        2: "the child's results are others",
        3: "the child raises",
        -signal.SIGALRM: "the child hangs",
    }
    return problems.get(code, f"the child ends with {code}")

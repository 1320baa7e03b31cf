"""Interrupts: Ctrl-C at any instruction of a program leaves modes, locks and leaves as usable as before.

Small programs (each mode, ops, backward passes, hooks, optimizers, generators, checkpoints) are interrupted by
KeyboardInterrupt in three ways: at the n-th place where the interpreter looks for signals (the entry of a Python
function, the return of a C function; told by a profile function, hence the same each time), by a real signal from a
timer, and by `PyThreadState_SetAsyncExc` from another thread. Each must come out of the program: none is swallowed.
Memory that was written has another version, however far the write came. Afterwards the modes must be as before, another
context's `no_grad` must still be on, no bit of the word that ops test may be left, no backward pass may go on, and
another thread must get through a program that takes every turn there is (leaves, generators, workers), with the results
of a process that nobody interrupted.
"""

import contextlib
import contextvars
import ctypes
import gc
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from operator import is_not
from traceback import walk_stack
from types import GeneratorType
from typing import Any

from ..finding import Finding

CPYTHON = (
    "hypothesis.",
    "_frozen_importlib",
    "importlib",
    "threading",
    "_weakrefset",
)  # whose finalizers are written in Python
TRIES = 40  # interrupts in one attempt
PATIENCE = 20.0  # seconds until a thread counts as hanging
# From 3.14 on CPython takes the lock of a `with` before it protects it (34,090 signals left one taken 14,030 times): an
# interrupt of its own modules that have such locks makes every later import or thread hang, whatever we do
THEIRS = ("<frozen importlib._bootstrap>", threading.__file__) if sys.version_info >= (3, 14) else ()

SETUP = """
import numpy as np
import derivata as dv
from derivata.autograd import forward_ad as fwad
from derivata.utils.checkpoint import checkpoint
x = dv.tensor([1.0, 2.0, 3.0], requires_grad=True)
w = dv.tensor([0.5, 0.25, 0.125], requires_grad=True)
big = dv.ones(300_000, requires_grad=True)
generator = dv.Generator(7)
x.register_hook(lambda grad: None)
layer = dv.nn.Linear(3, 1)
norm = dv.nn.BatchNorm1d(3)
index = dv.tensor([0, 1])
target, large = dv.rand(6), dv.rand(40_000)
"""
# Not here: `save_on_cpu`, since NumPy's reading and writing of files makes a TypeError of an interrupt
PROGRAMS = {
    "no_grad": "with dv.no_grad():\n    x * 2",
    "enable_grad": "with dv.no_grad():\n    with dv.enable_grad():\n        x * 2",
    "one object": "mode = dv.no_grad()\nwith mode:\n    with mode:\n        x * 2",
    "inference_mode": "with dv.inference_mode():\n    x * 2",
    "decorated": "dv.no_grad()(lambda: x * 2)()",
    "saved_tensors_hooks": (
        "with dv.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):\n    (x * w).sum().backward()"
    ),
    "disable_saved_tensors_hooks": "with dv.autograd.graph.disable_saved_tensors_hooks('no'):\n    x * w",
    "allow_mutation": (
        "with dv.autograd.graph.allow_mutation_on_saved_tensors():\n    y = x * 1\n    z = y * y\n    y.zero_()\n"
        "    z.sum().backward()"
    ),
    "detect_anomaly": (
        "import warnings\nwarnings.simplefilter('ignore')\nwith dv.autograd.detect_anomaly():\n"
        "    (x * w).sum().backward()"
    ),
    "dual_level": "with fwad.dual_level():\n    fwad.make_dual(x.detach(), dv.ones(3)) * 2",
    "jvp": "dv.func.jvp(lambda t: t.sin(), (x.detach(),), (dv.ones(3),))",
    "backward": "(x * w).sin().sum().backward()",
    "backward to a leaf that was looked at": "(x * w).sum().backward()\nw.grad\n(x * w).sum().backward()",
    "backward of large arrays": "(big * 2).sum().backward()\n(big * 3).sum().backward()",
    "create_graph": "dv.autograd.grad((x * w).sin().sum(), x, create_graph=True)",
    "hooks": "y = x * w\ny.register_hook(lambda g: g * 1)\ny.retain_grad()\ny.sum().backward()",
    "multi_grad_hook": (
        "h = dv.autograd.graph.register_multi_grad_hook((x, w), lambda g: None)\n(x * w).sum().backward()\nh.remove()"
    ),
    "function": (
        "class F(dv.autograd.Function):\n    @staticmethod\n    def forward(ctx, t):\n"
        "        ctx.save_for_backward(t)\n        return t * 2\n    @staticmethod\n    def backward(ctx, g):\n"
        "        return g * 2\nF.apply(x).sum().backward()"
    ),
    "nested": (
        "class Deep(dv.autograd.Function):\n    @staticmethod\n    def forward(ctx, t, n):\n        ctx.n = n\n"
        "        return t * 2\n    @staticmethod\n    def backward(ctx, g):\n        if ctx.n:\n"
        "            y = x.detach().requires_grad_()\n            with dv.enable_grad():\n"
        "                Deep.apply(y, ctx.n - 1).sum().backward()\n        return g * 2, None\n"
        "Deep.apply(x, 40).sum().backward()"
    ),
    "checkpoint": "checkpoint(lambda a, b: (a * b).sin(), x, w, use_reentrant=False).sum().backward()",
    "random": "dv.randn(5)\ngenerator.get_state()\ndv.rand(5, generator=generator)\ndv.manual_seed(3)",
    "optimizer": (
        "o = dv.optim.Adam([x.detach().clone().requires_grad_()])\no.param_groups[0]['params'][0].grad = dv.ones(3)\n"
        "o.step()"
    ),
    "in place": "y = x.detach().clone()\ny.mul_(2)\ny[0] = 5.0",
    "workers": "dv.set_num_threads(1)\ndv.set_num_threads(2)\ndv.ones(600_000).exp()",
    "several outputs": (
        "a, b = (x * w).aminmax()\nc = dv.frexp(x.detach())\nd = (x * w).topk(2)\n(a + b + d[0].sum()).backward()"
    ),
    "topological_nr": "dv.autograd.graph.get_gradient_edge(x * w)\n(x * w).grad_fn.topological_nr",
    "large buffers": "for _ in range(3):\n    y = big.detach() * 2\n    del y",
    "functional_call": "dv.func.functional_call(layer, {'weight': dv.zeros(1, 3), 'bias': dv.zeros(1)}, (x,))",
    "optimizers": (
        "for kind in 'SGD Adam AdamW RMSprop Adagrad Adadelta Adamax NAdam RAdam Rprop ASGD'.split():\n"
        "    o = getattr(dv.optim, kind)([target, large], lr=1e-3)\n"
        "    target.grad, large.grad = dv.ones(6), dv.ones(40_000)\n    o.step()"
    ),
    "writes": (
        "for t in (target, large):\n    t.mul_(1.5)\n    t.sin_()\n    t[:2] = 3.0\n    t.copy_(t + 1)\n"
        "    dv.add(t, 1, out=t)\n"
        "    t.fill_(0.5)\n    t.uniform_()\n    t.index_add_(0, index, t[:2] + 1)\n    t.clamp_(0, 1)"
    ),
    "module writes": "dv.nn.init.normal_(target)\nlayer.load_state_dict(layer.state_dict())\nnorm(dv.randn(4, 3))",
    "queries": "x.requires_grad_()\nx.detach().requires_grad_()\nx.grad",
}
# What another thread must get through afterwards, and its results
AFTER = """
x.grad = w.grad = big.grad = None
(x * w).sum().backward()
(x * w).sum().backward()
dv.autograd.backward((x * w).sum(), create_graph=False)
(big * 2).sum().backward()
dv.manual_seed(1), generator.manual_seed(1)
drawn = dv.rand(3), dv.rand(3, generator=generator)
dv.set_num_threads(2)
dv.ones(600_000).exp()
result = x.grad.tolist(), w.grad.tolist(), big.grad.sum().item(), [d.tolist() for d in drawn], (x * 2).requires_grad
"""


class Countdown:
    """Raises KeyboardInterrupt at the n-th place where the interpreter looks for signals."""

    def __init__(self, places: int) -> None:
        self.places = places

    def __call__(self, frame: Any, event: str, argument: Any) -> None:
        if event in ("call", "c_return") and frame.f_code.co_filename not in THEIRS:
            self.places -= 1
            if self.places == 0:
                sys.setprofile(None)
                raise KeyboardInterrupt


def attempt(seed: int) -> Finding | None:
    """Interrupt one program many times."""
    import warnings

    rng = random.Random(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _attempt(rng)


def _attempt(rng: random.Random) -> Finding | None:
    import derivata as dv

    name = rng.choice(list(PROGRAMS))
    space: dict[str, Any] = {}
    exec(SETUP, space)
    code = compile(PROGRAMS[name], "<program>", "exec")
    after = compile(AFTER, "<after>", "exec")
    exec(after, space)
    expected = space["result"]
    start = time.perf_counter()
    exec(code, space)
    duration = time.perf_counter() - start
    elsewhere = contextvars.copy_context()
    elsewhere_mode = dv.no_grad()
    elsewhere.run(elsewhere_mode.__enter__)
    main = threading.current_thread() is threading.main_thread()
    ways = [_by_profile, _by_profile, *([_by_signal, _by_signal] if main else [])]
    if name not in (
        "workers",
        "nested",
    ):  # CPython may give the exception to a thread that is just starting, which nobody hears of again
        ways.append(_by_async_exception)
        dv.set_num_threads(1)
    total = _count(code, space)
    lost: list[str] = []
    for _ in range(TRIES):
        way = rng.choice(ways)
        at = rng.randint(1, total) if way is _by_profile else rng.uniform(0, 1.2 * duration)
        before, parameters = _memory(space), _parameters(space)
        with _losses(lost) as theirs:
            raised = way(code, space, at)
        problem = _look(elsewhere) or _unnoticed(before)
        if any(map(is_not, _parameters(space), parameters)):
            problem = "a module has other parameters"
        if not problem and raised > 0 and not theirs:
            problem = f"it is lost in {lost[-1]}" if lost else "it is lost"
        if problem:
            return _finding(name, way, at, problem)
    elsewhere.run(elsewhere_mode.__exit__, None, None, None)
    del elsewhere
    gc.collect()
    done: list[Any] = []
    thread = threading.Thread(target=lambda: (exec(after, space), done.append(space["result"])), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if thread.is_alive():
        return _finding(name, way, at, "another thread hangs")
    if done != [expected]:
        return _finding(name, way, at, f"results of another thread: expected {expected}, got {done}")
    return None


@contextlib.contextmanager
def _losses(lost: list[str]) -> Iterator[list[str]]:
    """Note interrupts that finalizers swallow, and apart those of CPython's own import and thread modules."""
    before = sys.unraisablehook
    theirs: list[str] = []

    def note(error: Any) -> None:
        if not issubclass(error.exc_type, KeyboardInterrupt):
            return
        name = (
            f"{getattr(error.object, '__module__', '')}.{getattr(error.object, '__qualname__', error.object)}"
        )
        # The end of a generator that nobody needs any more is told as a call, but there no signal is looked for
        closed = isinstance(error.object, GeneratorType)
        (theirs if closed or name.startswith(CPYTHON) else lost).append(name)

    sys.unraisablehook = note
    try:
        yield theirs
    finally:
        sys.unraisablehook = before


def _parameters(space: dict[str, Any]) -> list[Any]:
    return [space["layer"].weight, space["layer"].bias]


def _memory(space: dict[str, Any]) -> list[tuple[Any, Any, bytes, int]]:
    tensors = [space["target"], space["large"], *_parameters(space), *space["norm"].buffers()]
    return [(tensor, tensor._array, tensor._array.tobytes(), tensor._version) for tensor in tensors]


def _unnoticed(before: list[tuple[Any, Any, bytes, int]]) -> str:
    """Return which memory was written without its version being raised, or nothing."""
    for tensor, array, values, version in before:
        if tensor._version == version and (tensor._array is not array or array.tobytes() != values):
            return f"memory of shape {tensor.shape} has other values and the version from before"
    return ""


def _look(elsewhere: contextvars.Context) -> str:
    """Return what is wrong with the modes, or nothing."""
    import derivata as dv
    from derivata.runtime.engine import nesting
    from derivata.runtime.forward_mode.dual_level import current_level
    from derivata.runtime.memory.saved_hooks import packing

    if not dv.is_grad_enabled():
        return "recording is off"
    if dv.is_inference_mode_enabled():
        return "inference mode is on"
    if dv.autograd.is_anomaly_enabled():
        return "anomaly detection is on"
    if packing():
        return "hooks on saved tensors are on"
    if current_level() is not None:
        return "a dual level is open"
    if nesting.depth.levels:
        return f"nesting: expected 0 levels, got {nesting.depth.levels}"
    if elsewhere.run(dv.is_grad_enabled):
        return "no_grad of another context is off"
    if not (dv.ones(1, requires_grad=True) * 2).requires_grad:
        return "ops are not recorded"
    if _passes_elsewhere():
        return "a backward pass goes on in another thread"
    return ""


def _passes_elsewhere() -> bool:
    """Tell whether another thread is in a backward pass."""
    from derivata.runtime import engine

    frames = sys._current_frames()
    frames.pop(threading.get_ident(), None)
    walks = (walk_stack(frame) for frame in frames.values())
    return any(frame.f_code.co_filename.startswith(engine.__path__[0]) for walk in walks for frame, _ in walk)


def _count(code: Any, space: dict[str, Any]) -> int:
    """Return how many places a program has where an interrupt may come."""
    countdown = Countdown(0)
    sys.setprofile(countdown)
    try:
        exec(code, space)
    finally:
        sys.setprofile(None)
    return max(-countdown.places, 1)


# Each returns how many interrupts did not come out of the program
def _by_profile(code: Any, space: dict[str, Any], place: float) -> int:
    countdown = Countdown(int(place))
    try:
        sys.setprofile(countdown)
        exec(code, space)
    except KeyboardInterrupt:
        return 0
    finally:
        sys.setprofile(None)
    return int(countdown.places <= 0)


def _by_signal(code: Any, space: dict[str, Any], delay: float) -> int:
    raised, armed = 0, True

    def interrupt(*_: object) -> None:
        nonlocal raised
        if armed:
            raised += 1
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(delay, 1e-6))
        exec(code, space)
        _wait(0.02)  # a signal that is late must not come later
    except KeyboardInterrupt:
        raised = 0
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return raised


def _by_async_exception(code: Any, space: dict[str, Any], delay: float) -> int:
    target = ctypes.c_ulong(threading.get_ident())
    begin, sent = threading.Event(), threading.Event()

    def send() -> None:
        begin.wait()
        time.sleep(delay)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(target, ctypes.py_object(KeyboardInterrupt))
        sent.set()

    thread = threading.Thread(target=send)
    thread.start()
    lost = 1
    try:
        begin.set()
        while not sent.is_set():
            exec(code, space)
        _wait(0.02)
    except KeyboardInterrupt:
        lost = 0
    while thread.is_alive():
        with contextlib.suppress(KeyboardInterrupt):
            thread.join()
    return lost


def _wait(seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def _finding(name: str, way: Callable[..., int], at: float, problem: str) -> Finding:
    how = way.__name__.removeprefix("_by_").replace("_", " ")
    program = f"{SETUP}\n{PROGRAMS[name]}\n# interrupted by {how} at {at:.6g}; afterwards: {problem}"
    return Finding(f"{name}: after an interrupt {problem}", program)

"""Large graphs and long runs: ``python -m benchmarks.scale [TEXT]``; the text chooses rows by name.

Chains are built, run backward and freed in a thread with a stack of 256 KiB, each in a fresh process, whose resident
memory before and after building gives the bytes per node: all that it keeps alive, arrays of one element included.
"""

import argparse
import gc
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from time import perf_counter
from typing import Any

import derivata as dv

# Python 3.13 itself frees chains of objects by thousands of nested calls, which need 2 MiB; other versions by few.
STACK = 256 * 1024 if sys.version_info[:2] != (3, 13) else 4 * 1024 * 1024
LENGTHS = (10**3, 10**4, 10**5, 10**6)
STEPS = (10**4, 10**5)
THREADS = 16

Make = Callable[[Any, int], Any]


class Step(dv.autograd.Function):
    """An op in Python that saves its input."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        """Return the input, halved."""
        ctx.save_for_backward(x)
        return x * 0.5

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        """Halve the gradient."""
        return grad * 0.5


def additions(x: Any, length: int) -> Any:
    """Make nodes that save nothing."""
    y = x
    for _ in range(length):
        y = y + 1.0
    return y


def products(x: Any, length: int) -> Any:
    """Make nodes that save both of their inputs."""
    y = x
    for _ in range(length):
        y = y * x
    return y


def functions(x: Any, length: int) -> Any:
    """Make nodes of a custom Function."""
    y = x
    for _ in range(length):
        y = Step.apply(y)
    return y


def writes_to_views(x: Any, length: int) -> Any:
    """Make a view and write into it: three nodes each time."""
    y = x * 1.0
    for _ in range(length):
        y[0:1].mul_(1.0)
    return y


CHAINS: dict[str, Make] = {
    "additions": additions,
    "products": products,
    "functions": functions,
    "writes to views": writes_to_views,
    "create_graph": products,
}


def resident() -> int:
    """Return the bytes of memory that this process has (Linux)."""
    with open("/proc/self/statm", encoding="utf-8") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def run_chain(name: str, length: int) -> dict[str, float]:
    """Return the microseconds per link to build, run backward and free a chain, and the bytes per link."""
    x = dv.ones(1, requires_grad=True)
    before, start = resident(), perf_counter()
    y = CHAINS[name](x, length)
    built, memory = perf_counter(), resident() - before
    result = dv.autograd.grad(y, x, create_graph=True) if name == "create_graph" else y.backward()
    ran = perf_counter()
    del y, result
    freed = perf_counter()
    times = {"build": built - start, "backward": ran - built, "free": freed - ran}
    return {"bytes": memory / length, **{key: 1e6 * seconds / length for key, seconds in times.items()}}


def with_small_stack(work: Callable[[], Any]) -> Any:
    """Run the work in a thread with little stack and return its result."""
    results: list[Any] = []
    before = threading.stack_size(STACK)
    try:
        thread = threading.Thread(target=lambda: results.append(work()))
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    return results[0]


def in_a_fresh_process(*arguments: object) -> Any:
    """Return what this module measures when it is called with these arguments."""
    command = [sys.executable, "-m", "benchmarks.scale", "--one", *map(str, arguments)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def print_chains(chosen: str) -> None:
    """Print the figures of each kind of chain and each length, with Python's collector on and off."""
    for name in CHAINS:
        for length in LENGTHS if chosen in name else ():
            for collector in ("on", "off"):
                r = in_a_fresh_process("chain", name, length, collector)
                print(
                    f"{name:16} {length:8} collector {collector:3}  build {r['build']:6.2f} us  "
                    f"backward {r['backward']:6.2f} us  free {r['free']:5.2f} us  {r['bytes']:6.0f} bytes",
                    flush=True,
                )


def train(steps: int) -> None:
    """Train a small network."""
    model = dv.nn.Sequential(dv.nn.Linear(4, 8), dv.nn.Tanh(), dv.nn.Linear(8, 1))
    optimizer = dv.optim.Adam(model.parameters(), lr=1e-3)
    inputs, targets = dv.ones(16, 4), dv.zeros(16, 1)
    for _ in range(steps):
        optimizer.zero_grad()
        ((model(inputs) - targets) ** 2).mean().backward()
        optimizer.step()


def hooks(steps: int) -> None:
    """Register hooks on tensors, nodes and a leaf, and retain a gradient."""
    x = dv.ones(3, requires_grad=True)
    for _ in range(steps):
        y = x * 2
        handle = x.register_hook(lambda grad: grad * 1)
        y.register_hook(lambda grad: None)
        y.grad_fn.register_hook(lambda *grads: None)
        y.retain_grad()
        y.sum().backward()
        handle.remove()


def checkpoints(steps: int) -> None:
    """Recompute instead of saving."""
    x = dv.ones(3, requires_grad=True)
    for _ in range(steps):
        dv.utils.checkpoint.checkpoint(
            lambda value: (value.exp() * value).sum(), x, use_reentrant=False
        ).backward()


def modes(steps: int) -> None:
    """Compute without recording, in both ways."""
    x = dv.ones(3, requires_grad=True)
    for _ in range(steps):
        with dv.no_grad():
            x * 2
        with dv.inference_mode():
            x[0:2].exp()


LOOPS: dict[str, Callable[[int], None]] = {
    "training steps": train,
    "hooks": hooks,
    "checkpoint": checkpoints,
    "no_grad, inference": modes,
}


def growth(name: str, first: int, last: int) -> int:
    """Return by how many bytes the process grows between two numbers of steps, without Python's collector."""
    gc.disable()
    try:
        LOOPS[name](first)
        before = resident()
        LOOPS[name](last - first)
        return resident() - before
    finally:
        gc.enable()


def print_loops(chosen: str) -> None:
    """Print how much memory each loop gains from 10,000 to 100,000 rounds."""
    for name in LOOPS:
        if chosen in name:
            kilobytes = in_a_fresh_process("loop", name, *STEPS) / 1024
            print(f"{name:20} {STEPS[0]} to {STEPS[1]} rounds: {kilobytes:+.0f} KiB", flush=True)


def sum_from_threads(rounds: int, share: bool) -> tuple[float, float]:
    """Return the gradient of a leaf to which threads add at once, and what it has to be."""
    x = dv.zeros(3, dtype=dv.float64, requires_grad=True)
    common = x * 1.0
    barrier = threading.Barrier(THREADS)

    def work(number: int) -> None:
        barrier.wait()
        for _ in range(rounds):
            ((common if share else x) * float(number)).sum().backward(retain_graph=share)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, THREADS + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert x.grad is not None
    return x.grad[0].item(), float(rounds * sum(range(1, THREADS + 1)))


def print_threads(rounds: int = 2000) -> None:
    """Print the sums that threads make of one leaf and of a common graph."""
    for name, share in (("one leaf", False), ("a common graph", True)):
        got, expected = sum_from_threads(rounds, share)
        print(f"{THREADS} threads on {name}: {got:.0f}, expected {expected:.0f}", flush=True)


def main(arguments: list[str]) -> int:
    """Print the rows whose name contains the text, or one measurement as JSON."""
    parser = argparse.ArgumentParser(prog="benchmarks.scale", description="Large graphs and long runs.")
    parser.add_argument("text", nargs="?", default="", help="chooses rows by name")
    parser.add_argument("--one", nargs=4, metavar="ARGUMENT", help="what a fresh process measures")
    options = parser.parse_args(arguments)
    if options.one is None:
        print_chains(options.text)
        print_loops(options.text)
        if options.text in "threads":
            print_threads()
        return 0
    what, name, first, second = options.one
    if what == "loop":
        print(json.dumps(growth(name, int(first), int(second))))
        return 0
    if second == "off":
        gc.disable()
    print(json.dumps(with_small_stack(lambda: run_chain(name, int(first)))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

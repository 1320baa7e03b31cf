"""Steps of training on several ranks, beside PyTorch's DDP on gloo, and memory: ``python -m benchmarks.distributed``.

``mpirun`` starts the ranks, each of which runs both libraries in turns, with one thread and the same model and batch.
Of each library a step with `DistributedDataParallel` is timed, one without communication (`no_sync`), and the sum over
ranks of all gradients alone. What a step takes beyond one without communication was not hidden behind the backward.
Figures are the least of the rounds, of the slowest rank. The last table, ``--models memory``, has the bytes that each
rank holds.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from .settings import compile_launchers, set_blas

HEAD = f"{'':24}{'derivata':>10}{'PyTorch':>10}{'ratio':>8}"
PARTS = ("step", "without communication", "communication alone")


def main(arguments: list[str] | None = None) -> int:
    """Start the ranks; as one of them, measure, and print on the first."""
    parser = argparse.ArgumentParser(description="Time training on several ranks beside PyTorch.")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--models", nargs="+", default=PARTS_OF_ALL, choices=PARTS_OF_ALL)
    parser.add_argument(
        "--store", type=Path, help=argparse.SUPPRESS
    )  # where PyTorch's ranks meet; set in each rank
    options = parser.parse_args(arguments)
    if options.store is None:
        return launch(options)
    set_blas(1)
    measure(options)
    return 0


def launch(options: argparse.Namespace) -> int:
    """Run this module under ``mpirun``; return its exit code."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*mpirun(options.ranks), sys.executable, "-m", "benchmarks.distributed"]
        command += [
            "--rounds",
            str(options.rounds),
            "--models",
            *options.models,
            "--store",
            f"{folder}/store",
        ]
        return subprocess.run(command, check=False).returncode


def mpirun(ranks: int) -> list[str]:
    """Return how a command is started on so many ranks, more than there are processors if need be."""
    beside = Path(sys.executable).with_name("mpirun")
    command = [str(beside) if beside.exists() else "mpirun", "-n", str(ranks), "--oversubscribe"]
    return [*command, "--bind-to", "none", *(["--allow-run-as-root"] if os.getuid() == 0 else [])]


def perceptron(library: Any) -> tuple[Any, Any]:
    """Return a perceptron with 670,000 parameters, and a batch of 64 rows."""
    nn = library.nn
    layers = [nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10)]
    return nn.Sequential(*layers), library.randn(64, 784)


def convnet(library: Any) -> tuple[Any, Any]:
    """Return three convolutions and a linear layer, 35,000 parameters, and a batch of 32 images of 28 x 28."""
    nn = library.nn
    layers = [nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
    layers += [nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
    layers += [nn.Conv2d(32, 32, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(32 * 49, 10)]
    return nn.Sequential(*layers), library.randn(32, 1, 28, 28)


MODELS: dict[str, Callable[[Any], tuple[Any, Any]]] = {"perceptron": perceptron, "convnet": convnet}
PARTS_OF_ALL = [*MODELS, "memory"]


def measure(options: argparse.Namespace) -> None:
    """Measure each model, and print a table on the first rank."""
    import torch

    import derivata

    derivata.distributed.init_process_group("mpi", timeout=120)
    rank, size = derivata.distributed.get_rank(), derivata.distributed.get_world_size()
    torch.distributed.init_process_group("gloo", f"file://{options.store}", rank=rank, world_size=size)
    derivata.set_num_threads(1)
    compile_launchers()
    torch.set_num_threads(1)
    for name in [name for name in MODELS if name in options.models]:
        times = [[float("inf")] * 3 for _ in range(2)]
        calls = [calls_of(library, MODELS[name]) for library in (derivata, torch)]
        ratios = []
        for _ in range(options.rounds):
            took = [[timed(call) for call in three] for three in calls]
            times = [
                [min(pair) for pair in zip(*pair, strict=True)] for pair in zip(times, took, strict=True)
            ]
            ratios.append(took[0][0] / took[1][0])
        if rank == 0:
            print_table(name, size, times, median(ratios))
    if "memory" in options.models:
        from .memory_of_ranks import print_memory

        print_memory()
    torch.distributed.destroy_process_group()
    derivata.distributed.destroy_process_group()


def calls_of(library: Any, build: Callable[[Any], tuple[Any, Any]]) -> list[Callable[[], object]]:
    """Return a step, a step without communication, and the communication of a step."""
    parallel = import_module(f"{library.__name__}.nn.parallel")
    module, x = build(library)
    model = parallel.DistributedDataParallel(module, **GRADIENTS_IN_BUCKETS.get(library.__name__, {}))
    optimizer = library.optim.SGD(model.parameters(), lr=1e-3)
    memory = library.zeros(sum(parameter.numel() for parameter in module.parameters()))

    def step() -> None:
        optimizer.zero_grad()
        (model(x) ** 2).mean().backward()
        optimizer.step()

    def alone() -> None:
        with model.no_sync():
            step()

    return [step, alone, lambda: library.distributed.all_reduce(memory)]


GRADIENTS_IN_BUCKETS = {"torch": {"gradient_as_bucket_view": True}}  # as derivata's always are


def timed(call: Callable[[], object], repeats: int = 1) -> float:
    """Return the milliseconds of a call on the slowest rank."""
    import derivata

    call()
    derivata.distributed.barrier()
    start = perf_counter()
    for _ in range(repeats):
        call()
    slowest = derivata.tensor([(perf_counter() - start) / repeats * 1e3], dtype=derivata.float64)
    derivata.distributed.all_reduce(slowest, op=derivata.distributed.ReduceOp.MAX)
    return float(slowest.item())


def print_table(name: str, size: int, times: list[list[float]], ratio: float) -> None:
    """Print milliseconds of both libraries, and the share of the communication that was hidden."""
    print(f"\n{name} on {size} ranks\n{HEAD}")
    for part, ours, theirs in zip(PARTS, *times, strict=True):
        print(f"{part:24}{ours:8.2f}ms{theirs:8.2f}ms{ours / theirs:8.2f}")
    shares = [1 - (step - alone) / sent for step, alone, sent in times]
    hidden = ["none" if share < 0 else "unclear" if share > 1 else f"{share:.0%}" for share in shares]
    print(f"{'hidden':24}" + "".join(f"{text:>10}" for text in hidden))
    print(f"step, median of the rounds' ratios: {ratio:.2f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

"""What is measured, by each of several ranks: parts of steps, whole steps, messages, and adding up."""

import json
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import derivata as dv
from benchmarks.distributed import MODELS, timed
from derivata import distributed as dist
from derivata.distributed.algorithms.ddp_comm_hooks import default_hooks
from derivata.distributed.algorithms.ddp_comm_hooks.powerSGD_hook import PowerSGDState, powerSGD_hook
from derivata.distributed.mpi import ReduceOp, mpi, reduction
from derivata.distributed.work import Work, completed
from derivata.nn.parallel import DistributedDataParallel

SIZES = (8, 64 * 2**10, 2**20, 16 * 2**20)  # bytes


def deep(library: Any) -> tuple[Any, Any]:
    """Return a perceptron with 17 million parameters in 17 layers, and a batch of 64 rows."""
    nn = library.nn
    layers = [layer for _ in range(16) for layer in (nn.Linear(1024, 1024), nn.ReLU())]
    return nn.Sequential(*layers, nn.Linear(1024, 10)), library.randn(64, 1024)


BUILD: dict[str, Callable[[Any], tuple[Any, Any]]] = {**MODELS, "deep perceptron": deep}


def measure(path: Path, rounds: int) -> None:
    """Measure as one of the ranks; the first one writes what was found. Two of them measure parts, too."""
    dist.init_process_group("mpi", timeout=300)
    dv.set_num_threads(1)
    groups = [dist.new_group([rank]) for rank in range(dist.get_world_size())]
    alone = groups[dist.get_rank()]
    found: dict[str, Any] = {"ranks": dist.get_world_size(), "models": {}}
    for name, build in BUILD.items():
        few = max(3, rounds // 10) if name == "deep perceptron" else rounds
        found["models"][name] = {"step": whole(build, few)}
        if dist.get_world_size() == 2:
            found["models"][name].update(parts(build, alone, few))
    found["all_reduce"] = {str(size): added(size, rounds) for size in SIZES}
    if dist.get_world_size() == 2:
        found["messages"] = messages(rounds)
        found["adding"] = {kind: adding(kind, rounds) for kind in ("float32", "float16")}
    if dist.get_rank() == 0:
        path.write_text(json.dumps(found), encoding="utf-8")
    dist.destroy_process_group()


def trainer(build: Callable[[Any], tuple[Any, Any]], hook: Any = None, **options: Any) -> Callable[[], Any]:
    """Return a step, which returns when forward, backward and optimiser had ended."""
    module, x = build(dv)
    model = DistributedDataParallel(module, **options)
    if hook is not None:
        model.register_comm_hook(*hook)
    optimizer = dv.optim.AdamW(model.parameters(), lr=1e-3)

    def step() -> list[float]:
        marks = [perf_counter()]
        optimizer.zero_grad()
        loss = (model(x) ** 2).mean()
        marks.append(perf_counter())
        loss.backward()
        marks.append(perf_counter())
        optimizer.step()
        return [*marks, perf_counter()]

    return step


def parts(build: Callable[[Any], tuple[Any, Any]], alone: Any, rounds: int) -> dict[str, Any]:
    """Return the parts of a step while all ranks compute and none communicates, of the slowest rank's best round."""
    arrived: list[float] = []
    shapes: list[tuple[int, ...]] = []

    def noted(_: None, bucket: Any) -> Any:
        arrived.append(perf_counter())
        shapes.extend(parameter.shape for parameter in bucket.parameters())
        return completed(bucket.buffer())

    step = trainer(
        build, (None, noted), process_group=alone, bucket_cap_mb=1e-6
    )  # a bucket for each gradient
    step()
    best: dict[str, Any] = {"forward": float("inf"), "backward": 0.0, "optimizer": 0.0}
    for _ in range(rounds):
        arrived.clear()
        shapes.clear()
        dist.barrier()
        start, forward, backward, end = step()
        if end - start < best["forward"] + best["backward"] + best["optimizer"]:
            best = {"forward": forward - start, "backward": backward - forward, "optimizer": end - backward}
            best["gradients"] = [
                [list(shape), when - forward] for shape, when in zip(shapes, arrived, strict=True)
            ]
    best["extra"] = extra(build, alone, rounds)
    every: list[Any] = [None] * dist.get_world_size()
    dist.all_gather_object(every, best)
    slowest: dict[str, Any] = max(every, key=lambda one: one["forward"] + one["backward"] + one["optimizer"])
    return slowest


def extra(build: Callable[[Any], tuple[Any, Any]], alone: Any, rounds: int) -> dict[str, float]:
    """Return how much longer steps take with communication hooks that have nobody to talk to."""
    hooks = {
        "plain": (alone, default_hooks.allreduce_hook),
        "float16": (alone, default_hooks.fp16_compress_hook),
        "PowerSGD": (PowerSGDState(alone, start_powerSGD_iter=0), powerSGD_hook),
    }
    steps = {name: trainer(build, hook, process_group=alone) for name, hook in hooks.items()}
    least = dict.fromkeys(steps, float("inf"))
    for _ in range(rounds):
        for name, step in steps.items():
            least[name] = min(least[name], timed(step) / 1e3)
    return {name: max(least[name] - least["plain"], 0.0) for name in ("float16", "PowerSGD")}


def whole(build: Callable[[Any], tuple[Any, Any]], rounds: int) -> float:
    """Return the seconds of a step of all ranks, the least of the rounds."""
    step = trainer(build)
    for _ in range(3):
        step()
    return min(timed(step) for _ in range(rounds)) / 1e3


def messages(rounds: int) -> dict[str, float]:
    """Return how long a message takes from rank 0 to rank 1: half of a round trip, the least of the rounds."""
    comm, found = dist.group.WORLD.comm, {}  # type: ignore[union-attr]
    for size in SIZES:
        memory = np.zeros(size, np.uint8)
        least = float("inf")
        dist.barrier()
        for _ in range(rounds if comm.rank < 2 else 0):
            start = perf_counter()
            for sender in (0, 1):
                (comm.Send if comm.rank == sender else comm.Recv)([memory, mpi().BYTE], 1 - comm.rank)
            least = min(least, (perf_counter() - start) / 2)
        found[str(size)] = least
    return found


def added(size: int, rounds: int) -> float:
    """Return the seconds of an all-reduce of so many bytes, as gradients are averaged, the least of the rounds."""
    group = dist.group.WORLD
    assert group is not None
    memory = np.zeros(max(size // 4, 1), np.float32)

    def reduced() -> None:
        request = group.comm.Iallreduce(mpi().IN_PLACE, memory, mpi().SUM)
        Work(group, "benchmark", [request], []).wait()

    return min(timed(reduced) for _ in range(rounds)) / 1e3


def adding(kind: str, rounds: int) -> float:
    """Return the seconds that MPI takes on this rank to add a byte, of 4 MB, the least of the rounds."""
    given, result = [np.zeros(4 * 2**20 // np.dtype(kind).itemsize, kind) for _ in range(2)]
    operation, datatype = reduction("benchmark", ReduceOp.SUM, given.dtype)
    least = float("inf")
    for _ in range(rounds):
        start = perf_counter()
        operation.Reduce_local([given, given.size, datatype], [result, result.size, datatype])
        least = min(least, perf_counter() - start)
    return least / given.nbytes

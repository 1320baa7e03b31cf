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
    """Measure as one of the ranks; the first one writes what was found. Two of them measure more."""
    dist.init_process_group("mpi", timeout=300)
    dv.set_num_threads(1)
    groups = [dist.new_group([rank]) for rank in range(dist.get_world_size())]
    alone = groups[dist.get_rank()]
    found: dict[str, Any] = {"ranks": dist.get_world_size(), "models": {}}
    for name, build in BUILD.items():
        few = max(3, rounds // 4) if name == "deep perceptron" else rounds
        found["models"][name] = steps(build, alone, few)
        if dist.get_world_size() == 2:
            found["models"][name]["extra"] = extra(build, alone, few)
    sums = {str(size): added(size, rounds) for size in SIZES}
    found["Allreduce"], found["Iallreduce"] = [
        {size: took[kind] for size, took in sums.items()} for kind in (0, 1)
    ]
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


def steps(build: Callable[[Any], tuple[Any, Any]], alone: Any, rounds: int) -> dict[str, Any]:
    """Return the parts of a step in which all ranks compute and none communicates, and a whole step, in turns.

    Parts are those of the best round of the slowest rank, the whole step is that of its best round.
    """
    arrived: list[float] = []
    shapes: list[tuple[int, ...]] = []

    def noted(_: None, bucket: Any) -> Any:
        arrived.append(perf_counter())
        shapes.extend(parameter.shape for parameter in bucket.parameters())
        return completed(bucket.buffer())

    whole = trainer(build)
    parts = trainer(
        build, (None, noted), process_group=alone, bucket_cap_mb=1e-6
    )  # a bucket for each gradient
    whole()
    parts()
    best: dict[str, Any] = {"forward": float("inf"), "backward": 0.0, "optimizer": 0.0}
    least = float("inf")
    for _ in range(rounds):
        least = min(least, timed(whole) / 1e3)
        arrived.clear()
        shapes.clear()
        dist.barrier()
        start, forward, backward, end = parts()
        if end - start < best["forward"] + best["backward"] + best["optimizer"]:
            best = {"forward": forward - start, "backward": backward - forward, "optimizer": end - backward}
            best["gradients"] = [
                [list(shape), when - forward] for shape, when in zip(shapes, arrived, strict=True)
            ]
    every: list[Any] = [None] * dist.get_world_size()
    dist.all_gather_object(every, best)
    slowest: dict[str, Any] = max(every, key=lambda one: one["forward"] + one["backward"] + one["optimizer"])
    return {**slowest, "step": least}


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
            dist.barrier()
            start, *_, end = step()
            least[name] = min(least[name], end - start)
    every: list[Any] = [None] * dist.get_world_size()
    dist.all_gather_object(
        every, {name: max(least[name] - least["plain"], 0.0) for name in ("float16", "PowerSGD")}
    )
    return {name: max(one[name] for one in every) for name in ("float16", "PowerSGD")}


def messages(rounds: int) -> dict[str, float]:
    """Return how long a message takes from rank 0 to rank 1: half of a round trip, the least of the rounds."""
    comm = dist.group.WORLD.comm  # type: ignore[union-attr]
    found = dict.fromkeys(map(str, SIZES), float("inf"))
    for _ in range(rounds):  # sizes in turns, so that no size has one bad moment alone
        for size in SIZES:
            memory = np.zeros(size, np.uint8)
            dist.barrier()
            for _ in range(20 if size < 2**20 else 1):
                start = perf_counter()
                for sender in (0, 1):
                    (comm.Send if comm.rank == sender else comm.Recv)([memory, mpi().BYTE], 1 - comm.rank)
                found[str(size)] = min(found[str(size)], (perf_counter() - start) / 2)
    return found


def added(size: int, rounds: int) -> list[float]:
    """Return the seconds of an all-reduce of so many bytes, MPI's blocking one, and as gradients are averaged."""
    group = dist.group.WORLD
    assert group is not None
    memory = np.zeros(max(size // 4, 1), np.float32)

    def blocking() -> None:
        group.comm.Allreduce(mpi().IN_PLACE, memory)

    def started() -> None:
        Work(group, "benchmark", [group.comm.Iallreduce(mpi().IN_PLACE, memory)], []).wait()

    took = [[timed(call) / 1e3 for call in (blocking, started)] for _ in range(rounds)]
    return [min(column) for column in zip(*took, strict=True)]


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

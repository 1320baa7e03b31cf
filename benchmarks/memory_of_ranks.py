"""Bytes that each rank holds when a model is trained on several: a part of ``python -m benchmarks.distributed``.

Arrays of parameters, gradients and the state of AdamW are counted after a step. The peak is that of all memory which
Python and NumPy ask for in a step, activations and messages included.
"""

import gc
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.distributed.fsdp import fully_shard
from derivata.distributed.optim import ZeroRedundancyOptimizer

WIDE, LAYERS, ROWS = 512, 12, 32
KINDS = ("parameters", "gradients", "state", "together", "peak")


def perceptron() -> Any:
    """Return a perceptron with 3.2 million parameters."""
    layers = [[nn.Linear(WIDE, WIDE), nn.GELU()] for _ in range(LAYERS)]
    return nn.Sequential(*[part for pair in layers for part in pair])


def plain() -> tuple[Any, Any]:
    """Return a model with `DistributedDataParallel`, and its optimizer on each rank."""
    model = nn.parallel.DistributedDataParallel(perceptron())
    return model, dv.optim.AdamW(model.parameters())


def zero() -> tuple[Any, Any]:
    """Return such a model, and its optimizer spread over ranks."""
    model = nn.parallel.DistributedDataParallel(perceptron())
    return model, ZeroRedundancyOptimizer(model.parameters(), dv.optim.AdamW)


def sharded() -> tuple[Any, Any]:
    """Return a model whose layers are sharded one by one."""
    model = perceptron()
    for layer in model:
        fully_shard(layer)
    return fully_shard(model), dv.optim.AdamW(model.parameters())


WAYS: dict[str, Callable[[], tuple[Any, Any]]] = {
    "DistributedDataParallel": plain,
    "ZeroRedundancyOptimizer": zero,
    "fully_shard": sharded,
}


def bytes_of(way: str) -> list[int]:
    """Return bytes of each of `KINDS` on this rank."""
    gc.collect()
    tracemalloc.start()
    model, optimizer = WAYS[way]()
    x = dv.ones(ROWS, WIDE)
    for _ in range(3):
        optimizer.zero_grad()
        tracemalloc.reset_peak()
        (model(x) ** 2).mean().backward()
        optimizer.step()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    params = list(model.parameters())
    held = [value for state in optimizer.state.values() for value in state.values()]
    parts = [
        sum(param.detach().numpy().nbytes for param in params),
        sum(param.grad.numpy().nbytes for param in params),
        sum(value.nbytes for value in held if isinstance(value, np.ndarray)),
    ]
    return [*parts, sum(parts), peak]


def print_memory() -> None:
    """Print, on the first rank, megabytes of the rank that holds most."""
    rows = {}
    for way in WAYS:
        largest = dv.tensor(bytes_of(way))
        dist.all_reduce(largest, op=dist.ReduceOp.MAX)
        rows[way] = largest.tolist()
    if dist.get_rank() == 0:
        print(f"\nmegabytes per rank, AdamW on {dist.get_world_size()} ranks")
        print(f"{'':24}" + "".join(f"{kind:>12}" for kind in KINDS))
        for way, values in rows.items():
            print(f"{way:24}" + "".join(f"{value / 1e6:>12.2f}" for value in values), flush=True)

"""Checkpoints of what is spread over ranks: shares of an optimizer, rows of a table, parts of parameters."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks
from distributed.test_checkpoint import as_plain

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.distributed import checkpoint
from derivata.distributed.fsdp import fully_shard
from derivata.distributed.optim import ZeroRedundancyOptimizer

STEPS = 3


class Scale(nn.Module):
    """A parameter without dimensions, whose moments look like the number of steps."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(dv.tensor(2.0))

    def forward(self, x: dv.Tensor) -> dv.Tensor:
        return x * self.scale


def network() -> nn.Module:
    dv.manual_seed(0)
    return nn.Sequential(nn.Linear(5, 7), nn.Tanh(), nn.Linear(7, 3), Scale())


def rows(step: int) -> dv.Tensor:
    """Return this rank's part of the rows of a step, which are the same for any number of ranks."""
    every = np.random.default_rng(step).standard_normal((8, 5)).astype(np.float32)
    return dv.tensor(every[dist.get_rank() :: dist.get_world_size()])


def train(model: nn.Module, optimizer: dv.optim.Optimizer, steps: range) -> list[float]:
    """Train with the rows of all ranks, whose mean loss does not depend on how they are spread; return the losses."""
    losses = []
    for step in steps:
        optimizer.zero_grad()
        loss = (model(rows(step)) ** 2).mean()
        loss.backward()
        optimizer.step()
        total = loss.detach().clone()
        dist.all_reduce(total, dist.ReduceOp.AVG)
        losses.append(total.item())
    return losses


def zero() -> tuple[nn.Module, nn.Module, dv.optim.Optimizer]:
    model = network()
    wrapped = nn.parallel.DistributedDataParallel(model)
    return model, wrapped, ZeroRedundancyOptimizer(model.parameters(), dv.optim.AdamW, lr=0.01)


def shards() -> tuple[nn.Module, nn.Module, dv.optim.Optimizer]:
    model = network()
    for part in (model[0], model):
        fully_shard(part)
    return model, model, dv.optim.AdamW(model.parameters(), lr=0.01)


class Tabled(nn.Module):
    """A table, whose rows may be spread, and a layer."""

    def __init__(self, table: nn.Module) -> None:
        super().__init__()
        self.table, self.layer = table, nn.Linear(6, 3)

    def forward(self, x: dv.Tensor, layer: nn.Module | None = None) -> dv.Tensor:
        return (layer or self.layer)(self.table((x[:, 0].abs() * 9).long().remainder(11)))


def table() -> tuple[nn.Module, nn.Module, dv.optim.Optimizer]:
    model = Tabled(dist.nn.ShardedEmbedding(11, 6, sparse=False))
    layer = nn.parallel.DistributedDataParallel(model.layer)
    return model, Call(model, layer), dv.optim.AdamW(model.parameters(), lr=0.01)


class Call(nn.Module):
    """A call of a table, and of a layer whose gradients are averaged."""

    def __init__(self, model: Tabled, layer: nn.Module) -> None:
        super().__init__()
        self.model, self.layer = model, layer

    def forward(self, x: dv.Tensor) -> dv.Tensor:
        return self.model(x, self.layer)


KINDS = {"zero": zero, "shards": shards, "table": table}
WHOLE = {"zero": network, "shards": network, "table": lambda: Tabled(nn.Embedding(11, 6))}


def save_spread(kind: str, folder: str) -> list[float]:
    model, wrapped, optimizer = KINDS[kind]()
    train(wrapped, optimizer, range(STEPS))
    checkpoint.save({"model": model, "optimizer": optimizer}, checkpoint_id=folder)
    return train(wrapped, optimizer, range(STEPS, 2 * STEPS))


def load_spread(kind: str, folder: str) -> list[float]:
    model, wrapped, optimizer = KINDS[kind]()
    checkpoint.load({"model": model, "optimizer": optimizer}, checkpoint_id=folder)
    return train(wrapped, optimizer, range(STEPS, 2 * STEPS))


def save_whole(kind: str, folder: str) -> None:
    """Train a model that is not spread, in this process, and save it with its optimizer."""
    model = WHOLE[kind]()
    optimizer = dv.optim.AdamW(model.parameters(), lr=0.01)
    for step in range(STEPS):
        optimizer.zero_grad()
        (model(dv.ones(8, 5) * step) ** 2).mean().backward()
        optimizer.step()
    checkpoint.save({"model": model, "optimizer": optimizer}, checkpoint_id=folder)


def load_whole(kind: str, folder: str) -> tuple[Any, Any]:
    """Load into a model and an optimizer that are not spread."""
    model = WHOLE[kind]()
    optimizer = dv.optim.AdamW(model.parameters(), lr=0.5)
    checkpoint.load({"model": model, "optimizer": optimizer}, checkpoint_id=folder)
    return as_plain(model.state_dict()), as_plain(optimizer.state_dict())


def save_again(kind: str, folder: str, other: str) -> None:
    model, _, optimizer = KINDS[kind]()
    state = {"model": model, "optimizer": optimizer}
    checkpoint.load(state, checkpoint_id=folder)
    checkpoint.save(state, checkpoint_id=other)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_spread_goes_on_with_any_number_of_ranks(
    two: Ranks, four: Ranks, tmp_path: Path, kind: str
) -> None:
    """The losses of as many ranks are the same bits, those of others equal to rounding."""
    for saving, others in ((two, four), (four, two)):
        folder = str(tmp_path / str(saving.count))
        (after,) = {tuple(losses) for losses in saving(save_spread, kind, folder)}
        (same,) = {tuple(losses) for losses in saving(load_spread, kind, folder)}
        assert same == after
        (other,) = {tuple(losses) for losses in others(load_spread, kind, folder)}
        assert other == pytest.approx(after, rel=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_whole_is_spread_and_whole_again(two: Ranks, four: Ranks, tmp_path: Path, kind: str) -> None:
    """From a process to 2 ranks, to 4, and back to a process: parameters and moments are the same bits."""
    folders = [str(tmp_path / str(number)) for number in range(3)]
    save_whole(kind, folders[0])
    two(save_again, kind, *folders[:2])
    four(save_again, kind, *folders[1:])
    model, moments = load_whole(kind, folders[0])
    assert len(moments["state"]) == len(model)
    assert load_whole(kind, folders[2]) == (model, moments)

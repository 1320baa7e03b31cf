"""What is spread over ranks is saved and loaded by any number of ranks."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks
from distributed.test_data_parallel import BATCH, batches, build

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.distributed import checkpoint
from derivata.distributed.fsdp import full_state_dict, fully_shard
from derivata.distributed.optim import ZeroRedundancyOptimizer

STEPS = 5


class Run:
    """A model that is trained by the ranks of a group, with its optimizer."""

    def __init__(self, way: str, group: Any, seed: int = 0) -> None:
        self.group = group
        self.module = self.model = build("residual", seed)
        if way == "sharded":
            fully_shard(self.module.twice, process_group=group)
            fully_shard(self.module, process_group=group)
            self.optimizer: Any = dv.optim.AdamW(self.module.parameters(), lr=0.01)
        else:
            self.model = nn.parallel.DistributedDataParallel(self.module, process_group=group)
            self.optimizer = ZeroRedundancyOptimizer(self.module.parameters(), dv.optim.AdamW, group, lr=0.01)
        self.way = way

    def steps(self, start: int, stop: int) -> None:
        size, rank = self.group.size(), self.group.rank()
        rows = slice(rank * BATCH // size, (rank + 1) * BATCH // size)
        for x, y in batches(STEPS)[start:stop]:
            self.optimizer.zero_grad()
            nn.functional.mse_loss(self.model(x[rows]), y[rows]).backward()
            self.optimizer.step()

    def state(self) -> dict[str, Any]:
        return {"model": self.module, "optimizer": self.optimizer}

    def parameters(self) -> dict[str, Any]:
        """Return whole parameters on rank 0 of the group."""
        return full_state_dict(self.module) if self.way == "sharded" else self.module.state_dict()


def resumed(way: str, folder: str, saved_after: int) -> None:
    world = dist.group.WORLD
    alone = build("residual")
    optimizer = dv.optim.AdamW(alone.parameters(), lr=0.01)
    for x, y in batches(STEPS):
        optimizer.zero_grad()
        nn.functional.mse_loss(alone(x), y).backward()
        optimizer.step()
    first = Run(way, world)
    first.steps(0, saved_after)
    checkpoint.save(first.state(), checkpoint_id=folder)
    first.steps(saved_after, STEPS)
    again = Run(way, world, seed=7)
    checkpoint.load(again.state(), checkpoint_id=folder)
    again.steps(saved_after, STEPS)
    wanted, found = first.parameters(), again.parameters()
    assert {name: value.tolist() for name, value in found.items()} == {
        name: value.tolist() for name, value in wanted.items()
    }  # bit for bit, on as many ranks
    fewer = dist.new_group(range(dist.get_world_size() // 2))
    if world.rank() < dist.get_world_size() // 2:
        run = Run(way, fewer, seed=8)
        checkpoint.load(run.state(), checkpoint_id=folder, process_group=fewer)
        run.steps(saved_after, STEPS)
        for name, value in run.parameters().items():
            np.testing.assert_allclose(
                value.numpy(), alone.state_dict()[name].numpy(), rtol=1e-9, atol=1e-12, err_msg=name
            )
    dist.barrier()


@pytest.mark.parametrize("saved_after", [0, 3])
@pytest.mark.parametrize("way", ["sharded", "zero"])
def test_a_run_goes_on_with_as_many_ranks_or_fewer(
    ranks: Ranks, tmp_path: Path, way: str, saved_after: int
) -> None:
    """The same bits with as many; with half of them what one process gives, up to rounding. Also before any step."""
    ranks(resumed, way, str(tmp_path), saved_after)


def whole(way: str, folder: str) -> None:
    run = Run(way, dist.group.WORLD)
    run.steps(0, 2)
    checkpoint.save(run.state(), checkpoint_id=folder)
    plain = build("residual", seed=9)
    optimizer = dv.optim.AdamW(plain.parameters(), lr=0.5)
    checkpoint.load({"model": plain, "optimizer": optimizer}, checkpoint_id=folder)
    for name, value in run.parameters().items():
        assert plain.state_dict()[name].tolist() == value.tolist()
    assert optimizer.param_groups[0]["lr"] == 0.01
    for param in plain.parameters():
        entries = optimizer.state[param]
        assert entries["step"] == 2
        assert entries["exp_avg"].shape == param.shape and entries["exp_avg"].any()


@pytest.mark.parametrize("way", ["sharded", "zero"])
def test_a_program_without_ranks_loads_the_whole(two: Ranks, tmp_path: Path, way: str) -> None:
    two(whole, way, str(tmp_path))


def other_optimizer(way: str, folder: str) -> None:
    run = Run(way, dist.group.WORLD)
    run.steps(0, 1)
    checkpoint.save(run.state(), checkpoint_id=folder)
    other = Run(way, dist.group.WORLD, seed=7)
    if way == "sharded":
        other.optimizer = dv.optim.SGD(other.module.parameters(), lr=0.5)
    else:
        other.optimizer = ZeroRedundancyOptimizer(other.module.parameters(), dv.optim.SGD, lr=0.5)
    before = [parameter.tolist() for parameter in other.module.parameters()]
    says = (
        r"ranks 0, 1: optimizer, \w+: expected groups with 'momentum', 'dampening', got those of another optimizer.*"
        r"load the state into an optimizer of the class that it was saved from"
    )
    with pytest.raises(checkpoint.CheckpointException, match=says):
        checkpoint.load(other.state(), checkpoint_id=folder)
    assert [parameter.tolist() for parameter in other.module.parameters()] == before
    assert other.optimizer.param_groups[0]["lr"] == 0.5 and not other.optimizer.state


@pytest.mark.parametrize("way", ["sharded", "zero"])
def test_the_state_of_another_optimizer_is_refused_and_nothing_is_loaded(
    two: Ranks, tmp_path: Path, way: str
) -> None:
    """All ranks name the optimizer and the options that its groups lack."""
    two(other_optimizer, way, str(tmp_path))

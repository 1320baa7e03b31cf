"""Ranks with different numbers of batches train together."""

from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.distributed.algorithms.join import Join
from derivata.nn.parallel import DistributedDataParallel


def counts() -> list[int]:
    """Return how many batches each rank has; the first one has none."""
    return [0, 5, 2, 3][: dist.get_world_size()]


def batch(rank: int, step: int) -> Any:
    return dv.from_numpy(np.random.default_rng(10 * rank + step).normal(size=(3, 4)))


def model_of(kind: str) -> Any:
    dv.manual_seed(0)
    if kind == "buffers":
        return nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3), nn.Linear(3, 1)).double()
    return nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 1)).double()


def one_process(by_all: bool) -> Any:
    """Return the model that one process trains, which has the batches of all ranks."""
    model = model_of("plain")
    optimizer = dv.optim.SGD(model.parameters(), lr=0.1)
    for step in range(max(counts())):
        having = [rank for rank, count in enumerate(counts()) if step < count]
        optimizer.zero_grad()
        total = sum((model(batch(rank, step)) ** 2).mean() for rank in having)
        (total / (len(counts()) if by_all else len(having))).backward()
        optimizer.step()
    return model


def joined(by_all: bool, find_unused: bool) -> None:
    module = model_of("plain")
    model = DistributedDataParallel(module, find_unused_parameters=find_unused, bucket_cap_mb=1e-4)
    optimizer = dv.optim.SGD(model.parameters(), lr=0.1)
    with model.join(divide_by_initial_world_size=by_all):
        for step in range(counts()[dist.get_rank()]):
            optimizer.zero_grad()
            (model(batch(dist.get_rank(), step)) ** 2).mean().backward()
            optimizer.step()
    for found, wanted in zip(module.parameters(), one_process(by_all).parameters(), strict=True):
        np.testing.assert_allclose(found.detach().numpy(), wanted.detach().numpy(), rtol=1e-11)
    model(batch(0, 0)).sum().backward()  # as before


@pytest.mark.parametrize("find_unused", [False, True])
@pytest.mark.parametrize("by_all", [True, False])
def test_ranks_without_batches_contribute_nothing(ranks: Ranks, by_all: bool, find_unused: bool) -> None:
    """In `join`, sums are divided by the number of ranks, or of those with batches, as in one process with all."""
    ranks(joined, by_all, find_unused)


def with_buffers() -> None:
    module = model_of("buffers")
    model = DistributedDataParallel(module)
    with Join([model]):
        for step in range(counts()[dist.get_rank()]):
            with model.no_sync() if step == 1 else nullcontext():
                (model(batch(dist.get_rank(), step)) ** 2).mean().backward()
    state = np.concatenate([value.double().numpy().reshape(-1) for value in module.state_dict().values()])
    everywhere = [dv.zeros(state.size, dtype=dv.float64) for _ in range(dist.get_world_size())]
    dist.all_gather(everywhere, dv.from_numpy(state))
    assert all(one.tolist() == state.tolist() for one in everywhere)
    assert module[1].num_batches_tracked.item() == max(counts())


def test_all_ranks_end_with_the_model_of_one_that_had_batches_until_the_end(ranks: Ranks) -> None:
    """Parameters and buffers are the same everywhere afterwards, also with `no_sync` inside."""
    ranks(with_buffers)


def thrown() -> None:
    model = DistributedDataParallel(model_of("plain"))
    rank = dist.get_rank()
    text = "rank 0 exhausted all inputs" if rank == 0 else "at least one rank that exhausted inputs"
    with pytest.raises(RuntimeError, match=text), model.join(throw_on_early_termination=True):
        for step in range(1 + rank):
            model(batch(rank, step)).sum().backward()
    with pytest.raises(ValueError, match="Join: expected at least one joinable"):
        Join([])
    with model.join(enable=False):
        model(batch(rank, 0)).sum().backward()


def test_the_first_rank_without_batches_may_be_an_error(two: Ranks) -> None:
    """With `throw_on_early_termination` all ranks raise at the same iteration; without `enable` nothing is sent."""
    two(thrown)

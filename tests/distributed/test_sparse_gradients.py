"""Sparse gradients of tables are averaged over ranks and stay sparse; what is trained is what dense ones train."""

from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.distributed.algorithms.ddp_comm_hooks import default_hooks
from derivata.distributed.algorithms.ddp_comm_hooks.powerSGD_hook import PowerSGDState, powerSGD_hook
from derivata.nn.parallel import DistributedDataParallel


class Words(nn.Module):
    """Two tables and a layer; the second table is used if it is asked for."""

    def __init__(self, sparse: bool) -> None:
        super().__init__()
        self.table = nn.Embedding(30, 3, sparse=sparse)
        self.bags = nn.EmbeddingBag(20, 3, mode="sum", sparse=sparse)
        self.out = nn.Linear(3, 2)

    def forward(self, words: Any, bags: bool = True) -> Any:
        x = self.table(words).sum(1)
        return self.out((x + self.bags(words % 20) if bags else x).tanh())


def build(sparse: bool) -> Any:
    dv.manual_seed(0)
    return Words(sparse).double()


def batch(step: int, rank: int) -> Any:
    """Return words, some of them twice, of which one rank has more than another."""
    return dv.from_numpy(np.random.default_rng([step, rank]).integers(0, 30, size=(4, 2 + rank)))


OPTIMIZERS: dict[str, Any] = {
    "SGD": (lambda p: dv.optim.SGD(p, lr=0.1, momentum=0.9), lambda p: dv.optim.SGD(p, lr=0.1, momentum=0.9)),
    "SparseAdam": (lambda p: dv.optim.SparseAdam(p, lr=0.01), lambda p: dv.optim.SGD(p, lr=0.1)),
}


def compared(optimizer: str, limit: float, hook: Any, to_none: bool) -> None:
    size, rank = dist.get_world_size(), dist.get_rank()
    alone, module = build(optimizer == "SparseAdam"), build(True)
    model = DistributedDataParallel(module, bucket_cap_mb=limit)
    if hook is not None:
        model.register_comm_hook(*hook)
    steps = []
    for one in (alone, module):
        tables, layers = OPTIMIZERS[optimizer]
        steps.append((tables([one.table.weight, one.bags.weight]), layers(one.out.parameters())))
    for step in range(4):
        for both in steps:
            for each in both:
                each.zero_grad(set_to_none=to_none)
        sum((alone(batch(step, other)) ** 2).mean() for other in range(size)).div(size).backward()
        (model(batch(step, rank)) ** 2).mean().backward()
        grad = module.table.weight.grad
        looked_up = np.unique(
            np.concatenate([batch(step, other).numpy().reshape(-1) for other in range(size)])
        )
        assert (
            grad.is_sparse
            and grad.is_coalesced()
            and grad.indices().numpy()[0].tolist() == looked_up.tolist()
        )
        for found, wanted in zip(module.parameters(), alone.parameters(), strict=True):
            dense = wanted.grad.to_dense() if wanted.grad.is_sparse else wanted.grad
            ours = found.grad.to_dense() if found.grad.is_sparse else found.grad
            np.testing.assert_allclose(ours.numpy(), dense.numpy(), rtol=1e-11, atol=1e-14)
        for both in steps:
            for each in both:
                each.step()
    for found, wanted in zip(module.parameters(), alone.parameters(), strict=True):
        np.testing.assert_allclose(found.detach().numpy(), wanted.detach().numpy(), rtol=1e-10, atol=1e-13)
    everywhere: list[Any] = [None] * size
    dist.all_gather_object(everywhere, [one.detach().numpy().tobytes() for one in module.parameters()])
    assert all(one == everywhere[0] for one in everywhere)


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize(("limit", "to_none"), [(25, True), (1e-6, False)])
def test_training_is_that_of_one_process(ranks: Ranks, optimizer: str, limit: float, to_none: bool) -> None:
    """With rows of other numbers on each rank: SGD as by dense gradients, SparseAdam as in one process."""
    ranks(compared, optimizer, limit, None, to_none)


def with_hooks() -> None:
    compared("SGD", 1e-6, (None, default_hooks.allreduce_hook), True)
    state = PowerSGDState(None, 2, 0, min_compression_rate=0)
    compared("SGD", 25, (state, powerSGD_hook), True)
    assert state.iter == 4


def test_communication_hooks_get_the_dense_gradients_alone(ranks: Ranks) -> None:
    ranks(with_hooks)


def accumulated() -> None:
    size, rank = dist.get_world_size(), dist.get_rank()
    alone, module = build(False), build(True)
    model = DistributedDataParallel(module)
    for step in range(2):
        sum(alone(batch(step, other)).sum() for other in range(size)).backward()
    with model.no_sync():
        model(batch(0, rank)).sum().backward()
    model(batch(1, rank)).sum().backward()
    ours, wanted = module.table.weight.grad, alone.table.weight.grad
    np.testing.assert_allclose(size * ours.to_dense().numpy(), wanted.numpy(), rtol=1e-11, atol=1e-14)


def test_no_sync_adds_up_rows_until_they_are_averaged(ranks: Ranks) -> None:
    ranks(accumulated)


def unused() -> None:
    size, rank = dist.get_world_size(), dist.get_rank()
    alone, module = build(False), build(True)
    model = DistributedDataParallel(module, find_unused_parameters=True)
    for step in range(2):
        alone.zero_grad()
        model.zero_grad()
        sum(alone(batch(step, other), other == 1).sum() for other in range(size)).div(size).backward()
        model(batch(step, rank), rank == 1).sum().backward()  # the bags of rank 1 alone
        np.testing.assert_allclose(
            module.bags.weight.grad.to_dense().numpy(), alone.bags.weight.grad.numpy(), rtol=1e-11
        )
    model.zero_grad()
    model(batch(2, rank), False).sum().backward()
    assert module.bags.weight.grad is None and module.table.weight.grad is not None


def test_tables_may_be_unused_on_some_ranks_or_all(ranks: Ranks) -> None:
    ranks(unused)


def joined() -> None:
    size, rank = dist.get_world_size(), dist.get_rank()
    alone, module = build(False), build(True)
    model = DistributedDataParallel(module)
    optimizers = [dv.optim.SGD(one.parameters(), lr=0.1) for one in (alone, module)]
    with model.join():
        for step in range(rank + 1):
            optimizers[1].zero_grad()
            model(batch(step, rank)).mean().backward()
            optimizers[1].step()
    for step in range(size):
        optimizers[0].zero_grad()
        sum(alone(batch(step, other)).mean() for other in range(step, size)).div(size).backward()
        optimizers[0].step()
    for found, wanted in zip(module.parameters(), alone.parameters(), strict=True):
        np.testing.assert_allclose(found.detach().numpy(), wanted.detach().numpy(), rtol=1e-11, atol=1e-14)


def test_ranks_without_batches_bring_no_rows(ranks: Ranks) -> None:
    ranks(joined)


def refusals() -> None:
    class Tied(nn.Module):
        def __init__(self, sparse: bool) -> None:
            super().__init__()
            self.table = nn.Embedding(4, 2, sparse=sparse)

        def forward(self, words: Any) -> Any:
            return nn.functional.embedding(words, self.table.weight, sparse=True) @ self.table.weight.T

    model: Any = DistributedDataParallel(Tied(True))
    with pytest.raises(
        RuntimeError, match=r"table.weight: expected a sparse gradient, as its layer.*got dense"
    ):
        model(dv.tensor([1])).sum().backward()

    class Sparse(Tied):
        def forward(self, words: Any) -> Any:
            return nn.functional.embedding(words, self.table.weight, sparse=True)

    model = DistributedDataParallel(Sparse(False))
    with pytest.raises(
        RuntimeError, match=r"table.weight: expected a dense gradient, as no layer.*got sparse"
    ):
        model(dv.tensor([1])).sum().backward()


def test_a_gradient_of_the_other_kind_is_refused(two: Ranks) -> None:
    two(refusals)

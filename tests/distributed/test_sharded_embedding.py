"""A table whose rows are spread over ranks gives and learns what one table does."""

from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.nn.parallel import DistributedDataParallel

ROWS = 23  # no multiple of the number of ranks


def exchanged(kind: str) -> None:
    size, rank = dist.get_world_size(), dist.get_rank()
    sizes = np.random.default_rng(size).integers(0, 4, size=(size, size))  # from, to
    sizes[0, 1] = 0

    def rows(source: int, target: int) -> Any:
        numbers = np.random.default_rng([source, target]).integers(-9, 9, size=(sizes[source, target], 2, 3))
        return numbers.astype(kind)

    given = np.concatenate([rows(rank, target) for target in range(size)])
    wanted = np.concatenate([rows(source, rank) for source in range(size)])
    found = dv.from_numpy(np.zeros_like(wanted))
    work = dist.all_to_all_single(
        found, dv.from_numpy(given), sizes[:, rank].tolist(), sizes[rank].tolist(), async_op=True
    )
    assert work is not None and work.wait()
    np.testing.assert_array_equal(found.numpy(), wanted)
    even = dv.arange(2.0 * size) + 100 * rank
    result = dv.zeros(2 * size)
    dist.all_to_all_single(result, even)
    assert result.tolist() == [100 * source + 2 * rank + one for source in range(size) for one in (0, 1)]


@pytest.mark.parametrize("kind", ["float16", "float64", "int64", "bool", "complex64"])
def test_all_to_all_gives_each_rank_the_rows_for_it(ranks: Ranks, kind: str) -> None:
    """In parts of any size, 0 too, and any dtype."""
    ranks(exchanged, kind)


def refused() -> None:
    size = dist.get_world_size()
    with pytest.raises(
        ValueError, match="expected rows in equal parts for 2 ranks, got 3; give input_split_sizes"
    ):
        dist.all_to_all_single(dv.zeros(2), dv.zeros(3))
    with pytest.raises(
        ValueError, match=r"expected 2 numbers of rows in argument 'output_split_sizes', 2 in sum"
    ):
        dist.all_to_all_single(dv.zeros(2), dv.zeros(2), [3, -1])
    with pytest.raises(ValueError, match=r"expected output with rows of shape \(2,\)"):
        dist.all_to_all_single(dv.zeros(2, 3), dv.zeros(2, 2))
    with pytest.raises(TypeError, match="expected output of float32"):
        dist.all_to_all_single(dv.zeros(size, dtype=dv.float64), dv.zeros(size))
    with pytest.raises(ValueError, match="expected rows in argument 'input'"):
        dist.all_to_all_single(dv.zeros(size), dv.tensor(1.0))
    with pytest.raises(dist.RankMismatchError, match="all_to_all_single of float"):
        kind = dv.float32 if dist.get_rank() else dv.float64
        dist.all_to_all_single(dv.zeros(2, dtype=kind), dv.zeros(2, dtype=kind))
    with pytest.raises(
        ValueError, match="ShardedEmbedding: expected at least 2 rows, one for each rank, got 1"
    ):
        dist.nn.ShardedEmbedding(1, 2)
    with pytest.raises(ValueError, match=r"expected op to be ReduceOp\.AVG or SUM, got ReduceOp\.MAX"):
        dist.nn.ShardedEmbedding(4, 2, op=dist.ReduceOp.MAX)
    table = dist.nn.ShardedEmbedding(4, 2)
    with pytest.raises(IndexError, match=r"expected indices in \[0, 4\), got 1 to 4"):
        table(dv.tensor([1, 4]))
    with pytest.raises(TypeError, match="expected indices to be integers, got float32"):
        table(dv.tensor([1.0]))
    with pytest.raises(
        ValueError, match=r"expected a module without ShardedEmbedding.*outside of what is wrapped"
    ):
        DistributedDataParallel(nn.Sequential(table, nn.Linear(2, 2)))


def test_what_does_not_fit_is_refused(two: Ranks) -> None:
    two(refused)


def weights() -> Any:
    return np.random.default_rng(0).normal(size=(ROWS, 3))


def words(step: int, rank: int) -> Any:
    """Return indices, some twice, of which one rank has none in the first step, and one all of them."""
    count = [0, 9, 1, 60][rank] if step == 0 else 5 + rank
    return dv.from_numpy(np.random.default_rng([step, rank]).integers(0, ROWS, size=(count, 2)))


def looked_up(sparse: bool, op: str) -> None:
    size, rank = dist.get_world_size(), dist.get_rank()
    op = getattr(dist.ReduceOp, op)
    table = dist.nn.ShardedEmbedding.from_pretrained(
        dv.from_numpy(weights()), freeze=False, sparse=sparse, op=op
    )
    plain = nn.Embedding.from_pretrained(dv.from_numpy(weights()), freeze=False)
    np.testing.assert_array_equal(table(dv.arange(ROWS)).detach().numpy(), weights())
    for step in range(2):
        table.zero_grad()
        plain.zero_grad()
        result = table(words(step, rank))
        np.testing.assert_array_equal(result.detach().numpy(), plain(words(step, rank)).detach().numpy())
        (result**3).sum().backward()
        total = sum((plain(words(step, other)) ** 3).sum() for other in range(size))
        (total / size if op is dist.ReduceOp.AVG else total).backward()
        grad = table.weight.grad
        assert grad.is_sparse is sparse
        dense = grad.to_dense() if sparse else grad
        np.testing.assert_allclose(
            dense.numpy(),
            plain.weight.grad.numpy()[table.rows.start : table.rows.stop],
            rtol=1e-12,
            atol=1e-15,
        )


@pytest.mark.parametrize("op", ["AVG", "SUM"])
@pytest.mark.parametrize("sparse", [True, False])
def test_lookups_and_gradients_are_those_of_one_table(ranks: Ranks, sparse: bool, op: str) -> None:
    """Each rank looks up rows of the others, and has the gradient of its own rows, of the lookups of all."""
    ranks(looked_up, sparse, op)


def second() -> None:
    size, rank = dist.get_world_size(), dist.get_rank()
    table = dist.nn.ShardedEmbedding.from_pretrained(
        dv.from_numpy(weights()), freeze=False, sparse=False, op=dist.ReduceOp.SUM
    )
    plain = dv.from_numpy(weights()).requires_grad_()
    (grad,) = dv.autograd.grad((table(words(1, rank)) ** 3).sum(), table.weight, create_graph=True)
    (again,) = dv.autograd.grad((grad**2).sum(), table.weight)
    total = sum((nn.functional.embedding(words(1, other), plain) ** 3).sum() for other in range(size))
    (wanted,) = dv.autograd.grad(total, plain, create_graph=True)
    (wanted_again,) = dv.autograd.grad((wanted**2).sum(), plain)
    rows = slice(table.rows.start, table.rows.stop)
    np.testing.assert_allclose(again.numpy(), wanted_again.numpy()[rows], rtol=1e-11)


def test_derivatives_of_derivatives_go_from_rank_to_rank(ranks: Ranks) -> None:
    ranks(second)


def trained() -> None:
    size, rank = dist.get_world_size(), dist.get_rank()

    def network() -> Any:
        dv.manual_seed(3)
        return nn.Linear(3, 2).double()

    plain, alone = (
        nn.Embedding.from_pretrained(dv.from_numpy(weights()), freeze=False, sparse=True),
        network(),
    )
    table = dist.nn.ShardedEmbedding.from_pretrained(dv.from_numpy(weights()), freeze=False)
    model = DistributedDataParallel(network())
    steps = [
        [dv.optim.SparseAdam(one.parameters(), lr=0.1), dv.optim.AdamW(net.parameters(), lr=0.1)]
        for one, net in ((plain, alone), (table, model))
    ]
    for step in range(1, 5):
        for each in (*steps[0], *steps[1]):
            each.zero_grad()
        sum((alone(plain(words(step, other))) ** 2).mean() for other in range(size)).div(size).backward()
        (model(table(words(step, rank))) ** 2).mean().backward()
        for each in (*steps[0], *steps[1]):
            each.step()
    rows = plain.weight.detach().numpy()[table.rows.start : table.rows.stop]
    np.testing.assert_allclose(table.weight.detach().numpy(), rows, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(
        model.module.weight.detach().numpy(), alone.weight.detach().numpy(), rtol=1e-10
    )


def test_a_table_beside_a_wrapped_model_trains_as_in_one_process(ranks: Ranks) -> None:
    """SparseAdam on each rank's rows, and AdamW on what DistributedDataParallel wraps."""
    ranks(trained)


def drawn() -> None:
    dv.manual_seed(0)
    first, second = [dist.nn.ShardedEmbedding(40, 2) for _ in range(2)]
    dv.manual_seed(0)
    again = dist.nn.ShardedEmbedding(40, 2)
    with dv.no_grad():
        every = [one(dv.arange(40)).numpy() for one in (first, second, again)]
    assert (
        len(np.unique(every[0])) == len(np.unique(every[1])) == 80 and not np.isin(every[0], every[1]).any()
    )
    assert every[2].tolist() == every[0].tolist()
    assert not dist.nn.ShardedEmbedding.from_pretrained(dv.ones(8, 2)).weight.requires_grad
    assert repr(first).startswith(f"ShardedEmbedding(40, 2, rows {first.rows.start} to")


def test_rows_are_drawn_anew_on_each_rank_by_the_seed(ranks: Ranks) -> None:
    ranks(drawn)

"""Collectives give what NumPy gives for the tensors of all ranks."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist

DTYPES = [
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
    "int8",
    "uint8",
    "int16",
    "int32",
    "int64",
    "bool",
]
OPS: dict[str, Callable[..., Any]] = {
    "SUM": np.sum,
    "AVG": np.mean,
    "PRODUCT": np.prod,
    "MIN": np.min,
    "MAX": np.max,
    "BAND": np.bitwise_and.reduce,
    "BOR": np.bitwise_or.reduce,
    "BXOR": np.bitwise_xor.reduce,
}
DEFINED = [
    (name, dtype)
    for name in OPS
    for dtype in DTYPES
    if not (np.dtype(dtype).kind in "fc" and name.startswith("B"))
    if not (np.dtype(dtype).kind in "iub" and name == "AVG")
    if not (np.dtype(dtype).kind == "c" and name in ("MIN", "MAX"))
]


def values(rank: int, dtype: str, shape: tuple[int, ...] = (3, 5)) -> Any:
    """Return an array that each process can compute for each rank."""
    numbers = np.random.default_rng(rank).integers(0, 4, shape)
    return (
        (numbers + 1j * numbers[::-1]).astype(dtype) if np.dtype(dtype).kind == "c" else numbers.astype(dtype)
    )


def of_all(dtype: str, shape: tuple[int, ...] = (3, 5)) -> Any:
    return np.stack([values(rank, dtype, shape) for rank in range(dist.get_world_size())])


def reduced(name: str, dtype: str) -> None:
    x = dv.from_numpy(values(dist.get_rank(), dtype))
    address = x._array.ctypes.data
    assert dist.all_reduce(x, op=dist.ReduceOp[name]) is None
    wanted = OPS[name](of_all(dtype), axis=0).astype(dtype)
    np.testing.assert_allclose(x.numpy(), wanted, rtol=1e-6)
    assert x.numpy().dtype == dtype and x._array.ctypes.data == address


@pytest.mark.parametrize(("name", "dtype"), DEFINED)
def test_all_reduce_is_the_reduction_of_numpy_over_the_ranks(ranks: Ranks, name: str, dtype: str) -> None:
    """`all_reduce` writes NumPy's sum, mean, product, minimum, maximum or bitwise operation over ranks, in place."""
    ranks(reduced, name, dtype)


def halves(name: str, count: int) -> None:
    numbers = np.random.default_rng(0)
    scale = 10.0 ** numbers.integers(-9, 6, size=(2, count))  # subnormal numbers, and such that overflow
    with np.errstate(over="ignore"):
        given = (numbers.normal(size=(2, count)) * scale).astype(np.float16)
    given[0, :3], given[1, :3] = [np.inf, np.inf, np.nan], [1, -np.inf, 2]
    x = dv.from_numpy(given[dist.get_rank()].copy())
    dist.all_reduce(x, op=dist.ReduceOp[name])
    with np.errstate(over="ignore", invalid="ignore"):
        wanted = OPS[name](given.astype(np.float32), axis=0).astype(np.float16)
    np.testing.assert_array_equal(x.numpy(), wanted)


@pytest.mark.parametrize("count", [5, 2**16 + 5000])
@pytest.mark.parametrize("name", ["SUM", "PRODUCT", "MIN", "MAX"])
def test_float16_is_reduced_in_float32_and_rounded_once(two: Ranks, name: str, count: int) -> None:
    """Short and long tensors have the same bits as NumPy's, with infinities, NaN and subnormal numbers."""
    two(halves, name, count)


def moved(dtype: str) -> None:
    rank, size = dist.get_rank(), dist.get_world_size()
    everything, own = of_all(dtype), dv.from_numpy(values(rank, dtype))
    together = dv.from_numpy(np.zeros((size * 3, 5), dtype))
    dist.all_gather_into_tensor(together, own)
    np.testing.assert_array_equal(together.numpy(), everything.reshape(-1, 5))
    parts = [dv.from_numpy(np.zeros((3, 5), dtype)) for _ in range(size)]
    dist.all_gather(parts, own)
    np.testing.assert_array_equal(np.stack([part.numpy() for part in parts]), everything)
    for root in (0, size - 1):
        copy = own.clone()
        dist.broadcast(copy, src=root)
        np.testing.assert_array_equal(copy.numpy(), everything[root])
        parts = [dv.from_numpy(np.zeros((3, 5), dtype)) for _ in range(size)]
        dist.gather(own, parts if rank == root else None, dst=root)
        np.testing.assert_array_equal(
            np.stack([part.numpy() for part in parts]),
            everything if rank == root else np.zeros_like(everything),
        )
        share = dv.from_numpy(np.zeros((3, 5), dtype))
        dist.scatter(
            share, [dv.from_numpy(part + part) for part in everything] if rank == root else None, src=root
        )
        np.testing.assert_array_equal(share.numpy(), everything[rank] + everything[rank])


@pytest.mark.parametrize("dtype", DTYPES)
def test_tensors_of_any_dtype_are_moved(ranks: Ranks, dtype: str) -> None:
    """`broadcast`, `gather`, `scatter`, `all_gather` and `all_gather_into_tensor` move tensors of every dtype."""
    ranks(moved, dtype)


def shared_out() -> None:
    rank, size = dist.get_rank(), dist.get_world_size()
    everything = of_all("float64", (size, 2, 3))
    own = dv.from_numpy(everything[rank].copy())
    before, share = own.numpy().copy(), dv.zeros(2, 3, dtype=dv.float64)
    dist.reduce_scatter_tensor(share, own)
    np.testing.assert_array_equal(share.numpy(), everything.sum(0)[rank])
    dist.reduce_scatter(share, list(own.unbind()), op=dist.ReduceOp.AVG)
    np.testing.assert_allclose(share.numpy(), everything.mean(0)[rank])
    np.testing.assert_array_equal(own.numpy(), before)
    dist.reduce(own, dst=size - 1, op=dist.ReduceOp.MAX)
    np.testing.assert_array_equal(own.numpy(), everything.max(0) if rank == size - 1 else before)


def test_each_rank_gets_its_share_of_a_sum(ranks: Ranks) -> None:
    """`reduce_scatter`, `reduce_scatter_tensor` and `reduce` leave the inputs as they are."""
    ranks(shared_out)


def sent_on() -> int:
    """Send the own number to the next rank, and return what came from the one before."""
    rank, size = dist.get_rank(), dist.get_world_size()
    came = dv.zeros(1, dtype=dv.int64)
    work = dist.isend(dv.tensor([rank]), dst=(rank + 1) % size, tag=3)
    assert dist.recv(came, src=(rank - 1) % size, tag=3) == (rank - 1) % size
    assert work is not None and work.wait()
    first = came.clone()
    receiving = dist.irecv(came, tag=4)
    dist.send(first, dst=(rank + 1) % size, tag=4)
    assert receiving is not None and receiving.wait() and receiving.source_rank() == (rank - 1) % size
    return int(came)


def test_messages_go_from_rank_to_rank(ranks: Ranks) -> None:
    """`send`, `recv`, `isend` and `irecv`, also from any rank."""
    assert ranks(sent_on) == [(rank - 2) % ranks.count for rank in range(ranks.count)]


def handled() -> None:
    x = dv.ones(1000)
    work = dist.all_reduce(x, async_op=True)
    assert isinstance(work, dist.Work)
    after = work.get_future().then(lambda future: future.value()[0].sum().item())
    while not work.is_completed():
        pass
    size = dist.get_world_size()
    assert work.wait() and work.is_success() and work.exception() is None and work.result()[0] is x
    assert after.done() and after.wait() == 1000 * size
    works = [dist.all_reduce(y, async_op=True) for y in (dv.ones(3), dv.ones(4), dv.ones(5))]
    for work in reversed(works):
        assert work is not None and work.wait()
    assert [float(work.result()[0].sum()) for work in works if work] == [3 * size, 4 * size, 5 * size]
    gathered = [dv.zeros(2) for _ in range(size)]
    work = dist.all_gather(gathered, dv.full((2,), float(dist.get_rank())), async_op=True)
    assert work is not None and work.wait()
    assert [part.tolist() for part in gathered] == [[rank, rank] for rank in range(size)]


def test_handles_tell_when_a_collective_is_done(ranks: Ranks) -> None:
    """With `async_op=True` collectives return a `Work`, of which several may run; its future calls functions."""
    ranks(handled)


def in_groups() -> Any:
    rank, size = dist.get_rank(), dist.get_world_size()
    last = dist.new_group([size - 1, size - 2])
    everybody = dist.new_group(timeout=5)
    assert dist.get_world_size(everybody) == size and everybody.timeout == 5
    x = dv.tensor([float(rank)])
    if rank < size - 2:
        assert (dist.get_rank(last), dist.get_world_size(last)) == (-1, -1)
        with pytest.warns(UserWarning, match="all_reduce: this process is no member of the group"):
            dist.all_reduce(x, group=last)
        return x.item()
    assert dist.get_process_group_ranks(last) == [size - 2, size - 1]
    assert dist.get_group_rank(last, size - 1) == 1 and dist.get_global_rank(last, 0) == size - 2
    dist.broadcast(x, src=size - 1, group=last)
    dist.broadcast(x, group_src=1, group=last)
    assert x.item() == size - 1
    dist.all_reduce(x, group=last)
    dist.destroy_process_group(last)
    return x.item()


def test_groups_are_of_some_ranks(ranks: Ranks) -> None:
    """`new_group` numbers its members in ascending order; elsewhere its collectives warn and do nothing."""
    size = ranks.count
    assert ranks(in_groups) == [*range(size - 2), 2 * size - 2, 2 * size - 2]


def counted() -> None:
    x = dv.ones(3)
    weight = dv.ones(3, requires_grad=True)
    y = weight * x
    dist.all_reduce(x)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()
    version = x._version
    dist.broadcast(x, src=0)
    assert x._version == version + (dist.get_rank() != 0)
    dist.all_reduce(weight.detach())
    assert weight.tolist() == [dist.get_world_size()] * 3


def test_writes_are_counted(two: Ranks) -> None:
    """A tensor that a node has saved and a collective has overwritten is an error of backward."""
    two(counted)


def refusals() -> None:
    x, weight = dv.ones(2, 3), dv.ones(3, requires_grad=True)
    size = dist.get_world_size()
    for call, error, text in [
        (lambda: dist.all_reduce(x.T), ValueError, r"Tensors must be contiguous.*strides \(4, 12\).*contiguous\(\)"),
        (lambda: dist.all_reduce(weight), RuntimeError, "'tensor' requires grad.*distributed.nn.functional"),
        (lambda: dist.all_reduce([1.0]), TypeError, "argument 'tensor' must be Tensor, not list"),
        (lambda: dist.all_reduce(x, op="sum"), TypeError, "'op' must be a ReduceOp, not str"),
        (lambda: dist.all_reduce(x, op=dist.ReduceOp.BXOR), TypeError, "BXOR is not defined for float32"),
        (lambda: dist.all_reduce(dv.ones(2) * 1j, op=dist.ReduceOp.MAX), TypeError, "MAX is not defined for complex64"),
        (lambda: dist.all_reduce(dv.tensor([1]), op=dist.ReduceOp.AVG), TypeError, "AVG is not defined for int64"),
        (lambda: dist.all_reduce(x, group="all"), TypeError, "'group' must be a ProcessGroup, not str"),
        (lambda: dist.all_reduce(dv.ones(1).expand(3)), ValueError, "contiguous"),
        (lambda: dist.all_reduce(dv.ones(2, 2).to_sparse()), TypeError, "sparse tensor"),
        (lambda: dist.broadcast(x, src=9), ValueError, "expected src to be one of the group's ranks"),
        (lambda: dist.broadcast(x, src=0, group_src=0), ValueError, "src or group_src, got both"),
        (lambda: dist.all_gather_into_tensor(x, x), ValueError, f"expected {6 * size} elements"),
        (lambda: dist.all_gather_into_tensor(dv.ones(12, dtype=dv.float64), x), TypeError, "has dtype float64"),
        (lambda: dist.all_gather([x], x), ValueError, f"expected {size} tensors in argument 'tensor_list'"),
        (lambda: dist.all_gather([x, dv.ones(3)], x), ValueError, r"got float32 of shape \(3,\) at position 1"),
        (lambda: dist.reduce_scatter_tensor(x, x), ValueError, "expected 12 elements in argument 'input'"),
        (lambda: dist.scatter(x, x), (TypeError, ValueError), "scatter_list"),
        (lambda: dist.send(x), ValueError, "expected dst or group_dst"),
        (lambda: dist.send(x, dst=dist.get_rank()), ValueError, "expected another rank as dst"),
        (lambda: dist.init_process_group("mpi"), RuntimeError, "there is a group already"),
        (lambda: dist.new_group([0, 0]), ValueError, "different ranks between 0 and 1"),
        (lambda: dist.get_group_rank(dist.group.WORLD, 7), ValueError, "rank 7 is not part of group WORLD"),
        (lambda: dist.get_global_rank(dist.group.WORLD, 7), ValueError, "between 0 and 1"),
    ]:  # fmt: skip
        with pytest.raises(error, match=text):
            call()
    with dv.no_grad():  # as in-place ops
        dist.all_reduce(weight)
    dist.all_reduce(x.T.contiguous())


def test_what_cannot_be_communicated_is_refused_before_anything_is_sent(two: Ranks) -> None:
    """Errors name function and argument, and what to do; the next collective works."""
    two(refusals)


def short() -> None:
    rank = dist.get_rank()
    if rank == 0:
        dist.send(dv.ones(2), dst=1)
    else:
        with pytest.raises(dist.DistBackendError, match=r"recv from rank 0: expected 12 bytes.*got 8"):
            dist.recv(dv.zeros(3), src=0)


def test_a_message_of_another_length_is_an_error(two: Ranks) -> None:
    two(short)


def shares_of_a_dataset() -> list[int]:
    sampler = dv.utils.data.DistributedSampler(range(9), shuffle=False)
    assert (sampler.num_replicas, sampler.rank) == (dist.get_world_size(), dist.get_rank())
    return list(sampler)


def test_a_distributed_sampler_asks_the_group(ranks: Ranks) -> None:
    """Without numbers, `DistributedSampler` takes the rank and the number of ranks of the group."""
    size = ranks.count
    total = -(-9 // size) * size
    assert ranks(shares_of_a_dataset) == [
        [place % 9 for place in range(rank, total, size)] for rank in range(size)
    ]


def epochs_of_a_loader(workers: int) -> list[list[int]]:
    data = dv.utils.data.TensorDataset(dv.arange(11))
    sampler = dv.utils.data.DistributedSampler(data, seed=3)
    loader = dv.utils.data.DataLoader(data, batch_size=2, sampler=sampler, num_workers=workers)
    epochs = []
    for epoch in (0, 1, 0):
        sampler.set_epoch(epoch)
        epochs.append([number for (batch,) in loader for number in batch.tolist()])
    return epochs


@pytest.mark.parametrize("workers", [0, 2])
def test_loaders_of_all_ranks_have_the_whole_dataset_together(ranks: Ranks, workers: int) -> None:
    """Each epoch has an order of its own, which all ranks take their batches from, with workers or without."""
    epochs = [*zip(*ranks(epochs_of_a_loader, workers), strict=True)]
    for shares in epochs:
        assert len({len(share) for share in shares}) == 1
        assert {number for share in shares for number in share} == {*range(11)}
    assert epochs[0] == epochs[2] != epochs[1]

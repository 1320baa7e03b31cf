"""Datasets, samplers and loaders: the order of PyTorch's, the same for any number of workers, and no worker left."""

import gc
import importlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.utils import data as ours

ROOT = Path(__file__).resolve().parent.parent.parent
SHORT = 20.0  # seconds: a loader that hangs is an error


@pytest.fixture(params=["derivata", "torch"])
def lib(request: pytest.FixtureRequest) -> Any:
    if request.param == "derivata":
        return dv
    torch = pytest.importorskip("torch", reason="the same test on both")
    pytest.importorskip("torch.utils.data")
    return torch


@pytest.fixture(autouse=True)
def no_worker_is_left() -> Iterator[None]:
    yield
    gc.collect()
    assert multiprocessing.active_children() == []


class Squares(ours.Dataset[int]):
    def __len__(self) -> int:
        return 10

    def __getitem__(self, index: int) -> int:
        return index * index


class Counting(ours.IterableDataset[int]):
    """Ten numbers, each from one of the workers."""

    def __iter__(self) -> Iterator[int]:
        info = ours.get_worker_info()
        return iter(range(10) if info is None else range(info.id, 10, info.num_workers))


class Bad(Squares):
    def __init__(self, what: str) -> None:
        self.what = what

    def __getitem__(self, index: int) -> Any:
        if index == 5:
            if self.what == "dies":
                os.kill(os.getpid(), signal.SIGKILL)
            if self.what == "exits":
                os._exit(3)
            if self.what == "sleeps":
                time.sleep(1000)
            if self.what == "key":
                raise KeyError("five")
            if self.what == "unpicklable":
                return lambda: None
            raise ZeroDivisionError("five is bad")
        return index


def loaded(dataset: Any, **options: Any) -> list[Any]:
    if options.get("num_workers"):
        options.setdefault("timeout", SHORT)
    return [
        batch if isinstance(batch, int) else batch.tolist() for batch in ours.DataLoader(dataset, **options)
    ]


def test_datasets_are_composed(lib: Any) -> None:
    """Datasets are put side by side, one after the other, and cut, as PyTorch's."""
    of = lib.utils.data
    first = of.TensorDataset(lib.arange(3), lib.arange(3) * 10)
    both = first + of.TensorDataset(lib.arange(2), lib.arange(2))
    assert len(both) == 5 and [int(both[n][1]) for n in (0, 2, 3, -1)] == [0, 20, 0, 1]
    assert int(of.Subset(first, [2, 0])[0][0]) == 2
    assert of.StackDataset(a=[1, 2], b=[3, 4])[1] == {"a": 2, "b": 4}
    assert of.StackDataset([1, 2], [3, 4])[1] == (2, 4)
    for wrong in (
        lambda: of.StackDataset([1], [2, 3]),
        lambda: both[5],
    ):
        with pytest.raises((ValueError, IndexError)):
            wrong()
    parts = of.random_split(range(10), [7, 3], generator=lib.Generator().manual_seed(0))
    assert sorted([*parts[0], *parts[1]]) == list(range(10))
    assert [len(part) for part in of.random_split(range(10), [0.5, 0.26, 0.24])] == [6, 2, 2]
    with pytest.raises(ValueError, match="Sum of input lengths does not equal"):
        of.random_split(range(10), [1, 2])


def test_samplers_draw(lib: Any) -> None:
    """Samplers give each number once, with replacement, by weight, or in batches, and repeat with a seed."""
    of = lib.utils.data
    assert list(of.SequentialSampler(range(3))) == [0, 1, 2]
    assert sorted(of.RandomSampler(range(20))) == list(range(20))
    assert (
        len(list(of.RandomSampler(range(3), num_samples=7)))
        == len(of.RandomSampler(range(3), num_samples=7))
        == 7
    )
    assert set(of.RandomSampler(range(2), replacement=True, num_samples=50)) == {0, 1}
    assert sorted(of.SubsetRandomSampler([4, 7])) == [4, 7]
    assert set(of.WeightedRandomSampler([0.0, 1.0, 0.0], 5)) == {1}
    assert sorted(of.WeightedRandomSampler([1.0, 2.0, 3.0], 3, replacement=False)) == [0, 1, 2]
    assert list(of.BatchSampler(range(5), 2, True)) == [[0, 1], [2, 3]]
    assert [len(of.BatchSampler(range(5), 2, drop)) for drop in (True, False)] == [2, 3]
    orders = [list(of.RandomSampler(range(20), generator=lib.Generator().manual_seed(3))) for _ in range(2)]
    assert orders[0] == orders[1]
    for wrong in (
        lambda: of.BatchSampler(range(5), 0, True),
        lambda: of.RandomSampler(range(2), num_samples=-1),
    ):
        with pytest.raises(ValueError):
            wrong()


Point = namedtuple("Point", "x y")


@pytest.mark.parametrize("drop_last", [False, True])
@pytest.mark.parametrize("replicas", [1, 2, 3, 4, 7])
def test_processes_share_a_dataset(lib: Any, replicas: int, drop_last: bool) -> None:
    """Without `shuffle` each process takes the samples that PyTorch's takes, of datasets of any length."""
    sampler = lib.utils.data.distributed.DistributedSampler
    options = {"shuffle": False, "drop_last": drop_last}
    for count in range(20):
        shares = [sampler(range(count), replicas, rank, **options) for rank in range(replicas)]
        size = count // replicas if drop_last else -(-count // replicas)
        wanted = [
            [place % count for place in range(rank, size * replicas, replicas)] for rank in range(replicas)
        ]
        assert [list(share) for share in shares] == wanted
        assert [len(share) for share in shares] == [size] * replicas
        assert {(share.num_samples, share.total_size) for share in shares} == {(size, size * replicas)}


@pytest.mark.parametrize("drop_last", [False, True])
@pytest.mark.parametrize(("count", "replicas"), [(10, 3), (9, 3), (2, 5), (7, 1), (23, 4), (0, 2)])
def test_shuffled_shares_have_all_samples_or_those_of_an_equal_share(
    lib: Any, count: int, replicas: int, drop_last: bool
) -> None:
    """Processes have as many samples each; what is left over is dropped, or the order's first ones come again."""
    for seed in range(3):
        shares = [
            list(lib.utils.data.DistributedSampler(range(count), replicas, rank, True, seed, drop_last))
            for rank in range(replicas)
        ]
        order = [share[step] for step in range(len(shares[0])) for share in shares]
        assert len({len(share) for share in shares}) == 1
        if drop_last:
            assert len(order) == len({*order}) == count - count % replicas
        else:
            assert {*order} == {*range(count)}
            assert order[count:] == [order[place % count] for place in range(count, len(order))]


def test_shuffled_shares_cover_the_dataset_and_depend_on_seed_and_epoch(lib: Any) -> None:
    """Each epoch has an order of its own, the same for all processes, and for the same seed."""

    def epoch(number: int, seed: int = 0) -> list[list[int]]:
        shares = [lib.utils.data.DistributedSampler(range(20), 4, rank, seed=seed) for rank in range(4)]
        for share in shares:
            share.set_epoch(number)
        return [list(share) for share in shares]

    orders = [epoch(0), epoch(1), epoch(0, seed=7)]
    for order in orders:
        assert sorted(place for share in order for place in share) == list(range(20))
    assert orders[0] == epoch(0) and orders[1] == epoch(1)
    assert orders[0] != orders[1] != orders[2] != orders[0]
    loader = lib.utils.data.DataLoader(
        lib.arange(20), batch_size=2, sampler=lib.utils.data.DistributedSampler(range(20), 4, 1)
    )
    assert [value for batch in loader for value in batch.tolist()] == orders[0][1]


def test_the_order_of_a_shared_epoch_is_that_of_randperm() -> None:
    """The order is that of `randperm` with the seed and the epoch added."""
    sampler = ours.DistributedSampler(range(9), 1, 0, seed=5)
    sampler.set_epoch(3)
    assert list(sampler) == dv.randperm(9, generator=dv.Generator(8)).tolist()


@pytest.mark.parametrize("rank", [3, -1])
def test_a_share_is_that_of_one_of_the_processes(lib: Any, rank: int) -> None:
    with pytest.raises(ValueError, match=rf"Invalid rank {rank}, rank should be in the interval \[0, 2\]"):
        lib.utils.data.DistributedSampler(range(9), 3, rank)


@pytest.mark.parametrize("numbers", [(None, None), (3, None), (None, 1)])
def test_a_share_needs_the_number_of_processes(lib: Any, numbers: tuple[int | None, int | None]) -> None:
    """Without a process group to ask, both numbers have to be given."""
    with pytest.raises(ValueError, match="init_process_group"):
        lib.utils.data.DistributedSampler(range(9), *numbers)


def test_names_are_where_pytorchs_programs_import_them_from(lib: Any) -> None:
    data = lib.utils.data
    for module, names in {
        "dataset": "ChainDataset ConcatDataset Dataset IterableDataset Subset TensorDataset random_split StackDataset",
        "sampler": "BatchSampler RandomSampler Sampler SequentialSampler SubsetRandomSampler WeightedRandomSampler",
        "dataloader": "DataLoader default_collate default_convert get_worker_info",
        "distributed": "DistributedSampler",
    }.items():
        found = importlib.import_module(f"{lib.__name__}.utils.data.{module}")
        for name in names.split():
            assert getattr(found, name) is getattr(data, name)


def test_samples_become_batches(lib: Any) -> None:
    """`default_collate` stacks tensors, and keeps the form of containers, as PyTorch's; `default_convert` converts."""
    collate, convert = lib.utils.data.default_collate, lib.utils.data.default_convert
    assert collate([lib.ones(2), lib.zeros(2)]).tolist() == [[1.0, 1.0], [0.0, 0.0]]
    assert collate([1, 2]).dtype == lib.int64 and collate([1.0, 2.0]).dtype == lib.float64
    assert collate([np.float32(1), np.float32(2)]).dtype == lib.float32
    assert collate([np.ones(2), np.ones(2)]).shape == (2, 2)
    assert collate(["a", "b"]) == ["a", "b"]
    assert collate([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}])["b"] == ["x", "y"]
    point = collate([Point(1, 2.0), Point(3, 4.0)])
    assert type(point) is Point and point.x.tolist() == [1, 3]
    pair = collate([(1, "a"), (2, "b")])
    assert pair[0].tolist() == [1, 2] and pair[1] == ("a", "b")
    assert collate([[1, 2], [3, 4]])[0].tolist() == [1, 3]
    assert convert({"a": np.ones(2), "b": "x"})["a"].tolist() == [1.0, 1.0] and convert(3) == 3
    for wrong, error in ([object(), TypeError], [[1], RuntimeError], [np.array("x"), TypeError]):
        with pytest.raises(error):
            collate([wrong, [1, 2] if wrong == [1] else wrong])


@pytest.mark.parametrize("workers", [0, 1, 3])
@pytest.mark.parametrize("options", [{}, {"drop_last": True}, {"shuffle": True}, {"batch_size": None}])
def test_batches_are_the_same_for_any_number_of_workers(workers: int, options: dict[str, Any]) -> None:
    """The order depends on the seed only, and the numbers drawn after it do, too."""
    given = {"batch_size": 3, **options}
    dv.manual_seed(5)
    expected, after = loaded(Squares(), **given), dv.rand(1).item()
    dv.manual_seed(5)
    assert loaded(Squares(), num_workers=workers, **given) == expected and dv.rand(1).item() == after
    first = [loaded(Squares(), num_workers=workers, generator=dv.Generator(2), **given) for _ in range(2)]
    assert first[0] == first[1]
    assert len(ours.DataLoader(Squares(), **given)) == len(expected)


def test_loaders_give_the_batches_of_pytorch(lib: Any) -> None:
    """Without shuffling, batches, their number and their last one are PyTorch's."""
    data = lib.utils.data.TensorDataset(lib.arange(7), lib.arange(7.0))
    for options in ({"batch_size": 3}, {"batch_size": 3, "drop_last": True}, {"sampler": [5, 1]},
                    {"batch_sampler": [[0, 6], [3]]}, {"batch_size": 2, "collate_fn": len}):  # fmt: skip
        loader = lib.utils.data.DataLoader(data, **options)
        got = [batch if isinstance(batch, int) else [part.tolist() for part in batch] for batch in loader]
        assert len(loader) == len(got)
        again = ours.DataLoader(ours.TensorDataset(dv.arange(7), dv.arange(7.0)), **options)
        assert got == [
            batch if isinstance(batch, int) else [part.tolist() for part in batch] for batch in again
        ]


@pytest.mark.parametrize("workers", [0, 1, 3])
def test_iterable_datasets_are_shared_by_workers(workers: int) -> None:
    """Workers take their parts of an `IterableDataset`; all come, and a short last batch can be left out."""
    found = loaded(Counting(), batch_size=2, num_workers=workers)
    assert sorted(number for batch in found for number in batch) == list(range(10))
    assert all(
        len(batch) == 2 for batch in loaded(Counting(), batch_size=2, num_workers=workers, drop_last=True)
    )
    assert sorted(loaded(Counting(), batch_size=None, num_workers=workers)) == list(range(10))


def test_workers_have_seeds_of_their_own_and_know_themselves() -> None:
    """Each worker is seeded by the seed of the loader and its number, and calls `worker_init_fn` once."""

    class Drawn(Squares):
        def __getitem__(self, index: int) -> Any:
            info = ours.get_worker_info()
            assert info is not None and info.num_workers == 2 and started == [info.id]
            return dv.tensor([float(info.id), dv.rand(1).item(), np.random.random(), info.seed % 1000])

    started: list[int] = []
    found = []
    for seed in (1, 1, 2):
        options = {"num_workers": 2, "worker_init_fn": started.append, "generator": dv.Generator(seed)}
        found.append(loaded(Drawn(), **options))
    assert found[0] == found[1] != found[2]
    assert found[0][0][0][1] != found[0][1][0][1]
    assert ours.get_worker_info() is None


def test_persistent_workers_stay_for_the_next_epoch() -> None:
    """Persistent workers make every epoch, also after one that was left early, and end with the loader."""

    class Process(Squares):
        def __getitem__(self, index: int) -> int:
            return os.getpid()

    loader = ours.DataLoader(
        Process(), num_workers=2, persistent_workers=True, timeout=SHORT, prefetch_factor=3
    )
    first = {int(batch) for batch in loader}
    for _ in loader:
        break
    assert {int(batch) for batch in loader} == first and len(first) == 2
    one, _ = iter(loader), iter(loader)
    with pytest.raises(RuntimeError, match="expected one epoch at a time of persistent workers"):
        next(one)


@pytest.mark.parametrize(
    ("what", "error", "text"),
    [
        (
            "raises",
            ZeroDivisionError,
            r"(?s)^Caught ZeroDivisionError in DataLoader worker process \d.*five is bad",
        ),
        (
            "key",
            KeyError,
            r"(?s)^Caught KeyError in DataLoader worker process \d\.\nOriginal Traceback.*__getitem__",
        ),
        ("unpicklable", Exception, "in DataLoader worker process"),
        ("dies", RuntimeError, r"^DataLoader worker \d \(pid \d+\) exited unexpectedly with signal SIGKILL"),
        ("exits", RuntimeError, r"exited unexpectedly with exit code 3"),
    ],
)
def test_a_worker_that_fails_is_an_error_and_no_hang(what: str, error: type[Exception], text: str) -> None:
    """An error of a worker comes with its traceback, a dead worker with how it ended; all others are ended."""
    options = {"collate_fn": list} if what == "unpicklable" else {}
    loader = ours.DataLoader(Bad(what), num_workers=2, timeout=SHORT, **options)
    batches = iter(loader)
    with pytest.raises(error, match=text):
        for _ in batches:
            pass
    assert multiprocessing.active_children() == []
    assert list(batches) == []


@pytest.mark.slow
def test_a_worker_that_takes_too_long_is_an_error() -> None:
    """`timeout` ends a wait; the worker that sleeps is ended, too."""
    start = time.monotonic()
    with pytest.raises(RuntimeError, match=r"DataLoader timed out after 0\.5 seconds"):
        for _ in ours.DataLoader(Bad("sleeps"), num_workers=1, timeout=0.5):
            pass
    assert multiprocessing.active_children() == [] and time.monotonic() - start < SHORT


def test_an_error_of_worker_init_fn_is_shown() -> None:
    with pytest.raises(ZeroDivisionError, match="in DataLoader worker process"):
        loaded(Squares(), num_workers=1, worker_init_fn=lambda number: 1 // number)


def test_leaving_a_loop_early_ends_the_workers() -> None:
    """Workers end when the loop that they work for is left."""
    for _ in ours.DataLoader(Squares(), num_workers=2, timeout=SHORT):
        break


def test_large_batches_and_tasks_pass_both_ways() -> None:
    """More than a pipe holds is sent both ways without a hang."""
    tasks = [list(range(10)) * 20_000] * 6
    found = ours.DataLoader(
        Squares(), batch_sampler=tasks, num_workers=1, timeout=SHORT, collate_fn=lambda batch: np.zeros(10**6)
    )
    assert [len(batch) for batch in found] == [10**6] * 6


PROGRAM = """
import os, signal, sys, threading, time
import derivata as dv
from derivata.utils.data import DataLoader, Dataset

signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell's background jobs ignore

class Slow(Dataset):
    def __len__(self): return 100
    def __getitem__(self, index):
        if index == 3: time.sleep(1000)
        return os.getpid()

batches = iter(DataLoader(Slow(), num_workers=2))
print(*[int(next(batches)) for _ in range(2)], flush=True)
for batch in batches: pass
"""


@pytest.mark.slow
def test_ctrl_c_ends_loader_and_workers() -> None:
    """Ctrl-C, which a terminal sends to all processes, is one KeyboardInterrupt of the loader; no worker is left."""
    run = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        start_new_session=True,
    )  # fmt: skip
    assert run.stdout is not None
    workers = [int(word) for word in run.stdout.readline().split()]
    assert len(workers) == 2
    os.killpg(run.pid, signal.SIGINT)
    _, errors = run.communicate(timeout=30)
    assert errors.count("KeyboardInterrupt") == 1 and "worker" not in errors.partition("Traceback")[0]
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"num_workers": -1}, "expected num_workers to be an int of at least 0, got -1"),
        ({"timeout": -1}, "expected timeout of at least 0"),
        ({"prefetch_factor": 2}, "are for workers; expected num_workers above 0"),
        ({"persistent_workers": True}, "are for workers"),
        ({"num_workers": 1, "prefetch_factor": 0}, "expected prefetch_factor to be a positive int, got 0"),
        ({"batch_size": 0}, "expected batch_size to be a positive int, got 0"),
        ({"shuffle": True, "sampler": [0]}, "sampler option is mutually exclusive with shuffle"),
        (
            {"batch_sampler": [[0]], "batch_size": 2},
            "batch_sampler option is mutually exclusive with batch_size",
        ),
        ({"batch_size": None, "drop_last": True}, "batch_size=None is mutually exclusive with drop_last"),
    ],
)
def test_wrong_options_of_loaders_are_named(options: dict[str, Any], text: str) -> None:
    """Options that contradict each other are an error that names them."""
    with pytest.raises(ValueError, match=text):
        ours.DataLoader(Squares(), **options)


def test_an_iterable_dataset_has_its_own_order() -> None:
    with pytest.raises(
        ValueError, match="expected no shuffle, sampler or batch_sampler for an IterableDataset"
    ):
        ours.DataLoader(Counting(), shuffle=True)
    with pytest.raises(TypeError, match="expected datasets that are IterableDataset"):
        ours.ChainDataset([Squares()])
    with pytest.raises(ValueError, match="got none or an IterableDataset; use ChainDataset"):
        ours.ConcatDataset([Counting()])
    with pytest.raises(ValueError, match="StackDataset: expected datasets by position or by name"):
        ours.StackDataset()
    assert len(list(Counting() + Counting())) == 20

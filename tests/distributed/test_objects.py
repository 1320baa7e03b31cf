"""Collectives of objects give each rank what the others gave, and refuse what cannot travel."""

import threading
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist


def thing(rank: int) -> Any:
    """Return an object of another size on each rank."""
    return {"rank": rank, "names": ["x" * rank] * (3 * rank), "none": None, "number": 2**70 + rank}


def gathered() -> None:
    rank, size = dist.get_rank(), dist.get_world_size()
    everything = [thing(other) for other in range(size)]
    found: list[Any] = [None] * size
    dist.all_gather_object(found, thing(rank))
    assert found == everything
    for root in (0, size - 1):
        place: list[Any] | None = [None] * size if rank == root else None
        dist.gather_object(thing(rank), place, dst=root)
        assert place == (everything if rank == root else None)
        out: list[Any] = ["old", "kept"]
        dist.scatter_object_list(out, everything if rank == root else None, src=root)
        assert out == [thing(rank), "kept"]


def test_objects_are_gathered_and_scattered(ranks: Ranks) -> None:
    """`all_gather_object`, `gather_object` and `scatter_object_list` move objects of a different size on each rank."""
    ranks(gathered)


def copied() -> None:
    rank, size = dist.get_rank(), dist.get_world_size()
    for root in (0, size - 1):
        objects = [thing(root), (), "a" * 1000] if rank == root else [None, None, None]
        dist.broadcast_object_list(objects, src=root)
        assert objects == [thing(root), (), "a" * 1000]
        empty: list[Any] = []
        dist.broadcast_object_list(empty, src=root)
        assert empty == []


def test_lists_of_objects_are_copied_to_all(ranks: Ranks) -> None:
    """`broadcast_object_list` replaces the items on the other ranks; an empty list stays empty."""
    ranks(copied)


def with_tensors() -> None:
    rank, size = dist.get_rank(), dist.get_world_size()
    found: list[Any] = [None] * size
    dist.all_gather_object(found, (dv.full((rank + 1,), float(rank)), np.arange(rank)))
    for other, (tensor, array) in enumerate(found):
        assert tensor.tolist() == [float(other)] * (other + 1)
        assert array.tolist() == list(range(other))


def test_tensors_and_arrays_travel_in_objects(ranks: Ranks) -> None:
    """A tensor in an object arrives as a tensor, an array as an array."""
    ranks(with_tensors)


def refused() -> list[str]:
    size = dist.get_world_size()
    texts = []
    calls: list[Any] = [
        lambda: dist.all_gather_object([None] * (size + 1), 1),
        lambda: dist.all_gather_object([None] * size, threading.Lock()),
        lambda: dist.scatter_object_list([], [1] * size),
        lambda: dist.gather_object(1, None if dist.get_rank() == 0 else [None] * size),
    ]
    for call in calls:
        with pytest.raises((ValueError, TypeError)) as caught:
            call()
        texts.append(str(caught.value))
    return texts


def test_wrong_lists_and_objects_that_cannot_be_pickled_are_refused(ranks: Ranks) -> None:
    """Errors name the function and its argument, and come before a rank waits for another one."""
    texts = ranks(refused)
    size = len(texts)
    assert texts[0][:3] == [
        f"all_gather_object: expected object_list to be a list with an item for each of {size} ranks, got one of "
        f"{size + 1}",
        "all_gather_object: expected an object that can be pickled, got lock: cannot pickle '_thread.lock' object",
        "scatter_object_list: expected scatter_object_output_list to be a list with an item, got []",
    ]
    assert texts[0][3].startswith("gather_object: expected object_gather_list to be a list")
    assert texts[1][3].startswith("gather_object: expected object_gather_list on rank dst alone")

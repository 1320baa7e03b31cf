"""Collectives of Python objects (settings, metrics, lists of names), which travel as pickles in those of tensors.

Ranks run one program and trust each other, as pickles demand; for numbers the collectives of tensors are faster.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..runtime.graph.tensor_base import wrap
from .calls import member, root
from .collectives import all_gather_into_tensor, broadcast
from .list_collectives import gather, scatter

if TYPE_CHECKING:
    from .mpi import Array

__all__ = ["all_gather_object", "broadcast_object_list", "gather_object", "scatter_object_list"]


def all_gather_object(object_list: list[Any], obj: Any, group: Any = None) -> None:
    """Give each rank the objects of all.

    Parameters
    ----------
    object_list : list
        As many items as there are ranks; they are replaced.
    obj : object
        This rank's; anything that can be pickled.
    group : ProcessGroup, optional

    Raises
    ------
    ValueError
        If the list has another length.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> found = [None] * dist.get_world_size()
    >>> dist.all_gather_object(found, {"rank": dist.get_rank()})
    >>> found[0]
    {'rank': 0}
    >>> dist.destroy_process_group()
    """
    one = member("all_gather_object", group)
    if one is None:
        return
    _check_length("all_gather_object", "object_list", object_list, one.size())
    own = _packed("all_gather_object", obj)
    sizes = _sizes_of_all(own, one)
    rows = np.empty((one.size(), max(sizes)), np.uint8)
    all_gather_into_tensor(wrap(rows), wrap(_padded(own, max(sizes))), one)
    object_list[:] = [_unpacked(row, size) for row, size in zip(rows, sizes, strict=True)]


def gather_object(
    obj: Any,
    object_gather_list: list[Any] | None = None,
    dst: int | None = None,
    group: Any = None,
    group_dst: int | None = None,
) -> None:
    """Give one rank the objects of all.

    Parameters
    ----------
    obj : object
        This rank's; anything that can be pickled.
    object_gather_list : list, optional
        On rank `dst` as many items as there are ranks, which are replaced; None on the others.
    dst, group_dst : int, optional
        The rank that gets them, by its number among all or in the group; the first if neither is given.
    group : ProcessGroup, optional
    """
    one = member("gather_object", group)
    if one is None:
        return
    target = root("gather_object", one, "dst", dst, group_dst)
    receives = one.rank() == target
    if receives:
        _check_length("gather_object", "object_gather_list", object_gather_list, one.size())
    elif object_gather_list is not None:
        raise ValueError(
            "gather_object: expected object_gather_list on rank dst alone, got one on another rank"
        )
    own = _packed("gather_object", obj)
    sizes = _sizes_of_all(own, one)
    rows = np.empty((one.size(), max(sizes)), np.uint8)
    parts = [wrap(row) for row in rows] if receives else None
    gather(wrap(_padded(own, max(sizes))), parts, group=one, group_dst=target)
    if object_gather_list is not None:
        object_gather_list[:] = [_unpacked(row, size) for row, size in zip(rows, sizes, strict=True)]


def broadcast_object_list(
    object_list: list[Any],
    src: int | None = None,
    group: Any = None,
    device: Any = None,
    group_src: int | None = None,
) -> None:
    """Copy a list of objects from one rank to all others.

    Parameters
    ----------
    object_list : list
        Of the same length on all ranks; read on rank `src`, its items are replaced on the others.
    src, group_src : int, optional
        The rank they come from, by its number among all or in the group; the first if neither is given.
    group : ProcessGroup, optional
    device : optional
        Without effect: there are processors only.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> settings = [{"lr": 0.1}, "adam"] if dist.get_rank() == 0 else [None, None]
    >>> dist.broadcast_object_list(settings, src=0)
    >>> settings
    [{'lr': 0.1}, 'adam']
    >>> dist.destroy_process_group()
    """
    one = member("broadcast_object_list", group)
    if one is None:
        return
    origin = root("broadcast_object_list", one, "src", src, group_src)
    sends = one.rank() == origin
    parts = [_packed("broadcast_object_list", obj) for obj in object_list] if sends else []
    sizes = np.array([part.size for part in parts] if sends else [0] * len(object_list), np.int64)
    broadcast(wrap(sizes), group=one, group_src=origin)
    joined = np.concatenate(parts) if parts else np.empty(sizes.sum(), np.uint8)
    broadcast(wrap(joined), group=one, group_src=origin)
    if not sends:
        rows = np.split(joined, np.cumsum(sizes)[:-1])
        object_list[:] = [pickle.loads(row.tobytes()) for row in rows[: len(sizes)]]


def scatter_object_list(
    scatter_object_output_list: list[Any],
    scatter_object_input_list: Sequence[Any] | None = None,
    src: int | None = None,
    group: Any = None,
    group_src: int | None = None,
) -> None:
    """Give each rank one of the objects of one rank.

    Parameters
    ----------
    scatter_object_output_list : list
        Not empty; its first item is replaced.
    scatter_object_input_list : sequence, optional
        On rank `src` an object for each rank; without effect on the others.
    src, group_src : int, optional
        The rank they come from, by its number among all or in the group; the first if neither is given.
    group : ProcessGroup, optional
    """
    one = member("scatter_object_list", group)
    if one is None:
        return
    origin = root("scatter_object_list", one, "src", src, group_src)
    if not scatter_object_output_list:
        raise ValueError(
            "scatter_object_list: expected scatter_object_output_list to be a list with an item, got "
            f"{scatter_object_output_list!r}"
        )
    parts: list[Array] = []
    if one.rank() == origin:
        given = _check_length(
            "scatter_object_list", "scatter_object_input_list", scatter_object_input_list, one.size()
        )
        parts = [_packed("scatter_object_list", obj) for obj in given]
    sizes = np.array([part.size for part in parts] if parts else [0] * one.size(), np.int64)
    broadcast(wrap(sizes), group=one, group_src=origin)
    own = np.empty(sizes.max(), np.uint8)
    rows = [wrap(_padded(part, own.size)) for part in parts]
    scatter(wrap(own), rows if one.rank() == origin else None, group=one, group_src=origin)
    scatter_object_output_list[0] = _unpacked(own, int(sizes[one.rank()]))


def _check_length(caller: str, name: str, items: Any, ranks: int) -> Sequence[Any]:
    if not isinstance(items, list | tuple) or len(items) != ranks:
        got = f"one of {len(items)}" if isinstance(items, list | tuple) else repr(items)
        raise ValueError(
            f"{caller}: expected {name} to be a list with an item for each of {ranks} ranks, got {got}"
        )
    return items


def _packed(caller: str, obj: Any) -> Array:
    try:
        return np.frombuffer(pickle.dumps(obj), np.uint8).copy()
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise TypeError(
            f"{caller}: expected an object that can be pickled, got {type(obj).__name__}: {error}"
        ) from error


def _sizes_of_all(own: Array, group: Any) -> list[int]:
    sizes = np.empty(group.size(), np.int64)
    all_gather_into_tensor(wrap(sizes), wrap(np.array([own.size])), group)
    return [int(size) for size in sizes]


def _padded(array: Array, size: int) -> Array:
    padded = np.zeros(size, np.uint8)
    padded[: array.size] = array
    return padded


def _unpacked(row: Array, size: int) -> Any:
    return pickle.loads(row[:size].tobytes())

"""Questions about groups: who is a member, and under which number."""

from __future__ import annotations

from typing import Any

from .process_group import ProcessGroup, resolve


def get_rank(group: Any = None) -> int:
    """Return the number of this process in a group, that of all if none is given; -1 if it is no member."""
    one = resolve("get_rank", group)
    return -1 if one is None else one.rank()


def get_world_size(group: Any = None) -> int:
    """Return the number of processes in a group, in that of all if none is given; -1 if this one is no member."""
    one = resolve("get_world_size", group)
    return -1 if one is None else one.size()


def get_backend(group: Any = None) -> str:
    """Return what carries the messages of a group: "mpi"."""
    resolve("get_backend", group)
    return "mpi"


def get_process_group_ranks(group: Any = None) -> list[int]:
    """Return the numbers of a group's members in the group of all, in the order of the group."""
    one = resolve("get_process_group_ranks", group)
    return [] if one is None else list(one.ranks)


def get_group_rank(group: ProcessGroup, global_rank: int) -> int:
    """Return the number in a group of a process that has this number in the group of all.

    Raises
    ------
    ValueError
        If it is no member.
    """
    if global_rank not in group.ranks:
        raise ValueError(
            f"get_group_rank: rank {global_rank} is not part of group {group.group_name}: {group.ranks}"
        )
    return group.ranks.index(global_rank)


def get_global_rank(group: ProcessGroup, group_rank: int) -> int:
    """Return the number in the group of all of a process that has this number in a group.

    Raises
    ------
    ValueError
        If there is no such number in the group.
    """
    if not 0 <= group_rank < len(group.ranks):
        raise ValueError(
            f"get_global_rank: expected a rank between 0 and {len(group.ranks) - 1} of group {group.group_name}, got "
            f"{group_rank}"
        )
    return group.ranks[group_rank]

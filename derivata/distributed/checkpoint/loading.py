"""`load`: each rank reads what it asks for, from the files of any number of ranks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ...runtime.modes.grad_mode import no_grad
from ...runtime.tensors.tensor import Tensor
from .folder import read_index
from .parts import Part
from .reading import Reader
from .states import check_groups, given_back, is_stateful, with_wanted_states
from .together import ranks_of
from .wishes import Wish, wishes


def load(
    state_dict: dict[Any, Any], *, checkpoint_id: str | os.PathLike[str], process_group: Any = None
) -> None:
    """Fill a state dictionary with the values of a checkpoint; all ranks call it together, any number of them.

    Parameters
    ----------
    state_dict : dict
        What is wanted, which may be less than was saved. Tensors, and those of `Rows` and `Elements`, are written to in
        place; other values are replaced; an empty dictionary gets all that was saved below its key, such as the state
        of an optimizer that has made no step. Objects with `state_dict` and `load_state_dict` get their state by those.
    checkpoint_id : path
        The folder that `save` was given.
    process_group : ProcessGroup, optional
        The ranks that load; all if not given. A program without `init_process_group` loads alone.

    Raises
    ------
    CheckpointException
        On all ranks alike, naming rank, key or file: for a key that was not saved, another shape or dtype, a
        missing, damaged or foreign file, and a value other than a tensor that was saved by each rank, of which another
        number loads it. Nothing is written then. If `load_state_dict` of an object raises, what came before it in
        `state_dict` has been loaded, as the error says.
    RankMismatchError
        If ranks name different folders.

    Examples
    --------
    >>> import shutil, tempfile
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> folder = [tempfile.mkdtemp() if dist.get_rank() == 0 else ""]
    >>> dist.broadcast_object_list(folder)
    >>> rank, size = dist.get_rank(), dist.get_world_size()
    >>> rows = dist.checkpoint.Rows(dv.full((2,), rank), start=2 * rank, total=2 * size)
    >>> dist.checkpoint.save({"x": rows}, checkpoint_id=folder[0])
    >>> whole = dv.zeros(2 * size, dtype=rows.tensor.dtype)
    >>> dist.checkpoint.load({"x": whole}, checkpoint_id=folder[0])
    >>> whole.tolist() == [number // 2 for number in range(2 * size)]
    True
    >>> dist.destroy_process_group()
    >>> shutil.rmtree(folder[0], ignore_errors=True)
    """
    place = Path(checkpoint_id)
    ranks = ranks_of("checkpoint.load", process_group, checkpoint_id, "nothing was loaded")
    if ranks is None:
        return
    shown, wanted, values = ranks.do(lambda: _read(place, state_dict, ranks.rank, ranks.size))
    ranks.outcome = "values that came before were loaded"
    ranks.do(lambda: _fill(state_dict, shown, wanted, values))


def _read(
    place: Path, state_dict: Any, rank: int, ranks: int
) -> tuple[dict[Any, Any], list[Wish], dict[str, Any]]:
    """Return the state with that of its objects, what is wanted, and its values by key; write nothing."""
    index = read_index(place)
    shown = with_wanted_states(state_dict, index)
    wanted = wishes(shown, index, place)
    values = Reader(place, index, rank, ranks).read(wanted)
    check_groups(state_dict, values)
    return shown, wanted, values


def _fill(
    state_dict: dict[Any, Any], shown: dict[Any, Any], wanted: list[Wish], values: dict[str, Any]
) -> None:
    """Give everything that is wanted its value."""
    with no_grad():
        for wish in wanted:
            target, value = wish.target, values[wish.key]
            if isinstance(target, Part):
                target.held.copy_(value)
            elif isinstance(target, Tensor) and not is_stateful(state_dict.get(wish.entry.path[0])):
                target.copy_(value)
            else:  # objects copy their state themselves
                wish.replace(value)
    for name, found in shown.items():
        one: Any = state_dict.get(name)
        if is_stateful(one):
            one.load_state_dict(given_back(found))
        else:
            state_dict[name] = found

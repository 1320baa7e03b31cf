"""`save`: each rank writes a part, and rank 0 the index when all parts are there."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any

from . import folder
from .index import Entry, Index, plan
from .states import with_states
from .together import CheckpointException, ranks_of
from .values import Description, Place, describe, places, written


def save(
    state_dict: dict[Any, Any], *, checkpoint_id: str | os.PathLike[str], process_group: Any = None
) -> None:
    """Write a checkpoint, which is there whole or not at all; all ranks call it together.

    Values that are alike on all ranks, such as the parameters of `DistributedDataParallel`, are written once, each by
    one rank, so that ranks write about as many bytes. A value that differs is written by each rank that has it, and
    is that rank's when loaded. `Rows` and `Elements` mark tensors that are spread over ranks.

    An older checkpoint in the folder can be loaded until the new one is complete; then its files are removed. No other
    file in the folder is touched.

    Parameters
    ----------
    state_dict : dict
        Tensors, `Rows`, `Elements` and plain data, in nested dictionaries whose keys are texts and ints. Objects in it
        with `state_dict` and `load_state_dict` (modules, optimizers, schedulers) are saved by their state.
    checkpoint_id : path
        The folder, on a file system that all ranks share; it is made if it is not there.
    process_group : ProcessGroup, optional
        The ranks that save; all if not given. A program without `init_process_group` saves alone.

    Raises
    ------
    CheckpointException
        On all ranks alike, naming rank and file or key, if any of them cannot write (a full disk), or if parts of a
        tensor are on no rank. The older checkpoint is as it was.
    RankMismatchError
        If ranks name different folders.

    Examples
    --------
    >>> import shutil, tempfile
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> folder = [tempfile.mkdtemp() if dist.get_rank() == 0 else ""]
    >>> dist.broadcast_object_list(folder)
    >>> model = nn.Linear(2, 1)
    >>> dist.checkpoint.save({"model": model, "step": 3}, checkpoint_id=folder[0])
    >>> state = {"model": model, "step": 0}
    >>> dist.checkpoint.load(state, checkpoint_id=folder[0])
    >>> state["step"]
    3
    >>> dist.destroy_process_group()
    >>> shutil.rmtree(folder[0], ignore_errors=True)
    """
    caller, place = "checkpoint.save", Path(checkpoint_id)
    outcome = "an older checkpoint in the folder is as it was"
    ranks = ranks_of(caller, process_group, checkpoint_id, outcome)
    if ranks is None:
        return
    own = ranks.do(lambda: _described(place, state_dict, ranks.rank))
    token = ranks.share(folder.new_token())[0]
    told = ranks.share({key: description for key, (_, description) in own.items()})
    entries = ranks.do(lambda: plan(told, ranks.names))
    file = folder.shard(place, token, ranks.rank, ranks.size)
    index = Index(token, ranks.size, entries)
    values = _of_rank(ranks.rank, own, entries)
    try:
        ranks.do(lambda: folder.write(file, values) if values else None)
        ranks.do(lambda: folder.write_index(place, index) if ranks.rank == 0 else None)
    except CheckpointException:  # which all ranks raise: there is no index with this file
        file.unlink(missing_ok=True)
        raise
    if ranks.rank == 0:
        try:
            folder.remove_others(place, token)
        except OSError as error:
            warnings.warn(
                f"{caller}: the checkpoint is complete, but a file of an older one could not be removed: {error}",
                UserWarning,
                stacklevel=2,
            )
    ranks.share(None)


def _described(place: Path, state_dict: Any, rank: int) -> dict[str, tuple[Place, Description]]:
    """Return the values of this rank with their descriptions; make the folder, and room in it."""
    found = places(with_states(state_dict))
    described = {key: (one, describe(key, one)) for key, one in found.items()}
    if rank == 0:
        if place.exists() and not place.is_dir():
            raise NotADirectoryError(
                f"{place}: expected a folder, or a name that is free, got a file; give checkpoint_id another name"
            )
        place.mkdir(parents=True, exist_ok=True)
        folder.remove_unfinished(place)
    return described


def _of_rank(
    rank: int, own: dict[str, tuple[Place, Description]], entries: dict[str, Entry]
) -> dict[str, Any]:
    """Return the values that a rank writes."""
    return {
        key: written(place.value)
        for key, (place, _) in own.items()
        if key in entries and any(piece.rank == rank for piece in entries[key].pieces)
    }

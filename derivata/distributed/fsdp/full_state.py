"""The state of a sharded model as that of the whole one: gathered on one rank, and given to all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...nn.module import Module
from ...nn.parameter import is_shard
from ...nn.state import IncompatibleKeys
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..collectives import all_gather_into_tensor, broadcast
from ..list_collectives import gather
from ..objects import broadcast_object_list
from ..process_group import ProcessGroup
from .shard import padded, shard_of, whole

if TYPE_CHECKING:
    from ..mpi import Array

__all__ = ["full_state_dict", "load_full_state_dict"]


def full_state_dict(model: Module, rank0_only: bool = True) -> dict[str, Any]:
    """Return the state of a model with whole parameters, which all ranks of its group call.

    Parameters are gathered one after the other.

    Parameters
    ----------
    model : Module
        With modules that `fully_shard` was given.
    rank0_only : bool
        Whether only rank 0 of the group gets it, and the others an empty dictionary.

    Returns
    -------
    dict of str to Tensor

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> from derivata.distributed.fsdp import full_state_dict, fully_shard, load_full_state_dict
    >>> dist.init_process_group("mpi")
    >>> model = fully_shard(nn.Linear(3, 2))
    >>> state = full_state_dict(model)
    >>> dist.get_rank() > 0 or state["weight"].shape == (2, 3)
    True
    >>> load_full_state_dict(model, state)
    <All keys matched successfully>
    >>> dist.destroy_process_group()
    """
    found = {}
    for name, value in model.state_dict(keep_vars=True).items():
        if is_shard(value):
            rows = _rows(value, rank0_only)
            if rows is not None:
                found[name] = wrap(whole(rows, shard_of(value)))
        elif not rank0_only or _group("full_state_dict", model).rank() == 0:
            found[name] = value.detach() if isinstance(value, Tensor) else value
    return found


def _rows(parameter: Any, rank0_only: bool) -> Any:
    """Return the parts of all ranks; None where they are not wanted."""
    one = shard_of(parameter)
    if not rank0_only:
        rows = np.empty((one.group.size(), one.length), parameter.dtype)
        all_gather_into_tensor(wrap(rows), parameter.detach(), one.group)
        return rows
    if one.group.rank() != 0:
        gather(parameter.detach(), None, group=one.group, group_dst=0)
        return None
    rows = np.empty((one.group.size(), one.length), parameter.dtype)
    gather(parameter.detach(), [wrap(row) for row in rows], group=one.group, group_dst=0)
    return rows


def load_full_state_dict(
    model: Module, state_dict: Mapping[str, Any] | None, strict: bool = True
) -> IncompatibleKeys:
    """Give a sharded model the state of a whole one, which rank 0 of its group has; all ranks call this.

    Parameters
    ----------
    model : Module
        With modules that `fully_shard` was given, on any number of ranks.
    state_dict : mapping of str to Tensor or array, or None
        What `full_state_dict` returned, or `state_dict` of a model that is not sharded; that of other ranks is not
        used.
    strict : bool
        Whether missing and unexpected names are errors.

    Returns
    -------
    IncompatibleKeys

    Raises
    ------
    RuntimeError
        On all ranks, with every missing or unexpected name and every wrong shape; nothing is written then.
    """
    group = _group("load_full_state_dict", model)
    given = {name: _value(one) for name, one in (state_dict or {}).items()} if group.rank() == 0 else {}
    told = [[(name, _Form.of(value)) for name, value in given.items()]]
    broadcast_object_list(told, group=group, group_src=0)
    held = model.state_dict(keep_vars=True)
    _check_shapes(told[0], held)
    state: dict[str, Any] = {}
    for name, form in told[0]:
        if not isinstance(form, _Form):
            state[name] = form
            continue
        array = given[name].copy() if name in given else np.empty(form.shape, form.dtype)
        broadcast(wrap(array), group=group, group_src=0)
        state[name] = wrap(_own_part(held.get(name), array))
    return model.load_state_dict(state, strict)


def _own_part(held: Any, array: Array) -> Array:
    """Return what this rank has of an array."""
    if not is_shard(held):
        return array
    one = shard_of(held)
    own: Array = padded(array, one)[one.group.rank()].copy()
    return own


class _Form(NamedTuple):
    """What the other ranks have to know of an array before it comes."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    @classmethod
    def of(cls, value: Any) -> Any:
        """Return the form of an array; anything else is told itself."""
        return cls(value.shape, value.dtype) if isinstance(value, np.ndarray) else value


def _value(value: Any) -> Any:
    return value._array if isinstance(value, Tensor) else value


def _check_shapes(told: list[tuple[str, Any]], held: Mapping[str, Any]) -> None:
    """Raise, on all ranks alike, unless arrays have the shapes of the whole parameters."""
    wrong = [
        f"size mismatch for {name}: copying a param with shape {form.shape}, the shape in the model is "
        f"{held[name].shard.shape}"
        for name, form in told
        if is_shard(held.get(name)) and getattr(form, "shape", None) != held[name].shard.shape
    ]
    if wrong:
        text = "; ".join(wrong)
        raise RuntimeError(
            f"load_full_state_dict: {text}; give what full_state_dict of the same model returned"
        )


def _group(caller: str, model: Module) -> ProcessGroup:
    """Return the group over which a model is sharded."""
    for parameter in model.parameters():
        if is_shard(parameter):
            return shard_of(parameter).group
    raise ValueError(
        f"{caller}: expected a module with sharded parameters, got none; state_dict() has all of it"
    )

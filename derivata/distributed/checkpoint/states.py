"""The states of modules and optimizers, with marks on what is spread over ranks, such as parts of parameters.

A parameter of which this rank has a part is one of `fully_shard`, or says so by its attribute `part`: the number of its
first element in the whole parameter, and the shape of that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ...nn.module import Module
from ...nn.parameter import is_shard
from ...optim import saved_state
from ...optim.optimizer import Optimizer
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..optim.spread_state import SpreadState
from .index import Entry, Index
from .parts import Elements
from .values import key_of

Where: TypeAlias = tuple[int, tuple[int, ...]]


@dataclass(frozen=True, eq=False, repr=False)
class _Marked(Elements):
    """A part that an object is given back in the shape that it has there."""

    own_shape: tuple[int, ...]


def is_stateful(value: object) -> bool:
    """Tell whether an object, such as a module or an optimizer, gives and takes its state itself."""
    return hasattr(value, "state_dict") and hasattr(value, "load_state_dict")


def with_states(state_dict: Any) -> dict[Any, Any]:
    """Return a state dictionary in which objects are their states."""
    if not isinstance(state_dict, dict):
        raise TypeError(f"state_dict: expected a dictionary, got {type(state_dict).__name__}")
    return {name: _state_of(one) if is_stateful(one) else one for name, one in state_dict.items()}


def with_wanted_states(state_dict: Any, index: Index) -> dict[Any, Any]:
    """Return a state dictionary in which objects are those of their states that this rank wants of a checkpoint."""
    shown = with_states(state_dict)
    for name, one in state_dict.items():
        if isinstance(one, Optimizer):
            _add_wanted(shown[name]["state"], one, [e for e in index.entries.values() if e.path[0] == name])
    return shown


def check_groups(state_dict: dict[Any, Any], values: dict[str, Any]) -> None:
    """Compare the optimizers of a state dictionary with the groups that were saved, before anything is written.

    Raises
    ------
    ValueError
        Which names the optimizer.
    """
    for name, one in state_dict.items():
        if isinstance(one, Optimizer):
            saved = {"state": {}, "param_groups": values[key_of((name, "param_groups"))]}
            defaults = one.optim.defaults if isinstance(one, SpreadState) else one.defaults
            saved_state.restored_groups(f"{name}, {type(one).__name__}", one.param_groups, saved, defaults)


def given_back(state: Any) -> Any:
    """Return the state of an object without marks, as `load_state_dict` takes it."""
    if isinstance(state, _Marked):
        return state.tensor.reshape(state.own_shape)
    if isinstance(state, dict):
        return type(state)((key, given_back(value)) for key, value in state.items())
    return state


def _state_of(one: Any) -> dict[Any, Any]:
    """Return the state of an object, with marks on the parts of what is spread over ranks."""
    if isinstance(one, Module):
        found = one.state_dict()
        for name, parameter in one.named_parameters(remove_duplicate=False):
            if name in found:
                found[name] = _marked(found[name], parameter)
        return found
    if not isinstance(one, Optimizer):
        state: dict[Any, Any] = one.state_dict()
        return state
    found = one.state_of_share() if isinstance(one, SpreadState) else one.state_dict()
    parameters = saved_state.params_of(one.param_groups)
    return {
        **found,
        "state": {
            number: {key: _marked(value, parameters[number]) for key, value in values.items()}
            for number, values in found["state"].items()
        },
    }


def _add_wanted(state: dict[Any, Any], one: Optimizer, entries: Sequence[Entry]) -> None:
    """Add to the state of an optimizer what this rank lacks of its share, and its parts: not all that was saved."""
    parameters = saved_state.params_of(one.param_groups)
    if not isinstance(one, SpreadState) and not any(_where(parameter) for parameter in parameters):
        return
    for entry in entries:
        if len(entry.path) != 4 or entry.path[1] != "state":
            continue
        number, key = entry.path[2:]
        if not isinstance(number, int) or not 0 <= number < len(parameters):
            continue
        parameter = parameters[number]
        if not isinstance(one, SpreadState) or one.has(parameter):
            values = state.setdefault(number, {})
            if key not in values:
                values[key] = _empty_part(entry, key, parameter)


def _empty_part(entry: Entry, key: str | int, parameter: Tensor) -> Any:
    """Return the mark of a part that is to be loaded; None for a value that is no tensor like the parameter."""
    if key in saved_state.NUMBERS:  # which look like what there is for each of a scalar parameter
        return None
    where = _where(parameter)
    dtype = entry.pieces[0].dtype
    shape = entry.pieces[0].shape if entry.whole is None else entry.whole
    if where is None or dtype is None or shape[: len(where[1])] != where[1]:
        return None
    return _marked(wrap(np.zeros((*parameter.shape, *shape[len(where[1]) :]), dtype)), parameter)


def _marked(value: Any, parameter: Tensor) -> Any:
    """Return a value of the shape of a parameter of which this rank has a part with its place; others as they are."""
    where, own = _where(parameter), tuple(parameter.shape)
    if where is None or not isinstance(value, Tensor) or tuple(value.shape[: len(own)]) != own:
        return value
    more = tuple(value.shape[len(own) :])
    start, shape = where
    return _Marked(value.reshape(-1), start * math.prod(more), (*shape, *more), tuple(value.shape))


def _where(parameter: Tensor) -> Where | None:
    """Return where the part of a parameter begins, and the shape of the whole one; None if it is whole."""
    if is_shard(parameter):
        shard: Any = parameter.__dict__["shard"]
        return shard.group.rank() * shard.length, shard.shape
    found: Where | None = getattr(parameter, "part", None)
    return found

"""The state of an optimizer in a form that can be saved: parameters are replaced by their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.plain_arrays import plain_array

Group = dict[str, Any]
State = dict[Tensor, dict[str, Any]]


def collect(groups: list[Group], state: State, of_tensors: bool) -> dict[str, Any]:
    """Return state and groups with parameters numbered in the order of the groups."""
    number = {id(param): index for index, param in enumerate(params_of(groups))}
    return {
        "state": {
            number[id(param)]: {
                key: value if of_tensors else as_saved(key, value) for key, value in entries.items()
            }
            for param, entries in state.items()
        },
        "param_groups": [
            {**group, "params": [number[id(param)] for param in group["params"]]} for group in groups
        ],
    }


def as_saved(key: str, value: Any) -> Any:
    """Return an array as a tensor on its memory, and the numbers that PyTorch has in tensors as such; others as is."""
    if isinstance(value, np.ndarray):
        return wrap(value)
    if key in NUMBERS:
        return wrap(np.array(value, np.float64))
    return [as_saved(key, item) for item in value] if isinstance(value, list) else value


def restore(
    optimizer: str, groups: list[Group], saved: Any, defaults: Group, of_tensors: bool
) -> tuple[State, list[Group]]:
    """Return the state and the groups that `collect` described, with the parameters of `groups`."""
    options = restored_groups(optimizer, groups, saved, defaults)
    numbers = [number for group in saved["param_groups"] for number in group["params"]]
    param_of = dict(zip(numbers, params_of(groups), strict=True))
    state = {
        param_of[number]: {
            key: copy_of_tensors(value, param_of[number])
            if of_tensors
            else copied(optimizer, key, value, param_of[number])
            for key, value in entries.items()
        }
        for number, entries in saved["state"].items()
    }
    return state, options


def restored_groups(optimizer: str, groups: list[Group], saved: Any, defaults: Group) -> list[Group]:
    """Return the groups that `collect` described, with the parameters of `groups`.

    Raises
    ------
    ValueError
        For groups of other sizes, and for those of another optimizer: without an option that has one of the `defaults`.
        Options that are off by default may be missing, as in states of older releases.
    """
    if not isinstance(saved, Mapping) or not {"state", "param_groups"} <= saved.keys():
        got = list(saved) if isinstance(saved, Mapping) else type(saved).__name__
        raise ValueError(
            f"{optimizer}: expected a state dictionary with the keys 'state' and 'param_groups', got {got}; give what "
            "state_dict() returned"
        )
    own_sizes = [len(group["params"]) for group in groups]
    saved_sizes = [len(group["params"]) for group in saved["param_groups"]]
    if own_sizes != saved_sizes:
        raise ValueError(
            f"{optimizer}: expected groups of {own_sizes} parameters, got groups of {saved_sizes}; load the "
            f"state into an optimizer that was made like the one it was saved from"
        )
    numbers = [key for key, value in defaults.items() if value is not None and not isinstance(value, bool)]
    for group in saved["param_groups"]:
        missing = [key for key in numbers if key not in group]
        if missing:
            raise ValueError(
                f"{optimizer}: expected groups with {', '.join(map(repr, missing))}, got those of another optimizer, "
                f"with {', '.join(repr(key) for key in group if key != 'params')}; load the state into an optimizer "
                "of the class that it was saved from, or add the options to its groups"
            )
    return [
        {**old, **new, "params": old["params"]}
        for old, new in zip(groups, saved["param_groups"], strict=True)
    ]


NUMBERS = frozenset(("step", "eta", "mu", "mu_product"))
"""What PyTorch keeps in tensors without dimensions."""

_OF_OTHER_SHAPES = frozenset(("row_var", "col_var", "d", "old_dirs", "old_stps", "prev_flat_grad"))
"""What is no number for each of the parameter."""


def copy_of_tensors(value: Any, param: Tensor) -> Any:
    """Return saved values with tensors copied, those of floating point in the parameter's precision."""
    if isinstance(value, (list, tuple)):
        return type(value)([copy_of_tensors(item, param) for item in value])
    if not isinstance(value, Tensor):
        return value
    floating = value.dtype.kind == param.dtype.kind == "f"
    return value.detach().to(param.dtype if floating else value.dtype, copy=True)


def copied(optimizer: str, key: str, value: Any, param: Tensor) -> Any:
    """Return a copy of a saved array in the parameter's precision, or a saved number as it is."""
    if isinstance(value, list):
        return [copied(optimizer, key, item, param) for item in value]
    if not isinstance(value, (np.ndarray, Tensor)):
        return value
    if isinstance(value, Tensor) and value.is_sparse:
        return value.to(param.dtype, copy=True)
    array = value._array if isinstance(value, Tensor) else plain_array(optimizer, value)
    if key in NUMBERS:
        return int(array) if key == "step" else array.item()
    own = param._array.real
    if array.shape not in (own.shape, (*own.shape, 2)) and key not in _OF_OTHER_SHAPES:
        raise ValueError(f"{optimizer}: expected {key} of shape {own.shape}, got {array.shape}")
    return array.astype(own.dtype)


def params_of(groups: list[Group]) -> list[Tensor]:
    """Return the parameters of all groups in order."""
    return [param for group in groups for param in group["params"]]

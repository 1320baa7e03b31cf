"""State dictionaries: the values of a module by name, and the way back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..runtime.tensors.tensor import Tensor
from ..support.missing_names import near
from ..support.plain_arrays import plain_array
from .parameter import overwrite
from .tree import ModuleTree, join

Array = NDArray[Any]


class IncompatibleKeys(NamedTuple):
    """The names in which a module and a state dictionary differ."""

    missing_keys: list[str]
    unexpected_keys: list[str]


def named_state(module: ModuleTree, prefix: str = "") -> Iterator[tuple[str, Tensor]]:
    """Yield all that is saved under all its names: by module, parameters before persistent buffers."""
    for path, part in module.named_modules(prefix.removesuffix("."), remove_duplicate=False):
        yield from part.named_parameters(path, recurse=False, remove_duplicate=False)
        for name, persistent in part._buffer_names.items():
            if persistent and part.__dict__[name] is not None:
                yield join(path, name), part.__dict__[name]


def collect_state(module: ModuleTree, prefix: str, keep_vars: bool) -> dict[str, Tensor]:
    """Return the saved tensors by name; see `Module.state_dict`."""
    return {name: tensor if keep_vars else tensor.detach() for name, tensor in named_state(module, prefix)}


def load_state(module: ModuleTree, state: Mapping[str, Any], strict: bool) -> IncompatibleKeys:
    """Copy values into a module after all of them have been checked; see `Module.load_state_dict`."""
    if not isinstance(state, Mapping):
        raise TypeError(
            f"{type(module).__name__}: expected a state dictionary, got {type(state).__name__}; give what state_dict() "
            "returned"
        )
    own = dict(named_state(module))
    keys = IncompatibleKeys(
        [name for name in own if name not in state], [name for name in state if name not in own]
    )
    values = {name: as_array(state[name]) for name in own if name in state}
    problems = [text for name, value in values.items() if (text := why_not_loadable(name, own[name], value))]
    if strict:
        problems = [*describe_differences(keys), *problems]
    if problems:
        raise RuntimeError(
            "\n  ".join([f"{type(module).__name__}: cannot load the state dictionary:", *problems])
        )
    for name, value in values.items():
        overwrite(own[name], value)
    return keys


def as_array(value: Any) -> Array:
    """Return the array of a tensor or of anything that NumPy understands."""
    return value._array if isinstance(value, Tensor) else plain_array("load_state_dict", np.asanyarray(value))


def why_not_loadable(name: str, own: Tensor, value: Array) -> str:
    """Say why a value does not fit; an empty string when it does."""
    if value.shape != own.shape:
        return f"{name}: expected shape {own.shape}, got {value.shape}"
    if not np.can_cast(value.dtype, own.dtype, "same_kind"):
        return f"{name}: expected a dtype that converts to {own.dtype}, got {value.dtype}"
    return ""


def describe_differences(keys: IncompatibleKeys) -> list[str]:
    """Return a line for each missing and unexpected name, with the name that was probably meant."""
    missing = [f"{name}: expected a value, got none" for name in keys.missing_keys]
    unexpected = []
    for name in keys.unexpected_keys:
        meant = near(name, keys.missing_keys)
        unexpected.append(f"{name}: unexpected" + (f"; {meant}" if meant else ""))
    return missing + unexpected

"""The way back from a state dictionary: all values are checked before the first is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.plain_arrays import plain_array
from .parameter import Parameter, is_lazy, is_shard
from .state import EXTRA, IncompatibleKeys, describe_differences, has_own, own_state
from .values import overwrite

if TYPE_CHECKING:
    from .module import Module

Array = NDArray[Any]
Write = Callable[[], object]


def load_state(module: Module, state: Mapping[str, Any], strict: bool, assign: bool) -> IncompatibleKeys:
    """Copy values into a module after all of them have been checked; see `Module.load_state_dict`.

    Hooks that are called after loading see the values that were loaded, and may still change which names are missing
    or unexpected: where there are such hooks, differences of names are reported when the values are written.
    """
    if not isinstance(state, Mapping):
        raise TypeError(
            f"{type(module).__name__}: expected a state dictionary, got {type(state).__name__}; give what state_dict() "
            "returned"
        )
    keys, problems = IncompatibleKeys([], []), list[str]()
    writes: list[Write] = []
    _look_up(module, dict(state), "", assign, (keys.missing_keys, keys.unexpected_keys, problems), writes)
    after = [
        (part, hook)
        for part in _children_first(module)
        for hook in part._load_state_dict_post_hooks.snapshot()
    ]
    _report(module, keys if strict and not after else IncompatibleKeys([], []), problems)
    for write in writes:
        write()
    for part, hook in after:
        if hook(part, keys) is not None:
            raise AssertionError(
                f"{type(part).__name__}: expected a load_state_dict post-hook to return None, since it changes "
                "incompatible_keys in place"
            )
    _report(module, keys if strict else IncompatibleKeys([], []), [])
    return keys


def _report(module: Module, keys: IncompatibleKeys, problems: list[str]) -> None:
    lines = [*describe_differences(keys, " in state_dict"), *problems]
    if lines:
        raise RuntimeError(
            "\n  ".join([f"Error(s) in loading state_dict for {type(module).__name__}:", *lines])
        )


def _children_first(module: Module) -> list[Module]:
    below = [part for child in module._modules.values() for part in _children_first(child)]
    return [*below, module]


def _look_up(
    module: Module,
    state: dict[str, Any],
    prefix: str,
    assign: bool,
    found: tuple[list[str], list[str], list[str]],
    writes: list[Write],
) -> None:
    """Look for the values of a module and all below it."""
    metadata = {"version": module._version, "assign_to_params_buffers": assign, "writes": writes}
    module._load_from_state_dict(state, prefix, metadata, True, *found)
    for name, child in module._modules.items():
        below = f"{prefix}{name}."
        part = {key: value for key, value in state.items() if key.startswith(below)}
        _look_up(child, part, below, assign, found, writes)


def load_own(
    module: Module,
    state: dict[str, Any],
    prefix: str,
    metadata: dict[str, Any],
    strict: bool,
    missing: list[str],
    unexpected: list[str],
    problems: list[str],
) -> None:
    """Check the values of a module itself, and note the writes; see `Module._load_from_state_dict`."""
    for hook in module._load_state_dict_pre_hooks.snapshot():
        hook(module, state, prefix, metadata, strict, missing, unexpected, problems)
    writes, own = list[Write](), dict(own_state(module))
    for name, tensor in own.items():
        key = prefix + name
        if key not in state:
            missing.extend([key] if strict else [])
        elif text := why_not_loadable(key, tensor, state[key]):
            problems.append(text)
        else:
            writes.append(
                _write(module, name, tensor, state[key], metadata.get("assign_to_params_buffers", False))
            )
    extra = prefix + EXTRA
    if has_own(module, "set_extra_state"):
        if extra in state:
            writes.append(lambda: module.set_extra_state(state[extra]))
        elif strict:
            missing.append(extra)
    elif strict and extra in state:
        unexpected.append(extra)
    if strict:
        unexpected.extend([key for key in state if _is_unexpected(module, key, prefix, own)])
    if "writes" in metadata:
        metadata["writes"].extend(writes)
    else:  # called by a program, for this module only
        for write in writes:
            write()


def _is_unexpected(module: Module, key: str, prefix: str, own: Mapping[str, Tensor]) -> bool:
    if not key.startswith(prefix) or key == prefix + EXTRA:
        return False
    name, dot, _ = key[len(prefix) :].partition(".")
    return name not in module._modules if dot else name not in own


def _write(module: Module, name: str, own: Any, value: Any, assign: bool) -> Write:
    """Return what puts a value into a parameter or buffer, or in its place."""
    if is_lazy(value):
        return lambda: None
    if assign:
        return lambda: setattr(module, name, _in_place_of(own, value))
    array = as_array(value)

    def write() -> None:
        if is_lazy(own):
            own.materialize(array.shape)
        overwrite(own, array.reshape(own.shape))

    return write


def _in_place_of(own: Tensor, value: Any) -> Tensor:
    """Return a tensor that takes the place of another one: a parameter, with its `requires_grad`, for a parameter."""
    tensor = value if isinstance(value, Tensor) else wrap(as_array(value))
    if not isinstance(own, Parameter):
        return tensor
    if isinstance(tensor, Parameter):
        return tensor.requires_grad_(own.requires_grad)
    return Parameter(tensor, own.requires_grad)


def as_array(value: Any) -> Array:
    """Return the array of a tensor or of anything that NumPy understands."""
    return value._array if isinstance(value, Tensor) else plain_array("load_state_dict", np.asanyarray(value))


def why_not_loadable(name: str, own: Tensor, value: Any) -> str:
    """Say why a value does not fit; an empty string when it does."""
    if is_lazy(own) or is_lazy(value):
        if is_lazy(own):
            return ""
        return f"{name}: expected a value, got an uninitialized one; call forward of its module first"
    array = as_array(value)
    if array.shape != own.shape and (array.shape, own.shape) != ((1,), ()):
        cure = "; distributed.fsdp.load_full_state_dict takes whole parameters" if is_shard(own) else ""
        return f"size mismatch for {name}: expected shape {own.shape}, got {array.shape}{cure}"
    if not np.can_cast(array.dtype, own.dtype, "same_kind"):
        return f"{name}: expected a dtype that converts to {own.dtype}, got {array.dtype}"
    return ""

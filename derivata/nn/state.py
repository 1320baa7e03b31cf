"""State dictionaries: the values of a module by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..runtime.tensors.tensor import Tensor
from ..support.missing_names import near
from .parameter import is_lazy

if TYPE_CHECKING:
    from .module import Module

EXTRA = "_extra_state"


class IncompatibleKeys(NamedTuple):
    """The names in which a module and a state dictionary differ."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"IncompatibleKeys(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})"


def own_state(module: Module) -> Iterator[tuple[str, Tensor]]:
    """Yield what is saved of a module itself: parameters before persistent buffers."""
    yield from module.named_parameters(recurse=False, remove_duplicate=False)
    for name, persistent in module._buffer_names.items():
        if persistent and module.__dict__[name] is not None:
            yield name, module.__dict__[name]


def has_own(module: Module, method: str) -> bool:
    """Say whether a class defines `get_extra_state` or `set_extra_state` itself."""
    from .module import Module

    return getattr(type(module), method) is not getattr(Module, method)


def save_own(module: Module, destination: dict[str, Any], prefix: str, keep_vars: bool) -> None:
    """Put the state of a module itself into a dictionary; see `Module._save_to_state_dict`."""
    for name, tensor in own_state(module):
        destination[prefix + name] = tensor if keep_vars or is_lazy(tensor) else tensor.detach()
    if has_own(module, "get_extra_state"):
        destination[prefix + EXTRA] = module.get_extra_state()


def collect_state(module: Module, destination: dict[str, Any], prefix: str, keep_vars: bool) -> None:
    """Put the state of a module and all below it into a dictionary, with the hooks around each."""
    for before in module._state_dict_pre_hooks.snapshot():
        before(module, prefix, keep_vars)
    module._save_to_state_dict(destination, prefix, keep_vars)
    for name, child in module._modules.items():
        child.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
    for after in module._state_dict_hooks.snapshot():
        if after(module, destination, prefix, {"version": module._version}) is not None:
            raise RuntimeError(
                f"{type(module).__name__}: expected a state_dict post-hook to return None, since it changes the "
                "dictionary in place"
            )


def describe_differences(keys: IncompatibleKeys, place: str = "") -> list[str]:
    """Return lines in PyTorch's words: missing names, and unexpected ones with the name that was probably meant."""
    missing = [f'"{name}"' for name in keys.missing_keys]
    unexpected = []
    for name in keys.unexpected_keys:
        meant = near(name, keys.missing_keys)
        unexpected.append(f'"{name}"' + (f" ({meant})" if meant else ""))
    kinds = {"Missing": missing, "Unexpected": unexpected}
    return [f"{kind} key(s){place}: {', '.join(names)}" for kind, names in kinds.items() if names]

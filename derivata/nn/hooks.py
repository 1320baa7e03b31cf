"""Forward hooks: functions called before and after a module's `forward`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..runtime.graph.hooks import HookTable, RemovableHandle

if TYPE_CHECKING:
    from .module import Module

ForwardPreHook = Callable[["Module", tuple[Any, ...]], Any]
ForwardHook = Callable[["Module", tuple[Any, ...], Any], Any]

NO_HOOKS = HookTable()  # what every module has until its first hook; never added to


def add_hook(module: Module, table: str, hook: Callable[..., Any]) -> RemovableHandle:
    """Add a hook to one of a module's tables, which is made for the first hook."""
    if not callable(hook):
        raise TypeError(f"{type(module).__name__}: expected a callable as hook, got {type(hook).__name__}")
    hooks: HookTable = module.__dict__.setdefault(table, HookTable())
    return hooks.add(hook)


def run_with_hooks(module: Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run `forward` between its hooks, each of which may replace what it is given."""
    for before in module._forward_pre_hooks.snapshot():
        replaced = before(module, args)
        if replaced is not None:
            args = replaced if isinstance(replaced, tuple) else (replaced,)
    output = module.forward(*args, **kwargs)
    for after in module._forward_hooks.snapshot():
        replaced = after(module, args, output)
        if replaced is not None:
            output = replaced
    return output

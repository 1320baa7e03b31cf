"""Hooks of modules: functions called around `forward`, in backward, when members are registered and state is moved.

A module has a table of each kind, made for its first hook; `EVERYWHERE` has the hooks of all modules, of all kinds.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ..runtime.graph.hooks import HookTable, RemovableHandle

if TYPE_CHECKING:
    from .module import Module
    from .tree import ModuleTree

Hook = Callable[..., Any]


class Options(NamedTuple):
    """How a hook is called."""

    with_kwargs: bool = False
    always_call: bool = False


class CallHooks(HookTable):
    """Hooks of one kind, and how each of them is called."""

    def __init__(self) -> None:
        super().__init__()
        self.options: dict[int, Options] = {}

    def add_with(self, hook: Hook, prepend: bool, options: Options) -> RemovableHandle:
        """Add a hook behind the others, or before them."""
        handle = self.add(hook)
        self.options[handle.id] = options
        if prepend:
            others = [key for key in self if key != handle.id]
            for key in others:
                self[key] = self.pop(key)
        return handle

    def calls(self) -> list[Call]:
        """Return the hooks of this moment."""
        return [Call(hook, *self.options.get(key, Options())) for key, hook in self.items()]


class Call(NamedTuple):
    """A hook that is going to be called."""

    hook: Hook
    with_kwargs: bool
    always_call: bool


@dataclass(frozen=True)
class Everywhere:
    """A hook of all modules, and when it is called."""

    kind: str
    hook: Hook
    options: Options

    def __call__(self, *args: Any) -> Any:
        """Call the hook."""
        return self.hook(*args)


NO_HOOKS = CallHooks()  # what every module has until its first hook; never added to
EVERYWHERE = HookTable()


def check_hook(subject: str, hook: object) -> None:
    """Refuse what cannot be called."""
    if not callable(hook):
        raise TypeError(f"{subject}: expected a callable as hook, got {type(hook).__name__}")


def add_hook(
    module: ModuleTree, table: str, hook: Hook, prepend: bool = False, options: Options | None = None
) -> RemovableHandle:
    """Add a hook to one of a module's tables, which is made for the first hook."""
    check_hook(type(module).__name__, hook)
    hooks: CallHooks = module.__dict__.setdefault(table, CallHooks())
    module.__dict__["_hooked"] = True
    return hooks.add_with(hook, prepend, options or Options())


def add_everywhere(kind: str, hook: Hook, options: Options | None = None) -> RemovableHandle:
    """Add a hook of all modules."""
    check_hook(f"register_module_{kind}_hook", hook)
    return EVERYWHERE.add(Everywhere(kind, hook, options or Options()))


def calls_everywhere(kind: str) -> list[Call]:
    """Return the hooks of all modules of a kind."""
    hooks: tuple[Any, ...] = EVERYWHERE.snapshot()
    return [Call(found.hook, *found.options) for found in hooks if found.kind == kind]


def registered(module: object, kind: str, name: str, value: Any) -> Any:
    """Return a new member of a module, or what the hooks of all modules put in its place."""
    for call in calls_everywhere(f"{kind}_registration"):
        replaced = call.hook(module, name, value)
        value = value if replaced is None else replaced
    return value


def run_with_hooks(module: Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run `forward` between its hooks, each of which may replace what it is given."""
    if not (
        module._forward_hooks
        or module._forward_pre_hooks
        or module._backward_hooks
        or module._backward_pre_hooks
    ):
        module.__dict__.pop("_hooked", None)  # all of them are gone
    after = [*calls_everywhere("forward"), *module._forward_hooks.calls()]
    run = _Run(args, kwargs, None, iter(after))
    if not any(call.always_call for call in after):
        return run.complete(module)
    try:
        return run.complete(module)
    except Exception:
        run.call_the_rest(module)
        raise


class _Run:
    """One call of a module: what it is given, what it returns, and the hooks that have not been called."""

    def __init__(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], output: Any, after: Iterator[Call]
    ) -> None:
        self.args, self.kwargs, self.output, self.after = args, kwargs, output, after

    def complete(self, module: Module) -> Any:
        """Call all hooks and `forward`; return the output."""
        for call in [*calls_everywhere("forward_pre"), *module._forward_pre_hooks.calls()]:
            self._before(module, call)
        backward = None
        if module._backward_hooks or module._backward_pre_hooks or EVERYWHERE:
            from .backward_hooks import BackwardHooks

            backward = BackwardHooks(module)
            self.args = backward.watch_inputs(self.args)
        self.output = module.forward(*self.args, **self.kwargs)
        for call in self.after:
            self._after(module, call)
        return self.output if backward is None else backward.watch_outputs(self.args, self.output)

    def _before(self, module: Module, call: Call) -> None:
        if not call.with_kwargs:
            replaced = call.hook(module, self.args)
            if replaced is not None:
                self.args = replaced if isinstance(replaced, tuple) else (replaced,)
            return
        replaced = call.hook(module, self.args, self.kwargs)
        if replaced is not None:
            if not isinstance(replaced, tuple) or len(replaced) != 2:
                raise RuntimeError(
                    f"{type(module).__name__}: expected a forward pre-hook with_kwargs to return None or a tuple of "
                    f"(new_args, new_kwargs), got {type(replaced).__name__}"
                )
            self.args, self.kwargs = replaced

    def _after(self, module: Module, call: Call) -> None:
        given = (self.args, self.kwargs) if call.with_kwargs else (self.args,)
        replaced = call.hook(module, *given, self.output)
        self.output = self.output if replaced is None else replaced

    def call_the_rest(self, module: Module) -> None:
        """Call the hooks that are called always, after an error; their own errors become warnings."""
        for call in self.after:
            if call.always_call:
                try:
                    self._after(module, call)
                except Exception as error:
                    warnings.warn(
                        f"{type(module).__name__}: a forward hook with always_call=True raised an exception that was "
                        f"silenced as another error was raised in forward: {error}",
                        stacklevel=4,
                    )

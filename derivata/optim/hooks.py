"""Hooks of an optimizer: functions that it calls around its steps, and around saving and loading its state."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from .optimizer import Optimizer

Hook: TypeAlias = Callable[..., Any]
HookTable: TypeAlias = dict[int, Hook]

_numbers = count()


class OptimizerHook:
    """Handle that removes a hook.

    Examples
    --------
    >>> x = dv.ones(1, requires_grad=True)
    >>> optimizer = dv.optim.SGD([x], lr=0.1)
    >>> handle = optimizer.register_step_post_hook(lambda optimizer, args, kwargs: print("a step"))
    >>> optimizer.step()
    a step
    >>> handle.remove()
    >>> optimizer.step()
    """

    def __init__(self, hooks: dict[str, HookTable], kind: str, number: int) -> None:
        self._hooks, self._kind, self._number = hooks, kind, number

    def remove(self) -> None:
        """Remove the hook; removing it again does nothing."""
        table = self._hooks.get(self._kind, {})
        table.pop(self._number, None)
        if not table:
            self._hooks.pop(self._kind, None)


def register(kind: str, what: str) -> Callable[..., OptimizerHook]:
    """Return the method that registers hooks of a kind."""

    def method(self: Optimizer, hook: Hook, prepend: bool = False) -> OptimizerHook:
        if not callable(hook):
            raise TypeError(f"register_{kind}_hook: expected a function, got {type(hook).__name__}")
        number = next(_numbers)
        table = self._hooks.get(kind, {})
        self._hooks[kind] = {number: hook, **table} if prepend else {**table, number: hook}
        return OptimizerHook(self._hooks, kind, number)

    method.__name__ = f"register_{kind}_hook"
    method.__doc__ = (
        f"Call {what}; return what takes the hook away. With `prepend`, it is called before the others."
    )
    return method


def hooks_of(optimizer: Optimizer, kind: str) -> list[Hook]:
    """Return the hooks of a kind in their order."""
    return list(optimizer._hooks.get(kind, {}).values()) if optimizer._hooks else []


def hooked(optimizer: Optimizer, step: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Call `step` between its hooks; pre-hooks may replace its arguments."""
    kwargs: dict[str, Any] = {}
    for hook in hooks_of(optimizer, "step_pre"):
        replaced = hook(optimizer, args, kwargs)
        if replaced is not None:
            if not (isinstance(replaced, tuple) and len(replaced) == 2):
                raise RuntimeError(
                    f"{type(optimizer).__name__}.step: expected None or a tuple of new args and kwargs from a hook, "
                    f"got {replaced!r}"
                )
            args, kwargs = replaced
    found = step(*args, **kwargs)
    for hook in hooks_of(optimizer, "step_post"):
        hook(optimizer, args, kwargs)
    return found

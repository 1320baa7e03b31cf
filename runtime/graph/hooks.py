"""Hooks: functions that users register on nodes and tensors, and the handles that remove them."""

import itertools
import weakref
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from ..forward_mode.dual_level import Tangents
    from ..tensors.tensor import Tensor
    from .node import Node

_next_key = itertools.count().__next__


class HookTable(dict[int, Callable[..., Any]]):
    """Hooks in the order of their registration."""

    def add(self, hook: Callable[..., Any]) -> "RemovableHandle":
        """Append a hook and return the handle that removes it."""
        if not callable(hook):
            raise TypeError(f"hook: expected a function or another callable, got {type(hook).__name__}")
        key = _next_key()
        while key in self:  # it came with a pickle
            key = _next_key()
        self[key] = hook
        return RemovableHandle(self, key)

    def snapshot(self) -> tuple[Callable[..., Any], ...]:
        """Return the current hooks as a tuple, so that a hook may remove itself or others while it runs."""
        return tuple(self.values())


class RemovableHandle:
    """Removes one hook; usable as a context manager.

    It keeps neither the hook nor the hooked object alive, and can be pickled together with the latter.
    """

    id: int

    def __init__(self, table: HookTable, key: int) -> None:
        self._table = weakref.ref(table)
        self.id = key

    def remove(self) -> None:
        """Remove the hook; removing it again does nothing."""
        table = self._table()
        if table is not None:
            table.pop(self.id, None)

    def __getstate__(self) -> tuple[HookTable | None, int]:
        return self._table(), self.id

    def __setstate__(self, state: tuple[HookTable | None, int]) -> None:
        table, self.id = state
        self._table = weakref.ref(HookTable() if table is None else table)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()


class Hooks:
    """All hooks of one node.

    ``tensor`` (the gradient of the output, may replace it), ``retain`` (non-leaf tensors that keep it), ``pre`` (all
    output gradients), ``post`` (input and output gradients), ``accumulate`` (leaves only: after accumulation).
    """

    __slots__ = (
        "accumulate",
        "edges_replaced",
        "leaf",
        "metadata",
        "origin",
        "parent",
        "post",
        "pre",
        "released",
        "retain",
        "tangents",
        "tensor",
        "thread_id",
    )

    def __init__(self) -> None:
        self.tensor: HookTable = HookTable()
        self.retain: list[weakref.ref[Tensor]] = []
        self.pre: HookTable = HookTable()
        self.post: HookTable = HookTable()
        self.accumulate: HookTable = HookTable()
        # What a leaf with such hooks is made of: without it, it could not be given to them once its object is gone
        self.leaf: tuple[type[Tensor], Any, Any] | None = None
        # Of saved outputs, by number (forward mode over reverse mode).
        self.tangents: dict[int, Tangents] = {}
        self.metadata: dict[Any, Any] = {}
        self.edges_replaced: bool = False  # an edge was set by hand: what the node returns must be checked
        # anomaly mode:
        self.origin: Any = None  # where the op was called (`diagnosis.origin`),
        self.thread_id: int | None = None  # on which thread,
        self.parent: weakref.ref[Node] | None = None  # in the backward of which node,
        self.released: Any = None  # and the backward that freed what the node saved

    def is_empty(self) -> bool:
        """Tell whether there are neither hooks nor metadata of users."""
        return not (
            self.tensor
            or self.retain
            or self.pre
            or self.post
            or self.accumulate
            or self.metadata
            or self.tangents
        )


CALLS_USERS = Hooks()
"""No hooks: what a node without any has if its `apply` calls users' code, so that the engine makes the pass known."""

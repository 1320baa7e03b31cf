"""Version counters: how often memory was written to, so that a backward detects changes of saved values.

Most tensors share their memory with no other tensor, so their counter is a plain int. It becomes a `VersionCounter`
once several tensors must see the same count (views, detached aliases) or once a saved output is written to.
"""

import weakref
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..modes.observers import observers
from ..modes.state import OBSERVED, state
from .saved import Packed

if TYPE_CHECKING:
    from ..tensors.tensor import Tensor
    from .node import Node


class VersionCounter:
    """The count of writes to one piece of memory, and the live differentiable views of it.

    Attributes
    ----------
    alone : bool
        Whether only one tensor uses this counter.
    writer : str
        The op of the last write, for messages; not set before the first.
    writes : deque
        The latest writes with their source lines; only set in anomaly mode.
    dual_aliases : tuple of weak references
        Dual tensors of forward mode on the same memory, whose history is that of another tensor, their source.
    """

    __slots__ = ("_limit", "alone", "dual_aliases", "version", "views", "writer", "writes")

    writer: str
    writes: "deque[Any]"

    def __init__(self, version: int) -> None:
        self.version: int = version
        self.alone = False
        self.views: list[weakref.ref[Tensor]] = []
        self.dual_aliases: tuple[weakref.ref[Tensor], ...] = ()
        self._limit = 16

    def __pos__(self) -> int:
        """Return the version as an int, as `+` does for a plain int: nodes save it for both kinds of counter."""
        return self.version

    def add_view(self, view: "Tensor") -> None:
        """Remember a view weakly; dead ones are dropped now and then, so that the list stays short."""
        if len(self.views) >= self._limit:
            self.views = [ref for ref in self.views if ref() is not None]
            self._limit = 2 * len(self.views) + 16
        self.views.append(weakref.ref(view))

    def add_views(self, views: "Sequence[Tensor]") -> None:
        """Remember several views weakly."""
        if len(self.views) + len(views) > self._limit:
            self.views = [ref for ref in self.views if ref() is not None]
            self._limit = 2 * (len(self.views) + len(views)) + 16
        self.views += map(weakref.ref, views)

    def add_dual_alias(self, alias: "Tensor") -> None:
        """Remember a dual alias weakly, and forget those that are gone."""
        self.dual_aliases = (
            *[ref for ref in self.dual_aliases if ref() is not None],
            weakref.ref(alias),
        )


class Uncounted(VersionCounter):
    """The counter of all tensors made in inference mode, whose writes are not counted.

    Recorded ops read the versions of what they save, so reading this one raises the error about saving such a tensor.
    """

    __slots__ = ()

    def __init__(self) -> None:
        """Count nothing."""
        self.alone = False

    @property
    def version(self) -> int:  # type: ignore[override]
        """Refuse: without a version, writes to the saved tensor would go undetected."""
        raise RuntimeError(
            "Inference tensors cannot be saved for backward: an op that is recorded got a tensor that was made in "
            "inference mode; make a normal tensor of it with .clone(), outside of inference_mode"
        )

    def add_view(self, view: "Tensor") -> None:
        """Do nothing: the history of such a view is never replaced."""

    def add_dual_alias(self, alias: "Tensor") -> None:
        """Do nothing, for the same reason."""


UNCOUNTED = Uncounted()


def version_of(tensor: "Tensor") -> int:
    """Return how often the tensor's memory was written."""
    return +tensor._counter


def shared_counter(tensor: "Tensor") -> VersionCounter:
    """Return the tensor's counter as an object that others can share.

    The node that computed the tensor may have saved its array: it gets the counter as well, to detect writes.
    """
    counter = tensor._counter
    if counter.__class__ is not int:
        counter.alone = False  # type: ignore[union-attr]
        return counter  # type: ignore[return-value]
    shared = VersionCounter(counter)
    node = None if tensor._edge is None else tensor._edge.target[0]
    if node is not None:
        for name in node.saved_outputs:
            saved = getattr(node, f"saved_{name}", None)
            if saved is tensor._array or (isinstance(saved, Packed) and saved.source() is tensor._array):
                shared = output_counter(node, name, shared)
    tensor._counter = shared
    return shared


def output_counter(node: "Node", name: str, new: VersionCounter | None = None) -> VersionCounter:
    """Return the version counter of a saved output; it gets a new one if it has none yet."""
    counter: VersionCounter | None = getattr(node, f"counter_{name}")
    if counter is None:
        counter = VersionCounter(0) if new is None else new
        setattr(node, f"counter_{name}", counter)
    return counter


def uncount(tensor: "Tensor") -> None:
    """Undo the count of a write that did not take place."""
    counter = tensor._counter
    if counter.__class__ is int:
        tensor._counter = counter - 1
    elif counter is not UNCOUNTED:
        counter.version -= 1  # type: ignore[union-attr]


def bump(tensor: "Tensor", writer: str = "") -> None:
    """Count a write to the tensor's memory before it begins, since an interrupt may come at any moment.

    An error about the write names the op `writer`, if it is given.
    """
    counter = tensor._counter
    if counter.__class__ is int and not writer and tensor.is_leaf:  # no node can have saved it as its output
        tensor._counter = counter + 1
        return
    if counter is UNCOUNTED:
        return
    if counter.__class__ is int:
        shared = shared_counter(tensor)
        shared.alone = True
    else:
        shared = counter  # type: ignore[assignment]
    shared.version += 1
    shared.writer = writer
    if state.active_modes & OBSERVED:
        for observer in observers():
            observer.on_write(shared)

"""The record of a view: what it is a view of, and how it was made."""

from collections.abc import Callable
from typing import Any

from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap
from ..graph.versions import shared_counter

ViewFn = tuple[Callable[..., Any], tuple[Any, ...]]

ONE_OF_SEVERAL = "is the output of a function that returns multiple views"


class View:
    """What a tensor is a view of: the base, and the ops with arguments that lead from it to the view."""

    __slots__ = ("base", "chain", "limit", "mode")

    base: Tensor
    chain: tuple[ViewFn, ...]
    limit: str | None  # ONE_OF_SEVERAL, OF_FUNCTION or None
    mode: str | None  # in which nothing was recorded; None when views are recorded

    @property
    def restriction(self) -> str | None:
        """The reason why recorded writes to this view, or to its base, cannot be tracked; None if they can."""
        if self.limit is not None:
            return self.limit
        return None if self.mode is None else f"is a view that was created in {self.mode}"


def view_record(base: Tensor, chain: tuple[ViewFn, ...], limit: str | None, mode: str | None) -> View:
    """Return a record, in half the time that a constructor would take."""
    view = View()
    view.base = base
    view.chain = chain
    view.limit = limit
    view.mode = mode
    return view


def alias(tensor: Tensor) -> Tensor:
    """Return another object for the same memory, version and history."""
    other = wrap(tensor._array)
    other._edge = tensor._edge
    other._counter = shared_counter(tensor)
    return other


def apply_chain(tensor: Tensor, chain: tuple[ViewFn, ...]) -> Tensor:
    """Apply the functions that lead from a base to a view."""
    for op, args in chain:
        tensor = op(tensor, *args)
    return tensor

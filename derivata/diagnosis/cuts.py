"""Exits from the graph: recorded on the values that left, and inherited by what is computed from them.

Tensors carry it in their `Extra`; arrays are known by the memory they are on. A number cannot carry anything, and
neither can a new array that NumPy computes: of these ways out the latest ones are listed.
"""

import weakref
from collections import deque
from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ..runtime.graph.tensor_base import TensorBase as Tensor
from .origin import Origin, here

_KEPT = 3  # ways out named by one error


class Cut(NamedTuple):
    """One way out of the graph: what was done, and where."""

    what: str
    origin: Origin

    def __str__(self) -> str:
        return f"{self.what} at {self.origin}"


_arrays: dict[int, tuple["weakref.ref[Any]", Cut]] = {}
_recent: deque[Cut] = deque(maxlen=_KEPT)


def cuts_of(tensor: Tensor) -> tuple[Cut, ...]:
    """Return where the values of a tensor without history left the graph, as far as that is known."""
    return () if tensor._extra is None else getattr(tensor._extra, "cuts", ())


def leave(what: str, source: Tensor, out: Any) -> None:
    """Record that `out`, a tensor, array or number, lost its history here."""
    if source._edge is None and not cuts_of(source):
        return
    cuts = cuts_of(source) if source._edge is None else (Cut(what, here()),)
    if isinstance(out, Tensor):
        inherit(out, cuts)
        return
    if isinstance(out, np.ndarray):
        _remember_array(out, cuts[0])
    if source._edge is not None:
        _recent.append(cuts[0])


def inherit(out: Tensor, cuts: Iterable[Cut]) -> None:
    """Pass the recorded exits of the operands on to a result."""
    known = dict.fromkeys((*cuts_of(out), *cuts))
    if known:
        out.extra().cuts = tuple(known)[:_KEPT]


def wrapped(out: Tensor, data: Any) -> None:
    """Remember that a tensor was made from data that may have left the graph: a tensor, an array, numbers in lists."""
    if isinstance(data, Tensor):
        leave("tensor(), which copies values only,", data, out)
    elif isinstance(data, np.ndarray):
        entry = _arrays.get(id(_memory(data)))
        if entry is not None and entry[0]() is _memory(data):
            inherit(out, [entry[1]])
    elif isinstance(data, list | tuple):
        for part in data:
            wrapped(out, part)


def latest_exits() -> str:
    """Describe the latest exits from the graph of values that are no longer tensors, as the end of a message."""
    lines = [f"\n  {cut}" for cut in dict.fromkeys(map(str, reversed(_recent)))]
    title = "\nThe latest tensors with history that became arrays or numbers, newest first:"
    return f"{title}{''.join(lines)}" if lines else ""


def forget_exits() -> None:
    """Clear the recorded exits of values that are no tensors, when anomaly mode begins."""
    _arrays.clear()
    _recent.clear()


def _memory(array: Any) -> Any:
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _remember_array(array: Any, cut: Cut) -> None:
    memory = _memory(array)
    key = id(memory)
    _arrays[key] = weakref.ref(memory, partial(_arrays.pop, key)), cut

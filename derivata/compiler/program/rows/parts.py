"""Which loop over rows computes an op: the loops of single ops, for one row, are the parts of fused ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ....arrays import __name__ as _ARRAYS
from ....generated.loops import ROW_LOOPS, RowLoop
from ...graph.dimensions import depends
from ...graph.graph import Call, Shape, Value
from ..fuse import SUMS, Group
from ..lowering import Part

_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
SHORTEST = 32  # elements of a row; shorter ones are reduced side by side
LONGEST = 1 << 16  # bytes of a row: several have to fit the second-level cache
COST = 8  # of an element, in additions
TOTAL = "total"
_CLASS = np.dtype(np.int64)
_OF_ROWS: dict[str, Any] = {"weight": None, "reduction": "none", "label_smoothing": 0.0}
"""Arguments of losses with classes, of which each row has one of its own."""

Key = tuple[Shape, np.dtype[Any]]
"""The shape and dtype of what a loop runs over."""


@dataclass(frozen=True)
class RowPart:
    """A call as part of a fused loop over rows.

    `arguments` are those of its loop, each with a kind as in `generated.loops.RowLoop`: values, numbers, and None for a
    row that is filled with a number, which comes third. `results` are kinds, and values or None. Parts with the same
    `kept` leave, and use, a row and a number beside these.
    """

    call: Call
    module: str
    function: str
    arguments: tuple[tuple[str, Any, float | None], ...]
    results: tuple[tuple[str, Value | None], ...]
    key: Key
    after: str
    kept: int | None = None
    cost: int = COST

    is_mask = False


@dataclass(frozen=True)
class Alias:
    """A number for each row in another shape: ``(n, 1)`` in place of ``(n,)``."""

    call: Call
    cost: int = 0

    is_mask = False


@dataclass(frozen=True)
class Total:
    """A sum over all rows."""

    call: Call
    cost: int = 1

    is_mask = False


Member = Part | RowPart | Alias | Total


@dataclass(frozen=True, eq=False)
class RowGroup(Group):
    """Calls that run as one loop over rows, of `key`; its inputs are used as `operands`, each with a kind.

    A value may be two operands: a row for all in one place, numbers of rows in another. `kinds` are those of results.
    """

    key: Key
    operands: tuple[tuple[str, Value], ...]
    kinds: tuple[str, ...]

    @property
    def shape(self) -> Shape:
        """What it runs over."""
        return self.key[0]


def row_part_of(call: Call) -> RowPart | None:
    """Return how a call is computed inside a fused loop over rows; None if it is not."""
    loop = ROW_LOOPS.get(call.op)
    if loop is None or depends([*call.arguments.values()]) or any(value.is_constant for value in call.reads):
        return None
    first = next((call.arguments[name] for kind, name, _ in loop.arguments if kind == "row"), call.outs[0])
    key = first.shape, first.dtype
    if not is_matrix(key) or not _along_last(call, key) or not _has_classes_of_rows(call, loop, key):
        return None
    arguments = tuple([(kind, _given(call, kind, value), default) for kind, value, default in loop.arguments])
    results = tuple(_results(call, loop))
    used = [(kind, value) for kind, value, _ in arguments if isinstance(value, Value)]
    if not all(_suits(kind, value, key) for kind, value in (*used, *results) if value is not None):
        return None
    if any(value is None and default is None for kind, value, default in arguments if kind == "vector"):
        return None
    return RowPart(call, f"{_ARRAYS}.{loop.module}", loop.function, arguments, results, key, loop.after)


def paired(members: Sequence[Member]) -> list[Member]:
    """Return parts in which gradients use what ops have left that were computed from the same rows."""
    found: dict[Call, Member] = {member.call: member for member in members}
    rows = [member for member in members if isinstance(member, RowPart)]
    makers = {out: member for member in rows for out in member.call.outs}
    for number, part in enumerate(rows):
        earlier = [makers[value] for value in part.call.reads if value in makers]
        for first in [
            one for one in earlier if one.call.op == part.after and set(one.call.reads) < set(part.call.reads)
        ]:
            found[first.call] = replace(first, function=f"{first.function}_keeping", kept=number)
            found[part.call] = replace(part, function=f"{part.function}_kept", kept=number)
            makers = {out: member for out, member in makers.items() if member is not first}
    return [*found.values()]


def is_matrix(key: Key) -> bool:
    """Tell whether loops run over rows of such arrays."""
    shape, dtype = key
    if len(shape) < 2 or dtype not in _FLOATS or depends(shape[-1]) or 0 in shape:
        return False
    return shape[-1] >= SHORTEST and shape[-1] * dtype.itemsize <= LONGEST


def _along_last(call: Call, key: Key) -> bool:
    """Tell whether an op's dimensions are the last one, and its result has the dtype of its argument."""
    shape, dtype = key
    last = len(shape) - 1
    wanted: dict[str, Any] = {"over": tuple(range(last)), "normalized_shape": shape[-1:]}
    asked = [call.arguments[name] for name in ("dim", "dims") if name in call.arguments]
    for value in asked:
        if value not in (-1, last, (-1,), (last,), [-1], [last]) or value is True:
            return False
    if any(tuple(call.arguments[name]) != value for name, value in wanted.items() if name in call.arguments):
        return False
    if call.arguments.get("dtype") not in (None, dtype):
        return False
    return (
        bool(asked)
        or not call.op.endswith(("sum_to_shape", "reduce_to"))
        or call.outs[0].shape == (*shape[:-1], 1)
    )


def _has_classes_of_rows(call: Call, loop: RowLoop, key: Key) -> bool:
    """Tell whether classes, if an op has some, are those of rows, and its losses as well."""
    if all(kind != "class" for kind, _, _ in loop.arguments):
        return True
    given = call.arguments
    return len(key[0]) == 2 and all(given[name] == value for name, value in _OF_ROWS.items() if name in given)


def _given(call: Call, kind: str, value: Any) -> Any:
    return value if kind == "literal" or value is None else call.arguments[value]


def _results(call: Call, loop: RowLoop) -> Iterator[tuple[str, Value | None]]:
    outs = iter(call.outs)
    for kind in loop.results:
        out = None if kind.startswith("unused_") else next(outs, None)
        empty = out is not None and out.shape == (0,)  # the gradient of a weight that is not learned
        yield kind.removeprefix("unused_"), None if empty else out


def _suits(kind: str, value: Value, key: Key) -> bool:
    shape, dtype = key
    if kind == "class":
        return value.dtype == _CLASS and value.shape == shape[:-1]
    fits = {
        "row": (shape,),
        "number": (shape[:-1], (*shape[:-1], 1)),
        "vector": (shape[-1:],),
        TOTAL: (shape[-1:],),
    }
    return value.dtype == dtype and value.shape in fits[kind]


def is_numbers(value: Value, key: Key) -> bool:
    """Tell whether a value may be a number for each row."""
    return value.shape in (key[0][:-1], (*key[0][:-1], 1))


def is_total(call: Call, key: Key) -> bool:
    """Tell whether a call sums the rows of its argument."""
    if call.op not in SUMS or call.reads[0].shape != key[0] or call.outs[0].dtype != key[1]:
        return False
    shape, leading = key[0], len(key[0]) - 1
    if call.op != "sum":
        return call.outs[0].shape in (shape[-1:], (1,) * leading + shape[-1:])
    dims = call.arguments["dim"]
    return dims is not None and sorted([dim % len(shape) for dim in dims]) == [*range(leading)]

"""Many rows of gradients, or columns of tangents, at once: as samples of a level of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..runtime.graph.node import Node
from ..runtime.modes.batching import NotBatched, batch_levels, batching
from ..runtime.tensors.tensor import Tensor

FEW = 7
"""So few rows are faster one after the other."""
LONG = 1 << 15
"""So are rows of more elements than that: the compiled loops of gradients take one at a time."""
LARGE = 1 << 22
"""So many elements are taken at once."""


def worthwhile(count: int, elements: int) -> bool:
    """Tell whether computing this many rows of this many elements at once is faster."""
    return count > FEW and elements <= LONG


def rows_at_once(
    function: Callable[[list[Any]], Sequence[Any]],
    batches: Sequence[Any],
    size: int,
    randomness: str = "same",
) -> list[Tensor | None] | None:
    """Return what a function gives for each row of tensors, stacked; None if it cannot take all rows at once."""
    from .level import Level

    level = Level(size, randomness, quiet=True)
    try:
        with batching((*batch_levels(), level)):
            found = function([None if batch is None else level.batched(batch) for batch in batches])
            return [None if tensor is None else level.all_of(tensor.to_dense()) for tensor in found]
    except NotBatched:
        return None
    finally:
        level.close()


def in_chunks(size: int, elements: int, step: int | None = None) -> Iterable[tuple[int, int]]:
    """Yield start and end of chunks of rows, limited in the number of elements."""
    step = step or max(1, LARGE // max(elements, 1))
    for start in range(0, size, step):
        yield start, min(start + step, size)


def only_ours(roots: Iterable[Node | None]) -> bool:
    """Tell whether a graph has only generated nodes without hooks; user code may need the values of single rows."""
    pending = [root for root in roots if root is not None]
    seen: set[Node] = set(pending)
    while pending:
        node = pending.pop()
        hooks = node.hooks
        if hooks is not None and (hooks.tensor or hooks.pre or hooks.post or hooks.retain):
            return False
        if node.of_user:
            return False
        for edge in node.edges():
            if edge is not None and edge not in seen:
                seen.add(edge)
                pending.append(edge)
    return True

"""The bucket of a sparse gradient, of which the rows that ranks have are gathered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ...distributed.mpi import row_type
from ...distributed.work import Future, Work
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..modules.embedding_bag import EmbeddingBag
from ..modules.sparse import Embedding

if TYPE_CHECKING:
    from ...distributed.process_group import ProcessGroup
    from ...sparse.tensor import SparseTensor
    from ..module import Module


def sparse_tables(module: Module) -> Iterator[Tensor]:
    """Return the parameters of a module that have sparse gradients."""
    for part in module.modules():
        if isinstance(part, Embedding | EmbeddingBag) and part.sparse:
            yield part.weight


class SparseBucket:
    """The gradient of one table whose layer has ``sparse=True``: each rank brings some rows, and gets those of all.

    Parameters
    ----------
    number : int
        The number of the parameter.
    parameter : Tensor

    Attributes
    ----------
    members, waiting, future
        As those of `Bucket`.
    reduced : SparseTensor or None
        The sum over ranks, once it is there, with each row once, in ascending order.
    """

    def __init__(self, number: int, parameter: Tensor) -> None:
        self.members = [number]
        self.shape = parameter.shape
        row = [("number", np.int64), ("values", parameter.dtype, self.shape[1:])]
        self.rows: Any = np.empty(0, row)
        self.reset()

    def reset(self) -> None:
        """Begin a pass."""
        self.waiting = 1
        self.future: Any = None
        self.reduced: SparseTensor | None = None

    def take(self, number: int, grad: Any, divisor: int) -> None:
        """Keep the rows of a gradient, divided; none if there is no gradient."""
        grad = None if grad is None else grad.detach().coalesce()
        self.rows = np.empty(0 if grad is None else grad._nnz(), self.rows.dtype)
        if grad is not None:
            self.rows["number"] = grad.row_numbers()
            self.rows["values"] = grad._values()._array / divisor
        self.waiting = 0

    def launch(self, group: ProcessGroup, what: str) -> None:
        """Begin to tell the other ranks how many rows there are; the rows follow at the end of the pass."""
        counts = np.empty(group.size(), np.int64)
        request = group.comm.Iallgather(np.array([self.rows.size]), counts)
        asked = Work(group, f"{what}: how many rows", [request], [])

        def gathered() -> SparseTensor:
            asked.wait()
            return self.gathered(group, what, counts)

        self.future = Future(asked.is_completed, gathered)

    def gathered(self, group: ProcessGroup, what: str, counts: Any) -> SparseTensor:
        """Return the rows of all ranks, those of one number added up in the order of ranks."""
        from ...sparse.tensor import sparse_rows

        found = np.empty(counts.sum(), self.rows.dtype)
        kind, places = row_type(self.rows.itemsize), np.cumsum(counts) - counts
        given = [self.rows.view(np.uint8), self.rows.size, kind]
        request = group.comm.Iallgatherv(given, [found.view(np.uint8), counts, places, kind])
        Work(group, f"{what}: rows", [request], []).wait()
        values = wrap(np.ascontiguousarray(found["values"]))
        return sparse_rows(found["number"], values, self.shape).coalesce()

    def store(self, value: SparseTensor) -> None:
        """Take what was reduced."""
        self.reduced = value

    def gradient(self, number: int) -> Any:
        """Return the gradient of the parameter; None before it is reduced."""
        return self.reduced

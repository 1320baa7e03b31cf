"""A table whose rows are spread over ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ...nn.embedding import embedding
from ...nn.module import Module
from ...nn.parameter import Parameter
from ...nn.values import empty, overwrite
from ...runtime.graph.tensor_base import wrap
from ...top_level.random_factories import randint
from ..exchanges import all_to_all_single as exchange
from ..mpi import ReduceOp
from .functional import _member, all_to_all_single

if TYPE_CHECKING:
    from ...runtime.tensors.tensor import Tensor
    from ..mpi import Array


class ShardedEmbedding(Module):
    """A table of learned vectors that is larger than one rank's memory: each rank has some of its rows.

    A lookup asks the ranks that have the rows, each row once, and gradients go back the same way, as sparse gradients
    of the rows that were looked up by any rank. All ranks call the module together, and run backward; how many indices
    each one has, and which, is its own affair. `nn.Embedding` is the same in one process.

    It has to stay outside of what `DistributedDataParallel` wraps, which keeps parameters alike.

    Parameters
    ----------
    num_embeddings : int
        Rows of the whole table, at least one for each rank. They are spread as evenly as can be, in order.
    embedding_dim : int
        Size of a vector.
    sparse : bool
        Whether gradients are sparse, for `optim.SGD` and `optim.SparseAdam`.
    op : ReduceOp
        How gradients of several ranks become one: ``AVG``, as `DistributedDataParallel` does, or ``SUM``, the
        derivative of the sum of the ranks' losses.
    process_group : ProcessGroup, optional
        The ranks that share the table; all if it is not given.
    dtype : dtype, optional
        dtype of the table; the default dtype if not given.

    Attributes
    ----------
    rows : range
        The numbers of the rows that this rank has.
    weight : Parameter
        These rows, of shape ``(len(rows), embedding_dim)``, drawn from the standard normal distribution.

    Raises
    ------
    ValueError
        For fewer rows than ranks, or another `op`.
    IndexError
        In a call, on the rank whose indices name no row.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> table = dist.nn.ShardedEmbedding(1000, 4)
    >>> table(dv.tensor([[1, 999], [3, 1]])).shape
    (2, 2, 4)
    >>> table(dv.arange(1000)).shape  # the whole table, on each rank
    (1000, 4)
    >>> dist.destroy_process_group()
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        *,
        sparse: bool = True,
        op: ReduceOp = ReduceOp.AVG,
        process_group: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        self.process_group = _member("ShardedEmbedding", process_group)
        ranks, rank = self.process_group.size(), self.process_group.rank()
        if num_embeddings < ranks:
            raise ValueError(
                f"ShardedEmbedding: expected at least {ranks} rows, one for each rank, got {num_embeddings}"
            )
        if op not in (ReduceOp.AVG, ReduceOp.SUM):
            raise ValueError(f"ShardedEmbedding: expected op to be ReduceOp.AVG or SUM, got {op}")
        self.num_embeddings, self.embedding_dim, self.sparse, self.op = (
            num_embeddings,
            embedding_dim,
            sparse,
            op,
        )
        self.starts = np.arange(ranks + 1) * num_embeddings // ranks
        self.rows = range(self.starts[rank], self.starts[rank + 1])
        self.weight = Parameter(empty((len(self.rows), embedding_dim), dtype))
        place = self.rows.start * embedding_dim, (num_embeddings, embedding_dim)
        self.weight.__dict__["part"] = place  # for checkpoints
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new initial values, other ones on each rank, also where all have the same seed."""
        seed = [randint(0, 2**31, (1,)).item(), self.process_group.rank()]
        overwrite(self.weight, np.random.default_rng(seed).standard_normal(self.weight.shape))

    @classmethod
    def from_pretrained(cls, embeddings: Tensor, freeze: bool = True, **options: Any) -> Self:
        """Return a module with the rows of a matrix that all ranks have, or that each maps from a file.

        Parameters
        ----------
        embeddings : Tensor
            The whole table, of shape ``(num_embeddings, embedding_dim)``; this rank's rows are copied.
        freeze : bool
            Whether the table is not to be learned.
        **options
            Of the constructor.
        """
        made = cls(*embeddings.shape, dtype=embeddings.dtype, **options)
        overwrite(made.weight, embeddings.detach().numpy()[made.rows.start : made.rows.stop])
        made.weight.requires_grad_(not freeze)
        return made

    def forward(self, input: Tensor) -> Tensor:
        """Look up every integer of the input, in the rows of all ranks."""
        numbers, places = np.unique(self._checked(input), return_inverse=True)
        asked = np.diff(np.searchsorted(numbers, self.starts))
        wanted = self._exchanged(asked, [1] * len(asked), [1] * len(asked))
        local = self._exchanged(numbers, asked, wanted) - self.rows.start
        rows = embedding(wrap(local), self.weight, sparse=self.sparse)
        unused = rows.new_empty((len(numbers), self.embedding_dim))
        found = all_to_all_single(unused, rows, [*asked], [*wanted], self.process_group)
        if self.op is ReduceOp.AVG and found.requires_grad:
            found.register_hook(lambda grad: grad / self.process_group.size())
        return embedding(wrap(places.reshape(input.shape)), found)

    def _checked(self, input: Tensor) -> Array:
        """Return indices, flat."""
        indices = input.detach().numpy().reshape(-1)
        if indices.dtype.kind not in "iu":
            raise TypeError(f"ShardedEmbedding: expected indices to be integers, got {indices.dtype}")
        if indices.size and not 0 <= indices.min() <= indices.max() < self.num_embeddings:
            raise IndexError(
                f"ShardedEmbedding: expected indices in [0, {self.num_embeddings}), got {indices.min()} to "
                f"{indices.max()}"
            )
        return indices.astype(np.int64)

    def _exchanged(self, numbers: Array, sent: Any, got: Any) -> Array:
        """Return the numbers that the other ranks send to this one."""
        found = np.empty(sum(got), np.int64)
        exchange(wrap(found), wrap(np.ascontiguousarray(numbers)), [*got], [*sent], self.process_group)
        return found

    def extra_repr(self) -> str:
        """Return the arguments, and which rows this rank has."""
        return f"{self.num_embeddings}, {self.embedding_dim}, rows {self.rows.start} to {self.rows.stop - 1}"

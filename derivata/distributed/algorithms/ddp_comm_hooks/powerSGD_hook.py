"""PowerSGD: gradients are sent as products of two thin matrices (Vogels, Karimireddy and Jaggi, 2019)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ....runtime.graph.tensor_base import wrap
from ...collectives import all_reduce
from ...ranks import get_world_size
from .default_hooks import allreduce_hook

if TYPE_CHECKING:
    from ....runtime.tensors.tensor import Tensor
    from ...ddp_bucket import GradBucket
    from ...mpi import Array
    from ...work import Future

__all__ = ["PowerSGDState", "powerSGD_hook"]


class PowerSGDState:
    """What `powerSGD_hook` remembers between steps, of one model.

    A state can be pickled, without its group. What is remembered differs from rank to rank, so that each rank saves its
    own; a run that goes on with it takes the steps that it would have taken.

    Parameters
    ----------
    process_group : ProcessGroup or None
        None is the group of all ranks.
    matrix_approximation_rank : int
        Columns of the thin matrices. More of them cost more and lose less.
    start_powerSGD_iter : int
        Steps in which gradients are averaged as they are, before compression begins.
    min_compression_rate : float
        A gradient of shape (n, m) is compressed if ``(n + m) * rank * min_compression_rate < n * m``.
    use_error_feedback : bool
        Whether what a step has lost is added to the gradient of the next step. It costs the memory of a gradient.
    warm_start : bool
        Whether a step begins with the matrix that the last one ended with, not with random numbers.
    orthogonalization_epsilon : float
        0 for a QR decomposition; else what Gram-Schmidt adds to the length of columns, so that none is divided by 0.
    random_seed : int
        Seed of the first matrices, the same on all ranks.
    compression_stats_logging_frequency, batch_tensors_with_same_shape
        Without effect: `compression_stats` tells when it is asked, and numbers are the same.

    Attributes
    ----------
    iter : int
        The number of steps so far.
    error_dict, q_memory_dict : dict
        What the last step has lost, and the matrices to begin with, by the numbers of parameters.

    Raises
    ------
    ValueError
        For a rank below 1.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> model = nn.parallel.DistributedDataParallel(nn.Linear(64, 64))
    >>> state = PowerSGDState(None, start_powerSGD_iter=0)
    >>> model.register_comm_hook(state, powerSGD_hook)
    >>> model(dv.ones(2, 64)).sum().backward()
    >>> state.compression_stats()  # 64 * 64 + 64 numbers, of which 64 + 64 + 64 were sent
    (21.666666666666668, 4160, 192)
    >>> dist.destroy_process_group()
    """

    def __init__(
        self,
        process_group: Any,
        matrix_approximation_rank: int = 1,
        start_powerSGD_iter: int = 1000,
        min_compression_rate: float = 2,
        use_error_feedback: bool = True,
        warm_start: bool = True,
        orthogonalization_epsilon: float = 0,
        random_seed: int = 0,
        compression_stats_logging_frequency: int = 10_000,
        batch_tensors_with_same_shape: bool = False,
    ) -> None:
        if matrix_approximation_rank < 1:
            raise ValueError(
                f"PowerSGDState: expected matrix_approximation_rank of at least 1, got {matrix_approximation_rank}"
            )
        self.process_group = process_group
        self.matrix_approximation_rank = matrix_approximation_rank
        self.start_powerSGD_iter = start_powerSGD_iter
        self.min_compression_rate = min_compression_rate
        self.use_error_feedback = use_error_feedback
        self.warm_start = warm_start
        self.orthogonalization_epsilon = orthogonalization_epsilon
        self.random_seed = random_seed
        self.iter = 0
        self.error_dict: dict[int, Array] = {}
        self.q_memory_dict: dict[int, Array] = {}
        self.total_numel_before_compression = 0
        self.total_numel_after_compression = 0

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "process_group": None}

    def compression_stats(self) -> tuple[float, int, int]:
        """Return by what factor gradients were made smaller, and how many numbers there were and were sent.

        Steps before compression begins do not count.
        """
        before, after = self.total_numel_before_compression, self.total_numel_after_compression
        return before / after if after else 0.0, before, after

    def columns(self, shape: tuple[int, ...]) -> int:
        """Return how many columns the matrices of a gradient have; 0 if it is sent as it is."""
        if len(shape) < 2 or not prod(shape):
            return 0
        height, width = shape[0], prod(shape[1:])
        rank = min(height, width, self.matrix_approximation_rank)
        return rank if (height + width) * rank * self.min_compression_rate < height * width else 0

    def first_factor(self, number: int, shape: tuple[int, int], dtype: np.dtype[Any]) -> Array:
        """Return the matrix that a step begins with, with orthogonal columns."""
        known = self.q_memory_dict.get(number) if self.warm_start else None
        if known is None:
            known = np.random.default_rng([self.random_seed, number, self.iter]).standard_normal(shape)
        return orthogonal(known.astype(dtype, copy=False), self.orthogonalization_epsilon)


def powerSGD_hook(state: PowerSGDState, bucket: GradBucket) -> Future[Tensor]:
    """Average a bucket over ranks, with gradients of two dimensions or more as products of two thin matrices.

    A gradient is seen as a matrix M of shape (n, m), with its first dimension as rows. With a matrix Q of shape
    (m, rank), all ranks know the mean of M Q, make its columns orthogonal (P), and then the mean of M' P, which is the
    next Q; the gradient becomes P Q'. So ``(n + m) * rank`` numbers are sent of ``n * m``, in two messages for each
    bucket, of which the second one begins at the end of the backward pass. Vectors are sent as they are.

    Ranks compute P each for itself, from the same numbers: they stay equal to the bit where they run the same linear
    algebra on the same kind of processor.

    Parameters
    ----------
    state : PowerSGDState
        What the hook is registered with: ``model.register_comm_hook(state, powerSGD_hook)``.
    bucket : GradBucket

    Returns
    -------
    Future
    """
    begun = state.iter >= state.start_powerSGD_iter
    buffer, ranks = bucket.buffer(), get_world_size(state.process_group)
    kind: np.dtype[Any] = np.result_type(buffer.dtype, np.float32)  # float16 has no linear algebra
    plain: list[Array] = []
    low: list[_Approximated] = []
    if begun:
        for number, grad in zip(bucket.numbers(), bucket.gradients(), strict=True):
            columns = state.columns(grad.shape)
            if columns:
                low.append(_Approximated(state, number, grad._array, columns, kind, ranks))
            else:
                plain.append(grad._array)
    if bucket.is_last():
        state.iter += 1
    if not begun:
        return allreduce_hook(state.process_group, bucket)
    first = _packed([*(array / ranks for array in plain), *(one.left() for one in low)], kind)
    state.total_numel_before_compression += buffer.numel()
    state.total_numel_after_compression += first.numel() + sum(one.q.size for one in low)
    work = all_reduce(first, group=state.process_group, async_op=True)
    assert work is not None  # a hook is called on members of the group

    def finish(_: Any) -> Tensor:
        parts = _parts(first, [*(array.shape for array in plain), *(one.p_shape for one in low)])
        for array, part in zip(plain, parts, strict=False):
            array[...] = part
        second = _packed([one.right(p) for one, p in zip(low, parts[len(plain) :], strict=True)], kind)
        if low:
            all_reduce(second, group=state.process_group)
        for one, q in zip(low, _parts(second, [one.q.shape for one in low]), strict=True):
            one.store(q)
        return buffer

    return work.get_future().then(finish)


class _Approximated:
    """One gradient in one step."""

    def __init__(
        self, state: PowerSGDState, number: int, array: Array, columns: int, kind: np.dtype[Any], ranks: int
    ) -> None:
        self.state, self.number, self.array, self.ranks = state, number, array, ranks
        gradient = array.reshape(array.shape[0], -1)
        lost = state.error_dict.pop(number, None)
        self.matrix: Array = gradient.astype(kind) if lost is None else np.add(lost, gradient, out=lost)
        self.q = state.first_factor(number, (self.matrix.shape[1], columns), kind)
        self.p_shape = self.matrix.shape[0], columns

    def left(self) -> Array:
        """Return this rank's part of the mean of M Q."""
        found: Array = self.matrix @ self.q / self.ranks
        return found

    def right(self, summed: Array) -> Array:
        """Take the mean of M Q; return this rank's part of the mean of M' P."""
        self.p = orthogonal(summed, self.state.orthogonalization_epsilon)
        found: Array = self.matrix.conj().T @ self.p / self.ranks
        return found

    def store(self, q: Array) -> None:
        """Take the mean of M' P: write the gradient, and remember what it lacks."""
        product = self.p @ q.conj().T
        if self.state.use_error_feedback:
            self.state.error_dict[self.number] = np.subtract(self.matrix, product, out=self.matrix)
        if self.state.warm_start:
            self.state.q_memory_dict[self.number] = q.copy()
        self.array[...] = product.reshape(self.array.shape)


def orthogonal(matrix: Array, epsilon: float) -> Array:
    """Return a basis of the columns of a matrix, by QR, or by Gram-Schmidt if there is an `epsilon`."""
    if not epsilon:
        return np.linalg.qr(matrix)[0]
    columns = matrix.copy()
    for place in range(columns.shape[1]):
        column = columns[:, place]
        column /= np.linalg.norm(column) + epsilon
        rest = columns[:, place + 1 :]
        rest -= np.outer(column, column.conj() @ rest)
    return columns


def _packed(arrays: Sequence[Array], kind: np.dtype[Any]) -> Tensor:
    """Return the elements of all arrays in one tensor."""
    return wrap(np.concatenate([np.empty(0, kind), *(array.reshape(-1) for array in arrays)], dtype=kind))


def _parts(flat: Tensor, shapes: Sequence[tuple[int, ...]]) -> list[Array]:
    """Return the arrays that were packed."""
    ends = np.cumsum([prod(shape) for shape in shapes])
    pieces = np.split(flat._array, ends)
    return [piece.reshape(shape) for piece, shape in zip(pieces, shapes, strict=False)]

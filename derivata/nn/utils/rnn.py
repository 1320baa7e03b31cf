"""Sequences of several lengths: padded to one length, or packed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from ...generated import ops
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ...support.joint_signature import with_forms_of_to
from ...support.missing_names import only_these

__all__ = [
    "PackedSequence",
    "invert_permutation",
    "pack_padded_sequence",
    "pack_sequence",
    "pad_packed_sequence",
    "pad_sequence",
    "unpack_sequence",
    "unpad_sequence",
]


class _Parts(NamedTuple):
    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None
    unsorted_indices: Tensor | None


class PackedSequence(_Parts):
    """Sequences of several lengths, step by step: the first rows of all of them, then the second ones, ...

    It is made by `pack_sequence` and `pack_padded_sequence`.

    Attributes
    ----------
    data : Tensor
        The rows, of shape ``(total length, ...)``.
    batch_sizes : Tensor
        int64: how many sequences have a first row, a second one, ...
    sorted_indices, unsorted_indices : Tensor or None
        The order of the sequences by length, and the way back; None if they were sorted.

    Examples
    --------
    >>> packed = nn.utils.rnn.pack_sequence([dv.tensor([1, 2, 3]), dv.tensor([4, 5])])
    >>> packed.data.tolist(), packed.batch_sizes.tolist()
    ([1, 4, 2, 5, 3], [2, 2, 1])
    """

    __slots__ = ()

    def __new__(
        cls,
        data: Tensor,
        batch_sizes: Tensor | None = None,
        sorted_indices: Tensor | None = None,
        unsorted_indices: Tensor | None = None,
    ) -> Self:
        """Join the parts; the way back is computed if it is not given."""
        if not isinstance(batch_sizes, Tensor):
            raise TypeError(
                f"PackedSequence: expected batch_sizes to be a Tensor, got {type(batch_sizes).__name__}; make it with "
                "pack_sequence"
            )
        back = invert_permutation(sorted_indices) if unsorted_indices is None else unsorted_indices
        return super().__new__(cls, data, batch_sizes, sorted_indices, back)

    @with_forms_of_to
    def to(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """Convert the rows as `Tensor.to` does."""
        data = self.data.to(*args, **kwargs)
        return self if data is self.data else type(self)(data, *self[1:])

    @property
    def is_cuda(self) -> bool:
        """False: the processor is the only device."""
        return False


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """Return the permutation that undoes another one.

    Parameters
    ----------
    permutation : Tensor or None
        Of integers.

    Examples
    --------
    >>> nn.utils.rnn.invert_permutation(dv.tensor([2, 0, 1])).tolist()
    [1, 2, 0]
    """
    return None if permutation is None else wrap(np.argsort(permutation._array, kind="stable"))


def pack_padded_sequence(
    input: Tensor, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """Pack sequences that are padded to one length.

    Parameters
    ----------
    input : Tensor
        Of shape ``(L, N, ...)``, or ``(N, L, ...)`` with `batch_first`.
    lengths : Tensor or sequence of ints
        The length of each sequence.
    batch_first : bool
        Whether the batch is the first dimension.
    enforce_sorted : bool
        Whether sequences must be sorted by length, the longest first; otherwise they are sorted here.

    Returns
    -------
    PackedSequence

    Raises
    ------
    RuntimeError
        If a length does not fit, or lengths are not sorted.

    Examples
    --------
    >>> padded = dv.tensor([[1, 2, 0], [3, 0, 0], [4, 5, 6]])
    >>> rnn = nn.utils.rnn
    >>> packed = rnn.pack_padded_sequence(padded, [2, 1, 3], batch_first=True, enforce_sorted=False)
    >>> packed.data.tolist()
    [4, 1, 3, 5, 2, 6]
    """
    sizes = np.asarray(lengths._array if isinstance(lengths, Tensor) else lengths, np.int64)
    order = None
    if not enforce_sorted:
        order = np.argsort(-sizes, kind="stable")
        sizes = sizes[order]
    rows = input.transpose(0, 1) if batch_first else input
    steps, batch = rows.shape[0], rows.shape[1]
    if sizes.shape != (batch,) or not batch or sizes.min() < 1 or sizes.max() > steps:
        raise RuntimeError(
            f"pack_padded_sequence: expected {batch} lengths from 1 to {steps}, got {sizes.tolist()}"
        )
    if np.any(sizes[1:] > sizes[:-1]):
        raise RuntimeError(
            "pack_padded_sequence: `lengths` array must be sorted in decreasing order when `enforce_sorted` is True, "
            f"got {sizes.tolist()}; pass enforce_sorted=False"
        )
    counts = (sizes[None, :] > np.arange(sizes[0])[:, None]).sum(1)
    if order is not None:
        rows = ops.index_select(rows, 1, wrap(order))
    flat = rows.reshape(steps * batch, *rows.shape[2:])
    data = ops.index_select(flat, 0, wrap(_places(counts, batch)))
    return PackedSequence(data, wrap(counts), None if order is None else wrap(order))


def _places(counts: Any, batch: int) -> Any:
    """Return where the packed rows are among all rows, step by step."""
    return np.concatenate([step * batch + np.arange(count) for step, count in enumerate(counts)])


def pad_packed_sequence(
    sequence: PackedSequence,
    batch_first: bool = False,
    padding_value: float = 0.0,
    total_length: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Unpack sequences and pad them to one length: the inverse of `pack_padded_sequence`.

    Parameters
    ----------
    sequence : PackedSequence
    batch_first : bool
        Whether the batch becomes the first dimension.
    padding_value : float
        What is put behind the sequences.
    total_length : int, optional
        The length that all become; that of the longest one if not given.

    Returns
    -------
    Tensor, Tensor
        The sequences, of shape ``(L, N, ...)`` or ``(N, L, ...)``, and their lengths.

    Raises
    ------
    ValueError
        If a sequence is longer than `total_length`.

    Examples
    --------
    >>> rnn = nn.utils.rnn
    >>> packed = rnn.pack_sequence([dv.tensor([1, 2, 3]), dv.tensor([4, 5])])
    >>> rnn.pad_packed_sequence(packed, batch_first=True)
    (tensor([[1, 2, 3],
           [4, 5, 0]]), tensor([3, 2]))
    """
    data, batch_sizes, _, back = sequence
    counts = batch_sizes._array
    batch, steps = int(counts[0]), len(counts) if total_length is None else total_length
    if steps < len(counts):
        raise ValueError(
            "pad_packed_sequence: Expected total_length to be at least the length of the longest sequence in input, "
            f"but got total_length={total_length} and max sequence length being {len(counts)}"
        )
    rest = data.shape[1:]
    blank = data.new_full((steps * batch, *rest), padding_value)
    rows = ops.index_copy(blank, 0, wrap(_places(counts, batch)), data).reshape(steps, batch, *rest)
    lengths = (counts[None, :] > np.arange(batch)[:, None]).sum(1)
    if back is not None:
        rows, lengths = ops.index_select(rows, 1, back), lengths[back._array]
    return rows.transpose(0, 1) if batch_first else rows, wrap(lengths)


def pad_sequence(
    sequences: Tensor | Sequence[Tensor],
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Tensor:
    """Stack sequences, padded to the length of the longest.

    Parameters
    ----------
    sequences : sequence of Tensor
        Each of shape ``(length, ...)``.
    batch_first : bool
        Whether the batch becomes the first dimension.
    padding_value : float
        What is put beside the sequences.
    padding_side : {"right", "left"}
        Whether it is put behind them or before them.

    Returns
    -------
    Tensor
        Of shape ``(L, N, ...)``, or ``(N, L, ...)`` with `batch_first`.

    Examples
    --------
    >>> nn.utils.rnn.pad_sequence([dv.tensor([1, 2]), dv.tensor([3])], batch_first=True).tolist()
    [[1, 2], [3, 0]]
    """
    if padding_side not in ("right", "left"):
        raise ValueError(f"pad_sequence: expected padding_side 'right' or 'left', got {padding_side!r}")
    several = list(sequences.unbind(0) if isinstance(sequences, Tensor) else sequences)
    if not several:
        raise RuntimeError("pad_sequence: expected at least one sequence, got none")
    longest = max([len(sequence) for sequence in several])
    padded = []
    for sequence in several:
        width = longest - len(sequence)
        sides = [0] * (2 * sequence.ndim - 2) + ([0, width] if padding_side == "right" else [width, 0])
        padded.append(ops.pad(sequence, sides, value=padding_value) if width else sequence)
    return ops.stack(padded, 0 if batch_first else 1)


def unpad_sequence(padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False) -> list[Tensor]:
    """Return the sequences without what they were padded with: the inverse of `pad_sequence`.

    Parameters
    ----------
    padded_sequences : Tensor
        Of shape ``(L, N, ...)``, or ``(N, L, ...)`` with `batch_first`.
    lengths : Tensor
        The length of each.
    batch_first : bool
        Whether the batch is the first dimension.

    Examples
    --------
    >>> padded = dv.tensor([[1, 2], [3, 0]])
    >>> [s.tolist() for s in nn.utils.rnn.unpad_sequence(padded, dv.tensor([2, 1]), batch_first=True)]
    [[1, 2], [3]]
    """
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    return [row[: int(length)] for row, length in zip(rows.unbind(0), lengths.tolist(), strict=True)]


def pack_sequence(sequences: Iterable[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """Pack sequences of several lengths.

    Parameters
    ----------
    sequences : iterable of Tensor
        Each of shape ``(length, ...)``.
    enforce_sorted : bool
        Whether they must be sorted by length, the longest first; otherwise they are sorted here.

    Examples
    --------
    >>> nn.utils.rnn.pack_sequence([dv.tensor([1, 2]), dv.tensor([3])]).data.tolist()
    [1, 3, 2]
    """
    several = list(sequences)
    lengths = [len(sequence) for sequence in several]
    return pack_padded_sequence(pad_sequence(several), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]:
    """Return the sequences: the inverse of `pack_sequence`.

    Examples
    --------
    >>> packed = nn.utils.rnn.pack_sequence([dv.tensor([1, 2]), dv.tensor([3])])
    >>> [sequence.tolist() for sequence in nn.utils.rnn.unpack_sequence(packed)]
    [[1, 2], [3]]
    """
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())

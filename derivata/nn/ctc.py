"""Connectionist temporal classification: the likelihood of labels over all alignments with a longer sequence."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..generated.ops import gather, logaddexp, pad, where
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import any_batched
from ..runtime.tensors.tensor import Tensor
from ..support.plain_arrays import plain_array
from ..support.promotion import operand
from ..support.samples import by_sample

Integers = NDArray[np.int64]
IMPOSSIBLE = -1e30
"""Stands for the logarithm of zero: its gradients are numbers."""


def ctc_loss(
    log_probs: Any,
    targets: Any,
    input_lengths: Any,
    target_lengths: Any,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Tensor:
    """Return minus the logarithm of the probability of the targets, over all alignments with the sequences.

    Parameters
    ----------
    log_probs : Tensor
        Logarithms of probabilities, of shape (T, N, C), or (T, C) for one sequence: see `log_softmax`.
    targets : Tensor
        Labels as integers, of shape (N, S), or all of them one after the other, of shape (sum(target_lengths)).
    input_lengths, target_lengths : Tensor or tuple of ints
        How much of each sequence and of each target counts, of shape (N), or () for one sequence.
    blank : int
        The label that stands for none.
    reduction : {"mean", "sum", "none"}
        The mean is that of the losses divided by the lengths of their targets.
    zero_infinity : bool
        Make the losses of targets for which the sequence is too short zero instead of infinite; they have no gradient.

    Returns
    -------
    Tensor
        A number, or of shape (N) for "none".

    Raises
    ------
    RuntimeError
        If labels, lengths or the blank do not fit.
    ValueError
        If the reduction is unknown.

    Examples
    --------
    >>> log_probs = dv.zeros(3, 1, 2).log_softmax(2)  # of 8 sequences 6 read "1": 001 010 100 011 110 111
    >>> loss = nn.functional.ctc_loss(log_probs, dv.tensor([[1]]), (3,), (1,), reduction="sum")
    >>> round((-loss).exp().item(), 6)
    0.75
    """
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"ctc_loss: {reduction} is not a valid value for reduction; use none, mean or sum")
    given = log_probs, targets, input_lengths, target_lengths
    if any_batched(given):
        return by_sample("ctc_loss", ctc_loss, *given, blank, reduction, zero_infinity)  # type: ignore[no-any-return]
    scores = operand("ctc_loss", "log_probs", log_probs)
    several = scores.ndim == 3
    scores = scores if several else scores.unsqueeze(1)
    steps, labels = (_integers(name, value) for name, value in _named(input_lengths, target_lengths))
    _check(scores, steps, labels, blank)
    losses = _losses(
        scores, _with_blanks(_padded(targets, labels, scores.shape[2]), blank), steps, labels, blank
    )
    infinite = wrap(losses._array > -IMPOSSIBLE / 2)
    losses = where(infinite, 0.0 if zero_infinity else np.inf, losses)
    if reduction == "mean":
        return (losses / wrap(np.maximum(labels, 1).astype(losses.dtype))).mean()
    return losses.sum() if reduction == "sum" else losses if several else losses.squeeze(0)


def _named(input_lengths: Any, target_lengths: Any) -> tuple[tuple[str, Any], tuple[str, Any]]:
    return ("input_lengths", input_lengths), ("target_lengths", target_lengths)


def _integers(name: str, value: Any) -> Integers:
    array = np.atleast_1d(
        value._array if isinstance(value, Tensor) else plain_array("ctc_loss", np.asanyarray(value))
    )
    if array.dtype.kind not in "iu":
        raise RuntimeError(f"ctc_loss: {name} must be integral, got {array.dtype}")
    return array.astype(np.int64)


def _check(scores: Tensor, steps: Integers, labels: Integers, blank: int) -> None:
    length, batch, classes = scores.shape
    if not 0 <= blank < classes:
        raise RuntimeError(f"ctc_loss: blank must be in label range [0, {classes}), got {blank}")
    if steps.shape != (batch,) or labels.shape != (batch,):
        raise RuntimeError(
            f"ctc_loss: input_lengths and target_lengths must be of size batch_size {batch}, got {steps.shape} and"
            f" {labels.shape}"
        )
    if steps.max(initial=0) > length or min(steps.min(initial=0), labels.min(initial=0)) < 0:
        raise RuntimeError(
            f"ctc_loss: Expected input_lengths to have value at most {length}, got {steps.tolist()}"
        )


def _padded(targets: Any, labels: Integers, classes: int) -> Integers:
    """Return the targets as rows, padded to the longest."""
    given = _integers("targets", targets)
    width = int(labels.max(initial=0))
    inside = np.arange(width) < labels[:, None]
    rows = np.zeros((labels.size, width), np.int64)
    if given.ndim == 1 and given.size != labels.sum():
        raise RuntimeError(
            f"ctc_loss: expected {labels.sum()} targets, as target_lengths say, got {given.size}"
        )
    if given.ndim == 2 and (given.shape[0] != labels.size or given.shape[1] < width):
        raise RuntimeError(f"ctc_loss: expected targets of shape at least {rows.shape}, got {given.shape}")
    rows[inside] = given if given.ndim == 1 else given[:, :width][inside]
    if rows.size and not 0 <= rows.min() <= rows.max() < classes:
        raise RuntimeError(
            f"ctc_loss: targets must be labels in [0, {classes}), got {rows.min()} to {rows.max()}"
        )
    return rows


def _with_blanks(rows: Integers, blank: int) -> Integers:
    """Return the states of an alignment: the labels, with a blank before, between and after them."""
    states = np.full((rows.shape[0], 2 * rows.shape[1] + 1), blank, np.int64)
    states[:, 1::2] = rows
    return states


def _losses(scores: Tensor, states: Integers, steps: Integers, labels: Integers, blank: int) -> Tensor:
    """Return the losses by the forward recursion over time, in log-probabilities of all states."""
    length, batch, _ = scores.shape
    count = states.shape[1]
    each = gather(scores, 2, wrap(np.ascontiguousarray(np.broadcast_to(states, (length, batch, count)))))
    skips = np.zeros((batch, count), bool)
    skips[:, 2:] = (states[:, 2:] != blank) & (states[:, 2:] != states[:, :-2])
    reached = where(wrap(_first_states(steps, count)), 0.0, IMPOSSIBLE).to(each.dtype)
    over = wrap(skips)
    for step in range(length):
        if step:
            stayed = logaddexp(reached, _shifted(reached, 1))
            moved = logaddexp(stayed, where(over, _shifted(reached, 2), IMPOSSIBLE)) + each[step]
        else:
            moved = reached + each[0]
        reached = where(wrap((step < steps)[:, None]), moved, reached)
    return -_ended(reached, labels)


def _first_states(steps: Integers, count: int) -> NDArray[np.bool_]:
    """Return the possible initial states: the first blank or label, or the blank alone for an empty sequence."""
    return np.arange(count) < np.where(steps > 0, 2, 1)[:, None]


def _shifted(reached: Tensor, by: int) -> Tensor:
    return pad(reached, (by, 0), value=IMPOSSIBLE)[:, : reached.shape[1]]


def _ended(reached: Tensor, labels: Integers) -> Tensor:
    """Return the log-probability of ending in the last label or in the blank after it."""
    ends = wrap((2 * labels)[:, None])
    last = gather(reached, 1, ends).squeeze(1)
    before = gather(reached, 1, wrap(np.maximum(2 * labels - 1, 0)[:, None])).squeeze(1)
    return logaddexp(last, where(wrap(labels > 0), before, IMPOSSIBLE))

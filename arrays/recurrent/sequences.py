"""Sequences and networks of several layers: checks of sizes, and places in packed sequences.

Packed sequences have the rows of the first step of all of them, then those of the second, ...; the longest comes first.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .sizes import GATES, check_dtypes

Shape = tuple[int, ...]
Integers = NDArray[np.int64]
Group = tuple[int, int, int | None, int | None, int | None]


def check_padded(name: str, shape: Shape, batch_first: bool) -> None:
    """Refuse inputs that are not sequences of one length, or have no steps."""
    if len(shape) != 3:
        raise RuntimeError(
            f"{name}: input: expected three dimensions, (steps, batch, input_size) or with batch_first (batch, steps,"
            f" input_size), got shape {shape}"
        )
    if not shape[1 if batch_first else 0]:
        raise RuntimeError(
            f"{name}: input: Expected sequence length to be larger than 0 in RNN, got shape {shape}"
        )


def checked_sizes(name: str, shape: Shape, batch_sizes: NDArray[Any]) -> Shape:
    """Return the checked batch sizes of packed sequences."""
    if batch_sizes.ndim != 1 or batch_sizes.dtype.kind not in "iu":
        raise RuntimeError(
            f"{name}: batch_sizes: expected a tensor of integers with one dimension, got shape {batch_sizes.shape} of"
            f" {batch_sizes.dtype}"
        )
    sizes = tuple(batch_sizes.tolist())
    if len(shape) != 2:
        raise RuntimeError(f"{name}: data: expected two dimensions, (rows, input_size), got shape {shape}")
    if not sizes or min(sizes) < 1 or any(after > before for before, after in pairwise(sizes)):
        raise RuntimeError(
            f"{name}: batch_sizes: expected positive numbers that never increase, the longest sequences first, got"
            f" {sizes}"
        )
    if sum(sizes) != shape[0]:
        raise RuntimeError(
            f"{name}: batch_sizes: expected a sum of {shape[0]}, the rows of data, got {sum(sizes)}"
        )
    return sizes


def check_network(
    name: str,
    has_biases: bool,
    num_layers: int,
    directions: int,
    sequence: tuple[str, Shape, int],
    states: list[Shape],
    weights: list[Shape],
    dtypes: list[Any],
) -> list[Group]:
    """Return the places of the weights of each layer and direction, if everything fits.

    `sequence` is the name of the argument, the shape of its rows, and how many sequences there are.
    """
    argument, shape, batch = sequence
    names = ("hx[0]", "hx[1]") if name == "lstm" else ("hx",)
    if len(states) != len(names):
        raise RuntimeError(f"{name}: hx: expected two tensors, (hidden, cells), got {len(states)}")
    if num_layers < 1:
        raise RuntimeError(f"{name}: num_layers: expected at least 1, got {num_layers}")
    count = num_layers * directions
    for each, state in zip(names, states, strict=True):
        if len(state) != 3 or state[:2] != (count, batch):
            expected = (
                f"({count}, {batch}, size), for {num_layers} layers, {directions} directions and the batch"
            )
            raise RuntimeError(f"{name}: {each}: expected shape {expected} of {argument}, got {state}")
    width, size = states[0][2], states[-1][2]
    groups = _groups(name, has_biases, width != size, count, len(weights))
    places = [f"params[{k}]" for k in range(len(weights))]
    check_dtypes(name, [argument, *names, *places], dtypes)
    rows = GATES[name] * size
    for index, group in enumerate(groups):
        inputs = shape[1] if index < directions else width * directions
        wanted = (rows, inputs), (rows, width), (rows,), (rows,), (width, size)
        for place, expected_shape, role in zip(
            group, wanted, ("w_ih", "w_hh", "b_ih", "b_hh", "w_hr"), strict=True
        ):
            if place is not None and weights[place] != expected_shape:
                raise RuntimeError(
                    f"{name}: params[{place}] ({role} of layer {index // directions}): expected shape {expected_shape},"
                    f" for {argument} with {shape[1]} columns and states of {size}, got {weights[place]}"
                )
    return groups


def _groups(name: str, has_biases: bool, projected: bool, count: int, given: int) -> list[Group]:
    each = 2 + 2 * has_biases + projected
    if given != count * each:
        roles = "w_ih, w_hh" + (", b_ih, b_hh" if has_biases else "") + (", w_hr" if projected else "")
        raise RuntimeError(
            f"{name}: params: expected {count * each} tensors, {roles} of each layer and direction, got {given}"
        )
    starts = range(0, given, each)
    return [
        (
            start,
            start + 1,
            start + 2 if has_biases else None,
            start + 3 if has_biases else None,
            start + each - 1 if projected else None,
        )
        for start in starts
    ]


def last_rows(batch_sizes: Shape) -> Integers:
    """Return where the last step of each packed sequence is."""
    lengths, starts = _lengths(batch_sizes)
    return np.asarray(starts[lengths - 1] + np.arange(lengths.size))


def turned_rows(batch_sizes: Shape) -> Integers:
    """Return the row that each row of packed sequences changes places with as each of them is turned round."""
    lengths, starts = _lengths(batch_sizes)
    step = np.repeat(np.arange(len(batch_sizes)), batch_sizes)
    sequence = np.arange(step.size) - starts[step]
    return np.asarray(starts[lengths[sequence] - 1 - step] + sequence)


def _lengths(batch_sizes: Shape) -> tuple[Integers, Integers]:
    """Return the lengths of packed sequences, and where each step begins."""
    sizes = np.asarray(batch_sizes, np.int64)
    lengths = (sizes[:, None] > np.arange(sizes[0])).sum(0, dtype=np.int64)
    return lengths, np.cumsum(sizes) - sizes


def sequence_halves(batch_sizes: Shape) -> tuple[Shape, Shape, int, int, int, int]:
    """Cut sequences in the middle: the sizes of both halves, and how many rows the first one has.

    Then where in these the states begin that the second half goes on with, how many they are, and how many rows follow.
    """
    middle = len(batch_sizes) // 2
    first, second = batch_sizes[:middle], batch_sizes[middle:]
    rows = sum(first)
    start = rows - first[-1]
    return first, second, rows, start, second[0], rows - start - second[0]

"""Convolution of arrays along some axes."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters
from typing import Any

import numpy as np

from ...numpy.traced import TracedArray, traced


def convolve(
    A: Any,
    B: Any,
    axes: Sequence[Sequence[int]] | None = None,
    dot_axes: Sequence[Sequence[int]] | None = None,
    mode: str = "full",
) -> Any:
    """Return the convolution of two arrays: of all axes, `scipy.signal.convolve`'s, or of pairs of axes.

    Parameters
    ----------
    A, B : array
    axes : pair of sequences of int, optional
        Axes of `A` and of `B` to convolve, by default all of them.
    dot_axes : pair of sequences of int, optional
        Axes of `A` and of `B` to multiply and sum over.
    mode : "full", "valid" or "same"
        All places where the arrays overlap, those where one contains the other, or as many as `A` has.

    Returns
    -------
    array
        The other axes of `A`, those of `B`, and the convolved ones.

    Raises
    ------
    ValueError
        If `mode` is another word, or if for "valid" neither array contains the other.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import grad
    >>> from derivata.hips.scipy.signal import convolve
    >>> convolve(np.array([1.0, 2.0, 3.0]), np.array([1.0, 10.0]))
    array([ 1., 12., 23., 30.])
    >>> grad(lambda b: convolve(np.array([1.0, 2.0, 3.0]), b, mode="valid")[0])(np.array([1.0, 10.0]))
    array([2., 1.])
    """
    if mode not in ("full", "valid", "same"):
        raise ValueError(f"convolve: expected mode to be 'full', 'valid' or 'same', got {mode!r}")
    of_a, of_b = axes if axes is not None else (range(np.ndim(A)), range(np.ndim(A)))
    of_a = [axis % np.ndim(A) for axis in of_a]
    of_b = [axis % np.ndim(B) for axis in of_b]
    dot_a, dot_b = ([], []) if dot_axes is None else dot_axes
    if mode == "valid":
        return _valid(A, B, of_a, of_b, dot_a, dot_b)
    around = [(0, 0)] * np.ndim(A)
    for axis, other in zip(of_a, of_b, strict=True):
        length = np.shape(B)[other] - 1
        around[axis] = (length, length) if mode == "full" else (length - length // 2, length // 2)
    return _inside(np.pad(A, around), B, of_a, of_b, dot_a, dot_b)


def _valid(A: Any, B: Any, of_a: Any, of_b: Any, dot_a: Any, dot_b: Any) -> Any:
    longer = [np.shape(A)[axis] - np.shape(B)[other] for axis, other in zip(of_a, of_b, strict=True)]
    if all(length >= 0 for length in longer):
        return _inside(A, B, of_a, of_b, dot_a, dot_b)
    if any(length > 0 for length in longer):
        raise ValueError(
            f"convolve: expected one array to be the longer one along all convolved axes, got {np.shape(A)} and "
            f"{np.shape(B)}; use mode='full'"
        )
    found = _inside(B, A, of_b, of_a, dot_b, dot_a)  # whose first axes are those of B
    count = np.ndim(B) - len(of_b) - len(dot_b)
    rest = np.ndim(A) - len(of_a) - len(dot_a)
    return np.moveaxis(found, range(count), range(rest, rest + count))


def _inside(A: Any, B: Any, of_a: Any, of_b: Any, dot_a: Any, dot_b: Any) -> Any:
    """Return the sums of products of B, turned around, and each part of A of its lengths."""
    letters = iter(ascii_letters)
    name_a = [next(letters) for _ in range(np.ndim(A))]
    name_b = [next(letters) for _ in range(np.ndim(B))]
    for axis, other in zip(dot_a, dot_b, strict=True):
        name_b[other] = name_a[axis]
    kept = [name for name in name_a if name not in [name_a[axis] for axis in (*of_a, *dot_a)]]
    kept += [name for name in name_b if name not in [name_b[axis] for axis in (*of_b, *dot_b)]]
    places = [name_a[axis] for axis in of_a]
    windows = [name_b[axis] for axis in of_b]
    parts = _windows(A, of_a, [np.shape(B)[axis] for axis in of_b])
    turned = np.flip(B, tuple(of_b)) if of_b else B
    formula = f"{''.join(name_a + windows)},{''.join(name_b)}->{''.join(kept + places)}"
    return np.einsum(formula, parts, turned)


def _windows(A: Any, axes: Sequence[int], lengths: Sequence[int]) -> Any:
    """Return views of an array through windows, whose axes are the last ones."""
    if type(A) is not TracedArray:
        return np.lib.stride_tricks.sliding_window_view(A, tuple(lengths), tuple(axes)) if axes else A
    tensor: Any = A.tensor
    for axis, length in zip(axes, lengths, strict=True):
        tensor = tensor.unfold(axis, length, 1)
    return traced(tensor)

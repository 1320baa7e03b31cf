"""The losses of rows of scores whose classes shall stand out by a margin, and the gradient of each row's loss."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..indexing.gather import check_places

Array = NDArray[Any]


def multi_margin(rows: Array, target: Array, p: int, margin: float) -> Array:
    """Return for each row the mean of what the score of its class lacks to the others, to the power `p`."""
    lacks, _ = _lacks(rows, target, margin)
    if p == 2:
        np.square(lacks, lacks)
    return np.asarray(np.add.reduce(lacks, -1) / rows.dtype.type(rows.shape[-1])).reshape(target.shape)


def multi_margin_slopes(rows: Array, target: Array, p: int, margin: float) -> Array:
    """Return the gradient of each row's loss."""
    slopes, own = _lacks(rows, target, margin)
    if p == 1:
        np.sign(slopes, slopes)
    slopes *= rows.dtype.type(p / rows.shape[-1])
    slopes.reshape(-1)[own] = -np.add.reduce(slopes, -1)
    return slopes.reshape(rows.shape)


def multilabel_margin(scores: Array, target: Array) -> Array:
    """Return for each row the sum of what the scores of its labels lack to those of other classes, over all."""
    count = scores.shape[-1]
    lacks, _ = _lacks_of_labels(scores.reshape(-1, count), target.reshape(-1, count))
    return np.asarray(np.add.reduce(lacks, (1, 2)) / scores.dtype.type(count)).reshape(scores.shape[:-1])


def multilabel_slopes(scores: Array, target: Array) -> Array:
    """Return the gradient of each row's loss: every pair that lacks something pulls at both its scores."""
    count = scores.shape[-1]
    lacks, places = _lacks_of_labels(scores.reshape(-1, count), target.reshape(-1, count))
    pairs = np.sign(lacks, lacks)
    slopes: Array = np.add.reduce(pairs, 1)
    np.subtract.at(slopes.reshape(-1), places.reshape(-1), np.add.reduce(pairs, 2).reshape(-1))
    slopes /= scores.dtype.type(count)
    return slopes.reshape(scores.shape)


def _lacks(rows: Array, target: Array, margin: float) -> tuple[Array, Array]:
    """Return what the score of the class of each row lacks to the others, and where it stands in the flat array."""
    count = rows.shape[-1]
    check_places("multi_margin_loss", target, count, len(target.shape))
    own = np.arange(0, rows.size, count) + target.reshape(-1)
    matrix = rows.reshape(-1, count)
    lacks = np.subtract(matrix, (matrix.take(own) - rows.dtype.type(margin))[:, None], order="C")
    np.maximum(lacks, 0, out=lacks)
    lacks.reshape(-1)[own] = 0
    return lacks, own


def _labels(target: Array) -> tuple[Array, Array, Array]:
    """Return which entries are labels, where these stand in the flat scores, and which of the scores are of labels.

    Columns in which no row has a label are left out: there are far fewer labels than classes, as a rule.
    """
    op, (rows, count) = "multilabel_margin_loss", target.shape
    if target.dtype.kind not in "iu":
        raise RuntimeError(f"{op}: target must hold class labels of an integer dtype, got {target.dtype}")
    if target.size and (target.min() < -1 or target.max() >= count):
        raise IndexError(f"{op}: target out of range: labels must be in [-1, {count})")
    valid = target >= 0
    np.logical_and.accumulate(valid, 1, out=valid)
    most = max(1, np.count_nonzero(np.logical_or.reduce(valid, 0)))
    valid = np.ascontiguousarray(valid[:, :most])
    places = np.where(valid, target[:, :most], 0) + np.arange(0, rows * count, count)[:, None]
    hits = np.zeros(target.size, bool)
    hits[places[valid]] = True
    return valid, places, hits.reshape(target.shape)


def _lacks_of_labels(scores: Array, target: Array) -> tuple[Array, Array]:
    """Return what the score of each label lacks to that of each class, a matrix for every row, and where labels are."""
    valid, places, hits = _labels(target)
    own = scores.take(places) - scores.dtype.type(1)
    lacks = scores[:, None, :] - own[:, :, None]
    np.maximum(lacks, 0, out=lacks)
    np.copyto(lacks, 0, where=hits[:, None, :] | ~valid[:, :, None])
    return lacks, places

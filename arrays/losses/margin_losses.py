"""Multi-class margin losses of rows of scores, and their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..indexing.gather import check_places

Array = NDArray[Any]


def multi_margin(rows: Array, target: Array, p: int, margin: float) -> Array:
    """Return for each row the sum of max(0, margin - (own score - other's)) ** p, divided by the number of classes."""
    violations, _ = _violations(rows, target, margin)
    if p == 2:
        np.square(violations, violations)
    return np.asarray(np.add.reduce(violations, -1) / rows.dtype.type(rows.shape[-1])).reshape(target.shape)


def multi_margin_slopes(rows: Array, target: Array, p: int, margin: float) -> Array:
    """Return the gradient of each row's loss."""
    slopes, own = _violations(rows, target, margin)
    if p == 1:
        np.sign(slopes, slopes)
    slopes *= rows.dtype.type(p / rows.shape[-1])
    slopes.reshape(-1)[own] = -np.add.reduce(slopes, -1)
    return slopes.reshape(rows.shape)


def multilabel_margin(scores: Array, target: Array) -> Array:
    """Return for each row the sum of max(0, 1 - (label's score - other's)), divided by the number of classes."""
    count = scores.shape[-1]
    violations, _ = _label_violations(scores.reshape(-1, count), target.reshape(-1, count))
    return np.asarray(np.add.reduce(violations, (1, 2)) / scores.dtype.type(count)).reshape(scores.shape[:-1])


def multilabel_slopes(scores: Array, target: Array) -> Array:
    """Return the gradient of each row's loss: every pair within the margin adds to both of its scores."""
    count = scores.shape[-1]
    violations, places = _label_violations(scores.reshape(-1, count), target.reshape(-1, count))
    pairs = np.sign(violations, violations)
    slopes: Array = np.add.reduce(pairs, 1)
    np.subtract.at(slopes.reshape(-1), places.reshape(-1), np.add.reduce(pairs, 2).reshape(-1))
    slopes /= scores.dtype.type(count)
    return slopes.reshape(scores.shape)


def _violations(rows: Array, target: Array, margin: float) -> tuple[Array, Array]:
    """Return the margin violations of each row's class, and the index of its score in the flat array."""
    count = rows.shape[-1]
    check_places("multi_margin_loss", target, count, len(target.shape))
    own = np.arange(0, rows.size, count) + target.reshape(-1)
    matrix = rows.reshape(-1, count)
    violations = np.subtract(matrix, (matrix.take(own) - rows.dtype.type(margin))[:, None], order="C")
    np.maximum(violations, 0, out=violations)
    violations.reshape(-1)[own] = 0
    return violations, own


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


def _label_violations(scores: Array, target: Array) -> tuple[Array, Array]:
    """Return the margin violations of each label and class, a matrix for every row, and where labels are."""
    valid, places, hits = _labels(target)
    own = scores.take(places) - scores.dtype.type(1)
    violations = scores[:, None, :] - own[:, :, None]
    np.maximum(violations, 0, out=violations)
    np.copyto(violations, 0, where=hits[:, None, :] | ~valid[:, :, None])
    return violations, places

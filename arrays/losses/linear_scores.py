"""Shapes of linear_cross_entropy, whose scores are a linear function of its input."""

from __future__ import annotations

from math import prod

Shape = tuple[int, ...]


def rows_of_scores(weight: Shape) -> Shape:
    """Return the shape of the weight as a matrix: classes and places together, and features."""
    return (prod(weight[:-1]), weight[-1])


def scores_shape(
    input: Shape, weight: Shape, bias: Shape | None, target: Shape, ignore_index: int | None
) -> Shape:
    """Return the shape of the scores: (N, classes, ...); raise for what does not fit."""
    if len(input) not in (1, 2):
        _refuse(f"input with dimensionality 1 or 2, got {len(input)}")
    if len(weight) < 2:
        _refuse(f"linear_weight with dimensionality at least 2, got {len(weight)}")
    if input[-1] != weight[-1]:
        _refuse(
            "equal input and linear_weight last dimensions (in_features), got"
            f" {input[-1]} and {weight[-1]}, respectively"
        )
    if bias is not None and bias != weight[:-1]:
        _refuse(f"linear_bias shape {weight[:-1]}, got {bias}")
    if len(weight) > 2 and len(input) == 1:
        _refuse(
            f"batched input, (N, {input[-1]}), for a loss of several dimensions, of linear_weight shape {weight}, got"
            f" shape {input}"
        )
    shape = (*input[:-1], *weight[:-1])
    if target == shape and ignore_index is not None:
        _refuse("no ignore_index when target contains probabilities; leave it out")
    return shape


def _refuse(text: str) -> None:
    raise RuntimeError(f"linear_cross_entropy: expected {text}")

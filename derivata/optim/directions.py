"""What the steps of several optimizers begin with."""

from __future__ import annotations

import numpy as np

from .optimizer import Array, Group


def direction(param: Array, grad: Array, group: Group) -> Array:
    """Return the gradient, or its opposite to maximize, plus the parameter times the decay of weights."""
    if group["maximize"]:
        grad = -grad
    return grad + group["weight_decay"] * param if group["weight_decay"] else grad


def mix(mean: Array, value: Array, rest: float) -> None:
    """Move a running mean towards a value, in place: by the part `rest` of the way."""
    mean += rest * (value - mean)


def mix_square(mean: Array, grad: Array, keep: float) -> None:
    """Update a running mean of squares in place; `keep` of it stays."""
    mean *= keep
    mean += (1.0 - keep) * np.square(grad)

"""The loops of the optimizers, imported only to be compiled. They equal the NumPy code bit for bit."""

from __future__ import annotations

import math
from typing import Any

TYPES = {
    "adam": "{x}* {x}* {x}* {x}* {x} {x} {x} {x} {x} {x} {x}",
    "descend": "{x}* {x}* {x}",
    "descend_with_momentum": "{x}* {x}* {x}* {x} {x}",
}
"""What each loop is compiled for; see `inventory`."""


def adam(
    lo: int,
    hi: int,
    param: Any,
    mean: Any,
    mean_square: Any,
    grad: Any,
    shrink: float,
    rest1: float,
    beta2: float,
    rest2: float,
    correction: float,
    eps: float,
    step_size: float,
) -> None:
    """Update the parameter and the two running means; `rest` is 1 - beta."""
    for i in range(lo, hi):
        g = grad[i]
        m = mean[i] + (g - mean[i]) * rest1
        v = mean_square[i] * beta2 + g * rest2 * g
        mean[i] = m
        mean_square[i] = v
        param[i] = param[i] * shrink - m / (math.sqrt(v) * correction + eps) * step_size


def descend(lo: int, hi: int, param: Any, grad: Any, lr: float) -> None:
    """Change the parameter."""
    for i in range(lo, hi):
        param[i] -= grad[i] * lr


def descend_with_momentum(
    lo: int, hi: int, param: Any, buffer: Any, grad: Any, momentum: float, lr: float
) -> None:
    """Change the parameter and its momentum buffer, without dampening."""
    for i in range(lo, hi):
        b = buffer[i] * momentum + grad[i]
        buffer[i] = b
        param[i] -= b * lr

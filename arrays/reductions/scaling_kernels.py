"""Gradients of reductions of large arrays: products with factors that are broadcast, in one pass, on all threads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.launch import Elementwise

__all__ = ["scaled", "scaled_distance", "scaled_exp", "scaled_sign", "shared"]

Array = NDArray[Any]

_LOOPS = f"{__package__}.scaling_loops"
_scale = Elementwise(_LOOPS, "scale")
_scale_sign = Elementwise(_LOOPS, "scale_sign", cost=2)
_scale_exp = Elementwise(_LOOPS, "scale_exp", cost=16)
_scale_distance = Elementwise(_LOOPS, "scale_distance", cost=2)
_ties = Elementwise(_LOOPS, "ties", cost=2)
_share = Elementwise(_LOOPS, "share", cost=2)


def scaled(x: Array, factor: Array) -> Array:
    """Return x * factor; `factor` broadcasts to the shape of `x`."""
    done = _run(_scale, x, factor)
    return np.asarray(x * factor) if done is None else done


def scaled_sign(x: Array, factor: Array) -> Array:
    """Return sign(x) * factor; `factor` broadcasts to the shape of `x`."""
    done = _run(_scale_sign, x, factor)
    return np.asarray(np.sign(x) * factor) if done is None else done


def scaled_exp(x: Array, shift: Array, factor: Array) -> Array | None:
    """Return exp(x - shift) * factor, where both broadcast to the shape of `x`, or None when NumPy has to do it."""
    done: Array | None = _run(_scale_exp, x, shift, factor)
    return done


def scaled_distance(x: Array, centre: Array, factor: Array) -> Array | None:
    """Return (x - centre) * factor, where both broadcast to the shape of `x`, or None when NumPy has to do it."""
    done: Array | None = _run(_scale_distance, x, centre, factor)
    return done


def shared(x: Array, extreme: Array, grad: Array) -> Array | None:
    """Return the gradient of `x`, of which `extreme` is the largest or smallest element along some dimensions.

    These have length 1 in `extreme` and in its gradient, which ties, and NaNs, share evenly. None: NumPy has to do it.
    """
    if x.size < _ties.minimum or x.dtype is not grad.dtype or x.dtype is not extreme.dtype:
        return None
    counts = _ties(x, extreme, targets=((extreme.shape, x.dtype),))
    done: Array | None = None if counts is None else _run(_share, x, extreme, np.asarray(grad / counts))
    return done


def _run(loop: Elementwise, x: Array, *others: Array) -> Any:
    """Return what a loop makes of arrays, None when NumPy has to do it."""
    if x.size < loop.minimum or any(other.dtype is not x.dtype for other in others):
        return None
    others = tuple([other.reshape(()) if other.size == 1 else other for other in others])
    flat = all(other.shape in (x.shape, ()) for other in others)
    return loop(x, *others) if flat else loop.broadcast(x, *others)

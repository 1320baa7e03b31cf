"""Products of a large array, or of its signs, with a factor that is broadcast to it: in one pass, on all threads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .launch import Elementwise

__all__ = ["scaled", "scaled_sign"]

Array = NDArray[Any]

_LOOPS = f"{__package__}.scaling_loops"
_scale = Elementwise(_LOOPS, "scale")
_scale_sign = Elementwise(_LOOPS, "scale_sign", cost=2)


def scaled(x: Array, factor: Array) -> Array:
    """Return x * factor; `factor` broadcasts to the shape of `x`."""
    done = _product(_scale, x, factor)
    return np.asarray(x * factor) if done is None else done


def scaled_sign(x: Array, factor: Array) -> Array:
    """Return sign(x) * factor; `factor` broadcasts to the shape of `x`."""
    done = _product(_scale_sign, x, factor)
    return np.asarray(np.sign(x) * factor) if done is None else done


def _product(loop: Elementwise, x: Array, factor: Array) -> Any:
    """Return what a loop makes of both, None when NumPy has to do it."""
    if x.size < loop.minimum or x.dtype is not factor.dtype:
        return None
    factor = factor.reshape(()) if factor.size == 1 else factor
    return loop(x, factor) if factor.shape in (x.shape, ()) else loop.broadcast(x, factor)

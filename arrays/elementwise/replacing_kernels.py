"""Other numbers in place of those that are not finite, in one pass, on all threads."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from ..jit.launch import Elementwise

__all__ = ["replaced"]

Array = NDArray[Any]

_replace = Elementwise(f"{__package__}.replacing_loops", "replace", cost=2)


def replaced(x: Array, undefined: float, positive: float, negative: float) -> Array | None:
    """Return `x` with numbers in place of NaN and the infinities, or None when NumPy has to do it."""
    if x.size < _replace.minimum or not x.ndim:
        return None
    done: Array | None = _replace(x, undefined, positive, negative)
    return done

"""What a traced array is a tracer of."""

from __future__ import annotations

from typing import Any

from ..numpy.traced import TracedArray
from .applied import values_in
from .primitives import notrace_primitive as notrace_primitive
from .primitives import primitive as primitive

__all__ = ["getval", "isbox", "notrace_primitive", "primitive"]


def isbox(x: Any) -> bool:
    """Tell whether a value is a traced array.

    Examples
    --------
    >>> from derivata.hips.tracer import isbox
    >>> isbox(1.0)
    False
    """
    return type(x) is TracedArray


def getval(x: Any) -> Any:
    """Return the array of a traced one, without history; anything else as it is, containers with their arrays.

    Examples
    --------
    >>> from derivata.hips import grad
    >>> from derivata.hips.tracer import getval
    >>> grad(lambda x: x * getval(x))(3.0)
    np.float64(3.0)
    """
    return values_in(x)

"""Functions that SciPy computes: Bessel functions of any order, and their neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Order = Array | int


def bessel_j(x: Array, order: Order) -> Array:
    """Bessel function of the first kind."""
    return _by_order(x, order, "jv", ("j0", "j1"))


def bessel_y(x: Array, order: Order) -> Array:
    """Bessel function of the second kind: minus infinity at 0, NaN below."""
    return _by_order(x, order, "yv", ("y0", "y1"))


def bessel_i(x: Array, order: Order) -> Array:
    """Modified Bessel function of the first kind."""
    return _by_order(x, order, "iv", ("i0", "i1"))


def bessel_k(x: Array, order: Order) -> Array:
    """Modified Bessel function of the second kind: infinite at 0, NaN below."""
    return _by_order(x, order, "kv", ("k0", "k1"))


def scaled_bessel_i(x: Array, order: Order) -> Array:
    """`exp(-abs(x)) * bessel_i(x, order)`, without overflow."""
    return _by_order(x, order, "ive", ("i0e", "i1e"))


def scaled_bessel_k(x: Array, order: Order) -> Array:
    """`exp(x) * bessel_k(x, order)`, without underflow."""
    return _by_order(x, order, "kve", ("k0e", "k1e"))


def airy_ai(x: Array) -> Array:
    """The solution of `y'' = x * y` that vanishes at infinity."""
    return _rounded(_scipy("airy_ai").airy(_wide(x))[0], x)


def airy_ai_prime(x: Array) -> Array:
    """Derivative of `airy_ai`."""
    return _rounded(_scipy("airy_ai").airy(_wide(x))[1], x)


def erfcx(x: Array) -> Array:
    """`exp(x * x) * erfc(x)`, without underflow for large `x`."""
    return _rounded(_scipy("erfcx").erfcx(_wide(x)), x)


def zeta(x: Array, q: Array) -> Array:
    """Hurwitz' zeta function: the sum of `(k + q) ** -x` over k = 0, 1, ..."""
    return _rounded(_scipy("zeta").zeta(_wide(x), _wide(q)), x)


def _by_order(x: Array, order: Order, general: str, lowest: tuple[str, str]) -> Array:
    """Call SciPy's function of this order: those of the orders 0 and 1 are faster than the general one."""
    special = _scipy(lowest[0])
    if isinstance(order, int) and 0 <= order <= 1:
        return _rounded(getattr(special, lowest[order])(_wide(x)), x)
    return _rounded(getattr(special, general)(_wide(order), _wide(x)), x)


def _scipy(function: str) -> Any:
    try:
        import scipy.special  # type: ignore[import-untyped]
    except ImportError as error:
        raise ImportError(f"{function}: needs SciPy, which is not installed; pip install scipy") from error
    return scipy.special


def _wide(x: Array | int) -> Array:
    return np.asarray(x, np.float64)


def _rounded(y: Array, x: Array) -> Array:
    return np.asarray(y, x.dtype)

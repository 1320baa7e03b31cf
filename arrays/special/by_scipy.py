"""Functions that SciPy computes: Bessel functions of any order, and their neighbours."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..vector_math.special_coefficients import BESSEL_P0, BESSEL_P1, BESSEL_Q0, BESSEL_Q1

Array = NDArray[Any]
Order = Array | int

_TINY, _LARGE = 1e-100, 1e4
"""Between these SciPy computes any order from the argument; outside of them it gives up at some place."""


_FAR = 6.0
"""From here on functions of the orders 0 and 1 are waves, whose phase SciPy rounds: half of the digits at 1e8."""


class _Kind(NamedTuple):
    """One kind of Bessel function.

    The functions of the orders 0 and 1 have the names `lowest`; that of the order -n is that of n times `parity ** n`.
    Neighbours obey `f[n + 1] = before * f[n - 1] + last * (2 * n / x) * f[n]`. `at_zero` says whether all orders but
    the first two vanish to second order there.
    """

    general: str
    lowest: tuple[str, str]
    at_zero: bool
    parity: int
    before: int
    last: int


_J = _Kind("jv", ("j0", "j1"), True, -1, -1, 1)
_Y = _Kind("yv", ("y0", "y1"), False, -1, -1, 1)
_I = _Kind("iv", ("i0", "i1"), True, 1, 1, -1)
_K = _Kind("kv", ("k0", "k1"), False, 1, 1, 1)
_SCALED_I = _Kind("ive", ("i0e", "i1e"), True, 1, 1, -1)
_SCALED_K = _Kind("kve", ("k0e", "k1e"), False, 1, 1, 1)


def bessel_j(x: Array, order: Order) -> Array:
    """Bessel function of the first kind."""
    return _by_order(x, order, _J)


def bessel_y(x: Array, order: Order) -> Array:
    """Bessel function of the second kind: minus infinity at 0, NaN below."""
    return _by_order(x, order, _Y)


def bessel_i(x: Array, order: Order) -> Array:
    """Modified Bessel function of the first kind."""
    return _by_order(x, order, _I)


def bessel_i0(x: Array) -> Array:
    """Modified Bessel function of the first kind of order 0."""
    return _to_the_ends(x, 0, _I)


def bessel_i1(x: Array) -> Array:
    """Modified Bessel function of the first kind of order 1."""
    return _to_the_ends(x, 1, _I)


def bessel_i2(x: Array) -> Array:
    """Modified Bessel function of the first kind of order 2."""
    return _to_the_ends(x, 2, _I)


def scaled_bessel_i0(x: Array) -> Array:
    """`exp(-abs(x))` times that of order 0."""
    return _to_the_ends(x, 0, _SCALED_I)


def scaled_bessel_i1(x: Array) -> Array:
    """`exp(-abs(x))` times that of order 1."""
    return _to_the_ends(x, 1, _SCALED_I)


def scaled_bessel_i2(x: Array) -> Array:
    """`exp(-abs(x))` times that of order 2."""
    return _to_the_ends(x, 2, _SCALED_I)


def bessel_k(x: Array, order: Order) -> Array:
    """Modified Bessel function of the second kind: infinite at 0, NaN below."""
    return _by_order(x, order, _K)


def scaled_bessel_i(x: Array, order: Order) -> Array:
    """`exp(-abs(x)) * bessel_i(x, order)`, without overflow."""
    return _by_order(x, order, _SCALED_I)


def scaled_bessel_k(x: Array, order: Order) -> Array:
    """`exp(x) * bessel_k(x, order)`, without underflow."""
    return _by_order(x, order, _SCALED_K)


def bessel_j0(x: Array) -> Array:
    """Bessel function of the first kind of order 0."""
    return bessel_j(x, 0)


def bessel_j1(x: Array) -> Array:
    """Bessel function of the first kind of order 1."""
    return bessel_j(x, 1)


def bessel_y0(x: Array) -> Array:
    """Bessel function of the second kind of order 0."""
    return bessel_y(x, 0)


def bessel_y1(x: Array) -> Array:
    """Bessel function of the second kind of order 1."""
    return bessel_y(x, 1)


def bessel_k0(x: Array) -> Array:
    """Modified Bessel function of the second kind of order 0."""
    return _near_pole(x, 0, _K)


def bessel_k1(x: Array) -> Array:
    """Modified Bessel function of the second kind of order 1."""
    return _near_pole(x, 1, _K)


def scaled_bessel_k0(x: Array) -> Array:
    """`exp(x)` times that of order 0."""
    return _near_pole(x, 0, _SCALED_K)


def scaled_bessel_k1(x: Array) -> Array:
    """`exp(x)` times that of order 1."""
    return _near_pole(x, 1, _SCALED_K)


def airy_ai(x: Array) -> Array:
    """The solution of `y'' = x * y` that vanishes at infinity."""
    return _rounded(_airy(_wide(x))[0], x)


def airy_ai_prime(x: Array) -> Array:
    """Derivative of `airy_ai`."""
    return _rounded(_airy(_wide(x))[1], x)


def erfcx(x: Array) -> Array:
    """`exp(x * x) * erfc(x)`, without underflow for large `x`."""
    return _rounded(scipy_special("erfcx").erfcx(_wide(x)), x)


def zeta(x: Array | float, q: Array | float) -> Array:
    """Hurwitz' zeta function: the sum of `(k + q) ** -x` over k = 0, 1, ..."""
    # The other one may be a number
    arrays = [value.dtype for value in (x, q) if isinstance(value, np.ndarray)]
    dtype = np.result_type(*arrays) if arrays else np.dtype(np.float64)
    x, q = np.broadcast_arrays(_wide(x), _wide(q))
    with np.errstate(all="ignore"):
        return np.asarray(_below_zero(x, q) if (q < 0).any() else _positive_zeta(x, q), dtype)


def _positive_zeta(x: Array, q: Array) -> Array:
    """Return SciPy's function, and the first power, which is all there is, where SciPy gives up for huge exponents."""
    result = scipy_special("zeta").zeta(x, q)
    return np.asarray(np.where(np.isnan(result) & (x > 1e3) & (q > 0), q**-x, result))


def _below_zero(x: Array, q: Array) -> Array:
    """Return the function for any q: the powers on both sides of zero are those of three other sums, if x is whole."""
    whole = (q < 0) & (np.rint(x) == x) & (np.rint(q) != q) & (x > 1)
    below = np.where(whole, np.floor(q), 0.0)
    right = _positive_zeta(x, q - below)
    left = _positive_zeta(x, np.where(whole, (below + 1) - q, 1.0))
    beyond = _positive_zeta(x, np.where(whole, 1 - q, 1.0))
    even = np.rint(0.5 * x) == 0.5 * x
    return np.asarray(
        np.where(whole, np.where(even, (right + left) - beyond, (right - left) + beyond), right)
    )


def _to_the_ends(x: Array, order: int, kind: _Kind) -> Array:
    """The function of a low order also where SciPy has NaN for an infinity, and 0 for -0."""
    end = 0.0 if kind is _SCALED_I else np.inf
    result = np.where(
        np.abs(x) > (np.finfo(np.float64).max if end == 0 else 1e3), end, _by_order(x, order, kind)
    )
    return _rounded(np.copysign(result, x) if order == 1 else result, x)


def _near_pole(x: Array, order: int, kind: _Kind) -> Array:
    """The second kind of order 0 or 1 also for numbers next to zero, whose halves SciPy's logarithm takes for zero."""
    result, wide = _by_order(x, order, kind), _wide(x)
    tiny = (wide > 0) & (wide < _TINY)
    if not tiny.any():
        return result
    with np.errstate(over="ignore"):
        limit = np.log(2) - np.euler_gamma - np.log(wide[tiny]) if order == 0 else 1 / wide[tiny]
        result[tiny] = limit
    return result


def _by_order(x: Array, order: Order, kind: _Kind) -> Array:
    """Call SciPy's function of this order: those of the orders 0 and 1 are the fastest."""
    special, wide = scipy_special(kind.lowest[0]), _wide(x)
    if not isinstance(order, int):
        return _rounded(getattr(special, kind.general)(_wide(order), wide), x)
    n = abs(order)
    result = _lowest(special, wide, n, kind) if n <= 1 else _higher(special, wide, n, kind)
    return _rounded(result if order >= 0 else kind.parity**n * result, x)


def _lowest(special: Any, x: Array, n: int, kind: _Kind) -> Array:
    """Return the function of order 0 or 1."""
    result = np.asarray(getattr(special, kind.lowest[n])(x))
    if kind not in (_J, _Y):
        return result
    far = np.isfinite(x) & ((np.abs(x) if kind is _J else x) > _FAR)
    return np.where(far, _wave(np.where(far, x, 1.0), n, kind), result) if far.any() else result


def _wave(x: Array, n: int, kind: _Kind) -> Array:
    """Return the function far out: a sine and a cosine with slowly varying amplitudes."""
    p, q = (np.polyval(t.double[::-1], 36 / (x * x)) for t in _AMPLITUDES[n])
    q = q / np.abs(x)
    sine, cosine = np.sin(np.abs(x)), np.cos(x)
    total, difference = sine + cosine, sine - cosine
    if kind is _J:
        wave = p * total - q * difference if n == 0 else np.copysign(1.0, x) * (p * difference + q * total)
    else:
        wave = p * difference + q * total if n == 0 else q * difference - p * total
    return np.asarray(wave / np.sqrt(np.pi * np.abs(x)))


_AMPLITUDES = ((BESSEL_P0, BESSEL_Q0), (BESSEL_P1, BESSEL_Q1))


def _higher(special: Any, x: Array, n: int, kind: _Kind) -> Array:
    """Return the function of an order above 1; far out by the recurrence, which is stable there."""
    result = getattr(special, kind.general)(n, x)
    if kind.at_zero:
        result = np.where(np.abs(x) < _TINY, 0.0, result)
    far = np.abs(x) > _LARGE
    if far.any():
        before, last = (_lowest(special, x, k, kind) for k in (0, 1))
        for k in range(1, n):
            before, last = last, kind.before * before + kind.last * (2 * k / np.where(far, x, 1.0)) * last
        result = np.where(far, last, result)
    return np.asarray(result)


def _airy(x: Array) -> tuple[Array, Array]:
    """Return the function and its derivative; from 200 on both are 0, where SciPy gives up at some place."""
    values = scipy_special("airy_ai").airy(np.minimum(x, 200.0))
    return values[0], values[1]


def scipy_special(function: str) -> Any:
    """Return `scipy.special` for a function, which an error names where SciPy is not installed."""
    try:
        import scipy.special  # type: ignore[import-untyped]
    except ImportError as error:
        raise ImportError(
            f"{function}: needs SciPy, which is not installed; pip install derivata[scipy]"
        ) from error
    return scipy.special


def _wide(x: Array | float) -> Array:
    return np.asarray(x, np.float64)


def _rounded(y: Array, x: Array) -> Array:
    return np.asarray(y, x.dtype)

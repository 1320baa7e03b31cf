"""The regularised incomplete beta function and its derivatives, elementwise.

SciPy has the function. Its derivative in a parameter is the integral of p(t) (log t - E), from 0 to x, where p is the
density and E the mean of log t. From 0 to 1 it is zero: the integral from 0 to x, or minus that from x to 1, has a
factor of one sign, so that nothing cancels. Along log(t / (1 - t)), with u the distance from x, it is that of
`exp(-c u + (a + b) L(u))`, L(u) = -log(1 - z (1 - e⁻ᵘ)), times a number and the factor: c and z are a and x below,
b and 1 - x above.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .by_scipy import scipy_special
from .gamma import BERNOULLI

Array = NDArray[Any]

_NEGLIGIBLE = 40.0
"""The integral ends where the integrand is e⁻⁴⁰ of its first value."""

_START = -3.6
"""Where the trapezoidal rule starts, in v where u is proportional to exp(v - exp(-v)): earlier ones are nothing."""

_PANELS, _MOST_PANELS = 64, 16384
_CONVERGED = 1e-12
"""Halving the panels squares the error: if it changes so little, the result has all digits."""

_SHIFT = 10
"""From here on the asymptotic series of the gamma function have all digits."""


def betainc(a: Array, b: Array, x: Array) -> Array:
    """Return the integral of `t ** (a - 1) * (1 - t) ** (b - 1)` from 0 to x, divided by that to 1."""
    wide = [np.asarray(value, np.float64) for value in (a, b, x)]
    return np.asarray(scipy_special("betainc").betainc(*wide), _dtype(a, b, x))


def betainc_by_a(a: Array, b: Array, x: Array) -> Array:
    """Return the derivative of `betainc` in its first parameter."""
    wide = _wide(a, b, x)
    return _in_place(wide, -_derivative(wide.a, wide.b, wide.x, wide.y), (a, b, x))


def betainc_by_b(a: Array, b: Array, x: Array) -> Array:
    """Return the derivative of `betainc` in its second parameter: that of 1 minus the function at `1 - x`."""
    wide = _wide(a, b, x)
    return _in_place(wide, _derivative(wide.b, wide.a, wide.y, wide.x), (a, b, x))


def beta_density(a: Array, b: Array, x: Array) -> Array:
    """Return the density of the beta distribution, the derivative of `betainc` in x."""
    wide = _wide(a, b, x)
    with np.errstate(all="ignore"):
        inside = _power(*wide[:4], np.log(wide.x) + np.log1p(-wide.x))
        at_zero = np.where(wide.a < 1, np.inf, np.where(wide.a == 1, wide.b, 0.0))
        at_one = np.where(wide.b < 1, np.inf, np.where(wide.b == 1, wide.a, 0.0))
    outside = np.where(wide.given == 0, at_zero, np.where(wide.given == 1, at_one, np.nan))
    found = np.where(wide.inside, inside, np.where(wide.valid, outside, np.nan))
    return np.asarray(found, _dtype(a, b, x))


class _Wide(NamedTuple):
    """Arguments in double precision and one shape; `x` and `y = 1 - x` are harmless numbers but inside of (0, 1)."""

    a: Array
    b: Array
    x: Array
    y: Array
    given: Array
    valid: Array
    inside: Array


def _wide(a: Array, b: Array, x: Array) -> _Wide:
    a, b, x = np.broadcast_arrays(*[np.asarray(value, np.float64) for value in (a, b, x)])
    valid = (a > 0) & (b > 0) & np.isfinite(a) & np.isfinite(b) & (x >= 0) & (x <= 1)
    inside = valid & (x > 0) & (x < 1)
    a, b, harmless = np.where(valid, a, 1.0), np.where(valid, b, 1.0), np.where(inside, x, 0.5)
    return _Wide(a, b, harmless, 1 - harmless, x, valid, inside)


def _in_place(wide: _Wide, derivative: Array, given: tuple[Array, ...]) -> Array:
    """Return a derivative in a parameter, which at 0 and 1 is 0, in the dtype of the arguments."""
    found = np.where(wide.inside, derivative, np.where(wide.valid, 0.0, np.nan))
    return np.asarray(found, _dtype(*given))


def _dtype(*values: Any) -> Any:
    arrays = [value.dtype for value in values if isinstance(value, np.ndarray | np.generic)]
    return np.result_type(*arrays) if arrays else np.float64


def _derivative(a: Array, b: Array, x: Array, y: Array) -> Array:
    """Return minus the derivative in a, at x in (0, 1), y = 1 - x."""
    with np.errstate(all="ignore"):
        near = x < 0.5
        above_mean = np.where(near, np.log(x), np.log1p(-np.where(near, 0.0, y))) + _digamma_gap(a, b)
        below = above_mean < 0
        side = _Side(
            np.where(below, a, b),
            a + b,
            np.where(below, x, y),
            np.where(below, y, x),
            np.abs(above_mean),
            below,
        )
        return np.asarray(_integral(side) * _power(a, b, x, y, 0.0))


class _Side(NamedTuple):
    """What is integrated: see above. `rest` is 1 - z, `first` the factor at u = 0."""

    c: Array
    total: Array
    z: Array
    rest: Array
    first: Array
    below: Array

    def some(self, chosen: Array) -> _Side:
        """Return it for some elements."""
        return _Side(*[part[chosen] for part in self])

    def rise(self, u: Array) -> Array:
        """Return L(u)."""
        near = u < 0.5
        close = np.log1p(self.z * np.expm1(-np.where(near, u, 0.0)))
        return np.asarray(-np.where(near, close, np.log(self.rest + self.z * np.exp(-u))))

    def exponent(self, u: Array) -> Array:
        """Return the logarithm of the integrand but for the factor."""
        return np.asarray(self.total * self.rise(u) - self.c * u)

    def integrand(self, u: Array) -> Array:
        """Return it: the factor is how far log t is from its mean."""
        rise = self.rise(u)
        close = np.log1p(self.rest * np.expm1(np.minimum(u, 1.0)))
        way = np.where(self.below, np.where(u < 1, close, u - rise), rise)
        return np.asarray(np.exp(self.total * rise - self.c * u) * (self.first + way))


def _integral(side: _Side) -> Array:
    """Integrate over u > 0 by the trapezoidal rule in v, with more panels for the elements that need them."""
    slope = np.abs(side.c - side.total * side.z)
    length = _length(side)
    scale = np.minimum(1 / (slope + np.sqrt(side.total * side.z * side.rest)), length / np.e)
    end = np.log(length / scale)
    end = end + np.exp(-end)  # beyond v - exp(-v) = log(length / scale)
    sums = np.zeros_like(length)
    found, open_ = np.full_like(length, np.nan), np.ones(length.shape, bool)
    panels = _PANELS
    while open_.any() and panels <= _MOST_PANELS:
        part, first_v, width = side.some(open_), _START, (end[open_] - _START) / panels
        for k in range(0 if panels == _PANELS else 1, panels, 1 if panels == _PANELS else 2):
            v = first_v + k * width
            fall = np.exp(-v)
            u = scale[open_] * np.exp(v - fall)
            sums[open_] += part.integrand(u) * u * (1 + fall)
        better = sums[open_] * width
        change = np.abs(better - found[open_])
        found[open_] = better
        open_[open_] = ~(change <= _CONVERGED * np.abs(better))
        panels *= 2
    return found


def _length(side: _Side) -> Array:
    """Return where the integrand has become negligible, by doubling and bisection."""
    low, high = np.zeros_like(side.c), 1 / (side.c + side.total)
    for _ in range(1100):
        short = side.exponent(high) > -_NEGLIGIBLE
        if not short.any():
            break
        low, high = np.where(short, high, low), np.where(short, 2 * high, high)
    for _ in range(6):
        middle = 0.5 * (low + high)
        short = side.exponent(middle) > -_NEGLIGIBLE
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return np.asarray(high)


def _digamma_gap(a: Array, b: Array) -> Array:
    """Return digamma(a + b) - digamma(a), term by term, of which none cancels."""
    total = np.zeros_like(a)
    for _ in range(_SHIFT):
        total += b / (a * (a + b))
        a = a + 1
    ratio = b / a
    growth = np.log1p(ratio)
    total += growth + 0.5 * ratio / (a + b)
    for order, number in enumerate(BERNOULLI, 1):
        total -= number / (2 * order) * a ** (-2 * order) * np.expm1(-2 * order * growth)
    return total


def _power(a: Array, b: Array, x: Array, y: Array, less: Array | float) -> Array:
    """Return x^a y^b / B(a, b) over the exponential of `less`.

    Written with Stirling's formula it keeps its digits where a and b are large.
    """
    total = a + b
    off = x * b - y * a  # how far the parameters are from those whose mean is x
    rest = _stirling_rest(total) - _stirling_rest(a) - _stirling_rest(b)
    way = a * _excess(off / a, x * (total / a)) + b * _excess(-off / b, y * (total / b))
    return np.asarray(np.sqrt(a * (b / total) / (2 * np.pi)) * np.exp(rest - way - less))


def _excess(z: Array, ratio: Array) -> Array:
    """Return z - log(1 + z), where ratio = 1 + z."""
    small = np.abs(z) < 0.1
    near = np.where(small, z, 0.0)
    t = near / (2 + near)
    series: Any = 0.0
    for order in range(13, 1, -2):
        series = t * t * (1 / order + series)
    return np.where(small, near * t - 2 * t * series, z - np.log(np.where(small, 1.0, ratio)))


def _stirling_rest(a: Array) -> Array:
    """Return lgamma(a) - ((a - 1/2) log(a) - a + log(2 pi) / 2)."""
    total = np.zeros_like(a)
    for _ in range(_SHIFT):
        near = a < _SHIFT
        step = np.where(near, a, 1.0)
        total += np.where(near, (step + 0.5) * np.log1p(1 / step) - 1, 0.0)
        a = np.where(near, a + 1, a)
    series: Any = 0.0
    for order in range(len(BERNOULLI), 0, -1):
        series = series / np.square(a) + BERNOULLI[order - 1] / (2 * order * (2 * order - 1))
    return np.asarray(total + series / a)

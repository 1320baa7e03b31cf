"""The functions whose accuracy is measured: their names in both libraries, what mpmath says, and their ranges."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath as mp
import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Part = Callable[[np.random.Generator, "np.dtype[Any]", int], Array]


def even(low: float, high: float) -> Part:
    """Return a part of a range that is filled evenly."""
    return lambda rng, dtype, count: rng.uniform(low, high, count)


def sizes(low: float, high: float, signed: bool = False) -> Part:
    """Return numbers of all sizes between two powers of ten, or up to the limits of the dtype."""

    def draw(rng: np.random.Generator, dtype: "np.dtype[Any]", count: int) -> Array:
        limit = 37.0 if dtype.itemsize == 4 else 307.0
        numbers = 10.0 ** rng.uniform(max(low, -limit), min(high, limit), count)
        return numbers * rng.choice([-1.0, 1.0], count) if signed else numbers

    return draw


def near(place: float) -> Part:
    """Return the neighbours of a number, up to 1000 steps of the dtype away."""
    return lambda rng, dtype, count: (
        place * (1 + float(np.finfo(dtype).eps) * rng.integers(-1000, 1000, count))
    )


def exponents(share: float = 1.0) -> Part:
    """Return arguments of exponentials, up to a share of the largest that does not overflow."""

    def draw(rng: np.random.Generator, dtype: "np.dtype[Any]", count: int) -> Array:
        limit = share * (87.0 if dtype.itemsize == 4 else 708.0)
        return rng.uniform(-limit, limit, count)

    return draw


@dataclass(frozen=True)
class Function:
    """A function of one number or more; `parts` are the parts of the range of each argument, combined one by one.

    `path` is the name in the libraries, if that is another one.
    """

    name: str
    reference: Callable[..., Any]
    parts: tuple[tuple[Part, ...], ...]
    changes_sign: bool = False
    call: Callable[..., Any] = lambda function, *tensors: function(*tensors)
    inside: Callable[[Array], Array] = np.isfinite
    path: str = ""

    def points(self, dtype: "np.dtype[Any]", count: int) -> list[Array]:
        """Return the arguments: an array per argument, with `count` points in each part of the range."""
        rng = np.random.default_rng(len(self.name))
        arrays = [
            np.concatenate([part(rng, dtype, count) for part in parts]).astype(dtype) for parts in self.parts
        ]
        kept = np.logical_and.reduce([np.isfinite(array) for array in arrays]) & self.inside(arrays[0])
        return [array[kept] for array in arrays]


def of_one(name: str, reference: Callable[..., Any], *parts: Part, **options: Any) -> Function:
    """Return a function of one argument."""
    return Function(name, reference, (parts,), **options)


def of_two(name: str, reference: Callable[..., Any], first: Part, second: Part, **options: Any) -> Function:
    """Return a function of two arguments."""
    return Function(name, reference, ((first,), (second,)), **options)


def of_beta(argument: int | None = None) -> Function:
    """Return the incomplete beta function, or its derivative in a parameter, for parameters from 0.1 to 100."""
    parts = ((sizes(-1, 2),), (sizes(-1, 2),), (even(0, 1),))
    if argument is None:
        return Function("special.betainc", _betainc, parts)

    def slope(*point: Any) -> Any:
        h = mp.mpf(2) ** -120
        moved = [[p * (1 + step * (i == argument)) for i, p in enumerate(point)] for step in (h, -h)]
        return (_betainc(*moved[0]) - _betainc(*moved[1])) / (2 * h * point[argument])

    def call(function: Callable[..., Any], *tensors: Any) -> Any:
        leaf = tensors[argument].requires_grad_()
        function(*tensors).sum().backward()
        return leaf.grad

    return Function(f"special.betainc:{'ab'[argument]}", slope, parts, call=call, path="special.betainc")


def _betainc(a: Any, b: Any, x: Any) -> Any:
    with mp.workprec(500):
        return mp.betainc(a, b, 0, x, regularized=True)


def ordered(name: str, order: int, reference: Callable[..., Any], part: Part) -> Function:
    """Return a polynomial of one order."""
    return of_one(
        name,
        lambda x: reference(order, x),
        part,
        changes_sign=True,
        call=lambda f, x: f(x, type(x).new_tensor(x, order)),
    )


def within_one(x: Array) -> Array:
    """Tell which numbers lie between -1 and 1."""
    return np.asarray(np.abs(x) < 1)


def inverse_of_erf(x: Any) -> Any:
    """Return erfinv, close to 1 by Newton's method on the logarithm of erfc."""
    return _inverse(abs(x), 1 - abs(x)) * mp.sign(x)


def inverse_of_normal(p: Any) -> Any:
    """Return the quantile of the normal distribution."""
    return mp.sqrt(2) * _inverse(abs(2 * p - 1), 2 * min(p, 1 - p)) * mp.sign(p - 0.5)


def _inverse(x: Any, side: Any) -> Any:
    if side > 0.01:
        return mp.erfinv(x)
    y = mp.sqrt(-mp.log(side))
    for _ in range(8):
        value = mp.erfc(y)
        y += (mp.log(value) - mp.log(side)) / (2 / mp.sqrt(mp.pi) * mp.exp(-y * y) / value)
    return y


TINY = sizes(-300, 0, signed=True)
WIDE = sizes(-300, 300)
ANGLES = (even(-10, 10), even(-1e4, 1e4), sizes(-10, 300, signed=True))
POSITIVE = (even(0, 3), even(3, 100), sizes(-30, 0))

FUNCTIONS: tuple[Function, ...] = (
    of_one("exp", mp.exp, exponents(), TINY),
    of_one("exp2", lambda x: mp.power(2, x), exponents(), TINY),
    of_one("expm1", mp.expm1, exponents(), even(-1, 1), TINY),
    of_one("log", mp.log, WIDE, even(0.5, 1.5)),
    of_one("log2", lambda x: mp.log(x, 2), WIDE, even(0.5, 1.5)),
    of_one("log10", mp.log10, WIDE, even(0.5, 1.5)),
    of_one("log1p", mp.log1p, WIDE, even(-1, 1), TINY),
    of_one("rsqrt", lambda x: 1 / mp.sqrt(x), WIDE),
    of_one("sin", mp.sin, *ANGLES),
    of_one("cos", mp.cos, *ANGLES),
    of_one("tan", mp.tan, *ANGLES),
    of_one("asin", mp.asin, even(-1, 1), TINY),
    of_one("acos", mp.acos, even(-1, 1), TINY),
    of_one("atan", mp.atan, even(-10, 10), sizes(-300, 300, signed=True)),
    of_one("sinh", mp.sinh, exponents(), even(-3, 3), TINY),
    of_one("cosh", mp.cosh, exponents(), even(-3, 3)),
    of_one("tanh", mp.tanh, even(-10, 10), TINY),
    of_one("asinh", mp.asinh, even(-10, 10), sizes(-300, 300, signed=True)),
    of_one("acosh", mp.acosh, even(1, 3), sizes(0, 300)),
    of_one("atanh", mp.atanh, even(-1, 1), TINY, inside=within_one),
    of_one("sigmoid", lambda x: 1 / (1 + mp.exp(-x)), exponents(), even(-3, 3)),
    of_one("logit", lambda x: mp.log(x / (1 - x)), even(0, 1), sizes(-300, -1), changes_sign=True),
    of_one("sinc", lambda x: mp.sinc(mp.pi * x), even(-10, 10), TINY, changes_sign=True),
    of_two("atan2", mp.atan2, sizes(-8, 8, signed=True), sizes(-8, 8, signed=True)),
    of_two("hypot", mp.hypot, sizes(-8, 8, signed=True), sizes(-8, 8, signed=True)),
    of_two("pow", mp.power, sizes(-8, 8), even(-4, 4)),
    of_two("logaddexp", lambda x, y: max(x, y) + mp.log1p(mp.exp(-abs(x - y))), even(0, 100), even(0, 100)),
    of_two("xlogy", lambda x, y: x * mp.log(y), even(-10, 10), WIDE),
    of_one("erf", mp.erf, even(-6, 6), TINY),
    of_one("erfc", mp.erfc, even(-6, 6), even(0, 26)),
    of_one("erfinv", inverse_of_erf, even(-1, 1), TINY, near(1.0), inside=within_one),
    of_one("special.erfcx", lambda x: mp.exp(x * x) * mp.erfc(x), even(-5, 5), even(0, 100), sizes(0, 6)),
    of_one("special.ndtr", mp.ncdf, even(-13, 5)),
    of_one("special.log_ndtr", lambda x: mp.log(mp.ncdf(x)), even(-100, 5), even(-3, 3)),
    of_one("special.ndtri", inverse_of_normal, even(0, 1), sizes(-37, -1), changes_sign=True),
    of_one("lgamma", mp.loggamma, *POSITIVE, near(1.0), near(2.0), changes_sign=True),
    of_one("digamma", mp.digamma, *POSITIVE, near(1.4616321449683622), changes_sign=True),
    of_one("polygamma", lambda x: mp.psi(1, x), *POSITIVE, call=lambda f, x: f(1, x)),
    of_two("special.zeta", mp.zeta, even(1.1, 20), even(0.1, 50)),
    of_two(
        "special.gammainc", lambda a, x: mp.gammainc(a, 0, x, regularized=True), even(0.1, 50), even(0, 60)
    ),
    of_two("special.gammaincc", lambda a, x: mp.gammainc(a, x, regularized=True), even(0.1, 50), even(0, 60)),
    of_beta(),
    of_beta(0),
    of_beta(1),
    of_one("special.i0", lambda x: mp.besseli(0, x), even(-10, 10), even(-80, 80)),
    of_one("special.i0e", lambda x: mp.besseli(0, x) * mp.exp(-abs(x)), even(-10, 10), even(-80, 80)),
    of_one("special.i1", lambda x: mp.besseli(1, x), even(-10, 10), even(-80, 80)),
    of_one("special.i1e", lambda x: mp.besseli(1, x) * mp.exp(-abs(x)), even(-10, 10), even(-80, 80)),
    of_one("special.bessel_j0", lambda x: mp.besselj(0, x), even(-50, 50), changes_sign=True),
    of_one("special.bessel_j1", lambda x: mp.besselj(1, x), even(-50, 50), changes_sign=True),
    of_one("special.bessel_y0", lambda x: mp.bessely(0, x), even(0.01, 50), changes_sign=True),
    of_one("special.bessel_y1", lambda x: mp.bessely(1, x), even(0.01, 50), changes_sign=True),
    of_one("special.modified_bessel_k0", lambda x: mp.besselk(0, x), even(0.01, 50)),
    of_one("special.modified_bessel_k1", lambda x: mp.besselk(1, x), even(0.01, 50)),
    of_one("special.airy_ai", mp.airyai, even(-10, 10), changes_sign=True),
    ordered("special.chebyshev_polynomial_t", 8, mp.chebyt, even(-1, 1)),
    ordered("special.chebyshev_polynomial_u", 8, mp.chebyu, even(-1, 1)),
    ordered("special.hermite_polynomial_h", 8, mp.hermite, even(-5, 5)),
    ordered("special.laguerre_polynomial_l", 8, lambda n, x: mp.laguerre(n, 0, x), even(0, 10)),
    ordered("special.legendre_polynomial_p", 8, mp.legendre, even(-1, 1)),
)

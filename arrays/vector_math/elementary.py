"""The elementary functions for single numbers inside compiled loops: what NumPy's ufuncs of these names do.

They keep the precision of their arguments, have no branches, and so let the loop around them vectorise. An integer
or bool beside a float takes the float's type. Importing this imports llvmlite; only compiling a kernel does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from numba import types

from ..jit.decorators import overload
from ..jit.promoting import binary, common, ternary
from . import bits
from .bessel import bessel_i0 as bessel_i0
from .bessel import bessel_i1 as bessel_i1
from .bessel import bessel_i2 as bessel_i2
from .bessel import bessel_k0 as bessel_k0
from .bessel import bessel_k1 as bessel_k1
from .bessel import scaled_bessel_i0 as scaled_bessel_i0
from .bessel import scaled_bessel_i1 as scaled_bessel_i1
from .bessel import scaled_bessel_i2 as scaled_bessel_i2
from .bessel import scaled_bessel_k0 as scaled_bessel_k0
from .bessel import scaled_bessel_k1 as scaled_bessel_k1
from .bits import ceil as ceil
from .bits import floor as floor
from .bits import inlined, like
from .bits import radd as radd
from .bits import sqrt as sqrt
from .bits import trunc as trunc
from .error_function import erf as erf
from .error_function import erfc as erfc
from .error_function import erfcx as erfcx
from .error_function import ndtr as ndtr
from .exponential import cosh as cosh
from .exponential import exp as exp
from .exponential import exp2 as exp2
from .exponential import expm1 as expm1
from .exponential import sigmoid as sigmoid
from .exponential import sinh as sinh
from .exponential import tanh as tanh
from .gamma import digamma as digamma
from .gamma import lgamma as lgamma
from .gamma import trigamma as trigamma
from .incomplete_gamma import igamma as _igamma
from .incomplete_gamma import igammac as _igammac
from .inverse_trigonometry import acos as acos
from .inverse_trigonometry import asin as asin
from .inverse_trigonometry import atan as atan
from .inverse_trigonometry import atan2 as _atan2
from .logarithm import acosh as acosh
from .logarithm import asinh as asinh
from .logarithm import atanh as atanh
from .logarithm import log as log
from .logarithm import log1p as log1p
from .logarithm import log2 as log2
from .logarithm import log10 as log10
from .logarithm import logaddexp as _logaddexp
from .orthogonal import chebyshev_t as _chebyshev_t
from .orthogonal import gegenbauer as _gegenbauer
from .orthogonal import hermite_h as _hermite_h
from .orthogonal import hermite_he as _hermite_he
from .orthogonal import laguerre as _laguerre
from .oscillating_bessel import bessel_j0 as bessel_j0
from .oscillating_bessel import bessel_j1 as bessel_j1
from .oscillating_bessel import bessel_y0 as bessel_y0
from .oscillating_bessel import bessel_y1 as bessel_y1
from .power import hypot as _hypot
from .power import pow as _pow
from .quantiles import erfinv as erfinv
from .quantiles import ndtri as ndtri
from .remainders import floor_divide as _floor_divide
from .remainders import fmod as _fmod
from .remainders import remainder as _remainder
from .trigonometry import cos as cos
from .trigonometry import sin as sin
from .trigonometry import tan as tan

abs = bits.absolute
round = bits.rint

PI = math.pi
INFINITY = math.inf


@inlined
def _larger(x: float, y: float) -> float:
    """The larger number, NaN if one is: two instructions where `llvm.maximum`, which orders zeros too, takes six."""
    larger = y if y > x else x
    return larger if y == y else y


@inlined
def _smaller(x: float, y: float) -> float:
    """The smaller number, NaN if one is."""
    smaller = y if y < x else x
    return smaller if y == y else y


pow = binary(_pow)
atan2 = binary(_atan2)
hypot = binary(_hypot)
logaddexp = binary(_logaddexp)
copysign = binary(bits.copysign)
nextafter = binary(bits.nextafter)
maximum = binary(_larger)
minimum = binary(_smaller)
fmod = binary(_fmod)
remainder = binary(_remainder)
floor_divide = binary(_floor_divide)
igamma = binary(_igamma)
igammac = binary(_igammac)
chebyshev_t = binary(_chebyshev_t)
hermite_h = binary(_hermite_h)
hermite_he = binary(_hermite_he)
gegenbauer = ternary(_gegenbauer)
laguerre = ternary(_laguerre)


def at(x: Any, i: Any) -> Any:
    """x[i] of an array, x itself of a scalar; which of the two is settled when the loop is compiled."""
    raise NotImplementedError("called inside compiled kernels only")


@overload(at)
def _at(x: Any, i: Any) -> Callable[..., Any]:
    def element(x: Any, i: Any) -> Any:
        return x[i]

    def number(x: Any, i: Any) -> Any:
        return x

    return element if isinstance(x, types.Array) else number


def where(condition: Any, x: Any, y: Any) -> Any:
    """x where the condition holds, else y."""
    raise NotImplementedError("called inside compiled kernels only")


@overload(where)
def _where(condition: Any, x: Any, y: Any) -> Callable[..., Any] | None:
    kind = common(x, y)

    def chosen(condition: Any, x: Any, y: Any) -> Any:
        return x if condition else y

    def converted(condition: Any, x: Any, y: Any) -> Any:
        x, y = kind(x), kind(y)
        return x if condition else y

    if x == y:
        return chosen
    return None if kind is None else converted


@inlined
def sign(x: float) -> float:
    """-1, 0 or 1, and NaN for NaN."""
    zero = like(x, 0.0)
    size = bits.copysign(like(x, 1.0), x) if x != zero else zero
    return size if x == x else x


sgn = sign


@inlined
def square(x: float) -> float:
    """x * x."""
    return x * x


@inlined
def reciprocal(x: float) -> float:
    """1 / x."""
    return like(x, 1.0) / x


@inlined
def rsqrt(x: float) -> float:
    """1 / sqrt(x)."""
    return like(x, 1.0) / bits.sqrt(x)


@inlined
def _heaviside(x: float, at_zero: float) -> float:
    zero = like(x, 0.0)
    step = at_zero if x == zero else (like(x, 1.0) if x > zero else zero)
    return step if x == x else x


heaviside = binary(_heaviside)


@inlined
def isnan(x: float) -> bool:
    """Whether x is NaN."""
    return x != x


@inlined
def isinf(x: float) -> bool:
    """Whether x is infinite."""
    return bits.absolute(x) == like(x, INFINITY)


@inlined
def isfinite(x: float) -> bool:
    """Whether x is neither infinite nor NaN."""
    return bits.absolute(x) < like(x, INFINITY)


@inlined
def logical_and(x: float, y: float) -> bool:
    """Whether both are true; every number but 0 is."""
    return (x != 0) & (y != 0)


@inlined
def logical_or(x: float, y: float) -> bool:
    """Whether at least one is true."""
    return (x != 0) | (y != 0)


@inlined
def logical_not(x: float) -> bool:
    """Whether x is 0 or False."""
    return x == 0


@inlined
def conj(x: float) -> float:
    """x, as it is real."""
    return x


real = conj


@inlined
def imag(x: float) -> float:
    """0, as x is real."""
    return like(x, 0.0)


@inlined
def angle(x: float) -> float:
    """0, or pi below zero; NaN for NaN."""
    y = like(x, PI) if x < like(x, 0.0) else like(x, 0.0)
    return y if x == x else x

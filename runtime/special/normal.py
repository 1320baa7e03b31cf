"""The inverses of the error function and of the normal distribution, by Wichura's rational functions (AS 241)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Ratio = tuple[tuple[float, ...], tuple[float, ...]]
"""Coefficients of numerator and denominator, the constant ones first."""

_CENTRE: Ratio = (
    (
        3.3871328727963666080,
        133.14166789178437745,
        1971.5909503065514427,
        13731.693765509461125,
        45921.953931549871457,
        67265.770927008700853,
        33430.575583588128105,
        2509.0809287301226727,
    ),
    (
        1.0,
        42.313330701600911252,
        687.18700749205790830,
        5394.1960214247511077,
        21213.794301586595867,
        39307.895800092710610,
        28729.085735721942674,
        5226.4952788528545610,
    ),
)
_TAIL: Ratio = (
    (
        1.42343711074968357734,
        4.63033784615654529590,
        5.76949722146069140550,
        3.64784832476320460504,
        1.27045825245236838258,
        0.241780725177450611770,
        0.0227238449892691845833,
        7.74545014278341407640e-4,
    ),
    (
        1.0,
        2.05319162663775882187,
        1.67638483018380384940,
        0.689767334985100004550,
        0.148103976427480074590,
        0.0151986665636164571966,
        5.47593808499534494600e-4,
        1.05075007164441684324e-9,
    ),
)
_FAR_TAIL: Ratio = (
    (
        6.65790464350110377720,
        5.46378491116411436990,
        1.78482653991729133580,
        0.296560571828504891230,
        0.0265321895265761230930,
        0.00124266094738807843860,
        2.71155556874348757815e-5,
        2.01033439929228813265e-7,
    ),
    (
        1.0,
        0.599832206555887937690,
        0.136929880922735805310,
        0.0148753612908506148525,
        7.86869131145613259100e-4,
        1.84631831751005468180e-5,
        1.42151175831644588870e-7,
        2.04426310338993978564e-15,
    ),
)


def ndtri(x: Array) -> Array:
    """Return the number below which a normal variable lies with probability `x`; NaN outside [0, 1]."""
    p = np.asarray(x, np.float64)
    return np.asarray(_quantile(p - 0.5, np.minimum(p, 1 - p)), x.dtype)


def erfinv(x: Array) -> Array:
    """Return the inverse of the error function: infinite at -1 and 1, NaN outside."""
    y = np.asarray(x, np.float64)
    return np.asarray(_quantile(y / 2, (1 - np.abs(y)) / 2) * np.sqrt(0.5), x.dtype)


def _quantile(centred: Array, tail: Array) -> Array:
    """Return the normal quantile of the probability `centred + 0.5`; `tail` is the smaller one of the two sides."""
    r = np.sqrt(-np.log(np.where(tail > 0, tail, 1.0)))
    size = np.where(r <= 5, _ratio(_TAIL, r - 1.6), _ratio(_FAR_TAIL, r - 5))
    size = np.where(tail > 0, size, np.where(tail == 0, np.inf, np.nan))
    near = np.abs(centred) <= 0.425
    middle = centred * _ratio(_CENTRE, 0.180625 - np.square(np.where(near, centred, 0.0)))
    return np.asarray(np.where(near, middle, np.copysign(size, centred)))


def _ratio(coefficients: Ratio, x: Array) -> Array:
    numerator, denominator = (np.polynomial.polynomial.polyval(x, c) for c in coefficients)
    return np.asarray(numerator / denominator)

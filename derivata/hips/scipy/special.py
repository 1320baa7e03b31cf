"""`scipy.special` for traced arrays: its ufuncs, those that are no op of derivata by their partial derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special as _special  # type: ignore[import-untyped]
from scipy.special import gammaln, psi, xlogy

from ..point import mapped
from ..primitives import Primitive
from .recorded import elementwise, recorded

_ROOT_OF_PI = float(np.sqrt(np.pi))

gamma: Primitive = elementwise(_special.gamma, lambda ans, x: ans * psi(x))
rgamma: Primitive = elementwise(_special.rgamma, lambda ans, x: -ans * psi(x))
gammasgn: Primitive = elementwise(_special.gammasgn, lambda ans, x: 0.0 * x)
beta: Primitive = elementwise(
    _special.beta,
    lambda ans, a, b: ans * (psi(a) - psi(a + b)),
    lambda ans, a, b: ans * (psi(b) - psi(a + b)),
)
betaln: Primitive = elementwise(
    _special.betaln, lambda ans, a, b: psi(a) - psi(a + b), lambda ans, a, b: psi(b) - psi(a + b)
)
betainc: Primitive = elementwise(
    _special.betainc, None, None, lambda ans, a, b, x: x ** (a - 1) * (1 - x) ** (b - 1) / beta(a, b)
)
gammainc: Primitive = elementwise(_special.gammainc, None, lambda ans, a, x: _gamma_density(a, x))
gammaincc: Primitive = elementwise(_special.gammaincc, None, lambda ans, a, x: -_gamma_density(a, x))
polygamma: Primitive = elementwise(_special.polygamma, None, lambda ans, n, x: polygamma(n + 1, x))
jv: Primitive = elementwise(_special.jv, None, lambda ans, n, x: (jv(n - 1, x) - jv(n + 1, x)) / 2)
jn: Primitive = jv
yv: Primitive = elementwise(_special.yv, None, lambda ans, n, x: (yv(n - 1, x) - yv(n + 1, x)) / 2)
yn: Primitive = elementwise(_special.yn, None, lambda ans, n, x: (yn(n - 1, x) - yn(n + 1, x)) / 2)
iv: Primitive = elementwise(_special.iv, None, lambda ans, n, x: (iv(n - 1, x) + iv(n + 1, x)) / 2)
ive: Primitive = elementwise(_special.ive, None, lambda ans, n, x: ans * (n / x - np.sign(x)) + ive(n + 1, x))
erf: Primitive = elementwise(_special.erf, lambda ans, x: 2 / _ROOT_OF_PI * np.exp(-(x**2)))
erfc: Primitive = elementwise(_special.erfc, lambda ans, x: -2 / _ROOT_OF_PI * np.exp(-(x**2)))
erfcinv: Primitive = elementwise(_special.erfcinv, lambda ans, x: -_ROOT_OF_PI / 2 * np.exp(ans**2))


def _gamma_density(a: Any, x: Any) -> Any:
    return np.exp(xlogy(a - 1, x) - x - gammaln(a))


@recorded(_special.multigammaln)
def multigammaln(a: Any, d: int) -> Any:
    """Logarithm of the multivariate gamma function."""
    terms = gammaln(np.expand_dims(a, -1) - np.arange(d) / 2)
    return d * (d - 1) / 4 * np.log(np.pi) + np.sum(terms, -1)


@recorded(_special.logsumexp)
def logsumexp(
    a: Any, axis: Any = None, b: Any = None, keepdims: bool = False, return_sign: bool = False
) -> Any:
    """Logarithm of the sum of exponentials, each times a weight `b`."""
    highest = mapped(lambda x: np.where(np.isfinite(x), x, 0.0), np.max(_plain(a), axis=axis, keepdims=True))
    terms = np.exp(a - highest)
    total = np.sum(terms if b is None else b * terms, axis=axis, keepdims=keepdims)
    shift = highest if keepdims else np.squeeze(highest, axis=axis)
    if return_sign:
        return np.log(np.abs(total)) + shift, np.sign(_plain(total))
    return np.log(total) + shift


@recorded(_special.softmax)
def softmax(x: Any, axis: Any = None) -> Any:
    """Exponentials divided by their sum."""
    return np.exp(log_softmax(x, axis))


@recorded(_special.log_softmax)
def log_softmax(x: Any, axis: Any = None) -> Any:
    """Logarithm of `softmax`."""
    return x - logsumexp(x, axis=axis, keepdims=True)


def _plain(value: Any) -> Any:
    return getattr(value, "_value", value)


def __getattr__(name: str) -> Any:
    """Return what `scipy.special` has."""
    return getattr(_special, name)

"""Special functions in the names and signatures of `scipy.special`. They are ops; `betainc` and `stdtr` need SciPy.

The ufuncs of `scipy.special` itself take tensors as well, and call the same ops.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..generated import ops
from ..generated.namespaces.special import bessel_j0 as j0
from ..generated.namespaces.special import bessel_j1 as j1
from ..generated.namespaces.special import bessel_y0 as y0
from ..generated.namespaces.special import bessel_y1 as y1
from ..generated.namespaces.special import betainc as betainc
from ..generated.namespaces.special import digamma as digamma
from ..generated.namespaces.special import entr as entr
from ..generated.namespaces.special import erf as erf
from ..generated.namespaces.special import erfc as erfc
from ..generated.namespaces.special import erfcx as erfcx
from ..generated.namespaces.special import erfinv as erfinv
from ..generated.namespaces.special import exp2 as exp2
from ..generated.namespaces.special import expit as expit
from ..generated.namespaces.special import expm1 as expm1
from ..generated.namespaces.special import gammainc as gammainc
from ..generated.namespaces.special import gammaincc as gammaincc
from ..generated.namespaces.special import gammaln as gammaln
from ..generated.namespaces.special import i0 as i0
from ..generated.namespaces.special import i0e as i0e
from ..generated.namespaces.special import i1 as i1
from ..generated.namespaces.special import i1e as i1e
from ..generated.namespaces.special import log1p as log1p
from ..generated.namespaces.special import log_ndtr as log_ndtr
from ..generated.namespaces.special import logit as logit
from ..generated.namespaces.special import modified_bessel_k0 as k0
from ..generated.namespaces.special import modified_bessel_k1 as k1
from ..generated.namespaces.special import multigammaln as multigammaln
from ..generated.namespaces.special import ndtr as ndtr
from ..generated.namespaces.special import ndtri as ndtri
from ..generated.namespaces.special import polygamma as polygamma
from ..generated.namespaces.special import psi as psi
from ..generated.namespaces.special import scaled_modified_bessel_k0 as k0e
from ..generated.namespaces.special import scaled_modified_bessel_k1 as k1e
from ..generated.namespaces.special import stdtr as stdtr
from ..generated.namespaces.special import xlog1py as xlog1py
from ..generated.namespaces.special import xlogy as xlogy
from ..generated.namespaces.special import zeta as zeta
from ..runtime.tensors.tensor import Tensor
from ..support.missing_names import only_these
from .linear_systems import floats

__all__ = [
    "betainc",
    "betaln",
    "digamma",
    "entr",
    "erf",
    "erfc",
    "erfcx",
    "erfinv",
    "exp2",
    "expit",
    "expm1",
    "gammainc",
    "gammaincc",
    "gammaln",
    "i0",
    "i0e",
    "i1",
    "i1e",
    "j0",
    "j1",
    "k0",
    "k0e",
    "k1",
    "k1e",
    "kl_div",
    "log1p",
    "log_ndtr",
    "log_softmax",
    "logit",
    "logsumexp",
    "multigammaln",
    "ndtr",
    "ndtri",
    "polygamma",
    "psi",
    "rel_entr",
    "softmax",
    "stdtr",
    "xlog1py",
    "xlogy",
    "y0",
    "y1",
    "zeta",
]


def logsumexp(
    a: Any, axis: int | tuple[int, ...] | None = None, b: Any = None, keepdims: bool = False
) -> Tensor:
    """Return the logarithm of the sum of exponentials, with weights: `scipy.special.logsumexp`.

    Parameters
    ----------
    a : tensor or array
    axis : int or tuple of int, optional
        Over which axes; by default all.
    b : tensor or array, optional
        Weights, of a shape that broadcasts with that of `a`. Where the weighted sum is negative the result is nan.
    keepdims : bool
        Whether summed axes stay, with size 1.

    Returns
    -------
    tensor

    Examples
    --------
    >>> import derivata as dv
    >>> a = dv.tensor([0.0, 1000.0], dtype=dv.float64, requires_grad=True)
    >>> found = dv.scipy.special.logsumexp(a, b=[1.0, 0.5])
    >>> round(found.item(), 6), dv.autograd.grad(found, a)[0].tolist()
    (999.306853, [0.0, 1.0])
    """
    if b is None:
        (a,) = floats(a)
        return ops.logsumexp(a, _axes(a, axis), keepdims)
    a, b = floats(a, b)
    a, b = ops.broadcast_tensors(a, b)
    axes = _axes(a, axis)
    counted = b != 0
    values = ops.where(counted, a, -np.inf)
    top = ops.amax(values.detach(), axes, True)
    top = ops.where(ops.isfinite(top), top, 0.0)
    total = ops.sum(b * ops.exp(values - top), axes, True)
    found: Tensor = ops.log(total) + top
    return found if keepdims else ops.squeeze(found, axes)


def softmax(x: Any, axis: int | tuple[int, ...] | None = None) -> Tensor:
    """Return exponentials divided by their sum: `scipy.special.softmax`.

    Parameters
    ----------
    x : tensor or array
    axis : int or tuple of int, optional
        Over which axes; by default all.

    Returns
    -------
    tensor, in the shape of `x`

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.special.softmax([[0.0, 0.0], [0.0, 0.0]])
    tensor([[0.25, 0.25],
            [0.25, 0.25]], dtype=float64)
    """
    return ops.exp(log_softmax(x, axis))


def log_softmax(x: Any, axis: int | tuple[int, ...] | None = None) -> Tensor:
    """Return the logarithm of `softmax`: `scipy.special.log_softmax`.

    Parameters
    ----------
    x : tensor or array
    axis : int or tuple of int, optional
        Over which axes; by default all.

    Returns
    -------
    tensor, in the shape of `x`

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.special.log_softmax([0.0, 1000.0])
    tensor([-1000.,     0.], dtype=float64)
    """
    (x,) = floats(x)
    return ops.sub(x, ops.logsumexp(x, _axes(x, axis), True))


def betaln(a: Any, b: Any) -> Tensor:
    """Return the logarithm of the absolute value of the beta function: `scipy.special.betaln`.

    Parameters
    ----------
    a, b : tensor or array

    Returns
    -------
    tensor

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.special.betaln(1.0, 1.0)
    tensor(0., dtype=float64)
    """
    a, b = floats(a, b)
    return ops.sub(ops.lgamma(a) + ops.lgamma(b), ops.lgamma(a + b))


def rel_entr(x: Any, y: Any) -> Tensor:
    """Return ``x log(x / y)``, 0 where `x` is 0 and infinite where it has no value: `scipy.special.rel_entr`.

    Parameters
    ----------
    x, y : tensor or array

    Returns
    -------
    tensor

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.special.rel_entr([0.0, 1.0, -1.0], [1.0, 1.0, 1.0])
    tensor([ 0.,  0., inf], dtype=float64)
    """
    x, y = floats(x, y)
    usual = (x > 0) & (y > 0)
    ratio = ops.where(usual, x, 1.0) / ops.where(usual, y, 1.0)
    return ops.where(usual, x * ops.log(ratio), ops.where((x == 0) & (y >= 0), 0.0, np.inf))


def kl_div(x: Any, y: Any) -> Tensor:
    """Return ``x log(x / y) - x + y``, infinite where it has no value: `scipy.special.kl_div`.

    Parameters
    ----------
    x, y : tensor or array

    Returns
    -------
    tensor

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.special.kl_div([0.0, 1.0], [2.0, 1.0])
    tensor([2., 0.], dtype=float64)
    """
    x, y = floats(x, y)
    return ops.sub(rel_entr(x, y), x - y)


def _axes(a: Tensor, axis: int | tuple[int, ...] | None) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(a.ndim))
    return axis if isinstance(axis, tuple) else (axis,)


__getattr__, __dir__ = only_these(globals())

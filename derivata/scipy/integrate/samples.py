"""Integrals of samples."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...generated import ops
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..implicit import is_differentiated
from ..library import library
from ..linear_systems import floats


def simpson(y: Any, x: Any = None, *, dx: float = 1.0, axis: int = -1) -> Tensor:
    """Integrate samples by Simpson's rule: `scipy.integrate.simpson`, differentiable by `y`.

    Parameters
    ----------
    y : tensor or array
    x : array of shape (n,), optional
        Where the samples are; by default `dx` apart. A tensor with history is refused.
    dx : float
    axis : int

    Returns
    -------
    tensor, without the axis

    Raises
    ------
    RuntimeError
        If `x` has a history or a tangent.
    ValueError
        If `x` has more than one dimension.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.integrate.simpson([0.0, 1.0, 4.0], dx=1.0)
    tensor(2.6667, dtype=float64)
    """
    integrate = library("integrate", "simpson")
    if isinstance(x, Tensor) and is_differentiated(x):
        raise RuntimeError(
            "simpson: expected x without history, got a tensor that requires grad or has a tangent, by which the rule "
            "is not differentiated; pass x.detach(), or use trapezoid"
        )
    if np.ndim(x) > 1:
        raise ValueError(f"simpson: expected x of shape (n,), got {np.shape(x)}; integrate row by row")
    (y,) = floats(y)
    samples = y.movedim(axis, -1)
    x = None if x is None else np.asarray(x)
    weights = integrate.simpson(np.eye(samples.shape[-1]), x=x, dx=dx)
    return ops.sum(samples * wrap(np.asarray(weights, y.dtype)), -1)


def trapezoid(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Tensor:
    """Integrate samples by the trapezoidal rule: `scipy.integrate.trapezoid`, differentiable by `y` and `x`.

    Parameters
    ----------
    y : tensor or array
    x : tensor or array, optional
        Where the samples are; by default `dx` apart.
    dx : float
    axis : int

    Returns
    -------
    tensor, without the axis

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.integrate.trapezoid([0.0, 1.0, 4.0], dx=1.0)
    tensor(3., dtype=float64)
    """
    if x is None:
        return ops.trapezoid(*floats(y), dx=dx, dim=axis)
    return ops.trapezoid(*floats(y, x), dim=axis)


def cumulative_trapezoid(
    y: Any, x: Any = None, dx: float = 1.0, axis: int = -1, initial: float | None = None
) -> Tensor:
    """Integrate samples from the first on: `scipy.integrate.cumulative_trapezoid`, differentiable by `y` and `x`.

    Parameters
    ----------
    y : tensor or array
    x : tensor or array, optional
        Where the samples are; by default `dx` apart.
    dx : float
    axis : int
    initial : 0 or None
        With 0, that is put in front, so that the result is as long as `y`.

    Returns
    -------
    tensor
        With one sample less along the axis, or as many.

    Raises
    ------
    ValueError
        If `initial` is neither None nor 0.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.integrate.cumulative_trapezoid([0.0, 1.0, 4.0], initial=0)
    tensor([0. , 0.5, 3. ], dtype=float64)
    """
    if initial not in (None, 0):
        raise ValueError(
            f"cumulative_trapezoid: expected initial to be None or 0, got {initial!r}; add a constant to the result"
        )
    if x is None:
        found = ops.cumulative_trapezoid(*floats(y), dx=dx, dim=axis)
    else:
        found = ops.cumulative_trapezoid(*floats(y, x), dim=axis)
    if initial is None:
        return found
    shape = list(found.shape)
    shape[axis] = 1
    return ops.cat([found.new_zeros(shape), found], axis)

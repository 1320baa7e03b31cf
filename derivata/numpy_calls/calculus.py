"""Differences, integrals, interpolation and polynomials."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..generated import ops
from ..generated.namespaces import linalg
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.numpy_arguments import promoted, tensor, tensors
from ..top_level.finite_differences import gradient as differences
from . import linear_algebra, products
from .arrays_of import array_of


def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """Differences of neighbours, `n` times."""
    a = tensor(a)
    if not n:
        return a
    ends = [None if end is None else _end(a, tensor(end), axis) for end in (prepend, append)]
    return ops.diff(a, n, axis, *ends)


def _end(a: Tensor, end: Tensor, axis: int) -> Tensor:
    """Return the value to prepend or append, a number broadcast to the shape of one slice."""
    if end.ndim:
        return end.to(a.dtype)
    shape = list(a.shape)
    shape[axis] = 1
    return ops.expand(end.to(a.dtype), shape)


def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """Differences of neighbours in a row, between what is put at its ends."""
    made = [ops.diff(tensor(ary).reshape(-1))]
    if to_begin is not None:
        made.insert(0, tensor(to_begin).to(made[0].dtype).reshape(-1))
    if to_end is not None:
        made.append(tensor(to_end).to(made[0].dtype).reshape(-1))
    return ops.cat(made)


def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Estimates of derivatives from values on a grid."""
    f = tensor(f)
    axes = tuple(range(f.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    steps: Any = varargs or (1.0,)
    if len(steps) == 1:
        steps = steps * len(axes)
    if len(steps) != len(axes):
        raise TypeError(f"np.gradient: expected a spacing for each of {len(axes)} axes, got {len(steps)}")
    found = []
    for one, step in zip(axes, steps, strict=True):
        size = f.shape[one]
        at = tensor(step).to(f.dtype) if np.ndim(step) else wrap(np.arange(size, dtype=f.dtype)) * step
        (part,) = differences(f, spacing=(at,), dim=one, edge_order=edge_order)
        found.append(part)
    return found[0] if len(found) == 1 else tuple(found)


def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Any:
    """Integral along an axis by trapezoids."""
    y = ops.movedim(tensor(y), (axis,), (-1,))
    steps: Any = dx
    if x is not None:
        x = tensor(x)
        steps = ops.diff(x if x.ndim == 1 else ops.movedim(x, (axis,), (-1,)))
    return ops.sum((y[..., 1:] + y[..., :-1]) * steps / 2.0, -1)


def cumulative_sum(x: Any, axis: Any = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """Sums up to each element."""
    return _cumulative("cumulative_sum", ops.cumsum, 0, x, axis, dtype, include_initial)


def cumulative_prod(x: Any, axis: Any = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """Products up to each element."""
    return _cumulative("cumulative_prod", ops.cumprod, 1, x, axis, dtype, include_initial)


def _cumulative(name: str, function: Any, first: int, x: Any, axis: Any, dtype: Any, initial: bool) -> Any:
    x = ops.atleast_1d(tensor(x))
    if axis is None and x.ndim > 1:
        raise ValueError(
            f"np.{name}: axis must be given for arrays of more than one dimension, got shape {x.shape}"
        )
    axis = 0 if axis is None else axis
    found = function(x, axis, dtype=dtype)
    if not initial:
        return found
    shape = [1 if one == axis % x.ndim else size for one, size in enumerate(x.shape)]
    return ops.cat([wrap(np.full(shape, first, found.dtype)), found], axis)


def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> Any:
    """Values between points by lines."""
    x, xp, fp = tensor(x), tensor(xp), tensor(fp)
    at, points = array_of(x), array_of(xp)
    low = np.clip(np.searchsorted(points, at, side="right") - 1, 0, max(len(points) - 2, 0))
    high = np.minimum(low + 1, len(points) - 1)
    x0, x1, f0, f1 = (ops.take(one, wrap(np.asarray(i))) for one in (xp, fp) for i in (low, high))
    inside = (at >= points[0]) & (at <= points[-1])
    apart = np.asarray(points[high] != points[low])
    slope = (f1 - f0) / ops.where(wrap(apart), x1 - x0, 1.0)
    found = f0 + slope * ops.where(wrap(np.asarray(inside)), x - x0, 0.0)
    found = ops.where(wrap(np.asarray(at < points[0])), tensor(fp[0] if left is None else left), found)
    return ops.where(wrap(np.asarray(at > points[-1])), tensor(fp[-1] if right is None else right), found)


def unwrap(p: Any, discont: Any = None, axis: int = -1, period: Any = 2 * np.pi) -> Any:
    """Angles without jumps: whole periods are added, which are constant."""
    p = tensor(p)
    values = array_of(p)
    return p + (np.unwrap(values, discont, axis, period=period) - values)


def linspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False, axis: int = 0
) -> Any:
    """Numbers at one distance between two."""
    start, stop = promoted(start, stop)
    parts = num - 1 if endpoint else num
    shape = (num, *[1] * max(start.ndim, stop.ndim))
    ramp = np.arange(num, dtype=start.dtype).reshape(shape)
    weight = ramp / parts if parts > 0 else ramp
    found = start * (1 - weight) + stop * weight
    found = ops.movedim(found, (0,), (axis,)) if axis else found
    return (found, (stop - start) / parts) if retstep else found


def logspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: Any = 10.0, axis: int = 0
) -> Any:
    """Powers whose exponents are at one distance."""
    return ops.pow(tensor(base), linspace(start, stop, num, endpoint, False, axis))


def geomspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, axis: int = 0) -> Any:
    """Numbers at one ratio between two."""
    start, stop = promoted(start, stop)
    sign = np.sign(array_of(start))
    return sign * ops.exp(linspace(ops.log(start * sign), ops.log(stop * sign), num, endpoint, False, axis))


def poly(seq_of_zeros: Any) -> Any:
    """Coefficients of the polynomial with these roots."""
    roots = ops.atleast_1d(tensor(seq_of_zeros))
    if roots.ndim == 2:
        raise TypeError(
            "np.poly: expected roots of a Tensor with a history, got a matrix; pass its eigenvalues"
        )
    found = wrap(np.ones(1, roots.dtype))
    for root in ops.unbind(roots, 0):
        found = products.convolve(found, ops.stack([ops.fill(root, 1), -root]))
    return found


def polyval(p: Any, x: Any) -> Any:
    """Value of a polynomial, the highest power first."""
    x = tensor(x)
    found: Any = x * 0
    for coefficient in ops.unbind(tensor(p), 0):
        found = found * x + coefficient
    return found


def polyadd(a1: Any, a2: Any) -> Any:
    """Sum of polynomials."""
    first, second = _of_one_length(a1, a2)
    return first + second


def polysub(a1: Any, a2: Any) -> Any:
    """Difference of polynomials."""
    first, second = _of_one_length(a1, a2)
    return first - second


def polymul(a1: Any, a2: Any) -> Any:
    """Product of polynomials."""
    return products.convolve(a1, a2)


def polyder(p: Any, m: int = 1) -> Any:
    """Derivative of a polynomial."""
    p = tensor(p)
    for _ in range(m):
        p = p[:-1] * np.arange(p.shape[0] - 1, 0, -1, dtype=p.dtype)
    return p


def polyint(p: Any, m: int = 1, k: Any = None) -> Any:
    """Integral of a polynomial, with constants."""
    p = tensor(p)
    constants = [tensor(0.0)] * m if k is None else list(ops.expand(tensor(k).reshape(-1), (m,)))
    for constant in constants:
        p = ops.cat([p / np.arange(p.shape[0], 0, -1, dtype=p.dtype), constant.to(p.dtype).reshape(1)])
    return p


def polyfit(x: Any, y: Any, deg: int) -> Any:
    """Coefficients of the polynomial that is nearest to points."""
    x, y = promoted(x, y)
    powers = ops.vander(x, deg + 1)
    scale = ops.sqrt(ops.sum(powers * powers, 0))
    found = linalg.lstsq(powers / scale, y).solution
    return found / (scale if y.ndim == 1 else ops.unsqueeze(scale, -1))


def roots(p: Any) -> Any:
    """Roots of a polynomial: eigenvalues of its companion."""
    p = tensor(p)
    kept = np.flatnonzero(array_of(p))
    if not len(kept) or kept[-1] == kept[0]:
        return np.zeros(p.shape[0] - 1 - kept[-1] if len(kept) else 0)
    zeros = p.shape[0] - 1 - int(kept[-1])
    p = p[int(kept[0]) : int(kept[-1]) + 1]
    size = p.shape[0] - 1
    companion = ops.cat([(-p[1:] / p[0]).reshape(1, size), wrap(np.eye(size - 1, size, dtype=p.dtype))])
    found = linear_algebra.eigvals(companion)
    return ops.cat([found, wrap(np.zeros(zeros, found.dtype))]) if zeros else found


def _of_one_length(a1: Any, a2: Any) -> tuple[Tensor, Tensor]:
    rows = [ops.atleast_1d(one) for one in promoted(a1, a2)]
    size = max(row.shape[0] for row in rows)
    first, second = (ops.pad(row, (size - row.shape[0], 0)) for row in rows)
    return first, second


def cov(
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: Any = None,
    fweights: Any = None,
    aweights: Any = None,
) -> Any:
    """Covariance of variables, each a row."""
    correction = (0 if bias else 1) if ddof is None else ddof
    weights = [None if one is None else array_of(one) for one in (fweights, aweights)]
    return ops.cov(_variables(m, y, rowvar), correction=correction, fweights=weights[0], aweights=weights[1])


def corrcoef(x: Any, y: Any = None, rowvar: bool = True) -> Any:
    """Correlation of variables, each a row."""
    return ops.corrcoef(_variables(x, y, rowvar))


def _variables(m: Any, y: Any, rowvar: bool) -> Tensor:
    made = tensors([m] if y is None else [m, y])
    rows = [one if one.ndim < 2 or rowvar or one.shape[0] == 1 else ops.matrix_transpose(one) for one in made]
    return rows[0] if len(rows) == 1 else ops.cat([ops.atleast_2d(row) for row in rows])


def bincount(x: Any, weights: Any = None, minlength: int = 0) -> Any:
    """Sum of the weights of each number."""
    numbers = array_of(x)
    if weights is None:
        return np.bincount(numbers, minlength=minlength)
    weights = tensor(weights)
    size = max(int(numbers.max(initial=-1)) + 1, minlength)
    return ops.index_add(wrap(np.zeros(size, weights.dtype)), 0, wrap(numbers.astype(np.int64)), weights)


def imag(val: Any) -> Any:
    """Imaginary part, 0 of real numbers."""
    val = tensor(val)
    return ops.imag(val) if val.dtype.kind == "c" else ops.fill(val, 0)


def angle(z: Any, deg: bool = False) -> Any:
    """Angle of complex numbers."""
    found = ops.angle(tensor(z))
    return ops.rad2deg(found) if deg else found


def real_if_close(a: Any, tol: Any = 100) -> Any:
    """Real parts, if all imaginary parts are close to zero."""
    a = tensor(a)
    return ops.real(a) if a.dtype.kind == "c" and np.isrealobj(np.real_if_close(array_of(a), tol)) else a


def full_like(a: Any, fill_value: Any, dtype: Any = None) -> Any:
    """A number in the shape of an array."""
    a = tensor(a)
    return ops.expand(tensor(fill_value).to(np.dtype(dtype or a.dtype)), a.shape)

"""Determinants, their logarithms, and cofactors, which are their derivatives also where there is no inverse."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import check_square
from .lapack import copied, fast_routine
from .solving import NOTHING, inverse_again

Array = NDArray[Any]


def slogdet(A: Array) -> tuple[Array, Array, Array, Array]:
    """Return the signs and the logarithms of determinants, and what is kept of A for its inverse."""
    check_square("linalg.slogdet", A)
    getrf = fast_routine("getrf", A)
    if getrf is None:
        sign, logarithm = np.linalg.slogdet(A)
        return np.asarray(sign), np.asarray(logarithm), NOTHING, NOTHING
    factors, pivots, info = getrf(copied(A.T).T, overwrite_a=1)
    if info:
        zero = A.dtype.type(0)
        return np.asarray(zero), np.asarray(-np.inf, zero.real.dtype), NOTHING, NOTHING
    diagonal = factors.diagonal()
    size = np.abs(diagonal)
    sign = np.asarray((diagonal / size).prod() * _parity(pivots), A.dtype)
    return sign, np.asarray(np.log(size).sum()), factors, pivots


def logdet(A: Array) -> tuple[Array, Array, Array]:
    """Return the logarithms of determinants, NaN of negative ones, and what is kept of A for its inverse."""
    sign, logarithm, factors, pivots = slogdet(A)
    if A.dtype.kind == "f" and (sign.item() == 1 if A.ndim == 2 else (sign == 1).all()):
        return logarithm, factors, pivots
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(logarithm + np.log(sign)), factors, pivots


def logdet_backward(output_grad: Array, A: Array, factors: Array, pivots: Array) -> Array:
    """Return the gradient of matrices from that of the logarithms of their determinants."""
    inverse = inverse_again(A, factors, pivots).mT
    if inverse.dtype.kind == "c":
        np.conjugate(inverse, out=inverse)
    inverse *= output_grad[..., None, None] if output_grad.ndim else output_grad
    return inverse


def det(A: Array) -> tuple[Array, Array, Array]:
    """Return determinants, and what is kept of A for its inverse."""
    check_square("linalg.det", A)
    getrf = fast_routine("getrf", A)
    if getrf is None:
        return np.asarray(np.linalg.det(A)), NOTHING, NOTHING
    factors, pivots, info = getrf(copied(A.T).T, overwrite_a=1)
    if info:
        return np.zeros((), A.dtype), NOTHING, NOTHING
    return _product(factors, pivots), factors, pivots


def _product(factors: Array, pivots: Array) -> Array:
    return np.asarray(factors.diagonal().prod() * _parity(pivots), factors.dtype)


def _parity(pivots: Array) -> int:
    """Return the determinant of exchanges of rows: each changes the sign."""
    return 1 - int(np.count_nonzero(pivots != np.arange(pivots.size, dtype=pivots.dtype))) % 2 * 2


def cofactors(A: Array, factors: Array, pivots: Array) -> Array:
    """Return the cofactors of each matrix: the derivatives of its determinant by its elements."""
    determinant = _product(factors, pivots) if factors.size else np.asarray(np.linalg.det(A))
    if np.all((determinant != 0) & np.isfinite(determinant)):
        return np.asarray(determinant[..., None, None] * inverse_again(A, factors, pivots).mT)
    left, values, right = np.linalg.svd(A)
    return _turned_back(left, _products_without(values, 1)[..., None] * right.conj(), right)


def cofactors_along(A: Array, direction: Array, factors: Array, pivots: Array) -> Array:
    """Return the derivatives of the cofactors of each matrix in a direction."""
    determinant = _product(factors, pivots) if factors.size else np.asarray(np.linalg.det(A))
    inverse = inverse_again(A, factors, pivots)
    if _is_regular(A, inverse):
        turned = inverse @ direction
        traces = turned.trace(axis1=-2, axis2=-1)[..., None, None]
        return np.asarray(determinant[..., None, None] * (traces * inverse - turned @ inverse).mT)
    left, values, right = np.linalg.svd(A)
    turned = left.conj().mT @ direction @ right.conj().mT
    products = _products_without(values, 2)
    inside = -turned.mT * products
    n = np.arange(values.shape[-1])
    inside[..., n, n] = (products @ turned[..., n, n, None])[..., 0]
    return _turned_back(left, inside @ right.conj(), right)


def _is_regular(A: Array, inverse: Array) -> bool:
    """Tell whether products of two inverses and the determinant have enough digits."""
    size = np.abs(A).max(initial=0) * np.abs(inverse).max(initial=0) * A.shape[-1]
    return bool(size < np.finfo(A.dtype).eps ** -0.25)


def _turned_back(left: Array, inside: Array, right: Array) -> Array:
    """Return cofactors of the product of unitary matrices around what has the cofactors `inside`, times `right`."""
    turn = (np.linalg.det(left) * np.linalg.det(right))[..., None, None]
    return np.asarray(turn * (left.conj() @ inside))


def _products_without(values: Array, count: int) -> Array:
    """Return the products of all values but one, or but two different ones (0 for equal places)."""
    n = values.shape[-1]
    one = np.eye(n, dtype=bool)
    if count == 1:
        return np.asarray(np.where(one, 1, values[..., None, :]).prod(-1))
    left_out = one[:, None, :] | one[None, :, :]
    products = np.where(left_out, 1, values[..., None, None, :]).prod(-1)
    return np.asarray(np.where(one, 0, products))

"""LU factors with row exchanges: by SciPy, since NumPy returns none."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.launch import RowKernel
from .errors import check_info, check_matrix
from .stacks import by_columns, call_each
from .triangular import solve_half

Array = NDArray[Any]
Shape = tuple[int, ...]

_ZERO_PIVOT = (
    "U[{info},{info}] is zero and using it on lu_solve would result in a division by zero. If you still want to"
    " perform the factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)"
)


_loop = RowKernel(f"{__package__}.stack_loops", "order_rows")


def lu_factor(A: Array, pivot: bool, check_errors: bool) -> tuple[Array, Array, Array]:
    """Return L and U in one matrix, the rows that each was exchanged with, from 1, and which pivots are zero."""
    op = "linalg.lu_factor"
    check_matrix(op, A)
    if not pivot:
        raise RuntimeError(f"{op}: LU without pivoting is not implemented on the CPU; leave pivot=False out")
    batch, count = A.shape[:-2], min(A.shape[-2:])
    factors, pivots = A, np.empty((*batch, count), np.int32)
    info = np.zeros(batch, np.int32)
    if A.size:
        (rows, columns), matrices = A.shape[-2:], by_columns(A)
        exchanges, found = pivots.reshape(-1, count), info.reshape(-1)
        call_each(op, "getrf", rows, columns, matrices, rows, exchanges, found)
        factors = np.ascontiguousarray(matrices).reshape(A.shape)
    if check_errors:
        check_info(op, info, _ZERO_PIVOT)
    return factors, pivots, info


def pivot_order(pivots: Array, rows: int) -> Array:
    """Return the rows of a matrix in the order into which exchanges bring them."""
    if pivots.size and not 1 <= pivots.min() <= pivots.max() <= rows:
        wrong = pivots[(pivots < 1) | (pivots > rows)][0]
        raise RuntimeError(
            f"pivots should be rows of LU, from 1 to {rows}, got {wrong}; pass those that"
            " lu_factor has returned"
        )
    order = np.array(np.broadcast_to(np.arange(rows), (*pivots.shape[:-1], rows)))
    if pivots.ndim == 1:
        row = order.tolist()
        for k, other in enumerate(pivots.tolist()):
            row[k], row[other - 1] = row[other - 1], row[k]
        return np.array(row, np.intp)
    if not pivots.size:
        return order
    flat, exchanges = order.reshape(-1, rows), np.ascontiguousarray(pivots).reshape(-1, pivots.shape[-1])
    if _loop.run(len(flat), exchanges, flat, work=order.size):
        return order
    for k in range(pivots.shape[-1]):
        other = (pivots[..., k] - 1)[..., None].astype(np.intp)
        kept = order[..., k : k + 1].copy()
        order[..., k : k + 1] = np.take_along_axis(order, other, -1)
        np.put_along_axis(order, other, kept, -1)
    return order


def exchange_rows(self: Array, pivots: Array, back: bool) -> Array:
    """Bring the rows of each matrix into the order of the factors, or back into their own."""
    order = pivot_order(pivots, self.shape[-2])
    if back:
        order = order.argsort(-1)
    if order.ndim == 1:
        return self.take(order, -2)
    batch = np.broadcast_shapes(order.shape[:-1], self.shape[:-2])
    stack = np.broadcast_to(self, (*batch, *self.shape[-2:]))
    return np.take_along_axis(stack, np.broadcast_to(order, (*batch, order.shape[-1]))[..., None], -2)


def permutation(pivots: Array, rows: int, dtype: np.dtype[Any]) -> Array:
    """Return the matrix that brings the rows of LU back into the order of A."""
    order = pivot_order(pivots, rows)
    matrix = np.zeros((*order.shape, rows), dtype)
    np.put_along_axis(matrix, order[..., None, :], 1, -2)
    return matrix


def pivot_count(op: str, LU: Shape, pivots: Shape, dtype: np.dtype[Any]) -> int:
    """Return the number of rows that L and U share, after checking that the pivots are theirs."""
    if dtype != np.int32:
        raise RuntimeError(
            f"{op}: pivots should be a Tensor of scalar type int32, got {dtype}; convert with .int()"
        )
    if len(LU) < 2:
        raise RuntimeError(f"{op}: LU must have at least 2 dimensions, got shape {LU}")
    wanted = (*LU[:-2], min(LU[-2:]))
    if pivots != wanted:
        raise RuntimeError(f"{op}: expected pivots of shape {wanted} for LU of shape {LU}, got {pivots}")
    return wanted[-1]


def least(shape: Shape) -> int:
    """Return the number of rows or columns of matrices, whichever are fewer."""
    return min(shape[-2:])


def unit_lower(self: Array) -> Array:
    """Return lower triangles with ones on their diagonals."""
    half = np.tril(self, -1)
    n = np.arange(min(self.shape[-2:]))
    half[..., n, n] = 1
    return half


def nothing(self: Array) -> Array:
    """Return an array without elements, for what was not asked for."""
    return np.empty(0, self.dtype)


def lu_backward(output_grad: Array, LU: Array, pivots: Array) -> Array:
    """Return the gradient of a matrix from that of its factors.

    Beside the square part of the factors there are further columns of U or further rows of L; their gradients first.
    """
    k = min(LU.shape[-2:])
    head, beside, below = LU[..., :k, :k], LU[..., :k, k:], LU[..., k:, :k]
    adjoint, grad_head = head.conj().mT, output_grad[..., :k, :k]
    right, under = output_grad[..., :k, k:], output_grad[..., k:, :k]
    of_lower = of_upper = grad_head
    if beside.size:
        right = solve_half(adjoint, right, True, unit=True)
        of_lower = grad_head - right @ beside.conj().mT
    if below.size:
        under = solve_half(adjoint, under, False, left=False)
        of_upper = grad_head - below.conj().mT @ under
    inside = np.tril(unit_lower(head).conj().mT @ of_lower, -1)
    inside += np.triu(of_upper @ np.triu(head).conj().mT)
    first = solve_half(adjoint, solve_half(adjoint, inside, True, unit=True), False, left=False)
    whole = np.concatenate([first, right], -1) if LU.shape[-1] > k else np.concatenate([first, under], -2)
    return exchange_rows(whole, pivots, True)

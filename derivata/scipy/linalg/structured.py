"""Systems whose matrix is given by its diagonals."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from ..library import library
from ..linear_systems import Array, Pattern, solve_pattern
from .building import toeplitz
from .operands import operands


def solve_banded(
    l_and_u: tuple[int, int],
    ab: Any,
    b: Any,
    overwrite_ab: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Tensor:
    """Solve ``a x = b`` with a matrix of a few diagonals: `scipy.linalg.solve_banded`.

    Parameters
    ----------
    l_and_u : (int, int)
        How many diagonals there are below and above the main one.
    ab : tensor or array, of shape (l + u + 1, n)
        The diagonals: ``ab[u + i - j, j] == a[i, j]``. Elements that stand nowhere in `a` have no gradient.
    b : tensor or array, of shape (n,) or (n, k)
    overwrite_ab, overwrite_b : bool
        Ignored: nothing is overwritten.
    check_finite : bool
        Whether numbers that are not finite are refused.

    Returns
    -------
    tensor, in the shape of `b`

    Raises
    ------
    ValueError
        If numbers are not finite, or shapes do not fit.
    LinAlgError
        If the matrix is singular.

    Examples
    --------
    >>> import derivata as dv
    >>> ab = dv.tensor([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0]], dtype=dv.float64, requires_grad=True)
    >>> x = dv.scipy.linalg.solve_banded((0, 1), ab, [3.0, 3.0, 2.0])
    >>> dv.autograd.grad(x.sum(), ab)[0].shape, x.tolist()
    ((2, 3), [1.0, 1.0, 1.0])
    """
    library("linalg", "solve_banded")
    ab, b = operands(check_finite, ab, b)
    below, above = l_and_u
    if ab.ndim != 2 or ab.shape != (below + above + 1, b.shape[0]):
        raise ValueError(
            f"solve_banded: expected ab of shape {(below + above + 1, b.shape[0])}, a row for each diagonal, got "
            f"{ab.shape}; give l_and_u the numbers of diagonals below and above the main one"
        )
    diagonals, columns = np.indices(ab.shape)
    rows = diagonals + columns - above
    inside = (rows >= 0) & (rows < b.shape[0])
    pattern = Pattern(rows[inside], columns[inside], (b.shape[0], b.shape[0]))
    return solve_pattern(pattern, _by_diagonals, ab[diagonals[inside], columns[inside]], b)


def _by_diagonals(pattern: Pattern, data: Array, b: Array) -> Array:
    offsets = pattern.rows - pattern.columns
    below, above = int(offsets.max()), -int(offsets.min())
    ab = np.zeros((below + above + 1, pattern.shape[1]), data.dtype)
    ab[above + offsets, pattern.columns] = data
    found: Array = library("linalg", "solve_banded").solve_banded((below, above), ab, b, check_finite=False)
    return found


def solve_toeplitz(c_or_cr: Any, b: Any, check_finite: bool = True) -> Tensor:
    """Solve ``a x = b`` with constant diagonals, by Levinson's recursion: `scipy.linalg.solve_toeplitz`.

    Parameters
    ----------
    c_or_cr : tensor or array, or a tuple of two
        The first column, or the first column and the first row, as of `toeplitz`.
    b : tensor or array, of shape (n,) or (n, k)
    check_finite : bool
        Whether numbers that are not finite are refused.

    Returns
    -------
    tensor, in the shape of `b`

    Raises
    ------
    ValueError
        If numbers are not finite, or shapes do not fit.
    LinAlgError
        If the matrix, or a leading part of it, is singular.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.solve_toeplitz(([2.0, 1.0], [2.0, 0.0]), [2.0, 3.0])
    tensor([1., 1.], dtype=float64)
    """
    library("linalg", "solve_toeplitz")
    first = c_or_cr if isinstance(c_or_cr, tuple) else (c_or_cr,)
    made = operands(check_finite, *first, b)
    matrix, b = toeplitz(*made[:-1]), made[-1]
    if matrix.shape != (b.shape[0], b.shape[0]):
        raise ValueError(
            f"solve_toeplitz: expected a first column and row of {b.shape[0]} elements, as b has, got {matrix.shape}; "
            "make them equally long"
        )
    rows, columns = (places.reshape(-1) for places in np.indices(matrix.shape))
    return solve_pattern(Pattern(rows, columns, matrix.shape), _by_first, matrix.reshape(-1), b)


def _by_first(pattern: Pattern, data: Array, b: Array) -> Array:
    matrix = np.zeros(pattern.shape, data.dtype)
    matrix[pattern.rows, pattern.columns] = data
    solver = library("linalg", "solve_toeplitz").solve_toeplitz
    found: Array = solver((matrix[:, 0], matrix[0]), b, check_finite=False)
    return found

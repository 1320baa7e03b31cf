"""Matrices made of parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...generated import ops
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ...support.numpy_arguments import promoted


def block_diag(*arrs: Any) -> Tensor:
    """Return the matrix with other ones along its diagonal, and zeros elsewhere: `scipy.linalg.block_diag`.

    Parameters
    ----------
    *arrs : tensor or array, of at most two dimensions
        One of shape (n,) is a row.

    Returns
    -------
    tensor, with the sums of their rows and columns

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.block_diag([[1, 2]], 3)
    tensor([[1, 2, 0],
            [0, 0, 3]])
    """
    return ops.block_diag(*promoted(*arrs)) if arrs else wrap(np.zeros((1, 0)))


def toeplitz(c: Any, r: Any = None) -> Tensor:
    """Return the matrix with constant diagonals: `scipy.linalg.toeplitz`.

    Parameters
    ----------
    c : tensor or array, of shape (m,)
        The first column.
    r : tensor or array, of shape (n,), optional
        The first row, of which the first element is not looked at; by default the conjugate of `c`.

    Returns
    -------
    tensor, of shape (m, n)

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.toeplitz([1, 2], [1, 4, 5])
    tensor([[1, 4, 5],
            [2, 1, 4]])
    """
    c, r = (c, None) if r is None else promoted(c, r)
    (c,) = promoted(c)
    c, r = c.reshape(-1), (c.conj() if r is None else r).reshape(-1)
    rows, columns = np.indices((c.numel(), r.numel()))
    values: Tensor = ops.cat([ops.flip(c, (0,)), r[1:]])[c.numel() - 1 - rows + columns]
    return values

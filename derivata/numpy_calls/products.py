"""Products of arrays: each operand gets the dtype that NumPy gives to the result."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import Any

import numpy as np

from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.numpy_arguments import promoted, tensor, tensors


def dot(a: Any, b: Any) -> Any:
    """Multiply by a number, matrices, or the last axis of `a` with the last but one of `b`."""
    a, b = promoted(a, b)
    if not a.ndim or not b.ndim:
        return a * b
    if a.ndim == 1 and b.ndim == 1:
        return ops.dot(a, b)
    if b.ndim < 3 and (a.ndim < 3 or b.ndim == 1):
        return ops.matmul(a, b)
    return ops.tensordot_dims(a, b, (a.ndim - 1,), (max(b.ndim - 2, 0),))


def vdot(a: Any, b: Any) -> Any:
    """Dot product of all elements, those of `a` conjugated."""
    a, b = promoted(a, b)
    return ops.vdot(a.reshape(-1), b.reshape(-1))


def outer(a: Any, b: Any) -> Any:
    """Products of each element of `a` with each of `b`."""
    a, b = promoted(a, b)
    return ops.outer(a.reshape(-1), b.reshape(-1))


def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Sum of products over axes of both."""
    a, b = promoted(a, b)
    if isinstance(axes, int | np.integer):
        axes = (range(a.ndim - int(axes), a.ndim), range(int(axes)))
    first, second = (tuple(np.atleast_1d(np.asarray(one)).astype(int).tolist()) for one in axes)
    return ops.tensordot_dims(a, b, first, second)


def einsum(*operands: Any, optimize: Any = False) -> Any:
    """Sum of products by a formula; the order is left to derivata."""
    equation, *arrays = operands
    if not isinstance(equation, str):  # array, indices, array, indices, ..., and those of the result
        pairs = len(operands) // 2 * 2
        arrays = list(operands[:pairs:2])
        equation = ",".join(_letters(one) for one in operands[1:pairs:2])
        equation += "".join(f"->{_letters(one)}" for one in operands[pairs:])
    return ops.einsum(equation.replace(" ", ""), *promoted(*arrays))


def _letters(indices: Any) -> str:
    """Return indices of dimensions as the letters of an equation, whose order is theirs."""
    return "".join("..." if one is ... else (ascii_uppercase + ascii_lowercase)[one] for one in indices)


def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: Any = None) -> Any:
    """Vector product of vectors of three elements."""
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = promoted(a, b)
    a, b = ops.movedim(a, (axisa,), (-1,)), ops.movedim(b, (axisb,), (-1,))
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise ValueError(f"np.cross: expected vectors of 3 elements, got {a.shape[-1]} and {b.shape[-1]}")
    (a0, a1, a2), (b0, b1, b2) = ops.unbind(a, -1), ops.unbind(b, -1)
    return ops.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], axisc)


def convolve(a: Any, v: Any, mode: Any = "full") -> Any:
    """Convolution of two rows."""
    a, v = (ops.atleast_1d(one) for one in promoted(a, v))
    for name, row in (("a", a), ("v", v)):
        if row.ndim > 1 or not row.numel():
            raise ValueError(
                f"np.convolve: argument {name!r} must be one row with elements, got shape {row.shape}"
            )
    a, v = (v, a) if v.shape[0] > a.shape[0] else (a, v)
    both, short = _all_products(a, v), v.shape[0]
    if mode == "full":
        return both
    if mode == "same":
        return both[(short - 1) // 2 : (short - 1) // 2 + a.shape[0]]
    if mode == "valid":
        return both[short - 1 : a.shape[0]]
    raise ValueError(f"np.convolve: mode must be 'full', 'same' or 'valid', got {mode!r}")


def correlate(a: Any, v: Any, mode: Any = "valid") -> Any:
    """Convolution with the conjugate of the second row from its end."""
    a, v = promoted(a, v)
    if (
        mode == "same" and v.shape[0] > a.shape[0]
    ):  # NumPy correlates the other way round, and turns the result
        return ops.flip(ops.conj(correlate(v, a, mode)), (0,))
    return convolve(a, ops.flip(ops.conj(v), (0,)), mode)


def _all_products(a: Tensor, v: Tensor) -> Tensor:
    """Return the full convolution of a row with a shorter one."""
    if a.dtype.kind == "c":
        real, imaginary = (a.real, a.imag), (v.real, v.imag)
        parts = [[_all_products(x, y) for y in imaginary] for x in real]
        found: Tensor = ops.complex_op(parts[0][0] - parts[1][1], parts[0][1] + parts[1][0])
        return found
    kernel = ops.flip(v, (0,)).reshape(1, 1, -1)
    return ops.conv1d(a.reshape(1, 1, -1), kernel, padding=v.shape[0] - 1).reshape(-1)


def matvec(x1: Any, x2: Any) -> Any:
    """Matrices times vectors."""
    x1, x2 = promoted(x1, x2)
    return ops.squeeze(ops.matmul(x1, ops.unsqueeze(x2, -1)), (-1,))


def vecmat(x1: Any, x2: Any) -> Any:
    """Conjugated vectors times matrices."""
    x1, x2 = promoted(x1, x2)
    return ops.squeeze(ops.matmul(ops.unsqueeze(ops.conj(x1), -2), x2), (-2,))


def matmul(x1: Any, x2: Any) -> Any:
    """Matrix product."""
    return ops.matmul(*promoted(x1, x2))


def multi_dot(arrays: Any) -> Any:
    """Product of several matrices, in the order that is cheapest."""
    return ops.multi_dot(tensors(arrays))


def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None) -> Any:
    """Sum along diagonals."""
    return ops.sum(ops.diagonal(tensor(a), offset, axis1, axis2), -1, dtype=dtype)

"""The memory layout of gradients: that of the leaf when the leaf is dense, else row-major.

Optimisers read a parameter and its gradient side by side; the same strides make that one sequential pass.
"""

import numpy as np

from derivata.arrays.gradients.gradient_kernels import copied

from .node import Array


def dense_strides(array: Array) -> tuple[int, ...]:
    """Return the strides that a gradient of this array should have."""
    if is_dense(array):
        return array.strides
    return row_major_strides(array.shape, array.itemsize)


def is_dense(array: Array) -> bool:
    """Tell whether the elements fill one block of memory without gaps or overlaps, in any order of dimensions."""
    if array.flags.c_contiguous or array.flags.f_contiguous:
        return True
    expected = array.itemsize
    for stride, size in sorted(zip(array.strides, array.shape, strict=True)):
        if size != 1:
            if stride != expected:
                return False
            expected *= size
    return True


def row_major_strides(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    """Return the strides of a C-contiguous array."""
    strides: list[int] = []
    step = itemsize
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def copy_with_strides(array: Array, strides: tuple[int, ...]) -> Array:
    """Copy into new memory with the given (dense) strides."""
    if strides == row_major_strides(array.shape, array.itemsize):
        return copied(array)
    copy: Array = np.ndarray(array.shape, array.dtype, np.empty(array.size, array.dtype), 0, strides)
    copy[...] = array
    return copy

"""The three discrete Fourier transforms: from complex numbers to complex ones, from real ones, and to real ones.

`inverse` is the sign of the exponent: minus if false. `normalization` is 0 for none, 1 for a division by the square
root of the number of elements that are transformed, 2 for one by that number. NumPy or SciPy computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dtypes import get_default_dtype
from ..jit.buffers import like
from ..jit.threads.pool import get_num_threads

Array = NDArray[Any]

_FORWARD = ("backward", "ortho", "forward")
_INVERSE = ("forward", "ortho", "backward")

_LARGE = 1 << 12
"""From this many elements SciPy's are faster, up to seven times in single precision."""

_WORTH_THREADS = 1 << 16


def fft_c2c(self: Array, dim: Sequence[int], normalization: int, inverse: bool) -> Array:
    """Transform the dimensions `dim`; real numbers count as complex ones."""
    x = _floating(self)
    if not dim or not x.size:
        return x.astype(np.result_type(x.dtype, np.complex64))
    return _call("ifftn" if inverse else "fftn", x, None, dim, _norm(normalization, inverse))


def fft_r2c(self: Array, dim: Sequence[int], normalization: int, inverse: bool, middle: float = 1.0) -> Array:
    """Transform real numbers, and leave out the half of the last of the dimensions `dim` that is the other's conjugate.

    What stands for two elements, all but the first and, of an even number, the middle one, is multiplied by `middle`.
    """
    x, last = _floating(self), dim[-1]
    if not x.size:
        shape = (*x.shape[:last], x.shape[last] // 2 + 1, *x.shape[last + 1 :])
        return np.zeros(shape, np.result_type(x.dtype, np.complex64))
    half = _call("rfftn", x, None, dim, _norm(normalization, False))
    if inverse:
        np.conjugate(half, out=half)
    if middle != 1:
        half[_doubled(last, x.shape[last])] *= middle
    return half


def fft_c2r(
    self: Array, dim: Sequence[int], normalization: int, n: int, inverse: bool, middle: float = 1.0
) -> Array:
    """Transform the half that `fft_r2c` leaves to `n` real numbers along the last of the dimensions `dim`.

    What stands for two elements is multiplied by `middle` first.
    """
    x, last = _floating(self), dim[-1]
    if not x.size:
        shape = (*x.shape[:last], n, *x.shape[last + 1 :])
        return np.zeros(shape, x.real.dtype)
    if not inverse:
        x = np.conjugate(x)
    if middle != 1:
        doubled = _doubled(last, n)
        if x is self:  # in memory that was used before: the allocator gives back what it then has to ask for
            x = like(self, self.dtype)
            x[...] = self
        x[doubled] *= middle
    lengths = [*[x.shape[axis] for axis in dim[:-1]], n]
    return _call("irfftn", x, lengths, dim, _norm(normalization, True))


def _doubled(dim: int, n: int) -> tuple[slice, ...]:
    """Return where the half of a transform of `n` elements stands for two of them."""
    return (*[slice(None)] * dim, slice(1, (n - 1) // 2 + 1))


def _norm(normalization: int, inverse: bool) -> str:
    return (_INVERSE if inverse else _FORWARD)[normalization]


def _floating(x: Array) -> Array:
    if x.dtype == np.float16:
        raise RuntimeError("fft: unsupported dtype float16; convert the argument with .float()")
    return x if x.dtype.kind in "fc" else x.astype(get_default_dtype())


def _call(name: str, x: Array, lengths: Sequence[int] | None, dim: Sequence[int], norm: str) -> Array:
    """Call NumPy's or SciPy's transform; the one-dimensional one where possible, which has less overhead."""
    scipy = _scipy() if x.size >= _LARGE else None
    threads: dict[str, int] = {}
    if scipy is not None and x.size >= _WORTH_THREADS:
        threads["workers"] = get_num_threads()
    library = scipy or np.fft
    result: Array
    if len(dim) == 1:
        n = None if lengths is None else lengths[0]
        result = getattr(library, name[:-1])(x, n, dim[0], norm, **threads)
    else:
        result = getattr(library, name)(x, lengths, dim, norm, **threads)
    return result


@cache
def _scipy() -> Any:
    """Return SciPy's transforms, or None where SciPy is not installed."""
    try:
        import scipy.fft  # type: ignore[import-untyped]
    except ImportError:
        return None
    return scipy.fft

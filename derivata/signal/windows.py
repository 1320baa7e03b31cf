"""Windows, by the names and with the defaults of PyTorch's `torch.signal.windows`.

Each takes `M`, the number of elements; `sym`, whether the window is symmetric, as filters want it, or leaves out its
last element, as Fourier transforms do; and the arguments of all functions that make tensors.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ..arrays.dtypes import get_default_dtype
from ..arrays.fourier import windows
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import as_float, as_int
from ..support.missing_names import only_these
from ..top_level.factory_arguments import Array, Device, DTypeLike, Layout, dtype_or_none, leaf

__all__ = [
    "bartlett",
    "blackman",
    "cosine",
    "exponential",
    "gaussian",
    "general_cosine",
    "general_hamming",
    "hamming",
    "hann",
    "kaiser",
    "nuttall",
]


def bartlett(
    M: int,
    *,
    sym: bool = True,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a triangle: `1 - abs(2 * n / (M - 1) - 1)`.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.signal.windows.bartlett(5)
    tensor([0. , 0.5, 1. , 0.5, 0. ])
    """
    count = _count("bartlett", M, dtype)
    return _made(windows.triangle(count, sym), dtype, device, layout, requires_grad)


def blackman(
    M: int,
    *,
    sym: bool = True,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the sum of cosines with the coefficients 0.42, 0.5 and 0.08."""
    count = _count("blackman", M, dtype)
    return _made(windows.cosine_sum(count, sym, windows.BLACKMAN), dtype, device, layout, requires_grad)


def cosine(
    M: int,
    *,
    sym: bool = True,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the upper half of a sine: `sin(pi * (n + 0.5) / M)`."""
    count = _count("cosine", M, dtype)
    return _made(windows.sine(count, sym), dtype, device, layout, requires_grad)


def exponential(
    M: int,
    *,
    center: float | None = None,
    tau: float = 1.0,
    sym: bool = True,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return `exp(-abs(n - center) / tau)`; the center of a symmetric window is its middle, and may not be given."""
    count = _count("exponential", M, dtype)
    steepness = as_float("exponential", "tau", tau)
    if steepness <= 0:
        raise ValueError(f"exponential: tau must be positive, got {tau}")
    if sym and center is not None:
        raise ValueError(
            f"exponential: center must be None for symmetric windows, got {center}; say sym=False"
        )
    middle = None if center is None else as_float("exponential", "center", center)
    return _made(windows.exponential(count, sym, middle, steepness), dtype, device, layout, requires_grad)


def gaussian(
    M: int,
    *,
    std: float = 1.0,
    sym: bool = True,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return `exp(-(n / std) ** 2 / 2)`, n counted from the middle.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.signal.windows.gaussian(3, std=0.5)
    tensor([0.1353, 1.    , 0.1353])
    """
    count = _count("gaussian", M, dtype)
    width = as_float("gaussian", "std", std)
    if width <= 0:
        raise ValueError(f"gaussian: standard deviation must be positive, got std={std}")
    return _made(windows.gaussian(count, sym, width), dtype, device, layout, requires_grad)


def general_cosine(
    M: int,
    *,
    a: Iterable[float],
    sym: bool = True,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return `a[0] - a[1] * cos(x) + a[2] * cos(2 * x) - ...` for `x = 2 * pi * n / (M - 1)`.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.signal.windows.general_cosine(3, a=[0.5, 0.3, 0.2])
    tensor([0.4, 1. , 0.4])
    """
    count = _count("general_cosine", M, dtype)
    if not isinstance(a, Iterable):
        raise TypeError(f"general_cosine: coefficients must be a list or tuple, got a={a!r}")
    coefficients = [as_float("general_cosine", "a", number) for number in a]
    if not coefficients:
        raise ValueError("general_cosine: coefficients cannot be empty, got a without numbers")
    return _made(windows.cosine_sum(count, sym, coefficients), dtype, device, layout, requires_grad)


def general_hamming(
    M: int,
    *,
    alpha: float = 0.54,
    sym: bool = True,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return `alpha - (1 - alpha) * cos(2 * pi * n / (M - 1))`."""
    count = _count("general_hamming", M, dtype)
    share = as_float("general_hamming", "alpha", alpha)
    return _made(windows.cosine_sum(count, sym, (share, 1 - share)), dtype, device, layout, requires_grad)


def hamming(
    M: int,
    *,
    sym: bool = True,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return `0.54 - 0.46 * cos(2 * pi * n / (M - 1))`."""
    count = _count("hamming", M, dtype)
    return _made(windows.cosine_sum(count, sym, windows.HAMMING), dtype, device, layout, requires_grad)


def hann(
    M: int,
    *,
    sym: bool = True,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return `sin(pi * n / (M - 1)) ** 2`.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.signal.windows.hann(5)
    tensor([0. , 0.5, 1. , 0.5, 0. ])
    """
    count = _count("hann", M, dtype)
    return _made(windows.cosine_sum(count, sym, windows.HANN), dtype, device, layout, requires_grad)


def kaiser(
    M: int,
    *,
    beta: float = 12.0,
    sym: bool = True,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return `i0(beta * sqrt(1 - x ** 2)) / i0(beta)` for `x = 2 * n / (M - 1) - 1`."""
    count = _count("kaiser", M, dtype)
    steepness = as_float("kaiser", "beta", beta)
    if steepness < 0:
        raise ValueError(f"kaiser: beta must be non-negative, got {beta}")
    return _made(windows.kaiser(count, sym, steepness), dtype, device, layout, requires_grad)


def nuttall(
    M: int,
    *,
    sym: bool = True,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the sum of cosines with the coefficients 0.3635819, 0.4891775, 0.1365995 and 0.0106411."""
    count = _count("nuttall", M, dtype)
    return _made(windows.cosine_sum(count, sym, windows.NUTTALL), dtype, device, layout, requires_grad)


def _count(name: str, m: int, dtype: DTypeLike) -> int:
    count, kind = as_int(name, "M", m), dtype_or_none(dtype)
    if count < 0:
        raise ValueError(f"{name}: requires non-negative window length, got M={count}")
    if kind is not None and kind not in (np.float32, np.float64):
        raise ValueError(f"{name}: expects float32 or float64 dtypes, got {kind}")
    return count


def _made(window: Array, dtype: DTypeLike, device: Device, layout: Layout, requires_grad: bool) -> Tensor:
    return leaf(window.astype(dtype_or_none(dtype) or get_default_dtype()), requires_grad, device, layout)


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())

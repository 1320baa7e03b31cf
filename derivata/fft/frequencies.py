"""The frequencies that the elements of a discrete Fourier transform stand for."""

from __future__ import annotations

import numpy as np

from ..arrays.dtypes import get_default_dtype
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import as_float, as_int
from ..top_level.factory_arguments import Array, Device, DTypeLike, Layout, dtype_of, made

__all__ = ["fftfreq", "rfftfreq"]


def fftfreq(
    n: int,
    d: float = 1.0,
    *,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the frequencies of the elements of `fft`, in cycles per unit of `d`, the distance of the samples.

    Those from `n / 2` on stand for negative ones.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.fft.fftfreq(5, 0.5)
    tensor([ 0. ,  0.4,  0.8, -0.8, -0.4])
    """
    n = _count("fftfreq", n)
    places = np.arange(n)
    places[(n + 1) // 2 :] -= n
    return _frequencies("fftfreq", places, n, d, out, dtype, device, layout, requires_grad)


def rfftfreq(
    n: int,
    d: float = 1.0,
    *,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the frequencies of the elements of `rfft` of `n` numbers, in cycles per unit of `d`.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.fft.rfftfreq(5, 0.5)
    tensor([0. , 0.4, 0.8])
    """
    n = _count("rfftfreq", n)
    return _frequencies("rfftfreq", np.arange(n // 2 + 1), n, d, out, dtype, device, layout, requires_grad)


def _count(name: str, n: int) -> int:
    n = as_int(name, "n", n)
    if n < 0:
        raise RuntimeError(f"{name}: number of elements must be non-negative, got {n}")
    return n


def _frequencies(
    name: str,
    places: Array,
    n: int,
    d: float,
    out: Tensor | None,
    dtype: DTypeLike,
    device: Device,
    layout: Layout,
    requires_grad: bool,
) -> Tensor:
    kind = dtype_of(name, dtype, out) or get_default_dtype()
    if kind.kind not in "fc":
        raise RuntimeError(f"{name}: requires a floating point or complex dtype, got {kind}")
    with np.errstate(divide="ignore", invalid="ignore"):
        values = places * np.divide(1.0, n * np.float64(as_float(name, "d", d)))
    return made(name, values.astype(kind), out, requires_grad, device, layout)

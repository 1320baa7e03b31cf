"""Windows for short-time Fourier transforms. Names and defaults are PyTorch's; `derivata.signal.windows` has more."""

from __future__ import annotations

from ..arrays.dtypes import get_default_dtype
from ..arrays.fourier import windows
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import as_float, as_int
from .factory_arguments import Array, Device, DTypeLike, Layout, dtype_or_none, made

__all__ = ["bartlett_window", "blackman_window", "hamming_window", "hann_window", "kaiser_window"]


def hann_window(
    window_length: int,
    periodic: bool = True,
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the window `sin(pi * n / N) ** 2` (Hann).

    Parameters
    ----------
    window_length : int
        The number of elements.
    periodic : bool
        Whether the last element, which equals the first, is left out, as Fourier transforms want it: N is
        `window_length` then, and one less else.
    dtype : dtype, optional
        A real floating-point one; the default one unless given.
    layout : derivata.strided, optional
        The only one; sparse tensors are made by `sparse_coo_tensor`.
    device : "cpu", optional
    requires_grad : bool

    Raises
    ------
    RuntimeError
        For a negative length, or a dtype that is not of real floating-point numbers.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.hann_window(4)
    tensor([0. , 0.5, 1. , 0.5])
    """
    length = _length("hann_window", window_length, dtype)
    return _made(windows.cosine_sum(length, not periodic, windows.HANN), dtype, device, layout, requires_grad)


def hamming_window(
    window_length: int,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the window `alpha - beta * cos(2 * pi * n / N)` (Hamming); see hann_window for the arguments.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.hamming_window(4)
    tensor([0.08, 0.54, 1.  , 0.54])
    """
    length = _length("hamming_window", window_length, dtype)
    weights = (as_float("hamming_window", "alpha", alpha), as_float("hamming_window", "beta", beta))
    return _made(windows.cosine_sum(length, not periodic, weights), dtype, device, layout, requires_grad)


def blackman_window(
    window_length: int,
    periodic: bool = True,
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the window `0.42 - 0.5 * cos(2 * pi * n / N) + 0.08 * cos(4 * pi * n / N)` (Blackman); see hann_window."""
    length = _length("blackman_window", window_length, dtype)
    return _made(
        windows.cosine_sum(length, not periodic, windows.BLACKMAN), dtype, device, layout, requires_grad
    )


def bartlett_window(
    window_length: int,
    periodic: bool = True,
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the window `1 - abs(2 * n / N - 1)`, a triangle (Bartlett); see hann_window for the arguments.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.bartlett_window(4)
    tensor([0. , 0.5, 1. , 0.5])
    """
    length = _length("bartlett_window", window_length, dtype)
    return _made(windows.triangle(length, not periodic), dtype, device, layout, requires_grad)


def kaiser_window(
    window_length: int,
    periodic: bool = True,
    beta: float = 12.0,
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the window `i0(beta * sqrt(1 - (2 * n / N - 1) ** 2)) / i0(beta)` (Kaiser).

    `beta` is its steepness; see hann_window for the other arguments.
    """
    length = _length("kaiser_window", window_length, dtype)
    window = windows.kaiser(length, not periodic, as_float("kaiser_window", "beta", beta))
    return _made(window, dtype, device, layout, requires_grad)


def _length(name: str, window_length: int, dtype: DTypeLike) -> int:
    length, kind = as_int(name, "window_length", window_length), dtype_or_none(dtype)
    if length < 0:
        raise RuntimeError(f"{name}: requires non-negative window_length, got window_length={length}")
    if kind is not None and kind.kind != "f":
        raise RuntimeError(f"{name}: expects floating point dtypes, got {kind}")
    return length


def _made(window: Array, dtype: DTypeLike, device: Device, layout: Layout, requires_grad: bool) -> Tensor:
    numbers = window.astype(dtype_or_none(dtype) or get_default_dtype())
    return made("window", numbers, None, requires_grad, device, layout)

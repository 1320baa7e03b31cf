"""The extension for Fourier transforms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays.dtypes import get_default_dtype
from ..generated.numpy_functions import fft_fft as fft
from ..generated.numpy_functions import fft_fftn as fftn
from ..generated.numpy_functions import fft_fftshift as fftshift
from ..generated.numpy_functions import fft_hfft as hfft
from ..generated.numpy_functions import fft_ifft as ifft
from ..generated.numpy_functions import fft_ifftn as ifftn
from ..generated.numpy_functions import fft_ifftshift as ifftshift
from ..generated.numpy_functions import fft_ihfft as ihfft
from ..generated.numpy_functions import fft_irfft as irfft
from ..generated.numpy_functions import fft_irfftn as irfftn
from ..generated.numpy_functions import fft_rfft as rfft
from ..generated.numpy_functions import fft_rfftn as rfftn
from ..runtime.tensors.tensor import Tensor
from ..support.missing_names import only_these
from ..top_level.factory_arguments import leaf
from .arguments import dtype_or


def fftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Tensor:
    """Return the frequencies of `fft` for `n` samples at distances `d`."""
    return leaf(np.fft.fftfreq(n, d).astype(dtype_or(get_default_dtype(), dtype)), False, device)


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Tensor:
    """Return the frequencies of `rfft` for `n` samples at distances `d`."""
    return leaf(np.fft.rfftfreq(n, d).astype(dtype_or(get_default_dtype(), dtype)), False, device)


__all__ = [
    "fft", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifftn", "ifftshift", "ihfft", "irfft", "irfftn", "rfft",
    "rfftfreq", "rfftn",
]  # fmt: skip

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())

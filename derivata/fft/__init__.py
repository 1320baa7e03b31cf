"""Discrete Fourier transforms, and the frequencies of their elements."""

from typing import TYPE_CHECKING

from .. import tensor_methods as _tensor_methods  # noqa: F401  (gives them to Tensor)
from ..generated.namespaces import fft as _ops
from ..support.lazy_loading import names_elsewhere
from .frequencies import fftfreq as fftfreq
from .frequencies import rfftfreq as rfftfreq

__all__ = ["fftfreq", "rfftfreq"]
__all__ += _ops.__all__

if TYPE_CHECKING:
    from ..generated.namespaces.fft import *  # noqa: F403
else:
    __getattr__, __dir__ = names_elsewhere(globals(), _ops, {name: name for name in _ops.__all__})

"""The names of `numpy.fft`."""

from typing import TYPE_CHECKING, Any

import numpy.fft as _fft

if TYPE_CHECKING:
    from numpy.fft import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """Return what NumPy has."""
        return getattr(_fft, name)


def __dir__() -> list[str]:
    """List NumPy's names."""
    return sorted(_fft.__all__)

"""The names of `numpy.random`."""

from typing import TYPE_CHECKING, Any

import numpy.random as _random

if TYPE_CHECKING:
    from numpy.random import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """Return what NumPy has."""
        return getattr(_random, name)


def __dir__() -> list[str]:
    """List NumPy's names."""
    return sorted(_random.__all__)

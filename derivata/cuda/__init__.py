"""What programs ask of CUDA: there is none. Whatever would use it is missing, with an error that says so."""

from importlib import import_module
from typing import TYPE_CHECKING

from ..support.missing_names import only_these

if TYPE_CHECKING:
    from . import amp as amp

__all__ = [
    "amp",
    "device_count",
    "empty_cache",
    "is_available",
    "is_bf16_supported",
    "is_initialized",
    "manual_seed",
    "manual_seed_all",
]


def is_available() -> bool:
    """Tell whether there is such a device: never.

    Examples
    --------
    >>> import derivata as dv
    >>> "cuda" if dv.cuda.is_available() else "cpu"
    'cpu'
    """
    return False


def is_initialized() -> bool:
    """Tell whether a program has begun to use such a device: never."""
    return False


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Tell whether there are numbers of 16 bits with 8 bits of exponent: NumPy has none."""
    return False


def device_count() -> int:
    """Return the number of such devices: 0."""
    return 0


def manual_seed(seed: int) -> None:
    """Seed the generators of such devices: there are none, so that any seed is accepted."""


def manual_seed_all(seed: int) -> None:
    """Seed the generators of such devices: there are none, so that any seed is accepted."""


def empty_cache() -> None:
    """Give memory of such devices back: there is none."""


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    _unknown, __dir__ = only_these(globals(), "amp")

    def __getattr__(name: str) -> object:
        """Load `amp` when it is asked for."""
        if name != "amp":
            return _unknown(name)
        return import_module(".amp", __name__)

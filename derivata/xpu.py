"""What programs ask of the device "xpu": there is none."""

from typing import TYPE_CHECKING

from .cuda import device_count as device_count
from .cuda import empty_cache as empty_cache
from .cuda import is_available as is_available
from .cuda import manual_seed as manual_seed
from .support.missing_names import only_these

__all__ = ["device_count", "empty_cache", "is_available", "manual_seed"]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())

"""What the namespace tells of itself."""

from __future__ import annotations

from typing import Any

from ..arrays.dtypes import DType, default_complex, get_default_dtype
from ..support.devices import CPU, check_device
from ..support.devices import device as Device
from .data_types import DTYPES, int64, isdtype


class Info:
    """What `__array_namespace_info__` returns."""

    def capabilities(self) -> dict[str, Any]:
        """Return what the standard leaves open, and is there."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> Device:
        """Return where arrays are made."""
        return CPU

    def default_dtypes(self, *, device: Any = None) -> dict[str, DType]:
        """Return the dtypes of arrays that are made without one, as `derivata.set_default_dtype` has set them."""
        check_device(device)
        return {
            "real floating": get_default_dtype(),
            "complex floating": default_complex(),
            "integral": int64,
            "indexing": int64,
        }

    def devices(self) -> list[Device]:
        """Return all devices: the processor."""
        return [CPU]

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, DType]:
        """Return the dtypes by name, those of a kind if one is given."""
        check_device(device)
        return {name: dtype for name, dtype in DTYPES.items() if kind is None or isdtype(dtype, kind)}

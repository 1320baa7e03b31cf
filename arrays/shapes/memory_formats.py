"""PyTorch's memory formats, which programs name: arrays here lie as NumPy's do, whatever is asked for."""

from enum import StrEnum


class MemoryFormat(StrEnum):
    """A wish about the order of elements in memory, accepted wherever PyTorch accepts it; no number depends on it."""

    CONTIGUOUS = "contiguous_format"
    PRESERVE = "preserve_format"
    CHANNELS_LAST = "channels_last"
    CHANNELS_LAST_3D = "channels_last_3d"

    def __repr__(self) -> str:
        return f"derivata.{self.value}"

    __str__ = __repr__


def check_memory_format(value: object) -> None:
    """Raise for what is neither None nor one of the memory formats."""
    if value is not None and value not in tuple(MemoryFormat):
        names = ", ".join([repr(one) for one in MemoryFormat])
        raise TypeError(f"memory_format: expected one of {names}, got {value!r}")

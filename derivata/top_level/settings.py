"""PyTorch's global settings: accepted where they would change nothing here, errors otherwise."""

from __future__ import annotations

from ..runtime.modes.observers import detector
from ..runtime.modes.observers import is_anomaly_enabled as is_anomaly_enabled
from ..support.devices import CPU, check_device
from ..support.devices import device as device
from ..tensor_methods.print_options import set_printoptions as set_printoptions

__all__ = [
    "are_deterministic_algorithms_enabled",
    "device",
    "get_default_device",
    "get_deterministic_debug_mode",
    "get_float32_matmul_precision",
    "is_anomaly_check_nan_enabled",
    "is_anomaly_enabled",
    "is_deterministic_algorithms_warn_only_enabled",
    "set_default_device",
    "set_deterministic_debug_mode",
    "set_float32_matmul_precision",
    "set_printoptions",
    "use_deterministic_algorithms",
]

_PRECISIONS = ("highest", "high", "medium")
_DEBUG_MODES = ("default", "warn", "error")
_said: dict[str, str] = {"precision": "highest", "determinism": "default"}


def get_default_device() -> device:
    """Return the device that new tensors are on: the processor."""
    return CPU


def set_default_device(device: object) -> None:
    """Accept the processor, the only device, as that of new tensors.

    Raises
    ------
    RuntimeError
        For any other device.
    """
    check_device(device)


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Accept either answer: results are deterministic always, and depend on no number of threads."""
    set_deterministic_debug_mode(("warn" if warn_only else "error") if mode else "default")


def are_deterministic_algorithms_enabled() -> bool:
    """Return the last setting of `use_deterministic_algorithms`; algorithms are deterministic anyway."""
    return _said["determinism"] != "default"


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """Tell whether `use_deterministic_algorithms` was told to warn only; there is nothing to warn of."""
    return _said["determinism"] == "warn"


def set_deterministic_debug_mode(debug_mode: int | str) -> None:
    """Accept "default", "warn" or "error", or their numbers: algorithms are deterministic anyway."""
    mode = _DEBUG_MODES[debug_mode] if debug_mode in (0, 1, 2) else debug_mode
    if mode not in _DEBUG_MODES:
        raise RuntimeError(
            f"set_deterministic_debug_mode: expected one of {', '.join(map(repr, _DEBUG_MODES))}, got {debug_mode!r}"
        )
    _said["determinism"] = str(mode)


def get_deterministic_debug_mode() -> int:
    """Return the number of the mode: 0, 1 or 2 for "default", "warn" and "error"."""
    return _DEBUG_MODES.index(_said["determinism"])


def set_float32_matmul_precision(precision: str) -> None:
    """Accept "highest", "high" or "medium": they allow a precision, and products have that of their dtype always.

    Raises
    ------
    RuntimeError
        For any other word.
    """
    if precision not in _PRECISIONS:
        raise RuntimeError(
            f"set_float32_matmul_precision: expected one of {', '.join(map(repr, _PRECISIONS))}, got {precision!r}"
        )
    _said["precision"] = precision


def get_float32_matmul_precision() -> str:
    """Return the last setting of `set_float32_matmul_precision`; products have the precision of their dtype anyway."""
    return _said["precision"]


def is_anomaly_check_nan_enabled() -> bool:
    """Tell whether anomaly detection makes a NaN in a backward an error, or would if it was switched on.

    Examples
    --------
    >>> with dv.autograd.detect_anomaly(check_nan=False):
    ...     dv.is_anomaly_enabled(), dv.is_anomaly_check_nan_enabled()
    (True, False)
    """
    watching = detector()
    return bool(getattr(watching, "nan", True))

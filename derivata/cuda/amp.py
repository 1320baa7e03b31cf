"""The older names of what is in `derivata.amp`: there is no device for it, so that it warns and does nothing."""

from typing import TYPE_CHECKING, Any

from .. import amp
from ..amp import GradScaler as GradScaler
from ..support.missing_names import only_these

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd"]


class autocast(amp.autocast):
    """What ``amp.autocast("cuda", ...)`` is.

    Examples
    --------
    >>> import derivata as dv
    >>> with dv.cuda.amp.autocast(enabled=dv.cuda.is_available()):
    ...     y = dv.ones(2) * 2
    """

    def __init__(self, enabled: bool = True, dtype: Any = None, cache_enabled: Any = None) -> None:
        super().__init__("cuda", dtype, enabled, cache_enabled)


def custom_fwd(fwd: Any = None, *, cast_inputs: Any = None) -> Any:
    """Return `forward` of a `Function` as it is; see ``amp.custom_fwd``."""
    return amp.custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def custom_bwd(bwd: Any) -> Any:
    """Return `backward` of a `Function` as it is; see ``amp.custom_bwd``."""
    return amp.custom_bwd(bwd, device_type="cuda")


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())

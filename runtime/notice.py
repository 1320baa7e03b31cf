"""What the rest of the runtime tells anomaly mode; its modules are loaded by the first such call, hence only in it."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .tensors.tensor import Tensor


def left(what: str, source: "Tensor", out: Any) -> None:
    """Tell that a tensor, array or number was made from a tensor, without its history."""
    from .diagnosis.cuts import leave

    leave(what, source, out)


def entered(out: "Tensor", data: Any) -> "Tensor":
    """Tell that a tensor was made from data; return it."""
    from .diagnosis.cuts import wrapped

    wrapped(out, data)
    return out

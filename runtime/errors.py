"""What went wrong in an elementwise op, told in terms of its arguments."""

from collections.abc import Sequence
from numbers import Number

import numpy as np

from .tensors.tensor import Tensor


def explain(
    op: str, error: Exception, names: Sequence[str], tensors: Sequence[Tensor | None], /, **numbers: object
) -> Exception:
    """Return the error to raise for NumPy's: no number, shapes that do not broadcast, or a dtype without this op."""
    if str(error).startswith(f"{op}: "):  # a condition of the op's own
        return error
    for name, value in numbers.items():
        if not isinstance(value, Number | np.bool_ | Tensor | None):
            return TypeError(
                f"{op}: argument {name!r} must be a number, got {value!r} ({type(value).__name__})"
            )
    present = [(name, tensor) for name, tensor in zip(names, tensors, strict=True) if tensor is not None]
    conflict = _shape_conflict(present)
    if conflict is not None:
        return RuntimeError(f"{op}: {conflict}")
    dtypes = ", ".join([f"{name} of {tensor.dtype}" for name, tensor in present])
    # A TypeError says no more than the dtypes do
    detail = f" ({error})" if isinstance(error, ValueError) else ""
    return TypeError(
        f"{op}: not defined for {dtypes}{detail}; convert with .to(derivata.float32), or for bool use the operators "
        "&, |, ^ and ~"
    )


def _shape_conflict(present: Sequence[tuple[str, Tensor]]) -> str | None:
    for index, (name, tensor) in enumerate(present):
        for other_name, other in present[index + 1 :]:
            pairs = zip(reversed(tensor.shape), reversed(other.shape), strict=False)
            for distance, (size, other_size) in enumerate(pairs, start=1):
                if size != other_size and 1 not in (size, other_size):
                    return (
                        f"expected shapes that broadcast, got {name} of shape {tensor.shape} and {other_name} of shape "
                        f"{other.shape}: the size of {name} ({size}) must match the size of {other_name} "
                        f"({other_size}) at dimension -{distance}, or one of them must be 1; insert dimensions with "
                        ".unsqueeze() or change their order with .transpose()"
                    )
    return None


def not_implemented(op: str, argument: str, reason: str) -> NotImplementedError:
    """Return the error for a derivative that nobody has written."""
    return NotImplementedError(f"{op}: the derivative for {argument!r} is not implemented: {reason}")

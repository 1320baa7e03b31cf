"""Warnings about common misunderstandings."""

import sys
import warnings

_told: set[str] = set()


def warn_grad_of_non_leaf() -> None:
    """Tell once that `.grad` of a computed tensor stays None."""
    _once(
        "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed: it stays None. Call "
        ".retain_grad() on the tensor before backward() to keep its gradient."
    )


def warn_create_graph() -> None:
    """Tell that gradients with history form reference cycles with their leaves."""
    warnings.warn(
        "Using backward() with create_graph=True creates a reference cycle between the parameter and its gradient, "
        "which the garbage collector has to find. Use autograd.grad(), or reset .grad to None after use.",
        UserWarning,
        stacklevel=3,
    )


def warn_of_broadcast(op: str, input: tuple[int, ...], target: tuple[int, ...]) -> None:
    """Tell that a loss compares each element of one argument with several of the other, which is seldom meant."""
    warnings.warn(
        f"{op}: target has shape {target} and input {input}, which are broadcast: this is seldom meant, and the loss "
        "is then another one; bring both into one shape with reshape, or expand the smaller one if it is meant",
        UserWarning,
        stacklevel=_callers_level(),
    )


def warn_of_bytes(op: str, argument: str) -> None:
    """Tell that numbers of uint8 are taken for truth values, which other integers are not."""
    warnings.warn(
        f"{op}: {argument} has dtype uint8, which counts as truth values, 0 or not: this is deprecated; compare it, as "
        f"in {argument} != 0",
        UserWarning,
        stacklevel=_callers_level(),
    )


def _callers_level() -> int:
    """Return the `stacklevel` for the caller of this function that makes warnings name the user's line."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("derivata."):
        frame, level = frame.f_back, level + 1
    return level


def _once(message: str) -> None:
    if message not in _told:
        _told.add(message)
        warnings.warn(message, UserWarning, stacklevel=4)

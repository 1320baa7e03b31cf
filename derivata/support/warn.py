"""Warnings about arguments that are probably mistakes, located at the user's call."""

import sys
import warnings


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


def warn_of_other_name(name: str, other: str) -> None:
    """Tell that a name is PyTorch's old one."""
    warnings.warn(f"`{name}` is deprecated. Use `{other}` instead.", UserWarning, stacklevel=_callers_level())


def warn_of_old_reduction(reduction: str) -> None:
    """Tell what to write in the place of `size_average` and `reduce`."""
    warnings.warn(
        f"size_average and reduce args will be deprecated, please use reduction={reduction!r} instead.",
        UserWarning,
        stacklevel=_callers_level(),
    )


def warn_of_old_argument(name: str, other: str) -> None:
    """Tell that an argument has another name now."""
    warnings.warn(
        f"keyword argument `{name}` is deprecated and renamed to `{other}`",
        FutureWarning,
        stacklevel=_callers_level(),
    )


def warn_of_align_corners(op: str) -> None:
    """Tell that the places of grids are those of PyTorch since 1.3 where nobody says which."""
    warnings.warn(
        f"{op}: align_corners is not given and taken as False, as in PyTorch since 1.3.0; pass False or True",
        UserWarning,
        stacklevel=_callers_level(),
    )


def _callers_level() -> int:
    """Return the `stacklevel` for the caller of this function that makes warnings name the user's line."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("derivata."):
        frame, level = frame.f_back, level + 1
    return level

"""Arguments that were given by another name, as PyTorch takes NumPy's `axis` for `dim`, or not at all."""

from collections.abc import Mapping
from typing import Any, NoReturn

from .warn import warn_of_old_reduction


class _Required:
    """Default value of required arguments that have a second name, to detect that neither was given."""

    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED: Any = _Required()


def by_other_name(op: str, argument: str, value: Any, default: Any, other: str, given: Any) -> Any:
    """Return the value that came by the other name; both names are an error, unless one gives the default."""
    if value is default or (type(value) is type(default) and value == default):
        return given
    raise TypeError(
        f"{op}: {argument} and {other} are two names of one argument, got {argument}={value!r} and {other}={given!r}; "
        "give one of them"
    )


def reduction_before(op: str, size_average: bool | None, reduce: bool | None) -> str:
    """Return the reduction of a loss that PyTorch's older arguments mean, with PyTorch's warning."""
    for name, value in (("size_average", size_average), ("reduce", reduce)):
        if not isinstance(value, bool | None):
            raise TypeError(
                f"{op}: argument {name!r} must be a bool, got {value!r}; give other arguments by name, such as "
                "reduction='sum'"
            )
    reduction = "none" if reduce is not None and not reduce else "mean"
    if reduction == "mean" and size_average is not None and not size_average:
        reduction = "sum"
    warn_of_old_reduction(reduction)
    return reduction


def with_own_names(op: str, kwargs: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return keyword arguments with other names replaced by those that the op's parameters have."""
    renamed = dict(kwargs)
    for other in names.keys() & kwargs.keys():
        argument = names[other]
        renamed[argument] = by_other_name(
            op, argument, kwargs.get(argument, REQUIRED), REQUIRED, other, renamed.pop(other)
        )
    return renamed


def refuse_missing(op: str, argument: str) -> NoReturn:
    """Raise Python's error for a missing required argument."""
    raise TypeError(f"{op}() missing 1 required positional argument: {argument!r}")

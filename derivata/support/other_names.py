"""Arguments that were given by another name, as PyTorch takes NumPy's `axis` for `dim`, or not at all."""

from collections.abc import Mapping
from typing import Any, NoReturn


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

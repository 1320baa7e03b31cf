"""Attributes of tensors that are read and never set: shape and dtype, which belong to the memory."""

from operator import attrgetter
from typing import Any, NoReturn

CURES = {
    "shape": "use .reshape() or .view() for a tensor of another shape, or .resize_() in place",
    "dtype": "use .to() for a tensor of another dtype, or .view() for other numbers in the same bytes",
}


def install(cls: type) -> None:
    """Make them properties that read slots; the library reads and sets the slots, with a `_` before the name."""
    for name in CURES:
        setattr(cls, name, property(attrgetter(f"_{name}"), _refusal(name), _refusal(name)))


def _refusal(name: str) -> Any:
    def refuse(self: Any, *value: Any) -> NoReturn:
        raise AttributeError(f"{name}: attribute of a tensor that cannot be set or deleted; {CURES[name]}")

    return refuse

"""Read-only attributes of tensors: shape and dtype, which are fixed by the memory."""

from operator import attrgetter
from typing import Any, NoReturn

CURES = {
    "shape": "use .reshape() or .view() for a tensor of another shape, or .resize_() in place",
    "dtype": "use .to() for a tensor of another dtype, or .view() for other numbers in the same bytes",
}


def install(cls: type) -> None:
    """Define them as properties that read slots; the library itself uses the slots, `_shape` and `_dtype`."""
    for name in CURES:
        setattr(cls, name, property(attrgetter(f"_{name}"), _refusal(name), _refusal(name)))


def _refusal(name: str) -> Any:
    def refuse(self: Any, *value: Any) -> NoReturn:
        raise AttributeError(f"{name}: attribute of a tensor that cannot be set or deleted; {CURES[name]}")

    return refuse

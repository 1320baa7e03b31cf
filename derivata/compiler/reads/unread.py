"""What stands for something that compiled functions may not read, in lines that they may never come to."""

from __future__ import annotations

from typing import Any, NoReturn

from ..refusal import CannotCompile

_BINARY = "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift divmod"
_SPECIAL = (
    "getattribute setattr delattr call bool eq ne lt le gt ge hash len iter next contains getitem setitem delitem "
    "enter exit format repr str index int float complex neg pos abs invert round array reduce_ex "
    + " ".join([f"{name} r{name} i{name}" for name in _BINARY.split()])
)


class Unread:
    """Raises why it may not be read, whatever is done with it but to compare it by `is`."""


def unread(why: CannotCompile) -> Any:
    """Return an object that raises an error when it is used."""

    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise _Placed(str(why))

    return type("Unread", (Unread,), {f"__{name}__": refuse for name in _SPECIAL.split()})()


class _Placed(CannotCompile):
    """An error that says in which line a name is read."""

    is_placed = True

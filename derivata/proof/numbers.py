"""Formatting of numbers and points in messages: few digits, but enough to tell two numbers apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["pair", "place", "show"]


def show(value: Any, digits: int = 3) -> str:
    """Return a number with few digits: `0.742`, `-1.2+0.5j`."""
    if isinstance(value, bool | str | None) or not isinstance(value, int | float | complex):
        return repr(value)
    if isinstance(value, complex):
        imag = f"{value.imag:.{digits}g}j"
        if value.real == 0 and value.imag == value.imag:
            return imag if value.imag else "0"
        real = _zero(value.real, digits)
        return f"{real}{'' if imag.startswith('-') else '+'}{imag}" if value.imag else real
    return str(value) if isinstance(value, int) else _zero(value, digits)


def _zero(value: float, digits: int) -> str:
    return f"{value + 0.0:.{digits}g}"


def pair(first: Any, second: Any) -> tuple[str, str]:
    """Return two numbers with the digits that tell them apart."""
    for digits in range(3, 18):
        texts = show(first, digits), show(second, digits)
        if texts[0] != texts[1]:
            break
    return texts


def place(values: Mapping[str, Any]) -> str:
    """Return a point: `self=0.31, other=-1.2`."""
    return ", ".join([f"{name}={show(value, 6)}" for name, value in values.items()])

"""Texts that notebooks draw: the source of a picture, and the picture itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self


class Picture(str):
    """A text that describes a graph, and that a notebook shows as a picture.

    It is an ordinary `str`: print it, or write it to a file.
    """

    __slots__ = ("_draw",)
    _draw: Callable[[], str] | None

    def __new__(cls, text: str, draw: Callable[[], str] | None = None) -> Self:
        """Return a text that is SVG itself, or that describes what `draw` returns as SVG."""
        picture = super().__new__(cls, text)
        picture._draw = draw
        return picture

    def __repr__(self) -> str:
        if self._draw is not None:
            return str.__repr__(self)
        return f"<SVG picture of {len(self)} characters: write it to a file to see it>"

    def _repr_svg_(self) -> str:
        return str(self) if self._draw is None else self._draw()

"""Tables of HTML that have the colours of the page around them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

POSITIVE, NEGATIVE = "31, 119, 180", "214, 96, 30"
STYLE = "text-align: right; font-family: monospace; padding: 1px 8px"


def table(lines: Iterable[str]) -> str:
    """Return a table of rows, each of which is its cells."""
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def cell(text: str, shade: float = 0.0, tag: str = "td") -> str:
    """Return a cell; `shade` is between -1 and 1."""
    colour = (
        f"; background: rgba({POSITIVE if shade > 0 else NEGATIVE}, {abs(shade) / 2:.2f})" if shade else ""
    )
    return f'<{tag} style="{STYLE}{colour}">{escape(text)}</{tag}>'

"""Formulas as MathML, which browsers typeset without a script."""

from latex2mathml.converter import convert


def displayed(left: str, right: str) -> str:
    """Return an equation, given in LaTeX, as a block of a page."""
    markup = convert(f"{left} = {right}", display="block")
    return f"<div>{markup.replace(chr(10), ' ')}</div>\n"

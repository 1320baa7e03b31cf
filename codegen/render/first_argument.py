"""PyTorch's functions call `input` what its methods and formulas call `self`: so do derivata's own generated functions.

The parameter itself is called so, which costs a call nothing. Nodes keep the names of the spec, as PyTorch's
`grad_fn._saved_self` does, and so do the ops of packs, whose authors chose them.
"""

from __future__ import annotations

import re

_FUNCTION = re.compile(r"^def [^\n]*\n(?:[ \t)][^\n]*\n|\n)*", re.MULTILINE)
_TAKEN = re.compile(r"\binput: |\bself: Number\b")  # PyTorch's numbers are called `self` in functions too
_DOCSTRING = re.compile(r'(""".*?""")', re.DOTALL)
_STRING = re.compile(r'("[^"\n]*")')
_WORD = re.compile(r"(?<![\w.])self(?![\w-]|=(?!=))")  # no attribute, no keyword of a call


def with_input(text: str) -> str:
    """Return a module whose functions, not those of its classes, have `input` for `self`."""
    return _FUNCTION.sub(lambda match: _renamed(match[0]), text)


def _renamed(function: str) -> str:
    """Rename in the code, in the docstring, and in strings that are the argument's name and nothing else."""
    if _TAKEN.search(function.partition("\n")[0]):
        return function
    parts = _DOCSTRING.split(function)
    parts[0::2] = [_in_code(part) for part in parts[0::2]]
    parts[1::2] = [_WORD.sub("input", part) for part in parts[1::2]]
    return "".join(parts)


def _in_code(code: str) -> str:
    parts = _STRING.split(code)
    parts[0::2] = [_WORD.sub("input", part) for part in parts[0::2]]
    parts[1::2] = ['"input"' if part == '"self"' else part for part in parts[1::2]]
    return "".join(parts)

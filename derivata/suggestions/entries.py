"""Suggestions for functions without an op: the entry of a spec that would add it."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

HOW = "to have an op, put this entry, completed, into a spec of yours (`derivata new` begins one):"
"""What stands before an entry."""

MAX_ARGUMENTS = 6  # more would hide the entry's form
_TYPES = {bool: "bool", int: "int", float: "float", str: "str"}
_DROPPED = frozenset({"out", "where", "dtype", "casting", "order", "subok", "signature", "extobj", "like"})
_RENAMED = {"axis": "dim", "keepdims": "keepdim"}  # as in PyTorch


def use(name: str) -> str:
    """Return "derivata.einsum" if derivata has a function of this name, perhaps with another signature; else ""."""
    library = sys.modules.get(__name__.partition(".")[0])
    found = getattr(library, name, None)
    return f"derivata.{name}" if callable(found) else ""


def is_function(value: object) -> bool:
    """Tell whether an op could have this name: it is a function in NumPy, or NumPy has no such name (None)."""
    return value is None or (callable(value) and not isinstance(value, type))


def place_of_entry(name: str) -> str:
    """Return the place of an op's entry in the spec that a clone has, "derivatives.yaml:7", or "" if there is none."""
    spec = Path(__file__).parents[2] / "derivatives.yaml"
    if not spec.is_file():
        return ""
    begins = re.compile(rf"- name: {re.escape(name)}[.(]")
    with spec.open(encoding="utf-8") as lines:
        return next(
            (f"{spec.name}:{number}" for number, line in enumerate(lines, 1) if begins.match(line)), ""
        )


def entry(name: str, function: Callable[..., Any] | None = None) -> str:
    """Return an entry to complete, with the signature of a function: by default NumPy's of this name.

    Examples
    --------
    >>> from derivata.suggestions.entries import entry
    >>> print(entry("spacing"))
    - name: spacing(Tensor self) -> Tensor
      forward: ...    # an expression of the arguments, or MODULE.FUNCTION: an array function of yours
      self: ...       # its gradient, given grad: grad * DERIVATIVE; or non_differentiable
    """
    function = function or getattr(np, name, None)
    arguments, tensors = _arguments(function)
    keys = [f"  {tensor}: ..." for tensor in tensors]
    width = max(map(len, ("  forward: ...", *keys))) + 4
    hints = ["its gradient, given grad: grad * DERIVATIVE; or non_differentiable", *[""] * len(keys)]
    lines = [
        f"- name: {name}({', '.join(arguments)}) -> {_returns(function)}",
        f"{'  forward: ...':{width}}# an expression of the arguments, or MODULE.FUNCTION: an array function of yours",
        *(f"{key:{width}}# {hint}" if hint else key for key, hint in zip(keys, hints, strict=False)),
    ]
    return "\n".join(lines)


def _arguments(function: Callable[..., Any] | None) -> tuple[list[str], list[str]]:
    """Return the arguments in the words of the spec language, and the names of those that are tensors."""
    if isinstance(function, np.ufunc):
        count = function.nin
        tensors = ["self", "other", *(f"tensor{number}" for number in range(3, count + 1))][:count]
        return [f"Tensor {name}" for name in tensors], tensors
    try:
        parameters = [] if function is None else list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # a function of C that doesn't tell
        parameters = []
    kept = [one for one in parameters if one.name not in _DROPPED and one.kind in _NAMED][:MAX_ARGUMENTS]
    required = [one for one in kept if one.default is inspect.Parameter.empty]
    tensors = ["self", "other", *(one.name for one in required[2:])][: max(1, len(required))]
    rest = [
        f"{_type(one.default)} {_RENAMED.get(one.name, one.name)}={one.default!r}"
        for one in kept
        if one not in required
    ]
    return [*(f"Tensor {name}" for name in tensors), *rest], tensors


_NAMED = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.KEYWORD_ONLY,
)


def _type(default: object) -> str:
    """Guess the type of an argument from its default value."""
    return "int?" if default is None else _TYPES.get(type(default), "Scalar")


def _returns(function: object) -> str:
    if not isinstance(function, np.ufunc) or function.nout == 1:
        return "Tensor"
    return f"({', '.join(f'Tensor {name}' for name in ('first', 'second', 'third')[: function.nout])})"

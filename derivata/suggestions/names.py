"""The error for a name that derivata doesn't have."""

from __future__ import annotations

_INSTEAD = {
    "bfloat16": "NumPy has no such numbers: use float32 or float16",
}
"""What to do without what programs for PyTorch often ask for, and no op could be."""
_PLACES = """nn.functional linalg special fft nn optim autograd func nn.utils nn.init optim.lr_scheduler
    utils.checkpoint distributions masked"""
"""Where else a name may be, those first that are asked for most."""


class NoSuchName(AttributeError):
    """AttributeError that computes its suggestion (nearest name, or an entry that adds the op) when it is printed.

    The text is made only then: `hasattr` asks for names that are missing, and shows nothing.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"module 'derivata' has no attribute {name!r}")
        self.missing = name

    def __str__(self) -> str:
        import numpy as np

        from .. import _LIBRARIES
        from ..generated import ops
        from ..support.missing_names import PAGE, near, reason
        from ..top_level.public import __all__ as known
        from .entries import HOW, entry, is_function, place_of_entry

        text = str(self.args[0])
        if self.missing.startswith("_"):
            return text
        if (
            cure := _INSTEAD.get(self.missing)
            or elsewhere(self.missing)
            or reason("modules of derivata", self.missing)
        ):
            return f"{text}; {cure}"
        if not hasattr(ops, self.missing) and (place := place_of_entry(self.missing)):
            return f"{text}; {place} has its entry: run 'make codegen'"
        nearest = "" if reason("derivata", self.missing) else near(self.missing, [*known, *_LIBRARIES])
        if nearest and not hasattr(np, self.missing):
            return f"{text}; {nearest}"
        text += f"; {reason('derivata', self.missing) or nearest or PAGE}"
        if self.missing != self.missing.lower() or not is_function(getattr(np, self.missing, None)):
            return text  # a class or a module
        return f"{text}\n{HOW}\n\n{entry(self.missing)}"


def elsewhere(name: str) -> str:
    """Return "use derivata.nn.functional.softplus" if a module of derivata has the name, or ""."""
    from importlib import import_module

    library = __name__.partition(".")[0]
    modules = (import_module(f"{library}.{place}") for place in _PLACES.split())
    return next((f"use {module.__name__}.{name}" for module in modules if name in dir(module)), "")

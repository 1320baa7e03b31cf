"""The error for a name that derivata doesn't have."""

from __future__ import annotations


class NoSuchName(AttributeError):
    """Says, when it is shown, which name is nearest, and which entry would make a function of NumPy an op.

    The text is made only then: `hasattr` asks for names that are missing, and shows nothing.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"module 'derivata' has no attribute {name!r}")
        self.missing = name

    def __str__(self) -> str:
        import numpy as np

        from ..runtime.tensors.missing import HOW, entry, near
        from .public import __all__ as known

        text = str(self.args[0])
        if self.missing.startswith("_"):
            return text
        nearest = near(self.missing, known)
        text += f"; {nearest}" if nearest else ""
        if nearest and not hasattr(np, self.missing):
            return text
        return f"{text}\n{HOW}\n\n{entry(self.missing)}"

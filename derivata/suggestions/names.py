"""The error for a name that derivata doesn't have."""

from __future__ import annotations

_INSTEAD = {
    "bfloat16": "NumPy has no such numbers: use float32 or float16",
    "einops": "the functions of `import einops` take tensors; its layers are in derivata.nn.einops",
}
"""What to do without what programs for PyTorch often ask for, and no op could be."""


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
        from ..support.missing_names import PAGE, elsewhere, near, reason
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
        why = reason("derivata", self.missing)
        nearest = "" if why else near(self.missing, [*known, *_LIBRARIES])
        if nearest and not hasattr(np, self.missing):
            return f"{text}; {nearest}"
        text += f"; {why or nearest or PAGE}"
        if self.missing != self.missing.lower() or not is_function(getattr(np, self.missing, None)):
            return text  # a class or a module
        return f"{text}\n{HOW}\n\n{entry(self.missing)}"

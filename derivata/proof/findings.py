"""What a proof has found about one entry, each thing once."""

from __future__ import annotations

import re

from ..codegen.diagnostics import Diagnostic, Location
from ..codegen.spec import Op

_PACKAGE = re.compile(r"\b_?derivata_proof_\d+\.(ops\.)?")
"""What errors call the package that the spec was loaded as: the user knows nothing of it."""

__all__ = ["Findings"]


class Findings:
    """Collects diagnostics about an entry; of each key the first error and the first warning."""

    def __init__(self, op: Op) -> None:
        self.op = op
        self.diagnostics: list[Diagnostic] = []
        self._seen: set[tuple[str, str]] = set()

    def has(self, key: str) -> bool:
        """Whether there is an error about a key."""
        return ("error", key) in self._seen

    @property
    def failed(self) -> bool:
        """Whether there is any error."""
        return any(severity == "error" for severity, _ in self._seen)

    def error(self, key: str, message: str, cure: str = "", place: Location | None = None) -> None:
        """Report an error in the value of a key."""
        self._add("error", key, message, cure, place)

    def warning(self, key: str, message: str, cure: str = "") -> None:
        """Report something that is no error but worth knowing."""
        self._add("warning", key, message, cure, None)

    def _add(self, severity: str, key: str, message: str, cure: str, place: Location | None) -> None:
        if (severity, key) in self._seen or ("error", key) in self._seen:
            return
        self._seen.add((severity, key))
        where = place or self.location(key)
        text = _PACKAGE.sub("", f"{key}: {message}")
        self.diagnostics.append(Diagnostic(where, self.op.full_name, text, cure, severity))

    def location(self, key: str) -> Location:
        """Return where the formula of a key begins."""
        for rules in (self.op.derivatives, self.op.tangents):
            if (place := getattr(rules.get(key), "location", None)) is not None:
                return place  # type: ignore[no-any-return]
        return getattr(getattr(self.op, key, None), "location", None) or self.op.place(key)

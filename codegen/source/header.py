"""What stands above the entries of a spec and has a meaning in all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..spec import Use


@dataclass(frozen=True)
class Header:
    """The module of `functions.NAME`, and the packs that formulas may call."""

    functions: str = ""
    uses: tuple[Use, ...] = ()

    @cached_property
    def packs(self) -> frozenset[str]:
        """The names of the packs."""
        return frozenset([use.package for use in self.uses])


NO_HEADER = Header()

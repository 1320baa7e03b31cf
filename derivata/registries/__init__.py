"""Registries of other libraries in which derivata has to be entered for its tensors to be known there.

The same loader has modules inside derivata's rooms answer for names that they lack.

einops and opt_einsum ask no protocol of an array: each has a table of libraries. The entry is made when the module with
the table is imported, before or after derivata, by whoever uses that library; for others nothing is loaded, not even
this.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

ENTRIES = {"einops._backends": ".einops", "opt_einsum.backends.dispatch": ".opt_einsum"}
"""The modules with the tables, and our modules whose `register` makes the entry."""


def enter(module: ModuleType) -> None:
    """Make the entry in the table of a module; one of derivata's gets answers for missing names."""
    if module.__name__ in ENTRIES:
        import_module(ENTRIES[module.__name__], __name__).register(module)
    else:
        import_module("..support.missing_names", __name__).answer_within(module)


def entering(caller: object, name: str, path: Any, target: Any) -> ModuleSpec | None:
    """Return what finders other than the caller find for a name, with a loader that makes the entry."""
    others = [finder for finder in sys.meta_path if finder is not caller]
    found = (finder.find_spec(name, path, target) for finder in others)
    spec = next((spec for spec in found if spec is not None), None)
    if spec is not None and spec.loader is not None:
        spec.loader = _EnteringLoader(spec.loader)  # type: ignore[assignment]  # it has what the loader has
    return spec


class _EnteringLoader:
    """A loader that makes the entry when the module is there, and leaves its place to the loader that did the work."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        enter(module)

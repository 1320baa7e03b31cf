"""The packs that a spec uses: found as Python finds packages, read from their spec files, never imported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import Path

from .check.check import read_spec
from .diagnostics import Report, SpecError
from .render.spec_copy import is_changed
from .source.reader import decode, read_bytes
from .spec import Spec, Use

SPEC_FILE = "spec.yaml"
"""The name that its spec has within a pack."""


class Packs:
    """Reads packs, each once.

    Parameters
    ----------
    base
        derivata's own spec.
    folders
        Where packs are looked for before the places where Python looks.
    """

    def __init__(self, base: Spec | None, folders: Iterable[Path] = ()) -> None:
        self.base = base
        self.folders = tuple(folders)
        self._read: dict[str, Spec] = {}

    def reader(self, *chain: str) -> Callable[[Spec, Report], Spec]:
        """Return what puts the packs that it uses into a spec; `chain` are the packs that led to it."""

        def with_packs(spec: Spec, report: Report) -> Spec:
            packs = [self._pack(use, chain, report) for use in spec.uses]
            if None in packs:  # whatever else is said of names would follow from this
                report.raise_errors()
            found = tuple([pack for pack in packs if pack is not None])
            return replace(spec, packs=found, package=chain[-1] if chain else "")

        return with_packs

    def _pack(self, use: Use, chain: tuple[str, ...], report: Report) -> Spec | None:
        name = use.package
        if name in chain:
            cycle = " -> ".join([*chain[chain.index(name) :], name])
            message = f"uses: expected packs without a cycle, got {cycle}"
            report.add(use.location, "", message, "move what both need into a third pack")
            return None
        if name not in self._read:
            path = self._find(use, report)
            if path is None:
                return None
            shown = f"{name.replace('.', '/')}/{SPEC_FILE}"
            try:
                text = decode(read_bytes(path), shown)
                spec = read_spec(text, shown, base=self.base, with_packs=self.reader(*chain, name))
            except SpecError as error:
                message = f"uses: expected a pack for this version of derivata, got '{name}' with errors"
                report.add(use.location, "", message, "generate it again")
                report.include(error.diagnostics)
                return None
            if is_changed(text):
                message = f"uses: expected the spec that '{name}' was generated from, got one that was changed since"
                report.add(use.location, "", message, f"generate the pack again from {path}")
            self._read[name] = spec
        return self._read[name]

    def _find(self, use: Use, report: Report) -> Path | None:
        """Return the spec of a pack."""
        folders = package_folders(use.package, self.folders)
        found = next((folder / SPEC_FILE for folder in folders if (folder / SPEC_FILE).is_file()), None)
        if found is None:
            got = f"'{use.package}', a package without {SPEC_FILE}" if folders else f"'{use.package}'"
            message = f"uses: expected a pack that can be imported, got {got}"
            cure = f"generate it: derivata codegen SPEC --package {use.package}"
            report.add(use.location, "", message, cure)
        return found


def package_folders(package: str, folders: Sequence[Path]) -> list[Path]:
    """Return the folders of a package; nothing is imported, not even the packages that it lies in."""
    parts = package.split(".")
    found = [folder.joinpath(*parts) for folder in folders]
    places: list[str] | None = None
    for count in range(1, len(parts) + 1):
        spec = _find_module(".".join(parts[:count]), places)
        if spec is None or spec.submodule_search_locations is None:
            places = []
            break
        places = list(spec.submodule_search_locations)
    return [folder for folder in (*found, *map(Path, places or ())) if folder.is_dir()]


def installed_elsewhere(package: str, root: Path) -> str:
    """Return the file of another package that Python has under the name of a new one in `root`, or "".

    A pack in another place is none: it may be an older version of this one.
    """
    first, _, rest = package.partition(".")
    spec = _find_module(first, None)
    if spec is None or spec.origin is None or (root / first / "__init__.py").is_file():
        return ""
    folder = Path(spec.origin).parent
    if folder.parent.resolve() == root.resolve() or folder.joinpath(*rest.split("."), SPEC_FILE).is_file():
        return ""
    return spec.origin


def _find_module(name: str, places: list[str] | None) -> ModuleSpec | None:
    found = (finder.find_spec(name, places) for finder in sys.meta_path if hasattr(finder, "find_spec"))
    return next((spec for spec in found if spec is not None), None)

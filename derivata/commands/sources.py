"""Where entries are read from: derivata's own spec, that of a pack, any other, and what lies in the current folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ..codegen.derive.derive import derive
from ..codegen.diagnostics import Report, SpecError
from ..codegen.options import ROOT, SPEC
from ..codegen.packs import SPEC_FILE, package_folders
from ..codegen.parse.spec import parse_spec
from ..codegen.source.reader import MAX_CHARACTERS, decode, read_bytes
from ..codegen.spec import Spec

MAX_FILES = 100
"""So many specs and packs of a folder are read, not more."""


@dataclass(frozen=True, slots=True)
class Source:
    """A spec, its file, the package that it is, and the folder of what was generated from it, if it was.

    `origin` says where it was found, when nobody had named it.
    """

    spec: Spec
    path: Path
    package: str
    folder: Path | None
    origin: str = ""


def own() -> Source:
    """Return derivata's own ops."""
    return _own(decode(read_bytes(SPEC), SPEC.name))


def own_about(word: str) -> Source:
    """Parse only those of derivata's entries that contain the longest part of a name; no other can match it.

    Parsing all entries takes 0.3 s.
    """
    part, text = max(word.rpartition(".")[2].split("_"), key=len), decode(read_bytes(SPEC), SPEC.name)
    items = [
        item if part in item or not item.startswith("- name:") else "\n" * item.count("\n")
        for item in re.split(r"^(?=- )", text, flags=re.MULTILINE)
    ]
    found = any(item.startswith("- name:") for item in items)
    return _own("".join(items) if found else text)


@lru_cache(maxsize=1)
def _own(text: str) -> Source:
    return Source(_parsed(text, SPEC), SPEC, "derivata", ROOT / "generated")


def of_file(path: Path, origin: str = "") -> Source:
    """Return the ops of a spec; raises SpecError, OSError."""
    return own() if _is_own(path) else Source(_read(path), path, path.stem, None, origin)


def of_package(package: str) -> Source | None:
    """Return the ops of a pack, which isn't imported, or of a spec of this name here; None when there is neither."""
    for folder in package_folders(package, [Path()]):
        if (folder / SPEC_FILE).is_file():
            return Source(_read(folder / SPEC_FILE), folder / SPEC_FILE, package, folder)
    spec = Path(f"{package}.yaml")
    return of_file(spec) if "." not in package and spec.is_file() and _looks_like_a_spec(spec) else None


def in_this_folder() -> tuple[list[Source], list[str]]:
    """Return the packs and specs in the current folder, packs first, and the paths of those that have errors."""
    found: list[Source] = []
    broken: list[str] = []
    for path in [*_packs(), *_specs()][:MAX_FILES]:
        try:
            found.append(_beside(path))
        except (SpecError, OSError):
            broken.append(path.as_posix())
    return found, broken


def _beside(path: Path) -> Source:
    if path.name == SPEC_FILE and path.parent != Path():
        package = ".".join(path.parent.parts)
        origin = f"from the pack {package} in this folder"
        return Source(_read(path), path, package, path.parent, origin)
    return of_file(path, f"from {path} in this folder, which is no pack yet, or not of its last version")


def _packs() -> Iterator[Path]:
    """Yield the specs of the packs in the current folder and in packages in it."""
    for pattern in (f"*/{SPEC_FILE}", f"*/*/{SPEC_FILE}"):
        for path in sorted(Path().glob(pattern)):
            folders = [folder for folder in path.parents if folder != Path()]
            if path.is_file() and all((folder / "__init__.py").is_file() for folder in folders):
                yield path


def _specs() -> Iterator[Path]:
    return (path for path in sorted(Path().glob("*.yaml")) if not _is_own(path) and _looks_like_a_spec(path))


def _looks_like_a_spec(path: Path) -> bool:
    """Tell whether a YAML file looks like a spec, so that errors in unrelated files are not reported."""
    try:
        if not path.is_file() or path.stat().st_size > 4 * MAX_CHARACTERS:
            return False
        text = read_bytes(path)
    except OSError:
        return False
    return b"schema_version:" in text and b"\nops:" in text


def _is_own(path: Path) -> bool:
    return path.resolve() == SPEC.resolve()


def _read(path: Path) -> Spec:
    return _parsed(decode(read_bytes(path), path.name), path)


def _parsed(text: str, path: Path) -> Spec:
    return derive(parse_spec(text, path.name), Report())

"""Which entries there are, read from specs: derivata's own, that of a pack, or any other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..codegen.derive.derive import derive
from ..codegen.diagnostics import Report, did_you_mean
from ..codegen.options import ROOT, SPEC
from ..codegen.packs import SPEC_FILE, package_folders
from ..codegen.parse.spec import parse_spec
from ..codegen.source.reader import decode, read_bytes
from ..codegen.spec import Op, Spec

PREFIXES = ("dv.", "derivata.", "torch.", "np.", "numpy.", "scipy.")
"""What users write before a name of derivata."""


class NotFound(Exception):
    """There is no such op or pack; the text says what is."""


@dataclass(frozen=True, slots=True)
class Source:
    """A spec, its file, the package that it is, and the folder of what was generated from it, if it was."""

    spec: Spec
    path: Path
    package: str
    folder: Path | None


@dataclass(frozen=True, slots=True)
class Name:
    """One name of an op, as users write it, and what it is: a function, a method, ..."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Found:
    """An op, its source, and the name by which it was asked for."""

    op: Op
    source: Source
    name: Name

    @property
    def place(self) -> str:
        """Where the entry is: `derivatives.yaml:42`."""
        return f"{shown(self.source.path)}:{self.op.location.line}"


def own() -> Source:
    """Return derivata's own ops."""
    return Source(_read(SPEC), SPEC, "derivata", ROOT / "generated")


def of_file(path: Path) -> Source:
    """Return the ops of a spec; raises SpecError, OSError."""
    return own() if path.resolve() == SPEC.resolve() else Source(_read(path), path, path.stem, None)


def of_package(package: str) -> Source | None:
    """Return the ops of a pack, which isn't imported; None when there is no pack of this name."""
    for folder in package_folders(package, [Path()]):
        if (folder / SPEC_FILE).is_file():
            return Source(_read(folder / SPEC_FILE), folder / SPEC_FILE, package, folder)
    return None


def _read(path: Path) -> Spec:
    return derive(parse_spec(decode(read_bytes(path), path.name), path.name), Report())


def names(op: Op, package: str) -> Iterator[Name]:
    """Yield every name that users have for an op, in a spec of a package."""
    top = [package] if package else []
    space = op.namespace.split(".") if op.namespace else []
    if op.variants.function and not op.name.startswith("_"):
        yield Name(".".join([*top, *space, op.name]), "function")
    for alias in op.alias:
        yield Name(".".join([*top, *([] if "." in alias else space), alias]), "alias")
    if package != "derivata":
        return
    words = [op.name, *(alias for alias in op.alias if "." not in alias)]
    for word in words if op.variants.method else ():
        yield Name(f"Tensor.{word}", "method")
    for word in words if op.variants.inplace else ():
        yield Name(f"Tensor.{word}_", "in-place method")
    for operator in op.variants.operators:
        yield Name(operator, "operator")
    for attribute in op.variants.properties:
        yield Name(f"Tensor.{attribute}", "property")


def find(word: str, source: Source | None = None) -> list[Found]:
    """Return the ops that a name means, overloads included; raises NotFound with the nearest name."""
    source = source or _source_of(word)
    bare = _without_prefix(word, source.package)
    found = [hit for op in source.spec.ops if (hit := _match(op, bare, source))]
    if found:
        return found
    known = {name.text.rpartition(".")[2] for op in source.spec.ops for name in names(op, source.package)}
    near = did_you_mean(bare.rpartition(".")[2], known)
    raise NotFound(f"{shown(source.path)} has no op '{word}'" + (f"; {near}" if near else ""))


def _match(op: Op, word: str, source: Source) -> Found | None:
    """Match `mul`, `max.dim`, `linalg.det`, `Tensor.mul_`, `mul_` or `*`."""
    if word in (op.full_name, op.flat_name):
        return Found(op, source, Name(op.full_name, "op"))
    for name in names(op, source.package):
        text = name.text.removeprefix(f"{source.package}.")
        if word in (text, text.removeprefix("Tensor.")) or (op.namespace and word == text.rpartition(".")[2]):
            return Found(op, source, name)
    return None


def _source_of(word: str) -> Source:
    """Return derivata's ops, or those of the pack that the word begins with."""
    package = word.rpartition(".")[0]
    is_pack = (
        package and not word.startswith(PREFIXES) and all(part.isidentifier() for part in package.split("."))
    )
    return (of_package(package) if is_pack else None) or own()


def _without_prefix(word: str, package: str) -> str:
    for prefix in (*PREFIXES, f"{package}."):
        word = word.removeprefix(prefix)
    return word


def shown(path: Path) -> str:
    """Return a path as short as it can be written from here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)

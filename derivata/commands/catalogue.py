"""Look-up of ops by name: among derivata's own, those of a pack, or those of a spec."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..codegen.diagnostics import did_you_mean, listing
from ..codegen.spec import Op
from .sources import Source, in_this_folder, of_package, own, own_about

PREFIXES = ("dv.", "derivata.", "torch.", "np.", "numpy.", "scipy.")
"""What users write before a name of derivata."""


class NotFound(Exception):
    """There is no such op or pack; the text says what is."""


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
    def entry(self) -> str:
        """The lines of the entry: from its name to the next item, without the comments above that."""
        lines = self.source.path.read_text(encoding="utf-8").splitlines()
        first = self.op.location.line - 1
        while first > 0 and not lines[first].lstrip().startswith("- "):
            first -= 1
        last = first + 1
        while last < len(lines) and (not lines[last].strip() or lines[last][:1] == " "):
            last += 1
        return "\n".join(lines[first:last]).rstrip()

    @property
    def place(self) -> str:
        """Where the entry is: `derivatives.yaml:42`."""
        return f"{shown(self.source.path)}:{self.op.location.line}"


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
    """Return the ops that a name means, overloads included; raises NotFound with the nearest name.

    A name without a package means derivata's op, and those of packs and specs in the current folder.
    """
    source = source or _source_of(word)
    beside, broken = list[Source](), list[str]()
    if source.package == "derivata" and not word.startswith(PREFIXES):
        beside, broken = in_this_folder()
    found = [hit for each in (source, *beside) for hit in _hits(word, each)]
    if found:
        return _without_copies(found)
    raise NotFound(_nothing(word, [own() if source.package == "derivata" else source, *beside], broken))


def _hits(word: str, source: Source) -> list[Found]:
    bare = _without_prefix(word, source.package)
    return [hit for op in source.spec.ops if (hit := _match(op, bare, source))]


def _without_copies(found: list[Found]) -> list[Found]:
    """Leave out the ops of specs from which a pack was generated as they are now."""
    packs = {(hit.op.signature, hit.entry) for hit in found if hit.source.folder is not None}
    return [
        hit for hit in found if hit.source.folder is not None or (hit.op.signature, hit.entry) not in packs
    ]


def _nothing(word: str, sources: list[Source], broken: list[str]) -> str:
    """Raise the error of an unknown name, with where it was looked up and the nearest name."""
    bare = word.rpartition(".")[2]
    known = {
        name.text.rpartition(".")[2]
        for each in sources
        for op in each.spec.ops
        for name in names(op, each.package)
    }
    places = listing([shown(each.path) for each in sources], "and")
    near = did_you_mean(bare, known)
    unread = (
        f"; not read, as it has errors: {listing(broken, 'and')} (derivata check says which)"
        if broken
        else ""
    )
    return (
        f"{places} {'have' if len(sources) > 1 else 'has'} no op '{word}'"
        + (f"; {near}" if near else "")
        + unread
    )


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
    return (of_package(package) if is_pack else None) or own_about(_without_prefix(word, "derivata"))


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

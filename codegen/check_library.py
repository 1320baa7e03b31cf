"""Rules between entries: no op, name or operator is defined twice."""

from __future__ import annotations

from collections.abc import Iterator

from .diagnostics import Location, Report
from .spec import Op, Spec

_Key = tuple[str, str]


def check_library(spec: Spec, report: Report) -> None:
    """Report ops, public names and operators that collide."""
    owners: dict[_Key, tuple[Op, Location]] = {}
    duplicates: set[int] = set()
    for op in spec.ops:
        for key, place in _claims(op):
            owner, first = owners.setdefault(key, (op, place))
            if owner is op or not _collide(key[0], owner, op) or (duplicates & {id(op)}):
                continue
            if key[0] == "op":
                duplicates.add(id(op))
            message = f"expected a free {key[0]}, got '{key[1]}' {_already(owner, first)}"
            report.add(place, op.full_name, message, _CURES[key[0]])
    _check_overloads(spec, report)


_CURES = {
    "op": "delete one of them, or give it an overload name: 'name.overload(...)'",
    "name": "rename one of them",
    "method": "rename one of them, or leave 'method' out of 'variants'",
    "operator": "delete it from 'variants'",
    "name in formulas": "rename the op or its overload",
}


def _already(owner: Op, first: Location) -> str:
    return f"of '{owner.full_name}' at line {first.line}, column {first.column}"


def _collide(what: str, one: Op, other: Op) -> bool:
    """Overloads of one op share its names; nothing shares the name of an entry."""
    return what == "op" or one.name != other.name


def _claims(op: Op) -> Iterator[tuple[_Key, Location]]:
    """Yield everything that an op calls its own, and where it says so."""
    yield ("op", op.full_name), op.location
    for name in sorted({op.name, op.flat_name}):
        yield ("name in formulas", name), op.location
    if not op.public:
        return
    prefix = f"{op.namespace}." if op.namespace else ""
    names = [(op.name, op.location), *((alias, op.place(f"alias {alias}")) for alias in op.alias)]
    for name, place in names:
        for spelled in (name, f"{name}_") if op.variants.inplace else (name,):
            if op.variants.function:
                yield ("name", prefix + spelled), place
            if op.variants.method:
                yield ("method", spelled), place
    for name in op.variants.properties:
        yield ("method", name), op.place("variants")
    for symbol in op.variants.operators:
        yield ("operator", symbol), op.place("variants")


def _check_overloads(spec: Spec, report: Report) -> None:
    first: dict[str, Op] = {}
    for op in spec.ops:
        known = first.setdefault(op.name, op)
        if known.namespace != op.namespace:
            wanted, got = (f"'{n}'" if n else "none" for n in (known.namespace, op.namespace))
            place = op.place("namespace")
            message = f"namespace: expected {wanted} as for '{known.full_name}' at line {known.location.line}, got {got}"
            report.add(place, op.full_name, message, "overloads of an op live in one place")
    shapes: dict[tuple[object, ...], Op] = {}
    for op in spec.ops:
        shape = (op.name, *((a.name if a.keyword_only else "", a.type) for a in op.signature.arguments))
        same = shapes.setdefault(shape, op)
        if same.full_name != op.full_name:
            message = f"expected overloads that differ in types, got those of '{same.full_name}' at line {same.location.line}"
            report.add(op.location, op.full_name, message, "no call could choose between them")

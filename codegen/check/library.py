"""Rules between entries: no op, name or operator is defined twice."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Location, Report
from ..spec import Op, Spec

_CURES = {
    "name": "rename one of them",
    "method": "rename one of them, or leave 'method' out of 'variants'",
    "operator": "delete it from 'variants'",
    "name in formulas": "rename the op or its overload",
}

MAX_OVERLOADS = 32

_Claim = tuple[str, str]
"""What is claimed, and its name: ("operator", "+")."""


def check_library(spec: Spec, report: Report) -> None:
    """Report ops, public names and operators that collide."""
    ops = _without_duplicates(spec, report)
    _check_claims(ops, report)
    _check_overloads(ops, report)
    _check_numpy(ops, report)


def _without_duplicates(spec: Spec, report: Report) -> list[Op]:
    first: dict[str, Op] = {}
    for op in spec.ops:
        known = first.setdefault(op.full_name, op)
        if known is not op:
            again = f"'{op.full_name}' again (first at {_place(known.location)})"
            message = f"name: expected each op once, got {again}"
            cure = "delete one of them, or give it an overload name: 'name.overload(...)'"
            report.add(op.location, op.full_name, message, cure)
    return list(first.values())


def _place(location: Location) -> str:
    return f"{location.line}:{location.column}"


def _check_claims(ops: list[Op], report: Report) -> None:
    """Overloads of one op share its names; no other op may have them."""
    owners: dict[_Claim, tuple[Op, Location]] = {}
    seen: set[tuple[str, Location]] = set()  # one complaint about a name is enough
    for op in ops:
        for claim, place in _claims(op):
            owner, first = owners.setdefault(claim, (op, place))
            if owner.name != op.name and (op.full_name, place) not in seen:
                seen.add((op.full_name, place))
                what, name = claim
                message = f"expected a free {what}, got '{name}' of '{owner.full_name}' (at {_place(first)})"
                report.add(place, op.full_name, message, _CURES[what])


def _check_numpy(ops: list[Op], report: Report) -> None:
    """A function of NumPy means one op."""
    owners: dict[str, tuple[Op, Location]] = {}
    for op in ops:
        for call in op.numpy:
            owner, first = owners.setdefault(call.name, (op, call.location))
            if first is not call.location:
                message = f"numpy: expected each function once, got '{call.name}' of '{owner.full_name}', too"
                report.add(
                    call.location, op.full_name, f"{message} (at {_place(first)})", "delete one of them"
                )


def _claims(op: Op) -> Iterator[tuple[_Claim, Location]]:
    """Yield everything that an op calls its own, and where it says so."""
    for name in sorted({op.name, op.flat_name}):
        yield ("name in formulas", name), op.location
    if not op.public:
        return
    prefix = f"{op.namespace}." if op.namespace else ""
    names = [(op.name, op.location), *((alias, op.place(f"alias {alias}")) for alias in op.alias)]
    for name, place in names:
        if "." in name:  # a function of another namespace, and nothing else
            yield ("name", name), place
            continue
        for spelled in (name, f"{name}_") if op.variants.inplace else (name,):
            if op.variants.function:
                yield ("name", prefix + spelled), place
            if op.variants.method:
                yield ("method", spelled), place
    for name in op.variants.properties:
        yield ("method", name), op.place("variants")
    for symbol in op.variants.operators:
        yield ("operator", symbol), op.place("variants")


def _check_overloads(ops: list[Op], report: Report) -> None:
    """Overloads live in one namespace, and their types tell them apart."""
    homes: dict[str, Op] = {}
    counts: dict[str, int] = {}
    shapes: dict[tuple[object, ...], Op] = {}
    for op in ops:
        home = homes.setdefault(op.name, op)
        counts[op.name] = counts.get(op.name, 0) + 1
        if counts[op.name] == MAX_OVERLOADS + 1:
            message = f"expected at most {MAX_OVERLOADS} overloads of '{op.name}', got more"
            report.add(op.location, op.full_name, message, "give some of them names of their own")
        if home.namespace != op.namespace:
            wanted, got = (f"'{name}'" if name else "none" for name in (home.namespace, op.namespace))
            other = f"'{home.full_name}' (at {_place(home.location)})"
            message = f"namespace: expected {wanted} as for {other}, got {got}"
            report.add(op.place("namespace"), op.full_name, message, "overloads of an op live in one place")
        shape = (op.name, *((a.name if a.keyword_only else "", a.type) for a in op.signature.arguments))
        same = shapes.setdefault(shape, op)
        if same is not op:
            other = f"'{same.full_name}' (at {_place(same.location)})"
            message = f"expected types unlike those of {other}, got the same"
            report.add(op.location, op.full_name, message, "no call could choose between the overloads")

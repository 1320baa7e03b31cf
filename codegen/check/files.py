"""The files and classes that entries become: one for each, with a name that every system lets a file have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..diagnostics import Location, Report
from ..lower.naming import TOP_LEVEL, namespace_module, node_name, output_name
from ..parse.identifiers import is_device
from ..spec import Op, Spec

RESERVED = frozenset({TOP_LEVEL})
"""Modules that lie beside those of the namespaces."""


class _Claim(NamedTuple):
    """What is generated, the name that it has to itself, and what the spec calls it, where."""

    what: str
    name: str
    spelled: str
    place: Location


_ALIKE = {
    "kernel": "name: expected one whose kernel has a file of its own, got '{}', whose file is that of '{}' where "
    "capitals do not count",
    "node": "name: expected one whose node has a class of its own, got '{}', whose class is that of '{}'",
    "namespace": "namespace: expected one with a module of its own, got '{}', whose module is that of '{}' where "
    "capitals do not count",
}


def check_files(spec: Spec, report: Report) -> None:
    """Report entries that would be one file (also on disks that know no capitals) or class, or a device of Windows."""
    _check_claims(spec, report)
    _check_classes(spec, report)


def _check_claims(spec: Spec, report: Report) -> None:
    overloads = Counter([op.name for op in spec.ops])
    owners: dict[tuple[str, str], _Claim] = {}
    for op in spec.ops:
        for claim in _claims(op, overloads[op.name] > 1):
            if is_device(claim.name) or claim.name in RESERVED:
                what = (
                    "a device on Windows and no file"
                    if is_device(claim.name)
                    else "a module of generated code"
                )
                subject = "namespace" if claim.what == "namespace" else "name"
                message = f"{subject}: expected a free name, got '{claim.spelled}', {what}"
                report.add(claim.place, op.full_name, message, f"rename it, for example '{claim.spelled}_of'")
            owner = owners.setdefault((claim.what, claim.name), claim)
            if _differ(owner, claim):
                message = _ALIKE[claim.what].format(claim.spelled, owner.spelled)
                report.add(claim.place, op.full_name, message, "rename one of them")
                break  # the node's class would follow from the kernel's file


def _differ(owner: _Claim, claim: _Claim) -> bool:
    """Tell whether two claims of one name conflict; ops whose names differ in dots only are reported elsewhere."""
    if claim.what == "namespace":
        return owner.spelled != claim.spelled
    flat = [one.spelled.replace(".", "_").lstrip("_") for one in (owner, claim)]
    return flat[0] != flat[1]


def _claims(op: Op, overloaded: bool) -> Iterator[_Claim]:
    """Yield what an entry alone may be called: file names without capitals."""
    if op.elementwise:
        kernel = f"{op.name}_{op.signature.overload or 'default'}" if overloaded else op.name
        yield _Claim("kernel", kernel.lstrip("_").lower(), op.full_name, op.location)
    if op.forward is not None:
        yield _Claim("node", node_name(op), op.full_name, op.location)
    for home, place in homes(op):
        yield _Claim("namespace", namespace_module(home).lower(), home, place)


def homes(op: Op) -> Iterator[tuple[str, Location]]:
    """Yield the namespaces that an op has functions in, apart from the top level, and where they are written."""
    if op.namespace:
        yield op.namespace, op.place("namespace")
    for alias in op.alias:
        if home := alias.rpartition(".")[0]:
            yield home, op.place(f"alias {alias}")


def _check_classes(spec: Spec, report: Report) -> None:
    """Report functions with the name of a class of nodes or of outputs."""
    classes = {node_name(op): op for op in spec.ops if op.forward is not None}
    classes |= {output_name(op): op for op in spec.ops if len(op.outputs) > 1}
    for op in spec.ops:
        names = [(op.name, op.location), *[(alias, op.place(f"alias {alias}")) for alias in op.alias]]
        for name, place in names:
            if name in classes:
                message = f"expected a free name, got '{name}', the class of '{classes[name].full_name}'"
                report.add(place, op.full_name, message, f"rename it, for example '{name}_of'")

"""Private functions that are generated beside an op: another op of such a name would be one of them."""

from __future__ import annotations

from ..diagnostics import Report
from ..spec import Op, Spec


def check_helpers(spec: Spec, report: Report) -> None:
    """Report every op with the name of what is generated for another one."""
    owners: dict[str, Op] = {}
    for op in spec.ops:
        for name in _helpers(op):
            other = owners.setdefault(name, op)
            if other.flat_name != op.flat_name:
                message = (
                    f"name: expected another difference from {other.full_name} than '_', their helpers clash"
                )
                report.add(op.location, op.full_name, message, f"rename it, for example '{op.name}_of'")
                break
    for op in spec.ops:
        owner = owners.get(op.flat_name)
        if owner is not None:
            message = (
                f"name: expected a free name, got '{op.flat_name}', which is generated for {owner.full_name}"
            )
            report.add(op.location, op.full_name, message, f"rename it, for example '{op.name}_of'")


def _helpers(op: Op) -> tuple[str, ...]:
    """Return the names of the helpers; an op that is only composite has none."""
    stem = f"_{op.flat_name.lstrip('_')}"
    if op.forward is None:
        return ()
    kernels = (f"{stem}_forward", *[f"{stem}_backward_{name}" for name in op.derivatives])
    return (f"{stem}_composite", *(kernels if op.elementwise else ()))

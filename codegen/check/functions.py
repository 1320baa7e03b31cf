"""Array functions of a spec that is not derivata's own: somebody has to say where they are."""

from __future__ import annotations

from ..diagnostics import Report
from ..spec import ArrayFunction, Spec


def check_functions(spec: Spec, module: str) -> None:
    """Raise SpecError for every op that needs array functions when no module of them is given."""
    report = Report()
    for op in spec.ops if not module else ():
        names = {name for formula in op.formulas for name in formula.functions}
        if isinstance(op.forward, ArrayFunction):
            names.add(op.forward.name)
        for name in sorted(names):
            message = f"expected a module with the array function '{name}', got none"
            report.add(
                op.location,
                op.full_name,
                message,
                "name it: derivata codegen --functions mypackage.arrays ...",
            )
    report.raise_errors()

"""What the samples of an entry leave unproven."""

from __future__ import annotations

from ..codegen.derivative_rules import Zero
from ..codegen.formula.formula import Formula
from ..codegen.spec import Op
from .findings import Findings
from .pack import Pack

__all__ = ["prove_coverage"]


def prove_coverage(pack: Pack, op: Op, findings: Findings) -> None:
    """Warn of gradients that no sample reaches."""
    cases = op.samples.cases
    for argument in op.tensor_arguments:
        name = argument.name
        formula = isinstance(op.derivatives.get(name), Formula | Zero) and name not in op.derived
        if cases and formula and argument.type.optional and all(case.get(name) is None for case in cases):
            findings.warning(
                "samples", f"no case gives '{name}': its gradient is not proven", f"add a case with '{name}'"
            )

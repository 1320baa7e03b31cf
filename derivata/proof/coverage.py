"""What the samples of an entry leave unproven."""

from __future__ import annotations

import ast
from typing import Any

from ..codegen.derivative_rules import Zero
from ..codegen.formula.formula import Formula
from ..codegen.spec import Op
from .findings import Findings
from .interpret import Interpreter
from .pack import Pack
from .points import Setting, settings
from .precise import exact
from .undefined import Undefined

__all__ = ["prove_coverage"]


def prove_coverage(pack: Pack, op: Op, findings: Findings) -> None:
    """Warn of gradients and branches that no sample reaches."""
    if op.elementwise:
        _prove_branches(pack, op, findings)
    cases = op.samples.cases
    for argument in op.tensor_arguments:
        name = argument.name
        formula = isinstance(op.derivatives.get(name), Formula | Zero) and name not in op.derived
        if cases and formula and argument.type.optional and all(case.get(name) is None for case in cases):
            findings.warning(
                "samples", f"no case gives '{name}': its gradient is not proven", f"add a case with '{name}'"
            )


def _prove_branches(pack: Pack, op: Op, findings: Findings) -> None:
    """Warn of the first `a if condition else b` whose condition, known without tensors, never is false or true."""
    known = [_known(op, setting) for setting in settings(op, pack.case(op))]
    rules = [
        op.forward,
        *[
            rule
            for name, rule in {**op.let, **op.derivatives, **op.tangents}.items()
            if name not in op.derived
        ],
    ]
    trees = [rule.tree for rule in rules if isinstance(rule, Formula)]
    choices = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.IfExp)]
    for choice in choices:
        if any(isinstance(node, ast.Attribute) for node in ast.walk(choice.test)):
            continue  # a dtype, or a function that refuses what means nothing
        try:
            found = {
                bool(Interpreter(values, op.let, pack.library, pack.functions).value(choice.test))
                for values in known
            }
        except Undefined:  # it depends on more than numbers and words
            continue
        if len(found) == 1:
            branch = ast.unparse(choice.orelse if True in found else choice.body)
            condition = f"`{ast.unparse(choice.test)}` is {'false' if True in found else 'true'}"
            message = f"no case reaches `{shortened(branch)}`: it is not proven"
            findings.warning("samples", message, f"add a case in which {condition}")
            return


def _known(op: Op, setting: Setting) -> dict[str, Any]:
    """Return the arguments that are no tensors."""
    defaults = {
        a.name: ast.literal_eval(a.default) for a in op.signature.arguments if a.default and not a.is_tensor
    }
    return {name: exact(value) for name, value in (defaults | dict(setting.static)).items()}


def shortened(text: str) -> str:
    """Return the beginning of a long formula."""
    return text if len(text) <= 60 else f"{text[:57]}..."

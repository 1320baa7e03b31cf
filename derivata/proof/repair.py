"""Which small change would make a wrong formula right: each is tried, in high precision, at all the points."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import mpmath
from mpmath import mp

from ..codegen.formula.formula import Formula
from .interpret import Interpreter
from .mutations import changes, elementwise_mutations
from .precise import exact
from .truth import TYPICAL
from .undefined import Undefined

if TYPE_CHECKING:
    from .mismatch import Mismatch

__all__ = ["repair"]


def repair(mismatch: Mismatch, name: str, seed: complex) -> str:
    """Return the cure: the formula, or a `let` value that it uses, with one small change that makes it right."""
    op = mismatch.sampling.op
    formula = op.derivatives.get(name)
    if not isinstance(formula, Formula) or len(mismatch.wrong) < 2:
        return ""
    names = _names(mismatch)
    for tree, old, new in changes(formula.tree, names, elementwise_mutations):
        if _is_right(mismatch, tree, op.let, name, seed):
            return f"did you mean `{new}` for `{old}`?"
    for value, let in op.let.items():
        for tree, old, new in changes(let.tree, names, elementwise_mutations):
            if _is_right(mismatch, formula.tree, {**op.let, value: replace(let, tree=tree)}, name, seed):
                return f"did you mean `{new}` for `{old}` in '{value}'?"
    return ""


def _names(mismatch: Mismatch) -> list[str]:
    op = mismatch.sampling.op
    return [*mismatch.sampling.setting.tensors, op.outputs[0].name, *op.let]


def _is_right(
    mismatch: Mismatch, tree: ast.expr, let: Mapping[str, Formula], name: str, seed: complex
) -> bool:
    sampling = mismatch.sampling
    try:
        with mp.workprec(TYPICAL.bits):
            for point, _, true in mismatch.wrong:
                at: dict[str, Any] = {**sampling.static, **sampling.exactly(point)}
                at |= {"grad": exact(seed), sampling.op.outputs[0].name: sampling.truth().value(at)}
                value = Interpreter(at, let, sampling.pack.library, sampling.pack.functions).value(tree)
                value = mpmath.re(value) if name not in sampling.complex_names else value
                if not abs(value - true) <= 1e-9 * abs(true) + 1e-12:
                    return False
    except Undefined:
        return False
    return True

"""Which small change would make a wrong formula of arrays right: each is tried with tensors."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.finite_difference import coordinates
from ..autograd.gradchecks import DERIVATA
from ..codegen.formula.formula import Formula
from ..codegen.spec import Op
from ..runtime.tensors.tensor import Tensor
from ..testing.op_call import Call
from .mutations import changes, matrix_mutations
from .pack import Pack

__all__ = ["repair_arrays"]

Array = NDArray[Any]


class _Names(dict[str, Any]):
    """The values of names in formulas; `let` values are computed when first used."""

    def __init__(self, pack: Pack, let: Mapping[str, Formula], values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.pack, self.let = pack, let

    def __missing__(self, name: str) -> Any:
        if name in self.let:
            self[name] = evaluate(self.let[name].tree, self)
            return self[name]
        return self.pack.function(name)


def evaluate(tree: ast.expr, names: _Names) -> Any:
    """Return the value of a formula: its syntax has been checked, and its names are those of `names`."""
    code = compile(ast.fix_missing_locations(ast.Expression(tree)), "<formula>", "eval")
    return eval(code, {"__builtins__": {}}, names)


def repair_arrays(
    pack: Pack,
    op: Op,
    call: Call,
    outputs: Sequence[Any],
    covectors: Sequence[Array],
    argument: int,
    places: Array,
    true: Array,
) -> str:
    """Return the cure: the formula of an argument with one small change, if that makes it right."""
    name, index = call.places[argument]
    formula = op.derivatives.get(name)
    if (
        not isinstance(formula, Formula)
        or index is not None
        or any(r.intermediate for r in op.signature.returns)
    ):
        return ""
    values = _values(op, call, outputs, covectors)
    same = [value for value in values if isinstance(values[value], Tensor)]
    if len(op.gradient_names) == 1:
        same = [name for name in same if not name.startswith("grad")]
    for tree, old, new in changes(formula.tree, same, matrix_mutations):
        with np.errstate(all="ignore"):
            found = _attempt(tree, _Names(pack, op.let, values))
        array = call.arrays()[argument]
        if (
            found is None
            or found.shape != array.shape
            or (found.dtype.kind == "c") > (array.dtype.kind == "c")
        ):
            continue
        got = coordinates(found.astype(array.dtype))[places]
        if np.allclose(got, true, rtol=1e-5, atol=1e-7):
            return f"did you mean `{new}` for `{old}`?"
    return ""


def _attempt(tree: ast.expr, names: _Names) -> Array | None:
    try:
        value = evaluate(tree, names)
    except Exception:  # a change that makes no sense: shapes that do not fit, a missing function
        return None
    return DERIVATA.array(value) if isinstance(value, Tensor) else None


def _values(op: Op, call: Call, outputs: Sequence[Any], covectors: Sequence[Array]) -> dict[str, Any]:
    """Return arguments, outputs and incoming gradients by their names in formulas."""
    builtins: dict[str, Callable[..., Any]] = {"len": len, "range": range, "zip": zip}
    values: dict[str, Any] = {**builtins}
    for argument in op.signature.arguments:
        default = ast.literal_eval(argument.default) if argument.default else None
        value = call.values.get(argument.name, default)
        values[argument.name] = DERIVATA.tensor(value) if isinstance(value, np.ndarray) else value
    values |= {output.name: tensor.detach() for output, tensor in zip(op.outputs, outputs, strict=False)}
    names = op.gradient_names.values()
    return values | {
        name: DERIVATA.tensor(covector) for name, covector in zip(names, covectors, strict=False)
    }

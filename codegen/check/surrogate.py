"""A surrogate stands for a gradient that the entry writes: one that is derived cannot differ from the forward's."""

from __future__ import annotations

from ..derivative_rules import Auto, NonDifferentiable, NotImplementedRule
from ..diagnostics import Fail
from ..spec import Op


def check_surrogate(op: Op, fail: Fail) -> None:
    """Report reasons for gradients that are not there, or not written by hand; those of a composite are its ops'."""
    if op.surrogate and any(output.type.alias for output in op.signature.returns):
        message = "surrogate: expected an op that returns a new tensor, got one that returns a view"
        fail(
            op.place("key surrogate"),
            message,
            "return a copy: what is written into a view has the true derivative",
        )
        return
    for name in op.surrogate:
        rule = op.derivatives.get(name)
        place = op.place(f"surrogate {name}")
        without = isinstance(rule, NonDifferentiable | NotImplementedRule)
        if without or not op.differentiable_outputs:
            message = f"surrogate: {name}: expected an argument with a gradient, got one without"
            fail(place, message, "delete it")
        elif op.elementwise and not op.composite and (rule is None or isinstance(rule, Auto)):
            message = f"surrogate: {name}: expected a gradient written by hand, got one that is derived"
            fail(
                place,
                message,
                f"write '{name}: FORMULA': what is derived from the forward never differs from it",
            )

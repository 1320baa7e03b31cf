"""Names that the generated code needs for itself: an op or argument called so would hide them."""

from __future__ import annotations

from ..diagnostics import Fail
from ..formula.walk import loop_names
from ..lower.naming import local
from ..render.support_names import support_names
from ..spec import Op

MODULE_NAMES = frozenset(
    {
        *("Any", "NamedTuple", "Sequence", "asarray", "elementary", "functions"),
        *("ndarray", "np", "ops", "overload", "special"),
    }
)
VARIABLES = MODULE_NAMES | {"active", "data", "node", "out", "outs", "run", "wanted", "write"}
ELEMENTWISE_VARIABLES = frozenset({"cast", "dtype", "error", "same_meta", "shape", "sum_to"})

BUILTINS = frozenset(
    {
        *("AttributeError", "Exception", "OverflowError", "TypeError", "ValueError"),
        *("int", "isinstance", "len", "next", "range", "tuple", "zip"),
    }
)
"""What generated functions call of Python: an argument would hide it from its own function, an op from all."""

OF_NODES = frozenset({"names", "outputs"})
"""`edge_names` and `saved_outputs` of a node are lists of names; what it saves is called `saved_...`, too."""


def check_generated(op: Op, fail: Fail) -> None:
    """Report an op or argument with the name of something that its generated function uses."""
    helpers = frozenset(support_names())
    if op.name in MODULE_NAMES | helpers | (BUILTINS if op.variants.function else frozenset()):
        message = f"name: expected a free name, got '{op.name}', which generated code uses itself"
        fail(op.location, message, f"rename it, for example '{op.name}_of'")
    _check_saved(op, fail)
    check_loops(op, MODULE_NAMES | BUILTINS | helpers, fail)
    taken = VARIABLES | BUILTINS | helpers | (ELEMENTWISE_VARIABLES if op.elementwise else frozenset())
    names = [argument.name for argument in op.signature.arguments]
    taken |= {local(name) for name in (*names, *op.let)}  # what holds their values
    taken |= {f"{what}_{name}" for what in ("edge", "target") for name in names}
    for argument in op.signature.arguments:
        if argument.name in taken:
            message = (
                f"argument '{argument.name}': expected a free name, got one that generated code uses itself"
            )
            fail(op.location, message, f"rename it, for example '{argument.name.rstrip('_')}_of'")


def check_loops(op: Op, taken: frozenset[str], fail: Fail) -> None:
    """Report variables of comprehensions with the name of something that the generated function uses in them."""
    for formula in op.formulas:
        for name in sorted(taken.intersection(loop_names(formula.tree))):
            message = f"for '{name}': expected a free name, got one that generated code uses itself"
            fail(formula.location, message, f"rename it, for example '{name}_of'")


def _check_saved(op: Op, fail: Fail) -> None:
    """Report values with the name of an attribute that every node has."""
    arguments = [("argument", argument.name) for argument in op.signature.arguments]
    outputs = [("output", output.name) for output in op.signature.returns]
    for kind, name in [*arguments, *outputs, *[("let", name) for name in op.let]]:
        if name in OF_NODES:
            message = f"{kind} '{name}': expected a free name, got one that generated code uses itself"
            place = op.place(f"let {name}") if kind == "let" else op.location
            fail(place, message, f"rename it, for example '{name}_of'")

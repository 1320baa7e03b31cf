"""Names that the generated code needs for itself: an op or argument called so would hide them."""

from __future__ import annotations

from ..diagnostics import Fail
from ..lower.naming import local
from ..render.support_names import support_names
from ..spec import Op

MODULE_NAMES = frozenset(
    {"Any", "NamedTuple", "Sequence", "elementary", "functions", "np", "ops", "ops_later", "overload"}
)
VARIABLES = MODULE_NAMES | {"counter", "data", "node", "out", "outs", "rare", "same", "wanted"}
ELEMENTWISE_VARIABLES = frozenset({"alike", "cast", "dtype", "error", "shape", "spread"})

IN_NODES_ONLY = frozenset({"accumulate", "heappush", "push", "reduce_to"})
"""Arguments may have these names: nodes know arguments by other ones."""


def check_generated(op: Op, fail: Fail) -> None:
    """Report an op or argument with the name of something that its generated function uses."""
    helpers = frozenset(support_names())
    if op.name in MODULE_NAMES | helpers:
        message = f"name: expected a free name, got '{op.name}', which generated code uses itself"
        fail(op.location, message, f"rename it, for example '{op.name}_of'")
    taken = VARIABLES | (helpers - IN_NODES_ONLY) | (ELEMENTWISE_VARIABLES if op.elementwise else frozenset())
    names = [argument.name for argument in op.signature.arguments]
    taken |= {local(name) for name in (*names, *op.let)}  # what holds their values
    for argument in op.signature.arguments:
        if argument.name in taken:
            message = (
                f"argument '{argument.name}': expected a free name, got one that generated code uses itself"
            )
            fail(op.location, message, f"rename it, for example '{argument.name.rstrip('_')}_of'")

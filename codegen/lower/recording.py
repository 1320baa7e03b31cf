"""The condition under which a call is recorded."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from . import trees
from .node_plan import TensorArgument


@dataclass(frozen=True, slots=True)
class Recording:
    """When a call is recorded: some argument has an edge, and grad mode is on.

    Of many arguments, whether one of them has an edge is asked on a line of its own before: `wanted`.
    """

    wanted: tuple[ast.expr, ...]
    test: ast.expr


def recording(
    arguments: Sequence[TensorArgument], only: TensorArgument | None, more: Sequence[ast.expr] = ()
) -> Recording:
    """Return the condition; the edge of an `only` argument has no variable, and `more` are further conditions."""
    grad_mode = ast.BoolOp(ast.Or(), [trees.negation(trees.name("active")), trees.call("recording")])
    edges = [argument.has_edge for argument in arguments]
    if only is not None:
        has_edge = trees.compared(trees.dotted(f"{only.variable}._edge"), ast.IsNot(), trees.constant(None))
        return Recording((), trees.both(has_edge, grad_mode, *more))
    if len(edges) > 2 or (len(edges) > 1 and more):
        return Recording(tuple(edges), trees.both(trees.name("wanted"), grad_mode, *more))
    return Recording((), trees.both(trees.either(*edges), grad_mode, *more))

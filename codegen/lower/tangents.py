"""Forward mode: the function that computes the tangent of an op's outputs."""

from __future__ import annotations

import ast

from ..formula.formula import Formula
from . import trees
from .blocks import Statement, Temporaries, assign, define, names_in
from .context import Context
from .naming import local
from .node_plan import Step, TangentPlan
from .tensors import TensorLowering


def plan_tangent(context: Context) -> TangentPlan | None:
    """Decide the tangent code of an op; None when its composite does it, or nothing is differentiable."""
    if context.tangent_rule in ("composite", "derived", "none") or not context.edge_names:
        return None
    return _TangentPlanner(context).plan()


class _TangentPlanner:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.op = context.op
        self.edges = tuple([a for a in context.tensors if a.edge])
        self.temporaries = Temporaries({argument.name for argument in self.op.signature.arguments})
        self.outputs = tuple([output for output in context.outputs if output.differentiable])
        values: dict[str, ast.expr] = {
            name: trees.name(variable) for name, variable in context.variables.items()
        }
        values |= {name: trees.name(local(name)) for name in context.op.let}
        values |= {edge.name: trees.name(f"{edge.name}_p") for edge in self.edges}
        if len(context.visible) == 1:
            values[context.visible[0].name] = ast.Subscript(trees.name("outs"), trees.constant(0))
        self.lowering = TensorLowering(context.library, values, context.static, context.real)

    def plan(self) -> TangentPlan:
        statements = self._linear() if self.context.tangent_rule == "linear" else self._formulas()
        lets = self._lets()
        code = [statements, *[let.statements for let in lets]]
        used = frozenset().union(*[names_in(part) for part in code])
        visible = [output.name for output in self.context.visible]
        differentiable = {output.name for output in self.outputs}
        return TangentPlan(
            primals=tuple([edge for edge in self.edges if f"{edge.name}_p" in used]),
            tangents=tuple([edge for edge in self.edges if f"{edge.name}_t" in used]),
            lets=lets,
            statements=statements,
            outputs=self.outputs,
            parameters=tuple([name if name in used | differentiable else f"_{name}" for name in visible]),
            intermediates=tuple([o.name for o in self.context.outputs if o.intermediate and o.name in used]),
            promoted=self.context.promoted,
            bound=tuple(self.context.variables.values()),
        )

    def _linear(self) -> tuple[Statement, ...]:
        edges = {edge.name for edge in self.edges}
        arguments = self.op.signature.arguments
        tensors = [
            trees.name(f"{a.name}_t" if a.name in edges else self.context.variables[a.name])
            for a in arguments
            if not a.keyword_only
        ]
        keywords = [ast.keyword(a.name, trees.name(a.name)) for a in arguments if a.keyword_only]
        function = trees.dotted(self.context.library.call(self.op))
        return assign("tangent", ast.Call(function, list(tensors), keywords), self.temporaries)

    def _formulas(self) -> tuple[Statement, ...]:
        statements: list[Statement] = []
        for output in self.outputs:
            rule = self.op.tangents[output.name]
            assert isinstance(rule, Formula)
            target = "tangent" if len(self.outputs) == 1 else f"tangent_{output.name}"
            statements += assign(target, self.lowering.lower(rule.tree), self.temporaries)
        return tuple(statements)

    def _lets(self) -> tuple[Step, ...]:
        rules = self.op.tangents.values() if self.context.tangent_rule == "formula" else ()
        formulas = [rule.tree for rule in rules if isinstance(rule, Formula)]
        lets = {name: formula.tree for name, formula in self.op.let.items()}
        needed = trees.needed_names(formulas, lets)
        return tuple([self._let(name, tree) for name, tree in lets.items() if name in needed])

    def _let(self, name: str, tree: ast.expr) -> Step:
        return Step(define(local(name), self.lowering.lower(tree), self.temporaries), None)

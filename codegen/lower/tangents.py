"""Forward mode: the function that computes the tangent of an op's outputs."""

from __future__ import annotations

import ast

from ..formula.formula import Formula
from . import trees
from .blocks import Return, Statement, Temporaries, assign, define, names_in, returning
from .context import Context
from .naming import local
from .node_plan import TangentPlan
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
        values |= {f"{edge.name}_p": trees.name(edge.variable) for edge in self.edges}
        if len(context.visible) == 1:
            values[context.visible[0].name] = ast.Subscript(trees.name("outs"), trees.constant(0))
        self.lowering = TensorLowering(context.library, values, context.static, context.real)

    def plan(self) -> TangentPlan:
        rule = self._linear() if self.context.tangent_rule == "linear" else self._formulas()
        statements = (*self._lets(), *rule)
        used = names_in(statements)
        visible = [output.name for output in self.context.visible]
        intermediates = [o.name for o in self.context.outputs if o.intermediate and o.name in used]
        tangents = [f"{edge.name}_t" for edge in self.edges]
        promoted = [edge.variable for edge in self.edges if edge.name in self.context.promoted]
        return TangentPlan(
            parameters=("outs", *intermediates, *tangents, *self.context.variables.values()),
            intermediates=tuple(intermediates),
            outputs=tuple([name if name in used else f"_{name}" for name in visible]),
            promoted=tuple([name for name in promoted if name in used]),
            statements=statements,
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
        return returning(
            assign("tangent", ast.Call(function, list(tensors), keywords), self.temporaries), "tangent"
        )

    def _formulas(self) -> tuple[Statement, ...]:
        statements: list[Statement] = []
        for output in self.outputs:
            rule = self.op.tangents[output.name]
            assert isinstance(rule, Formula)
            target = f"tangent_{output.name}"
            statements += define(target, self.lowering.lower(rule.tree), self.temporaries)
        if len(self.context.visible) == 1:
            return returning(statements, target)
        differentiable = {output.name for output in self.outputs}
        found = [f"tangent_{o.name}" if o.name in differentiable else "None" for o in self.context.visible]
        return (*statements, Return(trees.names(found)))

    def _lets(self) -> tuple[Statement, ...]:
        rules = self.op.tangents.values() if self.context.tangent_rule == "formula" else ()
        formulas = [rule.tree for rule in rules if isinstance(rule, Formula)]
        lets = {name: formula.tree for name, formula in self.op.let.items()}
        needed = trees.needed_names(formulas, lets)
        code = [
            define(local(name), self.lowering.lower(tree), self.temporaries)
            for name, tree in lets.items()
            if name in needed
        ]
        return tuple([statement for part in code for statement in part])

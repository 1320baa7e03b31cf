"""The Node class of an op: what it saves, and its two backward methods."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ..spec import Formula, NotImplementedRule, Zero
from . import trees
from .arrays import ArrayLowering
from .blocks import Temporaries, assign
from .context import Context
from .kernel_plans import KernelPlanner, is_trivial
from .naming import local, node_name
from .plan import Gradient, NodePlan, Saved, Step
from .tensors import TensorLowering


def plan_node(context: Context, kernels: KernelPlanner) -> NodePlan:
    """Decide everything about the node of an op that is recorded."""
    return _NodePlanner(context, kernels).plan()


class _NodePlanner:
    def __init__(self, context: Context, kernels: KernelPlanner) -> None:
        self.context = context
        self.kernels = kernels
        self.edges = tuple([a for a in context.tensors if a.edge])
        self.saved = self._find_saved()
        self.values = self._find_values()

    def plan(self) -> NodePlan:
        context = self.context
        elementwise = context.op.elementwise
        arrays = ArrayLowering(context.library, self.values, context.static, context.real)
        tensors = TensorLowering(context.library, self.values, context.static, context.real)
        fused_arguments = self._fusable() if elementwise else ()
        gradients = self._gradients(arrays, elementwise)
        fused = self.kernels.fused(fused_arguments, self.values) if fused_arguments else None
        loops = [call for gradient in gradients for call in gradient.kernels] + ([fused] if fused else [])
        spread = elementwise and len(context.tensors) > 1
        differentiable = tuple([output for output in context.outputs if output.differentiable])
        return NodePlan(
            name=node_name(context.op),
            slots=self._slots(spread, len(differentiable) > 1 or differentiable[0].is_list),
            edges=self.edges,
            saved=self.saved,
            lets=self._lets(arrays),
            gradients=gradients,
            fused=fused,
            fused_arguments=fused_arguments if fused else (),
            kernel_minimum=min([call.minimum for call in loops], default=0),
            tensor_lets=self._lets(tensors),
            tensor_gradients=self._gradients(tensors, False),
            spread=spread,
            outputs=differentiable,
            grads_list=differentiable[0].is_list and len(differentiable) == 1,
        )

    def _find_saved(self) -> tuple[Saved, ...]:
        context = self.context
        needed = set().union(*[context.dependencies(tree) for tree in context.formulas.values()])
        saved = []
        for argument in context.tensors:
            if argument.name in needed:
                kind = {"single": "tensor"}.get(argument.kind, argument.kind)
                saved.append(Saved(argument.name, kind, context.used_by(argument.name)))
            for kind in ("shape", "dtype", "given", "like"):
                if f"{kind}_{argument.name}" in needed:
                    saved.append(Saved(argument.name, kind, context.used_by(f"{kind}_{argument.name}")))
        for plain in context.op.signature.arguments:
            if not plain.is_tensor and plain.name in needed:
                saved.append(Saved(plain.name, "value", context.used_by(plain.name)))
        for output in context.outputs:
            if output.name in needed:
                users = context.used_by(output.name)
                saved.append(Saved(output.name, "output", users, output.index, output.differentiable))
        zero = [name for name in context.edge_names if isinstance(context.op.derivatives[name], Zero)]
        return (*saved, *[Saved(n, "zero", (n,)) for n in zero if not context.op.elementwise])

    def _find_values(self) -> Mapping[str, ast.expr]:
        values: dict[str, ast.expr] = {name: trees.name(local(name)) for name in self.context.lets}
        for saved in self.saved:
            if saved.kind in ("tensor", "optional", "list", "output"):
                values[saved.name] = trees.name(local(saved.name))
            elif saved.kind == "value":
                values[saved.name] = trees.dotted(f"self.saved_{saved.name}")
            elif saved.kind != "zero":
                values[f"{saved.kind}_{saved.name}"] = trees.dotted(f"self.{saved.kind}_{saved.name}")
        return values

    def _slots(self, spread: bool, multiple: bool) -> tuple[str, ...]:
        slots = [f"edge_{edge.name}" for edge in self.edges]
        for saved in self.saved:
            if saved.kind in ("shape", "dtype", "given", "like"):
                slots.append(f"{saved.kind}_{saved.name}")
                continue
            if saved.kind == "zero":
                slots.append(f"shape_{saved.name}")
                continue
            slots.append(f"saved_{saved.name}")
            if saved.kind in ("tensor", "optional", "list"):
                slots.append(f"version_{saved.name}")
            elif saved.kind == "output":
                slots.append(f"counter_{saved.name}")
        if spread:
            slots.append("spread")
        return tuple(sorted(set(slots)))

    def _lets(self, lowering: ArrayLowering) -> tuple[Step, ...]:
        context = self.context
        needed = set().union(*[context.dependencies(tree) for tree in context.formulas.values()])
        return tuple(
            [
                self._step(name, lowering.lower(tree))
                for name, tree in context.lets.items()
                if name in needed
            ]
        )

    def _step(self, name: str, value: ast.expr) -> Step:
        users = self.context.used_by(name)
        statements = assign(local(name), value, self._temporaries())
        return Step(name, statements, users, tuple(self.context.formulas) if users is None else users)

    def _gradients(self, lowering: ArrayLowering, kernels: bool) -> tuple[Gradient, ...]:
        gradients = []
        for target, edge in enumerate(self.edges):
            rule = self.context.op.derivatives[edge.name]
            is_list = edge.kind == "list"
            if isinstance(rule, Formula):
                tree = self.context.formulas[edge.name]
                code = assign(f"grad_{edge.name}", lowering.lower(tree), self._temporaries())
                loops = self.kernels.backward(edge.name, self.values) if kernels else ()
                gradients.append(Gradient(edge.name, code, "formula", "", loops, target, is_list))
            elif isinstance(rule, NotImplementedRule):
                gradients.append(Gradient(edge.name, (), "not_implemented", rule.reason, (), target, is_list))
            else:
                gradients.append(Gradient(edge.name, (), "zero", "", (), target, is_list))
        return tuple(gradients)

    def _fusable(self) -> tuple[str, ...]:
        """Return the arguments whose gradients one loop computes: formulas that do work and have no conditions."""
        names = [name for name, tree in self.context.formulas.items() if not is_trivial(tree)]
        conditional = any(isinstance(self.context.formulas[name], ast.IfExp) for name in names)
        return () if conditional or len(names) < 2 else tuple(names)

    def _temporaries(self) -> Temporaries:
        return Temporaries({local(name) for name in self.values})

"""What all the lowerings of one op share: its arguments by kind, its outputs, its rules."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property

from ..spec import AutoElementwise, AutoLinear, Formula, NonDifferentiable, Op
from . import trees
from .arrays import is_static
from .library import Library
from .metadata import separate
from .plan import Output, TensorArgument


@dataclass(frozen=True)
class Context:
    """One op and the library that its formulas may call."""

    op: Op
    library: Library

    @cached_property
    def static(self) -> frozenset[str]:
        """Names that hold no tensors: arguments and what is known of tensors besides their values."""
        names = {argument.name for argument in self.op.signature.arguments if not argument.is_tensor}
        names |= {f"{kind}_{a.name}" for a in self.op.tensor_arguments for kind in ("shape", "dtype", "given", "like")}
        for name, formula in self.op.let.items():
            if is_static(formula.tree, frozenset(names)):
                names.add(name)
        return frozenset(names)

    @cached_property
    def real(self) -> bool:
        """Whether the op has no complex values."""
        return self.op.dtypes in ("real", "floating")

    @cached_property
    def recorded(self) -> bool:
        """Whether the op has a node of its own."""
        return bool(self.edge_names) and self.op.forward is not None

    @cached_property
    def edge_names(self) -> tuple[str, ...]:
        """The arguments that gradients flow to, by rules of this op."""
        if not any(self.op.output_differentiability):
            return ()
        rules = self.op.derivatives
        return tuple(
            [a.name for a in self.op.tensor_arguments if a.name in rules and not _is_cut(rules[a.name])]
        )

    @cached_property
    def tensors(self) -> tuple[TensorArgument, ...]:
        """The arguments that hold tensors."""
        edges = self.edge_names
        promoting = edges or tuple(a.name for a in self.op.tensor_arguments)
        return tuple(
            [
                TensorArgument(
                    a.name,
                    "list" if a.type.is_list else "optional" if a.type.optional else "single",
                    a.name in edges,
                    a.name in promoting,
                )
                for a in self.op.tensor_arguments
            ]
        )

    @cached_property
    def outputs(self) -> tuple[Output, ...]:
        """All outputs of the array code, intermediates included."""
        outputs = []
        index = 0
        for output, differentiable in zip(self.op.signature.returns, self.op.output_differentiability, strict=True):
            differentiable = differentiable and not output.intermediate
            outputs.append(Output(output.name, output.type.is_list, output.intermediate, differentiable, index))
            index += differentiable
        return tuple(outputs)

    @cached_property
    def lets(self) -> dict[str, ast.expr]:
        """The shared values of the formulas, metadata separated."""
        return {name: separate(self.op, formula.tree) for name, formula in self.op.let.items()}

    @cached_property
    def formulas(self) -> dict[str, ast.expr]:
        """The reverse formulas by argument, metadata separated."""
        rules = self.op.derivatives
        return {
            name: separate(self.op, rule.tree)
            for name in self.edge_names
            if isinstance(rule := rules[name], Formula)
        }

    def dependencies(self, tree: ast.expr) -> set[str]:
        """Return the names that a formula needs, `let` values followed to what they need."""
        found: set[str] = set()
        pending = trees.free_names(tree)
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                if name in self.lets:
                    pending |= trees.free_names(self.lets[name])
        return found

    def used_by(self, name: str) -> tuple[str, ...] | None:
        """Return the arguments whose gradients need a name, None when all do."""
        users = tuple([a for a in self.edge_names if a in self.formulas and name in self.dependencies(self.formulas[a])])
        return None if len(users) == len(self.edge_names) else users

    @cached_property
    def tangent_rule(self) -> str:
        """How tangents are computed: ``formula``, ``derived``, ``linear``, ``composite`` or ``none``."""
        rules = list(self.op.tangents.values())
        if rules and isinstance(rules[0], AutoLinear):
            return "linear"
        if rules and isinstance(rules[0], AutoElementwise):
            return "derived"
        if rules:
            return "formula"
        if self.op.composite is not None:
            return "composite"
        return "derived" if self.op.elementwise and self.edge_names else "none"


def _is_cut(rule: object) -> bool:
    return isinstance(rule, NonDifferentiable)

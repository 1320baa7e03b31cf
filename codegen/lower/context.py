"""What all the lowerings of one op share: its arguments by kind, its outputs, its rules."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..derivative_rules import AutoElementwise, AutoLinear, NonDifferentiable, NotImplementedRule
from ..formula.formula import Formula
from ..formula.walk import has_complex_number
from ..schema import Type
from ..spec import ArrayFunction, Op
from . import trees
from .library import Library
from .lowering import is_static
from .metadata import METADATA, NEEDED, separate
from .node_plan import Output, TensorArgument
from .results import value_names
from .variables import variables


@dataclass(frozen=True)
class Context:
    """One op and the library that its formulas may call."""

    op: Op
    library: Library

    @cached_property
    def static(self) -> frozenset[str]:
        """Names that hold no tensors: arguments and what is known of tensors besides their values."""
        names = {argument.name for argument in self.op.signature.arguments if not argument.is_tensor}
        names |= {f"{kind}_{a.name}" for a in self.op.tensor_arguments for kind in (*METADATA, NEEDED)}
        for name, formula in self.op.let.items():
            if is_static(formula.tree, frozenset(names), self.library):
                names.add(name)
        return frozenset(names)

    @cached_property
    def variables(self) -> Mapping[str, str]:
        """What the arguments are called in the op's functions."""
        return variables(self.op, self.library)

    @cached_property
    def real(self) -> bool:
        """Whether all values are real: arguments are, and nothing makes complex numbers of them."""
        if not self.refuses_complex or isinstance(self.op.forward, ArrayFunction):
            return False
        return not any(has_complex_number(formula.tree) for formula in self.op.formulas)

    @cached_property
    def refuses_complex(self) -> bool:
        """Whether the arguments have to be real."""
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
        names = [a.name for a in self.op.tensor_arguments if a.name in rules]
        return tuple([name for name in names if not isinstance(rules[name], NonDifferentiable)])

    @cached_property
    def tensors(self) -> tuple[TensorArgument, ...]:
        """The arguments that hold tensors."""
        edges = self.edge_names
        promoting = {*edges} | self._values if edges else {a.name for a in self.op.tensor_arguments}
        return tuple(
            [
                TensorArgument(
                    a.name,
                    self.variables[a.name],
                    _tensor_kind(a.type),
                    a.name in edges,
                    a.name in promoting,
                    a.name in self._choosing,
                )
                for a in self.op.tensor_arguments
            ]
        )

    @cached_property
    def promoted(self) -> frozenset[str]:
        """The arguments that formulas use in the dtype of the result, as the forward does.

        Those that only multiply `grad` are not among them: the product has that dtype anyway.
        """
        names = [argument.name for argument in self.tensors if argument.promotes]
        if not self.op.elementwise or len(names) < 2:
            return frozenset()
        computing = [t for t in (*self.formulas.values(), *self.lets.values()) if not _is_factor(t)]
        return frozenset(names).intersection(*[set().union(*map(trees.free_names, computing))])

    @cached_property
    def _choosing(self) -> set[str]:
        """The arguments that are conditions of ``where`` as they are."""
        if not isinstance(self.op.forward, Formula):
            return set()
        calls = [node for node in ast.walk(self.op.forward.tree) if isinstance(node, ast.Call)]
        conditions = [node.args[0] for node in calls if trees.calls(node, "where")]
        return {node.id for node in conditions if isinstance(node, ast.Name)}

    @cached_property
    def _values(self) -> set[str]:
        """The arguments of an expression that are more than conditions, and so affect the dtype of the result."""
        return value_names(self.op.forward.tree) if isinstance(self.op.forward, Formula) else set()

    @cached_property
    def outputs(self) -> tuple[Output, ...]:
        """All outputs of the array code, intermediates included."""
        outputs: list[Output] = []
        index = 0
        for output, marked in zip(self.op.signature.returns, self.op.output_differentiability, strict=True):
            differentiable = marked and not output.intermediate
            outputs.append(
                Output(output.name, output.type.is_list, output.intermediate, differentiable, index)
            )
            index += differentiable
        return tuple(outputs)

    @cached_property
    def visible(self) -> tuple[Output, ...]:
        """The outputs that the caller gets."""
        return tuple([output for output in self.outputs if not output.intermediate])

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

    def needed(self, *formulas: ast.expr) -> set[str]:
        """Return the names that some reverse formulas need, directly or through a `let` value."""
        return trees.needed_names(formulas, self.lets)

    @cached_property
    def needed_by_all(self) -> set[str]:
        """The names that any of the reverse formulas needs."""
        return self.needed(*self.formulas.values())

    def used_by(self, name: str) -> tuple[str, ...] | None:
        """Return the arguments whose gradients need a name, None when all do."""
        users = tuple(
            [argument for argument, formula in self.formulas.items() if name in self.needed(formula)]
        )
        return None if len(users) == len(self.edge_names) else users

    @cached_property
    def tangent_missing(self) -> str:
        """The reason for the lack of forward mode that ``not_implemented`` gives; empty if there is none."""
        rules = self.op.tangents.values()
        return next((rule.reason for rule in rules if isinstance(rule, NotImplementedRule)), "")

    @cached_property
    def tangent_rule(self) -> str:
        """How tangents are computed: ``formula``, ``derived``, ``linear``, ``composite`` or ``none``."""
        rules = list(self.op.tangents.values())
        if self.tangent_missing:
            return "none"
        if rules and isinstance(rules[0], AutoLinear):
            return "linear"
        if rules and isinstance(rules[0], AutoElementwise):
            return "derived"
        if rules:
            return "formula"
        if self.op.composite is not None:
            return "composite"
        return "derived" if self.op.elementwise and self.edge_names else "none"


def _tensor_kind(type_: Type) -> str:
    return "list" if type_.is_list else "optional" if type_.optional else "single"


def _is_factor(tree: ast.expr) -> bool:
    """Whether a formula is the product of ``grad`` and a name, or its conjugate."""
    if not isinstance(tree, ast.BinOp) or not isinstance(tree.op, ast.Mult):
        return False
    factor = tree.right
    if isinstance(factor, ast.Call) and trees.calls(factor, "conj"):
        factor = factor.args[0]
    return isinstance(factor, ast.Name) and isinstance(tree.left, ast.Name) and tree.left.id == "grad"

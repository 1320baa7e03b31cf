"""Plans of gradients: the code that computes them, and the loops that are tried before."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from . import trees
from .blocks import BESIDE_CONDITION, Assign, Branch, Statement, returning
from .loop_plan import KernelCall
from .printer import show


@dataclass(frozen=True, slots=True)
class Step:
    """Statements for the gradients of some arguments, `users`; `used_by` is None if these are all arguments."""

    statements: tuple[Statement, ...]
    used_by: tuple[str, ...] | None
    users: tuple[str, ...] = ()

    @property
    def asked(self) -> tuple[ast.expr, ...]:
        """The conditions that users' edges are needed; empty if the statements always are."""
        return tuple([trees.is_given(f"edge_{name}") for name in self.used_by or ()])

    @property
    def pending(self) -> tuple[ast.expr, ...]:
        """The conditions that a user's gradient is needed and no loop has computed it."""
        return tuple([is_pending(name) for name in self.users])


def is_pending(argument: str) -> ast.expr:
    """Return the condition that a gradient is needed and no loop has computed it."""
    absent = trees.compared(trees.name(f"grad_{argument}"), ast.Is(), trees.constant(None))
    return trees.both(trees.is_given(f"edge_{argument}"), absent)


@dataclass(frozen=True, slots=True)
class Gradient:
    """The gradient of one argument: statements that assign ``grad_<argument>``, or why there are none."""

    argument: str
    statements: tuple[Statement, ...]
    rule: str  # formula, zero, not_implemented
    reason: str = ""
    kernels: tuple[KernelCall, ...] = ()
    target: int = 0  # place in `sum_to`
    is_list: bool = False
    tried_if: tuple[ast.expr, ...] = ()  # a loop is tried if it is needed, and what arrived large enough
    receiver: tuple[ast.expr, ...] = ()  # what a loop is told of the memory and the shape of the gradient
    looped: bool = False  # a loop may have computed it, alone or with others

    @property
    def variable(self) -> str:
        """The local variable that holds the gradient."""
        return f"grad_{self.argument}"

    @property
    def pending(self) -> ast.expr:
        """The condition that it is needed and no loop has computed it."""
        return is_pending(self.argument) if self.looped else trees.is_given(f"edge_{self.argument}")

    @property
    def branches(self) -> bool:
        """Whether the statements end in branches that assign values of different types."""
        return bool(self.statements) and isinstance(self.statements[-1], Branch)

    @property
    def unset(self) -> str:
        """What it is as long as it is not needed: tensors of a list have a gradient each."""
        return f"(None,) * len(self.edge_{self.argument} or ())" if self.is_list else "None"

    @property
    def if_needed(self) -> ast.expr | None:
        """The gradient as a conditional expression on its edge, if it is short; else None."""
        only = (
            self.statements[0]
            if self.rule == "formula" and len(self.statements) == 1 and not self.is_list
            else None
        )
        if not isinstance(only, Assign) or len(show(only.value)) > BESIDE_CONDITION:
            return None
        absent = trees.compared(trees.name(f"edge_{self.argument}"), ast.Is(), trees.constant(None))
        return ast.IfExp(absent, trees.constant(None), only.value)

    @property
    def returned(self) -> tuple[Statement, ...]:
        """The statements of a formula, with the gradient returned."""
        return returning(self.statements, self.variable)

    @property
    def returned_in_tuple(self) -> tuple[Statement, ...]:
        """The statements of a formula, with a tuple of the gradient returned."""
        return returning(self.statements, self.variable, lambda value: ast.Tuple([value], ast.Load()))

    @property
    def pair(self) -> ast.expr:
        """The pair of its edge and the gradient, or the pairs of a list argument."""
        edge, grad = trees.name(f"edge_{self.argument}"), trees.name(self.variable)
        if not self.is_list:
            return ast.Tuple([edge, grad], ast.Load())
        edges = ast.BoolOp(ast.Or(), [edge, trees.names(())])
        return ast.Call(trees.name("zip"), [edges, grad], [ast.keyword("strict", trees.constant(True))])

    @property
    def starred(self) -> str:
        """The gradient, or the starred gradients of a list, in a tuple."""
        return f"*{self.variable}" if self.is_list else self.variable

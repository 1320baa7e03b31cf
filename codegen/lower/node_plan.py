"""Plans of nodes and tangents: what an op keeps, and the code that turns it into gradients."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from . import trees
from .blocks import BESIDE_CONDITION, Assign, Statement, returning
from .loop_plan import KernelCall
from .naming import local
from .printer import show

CHAIN = 90
"""The longest row of assignments, without what is assigned."""


@dataclass(frozen=True, slots=True)
class TensorArgument:
    """A parameter that holds tensors: ``single``, ``optional`` or ``list``."""

    name: str
    variable: str  # what holds it in functions
    kind: str
    edge: bool  # gradients flow to it
    promotes: bool  # it takes part in the choice of the common dtype
    chooses: bool = False  # it is a condition by itself, so it has to be boolean

    @property
    def array(self) -> str:
        """The local variable that holds its array."""
        return local(self.name)

    @property
    def starred(self) -> str:
        """The argument in a call that takes single tensors."""
        return f"*{self.variable}" if self.kind == "list" else self.variable

    @property
    def described(self) -> str:
        """Its name for checks of several arguments, with a question mark if it may be None."""
        return f"{self.variable}?" if self.kind == "optional" else self.variable

    @property
    def is_other(self) -> ast.expr:
        """The condition that it is not a Tensor, but a number or an array."""
        other = trees.negation(trees.call("isinstance", trees.name(self.variable), trees.name("Tensor")))
        return trees.both(trees.is_given(self.variable), other) if self.kind == "optional" else other

    @property
    def has_edge(self) -> ast.expr:
        """The condition that it has an edge."""
        return trees.is_given(f"edge_{self.name}")

    @property
    def has_target(self) -> ast.expr:
        """The condition that its gradient has to be summed or cast."""
        return trees.is_given(f"target_{self.name}")

    @property
    def pruned(self) -> ast.expr:
        """A node's edge to it, or None if the pass does not need that."""
        edge = trees.dotted(f"self.edge_{self.name}")
        needed = trees.name("needed")
        all_are = trees.compared(needed, ast.Is(), trees.constant(None))
        is_needed = trees.compared(edge, ast.In(), needed)
        return ast.IfExp(ast.BoolOp(ast.Or(), [all_are, is_needed]), edge, trees.constant(None))


@dataclass(frozen=True, slots=True)
class Output:
    """An output of the array code; `index` counts the differentiable ones."""

    name: str
    is_list: bool
    intermediate: bool
    differentiable: bool
    index: int

    @property
    def shape_and_dtype(self) -> ast.expr:
        """Its shape and dtype, as a node keeps them."""
        return ast.Tuple([trees.dotted(f"{self.name}.{slot}") for slot in ("_shape", "_dtype")], ast.Load())


@dataclass(frozen=True, slots=True)
class Saved:
    """What a node keeps for its formulas.

    `kind` is ``tensor``, ``optional`` (tensor), ``list`` (of tensors), ``output``, ``value`` (no tensor), one of
    `metadata.METADATA`, or ``zero``: the shape for a gradient of zeros.
    `used_by` are the arguments whose gradients need it, None when all do. An `intermediate` output is visible to the
    node alone; any other output that is not `differentiable` has no edge through which the node could learn of writes.
    Formulas use a tensor that was `promoted` in the dtype of the result, as the forward did.
    """

    name: str
    kind: str
    used_by: tuple[str, ...] | None
    output: int = 0
    differentiable: bool = False
    intermediate: bool = False
    promoted: bool = False

    @property
    def has_version(self) -> bool:
        """Whether it is in memory that may be written to, so that its version is kept and compared."""
        return self.kind in ("tensor", "optional", "list", "output")


@dataclass(frozen=True, slots=True)
class SavedTogether:
    """Values that are saved or read under one condition: `asked`, edges of which one must be needed; empty if always.

    A value that is `alone` merges the condition into the test of its version.
    """

    saved: tuple[Saved, ...]
    asked: tuple[ast.expr, ...] = ()
    alone: bool = False


def _together(saved: Iterable[Saved], tensors: bool = False) -> tuple[SavedTogether, ...]:
    """Group saved values, in their order, where neighbours are needed by the same gradients."""

    def condition(one: Saved) -> tuple[tuple[str, ...], str]:
        asked = (one.used_by if one.has_version else None) or ()
        alone = tensors and one.kind == "tensor" and not one.promoted and len(asked) == 1
        return asked, one.name if alone else ""

    return tuple(
        [
            SavedTogether(
                tuple(group), tuple([trees.is_given(f"edge_{name}") for name in asked]), bool(alone)
            )
            for (asked, alone), group in groupby(saved, condition)
        ]
    )


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
    loop_test: ast.expr | None = None  # whether what arrived is large enough for a loop

    @property
    def variable(self) -> str:
        """The local variable that holds the gradient."""
        return f"grad_{self.argument}"

    @property
    def pending(self) -> ast.expr:
        """The condition that it is needed and no loop has computed it."""
        return is_pending(self.argument)

    @property
    def if_needed(self) -> ast.expr | None:
        """The gradient as a conditional expression on its edge, if it is short; else None."""
        only = self.statements[0] if len(self.statements) == 1 and not self.is_list else None
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


@dataclass(frozen=True, slots=True)
class NodePlan:
    """A Node class."""

    name: str
    slots: tuple[str, ...]
    edges: tuple[TensorArgument, ...]
    saved: tuple[Saved, ...]
    lets: tuple[Step, ...]
    gradients: tuple[Gradient, ...]
    fused: KernelCall | None
    fused_arguments: tuple[str, ...]
    loop_test: ast.expr | None
    tensor_lets: tuple[Step, ...]
    tensor_gradients: tuple[Gradient, ...]
    sum_to: bool
    reduction: str  # of the gradient of an only tensor to its dtype: always, dtype (if the result's differs), or never
    outputs: tuple[Output, ...]  # the differentiable ones
    grads_list: bool

    @property
    def returned_directly(self) -> bool:
        """Whether the only gradient can be returned as soon as it is computed."""
        gradient, *others = self.gradients
        kept = any(saved.has_version for saved in self.saved)
        done = others or gradient.kernels or gradient.is_list or self.sum_to or kept
        return gradient.rule == "formula" and not done

    @property
    def recorded(self) -> tuple[SavedTogether, ...]:
        """The values that a recorded call saves, grouped by condition."""
        return _together(self.saved)

    @property
    def read_arrays(self) -> tuple[SavedTogether, ...]:
        """The arrays that gradients are computed from, grouped by condition."""
        return _together([saved for saved in self.saved if saved.has_version])

    @property
    def read_tensors(self) -> tuple[SavedTogether, ...]:
        """The tensors that recorded gradients are computed from, grouped by condition."""
        return _together([saved for saved in self.saved if saved.has_version], tensors=True)

    @property
    def released(self) -> tuple[str, ...]:
        """The assignments that release saved values, in chains that fit on a line."""
        chains: list[str] = []
        for saved in self.saved:
            if saved.has_version:
                slots = ["saved", "counter"] if saved.kind == "output" else ["saved"]
                chain = "".join([f"self.{slot}_{saved.name} = " for slot in slots])
                if chains and len(chains[-1]) + len(chain) <= CHAIN:
                    chains[-1] += chain
                else:
                    chains.append(chain)
        return tuple(chains)

    @property
    def pairs(self) -> ast.expr:
        """The list of pairs that several gradients are returned as."""
        pairs = [ast.Starred(one.pair) if one.is_list else one.pair for one in self.gradients]
        return ast.List(pairs, ast.Load())


@dataclass(frozen=True, slots=True)
class TangentPlan:
    """Forward mode: statements that return the tangents of outputs, None for one without.

    Parameters are the outputs, intermediate results, the tangents of arguments with gradients, and all arguments.
    """

    parameters: tuple[str, ...]
    intermediates: tuple[str, ...]
    outputs: tuple[str, ...]  # names for several outputs
    promoted: tuple[str, ...]  # arguments in the dtype of the result, as the forward has them
    statements: tuple[Statement, ...]

    @property
    def intermediate_arrays(self) -> tuple[str, ...]:
        """The local variables that hold the intermediate results."""
        return tuple([local(name) for name in self.intermediates])

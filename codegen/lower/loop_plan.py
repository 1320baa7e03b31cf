"""Plans of compiled loops: how an op calls them, and what is in the module that holds them."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from . import trees
from .blocks import Statement

SMALLEST = 1024
"""The smallest array for which a loop is tried; loops of many steps are tried earlier."""


@dataclass(frozen=True, slots=True)
class KernelCall:
    """A compiled loop: the variable that holds it, the function in the op's kernel module, and its arguments.

    It is tried from `minimum` elements on; from `summed` on if its outputs are summed to other shapes.
    """

    variable: str
    module: str
    function: str
    outputs: tuple[str, ...]
    inputs: tuple[ast.expr, ...]
    cost: int
    minimum: int
    summed: int
    condition: ast.expr | None = None
    word: str = ""  # what its branch begins with: if, elif, else; an only loop has none: its condition is asked before

    @property
    def result(self) -> str:
        """The local variable that holds its first output."""
        return "data" if self.outputs[0] == "out" else self.outputs[0]

    @property
    def options(self) -> tuple[str, ...]:
        """The arguments of the object that calls it that are not as usual, and the cost."""
        outputs = [f"outputs={len(self.outputs)}"] if len(self.outputs) > 1 else []
        minimum = [f"minimum={self.minimum}"] if self.minimum < SMALLEST else []
        return (*outputs, f"cost={self.cost}", *minimum)

    @property
    def asked(self) -> tuple[ast.expr, ...]:
        """The condition of an only loop."""
        return (self.condition,) if self.condition and not self.word else ()


@dataclass(frozen=True, slots=True)
class PartLoop:
    """A loop that computes an op's result, as part of fused ones, and a condition on arguments of the op, `asked`."""

    module: str
    function: str
    inputs: tuple[str, ...]
    cost: int
    condition: ast.expr | None
    asked: tuple[str, ...]

    @property
    def test(self) -> str:
        """The name of the function that tells whether the condition holds."""
        return "None" if self.condition is None else f"_{self.module}_{self.function}"

    @property
    def tree(self) -> ast.expr:
        """What stands in the table."""
        where = trees.literal(self.module), trees.literal(self.function)
        return trees.call(
            "Loop", *where, trees.literal(self.inputs), trees.literal(self.cost), trees.name(self.test)
        )


@dataclass(frozen=True, slots=True)
class OpParts:
    """The loops of an op of such arguments; `numbers` are those that are no tensors."""

    tensors: tuple[str, ...]
    numbers: tuple[str, ...]
    loops: tuple[PartLoop, ...]

    @property
    def tree(self) -> ast.expr:
        """What stands in the table."""
        loops = ast.Tuple([loop.tree for loop in self.loops], ast.Load())
        return trees.call("Form", trees.literal(self.tensors), trees.literal(self.numbers), loops)


@dataclass(frozen=True, slots=True)
class KernelFunction:
    """One loop of a kernel module."""

    name: str
    outputs: tuple[str, ...]
    inputs: tuple[tuple[str, str], ...]  # the array, and the variable that holds one element of it
    statements: tuple[Statement, ...]
    constants: bool
    doc: str
    types: str  # of the arguments, as `derivata/ahead/inventory.py` reads them

    @property
    def arrays(self) -> tuple[str, ...]:
        """Its parameters after the bounds."""
        return (*self.outputs, *[array for array, _ in self.inputs])


@dataclass(frozen=True, slots=True)
class KernelModule:
    """The loops of one op."""

    op: str
    imports: tuple[str, ...]
    functions: tuple[KernelFunction, ...]

    @property
    def typed(self) -> tuple[KernelFunction, ...]:
        """Those that may be compiled for known types."""
        return tuple([function for function in self.functions if function.types])

"""Plans of compiled loops: how an op calls them, and what is in the module that holds them."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .blocks import Statement


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
        """Its parameters behind the bounds."""
        return (*self.outputs, *[array for array, _ in self.inputs])


@dataclass(frozen=True, slots=True)
class KernelModule:
    """The loops of one op."""

    op: str
    imports: tuple[str, ...]
    functions: tuple[KernelFunction, ...]

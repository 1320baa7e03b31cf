"""Compiled loops: which formulas of an op get one, and what is in its kernel module."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..diagnostics import listing
from ..formula.formula import Formula
from . import trees
from .arrays import ArrayLowering
from .blocks import Statement, Temporaries, assign, define, names_in
from .context import Context
from .kernel_types import argument_types
from .kernels import KernelLowering, NoKernel, cost, steps
from .loop_plan import SMALLEST, KernelCall, KernelFunction, PartLoop
from .naming import local
from .results import is_boolean

LAUNCH_WORK, MEMORY_COST = 16384, 4
"""A loop is tried from `LAUNCH_WORK // (cost + MEMORY_COST)` elements on, as in `arrays/jit/launch.py`."""

LAUNCH_WORK_SUMMED = 32768
"""The same for loops whose outputs are summed to other shapes, as in `arrays/broadcasting/blockwise.py`."""

MANY_STEPS, SMALLEST_IF_MANY = 4, 64
"""With so many passes of NumPy's, and one more per output, a launch pays for short arrays too."""

_LOOP_NAMES = frozenset({"Any", "at", "const", "hi", "i", "lo", "out"})


@dataclass(frozen=True)
class Loop:
    """A loop and how the generated op calls it."""

    call: KernelCall
    function: KernelFunction
    imports: frozenset[str]
    part: PartLoop


Path = tuple[tuple[ast.expr, bool], ...]
"""The static conditions that lead to a branch of a formula, each with the value that it has there."""


def leaves(tree: ast.expr, path: Path = ()) -> Iterator[tuple[Path, ast.expr]]:
    """Yield the branches of a conditional formula, each with its path of conditions."""
    if not isinstance(tree, ast.IfExp):
        yield path, tree
        return
    yield from leaves(tree.body, (*path, (tree.test, True)))
    yield from leaves(tree.orelse, (*path, (tree.test, False)))


def _condition(path: Path, decided: set[int]) -> ast.expr | None:
    """Return the condition of a branch in a chain of `elif`s; `decided` are tests made earlier in the chain."""
    tests = [
        test if value else trees.negation(test) for test, value in path if value or id(test) not in decided
    ]
    if len(tests) > 1:
        return ast.BoolOp(ast.And(), tests)
    return tests[0] if tests else None


class KernelPlanner:
    """Makes the loops of one op; `loops` collects them, `parts` those that compute its result in fused loops.

    A result of truth values has loops for these alone: NumPy's functions are as fast as one of its own.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.loops: list[Loop] = []
        self.parts: list[Loop] = []

    def forward(self) -> tuple[KernelCall, ...]:
        """Return the loops of the forward, one per branch that can have one."""
        formula = self.context.op.forward
        assert isinstance(formula, Formula)
        values = {a.name: trees.name(local(a.name)) for a in self.context.op.tensor_arguments}
        calls = self._branches("forward", ("out",), formula.tree, values)
        self.parts = [*self.loops]
        if is_boolean(formula.tree):
            self.loops.clear()
            return ()
        return calls

    def backward(self, argument: str, values: Mapping[str, ast.expr]) -> tuple[KernelCall, ...]:
        """Return the loops of one gradient; `values` is how the node's code gets at the formula's names."""
        tree = self.context.formulas[argument]
        return self._branches(f"backward_{argument}", (f"grad_{argument}",), tree, values)

    def fused(self, arguments: tuple[str, ...], values: Mapping[str, ast.expr]) -> KernelCall | None:
        """Return one loop for several gradients, or None if one of them has no kernel form."""
        outputs = {f"grad_{a}": self.context.formulas[a] for a in arguments}
        return self._loop(f"backward_{'_'.join(arguments)}", outputs, values, None)

    def _branches(
        self, name: str, outputs: tuple[str], tree: ast.expr, values: Mapping[str, ast.expr]
    ) -> tuple[KernelCall, ...]:
        branches = list(leaves(tree))
        calls = []
        decided: set[int] = set()
        for number, (path, leaf) in enumerate(branches, start=1):
            if any(value and _asks_for_complex(test) for test, value in path):
                continue  # loops compute with real numbers
            function = name if len(branches) == 1 else f"{name}_{number}"
            call = self._loop(function, {outputs[0]: leaf}, values, _condition(path, decided))
            if call is not None:
                calls.append(call)
                if path and path[-1][1]:
                    decided.add(id(path[-1][0]))
        if len(calls) == 1:
            return tuple(calls)
        return tuple([replace(call, word=_word(number, call)) for number, call in enumerate(calls)])

    def _loop(
        self,
        function: str,
        outputs: Mapping[str, ast.expr],
        values: Mapping[str, ast.expr],
        condition: ast.expr | None,
    ) -> KernelCall | None:
        if any(is_trivial(tree) for tree in outputs.values()):
            return None
        try:
            loop = self._build(function, outputs, values, condition)
        except NoKernel:
            return None
        self.loops.append(loop)
        return loop.call

    def _build(
        self,
        function: str,
        outputs: Mapping[str, ast.expr],
        values: Mapping[str, ast.expr],
        condition: ast.expr | None,
    ) -> Loop:
        needed = self.context.needed(*outputs.values())
        lets = {name: tree for name, tree in self.context.lets.items() if name in needed}
        inputs = tuple([name for name in self._input_order() if name in needed])
        if not any(
            name in inputs for name in (*[a.name for a in self.context.op.tensor_arguments], "grad", "result")
        ):
            raise NoKernel
        names = {name: trees.name(local(name)) for name in (*inputs, *lets)}
        lowering = KernelLowering(self.context.library, names, self.context.static)
        temporaries = Temporaries({*names, *inputs})
        statements: list[Statement] = []
        for name, tree in lets.items():
            statements += define(local(name), lowering.lower(tree), temporaries)
        for output, tree in outputs.items():
            statements += assign(f"{output}[i]", lowering.lower(tree), temporaries)
        constants = "const" in names_in(statements)
        alone = not any(map(is_boolean, outputs.values()))
        if constants and not alone:  # of the dtype of the result
            raise NoKernel
        types = argument_types(self.context.op, len(outputs), inputs) if alone else ""
        taken = {*_LOOP_NAMES, *outputs, *lowering.imports}
        arrays = tuple([(array_name(name, taken), local(name)) for name in inputs])
        body = KernelFunction(
            function, tuple(outputs), arrays, tuple(statements), constants, _describe(tuple(outputs)), types
        )
        work = sum(cost(tree) for tree in (*lets.values(), *outputs.values()))
        test = None if condition is None else self._static(condition, values)
        arguments = tuple([values.get(name, trees.name(name)) for name in inputs])
        module = self.context.library.function_name(self.context.op).lstrip("_")
        passes = sum(steps(tree) for tree in (*lets.values(), *outputs.values()))
        summed = minimum = max(LAUNCH_WORK // (work + MEMORY_COST), SMALLEST)
        if passes >= MANY_STEPS + len(outputs):
            minimum = SMALLEST_IF_MANY
            summed = max(LAUNCH_WORK_SUMMED // (work + MEMORY_COST), SMALLEST_IF_MANY)
        call = KernelCall(
            f"_{module}_{function}", module, function, tuple(outputs), arguments, work, minimum, summed, test
        )
        asked = () if condition is None else self._asked(condition)
        plain = None if condition is None else self._static(condition, {})
        part = PartLoop(module, function, inputs, work, plain, asked)
        return Loop(call, body, frozenset(lowering.imports), part)

    def _asked(self, condition: ast.expr) -> tuple[str, ...]:
        """Return the arguments in a condition."""
        names = trees.all_names(condition)
        return tuple([a.name for a in self.context.op.signature.arguments if a.name in names])

    def _static(self, condition: ast.expr, values: Mapping[str, ast.expr]) -> ast.expr:
        return ArrayLowering(self.context.library, values, self.context.static, True).lower(condition)

    def _input_order(self) -> tuple[str, ...]:
        op = self.context.op
        return (
            "grad",
            *[a.name for a in op.signature.arguments],
            *[output.name for output in op.signature.returns],
        )


def _word(number: int, call: KernelCall) -> str:
    """Return what the branch of a loop begins with, in a chain."""
    return "else" if call.condition is None else "elif" if number else "if"


def is_reached(size: ast.expr, calls: Sequence[KernelCall], summed: bool = False) -> ast.expr:
    """Return the condition that arrays are large enough for any of the loops; `summed` if results may be summed."""
    least, least_summed = min([call.minimum for call in calls]), min([call.summed for call in calls])
    minimum: ast.expr = trees.constant(least)
    if summed and least < least_summed:
        is_plain = trees.compared(trees.dotted("self.sum_to"), ast.Is(), trees.constant(None))
        minimum = ast.IfExp(is_plain, minimum, trees.constant(least_summed))
    return trees.compared(size, ast.GtE(), minimum)


def _asks_for_complex(test: ast.expr) -> bool:
    return isinstance(test, ast.Call) and ast.unparse(test.func) == "functions.is_complex_dtype"


def array_name(name: str, taken: Container[str]) -> str:
    """Return the name of a loop's parameter for an argument: its own name, unless the loop uses that itself."""
    return f"{name}_array" if name in taken or name.endswith("_") else name


def _describe(outputs: tuple[str, ...]) -> str:
    if outputs == ("out",):
        return "The result."
    names = [f"`{name.removeprefix('grad_')}`" for name in outputs]
    return f"Gradient{'s' if len(names) > 1 else ''} of {listing(names, 'and')}."


def is_trivial(tree: ast.expr) -> bool:
    """Whether a formula is a name or a constant, maybe conjugated, which needs no loop."""
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == "conj":
        return is_trivial(tree.args[0])
    return isinstance(tree, ast.Name | ast.Constant)

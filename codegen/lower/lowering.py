"""The common base of the lowerings of formulas: names are replaced, calls are resolved to ops."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable, Mapping

from ..elementary import ELEMENTARY, Elementary, Result
from ..spec import Op
from ..vocabulary import BUILTINS, STATIC_ATTRIBUTES
from . import trees
from .library import Library, bind


class FormulaLowering(trees.Rewriter):
    """Rewrites formulas of one op for one kind of code.

    Parameters
    ----------
    values
        The expressions of the generated code for the names of the formulas.
    static
        Names that are no tensors.
    real
        The op has no complex values: conjugation is dropped.
    """

    def __init__(
        self, library: Library, values: Mapping[str, ast.expr], static: frozenset[str], real: bool
    ) -> None:
        self.library = library
        self.values = values
        self.static = static
        self.real = real

    def lower(self, tree: ast.expr) -> ast.expr:
        """Return the expression of the generated code."""
        return self.visit(tree)

    def name(self, node: ast.Name) -> ast.expr:
        """Return the expression for a name of the formula."""
        return self.values.get(node.id, node)

    def call(self, node: ast.Call) -> ast.expr:
        """Return the call of an op or elementary function, of an array function, or of Python."""
        if isinstance(node.func, ast.Name) and node.func.id not in BUILTINS:
            return self.op_call(node, node.func.id)
        return self.plain_call(node)

    def number(self, node: ast.Call, function: str) -> ast.expr | None:
        """Return an elementary function of numbers as a Python number, which does not affect the dtype of results."""
        if not is_elementary(node) or not self.is_static(node):
            return None
        values = [self.visit(item) for item in node.args]
        if function == "conj":
            return ast.Call(ast.Attribute(values[0], "conjugate", ast.Load()), [], [])
        value = trees.call(ELEMENTARY[function].called, *_for_runtime(values, ELEMENTARY[function]))
        return ast.Call(ast.Attribute(value, "item", ast.Load()), [], [])

    def is_number(self, node: ast.expr) -> bool:
        """Whether an expression is a number, and not a boolean."""
        truth = isinstance(node, ast.Constant) and isinstance(node.value, bool)
        return self.is_static(node) and not truth and not isinstance(node, ast.Compare | ast.BoolOp)

    @abstractmethod
    def op_call(self, node: ast.Call, function: str) -> ast.expr:
        """Return the call of an op or elementary function."""

    def plain_call(self, node: ast.Call) -> ast.expr:
        """Return the call of an array function of the formula itself, or of Python."""
        keywords = [ast.keyword(keyword.arg, self.visit(keyword.value)) for keyword in node.keywords]
        if isinstance(node.func, ast.Name) and node.func.id == "zip":
            keywords.append(ast.keyword("strict", trees.constant(True)))
        function = node.func
        if isinstance(function, ast.Attribute):  # functions.X
            function = trees.dotted(self.library.array_function(function.attr))
        return ast.Call(function, [self.visit(item) for item in node.args], keywords)

    def of_numbers(self, op: Op, bound: Mapping[str, ast.expr]) -> bool:
        """Whether a call gives an op numbers where it expects tensors, and nothing else."""
        return of_numbers(op, bound, self.is_static)

    def is_static(self, node: ast.expr) -> bool:
        """Whether an expression of the formula is no tensor."""
        return is_static(node, self.static, self.library)


def _for_runtime(values: list[ast.expr], function: Elementary) -> list[ast.expr]:
    """Convert numbers for a function: NumPy's take numbers, derivata's own read the dtype of arrays."""
    if function.numpy.startswith("np."):
        return values
    if function.result not in (Result.FLOAT, Result.REAL_FLOAT):
        return [trees.call("np.asarray", value) for value in values]
    if not function.real:
        return [trees.call("operand_rules.array_of_number", value) for value in values]
    return [trees.call("np.asarray", value, trees.dotted("np.float64")) for value in values]


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def is_elementary(node: ast.Call) -> bool:
    """Whether an expression calls an elementary function with as many arguments as that has."""
    function = ELEMENTARY.get(node.func.id) if isinstance(node.func, ast.Name) else None
    return function is not None and len(node.args) == function.arity and not node.keywords


def of_numbers(op: Op, bound: Mapping[str, ast.expr], is_static: Callable[[ast.expr], bool]) -> bool:
    """Whether a call gives an op numbers where it expects tensors, and nothing else."""
    tensors = op.tensor_arguments
    if len(op.outputs) != 1 or op.outputs[0].type.is_list or any(a.type.is_list for a in tensors):
        return False
    given = [bound[argument.name] for argument in tensors]
    return bool(given) and all(is_static(value) and not _is_none(value) for value in given)


def is_static(node: ast.expr, static: frozenset[str], library: Library) -> bool:
    """Whether an expression is no tensor, given the names that are none."""

    def known(part: ast.expr) -> bool:
        return is_static(part, static, library)

    if isinstance(node, ast.Constant | ast.Tuple):
        return True
    if isinstance(node, ast.Attribute):
        return node.attr in STATIC_ATTRIBUTES
    if isinstance(node, ast.Name):
        return node.id in static
    if isinstance(node, ast.Call):
        return _gives_a_number(node, known, library)
    if isinstance(node, ast.List | ast.ListComp):
        return False
    children = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    return bool(children) and all(known(child) for child in children)


def _gives_a_number(node: ast.Call, known: Callable[[ast.expr], bool], library: Library) -> bool:
    """Whether a call does not return a tensor: an array function in a formula, or an op of numbers."""
    if isinstance(node.func, ast.Attribute) or trees.calls(node, "len"):
        return True
    if is_elementary(node) or not isinstance(node.func, ast.Name) or node.func.id in BUILTINS:
        return is_elementary(node) and all(known(argument) for argument in node.args)
    op = library.resolve(node, known)
    if op is None:
        return False
    try:
        return of_numbers(op, bind(op, node), known)
    except ValueError:  # arguments that do not fit; check.py has complained
        return False

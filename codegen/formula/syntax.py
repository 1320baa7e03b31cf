"""The closed syntax of formulas: their tokens, then Python's own parser, then the permitted nodes."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..diagnostics import Locate, Report, did_you_mean, listing, shorten
from ..source.literals import INT_LIMIT
from ..vocabulary import ATTRIBUTES, LIBRARIES
from .grammar import MAX_DEPTH, REFUSED_NODES, REFUSED_OPERATORS, SIMPLE_NODES
from .literal_arithmetic import check_literals
from .places import attribute_offset, offset, shifted
from .qualified import name_op_of_pack
from .tokens import token_problem

_Bound = frozenset[str]
_Child = tuple[ast.AST, _Bound]


@dataclass(slots=True)
class Reading:
    """What was found in one formula."""

    tree: ast.expr
    start: int = 0
    names: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)


def read_formula(
    text: str, locate: Locate, op: str, subject: str, packs: frozenset[str] = frozenset()
) -> Reading:
    """Parse and check one formula; raises SpecError with everything outside the language."""
    return _Reader(text, locate, op, subject, packs).read()


class _Reader:
    def __init__(self, text: str, locate: Locate, op: str, subject: str, packs: frozenset[str]) -> None:
        self.text, self.locate, self.op, self.subject, self.packs = text, locate, op, subject, packs
        self.report = Report()

    def read(self) -> Reading:
        if problem := token_problem(self.text):
            self.fail(*problem)
        tree = None if problem else self._parse()
        self.report.raise_errors()
        assert tree is not None
        reading = Reading(tree, len(self.text) - len(self.text.lstrip()))
        self._walk(reading)
        self.report.raise_errors()
        check_literals(tree, self.text, self.fail)
        self.report.raise_errors()
        return reading

    def fail(self, offset: int, message: str, cure: str = "") -> None:
        self.report.add(self.locate(offset), self.op, f"{self.subject}: {message}", cure)

    def _parse(self) -> ast.expr | None:
        """Parse on one line, so that columns are offsets; white space has no meaning in a formula."""
        flat = re.sub(r"\s", " ", self.text)
        start = len(flat) - len(flat.lstrip())
        try:
            tree = ast.parse(flat[start:], mode="eval").body
        except SyntaxError as error:
            end = len(flat.rstrip())  # where an error without offset is
            self._fail_at(min(start + error.offset - 1, end) if error.offset else end)
            return None
        except (RecursionError, MemoryError, ValueError):
            self.fail(0, "expected an expression, got one nested too deeply", "name parts of it under 'let'")
            return None
        return tree if not start else shifted(tree, start)

    def _fail_at(self, offset: int) -> None:
        near = self.text[offset:].split("\n")[0].strip()
        got = shorten(near, 20) if near else "the end"
        message = f"expected a Python expression, got {got}"
        self.fail(offset, message, "look for a missing operator or comma")

    def _walk(self, reading: Reading) -> None:
        stack: list[tuple[ast.AST, _Bound, int]] = [(reading.tree, frozenset(), 1)]
        while stack:
            node, bound, depth = stack.pop()
            if depth > MAX_DEPTH:
                message = f"expected at most {MAX_DEPTH} nested operations, got more"
                self.fail(offset(node), message, "name parts of it under 'let'")
                return
            for child, inner in self._children(node, bound, reading):
                stack.append((child, inner, depth + 1))

    def _children(self, node: ast.AST, bound: _Bound, reading: Reading) -> Iterable[_Child]:
        """Check one node and return what is below it; nothing below a refused one."""
        if isinstance(node, ast.Constant):
            self._check_constant(node)
        elif isinstance(node, ast.Name):
            if self._good_name(node, node.id) and node.id not in bound:
                reading.names.add(node.id)
        elif isinstance(node, ast.Call):
            return self._call(node, bound, reading)
        elif isinstance(node, ast.Attribute):
            return self._attribute(node, bound)
        elif isinstance(node, ast.ListComp):
            return self._comprehension(node, bound)
        elif isinstance(node, ast.Subscript):
            return [(node.value, bound), (node.slice, bound)]
        elif isinstance(node, ast.Compare):
            self._check_compare(node)
            return [(child, bound) for child in (node.left, *node.comparators)]
        elif isinstance(node, SIMPLE_NODES):
            operator = getattr(node, "op", None)
            if operator is not None and type(operator) in REFUSED_OPERATORS:
                self._refuse(node, REFUSED_OPERATORS[type(operator)])
                return []
            return [(child, bound) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
        else:
            self._refuse(node, REFUSED_NODES.get(type(node), (f"Python's {type(node).__name__}", "")))
        return []

    def _refuse(self, node: ast.AST, what: tuple[str, str]) -> None:
        self.fail(offset(node), f"expected the syntax of formulas, got {what[0]}", what[1])

    def _good_name(self, node: ast.AST, name: str) -> bool:
        if name == "functions":
            self.fail(
                offset(node),
                "expected 'functions.NAME(...)', got 'functions' alone",
                "call one of its functions",
            )
        elif name.startswith("__"):
            self.fail(offset(node), f"expected a name without two leading underscores, got {shorten(name)}")
        else:
            return True
        return False

    def _check_constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, (bytes, type(...))):
            self._refuse(
                node, ("'...'" if value is ... else "bytes", "subscripts are for lists and shapes only")
            )
        too_large = isinstance(value, int) and value >= INT_LIMIT
        if isinstance(value, (float, complex)):
            too_large = math.isinf(abs(value))
        if too_large:
            self.fail(offset(node), f"expected a number of 64 bits, got {shorten(self._source(node), 24)}")

    def _source(self, node: ast.expr) -> str:
        return self.text[node.col_offset : node.end_col_offset]

    def _check_compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for operator, right in zip(node.ops, operands[1:], strict=True):
            if type(operator) in REFUSED_OPERATORS:
                self._refuse(node, REFUSED_OPERATORS[type(operator)])
            if isinstance(operator, (ast.Is, ast.IsNot)) and not _is_none(right):
                message = f"expected 'is None' or 'is not None', got {shorten(self._source(right))}"
                self.fail(offset(right), message, "compare with '=='")

    def _call(self, node: ast.Call, bound: _Bound, reading: Reading) -> Iterable[_Child]:
        name_op_of_pack(node, self.packs)
        function = node.func
        if isinstance(function, ast.Name):
            if self._good_name(function, function.id):
                reading.calls.add(function.id)
        elif isinstance(function, ast.Attribute) and _is_name(function.value, "functions"):
            if self._good_name(function, function.attr):
                reading.functions.add(function.attr)
        elif isinstance(function, ast.Attribute) and ast.unparse(function.value) in LIBRARIES:
            message = f"expected an op, got '{ast.unparse(function)}(...)'"
            self.fail(offset(function), message, f"write '{function.attr}(...)'")
        elif isinstance(function, ast.Attribute):
            message = f"expected a call 'op(...)', got the method call '.{function.attr}(...)'"
            self.fail(attribute_offset(function), message, _function_form(node))
            return [(function.value, bound)]
        else:
            self._refuse(node, ("a call of an expression", "call an op by its name"))
            return []
        for word in node.keywords:
            if word.arg is None:
                self._refuse(word.value, ("'**'", "write the keyword arguments out"))
        values = [*node.args, *(word.value for word in node.keywords if word.arg)]
        return [(value, bound) for value in values]

    def _attribute(self, node: ast.Attribute, bound: _Bound) -> Iterable[_Child]:
        if _is_name(node.value, "functions"):
            self.fail(
                offset(node),
                f"expected a call 'functions.{node.attr}(...)', got the function itself",
                "add '(...)'",
            )
            return []
        if node.attr not in ATTRIBUTES:
            choice = listing(f".{name}" for name in ATTRIBUTES)
            cure = "did you mean '.mT'?" if node.attr == "T" else did_you_mean(node.attr, ATTRIBUTES)
            self.fail(attribute_offset(node), f"expected {choice}, got '.{node.attr}'", cure)
            return []
        return [(node.value, bound)]

    def _comprehension(self, node: ast.ListComp, bound: _Bound) -> Iterable[_Child]:
        loop = node.generators[0]
        if len(node.generators) > 1 or loop.ifs or loop.is_async:
            self._refuse(
                node, ("a comprehension with several 'for' or an 'if'", "write '[f(t) for t in tensors]'")
            )
            return []
        targets = list(_targets(loop.target))
        for target in targets:
            if not isinstance(target, ast.Name):
                self._refuse(target, ("a pattern", "loop over names: 'for a, b in zip(x, y)'"))
                return []
        if not all(self._good_name(t, t.id) for t in targets if isinstance(t, ast.Name)):
            return []
        inner = bound | {t.id for t in targets if isinstance(t, ast.Name)}
        return [(loop.iter, bound), (node.elt, inner)]


def _targets(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, (ast.Tuple, ast.List)):
        yield from target.elts
    else:
        yield target


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _function_form(call: ast.Call) -> str:
    """Write `x.f(y.g())` as `f(x, g(y))`, when all calls are of ops or of methods of values; sizes are attributes."""
    methods = [node.attr for node in ast.walk(call.func) if isinstance(node, ast.Attribute)]
    for method in (
        methods
    ):  # of the outermost call first; `x.device().type()` has no meaning since `x.device()` has none
        if method in _WITHOUT_MEANING:
            return _WITHOUT_MEANING[method]
    if not all(_is_of_op_or_method(node) for node in ast.walk(call) if isinstance(node, ast.Call)):
        return "call the op by its name"
    return f"write {ast.unparse(_Functions().visit(ast.parse(ast.unparse(call), mode='eval')))!r}"


def _is_of_op_or_method(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name):
        return not call.func.id.startswith("_")
    return isinstance(call.func, ast.Attribute) and isinstance(
        call.func.value, ast.Name | ast.Call | ast.BinOp | ast.Compare | ast.UnaryOp | ast.Subscript
    )


_ATTRIBUTE_OF = {"scalar_type": "dtype", "sizes": "shape", "sym_sizes": "shape", "dim": "ndim"}
"""PyTorch's methods that are attributes in formulas."""
_ONE_LAYOUT = "arrays have one device and one layout: leave it out"
_WITHOUT_MEANING = {
    **dict.fromkeys(("device", "is_sparse", "layout", "options"), _ONE_LAYOUT),
    **dict.fromkeys(
        ("strides", "suggest_memory_format", "sym_storage_offset", "sym_strides"),
        "formulas see shapes, not where elements lie in memory: leave it out",
    ),
    "defined": "a gradient that does not arrive is never asked for: leave the question out",
    **dict.fromkeys(("numel", "sym_numel"), "write 'functions.f(self.shape)', an array function of yours"),
    "is_complex": "write 'functions.f(self.dtype)', an array function of yours",
}
"""PyTorch's methods that have no meaning in formulas, and what to do."""


class _Functions(ast.NodeTransformer):
    """Replaces calls of methods by calls of functions."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute):
            return node
        attribute = None if node.args or node.keywords else _ATTRIBUTE_OF.get(node.func.attr)
        if attribute is not None:
            return ast.Attribute(node.func.value, attribute, ast.Load())
        name = node.func.attr.removesuffix("_symint")
        return ast.Call(ast.Name(name, ast.Load()), [node.func.value, *node.args], node.keywords)

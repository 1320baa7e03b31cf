"""Expressions as graphs: equal parts are one object, so that what a formula shares is seen by identity."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import partial
from weakref import ref

from ..lower.printer import show

Number = int | float | complex

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_OPERATORS = {symbol: kind for kind, symbol in BINARY.items()}
_COMPARATORS = {symbol: kind for kind, symbol in COMPARISONS.items()}


class Node:
    """One operation, name or number; made by `make` alone, which returns the same object for the same thing.

    `head` is an operator, the name of a function, or one of `name`, `number`, `neg`, `~`, `if` (condition known
    when the op is called, then, else) and `static` (source text without tensors: a condition, a word).
    """

    __slots__ = ("__weakref__", "head", "parts", "size", "value")
    size: int

    def __init__(self, head: str, parts: tuple[Node, ...], value: object) -> None:
        self.head, self.parts, self.value = head, parts, value
        self.size = 1 + sum(part.size for part in parts)
        """Of the written-out formula, in which shared parts stand several times."""

    def __repr__(self) -> str:
        return text(self)


_nodes: dict[object, ref[Node]] = {}


def make(head: str, *parts: Node, value: object = None) -> Node:
    """Return the node of an operation, without any simplification."""
    key = (head, parts, type(value), repr(value))
    known = _nodes.get(key)
    node = None if known is None else known()
    if node is None:
        node = Node(head, parts, value)
        _nodes[key] = ref(node, partial(_nodes.pop, key))  # no Python code: an interrupt would get lost in it
    return node


def name(identifier: str) -> Node:
    """Return the node of a name."""
    return make("name", value=identifier)


def number(value: Number) -> Node:
    """Return the node of a number; a real number that is whole is an int."""
    if isinstance(value, complex) and value.imag == 0:
        value = value.real
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    return make("number", value=value)


def value_of(node: Node) -> Number | None:
    """Return the number that a node is, None for all others."""
    value = node.value
    if node.head == "number" and isinstance(value, int | float | complex) and not isinstance(value, bool):
        return value
    return None


def read(tree: ast.expr) -> Node:
    """Return the graph of an elementwise expression."""
    if isinstance(tree, ast.Name):
        return name(tree.id)
    if isinstance(tree, ast.Constant) and isinstance(tree.value, int | float | complex):
        return make("number", value=tree.value)
    if isinstance(tree, ast.BinOp) and type(tree.op) in BINARY:
        return _binary(BINARY[type(tree.op)], read(tree.left), read(tree.right))
    if isinstance(tree, ast.UnaryOp) and not isinstance(tree.op, ast.Not):
        inner = read(tree.operand)
        return _unary(tree.op, inner)
    if isinstance(tree, ast.Compare) and len(tree.ops) == 1 and type(tree.ops[0]) in COMPARISONS:
        return make(COMPARISONS[type(tree.ops[0])], read(tree.left), read(tree.comparators[0]))
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        parts = [read(part) for part in tree.args]
        return make("*", parts[0], parts[0]) if tree.func.id == "square" else make(tree.func.id, *parts)
    if isinstance(tree, ast.IfExp):
        return make("if", static(tree.test), read(tree.body), read(tree.orelse))
    return static(tree)


def _binary(symbol: str, left: Node, right: Node) -> Node:
    """Return an operation; a square is a product, however it is written."""
    return make("*", left, left) if symbol == "**" and value_of(right) == 2 else make(symbol, left, right)


def _unary(operator: ast.unaryop, inner: Node) -> Node:
    if isinstance(operator, ast.UAdd):
        return inner
    value = value_of(inner)
    if isinstance(operator, ast.USub):
        return make("neg", inner) if value is None else make("number", value=-value)
    return make("~", inner)


def static(tree: ast.expr) -> Node:
    """Return the node of a part without tensors, which stays as it is written."""
    return make("static", value=show(tree))


def write(node: Node) -> ast.expr:
    """Return the expression of a graph."""
    if node.head == "name":
        return ast.Name(str(node.value), ast.Load())
    if node.head == "number":
        return _literal(node.value)
    if node.head == "static":
        return ast.parse(str(node.value), mode="eval").body
    parts = [write(part) for part in node.parts]
    if node.head in _OPERATORS:
        return ast.BinOp(parts[0], _OPERATORS[node.head](), parts[1])
    if node.head in _COMPARATORS:
        return ast.Compare(parts[0], [_COMPARATORS[node.head]()], [parts[1]])
    if node.head in ("neg", "~"):
        return ast.UnaryOp(ast.USub() if node.head == "neg" else ast.Invert(), parts[0])
    if node.head == "if":
        return ast.IfExp(parts[0], parts[1], parts[2])
    return ast.Call(ast.Name(node.head, ast.Load()), parts, [])


def _literal(value: object) -> ast.expr:
    if isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    if isinstance(value, complex):  # as it is read: a real and an imaginary part
        imaginary = ast.Constant(complex(0, value.imag))
        return imaginary if value.real == 0 else ast.BinOp(ast.Constant(value.real), ast.Add(), imaginary)
    return ast.Constant(value)  # type: ignore[arg-type]


def text(node: Node) -> str:
    """Return the source of a graph in the spec language."""
    return show(write(node))


def below(roots: Iterable[Node]) -> list[Node]:
    """Return the nodes of graphs, each once, parts before what is made of them."""
    order: list[Node] = []
    seen: set[Node] = set()
    stack = [(root, False) for root in reversed(list(roots))]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(part, False) for part in reversed(node.parts)]
    return order


def names(node: Node) -> Iterator[str]:
    """Yield the names in a graph; those in conditions that stay as they are written are not looked for."""
    return (str(part.value) for part in below([node]) if part.head == "name")


def replace(node: Node, values: dict[Node, Node]) -> Node:
    """Return a graph with nodes replaced by others; the outermost of nested ones counts."""
    done: dict[Node, Node] = {}
    for part in below([node]):
        if part in values:
            done[part] = values[part]
        elif part.parts:
            done[part] = make(part.head, *[done[child] for child in part.parts], value=part.value)
        else:
            done[part] = part
    return done[node]

"""Where names stand in a formula: free names, without the variables of comprehensions, and calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def free_names(tree: ast.expr) -> Iterator[ast.Name]:
    """Yield every use of a name from outside the formula; the functions of calls are not names."""
    stack: list[tuple[ast.AST, frozenset[str]]] = [(tree, frozenset())]
    while stack:
        node, bound = stack.pop()
        if isinstance(node, ast.Name):
            if node.id not in bound:
                yield node
        elif isinstance(node, ast.ListComp):
            loop = node.generators[0]
            stack += [(loop.iter, bound), (node.elt, bound | loop_variables(loop.target))]
        elif isinstance(node, ast.Call):
            stack += [(value, bound) for value in (*node.args, *(word.value for word in node.keywords))]
        else:
            stack += [(child, bound) for child in ast.iter_child_nodes(node)]


def loop_variables(target: ast.expr) -> frozenset[str]:
    """Return the variables of a comprehension: `t`, or `a` and `b` of `for a, b in ...`."""
    return frozenset(node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def calls(tree: ast.expr) -> Iterator[tuple[ast.Call, str]]:
    """Yield every call of an op, elementary function or builtin with its name; not those of `functions.X`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node, node.func.id


def has_complex_number(tree: ast.expr) -> bool:
    """Whether an expression makes complex numbers of real ones."""
    return any(isinstance(node, ast.Constant) and isinstance(node.value, complex) for node in ast.walk(tree))


def loop_names(tree: ast.expr) -> Iterator[str]:
    """Yield the variables of comprehensions."""
    loops = [loop for node in ast.walk(tree) if isinstance(node, ast.ListComp) for loop in node.generators]
    yield from (name for loop in loops for name in loop_variables(loop.target))

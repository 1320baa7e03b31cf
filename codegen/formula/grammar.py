"""Which of Python's syntax formulas may have, and what to write instead of the rest."""

from __future__ import annotations

import ast

MAX_DEPTH = 80

REFUSED_NODES: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lambda: ("a lambda", "write the expression itself"),
    ast.NamedExpr: ("':='", "name shared values under 'let'"),
    ast.GeneratorExp: ("a generator expression", "write a list: '[f(t) for t in tensors]'"),
    ast.Starred: ("a starred value", "write the values out"),
    ast.Await: ("await", ""),
    ast.Yield: ("yield", ""),
    ast.YieldFrom: ("yield", ""),
    ast.Dict: ("a dict", ""),
    ast.Set: ("a set", ""),
}
REFUSED_OPERATORS: dict[type[ast.AST], tuple[str, str]] = {
    ast.BitXor: ("'^'", "did you mean '**'?"),
    ast.LShift: ("'<<'", "multiply by a power of two"),
    ast.RShift: ("'>>'", "divide by a power of two"),
    ast.In: ("'in'", "compare with '==' and 'or'"),
    ast.NotIn: ("'not in'", "compare with '!=' and 'and'"),
}
SIMPLE_NODES = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.IfExp, ast.Tuple, ast.List, ast.Slice)

"""Expression trees -> text, in the form that the formatter leaves alone: double quotes, tight powers."""

from __future__ import annotations

import ast
import json

_BINARY: dict[type[ast.operator], tuple[str, int]] = {
    ast.BitOr: ("|", 6),
    ast.BitXor: ("^", 7),
    ast.BitAnd: ("&", 8),
    ast.Add: ("+", 10),
    ast.Sub: ("-", 10),
    ast.Mult: ("*", 11),
    ast.MatMult: ("@", 11),
    ast.Div: ("/", 11),
    ast.FloorDiv: ("//", 11),
    ast.Mod: ("%", 11),
    ast.Pow: ("**", 13),
}
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
_UNARY: dict[type[ast.unaryop], tuple[str, int]] = {
    ast.Not: ("not ", 4),
    ast.USub: ("-", 12),
    ast.UAdd: ("+", 12),
    ast.Invert: ("~", 12),
}
_OPERAND, _ATOM = 4, 20


def operator_text(operator: ast.operator) -> str:
    """Return the symbol of a binary operator."""
    return _BINARY[type(operator)][0]


def boolean_word(node: ast.BoolOp) -> str:
    """Return the word between the operands of a condition: `and` or `or`."""
    return "and" if isinstance(node.op, ast.And) else "or"


def show(node: ast.expr) -> str:
    """Return the source text of an expression."""
    return _Printer().text(node, 0)


def show_operand(node: ast.expr) -> str:
    """Return the text of an operand of `and` or `or`."""
    return _Printer().text(node, _OPERAND)


def quoted(text: str) -> str:
    """Return the source of a string, in double quotes unless single ones need fewer escapes."""
    return repr(text) if text.count('"') > text.count("'") else json.dumps(text, ensure_ascii=False)


class _Printer:
    def text(self, node: ast.expr, strength: int) -> str:
        """Return the text; parentheses are added where the context binds more strongly than the node."""
        method = getattr(self, f"_{type(node).__name__.lower()}")
        text, own = method(node)
        return f"({text})" if own < strength else text

    def _name(self, node: ast.Name) -> tuple[str, int]:
        return node.id, _ATOM

    def _constant(self, node: ast.Constant) -> tuple[str, int]:
        value = node.value
        if isinstance(value, str):
            return quoted(value), _ATOM
        if value is ...:
            return "...", _ATOM
        text = repr(value).replace("e+", "e")
        return text, 12 if text.startswith("-") else _ATOM

    def _attribute(self, node: ast.Attribute) -> tuple[str, int]:
        number = isinstance(node.value, ast.Constant) and type(node.value.value) in (int, float)
        return f"{self.text(node.value, _ATOM + number)}.{node.attr}", _ATOM

    def _subscript(self, node: ast.Subscript) -> tuple[str, int]:
        if isinstance(node.slice, ast.Tuple) and node.slice.elts:
            inner = ", ".join([self.text(item, 0) for item in node.slice.elts])
            inner += "," if len(node.slice.elts) == 1 else ""
        else:
            inner = self.text(node.slice, 0)
        return f"{self.text(node.value, _ATOM)}[{inner}]", _ATOM

    def _slice(self, node: ast.Slice) -> tuple[str, int]:
        space = (
            ""
            if all(part is None or _is_plain(part) for part in (node.lower, node.upper, node.step))
            else " "
        )
        text = ":"
        if node.lower:
            text = f"{self.text(node.lower, 1)}{space}:"
        if node.upper:
            text += f"{space}{self.text(node.upper, 1)}"
        if node.step:
            text += f"{space if node.upper else ''}:{space}{self.text(node.step, 1)}"
        return text, 0

    def _call(self, node: ast.Call) -> tuple[str, int]:
        parts = [self.text(item, 1) for item in node.args]
        parts += [f"{keyword.arg}={self.text(keyword.value, 1)}" for keyword in node.keywords]
        return f"{self.text(node.func, _ATOM)}({', '.join(parts)})", _ATOM

    def _binop(self, node: ast.BinOp) -> tuple[str, int]:
        symbol, own = _BINARY[type(node.op)]
        if isinstance(node.op, ast.Pow):
            tight = (
                not isinstance(node.left, ast.UnaryOp) and _is_simple(node.left) and _is_simple(node.right)
            )
            left, right = self.text(node.left, own + 1), self.text(node.right, own - 1)
            return f"{left}**{right}" if tight else f"{left} ** {right}", own
        return f"{self.text(node.left, own)} {symbol} {self.text(node.right, own + 1)}", own

    def _unaryop(self, node: ast.UnaryOp) -> tuple[str, int]:
        symbol, own = _UNARY[type(node.op)]
        is_power = isinstance(node.operand, ast.BinOp) and isinstance(node.operand.op, ast.Pow)
        return f"{symbol}{self.text(node.operand, _ATOM if is_power and own > 4 else own)}", own

    def _boolop(self, node: ast.BoolOp) -> tuple[str, int]:
        own = 3 if isinstance(node.op, ast.And) else 2
        return f" {boolean_word(node)} ".join([self.text(item, _OPERAND) for item in node.values]), own

    def _compare(self, node: ast.Compare) -> tuple[str, int]:
        text = self.text(node.left, 6)
        for operator, right in zip(node.ops, node.comparators, strict=True):
            text += f" {_COMPARE[type(operator)]} {self.text(right, 6)}"
        return text, 5

    def _ifexp(self, node: ast.IfExp) -> tuple[str, int]:
        return f"{self.text(node.body, 2)} if {self.text(node.test, 2)} else {self.text(node.orelse, 1)}", 1

    def _tuple(self, node: ast.Tuple) -> tuple[str, int]:
        parts = [self.text(item, 1) for item in node.elts]
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})", _ATOM

    def _dict(self, node: ast.Dict) -> tuple[str, int]:
        pairs = zip(node.keys, node.values, strict=True)
        parts = [f"{self.text(key, 1)}: {self.text(value, 1)}" for key, value in pairs if key]
        return f"{{{', '.join(parts)}}}", _ATOM

    def _starred(self, node: ast.Starred) -> tuple[str, int]:
        return f"*{self.text(node.value, 6)}", _ATOM

    def _list(self, node: ast.List) -> tuple[str, int]:
        return f"[{', '.join([self.text(item, 1) for item in node.elts])}]", _ATOM

    def _listcomp(self, node: ast.ListComp) -> tuple[str, int]:
        text = self.text(node.elt, 1)
        for part in node.generators:
            target = part.target
            names = (
                ", ".join([self.text(t, 1) for t in target.elts]) if isinstance(target, ast.Tuple) else None
            )
            text += f" for {names or self.text(target, 1)} in {self.text(part.iter, 2)}"
            text += "".join([f" if {self.text(test, 2)}" for test in part.ifs])
        return f"[{text}]", _ATOM


def _is_plain(node: ast.expr) -> bool:
    """Whether the formatter sets no space between a colon and this bound: a name or literal, maybe with a sign."""
    return isinstance(_unsigned(node), ast.Name | ast.Constant)


def _is_simple(node: ast.expr) -> bool:
    """Whether the formatter sets no spaces around a power of this operand: a name, number, attribute, or minus one."""
    node = _unsigned(node)
    while isinstance(node, ast.Attribute):
        node = node.value
    if isinstance(node, ast.Constant):
        return not (isinstance(node.value, str) or node.value is ...)
    return isinstance(node, ast.Name)


def _unsigned(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
        node = node.operand
    return node

"""Line breaking as the formatter does it: what is too long is split at its brackets, or at `and`s and `or`s.

Templates pass the parts, texts and trees, so that nothing that was printed has to be parsed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..lower.printer import boolean_word, show, show_operand
from ..lower.signatures import Declared

WIDTH = 110


@dataclass(frozen=True, slots=True)
class Called:
    """A call inside other calls."""

    function: str
    items: Sequence[Part]

    def text(self) -> str:
        """Return it on one line."""
        return f"{self.function}({', '.join([text_of(item) for item in self.items])})"


Part = str | ast.expr | Called | Declared
"""What is printed as it is, an expression, a call, or a parameter."""


@dataclass(frozen=True, slots=True)
class _Group:
    """A part of an expression that can be split: what stands before, between and after the brackets."""

    head: str
    items: Sequence[tuple[str, Part]]  # each with what stands before it: the name of a keyword
    tail: str
    separator: str = ","  # none between the clauses of a comprehension
    is_call: bool = False  # the contents stay on one line where they fit


def text_of(part: Part) -> str:
    """Return a part on one line."""
    if isinstance(part, str):
        return part
    return show(part) if isinstance(part, ast.expr) else part.text()


def line(indent: int, head: str, value: Part, tail: str = "") -> str:
    """Return the lines of a statement, or of an item that ends in a comma."""
    return "\n".join(_lines(indent, head, value, tail))


def call(indent: int, head: str, items: Sequence[Part], tail: str = ")") -> str:
    """Return the lines of a call or definition; `head` ends with the bracket."""
    whole = f"{' ' * indent}{head}{', '.join([text_of(item) for item in items])}{tail}"
    if len(whole) <= WIDTH:
        return whole
    return "\n".join(
        _opened(indent, "", _Group(head, [("", item) for item in items], "", is_call=True), tail)
    )


def condition(indent: int, head: str, parts: Sequence[Part], word: str, tail: str = "") -> str:
    """Return the lines of a statement with conditions in a row."""
    if len(parts) == 1:
        return line(indent, head, parts[0], tail)
    return "\n".join(_row(indent, head, parts, word, tail))


def _lines(indent: int, head: str, value: Part, tail: str) -> Iterator[str]:
    text = f"{' ' * indent}{head}{text_of(value)}{tail}"
    if len(text) <= WIDTH:
        yield text
    elif isinstance(value, ast.BoolOp):
        yield from _row(indent, head, value.values, boolean_word(value), tail)
    elif (group := _group(value)) is None:
        yield text
    elif head and indent + len(head) + len(group.head) > WIDTH:
        yield f"{' ' * indent}{head}("
        yield from _lines(indent + 4, "", value, "")
        yield f"{' ' * indent}){tail}"
    else:
        yield from _opened(indent, head, group, tail)


def _opened(indent: int, head: str, group: _Group, tail: str) -> Iterator[str]:
    """Yield the lines of a split group: the contents of a call on one line if they fit, else each item on its own."""
    pad, inner = " " * indent, " " * (indent + 4)
    body = f"{group.separator} ".join([f"{name}{text_of(item)}" for name, item in group.items])
    yield f"{pad}{head}{group.head}"
    if group.is_call and len(inner) + len(body) <= WIDTH:
        yield inner + body
    else:
        for name, item in group.items:
            yield from _lines(indent + 4, name, item, group.separator)
    yield f"{pad}{group.tail}{tail}"


def _row(indent: int, head: str, parts: Sequence[Part], word: str, tail: str) -> Iterator[str]:
    """Yield conditions, in parentheses if they are too long: on one line if they fit there, else one per line.

    Of two, the second one is split if it stands in parentheses.
    """
    texts = [_operand(part) for part in parts]
    whole = f"{' ' * indent}{head}{f' {word} '.join(texts)}{tail}"
    if len(whole) <= WIDTH:
        yield whole
    elif len(parts) == 2 and (group := _group(parts[-1])):
        yield from _opened(indent, f"{head}{texts[0]} {word} ", group, tail)
    else:
        yield from _opened(
            indent, head, _in_parentheses(texts[0], *[f"{word} {text}" for text in texts[1:]]), tail
        )


def _in_parentheses(*texts: str) -> _Group:
    return _Group("(", [("", text) for text in texts], ")", separator="", is_call=True)


def _operand(part: Part) -> str:
    return show_operand(part) if isinstance(part, ast.expr) else text_of(part)


def _group(node: Part) -> _Group | None:
    """Return the group at which a part is split: the last brackets that are not empty."""
    if isinstance(node, Called):
        return _Group(f"{node.function}(", [("", item) for item in node.items], ")", is_call=True)
    if isinstance(node, ast.Call) and (node.args or node.keywords):
        items: list[tuple[str, Part]] = [("", item) for item in node.args]
        items += [(f"{keyword.arg}=", keyword.value) for keyword in node.keywords]
        return _Group(f"{show(node.func)}(", items, ")", is_call=True)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return _behind(node.func.value, f".{node.func.attr}()")
    if isinstance(node, ast.Attribute):
        return _behind(node.value, f".{node.attr}")
    if isinstance(node, ast.BoolOp):
        texts = [show_operand(part) for part in node.values]
        return _in_parentheses(texts[0], *[f"{boolean_word(node)} {text}" for text in texts[1:]])
    if isinstance(node, ast.IfExp):
        return _in_parentheses(show(node.body), f"if {show(node.test)}", f"else {show(node.orelse)}")
    if isinstance(node, ast.Tuple | ast.List):
        brackets = "()" if isinstance(node, ast.Tuple) else "[]"
        return _Group(brackets[0], [("", item) for item in node.elts], brackets[1])
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return _Group("{", [(f"{show(key)}: ", value) for key, value in pairs if key], "}")
    if isinstance(node, ast.ListComp):
        return _Group("[", [("", clause) for clause in _clauses(node)], "]", separator="")
    return None


def _behind(node: ast.expr, tail: str) -> _Group | None:
    group = _group(node)
    return group and _Group(group.head, group.items, group.tail + tail, group.separator, group.is_call)


def _clauses(node: ast.ListComp) -> Iterator[Part]:
    yield node.elt
    for part in node.generators:
        target = show(part.target)
        target = target[1:-1] if isinstance(part.target, ast.Tuple) else target
        yield f"for {target} in {show(part.iter)}"
        yield from [f"if {show(test)}" for test in part.ifs]

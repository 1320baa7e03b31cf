"""What the lines of generated ops are for: ``python -m benchmarks.parts_of_ops`` counts them, docstrings left out."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from .size import docstrings, parsed, sources

BRINGING = ("arguments.", "operand", "memory_access.into", "in_single")
"""What brings arguments into canonical form, or calls the op again with others, mentions one of these."""


def purpose(node: ast.stmt) -> str | None:
    """Return what a statement of a module, class or function is for; None for one as what it stands in."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return "imports"
    if isinstance(node, ast.ClassDef):
        return "nodes: what they hold"
    if isinstance(node, ast.FunctionDef):
        return _purpose_of_function(node)
    if isinstance(node, ast.Try):
        return "functions: computing"
    if isinstance(node, ast.If):
        test, text = ast.unparse(node.test), ast.unparse(node)
        if "recording()" in test:
            return "functions: recording"
        if "observe" in text:
            return "functions: observers"
        if ".size >=" in test or "data is None" in test:
            return "functions: computing"
        if any(word in text for word in BRINGING):
            return "functions: arguments"
    return "names and loops" if node.col_offset == 0 else None


def _purpose_of_function(node: ast.FunctionDef) -> str:
    if node.col_offset:
        return f"nodes: {node.name}"
    if any(ast.unparse(decorator) == "overload" for decorator in node.decorator_list):
        return "functions: forms for type checkers"
    in_place = node.name.endswith("_") and not node.name.startswith("_")
    return "functions: in place" if in_place else "functions: reading arrays, making results"


def spans(body: list[ast.stmt], outer: str) -> Iterator[tuple[str, int, int]]:
    """Yield what lines are for, those of the statements within others behind them."""
    for node in body:
        found = purpose(node) or outer
        first = min([node, *getattr(node, "decorator_list", ())], key=lambda part: part.lineno).lineno
        yield found, first, node.end_lineno or node.lineno
        if isinstance(node, ast.ClassDef) or (isinstance(node, ast.FunctionDef) and not node.col_offset):
            yield from spans(node.body, found)
        if isinstance(node, ast.FunctionDef) and found.startswith("functions: reading"):
            yield "functions: signatures", first, node.body[0].lineno - 1


def parts(path: Path) -> Counter[str]:
    """Return the lines of a module by what they are for."""
    tree, lines = parsed(path), path.read_text(encoding="utf-8").splitlines()
    owners = ["comments above modules"] * len(lines)
    for found, first, last in spans(tree.body, "names and loops"):
        owners[first - 1 : last] = [found] * (last - first + 1)
    for text in docstrings(tree):
        owners[text.lineno - 1 : text.end_lineno] = [""] * ((text.end_lineno or 0) - text.lineno + 1)
    return Counter(
        owner if line else "blank lines" for owner, line in zip(owners, lines, strict=True) if owner
    )


def total() -> Counter[str]:
    """Return the same for all generated ops."""
    return sum([parts(path) for path in sources("generated/ops")], Counter())


if __name__ == "__main__":
    found = total()
    for what, count in sorted(found.items(), key=lambda item: -item[1]):
        print(f"{what:42} {count:7,} {100 * count / found.total():5.1f} %")
    print(f"{'all':42} {found.total():7,}")

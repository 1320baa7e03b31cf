"""Which module of derivata imports which, read from the source.

Imports inside functions count, and so do modules named by a string, for `import_module` or in a table of what is loaded
lazily. What only type checkers read does not, nor do the packages that a module lies in.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

Graph = dict[str, set[str]]

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("arrays", "codegen", "generated", "runtime", "derivata")


def python_files(root: Path = ROOT) -> dict[str, Path]:
    """Return every module by the name under which it is installed; links inside `derivata/` are left out."""
    files = (path for room in ROOMS for path in (root / room).rglob("*.py"))
    return {module_name(path, root): path for path in files if not _is_linked(path, root)}


def _is_linked(path: Path, root: Path) -> bool:
    return any(parent.is_symlink() for parent in path.parents if parent.is_relative_to(root))


def module_name(path: Path, root: Path) -> str:
    """Return the dotted name under which a file is installed; a package is named like its folder."""
    parts = path.relative_to(root).with_suffix("").parts
    parts = parts if parts[0] == "derivata" else ("derivata", *parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph(files: Mapping[str, Path]) -> Graph:
    """Return, for each of these modules, which of them it imports."""
    return {name: set(_imported(name, path, files)) - {name} for name, path in files.items()}


def _imported(name: str, path: Path, files: Mapping[str, Path]) -> Iterator[str]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in _executed(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            candidates = [[alias.name] for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            source = _absolute("." * node.level + (node.module or ""), package)
            candidates = [[f"{source}.{alias.name}", source] for alias in node.names]
        else:
            candidates = [[_named(node, package, files)]]
        for names in candidates:
            yield from [candidate for candidate in names if candidate in files][:1]


def _executed(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes but those under `if TYPE_CHECKING:`."""
    pending = [tree]
    while pending:
        node = pending.pop()
        yield node
        typing_only = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        pending += node.orelse if typing_only else ast.iter_child_nodes(node)  # type: ignore[attr-defined]


def _named(node: ast.AST, package: str, files: Mapping[str, Path]) -> str:
    """Return the module that a string names, as "derivata.arrays.turns" or ".turns"; "" for other text."""
    text = _text(node, package)
    name = _absolute(text, package) if text.strip(".") else ""
    return name if name in files and files[name].name != "__init__.py" else ""


def _text(node: ast.AST, package: str) -> str:
    """Return the text of a string, in which f"{__package__}" is known; "" for what is none."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part, package) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return package if ast.unparse(node.value) == "__package__" else "?"
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _absolute(name: str, package: str) -> str:
    """Return the absolute name of a module that a relative one means inside a package."""
    stem = name.lstrip(".")
    level = len(name) - len(stem)
    if not level:
        return name
    above = package.split(".")[: len(package.split(".")) - level + 1]
    return ".".join([*above, stem] if stem else above)


def cycles(graph: Graph) -> list[set[str]]:
    """Return the groups of modules that import each other, directly or not, the largest first.

    Two modules are in one group if each is reached from the other: what is reached by all that is reached remains.
    """
    reached = {name: set(targets) for name, targets in graph.items()}
    for middle in graph:  # Warshall's algorithm
        for targets in reached.values():
            if middle in targets:
                targets |= reached[middle]
    groups = {
        frozenset(other for other in reached[name] if name in reached[other])
        for name in graph
        if name in reached[name]
    }
    return sorted(map(set, groups), key=len, reverse=True)

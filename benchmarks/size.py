"""How large the project is: ``python -m benchmarks.size`` prints lines by room, long functions and import cycles.

Lines count docstrings and comments; those of generated ops leave docstrings out. What has a budget stays within it
however many ops there are: arrays and generated ops grow with the spec, so of the latter the lines of an entry count,
and docs/decisions/0014 says what each room of `arrays/` is for. ``--check`` returns 1 if a budget is not kept.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from math import ceil
from pathlib import Path

from .imports_graph import ROOT, Graph, cycles, import_graph, python_files
from .layers import upward_imports, upward_imports_of_rooms

ROOMS = ("runtime", "arrays", "codegen", "templates", "derivata", "derivatives.yaml", "generated/ops")
BUDGETS = {
    "lines of runtime": 5_000,
    "lines of generated/ops for an entry": 75,  # without docstrings
    "lines of mul, wrapper and apply": 110,
    "lines of mul, node to tangent": 160,
    "names of the interface for packs": 40,
    "import cycles": 0,
    "imports that point upwards": 0,
}
LAYERED = ("arrays", "runtime", "codegen")  # no import cycle in any of them
SAMPLES = re.compile(r"^  samples:.*\n(?:    .*\n)*", re.MULTILINE)
INTERFACE = "derivata/support/__init__.py"  # what generated code, hence packs, may import
LONG = 50  # lines of a function worth a look
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef


def sources(room: str) -> list[Path]:
    """Return the files of a room; links inside `derivata/` lead to other rooms and are left out."""
    place = ROOT / room
    if place.is_file():
        return [place]
    files = [path for path in place.rglob("*") if path.suffix in (".py", ".jinja")]
    return sorted(path for path in files if not any(parent.is_symlink() for parent in path.parents))


def lines(path: Path) -> int:
    """Return the number of lines of a file."""
    return path.read_text(encoding="utf-8").count("\n")


def own_lines(node: ast.stmt) -> int:
    """Return the number of lines of a statement, without docstrings."""
    return (node.end_lineno or node.lineno) - node.lineno + 1 - docstring_lines(node)


def docstrings(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield the docstrings of a tree."""
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False):
            yield node.body[0]


def docstring_lines(tree: ast.AST) -> int:
    """Return how many lines of a tree are docstrings."""
    return sum((text.end_lineno or text.lineno) - text.lineno + 1 for text in docstrings(tree))


def parsed(path: Path) -> ast.Module:
    """Return the tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[tuple[int, str]]:
    """Yield length and place of each function of a file."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            yield length, f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


def lines_of_ops() -> int:
    """Return the lines of generated ops without docstrings."""
    return sum(lines(path) - docstring_lines(parsed(path)) for path in sources("generated/ops"))


def lines_of_mul() -> tuple[int, int]:
    """Return the lines of `mul`'s wrapper and `apply`, and of its node and its wrapper."""
    parts = {getattr(node, "name", ""): node for node in parsed(ROOT / "generated/ops/arithmetic.py").body}
    node = parts["MulBackward"]
    (apply,) = [part for part in getattr(node, "body", ()) if getattr(part, "name", "") == "apply"]
    wrapper = own_lines(parts["mul"])
    return wrapper + own_lines(apply), own_lines(node) + wrapper


def names_of_interface() -> int:
    """Return how many names generated code may import from the runtime."""
    for node in parsed(ROOT / INTERFACE).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return len(ast.literal_eval(node.value))
    raise LookupError(f"{INTERFACE}: has no __all__")


def import_cycles(graph: Graph) -> dict[str, list[set[str]]]:
    """Return the groups of modules that import each other, by package."""
    inside = {package: {name for name in graph if f".{package}." in f"{name}."} for package in LAYERED}
    return {
        package: cycles({name: graph[name] & modules for name in modules})
        for package, modules in inside.items()
    }


def entries() -> int:
    """Return the number of entries of the spec."""
    spec = (ROOT / "derivatives.yaml").read_text(encoding="utf-8")
    return spec.count("\n- name: ") + spec.count("\n  - name: ")


def lines_of_samples() -> int:
    """Return the lines of derivatives.yaml that say what the tests call ops with."""
    spec = (ROOT / "derivatives.yaml").read_text(encoding="utf-8")
    return sum(found.group().count("\n") for found in SAMPLES.finditer(spec))


def templates() -> list[Path]:
    """Return the templates of generated code."""
    return sorted((ROOT / "templates").rglob("*.jinja"))


def sizes() -> dict[str, int]:
    """Return what there are budgets for, as it is now."""
    graph = import_graph(python_files())
    values = (
        sum(map(lines, sources("runtime"))),
        ceil(lines_of_ops() / entries()),
        *lines_of_mul(),
        names_of_interface(),
        sum(map(len, import_cycles(graph).values())),
        len([*upward_imports(graph), *upward_imports_of_rooms(graph)]),
    )
    return dict(zip(BUDGETS, values, strict=True))


def print_rooms() -> None:
    """Print files and lines of each room, and of the folders in it."""
    for room in ROOMS:
        files = sources(room)
        print(f"{room:44} {len(files):4} files {sum(map(lines, files)):8,} lines")
        folders = {path.parent for path in files if path.suffix == ".py"} - {ROOT / room, ROOT}
        for folder in sorted(folders):
            here = [path for path in files if path.parent == folder]
            print(f"    {folder.relative_to(ROOT)!s:40} {len(here):4} {sum(map(lines, here)):14,}")
    spec, of_ops, count = lines(ROOT / "derivatives.yaml"), lines_of_ops(), entries()
    print(f"{f'lines of an entry of derivatives.yaml, of {count:,}':54} {spec / count:10.1f}")
    samples = lines_of_samples()
    print(f"{f'lines of samples: {samples:,}, percent':54} {100 * samples / spec:10.1f}")
    print(f"{'`set`s in templates':54} {sum(path.read_text().count('{% set ') for path in templates()):10}")
    print(
        f"{f'lines of generated/ops without docstrings: {of_ops:,}, for an entry':54} {of_ops / count:10.1f}"
    )


def print_longest() -> None:
    """Print the longest functions written by hand."""
    by_hand = [path for room in ("arrays", "runtime", "codegen", "derivata") for path in sources(room)]
    found = (each for path in by_hand if path.suffix == ".py" for each in functions(path))
    longest = sorted(found, reverse=True)
    print(f"\nfunctions over {LONG} lines: {sum(length > LONG for length, _ in longest)}; the longest:")
    print(*(f"    {length:4} {place}" for length, place in longest[:8]), sep="\n")


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; with `--check` return 1 if a budget is not kept."""
    parser = argparse.ArgumentParser(prog="benchmarks.size", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit with 1 if a budget is not kept")
    options = parser.parse_args(arguments)
    print_rooms()
    print_longest()
    print("\nbudgets:")
    missed = 0
    for what, now in sizes().items():
        budget = BUDGETS[what]
        missed += now > budget
        verdict = "reached" if now <= budget else f"{now - budget:+,}"
        print(f"    {what:36} {now:8,} of {budget:7,}  {verdict}")
    return int(options.check and missed > 0)


if __name__ == "__main__":
    sys.exit(main())

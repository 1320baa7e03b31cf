"""How large the project is: ``python -m benchmarks.size`` prints lines by room, long functions and import cycles.

Lines count docstrings and comments; those of `generated/ops` leave docstrings out. `BUDGETS` says how large a room
may be; ``--check`` returns 1 if one is larger, or if modules import each other in a circle.
"""

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from .imports_graph import cycles, import_graph

ROOT = Path(__file__).resolve().parent.parent
BUDGETS = {
    "runtime": 5_000,
    "arrays": 20_000,
    "codegen": 9_000,
    "templates": 1_200,
    "derivata": 18_000,
    "derivatives.yaml": 6_000,
    "generated/ops": 45_000,  # without docstrings
}
LAYERED = ("arrays", "runtime", "codegen")  # no import cycle in any of them
LONG = 50  # lines of a function worth a look


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


def docstring_lines(path: Path) -> int:
    """Return how many lines of a file are docstrings."""
    total = 0
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(
            node, clean=False
        ):
            text = node.body[0]
            total += (text.end_lineno or text.lineno) - text.lineno + 1
    return total


def functions(path: Path) -> Iterator[tuple[int, str]]:
    """Yield length and place of each function of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            yield length, f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


def main(arguments: list[str] | None = None) -> int:
    """Print the table; with `--check` return 1 if a budget is exceeded."""
    parser = argparse.ArgumentParser(prog="benchmarks.size", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit with 1 if a budget is exceeded")
    options = parser.parse_args(arguments)
    missed = []
    for room, budget in BUDGETS.items():
        files = sources(room)
        total = sum(lines(path) for path in files)
        if room == "generated/ops":
            total -= sum(docstring_lines(path) for path in files)
        missed += [room] * (total > budget)
        verdict = "" if total <= budget else f"  {total - budget:+,}"
        print(f"{room:18} {len(files):5} files {total:8,} lines, budget {budget:7,}{verdict}")
        for folder in sorted({path.parent for path in files if path.suffix == ".py"} - {ROOT / room, ROOT}):
            here = [path for path in files if path.parent == folder]
            print(f"    {folder.relative_to(ROOT)!s:40} {len(here):4} {sum(map(lines, here)):8,}")
    by_hand = [path for room in ("arrays", "runtime", "codegen", "derivata") for path in sources(room)]
    longest = sorted((found for path in by_hand for found in functions(path)), reverse=True)
    print(f"\nfunctions over {LONG} lines: {sum(length > LONG for length, _ in longest)}; the longest:")
    print(*(f"    {length:4} {place}" for length, place in longest[:8]), sep="\n")
    print("\nimport cycles:")
    for room in LAYERED:
        found = cycles(import_graph([path for path in sources(room) if path.suffix == ".py"], ROOT))
        missed += [room] * bool(found)
        print(f"    {room}: " + (", ".join(f"{len(group)} modules" for group in found) or "none"))
    return int(options.check and bool(missed))


if __name__ == "__main__":
    sys.exit(main())

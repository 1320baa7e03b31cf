"""Which ops' results are BLAS's, as docs/settings.md says: whatever reaches a product of NumPy's, by the source."""

import ast
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from derivata.generated.checks import CASES

ROOT = Path(__file__).parents[2]
BLAS = {"dot", "vdot", "inner", "matmul", "tensordot", "vecdot", "matvec", "vecmat", "matrix_power", "linalg"}
SMALL_SUMS = {"summed_to", "norms._sum_of_squares"}
"""Sums of few elements as products, for which no BLAS takes a second thread."""


def test_the_page_lists_the_ops_whose_results_are_those_of_blas() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    beginning = "BLAS computes the results of these ops, in place and out of place, and of their derivatives:"
    (paragraph,) = re.findall(beginning + r"\n(.+?)\.\n", page, re.DOTALL)
    by_blas = reach(uses_in("generated/ops", by_blas=reach(uses_in("arrays"))))
    called = {case.op.partition(".")[0] for case in CASES if case.call.rpartition(".")[2] in by_blas}
    public = {name for name in called if not name.startswith("_") and not name.endswith("_backward")}
    assert sorted(re.findall(r"`(\w+)`", paragraph)) == sorted(public)


def uses_in(folder: str, by_blas: frozenset[str] | None = None) -> dict[str, set[str]]:
    """Return what each function and class of a folder names; array functions count if they end in BLAS.

    Private names are those of a module: `norms._sum_of_squares`; ops have one name each.
    """
    uses = defaultdict[str, set[str]](set)
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                named = [node.name]
            elif isinstance(node, ast.Assign):
                named = [ast.unparse(target) for target in node.targets]
            else:
                continue
            found = {in_module(path, name) for name in names_in(node, by_blas)}
            for name in named:
                uses[in_module(path, name)] |= found
    for name in SMALL_SUMS:
        uses[name].discard("BLAS")
    return uses


def in_module(path: Path, name: str) -> str:
    return f"{path.stem}.{name}" if name.startswith("_") and path.parent.name != "ops" else name


def names_in(tree: ast.AST, by_blas: frozenset[str] | None) -> set[str]:
    """Return the names in a piece of code, with BLAS for each product of NumPy's; not those of its arguments."""
    names = set()
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            names.add("BLAS")
        elif isinstance(node, ast.Name) and node.id not in own:
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            owner = ast.unparse(node.value)
            if owner == "functions" and by_blas is not None:
                names |= {"BLAS"} if node.attr in by_blas else set()
            elif owner == "ops":
                names.add(node.attr)
            elif node.attr == "dot" or (owner in ("np", "np.linalg") and node.attr in BLAS):
                names.add("BLAS")
    return names


def reach(uses: Mapping[str, set[str]]) -> frozenset[str]:
    """Return the names from which BLAS is reached."""
    found = {"BLAS"}
    while more := {name for name, used in uses.items() if name not in found and used & found}:
        found |= more
    return frozenset(found)

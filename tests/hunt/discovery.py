"""Which hunters there are, and what each says of itself, found without importing them."""

import ast
import importlib.util
from dataclasses import dataclass
from pathlib import Path

HUNTERS = Path(__file__).parent / "hunters"
HANGS_AFTER = 120.0
"""Seconds; a hunter whose attempts may take longer sets its own `HANGS_AFTER`."""


@dataclass(frozen=True)
class Hunter:
    """A module of `hunters/`: its name, its docstring, and the settings at its top."""

    name: str
    about: str
    needs_torch: bool
    hangs_after: float

    @property
    def can_run(self) -> bool:
        """Whether what it compares with is installed."""
        return not self.needs_torch or importlib.util.find_spec("torch") is not None


def hunters() -> dict[str, Hunter]:
    """Return all hunters by name."""
    paths = sorted(path for path in HUNTERS.glob("*.py") if not path.stem.startswith("_"))
    found = [read(path) for path in paths]
    return {hunter.name: hunter for hunter in found if hunter is not None}


def read(path: Path) -> Hunter | None:
    """Return the hunter of a module, or None if it is a helper: it has no `attempt`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not any(isinstance(node, ast.FunctionDef) and node.name == "attempt" for node in tree.body):
        return None
    settings = {
        node.targets[0].id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    }
    about = ast.get_docstring(tree) or ""
    return Hunter(
        path.stem,
        about,
        settings.get("NEEDS_TORCH") is True,
        float(settings.get("HANGS_AFTER", HANGS_AFTER)),  # type: ignore[arg-type]
    )

"""The table of results, and the same as JSON."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Result:
    """One row: both sides, and the figure that has a goal."""

    name: str
    ours: float
    theirs: float
    unit: str  # of both sides
    figure: float
    goal: float

    @property
    def reached(self) -> bool:
        """Whether the figure is as good as its goal."""
        return self.figure <= self.goal


HEAD = f"{'':30} {'derivata':>10} {'PyTorch':>10}    {'ratio':>6} {'goal':>6}"


def row(result: Result) -> str:
    """Return a line of the table."""
    verdict = "reached" if result.reached else "MISSED"
    sides = f"{result.ours:10.1f} {result.theirs:10.1f} {result.unit:2}"
    return f"{result.name:30} {sides} {result.figure:6.2f} {result.goal:6.2f}  {verdict}"


def save(results: Iterable[Result], settings: dict[str, object], path: Path) -> None:
    """Write the results, with what they depend on, to a file."""
    rows = [{**asdict(result), "reached": result.reached} for result in results]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"settings": settings, "results": rows}, indent=2) + "\n")

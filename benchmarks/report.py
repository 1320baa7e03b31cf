"""The table of results, and the same as JSON."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import prod
from pathlib import Path


@dataclass(frozen=True)
class Result:
    """One row: both sides, and the figure that has a goal."""

    name: str
    ours: float
    theirs: float
    unit: str  # of both sides, empty for a mean of ratios
    figure: float
    goal: float

    @property
    def reached(self) -> bool:
        """Whether the figure is as good as its goal."""
        return self.figure <= self.goal


HEAD = f"{'':34} {'derivata':>10} {'PyTorch':>10}    {'ratio':>6} {'goal':>6}"


def row(result: Result) -> str:
    """Return a line of the table."""
    verdict = "reached" if result.reached else "MISSED"
    sides = " " * 24
    if result.unit:
        sides = f"{result.ours:10.1f} {result.theirs:10.1f} {result.unit:2}"
    return f"{result.name:34} {sides} {result.figure:6.2f} {result.goal:6.2f}  {verdict}"


def geometric_mean(group: str, goal: float, results: Sequence[Result]) -> Result:
    """Return the row of a group: the geometric mean of its ratios."""
    mean = prod(result.figure for result in results) ** (1 / len(results))
    return Result(f"{group.upper()}, geometric mean", 0.0, 0.0, "", mean, goal)


def save(results: Iterable[Result], settings: dict[str, object], path: Path) -> None:
    """Write the results, with what they depend on, to a file."""
    rows = [{**asdict(result), "reached": result.reached} for result in results]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"settings": settings, "results": rows}, indent=2) + "\n")

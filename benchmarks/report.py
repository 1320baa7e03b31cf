"""The table of results, and the same as JSON."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import isfinite, prod
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
    bare: float = 0.0  # the calls of NumPy and SciPy that are needed, where they are a third side
    overhead: float = 0.0  # the ratio of the first side to those
    overhead_goal: float = 0.0

    @property
    def reached(self) -> bool:
        """Whether the figures are as good as their goals."""
        return self.figure <= self.goal and self.overhead <= self.overhead_goal


HEAD = f"{'':34} {'derivata':>10} {'PyTorch':>10}    {'ratio':>6} {'goal':>6}"
HEAD += f"  {'bare calls':>11}    {'ratio':>6} {'goal':>6}"


def row(result: Result) -> str:
    """Return a line of the table."""
    verdict = "reached" if result.reached else "MISSED"
    sides = " " * 24
    if result.unit:
        sides = f"{result.ours:10.1f} {result.theirs:10.1f} {result.unit:2}"
    goal = f"{result.goal:6.2f}" if isfinite(result.goal) else f"{'':6}"
    bare = " " * 16
    if result.bare:
        bare = f"  {result.bare:11.1f} us"
    beside = f"{bare} {result.overhead:6.2f} {result.overhead_goal:6.2f}" if result.overhead else ""
    return f"{result.name:34} {sides} {result.figure:6.2f} {goal}{beside}  {verdict}"


def geometric_mean(group: str, goal: float, results: Sequence[Result]) -> Result:
    """Return the row of a group: the geometric mean of its ratios."""
    mean, overhead = (
        prod(figures) ** (1 / len(results))
        for figures in zip(*[(result.figure, result.overhead) for result in results], strict=True)
    )
    return Result(
        f"{group.upper()}, geometric mean",
        0.0,
        0.0,
        "",
        mean,
        goal,
        overhead=overhead,
        overhead_goal=max(result.overhead_goal for result in results),
    )


def save(results: Iterable[Result], settings: dict[str, object], path: Path) -> None:
    """Write the results, with what they depend on, to a file."""
    rows = [{**asdict(result), "reached": result.reached} for result in results]
    for entry in rows:
        if not isfinite(entry["goal"]):  # JSON has no infinity
            entry["goal"] = None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"settings": settings, "results": rows}, indent=2) + "\n")

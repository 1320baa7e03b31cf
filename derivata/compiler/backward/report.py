"""How a backward pass ran, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..report import of_code
from .plan import COMPILED, Alone, Plan, Stretch


def report(plan: Plan | None) -> str:
    """Return what `compiled.explain` prints."""
    if plan is None:
        return "No backward pass has run in this block"
    if plan.why:
        return f"The latest pass ran op by op: {plan.why}"
    return "\n".join(_lines(plan))


def _lines(plan: Plan) -> Iterator[str]:
    stretches = [step for step in plan.steps if isinstance(step, Stretch)]
    inside = sum([step.count for step in stretches])
    programs = "1 program" if len(stretches) == 1 else f"{len(stretches)} programs"
    yield f"The latest pass: {plan.count} nodes, {inside} of them in {programs}"
    for step in plan.steps:
        if isinstance(step, Stretch):
            yield from of_code(f"{step.count} nodes", step.code)
            if step.state != COMPILED:
                yield f"  its nodes run op by op: {step.state}"
    alone = Counter([(step.kind.__name__, step.why) for step in plan.steps if isinstance(step, Alone)])
    for (name, why), count in alone.items():
        yield f"op by op: {count} x {name}, as {why}"

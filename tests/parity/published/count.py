"""How many of PyTorch's published ops pass every check in freshly drawn samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

import torch

from . import comparison, known, second_judge, sides

DTYPES = (torch.float64, torch.complex128, torch.float32)
"""What is counted; ops that take none of these are tried with all dtypes of `comparison`."""

CHECKS = ("values", "method", "inplace", "recorded", "gradients", "double", "tangents")
"""The aspects that are counted: `out=` and errors are compared by the tests alone."""

OTHER_LAYOUTS = "sparse layouts but COO"
NOT_COUNTED = {
    "not public: internal names and entry points": ["_[a-z]*", "torch.*"],
    "kernels written for graphics cards": ["jiterator_*"],
    OTHER_LAYOUTS: ["sparse.*"],
    "dtypes that NumPy has not": ["bfloat16", "chalf"],
    "numbers that are drawn, or whatever was in memory": sorted(known.RANDOM),
}
"""Published ops that cannot be counted, by the reason, as patterns of names."""

PASSED, JUDGED = "passed", "passed, by the second judge where PyTorch is wrong"
INTENDED, UNEXPLAINED, MISSING = "differs on purpose", "differs", "missing"
STATES = (PASSED, JUDGED, INTENDED, UNEXPLAINED, MISSING)


class Outcome(NamedTuple):
    """What became of an op, and why."""

    op: str
    state: str
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n    ".join([f"{self.op}: {self.state}", *self.reasons])


def not_counted(op: Any) -> str:
    """Return why an op cannot be counted, nothing if it can."""
    for reason, patterns in NOT_COUNTED.items():
        if any(fnmatchcase(op.full_name, pattern) for pattern in patterns):
            return reason
    return ""


def outcome(op: Any, seed: int) -> Outcome:
    """Compare all samples of an op, drawn from a seed."""
    if sides.named(op.name) is None:
        return Outcome(op.full_name, MISSING)
    judged, intended, unexplained = set(), set(), set()
    for difference in counted(op, seed):
        reason = known.reason(op.full_name, difference)
        judge = None if reason is None else second_judge.judge_of(reason)
        if reason is None:
            unexplained.add(f"{difference.aspect} of {difference.dtype}: {first_line(difference.text)}")
        elif judge is None:
            intended.add(reason)
        elif refuted := second_judge.verdict(difference, judge):
            unexplained.add(
                f"{difference.aspect} of {difference.dtype}: {first_line(refuted)}, though {reason}"
            )
        else:
            judged.add(reason)
    state = UNEXPLAINED if unexplained else INTENDED if intended else JUDGED if judged else PASSED
    return Outcome(op.full_name, state, (*sorted(unexplained), *sorted(intended), *sorted(judged)))


def first_line(text: str) -> str:
    """Return the beginning of a text."""
    return text.partition("\n")[0]


def counted(op: Any, seed: int) -> Iterator[comparison.Difference]:
    """Yield the differences that count."""
    dtypes = [dtype for dtype in DTYPES if dtype in op.supported_dtypes("cpu")] or comparison.DTYPES
    draw = comparison.Draw(dtypes=tuple(dtypes), recorded=DTYPES, seed=seed, single_by_double=True)
    tolerance = known.tolerance(op.full_name, drawn=True)
    for difference in comparison.differences(op, draw, tolerance=tolerance):
        if difference.aspect in CHECKS:
            yield difference


def summary(outcomes: Iterable[Outcome], left_out: Counter[str]) -> str:
    """Return the counts as lines."""
    states = Counter(outcome.state for outcome in outcomes)
    total = sum(states.values())
    lines = [f"{states[PASSED] + states[JUDGED]} of {total} countable ops pass every check"]
    lines += [f"{states[state]:5} {state}" for state in STATES]
    lines += [f"not counted: {sum(left_out.values())}"]
    lines += [f"{number:5} {reason}" for reason, number in left_out.items()]
    return "\n".join(lines)

"""Proof where an entry switches: at its declared kinks, at zero, at its own numbers, and where arguments are equal."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..codegen.formula.formula import Formula
from ..codegen.spec import Kink, Op
from .elementwise import Sampling
from .findings import Findings
from .numbers import pair, place, show
from .pack import Pack
from .points import Setting, settings, typical
from .precise_special import SPECIAL
from .truth import Sides
from .undefined import Undefined

__all__ = ["prove_kinks"]

STEEP = 1e6
"""A slope beyond is that of a pole or of a jump."""


def prove_kinks(pack: Pack, op: Op, findings: Findings) -> None:
    """Prove gradients at the points where the formulas take another branch, for real numbers."""
    assert isinstance(op.forward, Formula)
    if not pack.case(op).is_differentiable or op.forward.calls & SPECIAL.keys():
        return
    for setting in settings(op, pack.case(op)):
        if setting.tensors:
            _prove(Sampling(pack, op, setting, list(_points(op, setting)), frozenset()), findings)
    for kink in op.kinks:
        _prove_declared(pack, op, kink, findings)


def _points(op: Op, setting: Setting) -> Iterator[Mapping[str, Any]]:
    usual = typical(setting, frozenset())[:2]
    seen = set()
    for point in usual[:1]:
        for name in setting.tensors:
            for value in sorted(_numbers(op, setting)):
                seen.add(tuple({**point, name: value}.items()))
        for one, other in itertools.permutations(setting.tensors, 2):
            seen.add(tuple({**point, one: point[other]}.items()))
    yield from (dict(items) for items in sorted(seen, key=repr))


def _numbers(op: Op, setting: Setting) -> set[float]:
    """Return zero, and the numbers that the entry itself names."""
    found = {0.0}
    for formula in op.formulas:
        for node in ast.walk(formula.tree):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, int | float) and abs(value) < 1e6:
                found |= {float(value), -float(value)}
    found |= {float(value) for value in setting.static.values() if type(value) in (int, float)}
    return found


def _prove(sampling: Sampling, findings: Findings) -> None:
    try:
        evaluation = sampling.evaluation
        gradients = evaluation.gradients(1.0)
    except Exception:  # typical numbers are refused as well, and that has been reported
        return
    for name, index in itertools.product(evaluation.names, range(len(sampling.points))):
        point = sampling.points[index]
        stated = any(_is_at(kink, {**sampling.setting.static, **point}) for kink in sampling.op.kinks)
        if stated or name in sampling.op.surrogate:
            continue
        try:
            sides = sampling.truth().sides(sampling.exactly(point), name)
        except Undefined:
            continue
        if max(abs(sides.left), abs(sides.right)) < STEEP:
            _judge(sampling, findings, name, point, float(gradients[name][index]), sides)


def _judge(
    sampling: Sampling, findings: Findings, name: str, point: Mapping[str, Any], got: float, sides: Sides
) -> None:
    sides = sides.real  # of a complex result: what an incoming gradient of 1 takes of its derivative
    left, right = float(sides.left), float(sides.right)
    slack = 1e-6 * (abs(left) + abs(right)) + 1e-9
    if min(left, right) - slack <= got <= max(left, right) + slack:
        return
    stated = {key: value for key, value in sampling.setting.stated.items() if value is not None}
    where = f"at {place({**point, **stated})} the formula gives {show(got)}"
    if sides.agree:
        texts = pair(got, float(sides.middle))
        findings.error(
            name,
            f"at {place({**point, **stated})} the {_formula(sampling.op, name)} gives {texts[0]}, the true derivative "
            f"is {texts[1]}" + _suspicion(sampling.op, name, got),
            _cure(sampling.op, name, point, got, texts[1]),
        )
    elif isinstance(sampling.op.derivatives.get(name), Formula):
        findings.warning(
            name,
            f"{where}, the derivative is {show(left)} on the left and {show(right)} on the right",
            _cure_of_kink(sampling.op, name, got),
        )


def _formula(op: Op, name: str) -> str:
    return "derived formula" if name in op.derived else "formula"


def _suspicion(op: Op, name: str, got: float) -> str:
    if np.isnan(got):
        return " (0 / 0 or 0 * inf?)"
    return "" if name in op.derived else " (a case of its own?)"


def _cure(op: Op, name: str, point: Mapping[str, Any], got: float, true: str) -> str:
    """Return the cure: a derived formula cannot know a value that exists only as a limit."""
    if name in op.derived:
        others = [other for other in point if other != name and point[other] == point[name] != 0]
        switch = f"{name} == {others[0] if others else show(point[name])}"
        value = f"{true} * grad" if true != "1" else "grad"
        return f"write '{name}: where({switch}, {value}, FORMULA)' by hand; `derivata explain` prints the derived one"
    return "choose the arguments of the formula by `where`, not its value" if np.isnan(got) else ""


def _cure_of_kink(op: Op, name: str, got: float) -> str:
    if name in op.derived and np.isnan(got):
        return f"write `abs(x)` for `sqrt(x * x)`, or '{name}' by hand, or state the nan under 'kinks'"
    return "if it is meant so, state it under 'kinks'"


def _is_at(kink: Kink, point: Mapping[str, Any]) -> bool:
    return all(point.get(name) == value for name, value in kink.at.items() if name in point)


def _prove_declared(pack: Pack, op: Op, kink: Kink, findings: Findings) -> None:
    """Compare the gradients at a kink with those that the entry states, and these with the slopes."""
    tensors = {name: float(value) for name, value in kink.at.items() if name in pack.case(op).tensors}
    static = {name: value for name, value in kink.at.items() if name not in tensors}
    setting = Setting(static, dict.fromkeys(tensors, (-2.0, 2.0)), {}, (), static)
    sampling = Sampling(pack, op, setting, [tensors], frozenset())
    gradients = sampling.evaluation.gradients(1.0)
    for name, stated in kink.gradients.items():
        got = float(gradients[name][0])
        where = f"at {place(kink.at)}"
        if not (got == stated or abs(got - stated) <= 1e-12 or (np.isnan(got) and np.isnan(stated))):
            texts = pair(got, float(stated))
            message = f"the formula of {name} gives {texts[0]}, the entry states {texts[1]}"
            findings.error("kinks", f"{where} {message}")
            continue
        slope = None if name in op.surrogate else _slope(sampling, name)
        if slope is not None and not abs(slope - stated) <= 1e-6 * abs(slope) + 1e-9:
            texts = pair(slope, float(stated))
            message = f"the derivative by {name} is {texts[0]} on both sides, the entry states {texts[1]}"
            findings.error("kinks", f"{where} {message}")


def _slope(sampling: Sampling, name: str) -> float | None:
    """Return the derivative at the point of a sampling, None where there are two or none."""
    try:
        sides = sampling.truth().sides(sampling.exactly(sampling.points[0]), name)
    except Undefined:
        return None
    return float(sides.real.middle) if sides.agree and abs(sides.left) < STEEP else None

"""Messages about numbers that should be equal: at which point, both of them, and what the mistake may be."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..codegen.formula.formula import Formula
from ..codegen.formula.walk import free_names
from .guess import NO_DEPENDENCE, Evidence, guess, guess_of_scaling
from .numbers import pair, place, show
from .precise import is_complex
from .repair import repair
from .truth import Truth
from .undefined import Undefined

if TYPE_CHECKING:
    from .elementwise import Sampling

__all__ = ["Mismatch", "gradient_message", "tangent_message", "value_message"]

Array = NDArray[Any]
Message = Callable[["Mismatch"], tuple[str, str]]


@dataclass(frozen=True)
class Mismatch:
    """The points where an op is wrong: each with what came and what should."""

    sampling: Sampling
    wrong: Sequence[tuple[Mapping[str, Any], Any, Any]]

    @property
    def example(self) -> tuple[Mapping[str, Any], Any, Any]:
        """A point whose numbers are neither tiny nor huge, if there is one."""
        good = (one for one in self.wrong if 0.05 < abs(one[2]) < 50 and (abs(one[1]) < 50))
        return next(good, self.wrong[0])

    def where(self, point: Mapping[str, Any]) -> str:
        """Return the point with the arguments that are no tensors."""
        stated = {name: value for name, value in self.sampling.setting.stated.items() if value is not None}
        return place({**point, **stated})


def value_message(mismatch: Mismatch) -> tuple[str, str]:
    """Return the message about a value that differs from the forward formula."""
    point, got, true = mismatch.example
    texts = pair(got, true)
    return (
        f"at {mismatch.where(point)} it gives {texts[0]}, in high precision {texts[1]}",
        "rounding? write it another way",
    )


def tangent_message(name: str, direction: complex, written: bool) -> Message:
    """Return what says that forward mode is wrong; `written` if by a formula of the entry."""

    def message(mismatch: Mismatch) -> tuple[str, str]:
        point, got, true = mismatch.example
        texts = pair(got, true)
        values, wanted = (np.array([one[k] for one in mismatch.wrong]) for k in (1, 2))
        suspicion = guess(Evidence(values, wanted)) if written else ""
        what = "the formula" if written else "forward mode"
        return (
            f"at {mismatch.where(point)}, {name}_t={show(direction)} {what} gives {texts[0]}, "
            f"the true tangent is {texts[1]}{_asked(suspicion)}",
            "" if written else "of a function that is not holomorphic no tangent can be derived: write one",
        )

    return message


def gradient_message(sampling: Sampling, name: str, seed: complex) -> Message:
    """Return what says that a gradient is wrong."""

    def message(mismatch: Mismatch) -> tuple[str, str]:
        point, got, true = mismatch.example
        texts = pair(got, true)
        seeded = "" if seed == 1 else f", grad={show(seed)}"
        evidence = _evidence(mismatch, name, seed)
        linear = seed == 1 or seed == 1j
        suspicion = guess(evidence) if linear else guess_of_scaling(evidence)
        if seed == 1j and suspicion == "sign?":  # while it is right for an incoming gradient of 1
            suspicion = "conj of `grad`?"
        what = "derivative" if seed == 1 and not sampling.complex_names else "gradient"
        cure = _meant(sampling, suspicion)
        if suspicion == "conj?":
            cure = "conjugate the derivative, or write 'dtypes: floating' if the op is for real numbers"
        elif not cure and suspicion != "sign?":
            cure = repair(mismatch, name, seed)
        return (
            f"at {mismatch.where(point)}{seeded} the formula gives {texts[0]}, the true {what} is {texts[1]}"
            + _asked(suspicion),
            cure,
        )

    return message


def _meant(sampling: Sampling, suspicion: str) -> str:
    """Return a cure for a deliberate deviation: a gradient where there is none, or one that differs on purpose."""
    forward = sampling.op.forward
    alone = isinstance(forward, Formula) and isinstance(forward.tree, ast.Name)
    if alone or suspicion == f"{NO_DEPENDENCE}?":
        return "if it is meant so, say why under 'surrogate'"
    return ""


def _asked(suspicion: str) -> str:
    return f" ({suspicion})" if suspicion else ""


def _evidence(mismatch: Mismatch, name: str, seed: complex) -> Evidence:
    sampling, wrong = mismatch.sampling, mismatch.wrong
    if seed not in (1, 1j):
        with_one = sampling.evaluation.gradients(1.0)[name]
        scaled = sampling.evaluation.gradients(seed)[name]
        return Evidence(with_one, with_one, got_scaled=scaled, scale=float(np.real(seed)))
    points = [one[0] for one in wrong]
    got, true = np.array([one[1] for one in wrong]) / seed, np.array([one[2] for one in wrong]) / seed
    others = {
        other: _gradients(sampling, points, other) for other in sampling.evaluation.names if other != name
    }
    arguments = {key: np.array([point[key] for point in points]) for key in sampling.setting.tensors}
    indices = [sampling.points.index(dict(point)) for point in points]
    return Evidence(
        got,
        true,
        name,
        result=sampling.evaluation.result[indices],
        arguments=arguments,
        others=others,
        exchanged={
            other: _gradients(sampling, [_exchanged(point, name, other) for point in points], name)
            for other in sampling.setting.tensors
            if other != name and not sampling.complex_names
        },
        parts=dict(_parts(sampling, points, name)),
    )


def _exchanged(point: Mapping[str, Any], one: str, other: str) -> dict[str, Any]:
    return {**point, one: point[other], other: point[one]}


def _gradients(sampling: Sampling, points: Sequence[Mapping[str, Any]], name: str) -> Array:
    """Return true gradients, NaN where there is none."""
    truth = sampling.truth()
    return _each(points, lambda point: sampling.gradient(truth, sampling.exactly(point), name, 1.0))


def _each(points: Sequence[Mapping[str, Any]], value: Callable[[Mapping[str, Any]], Any]) -> Array:
    found: list[complex] = []
    for point in points:
        try:
            number = value(point)
        except Undefined:
            number = math.nan
        found.append(complex(number) if is_complex(number) else float(number))
    return np.array(found)


MAX_PARTS = 24


def _parts(sampling: Sampling, points: Sequence[Mapping[str, Any]], name: str) -> Iterator[tuple[str, Array]]:
    """Yield the parts of the forward that depend on an argument, with their derivatives."""
    forward = sampling.op.forward
    assert isinstance(forward, Formula)
    seen: set[str] = set()
    for node in ast.walk(forward.tree):
        if (
            not isinstance(node, ast.BinOp | ast.Call | ast.UnaryOp)
            or len(seen) >= MAX_PARTS
            or node is forward.tree
        ):
            continue
        text = ast.unparse(node)
        if text in seen or name not in {found.id for found in free_names(node)}:
            continue
        seen.add(text)
        truth = sampling.truth(node)
        yield text, _each(points, partial(_slope, sampling, truth, name))


def _slope(sampling: Sampling, truth: Truth, name: str, point: Mapping[str, Any]) -> Any:
    return truth.derivative(sampling.exactly(point), name)

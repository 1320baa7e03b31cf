"""Guesses of what is wrong with a formula: each usual mistake leaves its own trace in the numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["NO_DEPENDENCE", "Evidence", "guess", "guess_of_scaling"]

Array = NDArray[Any]

NO_DEPENDENCE = "the result does not depend on it"

ENOUGH = 3
"""Points that a coincidence does not survive."""


@dataclass(frozen=True)
class Evidence:
    """What a formula gives and what it should give, at the points where it is wrong.

    Attributes
    ----------
    got, true : array
        The gradients for an incoming gradient of 1.
    name : str
        The argument.
    got_scaled, scale : array and number
        The formula's gradients for an incoming gradient of `scale`.
    result : array or None
        The value of the op.
    arguments : mapping
        The values of the arguments.
    others : mapping
        The true gradients of the other arguments.
    exchanged : mapping
        The true gradients with this argument and another one exchanged.
    parts : mapping
        Parts of the forward, by their text, with their derivatives: factors of the chain rule.
    """

    got: Array
    true: Array
    name: str = ""
    got_scaled: Array | None = None
    scale: float = 1.0
    result: Array | None = None
    arguments: Mapping[str, Array] = field(default_factory=dict)
    others: Mapping[str, Array] = field(default_factory=dict)
    exchanged: Mapping[str, Array] = field(default_factory=dict)
    parts: Mapping[str, Array] = field(default_factory=dict)


def guess(evidence: Evidence) -> str:
    """Return the first mistake that explains the numbers, as a question, or ""."""
    if evidence.got.size == 0 or not np.all(np.isfinite(evidence.true)):
        return ""
    with np.errstate(all="ignore"):
        return next((f"{text}?" for cause in _CAUSES if (text := cause(evidence))), "")


def _same(a: Array, b: Array) -> bool:
    """Tell whether two arrays agree, and say something."""
    finite = np.isfinite(a) & np.isfinite(b)
    return bool(
        finite.all()
        and np.any(np.abs(b) > 1e-12)
        and np.allclose(a, b, rtol=1e-5, atol=1e-7 * np.max(np.abs(b)))
    )


def _says_enough(evidence: Evidence) -> bool:
    return evidence.got.size >= ENOUGH


def _not_a_number(e: Evidence) -> str:
    return "0 / 0 or 0 * inf in a branch that is not used" if np.isnan(e.got).all() else ""


def _nothing(e: Evidence) -> str:
    return "no gradient at all" if np.all(e.got == 0) else ""


def _no_dependence(e: Evidence) -> str:
    return NO_DEPENDENCE if np.all(np.abs(e.true) < 1e-13) and _says_enough(e) else ""


def _sign(e: Evidence) -> str:
    return "sign" if _same(-e.got, e.true) else ""


def _conj(e: Evidence) -> str:
    return "conj" if np.iscomplexobj(e.true) and _same(np.conj(e.got), e.true) else ""


def _conj_and_sign(e: Evidence) -> str:
    return "conj and sign" if np.iscomplexobj(e.true) and _same(-np.conj(e.got), e.true) else ""


def _factor(e: Evidence) -> str:
    ratio = e.got / e.true
    if not np.isfinite(ratio).all() or not np.allclose(ratio, ratio[0], rtol=1e-5):
        return ""
    if not (_says_enough(e) or any(np.isclose(abs(ratio[0]), known) for known in (0.5, 2.0))):
        return ""
    value = complex(ratio[0])
    if abs(value.imag) > 1e-9 * abs(value):
        return f"factor {value:.4g}"
    size, sign = abs(value.real), ", and sign" if value.real < 0 else ""
    whole = 1 / size if size < 1 else size
    return f"factor {whole:.4g} {'too much' if size > 1 else 'missing'}{sign}"


def _of_another(e: Evidence) -> str:
    for name, true in e.others.items():
        if _same(e.got, true):
            transposed = "the Jacobian instead of its transpose"
            return transposed if name == "the op itself" else f"the derivative with respect to {name}"
    return ""


def _exchanged(e: Evidence) -> str:
    return next(
        (f"{e.name} and {name} exchanged" for name, true in e.exchanged.items() if _same(e.got, true)), ""
    )


def _inverse(e: Evidence) -> str:
    return "inverse" if _says_enough(e) and _same(e.got, 1 / e.true) else ""


def _by_a_value(e: Evidence) -> str:
    """Look for a value of the entry that is a factor too much or too little."""
    if not _says_enough(e):
        return ""
    values = {**({} if e.result is None else {"result": e.result}), **e.arguments}
    for name, value in values.items():
        if _same(e.got, e.true * value):
            return (
                f"{name} times too much" if name != "result" else "off by result: a factor `result` too much"
            )
        if _same(e.got * value, e.true):
            return (
                f"missing factor `{name}`" if name != "result" else "off by result: missing factor `result`"
            )
        if _same(e.got, e.true * np.conj(value)) or _same(e.got * np.conj(value), e.true):
            return f"off by conj({name})"
    return ""


def _chain(e: Evidence) -> str:
    if not _says_enough(e):
        return ""
    for text, derivative in e.parts.items():
        if _same(e.got * np.conj(derivative), e.true):
            return f"missing chain factor, the derivative of `{text}`"
        if _same(e.got, e.true * np.conj(derivative)):
            return f"the derivative of `{text}` as a factor too much"
    return ""


def _offset(e: Evidence) -> str:
    if not _says_enough(e):
        return ""
    difference = e.got - e.true
    if np.allclose(difference, difference[0], rtol=1e-5):
        value = complex(difference[0])
        return f"a term of {value.real:.4g} too much" if abs(value.imag) < 1e-12 else ""
    if e.result is not None and (_same(difference, e.result) or _same(-difference, e.result)):
        return "a term `result` too much or missing"
    return ""


_CAUSES: tuple[Callable[[Evidence], str], ...] = (
    _not_a_number,
    _nothing,
    _no_dependence,
    _sign,
    _conj,
    _of_another,
    _exchanged,
    _factor,
    _conj_and_sign,
    _inverse,
    _by_a_value,
    _chain,
    _offset,
)


def guess_of_scaling(evidence: Evidence) -> str:
    """Describe how a formula that is right for an incoming gradient of 1 fails for another one."""
    got, scaled, scale = evidence.got, evidence.got_scaled, evidence.scale
    assert scaled is not None
    if np.allclose(scaled, got):
        return "missing `grad *`?"
    if np.allclose(scaled, got * scale**2):
        return "`grad` twice?"
    if np.allclose(scaled, got / scale):
        return "divided by `grad`?"
    return "not linear in `grad`?"

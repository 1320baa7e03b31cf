"""What an entry may say of an argument's gradient and of an output's tangent."""

from __future__ import annotations

from dataclasses import dataclass

from .formula.formula import Formula


@dataclass(frozen=True, slots=True)
class Zero:
    """Reverse rule: the gradient is zero everywhere; the argument counts as differentiable."""


@dataclass(frozen=True, slots=True)
class Auto:
    """Reverse rule: to be derived from the forward; a formula takes its place before anything is generated."""


@dataclass(frozen=True, slots=True)
class NonDifferentiable:
    """Reverse rule: no gradient flows to this argument, such as a mask or an index."""


@dataclass(frozen=True, slots=True)
class NotImplementedRule:
    """Reverse rule: there is a gradient, nobody has written it; using it raises an error that says why."""

    reason: str


@dataclass(frozen=True, slots=True)
class AutoLinear:
    """Tangent rule: the op itself applied to the tangents."""


@dataclass(frozen=True, slots=True)
class AutoElementwise:
    """Tangent rule: derived from the reverse formulas."""


ReverseRule = Formula | Auto | Zero | NonDifferentiable | NotImplementedRule
TangentRule = Formula | AutoLinear | AutoElementwise | NotImplementedRule

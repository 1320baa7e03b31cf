"""True values and derivatives: differences in such high precision that nothing of their error is left.

A derivative of a function of complex numbers is a real-linear map: it has two columns per complex argument, along
the real and along the imaginary axis, whether the function is holomorphic or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import mpmath
from mpmath import mp, mpc, mpf

from .precise import is_complex
from .undefined import Undefined

__all__ = ["EXTREME", "TYPICAL", "WIDE", "Precision", "Sides", "Truth"]

Number = Any


@dataclass(frozen=True, slots=True)
class Precision:
    """Bits to compute with, and the step of the differences as a power of two, relative to the argument."""

    bits: int
    step: int


TYPICAL = Precision(220, -70)
WIDE = Precision(320, -90)
EXTREME = Precision(2600, -1300)
"""Enough for 1 + 1e-300 and what is left of it after a difference; no jump is as near to a number as the step."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The derivatives on the two sides of a point."""

    left: Number
    right: Number

    @property
    def agree(self) -> bool:
        """Whether there is one derivative."""
        return bool(
            abs(self.left - self.right) <= mpf(10) ** -9 * (abs(self.left) + abs(self.right)) + mpf(10) ** -15
        )

    @property
    def middle(self) -> Number:
        """The derivative, if there is one."""
        return (self.left + self.right) / 2

    @property
    def real(self) -> Sides:
        """The real parts of both derivatives."""
        return Sides(mpmath.re(self.left), mpmath.re(self.right))


class Truth:
    """A function of named numbers, and its derivatives."""

    def __init__(
        self, function: Callable[[Mapping[str, Any]], Number], precision: Precision = TYPICAL
    ) -> None:
        self.function, self.precision = function, precision

    def value(self, at: Mapping[str, Any]) -> Number:
        """Return the value at a point; raises Undefined."""
        with mp.workprec(self.precision.bits):
            value = self.function(at)
            if not mpmath.isfinite(value):
                raise Undefined
            return value

    def derivative(self, at: Mapping[str, Any], name: str, direction: complex = 1) -> Number:
        """Return the derivative along a direction of one argument."""
        with mp.workprec(self.precision.bits):
            step = self._step(at[name])
            above, below = self._moved(at, name, direction, step), self._moved(at, name, direction, -step)
            return (above - below) / (2 * step)

    def sides(self, at: Mapping[str, Any], name: str) -> Sides:
        """Return the derivatives on both sides along the real axis."""
        with mp.workprec(self.precision.bits):
            step, here = self._step(at[name]), self.function(at)
            above, below = self._moved(at, name, 1, step), self._moved(at, name, 1, -step)
            return Sides((here - below) / step, (above - here) / step)

    def _step(self, value: Number) -> Number:
        return mpf(2) ** self.precision.step * (abs(value) if value != 0 else 1)

    def _moved(self, at: Mapping[str, Any], name: str, direction: complex, step: Number) -> Number:
        value = at[name]
        shift = step * mpc(direction) if is_complex(value) else step
        return self.function({**at, name: value + shift})

"""Stability: the accuracy of formulas for tiny and huge numbers whose true results are representable.

A loss is a warning: such a formula is right, and some users never meet such numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import mpmath
import numpy as np
from mpmath import mp
from numpy.typing import NDArray

from ..codegen.formula.formula import Formula
from ..codegen.spec import Op
from .elementwise import Sampling, number
from .findings import Findings
from .numbers import pair, place
from .pack import Pack
from .patterns import advice
from .points import Setting, settings, typical
from .precise import exact
from .precise_special import SPECIAL
from .truth import EXTREME, WIDE, Precision
from .undefined import Undefined

__all__ = ["prove_stability"]

Array = NDArray[Any]

SIZES = (1e-8, 1e-20, 1e-300, 6.0, 40.0, 800.0, 1e20, 1e160)
VALUES = [sign * size for size in SIZES for sign in (1, -1)]
LOST = 1e-5
"""The relative error that is reported: more than rounding, and than the condition of most formulas."""
LAST_BITS = 2.0**-50
ROUNDINGS = 10
"""How many times the change by the last bits counts as rounding: a periodic function of 1e20 may change by little."""
SMALLEST, LARGEST = 1e-290, 1e300
NEGLIGIBLE = 1e-12
"""Gradients that small against typical ones make no difference to anybody."""


def prove_stability(pack: Pack, op: Op, findings: Findings) -> None:
    """Warn of values and gradients that are lost for tiny and huge numbers."""
    assert isinstance(op.forward, Formula)
    if op.forward.calls & SPECIAL.keys() or op.forward.functions:
        return
    for setting in settings(op, pack.case(op)):
        if setting.tensors:
            _Extremes(pack, op, setting, findings).prove()


class _Extremes:
    """An entry at points of which one coordinate is tiny or huge."""

    def __init__(self, pack: Pack, op: Op, setting: Setting, findings: Findings) -> None:
        self.op, self.findings, self.setting = op, findings, setting
        usual = typical(setting, frozenset())[:2]
        points = [
            {**point, name: value} for name in setting.tensors for value in VALUES for point in usual[:1]
        ]
        self.sampling = Sampling(pack, op, setting, points, frozenset())
        self.usual = Sampling(pack, op, setting, usual, frozenset())

    def prove(self) -> None:
        try:
            result = self.sampling.evaluation.result
        except Exception:  # typical numbers are refused as well, and that has been reported
            return
        value = self._true_value
        self._compare("forward", result, value, 0.0)
        if not self.sampling.pack.case(self.op).is_differentiable:
            return
        for name in [n for n in self.sampling.evaluation.names if n not in self.op.surrogate]:
            scale = float(np.max(np.abs(self.usual.evaluation.gradients(1.0)[name]), initial=0.0))
            got = self.sampling.evaluation.gradients(1.0)[name]
            self._compare(name, got, self._true_gradient(name), NEGLIGIBLE * scale)

    def _true_value(self, at: Mapping[str, Any], precision: Precision) -> Any:
        return self.sampling.truth(precision=precision).value(at)

    def _true_gradient(self, name: str) -> Callable[[Mapping[str, Any], Precision], Any]:
        def true(at: Mapping[str, Any], precision: Precision) -> Any:
            return mpmath.re(self.sampling.truth(precision=precision).derivative(at, name))

        return true

    def _compare(
        self, key: str, got: Array, true: Callable[[Mapping[str, Any], Precision], Any], negligible: float
    ) -> None:
        lost = next(self._lost(got, true, negligible), None)
        if lost is not None:
            point, value, wanted = lost
            texts = pair(value, number(wanted))
            what = "it gives" if key == "forward" else "the formula gives"
            truth = "in high precision" if key == "forward" else "the true derivative is"
            stated = {name: v for name, v in self.setting.stated.items() if v is not None}
            derived = key == "forward" or key in self.op.derived  # the user has written its forward only
            formula = self.op.forward if derived else self.op.derivatives.get(key)
            self.findings.warning(
                key,
                f"at {place({**point, **stated})} {what} {texts[0]}, {truth} {texts[1]}",
                advice(formula, self.op.let) if isinstance(formula, Formula) else "",
            )

    def _lost(
        self, got: Array, true: Callable[[Mapping[str, Any], Precision], Any], negligible: float
    ) -> Iterator[tuple[Mapping[str, Any], complex, Any]]:
        for index, point in enumerate(self.sampling.points):
            at, value = self.sampling.exactly(point), got[index].item()
            try:
                if any(
                    self._is_kept(true, at, value, negligible, precision) for precision in (WIDE, EXTREME)
                ):
                    continue
                yield point, value, true(at, EXTREME)
            except Undefined:
                continue

    def _is_kept(
        self,
        true: Callable[[Mapping[str, Any], Precision], Any],
        at: Mapping[str, Any],
        got: complex,
        negligible: float,
        precision: Precision,
    ) -> bool:
        """Tell whether a number is as good as it can be; what a low precision excuses needs no high one."""
        wanted = true(at, precision)
        return _kept(got, wanted, negligible) or self._is_sensitive(true, at, got, wanted, precision)

    def _is_sensitive(
        self,
        true: Callable[[Mapping[str, Any], Precision], Any],
        at: Mapping[str, Any],
        got: complex,
        wanted: Any,
        precision: Precision,
    ) -> bool:
        """Tell whether the last bits of the arguments matter as much: a jump nearby, a huge slope, a zero crossing."""
        names = sorted(self.setting.tensors, key=lambda name: -abs(at[name]))
        try:
            if bool(np.isfinite(got)):
                with mp.workprec(precision.bits):
                    lost = abs(exact(got) - wanted)
                    for name, shift in itertools.product(names, (LAST_BITS, -LAST_BITS, 1.37 * LAST_BITS)):
                        moved = true({**at, name: at[name] * (1 + shift)}, precision)
                        if ROUNDINGS * abs(moved - wanted) >= lost:
                            return True
            truth = self.sampling.truth(precision=precision)
            return not all(truth.sides(at, name).agree for name in names)
        except Undefined:
            return True


def _kept(got: complex, true: Any, negligible: float) -> bool:
    """Tell whether a number is near enough to the true one, or the true one is out of reach."""
    if isinstance(true, bool):
        return bool(got) == true
    size = abs(true)
    if size > LARGEST or (0 < size < max(SMALLEST, negligible) and np.isfinite(got)):
        return True
    return bool(np.isfinite(got)) and bool(abs(exact(got) - true) <= LOST * size + negligible)

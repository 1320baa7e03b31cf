"""Proof of an entry whose forward is an expression: everything is compared with that expression in high precision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..codegen.formula.formula import Formula
from ..codegen.spec import Op
from .evaluation import Evaluation, arrays_of
from .findings import Findings
from .interpret import Interpreter
from .mismatch import Mismatch, gradient_message, tangent_message, value_message
from .pack import Pack
from .points import Setting, mixtures, settings, typical
from .precise import exact
from .truth import TYPICAL, Precision, Truth
from .undefined import Undefined

__all__ = ["Sampling", "number", "prove_elementwise"]

Array = NDArray[Any]
Point = Mapping[str, Any]

SCALE = 0.7
"""An incoming gradient other than 1, which shows whether a formula is linear in it."""


def prove_elementwise(pack: Pack, op: Op, findings: Findings) -> None:
    """Prove values, gradients and tangents at typical points, of real and complex numbers."""
    for setting in settings(op, pack.case(op)):
        for complex_names in mixtures(op, list(setting.tensors)):
            sampling = Sampling(pack, op, setting, typical(setting, complex_names), complex_names)
            sampling.prove(findings)


class Sampling:
    """An op at points, and the truth there.

    Parameters
    ----------
    complex_names
        The arguments that are complex.
    """

    def __init__(
        self, pack: Pack, op: Op, setting: Setting, points: Sequence[Point], complex_names: frozenset[str]
    ) -> None:
        self.pack, self.op, self.setting = pack, op, setting
        self.points, self.complex_names = list(points), complex_names
        self.static = {name: exact(value) for name, value in setting.static.items()}
        for argument in op.signature.arguments:
            if (
                not argument.is_tensor
                and argument.name not in setting.static
                and argument.default is not None
            ):
                self.static[argument.name] = exact(_literal(argument.default))

    @cached_property
    def evaluation(self) -> Evaluation:
        """The op at all points."""
        names = [*self.setting.tensors, *self.setting.ints, *self.setting.flags]
        return Evaluation(self.pack.case(self.op), arrays_of(self.points, names), self.setting.static)

    def truth(self, tree: Any = None, precision: Precision = TYPICAL) -> Truth:
        """Return the forward, or a part of it, as a function of the tensors."""
        assert isinstance(self.op.forward, Formula)
        tree = tree or self.op.forward.tree

        def value(at: Point) -> Any:
            return Interpreter({**self.static, **at}, functions=self.pack.functions).value(tree)

        return Truth(value, precision)

    def exactly(self, point: Point) -> dict[str, Any]:
        """Return a point in high precision; where one argument is complex, all are."""
        values = {name: complex(v) if self.complex_names and _floating(v) else v for name, v in point.items()}
        return {name: exact(value) for name, value in values.items()}

    def prove(self, findings: Findings) -> None:
        """Report what is wrong at these points."""
        try:
            result = self.evaluation.result
        except Exception as error:
            self._refused(findings, error)
            return
        truth = self.truth()
        self._compare(findings, "forward", result, lambda at: truth.value(at), value_message)
        if findings.has("forward") or not self.pack.case(self.op).is_differentiable:
            return
        for name in self.evaluation.names:
            if not findings.has(name) and name not in self.op.surrogate:
                self._prove_gradient(findings, name)
        if self.pack.case(self.op).tangents and not findings.failed:
            for name in self.evaluation.names:
                if name not in self.op.surrogate:
                    self._prove_tangent(findings, name)

    def _refused(self, findings: Findings, error: Exception) -> None:
        kind = "complex" if self.complex_names else "real"
        self._fails(findings, "forward", f"fails for {kind} numbers", error)

    def _fails(self, findings: Findings, key: str, what: str, error: Exception) -> None:
        refused = self.complex_names and isinstance(error, TypeError)
        cure = "write 'dtypes: real' if it is for real numbers" if refused else ""
        findings.error(key, f"{what}: {type(error).__name__}: {error}", cure)

    def seeds(self) -> tuple[complex, ...]:
        """Return the incoming gradients."""
        return (1.0, 1j, SCALE) if self.evaluation.result.dtype.kind == "c" else (1.0, SCALE)

    def _prove_gradient(self, findings: Findings, name: str) -> None:
        for seed in self.seeds():
            try:
                got = self.evaluation.gradients(seed)[name]
            except Exception as error:
                self._fails(findings, name, "the formula fails", error)
                return
            self._compare(
                findings,
                name,
                got,
                partial(self._gradient_at, name, seed),
                gradient_message(self, name, seed),
            )

    def _gradient_at(self, name: str, seed: complex, at: Point) -> Any:
        return self.gradient(self.truth(), at, name, seed)

    def gradient(self, truth: Truth, at: Point, name: str, seed: complex) -> Any:
        """Return the true gradient: the conjugate Wirtinger derivative times the incoming gradient."""
        along = complex(truth.derivative(at, name))
        real = (np.conj(seed) * along).real
        if name not in self.complex_names:
            return real
        return complex(real, (np.conj(seed) * complex(truth.derivative(at, name, 1j))).real)

    def _prove_tangent(self, findings: Findings, name: str) -> None:
        key = self.op.outputs[0].name
        truth = self.truth()
        for direction in (1.0, 1j) if name in self.complex_names else (1.0,):
            try:
                got = self.evaluation.tangents(name, direction)
            except Exception as error:
                self._fails(findings, key, "forward mode fails", error)
                return
            self._compare(
                findings,
                key,
                got,
                partial(truth.derivative, name=name, direction=direction),
                tangent_message(name, direction, isinstance(self.op.tangents.get(key), Formula)),
            )

    def _compare(
        self,
        findings: Findings,
        key: str,
        got: Array,
        true: Callable[[Point], Any],
        message: Callable[[Mismatch], tuple[str, str]],
    ) -> None:
        if findings.has(key):
            return
        wrong: list[tuple[Point, Any, Any]] = []
        for index, point in enumerate(self.points):
            at = self.exactly(point)
            try:
                wanted = number(true(at))
            except Undefined:
                continue
            if not _close(got[index], wanted) and not self._is_switch(at):
                wrong.append((point, got[index].item(), wanted))
        if wrong:
            findings.error(key, *message(Mismatch(self, wrong)))

    def _is_switch(self, at: Point) -> bool:
        """Tell whether the function has a kink or a jump at a point."""
        truth = self.truth()
        try:
            return not all(truth.sides(at, name).agree for name in self.setting.tensors)
        except Undefined:
            return True


def _literal(text: str) -> Any:
    return {"None": None, "True": True, "False": False}.get(text) if text[0].isalpha() else _number_of(text)


def _number_of(text: str) -> Any:
    import ast

    return ast.literal_eval(text)


def _floating(value: Any) -> bool:
    return isinstance(value, float | complex)


def number(value: Any) -> Any:
    """Return a number of high precision as one of Python."""
    if isinstance(value, bool):
        return value
    return complex(value) if hasattr(value, "_mpc_") or isinstance(value, complex) else float(value)


def _close(got: Any, true: Any) -> bool:
    with np.errstate(all="ignore"):
        return (
            bool(abs(got - true) <= 1e-6 * abs(true) + 1e-9)
            if not isinstance(true, bool)
            else bool(got) == true
        )

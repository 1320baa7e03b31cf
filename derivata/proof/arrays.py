"""Proof of one call of an array function or composite: gradients and tangents against differences of the values."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.finite_difference import coordinates, place
from ..autograd.checker.probes import random_like
from ..autograd.gradchecks import DERIVATA
from ..codegen.formula.formula import Formula
from ..codegen.spec import Op
from ..testing.derivative_checks import is_narrow
from ..testing.op_call import Call
from .array_messages import described, failure, gradient_message, named, shape_message, tangent_message
from .array_repair import repair_arrays
from .differences import COARSE, SMALL, STEP, Differences
from .evaluation import jvp
from .findings import Findings
from .pack import Pack
from .surrogates import cure_of_called

__all__ = ["ArrayProof"]

Array = NDArray[Any]

SCALE = 0.7


class ArrayProof:
    """One call of an op."""

    def __init__(self, pack: Pack, op: Op, call: Call, findings: Findings) -> None:
        self.pack, self.op, self.call, self.findings = pack, op, call, findings
        self.narrow = is_narrow(call)
        self.differences = Differences(call, COARSE if self.narrow else STEP)
        self.leaves = call.leaves()
        with np.errstate(all="ignore"):
            self.outputs = call(*self.leaves)
        self.values = [DERIVATA.array(output) for output in self.outputs]
        self.covectors = random_like("covector", self.values)

    def prove(self) -> None:
        """Report what is wrong."""
        if any(value.dtype == np.float16 for value in self.values) or self._is_without_gradient():
            return
        if self._is_not_a_number():
            message = f"{described(self.call)} the value is not a number, so that nothing is proven there"
            self.findings.warning(
                "samples", message, "state 'domain', or 'low' and 'high', for the arguments"
            )
            return
        for argument, (name, _) in enumerate(self.call.places):
            key = name if self.op.composite is None else "composite"
            if not self.findings.has(key) and name not in self.op.surrogate:
                self._prove_gradient(argument, key)
        if self.pack.case(self.op).tangents and not self.findings.failed:
            for argument, (name, _) in enumerate(self.call.places):
                if name not in self.op.surrogate:
                    self._prove_tangent(argument)

    def _is_not_a_number(self) -> bool:
        given = self.call.arrays()
        return any(np.isnan(v).any() for v in self.values) and not any(np.isnan(a).any() for a in given)

    def prove_at_zero(self, argument: int) -> None:
        """Report a gradient that is not a number, or quite wrong, where the first number of an argument is 0."""
        name = self.call.places[argument][0]
        key = name if self.op.composite is None else "composite"
        got = self._gradient(argument, 1.0)
        if got is None or name in self.op.surrogate or got.shape != self.call.arrays()[argument].shape:
            return
        places, true = self.differences.gradient(argument, self.covectors)
        found = coordinates(got)[places]
        wrong = ~(np.abs(found[:1] - true[:1]) <= 1e-2 * (1e-1 + np.abs(true).max(initial=0)))
        if wrong.all() and self.differences.has_one_slope(argument, 0, self.covectors):
            message = gradient_message(self.call, argument, got, places[:1], true[:1], {})
            self.findings.error(key, message)

    def _is_without_gradient(self) -> bool:
        """Report outputs of integers or truth values, which no gradient reaches."""
        names = [output.name for output in self.op.differentiable_outputs]
        for index, value in enumerate(self.values):
            if value.dtype.kind not in "fc":
                key = "forward" if self.op.composite is None else "composite"
                name = names[min(index, len(names) - 1)]
                message = f"{described(self.call)} '{name}' is of {value.dtype}, which has no gradient"
                cure = "return floating point, or write 'output_differentiability' with false for it"
                self.findings.error(key, message, cure)
                return True
        return False

    def _gradient(self, argument: int, scale: float) -> Array | None:
        """Return the gradient of one array, whatever its shape."""
        covectors = [scale * covector for covector in self.covectors]
        with np.errstate(all="ignore"):  # arguments such as `compute_uv=False` make outputs constant
            (grad,) = DERIVATA.vjp_of_recorded(
                self.outputs, [self.leaves[argument]], covectors, retain_graph=True
            )
        if grad is None:
            return None
        array = DERIVATA.array(grad)
        return array if self.call.arrays()[argument].dtype.kind == "c" else array.real

    def _prove_gradient(self, argument: int, key: str) -> None:
        array = self.call.arrays()[argument]
        try:
            got, scaled = self._gradient(argument, 1.0), self._gradient(argument, SCALE)
        except Exception as error:
            self._fails(argument, key, error)
            return
        got = np.zeros_like(array) if got is None else got
        if got.shape != array.shape:
            places, true = self.differences.gradient(argument, self.covectors)
            cure = self._cure(argument, places, true)
            self.findings.error(key, shape_message(self.call, argument, got, self.values), cure)
            return
        places, true = self.differences.gradient(argument, self.covectors)
        found = coordinates(got.astype(array.dtype))[places]
        wrong = np.flatnonzero(self._wrong(found, true))
        if len(wrong) and any(self._is_smooth(argument, places[index]) for index in wrong[:4]):
            message = gradient_message(
                self.call, argument, got, places, true, self._evidence(argument, places)
            )
            self.findings.error(key, message, self._cure(argument, places, true))
        elif scaled is not None and not np.allclose(scaled, SCALE * got, rtol=1e-4, atol=1e-6):
            self.findings.error(key, f"{described(self.call)} the formula is not linear in `grad`")

    def _fails(self, argument: int, key: str, error: Exception) -> None:
        text, where = failure(error, self.pack)
        name, index = self.call.places[argument]
        if self._is_overwritten(name):
            text = f"it needs '{name}' as it was, which the op has overwritten"
            cure = "use the result, or save what is needed as an output '_name'"
        elif index is not None and "zip()" in text:
            text = f"it gives another number of gradients than the {len(self.call.values[name])} tensors"
            cure = f"write a list with one for each: [... for t in {name}]"
        else:
            places, true = self.differences.gradient(argument, self.covectors)
            cure = self._cure(argument, places, true)
        self.findings.error(key, f"{described(self.call)} the formula fails: {text}", cure, place=where)

    def _is_overwritten(self, name: str) -> bool:
        formula = self.op.derivatives.get(name)
        written = {a.name for a in self.op.signature.arguments if a.type.written}
        return isinstance(formula, Formula) and not written.isdisjoint(formula.names)

    def _evidence(self, argument: int, places: Array) -> dict[str, Any]:
        """Return what a wrong gradient is compared with: other gradients, and values of the same shape."""
        others = self._others(argument)
        pushed = self._jvp(argument, places)
        if pushed is not None:
            others["the op itself"] = pushed
        array = self.call.arrays()[argument]
        named_values = zip(
            map(partial(named, self.call), range(len(self.leaves))), self.call.arrays(), strict=True
        )
        values = {
            name: coordinates(value)[places]
            for name, value in named_values
            if value.shape == array.shape and value.dtype == array.dtype
        }
        result = None
        if self.values[0].shape == array.shape and self.values[0].dtype == array.dtype:
            result = coordinates(self.values[0])[places]
        return {"others": others, "arguments": values, "result": result}

    def _jvp(self, argument: int, places: Array) -> Array | None:
        """Return what the Jacobian itself makes of the incoming gradient, instead of its transpose."""
        array, value = self.call.arrays()[argument], self.values[0]
        if len(self.values) != 1 or value.shape != array.shape or value.dtype != array.dtype:
            return None
        return self.differences.along(argument, self.covectors[0])[0][places]

    def _cure(self, argument: int, places: Array, true: Array) -> str:
        if called := cure_of_called(self.pack, self.op):
            return called
        return repair_arrays(
            self.pack, self.op, self.call, self.outputs, self.covectors, argument, places, true
        )

    def _is_smooth(self, argument: int, index: int) -> bool:
        return self.narrow or self.differences.is_smooth(argument, index, self.covectors)

    def _others(self, argument: int) -> dict[str, Array]:
        """Return the true gradients of the other arrays of the same shape, at the same coordinates."""
        found = {}
        array = self.call.arrays()[argument]
        for other in range(len(self.leaves)):
            value = self.call.arrays()[other]
            if other != argument and value.shape == array.shape and value.dtype == array.dtype:
                found[named(self.call, other)] = self.differences.gradient(other, self.covectors)[1]
        return found

    def _wrong(self, got: Array, true: Array, relative: float = 1e-5) -> Array:
        relative, absolute = (2e-2, 2e-3) if self.narrow else (relative, relative / 100)
        size = float(np.max(np.abs(true), initial=0.0))
        with np.errstate(all="ignore"):
            close = np.abs(got - true) <= relative * np.abs(true) + absolute * (1 + size)
        return np.asarray(~close & np.isfinite(true))

    def _prove_tangent(self, argument: int) -> None:
        array = self.call.arrays()[argument]
        (direction,) = random_like("tangent", [array])
        try:
            tangents = jvp(self.call, argument, direction)
        except Exception as error:
            text, where = failure(error, self.pack)
            self.findings.error(
                self._tangent_key(0), f"{described(self.call)} the formula fails: {text}", place=where
            )
            return
        true = self.differences.along(argument, direction)
        for index, (tangent, wanted) in enumerate(zip(tangents, true, strict=True)):
            key = self._tangent_key(index)
            if tangent.shape != self.values[index].shape:
                shape = f"the tangent has shape {tangent.shape}, the value {self.values[index].shape}"
                self.findings.error(key, f"{described(self.call)} {shape}")
                return
            got = coordinates(tangent.astype(self.values[index].dtype))
            wrong = self._wrong(got, wanted)
            if wrong.any() and not self.narrow:  # a kink or jump nearby is no mistake
                wrong &= ~self._wrong(self.differences.along(argument, direction, SMALL)[index], wanted, 1e-3)
            if wrong.any():
                name = place_of(self.values[index], int(np.flatnonzero(wrong)[0]))
                message = tangent_message(self.call, argument, name, got, wanted, wrong)
                self.findings.error(key, message)

    def _tangent_key(self, index: int) -> str:
        if self.op.composite is not None:
            return "composite"
        outputs = self.op.differentiable_outputs
        return outputs[min(index, len(outputs) - 1)].name


def place_of(array: Array, coordinate: int) -> str:
    """Return the index of a coordinate as text: `[0, 1]`, or nothing for an array without dimensions."""
    index, _ = place(array, coordinate)
    return str(list(index)) if index else ""

"""Proof of double backward: a product with the Hessian, against the change of the gradient along a direction."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.finite_difference import coordinates, difference, is_smooth, product
from ..autograd.checker.probes import random_like
from ..autograd.gradchecks import DERIVATA
from ..codegen.formula.formula import Formula
from ..codegen.spec import Op
from ..testing.derivative_checks import is_narrow, twice_differentiable_calls
from ..testing.op_call import Call
from ..testing.op_call import Op as LoadedOp
from .array_messages import described, failure
from .findings import Findings
from .numbers import pair
from .pack import Pack

__all__ = ["prove_second"]

Array = NDArray[Any]

STEP = 1e-4


def prove_second(pack: Pack, op: Op, findings: Findings) -> None:
    """Prove that gradients of gradients are the derivatives of gradients, for all samples, where they have any."""
    if not pack.case(op).is_differentiable or not pack.case(op).second_differences:
        return
    for call in twice_differentiable_calls(LoadedOp(pack.case(op), DERIVATA)):
        if not is_narrow(call) and not findings.failed:
            _Second(pack, op, call, findings).prove()


class _Second:
    """The gradients of a call, as a function of its arguments and of the incoming gradient."""

    def __init__(self, pack: Pack, op: Op, call: Call, findings: Findings) -> None:
        self.pack, self.op, self.call, self.findings = pack, op, call, findings
        self.leaves = call.leaves()
        with np.errstate(all="ignore"):
            outputs = call(*self.leaves)
        covectors = random_like("covector", call.op.arrays(outputs))
        self.seeds = [DERIVATA.tensor(covector).requires_grad_() for covector in covectors]
        self.inputs = [*self.leaves, *self.seeds]
        self.arrays = [DERIVATA.array(tensor) for tensor in self.inputs]
        self.directions = random_like("direction", self.arrays)

    def prove(self) -> None:
        for argument, (name, _) in enumerate(self.call.places):
            key = name if self.op.composite is None else "composite"
            if self.findings.has(key):
                continue
            try:
                got = self._by_double_backward(argument)
            except Exception as error:
                text, where = failure(error, self.pack)
                self.findings.error(key, f"{described(self.call)} double backward fails: {text}", place=where)
                continue
            true, near = (self._by_differences(argument, step) for step in (STEP, STEP / 100))
            if is_smooth(true, near) and not abs(got - true) <= 1e-4 * (1 + abs(true)):
                texts = pair(got, true)
                self.findings.error(
                    key,
                    f"{described(self.call)} a second derivative is {texts[0]} by double backward, "
                    f"{texts[1]} by differences of gradients",
                    _cause(self.op, name),
                )

    def _gradient(self, argument: int, create_graph: bool) -> Any:
        with np.errstate(all="ignore"):
            outputs = self.call(*self.leaves)
            (grad,) = DERIVATA.grad(
                outputs, [self.leaves[argument]], self.seeds, create_graph=create_graph, allow_unused=True
            )
        return grad

    def _weights(self, argument: int) -> list[Array]:
        return random_like("weight", [self.arrays[argument]])

    def _by_double_backward(self, argument: int) -> float:
        grad = self._gradient(argument, True)
        with np.errstate(all="ignore"):
            found = DERIVATA.vjp_of_recorded([grad], self.inputs, self._weights(argument))
        return product(DERIVATA.arrays(found, self.arrays), self.directions)

    def _by_differences(self, argument: int, step: float) -> float:
        """Return the change of the gradient times fixed weights, with everything moved along its direction."""

        def gradient() -> list[Array]:
            return DERIVATA.arrays([self._gradient(argument, False)], [self.arrays[argument]])

        (slopes,) = difference(gradient, self.arrays, self.directions, step)
        return product([coordinates(weight) for weight in self._weights(argument)], [slopes])


def _cause(op: Op, name: str) -> str:
    """Say what may be wrong with a second derivative: saved values have none, ops have their own."""
    formula = op.derivatives.get(name)
    used = formula.names if isinstance(formula, Formula) else frozenset()
    used = used.union(*[op.let[value].names for value in used & op.let.keys()])
    saved = sorted(
        output.name for output in op.signature.returns if output.intermediate and output.name in used
    )
    if saved:
        return f"`{saved[0]}` counts as a constant there: write the formula in arguments and results"
    return "the derivative of an op that the formula calls is wrong"

"""Proof of double backward: a product with the Hessian, against the change of the gradient along a direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.finite_difference import coordinates, displaced
from ..autograd.gradchecks import DERIVATA
from ..codegen.formula.formula import Formula
from ..codegen.spec import Op
from ..testing.derivative_checks import differentiable_calls, is_narrow
from ..testing.op_call import Call
from ..testing.op_call import Op as LoadedOp
from ..testing.results import weights
from .array_messages import described, failure
from .findings import Findings
from .numbers import pair
from .pack import Pack

__all__ = ["prove_second"]

Array = NDArray[Any]

STEP = 1e-4


def prove_second(pack: Pack, op: Op, findings: Findings) -> None:
    """Prove that gradients of gradients are the derivatives of gradients, for all samples."""
    if not pack.case(op).is_differentiable or not pack.case(op).second_differences:
        return
    for call in differentiable_calls(LoadedOp(pack.case(op), DERIVATA)):
        if not is_narrow(call) and not findings.failed:
            _Second(pack, op, call, findings).prove()


class _Second:
    """The gradients of a call, as a function of its arguments and of the incoming gradient."""

    def __init__(self, pack: Pack, op: Op, call: Call, findings: Findings) -> None:
        self.pack, self.op, self.call, self.findings = pack, op, call, findings
        self.leaves = call.leaves()
        with np.errstate(all="ignore"):
            outputs = call(*self.leaves)
        self.seeds = [
            DERIVATA.tensor(covector).requires_grad_()
            for covector in weights("covector", call.op.arrays(outputs))
        ]
        self.inputs = [*self.leaves, *self.seeds]
        self.directions = weights("direction", [DERIVATA.array(tensor.detach()) for tensor in self.inputs])

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
            smooth = abs(true - near) <= 1e-3 * (abs(true) + abs(near)) + 1e-5
            if smooth and not abs(got - true) <= 1e-4 * (1 + abs(true)):
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

    def _by_double_backward(self, argument: int) -> float:
        grad = self._gradient(argument, True)
        if grad is None or not grad.requires_grad:
            return 0.0
        (weight,) = weights("weight", [DERIVATA.array(grad.detach())])
        with np.errstate(all="ignore"):
            found = DERIVATA.grad([grad], self.inputs, [DERIVATA.tensor(weight)], allow_unused=True)
        return sum(
            float(np.dot(coordinates(DERIVATA.array(g.detach())), coordinates(direction)))
            for g, direction in zip(found, self.directions, strict=True)
            if g is not None
        )

    def _by_differences(self, argument: int, step: float) -> float:
        above, below = (self._weighted(argument, shift) for shift in (step, -step))
        return (above - below) / (2 * step)

    def _weighted(self, argument: int, step: float) -> float:
        """Return the gradient times fixed weights, with everything moved along its direction."""
        return _moved(
            [DERIVATA.array(tensor.detach()) for tensor in self.inputs],
            [step * direction for direction in self.directions],
            lambda: self._product(argument),
        )

    def _product(self, argument: int) -> float:
        grad = self._gradient(argument, False)
        if grad is None:
            return 0.0
        array = DERIVATA.array(grad.detach())
        (weight,) = weights("weight", [array])
        return float(np.dot(coordinates(array), coordinates(weight)))


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


def _moved(arrays: Sequence[Array], changes: Sequence[Array], evaluate: Any) -> float:
    if not arrays:
        return float(evaluate())
    with displaced(arrays[0], changes[0]):
        return _moved(arrays[1:], changes[1:], evaluate)

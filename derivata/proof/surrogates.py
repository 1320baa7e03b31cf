"""Proof of gradients that are meant to differ from the derivative: all that must hold of them nevertheless."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.finite_difference import coordinates, product
from ..autograd.checker.probes import random_like
from ..autograd.gradchecks import DERIVATA
from ..codegen.lower.surrogates import called_surrogates
from ..codegen.spec import Op
from ..testing.derivative_checks import differentiable_calls, is_narrow
from ..testing.op_call import Call
from ..testing.op_call import Op as LoadedOp
from .array_messages import described, failure, named, shape_message
from .differences import COARSE, STEP, Differences
from .evaluation import jvp
from .findings import Findings
from .numbers import pair
from .pack import Pack

__all__ = ["cure_of_called", "prove_surrogates"]

Array = NDArray[Any]

SCALES = (0.7, 1e3)
"""Incoming gradients are multiplied by these: a gradient that is clipped is not linear for the large one."""


def prove_surrogates(pack: Pack, op: Op, findings: Findings) -> None:
    """Prove that surrogates are finite, linear, the same in forward mode, and no derivatives."""
    case = pack.case(op)
    names = set(op.surrogate) & set(case.differentiable)
    if not names or not any(case.outputs):
        return
    different: set[str] = set()
    for call in differentiable_calls(LoadedOp(case, DERIVATA)):
        for argument, (name, _) in enumerate(call.places):
            if name in names and not findings.failed:
                try:
                    different |= {name} if _Surrogate(pack, op, call, argument, findings).prove() else set()
                except Exception as error:
                    text, where = failure(error, pack)
                    message = f"{described(call)} the formula fails: {text}"
                    findings.error(_key(op, name), message, place=where)
    for name in sorted(names - different):
        if not findings.failed:
            findings.warning(
                f"surrogate {name}",
                "the gradient is the derivative of the forward, in all samples",
                "delete it, or add a sample that shows the difference",
            )


def _key(op: Op, name: str) -> str:
    return name if op.composite is None else "composite"


class _Surrogate:
    """The gradient of one argument in one call."""

    def __init__(self, pack: Pack, op: Op, call: Call, argument: int, findings: Findings) -> None:
        self.op, self.call, self.argument, self.findings = op, call, argument, findings
        self.key, self.case = _key(op, call.places[argument][0]), pack.case(op)
        self.array = call.arrays()[argument]
        self.narrow = is_narrow(call)
        with np.errstate(all="ignore"):
            self.covectors = random_like("covector", call.op.arrays(call(*call.leaves())))

    def prove(self) -> bool:
        """Report what is wrong; tell whether the gradient differs from the derivative."""
        got = self._gradient(1.0)
        if got.shape != self.array.shape:
            outputs = self.call.op.arrays(self.call(*self.call.leaves()))
            self._error(shape_message(self.call, self.argument, got, outputs))
        elif not np.isfinite(got).all():
            self._error(
                f"{described(self.call)} the surrogate of {named(self.call, self.argument)} is not finite"
            )
        elif self.case.tangents:
            self._prove_linear(got)
            self._prove_tangent(got)
        return self.findings.failed or self._differs()

    def _error(self, message: str, cure: str = "") -> None:
        self.findings.error(self.key, message, cure)

    def _gradient(self, scale: float) -> Array:
        """Return the gradient of the argument, whatever its shape."""
        leaves = self.call.leaves()
        covectors = [scale * covector for covector in self.covectors]
        with np.errstate(all="ignore"):
            grads = DERIVATA.vjp(self.call(*leaves), [leaves[self.argument]], covectors)
        return DERIVATA.arrays(grads, [self.array])[0]

    def _prove_linear(self, got: Array) -> None:
        for scale in SCALES:
            if not self._same(self._gradient(scale), scale * got):
                message = f"{described(self.call)} the surrogate is not linear in `grad`, and forward mode has to be"
                cure = f"write '{self.op.outputs[0].name}: not_implemented(\"why\")' if it is meant so"
                self._error(message, cure)
                return

    def _prove_tangent(self, got: Array) -> None:
        """Compare the covector times the tangent with the gradient times the direction."""
        if self.findings.failed:
            return
        (direction,) = random_like("tangent", [self.array])
        tangents = jvp(self.call, self.argument, direction)
        forward, reverse = product(self.covectors, tangents), product([got], [direction])
        if not self._same(np.array(forward), np.array(reverse)):
            texts = pair(forward, reverse)
            self.findings.error(
                self.op.outputs[0].name if self.op.composite is None else "composite",
                f"{described(self.call)} the covector times the tangent is {texts[0]}, the surrogate of "
                f"{named(self.call, self.argument)} times its tangent {texts[1]}",
                "forward mode has to agree with the surrogate, not with the forward",
            )

    def _differs(self) -> bool:
        """Tell whether differences of the values give something else for one incoming gradient."""
        differences = Differences(self.call, COARSE if self.narrow else STEP)
        places, true = differences.gradient(self.argument, self.covectors)
        for scale in (1.0, *SCALES):
            got = coordinates(self._gradient(scale).astype(self.array.dtype))[places]
            if not np.allclose(got, scale * true, rtol=1e-3, atol=1e-3 * scale):
                return True
        return False

    def _same(self, a: Array, b: Array) -> bool:
        relative = 2e-2 if self.narrow else 1e-6
        return bool(
            np.allclose(a, b, rtol=relative, atol=relative * (1e-3 + float(np.max(np.abs(b), initial=0))))
        )


def cure_of_called(pack: Pack, op: Op) -> str:
    """Return what to write in a composite of ops with surrogates."""
    names = sorted({f"`{called.name}`" for called in called_surrogates(op, pack.library)})
    if not names:
        return ""
    return f"the gradient of {' and '.join(names)} is a surrogate: say so under 'surrogate' here, too"

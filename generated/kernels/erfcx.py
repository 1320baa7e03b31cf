# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `erfcx` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    erfcx,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*",
    "backward_self": "{x}* <- {x}* {x}* {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = erfcx(self_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, result: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        result_ = at(result, i)
        far_ = self_ > const(14)
        r_ = where(far_, const(1) / where(far_, self_ * self_, const(1)), const(0))
        h_ = const(-0.5) * r_
        part11 = h_ * (const(135135) + h_ * (const(2027025) + h_ * const(34459425)))
        part10 = const(10395) + part11
        part9 = h_ * part10
        part8 = const(945) + part9
        part7 = h_ * part8
        part6 = const(105) + part7
        part5 = h_ * part6
        part4 = const(15) + part5
        part3 = h_ * part4
        part2 = const(3) + part3
        part1 = h_ * part2
        tail_ = const(1) + part1
        part13 = const(2) * self_ * result_ - const(1.1283791670955126)
        part12 = where(far_, const(-0.5641895835477563) * r_ * tail_, part13)
        grad_self[i] = grad_ * part12

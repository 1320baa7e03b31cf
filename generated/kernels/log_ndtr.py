# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `log_ndtr` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    erfc,
    erfcx,
    exp,
    log,
    log1p,
    minimum,
    square,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*",
    "backward_self": "{x}* <- {x}* {x}* {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        part4 = erfcx(const(-0.7071067811865476) * minimum(self_, const(0)))
        part3 = const(0.5) * part4
        part2 = log(part3)
        part1 = part2 - const(0.5) * self_ * self_
        part5 = log1p(const(-0.5) * erfc(const(0.7071067811865476) * self_))
        out[i] = where(self_ < const(-1), part1, part5)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, result: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        result_ = at(result, i)
        part5 = const(-0.5) * square(where(self_ < const(1), const(1), self_))
        part4 = part5 - where(self_ < const(1), const(0), result_)
        part3 = exp(part4)
        part2 = const(0.3989422804014327) * part3
        part8 = const(-0.7071067811865476) * where(self_ < const(1), self_, const(0))
        part7 = erfcx(part8)
        part6 = const(0.7978845608028654) / part7
        part1 = where(self_ < const(1), part6, part2)
        grad_self[i] = grad_ * part1

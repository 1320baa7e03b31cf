# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `sinc` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    abs,
    at,
    cos,
    sin,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*",
    "backward_self": "{x}* <- {x}* {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        part2 = where(self_ == const(0), const(1), const(3.141592653589793) * self_)
        part1 = sin(const(3.141592653589793) * self_) / part2
        out[i] = where(self_ == const(0), const(1), part1)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        u_ = const(3.141592653589793) * self_
        near_ = abs(u_) < const(0.3)
        far_ = where(near_, const(1), u_)
        s_ = where(near_, u_ * u_, const(0))
        part6 = s_ * (const(1) / const(45360) - s_ / const(3991680))
        part5 = const(-1) / const(840) + part6
        part4 = s_ * part5
        part3 = const(1) / const(30) + part4
        part2 = s_ * part3
        part1 = const(-1) / const(3) + part2
        series_ = u_ * part1
        part8 = where(near_, series_, (cos(far_) - sin(far_) / far_) / far_)
        part7 = const(3.141592653589793) * part8
        grad_self[i] = grad_ * part7

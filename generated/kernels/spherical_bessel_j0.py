# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `spherical_bessel_j0` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    abs,
    at,
    cos,
    isinf,
    sin,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*",
    "backward_x": "{x}* <- {x}* {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, x: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        x_ = at(x, i)
        part2 = sin(x_) / where(x_ == const(0), const(1), x_)
        part1 = where(isinf(x_), const(0), part2)
        out[i] = where(x_ == const(0), const(1), part1)


def backward_x(lo: int, hi: int, grad_x: Any, grad: Any, x: Any) -> None:
    """Gradient of `x`."""
    const = grad_x.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        x_ = at(x, i)
        near_ = abs(x_) < const(0.3)
        far_ = where(near_, const(1), x_)
        s_ = where(near_, x_ * x_, const(0))
        part6 = s_ * (const(1) / const(45360) - s_ / const(3991680))
        part5 = const(-1) / const(840) + part6
        part4 = s_ * part5
        part3 = const(1) / const(30) + part4
        part2 = s_ * part3
        part1 = const(-1) / const(3) + part2
        series_ = x_ * part1
        part8 = where(isinf(x_), const(0), (cos(far_) - sin(far_) / far_) / far_)
        part7 = where(near_, series_, part8)
        grad_x[i] = grad_ * part7

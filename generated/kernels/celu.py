# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `celu` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    exp,
    expm1,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}* {x}",
    "backward_self": "{x}* <- {x}* {x}* {x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, alpha: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        alpha_ = at(alpha, i)
        out[i] = where(self_ > const(0), self_, alpha_ * expm1(self_ / alpha_))


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, alpha: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        alpha_ = at(alpha, i)
        part1 = grad_ * exp(where(self_ >= const(0), const(0), self_) / alpha_)
        grad_self[i] = where(self_ > const(0), grad_, part1)

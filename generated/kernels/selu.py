# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `selu` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    exp,
    expm1,
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
        part1 = const(1.7580993408473768) * expm1(self_)
        out[i] = where(self_ > const(0), const(1.0507009873554805) * self_, part1)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        part2 = exp(where(self_ >= const(0), const(0), self_))
        part1 = grad_ * const(1.7580993408473768) * part2
        grad_self[i] = where(self_ > const(0), grad_ * const(1.0507009873554805), part1)

# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `logaddexp2` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    abs,
    at,
    exp2,
    log1p,
    maximum,
    sigmoid,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_self": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_other": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_self_other": "{x}* {x}* <- {x}* {x}*|{x} {x}*|{x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        other_ = at(other, i)
        part2 = const(1.4426950408889634) * log1p(exp2(-abs(self_ - other_)))
        part1 = maximum(self_, other_) + part2
        out[i] = where(self_ == other_, self_ + const(1.0), part1)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, other: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        other_ = at(other, i)
        grad_self[i] = grad_ * sigmoid(const(0.6931471805599453) * (self_ - other_))


def backward_other(lo: int, hi: int, grad_other: Any, grad: Any, self: Any, other: Any) -> None:
    """Gradient of `other`."""
    const = grad_other.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        other_ = at(other, i)
        grad_other[i] = grad_ * sigmoid(const(0.6931471805599453) * (other_ - self_))


def backward_self_other(
    lo: int, hi: int, grad_self: Any, grad_other: Any, grad: Any, self: Any, other: Any
) -> None:
    """Gradients of `self` and `other`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        other_ = at(other, i)
        grad_self[i] = grad_ * sigmoid(const(0.6931471805599453) * (self_ - other_))
        grad_other[i] = grad_ * sigmoid(const(0.6931471805599453) * (other_ - self_))

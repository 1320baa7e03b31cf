# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `atan2` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    atan2,
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
    for i in range(lo, hi):
        self_ = at(self, i)
        other_ = at(other, i)
        out[i] = atan2(self_, other_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, other: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        other_ = at(other, i)
        squared_ = self_ * self_ + other_ * other_
        r_ = const(1) / where(squared_ == const(0), const(1), squared_)
        grad_self[i] = grad_ * other_ * r_


def backward_other(lo: int, hi: int, grad_other: Any, grad: Any, self: Any, other: Any) -> None:
    """Gradient of `other`."""
    const = grad_other.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        other_ = at(other, i)
        squared_ = self_ * self_ + other_ * other_
        r_ = const(1) / where(squared_ == const(0), const(1), squared_)
        grad_other[i] = grad_ * -self_ * r_


def backward_self_other(
    lo: int, hi: int, grad_self: Any, grad_other: Any, grad: Any, self: Any, other: Any
) -> None:
    """Gradients of `self` and `other`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        other_ = at(other, i)
        squared_ = self_ * self_ + other_ * other_
        r_ = const(1) / where(squared_ == const(0), const(1), squared_)
        grad_self[i] = grad_ * other_ * r_
        grad_other[i] = grad_ * -self_ * r_

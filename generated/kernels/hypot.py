# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `hypot` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    hypot,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_self": "{x}* <- {x}* {x}*|{x} {x}*",
    "backward_other": "{x}* <- {x}* {x}*|{x} {x}*",
    "backward_self_other": "{x}* {x}* <- {x}* {x}*|{x} {x}*|{x} {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        other_ = at(other, i)
        out[i] = hypot(self_, other_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, result: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        result_ = at(result, i)
        length_ = where(result_ == const(0), const(1), result_)
        grad_self[i] = grad_ * (self_ / length_)


def backward_other(lo: int, hi: int, grad_other: Any, grad: Any, other: Any, result: Any) -> None:
    """Gradient of `other`."""
    const = grad_other.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        other_ = at(other, i)
        result_ = at(result, i)
        length_ = where(result_ == const(0), const(1), result_)
        grad_other[i] = grad_ * (other_ / length_)


def backward_self_other(
    lo: int, hi: int, grad_self: Any, grad_other: Any, grad: Any, self: Any, other: Any, result: Any
) -> None:
    """Gradients of `self` and `other`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        other_ = at(other, i)
        result_ = at(result, i)
        length_ = where(result_ == const(0), const(1), result_)
        grad_self[i] = grad_ * (self_ / length_)
        grad_other[i] = grad_ * (other_ / length_)

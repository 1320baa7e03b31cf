# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `pow_default` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    log,
    pow,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_self": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_exponent": "{x}* <- {x}* {x}*|{x} {x}*|{x} {x}*",
    "backward_self_exponent": "{x}* {x}* <- {x}* {x}*|{x} {x}*|{x} {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, exponent: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        exponent_ = at(exponent, i)
        out[i] = pow(self_, exponent_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, exponent: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        exponent_ = at(exponent, i)
        part2 = pow(self_, where(exponent_ == const(0), const(0), exponent_ - const(1)))
        part1 = exponent_ * part2
        grad_self[i] = grad_ * part1


def backward_exponent(
    lo: int, hi: int, grad_exponent: Any, grad: Any, self: Any, exponent: Any, result: Any
) -> None:
    """Gradient of `exponent`."""
    const = grad_exponent.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        exponent_ = at(exponent, i)
        result_ = at(result, i)
        flat_ = (self_ == const(0)) & (exponent_ >= const(0))
        base_ = where(flat_, where(flat_, const(1), exponent_), self_)
        grad_exponent[i] = grad_ * (result_ * log(base_))


def backward_self_exponent(
    lo: int, hi: int, grad_self: Any, grad_exponent: Any, grad: Any, self: Any, exponent: Any, result: Any
) -> None:
    """Gradients of `self` and `exponent`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        exponent_ = at(exponent, i)
        result_ = at(result, i)
        flat_ = (self_ == const(0)) & (exponent_ >= const(0))
        base_ = where(flat_, where(flat_, const(1), exponent_), self_)
        part2 = pow(self_, where(exponent_ == const(0), const(0), exponent_ - const(1)))
        part1 = exponent_ * part2
        grad_self[i] = grad_ * part1
        grad_exponent[i] = grad_ * (result_ * log(base_))

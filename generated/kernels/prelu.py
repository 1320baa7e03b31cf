# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `prelu` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_self": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_weight": "{x}* <- {x}* {x}*|{x}",
    "backward_self_weight": "{x}* {x}* <- {x}* {x}*|{x} {x}*|{x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, weight: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        weight_ = at(weight, i)
        out[i] = where(self_ > const(0), self_, self_ * weight_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, weight: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        weight_ = at(weight, i)
        grad_self[i] = where(self_ > const(0), grad_, grad_ * weight_)


def backward_weight(lo: int, hi: int, grad_weight: Any, grad: Any, self: Any) -> None:
    """Gradient of `weight`."""
    const = grad_weight.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        grad_weight[i] = where(self_ > const(0), const(0), grad_ * self_)


def backward_self_weight(
    lo: int, hi: int, grad_self: Any, grad_weight: Any, grad: Any, self: Any, weight: Any
) -> None:
    """Gradients of `self` and `weight`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        weight_ = at(weight, i)
        grad_self[i] = where(self_ > const(0), grad_, grad_ * weight_)
        grad_weight[i] = where(self_ > const(0), const(0), grad_ * self_)

# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `lerp` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    abs,
    at,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x} {x}*|{x}",
    "backward_self": "{x}* <- {x}* {x}*|{x}",
    "backward_end": "{x}* <- {x}* {x}*|{x}",
    "backward_weight": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_self_end_weight": "{x}* {x}* {x}* <- {x}* {x}*|{x} {x}*|{x} {x}*|{x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, end: Any, weight: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        end_ = at(end, i)
        weight_ = at(weight, i)
        part1 = end_ - (end_ - self_) * (const(1) - weight_)
        part2 = self_ + weight_ * (end_ - self_)
        out[i] = where(abs(weight_) < const(0.5), part2, part1)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, weight: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        weight_ = at(weight, i)
        grad_self[i] = grad_ * (const(1) - weight_)


def backward_end(lo: int, hi: int, grad_end: Any, grad: Any, weight: Any) -> None:
    """Gradient of `end`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        weight_ = at(weight, i)
        grad_end[i] = grad_ * weight_


def backward_weight(lo: int, hi: int, grad_weight: Any, grad: Any, self: Any, end: Any) -> None:
    """Gradient of `weight`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        end_ = at(end, i)
        grad_weight[i] = grad_ * (end_ - self_)


def backward_self_end_weight(
    lo: int,
    hi: int,
    grad_self: Any,
    grad_end: Any,
    grad_weight: Any,
    grad: Any,
    self: Any,
    end: Any,
    weight: Any,
) -> None:
    """Gradients of `self`, `end` and `weight`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        end_ = at(end, i)
        weight_ = at(weight, i)
        grad_self[i] = grad_ * (const(1) - weight_)
        grad_end[i] = grad_ * weight_
        grad_weight[i] = grad_ * (end_ - self_)

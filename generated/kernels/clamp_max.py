# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `clamp_max` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    minimum,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_self": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_max": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_self_max": "{x}* {x}* <- {x}* {x}*|{x} {x}*|{x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, max: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        max_ = at(max, i)
        out[i] = minimum(self_, max_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, max: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        max_ = at(max, i)
        grad_self[i] = where(self_ <= max_, grad_, const(0))


def backward_max(lo: int, hi: int, grad_max: Any, grad: Any, self: Any, max: Any) -> None:
    """Gradient of `max`."""
    const = grad_max.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        max_ = at(max, i)
        grad_max[i] = where(self_ > max_, grad_, const(0))


def backward_self_max(
    lo: int, hi: int, grad_self: Any, grad_max: Any, grad: Any, self: Any, max: Any
) -> None:
    """Gradients of `self` and `max`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        max_ = at(max, i)
        grad_self[i] = where(self_ <= max_, grad_, const(0))
        grad_max[i] = where(self_ > max_, grad_, const(0))

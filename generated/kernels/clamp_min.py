# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `clamp_min` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    maximum,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_self": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_min": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_self_min": "{x}* {x}* <- {x}* {x}*|{x} {x}*|{x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, min: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        min_ = at(min, i)
        out[i] = maximum(self_, min_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, min: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        min_ = at(min, i)
        grad_self[i] = where(self_ >= min_, grad_, const(0))


def backward_min(lo: int, hi: int, grad_min: Any, grad: Any, self: Any, min: Any) -> None:
    """Gradient of `min`."""
    const = grad_min.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        min_ = at(min, i)
        grad_min[i] = where(self_ < min_, grad_, const(0))


def backward_self_min(
    lo: int, hi: int, grad_self: Any, grad_min: Any, grad: Any, self: Any, min: Any
) -> None:
    """Gradients of `self` and `min`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        min_ = at(min, i)
        grad_self[i] = where(self_ >= min_, grad_, const(0))
        grad_min[i] = where(self_ < min_, grad_, const(0))

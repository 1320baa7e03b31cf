# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `masked_fill` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} bool* {x}*|{x}",
    "backward_self": "{x}* <- {x}* bool*",
    "backward_value": "{x}* <- {x}* bool*",
    "backward_self_value": "{x}* {x}* <- {x}* bool*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, mask: Any, value: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        mask_ = at(mask, i)
        value_ = at(value, i)
        out[i] = where(mask_, value_, self_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, mask: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        mask_ = at(mask, i)
        grad_self[i] = where(mask_, const(0), grad_)


def backward_value(lo: int, hi: int, grad_value: Any, grad: Any, mask: Any) -> None:
    """Gradient of `value`."""
    const = grad_value.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        mask_ = at(mask, i)
        grad_value[i] = where(mask_, grad_, const(0))


def backward_self_value(lo: int, hi: int, grad_self: Any, grad_value: Any, grad: Any, mask: Any) -> None:
    """Gradients of `self` and `value`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        mask_ = at(mask, i)
        grad_self[i] = where(mask_, const(0), grad_)
        grad_value[i] = where(mask_, grad_, const(0))

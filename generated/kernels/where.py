# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `where` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    where,
)

TYPES = {
    "forward": "{x}* <- bool* {x}*|{x} {x}*|{x}",
    "backward_self": "{x}* <- {x}* bool*",
    "backward_other": "{x}* <- {x}* bool*",
    "backward_self_other": "{x}* {x}* <- {x}* bool*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, condition: Any, self: Any, other: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        condition_ = at(condition, i)
        self_ = at(self, i)
        other_ = at(other, i)
        out[i] = where(condition_, self_, other_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, condition: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        condition_ = at(condition, i)
        grad_self[i] = where(condition_, grad_, const(0))


def backward_other(lo: int, hi: int, grad_other: Any, grad: Any, condition: Any) -> None:
    """Gradient of `other`."""
    const = grad_other.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        condition_ = at(condition, i)
        grad_other[i] = where(condition_, const(0), grad_)


def backward_self_other(lo: int, hi: int, grad_self: Any, grad_other: Any, grad: Any, condition: Any) -> None:
    """Gradients of `self` and `other`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        condition_ = at(condition, i)
        grad_self[i] = where(condition_, grad_, const(0))
        grad_other[i] = where(condition_, const(0), grad_)

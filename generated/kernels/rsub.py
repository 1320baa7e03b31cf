# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `rsub` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
)

TYPES = {
    "forward_1": "{x}* <- {x}*|{x} {x}*|{x}",
    "forward_2": "{x}* <- {x}*|{x} {x}*|{x} {x}",
    "backward_self_1": "{x}* <- {x}*",
    "backward_self_2": "{x}* <- {x}* {x}",
}
"""What each loop may be compiled for."""


def forward_1(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        other_ = at(other, i)
        out[i] = other_ - self_


def forward_2(lo: int, hi: int, out: Any, self: Any, other: Any, alpha: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        other_ = at(other, i)
        alpha_ = at(alpha, i)
        out[i] = other_ - alpha_ * self_


def backward_self_1(lo: int, hi: int, grad_self: Any, grad: Any) -> None:
    """Gradient of `self`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        grad_self[i] = -grad_


def backward_self_2(lo: int, hi: int, grad_self: Any, grad: Any, alpha: Any) -> None:
    """Gradient of `self`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        alpha_ = at(alpha, i)
        grad_self[i] = -grad_ * alpha_

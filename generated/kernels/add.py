# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `add` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
)

TYPES = {
    "forward_1": "{x}* <- {x}*|{x} {x}*|{x}",
    "forward_2": "{x}* <- {x}*|{x} {x}*|{x} {x}",
    "backward_other_2": "{x}* <- {x}* {x}",
}
"""What each loop may be compiled for."""


def forward_1(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        other_ = at(other, i)
        out[i] = self_ + other_


def forward_2(lo: int, hi: int, out: Any, self: Any, other: Any, alpha: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        other_ = at(other, i)
        alpha_ = at(alpha, i)
        out[i] = self_ + alpha_ * other_


def backward_other_2(lo: int, hi: int, grad_other: Any, grad: Any, alpha: Any) -> None:
    """Gradient of `other`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        alpha_ = at(alpha, i)
        grad_other[i] = grad_ * alpha_

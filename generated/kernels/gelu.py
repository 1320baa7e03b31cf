# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `gelu` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    exp,
    ndtr,
    tanh,
)

TYPES = {
    "forward_1": "{x}* <- {x}*",
    "forward_2": "{x}* <- {x}*",
    "backward_self_1": "{x}* <- {x}* {x}*",
    "backward_self_2": "{x}* <- {x}* {x}*",
}
"""What each loop may be compiled for."""


def forward_1(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = self_ * ndtr(self_)


def forward_2(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        part4 = const(1) + const(0.044715) * self_ * self_
        part3 = const(0.7978845608028654) * self_ * part4
        part2 = tanh(part3)
        part1 = const(1) + part2
        out[i] = const(0.5) * self_ * part1


def backward_self_1(lo: int, hi: int, grad_self: Any, grad: Any, self: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        part2 = const(0.3989422804014327) * self_ * exp(const(-0.5) * self_ * self_)
        part1 = ndtr(self_) + part2
        grad_self[i] = grad_ * part1


def backward_self_2(lo: int, hi: int, grad_self: Any, grad: Any, self: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        part2 = const(1) + const(0.044715) * self_ * self_
        part1 = const(0.7978845608028654) * self_ * part2
        t_ = tanh(part1)
        inner_slope_ = const(0.7978845608028654) * (const(1) + const(0.134145) * self_ * self_)
        part3 = const(1) + t_ + self_ * (const(1) - t_ * t_) * inner_slope_
        grad_self[i] = grad_ * const(0.5) * part3

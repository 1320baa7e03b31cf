# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `logit` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    log,
    maximum,
    minimum,
    rsqrt,
    square,
    where,
)

TYPES = {
    "forward_1": "{x}* <- {x}*",
    "forward_2": "{x}* <- {x}* {x}",
    "backward_self_1": "{x}* <- {x}* {x}*",
    "backward_self_2": "{x}* <- {x}* {x}* {x}",
}
"""What each loop may be compiled for."""


def forward_1(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = log(self_ / (const(1) - self_))


def forward_2(lo: int, hi: int, out: Any, self: Any, eps: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        eps_ = at(eps, i)
        part2 = const(1) - minimum(maximum(self_, eps_), const(1) - eps_)
        part1 = minimum(maximum(self_, eps_), const(1) - eps_) / part2
        out[i] = log(part1)


def backward_self_1(lo: int, hi: int, grad_self: Any, grad: Any, self: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        grad_self[i] = grad_ * square(rsqrt(self_ * (const(1) - self_)))


def backward_self_2(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, eps: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        eps_ = at(eps, i)
        part2 = (self_ < eps_) | (self_ > const(1) - eps_)
        part1 = where(part2, const(1), self_ * (const(1) - self_))
        part3 = where((self_ < eps_) | (self_ > const(1) - eps_), const(0), grad_)
        grad_self[i] = part3 / part1

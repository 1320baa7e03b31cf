# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `softshrink` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    where,
)

TYPES = {
    "forward_1": "{x}* <- {x}* {x}",
    "backward_self": "{x}* <- {x}* {x}* {x}",
}
"""What each loop may be compiled for."""


def forward_1(lo: int, hi: int, out: Any, self: Any, lambd: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        lambd_ = at(lambd, i)
        part1 = where(self_ < -lambd_, self_ + lambd_, self_ * const(0))
        out[i] = where(self_ > lambd_, self_ - lambd_, part1)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, lambd: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        lambd_ = at(lambd, i)
        grad_self[i] = where((self_ >= -lambd_) & (self_ <= lambd_), const(0), grad_)

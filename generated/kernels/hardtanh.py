# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `hardtanh` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    maximum,
    minimum,
    where,
)

TYPES = {
    "forward_1": "{x}* <- {x}* {x} {x}",
    "backward_self": "{x}* <- {x}* {x}* {x} {x}",
}
"""What each loop may be compiled for."""


def forward_1(lo: int, hi: int, out: Any, self: Any, min_val: Any, max_val: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        min_val_ = at(min_val, i)
        max_val_ = at(max_val, i)
        out[i] = minimum(maximum(self_, min_val_), max_val_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, min_val: Any, max_val: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        min_val_ = at(min_val, i)
        max_val_ = at(max_val, i)
        grad_self[i] = where((self_ <= min_val_) | (self_ >= max_val_), const(0), grad_)

# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `threshold` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}* {x} {x}",
    "backward_self": "{x}* <- {x}* {x}* {x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, threshold: Any, value: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        threshold_ = at(threshold, i)
        value_ = at(value, i)
        out[i] = where(self_ <= threshold_, value_, self_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, threshold: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        threshold_ = at(threshold, i)
        grad_self[i] = where(self_ <= threshold_, const(0), grad_)

# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `deg2rad` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
)

TYPES = {
    "forward": "{x}* <- {x}*",
    "backward_self": "{x}* <- {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = self_ * const(0.017453292519943295)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        grad_self[i] = grad_ * const(0.017453292519943295)

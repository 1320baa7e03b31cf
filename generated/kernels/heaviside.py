# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `heaviside` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    heaviside,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_values": "{x}* <- {x}* {x}*|{x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, values: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        values_ = at(values, i)
        out[i] = heaviside(self_, values_)


def backward_values(lo: int, hi: int, grad_values: Any, grad: Any, self: Any) -> None:
    """Gradient of `values`."""
    const = grad_values.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        grad_values[i] = where(self_ == const(0), grad_, const(0))

# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `copysign` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    copysign,
    sign,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_self": "{x}* <- {x}* {x}*|{x} {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        other_ = at(other, i)
        out[i] = copysign(self_, other_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, result: Any) -> None:
    """Gradient of `self`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        result_ = at(result, i)
        grad_self[i] = grad_ * sign(self_) * sign(result_)

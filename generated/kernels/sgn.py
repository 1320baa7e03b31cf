# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `sgn` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    abs,
    at,
    sign,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*",
    "backward_self": "{x}* <- {x}* {x}* {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = sign(self_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, result: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        result_ = at(result, i)
        part2 = where(self_ == const(0), const(1), abs(self_))
        part1 = (grad_ - grad_ * result_ * result_) / part2
        grad_self[i] = where(self_ == const(0), const(0), part1)

# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `softplus` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    abs,
    at,
    exp,
    log1p,
    maximum,
    sigmoid,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}* {x} {x}",
    "backward_self": "{x}* <- {x}* {x}* {x} {x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, beta: Any, threshold: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        beta_ = at(beta, i)
        threshold_ = at(threshold, i)
        part2 = maximum(self_ * beta_, const(0)) + log1p(exp(-abs(self_ * beta_)))
        part1 = part2 / beta_
        out[i] = where(self_ * beta_ > threshold_, self_, part1)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, beta: Any, threshold: Any) -> None:
    """Gradient of `self`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        beta_ = at(beta, i)
        threshold_ = at(threshold, i)
        grad_self[i] = where(self_ * beta_ > threshold_, grad_, grad_ * sigmoid(self_ * beta_))

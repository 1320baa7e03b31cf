# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `gegenbauer` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    gegenbauer,
    trunc,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x} {x}",
    "backward_self": "{x}* <- {x}* {x}*|{x} {x}*|{x} {x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, n: Any, order: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        n_ = at(n, i)
        order_ = at(order, i)
        out[i] = gegenbauer(self_, n_, order_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, n: Any, order: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        n_ = at(n, i)
        order_ = at(order, i)
        part2 = gegenbauer(self_, trunc(n_) - const(1), order_ + const(1))
        part1 = const(2) * order_ * part2
        grad_self[i] = grad_ * part1

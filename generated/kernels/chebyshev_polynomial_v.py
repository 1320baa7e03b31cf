# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `chebyshev_polynomial_v` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    gegenbauer,
    trunc,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_x": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, x: Any, n: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        x_ = at(x, i)
        n_ = at(n, i)
        part1 = gegenbauer(x_, trunc(n_) - const(1), const(1.0))
        out[i] = gegenbauer(x_, n_, const(1.0)) - part1


def backward_x(lo: int, hi: int, grad_x: Any, grad: Any, x: Any, n: Any) -> None:
    """Gradient of `x`."""
    const = grad_x.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        x_ = at(x, i)
        n_ = at(n, i)
        part3 = gegenbauer(x_, trunc(n_) - const(1), const(2.0))
        part2 = part3 - gegenbauer(x_, trunc(n_) - const(2), const(2.0))
        part1 = const(2) * part2
        grad_x[i] = grad_ * part1

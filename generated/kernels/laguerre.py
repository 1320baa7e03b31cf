# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `laguerre` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    laguerre,
    trunc,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x} {x}",
    "backward_self": "{x}* <- {x}* {x}*|{x} {x}*|{x} {x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, n: Any, alpha: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        n_ = at(n, i)
        alpha_ = at(alpha, i)
        out[i] = laguerre(self_, n_, alpha_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, n: Any, alpha: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        n_ = at(n, i)
        alpha_ = at(alpha, i)
        grad_self[i] = grad_ * -laguerre(self_, trunc(n_) - const(1), alpha_ + const(1))

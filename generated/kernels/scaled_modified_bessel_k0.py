# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `scaled_modified_bessel_k0` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    scaled_bessel_k0,
    scaled_bessel_k1,
)

TYPES = {
    "forward": "{x}* <- {x}*",
    "backward_x": "{x}* <- {x}* {x}* {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, x: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        x_ = at(x, i)
        out[i] = scaled_bessel_k0(x_)


def backward_x(lo: int, hi: int, grad_x: Any, grad: Any, x: Any, result: Any) -> None:
    """Gradient of `x`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        x_ = at(x, i)
        result_ = at(result, i)
        grad_x[i] = grad_ * (result_ - scaled_bessel_k1(x_))

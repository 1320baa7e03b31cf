# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `pow_Scalar` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    pow,
    reciprocal,
    rsqrt,
    sqrt,
    square,
)

TYPES = {
    "forward_1": "{x}* <- {x}*",
    "forward_2": "{x}* <- {x}* {x}",
    "forward_3": "{x}* <- {x}*",
    "forward_4": "{x}* <- {x}*",
    "forward_5": "{x}* <- {x}*",
    "forward_6": "{x}* <- {x}*",
    "forward_8": "{x}* <- {x}* {x}",
    "forward_9": "{x}* <- {x}* {x}",
    "backward_self_1": "{x}* <- {x}* {x}*",
    "backward_self_2": "{x}* <- {x}* {x}*",
    "backward_self_3": "{x}* <- {x}* {x}*",
    "backward_self_4": "{x}* <- {x}* {x}*",
    "backward_self_6": "{x}* <- {x}* {x}* {x}",
}
"""What each loop may be compiled for."""


def forward_1(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = self_ * self_


def forward_2(lo: int, hi: int, out: Any, self: Any, exponent: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        exponent_ = at(exponent, i)
        out[i] = self_ * self_ * (self_ * (exponent_ - const(2)))


def forward_3(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = sqrt(self_)


def forward_4(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = reciprocal(self_)


def forward_5(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = rsqrt(self_)


def forward_6(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = reciprocal(square(self_))


def forward_8(lo: int, hi: int, out: Any, self: Any, exponent: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        exponent_ = at(exponent, i)
        out[i] = self_ * exponent_


def forward_9(lo: int, hi: int, out: Any, self: Any, exponent: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        exponent_ = at(exponent, i)
        out[i] = pow(self_, exponent_)


def backward_self_1(lo: int, hi: int, grad_self: Any, grad: Any, self: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        grad_self[i] = grad_ * (const(2) * self_)


def backward_self_2(lo: int, hi: int, grad_self: Any, grad: Any, self: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        grad_self[i] = grad_ * (const(0.5) * rsqrt(self_))


def backward_self_3(lo: int, hi: int, grad_self: Any, grad: Any, self: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        grad_self[i] = grad_ * (const(3) * (self_ * self_))


def backward_self_4(lo: int, hi: int, grad_self: Any, grad: Any, self: Any) -> None:
    """Gradient of `self`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        grad_self[i] = -grad_ * reciprocal(self_ * self_)


def backward_self_6(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, exponent: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        exponent_ = at(exponent, i)
        grad_self[i] = grad_ * (exponent_ * pow(self_, exponent_ - const(1)))

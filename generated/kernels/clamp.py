# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `clamp` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    maximum,
    minimum,
    where,
)

TYPES = {
    "forward_1": "{x}* <- {x}*|{x} {x}*|{x} {x}*|{x}",
    "forward_2": "{x}* <- {x}*|{x} {x}*|{x}",
    "forward_3": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_self_1": "{x}* <- {x}* {x}*|{x} {x}*|{x} {x}*|{x}",
    "backward_self_2": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_self_3": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_min_1": "{x}* <- {x}* {x}*|{x} {x}*|{x} {x}*|{x}",
    "backward_min_2": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_max_1": "{x}* <- {x}* {x}*|{x} {x}*|{x} {x}*|{x}",
    "backward_max_2": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
}
"""What each loop may be compiled for."""


def forward_1(lo: int, hi: int, out: Any, self: Any, min: Any, max: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        min_ = at(min, i)
        max_ = at(max, i)
        out[i] = minimum(maximum(self_, min_), max_)


def forward_2(lo: int, hi: int, out: Any, self: Any, min: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        min_ = at(min, i)
        out[i] = maximum(self_, min_)


def forward_3(lo: int, hi: int, out: Any, self: Any, max: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        max_ = at(max, i)
        out[i] = minimum(self_, max_)


def backward_self_1(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, min: Any, max: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        min_ = at(min, i)
        max_ = at(max, i)
        grad_self[i] = where((self_ >= min_) & (self_ <= max_), grad_, const(0))


def backward_self_2(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, min: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        min_ = at(min, i)
        grad_self[i] = where(self_ >= min_, grad_, const(0))


def backward_self_3(lo: int, hi: int, grad_self: Any, grad: Any, self: Any, max: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        max_ = at(max, i)
        grad_self[i] = where(self_ <= max_, grad_, const(0))


def backward_min_1(lo: int, hi: int, grad_min: Any, grad: Any, self: Any, min: Any, max: Any) -> None:
    """Gradient of `min`."""
    const = grad_min.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        min_ = at(min, i)
        max_ = at(max, i)
        grad_min[i] = where((self_ < min_) & (min_ < max_), grad_, const(0))


def backward_min_2(lo: int, hi: int, grad_min: Any, grad: Any, self: Any, min: Any) -> None:
    """Gradient of `min`."""
    const = grad_min.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        min_ = at(min, i)
        grad_min[i] = where(self_ < min_, grad_, const(0))


def backward_max_1(lo: int, hi: int, grad_max: Any, grad: Any, self: Any, min: Any, max: Any) -> None:
    """Gradient of `max`."""
    const = grad_max.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        min_ = at(min, i)
        max_ = at(max, i)
        grad_max[i] = where((self_ > max_) | (max_ < min_), grad_, const(0))


def backward_max_2(lo: int, hi: int, grad_max: Any, grad: Any, self: Any, max: Any) -> None:
    """Gradient of `max`."""
    const = grad_max.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        max_ = at(max, i)
        grad_max[i] = where(self_ > max_, grad_, const(0))

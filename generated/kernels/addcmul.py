# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `addcmul` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x} {x}*|{x} {x}",
    "backward_tensor1": "{x}* <- {x}* {x}*|{x} {x}",
    "backward_tensor2": "{x}* <- {x}* {x}*|{x} {x}",
    "backward_tensor1_tensor2": "{x}* {x}* <- {x}* {x}*|{x} {x}*|{x} {x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, tensor1: Any, tensor2: Any, value: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        tensor1_ = at(tensor1, i)
        tensor2_ = at(tensor2, i)
        value_ = at(value, i)
        out[i] = self_ + value_ * tensor1_ * tensor2_


def backward_tensor1(lo: int, hi: int, grad_tensor1: Any, grad: Any, tensor2: Any, value: Any) -> None:
    """Gradient of `tensor1`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        tensor2_ = at(tensor2, i)
        value_ = at(value, i)
        grad_tensor1[i] = grad_ * (value_ * tensor2_)


def backward_tensor2(lo: int, hi: int, grad_tensor2: Any, grad: Any, tensor1: Any, value: Any) -> None:
    """Gradient of `tensor2`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        tensor1_ = at(tensor1, i)
        value_ = at(value, i)
        grad_tensor2[i] = grad_ * (value_ * tensor1_)


def backward_tensor1_tensor2(
    lo: int, hi: int, grad_tensor1: Any, grad_tensor2: Any, grad: Any, tensor1: Any, tensor2: Any, value: Any
) -> None:
    """Gradients of `tensor1` and `tensor2`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        tensor1_ = at(tensor1, i)
        tensor2_ = at(tensor2, i)
        value_ = at(value, i)
        grad_tensor1[i] = grad_ * (value_ * tensor2_)
        grad_tensor2[i] = grad_ * (value_ * tensor1_)

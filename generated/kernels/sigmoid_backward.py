# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `sigmoid_backward` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_output_grad": "{x}* <- {x}* {x}*|{x}",
    "backward_output": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_output_grad_output": "{x}* {x}* <- {x}* {x}*|{x} {x}*|{x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, output_grad: Any, output: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        output_grad_ = at(output_grad, i)
        output_ = at(output, i)
        out[i] = output_grad_ * (output_ * (const(1) - output_))


def backward_output_grad(lo: int, hi: int, grad_output_grad: Any, grad: Any, output: Any) -> None:
    """Gradient of `output_grad`."""
    const = grad_output_grad.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        output_ = at(output, i)
        grad_output_grad[i] = grad_ * (output_ * (const(1) - output_))


def backward_output(lo: int, hi: int, grad_output: Any, grad: Any, output_grad: Any, output: Any) -> None:
    """Gradient of `output`."""
    const = grad_output.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        output_grad_ = at(output_grad, i)
        output_ = at(output, i)
        grad_output[i] = grad_ * output_grad_ * (const(1) - const(2) * output_)


def backward_output_grad_output(
    lo: int, hi: int, grad_output_grad: Any, grad_output: Any, grad: Any, output_grad: Any, output: Any
) -> None:
    """Gradients of `output_grad` and `output`."""
    const = grad_output_grad.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        output_grad_ = at(output_grad, i)
        output_ = at(output, i)
        grad_output_grad[i] = grad_ * (output_ * (const(1) - output_))
        grad_output[i] = grad_ * output_grad_ * (const(1) - const(2) * output_)

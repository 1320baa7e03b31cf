# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `gated` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    sigmoid,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_self": "{x}* <- {x}* {x}*|{x}",
    "backward_gate": "{x}* <- {x}* {x}*|{x} {x}*",
    "backward_self_gate": "{x}* {x}* <- {x}* {x}*|{x} {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, gate: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        gate_ = at(gate, i)
        out[i] = self_ * sigmoid(gate_)


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, gate: Any) -> None:
    """Gradient of `self`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        gate_ = at(gate, i)
        sigmoid_gate_ = sigmoid(gate_)
        grad_self[i] = grad_ * sigmoid_gate_


def backward_gate(lo: int, hi: int, grad_gate: Any, grad: Any, gate: Any, result: Any) -> None:
    """Gradient of `gate`."""
    const = grad_gate.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        gate_ = at(gate, i)
        result_ = at(result, i)
        sigmoid_gate_ = sigmoid(gate_)
        grad_gate[i] = grad_ * (result_ * (const(1) - sigmoid_gate_))


def backward_self_gate(
    lo: int, hi: int, grad_self: Any, grad_gate: Any, grad: Any, gate: Any, result: Any
) -> None:
    """Gradients of `self` and `gate`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        gate_ = at(gate, i)
        result_ = at(result, i)
        sigmoid_gate_ = sigmoid(gate_)
        grad_self[i] = grad_ * sigmoid_gate_
        grad_gate[i] = grad_ * (result_ * (const(1) - sigmoid_gate_))

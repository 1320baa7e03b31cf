# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `soft_margin` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    abs,
    at,
    exp,
    log1p,
    maximum,
    sigmoid,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
    "backward_input": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_target": "{x}* <- {x}* {x}*|{x} {x}*|{x}",
    "backward_input_target": "{x}* {x}* <- {x}* {x}*|{x} {x}*|{x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, input: Any, target: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        input_ = at(input, i)
        target_ = at(target, i)
        part1 = maximum(-target_ * input_, const(0))
        out[i] = part1 + log1p(exp(-abs(target_ * input_)))


def backward_input(lo: int, hi: int, grad_input: Any, grad: Any, input: Any, target: Any) -> None:
    """Gradient of `input`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        input_ = at(input, i)
        target_ = at(target, i)
        slope_ = -sigmoid(-target_ * input_)
        grad_input[i] = grad_ * slope_ * target_


def backward_target(lo: int, hi: int, grad_target: Any, grad: Any, input: Any, target: Any) -> None:
    """Gradient of `target`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        input_ = at(input, i)
        target_ = at(target, i)
        slope_ = -sigmoid(-target_ * input_)
        grad_target[i] = grad_ * slope_ * input_


def backward_input_target(
    lo: int, hi: int, grad_input: Any, grad_target: Any, grad: Any, input: Any, target: Any
) -> None:
    """Gradients of `input` and `target`."""
    for i in range(lo, hi):
        grad_ = at(grad, i)
        input_ = at(input, i)
        target_ = at(target, i)
        slope_ = -sigmoid(-target_ * input_)
        grad_input[i] = grad_ * slope_ * target_
        grad_target[i] = grad_ * slope_ * input_

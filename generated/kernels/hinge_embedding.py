# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `hinge_embedding` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    maximum,
    where,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x} {x}",
    "backward_input": "{x}* <- {x}* {x}*|{x} {x}*|{x} {x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, input: Any, target: Any, margin: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        input_ = at(input, i)
        target_ = at(target, i)
        margin_ = at(margin, i)
        part2 = maximum(margin_ - input_, const(0))
        part1 = where(target_ == const(1), const(0), part2)
        out[i] = part1 + where(target_ == const(-1), const(0), input_)


def backward_input(
    lo: int, hi: int, grad_input: Any, grad: Any, input: Any, target: Any, margin: Any
) -> None:
    """Gradient of `input`."""
    const = grad_input.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        input_ = at(input, i)
        target_ = at(target, i)
        margin_ = at(margin, i)
        part2 = (target_ != const(1)) & (margin_ - input_ >= const(0))
        part1 = where(part2, grad_, const(0))
        grad_input[i] = where(target_ == const(-1), const(0), grad_) - part1

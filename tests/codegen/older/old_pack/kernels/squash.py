# Generated from my_ops.yaml by `derivata codegen my_ops.yaml --package old_pack`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `squash` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    abs,
    at,
    sign,
)

TYPES = {
    "forward": "{x}* <- {x}*",
    "backward_self": "{x}* <- {x}* {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = self_ / (const(1) + abs(self_))


def backward_self(lo: int, hi: int, grad_self: Any, grad: Any, self: Any) -> None:
    """Gradient of `self`."""
    const = grad_self.dtype.type
    for i in range(lo, hi):
        grad_ = at(grad, i)
        self_ = at(self, i)
        total_ = const(1) + abs(self_)
        ratio_ = self_ / total_
        sgn_self_ = sign(self_)
        grad_self[i] = grad_ / total_ + -grad_ * (ratio_ / total_) * sgn_self_

# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `trunc_quotient` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    floor_divide,
)

TYPES = {
    "forward": "{x}* <- {x}*|{x} {x}*|{x}",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        other_ = at(other, i)
        part2 = floor_divide(self_, other_) * other_ != self_
        part1 = (floor_divide(self_, other_) < const(0)) & part2
        out[i] = floor_divide(self_, other_) + part1

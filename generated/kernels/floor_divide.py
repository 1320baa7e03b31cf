# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `floor_divide` over contiguous arrays; compiled by the runtime, never called from Python."""

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
    for i in range(lo, hi):
        self_ = at(self, i)
        other_ = at(other, i)
        out[i] = floor_divide(self_, other_)

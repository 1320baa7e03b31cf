# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `scaled_modified_bessel_k1` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    scaled_bessel_k1,
)

TYPES = {
    "forward": "{x}* <- {x}*",
}
"""What each loop may be compiled for."""


def forward(lo: int, hi: int, out: Any, x: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        x_ = at(x, i)
        out[i] = scaled_bessel_k1(x_)

# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/op.py.jinja. Do not edit.
"""Loops of `round` over contiguous arrays; compiled by the runtime, never called from Python."""

from typing import Any

from derivata.runtime.kernels.elementary import (
    at,
    pow,
    round,
)

TYPES = {
    "forward_1": "{x}* <- {x}*",
    "forward_2": "{x}* <- {x}* {x}",
    "forward_3": "{x}* <- {x}* {x}",
}
"""What each loop may be compiled for."""


def forward_1(lo: int, hi: int, out: Any, self: Any) -> None:
    """The result."""
    for i in range(lo, hi):
        self_ = at(self, i)
        out[i] = round(self_)


def forward_2(lo: int, hi: int, out: Any, self: Any, decimals: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        decimals_ = at(decimals, i)
        out[i] = round(self_ * pow(const(10), decimals_)) / pow(const(10), decimals_)


def forward_3(lo: int, hi: int, out: Any, self: Any, decimals: Any) -> None:
    """The result."""
    const = out.dtype.type
    for i in range(lo, hi):
        self_ = at(self, i)
        decimals_ = at(decimals, i)
        out[i] = round(self_ / pow(const(10), -decimals_)) * pow(const(10), -decimals_)

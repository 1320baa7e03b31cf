"""Loops over the matrices of stacks: one that calls a routine of LAPACK for each, one that exchanges its rows."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

TYPES = {"call_each": "int64[1] int64[1]", "order_rows": "int32[2] int64[2]"}
"""What each loop is compiled for; see `inventory`."""

_MOST = 9  # arguments; a routine does not look for those that it has not


@intrinsic
def _call(_: Any, routine: Any, arguments: Any) -> Any:
    """Call a routine, whose arguments are all addresses, by its own."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(ir.VoidType(), [word] * _MOST)
        builder.call(
            builder.inttoptr(values[0], kind.as_pointer()),
            [builder.extract_value(values[1], k) for k in range(_MOST)],
        )

    return types.void(types.int64, types.UniTuple(types.int64, _MOST)), generate


def call_each(lo: int, hi: int, places: Any, steps: Any) -> None:
    """Call the routine at the first of the places with the others, which lie so many bytes further for each matrix."""
    p, s = places, steps
    for i in range(lo, hi):
        arguments = (
            p[1] + i * s[1],
            p[2] + i * s[2],
            p[3] + i * s[3],
            p[4] + i * s[4],
            p[5] + i * s[5],
            p[6] + i * s[6],
            p[7] + i * s[7],
            p[8] + i * s[8],
            p[9] + i * s[9],
        )
        _call(p[0], arguments)


def order_rows(lo: int, hi: int, exchanges: Any, order: Any) -> None:
    """Exchange the numbers of rows as LAPACK has exchanged rows, counting from 1."""
    for i in range(lo, hi):
        for k in range(exchanges.shape[1]):
            other = exchanges[i, k] - 1
            row = order[i, k]
            order[i, k] = order[i, other]
            order[i, other] = row

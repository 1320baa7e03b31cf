"""Stack memory of fused loops: a number that one op passes to the next, or a block that one loop passes to the next.

The loop of a single op writes ``out[i]``. Given a `cell` for ``out`` and the range from 0 to 1, it computes one number,
which LLVM keeps in a register; so the loops of single ops, as they are, are the parts of fused ones.

This module imports Numba; only a compilation imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

BLOCK = 512
"""Elements of a window."""


def _on_stack(size: int, dtype_of: Callable[[Any], Any]) -> Any:
    """Return an intrinsic ``(like, start)`` that makes an array with elements `start` to `start + size`, no others."""

    @intrinsic
    def allocate(typing: Any, like: Any, start: Any) -> Any:
        kind = types.Array(dtype_of(like), 1, "C")

        def generate(context: Any, builder: ir.IRBuilder, _: Any, values: list[ir.Value]) -> ir.Value:
            element = context.get_data_type(kind.dtype)
            memory = cgutils.alloca_once(builder, ir.ArrayType(element, size))
            memory.align = 64
            data = builder.gep(builder.bitcast(memory, element.as_pointer()), [builder.neg(values[1])])
            itemsize = context.get_constant(types.intp, context.get_abi_sizeof(element))
            array = make_array(kind)(context, builder)
            fields = {"shape": [values[1]], "strides": [itemsize], "itemsize": itemsize, "meminfo": None}
            populate_array(array, data=data, **fields)
            return array._getvalue()

        return kind(like, start), generate

    return allocate


cell = _on_stack(1, lambda like: like.dtype)
mask_cell = _on_stack(1, lambda like: types.boolean)
window = _on_stack(BLOCK, lambda like: like.dtype)
mask_window = _on_stack(BLOCK, lambda like: types.boolean)


def _rows_on_stack(capacity: int, dtype_of: Callable[[Any], Any]) -> Any:
    """Return an intrinsic ``(like, count, size)`` that makes a matrix of at most `capacity` elements."""

    @intrinsic
    def allocate(typing: Any, like: Any, count: Any, size: Any) -> Any:
        kind = types.Array(dtype_of(like), 2, "C")

        def generate(context: Any, builder: ir.IRBuilder, _: Any, values: list[ir.Value]) -> ir.Value:
            element = context.get_data_type(kind.dtype)
            memory = cgutils.alloca_once(builder, ir.ArrayType(element, capacity))
            memory.align = 64
            itemsize = context.get_constant(types.intp, context.get_abi_sizeof(element))
            _, *shape = values
            strides = [builder.mul(itemsize, shape[1]), itemsize]
            fields = {"shape": shape, "strides": strides, "itemsize": itemsize, "meminfo": None}
            array = make_array(kind)(context, builder)
            populate_array(array, data=builder.bitcast(memory, element.as_pointer()), **fields)
            return array._getvalue()

        return kind(like, count, size), generate

    return allocate


for _capacity in (16, 64, 256, 1024, 4096, 16384):
    # Names that loops import, so that a later process can tell what their code was compiled from
    globals()[f"rows_{_capacity}"] = _rows_on_stack(_capacity, lambda like: like.dtype)
    globals()[f"mask_rows_{_capacity}"] = _rows_on_stack(_capacity, lambda like: types.boolean)

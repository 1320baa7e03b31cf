"""Kernels as callables that take ndarrays: `Elementwise` for flat loops, `RowKernel` for loops over rows.

A kernel may decline: then NumPy does the work. Size and cost decide, never a clock, so a program takes the same
path every time. The module with the Python loop is found by name and imported only when it has to be compiled.
"""

from __future__ import annotations

from struct import error as StructError
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .buffers import empty
from .switch import SWITCH
from .threads import POOL

if TYPE_CHECKING:
    from .native import Entry

__all__ = ["THRESHOLD", "Elementwise", "RowKernel"]

Array = NDArray[Any]

THRESHOLD = 4096  # size times cost from which a compiled loop beats NumPy
_SMALLEST = 512  # no formula is worth a launch below this size
_C, _F, _ALIGNED = 1, 2, 256  # bits of ndarray.flags.num
_FLOATS = {np.dtype(np.float32): "float32", np.dtype(np.float64): "float64"}
_BOOL = np.dtype(np.bool_)


class Elementwise:
    """A loop `function(lo, hi, *outputs, *inputs)` over arrays of equal shape and scalars.

    `cost` is the work per element in units of one multiplication (`exp` is about 8), `minimum` the smallest size that
    is not declined. `dtypes` are the outputs' dtypes when they differ from the inputs'.
    """

    __slots__ = ("_ready", "cost", "dtypes", "function", "minimum", "module", "outputs")

    def __init__(
        self,
        module: str,
        function: str,
        outputs: int = 1,
        cost: int = 1,
        dtypes: tuple[Any, ...] | None = None,
    ) -> None:
        self.module, self.function, self.outputs, self.cost = module, function, outputs, max(cost, 1)
        self.dtypes = tuple(map(np.dtype, dtypes)) if dtypes else None
        self.minimum = max(THRESHOLD // self.cost, _SMALLEST)
        self._ready: dict[Any, Entry | None] = {}

    def __call__(self, *inputs: Any, out: Any = None, dtypes: tuple[Any, ...] | None = None) -> Any:
        """Return the output, or the tuple of outputs, or None when NumPy has to do it.

        Inputs are ndarrays and scalars. `out`, a buffer or a tuple of buffers, may be one of the inputs; buffers that
        overlap an input in another way are declined.
        """
        try:
            if inputs[0].size < self.minimum and (inputs[0].ndim or len(inputs) == 1):
                return None
        except AttributeError:  # a Python scalar
            pass
        if not SWITCH.on:
            return None
        seen = _inspect(inputs)
        if seen is None or seen[0].size < self.minimum:
            return None
        first, kinds, layout, slots = seen
        order = "C" if layout & _C else "F"
        results = self._results(first, order, out, dtypes)
        if results is None or (out is not None and _overlap(results, inputs)):
            return None
        key = kinds if dtypes is None else (kinds, *dtypes)
        try:
            entry = self._ready[key]
        except KeyError:
            entry = self._ready[key] = _find(self.module, self.function, _signature(results, kinds))
        if entry is None:
            return None
        try:
            block = entry.pack(*map(id, results), *slots)
        except (StructError, TypeError, OverflowError):  # a scalar that is no real number
            return None
        POOL.run(entry, block, first.size, first.size * self.cost)
        return results[0] if self.outputs == 1 else results

    def _results(
        self, first: Array, order: Any, out: Any, dtypes: tuple[Any, ...] | None
    ) -> tuple[Array, ...] | None:
        """Return the arrays to write to, or None when the given ones do not fit."""
        chosen = dtypes or self.dtypes
        if out is None:
            if chosen is None:
                dtype = first.dtype
                return tuple([empty(first.shape, dtype, order) for _ in range(self.outputs)])
            return tuple([empty(first.shape, np.dtype(dtype), order) for dtype in chosen])
        results: tuple[Array, ...] = out if isinstance(out, tuple) else (out,)
        wanted = _ALIGNED | (_C if order == "C" else _F)
        expected = chosen or (first.dtype,) * self.outputs
        for result, dtype in zip(results, expected, strict=True):
            flags = result.flags
            if result.shape != first.shape or result.dtype != dtype or flags.num & wanted != wanted:
                return None
            if not flags.writeable:
                return None
        return results


class RowKernel:
    """A loop `function(lo, hi, *args)` over the rows of C-contiguous arrays; `cost` is per element of `work`.

    Arguments keep their dtypes: ndarrays of any number of dimensions, ints (int64), bools, and floats, which get
    the dtype of the first floating array. An exception that the loop raises reaches the caller.
    """

    __slots__ = ("_ready", "cost", "function", "module")

    def __init__(self, module: str, function: str, cost: int = 1) -> None:
        self.module, self.function, self.cost = module, function, max(cost, 1)
        self._ready: dict[tuple[str, ...], Entry | None] = {}

    def run(self, count: int, *args: Any, work: int | None = None) -> bool:
        """Run the rows `0..count`, `work` elements in all; return False when NumPy has to do it."""
        if not SWITCH.on:
            return False
        signature, slots = _describe(args)
        if signature is None:
            return False
        try:
            entry = self._ready[signature]
        except KeyError:
            entry = self._ready[signature] = _find(self.module, self.function, signature)
        if entry is None:
            return False
        try:
            block = entry.pack(*slots)
        except (StructError, TypeError, OverflowError):
            return False
        POOL.run(entry, block, count, (count if work is None else work) * self.cost)
        return True


def _find(module: str, function: str, signature: tuple[str, ...]) -> Entry | None:
    """Load or compile a kernel."""
    from .entries import find  # not at the top: import time

    return find(module, function, signature)


def _inspect(inputs: tuple[Any, ...]) -> tuple[Array, str, int, list[Any]] | None:
    """Return the first floating array, what each input is, the common layout bits, and the slots.

    What each input is: the dtype's letter for floating arrays, `?` for bool arrays, `s` for scalars.
    """
    layout = _C | _F
    first = shape = None
    kinds = ""
    slots: list[Any] = []
    for value in inputs:
        if value.__class__ is not np.ndarray or not (dimensions := value.shape):
            kinds += "s"
            slots.append(value)
            continue
        flags = value.flags.num
        layout &= flags
        if shape is None:
            shape = dimensions
        if dimensions != shape or not layout or not flags & _ALIGNED:
            return None
        dtype = value.dtype
        if dtype is not _BOOL:
            if first is None:
                if dtype not in _FLOATS:
                    return None
                first = value
            elif dtype is not first.dtype and dtype != first.dtype:
                return None
        kinds += dtype.char
        slots.append(id(value))
    return None if first is None else (first, kinds, layout, slots)


def _signature(results: tuple[Array, ...], kinds: str) -> tuple[str, ...]:
    """Return the argument types of a flat loop, outputs first."""
    scalar = next(np.dtype(kind).name for kind in kinds if kind not in "s?")
    words = [f"{result.dtype.name}*" for result in results]
    words += [scalar if kind == "s" else f"{np.dtype(kind).name}*" for kind in kinds]
    return tuple(words)


def _describe(args: tuple[Any, ...]) -> tuple[tuple[str, ...] | None, list[Any]]:
    """Return the argument types of a row loop and the slots; None when an argument does not fit."""
    words: list[str] = []
    slots: list[Any] = []
    floating = next(
        (a.dtype.name for a in args if a.__class__ is np.ndarray and a.dtype in _FLOATS), "float64"
    )
    for value in args:
        if value.__class__ is np.ndarray:
            if (
                value.flags.num & (_C | _ALIGNED) != _C | _ALIGNED
                or not value.ndim
                or not value.dtype.isnative
            ):
                return None, slots
            words.append(f"{value.dtype.name}[{value.ndim}]")
            slots.append(id(value))
        else:
            words.append(
                "bool" if value.__class__ is bool else "int64" if value.__class__ is int else floating
            )
            slots.append(value)
    return tuple(words), slots


def _overlap(results: tuple[Array, ...], inputs: tuple[Any, ...]) -> bool:
    """Whether an input shares memory with an output without being the same elements in the same places."""
    for result in results:
        for value in inputs:
            if value is not result and isinstance(value, np.ndarray) and np.may_share_memory(result, value):
                same = value.ctypes.data == result.ctypes.data and value.dtype == result.dtype
                if not same or not value.ndim:
                    return True
    return False

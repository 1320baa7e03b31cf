"""Kernels as callables that take ndarrays: `Elementwise` for flat loops, `RowKernel` for loops over rows.

A kernel may decline: then NumPy does the work. Size and cost decide, never a clock, so a program takes the
same path every time. The Python loop is found by its module's name and imported only to be compiled.
"""

from __future__ import annotations

from struct import error as StructError
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .buffers import empty
from .switch import SWITCH
from .threads import POOL

if TYPE_CHECKING:
    from .native import Entry

__all__ = ["THRESHOLD", "Elementwise", "RowKernel"]

Array = NDArray[Any]
DTypes = tuple[Any, ...]

THRESHOLD = 1024  # elements; no kernel takes fewer
TRAFFIC = 4  # cost of reading and writing an element, in additions
PAYS = 65536  # cost from which a launch, some 2 us more than that of a ufunc, pays

_C, _F, _ALIGNED = 1, 2, 256  # bits of ndarray.flags.num
_ROWS = _C | _ALIGNED
_BOOL = np.dtype(np.bool_)
_FLOATS = frozenset(map(np.dtype, "fd"))
_NUMBERS = frozenset(map(np.dtype, "?bhilqBHILQfd"))


class Elementwise:
    """A loop `function(lo, hi, *outputs, *inputs)` over arrays of equal shape and scalars.

    `cost` is the time of the arithmetic on one element, in additions (`exp` takes 16). `dtypes` are the
    outputs' dtypes when they differ from the inputs'. Below `minimum` elements a call declines, so a caller
    may ask first.
    """

    __slots__ = ("_entries", "cost", "dtypes", "function", "minimum", "module", "outputs")

    def __init__(
        self, module: str, function: str, outputs: int = 1, cost: int = 1, dtypes: DTypes | None = None
    ) -> None:
        self.module, self.function, self.outputs = module, function, outputs
        self.cost = cost + TRAFFIC
        self.minimum = max(PAYS // self.cost, THRESHOLD)
        self.dtypes = dtypes
        self._entries: dict[str | tuple[Any, ...], Entry | None] = {}

    def __call__(self, *inputs: Any, out: Any = None, dtypes: DTypes | None = None) -> Any:
        """Return the output, or the tuple of outputs, or None when NumPy has to do it.

        Inputs are ndarrays, all float32 or all float64, beside bool ndarrays and scalars, which get the
        ndarrays' dtype. `out`, a buffer or a tuple of buffers, may be one of the inputs.
        """
        first = inputs[0]
        try:
            if first.size < self.minimum and (first.ndim or len(inputs) == 1):
                return None
        except AttributeError:  # a Python scalar
            pass
        if not SWITCH.on:
            return None
        inspected = _inspect(inputs)
        if inspected is None or inspected[0].size < self.minimum:
            return None
        first, kinds, layout, slots = inspected
        dtypes = dtypes or self.dtypes
        results = _allocate(first, layout, dtypes or (first.dtype,) * self.outputs, out)
        if results is None or (out is not None and _overlap(results, inputs)):
            return None
        return self._run(first, kinds if dtypes is None else (kinds, *dtypes), results, slots)

    def _run(self, first: Array, key: Any, results: tuple[Array, ...], slots: list[Any]) -> Any:
        try:
            entry = self._entries[key]
        except KeyError:
            kinds = key if isinstance(key, str) else key[0]
            entry = _find(self.module, self.function, _signature(first, results, kinds))
            self._entries[key] = entry
        if entry is None:
            return None
        try:
            block = entry.pack(*map(id, results), *slots)
        except (StructError, TypeError, ValueError, OverflowError):  # a scalar that is no real number
            return None
        POOL.run(entry, block, first.size, first.size * self.cost)
        return results[0] if self.outputs == 1 else results


class RowKernel:
    """A loop `function(lo, hi, *args)` over rows, which may be split anywhere; `cost` is that of one element.

    Arguments keep their dtypes: aligned, C-contiguous ndarrays of one or more dimensions, ints (int64),
    bools, and floats, which get the dtype of the first floating ndarray. What the loop raises reaches the
    caller.
    """

    __slots__ = ("_entries", "cost", "function", "module")

    def __init__(self, module: str, function: str, cost: int = 1) -> None:
        self.module, self.function = module, function
        self.cost = cost + TRAFFIC
        self._entries: dict[tuple[str, ...], Entry | None] = {}

    def run(self, count: int, *args: Any, work: int | None = None) -> bool:
        """Run the rows `0..count`, `work` elements in all; return False when NumPy has to do it."""
        if not SWITCH.on:
            return False
        described = _describe(args)
        if described is None:
            return False
        signature, slots = described
        try:
            entry = self._entries[signature]
        except KeyError:
            entry = self._entries[signature] = _find(self.module, self.function, signature)
        if entry is None:
            return False
        POOL.run(entry, entry.pack(*slots), count, (count if work is None else work) * self.cost)
        return True


def _find(module: str, function: str, signature: tuple[str, ...]) -> Entry | None:
    """Load or compile a kernel."""
    from .entries import find  # not at the top: import time

    return find(module, function, signature)


def _inspect(inputs: tuple[Any, ...]) -> tuple[Array, str, int, list[Any]] | None:
    """Return the first floating array, the kind of each input, the layouts that all have, and the slots.

    A kind is an array's dtype character, or `s` for a scalar. None: not for a kernel.
    """
    layouts = _C | _F
    first = shape = dtype = None
    kinds = ""
    slots: list[Any] = []
    for value in inputs:
        if value.__class__ is not np.ndarray or not value.ndim:
            kinds += "s"
            slots.append(value)
            continue
        flags = value.flags.num
        layouts &= flags
        if shape is None:
            shape = value.shape
        elif value.shape != shape:
            return None
        if not layouts or not flags & _ALIGNED:
            return None
        own = value.dtype
        if own is not dtype and own is not _BOOL:
            if first is None and own in _FLOATS:
                first, dtype = value, own
            elif own != dtype:
                return None
        kinds += own.char
        slots.append(id(value))
    return None if first is None else (first, kinds, layouts, slots)


def _allocate(first: Array, layouts: int, dtypes: DTypes, out: Any) -> tuple[Array, ...] | None:
    """Return the arrays to write to, or None when the given ones do not fit."""
    shape = first.shape
    if out is None:
        order: Literal["C", "F"] = "C" if layouts & _C else "F"
        return tuple([empty(shape, np.dtype(dtype), order) for dtype in dtypes])
    results = out if isinstance(out, tuple) else (out,)
    for result, dtype in zip(results, dtypes, strict=True):
        flags = result.flags
        layouts &= flags.num
        fits = result.shape == shape and result.dtype == dtype and flags.aligned and flags.writeable
        if not fits or not layouts:
            return None
    return results


def _signature(first: Array, results: tuple[Array, ...], kinds: str) -> tuple[str, ...]:
    """Return the argument types of a flat loop, outputs first."""
    words = [f"{result.dtype.name}*" for result in results]
    words += [first.dtype.name if kind == "s" else f"{np.dtype(kind).name}*" for kind in kinds]
    return tuple(words)


def _describe(args: tuple[Any, ...]) -> tuple[tuple[str, ...], list[Any]] | None:
    """Return the argument types of a row loop and the slots; None when an argument does not fit."""
    words: list[str] = []
    slots: list[Any] = []
    floating = next(
        (a.dtype.name for a in args if a.__class__ is np.ndarray and a.dtype in _FLOATS), "float64"
    )
    for value in args:
        if value.__class__ is np.ndarray:
            if value.flags.num & _ROWS != _ROWS or not value.ndim or value.dtype not in _NUMBERS:
                return None
            words.append(f"{value.dtype.name}[{value.ndim}]")
            slots.append(id(value))
        else:
            words.append(_scalar(value, floating))
            slots.append(value)
    return tuple(words), slots


def _scalar(value: Any, floating: str) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "bool"
    return "int64" if isinstance(value, (int, np.integer)) else floating


def _overlap(results: tuple[Array, ...], inputs: tuple[Any, ...]) -> bool:
    """Whether an input shares memory with an output without being the same elements in the same places."""
    for result in results:
        for value in inputs:
            if value is not result and isinstance(value, np.ndarray) and np.may_share_memory(result, value):
                same = value.ctypes.data == result.ctypes.data and value.dtype == result.dtype
                if not same or not value.ndim:
                    return True
    return False

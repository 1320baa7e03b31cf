"""Flat loops as callables that take ndarrays; `RowKernel` does the same for loops over rows.

A kernel may decline: then NumPy does the work. Size and cost decide, never a clock, so a program takes the same path
every time. The Python loop is found by its module's name and imported only to be compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import prod
from struct import error as StructError
from typing import TYPE_CHECKING, Any

import numpy as np

from ..broadcasting.blockwise import ALIKE, MISFIT, Blockwise, Targets, expanded
from ..order import permuted
from .arguments import Array, DTypes, allocate, dense, inspect, memory_order, overlap, signature
from .direct.shortcut import Shortcut, find_shortcut
from .out_buffer import OutBuffer
from .row_kernel import MOST_SHORTCUTS, TRAFFIC, RowKernel, find_loop
from .switch import SWITCH
from .threads.pool import POOL

if TYPE_CHECKING:
    from .native import Entry

__all__ = ["THRESHOLD", "Elementwise", "RowKernel"]

THRESHOLD = 1024  # elements; no kernel takes fewer, except those with a `minimum` of their own
PAYS = 16384  # cost of all elements from which a launch pays


class Elementwise:
    """A loop `function(lo, hi, *outputs, *inputs)` over arrays of equal shape and scalars.

    `cost` is the time of the arithmetic on one element, in additions (`exp` takes 16). `dtypes` are the outputs' dtypes
    when they differ from the inputs'. Below `minimum` elements a call declines, so callers may test the size first; it
    is lower for formulas that take NumPy many passes over the arrays.

    `launch(*inputs)` is the same as a call with inputs alone, and takes less time; `broadcast` is for inputs whose
    shapes probably differ. Both become builtin functions when the loop is called with the same types again.
    """

    __slots__ = (
        "_blockwise", "_entries", "_seen", "_shortcuts", "_ways",
        "adders", "broadcast", "cost", "dtypes", "function", "launch", "minimum", "module", "outputs",
    )  # fmt: skip

    def __init__(
        self,
        module: str,
        function: str,
        outputs: int = 1,
        cost: int = 1,
        dtypes: DTypes | None = None,
        minimum: int | None = None,
    ) -> None:
        ways = self.compute, self.compute_broadcast
        self.launch: Callable[..., Any] = ways[0]
        self.broadcast: Callable[..., Any] = ways[1]
        self.adders: tuple[Callable[..., Any], ...] = ()  # see `adding`
        self._ways: list[tuple[Callable[..., Any], Callable[..., Any]]] = [ways]  # each calls the one before
        self.module, self.function, self.outputs = module, function, outputs
        self.cost = cost + TRAFFIC
        self.minimum = minimum or max(PAYS // self.cost, THRESHOLD)
        self.dtypes = dtypes
        self._entries: dict[tuple[str, ...], Entry | None] = {}
        self._shortcuts: list[Shortcut] = []
        self._seen: dict[tuple[str, ...], bool] = {}
        self._blockwise = Blockwise(module, function, outputs, self.cost)

    def compute(
        self, *inputs: Any, out: Any = None, dtypes: DTypes | None = None, targets: Targets | None = None
    ) -> Any:
        """Return the output, or the tuple of outputs, or None when NumPy has to do it.

        Inputs are ndarrays, all float32 or all float64, beside bool ndarrays and scalars, which get the
        ndarrays' dtype. `out` is a buffer, which may be one of the inputs, or a tuple of buffers, which may not.
        `targets` are shapes and dtypes that outputs are summed to; None, and a sum that does not suit the loop,
        leaves an output as it is.
        """
        if targets is not None:
            return self._blockwise(targets, inputs)
        first = inputs[0]
        if first.__class__ is np.ndarray:
            size = first.size
            if size < self.minimum:
                if first.ndim or len(inputs) == 1:
                    return None
                if inputs[1].__class__ is np.ndarray:  # beside a number that comes first
                    first = inputs[1]
                    size = first.size
            if dtypes is None and SWITCH.on:
                for shortcut in self._shortcuts:
                    results = shortcut(first.shape, size, inputs, out)
                    if results is not None:
                        return results
        elif first.__class__ is OutBuffer:
            return self._overwrite(first, inputs)
        if not SWITCH.on:
            return None
        inspected = inspect(inputs)
        if inspected is not None and inspected[0].size < self.minimum:
            return None
        if inspected is None or not inspected[2]:
            if out is not None:
                return None
            dims = memory_order(inputs)
            if dims is not None:
                return self._permuted(partial(self.compute, dtypes=dtypes), inputs, dims)
            done = None
            if dtypes is None and self.dtypes is None:
                done = self._blockwise((None,) * self.outputs, inputs)
            if done is not None or inspected is None:
                return done
            return self.compute(*dense(inputs), dtypes=dtypes)
        first, kinds, layouts, slots = inspected
        results = allocate(first, layouts, dtypes or self.dtypes or (first.dtype,) * self.outputs, out)
        if results is None or (out is not None and overlap(results, inputs)):
            return None
        key = kinds, *(result.dtype.char for result in results)
        try:
            entry = self._entries[key]
        except KeyError:
            entry = self._entries[key] = find_loop(
                self.module, self.function, signature(first, results, kinds)
            )
        if entry is None:
            return None
        if dtypes is None:
            self._remember(key, entry, results)
        try:
            block = entry.pack(*map(id, results), *slots)
        except (StructError, TypeError, ValueError, OverflowError):  # a scalar that is no real number
            return None
        POOL.run(entry, block, first.size, first.size * self.cost)
        return results[0] if self.outputs == 1 else results

    __call__ = compute

    def compute_broadcast(self, *inputs: Any) -> Any:
        """Return what a call returns, for inputs whose shapes probably differ."""
        if inputs[0].__class__ is OutBuffer:
            return self._overwrite(inputs[0], inputs)
        for value in inputs[1:]:
            if value.__class__ is np.ndarray and value.ndim:
                break
        else:  # beside numbers
            return self(*inputs)
        shapes = tuple([value.shape if value.__class__ is np.ndarray else () for value in inputs])
        suited = self._blockwise.suited.get(shapes) or self._blockwise.suits(shapes)
        if suited is ALIKE:
            return self(*inputs)
        if suited.__class__ is tuple:
            return self.launch(*expanded(inputs, suited)) if self.minimum < THRESHOLD else None
        if suited is MISFIT:
            return None
        dims = memory_order(inputs)
        if dims is not None:
            return self._permuted(self.compute_broadcast, inputs, dims)
        return self._blockwise((None,) * self.outputs, inputs)

    def _permuted(self, compute: Callable[..., Any], inputs: tuple[Any, ...], dims: tuple[int, ...]) -> Any:
        """Return what `compute` does, with the dimensions in this order in memory."""
        results = compute(*permuted(inputs, dims))
        if results is None:
            return None
        back = np.argsort(dims)
        return (
            results.transpose(back)
            if self.outputs == 1
            else tuple([result.transpose(back) for result in results])
        )

    def write(self, target: Array, *inputs: Any) -> bool:
        """Write the only output into an array that may be written; return False when NumPy has to do it."""
        if SWITCH.on:
            for shortcut in self._shortcuts:
                if shortcut.overwrite(target, inputs):
                    return True
        return self(*inputs, out=target) is not None

    def add_to(self, total: Array, *inputs: Any) -> Any:
        """Add the output to an array, or write the sum of the two outputs there; see `add_output`."""
        for adder in self.adders:
            done = adder(total, *inputs)
            if done is total:
                return total
            if done is True:  # it may take long
                break
        from ..gradients.adding import add_output  # not at the top: import time

        return add_output(total, self, inputs)

    def spread_out(self, x: Array, shape: tuple[int, ...]) -> Any:
        """Return what a call returns for one input that is broadcast to `shape`; it may have any strides."""
        if not x.ndim or x.size == 1 != prod(shape):
            x = np.ndarray(shape, x.dtype, x, 0, (0,) * len(shape))  # 4 us less than what follows
        elif x.shape != shape:
            x = np.broadcast_to(x, shape)
        return self._blockwise((None,), (x,))

    def _overwrite(self, buffer: OutBuffer, inputs: tuple[Any, ...]) -> Any:
        """Return the buffer, the first input, with the output in it; or what a call returns if that is impossible."""
        loan, buffer.loan = buffer.loan, None
        if loan is None:
            return self(buffer.view(np.ndarray), *inputs[1:])
        target, count, uncount, owner, op = loan
        inputs = target, *inputs[1:]
        if self.outputs == 1 and self.dtypes is None:
            count(owner, op)  # first: an interrupt must not leave a write that nobody notices
            if self.write(target, *inputs) or (
                not overlap((target,), inputs) and self._blockwise((None,), inputs, target) is not None
            ):
                buffer.written = True
                return buffer
            uncount(owner)
        return self(*inputs)

    def _remember(self, key: tuple[str, ...], entry: Entry, results: tuple[Array, ...]) -> None:
        """Prepare a shortcut for the next calls with these types; shortcuts for numbers are tried first.

        This is tried at the second call and at each later one until it succeeds: the code that launches takes long to
        compile.
        """
        again = self._seen.get(key)
        if again is None:
            self._seen[key] = False
        if again is not False or len(self._shortcuts) == MOST_SHORTCUTS:
            return
        dtypes = tuple([result.dtype for result in results])
        shortcut = find_shortcut(entry, key[0], dtypes, self.cost, self.minimum, self._ways[-1])
        if shortcut is not None:
            self._seen[key] = True
            self._shortcuts = sorted([*self._shortcuts, shortcut], key=Shortcut.count, reverse=True)
            self._ways.append((shortcut.launch, shortcut.broadcast))
            self.launch, self.broadcast = self._ways[-1]

"""Flat loops over operands of different shapes or layouts, and the sums of gradients to their arguments' shapes.

A `Plan` is made once for operands of given shapes and strides. It says how `blocks.run` cuts the work: the merged axes
are leading axes, rows and columns; a task is a group of rows and a piece of the columns, a block as many rows of it as
fit into a buffer. The cuts follow from shapes and strides alone, so results do not depend on the number of threads.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from math import prod
from struct import Struct
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.direct.row_launch import find_row_launch
from ..jit.objects import BYTES
from ..jit.row_kernel import raise_error
from ..jit.threads.pool import POOL, SHORT
from .axes import Axis, broadcast_shape, contiguous, merged, order, stretched
from .layout import AXES, BLOCK, FOLD, MOST, MOVE, PACK, PLACE, RECORD, RECORDS, STORE, TOTAL, VALUE

if TYPE_CHECKING:
    from ..jit.native import Entry

__all__ = ["OBTAIN", "RELEASE", "Plan", "make_plan"]

Array = NDArray[Any]
Shape = tuple[int, ...]

DRIVER = ("int64",) * 5  # types of the arguments of `blocks.run`
TASKS = 16  # of which a group of rows makes at least one
LEAST = 16384  # elements of a task, unless rows are cut
OBTAIN = ctypes.cast(ctypes.pythonapi.PyMem_RawMalloc, ctypes.c_void_p).value
RELEASE = ctypes.cast(ctypes.pythonapi.PyMem_RawFree, ctypes.c_void_p).value


class Grid:
    """How an iteration over axes is cut into tasks and blocks."""

    def __init__(self, axes: list[Axis], itemsize: int) -> None:
        self.axes = axes
        self.columns = axes[-1][0]
        self.rows = axes[-2][0] if len(axes) > 1 else 1
        self.leading = [length for length, _ in axes[:-2]]
        capacity = BLOCK // itemsize
        if max(2, self._with_gaps(itemsize)) * self.columns > capacity or self.rows == 1:
            self.pieces, self.height = _ceil(self.columns, capacity), 1
        else:
            self.pieces, self.height = 1, min(capacity // self.columns, self.rows)
        self.piece = _ceil(self.columns, self.pieces)
        if self.pieces > 1:
            self.piece = _ceil(self.piece, 16) * 16  # whole cache lines
        outer = prod(self.leading) * self.pieces
        groups = max(1, min(TASKS // outer, self.rows // self.height, self.rows * self.columns // LEAST))
        groups = 1 << groups.bit_length() - 1  # as many for each of two, four or eight threads
        self.group = _ceil(_ceil(self.rows, groups), self.height) * self.height
        self.groups = _ceil(self.rows, self.group)
        self.tasks = outer * self.groups

    def _with_gaps(self, itemsize: int) -> int:
        """Return how many operands have gaps between their rows alone: blocks of one row need not copy these."""
        if len(self.axes) < 2:
            return 0
        rows, columns = self.axes[-2][1], self.axes[-1][1]
        whole = (0, self.columns * itemsize)
        return sum([step == itemsize and row not in whole for step, row in zip(columns, rows, strict=True)])

    def strides(self, place: int) -> tuple[int, int, list[int]]:
        """Return an operand's strides between columns, between rows, and along the leading axes."""
        steps = [axis[1][place] for axis in self.axes]
        return steps[-1], steps[-2] if len(steps) > 1 else 0, steps[:-2]

    def in_one_piece(self, column: int, row: int, item: int) -> bool:
        """Whether a block of an operand with these strides is contiguous."""
        return column == item and (self.height == 1 or row == self.columns * item)


class Whole:
    """An output of the shape of all operands together; a new one, or the place of an input."""

    def __init__(self, shape: Shape, dtype: Any, order: Any) -> None:
        self.shape, self.dtype, self.order = shape, dtype, order

    def record(self, grid: Grid, place: int) -> list[int]:
        """Return the words that describe it: written where it is, or copied from a buffer after each block."""
        column, row, leading = grid.strides(place)
        item = self.dtype.itemsize
        mode = PLACE if grid.in_one_piece(column, row, item) else STORE
        return [mode, item, column, row, *leading]

    def allocate(self) -> Array:
        """Return the array that the tasks write to."""
        return empty(self.shape, self.dtype, self.order)


class Sum:
    """An output that is summed to `target`: the partial sums that the tasks write, and what is left to do with them."""

    def __init__(self, target: Shape, dtype: Any, order: Any, grid: Grid, place: int) -> None:
        self.target, self.dtype, self.order = target, dtype, order
        column, row, leading = grid.strides(place)
        self.by_columns = column != 0
        self.fits = not (self.by_columns and row)
        middle, last = (grid.groups, grid.columns) if self.by_columns else (grid.rows, grid.pieces)
        self.shape = (*grid.leading, middle, last)
        kept = [*[stride != 0 for stride in leading], row != 0, self.by_columns]
        self.axes = tuple([axis for axis, keep in enumerate(kept) if not keep and self.shape[axis] > 1])
        self.direct = not self.by_columns and not self.axes and order == "C"

    def record(self, grid: Grid, place: int) -> list[int]:
        """Return the words that describe the array of partial sums."""
        itemsize = self.dtype.itemsize if self.direct else 8
        *leading, row, column = contiguous(self.shape, itemsize, "C")
        return [FOLD if self.by_columns else TOTAL, itemsize, column, row, *leading]

    def allocate(self) -> Array:
        """Return the array that the tasks write to."""
        return empty(self.target, self.dtype) if self.direct else np.empty(self.shape)

    def finish(self, partial: Array) -> Array:
        """Add up what the tasks have written."""
        if self.direct:
            return partial
        total = np.add.reduce(partial, self.axes) if self.axes else partial
        result = np.empty(self.target, self.dtype, self.order)  # no view, which a leaf would copy
        result.reshape(-1, order=self.order)[:] = total.reshape(-1)
        return result


class Plan:
    """A flat loop, or a sum, over inputs of given shapes and strides."""

    __slots__ = (
        "_driver",
        "_launch",
        "_loop",
        "_pack",
        "_runs",
        "_sums",
        "_table",
        "_words",
        "grid",
        "moves",
        "outputs",
        "work",
    )

    def __init__(self, grid: Grid, outputs: list[Whole | Sum], records: list[list[int]], work: int) -> None:
        header = [len(records), outputs[0].dtype.itemsize, grid.columns, grid.piece, grid.pieces, grid.height]
        header += [grid.rows, grid.group, grid.groups, len(grid.leading), *_padded(grid.leading)]
        words = header + [word for record in records for word in (*record[:4], 0, *_padded(record[4:]))]
        self.grid, self.outputs = grid, outputs
        self._words = np.array(words, np.int64)
        self._table = self._words.ctypes.data
        self.moves = [_move(mode, item) for mode, item, *_ in records]
        self._pack = Struct(f"={len(records)}Q").pack
        self.work = work
        self._sums = [(place, output) for place, output in enumerate(outputs) if isinstance(output, Sum)]
        self._driver: Entry | None = None
        self._loop = self._runs = 0
        self._launch: Callable[..., Any] | None = None

    def load(self, driver: Entry, loop: Entry | None, moves: list[Entry | None]) -> None:
        """Take the machine code of `blocks.run`, of the flat loop, and of what each operand needs; see `moves`."""
        self._driver, self._loop = driver, loop.address if loop else 0
        for place, move in enumerate(moves):
            if move:
                self._words[(RECORDS + RECORD * place + MOVE) // 8] = move.address

    def run(self, inputs: list[Array], out: Array | None = None) -> list[Array]:
        """Return the outputs; `out` is where the plan says that the only one is stored."""
        written = [output.allocate() for output in self.outputs] if out is None else [out]
        arrays = self._pack(*map(id, written), *map(id, inputs))
        self._start(self._table, self._loop, id(arrays) + BYTES, OBTAIN, RELEASE)
        for place, total in self._sums:
            written[place] = total.finish(written[place])
        return written

    def _start(self, *arguments: Any) -> None:
        """Run the driver, from the third time on by compiled code, which on one thread would not take turns."""
        driver, tasks, work = self._driver, self.grid.tasks, self.work
        assert driver is not None
        if self._launch is None:
            self._runs += 1
            if self._runs > 1:
                self._launch = find_row_launch(driver, DRIVER)
        elif work < SHORT or POOL.size > 1:
            done = self._launch(tasks, work, *arguments)
            if done is True:
                return
            if done:
                raise_error(done)
        POOL.sweep(driver, driver.pack(*arguments), tasks, work)


def make_plan(
    inputs: list[Array],
    targets: tuple[Shape | None, ...],
    dtype: Any,
    cost: int,
    loop: bool = True,
    stored: bool = False,
) -> tuple[Plan, str] | None:
    """Return the plan of a loop and the kinds of its inputs (see `arguments.inspect`), or None if there can be none.

    Without a `loop` the only input is summed. If the output is to be `stored`, it takes the place of the first input.
    """
    shape = broadcast_shape([array.shape for array in inputs])
    if shape is None or len(inputs) + len(targets) > MOST:
        return None
    size, way = prod(shape), order(inputs, shape)
    targets = tuple([None if target is None or prod(target) == size else target for target in targets])
    strides = [_target_strides(target, shape, dtype.itemsize, way) for target in targets]
    if stored:
        if inputs[0].shape != shape:
            return None
        strides = [inputs[0].strides]
    strides += [stretched(array.shape, array.strides, shape) for array in inputs]
    turn = -1 if way == "F" else 1
    axes = merged(shape[::turn], [steps[::turn] for steps in strides])
    if len(axes) > AXES + 2:
        return None
    if not loop and targets == (None,):
        return None
    grid = Grid(axes, dtype.itemsize)
    outputs: list[Whole | Sum] = []
    for place, target in enumerate(targets):
        if target is None:
            outputs.append(Whole(shape, dtype, way))
        else:
            output = Sum(target, dtype, way, grid, place)
            if not output.fits:
                return make_plan(inputs, _without(targets, place), dtype, cost, loop)
            outputs.append(output)
    records = [output.record(grid, place) for place, output in enumerate(outputs)]
    records += [_input_record(array, grid, place, loop) for place, array in enumerate(inputs, len(outputs))]
    kinds = "".join(
        [
            "s" if record[0] == VALUE else array.dtype.char
            for record, array in zip(records[len(outputs) :], inputs, strict=True)
        ]
    )
    return Plan(grid, outputs, records, size * cost), kinds


def _move(mode: int, item: int) -> str:
    """Return which loop of `moves` brings a block of an operand to where it is needed; empty: none."""
    if mode == PACK and item == 1:
        return "pack_bools"
    return {PACK: "pack", FOLD: "fold", TOTAL: "total", STORE: "store"}.get(mode, "")


def _target_strides(target: Shape | None, shape: Shape, itemsize: int, order: str) -> Shape:
    """Return the strides of an output: 0 along the axes that are summed."""
    if target is None:
        return contiguous(shape, itemsize, order)
    return stretched(target, contiguous(target, itemsize, order), shape)


def _input_record(array: Array, grid: Grid, place: int, number: bool) -> list[int]:
    """Return the words that describe an input: where it is, a number (if that is allowed), or copied for each block."""
    column, row, leading = grid.strides(place)
    item = array.itemsize
    if number and column == 0 and (grid.height == 1 or row == 0):
        mode = VALUE
    elif grid.in_one_piece(column, row, item):
        mode = PLACE
    else:
        mode = PACK
    return [mode, item, column, row, *leading]


def _without(targets: tuple[Shape | None, ...], place: int) -> tuple[Shape | None, ...]:
    """Leave one sum to the caller."""
    return (*targets[:place], None, *targets[place + 1 :])


def _padded(words: list[int]) -> list[int]:
    """Return words for the leading axes, of which there may be fewer."""
    return words + [0] * (AXES - len(words))


def _ceil(count: int, size: int) -> int:
    """Return how many parts of a size `count` elements make."""
    return -(-count // size)

"""Flat loops over inputs of different shapes or layouts: finds the plan, then runs it.

Plans are kept, since most programs call an op with the same few shapes again and again.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..jit.switch import SWITCH
from .axes import broadcast_shape

if TYPE_CHECKING:
    from .broadcast import Plan

__all__ = ["ALIKE", "MISFIT", "WORTH", "Blockwise", "Targets", "expanded"]

Array = NDArray[Any]
Shape = tuple[int, ...]
Targets = tuple[tuple[Shape, np.dtype[Any]] | None, ...]
"""The shape and dtype to which each output is summed, None if it is not."""

PAYS = 131072  # cost of all elements from which a launch pays
PAYS_SUMMED = 32768  # the same, if there are sums: NumPy needs several passes for them
ALIKE, WORTH, MISFIT = "alike", "worth", "misfit"  # see `Blockwise.suits`
MOST_PLANS = 64  # of a loop
MOST_SHAPES = 512


class Blockwise:
    """The plans of a flat loop, see `Elementwise`; of a mere sum over its input if `function` is empty."""

    __slots__ = ("_plans", "cost", "function", "module", "outputs", "suited")

    def __init__(self, module: str, function: str, outputs: int, cost: int) -> None:
        self.module, self.function, self.outputs, self.cost = module, function, outputs, cost
        self._plans: dict[tuple[Any, ...], Plan | None] = {}
        self.suited: dict[tuple[Shape, ...], str | Shape] = {}

    def __call__(self, targets: Targets, inputs: tuple[Any, ...], out: Array | None = None) -> Any:
        """Return the output, or the list of outputs, or None when NumPy has to do it.

        If there is an `out`, it is the first input, and gets the output.
        """
        if not SWITCH.on:
            return None
        arrays = []
        key: list[Any] = [targets, out is not None]
        for value in inputs:
            if value.__class__ is np.ndarray and value.ndim:
                if not value.flags.aligned and out is None:
                    value = value.copy()
                key += (value.shape, value.strides, value.dtype)
                arrays.append(value)
            else:
                scalar = _scalar(value)
                if scalar is None:
                    return None
                key.append(None)
                arrays.append(scalar)
        description = tuple(key)
        try:
            plan = self._plans[description]
        except KeyError:
            plan = self._keep(description, self._plan(arrays, targets, out is not None))
        if plan is None:
            return None
        results = plan.run(arrays, out)
        return results[0] if self.outputs == 1 else results

    def suits(self, shapes: tuple[Shape, ...]) -> str | Shape:
        """Return whether inputs of these shapes are ALIKE, beside numbers, WORTH a launch, or a MISFIT.

        If they are too few for that, return their common shape. Without sums; `suited` keeps the answers.
        """
        answer: str | Shape
        whole = broadcast_shape(shapes)
        if len(self.suited) >= MOST_SHAPES:
            self.suited.clear()
        if whole is None:
            answer = MISFIT
        elif len({*shapes, ()}) <= 2:
            answer = ALIKE
        else:
            answer = WORTH if prod(whole) * self.cost >= PAYS else whole
        self.suited[shapes] = answer
        return answer

    def _keep(self, description: tuple[Any, ...], plan: Plan | None) -> Plan | None:
        """Cache a plan; clear the cache first if it is full."""
        if len(self._plans) >= MOST_PLANS:
            self._plans.clear()
        self._plans[description] = plan
        return plan

    def _plan(self, arrays: list[Array], targets: Targets, stored: bool) -> Plan | None:
        """Return the plan for arrays like these, or None when NumPy has to do it."""
        from ..jit.cache.entries import find
        from .broadcast import DRIVER, make_plan  # not at the top: import time

        floats = {array.dtype.char for array in arrays if array.ndim} - {"?"}
        if floats != {"f"} and floats != {"d"}:
            return None
        dtype = np.dtype(floats.pop())
        shapes = tuple([None if target is None else target[0] for target in targets])
        made = make_plan(arrays, shapes, dtype, self.cost, bool(self.function), stored)
        if made is None or made[0].work < (PAYS if shapes == (None,) * len(shapes) else PAYS_SUMMED):
            return None
        plan, kinds = made
        words = [f"{dtype.name}*"] * self.outputs
        words += [dtype.name if kind == "s" else f"{np.dtype(kind).name}*" for kind in kinds]
        driver = find(f"{__package__}.blocks", "run", DRIVER)
        loop = find(self.module, self.function, tuple(words)) if self.function else None
        moves = [
            find(f"{__package__}.moves", name, _words(name, dtype.name)) if name else None
            for name in plan.moves
        ]
        missing = any(name and move is None for name, move in zip(plan.moves, moves, strict=True))
        if driver is None or missing or (self.function and loop is None):
            return None
        plan.load(driver, loop, moves)
        return plan


def _words(move: str, dtype: str) -> tuple[str, ...]:
    """Return the argument types of a loop of `moves`."""
    return "int64" if move == "pack_bools" else dtype, *("int64",) * 5


def _scalar(value: Any) -> Array | None:
    """Return an array of a number, None if it is not a real one."""
    try:
        array = np.array(value, np.float64)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if array.ndim else array


def expanded(inputs: tuple[Any, ...], shape: Shape) -> list[Any]:
    """Return inputs in their common shape; numbers stay numbers."""
    arrays = []
    for value in inputs:
        if (
            value.__class__ is np.ndarray
            and value.ndim
            and not (value.shape == shape and value.flags.c_contiguous)
        ):
            whole = np.empty(shape, value.dtype)
            whole[...] = value
            value = whole
        arrays.append(value)
    return arrays

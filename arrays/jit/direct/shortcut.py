"""The fast path to a flat loop: compiled code checks its arguments and mostly runs it (see `flat_loops`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arguments import overlap
from ..buffers import MIN_BYTES, empty
from ..objects import MOST, place_of
from ..switch import SWITCH
from ..threads.pool import POOL
from .launcher import FLAT

if TYPE_CHECKING:
    from ..native import Entry

__all__ = ["Shortcut", "find_adder", "find_shortcut"]

_SMALL = MIN_BYTES // 8  # elements of an array that does not get a buffer


class Shortcut:
    """Launches a loop on inputs of certain types.

    `launch` is a builtin function of the inputs, which calls its fallback if it does not accept them; `broadcast` is
    the same with another fallback.
    """

    __slots__ = ("_attempt", "_cost", "_dtypes", "_entry", "_numbers", "_only", "broadcast", "launch")

    def __init__(
        self,
        launches: tuple[Callable[..., Any], Callable[..., Any]],
        entry: Entry,
        kinds: str,
        dtypes: tuple[np.dtype[Any], ...],
        cost: int,
    ) -> None:
        self.launch, self.broadcast = launches
        self._attempt = (
            self.launch
        )  # with outputs before the inputs it runs the loop, or says that it does not
        self._entry, self._dtypes, self._cost = entry, dtypes, cost
        self._only = dtypes[0] if len(dtypes) == 1 else None
        self._numbers = [place for place, kind in enumerate(kinds) if kind == "s"]

    def __call__(self, shape: tuple[int, ...], size: int, inputs: tuple[Any, ...], out: Any) -> Any:
        """Return the output, or the tuple of outputs, or None if the inputs have other types."""
        if self._numbers and (inputs := self._with_numbers(inputs)) is None:
            return None
        if out is None:
            create: Any = np.empty if size < _SMALL else empty
            if self._only is not None:
                result = create(shape, self._only)
                done = self._attempt(result, *inputs)
                if done is result:
                    return result
                return self._again(done, size, (result,), inputs)
            results = tuple([create(shape, dtype) for dtype in self._dtypes])
            done = self._attempt(*results, *inputs)
            return results if done is results[0] else self._again(done, size, results, inputs)
        results = out if isinstance(out, tuple) else (out,)
        if overlap(results, inputs) or not all(result.flags.writeable for result in results):
            return None
        return self._again(self._attempt(*results, *inputs), size, results, inputs)

    def overwrite(self, target: Any, inputs: tuple[Any, ...]) -> bool:
        """Write the output over a writable input; return False if the inputs have other types."""
        if self._numbers and (inputs := self._with_numbers(inputs)) is None:
            return False
        done = self._attempt(target, *inputs)
        return done is target or self._again(done, target.size, (target,), inputs) is not None

    def _with_numbers(self, inputs: tuple[Any, ...]) -> Any:
        """Return the inputs with ints converted to floats, or None if an array stands in the place of a number."""
        for place in self._numbers:
            number = inputs[place]
            if number.__class__ is np.ndarray:
                if number.ndim:
                    return None
            elif number.__class__ is int and abs(number) < 1 << 53:
                inputs = (*inputs[:place], float(number), *inputs[place + 1 :])
        return inputs

    def _again(self, done: Any, size: int, results: tuple[Any, ...], inputs: tuple[Any, ...]) -> Any:
        """Return the results after an attempt; if that only checked the inputs, run the loop on threads now."""
        if done is None:
            return None
        if done is True:
            self._share(size, results, inputs)
        return results[0] if len(results) == 1 else results

    def count(self) -> int:
        """Return how many of the inputs are numbers."""
        return len(self._numbers)

    def _share(self, size: int, results: tuple[Any, ...], inputs: tuple[Any, ...]) -> None:
        """Run the loop on several threads, if that pays."""
        slots: list[Any] = list(map(id, inputs))
        for place in self._numbers:
            slots[place] = inputs[place]
        block = self._entry.pack(*map(id, results), *slots)
        POOL.run(self._entry, block, size, size * self._cost)


def find_shortcut(
    entry: Entry,
    kinds: str,
    dtypes: tuple[np.dtype[Any], ...],
    cost: int,
    fewest: int,
    fallbacks: tuple[Callable[..., Any], Callable[..., Any]],
) -> Shortcut | None:
    """Return a shortcut to a loop on inputs of these kinds (see `arguments.inspect`) with `fewest` elements or more.

    None while Python has to launch it. The caller keeps the `fallbacks` alive.
    """
    attempt = _attempt(kinds, dtypes)
    if attempt is None:
        return None
    limits = fewest, (MIN_BYTES - 1) // max([dtype.itemsize for dtype in dtypes])
    launch, broadcast = [
        _builtin(attempt, entry, kinds, dtypes, cost, limits, fallback) for fallback in fallbacks
    ]
    return Shortcut((launch, broadcast), entry, kinds, dtypes, cost)


def find_adder(
    entry: Entry, kinds: str, dtypes: tuple[np.dtype[Any], ...], cost: int, fewest: int, driver: Entry
) -> Any:
    """Return a function that adds a loop's output, or the sum of its outputs, to an array (see `adding`), or None."""
    attempt = _attempt(kinds, dtypes)
    if attempt is None:
        return None
    return _builtin(attempt, entry, kinds, dtypes, cost, (fewest, 0), None, driver.address)


def _attempt(kinds: str, dtypes: tuple[np.dtype[Any], ...]) -> Entry | None:
    """Return the code that launches loops, or None while Python has to do it."""
    return FLAT.entry() if len(dtypes) + len(kinds) <= MOST else None


def _builtin(
    attempt: Entry,
    entry: Entry,
    kinds: str,
    dtypes: tuple[np.dtype[Any], ...],
    cost: int,
    limits: tuple[int, int],
    fallback: Callable[..., Any] | None,
    driver: int = 0,
) -> Any:
    """Return a builtin function for a loop."""
    inputs = [0 if kind == "s" else id(np.dtype(kind)) for kind in kinds]
    described = list(map(id, dtypes)), inputs
    sizes = cost, *limits
    places = POOL.words.ctypes.data, place_of(SWITCH, "on")
    return SWITCH.native().builtin(attempt.address, entry.address, described, sizes, places, fallback, driver)

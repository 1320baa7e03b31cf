"""Compiles the loops of a program while its function, or its backward pass, runs op by op."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from .compiled import Entry
    from .traced_program import Program


THREAD = "derivata.compile"
CALLS = 3  # after which nothing is compiled any more: what launches a loop is, at its second call


def compile_meanwhile(entry: Entry, program: Program, tensors: Sequence[Tensor]) -> None:
    """Begin to compile in a thread; calls run op by op until it ends, and for good if it fails.

    It runs the program on copies of the arguments, in their layout.
    """
    arrays = copies([tensor._array for tensor in tensors])
    sizes = program.lengths(tensors)

    def call() -> None:
        results = program.forward(*arrays, *sizes)
        if program.backward is not None:
            given = [np.ones_like(results[number]) for number in program.differentiable]
            inputs = [arrays[number] for number in program.inputs]
            program.backward(*inputs, *results[program.count :], *given, *sizes)

    def end(why: str) -> None:
        if why:
            entry.why = why
        else:
            entry.run = program.run

    begin(call, end)


def begin(call: Callable[[], Any], end: Callable[[str], None]) -> None:
    """Call a program in a thread until nothing is compiled any more, and then `end`, with why that failed, or "".

    The thread is waited for when Python ends.
    """

    def work() -> None:
        try:
            for _ in range(CALLS):
                call()
        except Exception as error:
            end(f"its program raised {type(error).__name__}: {error}")
        else:
            end("")

    threading.Thread(target=work, name=THREAD).start()


def copies(arrays: Iterable[np.ndarray[Any, Any]]) -> list[Any]:
    """Return copies of arrays in their layout."""
    return [np.array(array, order="K") for array in arrays]

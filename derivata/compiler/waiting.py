"""Compiles the loops of a program while its function runs op by op."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from .compiled import Entry
    from .traced_program import Program


THREAD = "derivata.compile"
CALLS = 3  # after which nothing is compiled any more: what launches a loop is, at its second call


def compile_meanwhile(entry: Entry, program: Program, tensors: Sequence[Tensor]) -> None:
    """Begin to compile in a thread; calls run op by op until it ends, and for good if it fails.

    It runs the program on copies of the arguments, in their layout. It is waited for when Python ends.
    """
    arrays = [np.array(tensor._array, order="K") for tensor in tensors]
    sizes = program.lengths(tensors)

    def work() -> None:
        try:
            for _ in range(CALLS):
                results = program.forward(*arrays, *sizes)
                if program.backward is not None:
                    given = [np.ones_like(results[number]) for number in program.differentiable]
                    inputs = [arrays[number] for number in program.inputs]
                    program.backward(*inputs, *results[program.count :], *given, *sizes)
        except Exception as error:
            entry.why = f"its program raised {type(error).__name__}: {error}"
            return
        entry.run = program.run

    threading.Thread(target=work, name=THREAD).start()

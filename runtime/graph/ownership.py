"""When may the engine write into, or keep, an array that it was given? When nobody else can see it.

CPython counts references. How many an array has that only the engine knows depends on the interpreter (3.14 borrows
some), so it is measured at import instead of being written down. Then the code that asks is put to the proof, with an
array that nobody else holds and with one that somebody does: where an answer is wrong, nothing is taken over any more.
"""

from collections.abc import Callable
from itertools import pairwise
from sys import getrefcount
from typing import Any

import numpy as np
from numpy import asarray, ndarray

from derivata.arrays.broadcasting.blockwise import Targets
from derivata.arrays.gradients.gradient_kernels import LARGE as SHARED
from derivata.arrays.gradients.gradient_kernels import add_to, sum_of
from derivata.arrays.gradients.sum_to import Target
from derivata.arrays.jit.buffers import empty, is_owned_buffer
from derivata.arrays.jit.launch import Elementwise

from .node import Array, Buffers, Node

NEVER = -1  # no array has so few references
LARGE = 8192  # elements of gradients that go to memory that there is
_FEW = 1024


def accumulate(buffers: Buffers, edge: Node, grad: Array) -> None:
    """Add a gradient to the one that waits in an edge's buffer, in place if nobody else can see that."""
    waiting = buffers[edge]
    if grad.size < _FEW and waiting.__class__ is ndarray:  # a new array costs less than to ask whose it is
        total = waiting + grad
        buffers[edge] = total if total.__class__ is ndarray else asarray(total)
    elif waiting is None:  # `loop_gradient` has added it already
        buffers[edge] = grad
    elif getrefcount(waiting) <= _waiting and is_owned_buffer(waiting):
        if grad.size < SHARED:
            np.add(waiting, grad, waiting)
        else:
            add_to(waiting, grad)
    else:
        buffers[edge] = sum_of(waiting, grad)


def loop_gradient(
    buffers: Buffers, edge: Node | None, target: Target | None, loop: Elementwise, grad: Array, *others: Any
) -> Any:
    """Return the gradient for an edge that a loop computes; None when NumPy has to do it.

    If it is not summed to a `target`, and there is an edge, a large one goes to memory that there is already, if
    nobody else can see that: it is added to the gradient that waits for the same node, which leaves its buffer until
    `accumulate` puts it back, or else written over the one that arrived, which the caller must not need any more.
    """
    if target is not None:
        return loop(grad, *others, targets=(target,))
    if edge is None or grad.size < LARGE:
        return loop.launch(grad, *others)
    waiting = buffers.get(edge)
    if waiting is not None:
        alone = waiting.__class__ is ndarray and getrefcount(waiting) <= _waiting
        if alone and is_owned_buffer(waiting) and loop.add_to(waiting, grad, *others) is not None:
            buffers[edge] = None
            return waiting
    elif (
        getrefcount(grad) <= _arriving_in_call
        and is_owned_buffer(grad)
        and grad.flags.writeable
        and loop.write(grad, grad, *others)
    ):
        return grad
    return loop.launch(grad, *others)


def sum_of_both(
    loop: Elementwise, buffers: Buffers, edge: Node, grad: Array, *others: Any, targets: Targets | None = None
) -> Any:
    """Return the sum of the two gradients for one edge that a loop computes; None if that does not pay."""
    if grad.size < LARGE or targets is not None or edge in buffers:
        return None
    return loop.add_to(empty(grad.shape, grad.dtype), grad, *others)


def own_parts(grad: Array, parts: list[Array]) -> list[Array]:
    """Return the parts of an arriving gradient as arrays that own its memory together, if only they can see it.

    A leaf keeps such a part, and copies a view. Parts that overlap, or are not in row-major order, stay views.
    """
    views = [part for part in parts if part.base is grad]
    if getrefcount(grad) > _in_call + len(views) or not is_owned_buffer(grad) or grad.base is None:
        return parts
    begins = [address_of(part) for part in parts]
    spans = sorted([(begin, begin + part.nbytes) for begin, part in zip(begins, parts, strict=True)])
    if len(views) < len(parts) or any(end > begin for (_, end), (begin, _) in pairwise(spans)):
        return parts
    if not all(part.flags.c_contiguous for part in parts):
        return parts
    start = address_of(grad.base)
    return [
        np.ndarray(part.shape, part.dtype, grad.base, begin - start)
        for begin, part in zip(begins, parts, strict=True)
    ]


def address_of(array: Array) -> int:
    """Return where the elements of an array begin."""
    address: int = array.__array_interface__["data"][0]
    return address


# References of an array that the engine alone knows: in `apply`, in functions that it calls, and of one that waits
arriving = _in_call = _arriving_in_call = _waiting = NEVER


def told_apart(answer: Callable[[bool], bool]) -> bool:
    """Put code to the proof: ``answer(shared)`` tells whether it took over an array that somebody else held, or not."""
    return all(answer(False) and not answer(True) for _ in range(3))

"""When may the engine write into, or keep, an array that it was given? When nobody else can see it.

CPython counts references. How many an array has that only the engine knows depends on the interpreter (3.14 borrows
some), so it is not written down: at import the code that asks is run, with an array that nobody else holds and with one
that somebody does, and the limit is what tells these apart. Where nothing does, nothing is taken over.
"""

from collections.abc import Callable
from itertools import pairwise
from sys import getrefcount, maxsize
from typing import Any

import numpy as np
from numpy import asarray, generic, ndarray

from derivata.arrays.gradients.gradient_kernels import LARGE as SHARED
from derivata.arrays.gradients.gradient_kernels import add_to, sum_of
from derivata.arrays.jit.buffers import is_owned_buffer

from .node import Array, Buffers, Node
from .tensor_base import TensorBase

Answer = Callable[[bool], bool]

NEVER = -maxsize  # no array has so few references
_FEW = 1024


def is_held(value: object, limit: int) -> bool:
    """Tell whether a value has more references than those of the code that asks, of which there are `limit`."""
    return getrefcount(value) > limit


def is_shared(array: Array, limit: int) -> bool:
    """Tell whether anybody else may see an array: it has more references than `limit`, or is a view."""
    return getrefcount(array) > limit or not is_owned_buffer(array)


def accumulate(buffers: Buffers, edge: Node, grad: Any) -> None:
    """Add a gradient to the one that waits in an edge's buffer, in place if nobody else can see that."""
    waiting = buffers[edge]
    if waiting.__class__ is not ndarray or (grad.__class__ is not ndarray and not isinstance(grad, generic)):
        buffers[edge] = _sum(edge, waiting, grad)
    elif grad.size < _FEW:  # a new array costs less than to ask whose it is
        total = waiting + grad
        buffers[edge] = total if total.__class__ is ndarray else asarray(total)
    elif is_shared(waiting, alone):
        buffers[edge] = sum_of(waiting, grad)
    elif grad.size < SHARED:
        np.add(waiting, grad, waiting)
    else:
        add_to(waiting, asarray(grad))


def _sum(edge: Node, waiting: Any, grad: Any) -> Any:
    """Return the sum of gradients of which one is no array."""
    if waiting is None:  # a loop has added it already
        return grad
    if not isinstance(grad, TensorBase):
        return sum_of(waiting, grad)
    if grad.is_sparse:
        edge.require_hooks()
        return grad.added_to_waiting(waiting)  # type: ignore[attr-defined]
    return waiting + grad


def own_parts(grad: Array, parts: list[Array]) -> list[Array]:
    """Return the parts of an arriving gradient as arrays that own its memory together, if only they can see it.

    A leaf keeps such a part, and copies a view. Parts that overlap, or are not in row-major order, stay views.
    """
    views = [part for part in parts if part.base is grad]
    if is_shared(grad, in_call + len(views)) or grad.base is None:
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
arriving = in_call = alone = NEVER


def calibrate(module: dict[str, Any], limit: str, *answers: Answer) -> None:
    """Set a limit of a module to the fewest references that let code take over what nobody else holds.

    ``answer(shared)`` runs the code, and tells whether it took over an array, which somebody else held or not. If that
    made no difference, the limit is `NEVER`.
    """
    for count in range(16):
        module[limit] = count
        if all(answer(False) for answer in answers for _ in range(3)):
            break
    if any(answer(True) for answer in answers for _ in range(3)):
        module[limit] = NEVER

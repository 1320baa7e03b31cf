"""Ownership of arrays: the engine may write into an array, or keep it, only if nobody else refers to it.

CPython counts references. How many of them an array has that only the engine knows depends on the interpreter (3.14
borrows some), so the limit is measured: at import, the code that asks is run with an unshared and with a shared array,
and the limit is the count that distinguishes them. If no count does, no array is taken over.
"""

from collections.abc import Callable
from itertools import pairwise
from sys import getrefcount, maxsize
from typing import Any

from numpy import add as np_add
from numpy import asarray, ndarray

from derivata.arrays.gradients.gradient_kernels import LARGE as SHARED
from derivata.arrays.gradients.gradient_kernels import add_to, sum_of
from derivata.arrays.jit.buffers import is_owned_buffer

from .node import Array, Buffers, Node
from .tensor_base import TensorBase

Answer = Callable[[bool], bool]

NEVER = -maxsize  # no array has so few references
_FEW = 1024


def is_held(value: object, limit: int) -> bool:
    """Tell whether a value has more references than the `limit` references of the calling code itself."""
    return getrefcount(value) > limit


def is_shared(array: Array, limit: int) -> bool:
    """Tell whether an array may be shared: it has more references than `limit`, or is a view."""
    return getrefcount(array) > limit or not is_owned_buffer(array)


def accumulate(buffers: Buffers, edge: Node, grad: Any) -> None:
    """Add a gradient to the one in an edge's buffer, in place if that is not shared."""
    waiting = buffers[edge]
    if not waiting.__class__ is grad.__class__ is ndarray:
        buffers[edge] = _sum(waiting, grad)
    elif grad.size < _FEW:  # a new array costs less than to ask whose it is
        total = np_add(waiting, grad)
        buffers[edge] = total if total.__class__ is ndarray else asarray(total)
    elif is_shared(waiting, alone):
        buffers[edge] = sum_of(waiting, grad)
    elif grad.size < SHARED:
        np_add(waiting, grad, waiting)
    else:
        add_to(waiting, grad)


def _sum(waiting: Any, grad: Any) -> Any:
    """Return the sum of two gradients that are not both arrays."""
    if waiting is None:  # a loop has added it already
        return grad
    if not isinstance(grad, TensorBase):
        return sum_of(waiting, grad)
    if grad.is_sparse:
        return grad.added_to_waiting(waiting)  # type: ignore[attr-defined]
    return waiting + grad


def own_parts(grad: Array, parts: list[Array]) -> list[Array]:
    """Return parts of an incoming gradient as arrays that together own its memory, if it is not shared.

    A leaf can keep such a part without a copy, but not a view. Parts that overlap, or are not C-contiguous, stay views.
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
        ndarray(part.shape, part.dtype, grad.base, begin - start)
        for begin, part in zip(begins, parts, strict=True)
    ]


def address_of(array: Array) -> int:
    """Return where the elements of an array begin."""
    address: int = array.__array_interface__["data"][0]
    return address


# References of an array that the engine alone knows: in `apply`, in functions that it calls, and of one that waits
arriving = in_call = alone = NEVER


def calibrate(module: dict[str, Any], limit: str, *answers: Answer) -> None:
    """Set a limit of a module to the smallest count with which the code takes over arrays that are not shared.

    ``answer(shared)`` runs the code with an array that is shared or not, and returns whether it was taken over. If
    shared arrays are taken over as well, the limit is `NEVER`.
    """
    for count in range(16):
        module[limit] = count
        if all(answer(False) for answer in answers for _ in range(3)):
            break
    if any(answer(True) for answer in answers for _ in range(3)):
        module[limit] = NEVER

"""Output arrays whose memory is used again: no page faults for large results.

A fresh large array costs more in page faults than the arithmetic that fills it. So memory of `MIN_BYTES`
and more comes in blocks of a few sizes. The array's base is a `Lease` on such a block; the lease dies with
the last view of the array and puts the block back. No reference counts are inspected, the allocator is left
as it is.

No lock is taken anywhere: `Lease.__del__` may run inside any other call of this module (garbage collection).
What is shared are deques and a list, whose single operations are atomic, and a count that may be a little wrong
after two threads changed it at once, until the next new block.
"""

from __future__ import annotations

import ctypes
import os
from collections import deque
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "MIN_BYTES",
    "cached_bytes",
    "empty",
    "empty_cache",
    "is_owned_buffer",
    "like",
    "reshaped",
    "set_cache_limit",
]

Array = NDArray[Any]
Blocks = deque[Any]

MIN_BYTES = 256 * 1024
_BYTE = np.dtype(np.uint8)
_ALIGNMENT = 64
_MOST_KNOWN = 4096

_classes: dict[int, Blocks] = {}
_known: dict[int, tuple[int, Blocks]] = {}  # size classes by numbers of bytes that were asked for
_registry: list[tuple[int, Blocks]] = []  # _classes' items: a list may grow while another thread iterates


def _default_limit() -> int:
    """Return an eighth of the machine's memory, at most 2 GiB."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        memory = 8 << 30
    return min(memory // 8, 2 << 30)


class _Cached:
    """How many bytes are in unused blocks, and how many may be."""

    __slots__ = ("limit", "nbytes")

    def __init__(self) -> None:
        self.nbytes = 0
        self.limit = _default_limit()


_cached = _Cached()


class Lease(np.ndarray[Any, Any]):
    """The bytes of one block while an array uses them. The block itself is the lease's base."""

    __slots__ = ("size_class",)
    size_class: tuple[int, Blocks]

    def __del__(self, cached: _Cached = _cached) -> None:  # a default: the module's names are gone at the end
        size_class = getattr(self, "size_class", None)
        if size_class is None:  # somebody's view of a lease, which keeps the lease itself
            return
        size, blocks = size_class
        if cached.nbytes + size <= cached.limit or _make_room(size, blocks):
            cached.nbytes += size
            blocks.append(self.base)


def empty(shape: tuple[int, ...], dtype: np.dtype[Any], order: Literal["C", "F"] = "C") -> Array:
    """Return an uninitialised array, as `np.empty` does; its memory may have been used before."""
    nbytes = prod(shape) * dtype.itemsize
    if nbytes < MIN_BYTES or dtype.hasobject:
        return np.empty(shape, dtype, order)
    size_class = _known.get(nbytes)
    if size_class is None:
        size_class = _size_class(nbytes)
    size, blocks = size_class
    try:
        block = blocks.pop()
        _cached.nbytes -= size
    except IndexError:
        block = _allocate(size)
        _cached.nbytes = cached_bytes()
    lease = Lease(size, _BYTE, block)
    lease.size_class = size_class
    return np.ndarray(shape, dtype, lease, order=order)


def like(array: Array, dtype: np.dtype[Any]) -> Array:
    """Return an uninitialised array of the shape of another."""
    return empty(array.shape, dtype)


def is_owned_buffer(array: Array) -> bool:
    """Whether `array` is the one array that its memory was made for, rather than a view of another's."""
    base = array.base
    return array.flags.owndata if base is None else base.__class__ is Lease


def reshaped(array: Array, shape: tuple[int, ...]) -> Array:
    """Return the elements of a C-contiguous `array` that only the caller has, in another shape.

    Unlike a view of it, the result owns its buffer: as a gradient it is stored, not copied.
    """
    if array.shape == shape:
        return array
    lease = array.base
    return np.ndarray(shape, array.dtype, lease) if lease.__class__ is Lease else array.reshape(shape)


def cached_bytes() -> int:
    """Return the bytes in blocks that no array uses."""
    total = 0
    for size, blocks in _registry:
        total += size * len(blocks)
    return total


def empty_cache() -> None:
    """Give all unused blocks back to the system."""
    for _, blocks in _registry:
        blocks.clear()
    _cached.nbytes = cached_bytes()


def set_cache_limit(nbytes: int) -> None:
    """Keep at most `nbytes` bytes in unused blocks; 0 keeps none."""
    if nbytes < 0:
        raise ValueError(f"set_cache_limit: nbytes must be 0 or more, got {nbytes}; 0 switches the cache off")
    _cached.limit = nbytes
    if cached_bytes() > nbytes:
        empty_cache()


def _size_class(nbytes: int) -> tuple[int, Blocks]:
    """Return the block size for `nbytes` (one of four sizes per power of two) and its unused blocks."""
    shift = (nbytes - 1).bit_length() - 3
    size = -(-nbytes >> shift) << shift
    blocks = _classes.get(size)
    if blocks is None:
        fresh: Blocks = deque()
        blocks = _classes.setdefault(size, fresh)
        if blocks is fresh:
            _registry.append((size, fresh))
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[nbytes] = size, blocks
    return size, blocks


def _allocate(size: int) -> Any:
    """Return new memory behind an object that is not an array: of nested arrays NumPy keeps the innermost."""
    raw = np.empty(size + _ALIGNMENT, _BYTE)
    return (ctypes.c_char * size).from_buffer(raw, -raw.ctypes.data % _ALIGNMENT)  # type: ignore[arg-type]


def _make_room(size: int, keep: Blocks) -> bool:
    """Drop unused blocks of other sizes until `size` more bytes fit; False if they cannot."""
    for _, blocks in _registry:
        while blocks is not keep and blocks:
            try:
                blocks.popleft()
            except IndexError:  # another thread was faster
                break
            _cached.nbytes = cached_bytes()
            if _cached.nbytes + size <= _cached.limit:
                return True
    return False

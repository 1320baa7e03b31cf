"""A pool of memory for large output arrays, which saves their page faults.

A new large array costs more in page faults than the arithmetic that fills it. So memory of `MIN_BYTES` and more comes
in blocks of a few sizes, which are used again. The array's base is a `Lease` on such a block; the lease dies with the
last view of the array, and the interpreter returns the block to the pool: the callback of a weak reference to the lease
sets an item of a dict. No Python code runs then, in which an interrupt (Ctrl-C) would get lost. Reference counts are
not inspected, and NumPy's allocator is not replaced.

There are no locks. The shared state consists of dicts, whose single operations are atomic, and of a total size that may
be slightly wrong after two threads changed it at once, until blocks are evicted the next time.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import partial
from math import prod
from typing import Any, Literal
from weakref import ref

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

MIN_BYTES = 256 * 1024
_BYTE = np.dtype(np.uint8)
_ALIGNMENT = 64
_MOST_KNOWN = 4096


class Lease(np.ndarray[Any, Any]):
    """The bytes of one block while an array uses them; the block's memory is the base of this array."""

    __slots__ = ()


class Block:
    """A block of memory, with the callback that returns it to the pool."""

    __slots__ = ("give_back", "lease", "memory", "size")
    lease: ref[Lease] | None  # which calls `give_back` as the lease dies
    give_back: Callable[..., None] | None

    def __init__(self, size: int, unused: Unused) -> None:
        raw = np.empty(size + _ALIGNMENT, _BYTE)
        # An object that is not an array: of nested arrays NumPy keeps the innermost
        self.memory: Any = (ctypes.c_char * size).from_buffer(raw, -raw.ctypes.data % _ALIGNMENT)  # type: ignore[arg-type]
        self.size = size
        self.give_back = partial(unused.__setitem__, self)
        self.lease = None

    def forget(self) -> None:
        """Become ordinary memory, which does not return to the pool."""
        self.lease = self.give_back = None


Unused = dict[Block, Any]

_classes: dict[int, Unused] = {}  # by the sizes of blocks
_known: dict[int, tuple[int, Unused]] = {}  # size classes by numbers of bytes that were asked for
_blocks: dict[Block, None] = {}  # all that have come back or will, oldest first


def _default_limit() -> int:
    """Return an eighth of the machine's memory, at most 2 GiB."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        memory = 8 << 30
    return min(memory // 8, 2 << 30)


class _Kept:
    """The total size of the blocks in `_blocks`, used and unused, in bytes, and its limit."""

    __slots__ = ("limit", "nbytes")

    def __init__(self) -> None:
        self.nbytes = 0
        self.limit = _default_limit()


_kept = _Kept()


def empty(shape: tuple[int, ...], dtype: np.dtype[Any], order: Literal["C", "F"] = "C") -> Array:
    """Return an uninitialised array, as `np.empty` does; its memory may have been used before."""
    nbytes = prod(shape) * dtype.itemsize
    if nbytes < MIN_BYTES or dtype.hasobject:
        return np.empty(shape, dtype, order)
    size_class = _known.get(nbytes)
    if size_class is None:
        size_class = _size_class(nbytes)
    size, unused = size_class
    try:
        block, _ = unused.popitem()
    except KeyError:
        block = _new_block(size, unused)
    lease = Lease(size, _BYTE, block.memory)
    block.lease = ref(lease, block.give_back)
    return np.ndarray(shape, dtype, lease, 0, None, order)


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
    return sum(size * len(unused) for size, unused in list(_classes.items()))


def empty_cache() -> None:
    """Free all unused blocks."""
    for unused in list(_classes.values()):
        unused.clear()
    for block in list(_blocks):
        lease = block.lease
        if lease is None or lease() is None:
            _blocks.pop(block, None)
            block.forget()


def set_cache_limit(nbytes: int) -> None:
    """Keep at most `nbytes` bytes in unused blocks; 0 keeps none."""
    if nbytes < 0:
        raise ValueError(f"set_cache_limit: nbytes must be 0 or more, got {nbytes}; 0 switches the cache off")
    _kept.limit = nbytes
    _make_room(0)


def _size_class(nbytes: int) -> tuple[int, Unused]:
    """Return the block size for `nbytes` (one of four sizes per power of two) and its unused blocks."""
    shift = (nbytes - 1).bit_length() - 3
    size = -(-nbytes >> shift) << shift
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[nbytes] = size_class = size, _classes.setdefault(size, {})
    return size_class


def _new_block(size: int, unused: Unused) -> Block:
    block = Block(size, unused)
    if size > _kept.limit:
        block.give_back = None
        return block
    if _kept.nbytes + size > _kept.limit:
        _make_room(size)
    _kept.nbytes += size
    _blocks[block] = None
    return block


def _make_room(size: int) -> None:
    """Evict unused blocks, the oldest first, until `size` more bytes fit, with some room to spare.

    An evicted block that is in use becomes ordinary memory.
    """
    blocks = list(_blocks)
    nbytes = sum(block.size for block in blocks)
    most = _kept.limit - size
    if nbytes > most:
        most -= _kept.limit // 8
    for block in blocks:
        unused = _classes[block.size]
        while nbytes > most and block in _blocks:
            try:
                victim, _ = unused.popitem()
            except KeyError:  # all of this size are in use
                victim = block
            _blocks.pop(victim, None)
            victim.forget()
            nbytes -= victim.size
    _kept.nbytes = nbytes

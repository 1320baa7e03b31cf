"""Memory of arrays that ends, or begins, where the next access is a segmentation fault.

NumPy lets a program bring its own allocator (NEP 49). This one gives every array pages of its own, between pages that
may not be touched, so that one element beside an array is as deadly as a million.
"""

import ctypes
import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from derivata.arrays.jit import buffers

__all__ = ["fenced"]

_SET_HANDLER = 304  # in NumPy's table of C functions
_ADDRESS = ctypes.c_void_p
_FUNCTIONS = "malloc", "calloc", "realloc", "free"
_MACHINE_CODE = """
declare i64 @mmap(i64, i64, i32, i32, i32, i64)
declare i32 @mprotect(i64, i64, i32)
declare i32 @munmap(i64, i64)
declare ptr @memcpy(ptr, ptr, i64)

define ptr @fence_malloc(ptr %context, i64 %wanted) {{
  %none = icmp eq i64 %wanted, 0
  %size = select i1 %none, i64 1, i64 %wanted
  %more = add i64 %size, {last}
  %room = and i64 %more, -{page}
  %all = add i64 %room, {around}
  %start = call i64 @mmap(i64 0, i64 %all, i32 0, i32 {flags}, i32 -1, i64 0)
  %failed = icmp eq i64 %start, -1
  br i1 %failed, label %no, label %yes
no:
  ret ptr null
yes:
  %numbers = inttoptr i64 %start to ptr
  call i32 @mprotect(i64 %start, i64 {page}, i32 3)
  store i64 %all, ptr %numbers
  %second = getelementptr i64, ptr %numbers, i64 1
  store i64 %size, ptr %second
  %first = add i64 %start, {before}
  %error = call i32 @mprotect(i64 %first, i64 %room, i32 3)
  %refused = icmp ne i32 %error, 0
  br i1 %refused, label %undo, label %done
undo:
  call i32 @munmap(i64 %start, i64 %all)
  ret ptr null
done:
  %rest = sub i64 %room, %size
  %behind = icmp ne ptr %context, null
  %shift = select i1 %behind, i64 %rest, i64 0
  %address = add i64 %first, %shift
  %result = inttoptr i64 %address to ptr
  ret ptr %result
}}

define ptr @fence_calloc(ptr %context, i64 %count, i64 %size) {{
  %all = mul i64 %count, %size
  %result = call ptr @fence_malloc(ptr %context, i64 %all)
  ret ptr %result
}}

define i64 @start(ptr %data) {{
  %address = ptrtoint ptr %data to i64
  %floor = and i64 %address, -{page}
  %start = sub i64 %floor, {before}
  ret i64 %start
}}

define void @fence_free(ptr %context, ptr %data, i64 %ignored) {{
  %nothing = icmp eq ptr %data, null
  br i1 %nothing, label %no, label %yes
no:
  ret void
yes:
  %start = call i64 @start(ptr %data)
  %numbers = inttoptr i64 %start to ptr
  %all = load i64, ptr %numbers
  call i32 @munmap(i64 %start, i64 %all)
  ret void
}}

define ptr @fence_realloc(ptr %context, ptr %data, i64 %size) {{
  %start = call i64 @start(ptr %data)
  %numbers = inttoptr i64 %start to ptr
  %second = getelementptr i64, ptr %numbers, i64 1
  %before = load i64, ptr %second
  %less = icmp ult i64 %size, %before
  %both = select i1 %less, i64 %size, i64 %before
  %new = call ptr @fence_malloc(ptr %context, i64 %size)
  call ptr @memcpy(ptr %new, ptr %data, i64 %both)
  call void @fence_free(ptr %context, ptr %data, i64 0)
  ret ptr %new
}}
"""
"""An array's pages: its size, forbidden ones, its elements, forbidden ones. Python's functions would not do: NumPy
frees memory while an exception is on its way."""
_FORBIDDEN = 2**20
"""Bytes in front of an array and behind it: an index that is wrong by a few rows does not lead to the next array."""


class _Handler(ctypes.Structure):
    """NumPy's PyDataMem_Handler."""

    _fields_ = (
        ("name", ctypes.c_char * 127),
        ("version", ctypes.c_uint8),
        ("context", _ADDRESS),
        *((name, _ADDRESS) for name in _FUNCTIONS),
    )


@cache
def _fence(behind: bool) -> Any:
    """Return the allocator, for good, as arrays outlive the block; its forbidden page is behind or in front of them."""
    handler = _Handler(
        b"fence", 1, int(behind), *map(_engine().get_function_address, map("fence_{}".format, _FUNCTIONS))
    )
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [_ADDRESS, ctypes.c_char_p, _ADDRESS]
    return handler, new(ctypes.addressof(handler), b"mem_handler", None)


@cache
def _engine() -> Any:
    """Return what holds the machine code."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    page, flags = mmap.PAGESIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    before = page + _FORBIDDEN
    text = _MACHINE_CODE.format(
        page=page, last=page - 1, before=before, around=before + _FORBIDDEN, flags=flags
    )
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), machine)
    engine.finalize_object()
    return engine


@cache
def _set_handler() -> Any:
    """Return NumPy's PyDataMem_SetHandler."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = _ADDRESS, [ctypes.py_object, ctypes.c_char_p]
    functions = pointer(np._core._multiarray_umath._ARRAY_API, None)  # type: ignore[attr-defined]
    table = ctypes.cast(functions, ctypes.POINTER(_ADDRESS))
    return ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(table[_SET_HANDLER])


@contextmanager
def fenced(behind: bool) -> Iterator[None]:
    """Let new arrays lie in front of memory that may not be touched, or behind it."""
    before, least = _set_handler()(_fence(behind)[1]), buffers.MIN_BYTES
    buffers.MIN_BYTES = 2**62  # no memory that was used before
    try:
        yield
    finally:
        buffers.MIN_BYTES = least
        _set_handler()(before)

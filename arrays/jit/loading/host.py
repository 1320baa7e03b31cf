"""The processor that this process runs on, as far as machine code depends on it.

It is queried with the instruction that LLVM uses before it compiles, because emulators may lack instructions that the
system's files list. LLVM itself takes longer to load than all kernels of an op, so it is queried only where it is
needed to load code, too: where code is no image.
"""

from __future__ import annotations

import ctypes
import os
import sys
from functools import lru_cache

from . import image

__all__ = ["LEVELS", "built_for", "compile_for", "has", "has_levels", "host", "level"]

_CODE = bytes.fromhex(
    "53 4989d0 89f8 89f1 0fa2 418900 41895804 41894808 4189500c 5b c3"  # cpuid(leaf, part, results)
    "31c9 0f01d0 c3"  # xgetbv(0)
)
_SECOND = len(_CODE) - 6
_EAX, _EBX, _ECX, _EDX = range(4)
_ASKED = {
    (0, 0): (_EAX, _EBX, _ECX, _EDX),
    (1, 0): (_EAX, _ECX, _EDX),  # the rest of it tells on which core this runs
    (7, 0): (_EAX, _EBX, _ECX, _EDX),
    (7, 1): (_EAX, _EBX, _ECX, _EDX),
    (0xD, 1): (_EAX,),
    (0x14, 0): (_EBX,),
    (0x19, 0): (_EBX,),
    (0x1E, 1): (_EAX,),
    (0x24, 0): (_EBX,),
    (0x80000000, 0): (_EAX,),
    (0x80000001, 0): (_ECX, _EDX),
    (0x80000008, 0): (_EBX,),
}
"""What LLVM looks at, by leaf and part."""

_SAVED = -1, 0, _EAX  # which registers the system saves: what xgetbv says
_YMM, _ZMM = (_SAVED, 0b110), (_SAVED, 0b11100110)  # registers of 256 and of 512 bits
_BITS = {
    "sse2": (((1, 0, _EDX), 1 << 26),),
    "popcnt": (((1, 0, _ECX), 1 << 23),),
    "movbe": (((1, 0, _ECX), 1 << 22),),
    "lzcnt": (((0x80000001, 0, _ECX), 1 << 5),),
    "bmi": (((7, 0, _EBX), 1 << 3),),
    "bmi2": (((7, 0, _EBX), 1 << 8),),
    "avx": (((1, 0, _ECX), 1 << 28), _YMM),
    "fma": (((1, 0, _ECX), 1 << 12), _YMM),
    "f16c": (((1, 0, _ECX), 1 << 29), _YMM),
    "avx2": (((7, 0, _EBX), 1 << 5), _YMM),
    "avx512f": (((7, 0, _EBX), 1 << 16), _ZMM),
    "avx512dq": (((7, 0, _EBX), 1 << 17), _ZMM),
    "avx512cd": (((7, 0, _EBX), 1 << 28), _ZMM),
    "avx512bw": (((7, 0, _EBX), 1 << 30), _ZMM),
    "avx512vl": (((7, 0, _EBX), 1 << 31), _ZMM),
}
"""Which bits instructions need, those for wide registers among them."""

_V3 = ("popcnt", "movbe", "lzcnt", "bmi", "bmi2", "avx", "fma", "f16c", "avx2")
_V4 = ("avx512f", "avx512dq", "avx512cd", "avx512bw", "avx512vl")
LEVELS = {"x86-64-v3": _V3, "x86-64-v4": _V3 + _V4}
"""What instructions the levels of processors have that code is compiled for ahead of installation."""

_TELLS = (1, 0, _ECX), 1 << 27  # whether there is xgetbv
_Words = dict[tuple[int, int, int], int]


_built_for = ""


def compile_for(level: str = "") -> None:
    """Let this process compile for all processors of a level instead of its own, and name cache entries accordingly."""
    global _built_for
    _built_for = level


def built_for() -> str:
    """Return the level that this process compiles for; an empty string for the processor that it runs on."""
    return _built_for


def host() -> str:
    """Return the level that this process compiles for, or what kind of processor it is and what instructions it has."""
    return _built_for or _own()


@lru_cache(maxsize=1)
def _own() -> str:
    words = _words()
    if words:
        return " ".join(("x86_64", *(f"{value:x}" for value in words.values())))
    import llvmlite.binding as llvm  # not at the top: see above

    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {_features_by_llvm()}"


def has(*instructions: str) -> bool:
    """Whether the processor has instructions, such as `avx2`."""
    words = _words()
    if not words:
        try:
            known = _features_by_llvm().split(",")
        except ImportError:  # nor are there loops, then
            return False
        return all(f"+{name}" in known for name in instructions)
    return all(name in _BITS and all(_set(words, *place) for place in _BITS[name]) for name in instructions)


def has_levels() -> bool:
    """Whether this is a system whose processors have levels, and whose code needs no LLVM to be loaded."""
    return bool(_words())


@lru_cache(maxsize=1)
def level() -> str:
    """Return the level of this processor, with vectors as wide as it has; an empty string if it has none."""
    if not has_levels():
        return ""
    if has("avx512f"):
        return "x86-64-v4" if has(*_V4, *_V3) else ""
    return "x86-64-v3" if has(*_V3) else ""


@lru_cache(maxsize=1)
def _words() -> _Words:
    """Return the answers of `cpuid` by leaf, subleaf and register; empty where LLVM has to be queried."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32 or os.uname().machine != "x86_64":
        return {}
    try:
        begin = image.load(image.plain(_CODE))
    except OSError:  # the system lets nobody make code
        return {}
    cpuid = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p)(begin)
    results, words = (ctypes.c_uint32 * 4)(), _Words()
    for (leaf, part), registers in _ASKED.items():
        if leaf <= words.get((leaf & 0x80000000, 0, _EAX), leaf):  # else it answers something else
            cpuid(leaf, part, ctypes.addressof(results))
            words.update({(leaf, part, register): results[register] for register in registers})
    saved = ctypes.CFUNCTYPE(ctypes.c_uint32)(begin + _SECOND)
    words[_SAVED] = saved() if _set(words, *_TELLS) else 0
    return words


def _set(words: _Words, place: tuple[int, int, int], bits: int) -> bool:
    return words.get(place, 0) & bits == bits


def _features_by_llvm() -> str:
    import llvmlite.binding as llvm  # not at the top: see above

    return str(llvm.get_host_cpu_features().flatten())

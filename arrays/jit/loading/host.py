"""The processor that this process runs on, as far as machine code depends on it.

What LLVM asks the processor before it compiles, this asks as well, by the same instruction: an emulator may leave
instructions out, of which the system's files tell as if they were there. LLVM itself takes longer to load than all
kernels of an op, and is asked only where it is needed to load them, too: where code is no image.
"""

from __future__ import annotations

import ctypes
import os
import sys
from functools import lru_cache

from . import image

__all__ = ["has", "host"]

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
_BITS = {
    "sse2": (((1, 0, _EDX), 1 << 26),),
    "fma": (((1, 0, _ECX), 1 << 12), (_SAVED, 0b110)),
    "f16c": (((1, 0, _ECX), 1 << 29), (_SAVED, 0b110)),
    "avx2": (((7, 0, _EBX), 1 << 5), (_SAVED, 0b110)),
}
"""Which bits instructions need, those for registers of 256 bits among them."""

_TELLS = (1, 0, _ECX), 1 << 27  # whether there is xgetbv
_Words = dict[tuple[int, int, int], int]


@lru_cache(maxsize=1)
def host() -> str:
    """Return what kind of processor it is, and what instructions it has."""
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


@lru_cache(maxsize=1)
def _words() -> _Words:
    """Return what the processor says, by leaf, part and register; nothing where LLVM is to be asked."""
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

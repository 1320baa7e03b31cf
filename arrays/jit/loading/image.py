"""Machine code that is loaded without LLVM: the sections of object code, and where addresses belong in them.

On Linux x86-64, LLVM emits code whose references are all 64-bit addresses, so loading it means filling in these
addresses. Other object code stays as it is, and LLVM loads it.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterator
from functools import cache
from struct import Struct, pack_into, unpack_from
from typing import NamedTuple

__all__ = ["Missing", "is_image", "link", "load", "plain"]

_MAGIC = b"image 1\n"
_HEAD = Struct("<8sQQQ")  # the magic, where the function begins, how many fixes there are, and bytes of names
_FIX = Struct(
    "<II"
)  # a place, and what is added there: 0 for the image's own address, n for that of the nth name

_ELF, _X86_64 = b"\x7fELF\x02\x01", 62
_SECTION, _SYMBOL, _RELOCATION = Struct("<IIQQQQIIQQ"), Struct("<IBBHQQ"), Struct("<QQq")
_SYMBOLS, _RELOCATIONS, _NO_BITS = 2, 4, 8  # kinds of sections
_UNWINDING = 0x70000001  # the kind of tables for exceptions of C++, which no loop raises
_WRITABLE, _IN_MEMORY = 1, 2  # flags of sections
_WHOLE_ADDRESS = 1  # the kind of relocation that an image can have


class Missing(Exception):
    """The code calls a function that this process does not have."""


class _Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


class _Symbol(NamedTuple):
    name: str
    section: int
    value: int


class _Unsuitable(Exception):
    """The object code needs LLVM to be loaded."""


def is_image(code: bytes) -> bool:
    """Whether code is an image."""
    return code.startswith(_MAGIC)


def plain(code: bytes) -> bytes:
    """Return position-independent instructions as an image whose entry is their first byte."""
    return _HEAD.pack(_MAGIC, 0, 0, 0) + code


def link(code: bytes, function: str) -> bytes | None:
    """Return object code as an image whose entry is `function`, or None if LLVM has to load it."""
    if not code.startswith(_ELF) or unpack_from("<H", code, 18)[0] != _X86_64:
        return None
    try:
        return _linked(code, function)
    except (_Unsuitable, Missing):
        return None


def _linked(code: bytes, function: str) -> bytes:
    sections = _sections(code)
    begins, content = _layout(code, sections)
    symbols = _symbols(code, sections)
    names, fixes = list[str](), list[bytes]()
    for place, number, addend in _relocations(code, sections, begins):
        name, section, value = symbols[number]
        if section in begins:
            addend += begins[section] + value
        elif section:
            raise _Unsuitable
        elif name not in names:
            _address(name)
            names.append(name)
        fixes.append(_FIX.pack(place, 0 if section else 1 + names.index(name)))
        pack_into("<Q", content, place, addend % (1 << 64))
    (entry,) = (begins[symbol.section] + symbol.value for symbol in symbols if symbol.name == function)
    text = " ".join(names).encode()
    return b"".join((_HEAD.pack(_MAGIC, entry, len(fixes), len(text)), text, *fixes, content))


def _sections(code: bytes) -> list[_Section]:
    (start,), (count,) = unpack_from("<Q", code, 0x28), unpack_from("<H", code, 0x3C)
    return [_Section(*_SECTION.unpack_from(code, start + n * _SECTION.size)) for n in range(count)]


def _layout(code: bytes, sections: list[_Section]) -> tuple[dict[int, int], bytearray]:
    """Return the offset of each section that is needed in memory, and the contents of that memory."""
    begins, content = dict[int, int](), bytearray()
    for number, section in enumerate(sections):
        if section.flags & _IN_MEMORY and section.kind != _UNWINDING:
            if section.flags & _WRITABLE and section.size:
                raise _Unsuitable
            content += bytes(-len(content) % max(section.alignment, 1))
            begins[number] = len(content)
            stored = b"" if section.kind == _NO_BITS else code[section.offset :][: section.size]
            content += stored.ljust(section.size, b"\0")
    return begins, content


def _symbols(code: bytes, sections: list[_Section]) -> list[_Symbol]:
    """Return the symbols of object code, in their order."""
    found = []
    for table in sections:
        if table.kind == _SYMBOLS:
            texts = sections[table.link].offset
            for name, _, _, section, value, _ in _SYMBOL.iter_unpack(code[table.offset :][: table.size]):
                begin = texts + name
                found.append(_Symbol(code[begin : code.index(b"\0", begin)].decode(), section, value))
    return found


def _relocations(
    code: bytes, sections: list[_Section], begins: dict[int, int]
) -> Iterator[tuple[int, int, int]]:
    """Yield relocations: the offset, the number of the symbol, and the addend."""
    for table in sections:
        if table.kind == _RELOCATIONS and table.info in begins:
            for offset, info, addend in _RELOCATION.iter_unpack(code[table.offset :][: table.size]):
                if info % (1 << 32) != _WHOLE_ADDRESS:
                    raise _Unsuitable
                yield begins[table.info] + offset, info >> 32, addend


def load(image: bytes) -> int:
    """Put an image into memory and return the address of its function; raise `Missing` for undefined symbols."""
    _, entry, count, length = _HEAD.unpack_from(image)
    names, fixes = _HEAD.size, _HEAD.size + length
    begin = fixes + count * _FIX.size
    memory = mmap.mmap(-1, len(image) - begin, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory[:] = image[begin:]
    base = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    addresses = [base, *(_address(name) for name in image[names:fixes].decode().split())]
    for place, which in _FIX.iter_unpack(image[fixes:begin]):
        (addend,) = unpack_from("<Q", memory, place)
        pack_into("<Q", memory, place, (addend + addresses[which]) % (1 << 64))
    protect = _process().mprotect
    protect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    if protect(base, len(memory), mmap.PROT_READ | mmap.PROT_EXEC):
        raise OSError(ctypes.get_errno(), "the system refuses memory for code")
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(memory))  # workers run code while the interpreter ends
    return int(base + entry)


@cache
def _process() -> ctypes.CDLL:
    """Return a handle on the libraries that are loaded in this process."""
    return ctypes.CDLL(None, use_errno=True)


def _address(name: str) -> int:
    try:
        function = getattr(_process(), name)
    except AttributeError as error:
        raise Missing(f"a kernel needs {name}, which this process does not have") from error
    return ctypes.cast(function, ctypes.c_void_p).value or 0

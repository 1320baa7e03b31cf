"""From the name of a kernel to machine code: loaded from the cache on disk, else compiled and kept there."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any

from ...forking import free_after_fork
from ..loading import image
from ..switch import SWITCH
from . import files
from .digest import Digest
from .fingerprint import Unknown, entry_name, require_known

if TYPE_CHECKING:
    from ..native import Entry

__all__ = ["find", "is_known", "prepare"]

_Key = tuple[str, str, tuple[str, ...]]

_lock = free_after_fork(RLock())  # a fork waits for the end of a compilation
_loaded: dict[_Key, Entry | None] = {}


def find(module: str, function: str, signature: tuple[str, ...]) -> Entry | None:
    """Return the kernel for these argument types, or None if it cannot be compiled."""
    key = module, function, signature
    with _lock:
        native = SWITCH.native()
        if key not in _loaded and native is not None:
            try:
                _loaded[key] = _from_disk(native, key) or _compiled(native, key)
            except Exception as error:  # whatever the compiler raises: NumPy can do the work
                _loaded[key] = None
                SWITCH.report(f"kernel {module}.{function}{signature} is not used", error)
        return _loaded.get(key)


def is_known(module: str, function: str, signature: tuple[str, ...]) -> bool:
    """Whether a kernel is loaded or on disk, so that `find` compiles nothing."""
    key = module, function, signature
    native = SWITCH.native()
    if key in _loaded or native is None:
        return True
    try:
        return files.load(entry_name(*key, native.host())) is not None
    except Unknown:
        return False


def _from_disk(native: Any, key: _Key) -> Entry | None:
    try:
        payload = files.load(entry_name(*key, native.host()))
    except Unknown:
        return None
    if payload is None:
        return None
    head, _, code = payload.partition(b"\n")
    symbol, *externals = head.decode().split(" ")
    try:
        return _entry(native, key, code, symbol, externals)
    except native.Missing:  # a function that Numba brings along: compiling with it imports it
        return None


def _compiled(native: Any, key: _Key) -> Entry | None:
    """Compile a kernel, and keep it when everything that it depends on is in its name."""
    with _collector_at_rest():
        compiler = SWITCH.compiler()
        if compiler is None:
            return None
        name, payload, code = _compile(native, key, compiler)
    symbol, *externals = payload.partition(b"\n")[0].decode().split(" ")
    entry = _entry(native, key, code, symbol, externals)
    if name:
        files.save(name, payload)
    return entry


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Keep the garbage collector from passing over the many objects that code is built from while all are in use."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def prepare(module: str, function: str, signature: tuple[str, ...]) -> bool:
    """Compile a kernel into the cache, without loading it; return False if it is there already.

    Raises what the compiler raises, and OSError if no directory can keep it.
    """
    native, compiler = SWITCH.native(), SWITCH.compiler()
    if native is None or compiler is None:
        raise ImportError("kernels are switched off, or llvmlite cannot be imported")
    key = module, function, signature
    if files.load(entry_name(*key, native.host())) is not None:
        return False
    with _lock:
        name, payload, _ = _compile(native, key, compiler)
    if name is None:
        raise Unknown(f"{module}.{function} uses code that is not part of its name, and cannot be kept")
    if not files.save(name, payload):
        raise OSError(f"none of the directories {', '.join(files.directories())} can be written")
    return True


def _compile(native: Any, key: _Key, compiler: Any) -> tuple[str | None, bytes, bytes]:
    """Return the name (None if the kernel cannot be kept), the content of the cache entry, and the code in it.

    The content is a line with the exported name and those that it needs from the process, then an image or the
    object code.
    """
    module, function, signature = key
    loop = getattr(import_module(module), function)
    name = _name(native, key, loop)
    symbol = "derivata_" + (Digest(name.encode()).hexdigest() if name else str(len(_loaded)))
    code, externals = compiler.compile_function(loop, signature, symbol)
    code = image.link(code, symbol) or code
    if name != _name(native, key, loop):  # somebody edits the file at this moment
        name = None
    return name, " ".join((symbol, *externals)).encode() + b"\n" + code, code


def _name(native: Any, key: _Key, loop: Any) -> str | None:
    try:
        require_known(loop)
        return entry_name(*key, native.host())
    except Unknown:
        return None


def _entry(native: Any, key: _Key, code: bytes, symbol: str, externals: list[str]) -> Entry:
    slots = "".join(native.slot(word) for word in key[2])
    entry: Entry = native.Entry(native.load(code, symbol, externals), slots)
    return entry

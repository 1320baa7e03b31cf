"""Kernels by name: loaded from the cache on disk, else compiled and stored there."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ... import turns
from ..loading import image
from ..switch import SWITCH
from . import files, installed
from .digest import Digest
from .fingerprint import entry_name
from .reads import hold, reads
from .sources import Unknown
from .waiting import report_if_slow

if TYPE_CHECKING:
    from ..native import Entry

__all__ = ["find", "is_known", "prepare"]

_Key = tuple[str, str, tuple[str, ...]]

_turn = turns.forks_wait_for(turns.Turn())  # for the end of a compilation
_loaded: dict[_Key, Entry | None] = {}


def find(module: str, function: str, signature: tuple[str, ...]) -> Entry | None:
    """Return the kernel for these argument types, or None if it cannot be compiled."""
    key = module, function, signature
    return _turn.call(_find, key)


def _find(key: _Key) -> Entry | None:
    native = SWITCH.native()
    if key not in _loaded and native is not None:
        try:
            _loaded[key] = _from_disk(native, key) or _compiled(native, key)
        except Exception as error:  # whatever the compiler raises: NumPy can do the work
            _loaded[key] = None
            SWITCH.report(f"kernel {key[0]}.{key[1]}{key[2]} is not used", error)
    return _loaded.get(key)


def is_known(module: str, function: str, signature: tuple[str, ...]) -> bool:
    """Whether a kernel is loaded or on disk, so that `find` compiles nothing."""
    key = module, function, signature
    native = SWITCH.native()
    if key in _loaded or native is None:
        return True
    try:
        return _kept(native, key) is not None
    except Unknown:
        return False


def _kept(native: Any, key: _Key) -> bytes | None:
    """Return the cached code of a kernel, if everything it was compiled from is unchanged."""
    payload = files.load(entry_name(*key, native.host()))
    if payload is None and native.level() in installed.levels():
        payload = installed.load(native.level(), entry_name(*key, native.level()))
    if payload is None:
        return None
    words, _, rest = payload.partition(b"\n")
    return rest if hold(words.decode()) else None


def _from_disk(native: Any, key: _Key) -> Entry | None:
    try:
        payload = _kept(native, key)
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
    """Compile a kernel, and cache it if a later process can check its dependencies."""
    with _without_gc(), report_if_slow():
        compiler = SWITCH.compiler()
        if compiler is None:
            return None
        source, head, code = _compile(native, key, compiler)
    symbol, *externals = head.split(" ")
    entry = _entry(native, key, code, symbol, externals)
    if not isinstance(source, Unknown):
        _keep(source, head, code)
    return entry


def _keep(source: tuple[str, str], head: str, code: bytes) -> bool:
    """Write an entry: a line of dependencies, a line of symbols, then an image or object code."""
    name, words = source
    return files.save(name, b"\n".join((words.encode(), head.encode(), code)))


@contextmanager
def _without_gc() -> Iterator[None]:
    """Context in which the garbage collector is off: compilation allocates many objects that stay in use."""
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
    if _kept(native, key) is not None:
        return False
    source, head, code = _turn.call(_compile, native, key, compiler)
    if isinstance(source, Unknown):
        raise source
    if not _keep(source, head, code):
        raise OSError(f"none of the directories {', '.join(files.directories())} can be written")
    return True


def _compile(native: Any, key: _Key, compiler: Any) -> tuple[tuple[str, str] | Unknown, str, bytes]:
    """Return the entry's name and dependencies, a line of symbols, and the code.

    The line has the exported symbol and those that the code needs from the process. If the kernel cannot be cached, the
    reason stands in the place of the name.
    """
    module, function, signature = key
    loop = getattr(import_module(module), function)
    source = _source(native, key)
    name = str(len(_loaded)) if isinstance(source, Unknown) else Digest(source[0].encode()).hexdigest()
    symbol = f"derivata_{name}"
    code, externals = compiler.compile_function(loop, signature, symbol)
    code = image.link(code, symbol) or code
    if not isinstance(source, Unknown) and source != _source(
        native, key
    ):  # somebody edits the file at this moment
        source = Unknown(f"what {module}.{function} is compiled from is being changed")
    return source, " ".join((symbol, *externals)), code


def _source(native: Any, key: _Key) -> tuple[str, str] | Unknown:
    """Return the name of a kernel's entry and its further dependencies, or the reason why they are unknown."""
    try:
        return entry_name(*key, native.host()), reads(*key[:2])
    except Unknown as error:
        return error


def _entry(native: Any, key: _Key, code: bytes, symbol: str, externals: list[str]) -> Entry:
    slots = "".join(native.slot(word) for word in key[2])
    entry: Entry = native.Entry(native.load(code, symbol, externals), slots)
    return entry

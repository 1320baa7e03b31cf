"""From a spec's path to the text of every generated file."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from .array_modules import array_modules
from .check.check import read_spec
from .json_schema import schema as json_schema
from .lower.plans import lower
from .options import SPEC
from .package import folder_of, printable, root_of
from .packs import SPEC_FILE, Packs
from .render.render import Target, render
from .render.spec_copy import spec_copy
from .source.reader import decode, read_bytes
from .spec import Spec


def read(path: Path, base: Spec | None = None, package: str = "", folders: tuple[Path, ...] = ()) -> Spec:
    """Return the spec of a file, with the packs that it uses; raises SpecError with all that is wrong with it.

    `base` is derivata's own spec for that of somebody else. Packs are looked for in `folders`, beside the spec, in
    the current folder, and where Python looks.
    """
    packs = Packs(base, (*folders, path.parent, Path()))
    name = printable(path.name)
    chain = (package,) if package else ()
    return read_spec(decode(read_bytes(path), name), name, base=base, with_packs=packs.reader(*chain))


def own_spec() -> Spec:
    """Return derivata's own spec, which the specs of packs stand on; it is read once, unless it changes."""
    status = SPEC.stat()
    return _own_spec(status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=1)
def _own_spec(modified: int, size: int) -> Spec:
    return read(SPEC)


def generate(spec: Path, target: Target, out: Path | None = None) -> dict[str, str]:
    """Return every generated file of a spec; the formulas of another one than derivata's may call derivata's ops.

    `out` is the folder that the files are for.
    """
    with _paused_collector():
        if target.own:
            own = own_spec() if spec == SPEC else read(spec)
            files = render(lower(own, modules=array_modules(own)), target)
            return files | {"spec.schema.json": json_schema.text()}
        base = own_spec()
        folder = out or folder_of(target.package)
        checked = read(spec, base, target.package, (root_of(folder, target.package),))
        files = render(lower(checked, base), target)
        copy = spec_copy(spec, folder / SPEC_FILE, target.command)
        return files if copy is None else files | {SPEC_FILE: copy}


@contextmanager
def _paused_collector() -> Iterator[None]:
    """Context in which the garbage collector is off: specs and plans are many objects, all of them in use."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()

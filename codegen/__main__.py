"""`derivata codegen`: the whole pipeline on one screen."""

from __future__ import annotations

import argparse
import sys
from functools import lru_cache
from pathlib import Path

from .check.check import read_spec
from .diagnostics import SpecError
from .job import Job, WrongCommandLine, is_own, job_of
from .json_schema import schema as json_schema
from .lower.plans import lower
from .options import ROOT as ROOT
from .options import SPEC as SPEC
from .options import add_options
from .package import folder_of, printable, root_of
from .packs import SPEC_FILE, Packs
from .render.inventory import table
from .render.render import Target, render
from .render.spec_copy import spec_copy
from .source.reader import decode
from .spec import Spec
from .write import ForeignFile, compare, diff, write


def read(path: Path, base: Spec | None = None, package: str = "", folders: tuple[Path, ...] = ()) -> Spec:
    """Return the spec of a file, with the packs that it uses; raises SpecError with all that is wrong with it.

    `base` is derivata's own spec for that of somebody else. Packs are looked for in `folders`, beside the spec, in
    the current folder, and where Python looks.
    """
    packs = Packs(base, (*folders, path.parent, Path()))
    name = printable(path.name)
    chain = (package,) if package else ()
    return read_spec(decode(path.read_bytes(), name), name, base=base, with_packs=packs.reader(*chain))


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
    if target.own:
        return render(lower(read(spec)), target) | {"spec.schema.json": json_schema.text()}
    base = own_spec()
    folder = out or folder_of(target.package)
    checked = read(spec, base, target.package, (root_of(folder, target.package),))
    files = render(lower(checked, base), target)
    return files | {SPEC_FILE: spec_copy(spec, folder / SPEC_FILE, target.command)}


def main(arguments: list[str] | None = None) -> int:
    """Run the generator by itself; `derivata codegen` does the same and prints errors with their lines."""
    parser = argparse.ArgumentParser(prog="derivata codegen", description="Generate ops from a spec.")
    add_options(parser)
    options = parser.parse_args(arguments)
    try:
        return run(options)
    except WrongCommandLine as error:
        parser.error(str(error))
    except SpecError as error:
        count = len(error.diagnostics)
        messages = [*error.diagnostics, f"{count} error{'s' if count != 1 else ''}; nothing was written"]
    except ForeignFile as error:
        messages = [error]
    except OSError as error:
        messages = [f"{error.filename or options.out}: {error.strerror or error}; nothing was written"]
    print(*messages, sep="\n", file=sys.stderr)
    return 1


def run(options: argparse.Namespace) -> int:
    """Generate, or check that the generated files are what the spec says.

    Raises WrongCommandLine, SpecError, ForeignFile, OSError.
    """
    if options.list:
        print(*table(read(options.spec, None if is_own(options.spec) else own_spec())), sep="\n")
        return 0
    job = job_of(options)
    files = generate(job.spec, job.target, job.out)
    return _check(files, job) if options.check else _write(files, job)


def _check(files: dict[str, str], job: Job) -> int:
    sys.stdout.writelines(diff(files, job.out))
    drift = bool(compare(files, job.out))
    if drift:
        print(f"{job.out} is not what {job.spec} says: run `{job.target.command}`", file=sys.stderr)
    return int(drift)


def _write(files: dict[str, str], job: Job) -> int:
    changes = write(files, job.out)
    print(f"{len(files)} files, {len(changes.changed)} written, {len(changes.orphans)} deleted")
    return 0


if __name__ == "__main__":
    sys.exit(main())

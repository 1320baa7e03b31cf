"""`python -m derivata.codegen`: the whole pipeline on one screen."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .check.check import read_spec
from .check.functions import check_functions
from .diagnostics import SpecError
from .json_schema import schema as json_schema
from .lower.plans import lower
from .options import ROOT as ROOT
from .options import SPEC as SPEC
from .options import add_options
from .render.inventory import table
from .render.render import Target, render
from .source.reader import decode
from .spec import Spec
from .write import ForeignFile, compare, diff, write


def read(path: Path, base: Spec | None = None) -> Spec:
    """Return the spec of a file; raises SpecError with all that is wrong with it."""
    return read_spec(decode(path.read_bytes(), path.name), path.name, base=base)


def generate(spec: Path, target: Target) -> dict[str, str]:
    """Return every generated file of a spec; the formulas of another one than derivata's may call derivata's ops."""
    base = None if target.own else read(SPEC)
    checked = read(spec, base)
    check_functions(checked, target.functions)
    files = render(lower(checked, base), target)
    return {**files, "spec.schema.json": json_schema.text()} if target.own else files


def main(arguments: list[str] | None = None) -> int:
    """Run the generator by itself; `derivata codegen` does the same and prints errors with their lines."""
    parser = argparse.ArgumentParser(prog="derivata codegen", description="Generate ops from a spec.")
    add_options(parser)
    options = parser.parse_args(arguments)
    try:
        return run(options)
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
    """Generate, or check that the generated files are what the spec says; raises SpecError, ForeignFile, OSError."""
    if options.list:
        print(*table(read(options.spec, read_base(options))), sep="\n")
        return 0
    files = generate(options.spec, target(options))
    return _check(files, options) if options.check else _write(files, options)


def read_base(options: argparse.Namespace) -> Spec | None:
    """Return derivata's own spec for the spec of somebody else."""
    return None if is_own(options.spec) else read(SPEC)


def is_own(spec: Path) -> bool:
    """Whether a spec is derivata's own."""
    return spec.resolve() == SPEC.resolve()


def target(options: argparse.Namespace) -> Target:
    """Return where the output goes, as the command line says."""
    if is_own(options.spec):
        return Target(options.package or Target().package)
    package = options.package or package_of(options.out)
    command = f"derivata codegen --spec {options.spec.name} --package {package}"
    return Target(package, command=command, functions=options.functions, own=False)


def package_of(folder: Path) -> str:
    """Return the name that a folder has as a package: its own and those of the packages that it lies in."""
    folder = folder.resolve()
    parts = [folder.name]
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
        parts.insert(0, folder.name)
    return ".".join(parts)


def _check(files: dict[str, str], options: argparse.Namespace) -> int:
    sys.stdout.writelines(diff(files, options.out))
    drift = bool(compare(files, options.out))
    if drift:
        print(f"{options.out} is not what {options.spec} says: run `make codegen`", file=sys.stderr)
    return int(drift)


def _write(files: dict[str, str], options: argparse.Namespace) -> int:
    changes = write(files, options.out)
    print(f"{len(files)} files, {len(changes.changed)} written, {len(changes.orphans)} deleted")
    return 0


if __name__ == "__main__":
    sys.exit(main())

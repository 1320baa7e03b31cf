"""`python -m derivata.codegen`: the whole pipeline on one screen."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .check.check import read_spec
from .diagnostics import SpecError
from .lower.plans import lower
from .render.inventory import table
from .render.render import Target, render
from .source.reader import decode
from .spec import Spec
from .write import ForeignFile, compare, diff, write

ROOT = Path(__file__).resolve().parent.parent


def read(path: Path) -> Spec:
    """Return the spec of a file; raises SpecError with all that is wrong with it."""
    return read_spec(decode(path.read_bytes(), path.name), path.name)


def generate(spec: Path, target: Target) -> dict[str, str]:
    """Return every generated file of a spec."""
    return render(lower(read(spec)), target)


def main(arguments: list[str] | None = None) -> int:
    """Generate, or check that the generated files are what the spec says."""
    options = _parser().parse_args(arguments)
    try:
        if options.list:
            print(*table(read(options.spec)), sep="\n")
            return 0
        files = generate(options.spec, Target())
        return _check(files, options) if options.check else _write(files, options)
    except SpecError as error:
        count = len(error.diagnostics)
        messages = [*error.diagnostics, f"{count} error{'s' if count != 1 else ''}; nothing was written"]
    except ForeignFile as error:
        messages = [error]
    except OSError as error:
        messages = [f"{error.filename or options.out}: {error.strerror or error}; nothing was written"]
    print(*messages, sep="\n", file=sys.stderr)
    return 1


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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="derivata codegen", description="Generate ops from a spec.")
    add = parser.add_argument
    add("--spec", type=Path, default=ROOT / "derivatives.yaml", help="the spec (default: %(default)s)")
    add("--out", type=Path, default=ROOT / "generated", help="output folder (default: %(default)s)")
    add("--check", action="store_true", help="write nothing; print a diff and exit 1 on drift")
    add("--list", action="store_true", help="write nothing; print the ops by family")
    return parser


if __name__ == "__main__":
    sys.exit(main())

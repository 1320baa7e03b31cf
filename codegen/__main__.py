"""`derivata codegen`: generates, checks or lists what a command line asks for."""

from __future__ import annotations

import argparse
import sys

from .diagnostics import SpecError
from .job import Job, WrongCommandLine, is_own, job_of
from .json_schema import schema as json_schema
from .options import add_options
from .pipeline import generate, own_spec, read
from .render.inventory import table
from .write import SCHEMA_FILE, ForeignFile, compare, diff, is_outdated, refresh, write


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
    schema = job.spec.with_name(SCHEMA_FILE)
    if is_outdated(schema, json_schema.text()):
        print(f"{schema} is that of another derivata: run `{job.target.command}`", file=sys.stderr)
        return 1
    return int(drift)


def _write(files: dict[str, str], job: Job) -> int:
    changes = write(files, job.out)
    print(f"{len(files)} files, {len(changes.changed)} written, {len(changes.orphans)} deleted")
    schema = job.spec.with_name(SCHEMA_FILE)
    if refresh(schema, json_schema.text()):
        print(f"{schema} brought up to date for editors")
    return 0


if __name__ == "__main__":
    sys.exit(main())

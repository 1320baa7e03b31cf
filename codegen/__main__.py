"""`derivata codegen`: generates, checks or lists what a command line asks for."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .diagnostics import SpecError
from .job import Job, WrongCommandLine, folder_of_output, is_own, jobs_of
from .json_schema import schema as json_schema
from .options import add_options
from .pipeline import generate, own_spec, read
from .render.inventory import table
from .write import (
    LIST,
    SCHEMA_FILE,
    Refusal,
    compare,
    diff,
    is_interrupted,
    is_outdated,
    recover,
    refresh,
    write,
)


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
    except Refusal as error:
        messages = [error]
    except OSError as error:
        messages = [f"{error.filename or options.out}: {error.strerror or error}; nothing was written"]
    print(*messages, sep="\n", file=sys.stderr)
    return 1


def run(options: argparse.Namespace) -> int:
    """Generate, or check that the generated files are what the spec says.

    Raises WrongCommandLine, SpecError, Refusal, OSError.
    """
    if options.list:
        print(*table(read(options.spec, None if is_own(options.spec) else own_spec())), sep="\n")
        return 0
    if options.recover:
        return _recover(folder_of_output(options), options.spec.parent, sure=True)
    jobs = jobs_of(options)
    if not options.check:
        _recover(*[folder for job in jobs for folder in (job.out, job.spec.parent)])
    made = [(generate(job.spec, job.target, job.out), job) for job in jobs]
    if options.check:
        return max([_check(files, job) for files, job in made])
    return max([_write(files, job, options.force) for files, job in made])


def _recover(*folders: Path, sure: bool = False) -> int:
    found = [folder for folder in dict.fromkeys(folders) if recover(folder, sure=sure)]
    for folder in found:
        print(f"{folder}: undid what an interrupted run had begun")
    if sure and not found:
        print(f"{folders[0]}: nothing to undo")
    return 0


def _check(files: dict[str, str], job: Job) -> int:
    sys.stdout.writelines(diff(files, job.out, job.spec))
    drift = bool(compare(files, job.out, job.spec))
    if drift:
        print(f"{job.out} is not what {job.spec} says: run `{job.target.command}`", file=sys.stderr)
    if is_interrupted(job.out):
        print(f"{job.out} is as an interrupted run has left it: run `{job.target.command}`", file=sys.stderr)
        drift = True
    schema = job.spec.with_name(SCHEMA_FILE)
    if is_outdated(schema, json_schema.text()):
        print(f"{schema} is that of another derivata: run `{job.target.command}`", file=sys.stderr)
        return 1
    return int(drift)


def _write(files: dict[str, str], job: Job, force: bool) -> int:
    changes = write(files, job.out, job.spec, force=force)
    written = [path for path in changes.changed if path != LIST]
    print(f"{len(files)} files, {len(written)} written, {len(changes.orphans)} deleted")
    schema = job.spec.with_name(SCHEMA_FILE)
    if refresh(schema, json_schema.text(), force=force):
        print(f"{schema} brought up to date for editors")
    elif is_outdated(schema, json_schema.text()):
        print(
            f"{schema}: expected the schema as it was written, got one changed since, or of an older derivata, "
            "which was left as it is; replace it with --force",
            file=sys.stderr,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""`derivata check`: prove the formulas of a spec at sample points."""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout
from pathlib import Path

from ..codegen.progress import bar
from .arguments import Commands, add_command, add_json
from .console import complain, report, report_failure, say
from .exit_codes import FINE, WRONG, WRONG_COMMAND_LINE


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Describe the command line."""
    summary = "prove the formulas of a spec at sample points, before any program uses them"
    example = "derivata check my_ops.yaml\nderivata check my_ops.yaml --ops softclip tail --strict"
    parser = add_command(commands, "check", run, summary, example)
    parser.add_argument("spec", type=Path, metavar="SPEC", help="the spec, such as my_ops.yaml")
    parser.add_argument(
        "--ops", nargs="+", default=[], metavar="NAME", help="entries to prove (default: all of them)"
    )
    parser.add_argument("--strict", action="store_true", help="warnings fail, too")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Prove; errors fail, warnings only with `--strict`."""
    from ..codegen.diagnostics import SpecError
    from ..proof import UnknownOp, prove

    try:
        # What array functions print is no part of the report
        with bar("op") as progress, redirect_stdout(sys.stderr):
            found = prove(options.spec, options.ops, progress)
    except SpecError as error:
        report(error.diagnostics, options.spec, as_json=options.json)
        return WRONG
    except OSError as error:
        message = f"{error.filename or options.spec}: {error.strerror or error}"
        report_failure(message, options.spec, as_json=options.json)
        return WRONG
    except SystemExit as error:
        message = f"expected array functions that return, got sys.exit({error.code!r}) in one or its module"
        report_failure(message, options.spec, as_json=options.json)
        return WRONG
    except UnknownOp as error:
        complain(error)
        return WRONG_COMMAND_LINE
    report(found, options.spec, as_json=options.json)
    if not found and not options.json:
        say(f"{options.spec}: nothing wrong found")
    failing = [diagnostic for diagnostic in found if options.strict or diagnostic.severity == "error"]
    return WRONG if failing else FINE

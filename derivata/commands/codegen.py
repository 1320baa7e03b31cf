"""`derivata codegen`: generate ops from a spec."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext, redirect_stdout

from ..codegen.options import add_options
from .arguments import Commands, add_command, add_json
from .console import complain, report, report_failure, say_json
from .exit_codes import WRONG, WRONG_COMMAND_LINE


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Describe the command line."""
    example = "derivata codegen my_ops.yaml --package my_ops"
    parser = add_command(commands, "codegen", run, "generate a package of ops from a spec", example)
    add_options(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Generate, all or nothing."""
    from ..codegen.__main__ import run as generate
    from ..codegen.diagnostics import SpecError
    from ..codegen.job import WrongCommandLine
    from ..codegen.write import Refusal

    try:
        with redirect_stdout(sys.stderr) if options.json else nullcontext():
            code = generate(options)
        if options.json:
            say_json([])
        return code
    except WrongCommandLine as error:
        complain(f"derivata codegen: error: {error}")
        return WRONG_COMMAND_LINE
    except SpecError as error:
        report(error.diagnostics, options.spec, as_json=options.json, ending="; nothing was written")
    except Refusal as error:
        report_failure(error, options.spec, as_json=options.json)
    except OSError as error:
        message = f"{error.filename or options.out}: {error.strerror or error}; nothing was written"
        report_failure(message, options.spec, as_json=options.json)
    return WRONG

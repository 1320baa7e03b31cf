"""`derivata schema`: the JSON Schema of specs, for editors."""

from __future__ import annotations

import argparse
import sys

from .arguments import Commands, add_command
from .exit_codes import FINE


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Describe the command line."""
    summary = "print the JSON Schema of specs, which editors complete and check with"
    add_command(commands, "schema", run, summary, "derivata schema > derivata.schema.json")


def run(options: argparse.Namespace) -> int:
    """Print it."""
    from ..codegen.json_schema.schema import text

    sys.stdout.write(text())
    return FINE

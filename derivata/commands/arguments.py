"""Arguments that several subcommands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable

Commands = argparse._SubParsersAction  # the only name that argparse has for it
Run = Callable[[argparse.Namespace], int]


def add_command(
    commands: Commands[argparse.ArgumentParser], name: str, run: Run, summary: str, example: str
) -> argparse.ArgumentParser:
    """Add a subcommand with its help: a summary and an example, whose lines may be several."""
    lines = "".join(f"\n  $ {line}" for line in example.strip().splitlines())
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"example:{lines}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def add_json(parser: argparse.ArgumentParser, what: str = "what is wrong") -> None:
    """Add `--json`: the output is one JSON document on standard output."""
    parser.add_argument(
        "--json", action="store_true", help=f"{what} as JSON on standard output, for programs"
    )

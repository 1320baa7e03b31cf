"""The command `derivata`: what can be done without writing a program."""

from __future__ import annotations

import argparse
import sys

from . import __version__


def main(arguments: list[str] | None = None) -> int:
    """Run a subcommand; the rest of the command line belongs to it."""
    parser = argparse.ArgumentParser(
        prog="derivata", description="Automatic differentiation for NumPy arrays, generated from one spec."
    )
    parser.add_argument("--version", action="version", version=f"derivata {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("codegen", add_help=False, help="generate ops from a spec; --help lists its options")
    _, rest = parser.parse_known_args(arguments)
    return _codegen(rest)


def _codegen(arguments: list[str]) -> int:
    try:
        from .codegen.__main__ import main as generate
    except ModuleNotFoundError as error:
        if error.name not in ("jinja2", "yaml"):
            raise
        print(f"derivata codegen needs {error.name}: pip install 'derivata[codegen]'", file=sys.stderr)
        return 1
    return generate(arguments)


if __name__ == "__main__":
    sys.exit(main())

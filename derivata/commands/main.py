"""From the command line to a subcommand and its exit code."""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from importlib import import_module

from .. import __version__
from .arguments import Commands
from .exit_codes import INTERNAL, INTERRUPTED, WRONG

COMMANDS = ("new", "codegen", "check", "watch", "explain", "which", "ops", "schema", "completion", "warmup")
"""The modules of the subcommands, in the order of `derivata --help`."""

LIBRARIES = {"jinja2": "Jinja2", "mpmath": "mpmath", "rich": "rich", "yaml": "PyYAML"}
"""Modules that only the command imports, and the packages that have them."""


def main(arguments: list[str] | None = None) -> int:
    """Run a subcommand; return its exit code."""
    options = parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough: `derivata ops | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG
    except ModuleNotFoundError as error:
        return _missing(error, options.command)
    except Exception as error:
        return _internal(error)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line; `options.run` is the subcommand's function."""
    whole = argparse.ArgumentParser(
        prog="derivata", description="Automatic differentiation for NumPy arrays, generated from one spec."
    )
    whole.add_argument("--version", action="version", version=f"derivata {__version__}")
    _add_commands(whole)
    return whole


def subparsers() -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of the subcommands by their names."""
    return dict(_add_commands(argparse.ArgumentParser(prog="derivata")).choices)


def _add_commands(whole: argparse.ArgumentParser) -> Commands[argparse.ArgumentParser]:
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        import_module(f".{name}", __package__).add(commands)
    return commands


def _missing(error: ModuleNotFoundError, command: str) -> int:
    package = LIBRARIES.get((error.name or "").partition(".")[0])
    if package is None:
        return _internal(error)
    print(
        f"derivata {command}: needs {package}, which is not installed; pip install {package.lower()}",
        file=sys.stderr,
    )
    return WRONG


def _internal(error: Exception) -> int:
    traceback.print_exception(error)
    print(
        "derivata: this is an error of derivata, not of what it was given; please report it", file=sys.stderr
    )
    return INTERNAL

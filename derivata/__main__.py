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
    _add_warmup(commands)
    options, rest = parser.parse_known_args(arguments)
    if options.command == "codegen":
        return _codegen(rest)
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return _warmup(options)


def _codegen(arguments: list[str]) -> int:
    try:
        from .codegen.__main__ import main as generate
    except ModuleNotFoundError as error:
        if error.name not in ("jinja2", "yaml"):
            raise
        print(f"derivata codegen needs {error.name}: pip install 'derivata[codegen]'", file=sys.stderr)
        return 1
    return generate(arguments)


def _add_warmup(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    text = "compile kernels ahead, so that no program waits for them at the first call of an op"
    parser = commands.add_parser("warmup", help=text, description=text)
    parser.add_argument("ops", nargs="*", metavar="OP", help="names of ops, such as sin; all by default")
    parser.add_argument(
        "--dtypes", default="float32,float64", metavar="NAMES", help="parted by commas; default: %(default)s"
    )
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; default: one per processor")


def _warmup(options: argparse.Namespace) -> int:
    """Return 0 if all kernels are in the cache now, else 1."""
    from .kernels import warmup

    try:
        report = warmup(options.ops, dtypes=options.dtypes.split(","), jobs=options.jobs, progress=_show)
    except (RuntimeError, ValueError) as error:
        print(f"derivata {error}", file=sys.stderr)
        return 1
    print(report)
    return int(bool(report.failed))


def _show(done: int, total: int) -> None:
    """Keep one line of a terminal up to date; a log file gets a line per tenth."""
    if sys.stderr.isatty():
        print(f"\rkernels: {done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)
    elif done * 10 // total > (done - 1) * 10 // total:
        print(f"kernels: {done}/{total}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())

"""`derivata warmup`: compile kernels ahead."""

from __future__ import annotations

import argparse
import os
import sys

from ..codegen.progress import bar
from .arguments import Commands, add_command
from .exit_codes import WRONG


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Describe the command line."""
    text = "compile kernels ahead, so that no program waits for them at the first call of an op"
    parser = add_command(commands, "warmup", run, text, "derivata warmup sin exp --dtypes float64")
    parser.add_argument("ops", nargs="*", metavar="OP", help="names of ops, such as sin; all by default")
    parser.add_argument(
        "--dtypes", default="float32,float64", metavar="NAMES", help="parted by commas; default: %(default)s"
    )
    parser.add_argument(
        "--package",
        action="append",
        default=[],
        metavar="NAME",
        help="kernels of a pack instead, such as my_ops",
    )
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        help="into the installation, for all processors of a level: x86-64-v3, x86-64-v4",
    )
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; default: one per processor")


def run(options: argparse.Namespace) -> int:
    """Compile; the exit code is 0 if all kernels are in the cache now."""
    from ..kernels import warmup

    if options.package and "" not in sys.path:
        sys.path.insert(0, os.getcwd())  # where packs are made
    try:
        with bar("kernel", otherwise=_print_tenths) as progress:
            report = warmup(
                options.ops,
                dtypes=options.dtypes.split(","),
                packs=options.package,
                jobs=options.jobs,
                level=options.level,
                progress=progress,
            )
    except (RuntimeError, ValueError) as error:
        print(f"derivata {error}", file=sys.stderr)
        return WRONG
    print(report)
    return WRONG if report.failed else 0


def _print_tenths(done: int, total: int) -> None:
    """Print a line for each tenth, as log files get them."""
    if done * 10 // total > (done - 1) * 10 // total:
        print(f"kernels: {done}/{total}", file=sys.stderr, flush=True)

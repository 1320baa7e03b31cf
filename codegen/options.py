"""The command line of the generator; nothing else is imported for it."""

from __future__ import annotations

import argparse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "derivatives.yaml"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what `derivata codegen` takes."""
    add = parser.add_argument
    add("--spec", type=Path, default=SPEC, help="the spec (default: %(default)s)")
    add("--out", type=Path, default=ROOT / "generated", help="output folder (default: %(default)s)")
    add("--package", help="full name of the output as a package (default: what the folders say)")
    add("--functions", default="", metavar="MODULE", help="where the array functions of the spec are")
    add("--check", action="store_true", help="write nothing; print a diff and exit 1 on drift")
    add("--list", action="store_true", help="write nothing; print the ops by family")

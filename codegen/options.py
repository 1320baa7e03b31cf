"""The command line of the generator; nothing else is imported for it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "derivatives.yaml"
HOME = ROOT / "derivata" if (ROOT / "derivata").is_dir() else ROOT  # the latter where derivata is installed
PACKS = {"derivata.distributed.ops": HOME / "distributed" / "ops"}
"""The packs that derivata has itself, generated with its own ops, and their folders, in which are their specs."""


class _IfGiven(argparse.Action):
    """Keeps a value; its absence leaves what an option has said."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if values is not None:
            setattr(namespace, self.dest, values)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what `derivata codegen` takes."""
    add = parser.add_argument
    add("--spec", type=Path, default=SPEC, help="the spec in another place (default: derivata's own)")
    add("spec", type=Path, nargs="?", action=_IfGiven, metavar="SPEC", help="the spec, such as my_ops.yaml")
    add("--package", help="the name that the pack is imported by, such as my_ops or mine.ops")
    add("--out", type=Path, metavar="FOLDER", help="the folder of the package (default: as --package says)")
    add("--check", action="store_true", help="write nothing; print a diff and exit 1 on drift")
    add("--list", action="store_true", help="write nothing; print the ops by family")
    add("--force", action="store_true", help="replace generated files also where they were changed by hand")
    add("--recover", action="store_true", help="only undo what an interrupted run has left half done")

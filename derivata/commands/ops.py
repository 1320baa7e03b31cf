"""`derivata ops`: which ops there are, and which functions of other libraries have none."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import Commands, add_command, add_json
from .console import complain, heading, report, report_failure, say, say_json
from .exit_codes import FINE, WRONG

if TYPE_CHECKING:
    from ..codegen.spec import Op
    from .sources import Source

LIBRARIES = ("numpy", "scipy.special", "torch")


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Describe the command line."""
    summary = "list ops, or the functions of another library that have no op"
    example = "derivata ops\nderivata ops tan\nderivata ops --spec my_ops.yaml\nderivata ops --missing scipy.special"
    parser = add_command(commands, "ops", run, summary, example)
    parser.add_argument(
        "filter", nargs="?", default="", metavar="TEXT", help="in names, families or summaries"
    )
    parser.add_argument("--spec", type=Path, help="whose ops to list; default: derivata's own")
    parser.add_argument(
        "--missing", choices=LIBRARIES, help="what has no op here; the library must be installed"
    )
    add_json(parser, "the list")


def run(options: argparse.Namespace) -> int:
    """List."""
    return _missing(options) if options.missing else _list(options)


def _list(options: argparse.Namespace) -> int:
    from ..codegen.diagnostics import SpecError
    from .sources import of_file, own

    try:
        source = of_file(options.spec) if options.spec else own()
    except SpecError as error:
        report(error.diagnostics, options.spec, as_json=options.json)
        return WRONG
    except OSError as error:
        report_failure(f"{error.filename}: {error.strerror}", options.spec, as_json=options.json)
        return WRONG
    found = [op for op in source.spec.ops if _is_public(op, source) and _matches(op, options.filter)]
    if options.json:
        say_json([_row(op, source) for op in found])
    else:
        _print(found)
    return FINE if found else WRONG


def _is_public(op: Op, source: Source) -> bool:
    from .catalogue import names

    return not op.name.endswith("_backward") and any(names(op, source.package))


def _matches(op: Op, text: str) -> bool:
    """Look for a text in the names and the family, and as a word in the summary."""
    names = (op.full_name, *op.alias, op.family)
    return any(text.lower() in name for name in names) or bool(
        re.search(rf"\b{re.escape(text)}\b", _summary(op), re.IGNORECASE)
    )


def _row(op: Op, source: Source) -> dict[str, object]:
    from .catalogue import names

    return {
        "name": op.full_name,
        "signature": str(op.signature),
        "family": op.family,
        "summary": _summary(op),
        "line": op.location.line,
        "names": [name.text for name in names(op, source.package)],
    }


def _summary(op: Op) -> str:
    return op.doc.partition("\n")[0]


def _print(found: list[Op]) -> None:
    family = ""
    width = max((len(op.full_name) for op in found), default=0)
    for op in found:
        if op.family != family:
            family = op.family
            heading(family)
        say(f"  {op.full_name:{width}}  {_summary(op)}".rstrip())
    say(f"{len(found)} op{'s' if len(found) != 1 else ''}")


def _missing(options: argparse.Namespace) -> int:
    from .coverage import NotInstalled, coverage

    try:
        groups = coverage(options.missing)
    except NotInstalled as error:
        complain(f"derivata ops: {error}")
        return WRONG
    if options.filter:
        groups = [group.having(options.filter) for group in groups]
    if options.json:
        say_json(
            [{"group": one.name, "functions": one.total, "missing": list(one.missing)} for one in groups]
        )
        return FINE
    for group in groups:
        heading(f"{group.name}: {len(group.missing)} of {group.total} without op")
        if group.missing:
            say(f"  {' '.join(group.missing)}")
    return FINE

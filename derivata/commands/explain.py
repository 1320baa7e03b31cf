"""`derivata explain`: an op's formulas as mathematics, its entry, and what was generated from it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arguments import Commands, add_command, add_json
from .console import complain, heading, report, report_failure, say, say_code, say_json
from .exit_codes import FINE, WRONG

if TYPE_CHECKING:
    from ..codegen.spec import Op
    from .catalogue import Found
    from .generated_code import Piece


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Describe the command line."""
    summary = "print an op's entry, its formulas in mathematical notation, its node, wrapper and kernel"
    example = (
        "derivata explain mul\nderivata explain atan --latex\nderivata explain softclip --spec my_ops.yaml"
    )
    parser = add_command(commands, "explain", run, summary, example)
    parser.add_argument("name", metavar="NAME", help="of an op: mul, max.dim, linalg.inv, my_ops.softclip")
    parser.add_argument(
        "--spec", type=Path, help="a spec that the op is in, before anything is generated from it"
    )
    parser.add_argument("--latex", action="store_true", help="print the formulas in LaTeX, and nothing else")
    add_json(parser, "all of it")


def run(options: argparse.Namespace) -> int:
    """Explain every op that the name means."""
    from ..codegen.diagnostics import SpecError
    from .catalogue import NotFound, find, of_file

    try:
        source = of_file(options.spec) if options.spec else None
        found = find(options.name, source)
        explained = [_explained(hit, options) for hit in found]
    except NotFound as error:
        complain(f"derivata explain: {error}")
        return WRONG
    except SpecError as error:
        report(error.diagnostics, options.spec, as_json=options.json)
        return WRONG
    except OSError as error:
        report_failure(f"{error.filename}: {error.strerror}", options.spec, as_json=options.json)
        return WRONG
    if options.json:
        say_json(explained)
        return FINE
    for one in explained:
        if options.latex:
            say(one["latex"])
        else:
            _print(one)
    return FINE


def _explained(hit: Found, options: argparse.Namespace) -> dict[str, Any]:
    from ..codegen.derive.derive import derived
    from .equations import equations, in_latex

    op = hit.op
    return {
        "signature": str(op.signature),
        "doc": op.doc,
        "entry": {"place": hit.place, "code": entry_text(op, hit.source.path)},
        "derived": derived(op),
        "equations": [f"{left} = {right}" for left, right in equations(op)],
        "latex": in_latex(op),
        "generated": []
        if options.latex
        else [{"title": one.title, "place": one.place, "code": one.code} for one in _pieces(hit)],
    }


def _pieces(hit: Found) -> list[Piece]:
    """Return node, wrapper and kernels: from the files, or as they would be generated."""
    from .generated_code import on_disk, pieces

    source = hit.source
    if source.folder is not None:
        return pieces(hit.op, on_disk(hit.op, source.folder), source.folder)
    from ..codegen.pipeline import generate
    from ..codegen.render.render import Target

    return pieces(hit.op, generate(source.path, Target(source.package, own=False)), None)


def entry_text(op: Op, path: Path) -> str:
    """Return the lines of an entry: from its name to the next item, without the comments above that."""
    lines = path.read_text(encoding="utf-8").splitlines()
    first = op.location.line - 1
    while first > 0 and not lines[first].lstrip().startswith("- "):
        first -= 1
    last = first + 1
    while last < len(lines) and (not lines[last].strip() or lines[last][:1] == " "):
        last += 1
    return "\n".join(lines[first:last]).rstrip()


def _print(one: dict[str, Any]) -> None:
    heading(one["signature"])
    if one["doc"]:
        say(one["doc"])
    say("")
    for equation in one["equations"]:
        say(f"    {equation}")
    say("")
    heading(f"entry  {one['entry']['place']}")
    say_code(one["entry"]["code"], "yaml")
    if one["derived"]:
        say("")
        heading("derived from the forward")
        say_code("\n".join(f"  {key}: {text}" for key, text in one["derived"].items()), "yaml")
    for piece in one["generated"]:
        say("")
        heading(f"{piece['title']}  {piece['place']}")
        say_code(piece["code"], "python")
    say("")

"""`derivata explain`: an op's formulas as mathematics, its entry, and what was generated from it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arguments import Commands, add_command, add_json
from .console import complain, heading, report, report_failure, say, say_code, say_json
from .exit_codes import FINE, WRONG

if TYPE_CHECKING:
    from .catalogue import Found
    from .generated_code import Piece


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Describe the command line."""
    summary = "print an op's entry, its formulas in mathematical notation, its node, wrapper and kernel"
    example = (
        "derivata explain mul\nderivata explain mul --short\nderivata explain atan --latex\n"
        "derivata explain softclip --spec my_ops.yaml"
    )
    parser = add_command(commands, "explain", run, summary, example)
    parser.add_argument("name", metavar="NAME", help="of an op: mul, max.dim, linalg.inv, my_ops.softclip")
    parser.add_argument(
        "--spec", type=Path, help="a spec that the op is in, before anything is generated from it"
    )
    parser.add_argument(
        "--short", action="store_true", help="print the formulas and the entry, and no generated code"
    )
    parser.add_argument("--latex", action="store_true", help="print the formulas in LaTeX, and nothing else")
    add_json(parser, "all of it")


def run(options: argparse.Namespace) -> int:
    """Explain every op that the name means."""
    from ..codegen.diagnostics import SpecError
    from .catalogue import NotFound, find
    from .sources import of_file

    spec = options.spec
    explained: list[dict[str, Any]] = []
    try:
        source = of_file(spec) if spec else None
        for hit in find(options.name, source):
            spec = hit.source.path
            explained.append(_explained(hit, options))
    except NotFound as error:
        complain(f"derivata explain: {error}")
        return WRONG
    except SpecError as error:
        report(error.diagnostics, spec, as_json=options.json)
        return WRONG
    except OSError as error:
        report_failure(f"{error.filename}: {error.strerror}", spec, as_json=options.json)
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
        "origin": hit.source.origin,
        "entry": {"place": hit.place, "code": hit.entry},
        "derived": derived(op),
        "equations": [f"{left} = {right}" for left, right in equations(op)],
        "latex": in_latex(op),
        "generated": []
        if options.latex or options.short
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


def _print(one: dict[str, Any]) -> None:
    heading(one["signature"])
    if one["origin"]:
        say(one["origin"])
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

"""`derivata which`: where an op, a method or an alias comes from."""

from __future__ import annotations

import argparse
import inspect
from typing import TYPE_CHECKING, Any

from .arguments import Commands, add_command, add_json
from .console import complain, say, say_json
from .exit_codes import FINE, WRONG

if TYPE_CHECKING:
    from .catalogue import Found


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Describe the command line."""
    summary = "say which entry and file an op, method or alias comes from, and its other names"
    parser = add_command(
        commands, "which", run, summary, "derivata which tanh\nderivata which my_ops.softclip"
    )
    parser.add_argument(
        "name", metavar="NAME", help="tanh, dv.linalg.det, Tensor.mul_, '*', my_ops.softclip, ..."
    )
    add_json(parser, "the answer")


def run(options: argparse.Namespace) -> int:
    """Print a block per op that the name means."""
    from .catalogue import NotFound, find

    try:
        found = find(options.name)
    except NotFound as error:
        return _not_an_op(options.name, error, options.json)
    answers = [_answer(hit) for hit in found]
    if options.json:
        say_json(answers)
        return FINE
    for answer in answers:
        say(
            f"{options.name} is the {answer['kind']} of {answer['signature']}"
            if answer["kind"] != "op"
            else answer["signature"]
        )
        if answer["origin"]:
            say(f"  {answer['origin']}")
        for key in ("entry", "code", "kernel"):
            if answer[key]:
                say(f"  {key:6} {answer[key]}")
        say(f"  names  {', '.join(answer['names'])}")
    return FINE


def _answer(hit: Found) -> dict[str, Any]:
    from .catalogue import names
    from .generated_code import kernel_file, wrapper_place

    return {
        "kind": hit.name.kind,
        "signature": str(hit.op.signature),
        "origin": hit.source.origin,
        "entry": hit.place,
        "code": wrapper_place(hit.op, hit.source),
        "kernel": kernel_file(hit.op, hit.source),
        "names": [name.text for name in names(hit.op, hit.source.package)],
    }


def _not_an_op(word: str, error: Exception, as_json: bool) -> int:
    """Look for a hand-written function; failing that, suggest the entry that would define the op."""
    import derivata

    from ..suggestions.entries import HOW, entry
    from .catalogue import PREFIXES, shown

    bare = word
    for prefix in PREFIXES:
        bare = bare.removeprefix(prefix)
    value: Any = derivata
    for part in bare.split("."):
        value = getattr(value, part, None)
    place = _place_of(value, shown)
    if place:
        say_json([{"kind": "written by hand", "code": place}]) if as_json else say(
            f"{word} was written by hand\n  code   {place}"
        )
        return FINE
    complain(f"derivata which: {error}")
    if as_json:
        say_json([])
        return WRONG
    say(f"\n{HOW}\n\n{entry(bare.rpartition('.')[2])}")
    return WRONG


def _place_of(value: Any, shown: Any) -> str:
    """Return file and line of a function or class of Python."""
    from pathlib import Path

    value = inspect.unwrap(value) if callable(value) else value
    if not (inspect.isfunction(value) or inspect.isclass(value)):
        return ""
    try:
        path, line = inspect.getsourcefile(value), inspect.getsourcelines(value)[1]
    except (OSError, TypeError):
        return ""
    return f"{shown(Path(path))}:{line}" if path else ""

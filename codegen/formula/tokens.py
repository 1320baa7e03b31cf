"""The words and signs of formulas, checked before Python's parser sees them: no surprises, no huge inputs."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_CHARACTERS = 4000
MAX_TOKENS = 1000
MAX_BRACKETS = 40
MAX_NUMBER = 100

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<number>(?:\d|\.\d)(?:[eE][+-]\d|[\w.])*)|(?P<scope>(?:at|std|c10|torch)::)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<string>'[^'\"\\\n]*'|\"[^'\"\\\n]*\")|(?P<open>[(\[])|(?P<close>[)\]])"
    r"|(?P<operator>//|\*\*|[<>=!]=|<<|>>|:=|->|[-+*/%@&|^~<>=,.:])",
    re.ASCII,
)
_NUMBER = re.compile(r"(?:0|[1-9]\d*|\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?j?", re.ASCII)
_CLOSES = {")": "(", "]": "["}
_SMALLER = "name parts of it under 'let', or write an array function"
_REFUSED_TOKENS = {
    "=": ("'==' or a keyword argument", "a formula is one expression"),
    ":=": ("an expression without ':='", "name shared values under 'let'"),
    "->": ("an expression", ""),
}
REFUSED_CHARACTERS = {
    "#": "put comments on a line of the YAML",
    "\\": "a formula may simply go on in the next line",
    "{": "Jinja, dicts and sets have no meaning here",
    "}": "Jinja, dicts and sets have no meaning here",
    "!": "write 'logical_not(x)', '~x' or '!='",
    "?": "write 'a if condition else b'",
    ";": "a formula is one expression",
}


class Problem(NamedTuple):
    """What is wrong at an offset of a formula."""

    offset: int
    message: str
    cure: str = ""


def token_problem(text: str) -> Problem | None:
    """Return the first thing in the text that is no word or sign of formulas, or None."""
    if not text.strip():
        return Problem(0, "expected an expression, got nothing")
    if len(text) > MAX_CHARACTERS:
        return Problem(0, f"expected at most {MAX_CHARACTERS} characters, got {len(text)}", _SMALLER)
    position, count, previous, last_word = 0, 0, "", ""
    opened: list[re.Match[str]] = []
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None or (token["string"] and previous == "name"):
            return _character_problem(text, position, previous)
        if token["string"] and last_word == "string":
            return Problem(position, "expected one string, got two in a row", "write one string")
        if problem := _bracket_problem(token, opened) or _refusal(token, opened):
            return problem
        position, previous = token.end(), token.lastgroup or ""
        last_word = last_word if previous == "space" else previous
        count += previous != "space"
    if opened:
        message = f"expected a bracket that closes this '{opened[-1][0]}', got the end"
        return Problem(opened[-1].start(), message)
    if count > MAX_TOKENS:
        return Problem(0, f"expected at most {MAX_TOKENS} words and signs, got {count}", _SMALLER)
    return None


def _character_problem(text: str, position: int, previous: str) -> Problem:
    got = text[position]
    if got in "'\"":
        prefixed = previous == "name"
        cure = "delete the letters before the quote" if prefixed else "write a simple string: 'mean'"
        return Problem(position, "expected a string without prefix, escapes and inner quotes", cure)
    if not got.isascii():
        return Problem(position, f"expected ASCII characters, got {got!a}")
    numbers = re.match(r"\{([-\d, ]*)\}", text[position:])
    cure = f"write '[{numbers[1]}]'" if numbers else REFUSED_CHARACTERS.get(got, "")
    return Problem(position, f"expected an expression, got '{got}'", cure)


def _bracket_problem(token: re.Match[str], opened: list[re.Match[str]]) -> Problem | None:
    if token["open"]:
        opened.append(token)
        if len(opened) > MAX_BRACKETS:
            message = f"expected at most {MAX_BRACKETS} nested brackets, got more"
            return Problem(token.start(), message, "name parts of it under 'let'")
    elif token["close"] and (not opened or opened.pop()[0] != _CLOSES[token[0]]):
        message = f"expected brackets that match, got '{token[0]}' without '{_CLOSES[token[0]]}'"
        return Problem(token.start(), message)
    return None


def _refusal(token: re.Match[str], opened: list[re.Match[str]]) -> Problem | None:
    if token["number"] and len(token[0]) > MAX_NUMBER:
        message = f"expected a number of 64 bits, got one of {len(token[0])} characters"
        return Problem(token.start(), message)
    if token["number"] and not _NUMBER.fullmatch(token[0]):
        return Problem(token.start(), f"expected a number such as 2, 0.5, 1e-3 or 1j, got '{token[0]}'")
    if token["scope"]:
        got = token.string[token.start() :]
        cure = "write an index, 'x[0]'" if got.startswith("std::get<") else "write the name behind it alone"
        return Problem(token.start(), f"expected an op, got '{token[0]}'", cure)
    if token[0] not in _REFUSED_TOKENS or (token[0] == "=" and opened):  # a keyword argument
        return None
    wanted, cure = _REFUSED_TOKENS[token[0]]
    return Problem(token.start(), f"expected {wanted}, got '{token[0]}'", cure)

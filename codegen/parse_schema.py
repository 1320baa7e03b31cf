"""Signature text -> `Signature`. Every argument and result is read on its own, so each can complain on its own."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass

from .diagnostics import Locate, Location, Report, at_start, did_you_mean, listing, shorten
from .literals import default_problem, literal_source
from .schema import BASE_TYPES, LIST_TYPES, Argument, Return, Signature, Type
from .vocabulary import RESERVED_NAMES, RESERVED_OPS

MAX_NAME = 80
MAX_SIZE = 64

_HEAD = re.compile(r"\s*([^\s.()]+)(?:\.([^\s()]*))?\s*\(")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_TYPE = re.compile(
    r"(?P<base>[A-Za-z_]\w*)(?P<inner>\?)?(?:\((?P<alias>[^)]*)\))?(?P<list>\[(?P<length>[^\]]*)\])?(?P<optional>\?)?"
)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of the signature text and its offset."""

    text: str
    start: int

    def stripped(self) -> _Piece:
        return _Piece(self.text.strip(), self.start + len(self.text) - len(self.text.lstrip()))


def parse_signature(text: str, location: Location, locate: Locate | None = None) -> Signature:
    """Read a signature; raises SpecError with every problem in it."""
    parser = _Parser(text, locate or at_start(location))
    signature = parser.signature()
    parser.report.raise_errors()
    assert signature is not None
    parser.compare(signature)
    parser.report.raise_errors()
    return signature


def op_name(text: str) -> str:
    """The op that a signature is about, as far as it can be read: for messages."""
    head = text.split("(")[0].strip()
    return head if head and len(head) <= MAX_NAME and head.isprintable() else ""


def identifier_problem(name: str, subject: str) -> str:
    """Say what is wrong with a name, or "" when it is an ASCII identifier that Python accepts."""
    if not _IDENTIFIER.fullmatch(name):
        return f"{subject}: expected a name of ASCII letters, digits and '_', got {shorten(name)}"
    if keyword.iskeyword(name):
        return f"{subject}: expected a name, got Python's keyword '{name}'"
    if name.startswith("__"):
        return f"{subject}: expected a name without two leading underscores, got {shorten(name)}"
    if len(name) > MAX_NAME:
        return f"{subject}: expected at most {MAX_NAME} characters, got {len(name)}"
    return ""


class _Parser:
    def __init__(self, text: str, locate: Locate) -> None:
        self.text, self.locate = text, locate
        self.op = op_name(text)
        self.report = Report()

    def fail(self, piece: _Piece, message: str, cure: str = "") -> None:
        self.report.add(self.locate(piece.start), self.op, message, cure)

    def signature(self) -> Signature | None:
        head = _HEAD.match(self.text)
        if head is None:
            self.fail(
                _Piece(self.text, 0),
                f"name: expected a signature 'name(arguments) -> returns', got {shorten(self.text)}",
                "write for example 'exp(Tensor self) -> Tensor'",
            )
            return None
        name, overload = head[1], head[2]
        self._check_head(head, name, overload)
        close = _matching(self.text, head.end() - 1)
        if close is None:
            self.fail(
                _Piece("(", head.end() - 1),
                "name: expected ')' after the arguments, got the end",
                "close the '('",
            )
            return None
        arguments = self._arguments(_Piece(self.text[head.end() : close], head.end()))
        returns = self._returns(_Piece(self.text[close + 1 :], close + 1))
        self._check_names(arguments, returns)
        parsed = (tuple(a for a, _ in arguments), tuple(r for r, _ in returns))
        return Signature(name, overload or "", *parsed)

    def _check_head(self, head: re.Match[str], name: str, overload: str | None) -> None:
        if problem := identifier_problem(name, "name"):
            self.fail(_Piece(name, head.start(1)), problem, "rename the op")
        elif name in RESERVED_OPS:
            cure = f"rename it, for example '{name}_'"
            self.fail(
                _Piece(name, head.start(1)),
                f"name: expected a free name, got '{name}', a word of the formula language",
                cure,
            )
        if overload is not None and (problem := identifier_problem(overload, "overload")):
            self.fail(_Piece(overload, head.start(2)), problem, "write 'name.overload(' or 'name('")

    # -- arguments

    def _arguments(self, piece: _Piece) -> list[tuple[Argument, _Piece]]:
        found: list[tuple[Argument, _Piece]] = []
        keyword_only = False
        for part in _split(piece):
            if part.text == "*":
                if keyword_only:
                    self.fail(part, "arguments: expected one '*', got two", "delete the second")
                keyword_only = True
            elif argument := self._argument(part, keyword_only):
                found.append((argument, part))
        self._check_order(found)
        if keyword_only and not any(a.keyword_only for a, _ in found) and not self.report:
            self.fail(
                piece, "arguments: expected keyword-only arguments after '*', got none", "delete the '*'"
            )
        return found

    def _argument(self, piece: _Piece, keyword_only: bool) -> Argument | None:
        match = re.match(
            r"(?P<type>[^\s=]+(?:\([^)]*\)\S*)?)\s+(?P<name>[^\s=]+)\s*(?:=\s*(?P<default>.*))?$",
            piece.text,
            re.DOTALL,
        )
        if match is None:
            got = shorten(piece.text) if piece.text else "nothing"
            self.fail(
                piece,
                f"arguments: expected 'type name' or 'type name=default', got {got}",
                "write for example 'Tensor self'",
            )
            return None
        name = match["name"]
        type_ = self._type(_Piece(match["type"], piece.start), f"argument '{name}'")
        if problem := identifier_problem(name, "argument"):
            self.fail(_Piece(name, piece.start + match.start("name")), problem, "rename the argument")
            return None
        if type_ is None:
            return None
        default = self._default(match["default"], piece.start + match.start("default"), name, type_)
        return Argument(name, type_, default, keyword_only)

    def _default(self, text: str | None, start: int, name: str, type_: Type) -> str | None:
        if text is None:
            return None
        if problem := default_problem(text, type_):
            self.fail(_Piece(text, start), f"argument '{name}': default: {problem[0]}", problem[1])
        return literal_source(text)

    def _check_order(self, found: list[tuple[Argument, _Piece]]) -> None:
        optional = ""
        for argument, piece in found:
            if argument.keyword_only:
                break
            if argument.default is not None:
                optional = argument.name
            elif optional:
                message = f"argument '{argument.name}': expected a default, because '{optional}' before it has one, got none"
                self.fail(piece, message, "give it a default, or move it forward")
            if argument.type.variadic and argument is not [a for a, _ in found if not a.keyword_only][-1]:
                message = f"argument '{argument.name}': expected '{argument.type}' to be the last positional argument"
                self.fail(piece, message, "put '*,' behind it, which makes the others keyword-only")

    # -- types

    def _type(self, piece: _Piece, subject: str) -> Type | None:
        match = _TYPE.match(piece.text)
        if match is None or match["base"] not in BASE_TYPES:
            word = match["base"] if match else piece.text
            cure = did_you_mean(word, BASE_TYPES) or f"the types are {listing(BASE_TYPES)}"
            self.fail(piece, f"{subject}: expected a type, got {shorten(word)}", cure)
            return None
        if match.end() != len(piece.text):
            self.fail(
                piece,
                f"{subject}: expected a type such as 'Tensor', 'int[2]' or 'Scalar?', got {shorten(piece.text)}",
            )
            return None
        if problem := _list_problem(match) or _alias_problem(match):
            self.fail(piece, f"{subject}: {problem[0]}", problem[1])
            return None
        return _build_type(match)

    # -- returns

    def _returns(self, piece: _Piece) -> list[tuple[Return, _Piece]]:
        arrow = re.match(r"\s*->\s*", piece.text)
        if arrow is None:
            self.fail(
                piece.stripped(),
                f"name: expected '-> returns' after the arguments, got {shorten(piece.text)}",
                "write for example '-> Tensor'",
            )
            return []
        body = _Piece(piece.text[arrow.end() :], piece.start + arrow.end()).stripped()
        if not (body.text.startswith("(") and body.text.endswith(")")):
            type_ = self._return_type(body, "returns")
            return [(Return("result", type_), body)] if type_ else []
        parts = _split(_Piece(body.text[1:-1], body.start + 1))
        found = [(output, part) for part in parts if (output := self._output(part))]
        if not parts:
            self.fail(body, "returns: expected at least one Tensor, got none", "write '-> Tensor'")
        if len(parts) == 1 and parts[0].text.split()[-1] == "result":
            self.fail(body, "returns: expected a single result without parentheses", "write '-> Tensor'")
        if found and all(output.intermediate for output, _ in found):
            self.fail(
                body,
                "returns: expected an output besides the intermediates",
                "rename one without leading '_'",
            )
        return found

    def _output(self, piece: _Piece) -> Return | None:
        type_text, _, name = piece.text.partition(" ")
        name = name.strip()
        type_ = self._return_type(_Piece(type_text, piece.start), f"output '{name}'" if name else "returns")
        if problem := identifier_problem(name, "returns"):
            if not name:
                problem = (
                    f"returns: expected 'type name' for each of several outputs, got {shorten(piece.text)}"
                )
            self.fail(piece, problem, "write for example '(Tensor values, Tensor indices)'")
            return None
        return Return(name, type_) if type_ else None

    def _return_type(self, piece: _Piece, subject: str) -> Type | None:
        type_ = self._type(piece, subject)
        if type_ and (type_.base != "Tensor" or type_.optional or type_.size is not None):
            self.fail(
                piece, f"{subject}: expected 'Tensor' or 'Tensor[]', got '{type_}'", "an op returns tensors"
            )
            return None
        return type_

    # -- the whole

    def _check_names(
        self, arguments: list[tuple[Argument, _Piece]], returns: list[tuple[Return, _Piece]]
    ) -> None:
        seen: set[str] = set()
        named = [(a.name, "argument", piece) for a, piece in arguments] + [
            (r.name, "output", piece) for r, piece in returns
        ]
        for name, what, piece in named:
            if name in seen:
                self.fail(
                    piece,
                    f"{what} '{name}': expected different names, got '{name}' twice",
                    "rename one of them",
                )
            elif name.startswith("grad_") or (
                name in RESERVED_NAMES and (what, name) != ("output", "result")
            ):
                self.fail(
                    piece,
                    f"{what} '{name}': expected a free name, got a word of the spec language",
                    f"rename it, for example '{name}_'",
                )
            seen.add(name)
        for argument, piece in arguments:
            if argument.name.endswith(("_t", "_p")) and any(
                argument.name[:-2] == a.name and a.is_tensor for a, _ in arguments
            ):
                meaning = "tangent" if argument.name.endswith("_t") else "primal"
                message = f"argument '{argument.name}': expected a free name, got the {meaning} of '{argument.name[:-2]}'"
                self.fail(piece, message, "rename it")

    def compare(self, signature: Signature) -> None:
        """Hold the printed signature against the text, so that nothing of it can get lost."""
        if _compact(str(signature)) != _compact(self.text):
            message = f"name: expected the text to read '{signature}', got {shorten(self.text, 200)}"
            self.fail(_Piece(self.text, 0), message, "write it that way")


def _list_problem(match: re.Match[str]) -> tuple[str, str] | None:
    base, length = match["base"], match["length"]
    if match["list"] is None:
        return (
            (f"expected one '?', got '{match[0]}'", f"write '{base}?'")
            if match["inner"] and match["optional"]
            else None
        )
    if match["inner"]:
        return (
            f"expected a list without optional items, got '{match[0]}'",
            f"write '{base}[]?' for a list that may be None",
        )
    if base not in LIST_TYPES:
        return f"expected a list of {listing(LIST_TYPES)}, got '{match[0]}'", ""
    if length and base != "int":
        return f"expected a length only in lists of int, got '{match[0]}'", f"write '{base}[]'"
    if length not in ("", "*") and not (
        length.isascii() and length.isdigit() and len(length) < 9 and 1 <= int(length) <= MAX_SIZE
    ):
        return (
            f"expected a length from 1 to {MAX_SIZE} or '*', got {shorten(length)}",
            "write for example 'int[2]'",
        )
    return None


def _alias_problem(match: re.Match[str]) -> tuple[str, str] | None:
    mark = match["alias"]
    if mark is None:
        return None
    if match["base"] != "Tensor":
        return f"expected an alias mark only on Tensor, got '{match[0]}'", f"delete '({mark})'"
    if not re.fullmatch("[a-z]!?", mark):
        return (
            f"expected an alias mark '(a)' or '(a!)', got '({shorten(mark)[1:-1]})'",
            "'(a)' marks a view, '(a!)' what is written",
        )
    return None


def _build_type(match: re.Match[str]) -> Type:
    mark, length = match["alias"] or "", match["length"] or ""
    return Type(
        base=match["base"],
        optional=bool(match["optional"] or match["inner"]),
        is_list=match["list"] is not None,
        size=int(length) if length.isdigit() else None,
        variadic=length == "*",
        alias=mark[:1],
        written=mark.endswith("!"),
    )


_QUOTED = r"'[^']*'|\"[^\"]*\""


def _matching(text: str, start: int) -> int | None:
    """The offset of the bracket that closes the one at `start`."""
    depth = 0
    for token in re.compile(rf"{_QUOTED}|[()\[\]]").finditer(text, start):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token[0], 0)
        if depth == 0:
            return token.start()
    return None


def _split(piece: _Piece) -> list[_Piece]:
    """Cut at the commas outside brackets and quotes."""
    if not piece.text.strip():
        return []
    cuts, depth = [-1], 0
    for token in re.finditer(rf"{_QUOTED}|[()\[\],]", piece.text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token[0], 0)
        if token[0] == "," and depth == 0:
            cuts.append(token.start())
    cuts.append(len(piece.text))
    return [
        _Piece(piece.text[a + 1 : b], piece.start + a + 1).stripped()
        for a, b in zip(cuts, cuts[1:], strict=False)
    ]


def _compact(text: str) -> str:
    """The text without what printing may change: white space, and the spelling of default values."""
    squeezed = re.sub(rf"({_QUOTED})|\s+", lambda m: m[1] or " ", text)
    squeezed = re.sub(rf"={_LITERAL}", "=", squeezed)
    return re.sub(rf"({_QUOTED})|\s+(?=[^\w*])|(?<=[^\w*])\s+", lambda m: m[1] or "", squeezed).strip()


_LITERAL = rf"\s*(?:{_QUOTED}|\((?:[^()]*)\)|\[(?:[^\[\]]*)\]|[^,()\s]+)"

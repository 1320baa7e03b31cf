"""Signature text -> `Signature`. Each argument and output is read, and its errors are reported, on its own."""

from __future__ import annotations

import re

from ..diagnostics import Locate, Location, Report, at_start, shorten
from ..schema import Argument, Return, Signature, Type
from ..source.literals import default_problem, literal_source
from ..source.pieces import QUOTED, Piece, closing_bracket, split
from ..vocabulary import RESERVED_NAMES, RESERVED_OPS
from .identifiers import identifier_problem, op_name
from .type import parse_type

MAX_CHARACTERS = 4000

_HEAD = re.compile(r"\s*([^\s.()]+)(?:\.([^\s()]*))?\s*\(")
_ARGUMENT = re.compile(
    r"(?P<type>[^\s=]+(?:\([^)]*\)\S*)?)\s+(?P<name>[^\s=]+)\s*(?:=\s*(?P<default>.*))?", re.DOTALL
)
_LITERAL = rf"\s*(?:{QUOTED}|\((?:[^()]*)\)|\[(?:[^\[\]]*)\]|[^,()\s]+)"

_Arguments = list[tuple[Argument, Piece]]
_Returns = list[tuple[Return, Piece]]


def parse_signature(text: str, location: Location, locate: Locate | None = None) -> Signature:
    """Read a signature; raises SpecError with every problem in it."""
    parser = _Parser(text, locate or at_start(location))
    if len(text) > MAX_CHARACTERS:
        message = f"name: expected at most {MAX_CHARACTERS} characters, got {len(text)}"
        parser.fail(Piece(text, 0), message, "pass fewer arguments")
        parser.report.raise_errors()
    signature = parser.signature()
    parser.report.raise_errors()
    assert signature is not None
    parser.compare(signature)
    parser.report.raise_errors()
    return signature


class _Parser:
    def __init__(self, text: str, locate: Locate) -> None:
        self.text, self.locate = text, locate
        self.op = op_name(text)
        self.report = Report()

    def fail(self, piece: Piece, message: str, cure: str = "") -> None:
        self.report.add(self.locate(piece.start), self.op, message, cure)

    def signature(self) -> Signature | None:
        whole = Piece(self.text, 0)
        head = _HEAD.match(self.text)
        if head is None:
            message = f"name: expected a signature 'name(arguments) -> returns', got {shorten(self.text)}"
            self.fail(whole, message, "write for example 'exp(Tensor self) -> Tensor'")
            return None
        self._check_head(head)
        close = closing_bracket(self.text, head.end() - 1)
        if close is None:
            message = "name: expected ')' after the arguments, got the end"
            self.fail(whole.part(head.end() - 1), message, "close the '('")
            return None
        arguments = self._arguments(whole.part(head.end(), close))
        returns = self._returns(whole.part(close + 1))
        self._check_names(arguments, returns)
        parsed = (tuple(a for a, _ in arguments), tuple(r for r, _ in returns))
        return Signature(head[1], head[2] or "", *parsed)

    def _check_head(self, head: re.Match[str]) -> None:
        name, overload = Piece(head[1], head.start(1)), head[2]
        if problem := identifier_problem(name.text, "name"):
            self.fail(name, problem, "rename the op")
        elif name.text in RESERVED_OPS:
            message = f"name: expected a free name, got '{name.text}', a word of the formula language"
            self.fail(name, message, f"rename it, for example '{name.text}_of'")
        if overload is not None and (problem := identifier_problem(overload, "overload")):
            self.fail(Piece(overload, head.start(2)), problem, "write 'name.overload(' or 'name('")

    # -- arguments

    def _arguments(self, piece: Piece) -> _Arguments:
        found: _Arguments = []
        stars: list[Piece] = []
        for part in split(piece):
            if part.text == "*":
                stars.append(part)
            elif argument := self._argument(part, keyword_only=bool(stars)):
                found.append((argument, part))
        self._check_order(found)
        if len(stars) > 1:
            self.fail(stars[1], "arguments: expected one '*', got two", "delete the second")
        if stars and not any(a.keyword_only for a, _ in found) and not self.report:
            message = "arguments: expected keyword-only arguments after '*', got none"
            self.fail(stars[0], message, "delete the '*'")
        return found

    def _argument(self, piece: Piece, *, keyword_only: bool) -> Argument | None:
        match = _ARGUMENT.fullmatch(piece.text)
        if match is None:
            got = shorten(piece.text) if piece.text else "nothing"
            message = f"arguments: expected 'type name' or 'type name=default', got {got}"
            self.fail(piece, message, "write for example 'Tensor self'")
            return None
        name = match["name"]
        type_ = self._type(piece.part(0, match.end("type")), f"argument '{name}'")
        if problem := identifier_problem(name, "argument"):
            self.fail(piece.part(match.start("name")), problem, "rename the argument")
            return None
        if type_ is None:
            return None
        text = match["default"]
        if text is not None and (problem_and_cure := default_problem(text, type_)):
            message = f"argument '{name}': default: {problem_and_cure[0]}"
            self.fail(piece.part(match.start("default")), message, problem_and_cure[1])
        return Argument(name, type_, None if text is None else literal_source(text), keyword_only)

    def _check_order(self, found: _Arguments) -> None:
        positional = [(argument, piece) for argument, piece in found if not argument.keyword_only]
        optional = ""
        for argument, piece in positional:
            subject = f"argument '{argument.name}'"
            if argument.default is not None:
                optional = argument.name
            elif optional:
                message = f"{subject}: expected a default, because '{optional}' before it has one, got none"
                self.fail(piece, message, "give it a default, or move it forward")
            if argument.type.variadic and argument is not positional[-1][0]:
                message = (
                    f"{subject}: expected '{argument.type}' as last positional argument, got others behind it"
                )
                self.fail(piece, message, "put '*,' behind it, which makes the others keyword-only")

    def _type(self, piece: Piece, subject: str) -> Type | None:
        type_ = parse_type(piece.text)
        if isinstance(type_, Type):
            return type_
        self.fail(piece, f"{subject}: {type_[0]}", type_[1])
        return None

    # -- returns

    def _returns(self, piece: Piece) -> _Returns:
        arrow = re.match(r"\s*->\s*", piece.text)
        if arrow is None:
            got = shorten(piece.text) if piece.text.strip() else "the end"
            message = f"name: expected '-> returns' after the arguments, got {got}"
            self.fail(piece.stripped(), message, "write for example '-> Tensor'")
            return []
        body = piece.part(arrow.end()).stripped()
        if not (body.text.startswith("(") and body.text.endswith(")")):
            type_ = self._return_type(body, "returns")
            return [(Return("result", type_), body)] if type_ else []
        parts = split(body.part(1, -1))
        found = [(output, part) for part in parts if (output := self._output(part))]
        self._check_outputs(body, parts, found)
        return found

    def _check_outputs(self, body: Piece, parts: list[Piece], found: _Returns) -> None:
        if not parts:
            self.fail(body, "returns: expected at least one Tensor, got none", "write '-> Tensor'")
        elif len(parts) == 1 and parts[0].text.endswith(" result"):
            message = "returns: expected a single result without parentheses, got one within"
            self.fail(body, message, "write '-> Tensor'")
        elif found and all(output.intermediate for output, _ in found):
            message = "returns: expected an output besides the intermediates, got none"
            self.fail(body, message, "rename one without leading '_'")

    def _output(self, piece: Piece) -> Return | None:
        type_text, _, name = piece.text.partition(" ")
        name = name.strip()
        type_ = self._return_type(piece.part(0, len(type_text)), f"output '{name}'" if name else "returns")
        if name and not (problem := identifier_problem(name, "returns")):
            return Return(name, type_) if type_ else None
        if not name:
            problem = f"returns: expected 'type name' for each of several outputs, got {shorten(piece.text)}"
        self.fail(piece, problem, "write for example '(Tensor values, Tensor indices)'")
        return None

    def _return_type(self, piece: Piece, subject: str) -> Type | None:
        type_ = self._type(piece, subject)
        if type_ and (type_.base != "Tensor" or type_.optional or type_.size is not None):
            message = f"{subject}: expected 'Tensor' or 'Tensor[]', got '{type_}'"
            self.fail(piece, message, "an op returns tensors")
            return None
        return type_

    # -- the whole

    def _check_names(self, arguments: _Arguments, returns: _Returns) -> None:
        reserved = RESERVED_NAMES | {f"grad_{output.name}" for output, _ in returns}
        reserved |= {f"{a.name}{end}" for a, _ in arguments if a.is_tensor for end in ("_t", "_p")}
        seen: set[str] = set()
        named = [("argument", a.name, piece) for a, piece in arguments]
        for what, name, piece in named + [("output", r.name, piece) for r, piece in returns]:
            place = piece.part(_name_offset(piece.text, name))
            if name in seen:
                message = f"{what} '{name}': expected different names, got '{name}' twice"
                self.fail(place, message, "rename one of them")
            elif name in reserved and (what, name) != ("output", "result"):
                message = f"{what} '{name}': expected a free name, got a word of the spec language"
                self.fail(place, message, f"rename it, for example '{name}_'")
            seen.add(name)

    def compare(self, signature: Signature) -> None:
        """Compare the printed signature with the text, so that no part of the text is dropped silently."""
        if _compact(str(signature)) != _compact(self.text):
            message = f"name: expected the text to read '{signature}', got {shorten(self.text, 200)}"
            self.fail(Piece(self.text, 0), message, "write it that way")


def _name_offset(text: str, name: str) -> int:
    """Return where the name stands in `Tensor name=default`; 0 in `Tensor`, whose name is implied."""
    found = re.search(rf"\s{re.escape(name)}\b", text)
    return found.start() + 1 if found else 0


def _compact(text: str) -> str:
    """Remove what printing may change: white space, and the spelling of default values."""
    squeezed = re.sub(rf"({QUOTED})|\s+", lambda m: m[1] or " ", text)
    squeezed = re.sub(rf"={_LITERAL}", "=", squeezed)
    return re.sub(rf"({QUOTED})|\s+(?=[^\w*])|(?<=[^\w*])\s+", lambda m: m[1] or "", squeezed).strip()

"""Makes a program that fails smaller while it fails in the same way."""

import re
import time
from collections.abc import Callable, Iterator, Sequence

from .statement import Program, Statement

SHORTER = [
    (r"^with dv\.\w+\(\): ", ""),
    (r", (retain_graph|materialize_grads|create_graph)=True", ""),
    (r"\.flatten\(\)\[:\d+\](\.reshape\(\([\d, ]*\)\))?", ""),
    (r"\.reshape\(\([\d, ]*\)\)", ""),
    (r"in_thread\(lambda: (.*)\)$", r"\1"),
    (r"(\w+)\.backward\(dv\.tensor\(.*?\)", r"\1.sum().backward("),
    (r"grad\((\w+), (\[.*?\]), dv\.tensor\(.*?, dtype=dv\.\w+\)", r"grad(\1.sum(), \2"),
    (r" or (-g|g \* 2)\)$", ")"),
    (r"\((\w+)\.sigmoid\(\) \+ 1\.0\)", r"\1"),
    (r"(\w+)\.(sigmoid|abs)\(\)", r"\1"),
]
"""What may be replaced in a line, and by what."""


def shrunk(program: Program, fails: Callable[[Program], bool], seconds: float = 10.0) -> Program:
    """Return the smallest program that still fails and can be found in some seconds."""
    end = time.monotonic() + seconds
    smaller = True
    while smaller and time.monotonic() < end:
        smaller = False
        for candidate in candidates(program):
            if time.monotonic() > end:
                break
            if fails(candidate):
                program, smaller = candidate, True
                break
    return program


def candidates(program: Program) -> Iterator[Program]:
    """Yield smaller programs: with fewer lines first, then with simpler ones."""
    for size in (8, 4, 2, 1):
        if size < len(program):
            for k in range(len(program) - size, -1, -1):
                yield [*program[:k], *program[k + size :]]
    for k, statement in enumerate(program):
        for simpler in simplified(statement):
            yield [*program[:k], simpler, *program[k + 1 :]]
    yield from without_names(program)


def simplified(statement: Statement) -> Sequence[Statement]:
    """Return simpler lines."""
    if statement.numbers is not None:
        return [numbers.statement() for numbers in statement.numbers.simpler()]
    texts = [re.sub(pattern, by, statement.text) for pattern, by in SHORTER]
    return [Statement(text) for text in dict.fromkeys(texts) if text != statement.text]


def without_names(program: Program) -> Iterator[Program]:
    """Yield programs in which a line that gives a tensor another name, or a part, is left out."""
    for k, statement in enumerate(program):
        match = re.match(r"(?:with dv\.\w+\(\): )?(x\d+) = (?:dv\.[\w.]+\()?(x\d+)\b", statement.text)
        if match:
            new, old = match.groups()
            rest = [
                Statement(re.sub(rf"\b{new}\b", old, s.text), s.numbers) if s.numbers is None else s
                for s in program[k + 1 :]
            ]
            yield [*program[:k], *rest]

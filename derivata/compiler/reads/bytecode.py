"""What the bytecode of a function reads, found before it runs; what no compiled function may do is refused here."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import CodeType
from typing import Any

from ..refusal import CannotCompile
from ..vocabulary import is_member

_ATTRIBUTE = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
_LOCAL = frozenset(
    {
        *(
            "LOAD_CLOSURE",
            "MAKE_CELL",
            "COPY_FREE_VARS",
            "DELETE_DEREF",
            "STORE_NAME",
            "LOAD_FAST",
            "STORE_FAST",
        ),
        *("LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF", "LOAD_SUPER_ATTR"),
    }
)
_REFUSED = {
    "STORE_GLOBAL": "writes to the global variable",
    "DELETE_GLOBAL": "deletes the global variable",
    "STORE_ATTR": "sets the attribute",
    "DELETE_ATTR": "deletes the attribute",
    "IMPORT_NAME": "imports",
    "LOAD_BUILD_CLASS": "defines a class",
    "YIELD_VALUE": "is a generator: it yields",
    "GET_AWAITABLE": "awaits",
    "MATCH_CLASS": "asks for a class by `case`; use isinstance",
}
_NAMELESS = frozenset({"LOAD_BUILD_CLASS", "YIELD_VALUE", "GET_AWAITABLE", "MATCH_CLASS"})
_ENDS = frozenset({"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"})
_TO_PLACES = frozenset({*dis.hasjrel, *dis.hasjabs, *getattr(dis, "hasjump", ())})
_JUMPS = frozenset({"JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"})

Chain = tuple[str, ...]
"""A name and the attributes that are looked for in it."""


@dataclass(frozen=True)
class Names:
    """The chains of names that a code object reads, those of the functions inside of it included.

    `by_identity` says whether it compares with `is`, other than with a constant, and `calls_float` that it does nothing
    with `float` but to call it.
    """

    of_globals: frozenset[tuple[Chain, int]]
    of_cells: frozenset[tuple[Chain, int]]
    by_identity: bool
    calls_float: bool


@lru_cache(maxsize=1024)
def names_of(code: CodeType, method: bool = False) -> Names:
    """Return what a code object reads, of a module's method or not; raises for what no compiled function may do."""
    found: tuple[set[tuple[Chain, int]], set[tuple[Chain, int]], set[str]] = (set(), set(), set())
    _walk(
        code, code, frozenset(code.co_freevars), found, inner=False, module=module_in(code) if method else ""
    )
    return Names(frozenset(found[0]), frozenset(found[1]), "is" in found[2], "float" not in found[2])


def module_in(code: CodeType) -> str:
    """Return the variable that has nothing but the module in it whose method this is, if there is one."""
    name = code.co_varnames[0] if code.co_argcount else ""
    changed = any(
        i.argval == name and i.opname.startswith(("STORE", "DELETE")) for i in dis.get_instructions(code)
    )
    return "" if changed else name


def _walk(
    top: CodeType, code: CodeType, free: frozenset[str], found: Any, inner: bool, module: str = ""
) -> None:
    """Note the names of a code object, and of those inside of it; `free` are variables from outside of all of them."""
    instructions = _reached(code)
    line, used = code.co_firstlineno, set[int]()
    lines = {offset: number for offset, _, number in _lines(code)}
    for place, instruction in enumerate(instructions):
        line = lines.get(instruction.offset, line)
        name, opname = str(instruction.argval), instruction.opname
        subject = f"{top.co_name} ({code.co_filename}, line {line})"
        generator = inner and code.co_name == "<genexpr>"
        if opname in _REFUSED and not (opname == "YIELD_VALUE" and generator):
            raise CannotCompile(f"{subject} {_REFUSED[opname]}{'' if opname in _NAMELESS else ' ' + name}")
        outer = name in free
        if opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF"):
            chain = (name, *_attributes(instructions[place + 1 :], used, place + 1))
            if opname != "LOAD_DEREF":
                found[0].add((chain, line))
                if name == "float" and not (instruction.arg or 0) & 1:  # a bit that calls set
                    found[2].add("float")
            elif outer:
                found[1].add((chain, line))
            elif len(chain) > 1:
                _check_attributes(subject, chain[1:])
        elif opname == "IS_OP" and instructions[place - 1].opname != "LOAD_CONST":
            found[2].add("is")
        elif opname == "STORE_DEREF" and outer:
            raise CannotCompile(f"{subject} writes to {name}, a variable of the function around it")
        elif opname in _ATTRIBUTE:
            before = instructions[place - 1]
            of_module = module and before.opname == "LOAD_FAST" and before.argval == module
            if place not in used and not of_module and not _is_of_super(instructions[:place]):
                _check_attributes(subject, (name,))
        elif instruction.opcode in (*dis.hasname, *dis.hasfree) and opname not in (*_LOCAL, "STORE_DEREF"):
            raise CannotCompile(f"{subject} has the instruction {opname} of {name}, which is not known here")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inside = frozenset(name for name in constant.co_freevars if name in free)
            _walk(top, constant, inside, found, inner=True)


def _instructions(code: CodeType) -> list[dis.Instruction]:
    return [i for i in dis.get_instructions(code) if i.opname not in ("EXTENDED_ARG", "CACHE", "PUSH_NULL")]


def _reached(code: CodeType) -> list[dis.Instruction]:
    """Return the instructions that run where nothing is raised: all but those of handlers."""
    instructions = _instructions(code)
    places = {i.offset: place for place, i in enumerate(instructions)}
    reached, left = set[int](), [0]
    while left:
        place = left.pop()
        if place in reached or place >= len(instructions):
            continue
        reached.add(place)
        instruction = instructions[place]
        if instruction.opcode in _TO_PLACES:
            target: int = instruction.argval
            left.append(next((places[at] for at in range(target, target + 64, 2) if at in places), place))
        if instruction.opname not in (*_ENDS, *_JUMPS):
            left.append(place + 1)
    return [instruction for place, instruction in enumerate(instructions) if place in reached]


@lru_cache(maxsize=1024)
def has_handlers(code: CodeType) -> bool:
    """Tell whether code handles errors, that of functions inside of it included, other than to leave a `with` block."""
    found = _instructions(code)
    return any(
        one.opname == "PUSH_EXC_INFO" and next_.opname != "WITH_EXCEPT_START"
        for one, next_ in pairwise(found)
    ) or any(isinstance(part, CodeType) and has_handlers(part) for part in code.co_consts)


@lru_cache(maxsize=1024)
def without_handlers(code: CodeType) -> CodeType:
    """Return code in which nothing that is raised is handled, so that a trace ends there."""
    parts = [without_handlers(part) if isinstance(part, CodeType) else part for part in code.co_consts]
    return code.replace(co_consts=tuple(parts), co_exceptiontable=b"")


def _is_of_super(before: list[dis.Instruction]) -> bool:
    """Tell whether instructions end with a call of `super()`."""
    calls = [i for i in before[-3:] if i.opname != "PRECALL"][-2:]
    return [(i.opname, i.argval) for i in calls] == [("LOAD_GLOBAL", "super"), ("CALL", 0)]


def _lines(code: CodeType) -> Iterator[tuple[int, int, int]]:
    return ((start, end, number) for start, end, number in code.co_lines() if number is not None)


def _attributes(rest: list[Any], used: set[int], place: int) -> Iterator[str]:
    """Yield the attributes that are looked for in what was just read."""
    for offset, instruction in enumerate(rest):
        if instruction.opname not in _ATTRIBUTE:
            return
        used.add(place + offset)
        yield str(instruction.argval)


def _check_attributes(subject: str, names: tuple[str, ...]) -> None:
    for name in names:
        if not is_member(name):
            raise CannotCompile(f"{subject} uses .{name}, which compiled functions may not")

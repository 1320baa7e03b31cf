"""Finds out which call or assignment converts a tensor to a number, from the running bytecode instruction.

``float(t)``, ``math.exp(t)`` and ``array[0] = t`` all call ``__float__``, and nothing else tells them apart.
"""

import dis
import functools
import operator
from collections.abc import Sequence
from enum import Enum, auto
from types import CodeType, FrameType
from typing import Any

_NAMES = ("LOAD_NAME", "LOAD_GLOBAL", "LOAD_FAST", "LOAD_DEREF")
_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
_OF_FUNCTION = 2  # the values of the stack that say what is called
_PRECALLS = "PRECALL" in dis.opmap  # Python 3.11, whose PRECALL takes the arguments from the stack


class Caller(Enum):
    """What becomes of the number."""

    NUMBER = auto()
    """It is asked for as a number: `float(t)`, or printed."""
    STORED = auto()
    """It is stored in an array, or handed to NumPy."""
    OTHER = auto()
    """It is given to a function that knows no tensors, `math.exp(t)`, or to one that cannot be told."""


def caller_of(frame: FrameType) -> Caller:
    """Return the function or assignment for which a frame converts a tensor to a number."""
    instruction = dis.opname[frame.f_code.co_code[frame.f_lasti]]
    if instruction == "STORE_SUBSCR":
        return Caller.STORED
    if instruction == "BINARY_OP":
        return Caller.NUMBER  # "%f" % t
    if "CALL" not in instruction:
        return Caller.OTHER  # for _ in map(function, tensors)
    called = _value(frame, _path(frame.f_code, frame.f_lasti))
    if called is float or called is complex:
        return Caller.NUMBER
    return Caller.STORED if _stores(called) else Caller.OTHER


def _stores(called: Any) -> bool:
    """Whether it is a function of NumPy, a method of something of NumPy's or of Python's own arrays, or `setitem`."""
    owner = getattr(called, "__self__", None)
    kinds = (called, type(called), type(owner))
    modules = [str(getattr(kind, "__module__", "")).partition(".")[0] for kind in kinds]
    return called is operator.setitem or not {"numpy", "array"}.isdisjoint(modules)


def _value(frame: FrameType, path: Sequence[str]) -> Any:
    """Return what a dotted name means in a frame."""
    if not path:
        return None
    first, *attributes = path
    for names in (frame.f_locals, frame.f_globals, frame.f_builtins):
        if first in names:
            value = names[first]
            break
    else:
        return None
    for name in attributes:
        value = getattr(value, name, None)
    return value


@functools.lru_cache(maxsize=512)
def _path(code: CodeType, offset: int) -> tuple[str, ...]:
    """Return the dotted name that the call at an offset calls, () for anything that is not a name.

    The instructions before a call push the function, its object or nothing, and the arguments.
    """
    before = [one for one in dis.get_instructions(code) if one.offset <= offset]
    call = before.pop()
    if "_EX" in call.opname:  # f(*values)
        return ()
    missing = (call.arg or 0) + _OF_FUNCTION + (call.opname == "CALL_KW")
    first = len(before)
    while missing > 0 and first:
        first -= 1
        missing -= _pushed(before[first])
    path: list[str] = []
    pushed = 0
    for one in before[first:]:
        if one.opname != "PUSH_NULL":
            if not (one.opname in _ATTRIBUTES if path else one.opname.startswith(_NAMES)):
                break
            path.append(str(one.argval))
        pushed += _pushed(one)
    return tuple(path) if pushed == _OF_FUNCTION and missing == 0 else ()


def _pushed(instruction: dis.Instruction) -> int:
    """Return how many values an instruction leaves on the stack beyond those it takes."""
    if instruction.opname in ("KW_NAMES", "PRECALL"):  # parts of a call, which counts for all of them
        return 0
    effect = dis.stack_effect(instruction.opcode, instruction.arg, jump=False)
    return effect - (instruction.arg or 0) if _PRECALLS and instruction.opname == "CALL" else effect

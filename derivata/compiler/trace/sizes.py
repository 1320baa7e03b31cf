"""Sizes of tensors as a traced function sees them where they may be others at the next call.

Arithmetic with them gives others, as text. Comparisons, and whatever needs the number itself (`range`, an index of a
list, `float`), are facts that another call must agree in. A size is no `int`, so that Python asks for its number.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from math import isfinite
from typing import Any

from ...runtime.graph.tensor_base import TensorBase
from ..vocabulary import BUILTINS

Number = int | float


class Sizes:
    """What a traced function does with sizes.

    Attributes
    ----------
    seen : dict
        The numbers of all sizes, by their text, in which ``d3_0`` is that of dimension 0 of value 3.
    facts : dict
        Conditions that are true, in their order.
    needed : dict
        Those of them that come from a function's need of a number, as `range` has it, and in which line.
    """

    def __init__(self) -> None:
        self.seen: dict[str, Number] = {}
        self.facts: dict[str, None] = {}
        self.needed: dict[str, str] = {}

    def size(self, text: str, number: Number) -> Size:
        """Return a size."""
        self.seen.setdefault(text, number)
        return Size(self, text, number)

    def shape(self, value: int, shape: tuple[int, ...]) -> tuple[Any, ...]:
        """Return the sizes of a value of this number."""
        return tuple([self.size(f"d{value}_{dim}", length) for dim, length in enumerate(shape)])

    def fact(self, text: str) -> None:
        """Note a condition."""
        self.facts.setdefault(text)


class Size:
    """A number that depends on sizes."""

    __slots__ = ("_sizes", "number", "text")

    def __init__(self, sizes: Sizes, text: str, number: Number) -> None:
        self._sizes, self.text, self.number = sizes, text, number

    def fixed(self, place: str = "it") -> Number:
        """Return the number, which another call must have as well; `place` says who needs it."""
        fact = f"{self.text} == {self.number!r}"
        self._sizes.fact(fact)
        self._sizes.needed.setdefault(fact, place)
        return self.number

    def __hash__(self) -> int:
        return hash(_asked(self))

    def __bool__(self) -> bool:
        return bool(self.__ne__(0))

    def __neg__(self) -> Any:
        return self.__rsub__(0)  # type: ignore[attr-defined]


def in_function() -> bool:
    """Tell whether the code that runs, two calls above, is that of a traced function, rather than derivata's own."""
    return sys._getframe(2).f_globals.get("__builtins__") is BUILTINS


def _asked(size: Size) -> Number:
    """Return the number of a size, which is a fact if the traced function has asked for it."""
    frame = sys._getframe(2)
    if frame.f_globals.get("__builtins__") is not BUILTINS:
        return size.number
    return size.fixed(f"{frame.f_code.co_name} ({frame.f_code.co_filename}, line {frame.f_lineno})")


def _text_of(value: Any) -> tuple[str, Number] | None:
    """Return a number as text, and itself; None if it is something else."""
    if isinstance(value, Size):
        return value.text, value.number
    if type(value) in (int, bool) or (type(value) is float and isfinite(value)):
        return repr(value), value
    return None


def _arithmetic(symbol: str, function: Callable[[Any, Any], Any], turned: bool) -> Callable[[Size, Any], Any]:
    """Return the method of an operator."""

    def method(self: Size, other: Any) -> Any:
        found = _text_of(other)
        if found is None:
            if isinstance(other, TensorBase):
                return function(other, self.number) if turned else function(self.number, other)
            self.fixed()
            return NotImplemented
        texts, numbers = [self.text, found[0]], [self.number, found[1]]
        if turned:
            texts, numbers = texts[::-1], numbers[::-1]
        result = function(*numbers)
        if type(result) not in (int, float):
            return function(*[part.fixed() if isinstance(part, Size) else part for part in (self, other)])
        return self._sizes.size(f"({texts[0]} {symbol} {texts[1]})", result)

    return method


def _comparison(symbol: str, function: Callable[[Any, Any], Any]) -> Callable[[Size, Any], Any]:
    """Return the method of a comparison, whose result is a fact."""

    def method(self: Size, other: Any) -> Any:
        found = _text_of(other)
        if found is None:
            return function(self.number, other) if isinstance(other, TensorBase) else NotImplemented
        result = function(self.number, found[1])
        said = f"{self.text} {symbol} {found[0]}"
        self._sizes.fact(said if result else f"not ({said})")
        return result

    return method


def _asking(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method of something that needs the number itself."""

    def method(self: Size, *args: Any) -> Any:
        return function(_asked(self), *plain(args))

    return method


_ARITHMETIC = {
    "add": ("+", operator.add),
    "sub": ("-", operator.sub),
    "mul": ("*", operator.mul),
    "truediv": ("/", operator.truediv),
    "floordiv": ("//", operator.floordiv),
    "mod": ("%", operator.mod),
    "pow": ("**", operator.pow),
}
for _name, (_symbol, _function) in _ARITHMETIC.items():
    setattr(Size, f"__{_name}__", _arithmetic(_symbol, _function, turned=False))
    setattr(Size, f"__r{_name}__", _arithmetic(_symbol, _function, turned=True))
for _name, _symbol in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    setattr(Size, f"__{_name}__", _comparison(_symbol, getattr(operator, _name)))
_ASKING: dict[str, Callable[..., Any]] = {
    "index": operator.index,
    "int": int,
    "float": float,
    "complex": complex,
    "round": round,
    "trunc": int,
    "divmod": divmod,
    "repr": repr,
    "str": str,
    "format": format,
    "abs": abs,
    "pos": operator.pos,
}
for _name, _asked_by in _ASKING.items():
    setattr(Size, f"__{_name}__", _asking(_asked_by))


def plain(value: Any) -> Any:
    """Return a value with numbers in place of sizes, those inside of tuples, lists, dicts and slices included."""
    if isinstance(value, Size):
        return value.number
    if type(value) in (tuple, list):
        return type(value)([plain(part) for part in value])
    if type(value) is dict:
        return {key: plain(part) for key, part in value.items()}
    if type(value) is slice:
        return slice(plain(value.start), plain(value.stop), plain(value.step))
    return value

"""Numbers of tensors as a traced function sees them that returns them, computes with them, or compares them.

What Python computes of them is text, which programs compute anew; a comparison is a question. Beside a tensor of floats
it is a tensor of that dtype without dimensions, as a number of Python is in each op. Whatever needs the number itself,
which is another one at the next call, is refused, but for whole numbers, which are asked for.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ...runtime.tensors.tensor import Tensor
from ..graph.graph import READ, Call, Value
from ..refusal import CannotCompile
from .asked import INSTEAD, answer, asking, refuse
from .numbers import as_tensor

if TYPE_CHECKING:
    from .listener import Listener


_read_as_float = asking("__float__")


class Reading:
    """A number of a tensor, or what is computed of some; it is no `float`, so that Python asks for its number."""

    __slots__ = ("_listener", "_values", "number", "text")

    def __init__(self, listener: Listener, values: tuple[Value, ...], text: str, number: Any) -> None:
        self._listener, self._values, self.text, self.number = listener, values, text, number

    def returned(self) -> Value:
        """Return the value of the number, which a program returns."""
        out = self._listener.new(np.empty((), np.asarray(self.number).dtype))
        arguments = {"values": self._values, "text": self.text}
        self._listener.calls.append(Call(READ, arguments, (out,)))
        return out

    def _as_operand(self, dtype: np.dtype[Any]) -> Tensor | None:
        """Return the tensor that the number is in an op beside tensors of floats; None beside others."""
        if dtype.kind != "f":
            return None
        tensor = as_tensor(self.number, dtype)
        value = self._listener.new(tensor._array)
        arguments = {"values": self._values, "text": f"as_array({self.text}, {dtype.str!r})"}
        self._listener.numbers.add(value)
        self._listener.add(Call(READ, arguments, (value,)), tensor)
        return tensor

    def made(self, text: str, number: Any, *operands: Any) -> Reading:
        """Return what is computed of numbers, of this one unless others are given; `text` has a place for each."""
        values, texts = tuple[Value, ...](), []
        for operand in operands or (self,):
            is_read = isinstance(operand, Reading)
            texts.append(_shifted(operand.text, len(values)) if is_read else _literal(operand))
            values += operand._values if is_read else ()
        if type(number) not in (int, float, bool):
            raise CannotCompile(f"it computes a {type(number).__name__} of a number of a tensor")
        return Reading(self._listener, values, text.format(*texts), number)

    def answered(self) -> Any:
        """Ask for the number."""
        return answer(self._listener, self._values, self.text, self.number)

    def __bool__(self) -> bool:
        return bool(self.made("bool({})", bool(self.number)).answered())

    def __int__(self) -> int:
        return int(self.made("int({})", int(self.number)).answered())

    def __index__(self) -> int:
        if type(self.number) is not int:
            raise TypeError("'float' object cannot be interpreted as an integer")
        return int(self.answered())

    def __hash__(self) -> int:
        return hash(self.__index__()) if type(self.number) is int else self._refused("hash")

    def __neg__(self) -> Reading:
        return self.made("(-{})", -self.number)

    def __pos__(self) -> Reading:
        return self

    def __abs__(self) -> Reading:
        return self.made("abs({})", abs(self.number))

    def __round__(self, digits: int | None = None) -> Any:
        found = self.made(f"round({{}}, {digits!r})", round(self.number, digits))
        return found.answered() if digits is None else found

    def _refused(self, what: str) -> NoReturn:
        refuse(
            self._listener,
            f"{what} of a number of a tensor, which is another one at the next call; return the number, or {INSTEAD}",
        )


def _shifted(text: str, shift: int) -> str:
    return re.sub(r"\{(\d+)\}", lambda found: f"{{{int(found[1]) + shift}}}", text)


def _literal(number: float) -> str:
    return repr(number) if isfinite(number) else f"float({str(number)!r})"


def _operator(text: str, function: Callable[..., Any], turned: bool = False) -> Callable[[Reading, Any], Any]:
    """Return the method of an operator."""

    def method(self: Reading, other: Any) -> Any:
        if not isinstance(other, Reading) and type(other) not in (int, float, bool):
            return NotImplemented
        operands = (other, self) if turned else (self, other)
        numbers = [one.number if isinstance(one, Reading) else one for one in operands]
        found = self.made(text, function(*numbers), *operands)
        return found.answered() if type(found.number) is bool else found

    return method


_ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**"}
for _name, _symbol in _ARITHMETIC.items():
    setattr(Reading, f"__{_name}__", _operator(f"({{}} {_symbol} {{}})", getattr(operator, _name)))
    setattr(
        Reading, f"__r{_name}__", _operator(f"({{}} {_symbol} {{}})", getattr(operator, _name), turned=True)
    )
for _name, _symbol in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    setattr(Reading, f"__{_name}__", _operator(f"({{}} {_symbol} {{}})", getattr(operator, _name)))


def _refusing(name: str) -> Callable[..., NoReturn]:
    def method(self: Reading, *_: Any) -> NoReturn:
        self._refused(name)

    return method


for _name in (
    "float",
    "complex",
    "format",
    "str",
    "repr",
    "trunc",
    "floor",
    "ceil",
    "divmod",
    "array",
    "reduce_ex",
):
    setattr(Reading, f"__{_name}__", _refusing(_name))


def of_math(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of `math` that takes numbers of tensors as well."""

    def call(*args: Any) -> Any:
        first = next((arg for arg in args if isinstance(arg, Reading)), None)
        if first is None:
            return function(*args)
        numbers = [arg.number if isinstance(arg, Reading) else arg for arg in args]
        text = f"math.{function.__name__}({', '.join(['{}'] * len(args))})"
        return first.made(text, function(*numbers), *args)

    return call


class Math:
    """The module `math`, whose functions take numbers of tensors as well."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(math, name)
        return of_math(found) if callable(found) else found


def is_instance(value: Any, kinds: Any) -> bool:
    """Do what `isinstance` does; a number of a tensor has the class of a number."""
    return isinstance(value.number if isinstance(value, Reading) else value, kinds)


def as_float(value: Any = 0.0) -> Any:
    """Do what a call of `float` does; of a tensor it makes a number that is read."""
    if isinstance(value, Reading):
        return value.made("float({})", float(value.number))
    return _read_as_float(value) if isinstance(value, Tensor) else float(value)


def numbers_in(leaves: Sequence[Any]) -> list[Reading]:
    """Return the numbers of tensors among the leaves of a result."""
    return [leaf for leaf in leaves if isinstance(leaf, Reading)]

"""Translates calls: of other functions, of instructions, and of what Python and NumPy bring along."""

from __future__ import annotations

import ast
import math
from types import FunctionType
from typing import Any

import numpy as np
from llvmlite import ir

from . import types
from .arithmetic import comparison, whole_kind
from .marks import CHOICES, FUNCTIONS, Instruction
from .types import Array, Float, Kind, boolean
from .values import Unsupported, Value, build, common, convert, fields, layout

__all__ = ["Calls"]

_MATH = {
    math.sqrt: "llvm.sqrt", math.fabs: "llvm.fabs", math.exp: "llvm.exp", math.log: "llvm.log",
    math.sin: "llvm.sin", math.cos: "llvm.cos",
}  # fmt: skip
_CONVERSIONS = {int: types.int64, float: types.float64, bool: boolean}


class Calls:
    """What calls return, in the code that `builder` builds."""

    builder: ir.IRBuilder
    owner: Any  # the Translation that this is part of

    def call(self, function: Any, arguments: list[Value]) -> Value:
        """Call what is known by that name."""
        if isinstance(function, Instruction):
            return self._instruction(function, arguments)
        if isinstance(function, Kind):
            return convert(self.builder, arguments[0], function)
        if function in FUNCTIONS:
            return self._function(function, arguments)
        if function in CHOICES:
            chosen = CHOICES[function](
                *[value.data if value.kind is None else value.kind for value in arguments]
            )
            if chosen is None:
                raise Unsupported(f"{function.__qualname__} of {', '.join(repr(v.kind) for v in arguments)}")
            return self._function(chosen, arguments)
        return self._builtin(function, arguments)

    def _function(self, function: FunctionType, arguments: list[Value]) -> Value:
        kinds = tuple(argument.kind for argument in arguments)
        known = tuple(argument.data for argument in arguments if argument.kind is None)
        translated = self.owner.function(function, kinds, known)
        if isinstance(translated.result, Value):
            return translated.result
        registers = [register for argument in arguments if argument.kind for register in fields(argument)]
        returned = self.builder.call(translated.code, registers)
        count = len(layout(translated.result))
        parts = [returned] if count == 1 else [self.builder.extract_value(returned, n) for n in range(count)]
        return build(translated.result, parts)

    def _instruction(self, function: Instruction, arguments: list[Value]) -> Value:
        defined = function.define(*[value.kind or value.data for value in arguments])
        if defined is None:
            raise Unsupported(f"{function.__name__} of {', '.join(repr(v.kind) for v in arguments)}")
        signature, generate = defined
        data = [
            convert(self.builder, value, kind).data
            for value, kind in zip(arguments, signature.args, strict=True)
        ]
        return Value(signature.return_type, generate(self.builder, signature, data))

    def _builtin(self, function: Any, arguments: list[Value]) -> Value:
        if function in (min, max) and len(arguments) > 1:
            return self._extreme(ast.Lt if function is min else ast.Gt, arguments)
        if function is len and isinstance(arguments[0].kind, Array):
            return Value(types.int64, arguments[0].data.shape[0])
        if function is abs and isinstance(arguments[0].kind, Float):
            return self._intrinsic("llvm.fabs", arguments[0])
        if function in _CONVERSIONS:
            return convert(self.builder, arguments[0], _CONVERSIONS[function])
        if isinstance(function, type) and issubclass(function, np.generic):
            return convert(self.builder, arguments[0], types.of_name(np.dtype(function).name))
        if function in _MATH and len(arguments) == 1:
            (value,) = arguments
            kind = value.kind if isinstance(value.kind, Float) else types.float64
            return self._intrinsic(_MATH[function], convert(self.builder, value, kind))
        raise Unsupported(f"{getattr(function, '__qualname__', function)!r} cannot be called")

    def _extreme(self, better: type[ast.cmpop], values: list[Value]) -> Value:
        """Return the first value that none of the others is better than."""
        kind = common(*[value.kind for value in values])
        kind = whole_kind(*values) if kind == types.int64 else kind
        best, *others = (convert(self.builder, value, kind) for value in values)
        for other in others:
            wins = comparison(self.builder, better, other, best)
            best = Value(kind, self.builder.select(wins.data, other.data, best.data))
        return best

    def _intrinsic(self, name: str, value: Value) -> Value:
        """Call one of LLVM's functions of a number."""
        function = self.builder.module.declare_intrinsic(name, [value.data.type])
        return Value(value.kind, self.builder.call(function, [value.data]))

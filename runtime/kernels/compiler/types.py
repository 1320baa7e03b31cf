"""The types of values in loops, by Numba's names: numbers, arrays in C order, and tuples.

`float32(value)` in a loop converts; `float32(float32, int64)` beside it is the signature of an instruction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from llvmlite import ir

__all__ = [
    "Array",
    "Boolean",
    "Float",
    "Integer",
    "Kind",
    "Number",
    "Signature",
    "Tuple",
    "UniTuple",
    "boolean",
    "float32",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "of_name",
    "uint8",
    "uint64",
    "void",
]


class Kind:
    """A type."""

    def __call__(self, *arguments: Kind) -> Signature:
        """Return the signature of what takes such arguments and returns this."""
        return Signature(self, arguments)


@dataclass(frozen=True)
class Signature:
    """What an instruction returns and takes."""

    return_type: Kind
    args: tuple[Kind, ...]


@dataclass(frozen=True)
class Number(Kind):
    """A number of so many bits."""

    name: str
    bitwidth: int

    __call__ = Kind.__call__

    @property
    def llvm(self) -> ir.Type:
        """The type of the number in registers."""
        return ir.IntType(self.bitwidth)

    @property
    def stored(self) -> ir.Type:
        """The type of the number in memory."""
        return self.llvm

    @property
    def stored_bytes(self) -> int:
        """How many bytes it takes in memory."""
        return (self.bitwidth + 7) // 8

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class Integer(Number):
    """An integer."""

    @property
    def signed(self) -> bool:
        """Whether it may be negative."""
        return not self.name.startswith("u")


@dataclass(frozen=True, repr=False)
class Boolean(Number):
    """True or False, which takes a byte in memory."""

    @property
    def stored(self) -> ir.Type:
        """A byte."""
        return ir.IntType(8)


@dataclass(frozen=True, repr=False)
class Float(Number):
    """A number in floating point."""

    @property
    def llvm(self) -> ir.Type:
        """The type of the number in registers."""
        return ir.FloatType() if self.bitwidth == 32 else ir.DoubleType()


@dataclass(frozen=True)
class Array(Kind):
    """An array whose elements lie one after the other."""

    dtype: Number
    ndim: int

    def __repr__(self) -> str:
        return f"{self.dtype}[{self.ndim}]"


@dataclass(frozen=True)
class Tuple(Kind):
    """Several values."""

    types: tuple[Kind, ...]

    @property
    def dtype(self) -> Kind:
        """The type of the first."""
        return self.types[0]

    def __repr__(self) -> str:
        return f"({', '.join(map(repr, self.types))})"


class _Void(Kind):
    def __repr__(self) -> str:
        return "nothing"


def UniTuple(kind: Kind, count: int) -> Tuple:
    """Return the type of `count` values of one type."""
    return Tuple((kind,) * count)


void = _Void()
boolean = Boolean("boolean", 1)
int8, int16, int32, int64 = (Integer(f"int{bits}", bits) for bits in (8, 16, 32, 64))
uint8, uint64 = (Integer(f"uint{bits}", bits) for bits in (8, 64))
float32, float64 = Float("float32", 32), Float("float64", 64)
_NAMED = {
    kind.name: kind for kind in (boolean, int8, int16, int32, int64, uint8, uint64, float32, float64)
} | {"bool": boolean}


def of_name(name: str) -> Any:
    """Return the number that NumPy calls so, or None."""
    return _NAMED.get(name)

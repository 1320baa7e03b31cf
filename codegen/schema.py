"""Signatures: `name.overload(Tensor self, int dim=-1, *, bool keepdim=False) -> Tensor`."""

from __future__ import annotations

from dataclasses import dataclass

BASE_TYPES = ("Tensor", "Scalar", "int", "float", "bool", "str", "dtype", "Generator", "index")

LIST_TYPES = ("Tensor", "int", "float", "bool")
"""Base types that may stand in a list: `Tensor[]`, `int[]`, ..."""


@dataclass(frozen=True, slots=True)
class Type:
    """The type of an argument or result; prints as it is written."""

    base: str
    optional: bool = False
    is_list: bool = False
    size: int | None = None
    variadic: bool = False
    alias: str = ""
    written: bool = False

    @property
    def is_number(self) -> bool:
        """A number that may have a fraction: `Scalar` or `float`."""
        return self.base in ("Scalar", "float") and not self.is_list

    def __str__(self) -> str:
        mark = f"({self.alias}{'!' if self.written else ''})" if self.alias else ""
        length = "*" if self.variadic else "" if self.size is None else str(self.size)
        brackets = f"[{length}]" if self.is_list else ""
        return f"{self.base}{mark}{brackets}{'?' if self.optional else ''}"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument; `default` is the Python source of a literal, None when the argument is required."""

    name: str
    type: Type
    default: str | None
    keyword_only: bool = False

    @property
    def is_tensor(self) -> bool:
        """Holds tensors: `Tensor`, `Tensor?` or `Tensor[]`."""
        return self.type.base == "Tensor"

    def __str__(self) -> str:
        return f"{self.type} {self.name}" + ("" if self.default is None else f"={self.default}")


@dataclass(frozen=True, slots=True)
class Return:
    """One output; a single unnamed one is called `result`."""

    name: str
    type: Type

    @property
    def intermediate(self) -> bool:
        """Saved for the formulas and never returned: its name starts with an underscore."""
        return self.name.startswith("_")


@dataclass(frozen=True, slots=True)
class Signature:
    """What an op is called with and what it returns."""

    name: str
    overload: str
    arguments: tuple[Argument, ...]
    returns: tuple[Return, ...]

    @property
    def full_name(self) -> str:
        """Name and overload: `max.dim`."""
        return f"{self.name}.{self.overload}" if self.overload else self.name

    def __str__(self) -> str:
        positional = [str(a) for a in self.arguments if not a.keyword_only]
        keywords = [str(a) for a in self.arguments if a.keyword_only]
        arguments = ", ".join(positional + (["*", *keywords] if keywords else []))
        return f"{self.full_name}({arguments}) -> {self._returns()}"

    def _returns(self) -> str:
        if len(self.returns) == 1 and self.returns[0].name == "result":
            return str(self.returns[0].type)
        return "(" + ", ".join(f"{r.type} {r.name}" for r in self.returns) + ")"

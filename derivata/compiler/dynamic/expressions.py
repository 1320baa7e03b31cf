"""Numbers that were found at several sizes, as expressions of these sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import prod
from typing import Any

import numpy as np

from ..graph.dimensions import Real, Whole
from ..refusal import CannotCompile

Found = tuple[int, ...]
"""A number at each of the sizes."""
_PLACES = re.compile(r"\bd\d+_\d+\b")


class Ambiguous(CannotCompile):
    """A number may be several expressions: at more sizes, it is only one of them."""


class Expressions:
    """Finds what numbers are of the sizes `symbols`, whose values are given for each of several traces.

    Whole numbers are multiples of products of sizes, sums of a size and a number, or of two sizes and a number, or
    what the function itself has computed, `seen`; others are such numbers, or one over them. Where there are several
    of them, which differ at other sizes, it is an error if they are to be `unique`.
    """

    def __init__(
        self, symbols: Mapping[str, Found], seen: Sequence[Mapping[str, Any]], unique: bool = True
    ) -> None:
        self.symbols, self._unique = symbols, unique
        self._own = {text: tuple([one[text] for one in seen]) for text in seen[0]}
        self._known: dict[Found, int] = {}
        self.places: dict[str, int] = {}  # what the sizes of values are

    def alike(self) -> Iterator[str]:
        """Yield what is true of numbers that the function has computed, and that were the same in all traces."""
        for text, numbers in self._own.items():
            if len({*numbers}) == 1:
                yield f"{text} == {numbers[0]!r}"

    def whole(self, found: Found, what: str) -> int:
        """Return a whole number."""
        if found not in self._known:
            texts = [*dict.fromkeys(self._texts(found))]
            if not texts:
                raise CannotCompile(f"{what} is {', '.join(map(str, found))} at sizes {self._said()}")
            if self._unique and len({self._probed(text) for text in texts}) > 1:
                raise Ambiguous(f"{what} may be {' or '.join(texts)} at sizes {self._said()}")
            text = texts[0]
            self._known[found] = found[0] if text == str(found[0]) else Whole(found[0], text)
        return self._known[found]

    def number(self, found: Sequence[Any], dtype: np.dtype[Any], what: str) -> int | float:
        """Return a number of a dtype."""
        if dtype.kind in "iu" or all(float(one).is_integer() for one in found):
            return self.whole(tuple(map(int, found)), what)
        for text, numbers in self._own.items():
            own = self.resolved(text)
            if own and all(dtype.type(a) == b for a, b in zip(numbers, found, strict=True)):
                return Real(float(found[0]), own)
        inverse = tuple([round(1 / float(one)) if one else 0 for one in found])
        if all(inverse) and all(dtype.type(1 / a) == b for a, b in zip(inverse, found, strict=True)):
            of = self.whole(inverse, what)
            return Real(float(found[0]), f"(1 / {of!r})")
        raise CannotCompile(f"{what} is {', '.join(map(str, found))} at sizes {self._said()}")

    def resolved(self, text: str) -> str:
        """Return a text with what the sizes of values in it are; "" if that is not known of all of them."""
        names = set(_PLACES.findall(text))
        if not names <= self.places.keys():
            return ""
        return _PLACES.sub(lambda match: repr(self.places[match[0]]), text)

    def _said(self) -> str:
        return ", ".join(f"{name} = {found}" for name, found in self.symbols.items())

    def _texts(self, found: Found) -> Iterator[str]:
        """Yield what a number may be, the simplest first."""
        symbols = self.symbols
        if len({*found}) == 1:
            yield str(found[0])
            return
        for count in (1, 2):
            yield from self._multiples(found, count)
        for text, numbers in self._own.items():
            if numbers == found and (own := self.resolved(text)):
                yield own
        yield from self._multiples(found, 3)
        for name, numbers in symbols.items():
            factor, rest = divmod(found[1] - found[0], numbers[1] - numbers[0])
            if not rest:
                yield from _sum(
                    name if factor == 1 else f"{name} * {factor}", [one * factor for one in numbers], found
                )
        for one, other in combinations(symbols, 2):
            pairs = [*zip(symbols[one], symbols[other], strict=True)]
            yield from _sum(f"{one} + {other}", [a + b for a, b in pairs], found)

    def _probed(self, text: str) -> tuple[int, ...]:
        """Return what an expression is at some other sizes."""
        return tuple(
            [
                eval(text, {}, {name: 101 + 37 * shift + 59 * n * n for n, name in enumerate(self.symbols)})
                for shift in range(7)
            ]
        )

    def _multiples(self, found: Found, count: int) -> Iterator[str]:
        """Yield multiples of products of so many sizes."""
        for names in combinations_with_replacement(self.symbols, count):
            products = [prod(one) for one in zip(*[self.symbols[name] for name in names], strict=True)]
            yield from _multiple(" * ".join(names), products, found)


def _multiple(text: str, numbers: Sequence[int], found: Found) -> Iterator[str]:
    """Yield a multiple, if the number is one."""
    factors = {divmod(a, b) for a, b in zip(found, numbers, strict=True)}
    if len(factors) == 1 and not (only := factors.pop())[1]:
        yield (
            text
            if only[0] == 1 and " " not in text
            else f"({text})"
            if only[0] == 1
            else f"({text} * {only[0]})"
        )


def _sum(text: str, numbers: Sequence[int], found: Found) -> Iterator[str]:
    """Yield a sum of something and a number, if the number is one."""
    more = {a - b for a, b in zip(found, numbers, strict=True)}
    if len(more) == 1:
        number = more.pop()
        yield f"({text} {'-' if number < 0 else '+'} {abs(number)})" if number else f"({text})"

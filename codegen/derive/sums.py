"""Sums as terms: like ones are collected, common factors are put outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from functools import reduce

from .cost import work
from .graph import Node, Number, below, make, number, value_of
from .numbers import finite, tidy
from .products import LARGEST, Product, assemble, factors

_MOST_TERMS = 40


def terms(node: Node, scale: Number = 1, whole: Container[Node] = ()) -> Iterator[Product]:
    """Yield the terms of a sum; nodes in `whole` are taken apart no further."""
    if node.head == "neg":
        yield from terms(node.parts[0], -scale, whole)
    elif node in whole or node.size > LARGEST:
        yield Product(scale).times(factors(node, whole))
    elif node.head in ("+", "-"):
        yield from terms(node.parts[0], scale, whole)
        yield from terms(node.parts[1], scale if node.head == "+" else -scale, whole)
    elif node.head == "*" and (value := value_of(node.parts[0])) is not None and finite(scale * value):
        yield from terms(node.parts[1], scale * value, whole)
    else:
        yield Product(scale).times(factors(node, whole))


def collect(summands: Iterable[Product]) -> list[Product]:
    """Join like terms; those that cancel are gone."""
    joined: dict[object, Product] = {}
    for term in summands:
        key = term.key()
        if key in joined:
            term = Product(tidy(joined[key].coefficient + term.coefficient), term.above, term.below)
        joined[key] = term
    return [term for term in joined.values() if term.coefficient != 0]


def sum_of(left: Node, right: Node, whole: Container[Node]) -> Node:
    """Return the simplest form of a sum."""
    candidates = [factored(collect([*terms(left, whole=whole), *terms(right, whole=whole)]))]
    open_ = [*terms(left), *terms(right)]
    if len(open_) <= _MOST_TERMS:
        candidates.append(factored(collect(open_)))
    return min(candidates, key=_price)


def factored(summands: list[Product]) -> Node:
    """Return a sum with what all its terms share outside."""
    if len(summands) < 2:
        return assemble(summands[0]) if summands else number(0)
    shared = _common(summands)
    if shared.above or shared.below or shared.coefficient != 1:
        rest = _simplest([term.times(shared.inverse()) for term in summands])
        return assemble(shared.times(factors(rest) if value_of(rest) is not None else Product(1, (rest,))))
    return _add(summands)


def _simplest(summands: list[Product]) -> Node:
    """Return a sum whose terms may be sums in their turn: taken apart if that makes it shorter."""
    plain = _add(summands)
    opened = [inner for term in summands for inner in terms(assemble(term))]
    collected = collect(opened)
    if len(collected) == len(opened) or len(opened) > _MOST_TERMS:
        return plain
    return min((plain, factored(collected)), key=_price)


def _price(node: Node) -> tuple[int, int]:
    return work(below([node])), node.size


def _common(summands: list[Product]) -> Product:
    above = reduce(lambda a, b: a & b, [Counter(term.above) for term in summands])
    below = reduce(lambda a, b: a & b, [Counter(term.below) for term in summands])
    sizes = {abs(term.coefficient) for term in summands}
    coefficient = sizes.pop() if len(sizes) == 1 else 1
    return Product(coefficient, tuple(above.elements()), tuple(below.elements()))


def _add(summands: list[Product]) -> Node:
    """Write a sum that begins with a positive term, if there is one."""
    first = next((term for term in summands if not _negative(term)), summands[0])
    node = assemble(first)
    for term in summands:
        if term is first:
            continue
        if _negative(term):
            node = make("-", node, assemble(Product(-1).times(term)))
        else:
            node = make("+", node, assemble(term))
    return node


def _negative(term: Product) -> bool:
    return isinstance(term.coefficient, int | float) and term.coefficient < 0

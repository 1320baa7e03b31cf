"""Products and quotients as factors, from which they are put together again in their simplest form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass

from .graph import Node, Number, make, number, value_of
from .numbers import finite, tidy, whole_reciprocal

LARGEST = 600
"""Size of the nodes that are not looked into: nobody sees more, and nobody has the time."""


@dataclass(frozen=True, slots=True)
class Product:
    """`coefficient * above... / below...`."""

    coefficient: Number
    above: tuple[Node, ...] = ()
    below: tuple[Node, ...] = ()

    def times(self, other: Product) -> Product:
        """Return the product, without factors that stand above and below."""
        above, below = [*self.above, *other.above], [*self.below, *other.below]
        for factor in list(above):
            if factor in below:
                above.remove(factor)
                below.remove(factor)
        above, below = _merged(above, below)
        return Product(tidy(self.coefficient * other.coefficient), tuple(above), tuple(below))

    def inverse(self) -> Product:
        """Return one over it."""
        coefficient = self.coefficient if abs(self.coefficient) == 1 else tidy(1 / self.coefficient)
        return Product(coefficient, self.below, self.above)

    def key(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return what two products share that differ in the coefficient only."""
        return tuple(sorted(map(id, self.above))), tuple(sorted(map(id, self.below)))


def _merged(above: list[Node], below: list[Node]) -> tuple[list[Node], list[Node]]:
    """Let a whole power take in its base, from above, and from below what it has of it."""
    for power in [part for part in above if _is_whole_power(part)]:
        base, exponent = power.parts[0], int(str(power.parts[1].value))
        while base in above:
            above.remove(base)
            exponent += 1
        while base in below and exponent > 2:
            below.remove(base)
            exponent -= 1
        above[above.index(power)] = make("**", base, number(exponent))
    return above, below


def _is_whole_power(node: Node) -> bool:
    return node.head == "**" and isinstance(exponent := value_of(node.parts[1]), int) and exponent > 2


def factors(node: Node, whole: Container[Node] = ()) -> Product:
    """Take a node apart; those in `whole` stay factors as they are."""
    value = value_of(node)
    if value is not None:
        return Product(value)
    if node.head == "neg":
        return Product(-1).times(factors(node.parts[0], whole))
    if node in whole or node.size > LARGEST:
        return Product(1, (node,))
    if node.head in ("*", "/", "square"):
        left, right = (factors(part, whole) for part in (node.parts[0], node.parts[-1]))
        if node.head != "/" or right.coefficient != 0:
            product = left.times(right if node.head != "/" else right.inverse())
            if finite(product.coefficient):
                return product
    return Product(1, (node,))


def assemble(product: Product) -> Node:
    """Put factors together: the number first, one division, a minus sign outside."""
    product = _roots(product)
    coefficient = product.coefficient
    if isinstance(coefficient, int | float) and coefficient < 0:
        positive = assemble(Product(-coefficient, product.above, product.below))
        value = value_of(positive)
        return make("neg", positive) if value is None else number(-value)
    if coefficient == 0:
        return number(0)
    divisor = whole_reciprocal(coefficient) if product.above and not product.below else None
    if divisor:
        return make("/", _chain(1, product.above), number(divisor))
    top = _chain(coefficient, product.above)
    if not product.below:
        return top
    # Division by division: a square below might overflow where this does not
    if product.above and len(set(product.below)) < len(product.below):
        for part in product.below:
            top = make("/", top, part)
        return top
    return make("/", top, _chain(1, product.below))


def _chain(coefficient: Number, parts: tuple[Node, ...]) -> Node:
    """Multiply from left to right; the square of what is more than a name is written once."""
    chosen: list[Node] = [] if coefficient == 1 and parts else [number(coefficient)]
    for part, count in Counter(parts).items():
        if count > 1 and part.parts:
            chosen += [make("square", part)] * (count // 2) + [part] * (count % 2)
        else:
            chosen += [part] * count
    node = chosen[0]
    for part in chosen[1:]:
        node = make("*", node, part)
    return node


def _roots(product: Product) -> Product:
    """Return a product in which no square root stands twice."""
    for side in (product.above, product.below):
        for part, count in Counter(side).items():
            if part.head == "sqrt" and count > 1:
                twice = Product(1, (part, part))
                root = factors(part.parts[0])
                if side is product.below:
                    twice, root = twice.inverse(), root.inverse()
                return _roots(product.times(twice.inverse()).times(root))
    return product


def without_signs(product: Product, whole: Container[Node]) -> Product:
    """Return a product of real numbers without signs times the slope of an absolute value, `sgn` in no forward.

    `sign(x) * f(abs(x))` has the derivative `f'(abs(x))`, which is right at 0 too if f is 0 there; else it jumps.
    """
    above = list(product.above)
    for sign in product.above:
        slope = make("sgn", *sign.parts) if sign.head == "sign" else sign
        if slope is not sign and slope in above and slope not in whole:
            above.remove(sign)
            above.remove(slope)
    return Product(product.coefficient, tuple(above), product.below)


def with_sizes(product: Product) -> Product:
    """Return a product of real numbers in which x times its sign is its absolute value."""
    above = list(product.above)
    for part in product.above:
        if part.head == "sgn" and part in above and part.parts[0] in above:
            above.remove(part)
            above[above.index(part.parts[0])] = make("abs", part.parts[0])
    return Product(product.coefficient, tuple(above), product.below)

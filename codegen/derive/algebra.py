"""Operations that simplify while they build: what a person would not write does not come into being.

Sums and products are simplified by `sums` and `products`; a choice (`where`, `a if c else b`) passes operations on
to its branches when that makes one of them nothing or a plain number.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from .graph import Node, below, make, number, value_of
from .numbers import FOLDED, finite, tidy
from .products import Product, assemble, factors, without_signs
from .sums import sum_of

ZERO, ONE = number(0), number(1)
_CHOICES = ("where", "if")

MOST_CHOICES = 6
"""So many choices of the call are moved to the beginning of a formula, where each branch can become a loop."""


class Algebra:
    """Builds simplified nodes; those in `whole`, the parts of the forward, are not taken apart in products.

    `real` says that there are no complex numbers.
    """

    def __init__(self, whole: Container[Node] = (), real: bool = True) -> None:
        self.whole, self.real = whole, real
        self._operations: Mapping[str, Callable[..., Node]] = {
            "+": self.add,
            "-": self.subtract,
            "*": self.multiply,
            "/": self.divide,
            "**": self.power,
            "neg": self.negate,
            "where": self.where,
            "if": self.choose,
            "square": self.square,
        }

    def apply(self, head: str, *parts: Node) -> Node:
        """Return the result of an operation or function."""
        if head in self._operations:
            return self._operations[head](*parts)
        value = value_of(parts[0]) if len(parts) == 1 else None
        if head in FOLDED and isinstance(value, int | float) and value > 0:
            folded = FOLDED[head](value) if value < 700 else float("inf")
            return number(folded) if finite(folded) else make(head, *parts)
        return make(head, *parts)

    def build(self, template: Node, values: Mapping[str, Node]) -> Node:
        """Return a template with its names replaced, simplified."""
        if template.head == "name":
            return values[str(template.value)]
        if not template.parts:
            return template
        return self.apply(template.head, *[self.build(part, values) for part in template.parts])

    def add(self, left: Node, right: Node) -> Node:
        """Return a sum."""
        if left is ZERO:
            return right
        if right is ZERO:
            return left
        if left.head in _CHOICES and left.head == right.head and left.parts[0] is right.parts[0]:
            branches = [self.add(a, b) for a, b in zip(left.parts[1:], right.parts[1:], strict=True)]
            return self.apply(left.head, left.parts[0], *branches)
        for one, other, reverse in ((left, right, False), (right, left, True)):
            if one.head == "if" and self._few_choices(left, right):
                branches = [self.add(*((other, p) if reverse else (p, other))) for p in one.parts[1:]]
                return self.choose(one.parts[0], *branches)
        return sum_of(left, right, self.whole)

    def subtract(self, left: Node, right: Node) -> Node:
        """Return a difference."""
        return self.add(left, self.negate(right))

    def negate(self, node: Node) -> Node:
        """Return minus a node; a difference is turned round."""
        if node.head == "-" and node not in self.whole:
            return make("-", node.parts[1], node.parts[0])
        return self.multiply(number(-1), node)

    def multiply(self, left: Node, right: Node) -> Node:
        """Return a product."""
        if left is ZERO or right is ZERO:
            return ZERO
        for one, other in ((left, right), (right, left)):
            if one is ONE:
                return other
            if self._passes_on(one, other):
                return self.apply(
                    one.head, one.parts[0], *[self.multiply(branch, other) for branch in one.parts[1:]]
                )
        product = factors(left, self.whole).times(factors(right, self.whole))
        if not finite(product.coefficient):
            return make("*", left, right)
        if self.real:
            product = without_signs(product, self.whole)
        if abs(product.coefficient) != 1 or len(set(product.above)) < len(product.above):
            product = self._with_numbers(product)
        return assemble(product)

    def divide(self, left: Node, right: Node) -> Node:
        """Return a quotient."""
        if left is ZERO or right is ONE:
            return left
        if self._passes_on(left, right):
            return self.apply(
                left.head, left.parts[0], *[self.divide(branch, right) for branch in left.parts[1:]]
            )
        under = factors(right, self.whole)
        if under.coefficient == 0:
            return make("/", left, right)
        product = factors(left, self.whole).times(under.inverse())
        return assemble(product) if finite(product.coefficient) else make("/", left, right)

    def power(self, base: Node, exponent: Node) -> Node:
        """Return a power; small ones are products."""
        value = value_of(exponent)
        if value == 0:
            return ONE
        if value == 1:
            return base
        return self.multiply(base, base) if value == 2 else make("**", base, exponent)

    def square(self, node: Node) -> Node:
        """Return a node times itself."""
        return self.multiply(node, node)

    def where(self, condition: Node, then: Node, otherwise: Node) -> Node:
        """Return a choice by element; one within another by the same condition is decided."""
        return _choice("where", condition, then, otherwise)

    def choose(self, condition: Node, then: Node, otherwise: Node) -> Node:
        """Return a choice that is made when the op is called."""
        return _choice("if", condition, then, otherwise)

    def _passes_on(self, node: Node, other: Node) -> bool:
        """Whether a factor belongs into the branches of a choice."""
        if node.head == "if":
            return self._few_choices(node, other)
        if node.head != "where" or node in self.whole:
            return False
        if self.real and self._has_slopes(node, other):
            return True
        plain = [value_of(branch) is not None for branch in node.parts[1:]]
        return ZERO in node.parts[1:] or all(plain) or (any(plain) and not other.parts)

    def _has_slopes(self, node: Node, other: Node) -> bool:
        """Whether slopes of absolute values in a choice cancel against signs in a factor."""
        signs = [part for part in factors(other, self.whole).above if part.head == "sign"]
        slopes = {make("sgn", *sign.parts) for sign in signs}
        return any(slope not in self.whole and slope in below([node]) for slope in slopes)

    def _few_choices(self, left: Node, right: Node) -> bool:
        """Whether the branches of both can be put together without an outburst of branches."""
        return sum(part.head == "if" for part in below([left, right])) <= MOST_CHOICES

    def _with_numbers(self, product: Product) -> Product:
        """Take apart the factors of the forward that are numbers times something: the numbers join the others."""
        result = Product(product.coefficient, (), product.below)
        for part in product.above:
            inner = factors(part)
            simple = abs(inner.coefficient) != 1 and not inner.below
            result = result.times(inner if simple else Product(1, (part,)))
        return Product(tidy(result.coefficient), result.above, result.below)


def _choice(head: str, condition: Node, then: Node, otherwise: Node) -> Node:
    if then.head == head and then.parts[0] is condition:
        then = then.parts[1]
    if otherwise.head == head and otherwise.parts[0] is condition:
        otherwise = otherwise.parts[2]
    return then if then is otherwise else make(head, condition, then, otherwise)

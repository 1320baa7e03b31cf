"""The derivative of an expression in one of its variables: the chain rule, and the rules of the operators."""

from __future__ import annotations

from collections.abc import Container

from .algebra import ONE, ZERO, Algebra
from .graph import Node, below, make, number, replace, value_of
from .guard import Guard
from .products import assemble, with_sizes
from .sums import collect, factored, terms
from .table import REAL_RULES, RULES, VARIABLES, Rule
from .templates import filled, special_rule, template

_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "&", "|", "~"})


class NoDerivative(Exception):
    """A function of the formula has no derivative in an argument; `function` and `reason` say which and why."""

    def __init__(self, function: str, reason: str, argument: str = "") -> None:
        super().__init__(f"{function}: {reason}")
        self.function, self.reason, self.argument = function, reason, argument


class Differentiator:
    """Derivatives in one variable, a node of the graph.

    `constants` are names and nodes that count as constants though they hold tensors: other variables. Nodes that are
    no function of the variable have the derivative zero, whatever their rules say.
    """

    def __init__(
        self, algebra: Algebra, variable: Node, tensors: Container[str], cut: Container[Node]
    ) -> None:
        self.algebra, self.variable, self.tensors, self.cut = algebra, variable, tensors, cut
        self.known: dict[Node, Node] = {}
        self.root = variable

    def derivative(self, root: Node) -> Node:
        """Return the derivative of a node."""
        self.root = root
        return self._all_below(root)

    def _all_below(self, root: Node) -> Node:
        for node in below([root]):
            if node not in self.known:
                self.known[node] = self._derivative(node)
        return self.known[root]

    def _derivative(self, node: Node) -> Node:
        if node is self.variable:
            return ONE
        if node in self.cut or all(self.known[part] is ZERO for part in node.parts):
            return ZERO
        if node.head in _COMPARISONS:
            return ZERO
        if (form := special_rule(node)) is not None:
            special, values = form
            slopes = [self._all_below(values[name]) for name in VARIABLES[: len(special.derivatives)]]
            return self._partials(node, special, values, slopes)
        inner = [self.known[part] for part in node.parts]
        if node.head in _OPERATORS:
            rule = _OPERATORS[node.head]
            return rule(self, node, inner)
        return self._chain(node, inner)

    def _chain(self, node: Node, inner: list[Node]) -> Node:
        """Sum the derivatives of a function in its arguments, each times that of the argument."""
        if node.head in ("maximum", "minimum"):
            return self._larger(node, inner)
        if node.head == "log" and (whole := self._logarithmic(node.parts[0])) is not None:
            return whole
        rule = RULES.get(node.head) or REAL_RULES[node.head]
        if node.head == "expm1" and node is not self.root:
            rule = RULES["exp"]
            node = make("exp", *node.parts)
        return self._partials(node, rule, dict(zip(VARIABLES, node.parts, strict=False)), inner)

    def _partials(self, node: Node, rule: Rule, values: dict[str, Node], inner: list[Node]) -> Node:
        """Sum what a rule says of each argument, times the derivative of that argument."""
        total = ZERO
        for index, slope in enumerate(inner):
            if slope is not ZERO:
                pattern = template(_source(node.head, rule, index))
                build = filled if rule.as_written else self.algebra.build
                partial = build(pattern, {**values, "r": node})
                total = self.algebra.add(total, self.algebra.multiply(partial, slope))
        return total

    def _larger(self, node: Node, inner: list[Node]) -> Node:
        """Choose the derivative of the larger, or smaller, argument: the mean of both where they are equal."""
        x, y = node.parts
        if value_of(x) is not None and value_of(y) is None:
            (x, y), inner = (y, x), inner[::-1]
        algebra = self.algebra
        half = algebra.multiply(number(0.5), algebra.add(*inner))
        test = make("<" if node.head == "maximum" else ">", x, y)
        return algebra.where(make("==", x, y), half, algebra.where(test, inner[1], inner[0]))

    def _logarithmic(self, node: Node) -> Node | None:
        """Return the derivative of a logarithm as a sum, which does not overflow; None where that is no gain."""
        algebra = self.algebra
        if node.head in ("*", "/"):
            left, right = (self._of_logarithm(part) for part in node.parts)
            if node.head == "*":
                return algebra.add(left, right)
            return self._ratio(node) or algebra.subtract(left, right)
        return self._of_logarithm(node) if node.head in ("exp", "neg", "sqrt") else None

    def _ratio(self, node: Node) -> Node | None:
        """Return `(b da - a db) / (a b)` where the numerator is a number."""
        algebra, (a, b) = self.algebra, node.parts
        first, second = algebra.multiply(b, self.known[a]), algebra.multiply(a, self.known[b])
        top = factored(collect([*terms(first), *terms(second, -1)]))
        return None if value_of(top) is None else algebra.divide(top, algebra.multiply(a, b))

    def _of_logarithm(self, node: Node) -> Node:
        if self._all_below(node) is ZERO:
            return ZERO
        if node.head == "exp":
            return self.known[node.parts[0]]
        if node.head == "neg":
            return self._of_logarithm(node.parts[0])
        if node.head == "sqrt":
            return self.algebra.multiply(number(0.5), self._of_logarithm(node.parts[0]))
        whole = self._logarithmic(node)
        return self.algebra.divide(self.known[node], node) if whole is None else whole

    def _sum(self, node: Node, inner: list[Node]) -> Node:
        return self.algebra.add(inner[0], inner[1])

    def _difference(self, node: Node, inner: list[Node]) -> Node:
        return self.algebra.subtract(inner[0], inner[1])

    def _negative(self, node: Node, inner: list[Node]) -> Node:
        return self.algebra.negate(inner[0])

    def _product(self, node: Node, inner: list[Node]) -> Node:
        left, right = node.parts
        multiply = self.algebra.multiply
        return self.algebra.add(multiply(inner[0], right), multiply(left, inner[1]))

    def _quotient(self, node: Node, inner: list[Node]) -> Node:
        """Return `(da - q db) / b`, unless the usual numerator `b da - a db` comes out simpler."""
        algebra, (above, under) = self.algebra, node.parts
        if inner[1] is ZERO:
            return algebra.divide(inner[0], under)
        if value_of(above) is not None:
            return self._reciprocal(node, inner[1])
        if inner[0] is not ZERO and (short := self._numerator(node, inner)) is not None:
            return short
        top = algebra.subtract(inner[0], algebra.multiply(node, inner[1]))
        return algebra.divide(top, under)

    def _reciprocal(self, node: Node, slope: Node) -> Node:
        """Return the derivative of a number over something: `-r * r * slope` for one."""
        algebra = self.algebra
        one_over = algebra.multiply(node, node) if value_of(node.parts[0]) == 1 else None
        if one_over is None:
            return algebra.negate(algebra.divide(algebra.multiply(node, slope), node.parts[1]))
        return algebra.negate(algebra.multiply(one_over, slope))

    def _numerator(self, node: Node, inner: list[Node]) -> Node | None:
        algebra, (above, under) = self.algebra, node.parts
        first, second = algebra.multiply(under, inner[0]), algebra.multiply(above, inner[1])
        scale = ONE
        for term in [*terms(first), *terms(second)]:
            for part in term.below:
                scale = part
        if scale is not ONE:
            first, second = algebra.multiply(first, scale), algebra.multiply(second, scale)
        parts = [*terms(first), *terms(second, -1)]
        kept = collect([with_sizes(part) if algebra.real else part for part in parts])
        if len(kept) > 1:
            return None
        top = assemble(kept[0]) if kept else ZERO
        return algebra.divide(top, algebra.multiply(algebra.multiply(under, under), scale))

    def _power(self, node: Node, inner: list[Node]) -> Node:
        algebra, (base, exponent) = self.algebra, node.parts
        total = ZERO
        if inner[0] is not ZERO:
            total = algebra.multiply(self._power_in_base(node), inner[0])
        if inner[1] is not ZERO:
            safe = base
            if value_of(base) is None:
                source = f"where((x == 0) & ({'y' if algebra.real else 'real(y)'} >= 0), 1, x)"
                safe = algebra.build(template(source), {"x": base, "y": exponent})
            outer = algebra.multiply(node, algebra.apply("log", safe))
            total = algebra.add(total, algebra.multiply(outer, inner[1]))
        return total

    def _power_in_base(self, node: Node) -> Node:
        algebra, (base, exponent) = self.algebra, node.parts
        value = value_of(exponent)
        if isinstance(value, int | float):
            if value == 0.5:
                return algebra.divide(number(0.5), node)
            if value < 0:
                return algebra.divide(algebra.multiply(exponent, node), base)
            return algebra.multiply(exponent, algebra.power(base, number(value - 1)))
        if any(part.head == "name" and part.value in self.tensors for part in below([exponent])):
            source = "y * x ** where(y == 0, 0, y - 1)"
            return algebra.build(template(source), {"x": base, "y": exponent})
        less = algebra.subtract(exponent, ONE)
        return algebra.choose(
            make("==", exponent, ZERO), ZERO, algebra.multiply(exponent, make("**", base, less))
        )

    def _where(self, node: Node, inner: list[Node]) -> Node:
        condition = node.parts[0]
        guard = Guard(condition, self.tensors)
        taken = guard.guarded(self._unmasked(inner[1], condition, 1), True)
        other = guard.guarded(self._unmasked(inner[2], condition, 2), False)
        return self.algebra.where(condition, taken, other)

    def _unmasked(self, node: Node, condition: Node, branch: int) -> Node:
        """Return what stands in a branch without masks by the same condition: the branch is masked as a whole."""
        masks = [part for part in below([node]) if part.head == "where" and part.parts[0] is condition]
        needless = [
            part for part in masks if part.parts[3 - branch] is ZERO and part not in self.algebra.whole
        ]
        return replace(node, {part: part.parts[branch] for part in needless}) if needless else node

    def _choice(self, node: Node, inner: list[Node]) -> Node:
        return self.algebra.choose(node.parts[0], inner[1], inner[2])


_OPERATORS = {
    "+": Differentiator._sum,
    "-": Differentiator._difference,
    "neg": Differentiator._negative,
    "*": Differentiator._product,
    "/": Differentiator._quotient,
    "**": Differentiator._power,
    "where": Differentiator._where,
    "if": Differentiator._choice,
}


def _source(function: str, rule: Rule, index: int) -> str:
    source = rule.derivatives[index]
    if not source:
        raise NoDerivative(function, rule.reasons[min(index, len(rule.reasons) - 1)])
    return source

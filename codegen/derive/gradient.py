"""Gradients and tangents of a forward: what is holomorphic by its derivative, the rest by real-linear rules.

A function of complex numbers such as `abs` has no complex derivative. The forward is seen as a holomorphic function of
its arguments *and of the values of such functions*; gradients go through each of these by a rule of its own, from the
last to the first, and tangents from the first to the last.
"""

from __future__ import annotations

from collections.abc import Sequence

from .algebra import ONE, ZERO, Algebra
from .differentiate import Differentiator
from .graph import Node, below, make, name, number, replace
from .kinds import Values, values_below
from .table import NOT_HOLOMORPHIC

GRAD = name("grad")


class Gradients:
    """Derives the formulas of one forward without choices at its root."""

    def __init__(self, root: Node, values: Values) -> None:
        self.root, self.values = root, values
        nodes = below([root])
        self.algebra = Algebra(frozenset(nodes), values.real)
        self.bends = [node for node in values_below(root) if self._bends(node)]
        """The parts that are not holomorphic, inner ones first."""
        self._complex_result = values.may_be_complex(root)
        self.meanings: dict[Node, Node] = {}
        """What names stand for that are no arguments."""

    def _bends(self, node: Node) -> bool:
        return node.head in NOT_HOLOMORPHIC and self.values.may_be_complex(node.parts[0])

    def slope(self, root: Node, variable: Node) -> Node:
        """Return the derivative of a node in an argument, or in one of the bends, the others held fixed."""
        cut = frozenset(self.bends) - {variable}
        tensors = self.values.tensors
        return Differentiator(self.algebra, variable, tensors, cut).derivative(root)

    def straight(self, variable: Node) -> bool:
        """Tell whether the result is holomorphic in an argument, so that its derivative says everything."""
        return not any(variable in below([bend]) for bend in self.bends)

    def gradient(self, variable: Node, grad: Node = GRAD) -> Node:
        """Return the gradient of an argument that goes through a bend."""
        arriving: dict[Node, Node] = {}
        for bend in reversed(self.bends):
            arriving[bend] = self._arriving(bend, arriving, grad, bend)
        return self._arriving(variable, arriving, grad, None)

    def _arriving(self, variable: Node, arriving: dict[Node, Node], grad: Node, bend: Node | None) -> Node:
        """Sum what reaches an argument or a bend: directly, and through the bends behind it."""
        total = self.scaled(grad, self.slope(self.root, variable))
        for later, there in arriving.items():
            if there is ZERO or later is bend:
                continue
            slope = self.slope(later.parts[0], variable)
            if slope is not ZERO:
                total = self.algebra.add(total, self.scaled(self.pulled(later, there), slope))
        return total

    def scaled(self, grad: Node, slope: Node) -> Node:
        """Return a gradient times the conjugate of a derivative."""
        return self.algebra.multiply(grad, self.conj(slope))

    def conj(self, node: Node) -> Node:
        """Return the conjugate of a node, the node itself where it is real."""
        if node.head == "conj":
            return node.parts[0]
        if node.head == "neg":
            return self.algebra.negate(self.conj(node.parts[0]))
        if node.head == "number":
            value = node.value
            return number(value.conjugate()) if isinstance(value, complex) else node
        return make("conj", node) if self.is_complex(node) else node

    def real(self, node: Node) -> Node:
        """Return the real part of a node, the node itself where it is real."""
        return make("real", node) if self.is_complex(node) else node

    def is_complex(self, node: Node) -> bool:
        """Tell whether a node may be complex; the incoming gradient is when the result is."""
        written_out = replace(node, self.meanings)
        return self.values.may_be_complex(written_out, ("grad",) if self._complex_result else ())

    def pulled(self, bend: Node, grad: Node) -> Node:
        """Return the gradient of the argument of a bend, given that of its value."""
        algebra, inner = self.algebra, bend.parts[0]
        if bend.head == "conj":
            return self._conjugated(grad)
        grad = grad if bend.head == "sgn" else self.real(grad)
        if bend.head == "real":
            return grad
        if bend.head == "imag":
            return algebra.multiply(number(1j), grad)
        if bend.head == "abs":
            return algebra.multiply(grad, make("sgn", inner))
        size = algebra.where(make("==", inner, ZERO), ONE, make("abs", inner))
        if bend.head == "angle":
            return algebra.divide(
                algebra.multiply(grad, algebra.multiply(number(1j), make("sgn", inner))), size
            )
        along = make("real", algebra.multiply(grad, make("conj", bend)))
        across = algebra.subtract(grad, algebra.multiply(along, bend))
        return algebra.where(make("==", inner, ZERO), ZERO, algebra.divide(across, size))

    def _conjugated(self, grad: Node) -> Node:
        if grad.head == "*" and grad.parts[1].head == "conj":  # conj(g * conj(a)) is conj(g) * a
            return self.algebra.multiply(self._conjugated(grad.parts[0]), grad.parts[1].parts[0])
        return self.conj(grad)

    def tangent(self, arguments: Sequence[str]) -> Node:
        """Return the tangent of the result: formulas in `<argument>_t`."""
        known = {name(argument): name(f"{argument}_t") for argument in arguments}
        for bend in self.bends:
            known[bend] = self._pushed(bend, self._tangent(bend.parts[0], known))
        return self._tangent(self.root, known)

    def _tangent(self, node: Node, known: dict[Node, Node]) -> Node:
        total = ZERO
        for variable, tangent in known.items():
            if tangent is not ZERO:
                slope = self.slope(node, variable)
                total = self.algebra.add(total, self.algebra.multiply(tangent, slope))
        return total

    def _pushed(self, bend: Node, tangent: Node) -> Node:
        """Return the tangent of a bend, given that of its argument."""
        if tangent is ZERO:
            return ZERO
        algebra, inner = self.algebra, bend.parts[0]
        if bend.head in ("conj", "real", "imag"):
            return make(bend.head, tangent)
        if bend.head == "abs":
            return make("real", algebra.multiply(tangent, make("conj", make("sgn", inner))))
        at_zero = make("==", inner, ZERO)
        size = algebra.where(at_zero, ONE, make("abs", inner))
        if bend.head == "angle":
            across = make("imag", algebra.multiply(tangent, make("conj", make("sgn", inner))))
            return algebra.divide(across, size)
        along = make("real", algebra.multiply(tangent, make("conj", bend)))
        across = algebra.subtract(tangent, algebra.multiply(along, bend))
        return algebra.where(at_zero, ZERO, algebra.divide(across, size))

"""The last step: a derivative becomes a formula in `grad`, as a person would write it."""

from __future__ import annotations

from .algebra import ONE, ZERO
from .gradient import GRAD, Gradients
from .graph import Node, make, number, value_of
from .numbers import whole_reciprocal

_NEGATIVE = make("neg", GRAD)


def times_grad(slope: Node, gradients: Gradients, grad: Node = GRAD) -> Node:
    """Return the incoming gradient times the conjugate of a derivative; the gradient goes into choices."""
    if slope is ZERO or slope is ONE:
        return ZERO if slope is ZERO else grad
    opposite = GRAD if grad is _NEGATIVE else _NEGATIVE
    value = value_of(slope)
    if slope.head == "neg":
        return times_grad(slope.parts[0], gradients, opposite)
    if isinstance(value, int | float):
        return _times_number(value if grad is GRAD else -value)
    if slope.head == "if":
        return make("if", slope.parts[0], *[_branch(part, gradients, grad) for part in slope.parts[1:]])
    if slope.head == "where" and _cheap(slope):
        return make("where", slope.parts[0], *[times_grad(part, gradients, grad) for part in slope.parts[1:]])
    if slope.head in ("*", "/") and not gradients.is_complex(slope):
        return make(slope.head, times_grad(slope.parts[0], gradients, grad), slope.parts[1])
    if slope.head == "/" and value_of(slope.parts[0]) is not None:
        return make("/", times_grad(slope.parts[0], gradients, grad), gradients.conj(slope.parts[1]))
    return make("*", grad, gradients.conj(slope))


def _times_number(value: float) -> Node:
    if abs(value) == 1:
        return GRAD if value == 1 else _NEGATIVE
    divisor = whole_reciprocal(value)
    return make("/", GRAD, number(divisor)) if divisor else make("*", GRAD, number(value))


def _branch(slope: Node, gradients: Gradients, grad: Node) -> Node:
    """Return one branch of a choice, where no gradient is a tensor of zeros."""
    found = times_grad(slope, gradients, grad)
    return make("fill", GRAD, ZERO) if found is ZERO else found


def _cheap(choice: Node) -> bool:
    """Whether the gradient belongs into the branches: one of them is a number, or chooses in its turn."""
    branches = choice.parts[1:]
    return any(value_of(part) is not None or (part.head == "where" and _cheap(part)) for part in branches)

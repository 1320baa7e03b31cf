"""Elementwise ops over fifteen powers of ten: value, first and second derivative, against arithmetic of 80 digits."""

import ast
import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any

import mpmath
import numpy as np
import pytest

import derivata as dv
from derivata.codegen.__main__ import own_spec
from derivata.codegen.lower.library import Library
from derivata.codegen.spec import Op
from derivata.generated import ops
from derivata.proof.interpret import Interpreter
from derivata.proof.undefined import Undefined

GRID = 1.0371 * np.array([sign * 10.0**power for power in np.arange(-12, 3.01, 0.75) for sign in (1, -1)])
OTHERS = (0.61, 1.32, 0.83, 1.14)  # what the other arguments are
CONDITIONS = {"condition", "mask"}  # arguments that are no numbers
NUMBERS = {"Scalar": 2.0, "float": 2.0, "int": 2}
RELATIVE, ABSOLUTE = 1e-9, 1e-14
"""A few hundred roundings, which formulas with cancellation near zeros may make, and what is lost beside 1."""

KNOWN = {
    ("zeta", "other", 0): "SciPy has no values of Hurwitz's function for exponents below 1",
}


@cache
def library() -> Library:
    return Library(own_spec())


def arguments_of(op: Op) -> dict[str, Any] | None:
    """Return the numbers among the arguments, or None if the op needs other things."""
    found: dict[str, Any] = {}
    for argument in op.signature.arguments:
        if argument.is_tensor:
            if argument.type.optional:
                return None
        elif argument.default is not None:
            found[argument.name] = ast.literal_eval(argument.default)
        elif argument.type.base in NUMBERS:
            found[argument.name] = NUMBERS[argument.type.base]
        else:
            return None
    return found


def subjects() -> Iterator[Any]:
    for op in own_spec().ops:
        if op.elementwise and op.public and any(op.output_differentiability) and arguments_of(op) is not None:
            for argument in op.tensor_arguments:
                if op.dtypes != "integral" and argument.name not in CONDITIONS:
                    yield pytest.param(op, argument.name, id=f"{op.full_name}-{argument.name}")


def computed(op: Op, target: str, numbers: dict[str, Any]) -> list[np.ndarray[Any, Any]] | None:
    """Return value and derivatives by the op, None where it has none."""
    tensors = {a.name: dv.full(GRID.shape, v, dtype=dv.float64) for a, v in zip(op.tensor_arguments, OTHERS)}  # noqa: B905
    tensors |= {name: tensors[name] > 0 for name in CONDITIONS & tensors.keys()}
    x = tensors[target] = dv.tensor(GRID, requires_grad=True)
    values = tensors | numbers
    positional = [values[a.name] for a in op.signature.arguments if not a.keyword_only]
    keywords = {a.name: values[a.name] for a in op.signature.arguments if a.keyword_only}
    y = getattr(ops, library().function_name(op))(*positional, **keywords)
    if y.dtype != dv.float64 or not y.requires_grad:
        return None
    (first,) = dv.autograd.grad(y.sum(), x, create_graph=True, materialize_grads=True)
    second = dv.zeros_like(x)
    if first.grad_fn is not None:
        (second,) = dv.autograd.grad(first.sum(), x, materialize_grads=True)
    return [each.detach().numpy() for each in (y, first, second)]


def true(op: Op, target: str, numbers: dict[str, Any], point: float) -> Iterator[float]:
    """Yield value and derivatives in high precision, as far as there are any that can be stored."""
    fixed = {a.name: mpmath.mpf(v) for a, v in zip(op.tensor_arguments, OTHERS)}  # noqa: B905
    fixed |= {name: mpmath.mpf(v) if isinstance(v, float) else v for name, v in numbers.items()}

    def function(z: Any) -> Any:
        return Interpreter(fixed | {target: z}, op.let, library()).value(op.forward.tree)  # type: ignore[union-attr]

    at, step = mpmath.mpf(point), abs(mpmath.mpf(point)) * mpmath.mpf(10) ** -20
    for order in range(3):
        value = mpmath.diff(function, at, order, h=step) if order else function(at)
        if isinstance(value, mpmath.mpc) or not np.isfinite(float(value)):
            return
        yield float(value)


@pytest.mark.slow
@pytest.mark.parametrize(("op", "target"), list(subjects()))
def test_value_and_derivatives_are_right_for_tiny_and_large_numbers(op: Op, target: str) -> None:
    """Values, first and second derivatives of elementwise ops are right from 1e-12 to 1e3, or lost only beside 1."""
    numbers = arguments_of(op)
    assert numbers is not None
    with mpmath.workdps(80), warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            found = computed(op, target, numbers)
        except NotImplementedError:
            found = None
        if found is None:
            return
        wrong = [
            f"order {order} at {point:.4g}: got {found[order][index]:.12g}, expected {value:.12g}"
            for index, point in enumerate(GRID)
            for order, value in _defined(op, target, numbers, float(point))
            if (op.name, target, order) not in KNOWN
            and not abs(found[order][index] - value) <= RELATIVE * abs(value) + ABSOLUTE
        ]
    assert wrong == []


def _defined(op: Op, target: str, numbers: dict[str, Any], point: float) -> Iterator[tuple[int, float]]:
    values = true(op, target, numbers, point)
    for order in range(3):
        try:
            yield order, next(values)
        except (StopIteration, Undefined, ZeroDivisionError, ValueError, OverflowError, TypeError):
            return

"""Derived formulas of random expressions, evaluated with 40 digits, against numerical derivatives of the expression."""

import ast
from typing import Any

import mpmath
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from derivata.codegen.check.check import read_spec
from derivata.codegen.derivative_rules import AutoLinear, NonDifferentiable, Zero
from derivata.codegen.formula.formula import Formula
from derivata.codegen.pipeline import own_spec
from derivata.codegen.spec import Op

HEAD = "schema_version: 1\nops:\n- family: tests\n"

UNARY = (
    *(
        "exp(tanh({}))",
        "exp(-square({}))",
        "sin({})",
        "cos({})",
        "tanh({})",
        "sigmoid({})",
        "atan({})",
        "-{}",
    ),
    *(
        "log(1.5 + square({}))",
        "sqrt(1 + square({}))",
        "log1p(square({}))",
        "1 / (2 + sin({}))",
        "square({})",
    ),
    *(
        "rsqrt(1 + {} ** 2)",
        "reciprocal(3 + cos({}))",
        "expm1(sin({}))",
        "(1.5 + sin({})) ** 3",
        "2 ** sin({})",
    ),
    *("log1p(exp({}))", "log(sigmoid({}))", "1 / (1 + exp(-{}))", "{} / 3", "0.5 * {}", "sinh(sin({}))"),
    *("(2 + sin({})) ** -2", "(2 + sin({})) ** 0.5", "(2 + sin({})) ** 1.7", "tan(0.5 * sin({}))"),
)
REAL_UNARY = (
    *("abs({})", "erf({})", "maximum({}, 0.3)", "minimum({}, 0)", "asinh({})", "acosh(2 + square({}))"),
    *("asin(0.5 * sin({}))", "atanh(0.5 * cos({}))", "logaddexp({}, 1)", "minimum(maximum({}, -0.5), 0.5)"),
    *("erfc({})", "log2(2 + cos({}))", "exp2(sin({}))", "log10(2 + cos({}))", "acos(0.5 * sin({}))"),
)
BINARY = (
    "{} + {}",
    "{} - {}",
    "{} * {}",
    "{} / (3 + sin({}))",
    "(2 + sin({})) ** sin({})",
    "({}) * ({}) * self",
)
REAL_BINARY = (
    *("maximum({}, {})", "minimum({}, {})", "atan2({}, 3 + square({}))", "hypot({}, 1 + exp(sin({})))"),
    *("logaddexp({}, {})", "where({} > 0.1, {}, other)", "sqrt(square({}) + square(1 + exp(sin({}))))"),
)
BENT = ("abs({})", "conj({})", "real({})", "imag({})", "sgn({})", "angle(3 + sin({}))", "abs({}) ** 3")
POINT = {"self": "0.73105857863", "other": "-0.41421356237"}
COMPLEX_POINT = {"self": ("0.73105857863", "0.3141592653"), "other": ("-0.41421356237", "0.577215664")}


def expressions(unary: tuple[str, ...], binary: tuple[str, ...]) -> st.SearchStrategy[str]:
    def larger(smaller: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        one = st.tuples(st.sampled_from(unary), smaller).map(lambda pair: pair[0].format(_part(pair[1])))
        two = st.tuples(st.sampled_from(binary), smaller, smaller).map(
            lambda parts: parts[0].format(_part(parts[1]), _part(parts[2]))
        )
        return one | two

    return st.recursive(st.sampled_from(("self", "other", "self * other", "self / 2")), larger, max_leaves=5)


def _part(text: str) -> str:
    return text if text.isidentifier() else f"({text})"


def derived(expression: str) -> Op:
    entry = (
        f"- name: f(Tensor self, Tensor other) -> Tensor\n  forward: '{expression} + 0 * self + 0 * other'\n"
    )
    (op,) = read_spec(HEAD + entry, "random.yaml", base=own_spec()).ops
    return op


def _sgn(x: Any) -> Any:
    return mpmath.mpf(0) if x == 0 else x / abs(x)


IN_MPMATH = (
    *("exp", "expm1", "log", "log1p", "log10", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "atan2"),
    *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc", "hypot", "conj"),
)
VOCABULARY = {
    **{name: getattr(mpmath, name) for name in IN_MPMATH},
    "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)),
    "square": lambda x: x * x,
    "reciprocal": lambda x: 1 / x,
    "rsqrt": lambda x: 1 / mpmath.sqrt(x),
    "log2": lambda x: mpmath.log(x) / mpmath.log(2),
    "exp2": lambda x: mpmath.mpf(2) ** x,
    "logaddexp": lambda x, y: mpmath.log(mpmath.exp(x) + mpmath.exp(y)),
    "maximum": max,
    "minimum": min,
    "where": lambda c, a, b: a if c else b,
    "abs": abs,
    "sgn": _sgn,
    "real": mpmath.re,
    "imag": mpmath.im,
    "angle": mpmath.arg,
}


def value(formula: Formula, names: dict[str, Any]) -> Any:
    code = compile(ast.fix_missing_locations(ast.Expression(formula.tree)), "formula", "eval")
    return eval(code, {"__builtins__": {}, **VOCABULARY, **names})


def forward(op: Op, names: dict[str, Any]) -> Any:
    assert isinstance(op.forward, Formula)
    return value(op.forward, names)


def gradient(op: Op, argument: str, names: dict[str, Any]) -> Any:
    rule = op.derivatives[argument]
    if isinstance(rule, Zero | NonDifferentiable):
        return mpmath.mpf(0)
    assert isinstance(rule, Formula)
    known = {**names, "result": forward(op, names)}
    for name, formula in op.let.items():
        known[name] = value(formula, known)
    return value(rule, known)


def tangent(op: Op, names: dict[str, Any], directions: dict[str, Any]) -> Any:
    """Evaluate the tangent of the result as generated code does."""
    rule = op.tangents.get("result")
    if isinstance(rule, AutoLinear):
        return forward(op, directions)
    if rule is None:  # derived from the gradients
        return sum(
            mpmath.conj(gradient(op, name, {**names, "grad": mpmath.conj(directions[name])}))
            for name in names
        )
    assert isinstance(rule, Formula)
    known = {**names, "result": forward(op, names), "grad": mpmath.mpf(1)}
    for name, formula in op.let.items():
        known[name] = value(formula, known)
    known |= {f"{name}_p": point for name, point in names.items()}
    return value(rule, known | {f"{name}_t": direction for name, direction in directions.items()})


CLOSE = mpmath.mpf(10) ** -15  # numbers in formulas, such as log(2), have 16 digits

ROUNDS = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@pytest.mark.slow
@ROUNDS
@given(expressions(UNARY + REAL_UNARY, BINARY + REAL_BINARY))
def test_derived_gradients_of_random_real_functions_are_their_derivatives(expression: str) -> None:
    """The derived gradient of a real function is its derivative."""
    with mpmath.workdps(40):
        op = derived(expression)
        names = {name: mpmath.mpf(text) for name, text in POINT.items()}
        for name, point in names.items():
            true = mpmath.diff(lambda x, name=name: forward(op, {**names, name: x}), point)
            found = gradient(op, name, {**names, "grad": mpmath.mpf(1)})
            assert abs(found - true) <= CLOSE * (1 + abs(true)) * 100, (name, op.derivatives[name])


@pytest.mark.slow
@ROUNDS
@given(expressions(UNARY + BENT, BINARY))
def test_derived_formulas_of_random_complex_functions_are_their_derivatives(expression: str) -> None:
    """Derived gradients follow PyTorch's convention for complex numbers, and tangents are directional derivatives."""
    with mpmath.workdps(40):
        op = derived(expression)
        names = {name: mpmath.mpc(*parts) for name, parts in COMPLEX_POINT.items()}
        directions = {"self": mpmath.mpc("0.3", "-0.7"), "other": mpmath.mpc("-1.1", "0.45")}

        def along(s: Any) -> Any:
            return forward(op, {name: point + s * directions[name] for name, point in names.items()})

        true = mpmath.diff(along, 0)
        pushed = tangent(op, names, directions)
        result = forward(op, names)
        is_real = isinstance(result, mpmath.mpf)
        pushed = mpmath.re(pushed) if is_real else pushed
        assert abs(pushed - true) <= CLOSE * (1 + abs(true)) * 100
        grad = mpmath.mpf("0.9") if is_real else mpmath.mpc("0.9", "-0.35")
        pulled = {name: gradient(op, name, {**names, "grad": grad}) for name in names}
        inner = sum(mpmath.re(mpmath.conj(pulled[name]) * directions[name]) for name in names)
        outer = mpmath.re(mpmath.conj(grad) * true)
        assert abs(inner - outer) <= CLOSE * (1 + abs(outer)) * 100

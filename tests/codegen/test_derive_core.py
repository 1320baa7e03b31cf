"""Derived gradients against the hand-written ones of derivata's own spec, number by number."""

import ast
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from derivata.arrays import special
from derivata.arrays.elementwise import elementary
from derivata.codegen.derivative_rules import AutoLinear, NonDifferentiable, NotImplementedRule, Zero
from derivata.codegen.derive.cost import size
from derivata.codegen.derive.derive import derive_op
from derivata.codegen.derive.table import OPS
from derivata.codegen.elementary import ELEMENTARY
from derivata.codegen.formula.formula import Formula
from derivata.codegen.lower.trees import needed_names
from derivata.codegen.pipeline import own_spec
from derivata.codegen.spec import Op, TensorSample
from derivata.generated import functions

COUNT = 400

AT_KINKS_ONLY = {
    "relu": "at 0 PyTorch's gradient is 0; the mean of both sides is 0.5",
    "_hinge": "at 0 PyTorch's gradient is 1; the mean of both sides is 0.5",
    "_hinge_embedding": "at the margin PyTorch's gradient is that of the lack; the mean of both sides is 0.5",
    "relu6": "at its bounds PyTorch's gradient is 0; that of `clamp` is 1",
    "hardtanh": "at its bounds PyTorch's gradient is 0; that of `clamp` is 1",
    "hardsigmoid": "at its bounds PyTorch's gradient is 0; that of `clamp` is 1",
    "hardswish": "at its bounds PyTorch's gradient is that of the outer side",
    "clamp_min": "at the bound PyTorch's gradient is 1; the mean of both sides is 0.5",
    "clamp_max": "at the bound PyTorch's gradient is 1; the mean of both sides is 0.5",
    "logaddexp2": "its forward has a case for equal arguments, whose derivative is taken as it is written",
    "xlogy": "its forward has a case for self = 0, whose derivative is taken as it is written",
    "xlog1py": "its forward has a case for self = 0, whose derivative is taken as it is written",
    "ldexp": "its forward has a case for self = 0, whose derivative is taken as it is written",
}
"""Ops whose derived gradient differs from the written one at single points, where each is a convention."""

TOLERANCES = {"sinc": 1e-8, "spherical_bessel_j0": 1e-8}
"""Ops whose written gradient has a series for small arguments: the derived one cancels there."""

LARGER = {
    "logaddexp2": "the written gradient is a sigmoid, which the chain rule does not find",
    "log_ndtr": "the written gradient uses that erfcx stands for a ratio of two functions",
    "entr": "its forward has a branch that is NaN on purpose, whose derivative is derived as well",
    "clamp_min": "the mean at a tie",
    "clamp_max": "the mean at a tie",
    "relu": "the mean at a tie",
    "_hinge": "the mean at a tie",
    "_hinge_embedding": "its written gradient is an argument",
    "tanh": "the written gradient is an op of its own",
    "sigmoid": "the written gradient is an op of its own",
    "_gelu_backward": "one of the written gradients is the op itself",
    "ldexp": "its forward has three steps, each of which is derived",
}
"""Ops whose derived formulas are more than half as large again as the written ones."""

BACKWARD_OPS = {"_tanh_backward", "_sigmoid_backward", "_gelu_backward"}
"""Ops that are written gradients of others."""

GIVEN = {"_hinge_embedding": ("slope", "_hinge_slope")}
"""Ops with an argument that is their derivative, and the op that computes it from the other arguments."""


@cache
def core() -> dict[str, Op]:
    return {op.full_name: op for op in own_spec().ops}


def written() -> list[Op]:
    """Ops with an elementwise forward and a gradient of their own."""
    return [
        op for op in core().values() if op.elementwise and op.derivatives and any(op.output_differentiability)
    ]


def automatic(op: Op) -> Op:
    """The op without what its entry says of derivatives."""
    kept = (NonDifferentiable, NotImplementedRule)
    rules = {name: rule for name, rule in op.derivatives.items() if isinstance(rule, kept)}
    none: Mapping[str, Any] = MappingProxyType({})
    bare = replace(op, derivatives=MappingProxyType(rules), tangents=none, let=none)

    def fail(location: object, message: str, cure: str = "") -> None:
        pytest.fail(f"{op.full_name}: {message}")

    return derive_op(bare, fail)


def _numpy(name: str) -> Any:
    module, _, function = ELEMENTARY[name].numpy.partition(".")
    return getattr({"np": np, "elementary": elementary, "special": special}[module], function)


@cache
def vocabulary() -> dict[str, Any]:
    names = {name: _numpy(name) for name in ELEMENTARY}
    names |= {op: names[name] for name, op in OPS.items()}
    names |= {op: partial(_called, op) for op in BACKWARD_OPS | {"ldexp"}}
    return {**names, "fill": np.full_like, "functions": functions, "polygamma": _polygamma}


def _polygamma(n: int, x: Any) -> Any:
    return special.digamma(x) if n == 0 else functions.polygamma_factor(n) * special.zeta(n + 1, x)


def _called(name: str, *values: Any) -> Any:
    """Evaluate the forward of an op that other formulas call."""
    op = core()[name]
    assert isinstance(op.forward, Formula)
    return value(op.forward.tree, {a.name: v for a, v in zip(op.signature.arguments, values, strict=True)})


def value(tree: ast.expr, names: dict[str, Any]) -> Any:
    """Evaluate a formula in NumPy."""
    code = compile(ast.fix_missing_locations(ast.Expression(tree)), "formula", "eval")
    return eval(code, {"__builtins__": {}, **vocabulary(), **names})


def with_derivative(op: Op, names: dict[str, Any]) -> dict[str, Any]:
    """Put the derivative into the arguments of an op that is given it."""
    if op.full_name not in GIVEN:
        return names
    argument, source = GIVEN[op.full_name]
    others = [names[a.name] for a in op.signature.arguments if a.name != argument]
    return names | {argument: _called(source, *others)}


def gradient(op: Op, argument: str, names: dict[str, Any]) -> Any:
    """Evaluate the gradient of an argument for given values, `grad` and `result`."""
    rule = op.derivatives[argument]
    if isinstance(rule, Zero):
        return np.zeros_like(names[argument])
    assert isinstance(rule, Formula)
    lets = {name: formula.tree for name, formula in op.let.items()}
    known = dict(names)
    for name in [name for name in lets if name in needed_names([rule.tree], lets)]:
        known[name] = value(lets[name], known)
    found = value(rule.tree, known)
    return found if np.iscomplexobj(names[argument]) else np.real(found)


def arguments(op: Op, case: Mapping[str, Any], seed: int, complex_: bool) -> dict[str, Any]:
    """Draw the arguments of one sample: many numbers for each tensor, some of them ties and zeros."""
    generator = np.random.default_rng(seed)
    names: dict[str, Any] = {}
    for argument in op.signature.arguments:
        if not argument.is_tensor:
            names[argument.name] = case.get(argument.name, _default(argument.default))
            continue
        sample = case.get(argument.name)
        if sample is None and argument.type.optional and case:
            names[argument.name] = None
            continue
        if isinstance(sample, TensorSample) and sample.dtype and not sample.dtype.startswith("float"):
            low, high = int(sample.low or 0), int(sample.high or 2)
            names[argument.name] = generator.integers(low, high, COUNT).astype(sample.dtype)
            continue
        low, high = op.samples.domain.get(argument.name, (-2.0, 2.0))
        names[argument.name] = generator.uniform(low, high, COUNT)
        if complex_:
            names[argument.name] = names[argument.name] + 1j * generator.uniform(-1, 1, COUNT)
    return names


def _default(source: str | None) -> Any:
    return None if source is None else ast.literal_eval(source)


def differences(op: Op, complex_: bool) -> list[str]:
    """Say in which arguments derived and written gradients differ."""
    derived, found = automatic(op), []
    for seed, case in enumerate(op.samples.cases or ({},)):
        with np.errstate(all="ignore"):
            names = with_derivative(op, arguments(op, case, seed, complex_))
            assert isinstance(op.forward, Formula)
            names["result"] = value(op.forward.tree, names)
            grad = np.random.default_rng(seed).standard_normal(COUNT)
            names["grad"] = grad * (1 + 0.5j) if np.iscomplexobj(names["result"]) else grad
            for argument, rule in op.derivatives.items():
                if isinstance(rule, Formula | Zero) and names[argument] is not None:
                    a, b = gradient(op, argument, names), gradient(derived, argument, names)
                    tolerance = TOLERANCES.get(op.full_name, 1e-12)
                    if not np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True):
                        found.append(f"{argument}: written {a}, derived {b}")
    return found


@pytest.mark.parametrize("op", written(), ids=lambda op: op.full_name)
def test_a_derived_gradient_is_the_written_one(op: Op) -> None:
    """The gradients derived from the forward are those of the hand-written formulas, for real arguments."""
    assert differences(op, False) == []


def written_for_complex() -> list[Op]:
    """Those that take complex numbers."""
    return [op for op in written() if op.dtypes == "any"]


@pytest.mark.parametrize("op", written_for_complex(), ids=lambda op: op.full_name)
def test_a_derived_gradient_is_the_written_one_for_complex_arguments(op: Op) -> None:
    """The gradients derived from the forward are those of the hand-written formulas, for complex arguments."""
    assert differences(op, True) == []


@pytest.mark.parametrize("op", written(), ids=lambda op: op.full_name)
def test_derived_and_written_gradients_agree_at_zeros_and_ties(op: Op) -> None:
    """At zeros and ties a derived gradient is the written one, but for the conventions that are listed."""
    special_values = np.array([-3.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0, 6.0])
    tensors = [a.name for a in op.tensor_arguments]
    grid = np.meshgrid(*[special_values] * len(tensors))
    points = {name: part.ravel() for name, part in zip(tensors, grid, strict=True)}
    case = {name: value for name, value in (op.samples.cases or ({},))[0].items() if name not in tensors}
    names = with_derivative(op, arguments(op, case, 0, False) | points)
    derived = automatic(op)
    agree = True
    with np.errstate(all="ignore"):
        assert isinstance(op.forward, Formula)
        names["result"] = value(op.forward.tree, names)
        names["grad"] = np.ones_like(names["result"])
        for argument, rule in op.derivatives.items():
            if isinstance(rule, Formula):
                a, b = gradient(op, argument, names), gradient(derived, argument, names)
                same = np.isclose(a, b, rtol=1e-12, atol=1e-12, equal_nan=True)
                outside = np.isnan(names["result"]) | ~(np.isfinite(a) & np.isfinite(b))
                agree &= bool(np.all(same | outside))
    assert agree == (op.full_name not in AT_KINKS_ONLY)


@pytest.mark.parametrize("op", written(), ids=lambda op: op.full_name)
def test_derived_formulas_are_about_as_short_as_written_ones(op: Op) -> None:
    """Derived formulas are at most half as large again as the written ones, but for those that are listed."""
    larger = formulas_size(automatic(op)) > 1.5 * formulas_size(op) + 2
    assert larger == (op.full_name in LARGER)


def formulas_size(op: Op) -> int:
    rules = [*op.derivatives.values(), *op.let.values()]
    return sum(size(rule.tree) for rule in rules if isinstance(rule, Formula))


def test_linear_functions_have_linear_tangents() -> None:
    """The tangent of a linear function of one argument is the function of the tangent."""
    for name in ("neg", "conj", "deg2rad"):
        assert isinstance(automatic(core()[name]).tangents["result"], AutoLinear)
    assert "result" not in automatic(core()["exp"]).tangents


def test_every_elementary_function_is_an_op_by_the_name_that_formulas_use() -> None:
    """Derived formulas are written in ops: every elementary function is one."""
    ops = {name for op in core().values() for name in (op.name, op.flat_name)}
    assert [name for name in ELEMENTARY if OPS.get(name, name) not in ops] == []

"""Gradients that an entry leaves out are derived from its forward."""

import ast
import re
import time
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest

from derivata.arrays import special
from derivata.arrays.elementwise import elementary
from derivata.codegen.check.check import read_spec
from derivata.codegen.derivative_rules import NonDifferentiable
from derivata.codegen.derive.derive import derived
from derivata.codegen.derive.table import OPS
from derivata.codegen.diagnostics import SpecError
from derivata.codegen.elementary import ELEMENTARY
from derivata.codegen.formula.formula import Formula
from derivata.codegen.pipeline import own_spec
from derivata.codegen.spec import Op

HEAD = "schema_version: 1\nops:\n- family: tests\n"


def op(entry: str) -> Op:
    return read_spec(HEAD + entry, "mine.yaml", base=own_spec()).ops[0]


def entry(forward: str, signature: str = "f(Tensor self) -> Tensor", more: str = "") -> Op:
    return op(f"- name: {signature}\n  forward: '{forward}'\n{more}")


def _numpy(name: str) -> Any:
    module, _, function = ELEMENTARY[name].numpy.partition(".")
    found = getattr({"np": np, "elementary": elementary, "special": special}[module], function)
    return (lambda x, *more: found(np.float64(x), *more)) if module == "special" else found


VOCABULARY = {name: _numpy(name) for name in ELEMENTARY}
VOCABULARY |= {other: VOCABULARY[name] for name, other in OPS.items()}


def value(formula: Formula, names: dict[str, Any]) -> Any:
    code = compile(ast.fix_missing_locations(ast.Expression(formula.tree)), "formula", "eval")
    with np.errstate(all="ignore"):
        return eval(code, {"__builtins__": {}, **VOCABULARY, "fill": np.full_like, **names})


def slope(of: Op, argument: str, **points: Any) -> Any:
    """Evaluate the gradient of an argument for an incoming gradient of 1."""
    assert isinstance(of.forward, Formula)
    known = {**points, "result": value(of.forward, points), "grad": np.float64(1)}
    for name, formula in of.let.items():
        known[name] = value(formula, known)
    rule = of.derivatives[argument]
    return np.real(value(rule, known)) if isinstance(rule, Formula) else np.float64(0)


READS_AS_WRITTEN_BY_HAND = {
    "self * 3": {"self": "grad * 3", "result": "auto_linear"},
    "self / 6": {"self": "grad / 6", "result": "auto_linear"},
    "self ** 3": {"self": "grad * conj(3 * self * self)"},
    "1 / self": {"self": "-grad * conj(result * result)"},
    "tanh(self)": {"self": "grad * conj(1 - result * result)"},
    "self - tanh(self)": {"self": "grad * conj(square(tanh(self)))"},
    "self * log(self)": {"self": "grad * conj(log(self) + 1)"},
    "maximum(self, 0)": {"self": "where(self == 0, grad * 0.5, where(self < 0, 0, grad))"},
    "minimum(maximum(self, -1), 1)": {"self": "where((self >= -1) & (self <= 1), grad, 0)"},
    "where(self > 0, self, expm1(self))": {
        "self": "where(self > 0, grad, grad * exp(where(self > 0, 0, self)))"
    },
    "maximum(self, 0) + log1p(exp(-abs(self)))": {"self": "grad * sigmoid(self)"},
    "sign(self) * log1p(abs(self))": {"self": "grad / (1 + abs(self))"},
    "sign(self) * tanh(abs(self))": {"self": "grad * (1 - square(tanh(abs(self))))"},
    "sign(self) * maximum(abs(self) - 1, 0)": {
        "let difference": "abs(self) - 1",
        "self": "where(difference == 0, grad * 0.5, where(difference < 0, 0, grad))",
    },
    "log(self / (1 - self))": {"self": "grad / conj(self * (1 - self))"},
    "self * sigmoid(self)": {
        "let sigmoid_self": "sigmoid(self)",
        "self": "grad * conj(sigmoid_self * (1 + self * (1 - sigmoid_self)))",
    },
    "floor(self)": {"self": "zero"},
    "conj(self) / 2": {"self": "conj(0.5 * grad)", "result": "auto_linear"},
    "real(self)": {"self": "grad", "result": "auto_linear"},
    "abs(self) ** 2": {
        "let abs_self": "abs(self)",
        "let sgn_self": "sgn(self)",
        "self": "2 * grad * abs_self * sgn_self",
        "result": "2 * real(self_t * conj(sgn_self)) * abs_self",
    },
}


@pytest.mark.parametrize("forward", READS_AS_WRITTEN_BY_HAND)
def test_derived_formulas_read_as_if_written_by_hand(forward: str) -> None:
    """Derived formulas use the result, share values, fold numbers and have no needless operations."""
    assert derived(entry(forward)) == READS_AS_WRITTEN_BY_HAND[forward]


def test_the_exponent_of_a_power_of_complex_numbers_is_ordered_by_its_real_part() -> None:
    """The logarithm of a base of 0 is left out where the real part of the exponent is no negative number."""
    signature = "f(Tensor self, Tensor other) -> Tensor"
    found = derived(entry("self ** other", signature))
    assert found["other"] == "grad * conj(result * log(where((self == 0) & (real(other) >= 0), 1, self)))"
    found = derived(entry("self ** other", signature, "  dtypes: real\n"))
    assert found["other"] == "grad * result * log(where((self == 0) & (other >= 0), 1, self))"


def test_signs_of_a_forward_alone_stay_in_its_gradients() -> None:
    """`sign` times `sgn` is 0 at 0: only the slope of an absolute value cancels against a sign."""
    assert derived(entry("sign(self) * sgn(self) * other", "f(Tensor self, Tensor other) -> Tensor")) == {
        "self": "zero",
        "other": "grad * sign(self) * sgn(self)",
    }


def test_the_readme_s_entry_could_leave_its_gradient_out() -> None:
    """The gradient derived for the README's entry is the one that is written there."""
    page = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (written,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    (formula,) = re.findall(r"  self: (.*)", written)
    assert derived(op(re.sub(r"  self: .*\n", "", written))) == {"self": formula}


def test_auto_is_what_a_missing_key_means() -> None:
    """`self: auto` says in words what leaving the key out says."""
    assert derived(entry("exp(self)", more="  self: auto\n")) == derived(entry("exp(self)"))


def test_written_keys_stay_beside_derived_ones() -> None:
    """An entry may write the gradient of one argument and leave that of another out."""
    more = "  other: 0 * grad\n"
    both = entry("self * other", "f(Tensor self, Tensor other) -> Tensor", more)
    assert derived(both) == {"self": "grad * conj(other)"}
    rule = both.derivatives["other"]
    assert isinstance(rule, Formula)
    assert rule.text == "0 * grad"


def test_what_reaches_the_result_as_a_truth_value_gets_no_gradient() -> None:
    """An argument that is a condition only, such as a mask, is not differentiable."""
    masked = entry("where(mask, self, 0)", "f(Tensor self, Tensor mask) -> Tensor")
    assert isinstance(masked.derivatives["mask"], NonDifferentiable)


def test_a_truth_value_has_no_gradients() -> None:
    """A forward that compares has an output that is not differentiable, without a key that says so."""
    assert entry("abs(self) > 2").output_differentiability == (False,)


def test_functions_of_real_numbers_make_an_op_for_real_numbers() -> None:
    """An entry whose functions are for real numbers only need not say `dtypes: real`."""
    assert entry("maximum(self, 0)").dtypes == "real"
    assert entry("exp(self)").dtypes == "any"
    assert entry("maximum(self, 0)", more="  dtypes: floating\n").dtypes == "floating"


def test_an_output_may_have_another_name() -> None:
    """Derived formulas use the value of the forward under the name that the signature gives it."""
    assert derived(entry("exp(self)", "f(Tensor self) -> (Tensor growth)")) == {"self": "grad * conj(growth)"}


def test_without_the_gradient_of_an_argument_there_is_no_tangent_to_derive() -> None:
    """Where an argument has no gradient, the tangent of a function that is not holomorphic has the same reason."""
    more = '  other: not_implemented("a parameter")\n'
    half = entry("abs(self) * other", "f(Tensor self, Tensor other) -> Tensor", more)
    assert derived(half)["result"] == 'not_implemented("a parameter")'


def test_an_optional_argument_gets_a_gradient_where_it_is_given() -> None:
    """The gradient of an argument that may be None does not ask whether it is."""
    signature = "f(Tensor self, Tensor? scale=None) -> Tensor"
    optional = entry("self if scale is None else self * scale", signature)
    assert derived(optional) == {
        "self": "grad if scale is None else grad * conj(scale)",
        "scale": "grad * conj(self)",
    }


def test_a_forward_may_use_let_values() -> None:
    """`let` values of a forward are written out in it, and keep their names in derived formulas."""
    bell = op("""\
- name: bell(Tensor self, Tensor mean, Scalar width=1.0) -> Tensor
  let: {d: self - mean, z: d / width, slope: grad * z}
  forward: exp(-0.5 * z * z)
  mean: slope * result / width
""")
    assert isinstance(bell.forward, Formula)
    assert bell.forward.text == "exp(-0.5 * ((self - mean) / width) * ((self - mean) / width))"
    assert derived(bell) == {"self": "-grad * conj(result * z / width)"}
    assert list(bell.let) == ["d", "z", "slope"]
    plain = op("- name: f(Tensor self) -> Tensor\n  let: {z: 2 * self}\n  forward: sin(z)\n  self: grad\n")
    assert not plain.let


def test_let_values_of_a_forward_are_not_written_out_without_end() -> None:
    """Values that double at each step are refused before anybody writes them out."""
    doubling = ", ".join(f"a{i + 1}: a{i} * a{i}" for i in range(90))
    with pytest.raises(
        SpecError, match="forward: expected at most 1000 operations, 80 of them nested, got more"
    ):
        op(f"- name: f(Tensor self) -> Tensor\n  let: {{a0: self * self, {doubling}}}\n  forward: a90\n")


WRONG = {
    "zeta(self, 2)": (
        "mine.yaml:5:13: f: self: expected a function with a derivative in this argument, got 'zeta(...)'; "
        "the derivative in the exponent has no closed form: write 'self: FORMULA', or "
        "'self: not_implemented(\"the derivative in the exponent has no closed form\")'"
    ),
    "1 + gcd(self, 2)": (
        "mine.yaml:5:17: f: self: expected a function with a derivative in this argument, got 'gcd(...)'; "
        "its arguments are whole numbers: write 'self: FORMULA', or "
        "'self: not_implemented(\"its arguments are whole numbers\")'"
    ),
}


@pytest.mark.parametrize("forward", WRONG)
def test_a_function_without_a_derivative_is_a_located_error(forward: str) -> None:
    """The error for a function without a derivative says which, why, and how to write the key by hand."""
    with pytest.raises(SpecError) as caught:
        entry(forward)
    assert str(caught.value) == WRONG[forward]


def test_array_functions_have_no_derived_gradients() -> None:
    """`auto` under a key of an array function is an error."""
    with pytest.raises(SpecError, match="expected a formula for the array function, got 'auto'"):
        op("- name: f(Tensor self) -> Tensor\n  forward: functions.f\n  self: auto\n  result: auto_linear\n")


def nested(form: str, times: int) -> str:
    text = "self"
    for _ in range(times):
        text = form.format(text)
    return text


HOSTILE = {
    "squares of squares": nested("square({})", 38),
    "exponentials": nested("exp({})", 38),
    "choices by element": nested("where(self > 0, {}, exp(self))", 38),
    "powers": nested("({} ** self)", 30),
    "sizes of complex numbers": nested("abs({} + 1)", 30),
    "choices of the call": " + ".join(f"(self * {i} if p == {i} else exp(self))" for i in range(14)),
    "many terms": " + ".join(f"exp(self * {i}) / (1 + self * self)" for i in range(60)),
    "large numbers": "self ** 9007199254740993 + self * 1e308 * 1e308 + 1e308 ** self",
    "divisions by zero": "self / 0 + 1 / (0 * self) + 0 ** self + log(0 * self) + 1 / (self - self)",
}


@pytest.mark.parametrize("forward", HOSTILE.values(), ids=HOSTILE)
def test_hostile_forwards_are_differentiated_fast_and_stay_formulas(forward: str) -> None:
    """Derived formulas grow no faster than their forward, and contain nothing that is no formula."""
    start = time.process_time()
    of = entry(
        forward, "f(Tensor self, int p=1) -> Tensor" if "p ==" in forward else "f(Tensor self) -> Tensor"
    )
    assert time.process_time() - start < 2
    formulas = derived(of)
    assert sum(map(len, formulas.values())) < 20 * len(forward) + 200
    for text in formulas.values():
        assert "inf" not in text
        assert "nan" not in text


POINTS = {
    "acosh": 1.7,
    "bessel_k": 1.3,
    "bessel_y": 1.3,
    "scaled_bessel_k": 1.3,
    "zeta": 2.3,
    "logaddexp": 0.4,
}
WHOLE = {"bessel_j", "bessel_y", "bessel_i", "bessel_k", "scaled_bessel_i", "scaled_bessel_k"}
POLYNOMIALS = {"gegenbauer", "laguerre", "chebyshev_t", "hermite_h", "hermite_he"}


@pytest.mark.parametrize("name", [name for name, f in ELEMENTARY.items() if f.result.value != "bool"])
def test_every_elementary_function_has_a_derivative_or_a_reason(name: str) -> None:
    """Every elementary function is differentiated in each argument, or the error says why it cannot be."""
    names, letters = ("self", "other", "third"), ELEMENTARY[name].arity
    others = [1.6, 0.9]
    for index in range(letters):
        values: list[Any] = [POINTS.get(name, 0.4), *others][:letters]
        if name in WHOLE | POLYNOMIALS:
            values[1] = 2
        if name == "where":
            values[0] = 1
        texts = [names[i] if i == index else repr(v) for i, v in enumerate(values)]
        signature = f"f(Tensor {names[index]}) -> Tensor"
        forward = f"{name}({', '.join(texts)})"
        try:
            of = entry(forward, signature)
        except SpecError as error:
            assert "not_implemented" in str(error)
            continue
        if name == "where" and index == 0:
            continue
        point, h = float(values[index]), 1e-3
        assert isinstance(of.forward, Formula)
        f = [value(of.forward, {names[index]: np.float64(point + k * h)}) for k in (-2, -1, 1, 2)]
        true = (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * h)
        found = slope(of, names[index], **{names[index]: np.float64(point)})
        assert np.isclose(found, true, rtol=1e-8, atol=1e-9), (forward, derived(of))


EXTREMES = {
    "log1p(exp(self))": (-800.0, -40.0, 40.0, 800.0),
    "log(1 + exp(self))": (-800.0, 800.0),
    "log(sigmoid(self))": (-700.0, 700.0),
    "1 / (1 + exp(-self))": (-700.0, -40.0, 4.0),
    "exp(self) / (1 + exp(self))": (-700.0, 4.0),
    "self / (1 + exp(-self))": (-700.0, 700.0),
    "self / (1 + abs(self))": (-1e18, -1e5, 1e5, 1e12),
    "self / sqrt(1 + self * self)": (-1e8, -1e4, 1e3, 1e8),
    "log(cosh(self))": (-700.0, 700.0),
    "log(self / (1 - self))": (1e-300, 1 - 1e-12),
    "self * log(self)": (1e-300, 1e300),
    "sqrt(self * self + 1)": (-1e100, 1e100),
    "where(self > 0, log(self), self)": (-5.0, 1e-300),
    "where(self > 0, self, expm1(self))": (-700.0, 1000.0),
}


@pytest.mark.parametrize("forward", EXTREMES)
def test_derived_gradients_are_accurate_at_extremes(forward: str) -> None:
    """Known compositions are differentiated so that large and small arguments lose no digits."""
    of = entry(forward, more="  dtypes: real\n")
    for point in EXTREMES[forward]:
        found = slope(of, "self", self=np.float64(point))
        assert abs(found - exact(of, point)) <= 1e-11 * abs(exact(of, point)) + 1e-310, (point, derived(of))


WHERE = {-5.0: 1.0, 1e-300: 1e300, -700.0: float(np.exp(-700)), 1000.0: 1.0}
"""Derivatives of the last two: the branch that is not taken has no value with many digits."""


def exact(of: Op, point: float) -> float:
    """Differentiate the forward with a thousand digits."""
    assert isinstance(of.forward, Formula)
    if of.forward.text.startswith("where"):
        return WHERE[point]
    names = {f: getattr(mpmath, f) for f in ("exp", "log", "log1p", "cosh", "sqrt")}
    names |= {"sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)), "abs": abs}
    code = compile(of.forward.text, "forward", "eval")
    with mpmath.workdps(1000):
        step = mpmath.mpf(10) ** -700
        return float(
            mpmath.diff(
                lambda x: eval(code, {"__builtins__": {}, **names, "self": x}), mpmath.mpf(point), h=step
            )
        )

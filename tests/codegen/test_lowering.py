"""Formulas become array code, kernels and Tensor code: what is written, and that it computes what the formula says."""

import ast
import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivata.arrays.elementwise import elementary
from derivata.codegen.check.check import read_spec
from derivata.codegen.lower.blocks import WIDTH, Assign, Branch, Return, Statement
from derivata.codegen.lower.library import Library
from derivata.codegen.lower.loop_plan import KernelModule
from derivata.codegen.lower.lowering import is_static
from derivata.codegen.lower.node_plan import NodePlan
from derivata.codegen.lower.op_plan import OpPlan
from derivata.codegen.lower.plan import Plan
from derivata.codegen.lower.plans import lower
from derivata.codegen.lower.printer import show
from derivata.codegen.lower.saved_plan import Saved
from derivata.codegen.pipeline import own_spec
from derivata.support.literals import literals

LIBRARY = """\
schema_version: 1
ops:
- family: library
- name: neg(Tensor self) -> Tensor
  forward: -self
  self: -grad
- name: conj(Tensor self) -> Tensor
  forward: conj(self)
  self: conj(grad)
- name: exp(Tensor self) -> Tensor
  forward: exp(self)
  self: grad * conj(result)
- name: sin(Tensor self) -> Tensor
  forward: sin(self)
  self: grad * conj(cos(self))
- name: cos(Tensor self) -> Tensor
  forward: cos(self)
  self: -grad * conj(sin(self))
- name: swap(Tensor self, int dim0, int dim1=-1, *, bool copy=False) -> Tensor
  forward: functions.swap
  self: swap(grad, dim0, dim1)
  result: auto_linear
  samples: {cases: [{self: [2, 3], dim0: 0}]}
- name: softplus(Tensor self, Scalar beta=1) -> Tensor
  forward: log1p(exp(self * beta)) / beta
  self: grad / (1 + exp(-beta * self))
  dtypes: floating
"""


def whole_plan(entry: str) -> Plan:
    return lower(read_spec(LIBRARY + entry, "ops.yaml"))


def plan(entry: str) -> OpPlan:
    """Return the plan of the last op of a spec."""
    return whole_plan(entry).families[-1].plans[-1]


def node(entry: str) -> NodePlan:
    found = plan(entry).node
    assert found is not None
    return found


def kernels(entry: str) -> KernelModule | None:
    whole = whole_plan(entry)
    name = whole.families[-1].plans[-1].function
    return next((module for module in whole.kernels if module.op == name), None)


def lines(statements: Iterable[Statement], indent: str = "") -> list[str]:
    """Return statements as source, as the templates print them."""
    result = []
    for statement in statements:
        if isinstance(statement, Assign):
            result.append(f"{indent}{statement.target} = {show(statement.value)}")
        elif isinstance(statement, Branch):
            inner = indent + "    "
            result += [f"{indent}if {show(statement.test)}:", *lines(statement.then, inner)]
            result += [f"{indent}else:", *lines(statement.otherwise, inner)] if statement.otherwise else []
        elif isinstance(statement, Return):
            result.append(f"{indent}return {show(statement.returned)}")
        else:
            result.append(f"{indent}{statement.declared}: Any")
    return result


def saved(found: NodePlan) -> list[tuple[str, str]]:
    return [(item.name, item.kind) for item in found.saved]


FUNCTION = """\
- name: f(Tensor self, int dim=0) -> Tensor
  forward: functions.f
  self: "{formula}"
  result: auto_linear
  samples: {{cases: [{{self: [2]}}]}}
"""


NEEDS = """\
- name: f(Tensor self, Tensor? by=None) -> Tensor
  forward: functions.f
  let: {wanted: self.needs_grad and not by.needs_grad}
  self: "grad if wanted else 2 * grad"
  by: 3 * grad if wanted else grad
  result: auto_linear
  samples: {cases: [{self: [2]}]}
"""


def test_a_gradient_is_asked_for_where_the_node_has_an_edge() -> None:
    found = node(NEEDS)
    wanted = ["wanted_ = edge_self is not None and not edge_by is not None"]
    assert lines(found.lets[0].statements) == lines(found.tensor_lets[0].statements) == wanted
    assert saved(found) == []


def test_the_only_gradient_is_always_asked_for() -> None:
    found = node(FUNCTION.format(formula="grad if self.needs_grad else 2 * grad"))
    assert lines(found.gradients[0].statements) == ["grad_self = grad"]


@pytest.mark.parametrize(
    ("formula", "arrays", "tensors"),
    [
        ("exp(grad)", "np_exp(grad)", "ops.exp(grad)"),
        ("conj(grad)", "grad.conjugate()", "ops.conj(grad)"),
        (
            "swap(grad, dim)",
            "functions.swap(grad, self.saved_dim, -1, False)",
            "ops.swap(grad, self.saved_dim)",
        ),
        (
            "swap(grad, 0, copy=True)",
            "functions.swap(grad, 0, -1, True)",
            "ops.swap(grad, 0, copy=True)",
        ),
        (
            "softplus(grad)",
            "np_log1p(np_exp(grad * 1)) / 1",
            "ops.softplus(grad)",
        ),
        ("grad @ grad.mH", "grad @ grad.mT.conjugate()", "grad @ grad.mH"),
        (
            "functions.scale(dim) * grad",
            "functions.scale(self.saved_dim) * grad",
            "functions.scale(self.saved_dim) * grad",
        ),
    ],
)
def test_a_formula_is_written_in_array_functions_and_in_ops(formula: str, arrays: str, tensors: str) -> None:
    found = node(FUNCTION.format(formula=formula))
    assert lines(found.gradients[0].statements) == [f"grad_self = {arrays}"]
    assert lines(found.tensor_gradients[0].statements) == [f"grad_self = {tensors}"]


REAL = """\
- name: f(Tensor self) -> Tensor
  forward: 2 * self
  self: 2 * conj(grad)
  dtypes: {dtypes}
"""


@pytest.mark.parametrize(("dtypes", "expected"), [("any", "grad.conjugate()"), ("real", "grad")])
def test_real_ops_have_no_conjugation(dtypes: str, expected: str) -> None:
    (line,) = lines(node(REAL.format(dtypes=dtypes)).gradients[0].statements)
    assert line == f"grad_self = np_multiply(literals[2, self.dtype], {expected})"


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("self - self", "np_subtract(self_, self_)"),
        ("1 / self", "np_divide(literals[1, self_.dtype], self_)"),
        ("exp(self) * self", "np_exp(self_) * self_"),  # NumPy computes in the memory of a large exp(self)
        ("self * self * self", "np_multiply(self_, self_) * self_"),
    ],
)
def test_operators_between_arrays_that_have_names_are_calls_of_ufuncs(formula: str, expected: str) -> None:
    (line,) = lines(
        plan(f"- name: f(Tensor self) -> Tensor\n  forward: {formula}\n  self: grad\n").forward.statements
    )
    assert line == f"data = {expected}"


@pytest.mark.parametrize("forward", ["1j * self", "exp(1j * self)"])
def test_a_real_op_with_complex_results_keeps_conjugation(forward: str) -> None:
    """An op of real arguments whose formulas make complex numbers of them has gradients with their conjugates."""
    spec = (
        REAL.format(dtypes="real").replace("2 * self", forward).replace("2 * conj(grad)", "grad * conj(1j)")
    )
    (line,) = lines(node(spec).gradients[0].statements)
    assert line == "grad_self = grad * 1j.conjugate()"
    assert plan(spec).also == ("method",), "results of real arguments never fit into them"


CONDITION = """\
- name: f(Tensor self, *, Scalar alpha=1) -> Tensor
  forward: "self if alpha == 0 else self * self if alpha == 1 else alpha * self * self"
  self: "grad if alpha != 2 else grad * self * alpha"
"""


def test_a_condition_on_numbers_becomes_a_branch() -> None:
    assert lines(plan(CONDITION).forward.statements) == [
        "if alpha == 0:",
        "    data = self_",
        "else:",
        "    if alpha == 1:",
        "        data = np_multiply(self_, self_)",
        "    else:",
        "        data = alpha * self_ * self_",
    ]


def test_every_branch_that_does_work_has_a_loop_of_its_own() -> None:
    calls = plan(CONDITION).forward.kernels
    assert [(call.function, call.condition and show(call.condition)) for call in calls] == [
        ("forward_2", "alpha != 0 and alpha == 1"),
        ("forward_3", "alpha != 0"),
    ]
    module = kernels(CONDITION)
    assert module is not None
    assert [function.name for function in module.functions] == ["forward_2", "forward_3", "backward_self_2"]
    assert module.functions[1].inputs == (("self", "self_"), ("alpha", "alpha_"))


def test_conditions_decided_by_default_arguments_leave_no_trace() -> None:
    entry = (
        CONDITION
        + """\
- name: g(Tensor self) -> Tensor
  forward: functions.g
  self: f(grad) + 0 * self
  result: auto_linear
  samples: {cases: [{self: [2]}]}
"""
    )
    assert lines(node(entry).gradients[0].statements) == ["grad_self = grad * grad + 0 * self_"]


METADATA = """\
- name: f(Tensor self, Tensor? weight=None) -> Tensor
  forward: functions.f
  self: "functions.spread(grad, self.shape, self.ndim) if weight is None else grad * weight"
  weight: grad
  result: auto_linear
  samples: {cases: [{self: [2]}]}
"""


def test_metadata_is_saved_in_the_place_of_the_tensor() -> None:
    entry = METADATA.replace(
        "functions.spread(grad, self.shape, self.ndim)", "swap(grad, len(self.shape), self.ndim)"
    )
    found = node(entry)
    assert saved(found) == [("self", "shape"), ("weight", "optional"), ("weight", "given")]
    assert lines(found.gradients[0].statements) == [
        "if not self.given_weight:",
        "    grad_self = functions.swap(grad, len(self.shape_self), len(self.shape_self), False)",
        "else:",
        "    grad_self = grad * weight_",
    ]


LISTS = """\
- name: join(Tensor[] tensors, int dim=0) -> Tensor
  forward: functions.join
  tensors: "[swap(grad, t.shape[dim]) for t in tensors]"
  result: auto_linear
  samples: {cases: [{tensors: [[2], [3]]}]}
"""


def test_a_comprehension_over_shapes_keeps_no_tensors() -> None:
    found = node(LISTS)
    assert saved(found) == [("tensors", "like"), ("dim", "value")]
    assert lines(found.gradients[0].statements) == [
        "grad_tensors = [functions.swap(grad, t.shape[self.saved_dim], -1, False) for t in self.like_tensors]"
    ]


def test_a_comprehension_over_values_keeps_the_tensors() -> None:
    found = node(LISTS.replace("swap(grad, t.shape[dim])", "grad * t + 0 * dim"))
    assert saved(found) == [("tensors", "list"), ("dim", "value")]
    assert lines(found.gradients[0].statements) == [
        "grad_tensors = [grad * t + 0 * self.saved_dim for t in tensors_]"
    ]


def test_lists_that_are_walked_together_must_be_of_one_length() -> None:
    entry = LISTS.replace(
        "[swap(grad, t.shape[dim]) for t in tensors]", "[g * dim for g, t in zip([grad], tensors)]"
    )
    (line,) = lines(node(entry).gradients[0].statements)
    assert line.endswith("for g, t in zip([grad], self.like_tensors, strict=True)]")


SHARED = """\
- name: f(Tensor self, Tensor other) -> Tensor
  forward: functions.f
  let: {common: exp(self), one: sin(other) * common, unused: cos(self)}
  self: grad * one
  other: grad * common + 0 * unused
  result: auto_linear
  samples: {cases: [{self: [2], other: [2]}]}
"""


def test_a_shared_value_is_computed_only_for_gradients_that_use_it() -> None:
    found = node(SHARED)
    assert [(lines(step.statements)[0].split(" = ")[0], step.used_by) for step in found.lets] == [
        ("common_", None),
        ("one_", ("self",)),
        ("unused_", ("other",)),
    ]
    assert [(item.name, item.used_by) for item in found.saved] == [("self", None), ("other", ("self",))]


def test_an_output_is_saved_in_the_place_of_the_input_where_the_formula_says_so() -> None:
    entry = "- name: f(Tensor self) -> Tensor\n  forward: exp(self)\n  self: grad * result\n"
    assert node(entry).saved == (Saved("result", "output", None, 0, True),)


LONG = " + ".join(f"{place} * exp(self * {place}.5) * sin(other)" for place in range(1, 9))
LONG_ENTRY = f"""\
- name: f(Tensor self, Tensor other) -> Tensor
  forward: {LONG}
  self: grad
  other: grad
"""


def test_long_expressions_are_split_into_lines_that_fit() -> None:
    found = lines(plan(LONG_ENTRY).forward.statements)
    assert len(found) > 3
    assert all(len(line.split(" = ")[1]) <= WIDTH for line in found)
    targets = [line.split(" = ")[0] for line in found]
    assert targets[-1] == "data"
    assert len(set(targets)) == len(targets)


def test_what_is_given_by_name_gets_a_line_of_its_own_too() -> None:
    given = "functions.swaps(self.ndim, self.shape, functions.swaps(self.ndim, self.shape, self.dtype))"
    entry = f"- name: f(Tensor self) -> Tensor\n  composite: swap(exp(self), 0, 1, copy={given})\n"
    found = lines(plan(entry).composite)
    assert len(found) > 1
    assert all(len(line.split(" = ")[-1]) <= WIDTH for line in found)


def test_split_expressions_compute_the_same() -> None:
    values = {"self_": np.array([0.1, -0.2]), "other_": np.array([1.5, 0.3])}
    expected = sum(k * np.exp(values["self_"] * (k + 0.5)) * np.sin(values["other_"]) for k in range(1, 9))
    np.testing.assert_allclose(
        executed(plan(LONG_ENTRY).forward.statements, values)["data"], expected, rtol=1e-14
    )


NESTED = """\
- name: chosen(Tensor self, int a=0, int b=0) -> Tensor
  composite: "{formula}"
  samples: {{cases: [{{self: [2]}}]}}
"""
CHOICE = "(self * {0}111111111111 if a == 1 else (self * {0}222222222222 if b == 1 else self * {0}33 + self * {0}44))"


@pytest.mark.parametrize(("a", "b"), [(1, 0), (0, 1), (0, 0)])
def test_conditions_inside_conditions_of_a_composite_define_each_temporary_once(a: int, b: int) -> None:
    formula = f"exp({CHOICE.format(1)} if a > 5 else sin({CHOICE.format(2)})) + {CHOICE.format(3)} * 1e-13"
    statements = plan(NESTED.format(formula=formula)).composite
    declared = [line.strip() for line in lines(statements) if line.endswith(": Any")]
    assert len(declared) == len(set(declared)) > 2
    values = {"self": np.array([0.5e-12]), "a": a, "b": b, "ops": np}
    expected = eval(formula, {"exp": np.exp, "sin": np.sin, **values})
    named = values | {"input": values["self"]}
    np.testing.assert_array_equal(returned(statements, named), expected)


def returned(statements: Iterable[Statement], values: dict[str, Any]) -> Any:
    """Return what the body of a function returns."""
    scope: dict[str, Any] = {"Any": Any, **values}
    exec("\n".join(["def function():", *lines(statements, "    ")]), scope)
    return scope["function"]()


def executed(statements: Iterable[Statement], values: dict[str, Any]) -> dict[str, Any]:
    """Run array code."""
    functions = {f"np_{name}": function for name, function in vars(np).items()}
    scope: dict[str, Any] = {
        "elementary": elementary,
        "literals": literals,
        "Any": Any,
        **functions,
        **values,
    }
    exec("\n".join(lines(statements)), scope)
    return scope


@pytest.mark.parametrize(
    ("formula", "expected", "imports"),
    [
        ("self ** 2 + other", "square(self_) + other_", {"square"}),
        ("self ** other", "pow(self_, other_)", {"pow"}),
        ("self // other", "floor_divide(self_, other_)", {"floor_divide"}),
        ("self % other", "remainder(self_, other_)", {"remainder"}),
        ("-0.5 * self * other", "const(-0.5) * self_ * other_", set()),
        ("conj(self) * other", "self_ * other_", set()),
        ("sgn(self) * other", "sign(self_) * other_", {"sign"}),
        ("where(self > 0, self, other)", "where(self_ > const(0), self_, other_)", {"where"}),
    ],
)
def test_a_loop_is_written_in_elementary_functions(formula: str, expected: str, imports: set[str]) -> None:
    module = kernels(
        f'- name: f(Tensor self, Tensor other) -> Tensor\n  forward: "{formula}"\n  self: grad\n  other: grad\n'
    )
    assert module is not None
    assert lines(module.functions[0].statements) == [f"out[i] = {expected}"]
    assert set(module.imports) == {"at", *imports}
    assert module.functions[0].constants == ("const" in expected)


@pytest.mark.parametrize("formula", ["imag(self)", "self", "angle(self) * 2", "self > 0"])
def test_what_no_loop_can_do_or_what_is_no_work_has_no_loop(formula: str) -> None:
    entry = f"- name: f(Tensor self) -> Tensor\n  forward: {formula}\n  output_differentiability: [false]\n"
    assert kernels(entry) is None


def test_an_op_in_a_formula_is_written_out_in_a_loop() -> None:
    entry = "- name: f(Tensor self) -> Tensor\n  forward: 2 * self\n  self: softplus(self) * grad\n"
    module = kernels(entry)
    assert module is not None
    assert lines(module.functions[-1].statements) == [
        "grad_self[i] = log1p(exp(self_ * const(1))) / const(1) * grad_"
    ]


def test_gradients_of_several_arguments_share_a_loop() -> None:
    entry = """\
- name: f(Tensor self, Tensor other) -> Tensor
  forward: self * other
  let: {twice: 2 * grad}
  self: twice * other
  other: twice * self
"""
    module, found = kernels(entry), node(entry)
    assert module is not None and found.fused is not None
    assert lines(module.functions[-1].statements) == [
        "twice_ = const(2) * grad_",
        "grad_self[i] = twice_ * other_",
        "grad_other[i] = twice_ * self_",
    ]
    assert [show(part) for part in found.fused.inputs] == ["grad", "self_", "other_"]
    assert found.fused.outputs == ("grad_self", "grad_other")


# -- random formulas: array code and loops compute what the formula says

UNARY = {
    "exp": math.exp,
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "abs": abs,
    "neg": lambda x: -x,
}
BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "maximum": max,
    "where": lambda a, b: a if a > 0.25 else b,
}
Term = Any


def terms() -> st.SearchStrategy[Term]:
    atoms = st.sampled_from(["self", "other"]) | st.sampled_from([0.5, 2, -1.25])
    return st.recursive(
        atoms,
        lambda inner: (
            st.tuples(st.sampled_from(sorted(UNARY)), inner)
            | st.tuples(st.sampled_from(sorted(BINARY)), inner, inner)
        ),
        max_leaves=14,
    )


def written(term: Term) -> str:
    if not isinstance(term, tuple):
        return f"({term})" if isinstance(term, float) else str(term)
    name, *parts = term
    texts = [written(part) for part in parts]
    if name == "neg":
        return f"(-{texts[0]})"
    if name == "where":
        return f"where({texts[0]} > 0.25, {texts[0]}, {texts[1]})"
    return f"({texts[0]} {name} {texts[1]})" if name in "+-*" else f"{name}({', '.join(texts)})"


def evaluated(term: Term, point: dict[str, float]) -> float:
    if isinstance(term, str):
        return point[term]
    if not isinstance(term, tuple):
        return float(term)
    name, *parts = term
    values = [evaluated(part, point) for part in parts]
    return float((UNARY if len(values) == 1 else BINARY)[name](*values))


LOOP = {**{name: getattr(math, name) for name in ("exp", "sin", "cos", "tanh")}, "abs": abs, "maximum": max}
LOOP |= {"const": float, "where": lambda test, a, b: a if test else b, "square": lambda x: x * x}
POINTS = [(0.3, -0.7), (-0.2, 0.4), (0.0, 0.25)]


@pytest.mark.slow
@settings(max_examples=150, deadline=None, derandomize=True)
@given(terms())
def test_random_formulas_compute_what_they_say_in_both_forms(term: Term) -> None:
    text = f"0 * self * other + {written(term)}"
    entry = (
        f'- name: f(Tensor self, Tensor other) -> Tensor\n  forward: "{text}"\n  self: grad\n  other: grad\n'
    )
    points = [{"self": a, "other": b} for a, b in POINTS]
    try:
        expected = [evaluated(term, point) for point in points]
    except OverflowError:
        return
    arrays = {f"{name}_": np.array([point[name] for point in points]) for name in ("self", "other")}
    with np.errstate(over="ignore", invalid="ignore"):
        got = executed(plan(entry).forward.statements, arrays)["data"]
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-12)
    module = kernels(entry)
    assert module is not None
    out = [0.0] * len(points)
    for i, point in enumerate(points):
        scope = {**LOOP, "out": out, "i": i, "Any": Any, "self_": point["self"], "other_": point["other"]}
        exec("\n".join(lines(module.functions[0].statements)), scope)
    np.testing.assert_allclose(out, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("functions.count(grad.shape)", True),
        ("len(tensors)", True),
        ("n", True),
        ("-n + 1", True),
        ("grad.shape", True),
        ("(n, n)", True),
        ("sqrt(n)", True),
        ("mul(n, 2)", True),
        ("grad", False),
        ("[n]", False),
        ("n * grad", False),
        ("sqrt(grad)", False),
        ("sum(grad)", False),
    ],
)
def test_array_functions_sizes_and_what_is_made_of_numbers_are_no_tensors(text: str, expected: bool) -> None:
    """What `functions.NAME` and `len` return in a formula is no tensor, nor what functions make of numbers."""
    tree = ast.parse(text, mode="eval").body
    assert is_static(tree, frozenset({"n"}), Library(own_spec())) is expected

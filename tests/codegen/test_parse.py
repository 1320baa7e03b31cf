"""Spec text to `Spec`: what each key becomes."""

import ast
import math
import time
from dataclasses import FrozenInstanceError
from types import MappingProxyType

import pytest

from derivata.codegen.derivative_rules import (
    AutoElementwise,
    AutoLinear,
    NonDifferentiable,
    NotImplementedRule,
    Zero,
)
from derivata.codegen.diagnostics import MAX_DIAGNOSTICS, Location, SpecError
from derivata.codegen.formula.formula import Formula
from derivata.codegen.parse.spec import parse_spec
from derivata.codegen.spec import ArrayFunction, Kink, Op, TensorSample, Variants

HEAD = "schema_version: 1\nops:\n- family: arithmetic\n"


def op(entry: str) -> Op:
    """The op of one entry."""
    (only,) = parse_spec(HEAD + entry, "spec.yaml").ops
    return only


def formula(rule: object) -> str:
    assert isinstance(rule, Formula)
    return rule.text


def test_an_elementwise_op() -> None:
    mul = op(
        """\
- name: mul(Tensor self, Tensor other) -> Tensor
  doc: Product of the arguments, elementwise.
  forward: self * other
  self:  grad * conj(other)
  other: grad * conj(self)
  variants: function, method, inplace, operator *
  alias: multiply, times
"""
    )
    assert (mul.name, mul.full_name, mul.flat_name, mul.family) == ("mul", "mul", "mul", "arithmetic")
    assert mul.location == Location("spec.yaml", 4, 9)
    assert mul.doc == "Product of the arguments, elementwise."
    assert mul.elementwise
    assert mul.public
    assert [argument.name for argument in mul.tensor_arguments] == ["self", "other"]
    assert formula(mul.forward) == "self * other"
    assert {name: formula(rule) for name, rule in mul.derivatives.items()} == {
        "self": "grad * conj(other)",
        "other": "grad * conj(self)",
    }
    assert mul.variants == Variants(function=True, method=True, inplace=True, operators=("*",))
    assert mul.alias == ("multiply", "times")
    assert (mul.composite, mul.let, mul.tangents, mul.kinks, mul.samples.domain) == (None, {}, {}, (), {})
    assert (mul.namespace, mul.dtypes, mul.output_differentiability) == ("", "any", (True,))


def test_an_array_function_with_several_outputs() -> None:
    largest = op(
        """\
- name: max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices, Tensor _mask)
  forward: functions.max_dim
  self: scatter(grad, dim, indices) * _mask
  values: gather(self_t, dim, indices)
  output_differentiability: [true, false]
  namespace: special.reductions
  dtypes: real
"""
    )
    assert largest.forward == ArrayFunction("max_dim", Location("spec.yaml", 5, 12))
    assert not largest.elementwise
    assert (largest.full_name, largest.flat_name) == ("max.dim", "max_dim")
    assert [output.name for output in largest.outputs] == ["values", "indices"]
    assert largest.output_differentiability == (True, False, False)
    assert [output.name for output in largest.differentiable_outputs] == ["values"]
    assert largest.gradient_names == {"values": "grad"}
    assert list(largest.tangents) == ["values"]
    assert (largest.namespace, largest.dtypes) == ("special.reductions", "real")
    assert [rule.text for rule in largest.formulas] == [
        "scatter(grad, dim, indices) * _mask",
        "gather(self_t, dim, indices)",
    ]


def test_the_names_of_incoming_gradients() -> None:
    head = "  forward: functions.f\n"
    several = op(f"- name: f(Tensor self) -> (Tensor a, Tensor b, Tensor _c)\n{head}")
    assert several.gradient_names == {"a": "grad_a", "b": "grad_b"}
    listed = op(f"- name: f(Tensor self) -> Tensor[]\n{head}")
    assert listed.gradient_names == {"result": "grads"}
    none = op(f"- name: f(Tensor self) -> Tensor\n{head}  output_differentiability: [false]\n")
    assert none.gradient_names == {}


@pytest.mark.parametrize(
    ("word", "rule"),
    [
        ("zero", Zero()),
        ("non_differentiable", NonDifferentiable()),
        ("not_implemented('needs the inverse')", NotImplementedRule("needs the inverse")),
        ('not_implemented("it\'s hard")', NotImplementedRule("it's hard")),
    ],
)
def test_words_for_reverse_mode(word: str, rule: object) -> None:
    assert (
        op(f"- name: f(Tensor self) -> Tensor\n  forward: -self\n  self: {word}\n").derivatives["self"]
        == rule
    )


@pytest.mark.parametrize(
    ("word", "rule"),
    [
        ("auto_linear", AutoLinear()),
        ("auto_element_wise", AutoElementwise()),
        ('not_implemented("nobody asked")', NotImplementedRule("nobody asked")),
    ],
)
def test_words_for_forward_mode(word: str, rule: object) -> None:
    assert op(f"- name: f(Tensor self) -> Tensor\n  forward: -self\n  result: {word}\n").tangents == {
        "result": rule
    }


def test_the_tangent_of_a_product() -> None:
    """`auto_bilinear` stands for the sum over both tensors of the op with the tangent of one of them."""
    entry = "- name: f.by(Tensor x, int n, *, Tensor y, bool last=True) -> Tensor\n  forward: functions.f\n"
    assert formula(op(entry + "  result: auto_bilinear\n").tangents["result"]) == (
        "f_by(x_t, n, y=y_p, last=last) + f_by(x_p, n, y=y_t, last=last)"
    )


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("f(Tensor self) -> Tensor\n  forward: -self", Variants(True, True, True)),
        ("f(Tensor self) -> Tensor\n  forward: self > 0", Variants(True, True, False)),
        ("f(Tensor self) -> Tensor\n  forward: isnan(self) & (self != 0)", Variants(True, True, False)),
        ("f(Tensor self) -> Tensor\n  forward: ~self", Variants(True, True, True)),
        ("f(Tensor self) -> Tensor\n  forward: functions.f", Variants(True, True, False)),
        ("f(Tensor self) -> Tensor\n  composite: g(self)", Variants(True, True, False)),
        ("f(Tensor input) -> Tensor\n  forward: -input", Variants(True, False, False)),
        ("f(Tensor[] self) -> Tensor\n  forward: functions.f", Variants(True, False, False)),
        ("f_backward(Tensor self) -> Tensor\n  forward: -self", Variants(True, False, False)),
        ("_f(Tensor self) -> Tensor\n  forward: -self", Variants(True, False, False)),
        ("f_(Tensor(a!) self) -> Tensor(a)\n  forward: functions.f_", Variants(True, True, False)),
        ("f(Tensor self) -> Tensor\n  forward: -self\n  variants: method", Variants(False, True, False)),
        (
            "f(Tensor self) -> Tensor\n  forward: -self\n  variants: operator neg,\n    property T, operator  abs",
            Variants(False, False, False, ("neg", "abs"), ("T",)),
        ),
        (
            "f(Tensor self, index indices) -> Tensor\n  forward: functions.f\n  variants: operator []",
            Variants(False, False, False, ("[]",)),
        ),
    ],
)
def test_variants_and_their_defaults(entry: str, expected: Variants) -> None:
    assert op(f"- name: {entry}\n").variants == expected


def test_the_variant_copy_of_a_view_is_an_op_that_copies_it() -> None:
    rules = "  forward: functions.f\n  self: grad\n  result: auto_linear\n  variants: method, copy\n"
    entry = "- name: {}\n" + rules
    view, copy = parse_spec(HEAD + entry.format("f(Tensor(a) self, int dim=0) -> Tensor(a)"), "spec.yaml").ops
    assert view.variants == Variants(False, True, False, copy=True)
    assert str(copy.signature) == "f_copy(Tensor self, int dim=0) -> Tensor"
    assert (formula(copy.composite), copy.forward, copy.variants) == (
        "_row_major_copy(f(self, dim))",
        None,
        Variants(True, False, False, out=True),
    )
    parts = "f.over(Tensor(a) self) -> Tensor(a)[]"
    _, copies = parse_spec(HEAD + entry.format(parts), "spec.yaml").ops
    assert str(copies.signature) == "f_copy.over(Tensor self) -> Tensor[]"
    assert formula(copies.composite) == "[_row_major_copy(part) for part in f_over(self)]"


def test_kinks_and_samples() -> None:
    entry = op(
        """\
- name: >-
    f(Tensor self, Tensor index, Tensor[] more, Tensor? weight, int[2] size, *, str mode='a', dtype? kind=None)
    -> Tensor
  forward: functions.f
  kinks:
  - {at: {self: 0.0, index: 1, more: 0, size: 2}, self: -.inf, weight: .nan}
  samples:
    domain: {self: [0, 3.5]}
    cases:
    - {self: [2, 3], index: [], more: [[1], [2]], size: 3}
    - self: {shape: [2], values: [1, .inf]}
      index: {shape: [2, 1], dtype: int64, low: 0, high: 5}
      more: [{shape: [0]}]
      weight: [2]
      size: [1, 2]
      mode: 'true'
      kind: float32
"""
    )
    assert entry.kinks[0].at == {"self": 0.0, "index": 1, "more": 0, "size": 2}
    assert entry.kinks[0].gradients["self"] == -math.inf
    assert math.isnan(entry.kinks[0].gradients["weight"])
    assert isinstance(entry.kinks[0], Kink)
    assert entry.samples.domain == {"self": (0.0, 3.5)}
    first, second = entry.samples.cases
    assert first == {
        "weight": None,
        "self": TensorSample((2, 3)),
        "index": TensorSample(()),
        "more": (TensorSample((1,)), TensorSample((2,))),
        "size": 3,
    }
    assert second == {
        "self": TensorSample((2,), values=(1, math.inf)),
        "index": TensorSample((2, 1), "int64", 0, 5),
        "more": (TensorSample((0,)),),
        "weight": TensorSample((2,)),
        "size": (1, 2),
        "mode": "true",
        "kind": "float32",
    }


def test_let_keeps_its_order() -> None:
    entry = op(
        "- name: f(Tensor self) -> Tensor\n  let:\n    b: self\n    a: b\n  forward: -self\n  self: grad * a\n"
    )
    assert list(entry.let) == ["b", "a"]


def test_a_family_lasts_until_the_next() -> None:
    text = (
        HEAD
        + "- name: a(Tensor self) -> Tensor\n- name: b(Tensor self) -> Tensor\n- family: other\n- family: last\n"
    )
    ops = parse_spec(text + "- name: c(Tensor self) -> Tensor\n", "spec.yaml").ops
    assert [(each.name, each.family) for each in ops] == [
        ("a", "arithmetic"),
        ("b", "arithmetic"),
        ("c", "last"),
    ]


def test_ops_are_found_by_the_names_that_formulas_call() -> None:
    text = HEAD + "- name: max(Tensor self) -> Tensor\n- name: max.dim(Tensor self, int dim) -> Tensor\n"
    spec = parse_spec(text, "spec.yaml")
    whole, dim = spec.ops
    assert spec.by_call == {"max": (whole, dim), "max_dim": (dim,)}
    assert spec.path == "spec.yaml"


def test_parts_of_an_entry_are_located() -> None:
    entry = op(
        """\
- name: clip(Tensor self, Scalar low=0) -> Tensor
  forward: |
    maximum(
      self, low)
  let: {r: 1 + 1}
  self: grad * r
  alias: clamp, limit
"""
    )
    assert isinstance(entry.forward, Formula)
    assert isinstance(entry.forward.tree, ast.Call)
    assert entry.forward.location == Location("spec.yaml", 6, 5)
    assert entry.forward.place(entry.forward.tree.args[1]) == Location("spec.yaml", 7, 13)
    places = {
        key: entry.place(key) for key in ("argument low", "let r", "alias limit", "key self", "self", "none")
    }
    assert {key: (place.line, place.column) for key, place in places.items()} == {
        "argument low": (4, 34),
        "let r": (8, 9),
        "alias limit": (10, 17),
        "key self": (9, 3),
        "self": (9, 9),
        "none": (4, 9),
    }


def test_what_was_parsed_cannot_be_changed() -> None:
    entry = op("- name: f(Tensor self) -> Tensor\n  forward: -self\n  self: -grad\n")
    with pytest.raises(FrozenInstanceError):
        entry.family = "other"  # type: ignore[misc]
    assert isinstance(entry.derivatives, MappingProxyType)


def test_errors_of_all_entries_are_raised_together_in_the_order_of_the_file() -> None:
    text = HEAD + "- name: f(Tensor self) -> Tensor\n  foward: -self\n- name: g(tensor self) -> Tensor\n- x\n"
    with pytest.raises(SpecError) as caught:
        parse_spec(text, "spec.yaml")
    assert [(d.location.line, d.op) for d in caught.value.diagnostics] == [(5, "f"), (6, "g"), (7, "")]
    assert str(caught.value).splitlines() == [str(diagnostic) for diagnostic in caught.value.diagnostics]


ENTRY = """\
- name: f{i}(Tensor self, Tensor other) -> Tensor
  doc: A product.
  forward: self * other
  let: {{r: self / 2}}
  self: grad * conj(other)
  other: |
    grad * conj(r)
  variants: function, method, inplace
  samples: {{domain: {{self: [0.1, 1.0]}}, cases: [{{self: [2, 3], other: [3]}}]}}
"""


def test_a_spec_of_two_hundred_ops_is_parsed_soon() -> None:
    text = HEAD + "".join(ENTRY.format(i=i) for i in range(200))
    started = time.process_time()
    assert len(parse_spec(text, "spec.yaml").ops) == 200
    assert time.process_time() - started < 10  # of this process alone: what grows with a power takes minutes


LONG = {
    "an alias": "  alias: " + "a," * 200_000,
    "variants": "  variants: " + "operator +," * 50_000,
    "unknown keys": "".join(f"  key{i}: 1\n" for i in range(40_000)),
    "let values": "  let:\n" + "".join(f"    k{i}: k{i + 1}\n" for i in range(40_000)),
    "bad cases": "  samples:\n    cases:\n" + "    - {sel: [2]}\n" * 30_000,
    "a formula": "  self: " + "x * " * 100_000 + "x",
    "a doc": "  doc: " + "\\ " * 100_000,
}


@pytest.mark.parametrize("name", LONG)
def test_an_endless_entry_is_refused_soon(name: str) -> None:
    started = time.process_time()
    with pytest.raises(SpecError) as caught:
        parse_spec(HEAD + "- name: f(Tensor self) -> Tensor\n  forward: -self\n" + LONG[name], "spec.yaml")
    assert len(caught.value.diagnostics) <= MAX_DIAGNOSTICS + 1
    assert time.process_time() - started < 10  # of this process alone: what grows with a power takes minutes


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (
            "load: lazily",
            "family: expected no other key, got 'load'; leave it out: every family is loaded when one of its",
        ),
        ("lode: lazily", "family: expected no other key, got 'lode'; an entry begins with '- name: ...'"),
    ],
)
def test_what_a_family_says_else_is_an_error(item: str, message: str) -> None:
    with pytest.raises(SpecError) as error:
        parse_spec(
            f"{HEAD}- name: a(Tensor self) -> Tensor\n  forward: self\n  self: grad\n- family: b\n  {item}\n",
            "f",
        )
    assert message in str(error.value)

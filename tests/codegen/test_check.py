"""What is right across entries passes, and what depends on the whole spec is found."""

import builtins
import subprocess
import sys

import pytest

from derivata.codegen.check.check import check, read_spec
from derivata.codegen.diagnostics import Diagnostic, Location, Report, SpecError, did_you_mean
from derivata.codegen.parse.spec import parse_spec

HEAD = "schema_version: 1\nops:\n- family: broken\n"


def problems(entries: str, known_ops: frozenset[str] = frozenset()) -> list[str]:
    found = check(parse_spec(HEAD + entries, "spec.yaml"), known_ops)
    return [f"{d.location.line}:{d.location.column} {d.message}" for d in found]


def entry(signature: str, *lines: str) -> str:
    return f"- name: {signature}\n" + "".join(f"  {line}\n" for line in lines)


NEGATE = entry("negate(Tensor self) -> Tensor", "forward: -self", "self: -grad")
CASES = "samples: {cases: [{self: [2, 3]}]}"

RIGHT = {
    "elementwise": NEGATE,
    "elementary functions are ops": entry(
        "f(Tensor self) -> Tensor",
        "forward: exp(self)",
        "self: grad * conj(where(self > 0, log(self), sgn(self)))",
    ),
    "a formula of another op, below": entry(
        "f(Tensor self) -> Tensor", "forward: -self", "self: negate(grad)"
    )
    + NEGATE,
    "an overload by its own name": entry(
        "f(Tensor self) -> Tensor", "forward: -self", "self: g(grad) + g_dim(grad, 1) + g(grad, dim=1)"
    )
    + entry("g(Tensor self) -> Tensor", "composite: -self")
    + entry("g.dim(Tensor self, int dim) -> Tensor", "composite: self * dim"),
    "a composite with let": entry(
        "f(Tensor self, Tensor? weight=None, int dim=0) -> Tensor",
        "let: {n: 'self.shape[dim]'}",
        "composite: self / n if weight is None else self * weight / n",
    ),
    "a forward and a composite": entry(
        "f(Tensor self) -> Tensor", "forward: functions.f", "composite: negate(negate(self))"
    )
    + NEGATE,
    "several outputs": entry(
        "f(Tensor self) -> (Tensor a, Tensor b, Tensor _c)",
        "forward: functions.f",
        "self: grad_a * _c + grad_b * a",
        "a: self_t * _c",
        "b: a * self_t + self_p",
        CASES,
    ),
    "a composite with several outputs": entry(
        "f(Tensor self) -> (Tensor a, Tensor b)",
        "let: {g: 'h(self)'}",
        "composite: g if self.ndim > 1 else (self, self)",
    )
    + entry("h(Tensor self) -> (Tensor a, Tensor b)", "composite: (self, -self)"),
    "a list of tensors": entry(
        "f(Tensor[] tensors, int dim) -> Tensor",
        "forward: functions.f",
        "tensors: '[grad * t for t in tensors]'",
        "result: f(tensors_t, dim)",
        "samples: {cases: [{tensors: [[1], [2]], dim: 0}]}",
    ),
    "a list of gradients": entry(
        "f(Tensor self, int[] sizes) -> Tensor[]",
        "forward: functions.f",
        "self: grads[0] * len(grads) + sum_of([g for g in grads[1:]])",
        "result: auto_linear",
        "samples: {cases: [{self: [3], sizes: [1, 2]}]}",
    )
    + entry("sum_of(Tensor[] tensors) -> Tensor", "composite: tensors[0]"),
    "let shared by reverse and forward mode": entry(
        "f(Tensor self) -> Tensor",
        "forward: functions.f",
        "let: {r: self * result}",
        "self: grad * r",
        "result: self_t * r",
        CASES,
    ),
    "a static helper": entry(
        "f(Tensor self, int[] dims) -> Tensor", "composite: g(self, functions.others(self.ndim, dims))"
    )
    + entry("g(Tensor self, int[] dims) -> Tensor", "composite: self * len(dims)"),
    "a boolean result": entry(
        "f(Tensor self) -> Tensor", "forward: self > 0", "output_differentiability: [false]"
    ),
    "a view": entry(
        "f(Tensor(a) self) -> Tensor(a)",
        "forward: functions.f",
        "self: f(grad)",
        "result: auto_linear",
        CASES,
    ),
    "something written": entry(
        "f_(Tensor(a!) self) -> Tensor(a)", "forward: functions.f_", "self: zero", CASES
    ),
    "not implemented": entry(
        "f(Tensor self) -> Tensor", "forward: functions.f", "self: not_implemented('hard')"
    ),
    "an alias in another namespace": entry(
        "f(Tensor self) -> Tensor", "forward: -self", "self: -grad", "variants: function", "alias: g"
    )
    + entry(
        "h(Tensor self) -> Tensor", "composite: -self", "variants: function", "namespace: special", "alias: g"
    ),
    "an alias in another namespace than the op": entry(
        "f(Tensor self) -> Tensor", "composite: -self", "alias: special.f"
    )
    + entry("g(Tensor self) -> Tensor", "composite: -self", "variants: function", "namespace: special"),
    "an internal op beside a public name": NEGATE
    + entry("_negate(Tensor self) -> Tensor", "composite: -self")
    + entry("f(Tensor self) -> Tensor", "composite: _negate(self)"),
    "no tensor at all": entry("zeros_of(int[*] size) -> Tensor", "forward: functions.zeros"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_spec_has_no_problem(name: str) -> None:
    assert problems(RIGHT[name]) == []


def test_ops_known_from_elsewhere_may_be_called() -> None:
    text = entry("f(Tensor self) -> Tensor", "composite: mm(self, self.mT)")
    assert problems(text, frozenset({"mm"})) == []
    assert problems(text) == ["5:14 composite: expected an op, got 'mm(...)'"]


def overload(i: int) -> str:
    """One of many overloads with different arguments."""
    signature = f"g.n{i}(Tensor self, *, int k{i}) -> Tensor"
    cases = f"samples: {{cases: [{{self: [], k{i}: 1}}]}}"
    return entry(signature, "forward: functions.g", "self: zero", cases)


WRONG = {
    "an op of another spelling": (
        entry("f(Tensor self) -> Tensor", "composite: negat(self)") + NEGATE,
        "5:14 composite: expected an op, got 'negat(...)'",
    ),
    "an alias instead of the op": (
        entry("f(Tensor self) -> Tensor", "composite: -self", "alias: minus")
        + entry("g(Tensor self) -> Tensor", "composite: minus(self)"),
        "8:14 composite: expected an op, got 'minus(...)'",
    ),
    "an op that is no elementary function": (
        NEGATE + entry("f(Tensor self) -> Tensor", "forward: negate(self)", "self: grad"),
        "8:12 forward: expected an elementary function, got 'negate(...)'",
    ),
    "a name of the result in the forward": (
        entry("f(Tensor self) -> Tensor", "forward: self * result", "self: grad"),
        "5:19 forward: expected one of its names, got 'result'",
    ),
    "a gradient in a composite's let": (
        entry("f(Tensor self) -> Tensor", "let: {r: grad * 2}", "composite: self * r"),
        "5:12 let 'r': expected one of its names, got 'grad'",
    ),
    "a loop variable outside its list": (
        entry("f(Tensor[] self) -> Tensor", "composite: '[t for t in self][0] + t'"),
        "5:38 composite: expected one of its names, got 't'",
    ),
    "a list for a tensor": (
        entry(
            "f(Tensor self) -> Tensor", "forward: functions.f", "self: '[grad]'", "result: auto_linear", CASES
        ),
        "6:10 self: expected a tensor, got a list of tensors",
    ),
    "a tensor inside a static helper": (
        entry("f(Tensor self) -> Tensor", "composite: self * functions.f(2, self + 1)"),
        "5:36 composite: expected static arguments of 'functions.f', got a tensor",
    ),
    "a let value that is a tensor as a condition": (
        entry(
            "f(Tensor self) -> Tensor", "let: {positive: self > 0}", "composite: self if positive else -self"
        ),
        "6:22 composite: expected a static condition after 'if', got a tensor",
    ),
    "wrong arguments for every overload": (
        entry("g(Tensor self) -> Tensor", "composite: -self")
        + entry("g.dim(Tensor self, int dim) -> Tensor", "composite: self * dim")
        + entry("f(Tensor self) -> Tensor", "composite: g(self, 1, 2)"),
        "9:14 composite: g: expected at most 1 positional arguments, got 3",
    ),
    "an overload in another namespace": (
        entry("g(Tensor self) -> Tensor", "composite: -self", "namespace: linalg")
        + entry("g.dim(Tensor self, int dim) -> Tensor", "composite: self * dim"),
        "7:9 namespace: expected 'linalg' as for 'g' (at 4:9), got none",
    ),
    "an in-place variant that is defined already": (
        NEGATE + entry("negate_(Tensor(a!) self) -> Tensor(a)", "forward: functions.f", "self: zero", CASES),
        "7:9 expected a free name, got 'negate_' of 'negate' (at 4:9)",
    ),
    "an operator of two ops": (
        entry("f(Tensor self) -> Tensor", "composite: self", "variants: operator neg")
        + entry("g(Tensor self) -> Tensor", "composite: self", "variants: function, operator neg"),
        "9:13 expected a free operator, got 'neg' of 'f' (at 6:13)",
    ),
    "a property with the name of a method": (
        NEGATE + entry("g(Tensor self) -> Tensor", "composite: self", "variants: function, property negate"),
        "9:13 expected a free method, got 'negate' of 'negate' (at 4:9)",
    ),
    "too many overloads": (
        "".join(overload(i) for i in range(33)),
        "132:9 expected at most 32 overloads of 'g', got more",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_spec_has_this_problem_first(name: str) -> None:
    text, expected = WRONG[name]
    assert problems(text)[0] == expected


def test_reading_reports_errors_of_the_text_and_between_entries_together() -> None:
    text = HEAD + entry("f(Tensor self) -> Tensor", "foward: self", "composite: lost(self) + unknown(self)")
    text += entry("lost(tensor self) -> Tensor", "composite: -self") + entry("g(Tensor self) -> Tensor")
    with pytest.raises(SpecError) as caught:
        read_spec(text, "spec.yaml")
    assert [str(diagnostic) for diagnostic in caught.value.diagnostics] == [
        "spec.yaml:5:3: f: expected a known key, got 'foward'; did you mean 'forward'?",
        "spec.yaml:6:27: f: composite: expected an op, got 'unknown(...)'",
        "spec.yaml:7:14: lost: argument 'self': expected a type, got 'tensor'; did you mean 'Tensor'?",
        "spec.yaml:9:9: g: expected 'forward' or 'composite', got none; "
        "write 'forward: EXPRESSION', 'forward: functions.NAME' or 'composite: EXPRESSION'",
    ]


def test_a_right_spec_is_read() -> None:
    assert [op.name for op in read_spec(HEAD + NEGATE, "spec.yaml").ops] == ["negate"]


def test_violations_come_in_the_order_of_the_file() -> None:
    text = "".join(entry(f"f{i}(Tensor self) -> Tensor", "forward: selff", "self: grat") for i in range(20))
    found = check(parse_spec(HEAD + text, "spec.yaml"))
    assert len(found) == 40
    assert found == sorted(found)


def test_nothing_of_a_spec_is_run_or_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError(f"run or imported: {arguments}")

    text = HEAD + entry(
        "f(Tensor self, int n=0) -> Tensor",
        "doc: __import__('antigravity')",
        "forward: functions.antigravity",
        "self: grad * functions.exit(n) * 9 ** n ** n ** 9",
        "result: auto_linear",
        CASES,
    )
    modules = set(sys.modules)
    with monkeypatch.context() as patch:
        for name in ("exec", "eval", "open", "input"):  # not compile: it is how ast.parse parses
            patch.setattr(builtins, name, refuse)
        assert len(read_spec(text, "spec.yaml").ops) == 1
    assert set(sys.modules) == modules


def test_the_front_end_imports_neither_runtime_nor_numpy_nor_jinja() -> None:
    code = (
        "import sys, derivata.codegen.check.check; "
        "print([m for m in sys.modules if m.split('.')[0] in ('numpy', 'numba', 'jinja2') or '.runtime' in m])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_diagnostic_prints_place_op_message_and_cure() -> None:
    place = Location("spec.yaml", 3, 7)
    assert str(Diagnostic(place, "mul", "expected x, got y", "did you mean 'x'?")) == (
        "spec.yaml:3:7: mul: expected x, got y; did you mean 'x'?"
    )
    assert str(Diagnostic(place, "", "expected x, got y")) == "spec.yaml:3:7: expected x, got y"


def test_the_same_complaint_is_reported_once() -> None:
    report = Report()
    report.add(Location("spec.yaml", 2, 1), "f", "b")
    report.add(Location("spec.yaml", 1, 9), "f", "a")
    report.add(Location("spec.yaml", 2, 1), "f", "b")
    assert [diagnostic.message for diagnostic in report.diagnostics] == ["a", "b"]


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("slef", ["self", "other"], "did you mean 'self'?"),
        ("TENSOR", ["Tensor"], "did you mean 'Tensor'?"),
        ("self", ["self"], ""),
        ("quux", ["self"], ""),
        ("a500b", [f"a{i}" for i in range(2000)], "did you mean 'a500'?"),
    ],
)
def test_the_nearest_word_is_suggested(word: str, known: list[str], expected: str) -> None:
    assert did_you_mean(word, known) == expected


@pytest.mark.parametrize("name", ["_f_composite", "_f_forward", "_f_backward_self"])
def test_an_op_with_the_name_of_what_is_generated_for_another_is_an_error(name: str) -> None:
    first = entry("f(Tensor self) -> Tensor", "forward: self * self", "self: 2 * grad * self")
    second = entry(f"{name}(Tensor self) -> Tensor", "forward: 3 * self", "self: 3 * grad")
    (problem,) = problems(first + second)
    assert problem == f"7:9 name: expected a free name, got '{name}', which is generated for f"


def test_ops_that_differ_in_an_underscore_only_have_the_same_helpers() -> None:
    one, other = [
        entry(f"{name}(Tensor self) -> Tensor", "forward: 3 * self", "self: 3 * grad") for name in ("f", "_f")
    ]
    (problem,) = problems(one + other)
    assert problem == "7:9 name: expected another difference from f than '_', their helpers clash"
    composite = entry("f(Tensor self) -> Tensor", "composite: _f(self)", CASES)
    assert problems(composite + other) == []

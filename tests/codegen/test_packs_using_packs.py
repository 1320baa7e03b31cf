"""Packs that use the ops of other packs, and packs whose ops have the same names."""

from typing import Any

import pytest

pytestmark = pytest.mark.slow

ROBUST = """\
- name: huber(Tensor self, Scalar delta=1.0) -> Tensor
  doc: Quadratic near zero, linear beyond.
  forward: where(abs(self) < delta, self * self / 2, delta * (abs(self) - delta / 2))
  self: grad * where(abs(self) < delta, self, delta * sign(self))
  dtypes: floating
- name: tail(Tensor self, int dim) -> Tensor
  doc: Sums of the first elements.
  forward: functions.tail
  self: tail_backward(grad, dim)
  result: auto_linear
  samples: {cases: [{self: [2, 3], dim: 1}]}
- name: tail_backward(Tensor output_grad, int dim) -> Tensor
  doc: Sums of the last elements.
  forward: functions.tail_backward
  output_grad: tail(grad, dim)
  result: auto_linear
  samples: {cases: [{output_grad: [2, 3], dim: 1}]}
- name: shifted(Tensor self, *, int by=1) -> Tensor
  doc: Another name than that of any other op.
  forward: exp(self) + by
  self: grad * conj(exp(self))
"""

ARRAYS = """\
import numpy as np


def tail(self, dim):
    return np.cumsum(self, axis=dim)


def tail_backward(output_grad, dim):
    return np.flip(np.cumsum(np.flip(output_grad, dim), axis=dim), dim)
"""

LAB = """\
- name: huber(Tensor self) -> Tensor
  doc: Not the one of the pack robust, twice of which it adds.
  composite: self + 2 * robust.huber(self, 0.5)
  dtypes: floating
  samples: {cases: [{self: [2, 3]}]}
- name: ups(Tensor self) -> Tensor
  doc: Sums of the first elements, whose derivatives are written in the other pack's ops.
  forward: lab_functions.ups
  self: tail_backward(grad, 0) * shifted(self - self, by=0)
  result: robust.tail(self_t * shifted(self_p - self_p, by=0), 0)
  samples: {cases: [{self: [4]}]}
- name: both(Tensor self) -> Tensor
  doc: This pack's op, the other's, and derivata's.
  composite: huber(self) + robust.huber(self) * exp(self)
  dtypes: floating
  samples: {cases: [{self: [2, 3]}]}
"""

LAB_ARRAYS = """\
import numpy as np


def ups(self):
    return np.cumsum(self, axis=0)
"""


@pytest.fixture
def packs(workshop: Any) -> Any:
    workshop.ops("robust.yaml", ROBUST, above="functions: robust_functions")
    workshop.write("robust_functions.py", ARRAYS)
    workshop.make("robust.yaml", "--package", "robust")
    workshop.ops("lab.yaml", LAB, above="uses: [robust]")
    workshop.write("lab_functions.py", LAB_ARRAYS)
    workshop.write("team/__init__.py", "")
    workshop.make("lab.yaml", "--package", "team.lab")
    return workshop


def test_ops_of_one_name_in_two_packs_coexist(packs: Any) -> None:
    program = """
        import derivata as dv, robust
        from team import lab

        x = dv.tensor([-3.0, 0.25], requires_grad=True)
        print(robust.huber(x).tolist(), lab.huber(x).tolist())
        (robust.huber(x) + lab.huber(x)).sum().backward()
        print(x.grad.tolist())
    """
    assert packs.run(program).splitlines() == ["[2.5, 0.03125] [-0.25, 0.3125]", "[-1.0, 1.75]"]


def test_the_formulas_of_a_pack_call_the_ops_of_another_one_in_all_modes(packs: Any) -> None:
    """All checks: gradients, double backward, forward mode, forward over reverse, memory layouts, ..."""
    program = """
        import derivata as dv, robust
        from team import lab

        print(dv.testing.check_pack(robust), dv.testing.check_pack(lab))
        checks = {str(check) for check in dv.testing.pack_checks(lab)}
        assert {"ups-double_backward", "ups-forward_mode", "both-forward_over_reverse"} <= checks
    """
    counts = [int(word) for word in packs.run(program).split()]
    assert min(counts) >= 20


def test_a_third_pack_may_use_packs_that_use_each_other(packs: Any) -> None:
    packs.ops(
        "third.yaml",
        """\
        - name: product(Tensor self) -> Tensor
          composite: team.lab.both(self) * robust.huber(self) + team.lab.huber(self)
          dtypes: floating
          samples: {cases: [{self: [2]}]}
        - name: lifted(Tensor self) -> Tensor
          doc: Its gradient calls an op of the pack that calls an array function of the other one.
          forward: lab_functions.ups
          self: tail_backward(grad, 0) + 0 * ups(grad)
          result: ups(self_t)
          samples: {cases: [{self: [4]}]}
        """,
        above="uses: [team.lab, robust]",
    )
    packs.make("third.yaml", "--package", "third")
    packs.run("import derivata as dv, third; dv.testing.check_pack(third)")


def test_errors_say_of_which_pack_an_op_is(packs: Any) -> None:
    program = """
        import derivata as dv, robust

        for call in (
            lambda: robust.huber(dv.ones(2, dtype=dv.complex64)),
            lambda: robust.tail("text", 0),
            lambda: robust.shifted_(dv.ones(2, requires_grad=True)),
        ):
            try:
                call()
            except Exception as error:
                print(str(error).split(": ")[0])
        x = dv.ones(2, requires_grad=True)
        y = robust.shifted(x)
        print(y.grad_fn.op, y.grad_fn.name())
        y.sum().backward()
        try:
            y.sum().backward()
        except RuntimeError as error:
            print("robust.shifted" in str(error))
    """
    lines = packs.run(program).splitlines()
    assert lines[0] == "robust.huber"
    assert lines[1] == "robust.tail"
    assert lines[3:] == ["robust.shifted ShiftedBackward", "True"]


def test_a_name_of_several_packs_has_to_be_written_in_full(packs: Any) -> None:
    packs.ops(
        "third.yaml",
        """\
        - name: unclear(Tensor self) -> Tensor
          composite: huber(self)
          samples: {cases: [{self: [2]}]}
        """,
        above="uses: [robust, team.lab]",
    )
    done = packs.codegen("third.yaml", "--package", "third")
    assert done.code == 1
    assert done.err.splitlines()[0] == (
        "third.yaml:6:14: unclear: composite: expected the op of one pack, got 'huber' of robust and team.lab; write "
        "'robust.huber(...)' or 'team.lab.huber(...)'"
    )
    assert not (packs.folder / "third").exists()


def test_a_misspelt_op_of_a_pack_is_located(packs: Any) -> None:
    packs.ops(
        "third.yaml",
        """\
        - name: wrong(Tensor self) -> Tensor
          composite: robust.hubert(self) + robust.huber(self, 1, 2)
          samples: {cases: [{self: [2]}]}
        """,
        above="uses: [robust]",
    )
    first, second, _ = packs.codegen("third.yaml", "--package", "third").err.splitlines()
    assert first == (
        "third.yaml:6:14: wrong: composite: expected an op, got 'robust.hubert(...)'; did you mean 'robust.huber'?"
    )
    assert second == (
        "third.yaml:6:36: wrong: composite: robust.huber: expected at most 2 positional arguments, got 3; "
        "its signature is 'huber(Tensor self, Scalar delta=1.0) -> Tensor'"
    )


USES = {
    "[nothing_of_this_name]": (
        "3:8|uses: expected a pack that can be imported, got 'nothing_of_this_name'; "
        "generate it: derivata codegen SPEC --package nothing_of_this_name"
    ),
    "[json]": (
        "3:8|uses: expected a pack that can be imported, got 'json', a package without spec.yaml; "
        "generate it: derivata codegen SPEC --package json"
    ),
    "[mine]": "3:8|uses: expected packs without a cycle, got mine -> mine; move what both need into a third pack",
    "[robust, robust]": "3:16|uses: expected each pack once, got 'robust' twice; delete one",
    "[../robust]": "3:8|uses: expected a name of ASCII letters, digits and '_', got '' in '../robust'",
    "[ro bust]": "3:8|uses: expected a name of ASCII letters, digits and '_', got 'ro bust'",
    "robust": "3:7|uses: expected a list of 1 to 100 packs, got a text; write for example 'uses: [other_pack]'",
    "[]": "3:7|uses: expected a list of 1 to 100 packs, got 0; write for example 'uses: [other_pack]'",
    "[[robust]]": "3:8|uses: expected the name of a pack, got a list; write for example 'uses: [other_pack]'",
}


@pytest.mark.parametrize("uses", USES, ids=str)
def test_a_pack_that_cannot_be_used_is_located(workshop: Any, uses: str) -> None:
    entry = "- name: twice(Tensor self) -> Tensor\n  forward: 2 * self\n  self: 2 * grad\n"
    workshop.write(
        "mine.yaml", f"# a comment\nschema_version: 1\nuses: {uses}\nops:\n- family: tests\n{entry}"
    )
    done = workshop.codegen("mine.yaml", "--package", "mine")
    place, message = USES[uses].split("|")
    assert done.code == 1
    assert any(line.startswith(f"mine.yaml:{place}: {message}") for line in done.err.splitlines()), done.err
    assert not (workshop.folder / "mine").exists()


def test_packs_that_use_each_other_in_a_circle_are_refused(packs: Any) -> None:
    spec = packs.folder / "robust" / "spec.yaml"
    spec.write_text(
        spec.read_text(encoding="utf-8").replace("functions: robust", "uses: [team.lab]\nfunctions: robust")
    )
    done = packs.codegen("lab.yaml", "--package", "team.lab")
    assert done.code == 1
    assert (
        "robust/spec.yaml:3:8: uses: expected packs without a cycle, got team.lab -> robust -> team.lab"
        in done.err
    )


def test_a_used_pack_is_read_and_never_imported(workshop: Any) -> None:
    workshop.write("vendor/__init__.py", "raise SystemExit('imported')\n")
    workshop.write("vendor/robust/__init__.py", "raise SystemExit('imported')\n")
    workshop.ops("vendor/robust/spec.yaml", ROBUST, above="functions: robust_functions")
    entry = (
        "- name: cost(Tensor self) -> Tensor\n  composite: shifted(self)\n  samples: {cases: [{self: [2]}]}\n"
    )
    workshop.ops("mine.yaml", entry, above="uses: [vendor.robust]")
    workshop.make("mine.yaml", "--package", "mine")
    text = (workshop.folder / "mine" / "ops" / "tests.py").read_text(encoding="utf-8")
    assert "from vendor.robust import ops as vendor_robust_ops" in text


def test_a_pack_is_found_where_python_finds_packages(workshop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.ops("site/robust/spec.yaml", ROBUST, above="functions: robust_functions")
    monkeypatch.syspath_prepend(str(workshop.folder / "site"))
    entry = (
        "- name: cost(Tensor self) -> Tensor\n  composite: shifted(self)\n  samples: {cases: [{self: [2]}]}\n"
    )
    workshop.ops("mine.yaml", entry, above="uses: [robust]")
    workshop.make("mine.yaml", "--package", "mine")


def test_a_pack_of_another_version_of_the_language_has_to_be_generated_again(packs: Any) -> None:
    spec = packs.folder / "robust" / "spec.yaml"
    spec.write_text(spec.read_text(encoding="utf-8").replace("schema_version: 1", "schema_version: 7"))
    lines = packs.codegen("lab.yaml", "--package", "team.lab").err.splitlines()
    assert lines[0] == (
        "lab.yaml:2:8: uses: expected a pack for this version of derivata, got 'robust' with errors; generate it again"
    )
    assert lines[1].startswith("robust/spec.yaml:2:17: schema_version: expected 1, got '7'")


VIEWS = """\
- name: swapped(Tensor(a) self) -> Tensor(a)
  doc: A view, which a view of derivata's undoes.
  forward: my_functions.swapped
  self: transpose(grad, 0, 1)
  result: auto_linear
  variants: function, inplace
  samples: {cases: [{self: [2, 3]}]}
- name: capped.Scalar(Tensor self, Scalar most) -> Tensor
  forward: minimum(self, most)
  self: where(self < most, grad, 0)
  dtypes: floating
  samples: {cases: [{self: [2, 3], most: 0.5}]}
- name: capped.Tensor(Tensor self, Tensor most) -> Tensor
  forward: minimum(self, most)
  self: where(self < most, grad, 0)
  most: where(self < most, 0, grad)
  dtypes: floating
"""

CALLS = """\
- name: calls(Tensor self) -> Tensor
  composite: views.capped(self, 0.5) + capped(self, square(self)) + views.capped_Scalar(self, 1.0)
  samples: {cases: [{self: [2, 3]}]}
"""


def test_views_and_overloads_of_other_packs(workshop: Any) -> None:
    """A view of a pack is undone by one of derivata; a formula's call finds the overload of another pack's op."""
    workshop.ops("views.yaml", VIEWS)
    workshop.write("my_functions.py", "def swapped(self):\n    return self.swapaxes(0, 1)\n")
    workshop.make("views.yaml", "--package", "views")
    workshop.ops("calls.yaml", CALLS, above="uses: [views]")
    workshop.make("calls.yaml", "--package", "calls")
    program = """
        import derivata as dv, calls, views

        x = dv.arange(6.0).reshape(2, 3)
        y = views.swapped(x)
        y.mul_(2)
        views.swapped_(x)
        print(x.tolist(), x.shape == y.shape)
        print(calls.calls(dv.tensor([-1.0, 0.75])).tolist())
        print(dv.testing.check_pack(views) > 20)
    """
    first, second, third = workshop.run(program).splitlines()
    assert first == "[[0.0, 6.0], [2.0, 8.0], [4.0, 10.0]] True"
    assert second == "[-3.0, 1.8125]"
    assert third == "True"

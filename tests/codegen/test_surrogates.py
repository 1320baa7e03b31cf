"""`surrogate`: gradients that are meant to differ from the derivative of the forward."""

from typing import Any

import pytest

ENTRIES = """\
- name: round_through(Tensor self) -> Tensor
  doc: Rounded numbers.
  forward: round(self)
  self: grad
  dtypes: real
  surrogate: {self: rounding passes gradients on | <i>always</i>}
- name: reversed_gradient(Tensor self, float strength=1.0) -> Tensor
  forward: self
  self: -strength * grad
  surrogate: {self: adversarial training}
- name: clipped_gradient(Tensor self, float limit=1.0) -> Tensor
  forward: self
  self: minimum(maximum(grad, -limit), limit)
  result: not_implemented("a clipped gradient is not linear")
  dtypes: real
  surrogate: {self: no gradient beyond the limit}
- name: learned_step(Tensor self, Tensor scale) -> Tensor
  forward: scale * round(self / scale)
  self: grad
  scale: grad * (result - self) / scale
  dtypes: real
  surrogate: {self: straight through, scale: straight through}
  samples: {domain: {scale: [0.5, 2.0]}}
- name: scaled(Tensor self, Tensor other) -> Tensor
  forward: round(self) * other
  self: grad * other
  dtypes: real
  surrogate: {self: straight through}
- name: mirror(Tensor self) -> Tensor
  forward: my_functions.mirror
  self: -grad
  result: -self_t
  surrogate: {self: adversarial training}
  samples: {cases: [{self: [2, 3]}]}
- name: waves(Tensor self) -> Tensor
  composite: sin(round_through(self))
  dtypes: real
  surrogate: {self: that of round_through}
  samples: {cases: [{self: [3]}]}
"""
USE = """\
    import derivata as dv, my_ops

    def gradient(function, *arguments):
        x = dv.tensor([0.25, 1.5, -2.0], requires_grad=True, dtype=dv.float64)
        y = function(x, *arguments)
        (grad,) = dv.autograd.grad(y, x, dv.tensor([0.5, 3.0, -4.0]))
        print(y.tolist(), grad.tolist())
        return x

    gradient(my_ops.round_through)
    gradient(my_ops.reversed_gradient, 2.0)
    gradient(my_ops.clipped_gradient, 1.0)
    gradient(my_ops.mirror)
    print(gradient(lambda x: my_ops.reversed_gradient_(x * 1)).grad_fn)
    print(dv.func.jvp(my_ops.reversed_gradient, (dv.ones(2),), (dv.ones(2),))[1].tolist())
    print(dv.func.jvp(my_ops.scaled, (dv.ones(2), dv.ones(2)), (dv.ones(2), dv.ones(2)))[1].tolist())
    dv.testing.check_pack(my_ops)
"""


@pytest.fixture
def pack(workshop: Any) -> Any:
    workshop.write("my_functions.py", "def mirror(self):\n    return self.copy()\n")
    workshop.ops("my_ops.yaml", ENTRIES)
    workshop.make("my_ops.yaml", "--package", "my_ops")
    return workshop


@pytest.mark.slow
def test_surrogates_are_the_gradients_in_both_modes(pack: Any) -> None:
    """A surrogate is what gradients and tangents are, also of an op that returns what it gets; its checks pass."""
    assert pack.run(USE).splitlines() == [
        "[0.0, 2.0, -2.0] [0.5, 3.0, -4.0]",
        "[0.25, 1.5, -2.0] [-1.0, -6.0, 8.0]",
        "[0.25, 1.5, -2.0] [0.5, 1.0, -1.0]",
        "[0.25, 1.5, -2.0] [-0.5, -3.0, 4.0]",
        "[0.25, 1.5, -2.0] [-0.5, -3.0, 4.0]",
        "None",
        "[-1.0, -1.0]",
        "[2.0, 2.0]",
    ]


def test_the_reason_of_a_surrogate_is_documented(pack: Any) -> None:
    """A surrogate and its reason stand in the docstring of the function and in the table of the ops."""
    docstring = pack.run("import my_ops; print(my_ops.round_through.__doc__)")
    assert "The gradient of self is a surrogate: rounding passes gradients on" in docstring
    table = (pack.folder / "my_ops" / "OPS.md").read_text(encoding="utf-8")
    assert "| Rounded numbers. Surrogate gradient of `self`: rounding passes gradients on " in table
    assert "<i>" not in table


def test_the_checks_of_a_pack_know_its_surrogates(pack: Any) -> None:
    """The checks of a surrogate are those that say something of it."""
    program = """\
        import my_ops.checks
        from derivata.testing import collect

        for case, check in collect(my_ops.checks):
            if check in ("gradients", "double_backward", "forward_mode"):
                print(case.op, check)
    """
    found = pack.run(program).split("\n")
    checked = {name: [line.split()[1] for line in found if line.startswith(f"{name} ")] for name in NAMES}
    assert checked == {
        "round_through": ["double_backward", "forward_mode"],
        "clipped_gradient": ["double_backward"],
        "learned_step": ["forward_mode"],
        "scaled": ["gradients", "double_backward", "forward_mode"],
        "waves": ["forward_mode"],
    }


NAMES = ("round_through", "clipped_gradient", "learned_step", "scaled", "waves")


def test_a_tangent_by_hand_is_kept_where_the_gradient_is_derived(workshop: Any) -> None:
    """A written tangent stays as it is written, also of a linear forward."""
    workshop.ops(
        "my_ops.yaml", "- name: twice(Tensor self) -> Tensor\n  forward: 2 * self\n  result: 3 * self_t\n"
    )
    workshop.make("my_ops.yaml", "--package", "my_ops")
    program = "import derivata as dv, my_ops; print(dv.func.jvp(my_ops.twice, (dv.ones(1),), (dv.ones(1),))[1].item())"
    assert workshop.run(program) == "3.0\n"

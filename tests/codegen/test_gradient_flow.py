"""Which arguments have gradients, followed through composites."""

from derivata.codegen.check.check import read_spec
from derivata.codegen.lower.gradient_flow import differentiable_arguments
from derivata.codegen.lower.library import Library

IN_TURN = """\
schema_version: 1
ops:
- family: mine
- name: step(Tensor self, Tensor weight, Tensor mask) -> Tensor
  forward: where(mask, self * weight, 0)
  self: where(mask, grad * conj(weight), 0)
  weight: not_implemented("weights are constants")
  mask: non_differentiable
- name: steps(Tensor self, Tensor weight, Tensor mask, int count) -> Tensor
  composite: step(self, weight, mask) if count == 1 else two_halves(self, weight, mask, count)
- name: two_halves(Tensor self, Tensor weight, Tensor mask, int count) -> Tensor
  let: {first: "steps(self, weight, mask, count // 2)"}
  composite: steps(first, weight, mask, count - count // 2)
"""


def test_ops_in_terms_of_each_other_have_the_gradients_of_the_branch_that_ends() -> None:
    """`steps` calls `two_halves`, which calls `steps`: what flows is what flows through a single step."""
    spec = read_spec(IN_TURN, "mine.yaml")
    flows = {op.name: differentiable_arguments(op, Library(spec)) for op in spec.ops}
    assert flows == {"step": ("self",), "steps": ("self",), "two_halves": ("self",)}


OVERLOADED = """\
schema_version: 1
ops:
- family: mine
- name: scaled.by(Tensor self, Tensor factor) -> Tensor
  forward: self * factor
  self: grad * conj(factor)
  factor: non_differentiable
- name: scaled(Tensor self, int[] counts, float factor) -> Tensor
  composite: self * (factor * len(counts))
  samples: {cases: [{self: [2], counts: [1], factor: 2.0}]}
- name: twice(Tensor self) -> Tensor
  let: {counts: "self.shape"}
  composite: scaled(self, counts, 2.0)
"""


def test_a_local_name_of_numbers_chooses_the_overload_of_numbers() -> None:
    """`counts` holds no tensor, which decides between the overloads that a call may mean."""
    spec = read_spec(OVERLOADED, "mine.yaml")
    assert differentiable_arguments(spec.ops[-1], Library(spec)) == ("self",)

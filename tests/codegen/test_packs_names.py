"""Names that users give to arguments, and numbers in formulas: no variable of generated code is in their way."""

from typing import Any

import pytest

pytestmark = pytest.mark.slow

TENSORS = [
    "lo",
    "hi",
    "i",
    "at",
    "const",
    "buffers",
    "heap",
    "keep",
    "needed",
    "part1",
    "exp",
    "tangent_",
    "array",
]
NUMBERS = ["part2", "part3", "sin", "grads_", "grad_", "edge", "fused", "index", "r", "begin"]
NUMBERS += ["kernel", "w", "result_1", "first"]


def test_arguments_may_have_the_names_that_loops_and_nodes_use(workshop: Any) -> None:
    """Arguments called as the variables of loops, nodes and tangents do no harm."""
    total = " + ".join(f"0.1 * {name} * {name} * self" for name in (*TENSORS, *NUMBERS))
    tensors = ", ".join(f"Tensor {name}" for name in TENSORS)
    numbers = ", ".join(f"Scalar {name}=0.5" for name in NUMBERS)
    shapes = ", ".join(f"{name}: [2, 3]" for name in ("self", *TENSORS))
    workshop.ops(
        "names.yaml",
        f"""\
        - name: many(Tensor self, {tensors}, {numbers}) -> Tensor
          doc: A sum.
          forward: sin(self) * exp(-self) + {total}
          samples: {{cases: [{{{shapes}}}]}}
        """,
    )
    workshop.make("names.yaml", "--package", "names")
    assert workshop.run("import derivata as dv, names; print(dv.testing.check_pack(names) > 10)") == "True\n"


def test_functions_of_numbers_keep_the_precision_of_the_tensors(workshop: Any) -> None:
    """An elementary function of numbers is a number: it widens no float32 and rounds no float64."""
    workshop.ops(
        "numbers.yaml",
        """\
        - name: damped(Tensor self, Scalar rate=0.7, int order=2) -> Tensor
          doc: An oscillation that dies down.
          forward: self * sqrt(rate) * exp(-self * sqrt(rate + 1)) * log(order)
          samples: {cases: [{self: [2, 3]}, {self: [2, 3], rate: 3}]}
        - name: shifted(Tensor self, Scalar rate=0.7) -> Tensor
          doc: A composite.
          composite: self * sqrt(rate) + pow(self, abs(rate))
          samples: {domain: {self: [0.5, 2.0]}, cases: [{self: [2, 3]}, {self: [2, 3], rate: 3}]}
        - name: constant_of(Tensor self, Scalar rate=2.5) -> Tensor
          doc: An op of numbers in a composite.
          composite: self * lgamma(rate + 1) - sqrt(lgamma(order_of(rate)))
          dtypes: floating
          samples: {cases: [{self: [2, 3]}]}
        - name: order_of(Tensor self) -> Tensor
          doc: An op that is called with a number.
          forward: self + 2
        """,
    )
    workshop.make("numbers.yaml", "--package", "numbers_")
    program = """
        import math, derivata as dv, numbers_
        for op in (numbers_.damped, numbers_.shifted):
            x = dv.tensor([0.3, 0.9], requires_grad=True)
            (gradient,) = dv.autograd.grad(op(x).sum(), x, create_graph=True)
            print(op(x).dtype, gradient.dtype)
        one = numbers_.constant_of(dv.ones(1, dtype=dv.float64)).item()
        print(abs(one - math.lgamma(3.5) + math.lgamma(4.5) ** 0.5) < 1e-15, numbers_.constant_of(dv.ones(1)).dtype)
        print(dv.testing.check_pack(numbers_) > 5)
    """
    assert workshop.run(program) == "float32 float32\nfloat32 float32\nTrue float32\nTrue\n"

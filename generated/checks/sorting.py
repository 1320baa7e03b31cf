# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of sorting need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="sort",
        call="derivata.generated.ops.sort",
        arguments=(("self", "Tensor"), ("dim", "int"), ("descending", "bool"), ("stable", "bool")),
        samples=(
            {"self": (5,)},
            {"self": (4, 3), "dim": 0, "descending": True},
            {"self": (2, 3), "stable": True},
            {"self": ()},
        ),
        differentiable=("self",),
        outputs=(True, False),
    ),
    OpCase(
        op="argsort",
        call="derivata.generated.ops.argsort",
        arguments=(("self", "Tensor"), ("dim", "int"), ("descending", "bool"), ("stable", "bool")),
        samples=({"self": (5,)}, {"self": (4, 3), "dim": 0, "descending": True}),
        outputs=(False,),
    ),
    OpCase(
        op="topk",
        call="derivata.generated.ops.topk",
        arguments=(("self", "Tensor"), ("k", "int"), ("dim", "int"), ("largest", "bool"), ("sorted", "bool")),
        samples=({"self": (5,), "k": 2}, {"self": (4, 3), "k": 2, "dim": 0, "largest": False}),
        differentiable=("self",),
        outputs=(True, False),
    ),
    OpCase(
        op="msort",
        call="derivata.generated.ops.msort",
        arguments=(("self", "Tensor"),),
        samples=({"self": (5,)}, {"self": (4, 3)}, {"self": ()}),
        differentiable=("self",),
        outputs=(True,),
    ),
)

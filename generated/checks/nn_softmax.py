# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of nn_softmax need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="softmax",
        call="derivata.generated.ops.softmax",
        arguments=(("self", "Tensor"), ("dim", "int"), ("dtype", "dtype?")),
        samples=({"self": (2, 3), "dim": -1}, {"self": (2, 3, 2), "dim": 1}, {"self": (), "dim": 0}),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="softmax_backward",
        call="derivata.generated.ops.softmax_backward",
        arguments=(("output_grad", "Tensor"), ("output", "Tensor"), ("dim", "int"), ("dtype", "dtype?")),
        samples=(
            {"output_grad": (2, 3), "output": (2, 3), "dim": -1},
            {"output_grad": (2, 3), "output": (2, 3), "dim": 0},
        ),
        differentiable=("output_grad", "output"),
        outputs=(True,),
    ),
    OpCase(
        op="log_softmax",
        call="derivata.generated.ops.log_softmax",
        arguments=(("self", "Tensor"), ("dim", "int"), ("dtype", "dtype?")),
        samples=({"self": (2, 3), "dim": -1}, {"self": (2, 3, 2), "dim": 1}, {"self": (), "dim": 0}),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="log_softmax_backward",
        call="derivata.generated.ops.log_softmax_backward",
        arguments=(("output_grad", "Tensor"), ("output", "Tensor"), ("dim", "int"), ("dtype", "dtype?")),
        samples=(
            {"output_grad": (2, 3), "output": (2, 3), "dim": -1},
            {"output_grad": (2, 3), "output": (2, 3), "dim": 0},
        ),
        differentiable=("output_grad", "output"),
        outputs=(True,),
    ),
    OpCase(
        op="softmin",
        call="derivata.generated.ops.softmin",
        arguments=(("self", "Tensor"), ("dim", "int"), ("dtype", "dtype?")),
        samples=({"self": (2, 3), "dim": -1},),
        differentiable=("self",),
        outputs=(True,),
    ),
)

# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of rounding need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="floor",
        call="derivata.generated.ops.floor",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        inplace="floor_",
        kernels=("derivata.generated.kernels.floor.forward",),
    ),
    OpCase(
        op="ceil",
        call="derivata.generated.ops.ceil",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        inplace="ceil_",
        kernels=("derivata.generated.kernels.ceil.forward",),
    ),
    OpCase(
        op="round",
        call="derivata.generated.ops.round",
        arguments=(("self", "Tensor"), ("decimals", "int")),
        keyword_only=("decimals",),
        samples=(
            {"self": (2, 3)},
            {"self": (2, 3), "decimals": 2},
            {"self": {"shape": (2, 3), "low": -300, "high": 300}, "decimals": -1},
        ),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        inplace="round_",
        kernels=(
            "derivata.generated.kernels.round.forward_1",
            "derivata.generated.kernels.round.forward_2",
            "derivata.generated.kernels.round.forward_3",
        ),
    ),
    OpCase(
        op="trunc",
        call="derivata.generated.ops.trunc",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        inplace="trunc_",
        kernels=("derivata.generated.kernels.trunc.forward",),
    ),
    OpCase(
        op="frac",
        call="derivata.generated.ops.frac",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        inplace="frac_",
        kernels=("derivata.generated.kernels.frac.forward",),
    ),
)

# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of filling need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="copy_",
        call="derivata.generated.ops.copy_",
        arguments=(("self", "Tensor(a!)"), ("src", "Tensor")),
        samples=({"self": (2, 3), "src": (2, 3)}, {"self": (2, 3), "src": (3,)}),
        differentiable=("self", "src"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="fill",
        call="derivata.generated.ops.fill",
        arguments=(("self", "Tensor"), ("value", "Scalar")),
        samples=({"self": (2, 3), "value": 2.5},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="fill_",
        call="derivata.generated.ops.fill__default",
        arguments=(("self", "Tensor(a!)"), ("value", "Scalar")),
        samples=({"self": (2, 3), "value": 2.5},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="fill_.Tensor",
        call="derivata.generated.ops.fill__Tensor",
        arguments=(("self", "Tensor(a!)"), ("value", "Tensor")),
        samples=({"self": (2, 3), "value": ()},),
        differentiable=("self", "value"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="fill_diagonal_",
        call="derivata.generated.ops.fill_diagonal_",
        arguments=(("self", "Tensor(a!)"), ("value", "Scalar"), ("wrapped", "bool")),
        samples=(
            {"self": (3, 2), "value": 1.5},
            {"self": (7, 2), "value": 1.5, "wrapped": True},
            {"self": (3, 3, 3), "value": -1},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_fill_diagonal",
        call="derivata.generated.ops._fill_diagonal",
        arguments=(("self", "Tensor"), ("value", "Scalar"), ("wrapped", "bool")),
        samples=({"self": (3, 2), "value": 1.5, "wrapped": False},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="zero_",
        call="derivata.generated.ops.zero_",
        arguments=(("self", "Tensor(a!)"),),
        samples=({"self": (2, 3)},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
)

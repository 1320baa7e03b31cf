# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of signs need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="abs",
        call="derivata.generated.ops.abs",
        arguments=(("self", "Tensor"),),
        kinks=({"at": {"self": 0.0}, "self": 0.0},),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="abs_",
        kernels=("derivata.generated.kernels.abs.forward", "derivata.generated.kernels.abs.backward_self"),
    ),
    OpCase(
        op="sgn",
        call="derivata.generated.ops.sgn",
        arguments=(("self", "Tensor"),),
        kinks=({"at": {"self": 0.0}, "self": 0.0},),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="sgn_",
        kernels=("derivata.generated.kernels.sgn.forward", "derivata.generated.kernels.sgn.backward_self"),
    ),
    OpCase(
        op="sign",
        call="derivata.generated.ops.sign",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        inplace="sign_",
        kernels=("derivata.generated.kernels.sign.forward",),
    ),
    OpCase(
        op="copysign",
        call="derivata.generated.ops.copysign",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        kinks=({"at": {"self": 0.0, "other": 1.0}, "self": 0.0, "other": 0.0},),
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        inplace="copysign_",
        kernels=(
            "derivata.generated.kernels.copysign.forward",
            "derivata.generated.kernels.copysign.backward_self",
        ),
    ),
    OpCase(
        op="heaviside",
        call="derivata.generated.ops.heaviside",
        arguments=(("self", "Tensor"), ("values", "Tensor")),
        kinks=({"at": {"self": 0.0, "values": 0.5}, "self": 0.0, "values": 1.0},),
        differentiable=("self", "values"),
        outputs=(True,),
        elementwise=True,
        inplace="heaviside_",
        kernels=(
            "derivata.generated.kernels.heaviside.forward",
            "derivata.generated.kernels.heaviside.backward_values",
        ),
    ),
)

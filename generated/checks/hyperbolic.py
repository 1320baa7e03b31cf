# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of hyperbolic need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="sinh",
        call="derivata.generated.ops.sinh",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="sinh_",
        kernels=("derivata.generated.kernels.sinh.forward", "derivata.generated.kernels.sinh.backward_self"),
    ),
    OpCase(
        op="cosh",
        call="derivata.generated.ops.cosh",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="cosh_",
        kernels=("derivata.generated.kernels.cosh.forward", "derivata.generated.kernels.cosh.backward_self"),
    ),
    OpCase(
        op="tanh",
        call="derivata.generated.ops.tanh",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="tanh_",
        kernels=("derivata.generated.kernels.tanh.forward", "derivata.generated.kernels.tanh.backward_self"),
    ),
    OpCase(
        op="asinh",
        call="derivata.generated.ops.asinh",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="asinh_",
        kernels=(
            "derivata.generated.kernels.asinh.forward",
            "derivata.generated.kernels.asinh.backward_self",
        ),
    ),
    OpCase(
        op="acosh",
        call="derivata.generated.ops.acosh",
        arguments=(("self", "Tensor"),),
        domain={"self": (1.2, 3.0)},
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="acosh_",
        kernels=(
            "derivata.generated.kernels.acosh.forward",
            "derivata.generated.kernels.acosh.backward_self",
        ),
    ),
    OpCase(
        op="atanh",
        call="derivata.generated.ops.atanh",
        arguments=(("self", "Tensor"),),
        domain={"self": (-0.9, 0.9)},
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="atanh_",
        kernels=(
            "derivata.generated.kernels.atanh.forward",
            "derivata.generated.kernels.atanh.backward_self",
        ),
    ),
)

# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of exponential need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="exp",
        call="derivata.generated.ops.exp",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="exp_",
        kernels=("derivata.generated.kernels.exp.forward", "derivata.generated.kernels.exp.backward_self"),
    ),
    OpCase(
        op="exp2",
        call="derivata.generated.ops.exp2",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="exp2_",
        kernels=("derivata.generated.kernels.exp2.forward", "derivata.generated.kernels.exp2.backward_self"),
    ),
    OpCase(
        op="expm1",
        call="derivata.generated.ops.expm1",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="expm1_",
        kernels=(
            "derivata.generated.kernels.expm1.forward",
            "derivata.generated.kernels.expm1.backward_self",
        ),
    ),
    OpCase(
        op="sigmoid",
        call="derivata.generated.ops.sigmoid",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="sigmoid_",
        kernels=(
            "derivata.generated.kernels.sigmoid.forward",
            "derivata.generated.kernels.sigmoid.backward_self",
        ),
    ),
    OpCase(
        op="_sigmoid_backward",
        call="derivata.generated.ops._sigmoid_backward",
        arguments=(("output_grad", "Tensor"), ("output", "Tensor")),
        differentiable=("output_grad", "output"),
        outputs=(True,),
        elementwise=True,
        complex=True,
        kernels=(
            "derivata.generated.kernels.sigmoid_backward.forward",
            "derivata.generated.kernels.sigmoid_backward.backward_output_grad",
            "derivata.generated.kernels.sigmoid_backward.backward_output",
            "derivata.generated.kernels.sigmoid_backward.backward_output_grad_output",
        ),
    ),
)

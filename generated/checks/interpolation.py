# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of interpolation need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="lerp",
        call="derivata.generated.ops.lerp",
        arguments=(("self", "Tensor"), ("end", "Tensor"), ("weight", "Tensor")),
        differentiable=("self", "end", "weight"),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="lerp_",
        kernels=(
            "derivata.generated.kernels.lerp.forward",
            "derivata.generated.kernels.lerp.backward_self",
            "derivata.generated.kernels.lerp.backward_end",
            "derivata.generated.kernels.lerp.backward_weight",
            "derivata.generated.kernels.lerp.backward_self_end_weight",
        ),
    ),
    OpCase(
        op="addcmul",
        call="derivata.generated.ops.addcmul",
        arguments=(("self", "Tensor"), ("tensor1", "Tensor"), ("tensor2", "Tensor"), ("value", "Scalar")),
        keyword_only=("value",),
        samples=(
            {"self": (2, 3), "tensor1": (2, 3), "tensor2": (2, 3)},
            {"self": (2, 3), "tensor1": (3,), "tensor2": (2, 1), "value": -0.5},
        ),
        differentiable=("self", "tensor1", "tensor2"),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="addcmul_",
        kernels=(
            "derivata.generated.kernels.addcmul.forward",
            "derivata.generated.kernels.addcmul.backward_tensor1",
            "derivata.generated.kernels.addcmul.backward_tensor2",
            "derivata.generated.kernels.addcmul.backward_tensor1_tensor2",
        ),
    ),
    OpCase(
        op="addcdiv",
        call="derivata.generated.ops.addcdiv",
        arguments=(("self", "Tensor"), ("tensor1", "Tensor"), ("tensor2", "Tensor"), ("value", "Scalar")),
        keyword_only=("value",),
        samples=(
            {"self": (2, 3), "tensor1": (2, 3), "tensor2": (2, 3)},
            {"self": (2, 3), "tensor1": (3,), "tensor2": (2, 1), "value": -0.5},
        ),
        domain={"tensor2": (0.5, 3.0)},
        differentiable=("self", "tensor1", "tensor2"),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="addcdiv_",
        kernels=(
            "derivata.generated.kernels.addcdiv.forward",
            "derivata.generated.kernels.addcdiv.backward_tensor1",
            "derivata.generated.kernels.addcdiv.backward_tensor2",
            "derivata.generated.kernels.addcdiv.backward_tensor1_tensor2",
        ),
    ),
)

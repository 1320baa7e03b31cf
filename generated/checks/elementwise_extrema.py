# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of elementwise_extrema need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="maximum",
        call="derivata.generated.ops.maximum",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        kinks=({"at": {"self": 1.0, "other": 1.0}, "self": 0.5, "other": 0.5},),
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        inplace="maximum_",
        kernels=(
            "derivata.generated.kernels.maximum.forward",
            "derivata.generated.kernels.maximum.backward_self",
            "derivata.generated.kernels.maximum.backward_other",
            "derivata.generated.kernels.maximum.backward_self_other",
        ),
    ),
    OpCase(
        op="minimum",
        call="derivata.generated.ops.minimum",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        kinks=({"at": {"self": 1.0, "other": 1.0}, "self": 0.5, "other": 0.5},),
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        inplace="minimum_",
        kernels=(
            "derivata.generated.kernels.minimum.forward",
            "derivata.generated.kernels.minimum.backward_self",
            "derivata.generated.kernels.minimum.backward_other",
            "derivata.generated.kernels.minimum.backward_self_other",
        ),
    ),
    OpCase(
        op="fmax",
        call="derivata.generated.ops.fmax",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        kinks=({"at": {"self": 1.0, "other": 1.0}, "self": 1.0, "other": 0.0},),
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.fmax.forward",
            "derivata.generated.kernels.fmax.backward_self",
            "derivata.generated.kernels.fmax.backward_other",
            "derivata.generated.kernels.fmax.backward_self_other",
        ),
    ),
    OpCase(
        op="fmin",
        call="derivata.generated.ops.fmin",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        kinks=({"at": {"self": 1.0, "other": 1.0}, "self": 1.0, "other": 0.0},),
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.fmin.forward",
            "derivata.generated.kernels.fmin.backward_self",
            "derivata.generated.kernels.fmin.backward_other",
            "derivata.generated.kernels.fmin.backward_self_other",
        ),
    ),
)

# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of clamping need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="clamp",
        call="derivata.generated.ops.clamp",
        arguments=(("self", "Tensor"), ("min", "Tensor?"), ("max", "Tensor?")),
        samples=(
            {"self": (2, 3), "min": (2, 3), "max": (2, 3)},
            {"self": (2, 3), "min": (3,)},
            {"self": (2, 3), "max": (2, 1)},
        ),
        domain={"min": (-1.5, -0.2), "max": (0.2, 1.5)},
        kinks=(
            {"at": {"self": 1.0, "min": 1.0, "max": 2.0}, "self": 1.0, "min": 0.0, "max": 0.0},
            {"at": {"self": 2.0, "min": 1.0, "max": 2.0}, "self": 1.0, "min": 0.0, "max": 0.0},
            {"at": {"self": 3.0, "min": 2.0, "max": 1.0}, "self": 0.0, "min": 0.0, "max": 1.0},
        ),
        differentiable=("self", "min", "max"),
        outputs=(True,),
        elementwise=True,
        inplace="clamp_",
        kernels=(
            "derivata.generated.kernels.clamp.forward_1",
            "derivata.generated.kernels.clamp.forward_2",
            "derivata.generated.kernels.clamp.forward_3",
            "derivata.generated.kernels.clamp.backward_self_1",
            "derivata.generated.kernels.clamp.backward_self_2",
            "derivata.generated.kernels.clamp.backward_self_3",
            "derivata.generated.kernels.clamp.backward_min_1",
            "derivata.generated.kernels.clamp.backward_min_2",
            "derivata.generated.kernels.clamp.backward_max_1",
            "derivata.generated.kernels.clamp.backward_max_2",
        ),
    ),
    OpCase(
        op="clamp_min",
        call="derivata.generated.ops.clamp_min",
        arguments=(("self", "Tensor"), ("min", "Tensor")),
        kinks=({"at": {"self": 1.0, "min": 1.0}, "self": 1.0, "min": 0.0},),
        differentiable=("self", "min"),
        outputs=(True,),
        elementwise=True,
        inplace="clamp_min_",
        kernels=(
            "derivata.generated.kernels.clamp_min.forward",
            "derivata.generated.kernels.clamp_min.backward_self",
            "derivata.generated.kernels.clamp_min.backward_min",
            "derivata.generated.kernels.clamp_min.backward_self_min",
        ),
    ),
    OpCase(
        op="clamp_max",
        call="derivata.generated.ops.clamp_max",
        arguments=(("self", "Tensor"), ("max", "Tensor")),
        kinks=({"at": {"self": 1.0, "max": 1.0}, "self": 1.0, "max": 0.0},),
        differentiable=("self", "max"),
        outputs=(True,),
        elementwise=True,
        inplace="clamp_max_",
        kernels=(
            "derivata.generated.kernels.clamp_max.forward",
            "derivata.generated.kernels.clamp_max.backward_self",
            "derivata.generated.kernels.clamp_max.backward_max",
            "derivata.generated.kernels.clamp_max.backward_self_max",
        ),
    ),
)

# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of floating_point need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="ldexp",
        call="derivata.generated.ops.ldexp",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="ldexp_",
        kernels=(
            "derivata.generated.kernels.ldexp.forward",
            "derivata.generated.kernels.ldexp.backward_self",
            "derivata.generated.kernels.ldexp.backward_other",
            "derivata.generated.kernels.ldexp.backward_self_other",
        ),
    ),
    OpCase(
        op="frexp",
        call="derivata.generated.ops.frexp",
        arguments=(("self", "Tensor"),),
        samples=(
            {"self": (2, 3)},
            {"self": {"shape": (3,), "values": (-100.0, 3.0, 0.001)}},
            {"self": (0, 3)},
        ),
        differentiable=("self",),
        outputs=(True, False),
    ),
    OpCase(
        op="nan_to_num",
        call="derivata.generated.ops.nan_to_num",
        arguments=(("self", "Tensor"), ("nan", "float?"), ("posinf", "float?"), ("neginf", "float?")),
        samples=({"self": (2, 3)}, {"self": (), "nan": 1.5, "posinf": 10.0, "neginf": -10.0}),
        kinks=({"at": {"self": float("inf")}, "self": 0.0}, {"at": {"self": float("nan")}, "self": 0.0}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
        inplace="nan_to_num_",
    ),
    OpCase(
        op="nextafter",
        call="derivata.generated.ops.nextafter",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        kinks=({"at": {"self": 1.0, "other": 1.0}, "self": 0.0, "other": 0.0},),
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        inplace="nextafter_",
        kernels=(
            "derivata.generated.kernels.nextafter.forward",
            "derivata.generated.kernels.nextafter.backward_self",
        ),
    ),
)

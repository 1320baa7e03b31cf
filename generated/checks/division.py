# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of division need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="_trunc_quotient",
        call="derivata.generated.ops._trunc_quotient",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        domain={"other": (0.5, 3.0)},
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        inplace="derivata.generated.ops._trunc_quotient_",
        kernels=("derivata.generated.kernels.trunc_quotient.forward",),
    ),
    OpCase(
        op="floor_divide",
        call="derivata.generated.ops.floor_divide",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        domain={"other": (0.5, 3.0)},
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        inplace="floor_divide_",
        kernels=("derivata.generated.kernels.floor_divide.forward",),
    ),
    OpCase(
        op="remainder",
        call="derivata.generated.ops.remainder",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        domain={"other": (0.5, 3.0)},
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        inplace="remainder_",
        kernels=(
            "derivata.generated.kernels.remainder.forward",
            "derivata.generated.kernels.remainder.backward_other",
        ),
    ),
    OpCase(
        op="fmod",
        call="derivata.generated.ops.fmod",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        domain={"other": (0.5, 3.0)},
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        inplace="fmod_",
        kernels=("derivata.generated.kernels.fmod.forward", "derivata.generated.kernels.fmod.backward_other"),
    ),
    OpCase(
        op="reciprocal",
        call="derivata.generated.ops.reciprocal",
        arguments=(("self", "Tensor"),),
        domain={"self": (0.5, 3.0)},
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="reciprocal_",
        kernels=(
            "derivata.generated.kernels.reciprocal.forward",
            "derivata.generated.kernels.reciprocal.backward_self",
        ),
    ),
    OpCase(
        op="gcd",
        call="derivata.generated.ops.gcd",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        samples=(
            {
                "self": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
                "other": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
            },
            {
                "self": {"shape": (2, 1), "dtype": "uint8", "low": 0, "high": 255},
                "other": {"shape": (3,), "dtype": "int32", "low": -100, "high": 100},
            },
        ),
        outputs=(False,),
        elementwise=True,
        inplace="gcd_",
    ),
    OpCase(
        op="lcm",
        call="derivata.generated.ops.lcm",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        samples=(
            {
                "self": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
                "other": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
            },
            {
                "self": {"shape": (2, 1), "dtype": "uint8", "low": 0, "high": 255},
                "other": {"shape": (3,), "dtype": "int32", "low": -100, "high": 100},
            },
        ),
        outputs=(False,),
        elementwise=True,
        inplace="lcm_",
    ),
)

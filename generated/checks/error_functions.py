# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of error_functions need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="erf",
        call="derivata.generated.ops.erf",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        inplace="erf_",
        kernels=("derivata.generated.kernels.erf.forward", "derivata.generated.kernels.erf.backward_self"),
    ),
    OpCase(
        op="erfc",
        call="derivata.generated.ops.erfc",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        inplace="erfc_",
        kernels=("derivata.generated.kernels.erfc.forward", "derivata.generated.kernels.erfc.backward_self"),
    ),
    OpCase(
        op="erfinv",
        call="derivata.generated.ops.erfinv",
        arguments=(("self", "Tensor"),),
        domain={"self": (-0.9, 0.9)},
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        inplace="erfinv_",
        kernels=(
            "derivata.generated.kernels.erfinv.forward",
            "derivata.generated.kernels.erfinv.backward_self",
        ),
    ),
    OpCase(
        op="erfcx",
        call="derivata.generated.ops.erfcx",
        arguments=(("self", "Tensor"),),
        samples=({"self": (2, 3)}, {"self": {"shape": (2,), "values": (15.0, 20.0)}}),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.erfcx.forward",
            "derivata.generated.kernels.erfcx.backward_self",
        ),
    ),
    OpCase(
        op="ndtr",
        call="derivata.generated.ops.ndtr",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        kernels=("derivata.generated.kernels.ndtr.forward", "derivata.generated.kernels.ndtr.backward_self"),
    ),
    OpCase(
        op="ndtri",
        call="derivata.generated.ops.ndtri",
        arguments=(("self", "Tensor"),),
        domain={"self": (0.05, 0.95)},
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.ndtri.forward",
            "derivata.generated.kernels.ndtri.backward_self",
        ),
    ),
    OpCase(
        op="log_ndtr",
        call="derivata.generated.ops.log_ndtr",
        arguments=(("self", "Tensor"),),
        domain={"self": (-3.0, 3.0)},
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.log_ndtr.forward",
            "derivata.generated.kernels.log_ndtr.backward_self",
        ),
    ),
)

# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of modified_bessel_second_kind need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="_bessel_k",
        call="derivata.generated.ops._bessel_k",
        arguments=(("self", "Tensor"), ("order", "int")),
        samples=({"self": (2, 3), "order": 2}, {"self": (3,), "order": 0}),
        domain={"self": (0.5, 4.0)},
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
    ),
    OpCase(
        op="_scaled_bessel_k",
        call="derivata.generated.ops._scaled_bessel_k",
        arguments=(("self", "Tensor"), ("order", "int")),
        samples=({"self": (2, 3), "order": 2}, {"self": (3,), "order": 0}),
        domain={"self": (0.5, 4.0)},
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
    ),
    OpCase(
        op="modified_bessel_k0",
        call="derivata.generated.ops.modified_bessel_k0",
        arguments=(("self", "Tensor"),),
        domain={"self": (0.5, 4.0)},
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.modified_bessel_k0.forward",
            "derivata.generated.kernels.modified_bessel_k0.backward_self",
        ),
    ),
    OpCase(
        op="modified_bessel_k1",
        call="derivata.generated.ops.modified_bessel_k1",
        arguments=(("self", "Tensor"),),
        domain={"self": (0.5, 4.0)},
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        kernels=("derivata.generated.kernels.modified_bessel_k1.forward",),
    ),
    OpCase(
        op="scaled_modified_bessel_k0",
        call="derivata.generated.ops.scaled_modified_bessel_k0",
        arguments=(("x", "Tensor"),),
        domain={"x": (0.5, 4.0)},
        differentiable=("x",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.scaled_modified_bessel_k0.forward",
            "derivata.generated.kernels.scaled_modified_bessel_k0.backward_x",
        ),
    ),
    OpCase(
        op="scaled_modified_bessel_k1",
        call="derivata.generated.ops.scaled_modified_bessel_k1",
        arguments=(("x", "Tensor"),),
        domain={"x": (0.5, 4.0)},
        differentiable=("x",),
        outputs=(True,),
        elementwise=True,
        kernels=("derivata.generated.kernels.scaled_modified_bessel_k1.forward",),
    ),
)

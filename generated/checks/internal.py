# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of internal need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="_reduce_to",
        call="derivata.generated.ops._reduce_to",
        arguments=(("self", "Tensor"), ("shape", "int[]"), ("dtype", "dtype")),
        samples=(
            {"self": (2, 3), "shape": (3,), "dtype": "float64"},
            {"self": (2, 3), "shape": (2, 1), "dtype": "float64"},
            {"self": (2, 3), "shape": (), "dtype": "float64"},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_gated",
        call="derivata.generated.ops._gated",
        arguments=(("self", "Tensor"), ("gate", "Tensor")),
        differentiable=("self", "gate"),
        outputs=(True,),
        elementwise=True,
        complex=True,
        kernels=(
            "derivata.generated.kernels.gated.forward",
            "derivata.generated.kernels.gated.backward_self",
            "derivata.generated.kernels.gated.backward_gate",
            "derivata.generated.kernels.gated.backward_self_gate",
        ),
    ),
)

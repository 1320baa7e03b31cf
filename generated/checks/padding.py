# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of padding need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="pad",
        call="derivata.generated.ops.pad",
        arguments=(("self", "Tensor"), ("pad", "int[]"), ("mode", "str"), ("value", "Scalar?")),
        samples=(
            {"self": (2, 3), "pad": (1, 2)},
            {"self": (2, 3), "pad": (1, 0, -1, 2), "value": 1.5},
            {"self": (2, 3), "pad": (2, 1), "mode": "reflect"},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="constant_pad_nd",
        call="derivata.generated.ops.constant_pad_nd",
        arguments=(("self", "Tensor"), ("pad", "int[]"), ("value", "Scalar")),
        samples=({"self": (2, 3), "pad": (1, 2)}, {"self": (2, 3), "pad": (1, 0, -1, 2), "value": 1.5}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_index_pad",
        call="derivata.generated.ops._index_pad",
        arguments=(("self", "Tensor"), ("pad", "int[]"), ("mode", "str")),
        samples=(
            {"self": (2, 3), "pad": (2, 1), "mode": "reflect"},
            {"self": (2, 3), "pad": (1, 2, 0, 1), "mode": "replicate"},
            {"self": (2, 3), "pad": (2, -1), "mode": "circular"},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_index_pad_backward",
        call="derivata.generated.ops._index_pad_backward",
        arguments=(("grad_output", "Tensor"), ("shape", "int[]"), ("pad", "int[]"), ("mode", "str")),
        samples=({"grad_output": (2, 6), "shape": (2, 3), "pad": (2, 1), "mode": "reflect"},),
        differentiable=("grad_output",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="one_hot",
        call="derivata.generated.ops.one_hot",
        arguments=(("self", "Tensor"), ("num_classes", "int")),
        samples=({"self": {"shape": (3,), "dtype": "int64", "low": 0, "high": 4}, "num_classes": 4},),
        outputs=(False,),
        complex=True,
    ),
)

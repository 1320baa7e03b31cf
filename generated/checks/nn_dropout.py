# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of nn_dropout need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="dropout",
        call="derivata.generated.ops.dropout",
        arguments=(("input", "Tensor"), ("p", "float"), ("training", "bool")),
        samples=(
            {"input": (2, 3), "p": 0.0},
            {"input": (2, 3), "p": 1.0},
            {"input": (2, 3), "p": 0.5, "training": False},
        ),
        differentiable=("input",),
        outputs=(True,),
        complex=True,
        inplace="derivata.generated.ops.dropout_",
    ),
    OpCase(
        op="dropout1d",
        call="derivata.generated.ops.dropout1d",
        arguments=(("input", "Tensor"), ("p", "float"), ("training", "bool")),
        samples=({"input": (2, 3, 2), "p": 0.0}, {"input": (3, 2), "p": 1.0}),
        differentiable=("input",),
        outputs=(True,),
        complex=True,
        inplace="derivata.generated.ops.dropout1d_",
    ),
    OpCase(
        op="dropout2d",
        call="derivata.generated.ops.dropout2d",
        arguments=(("input", "Tensor"), ("p", "float"), ("training", "bool")),
        samples=({"input": (2, 3, 2, 2), "p": 0.0}, {"input": (2, 3, 2), "p": 1.0}),
        differentiable=("input",),
        outputs=(True,),
        complex=True,
        inplace="derivata.generated.ops.dropout2d_",
    ),
    OpCase(
        op="dropout3d",
        call="derivata.generated.ops.dropout3d",
        arguments=(("input", "Tensor"), ("p", "float"), ("training", "bool")),
        samples=({"input": (2, 3, 1, 2, 2), "p": 0.0}, {"input": (3, 2, 1, 2), "p": 1.0}),
        differentiable=("input",),
        outputs=(True,),
        complex=True,
        inplace="derivata.generated.ops.dropout3d_",
    ),
    OpCase(
        op="alpha_dropout",
        call="derivata.generated.ops.alpha_dropout",
        arguments=(("input", "Tensor"), ("p", "float"), ("training", "bool")),
        samples=({"input": (2, 3), "p": 1.0, "training": True},),
        differentiable=("input",),
        outputs=(True,),
        inplace="derivata.generated.ops.alpha_dropout_",
    ),
    OpCase(
        op="feature_alpha_dropout",
        call="derivata.generated.ops.feature_alpha_dropout",
        arguments=(("input", "Tensor"), ("p", "float"), ("training", "bool")),
        samples=({"input": (2, 3, 2), "p": 1.0, "training": True},),
        differentiable=("input",),
        outputs=(True,),
        inplace="derivata.generated.ops.feature_alpha_dropout_",
    ),
    OpCase(
        op="_alpha_dropout",
        call="derivata.generated.ops._alpha_dropout",
        arguments=(("self", "Tensor"), ("p", "float"), ("mask_shape", "int[]")),
        samples=(
            {"self": (2, 3), "p": 0.0, "mask_shape": (2, 3)},
            {"self": (2, 3), "p": 1.0, "mask_shape": (2, 1)},
        ),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="_dropout",
        call="derivata.generated.ops._dropout",
        arguments=(("self", "Tensor"), ("p", "float"), ("mask_shape", "int[]")),
        samples=(
            {"self": (2, 3), "p": 0.0, "mask_shape": (2, 3)},
            {"self": (2, 3), "p": 1.0, "mask_shape": (2, 1)},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
)

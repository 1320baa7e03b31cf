# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of nn_normalization need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="layer_norm",
        call="derivata.generated.ops.layer_norm",
        arguments=(
            ("input", "Tensor"),
            ("normalized_shape", "int[]"),
            ("weight", "Tensor?"),
            ("bias", "Tensor?"),
            ("eps", "float"),
        ),
        samples=(
            {"input": (2, 3, 4), "normalized_shape": (4,), "weight": (4,), "bias": (4,)},
            {"input": (2, 3, 4), "normalized_shape": (3, 4), "weight": (3, 4), "eps": 0.1},
            {"input": (4,), "normalized_shape": (4,), "bias": (4,)},
        ),
        differentiable=("input", "weight", "bias"),
        outputs=(True,),
    ),
    OpCase(
        op="normalize_backward",
        call="derivata.generated.ops.normalize_backward",
        arguments=(
            ("output_grad", "Tensor"),
            ("input", "Tensor"),
            ("weight", "Tensor?"),
            ("center", "Tensor"),
            ("rstd", "Tensor"),
            ("dims", "int[]"),
            ("over", "int[]"),
            ("eps", "float"),
        ),
        samples=(
            {
                "weight": (2,),
                "output_grad": (1, 2),
                "input": {"shape": (1, 2), "values": (-1.0, 3.0)},
                "center": {"shape": (1, 1), "values": (1.0,)},
                "rstd": {"shape": (1, 1), "values": (0.5,)},
                "dims": (-1,),
                "over": (0,),
                "eps": 0.0,
            },
        ),
        differentiable=("output_grad", "input", "weight"),
        outputs=(True, True, True),
        fused=True,
    ),
    OpCase(
        op="group_norm",
        call="derivata.generated.ops.group_norm",
        arguments=(
            ("input", "Tensor"),
            ("num_groups", "int"),
            ("weight", "Tensor?"),
            ("bias", "Tensor?"),
            ("eps", "float"),
        ),
        samples=(
            {"input": (2, 4, 3), "num_groups": 2, "weight": (4,), "bias": (4,)},
            {"input": (2, 4), "num_groups": 1},
        ),
        differentiable=("input", "weight", "bias"),
        outputs=(True,),
    ),
    OpCase(
        op="rms_norm",
        call="derivata.generated.ops.rms_norm",
        arguments=(
            ("input", "Tensor"),
            ("normalized_shape", "int[]"),
            ("weight", "Tensor?"),
            ("eps", "float?"),
        ),
        samples=(
            {"input": (2, 3, 4), "normalized_shape": (4,), "weight": (4,)},
            {"input": (2, 3, 4), "normalized_shape": (3, 4), "eps": 0.1},
        ),
        differentiable=("input", "weight"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="batch_norm_training",
        call="derivata.generated.ops.batch_norm_training",
        arguments=(("input", "Tensor"), ("weight", "Tensor?"), ("bias", "Tensor?"), ("eps", "float")),
        samples=({"input": (3, 2, 2), "weight": (2,), "bias": (2,)}, {"input": (4, 2), "eps": 0.1}),
        differentiable=("input", "weight", "bias"),
        outputs=(True, False, False),
    ),
    OpCase(
        op="batch_norm_inference",
        call="derivata.generated.ops.batch_norm_inference",
        arguments=(
            ("input", "Tensor"),
            ("running_mean", "Tensor"),
            ("running_var", "Tensor"),
            ("weight", "Tensor?"),
            ("bias", "Tensor?"),
            ("eps", "float"),
        ),
        samples=(
            {"input": (3, 2, 2), "running_mean": (2,), "running_var": (2,), "weight": (2,), "bias": (2,)},
            {"input": (4, 2), "running_mean": (2,), "running_var": (2,), "eps": 0.1},
        ),
        domain={"running_var": (0.5, 2.0)},
        differentiable=("input", "running_mean", "running_var", "weight", "bias"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="local_response_norm",
        call="derivata.generated.ops.local_response_norm",
        arguments=(
            ("input", "Tensor"),
            ("size", "int"),
            ("alpha", "float"),
            ("beta", "float"),
            ("k", "float"),
        ),
        samples=(
            {"input": (2, 3, 2), "size": 2, "alpha": 0.5},
            {"input": (1, 4, 2, 2), "size": 3, "alpha": 0.5, "beta": 2.0, "k": 2.0},
        ),
        differentiable=("input",),
        outputs=(True,),
        complex=True,
    ),
)
